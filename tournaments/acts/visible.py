"""One line of text that somebody types: no sign in it that cannot be seen, or that turns the direction of the text.

With such a sign a name reads as another one, or two names read as one. It is said of every field of one line of every
form that an act has (face.py), and of those of registering.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.forms import Field
from django.utils.translation import gettext_lazy as _

from tournaments.facts.nicks import is_visible


def only_visible(said: object) -> None:
    """Raises ValidationError for a text with a sign that cannot be seen; what a field reads as no text has none."""
    if isinstance(said, str) and not is_visible(said):
        raise ValidationError(_("This holds a character that cannot be seen. Type it anew."), code="invisible")


def hold_to_visible(fields: Mapping[str, Field]) -> None:
    """Ask it of every one of these fields of a form that is of one line."""
    for field in fields.values():
        if isinstance(field, forms.CharField) and not isinstance(field.widget, forms.Textarea | forms.PasswordInput):
            field.validators = [*field.validators, only_visible]

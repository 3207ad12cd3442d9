"""One line of text that somebody types: no sign in it that cannot be seen, or that turns the direction of the text.

With such a sign a name reads as another one, or two names read as one. It is said of every field of one line of every
form that an act has (face.py), and of those of registering.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.forms import Field

from tournaments.models.names import only_visible


def hold_to_visible(fields: Mapping[str, Field]) -> None:
    """Ask it of every one of these fields of a form that is of one line."""
    for field in fields.values():
        if isinstance(field, forms.CharField) and not isinstance(field.widget, forms.Textarea | forms.PasswordInput):
            field.validators = [*field.validators, only_visible]

"""Columns of names that people read: whatever form fills them, a sign that cannot be seen is refused.

Forms of acts ask it of every line besides (acts/visible.py); a form made from a model, such as one of the
administration, has it from here. Rows that are there already are not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.facts.look_alikes import scripts_mixed
from tournaments.facts.nicks import is_visible


def only_visible(said: object) -> None:
    """Raises ValidationError for a text with a sign that cannot be seen; what a field reads as no text has none."""
    if isinstance(said, str) and not is_visible(said):
        raise ValidationError(
            _("This holds a character that cannot be seen. Leave it out; many an emoji joined from several holds one."),
            code="invisible",
        )


def one_script(said: object) -> None:
    """Raises ValidationError for a text with a word in letters of two scripts."""
    if isinstance(said, str) and scripts_mixed(said):
        raise ValidationError(_("A word mixes letters of two scripts. Write it in one."), code="mixed")


if TYPE_CHECKING:
    Line = models.CharField[str, str]
else:
    Line = models.CharField


class NameField(Line):
    """A line that names something. To the database, and so to migrations, it is a CharField."""

    default_validators = [*models.CharField.default_validators, only_visible]

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class NickField(NameField):
    """What a player is called."""

    default_validators = [*NameField.default_validators, one_script]

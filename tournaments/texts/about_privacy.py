"""Why somebody cannot be forgotten yet, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, Any] = {
    "erase_entered": _("Registered for %(event)s: withdraw from it first, or wait until it is over."),
    "erase_directs": _("The only director of %(event)s: appoint another one first, or finish it."),
    "erase_last_keeper": _("The only keeper of this site: appoint another one first."),
    "erase_word_wrong": _("To be sure, type the word exactly as it is shown."),
}

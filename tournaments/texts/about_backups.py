"""What is said of backups: why one was made, and why one cannot be made or restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, Any] = {
    "asked": _("Somebody asked for it"),
    "round": _("A round was closed"),
    "night": _("A day has passed"),
    "migration": _("Before an upgrade of the tables"),
    "restore": _("Before another backup was restored"),
}

REFUSALS: Mapping[str, Any] = {
    "no_backup_taken": _("No backup could be taken before this, so nothing was done. Is the disk full?"),
    "backup_not_written": _("No backup was written: %(why)s"),
    "nothing_to_back_up": _("There is nothing to back up yet: the database has no tables."),
    "data_newer": _("These data were written by a newer version of SCWU (%(name)s). Start that version."),
    "passphrase_too_short": _("The passphrase has to be at least %(n)s characters long."),
    "wrong_passphrase": _("The passphrase does not open the keys in this file. Nothing was touched."),
    "backup_missing": _("%(file)s cannot be read: %(why)s. Nothing was touched."),
    "no_backup": _("%(file)s is not a backup of SCWU. Nothing was touched."),
    "backup_damaged": _("%(file)s is damaged or was cut off; take another backup. Nothing was touched."),
    "backup_newer": _(
        "%(file)s was made by a newer version of SCWU (%(version)s). Install that version, then restore it. "
        "Nothing was touched."
    ),
    "keys_differ": _(
        "This file brings other keys than those of this site, and words here are sealed under them. Restore into an "
        "empty database, or without the passphrase. Nothing was touched."
    ),
    "site_is_running": _("The site is running. Stop it first, then restore. Nothing was touched."),
}

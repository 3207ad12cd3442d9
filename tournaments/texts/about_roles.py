"""Roles at an event and offices of the union in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ROLES: Mapping[str, Any] = {
    "director": _("director"),
    "referee": _("referee"),
    "line_judge": _("line judge"),
}

OFFICES: Mapping[str, Any] = {
    "union": _("board of the union"),
    "commission": _("commission for words"),
    "officer": _("officer of a federation"),
    "captain": _("captain of a club"),
    "press": _("press"),
}

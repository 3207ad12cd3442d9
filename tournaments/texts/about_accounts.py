"""What is said of an account's own ways in: the scopes of tokens and how long they last, and devices by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SCOPES: Mapping[str, Any] = {
    "read": gettext_lazy("read what you may read"),
    "record": gettext_lazy("read, and record at one event"),
    "all": gettext_lazy("all that you may do here, but for what asks for a proof that it is you"),
}
LIFETIMES: Mapping[int, Any] = {1: gettext_lazy("one day"), 30: gettext_lazy("30 days"), 365: gettext_lazy("a year")}

RIGHTS: Mapping[str, Any] = {
    "may_direct": gettext_lazy("you may make events"),
    "is_staff": gettext_lazy("you may look into the administration"),
    "is_superuser": gettext_lazy("you keep this installation"),
}

FACTORS: Mapping[str, Any] = {
    "totp": gettext_lazy("an app with codes"),
    "webauthn": gettext_lazy("a passkey or security key"),
}


def device_name(browser: str, system: str) -> str:
    """How a device is called in a list, from what its browser said of itself."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A device without a name")

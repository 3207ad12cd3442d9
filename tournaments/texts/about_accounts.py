"""What is said of an account's own ways in: the scopes of tokens and how long they last, and devices by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

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

# Texts of django-allauth's own pages that our catalogue says better than its own: ours is asked first.
BORROWED = (
    gettext_noop("Enter Sign-In Code"),
    gettext_noop("Use a security key"),
    gettext_noop("Edit Security Key"),
    gettext_noop("Remove Security Key"),
    gettext_noop("Are you sure you want to remove this security key?"),
    gettext_noop("Activate Authenticator App"),
    gettext_noop("Authenticator secret"),
    gettext_noop("You can store this secret and use it to reinstall your authenticator app at a later time."),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("Alternative options"),
    gettext_noop("Request new code"),
)


def device_name(browser: str, system: str) -> str:
    """How a device is called in a list, from what its browser said of itself."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A device without a name")

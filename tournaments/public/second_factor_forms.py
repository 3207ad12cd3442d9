"""What django-allauth asks for second factors, with our own words where it has none."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):  # type: ignore[misc] # allauth ships no types
    """The name tells a person's keys apart; without one allauth numbers them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the key")


class _CodeWords:
    """One field takes both kinds of codes, and says so: who has lost his phone looks for another one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]  # type: ignore[attr-defined] # mixed into a form
        field.label = _("Code from your app, or a recovery code")
        field.help_text = _("Is the phone or the key lost? A recovery code goes here too. Each works once.")
        field.widget.attrs["placeholder"] = ""


class CodeForm(_CodeWords, AuthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asked when somebody signs in."""


class ProofForm(_CodeWords, ReauthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asked when somebody proves himself once more."""

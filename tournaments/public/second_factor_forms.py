"""What django-allauth asks for second factors, with our own words where it has none."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from cryptography.fernet import InvalidToken
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

KEY_CHANGED = _(
    "This site has another secret key than when your app was set up, so it cannot check your codes any more. Use a "
    "key if you have one, or ask the union to take the second factor away (Offices → Lost second factor), "
    "and set it up anew."
)


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

    def clean_code(self) -> str:
        """Raises ValidationError of a wrong code, and where nobody can know any more whether it is right."""
        try:
            return str(super().clean_code())  # type: ignore[misc] # mixed into a form
        except InvalidToken:
            raise ValidationError(KEY_CHANGED, code="key_changed") from None


class CodeForm(_CodeWords, AuthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asked when somebody signs in."""


class ProofForm(_CodeWords, ReauthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asked when somebody proves himself once more."""

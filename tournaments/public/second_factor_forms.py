"""What django-allauth asks when a passkey or security key is added, with a label of ours where it has none."""

from __future__ import annotations

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):  # type: ignore[misc] # allauth ships no types
    """The name tells a person's keys apart; without one allauth numbers them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the key")

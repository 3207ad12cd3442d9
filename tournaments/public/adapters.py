"""What django-allauth asks of this site: how mail is sent, who may sign up, what is kept secret.

Nobody signs up here: whoever registers as a player gets his account with that. E-mails go the way of all others, as
rows written with the act. The keys of second factors lie encrypted in the database, under a key made of SECRET_KEY.
"""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any, cast
from uuid import uuid4

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.acts.fresh import is_fresh
from tournaments.models import Account, Message
from tournaments.operations.accounts.second_factor_keys import box
from tournaments.operations.errands import hand_out
from tournaments.public.languages import remember_language

CODE = "account/email/login_code"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that the server sees; behind a proxy the server has put the visitor's there."""
        return str(request.META.get("REMOTE_ADDR") or "unknown")

    def is_reauthentication_required(self, *, app: str = "", **_kwargs: Any) -> bool:
        """Signing in a moment ago is a proof as well (acts/fresh.py)."""
        return not is_fresh(context.request)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """A new link is there for everybody; for whoever came by link alone it is the only way."""
        by_link = {
            "id": "link",
            "description": gettext("Use a new sign-in link"),
            "url": reverse("public:prove_by_link"),
        }
        return [*super().get_reauthentication_methods(user), by_link]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A code is a message to its account like every other; nothing else is ever sent by allauth."""
        account = Account.objects.filter(email=email.strip().lower(), is_active=True).first()
        if template_prefix != CODE or account is None:
            return
        message = Message.objects.create(
            key=f"sign-in-code:{uuid4()}",
            account=account,
            kind="sign_in_code",
            values={"code": context["code"]},
            created_at=timezone.now(),
        )
        transaction.on_commit(partial(hand_out, "send_message", message_id=message.pk))

    def add_message(self, *_args: Any, **_kwargs: Any) -> None:
        """Show no messages of allauth's: its pages say enough."""

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        response = cast("HttpResponse", super().post_login(request, user, **kwargs))
        if user.language in dict(settings.LANGUAGES):
            remember_language(response, user.language)
        return response


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    def encrypt(self, text: str) -> str:
        return box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises InvalidToken where neither this key of the site nor a former one that it was given has sealed it."""
        return box().decrypt(encrypted_text.encode()).decode()

    def get_totp_label(self, user: Any) -> str:
        return str(user.email)

    def build_totp_svg(self, url: str) -> str:
        """Black on white also on a dark page: that is what cameras read."""
        drawn = BytesIO()
        segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=5, border=4, light="#fff")
        return drawn.getvalue().decode()

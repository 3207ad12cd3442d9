"""`manage.py director_link [EMAIL]`: prints a one-time sign-in link for a director; `./run` ends its greeting with it.

Whoever can run this command holds the database already, so it asks for no password. Without an address the link is
for the union's keeper; on an empty installation the account is made.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Account
from tournaments.operations.accounts.sign_in_links import ensure_director, hand_out_link, link_token
from tournaments.operations.journal import TERMINAL

LIFETIME = timedelta(hours=24)
FIRST_DIRECTOR = "director@example.org"


class Command(BaseCommand):
    help = "Prints a one-time sign-in link for a director, valid for 24 hours."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL", nargs="?", default="", help="by default the union's keeper")
        parser.add_argument("--base", metavar="URL", default="", help="by default SCWU_URL, or where ./run serves")

    def handle(self, *_args: Any, **options: Any) -> None:
        now = timezone.now()
        account = ensure_director(email=_checked(options["email"] or _keeper()), now=now)
        link = hand_out_link(account=account, by=TERMINAL, now=now, next_path="/desk/", lifetime=LIFETIME)
        base = (options["base"] or settings.SITE_URL).rstrip("/")
        self.stdout.write(_("Sign in as director %(email)s, once, within 24 hours:") % {"email": account.email})
        self.stdout.write(base + reverse("sign_in_link", args=[link_token(link)]))


def _keeper() -> str:
    keepers = Account.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    return keepers.values_list("email", flat=True).first() or FIRST_DIRECTOR


def _checked(email: str) -> str:
    try:
        validate_email(email)
    except ValidationError:
        raise CommandError(_("%(email)s is no e-mail address.") % {"email": email}) from None
    if Account.objects.filter(email=email.strip().lower(), is_active=False).exists():
        raise CommandError(_("The account %(email)s is switched off.") % {"email": email})
    return email

"""`manage.py sign_in_link EMAIL`: a one-time link for whoever has an account already, and no right besides.

Where no letters are sent it is how somebody who came by a link proves himself anew (public/proving_oneself.py).
`director_link` makes a director of its account; this one changes nothing.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Account
from tournaments.operations.accounts.sign_in_links import hand_out_link, link_token
from tournaments.operations.journal import TERMINAL


class Command(BaseCommand):
    help = "Prints a one-time sign-in link for an account that is there, valid for half an hour. It gives no right."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        account = Account.objects.filter(email=email.strip().lower(), is_active=True).first()
        if account is None:
            raise CommandError(_("No account has the address %(email)s.") % {"email": email})
        link = hand_out_link(account=account, by=TERMINAL, now=timezone.now())
        self.stdout.write(_("Sign in as %(email)s, once, within half an hour:") % {"email": account.email})
        self.stdout.write(settings.SITE_URL + reverse("sign_in_link", args=[link_token(link)]))

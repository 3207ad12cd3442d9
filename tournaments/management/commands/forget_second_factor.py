"""`manage.py forget_second_factor EMAIL`: for whoever lost his phone and his recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Account
from tournaments.operations.accounts.second_factors import remove_second_factor
from tournaments.operations.journal import TERMINAL


class Command(BaseCommand):
    help = "Takes away the second factor of an account, so that its owner signs in by e-mail and sets up a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        account = Account.objects.filter(email=email.strip().lower()).first()
        if account is None:
            raise CommandError(_("No account has the address %(email)s.") % {"email": email})
        if not remove_second_factor(account=account, by=TERMINAL, now=timezone.now()):
            raise CommandError(_("%(email)s has no second factor.") % {"email": account.email})
        self.stdout.write(_("%(email)s signs in without a second factor now.") % {"email": account.email})

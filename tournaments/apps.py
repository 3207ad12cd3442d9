"""What begins with Django: rows that are written are told of, and ways in are remembered."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth import user_logged_in
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import written


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """From now on every row that is written is told of in the journal, and every way in is remembered."""
        from allauth.mfa.signals import authenticator_added  # noqa: PLC0415 - there are no models before this

        from tournaments.operations import journal  # noqa: PLC0415
        from tournaments.uncovered import left_out  # noqa: PLC0415

        def say(rows: written.Rows) -> None:
            journal.note_left_over(rows, act=journal.LEFT_OVER, by=journal.CLOCK, now=timezone.now())

        written.begin(left_out=left_out(), say_left_over=say)
        user_logged_in.connect(remember)
        authenticator_added.connect(tell_of_key)


def tell_of_key(user: Any, authenticator: Any, **_signal: Any) -> None:
    """Whoever adds a key to an account, its owner is told; recovery codes come with the first key."""
    from tournaments.operations.accounts.empowering import tell_owner  # noqa: PLC0415 - models are ready by now

    if authenticator.type != authenticator.Type.RECOVERY_CODES:
        tell_owner(user, "key_added", now=timezone.now(), factor=authenticator.type)


def remember(request: HttpRequest, **_signal: Any) -> None:
    """Whatever way in it was, the session knows on which device it is, and since when."""
    from tournaments.operations.accounts.sessions import remember_device  # noqa: PLC0415 - models are ready by now

    remember_device(request.session, agent=request.META.get("HTTP_USER_AGENT", ""), now=timezone.now())

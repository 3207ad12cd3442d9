"""The doors that a ban closes: nobody banned by the union is registered, let in or seated anywhere.

competition.md 5.5: it blocks new entries everywhere from its confirmation on; earlier results stay. Every act that
lets somebody in asks here; games that run are the director's decision (operations/rulings/questions.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.rules.refusals import Refused
from tournaments.models import Answer, Event, Player, Question, QuestionKind, Registration, Round, Sanction


def refuse_banned(player: Player, *, now: datetime) -> None:
    """Refuse a player who is banned. Raises Refused `banned`. One statement."""
    if Sanction.objects.bans_at(now).filter(player=player).exists():
        raise Refused("banned", nick=player.nick)


def banned_players(players: Iterable[int], *, now: datetime) -> set[int]:
    """Return those of `players` (ids) that are banned. One statement."""
    return set(Sanction.objects.bans_at(now).filter(player__in=list(players)).values_list("player_id", flat=True))


def refuse_seating(event: Event, keys: Iterable[str], *, now: datetime) -> None:
    """Refuse to seat these entries if one of them is banned. Raises Refused `banned`. One statement."""
    bans = Sanction.objects.bans_at(now)
    wanted = Registration.objects.filter(event=event, key__in=list(keys), player__in=bans.values("player"))
    for banned in wanted.order_by("position")[:1]:
        raise Refused("banned", nick=banned.nick)


def refuse_unanswered(event: Event) -> None:
    """Refuse to go on while the director has not said what becomes of somebody banned.

    Raises Refused `ban_unanswered`.
    """
    open_ones = Question.objects.filter(event=event, kind=QuestionKind.BAN, answer="").select_related("registration")
    for question in open_ones[:1]:
        assert question.registration is not None  # noqa: S101 – this kind is about one; tells the type checker
        raise Refused("ban_unanswered", nick=question.registration.nick)


def refuse_seated(round_: Round, *, now: datetime) -> None:
    """Refuse to start a round in which somebody banned holds a seat, unless the director lets him play on.

    A ban may come to a player by a merge, or between two looks at the same moment. Raises Refused `banned`. One
    statement.
    """
    seated = Registration.objects.filter(seats__round=round_, seats__active=True)
    _refuse_unless_they_play_on(seated, now=now)


def refuse_returning(returning: Iterable[Registration], *, now: datetime) -> None:
    """Refuse a line of a running game that seats somebody banned again, unless the director lets him play on.

    Such as a withdrawal or a substitution that is struck, or a substitution back. Raises Refused `banned`. One
    statement.
    """
    _refuse_unless_they_play_on(
        Registration.objects.filter(pk__in=[registration.pk for registration in returning]), now=now
    )


def _refuse_unless_they_play_on(registrations: QuerySet[Registration], *, now: datetime) -> None:
    plays_on = Question.objects.filter(kind=QuestionKind.BAN, answer=Answer.PLAY_ON, registration=OuterRef("pk"))
    bans = Sanction.objects.bans_at(now)
    banned = registrations.filter(~Exists(plays_on), player__in=bans.values("player"))
    for registration in banned.order_by("pk")[:1]:
        raise Refused("banned", nick=registration.nick)

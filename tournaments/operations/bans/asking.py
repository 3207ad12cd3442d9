"""Asking the directors about somebody who was banned: he plays on in games that are drawn or run, or he is withdrawn.

A question stands on the desk of each event until it is answered (rulings/questions.py).
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from tournaments import lifecycle, projections
from tournaments.models import (
    Player,
    Question,
    QuestionKind,
    Registration,
    RegistrationStatus,
    Sanction,
)


def ask_about_ban(sanction: Sanction, *, now: datetime) -> list[Question]:
    """Ask the director of every event that is not over and that the player has entered. For use in a transaction."""
    entered = Registration.objects.filter(player=sanction.player).exclude(status=RegistrationStatus.WITHDRAWN)
    entered = entered.exclude(pk__in=Question.objects.filter(sanction=sanction).values("registration"))
    asked = []
    for registration in entered.exclude(event__status__in=lifecycle.OVER).select_related("event"):
        asked.append(
            Question.objects.create(
                event=registration.event,
                kind=QuestionKind.BAN,
                registration=registration,
                sanction=sanction,
                asked_at=now,
            )
        )
        projections.bump(registration.event)
    return asked


def ask_about_bans_of(player: Player, *, now: datetime) -> None:
    """Ask about the bans that a merge has brought to a player, and no longer about those that have left him."""
    open_ones = Question.objects.filter(kind=QuestionKind.BAN, answer="")
    open_ones.exclude(registration__player=F("sanction__player")).delete()
    for sanction in Sanction.objects.bans_at(now).filter(player=player):
        ask_about_ban(sanction, now=now)

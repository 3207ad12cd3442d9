"""What was done to a seating by hand besides swaps: gone back to the draw, somebody out of it, somebody into it; and
what was done since to the standings that it follows.

Each stands in public beside the draw, as a swap does (`SeatSwap`), for the draw itself is never changed.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Entry
from games.rules.entries import Accept
from tournaments.models.account import Account
from tournaments.models.journal import JournalLine
from tournaments.models.registration import Registration
from tournaments.models.round import Draw, Round, RoundKind


class SeatingChangeKind(models.TextChoices):
    RESTORED = "restored", _("Restored")
    LEFT = "left", _("Left")
    CAME = "came", _("Came")
    STOOD_IN = "stood_in", _("Stood in")


class SeatingChange(models.Model):
    """One change: `registration` left or came before the start, or stands in, at any time, for the one that left just
    before; `moved`: how many others changed seats for it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seating_changes")
    kind = models.CharField(max_length=12, choices=SeatingChangeKind)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, null=True, related_name="+")
    moved = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=500, blank=True, default="")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} in {self.round}"


def was_changed() -> models.Exists:
    """In a statement about draws: whether somebody came or went by hand since."""
    changes = SeatingChange.objects.filter(round=models.OuterRef("round"), at__gt=models.OuterRef("at"))
    return models.Exists(changes.exclude(registration=None))


def is_outdated(round_: str = "pk") -> models.Subquery:
    """Whether the newest draw of a round follows standings that were changed since; `round_`: the path to the round."""
    newest = Draw.objects.filter(round=models.OuterRef(round_)).order_by("-attempt")
    return models.Subquery(newest.values(told=draw_is_outdated())[:1])


def draw_is_outdated() -> models.ExpressionWrapper[Any]:
    """In a statement about draws: whether one by the standings or the rank follows others than those of now.

    So it is where the log of a round that they count was written on since, of an earlier one or, for what is not itself
    a basic round, of any; where it was said since that somebody takes a place or does not; or, for one of the finals,
    where two lost theirs since when one stepped in for the other. In a ladder the order of all others stays.
    """
    lines = Entry.objects.filter(
        game__table__round__event=models.OuterRef("round__event"),
        at_server__gt=models.OuterRef("at"),
    ).exclude(kind=Accept.code)
    basic = lines.filter(game__table__round__kind=RoundKind.BASIC)
    earlier = lines.filter(
        game__table__round__kind__in=(RoundKind.BASIC, RoundKind.PLAY_OFF),
        game__table__round__number__lt=models.OuterRef("round__number"),
    )
    said = JournalLine.objects.filter(
        chain__event=models.OuterRef("round__event"),
        refused="",
        at__gt=models.OuterRef("at"),
    )
    lost = models.Q(old__classified=True, new__classified=False)
    given = models.Q(old__classified=False, new__classified=True)
    flagged = said.filter(lost | given, act="entry_classified")
    stepped_in = said.filter(act="player_substituted", new__classified=False)
    by_results = models.Q(inputs__seating__in=("ladder", "rank")) | models.Q(inputs__kind=RoundKind.PLAY_OFF)
    later = ~models.Q(inputs__kind=RoundKind.BASIC) & (models.Exists(basic) | models.Exists(stepped_in))
    changed = models.Q(models.Exists(earlier)) | later | models.Q(models.Exists(flagged))
    return models.ExpressionWrapper(by_results & changed, output_field=models.BooleanField())

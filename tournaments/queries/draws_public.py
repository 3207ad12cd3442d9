"""How a round was drawn, as its public pages tell it: from the rows of its draws, without what they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.fields.json import KeyTransform

from games.prepared import prepared
from tournaments.models import (
    CeremonyStep,
    Draw,
    Event,
    JournalLine,
    Round,
    RoundKind,
    draw_is_outdated,
    was_changed,
)
from tournaments.projections import TIERS
from tournaments.queries.ceremonies import draws_in_its_place
from tournaments.texts.about_draws import apart_by_standing

BY_RESULTS = Q(inputs__seating__in=("ladder", "rank"))
"""Draws by the standings or the rank, which have no transcript."""


def told_draws(round_: Round) -> set[int]:
    """The numbers of the draws of a round that everybody knows: those before its seating was published last. One
    statement.
    """
    acts = ("draw_made", "draw_made_again", "seating_published", "round_removed")
    lines = JournalLine.objects.filter(chain__event=round_.event_id, subject=f"round:{round_.number}", refused="")
    drawn: set[int] = set()
    told: set[int] = set()
    for act, new in lines.filter(act__in=acts).order_by("number").values_list("act", "new"):
        if act == "round_removed":  # what follows is of another round
            drawn, told = set(), set()
        elif act == "seating_published":
            told |= drawn
        else:
            drawn.add(new["attempt"])
    return told


def seatings_of(event: Event, number: int, round_: Round | None) -> list[dict[str, Any]]:
    """Every draw of the rounds that have this number in the plan or had it, newest first; of a final or small final,
    `round_`, those of its kind that were taken out of the plan under another number as well. One statement.

    Of each its `pk`, its `round_id`, with number and kind and when that was `removed`, and its `seating`: "lots" …
    """
    wanted = Q(round__event=event, round__number=number)
    if round_ is not None and round_.kind in TIERS:
        wanted |= Q(pk__in=draws_in_its_place(round_))
    columns = {
        "number": F("round__number"),
        "kind": F("round__kind"),
        "removed": F("round__removed_at"),
        "seating": KeyTransform("seating", "inputs"),
        "proposed": KeyTransform("proposed", "inputs"),
        "apart": Case(When(BY_RESULTS, then=KeyTransform("apart", KeyTransform("options", "inputs")))),
        "changed": was_changed(),
        "outdated": draw_is_outdated(),
    }
    rows = Draw.objects.filter(wanted).annotate(**columns).order_by("-at", "-pk")
    return list(rows.values("pk", "round_id", "attempt", "seed", "reason", "at", "tables", *columns))


def draws_of(round_: Round) -> Sequence[Mapping[str, Any]]:
    """Every draw of a round, newest first; of what it read only the earlier rounds. One statement.

    `proposed`: of a final, small final or play-off who was to play; `seated`: their tables, and those of a ladder;
    `apart`: the pairs that one by the standings or the rank has read as kept off one table. Each of others None.
    `attempts`: the number of the last attempt, which may not be drawn; None where none was promised. `outdated`: it
    follows standings that were changed since.
    """
    return _draws(round_.pk)


@prepared
def _draws(round_: int) -> QuerySet[Draw, dict[str, Any]]:
    told = ("round", "attempt", "seed", "algorithm", "inputs_hash", "quality", "reason", "at", "inputs__rounds")
    steps = CeremonyStep.objects.filter(event=OuterRef("round__event"), round_number=OuterRef("round__number"))
    last = Subquery(steps.order_by("-attempt").values("attempt")[:1])
    proposed = KeyTransform("proposed", "inputs")
    by_lot = When(~BY_RESULTS, round__kind=RoundKind.BASIC, then=None)
    apart = Case(When(BY_RESULTS, then=KeyTransform("apart", KeyTransform("options", "inputs"))))
    line_up = {"proposed": proposed, "seated": Case(by_lot, default=F("tables")), "changed": was_changed()}
    since = {"attempts": last, **line_up, "apart": apart, "outdated": draw_is_outdated()}
    draws = Draw.objects.filter(round=round_).annotate(**since)
    rows: QuerySet[Draw, dict[str, Any]] = draws.order_by("-attempt").values(*told, *since)
    return rows


def kept_apart_in(draw: Mapping[str, Any]) -> list[list[str]]:
    """The pairs that a draw without a transcript kept off one table, as it has read them; entry keys of who plays."""
    playing = set(chain.from_iterable(draw["seated"] or ()))
    return [pair for pair in draw["apart"] or () if playing.issuperset(pair)]


def told_apart(draws: Sequence[Mapping[str, Any]]) -> list[tuple[int, str]]:
    """Number and sentence of each of these draws (of `draws_of`) that kept somebody apart, oldest first.

    One by lot is not among them: its transcript tells it.
    """
    found = [(draw["attempt"], kept_apart_in(draw)) for draw in reversed(draws)]
    return [(number, apart_by_standing(pairs)) for number, pairs in found if pairs]

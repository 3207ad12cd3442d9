"""How a round was drawn, as its public pages tell it: from the rows of its draws, without what they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, When
from django.db.models.fields.json import KeyTransform

from games.prepared import prepared
from tournaments.models import CeremonyStep, Draw, Round, RoundKind, draw_is_outdated, was_changed


def draws_of(round_: Round) -> Sequence[Mapping[str, Any]]:
    """Every draw of a round, newest first; of what it read only the earlier rounds. One statement.

    `proposed`, `seated`: of a final, small final or play-off who was to play, and its tables; else None.
    `attempts`: the number of the last attempt, which may not be drawn; None where none was promised. `outdated`: it
    follows standings that were changed since.
    """
    return _draws(round_.pk)


@prepared
def _draws(round_: int) -> QuerySet[Draw, dict[str, Any]]:
    told = ("attempt", "seed", "algorithm", "inputs_hash", "quality", "reason", "at", "inputs__rounds")
    steps = CeremonyStep.objects.filter(event=OuterRef("round__event"), round_number=OuterRef("round__number"))
    last = Subquery(steps.order_by("-attempt").values("attempt")[:1])
    proposed = KeyTransform("proposed", "inputs")
    seated = Case(When(round__kind=RoundKind.BASIC, then=None), default=F("tables"))
    line_up = {"proposed": proposed, "seated": seated, "changed": was_changed()}
    since = {"attempts": last, **line_up, "outdated": draw_is_outdated()}
    draws = Draw.objects.filter(round=round_).annotate(**since)
    rows: QuerySet[Draw, dict[str, Any]] = draws.order_by("-attempt").values(*told, *since)
    return rows

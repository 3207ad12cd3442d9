"""The rulings of an event: all of them for its judges and the union, the public part for everybody, a player's own.

A list takes the same number of statements however long it is. Names are those of the day (`Registration.nick`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.rules.misdeals import misdeals
from games.rules.replay import GameState
from games.rules.ruled import occupant_at
from tournaments.models import Appeal, Decision, Event, Occupant, Player, Ruling, Sanction, Table
from tournaments.queries.names import shown_name

RELATED = ("table__round__event", "by", "concerned", "overruled_by", "overrules", "appeal", "sanction")


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling. `nicks`: whom it concerns; of rulings of before who sat in the seat, the present one last.

    `entries`: the log lines that carry it out, `undoing`: those that took back what it overrules (`overrules`).
    `is_mended`: who gave it put it right himself. `facts` and `author` are private.
    """

    pk: int
    round_number: int
    round_kind: str
    table_number: int
    seat: str
    nicks: tuple[str, ...]
    player: int | None
    kind: str
    facts: str
    public_text: str
    judged_by: str
    decision: str
    ban_proposed: bool
    sanction: str
    is_overruled: bool
    is_mended: bool
    overrules: int | None
    appeal: Appeal | None
    entries: tuple[int, ...]
    undoing: tuple[int, ...]
    author: str
    at: datetime


def rulings_at(tables: QuerySet[Table]) -> tuple[RulingView, ...]:
    """The rulings at these tables, newest first. Two statements."""
    return _views(Ruling.objects.filter(table__in=tables).order_by("-at", "-pk"))


def rulings_of_event(event: Event) -> tuple[RulingView, ...]:
    """Return the rulings of an event whose seating everybody may see, oldest first. Two statements."""
    rulings = Ruling.objects.filter(table__round__event=event, table__round__published_at__isnull=False)
    return _views(rulings.order_by("at", "pk"))


def rulings_of_player(player: Player) -> list[Ruling]:
    """What was ruled about him, newest first. One statement."""
    mine = Ruling.objects.filter(concerned__player=player).select_related(*RELATED, "table__round__event")
    return list(mine.order_by("-at", "-pk"))


def public_rulings_of(player: Player) -> list[Ruling]:
    """What everybody may read of what was ruled about him and stands, newest first; the facts are not for that.

    One statement.
    """
    mine = _standing().filter(concerned__player=player, table__round__event__in=Event.objects.listed())
    return list(mine.select_related("table__round__event").defer("facts").order_by("-at", "-pk"))


def standing_rulings_at(event: Event) -> int:
    """How many rulings everybody may read of an event stand. One statement."""
    return _standing().filter(table__round__event=event).count()


def _standing() -> QuerySet[Ruling]:
    told = Ruling.objects.filter(table__round__published_at__isnull=False)
    return told.filter(overruled_by=None).exclude(decision=Decision.LIFTED)


def sanctions_of_player(player: Player) -> list[Sanction]:
    """The union's sanctions against him that it has confirmed, newest first. One statement."""
    mine = Sanction.objects.filter(player=player, confirmed_at__isnull=False)
    return list(mine.select_related("event", "appeal", "replaced_by").order_by("-confirmed_at", "-pk"))


def view_of(ruling: Ruling) -> RulingView:
    """One ruling with all that belongs to it. Two statements."""
    return _views(Ruling.objects.filter(pk=ruling.pk))[0]


def misdeals_at(table: Table, state: GameState, *, but: Ruling | None = None) -> Counter[str]:
    """Label of the occupant → how often he has dealt wrongly in this game: rulings C that stand, and void deals that
    belong to no ruling. `but`: a ruling that is about to be overruled. One statement.
    """
    rulings = list(Ruling.objects.filter(table=table).select_related("overruled_by"))
    ruled = {position for ruling in rulings for position in (*ruling.entries, *ruling.undoing)}
    found = misdeals(state, but=ruled)
    for ruling in rulings:
        stands = not hasattr(ruling, "overruled_by") and ruling.decision != Decision.LIFTED
        if ruling.kind == "c" and stands and ruling != but:
            found[occupant_at(state, ruling.seat, ruling.deal)] += 1
    return found


def _views(rulings: QuerySet[Ruling]) -> tuple[RulingView, ...]:
    found = list(rulings.select_related(*RELATED))
    sat = _who_sat(ruling.table_id for ruling in found if ruling.concerned is None)
    return tuple(
        RulingView(
            pk=ruling.pk,
            round_number=ruling.table.round.number,
            round_kind=ruling.table.round.kind,
            table_number=ruling.table.number,
            seat=ruling.seat,
            nicks=(ruling.concerned.nick,) if ruling.concerned else tuple(sat[ruling.table_id, ruling.seat]),
            player=ruling.concerned.player_id if ruling.concerned else None,
            kind=ruling.kind,
            facts=ruling.facts,
            public_text=ruling.public_text,
            judged_by=ruling.judged_by,
            decision=ruling.decision,
            ban_proposed=ruling.ban_proposed,
            sanction=ruling.sanction.state if hasattr(ruling, "sanction") else "",
            is_overruled=hasattr(ruling, "overruled_by"),
            is_mended=hasattr(ruling, "overruled_by") and ruling.overruled_by.is_mending,
            overrules=ruling.overrules_id,
            appeal=ruling.appeal if hasattr(ruling, "appeal") else None,
            entries=tuple(ruling.entries),
            undoing=tuple(ruling.undoing),
            author=shown_name(ruling.by) if ruling.by else "",
            at=ruling.at,
        )
        for ruling in found
    )


def _who_sat(tables: Iterable[int]) -> dict[tuple[int, str], list[str]]:
    nicks: dict[tuple[int, str], list[str]] = defaultdict(list)
    seated = Occupant.objects.filter(table__in=list(tables), active=True)
    for occupant in seated.select_related("registration").order_by("label"):
        nicks[occupant.table_id, occupant.seat].append(occupant.registration.nick)
    return nicks

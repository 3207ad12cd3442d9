"""The standings as pages of a hundred rows, read from the scores that every deal keeps up to date.

Nothing is recomputed: `Score.rank_key` is the order (standings/order.py), a page is found by where the one before
ended (keyset, `after`), and its first place by counting what lies before on the index. Shared places, the cut and
the reasons are worked out for the rows of the page alone. A referee's override moves its row to the official place and
leaves everybody else's place as computed (competition.md 3.9). A line of its own is made in standing_rows.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, F, FilteredRelation, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.prepared import prepared
from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.models import Event, EventStatus, RegistrationStatus, RoundKind, Score
from tournaments.projections import numbered_basic
from tournaments.queries.standing_rows import COLUMNS, FIELDS, Row, basic_rounds, read_json, row_of, values_of
from tournaments.standings.courses import places_by_round
from tournaments.standings.order import OTHERS, SMALL_FINAL

PAGE = 100
MOST = 1000  # more than any hall holds
TAKING_PART = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)
_CURSOR = re.compile(r"([012][0-9]{49})-([^\x00]{1,40})")


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """`next`: the cursor of the following page, None on the last; `unclassified`: listed there, without places."""

    rows: tuple[Row, ...]
    next: str | None
    unclassified: tuple[Row, ...]
    is_first: bool
    has_deals: bool
    final_begun: bool
    has_small_final: bool


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a page begins: after the row with this rank key and entry key, which is row number `offset`."""

    rank_key: str = ""
    key: str = ""
    place: int = 0
    offset: int = 0
    finals: int = 0
    in_small_final: int = 0


def standings_page(event: Event, after: str = "", *, size: int = PAGE, has_overrides: bool = True) -> StandingsPage:
    """A page of the live standings; `after` is the cursor that the page before gave. At most four statements.

    A cursor that is none begins at the beginning. `has_overrides` False saves looking for them. `size`: at most PAGE.
    """
    regulations = Regulations.from_dict(event.regulations)
    ranked = Score.objects.filter(event=event, rank_key__gt="")
    start = _start(ranked, after)
    found = _behind(event.pk, start.rank_key, start.key) if start.key else _first(event.pk)
    found = found[: size + 1]
    more = len(found) > size
    rows = list(_placed(found, start, event, regulations, size=size))
    final_begun = bool(start.finals) or bool(rows and rows[0].tier < OTHERS)
    overridden = _overridden(ranked, regulations) if has_overrides else []
    last = rows[-1] if more else None
    rows = _with_cut(rows, found, regulations, final_begun=final_begun, event=event)
    return StandingsPage(
        rows=_official(rows, overridden, first=start, last=last),
        next=f"{found[size - 1]['rank_key']}-{found[size - 1]['key']}" if more else None,
        unclassified=() if more else _unclassified(event, regulations),
        is_first=not start.offset,
        has_deals=bool(start.offset) or any(row.deals for row in rows),
        final_begun=final_begun,
        has_small_final=bool(start.in_small_final) or any(row.tier == SMALL_FINAL for row in rows),
    )


def _places_before(rounds: Mapping[str, Mapping[str, Sequence[Any]]], regulations: Regulations) -> dict[str, int]:
    """The place of each before the newest round; empty before the second. Before a final are all basic rounds.

    `rounds`: entry key → `Score.rounds`.
    """
    newest = max((int(number) for did in rounds.values() for number in did), default=0)
    kinds = {did[str(newest)][0] for did in rounds.values() if str(newest) in did}
    last = newest if kinds == {RoundKind.BASIC} else newest + 1
    played = {entry: [one for one in numbered_basic(did) if one[0] < last] for entry, did in rounds.items()}
    after = places_by_round(played, regulations)
    return after[max(after)] if after else {}


def whole_standings(event: Event, *, has_overrides: bool = True) -> list[tuple[Row, int]]:
    """All of the live standings, `MOST` rows at most, each with its place before the newest round, 0 without one.

    Two statements at most.
    """
    rows, found = _all_rows(event, has_overrides=has_overrides)
    earlier = _places_before({row["key"]: read_json(row["rounds_json"]) for row in found}, _regulations(event))
    return [(row, earlier.get(row.key, 0)) for row in rows]


class Played(NamedTuple):
    """A line with the code of its club, None without one, and a tally for each basic round."""

    row: Row
    club: str | None
    basic: tuple[Tally, ...]


def played_rows(event: Event, *, has_overrides: bool = True) -> list[Played]:
    """All of the live standings with what each did, `MOST` rows at most. Two statements at most."""
    rows, found = _all_rows(event, has_overrides=has_overrides)
    values = {str(row["key"]): row for row in found}
    return [Played(row, values[row.key]["club_code"], tuple(basic_rounds(values[row.key]))) for row in rows]


def _all_rows(event: Event, *, has_overrides: bool) -> tuple[tuple[Row, ...], Sequence[Mapping[str, Any]]]:
    """The rows in official order, and the values that they were made of."""
    regulations = _regulations(event)
    found = _whole(event.pk)
    rows = list(_placed(found, _Start(), event, regulations, size=len(found)))
    ranked = Score.objects.filter(event=event, rank_key__gt="")
    overridden = _overridden(ranked, regulations) if has_overrides else []
    begun = bool(rows and rows[0].tier < OTHERS)
    rows = _with_cut(rows, found, regulations, final_begun=begun, event=event)
    return _official(rows, overridden, first=_Start(), last=None), found


def _regulations(event: Event) -> Regulations:
    return Regulations.from_dict(event.regulations)


@prepared
def _whole(event: int) -> QuerySet[Score, dict[str, Any]]:
    return values_of(Score.objects.filter(event=event, rank_key__gt="").order_by("rank_key", "key"))[:MOST]


def _of_page(rows: QuerySet[Score]) -> QuerySet[Score, dict[str, Any]]:
    """One more than a page has tells whether another one follows."""
    return values_of(rows.order_by("rank_key", "key"))[: PAGE + 1]


@prepared
def _first(event: int) -> QuerySet[Score, dict[str, Any]]:
    return _of_page(Score.objects.filter(event=event, rank_key__gt=""))


@prepared
def _behind(event: int, rank_key: str, key: str) -> QuerySet[Score, dict[str, Any]]:
    later = Q(rank_key__gt=rank_key) | Q(rank_key=rank_key, key__gt=key)
    return _of_page(Score.objects.filter(later, event=event, rank_key__gte=rank_key))


@prepared
def _sharing(event: int, rank_key: str) -> QuerySet[Score, int]:
    """How many have one rank key."""
    rows = Score.objects.filter(event=event, rank_key=rank_key).order_by().values("event")
    return rows.annotate(n=Count("pk")).values_list("n", flat=True)


def _start(ranked: QuerySet[Score], after: str) -> _Start:
    found = _CURSOR.fullmatch(after)
    if found is None:
        return _Start()
    rank_key, key = found.groups()
    less = Q(rank_key__lt=rank_key)
    counted = ranked.filter(rank_key__lte=rank_key).aggregate(
        less=Count("pk", filter=less),
        upto=Count("pk", filter=less | Q(key__lte=key)),
        finals=Count("pk", filter=Q(rank_key__lt=str(OTHERS))),
        small=Count("pk", filter=Q(rank_key__gte=str(SMALL_FINAL), rank_key__lt=str(OTHERS))),
    )
    return _Start(rank_key, key, counted["less"] + 1, counted["upto"], counted["finals"], counted["small"])


def _placed(
    found: Sequence[Mapping[str, Any]], start: _Start, event: Event, regulations: Regulations, *, size: int
) -> Iterator[Row]:
    """The rows with their places; a group of equals may have begun on the page before and may go on on the next."""
    index = start.offset
    for rank_key, group in groupby(found, key=lambda row: str(row["rank_key"])):
        members = list(group)
        place = start.place if rank_key == start.rank_key else index + 1
        last_place = index + len(members)
        if index + len(members) - start.offset > size:
            last_place = place - 1 + sum(_sharing(event.pk, rank_key))
        keys = [str(row["key"]) for row in members]
        for row in members[: size + start.offset - index]:
            yield row_of(row, regulations, place=place, last_place=last_place, equals=keys)
        index += len(members)


def _with_cut(
    rows: list[Row],
    found: Sequence[Mapping[str, Any]],
    regulations: Regulations,
    *,
    final_begun: bool,
    event: Event,
) -> list[Row]:
    """Draw the line under the last who goes through; once a final has begun, under each final.

    Who has ended an evening without its final sends nobody through.
    """
    if final_begun:
        tiers = [row.tier for row in rows] + [int(row["rank_key"][0]) for row in found[len(rows) :]]
        ends = {index for index in range(len(rows)) if index + 1 < len(tiers) and tiers[index] < tiers[index + 1]}
        return [row._replace(cut=True) if index in ends else row for index, row in enumerate(rows)]
    size, to_come = regulations.final_size, event.series.has_final and event.status != EventStatus.FINISHED
    if not to_come or regulations.qualification != "success" or not any(row.deals for row in rows):
        return rows
    sure = sum(row.last_place <= size for row in rows)
    marked = [row._replace(tied_at_cut=True) if row.place <= size < row.last_place else row for row in rows]
    if 0 < sure < len(rows):
        marked[sure - 1] = marked[sure - 1]._replace(cut=True)
    return marked


def _overridden(ranked: QuerySet[Score], regulations: Regulations) -> list[Row]:
    """The few rows whose place the referee has set, each with its computed place. One statement."""
    same_event = Score.objects.filter(event=OuterRef("event")).order_by().values("event")
    counted = partial(Subquery, output_field=IntegerField())
    before = same_event.filter(rank_key__gt="", rank_key__lt=OuterRef("rank_key")).annotate(n=Count("pk")).values("n")
    equal = same_event.filter(rank_key=OuterRef("rank_key")).annotate(n=Count("pk")).values("n")
    rows = (
        ranked.annotate(
            override=FilteredRelation(
                "registration__overrides", condition=Q(registration__overrides__withdrawn_at=None)
            )
        )
        .filter(override__isnull=False)
        .annotate(
            **FIELDS,
            official=F("override__place"),
            note=F("override__note"),
            before=Coalesce(counted(before), 0),
            equal=counted(equal),
        )
        .values(*COLUMNS, *FIELDS, "official", "note", "before", "equal")
    )
    return [
        row_of(row, regulations, place=row["before"] + 1, last_place=row["before"] + row["equal"])._replace(
            official=row["official"], note=row["note"]
        )
        for row in rows
    ]


def _official(rows: Sequence[Row], overridden: Sequence[Row], *, first: _Start, last: Row | None) -> tuple[Row, ...]:
    """The rows of this page in official order: overridden ones stand where the referee put them."""
    moved = {row.key for row in overridden}
    kept = [row for row in rows if row.key not in moved]
    here = [
        row
        for row in overridden
        if (not first.offset or (row.official, row.key) > (first.place, first.key))
        and (last is None or (row.official, row.key) <= (last.place, last.key))
    ]
    return tuple(sorted((*kept, *here), key=lambda row: (row.official, row.key)))


def out_of_classification(event: Event) -> tuple[Row, ...]:
    """Whoever plays and takes no place, for a page that shows all of the standings."""
    return _unclassified(event, _regulations(event))


def _unclassified(event: Event, regulations: Regulations) -> tuple[Row, ...]:
    """Guests and both halves of a replacement: they play, and take no place (competition.md 3.7)."""
    return tuple(row_of(row, regulations) for row in _without_place(event.pk))


@prepared
def _without_place(event: int) -> QuerySet[Score, dict[str, Any]]:
    apart = Score.objects.filter(event=event, rank_key="", registration__classified=False)
    played = apart.filter(Q(registration__status__in=TAKING_PART) | Q(deals__gt=0))
    return values_of(played.order_by("registration__position", "key"))[:PAGE]

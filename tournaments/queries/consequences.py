"""What a ruling changes: letters at its table, places, later rounds that were drawn from what it changes.

Two pictures of an event, before and after, and what differs between them (competition.md 5.5: a ruling that changes a
finished deal re-computes what follows; what is drawn already is not drawn anew silently). Nothing is guessed: the
ruling is carried out in between, and taken back where only a preview was wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from games import queries as game_queries
from tournaments.models import Draw, Event, Publication, Round, RoundKind, RoundStatus, Score, Table
from tournaments.queries.finals import final_proposal
from tournaments.standings.places import place_text

FROM_RESULTS = (RoundKind.PLAY_OFF, RoundKind.FINAL, RoundKind.SMALL_FINAL)


@dataclass(frozen=True, slots=True)
class Picture:
    """What can be changed by a ruling at one table. `drawn_from`: round → entries as its draw would take them now."""

    letters: Mapping[str, int]
    is_over: bool
    to_go: tuple[int, int] | None
    places: Mapping[str, str]
    drawn_from: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round after that of the ruling that is drawn. `differs`: it would be drawn from something else now.
    `may_differ`: it could be once the game at the table is over, which it is not.
    """

    number: int
    kind: str
    status: str
    differs: bool
    may_differ: bool


@dataclass(frozen=True, slots=True)
class Change:
    """`who`: a nick; what it was and what it is."""

    who: str
    before: str
    after: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Consequences:
    """`opened`: the game was over and now it is not, so many deals to go at least and at most; `ended`: the other way
    round. `published`: number of the last published results, which stand as they are.
    """

    letters: tuple[Change, ...] = ()
    places: tuple[Change, ...] = ()
    opened: tuple[int, int] | None = None
    ended: bool = False
    later: tuple[LaterRound, ...] = ()
    published: int | None = None

    @property
    def is_nothing(self) -> bool:
        return not (self.letters or self.places or self.opened or self.ended)

    @property
    def differing(self) -> tuple[LaterRound, ...]:
        return tuple(later_round for later_round in self.later if later_round.differs)


def picture(table: Table) -> Picture:
    """Take a picture of the event as it is, as far as a ruling at `table` can change it."""
    assert table.game is not None  # noqa: S101 – a ruling has a game; tells the type checker
    state = game_queries.state_of(table.game)
    return Picture(
        letters={seat: held.letters for seat, held in state.seats.items()},
        is_over=state.finished,
        to_go=state.deals_to_go,
        places=_places(table.round.event),
        drawn_from=_drawn_from(table.round),
    )


def consequences(table: Table, before: Picture, after: Picture) -> Consequences:
    """Return what differs between two pictures; `table` as it is after the ruling."""
    event = table.round.event
    nicks = dict(event.registrations.values_list("key", "nick"))
    seated = _nicks_at(table)
    last = Publication.objects.filter(event=event).order_by("-number").values_list("number", flat=True).first()
    moved = [key for key in {**before.places, **after.places} if before.places.get(key) != after.places.get(key)]
    moved.sort(key=lambda key: (_number(after.places.get(key, "")), nicks[key]))
    decides = not after.is_over and table.round.kind in (RoundKind.BASIC, RoundKind.PLAY_OFF)
    return Consequences(
        letters=tuple(
            Change(seated.get(seat, seat), str(before.letters[seat]), str(now), seat)
            for seat, now in after.letters.items()
            if before.letters[seat] != now
        ),
        places=tuple(Change(nicks[key], before.places.get(key, "–"), after.places.get(key, "–")) for key in moved),
        opened=(after.to_go or (0, 0)) if before.is_over and not after.is_over else None,
        ended=after.is_over and not before.is_over,
        later=tuple(
            LaterRound(
                later_round.number,
                later_round.kind,
                later_round.status,
                differs=before.drawn_from[later_round.number] != after.drawn_from[later_round.number],
                may_differ=decides and (later_round.kind in FROM_RESULTS or bool(after.drawn_from[later_round.number])),
            )
            for later_round in _drawn_after(table.round)
        ),
        published=last,
    )


def _places(event: Event) -> dict[str, str]:
    """Entry → place as the standings write it. One statement."""
    ranked = Score.objects.filter(event=event).exclude(rank_key="").order_by("rank_key", "key")
    rows = list(ranked.values_list("key", "rank_key"))
    equals = Counter(rank_key for _, rank_key in rows)
    first: dict[str, int] = {}
    for position, (_, rank_key) in enumerate(rows, start=1):
        first.setdefault(rank_key, position)
    return {key: place_text(first[rank], first[rank] + equals[rank] - 1) for key, rank in rows}


def _drawn_from(round_: Round) -> dict[int, tuple[str, ...]]:
    """What each later round that is drawn would be drawn from now, as far as results decide it."""
    later = _drawn_after(round_)
    if not later:
        return {}
    proposal = final_proposal(round_.event) if any(later_round.kind in FROM_RESULTS for later_round in later) else None
    found: dict[int, tuple[str, ...]] = {}
    for later_round in later:
        if proposal is None or later_round.kind == RoundKind.BASIC:
            found[later_round.number] = _by_standing(later_round)
        elif later_round.kind == RoundKind.PLAY_OFF:
            open_tie = proposal.play_off.between if proposal.play_off else ()
            found[later_round.number] = tuple(sorted(proposal.ties.get(later_round.number, open_tie)))
        else:
            found[later_round.number] = proposal.qualified if later_round.kind == RoundKind.FINAL else proposal.others
    return found


def _by_standing(round_: Round) -> tuple[str, ...]:
    """The order of a ladder; a draw by lots reads no results."""
    drawn = Draw.objects.filter(round=round_).order_by("-attempt").first()
    if drawn is None or drawn.inputs.get("seating") != "ladder":
        return ()
    keys = [player["key"] for player in drawn.inputs["players"]]
    ranks = dict(Score.objects.filter(event=round_.event, key__in=keys).values_list("key", "rank_key"))
    return tuple(sorted(keys, key=lambda key: (ranks.get(key) or "9", key)))


def resting_on(round_: Round) -> tuple[int, ...]:
    """The numbers of the later rounds that are drawn, from results that this round is part of."""
    return tuple(number for number, drawn_from in _drawn_from(round_).items() if drawn_from)


def is_drawn_after(round_: Round) -> bool:
    """Whether a round after this one is drawn already. One statement."""
    return Round.objects.filter(event=round_.event_id, number__gt=round_.number).exclude(status="planned").exists()


def _drawn_after(round_: Round) -> list[Round]:
    later = Round.objects.filter(event=round_.event_id, number__gt=round_.number).exclude(status=RoundStatus.PLANNED)
    found = list(later.order_by("number"))
    for drawn in found:
        drawn.event = round_.event
    return found


def _nicks_at(table: Table) -> dict[str, str]:
    assert table.game is not None  # noqa: S101 – as above
    now = {seat["occupant"] for seat in table.game.state["seats"].values()}
    rows = table.occupants.filter(label__in=now).values_list("seat", "registration__nick")
    return dict(rows)


def _number(place: str) -> int:
    return int(place.partition("–")[0] or 0) if place else 10**6

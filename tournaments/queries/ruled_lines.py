"""Which lines of a log the rulings at its table hold, as `Game.ruled` keeps them, and whether log and rulings agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.entries import Entry
from games.rules.replay import GameState
from games.rules.ruled import PLAYED, Ruled, held_by_rulings, says
from tournaments import instances
from tournaments.models import Event, Outcome, Registration, Ruling, Table

RELATED = ("overruled_by", "appeal", "concerned")


def rulings_on(table: Table) -> list[Ruling]:
    """The rulings at a table, oldest first, with what `instance_of` and `ruled_lines` ask of them. One statement."""
    return list(Ruling.objects.filter(table=table).select_related(*RELATED).order_by("pk"))


def rulings_by_game(event: Event | None = None) -> dict[int, list[Ruling]]:
    """The same for all games of an event, or of all events, that have any. One statement."""
    found: dict[int, list[Ruling]] = {}
    rulings = (
        Ruling.objects.filter(table__game__isnull=False).select_related(*RELATED, "table__round__event").order_by("pk")
    )
    for ruling in rulings if event is None else rulings.filter(table__round__event=event):
        found.setdefault(ruling.table.game_id or 0, []).append(ruling)
    return found


def instance_of(ruling: Ruling) -> str:
    """As whose word a ruling stands: the union's, if it has upheld it on appeal."""
    is_upheld = hasattr(ruling, "appeal") and ruling.appeal.outcome == Outcome.UPHELD
    return instances.UNION if is_upheld else ruling.judged_by


def ruled_lines(log: Sequence[Entry], rulings: Iterable[Ruling], *, but: Ruling | None = None) -> dict[str, int]:
    """Line → how high one must stand to correct it, as a game keeps it. `but`: a ruling that is being taken back."""
    by_key = {ruling.pk: ruling for ruling in rulings}
    found = held_by_rulings(log, [_ruled(ruling, by_key) for ruling in _in_force(by_key) if ruling != but])
    return {str(position): found[position] for position in sorted(found)}


def contradicted(state: GameState, rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """The rulings in force that the log does not carry out."""
    by_key = {ruling.pk: ruling for ruling in rulings}
    for ruling in _in_force(by_key):
        taken_back = [at for before in _before(ruling, by_key) for at in before.entries]
        told = _ruled(ruling, by_key)
        if not says(state, decision=ruling.decision, seat=ruling.seat, ruling=told, taken_back=taken_back):
            yield ruling


def ruled_above(
    rulings: Iterable[Ruling], state: GameState, *, height: int
) -> set[tuple[str, int | None, Registration | None]]:
    """Which offences somebody who stands so high decides on no more: kind, line of the deal, whom it concerns."""
    by_key = {ruling.pk: ruling for ruling in rulings}
    return {
        (ruling.kind, _deal_of(ruling, by_key, state), ruling.concerned)
        for ruling in _in_force(by_key)
        if instances.height(instance_of(ruling)) > height
    }


def _deal_of(ruling: Ruling, by_key: dict[int, Ruling], state: GameState) -> int | None:
    """The line of the deal that a ruling is about; None while that deal is being played."""
    chain = [ruling, *_before(ruling, by_key)]
    since = min((at for one in chain for at in one.entries), default=len(state.lines))
    played = (line.position for line in state.lines if line.applied and isinstance(line.entry, PLAYED))
    return ruling.deal or next((at for at in played if at > since), None)


def _in_force(by_key: dict[int, Ruling]) -> list[Ruling]:
    return [ruling for ruling in by_key.values() if not hasattr(ruling, "overruled_by")]


def _before(ruling: Ruling, by_key: dict[int, Ruling]) -> Iterator[Ruling]:
    """What it overrules, and what that overruled."""
    before = by_key.get(ruling.overrules_id or 0)
    while before is not None:
        yield before
        before = by_key.get(before.overrules_id or 0)


def _ruled(ruling: Ruling, by_key: dict[int, Ruling]) -> Ruled:
    chain = [ruling, *_before(ruling, by_key)]
    height = max(instances.height(instance_of(one)) for one in chain)
    earlier = [at for one in chain[1:] for at in (*one.entries, *one.undoing)]
    return Ruled(tuple(ruling.entries), tuple(ruling.undoing), height, tuple(earlier))

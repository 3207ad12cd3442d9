"""Writing the table log: open a game, append a line, take the pen.

What this module believes: the log only grows; a line is known by the id its form was opened with, for ever; a line
is accepted only at the position its writer expected, so nobody writes over what he has not seen; everything happens
under a lock on the game, in the caller's transaction. Appending the same line again gives the first answer again.
A line that cannot be (deal at a finished table, five players …) is refused here, where a person can still mend it;
what a later correction makes impossible is kept and becomes a finding (competition.md 2.10).

Rights and who the occupants are is the caller's business. The design: table log, "On the server" and "The pen".
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games import queries
from games.arrivals.decide import Decision
from games.arrivals.sent import Sent, Unread
from games.models import Arrival, Entry, Game
from games.prepared import insert, update
from games.rules import entries as log_entries
from games.rules.corrections import corrected
from games.rules.payload import entry_payload, parse_entry
from games.rules.possible import judged
from games.rules.refusals import Refused
from games.rules.replay import GameState, replay
from games.rules.ruled import held_above
from games.rules.setup import GameSetup

PROJECTED = ("length", "head", "state", "finished", "timed_deals", "timed_seconds", "last_entry_at")
LONGEST_RAW = 4000  # signs of what a phone brought that are kept; a line of ours has a few hundred
PEN = ("pen_epoch", "pen_holder", "pen_by", "pen_since", "pen_heard_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A line as its writer sends it. `expected_position`: where he believes that it will stand.

    `pen`: the epoch of the pen his screen showed, None if it showed none. `slot`, `base`: deal number and last
    position that the form was opened for. Who dealt, as seen at the table, is the witness: `Deal.dealer`, unless a
    phone said so of itself. `said`, `tapped_at`: of a line that a phone brought, what it was and when it was tapped.
    `uncounted`: a ruling gave the deal to its loser, so nobody has counted its points. `height`: how high its writer
    stands above what rulings hold (`Game.ruled`).
    """

    id: UUID
    entry: log_entries.Entry
    expected_position: int
    pen: int | None = None
    slot: int | None = None
    base: int | None = None
    device: str = ""
    counter: int | None = None
    at_device: datetime | None = None
    tapped_at: datetime | None = None
    said: str | None = None
    witness: str = ""
    seen: bool | None = None
    uncounted: bool = False
    height: int = 0


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of a draft: its position, the whole log and the state after it. `repeated`: it was there already."""

    position: int
    state: GameState
    log: tuple[Entry, ...]
    repeated: bool


def open_game(*, setup: GameSetup, now: datetime) -> Game:
    """A new game without entries. The caller keeps who the occupants of the seats are."""
    return open_games([setup], now=now)[0]


def open_games(setups: Iterable[GameSetup], *, now: datetime) -> list[Game]:
    """A new game for each table of a round, in their order. One statement for a few hundred games."""
    return Game.objects.bulk_create(
        Game(
            letters=list(setup.letters),
            seats="".join(setup.seats),
            options=queries.options_json(setup.options),
            state=queries.summary(replay(setup, [])),
            opened_at=now,
        )
        for setup in setups
    )


def lock(game_id: int) -> Game:
    """The game, locked until the end of the transaction.

    SQLite has no row locks and needs none here: its transactions begin IMMEDIATE, so a writer is alone.
    """
    games = Game.objects.filter(pk=game_id)
    if connection.features.has_select_for_update:
        games = games.select_for_update()
    return games.get()


def append(game: Game, draft: Draft, *, by: str, now: datetime) -> Appended:
    """Append `draft` to the log of `game`, which the caller has locked in a transaction.

    Raises Refused: `id_reused`, `stale_position` (values: expected, length), `points_required`, `points_off`,
    `malformed_entry`, `struck_already`, `line_of_ruling`, `ruling_stands`, or the code of the rule that the line would
    break.
    Four statements: read the log, insert the line, update the game (the lock was the caller's).
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("append needs the caller's transaction: the lock on the game must outlive it")
    stored = queries.log_of(game)
    payload = entry_payload(draft.entry)
    parse_entry(payload)  # a line that cannot be read again would stop its table for ever
    known = next((line for line in stored if line.id == draft.id), None)
    if known is not None:
        return _first_answer(game, stored, known, payload)
    if draft.expected_position != game.length + 1:
        raise Refused("stale_position", expected=draft.expected_position, length=game.length)
    log = [queries.parsed(line) for line in stored]
    if isinstance(draft.entry, log_entries.Strike) and draft.entry.position in corrected(log)[1]:
        raise Refused("struck_already", position=draft.entry.position)
    held = held_above(game.ruled, draft.height)
    state = judged(queries.setup_of(game), log, draft.entry, uncounted=draft.uncounted, held=held)
    line = add(game, draft, state, stored, by=by, now=now)
    keep(game)
    return Appended(position=line.position, state=state, log=(*stored, line), repeated=False)


def add(game: Game, draft: Draft, state: GameState, stored: Sequence[Entry], *, by: str, now: datetime) -> Entry:
    """Store a line that was judged, as the next one of the locked game after those `stored`. One statement; `keep`
    stores the game.
    """
    if not game.pen_holder:
        give_pen(game, draft.device or by, by=by, now=now)
    elif _holds(game, draft.device, by):
        game.pen_heard_at = now
    line = _chained(game, draft, entry_payload(draft.entry), pen=_pen(game, draft, by), by=by, now=now)
    insert(line)
    game.length, game.head = line.position, line.digest
    _project(game, state, [*stored, line], now=now)
    return line


def keep(game: Game) -> None:
    """Store what lines have changed of their game. One statement."""
    update(game, (*PROJECTED, *PEN, "kept", "kept_head"))


def put_aside(
    game: Game,
    sent: Sent | Unread,
    decision: Decision,
    *,
    raw: str,
    turn: int = 1,
    brought_by: str,
    now: datetime,
) -> Arrival:
    """Keep what has no effect in the locked game, as it came. One statement; `keep` stores the game."""
    row = Arrival(
        line=sent.id,
        said=sent.said,
        turn=turn,
        game=game,
        status=decision.status,
        code=decision.code,
        about=decision.about,
        device=sent.device,
        counter=sent.counter,
        by=sent.by if isinstance(sent, Sent) else "",
        brought_by=brought_by,
        raw=raw[:LONGEST_RAW],
        tapped_at=sent.tapped if isinstance(sent, Sent) else None,
        at_server=now,
    )
    row.digest = digest_of_arrival(game.kept_head, row)
    row.save(force_insert=True)
    game.kept += 1
    game.kept_head = row.digest
    return row


def take_in(logs: Iterable[tuple[Game, Sequence[log_entries.Entry]]], *, by: str, now: datetime) -> list[GameState]:
    """Fill the empty logs of new games from an archive; what cannot be becomes a finding. Few statements for all."""
    games, states = [], []
    lines: list[Entry] = []
    for game, log in logs:
        stored = []
        for entry in log:
            draft = Draft(id=uuid.uuid4(), entry=entry, expected_position=game.length + 1)
            stored.append(_chained(game, draft, entry_payload(entry), pen=0, by=by, now=now))
            game.length, game.head = stored[-1].position, stored[-1].digest
        lines += stored
        states.append(replay(queries.setup_of(game), log))
        _project(game, states[-1], stored, now=now)
        games.append(game)
    Entry.objects.bulk_create(lines, batch_size=1000)
    # An upsert of rows that are there: Django writes it in a fraction of the time of a `bulk_update`.
    Game.objects.bulk_create(games, update_conflicts=True, unique_fields=["id"], update_fields=PROJECTED)
    return states


def take_pen(game: Game, *, by: str, now: datetime, device: str = "") -> int:
    """Hand the pen of the locked `game` to `by`, on this device; returns the epoch, which stays if he held it."""
    if game.pen_holder != (device or by):
        give_pen(game, device or by, by=by, now=now)
    game.pen_heard_at = now
    game.save(update_fields=PEN)
    return game.pen_epoch


def give_pen(game: Game, holder: str, *, by: str, now: datetime) -> None:
    """From the next line on `holder` writes here: a device, or an account where a form without a script is sent. Not
    stored yet.
    """
    game.pen_holder, game.pen_by, game.pen_since, game.pen_heard_at = holder, by, game.length, now
    game.pen_epoch += 1


def digest(previous: str, line: Entry) -> str:
    """The link of the hash chain: SHA-256 over the link before and everything that the line says."""
    said: dict[str, Any] = {
        "id": str(line.id),
        "game": line.game_id,
        "position": line.position,
        "kind": line.kind,
        "payload": line.payload,
        "version": line.version,
        "slot": line.slot,
        "base": line.base,
        "witness": line.witness,
        "device": line.device,
        "counter": line.counter,
        "pen": line.pen,
        "by": line.by,
        "at_device": _moment(line.at_device),
        "at_server": _moment(line.at_server),
    }
    if line.said or line.seen is not None or line.tapped_at is not None:  # no phone brought it: digested without
        said |= {"said": line.said, "seen": line.seen, "tapped_at": _moment(line.tapped_at)}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"scwu-log/1|{previous}|{text}".encode()).hexdigest()


def digest_of_arrival(previous: str, row: Arrival) -> str:
    """The same for what a phone brought beside the log."""
    said = {
        "line": str(row.line),
        "said": row.said,
        "turn": row.turn,
        "game": row.game_id,
        "status": row.status,
        "code": row.code,
        "about": str(row.about or ""),
        "device": row.device,
        "counter": row.counter,
        "by": row.by,
        "brought_by": row.brought_by,
        "raw": row.raw,
        "tapped_at": _moment(row.tapped_at),
        "at_server": _moment(row.at_server),
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"scwu-arrival/1|{previous}|{text}".encode()).hexdigest()


def broken_arrival(game: Game) -> int | None:
    """Key of the first row of what phones brought that its chain does not vouch for, 0 if only its end does not fit, or
    None. Rows from before they were chained come first and have no digest.
    """
    head, count = "", 0
    for row in game.arrivals.order_by("pk"):
        count += 1
        if row.digest is None and not head:
            continue
        head = digest_of_arrival(head, row)
        if row.digest != head:
            return row.pk
    return None if (head, count) == (game.kept_head, game.kept) else 0


def broken_link(game: Game, log: Sequence[Entry] | None = None) -> int | None:
    """Position of the first entry that the hash chain does not vouch for, or None if all of it holds.

    `log`: all of its lines, where somebody has read them.
    """
    head, position = "", 0
    for position, line in enumerate(game.entries.order_by("position") if log is None else log, start=1):
        head = digest(head, line)
        if line.position != position or line.digest != head:
            return position
    return None if (head, position) == (game.head, game.length) else position + 1


def _first_answer(game: Game, stored: Sequence[Entry], known: Entry, payload: dict[str, Any]) -> Appended:
    if known.payload != payload:
        raise Refused("id_reused", position=known.position)
    state = replay(queries.setup_of(game), [queries.parsed(line) for line in stored])
    return Appended(position=known.position, state=state, log=tuple(stored), repeated=True)


def _holds(game: Game, device: str, by: str) -> bool:
    """Whether this is who writes here. A form knows no device: there it is its writer who holds the pen, and a pen
    that he took by a form is his on any device.
    """
    return game.pen_holder in (device, by) if device else by in (game.pen_holder, game.pen_by)


def _pen(game: Game, draft: Draft, by: str) -> int:
    """The epoch under which the line is written; 0 if its writer does not hold the pen, or wrote before it moved on.

    Such a line is judged by the same rules as any other; the 0 is its mark. A screen opened before anybody had the
    pen shows 0 itself: the first writer takes the pen by writing.
    """
    is_current = draft.pen in (None, game.pen_epoch) or game.length == 0
    return game.pen_epoch if _holds(game, draft.device, by) and is_current else 0


def _moment(moment: datetime | None) -> str | None:
    """One text for one instant, whatever zone it was given in: databases give it back in UTC."""
    return moment.astimezone(UTC).isoformat() if moment else None


def _chained(game: Game, draft: Draft, payload: dict[str, Any], *, pen: int, by: str, now: datetime) -> Entry:
    """The next line of the log, linked to the one before; not stored yet."""
    line = Entry(
        id=draft.id,
        game=game,
        position=game.length + 1,
        kind=payload["kind"],
        payload=payload,
        version=log_entries.VERSION,
        slot=draft.slot,
        base=draft.base,
        witness=draft.witness or payload.get("dealer") or "",  # an amendment may take it away: null
        device=draft.device,
        counter=draft.counter,
        pen=pen,
        by=by,
        at_device=draft.at_device,
        tapped_at=draft.tapped_at,
        said=draft.said,
        seen=draft.seen,
        at_server=now,
    )
    line.digest = digest(game.head, line)
    return line


def _project(game: Game, state: GameState, stored: Sequence[Entry], *, now: datetime) -> None:
    """Bring the fields of the game in line with its log; not stored yet."""
    game.timed_deals, game.timed_seconds = queries.pace(game, state, stored)
    game.state = queries.summary(state)
    game.finished = state.finished
    game.last_entry_at = now

"""The life of a round: planned, drawn, swapped, published, started, closed.

competition.md 3: tables of basic rounds are drawn, the seats of a final follow the qualifying rank. A draw is a
draft that only staff sees until it is published; it may be drawn again before the start, with a reason, and every
attempt is kept. Starting opens the games and reveals the word. All in one transaction each: there is no half-started
round. Where Smear is played no round has a word, and tables are as large as the variant wants.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from games import protocol
from games.models import PlayingWord
from games.rules.entries import Close
from games.rules.payload import one_line
from games.rules.refusals import Refused
from games.rules.setup import GameSetup
from games.rules.word import LONGEST, SHORTEST, split_word
from tournaments import lifecycle, projections
from tournaments.ceremony.lots import draw_by_lots
from tournaments.draws.by_rank import seats_of_final
from tournaments.draws.draw import draw, draw_ladder
from tournaments.draws.model import Drawing, History, Options, Player, history_of
from tournaments.draws.quality import quality_of
from tournaments.draws.sizes import STANDARD
from tournaments.models import (
    Account,
    Draw,
    Event,
    EventStatus,
    Occupant,
    Registration,
    Round,
    RoundKind,
    RoundStatus,
    SeatSwap,
    Table,
)
from tournaments.operations import plans, scoring, tables, transcripts
from tournaments.operations.events import freeze_regulations, run_event
from tournaments.operations.holding import hold_event, hold_round
from tournaments.operations.transcripts import options_of
from tournaments.queries.ceremonies import draws_in_public
from tournaments.queries.draws import as_player, history_before, players_to_seat
from tournaments.queries.finals import final_proposal

SEATS = "ABCDEFGH"
BY_LOTS = "lots"
BY_RANK = "by-rank/1"
PLAY_OFF_WORD = "X"  # a play-off is one deal and counts for nothing else: its loser takes the only letter


@transaction.atomic
def plan_round(
    *, event: Event, kind: str, now: datetime, starts_at: datetime | None = None, word: str = "", caption: str = ""
) -> Round:
    """Add a round after the last one. Raises Refused `event_over` at an event that was cancelled."""
    hold_event(event)
    if event.status == EventStatus.CANCELLED:
        raise Refused("event_over")
    last = Round.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    round_ = Round.objects.create(event=event, number=last + 1, kind=kind, starts_at=starts_at)
    if kind == RoundKind.PLAY_OFF and not word and not event.is_smear:
        word = PLAY_OFF_WORD
    if word:
        set_word(round_=round_, word=word, caption=caption, now=now)
    plans.plan_round_start(round_)
    projections.bump(event)
    return round_


@transaction.atomic
def change_round(*, round_: Round, kind: str, starts_at: datetime | None) -> Round:
    """Change what a round is, before anybody was drawn for it, and when it starts."""
    hold_round(round_)
    if kind != round_.kind and round_.status != RoundStatus.PLANNED:
        raise Refused("round_step", before=round_.status, after="planned")
    if round_.started_at is not None:
        raise Refused("round_started", round=round_.number)
    if kind != round_.kind:
        transcripts.refuse_begun(draws_in_public(round_.event, round_.number))
    round_.kind, round_.starts_at = kind, starts_at
    round_.save(update_fields=["kind", "starts_at"])
    plans.plan_round_start(round_)
    projections.bump(round_.event)
    return round_


@transaction.atomic
def remove_round(*, round_: Round) -> None:
    """Take the last round out of the plan. Raises Refused `round_started`, `not_last_round`, `ceremony_begun`."""
    hold_round(round_)
    if round_.started_at is not None:
        raise Refused("round_started", round=round_.number)
    if Round.objects.filter(event=round_.event, number__gt=round_.number).exists():
        raise Refused("not_last_round", round=round_.number)
    transcripts.refuse_begun(draws_in_public(round_.event, round_.number))
    _clear_tables(round_)
    event = round_.event
    round_.delete()
    projections.bump(event)


@transaction.atomic
def set_word(
    *, round_: Round, word: str, now: datetime, caption: str = "", letters: Sequence[str] | None = None
) -> PlayingWord:
    """Give the round its playing word; `letters` corrects the split.

    Raises Refused `round_started`, `word_malformed`, `no_word_in_smear`.

    Nothing is bumped: the word is secret until the start, and a changed version would tell that there is one.
    """
    hold_round(round_)
    if round_.started_at is not None:
        raise Refused("round_started", round=round_.number)
    if round_.event.is_smear:
        raise Refused("no_word_in_smear")
    word = "".join(split_word(word))
    split = list(letters or split_word(word))
    shortest = len(PLAY_OFF_WORD) if round_.kind == RoundKind.PLAY_OFF else SHORTEST
    if not (word.isalpha() and "".join(split) == word and shortest <= len(split) <= LONGEST and len(word) <= 40):
        raise Refused("word_malformed", word=word[:40])
    playing_word = PlayingWord.objects.create(word=word, caption=caption.strip(), letters=split, created_at=now)
    round_.playing_word = playing_word
    round_.save(update_fields=["playing_word"])
    return playing_word


@transaction.atomic
def draw_round(
    *,
    round_: Round,
    seed: str,
    by: Account | None,
    now: datetime,
    sizes: Sequence[int] | None = None,
    chosen: Sequence[str] | None = None,
    reason: str = "",
) -> Draw:
    """Seat everybody for the round, as a draft. `chosen`: entry keys for a final or play-off, best first.

    What is drawn by lot is drawn without a ceremony: the secret that was promised for the round is its seed, or `seed`
    where none was; the transcript says which.

    Raises Refused: `round_step`, `reason_required` for another attempt, `nobody_to_seat`, `basic_rounds_open`,
    `play_off_open`, `not_here`, `ceremony_begun`, or a refusal of the draw (seven players, clubs …).
    """
    hold_round(round_)
    lifecycle.check_round_step(round_.status, RoundStatus.DRAWN)
    if not reason.strip() and round_.draws.exists():
        raise Refused("reason_required")
    inputs = inputs_of(round_, sizes=sizes, chosen=chosen)
    if inputs["seating"] == BY_LOTS:
        found = transcripts.open_without_ceremony(round_, inputs, seed, reason=reason.strip(), by=by, now=now)
        drawing = judged(inputs, found.tables, version=found.version, seed=found.seed)
    else:
        drawing = drawing_of(inputs, seed)
    return store_draw(round_, inputs, drawing, by=by, now=now, reason=reason)


def store_draw(
    round_: Round, inputs: dict[str, Any], drawing: Drawing, *, by: Account | None, now: datetime, reason: str
) -> Draw:
    """Seat everybody as drawn and keep what was drawn; the round is a draft then. For use inside a transaction."""
    freeze_regulations(round_.event, now=now)
    _seat(round_, drawing.tables)
    record = Draw.objects.create(
        round=round_,
        attempt=round_.draws.count() + 1,
        seed=drawing.seed,
        algorithm=drawing.version,
        inputs=inputs,
        inputs_hash=_hash(inputs),
        tables=[list(table) for table in drawing.tables],
        quality=quality_json(drawing),
        reason=reason.strip(),
        by=by,
        at=now,
    )
    round_.status = RoundStatus.DRAWN
    round_.published_at = None
    round_.save(update_fields=["status", "published_at"])
    projections.bump(round_.event)
    return record


@transaction.atomic
def swap_players(
    *, round_: Round, first: Registration, second: Registration, by: Account | None, now: datetime, reason: str = ""
) -> None:
    """Two players change seats before the start; the draw stays as it was, the swap stands beside it."""
    hold_round(round_)
    if round_.status not in (RoundStatus.DRAWN, RoundStatus.PUBLISHED):
        raise Refused("round_step", before=round_.status, after="drawn")
    seats = {
        one.registration_id: one for one in Occupant.objects.filter(round=round_, registration__in=(first, second))
    }
    if len(seats) != 2:
        raise Refused("not_seated", nick=first.nick if first.pk not in seats else second.nick)
    one, other = seats[first.pk], seats[second.pk]
    # By way of "not active": one person may not hold two seats of a round even for a moment.
    Occupant.objects.filter(pk=one.pk).update(active=False)
    Occupant.objects.filter(pk=other.pk).update(registration=first)
    Occupant.objects.filter(pk=one.pk).update(registration=second, active=True)
    SeatSwap.objects.create(round=round_, first=first, second=second, reason=reason.strip(), by=by, at=now)
    projections.bump(round_.event)


@transaction.atomic
def publish_seating(*, round_: Round, now: datetime) -> Round:
    """Show the seating to everyone."""
    hold_round(round_)
    lifecycle.check_round_step(round_.status, RoundStatus.PUBLISHED)
    round_.status, round_.published_at = RoundStatus.PUBLISHED, now
    round_.save(update_fields=["status", "published_at"])
    projections.bump(round_.event)
    return round_


@transaction.atomic
def start_round(*, round_: Round, now: datetime) -> Round:
    """Open a game at every table; the word is public from now on. Raises Refused `round_step`, `no_word`."""
    hold_round(round_)
    if round_.status == RoundStatus.DRAWN:
        publish_seating(round_=round_, now=now)
    lifecycle.check_round_step(round_.status, RoundStatus.RUNNING)
    if round_.started_at is not None:
        raise Refused("round_started", round=round_.number)
    if round_.playing_word is None and not round_.event.is_smear:
        raise Refused("no_word", round=round_.number)
    letters = tuple(round_.playing_word.letters) if round_.playing_word else ()
    options = projections.regulations_of(round_.event).game_options()
    made = list(Table.objects.filter(round=round_).prefetch_related("occupants").order_by("number"))
    seats = [tuple(occupant.seat for occupant in table.occupants.all()) for table in made]
    setups = [GameSetup(letters=letters, seats=taken, options=options) for taken in seats]
    for table, game in zip(made, protocol.open_games(setups, now=now), strict=True):
        table.game = game
    Table.objects.bulk_create(made, update_conflicts=True, unique_fields=["id"], update_fields=["game"])
    round_.status, round_.started_at = RoundStatus.RUNNING, now
    round_.save(update_fields=["status", "started_at"])
    run_event(round_.event)
    scoring.order_anew(round_.event)
    projections.bump(round_.event)
    return round_


@transaction.atomic
def close_round(*, round_: Round, by: Account, now: datetime, force_reason: str = "") -> Round:
    """End the round. Unfinished tables refuse (`tables_open`) unless `force_reason` closes their games as they are."""
    hold_round(round_)
    lifecycle.check_round_step(round_.status, RoundStatus.CLOSED)
    open_tables = list(
        Table.objects.filter(round=round_, game__finished=False)
        .select_related("round__event", "game")
        .order_by("number")
    )
    if open_tables and not force_reason.strip():
        raise Refused("tables_open", tables=", ".join(str(table.number) for table in open_tables))
    for table in open_tables:
        tables.write_line(table=table, entry=Close(reason=one_line(force_reason)), by=by, now=now)
    round_.status, round_.closed_at = RoundStatus.CLOSED, now
    round_.save(update_fields=["status", "closed_at"])
    projections.bump(round_.event)
    return round_


@transaction.atomic
def reopen_round(*, round_: Round) -> Round:
    """Open a closed round again, so that a game can be corrected or gone on with. A finished event runs again too.

    Raises Refused `round_step`, `event_step`.
    """
    hold_round(round_)
    lifecycle.check_round_step(round_.status, RoundStatus.RUNNING)
    if round_.started_at is None:
        raise Refused("round_step", before=round_.status, after=RoundStatus.RUNNING.value)
    round_.status, round_.closed_at = RoundStatus.RUNNING, None
    round_.save(update_fields=["status", "closed_at"])
    run_event(round_.event)
    projections.bump(round_.event)
    return round_


def quality_json(drawing: Drawing) -> dict[str, Any]:
    """The quality of a drawing as stored with it."""
    quality = {**asdict(drawing.quality), "proved_optimal": drawing.quality.proved_optimal}
    faults = drawing.quality.per_player.items()
    quality["per_player"] = {key: [[one.code, dict(one.values)] for one in found] for key, found in faults}
    return quality


def _people(round_: Round, chosen: Sequence[str] | None) -> list[Registration]:
    """Who plays the round, in rank order for a final."""
    here = {one.key: one for one in players_to_seat(round_.event)}
    if chosen is None:
        chosen = _proposed(round_, list(here))
    for key in chosen:
        if key not in here:
            missing = Registration.objects.filter(event=round_.event, key=key).first()
            raise Refused("not_here", nick=missing.nick if missing else key)
    if not chosen:
        raise Refused("nobody_to_seat")
    return [here[key] for key in chosen]


def _proposed(round_: Round, here: list[str]) -> list[str]:
    if round_.kind == RoundKind.BASIC:
        return here
    proposal = final_proposal(round_.event)
    if proposal.unfinished:
        raise Refused("basic_rounds_open")
    if round_.kind == RoundKind.PLAY_OFF:
        return list(proposal.play_off.between) if proposal.play_off else []
    if proposal.play_off is not None:
        raise Refused("play_off_open")
    return list(proposal.qualified if round_.kind == RoundKind.FINAL else proposal.others)


def drawing_of(inputs: Mapping[str, Any], seed: str) -> Drawing:
    """The tables that follow from the stored inputs and the seed of a draw, today as on the evening itself."""
    players, history, options = _read(inputs)
    if inputs["seating"] == BY_LOTS:
        found = draw_by_lots(players, inputs["rounds"], options, seed)
        return judged(inputs, found.tables, version=found.version, seed=found.seed)
    if inputs["seating"] == "rank":
        seated = seats_of_final([player.key for player in players], options.allowed)
        return judged(inputs, seated, version=BY_RANK, seed="")
    drawer = draw_ladder if inputs["seating"] == "ladder" else draw  # "draw": before there were lots
    return drawer(players, history, options, seed)


def judged(inputs: Mapping[str, Any], tables: Sequence[tuple[str, ...]], *, version: str, seed: str) -> Drawing:
    """These tables as a drawing, with their quality."""
    quality = quality_of(tables, *_read(inputs))
    return Drawing(tables=tuple(tables), quality=quality, version=version, seed=seed)


def _read(inputs: Mapping[str, Any]) -> tuple[list[Player], History, Options]:
    players = [Player(**player) for player in inputs["players"]]
    return players, history_of(inputs["rounds"]), options_of(inputs["options"])


def inputs_of(
    round_: Round, *, sizes: Sequence[int] | None = None, chosen: Sequence[str] | None = None
) -> dict[str, Any]:
    """Everything that the draw reads; the players in the order that says something, or in that of their entry."""
    regulations = projections.regulations_of(round_.event)
    allowed = regulations.game_options().table_sizes
    people, seating = _people(round_, chosen), BY_LOTS
    players = [as_player(one) for one in people]
    if round_.kind in projections.TIERS:
        seating = "rank"
    elif round_.kind == RoundKind.BASIC and regulations.seating == "ladder":
        players, seating = _by_standing(round_.event, players), "ladder"
    else:
        players = [as_player(one) for one in sorted(people, key=lambda one: (one.position, one.pk))]
    return {
        "kind": round_.kind,
        "seating": seating,
        "players": [asdict(player) for player in players],
        "rounds": [[list(table) for table in tables_] for tables_ in history_before(round_).rounds],
        "options": {
            "sizes": list(sizes) if sizes else None,
            "clubs": regulations.clubs_apart if round_.kind == RoundKind.BASIC else "off",
            "rounds": max(Round.objects.filter(event=round_.event, kind=RoundKind.BASIC).count(), 1),
            **({} if allowed == STANDARD else {"allowed": list(allowed)}),
        },
    }


def _by_standing(event: Event, players: list[Player]) -> list[Player]:
    keys = dict(event.scores.values_list("key", "rank_key"))
    return sorted(players, key=lambda player: (keys.get(player.key) or "9", player.key))


def _hash(inputs: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _seat(round_: Round, drawn: Sequence[Sequence[str]]) -> None:
    by_key = dict(Registration.objects.filter(event=round_.event).values_list("key", "pk"))
    _clear_tables(round_)
    made = Table.objects.bulk_create(Table(round=round_, number=number) for number, _ in enumerate(drawn, start=1))
    Occupant.objects.bulk_create(
        Occupant(table=table, round=round_, seat=seat, label=f"{seat}1", registration_id=by_key[key])
        for table, keys in zip(made, drawn, strict=True)
        for seat, key in zip(SEATS, keys, strict=False)
    )


def _clear_tables(round_: Round) -> None:
    """Tables of an earlier attempt; none has a game, because the round has not started."""
    Occupant.objects.filter(round=round_).delete()
    Table.objects.filter(round=round_).delete()

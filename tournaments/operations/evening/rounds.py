"""The life of a round: planned, drawn (`draws`), swapped by hand (`seating`), published, started, closed.

Starting opens the games and reveals the word. All in one transaction each: there is no half-started round. Where Smear
is played no round has a word, and tables are as large as the variant wants.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Max

from games import protocol
from games.models import PlayingWord
from games.rules.entries import Close
from games.rules.payload import one_line
from games.rules.refusals import Refused
from games.rules.setup import GameSetup
from games.secret_words import plain_of
from tournaments import lifecycle, projections
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Event, Round, RoundKind, RoundStatus, Table
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import refuse_seated, refuse_unanswered
from tournaments.operations.evening import recording
from tournaments.operations.events import plans
from tournaments.operations.events.making import run_event
from tournaments.operations.results import scoring
from tournaments.operations.seating import transcripts
from tournaments.operations.seating.order import refuse_early_start, refuse_unanswered_draw
from tournaments.operations.seating.seats import (
    clear_tables,
    publish_seating,
    refuse_empty_chairs,
    refuse_other_round,
    refuse_other_seats,
    refuse_unseen,
)
from tournaments.operations.words import round_words
from tournaments.queries.ceremonies import draws_in_public
from tournaments.queries.draws_public import told_draws

PLAY_OFF_WORD = "X"  # a play-off is one deal and counts for nothing else: its loser takes the only letter


def plan_round(
    *,
    event: Event,
    kind: str,
    by: Account | None = None,
    now: datetime,
    starts_at: datetime | None = None,
    word: str = "",
    caption: str = "",
) -> Round:
    """Add a round after the last one.

    Raises what `set_word` raises if there is a `word`.
    """
    with act_on(event, by=by, now=now) as act:
        last = Round.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
        round_ = Round.objects.create(event=event, number=last + 1, kind=kind, starts_at=starts_at)
        act.note("round_planned", subject=f"round:{round_.number}", new=_plan(round_))
        if word:
            set_word(round_=round_, word=word, caption=caption, by=by, now=now)
        else:
            _give_play_off_its_word(act, round_)
        plans.plan_round_start(round_)
        return round_


def change_round(
    *,
    round_: Round,
    kind: str,
    starts_at: datetime | None,
    by: Account | None = None,
    now: datetime,
    seen: str | None = None,
) -> Round:
    """Change what a round is, before anybody was drawn for it, and when it starts. `seen`: as in `remove_round`.

    Raises Refused `round_otherwise`, `round_started`, `kind_drawn`, or `ceremony_begun` while its draw in public is
    under way.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_other_round(round_, seen)
        if round_.started_at is not None:
            raise Refused("round_started", round=round_.number)
        if kind != round_.kind and round_.status != RoundStatus.PLANNED:
            raise Refused("kind_drawn", round=round_.number)
        if kind != round_.kind:
            transcripts.refuse_begun(draws_in_public(round_.event, round_.number))
        before = _plan(round_)
        if round_.kind == RoundKind.PLAY_OFF and kind != round_.kind:
            round_.playing_word = None  # no other round is played for the one letter of a play-off
        round_.kind, round_.starts_at = kind, starts_at
        round_.save(update_fields=["kind", "starts_at", "playing_word"])
        _give_play_off_its_word(act, round_)
        plans.plan_round_start(round_)
        subject = f"round:{round_.number}"
        act.note("round_changed", subject=subject, old=before, new=_plan(round_))
        return round_


def remove_round(*, round_: Round, by: Account | None = None, now: datetime, seen: str | None = None) -> None:
    """Take the last round out of the plan. What everybody has seen of its seatings stays to be read.

    `seen`: as the page has shown the round (`seen_as`).

    Raises Refused `round_otherwise`, `round_started`, `not_last_round`, `ceremony_begun`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_other_round(round_, seen)
        if round_.started_at is not None:
            raise Refused("round_started", round=round_.number)
        if Round.objects.filter(event=round_.event, number__gt=round_.number).exists():
            raise Refused("not_last_round", round=round_.number)
        transcripts.refuse_begun(draws_in_public(round_.event, round_.number))
        clear_tables(round_)
        act.note("round_removed", subject=f"round:{round_.number}", old=_plan(round_))
        if told_draws(round_):
            _keep_removed(round_, now)
        else:
            round_.delete()


def _keep_removed(round_: Round, now: datetime) -> None:
    """Keep the row of a round that is removed, with its draws and what was changed by hand; nothing else of it."""
    round_.steps.all().delete()
    round_.questions.all().delete()
    round_.playing_word = round_.sealed_word = None
    round_.status, round_.removed_at = RoundStatus.PLANNED, now
    round_.save(update_fields=["playing_word", "sealed_word", "status", "removed_at"])


def set_word(
    *,
    round_: Round,
    word: str,
    by: Account | None = None,
    now: datetime,
    caption: str = "",
    letters: Sequence[str] | None = None,
    reason: str = "",
) -> None:
    """Give the round its playing word; `letters` corrects the split. It is sealed until the start, like those of the
    commission: everybody sees its commitment, and the journal knows that it was set, and nothing of it.

    `reason`: as `set_by_hand` asks.

    Raises Refused `round_started`, `word_malformed`, `words_texts_malformed`, `no_word_in_smear`, `word_is_sealed` by
    the commission, `word_setter_plays`, `swap_reason_required`.
    """
    with act_on(round_, by=by, now=now) as act:
        if round_.started_at is not None:
            raise Refused("round_started", round=round_.number)
        if round_.event.is_smear:
            raise Refused("no_word_in_smear")
        plain = plain_of(word, letters=letters or (), caption=caption)
        round_words.set_by_hand(act, round_, plain, reason=reason)


def _give_play_off_its_word(act: Act, round_: Round) -> None:
    """The word of a play-off is no secret: it has one letter and counts for nothing."""
    if round_.kind == RoundKind.PLAY_OFF and not round_.has_word and not round_.event.is_smear:
        letter = PLAY_OFF_WORD
        round_.playing_word = PlayingWord.objects.create(word=letter, letters=[letter], created_at=act.now)
        round_.save(update_fields=["playing_word"])
        act.note("word_set", subject=f"round:{round_.number}", bump=False)


def start_round(
    *,
    round_: Round,
    by: Account | None = None,
    now: datetime,
    attempt: int | None = None,
    promised: bool | None = None,
    mark: str | None = None,
    reason: str = "",
    empty: Collection[str] = (),
) -> Round:
    """Open a game at every table; the word is public from now on. A seating that nobody has published is published.

    `attempt`, `promised`, `mark`: what was looked at, as in `publish_seating`.
    `reason`: for everybody to read, why it is played for a word that somebody in the event has read. `empty`: the keys
    of those who have withdrawn and whose chairs stay empty.

    Raises Refused `round_step`, `round_started`, `ceremony_begun`, `draw_known` (or somebody could choose between two
    seatings), `earlier_not_started`, `basic_unfinished`, `play_off_unfinished`, `earlier_not_closed`,
    `draw_unanswered`, `no_word`, `word_known`, `ban_unanswered`, `banned`, `attempt_unseen`, `attempt_gone`,
    `promised_since`, `seating_changed`, `chair_empty`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_unseen(round_, attempt)
        transcripts.refuse_promised_since(round_, seen=promised)
        refuse_other_seats(round_, mark)
        refuse_early_start(round_)
        refuse_unanswered_draw(round_)
        if round_.status == RoundStatus.DRAWN:
            publish_seating(round_=round_, by=by, now=now)
        lifecycle.check_round_step(round_.status, RoundStatus.RUNNING)
        if round_.started_at is not None:
            raise Refused("round_started", round=round_.number)
        transcripts.refuse_other_seating(round_)
        refuse_unanswered(round_.event)
        refuse_seated(round_, now=now)
        left = refuse_empty_chairs(round_, empty)
        round_words.reveal_for(act, round_, reason=reason)
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
        new = {"tables": len(made), **({"empty": left} if left else {})}
        act.note("round_started", subject=f"round:{round_.number}", new=new)
        scoring.order_anew(round_.event)
        return round_


def close_round(*, round_: Round, by: Account | None, now: datetime, force_reason: str = "") -> Round:
    """End the round. `force_reason` closes the games that are not finished as they are.

    Raises Refused `round_step`; without a `force_reason` `tables_open` for games that are not finished, and
    `tables_not_accepted` for those with which nobody has agreed where somebody has to.
    """
    with act_on(round_, by=by, now=now) as act:
        lifecycle.check_round_step(round_.status, RoundStatus.CLOSED)
        open_tables = list(
            Table.objects.filter(round=round_, game__finished=False)
            .select_related("round__event", "game")
            .order_by("number")
        )
        if open_tables and not is_said(force_reason):
            raise Refused("tables_open", tables=", ".join(str(table.number) for table in open_tables))
        unsaid = _not_accepted(round_) if not open_tables else []
        if unsaid and not is_said(force_reason):
            raise Refused("tables_not_accepted", tables=", ".join(map(str, unsaid)))
        for table in open_tables:
            assert by is not None  # noqa: S101 - the clock gives no reason; tells the type checker
            recording.write_line(table=table, entry=Close(reason=one_line(force_reason)), by=by, now=now)
        round_.status, round_.closed_at = RoundStatus.CLOSED, now
        round_.save(update_fields=["status", "closed_at"])
        plans.closed_by_hand(round_)
        act.note(
            "round_closed",
            subject=f"round:{round_.number}",
            new={
                **({"unfinished": [table.number for table in open_tables]} if open_tables else {}),
                **({"not_accepted": unsaid} if unsaid else {}),
            },
            reason=force_reason if open_tables or unsaid else "",
        )
        return round_


def reopen_round(*, round_: Round, by: Account | None = None, now: datetime) -> Round:
    """Open a closed round again, because a game of it is to be played on. A finished event runs again too. Corrections
    and rulings need no open round; so this is done where the director says that one is played on.

    Raises Refused `round_step`, `event_step`.
    """
    with act_on(round_, by=by, now=now, even=lifecycle.FINISHED) as act:
        lifecycle.check_round_step(round_.status, RoundStatus.RUNNING)
        if round_.started_at is None:
            raise Refused("round_step", before=round_.status, after=RoundStatus.RUNNING.value)
        round_.status, round_.closed_at = RoundStatus.RUNNING, None
        round_.save(update_fields=["status", "closed_at"])
        run_event(round_.event)
        act.note("round_reopened", subject=f"round:{round_.number}")
        return round_


def _not_accepted(round_: Round) -> list[int]:
    """The tables with whose result nobody has agreed, where the regulations say that somebody has to."""
    if projections.regulations_of(round_.event).acceptance != "required":
        return []
    tables = Table.objects.filter(round=round_).select_related("game").order_by("number")
    games = [(table.number, table.game.state) for table in tables if table.game]
    return [number for number, state in games if not state["closed"] and "accepted_by" not in state]


def _plan(round_: Round) -> dict[str, str | None]:
    return {"kind": str(round_.kind), "starts_at": round_.starts_at.isoformat() if round_.starts_at else None}

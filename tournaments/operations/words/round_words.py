"""The words of rounds: given to one, kept in reserve, swapped, set by a director, revealed by the start.

A word that stood for a round leaves it only with a public reason, and only before the start. The start reveals it, by
hand as by the clock, once; a word that somebody in the event has read only with a public reason. How a word of the
commission comes to be sealed is told in event_words.py.
"""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime

from django.db import transaction

from games import secret_words
from games.models import PlayingWord, WordState
from games.rules.refusals import Refused
from games.secret_words import Mint, Plain
from tournaments import access, lifecycle, projections
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Event, EventWord, JournalLine, Round, RoundKind
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.holding import hold_round
from tournaments.operations.words.event_words import (
    REASON_LENGTH,
    fresh,
    note_opened,
    note_word,
    numbered,
    refuse_players,
    words_key,
)
from tournaments.queries.event_words import knowers_who_play

# --- Rounds and reserves ----------------------------------------------------------------------------------------------


def assign_word(*, word: EventWord, round_: Round, by: Account, now: datetime) -> None:
    """Give a sealed word to a round that has none of the commission yet; a word that was set by hand gives way.

    Raises Refused `words_closed_to_players`, `word_revealed`, `word_not_sealed`, `word_in_use`,
    `round_has_sealed_word`, `no_word_in_play_off`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_players(round_.event, by)
        fresh(word)
        if word.event_id != round_.event_id or word.word.state != WordState.SEALED:
            raise Refused("word_not_sealed")
        if round_.started_at is not None:
            raise Refused("word_revealed", round=round_.number)
        if round_.kind == RoundKind.PLAY_OFF:
            raise Refused("no_word_in_play_off")
        former = round_.sealed_word
        if former == word:
            return
        if former is not None and not former.by_hand:
            raise Refused("round_has_sealed_word", round=round_.number)
        if word.dropped_at is not None or _serves(word):
            raise Refused("word_in_use")
        if former is not None:
            _drop(act, former, round_, reason="")
        _give(word, round_)
        note_word(act, "word_assigned", word, new={"round": round_.number}, bump=True)


def reserve_word(*, word: EventWord, by: Account, now: datetime) -> None:
    """Keep a sealed word in reserve. Raises Refused `words_closed_to_players`, `word_not_sealed`, `word_in_use`."""
    with act_on(word.event, by=by, now=now) as act:
        refuse_players(word.event, by)
        fresh(word)
        if word.word.state != WordState.SEALED:
            raise Refused("word_not_sealed")
        if word.dropped_at is not None or _serves(word):
            raise Refused("word_in_use")
        if not word.is_reserve:
            word.is_reserve = True
            word.save(update_fields=["is_reserve"])
            note_word(act, "word_reserved", word, bump=True)


def swap_word(*, round_: Round, reserve: EventWord | None, reason: str, by: Account, now: datetime) -> None:
    """Take a word that has leaked off its round and put a reserve in its place, with a reason that everybody reads.

    Without a reserve the round has no word, and the director may set one. The leaked word stays sealed and is out.
    Raises Refused `words_closed_to_players`, `word_revealed` after the start, `no_sealed_word`,
    `swap_reason_required`, `not_a_reserve`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_players(round_.event, by)
        if round_.started_at is not None:
            raise Refused("word_revealed", round=round_.number)
        leaked = round_.sealed_word
        if leaked is None:
            raise Refused("no_sealed_word", round=round_.number)
        if not is_said(reason):
            raise Refused("swap_reason_required")
        if reserve is not None:
            fresh(reserve)
            if reserve.event_id != round_.event_id or not reserve.is_reserve or reserve.word.state != WordState.SEALED:
                raise Refused("not_a_reserve")
        _drop(act, leaked, round_, reason=reason, instead=reserve)
        if reserve is not None:
            _give(reserve, round_)


# --- Set by a director ------------------------------------------------------------------------------------------------


def set_by_hand(
    act: Act, round_: Round, plain: Plain, *, reason: str = "", mint: Mint = secrets.token_bytes
) -> EventWord:
    """Seal a word that a director names for a round, like one of the commission; the same word again changes nothing.

    `reason`, public, is needed from who plays in the event, because he knows the word now; and where a word that was
    set before, and promised by its commitment, gives way. Raises Refused `word_is_sealed` for a word of the commission,
    `word_setter_plays`, `swap_reason_required`.
    """
    former, by = round_.sealed_word, act.by.key if act.by else journal.TERMINAL
    if former is not None and not former.by_hand:
        raise Refused("word_is_sealed", round=round_.number)
    if former is not None and former.word.by == by and secret_words.says_the_same(former.word, plain, key=words_key()):
        return former
    plays = act.by is not None and access.plays_at(act.by, act.event)
    if plays and not is_said(reason):
        raise Refused("word_setter_plays")
    if former is not None and not is_said(reason):
        raise Refused("swap_reason_required")
    made = _sealed_by_hand(act.event, plain, by=by, now=act.now, mint=mint, known_reason=reason if plays else "")
    if former is not None:
        _drop(act, former, round_, reason=reason, instead=made)
    _give(made, round_)
    new = {"round": round_.number, "commitment": made.word.commitment}
    note_word(act, "word_set", made, new=new, reason=reason if plays else "", bump=True)
    return made


def take_in_set_word(*, round_: Round, plain: Plain, by: Account | None, now: datetime) -> EventWord:
    """Seal the word that an event file names for a round to come. Who brought the file knows it."""
    key = by.key if by else journal.TERMINAL
    made = _sealed_by_hand(round_.event, plain, by=key, now=now, mint=secrets.token_bytes)
    _give(made, round_)
    return made


@transaction.atomic
def seal_open_words(*, now: datetime) -> int:
    """Seal what lies open for rounds to come, from before such words were sealed; returns how many.

    Who set a word stands in the journal and counts as its reader. Words that were replaced before their round, and so
    serve none, are deleted. For use after an upgrade.
    """
    rounds = Round.objects.filter(started_at=None, playing_word__isnull=False).order_by("event", "number")
    done = 0
    for round_ in rounds.select_related("event", "playing_word"):
        hold_round(round_)
        event, word, subject = round_.event, round_.playing_word, f"round:{round_.number}"
        if word is None or len(word.letters) == 1:  # that of a play-off is no secret
            continue
        done += 1
        told = JournalLine.objects.filter(chain__event=event, subject=subject, act="word_set", refused="")
        by = told.order_by("number").values_list("by", flat=True).last() or journal.TERMINAL
        plain = Plain(word.word, tuple(word.letters), word.caption)
        made = _sealed_by_hand(event, plain, by=by, now=now, mint=secrets.token_bytes)
        _give(made, round_)
        word.delete()
        new = {"round": round_.number, "commitment": made.word.commitment}
        journal.note("word_set", by=journal.TERMINAL, now=now, event=event, subject=f"word:{made.number}", new=new)
        projections.bump(event)
    PlayingWord.objects.filter(round=None, secret=None).delete()
    journal.note_rest(by=journal.TERMINAL, now=now)
    return done


def open_set_word(*, round_: Round, by: Account, now: datetime) -> Plain:
    """Show a director of the event the word that was set by hand for a round to come; each time is written down.

    Raises Refused `words_closed_to_players`, `word_for_directors` for the keeper, `word_not_by_hand`,
    `words_key_changed`.
    """
    with act_on(round_, by=by, now=now, even=lifecycle.OVER) as act:
        refuse_players(round_.event, by)
        if not access.may_read_set_word(by, round_.event):
            raise Refused("word_for_directors")
        word = round_.sealed_word
        if word is None or not word.by_hand:
            raise Refused("word_not_by_hand")
        read = secret_words.read(words=[word.word], by=by.key, now=now, key=words_key())
        note_opened(act, [word])
        return read[word.word_id]


@transaction.atomic
def open_set_words(*, event: Event, by: Account | None, now: datetime) -> dict[int, Plain]:
    """The words that were set by hand for rounds to come, by the round's id, for an event file; written down like every
    opening. `by` None: at the terminal. Whether he may is asked above; what another key sealed is left out.
    """
    key = words_key()
    rounds = Round.objects.filter(event=event, started_at=None, sealed_word__by_hand=True)
    rows = list(rounds.filter(sealed_word__word__key_id=key.id).select_related("sealed_word__word"))
    words = [round_.sealed_word.word for round_ in rows if round_.sealed_word]
    read = secret_words.read(words=words, by=by.key if by else journal.TERMINAL, now=now, key=key)
    return {round_.pk: read[word.pk] for round_, word in zip(rows, words, strict=True)}


def _sealed_by_hand(
    event: Event, plain: Plain, *, by: str, now: datetime, mint: Mint, known_reason: str = ""
) -> EventWord:
    key = words_key()
    word = secret_words.propose(id=uuid.uuid4(), place=event.slug, plain=plain, by=by, now=now, key=key, mint=mint)
    secret_words.approve_and_seal(word=word, now=now, key=key, mint=mint)
    return numbered(event, word, by_hand=True, known_reason=known_reason.strip())


# --- The start --------------------------------------------------------------------------------------------------------


def reveal_for(act: Act, round_: Round, *, reason: str = "") -> PlayingWord | None:
    """Open the word of a round that starts, if it has a sealed one; a part of the start.

    Raises Refused `word_known` if somebody in the event knows the word and no `reason` says to everybody why it is
    played for all the same; what a director who plays said when he set it counts for himself.
    """
    sealed = round_.sealed_word
    if sealed is None:
        return None
    said = {sealed.word.by} if sealed.known_reason else set()
    knowers = knowers_who_play(act.event, [sealed.number]).get(sealed.number, {})
    if unsaid := {one.key: one.nick for by, one in knowers.items() if by not in said}:
        if not is_said(reason):
            raise Refused("word_known", round=round_.number, who=", ".join(sorted(unsaid.values())))
        sealed.known_reason = reason.strip()[:REASON_LENGTH]
        sealed.save(update_fields=["known_reason"])
        new = {"round": round_.number, "entries": sorted(unsaid)}
        note_word(act, "word_known_played", sealed, new=new, reason=reason, bump=True)
    first = sealed.word.state == WordState.SEALED
    round_.playing_word = secret_words.reveal(word=sealed.word, now=act.now, key=words_key())
    round_.save(update_fields=["playing_word"])
    if first:
        note_word(act, "word_revealed", sealed, new={"round": round_.number})
    return round_.playing_word


# --- On a round and off it --------------------------------------------------------------------------------------------


def _drop(act: Act, word: EventWord, round_: Round, *, reason: str, instead: EventWord | None = None) -> None:
    """Take a word off its round for good. Without a reason only one set by hand, for which the commission's comes."""
    word.dropped_from, word.dropped_at, word.dropped_reason = round_.number, act.now, reason.strip()[:REASON_LENGTH]
    word.save(update_fields=["dropped_from", "dropped_at", "dropped_reason"])
    round_.sealed_word = None
    round_.save(update_fields=["sealed_word"])
    new = {"round": round_.number, **({"word": f"word:{instead.number}"} if instead else {})}
    note_word(act, "word_swapped", word, new=new, reason=reason, bump=True)


def _give(word: EventWord, round_: Round) -> None:
    round_.sealed_word, round_.playing_word = word, None
    round_.save(update_fields=["sealed_word", "playing_word"])
    word.is_reserve = False
    word.save(update_fields=["is_reserve"])


def _serves(word: EventWord) -> bool:
    return Round.objects.filter(sealed_word=word).exists()

"""The words of an event: proposed and voted on or set by hand, sealed, given to rounds, swapped, revealed by the start.

competition.md 6. Who is registered for an event may not see its words, nor vote on them, nor say which is played; that
is asked again at each act, under the lock of the event. A word that stood for a round leaves it only with a public
reason, and only before the start. The start reveals it, by hand as by the clock, once; a word that somebody in the
event has read only with a public reason. The journal knows every act, and never a word.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from games import secret_words
from games.models import PlayingWord, SecretWord, Verdict, WordState
from games.rules.refusals import Refused
from games.rules.word_list import Listed
from games.sealing import Key, key_of
from games.secret_words import Mint, Plain, SeenVote
from tournaments import access, lifecycle, projections
from tournaments.models import Account, Event, EventWord, JournalLine, Round, RoundKind, WordRules
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.holding import hold_round
from tournaments.queries.event_words import (
    events_played,
    knowers_who_play,
    players_among,
    same_person,
    word_rules,
)

REASON_LENGTH = 500


def words_key() -> Key:
    """Return the key that this site encrypts words with."""
    return key_of(settings.WORDS_KEY)


# --- Proposing --------------------------------------------------------------------------------------------------------


def propose_word(
    *, event: Event, id: uuid.UUID, plain: Plain, by: Account, now: datetime, mint: Mint = secrets.token_bytes
) -> EventWord:
    """Propose a word for an event; the same `id` again is the same proposal.

    Raises Refused `event_over`, `no_word_in_smear`, `words_not_known`, `words_closed_to_players`, `id_reused`.
    """
    with act_on(event, by=by, now=now) as act:
        if event.is_smear:
            raise Refused("no_word_in_smear")
        if not access.may_propose_words(by):
            raise Refused("words_not_known")
        _refuse_players(event, by)
        word = secret_words.propose(
            id=id, place=event.slug, plain=plain, by=by.key, now=now, key=words_key(), mint=mint
        )
        known = EventWord.objects.filter(word=word).first()
        if known is not None:
            return known
        made = _numbered(event, word)
        _note(act, "word_proposed", made)
        return made


@transaction.atomic
def propose_words(*, event: Event, form: uuid.UUID, listed: Sequence[Listed], by: Account, now: datetime) -> int:
    """Propose many words at once, all or none; the same `form` again doubles nothing.

    Raises Refused `words_list_faults`, or what `propose_word` raises.
    """
    if not listed or any(proposal.faults for proposal in listed):
        raise Refused("words_list_faults")
    for proposal in listed:
        plain = secret_words.plain_of(
            proposal.word,
            letters=proposal.letters,
            caption=proposal.caption,
            theme=proposal.theme,
            language=proposal.language,
            note=proposal.note,
        )
        propose_word(event=event, id=uuid.uuid5(form, str(proposal.line)), plain=plain, by=by, now=now)
    return len(listed)


def withdraw_word(*, word: EventWord, by: Account, now: datetime) -> None:
    """Take one's own proposal back. Raises Refused `word_decided`, `not_your_word`."""
    with act_on(word.event, by=by, now=now, even=lifecycle.OVER) as act:
        _fresh(word)
        if word.word.by != by.key:
            raise Refused("not_your_word")
        secret_words.withdraw(word=word.word, now=now)
        _note(act, "word_withdrawn", word)


# --- Reading and voting -----------------------------------------------------------------------------------------------


def read_words(
    *, event: Event, chosen: Iterable[EventWord], by: Account, now: datetime, is_opening: bool = True
) -> dict[int, Plain]:
    """Show words of `event` to a member of the commission, by number; that he was shown them is written down.

    `is_opening`: he asked for it, and it counts each time; False where a page shows an open proposal once more. Raises
    Refused `words_closed_to_players`, `word_for_directors` for one that was set by hand, `words_key_changed`. Rights
    are proved by the face, this conflict here.
    """
    with act_on(event, by=by, now=now, even=lifecycle.OVER) as act:
        _refuse_players(event, by)
        rows = list(chosen)
        if any(word.by_hand for word in rows):
            raise Refused("word_for_directors")
        read = secret_words.read(
            words=[word.word for word in rows], by=by.key, now=now, key=words_key(), is_opening=is_opening
        )
        _note_opened(act, rows)
        return {word.number: read[word.word_id] for word in rows}


@transaction.atomic
def look_alikes(*, word: EventWord, by: Account, now: datetime) -> list[EventWord]:
    """The secret words of the same series that look like one that `by` reads, but for events in which he plays.

    To be told of them is to know them, so it stands in the readings. Raises nothing.
    """
    alike = secret_words.look_alikes([word.word])[word.word_id]
    rows = EventWord.objects.filter(word__in=[twin.pk for twin in alike], event__series=word.event.series_id)
    told = rows.exclude(word__state=WordState.REVEALED).exclude(by_hand=True).exclude(event__in=events_played(by))
    found = list(told.select_related("event", "word").order_by("event__date", "number"))
    secret_words.write_down(words=[twin.word for twin in found], by=by.key, now=now, is_opening=False)
    return found


@transaction.atomic
def read_own_words(*, chosen: Iterable[EventWord], by: Account, now: datetime) -> dict[tuple[int, int], Plain]:
    """Show somebody his own open proposals, by event and number; none of an event in which he plays by now."""
    mine = [word for word in chosen if word.word.by == by.key and word.word.state == WordState.PROPOSED]
    played = events_played(by)
    shown = [word for word in mine if word.event_id not in played]
    read = secret_words.read(words=[word.word for word in shown], by=by.key, now=now, key=words_key(), is_opening=False)
    return {(word.event_id, word.number): read[word.word_id] for word in shown}


def correct_split(
    *, word: EventWord, letters: Sequence[str], by: Account, now: datetime, mint: Mint = secrets.token_bytes
) -> None:
    """Correct the split of a proposed word into letters.

    Raises Refused `word_decided`, `word_malformed`, `words_closed_to_players`.
    """
    with act_on(word.event, by=by, now=now) as act:
        _fresh(word)
        _refuse_players(word.event, by)
        secret_words.correct_split(word=word.word, letters=letters, key=words_key(), mint=mint)
        secret_words.write_down(words=[word.word], by=by.key, now=now, is_opening=False)  # his letters were the word
        _note(act, "word_split", word)


def vote(
    *, word: EventWord, verdict: str, note: str, by: Account, now: datetime, mint: Mint = secrets.token_bytes
) -> str:
    """Vote on a word; returns its state. The vote that makes quorum and majority seals it, or turns it down.

    Votes of members who have registered for the event meanwhile do not count, nor does one on one's own proposal, by
    whichever account. Raises Refused `word_decided`, `own_word`, `vote_final` once he has seen how others voted,
    `vote_note_required`, `words_closed_to_players`, `no_such_verdict`.
    """
    with act_on(word.event, by=by, now=now) as act:
        _fresh(word)
        _refuse_players(word.event, by)
        if verdict not in Verdict.values:
            raise Refused("no_such_verdict")
        key, secret = words_key(), word.word
        voters = set(secret.votes.values_list("by", flat=True))
        cast = secret_words.review(
            word=secret,
            by=by.key,
            verdict=verdict,
            note=note,
            now=now,
            key=key,
            mint=mint,
            same=same_person(by.key, {secret.by, *voters}),
        )
        if cast.at == now:  # how he voted is for those who have voted too, so not even the journal says it
            _note(act, "word_voted", word)
        rules = word_rules()
        without = players_among(word.event, voters).keys() | same_person(secret.by, voters)
        decided = secret_words.outcome_of(secret, quorum=rules.quorum, majority=rules.majority, without=without)
        if decided == "approved":
            commitment = secret_words.approve_and_seal(word=secret, now=now, key=key, mint=mint)
            _note(act, "word_sealed", word, new={"commitment": commitment}, bump=True)
        elif decided == "rejected":
            secret_words.reject(word=secret, now=now)
            _note(act, "word_rejected", word)
        return secret.state


def votes_for(word: EventWord, *, by: Account) -> list[SeenVote]:
    """The votes on a word, as one who may read it may see them (`secret_words.votes_seen`)."""
    return secret_words.votes_seen(word.word, by=by.key, key=words_key())


@transaction.atomic
def set_rules(*, quorum: int, majority: int, by: Account, now: datetime) -> WordRules:
    """Set how many votes decide, and more than how many percent of them. Raises Refused `bad_word_rules`."""
    if not (1 <= quorum <= 50 and 50 <= majority <= 99):
        raise Refused("bad_word_rules")
    rules = word_rules()
    old = {"quorum": rules.quorum, "majority": rules.majority}
    rules.quorum, rules.majority = quorum, majority
    rules.pk = 1
    rules.save()
    journal.note("word_rules_set", by=by, now=now, old=old, new={"quorum": quorum, "majority": majority})
    return rules


# --- Rounds and reserves ----------------------------------------------------------------------------------------------


def assign_word(*, word: EventWord, round_: Round, by: Account, now: datetime) -> None:
    """Give a sealed word to a round that has none of the commission yet; a word that was set by hand gives way.

    Raises Refused `words_closed_to_players`, `word_revealed`, `word_not_sealed`, `word_in_use`,
    `round_has_sealed_word`, `no_word_in_play_off`.
    """
    with act_on(round_, by=by, now=now) as act:
        _refuse_players(round_.event, by)
        _fresh(word)
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
        _note(act, "word_assigned", word, new={"round": round_.number}, bump=True)


def reserve_word(*, word: EventWord, by: Account, now: datetime) -> None:
    """Keep a sealed word in reserve. Raises Refused `words_closed_to_players`, `word_not_sealed`, `word_in_use`."""
    with act_on(word.event, by=by, now=now) as act:
        _refuse_players(word.event, by)
        _fresh(word)
        if word.word.state != WordState.SEALED:
            raise Refused("word_not_sealed")
        if word.dropped_at is not None or _serves(word):
            raise Refused("word_in_use")
        if not word.is_reserve:
            word.is_reserve = True
            word.save(update_fields=["is_reserve"])
            _note(act, "word_reserved", word, bump=True)


def swap_word(*, round_: Round, reserve: EventWord | None, reason: str, by: Account, now: datetime) -> None:
    """Take a word that has leaked off its round and put a reserve in its place, with a reason that everybody reads.

    Without a reserve the round has no word, and the director may set one. The leaked word stays sealed and is out.
    Raises Refused `words_closed_to_players`, `word_revealed` after the start, `no_sealed_word`,
    `swap_reason_required`, `not_a_reserve`.
    """
    with act_on(round_, by=by, now=now) as act:
        _refuse_players(round_.event, by)
        if round_.started_at is not None:
            raise Refused("word_revealed", round=round_.number)
        leaked = round_.sealed_word
        if leaked is None:
            raise Refused("no_sealed_word", round=round_.number)
        if not reason.strip():
            raise Refused("swap_reason_required")
        if reserve is not None:
            _fresh(reserve)
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
    if plays and not reason.strip():
        raise Refused("word_setter_plays")
    if former is not None and not reason.strip():
        raise Refused("swap_reason_required")
    made = _sealed_by_hand(act.event, plain, by=by, now=act.now, mint=mint, known_reason=reason if plays else "")
    if former is not None:
        _drop(act, former, round_, reason=reason, instead=made)
    _give(made, round_)
    new = {"round": round_.number, "commitment": made.word.commitment}
    _note(act, "word_set", made, new=new, reason=reason if plays else "", bump=True)
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
        _refuse_players(round_.event, by)
        if not access.may_read_set_word(by, round_.event):
            raise Refused("word_for_directors")
        word = round_.sealed_word
        if word is None or not word.by_hand:
            raise Refused("word_not_by_hand")
        read = secret_words.read(words=[word.word], by=by.key, now=now, key=words_key())
        _note_opened(act, [word])
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
        if not reason.strip():
            raise Refused("word_known", round=round_.number, who=", ".join(sorted(unsaid.values())))
        sealed.known_reason = reason.strip()[:REASON_LENGTH]
        sealed.save(update_fields=["known_reason"])
        new = {"round": round_.number, "entries": sorted(unsaid)}
        _note(act, "word_known_played", sealed, new=new, reason=reason, bump=True)
    first = sealed.word.state == WordState.SEALED
    round_.playing_word = secret_words.reveal(word=sealed.word, now=act.now, key=words_key())
    round_.save(update_fields=["playing_word"])
    if first:
        _note(act, "word_revealed", sealed, new={"round": round_.number})
    return round_.playing_word


def _note_opened(act: Act, words: Iterable[EventWord]) -> None:
    for word in words:
        if word.word.state == WordState.SEALED:
            _note(act, "set_word_read" if word.by_hand else "word_read", word)


def _sealed_by_hand(
    event: Event, plain: Plain, *, by: str, now: datetime, mint: Mint, known_reason: str = ""
) -> EventWord:
    key = words_key()
    word = secret_words.propose(id=uuid.uuid4(), place=event.slug, plain=plain, by=by, now=now, key=key, mint=mint)
    secret_words.approve_and_seal(word=word, now=now, key=key, mint=mint)
    return _numbered(event, word, by_hand=True, known_reason=known_reason.strip())


def _numbered(event: Event, word: SecretWord, *, by_hand: bool = False, known_reason: str = "") -> EventWord:
    last = EventWord.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    return EventWord.objects.create(
        event=event, number=last + 1, word=word, by_hand=by_hand, known_reason=known_reason[:REASON_LENGTH]
    )


def _drop(act: Act, word: EventWord, round_: Round, *, reason: str, instead: EventWord | None = None) -> None:
    """Take a word off its round for good. Without a reason only one set by hand, for which the commission's comes."""
    word.dropped_from, word.dropped_at, word.dropped_reason = round_.number, act.now, reason.strip()[:REASON_LENGTH]
    word.save(update_fields=["dropped_from", "dropped_at", "dropped_reason"])
    round_.sealed_word = None
    round_.save(update_fields=["sealed_word"])
    new = {"round": round_.number, **({"word": f"word:{instead.number}"} if instead else {})}
    _note(act, "word_swapped", word, new=new, reason=reason, bump=True)


def _give(word: EventWord, round_: Round) -> None:
    round_.sealed_word, round_.playing_word = word, None
    round_.save(update_fields=["sealed_word", "playing_word"])
    word.is_reserve = False
    word.save(update_fields=["is_reserve"])


def _serves(word: EventWord) -> bool:
    return Round.objects.filter(sealed_word=word).exists()


def _fresh(word: EventWord) -> None:
    """Bring a word up to date, under the lock of its event."""
    word.refresh_from_db(fields=["is_reserve", "dropped_from", "dropped_at"])
    word.word.refresh_from_db()


def _refuse_players(event: Event, by: Account) -> None:
    if access.plays_at(by, event):
        raise Refused("words_closed_to_players")


def _note(
    act: Act,
    code: str,
    word: EventWord,
    *,
    new: dict[str, object] | None = None,
    reason: str = "",
    bump: bool = False,
) -> None:
    """A line about a word. `bump`: only where a public page shows that it is sealed or which round it serves."""
    act.note(code, subject=f"word:{word.number}", new=new, reason=reason, bump=bump)

"""The commission's words at an event: proposed, voted on, sealed, given to rounds, swapped, revealed by the start.

competition.md 6. Who is registered for an event may not see its words nor vote on them; that is asked again at each
act, under the lock of the event. A word that stood for a round leaves it only with a public reason, and only before the
start. The start reveals it, by hand as by the clock, once. The journal knows every act, and never a word.
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
from games.models import PlayingWord, Verdict, WordState
from games.rules.refusals import Refused
from games.rules.word_list import Listed
from games.sealing import Key, key_of
from games.secret_words import Mint, Plain, SeenVote
from tournaments import access
from tournaments.models import Account, Event, EventStatus, EventWord, Round, RoundKind, WordRules
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.queries.event_words import events_played, keys_of_players, word_rules


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
        if event.status in (EventStatus.FINISHED, EventStatus.CANCELLED):
            raise Refused("event_over")
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
        last = EventWord.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
        made = EventWord.objects.create(event=event, number=last + 1, word=word)
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
    with act_on(word.event, by=by, now=now) as act:
        _fresh(word)
        if word.word.by != by.key:
            raise Refused("not_your_word")
        secret_words.withdraw(word=word.word, now=now)
        _note(act, "word_withdrawn", word)


# --- Reading and voting -----------------------------------------------------------------------------------------------


def read_words(*, event: Event, chosen: Iterable[EventWord], by: Account, now: datetime) -> dict[int, Plain]:
    """Show words of `event` to a member of the commission, by number; each reading is written down.

    Raises Refused `words_closed_to_players`, `words_key_changed`. Rights are proved by the face, this conflict here.
    """
    with act_on(event, by=by, now=now) as act:
        _refuse_players(event, by)
        return _read(act, chosen, by=by)


@transaction.atomic
def read_own_words(*, chosen: Iterable[EventWord], by: Account, now: datetime) -> dict[tuple[int, int], Plain]:
    """Show somebody his own open proposals, by event and number; none of an event in which he plays by now."""
    mine = [word for word in chosen if word.word.by == by.key and word.word.state == WordState.PROPOSED]
    played = events_played(by)
    shown = [word for word in mine if word.event_id not in played]
    read = secret_words.read(words=[word.word for word in shown], by=by.key, now=now, key=words_key())
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
        _note(act, "word_split", word)


def vote(
    *, word: EventWord, verdict: str, note: str, by: Account, now: datetime, mint: Mint = secrets.token_bytes
) -> str:
    """Vote on a word; returns its state. The vote that makes quorum and majority seals it, or turns it down.

    Votes of members who have registered for the event meanwhile do not count. Raises Refused `word_decided`,
    `vote_note_required`, `words_closed_to_players`, `no_such_verdict`.
    """
    with act_on(word.event, by=by, now=now) as act:
        _fresh(word)
        _refuse_players(word.event, by)
        if verdict not in Verdict.values:
            raise Refused("no_such_verdict")
        key, secret = words_key(), word.word
        cast = secret_words.review(word=secret, by=by.key, verdict=verdict, note=note, now=now, key=key, mint=mint)
        if cast.at == now:  # how he voted is for those who have voted too, so not even the journal says it
            _note(act, "word_voted", word)
        rules = word_rules()
        decided = secret_words.outcome_of(
            secret, quorum=rules.quorum, majority=rules.majority, without=keys_of_players(word.event)
        )
        if decided == "approved":
            commitment = secret_words.approve_and_seal(word=secret, now=now, key=key, mint=mint)
            _note(act, "word_sealed", word, new={"commitment": commitment}, bump=True)
        elif decided == "rejected":
            secret_words.reject(word=secret, now=now)
            _note(act, "word_rejected", word)
        return secret.state


def votes_for(word: EventWord, *, by: Account) -> list[SeenVote]:
    """The votes on a word, for one who may read it and has voted; for anybody else none."""
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

    Raises Refused `word_revealed`, `word_not_sealed`, `word_in_use`, `round_has_sealed_word`, `no_word_in_play_off`.
    """
    with act_on(round_, by=by, now=now) as act:
        _fresh(word)
        if word.event_id != round_.event_id or word.word.state != WordState.SEALED:
            raise Refused("word_not_sealed")
        if round_.started_at is not None:
            raise Refused("word_revealed", round=round_.number)
        if round_.kind == RoundKind.PLAY_OFF:
            raise Refused("no_word_in_play_off")
        if round_.sealed_word_id == word.pk:
            return
        if round_.sealed_word_id is not None:
            raise Refused("round_has_sealed_word", round=round_.number)
        if word.dropped_at is not None or _serves(word):
            raise Refused("word_in_use")
        _give(word, round_)
        _note(act, "word_assigned", word, new={"round": round_.number}, bump=True)


def reserve_word(*, word: EventWord, by: Account, now: datetime) -> None:
    """Keep a sealed word in reserve. Raises Refused `word_not_sealed`, `word_in_use`."""
    with act_on(word.event, by=by, now=now) as act:
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
    Raises Refused `word_revealed` after the start, `no_sealed_word`, `swap_reason_required`, `not_a_reserve`.
    """
    with act_on(round_, by=by, now=now) as act:
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
        leaked.dropped_from, leaked.dropped_at, leaked.dropped_reason = round_.number, now, reason.strip()[:500]
        leaked.save(update_fields=["dropped_from", "dropped_at", "dropped_reason"])
        round_.sealed_word = None
        round_.save(update_fields=["sealed_word"])
        if reserve is not None:
            _give(reserve, round_)
        new = {"round": round_.number, **({"word": f"word:{reserve.number}"} if reserve else {})}
        _note(act, "word_swapped", leaked, new=new, reason=reason, bump=True)


def reveal_for(act: Act, round_: Round) -> PlayingWord | None:
    """Open the word of a round that starts, if the commission gave it one; a part of the start."""
    sealed = round_.sealed_word
    if sealed is None:
        return None
    first = sealed.word.state == WordState.SEALED
    round_.playing_word = secret_words.reveal(word=sealed.word, now=act.now, key=words_key())
    round_.save(update_fields=["playing_word"])
    if first:
        _note(act, "word_revealed", sealed, new={"round": round_.number})
    return round_.playing_word


def _read(act: Act, chosen: Iterable[EventWord], *, by: Account) -> dict[int, Plain]:
    rows = list(chosen)
    read = secret_words.read(words=[word.word for word in rows], by=by.key, now=act.now, key=words_key())
    for word in rows:
        if word.word.state == WordState.SEALED:
            _note(act, "word_read", word)
    return {word.number: read[word.word_id] for word in rows}


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

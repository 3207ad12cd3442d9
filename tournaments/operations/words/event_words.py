"""The words of an event: proposed, read, voted on and sealed. Which round has which is told in round_words.py.

competition.md 6. Who is registered for an event may not see its words, nor vote on them, nor say which is played; that
is asked again at each act, under the lock of the event. The journal knows every act, and never a word.
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
from games.models import SecretWord, Verdict, WordState
from games.rules.refusals import Refused
from games.rules.word_list import Listed
from games.sealing import Key, key_of
from games.secret_words import Mint, Plain, SeenVote
from tournaments import access, lifecycle
from tournaments.models import Account, Event, EventWord, WordRules
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.queries.event_words import (
    events_played,
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
        refuse_players(event, by)
        word = secret_words.propose(
            id=id, place=event.slug, plain=plain, by=by.key, now=now, key=words_key(), mint=mint
        )
        known = EventWord.objects.filter(word=word).first()
        if known is not None:
            return known
        made = numbered(event, word)
        note_word(act, "word_proposed", made)
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
        fresh(word)
        if word.word.by != by.key:
            raise Refused("not_your_word")
        secret_words.withdraw(word=word.word, now=now)
        note_word(act, "word_withdrawn", word)


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
        refuse_players(event, by)
        rows = list(chosen)
        if any(word.by_hand for word in rows):
            raise Refused("word_for_directors")
        read = secret_words.read(
            words=[word.word for word in rows], by=by.key, now=now, key=words_key(), is_opening=is_opening
        )
        note_opened(act, rows)
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
        fresh(word)
        refuse_players(word.event, by)
        secret_words.correct_split(word=word.word, letters=letters, key=words_key(), mint=mint)
        secret_words.write_down(words=[word.word], by=by.key, now=now, is_opening=False)  # his letters were the word
        note_word(act, "word_split", word)


def vote(
    *, word: EventWord, verdict: str, note: str, by: Account, now: datetime, mint: Mint = secrets.token_bytes
) -> str:
    """Vote on a word; returns its state. The vote that makes quorum and majority seals it, or turns it down.

    Votes of members who have registered for the event meanwhile do not count, nor does one on one's own proposal, by
    whichever account. Raises Refused `word_decided`, `own_word`, `vote_final` once he has seen how others voted,
    `vote_note_required`, `words_closed_to_players`, `no_such_verdict`.
    """
    with act_on(word.event, by=by, now=now) as act:
        fresh(word)
        refuse_players(word.event, by)
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
            note_word(act, "word_voted", word)
        rules = word_rules()
        without = players_among(word.event, voters).keys() | same_person(secret.by, voters)
        decided = secret_words.outcome_of(secret, quorum=rules.quorum, majority=rules.majority, without=without)
        if decided == "approved":
            commitment = secret_words.approve_and_seal(word=secret, now=now, key=key, mint=mint)
            note_word(act, "word_sealed", word, new={"commitment": commitment}, bump=True)
        elif decided == "rejected":
            secret_words.reject(word=secret, now=now)
            note_word(act, "word_rejected", word)
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


# --- What every act on a word does ------------------------------------------------------------------------------------


def note_opened(act: Act, words: Iterable[EventWord]) -> None:
    for word in words:
        if word.word.state == WordState.SEALED:
            note_word(act, "set_word_read" if word.by_hand else "word_read", word)


def numbered(event: Event, word: SecretWord, *, by_hand: bool = False, known_reason: str = "") -> EventWord:
    last = EventWord.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    return EventWord.objects.create(
        event=event, number=last + 1, word=word, by_hand=by_hand, known_reason=known_reason[:REASON_LENGTH]
    )


def fresh(word: EventWord) -> None:
    """Bring a word up to date, under the lock of its event."""
    word.refresh_from_db(fields=["is_reserve", "dropped_from", "dropped_at"])
    word.word.refresh_from_db()


def refuse_players(event: Event, by: Account) -> None:
    if access.plays_at(by, event):
        raise Refused("words_closed_to_players")


def note_word(
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

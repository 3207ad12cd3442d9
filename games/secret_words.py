"""The commission's acts on a word: propose, review, approve and seal, reveal; and reading it, which is an act too.

This module knows no event. Which word serves which round, and who may therefore not see it or vote on it, is decided
above and handed in; so is the key, and chance (`mint`). Callers hold a lock under which all acts on the words of one
place take their turn. A word lies sealed from the proposal on (games/sealing.py), so it is in no backup, no log and no
leftover page of the database before its reveal. Nobody is shown a word without a `Reading` that says so.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from games.models import PlayingWord, Reading, SecretWord, Verdict, Vote, WordState
from games.rules.refusals import Refused
from games.rules.word_checks import faults_of, skeleton
from games.rules.word_letters import split_word
from games.rules.word_list import text_faults
from games.rules.word_review import Outcome, outcome
from games.sealing import (
    IV_BYTES,
    NONCE_BYTES,
    Key,
    commitment_by,
    likeness_of,
    opening_for,
    opening_of,
    seal,
    unseal,
)

Mint = Callable[[int], bytes]
NOTE_LENGTH = 500
DECIDING = (Verdict.APPROVE, Verdict.REJECT)  # who wants to discuss has not decided, and is shown nothing for it


@dataclass(frozen=True, slots=True)
class Plain:
    """A word as it is read. It never shows itself in a log or a traceback."""

    word: str = field(repr=False)
    letters: tuple[str, ...] = field(repr=False)
    caption: str = field(default="", repr=False)
    theme: str = field(default="", repr=False)
    language: str = ""
    note: str = field(default="", repr=False)
    nonce: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Resealed:
    """How many words were sealed anew, how many words and notes do not open, how many are under other keys."""

    words: int
    damaged: int
    foreign: int


@dataclass(frozen=True, slots=True)
class SeenVote:
    """A vote as those see it who have voted too. `counts`: it is the last of its voter."""

    by: str
    verdict: str
    note: str = field(repr=False)
    at: datetime
    counts: bool


def plain_of(
    word: str, *, letters: Sequence[str] = (), caption: str = "", theme: str = "", language: str = "", note: str = ""
) -> Plain:
    """A word as it was typed, normalised. Raises Refused `word_malformed`, `words_texts_malformed`."""
    texts = {"caption": caption.strip(), "theme": theme.strip(), "language": language.strip(), "note": note.strip()}
    if faults_of(word, letters):
        raise Refused("word_malformed")
    if text_faults(texts):
        raise Refused("words_texts_malformed")
    split = split_word(word)
    return Plain("".join(split), tuple(letters) or split, **texts)


def propose(*, id: uuid.UUID, place: str, plain: Plain, by: str, now: datetime, key: Key, mint: Mint) -> SecretWord:
    """Keep a proposal. The same id again is the same proposal; Refused `id_reused` if it is another's."""
    known = SecretWord.objects.filter(pk=id).first()
    if known is not None:
        if (known.by, known.place) != (by, place):
            raise Refused("id_reused")
        return known
    word = SecretWord(id=id, place=place, by=by, proposed_at=now)
    _keep(word, plain, key=key, mint=mint)
    word.save(force_insert=True)
    return word


def withdraw(*, word: SecretWord, now: datetime) -> None:
    """Take a proposal back while nothing is decided. Raises Refused `word_decided`."""
    _refuse_decided(word)
    word.state, word.decided_at = WordState.WITHDRAWN, now
    word.save(update_fields=["state", "decided_at"])


def correct_split(*, word: SecretWord, letters: Sequence[str], key: Key, mint: Mint) -> None:
    """Split a proposed word otherwise: CH may be one letter. Raises Refused `word_decided`, `word_malformed`."""
    _refuse_decided(word)
    plain = _opened(word, key)
    if faults_of(plain.word, letters):
        raise Refused("word_malformed")
    _keep(word, replace(plain, letters=tuple(letters)), key=key, mint=mint)
    word.save(update_fields=["sealed", "key_id", "likeness"])


def review(
    *,
    word: SecretWord,
    by: str,
    verdict: str,
    note: str,
    now: datetime,
    key: Key,
    mint: Mint,
    same: Collection[str] = (),
) -> Vote:
    """Cast a vote, or cast it anew while no other is to be seen; the same vote again changes nothing.

    `same`: other keys of the same person. Raises Refused `word_decided`, `own_word`, `vote_final` once the votes of
    others are visible to him, `vote_note_required`: who rejects or wants to discuss says why, `words_key_changed`: his
    note would lie under another key than the word.
    """
    _refuse_decided(word)
    if word.key_id != key.id:
        raise Refused("words_key_changed")
    if word.by in {by, *same}:
        raise Refused("own_word")
    note = note.strip()[:NOTE_LENGTH]
    if verdict != Verdict.APPROVE and not note:
        raise Refused("vote_note_required")
    votes = list(word.votes.order_by("turn"))
    mine: Vote | None = next((vote for vote in reversed(votes) if vote.by == by), None)
    if mine is not None and (mine.verdict, _note(mine, key)) == (verdict, note):
        return mine
    if _has_seen(votes, by) or any(vote.by in same and vote.by != by for vote in votes):
        raise Refused("vote_final")
    turn = len(votes) + 1
    sealed = seal({"note": note}, about=_about_note(word, turn), key=key, iv=mint(IV_BYTES))
    vote = Vote(word=word, turn=turn, by=by, verdict=verdict, note=sealed, at=now)
    vote.save(force_insert=True)
    return vote


def outcome_of(word: SecretWord, *, quorum: int, majority: int, without: Collection[str] = ()) -> Outcome:
    """What the votes on a word decide. `without`: whose votes do not count (who plays must not decide)."""
    last = _verdicts(word.votes.order_by("turn"))
    return outcome((last[by] for by in last if by not in without), quorum=quorum, majority=majority)


def votes_seen(word: SecretWord, *, by: str, key: Key) -> list[SeenVote]:
    """The votes on a word as `by` may see them: all, if he has voted for or against it, or the word is decided and he
    has voted at all; else only his own. Of others not even the number.
    """
    votes = list(word.votes.order_by("turn"))
    verdict = _verdicts(votes).get(by)
    is_open = verdict in DECIDING or (verdict is not None and word.state != WordState.PROPOSED)
    last = {vote.by: vote.turn for vote in votes}
    return [
        SeenVote(vote.by, vote.verdict, _note(vote, key), vote.at, last[vote.by] == vote.turn)
        for vote in votes
        if is_open or vote.by == by
    ]


def may_vote(word: SecretWord, *, by: str) -> bool:
    """Whether a vote of `by` would be taken: an open word, not his own, and he has not seen how others voted."""
    is_open = word.state == WordState.PROPOSED and word.by != by
    return is_open and not _has_seen(list(word.votes.order_by("turn")), by)


def _has_seen(votes: Iterable[Vote], by: str) -> bool:
    """Whether the votes of others are visible to `by`."""
    verdicts = _verdicts(votes)
    return verdicts.get(by) in DECIDING and len(verdicts) > 1


def _verdicts(votes: Iterable[Vote]) -> dict[str, str]:
    """The last verdict of each voter; `votes` by turn."""
    return {vote.by: vote.verdict for vote in votes}


def reject(*, word: SecretWord, now: datetime) -> None:
    """Reject a word because the vote went against it."""
    _refuse_decided(word)
    word.state, word.decided_at = WordState.REJECTED, now
    word.save(update_fields=["state", "decided_at"])


def approve_and_seal(*, word: SecretWord, now: datetime, key: Key, mint: Mint) -> str:
    """Fix the word for ever by a commitment to it and to a nonce that nobody knows yet; returns the commitment."""
    _refuse_decided(word)
    plain = replace(_opened(word, key), nonce=mint(NONCE_BYTES).hex())
    word.commitment = commitment_by(opening_of(word.place, plain.word, plain.letters, plain.caption, plain.nonce))
    word.state, word.decided_at = WordState.SEALED, now
    _keep(word, plain, key=key, mint=mint)
    word.save()
    return word.commitment


def reveal(*, word: SecretWord, now: datetime, key: Key) -> PlayingWord:
    """Open a sealed word: once. Whoever comes second gets what the first has opened.

    Raises Refused `word_not_sealed`, `words_key_changed`, `word_damaged` if it does not open its commitment.
    """
    first = SecretWord.objects.filter(pk=word.pk, state=WordState.SEALED).update(
        state=WordState.REVEALED, revealed_at=now
    )
    word.refresh_from_db()
    if not first:
        if word.opened is None:
            raise Refused("word_not_sealed")
        return word.opened
    plain = _opened(word, key)
    if not opening_for(word.commitment, word.place, plain.word, plain.letters, plain.caption, plain.nonce):
        raise Refused("word_damaged")
    word.opened = PlayingWord.objects.create(
        word=plain.word, caption=plain.caption, letters=list(plain.letters), created_at=now
    )
    word.nonce = plain.nonce
    word.save(update_fields=["opened", "nonce"])
    return word.opened


def read(
    *, words: Iterable[SecretWord], by: str, now: datetime, key: Key, is_opening: bool = True
) -> dict[uuid.UUID, Plain]:
    """Show these words to `by`, and write down that they were shown; the nonce stays sealed.

    `is_opening`: somebody asked for it, and each time counts. Otherwise a page shows again what he has before his eyes
    anyway, such as a word he votes on: the first time is the opening, as long as the word is what it was then.
    """
    found = {word.pk: (word, replace(_opened(word, key), nonce="")) for word in words}
    write_down(words=[word for word, _ in found.values()], by=by, now=now, is_opening=is_opening)
    return {pk: plain for pk, (_, plain) in found.items()}


def write_down(*, words: Iterable[SecretWord], by: str, now: datetime, is_opening: bool) -> None:
    """Say in the readings that `by` knows these words now: he was shown them, or told what they look like."""
    secret = [word for word in words if word.state != WordState.REVEALED]
    before = Reading.objects.filter(word__in=secret, by=by).values_list("word", "state")
    known = set() if is_opening or not secret else set(before)
    Reading.objects.bulk_create(
        Reading(word=word, by=by, state=word.state, at=now) for word in secret if (word.pk, word.state) not in known
    )


def says_the_same(word: SecretWord, plain: Plain, *, key: Key) -> bool:
    """Whether a word lies sealed with just this text, split and caption. Nobody is shown it, so nothing is written."""
    if word.key_id != key.id:
        return False
    kept = _opened(word, key)
    return (kept.word, kept.letters, kept.caption) == (plain.word, plain.letters, plain.caption)


def look_alikes(words: Iterable[SecretWord]) -> dict[uuid.UUID, list[SecretWord]]:
    """For each word the others, wherever, that look like it and were not turned down. One statement."""
    mine = list(words)
    alike = SecretWord.objects.filter(likeness__in={word.likeness for word in mine})
    found = list(alike.exclude(state__in=[WordState.REJECTED, WordState.WITHDRAWN]).order_by("proposed_at", "pk"))
    return {word.pk: [other for other in found if other.likeness == word.likeness and other != word] for word in mine}


def reseal(*, old: Key, new: Key, mint: Mint) -> Resealed:
    """Seal all that lies under `old` anew under `new`, words and notes of votes, whatever became of them.

    What cannot be opened stays as it is, and is counted. Nobody is shown anything, so no reading is written.
    """
    done = damaged = 0
    words = SecretWord.objects.filter(key_id=old.id).order_by("proposed_at", "pk")
    if connection.features.has_select_for_update:  # a site that still runs is not to seal one meanwhile
        words = words.select_for_update()
    for word in words:
        try:
            _keep(word, _opened(word, old), key=new, mint=mint)
        except Refused:
            damaged += 1
            continue
        word.save(update_fields=["sealed", "key_id", "likeness"])
        for vote in word.votes.all():
            try:
                note = _note(vote, old)
            except Refused:
                damaged += 1
                continue
            sealed = seal({"note": note}, about=_about_note(word, vote.turn), key=new, iv=mint(IV_BYTES))
            QuerySet(Vote).filter(pk=vote.pk).update(note=sealed)  # the one change that the trigger lets through
        done += 1
    foreign = SecretWord.objects.exclude(key_id__in=[old.id, new.id]).count()
    return Resealed(done, damaged, foreign)


def _keep(word: SecretWord, plain: Plain, *, key: Key, mint: Mint) -> None:
    word.sealed = seal(asdict(plain), about=_about(word), key=key, iv=mint(IV_BYTES))
    word.key_id = key.id
    word.likeness = likeness_of(skeleton(plain.word), key=key)


def _opened(word: SecretWord, key: Key) -> Plain:
    if word.key_id != key.id:
        raise Refused("words_key_changed")
    values = unseal(word.sealed, about=_about(word), key=key)
    return Plain(**{**values, "letters": tuple(values["letters"])})  # type: ignore[arg-type]  # as `_keep` wrote them


def _note(vote: Vote, key: Key) -> str:
    return str(unseal(vote.note, about=_about_note(vote.word, vote.turn), key=key)["note"])


def _about(word: SecretWord) -> str:
    return f"word/1|{word.pk}"


def _about_note(word: SecretWord, turn: int) -> str:
    return f"note/1|{word.pk}|{turn}"


def _refuse_decided(word: SecretWord) -> None:
    word.refresh_from_db()
    if word.state != WordState.PROPOSED:
        raise Refused("word_decided")

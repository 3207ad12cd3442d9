"""Reading the words of an event: what everybody may know of them, and what those see who keep or arrange them.

Nothing here opens a sealed word: that is an act, and leaves a reading (words/event_words.py). Pages name a word by its
number until it is revealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from games.models import Reading, WordState
from games.sealing import commitment_to, opening_of
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    EventWord,
    Merge,
    Player,
    Registration,
    Round,
    RoundKind,
    WordRules,
)

OVER = (EventStatus.FINISHED, EventStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is public of a sealed word; from its reveal on everything. `opens`: the word fits the commitment."""

    number: int
    commitment: str
    sealed_at: datetime | None
    round: int | None
    is_reserve: bool
    dropped_from: int | None
    dropped_at: datetime | None
    reason: str
    revealed_at: datetime | None
    word: str
    caption: str
    nonce: str
    opening: str
    opens: bool


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """Somebody was shown a word. `plays`: he is registered for the event now."""

    number: int
    who: str
    state: str
    at: datetime
    plays: bool


def words_of(event: Event) -> QuerySet[EventWord]:
    """The words of an event by number, with `round` where one serves, and `times_read`."""
    rows = EventWord.objects.filter(event=event).select_related("word__opened", "round")
    return rows.annotate(times_read=Count("word__readings")).order_by("number")


def commitments_of(event: Event) -> list[Commitment]:
    """The sealed and revealed words as the public page shows them. One statement."""
    rows = EventWord.objects.filter(event=event, word__state__in=[WordState.SEALED, WordState.REVEALED])
    return [_commitment(word) for word in rows.select_related("word__opened", "round").order_by("number")]


def played_in_series(event: Event) -> list[str]:
    """The words that were played for in the series of `event`, as far as everybody knows them. One statement."""
    rounds = Round.objects.filter(event__series=event.series_id, started_at__isnull=False, playing_word__isnull=False)
    rounds = rounds.exclude(event__status=EventStatus.DRAFT).exclude(kind=RoundKind.PLAY_OFF)
    return sorted(set(rounds.values_list("playing_word__word", flat=True)))


def keys_of_players(event: Event) -> frozenset[str]:
    """The keys of the accounts whose players are registered for `event`, also of those that merges have left over. Two
    statements.
    """
    players = Registration.objects.not_withdrawn().filter(event=event).values("player")
    own = Player.objects.filter(pk__in=players, account__isnull=False).values_list("account", flat=True)
    left_over = Merge.objects.filter(survivor__in=players, account__isnull=False, account_moved=False, undone_at=None)
    return frozenset(f"account:{pk}" for pk in (*own, *left_over.values_list("account", flat=True)))


def readings_of(event: Event) -> QuerySet[Reading]:
    """Who was shown which secret word of an event, newest first."""
    return Reading.objects.filter(word__at__event=event).select_related("word__at").order_by("-pk")


def reading_lines(event: Event, readings: Iterable[Reading]) -> list[ReadingLine]:
    """Readings with names. Two statements."""
    rows = list(readings)
    names, players = names_of(row.by for row in rows), keys_of_players(event)
    return [ReadingLine(row.word.at.number, names[row.by], row.state, row.at, row.by in players) for row in rows]


def known_to_players(event: Event) -> dict[int, list[str]]:
    """Number of a word → who plays in the event now and has read or proposed it before. Five statements at most."""
    players = keys_of_players(event)
    if not players:
        return {}
    secret = EventWord.objects.filter(event=event).exclude(word__state=WordState.REVEALED)
    knowers = {
        *secret.filter(word__readings__by__in=players).values_list("number", "word__readings__by"),
        *secret.filter(word__by__in=players).values_list("number", "word__by"),
    }
    names, found = names_of(by for _, by in knowers), defaultdict(set)
    for number, by in knowers:
        found[number].add(names[by])
    return {number: sorted(who) for number, who in found.items()}


def proposals_of(account: Account) -> QuerySet[EventWord]:
    """What `account` has proposed, newest first."""
    rows = EventWord.objects.filter(word__by=account.key).select_related("event", "word")
    return rows.order_by("-word__proposed_at", "-number", "-pk")


def events_for_proposals(account: Account) -> QuerySet[Event]:
    """Events that words can be proposed for by `account`: public, not over, with words, and he does not play."""
    mine = Registration.objects.of_person(account).not_withdrawn()
    events = Event.objects.visible().exclude(status__in=OVER).exclude(pk__in=mine.values("event"))
    # Most regulations name no game, and of what is missing SQL says neither yes nor no.
    without_word = Q(regulations__game="smear", regulations__game__isnull=False)
    return events.exclude(without_word).order_by("date", "pk")


def events_with_words(account: Account, *, everywhere: bool) -> QuerySet[Event]:
    """Events that have words, newest first: all, or only those that `account` directs."""
    events = Event.objects.filter(pk__in=EventWord.objects.values("event")).order_by("-date", "-pk")
    return events if everywhere else events.filter(staff__account=account, staff__role="director", staff__ended_at=None)


def events_played(account: Account) -> set[int]:
    """Ids of the events for which `account` is registered. One statement."""
    rows = Registration.objects.of_person(account).not_withdrawn()
    return set(rows.values_list("event", flat=True))


def rounds_to_fill(event: Event) -> QuerySet[Round]:
    """Rounds that a sealed word can be given to."""
    rounds = Round.objects.filter(event=event, started_at=None, sealed_word=None)
    return rounds.exclude(kind=RoundKind.PLAY_OFF).order_by("number")


def word_rules() -> WordRules:
    """Return what the union has set about votes on words, or the default. One statement."""
    return WordRules.objects.order_by("pk").first() or WordRules()


def names_of(keys: Iterable[str]) -> dict[str, str]:
    """Return what the accounts behind opaque keys are called, by key. One statement."""
    wanted = {key: int(key.removeprefix("account:")) for key in keys}
    names = {account.pk: str(account) for account in Account.objects.filter(pk__in=wanted.values())}
    return {key: names.get(pk, key) for key, pk in wanted.items()}


def _commitment(event_word: EventWord) -> Commitment:
    word, opened = event_word.word, event_word.word.opened
    serves = getattr(event_word, "round", None)
    return Commitment(
        number=event_word.number,
        commitment=word.commitment,
        sealed_at=word.decided_at,
        round=serves.number if serves else None,
        is_reserve=event_word.is_reserve,
        dropped_from=event_word.dropped_from,
        dropped_at=event_word.dropped_at,
        reason=event_word.dropped_reason,
        revealed_at=word.revealed_at,
        word=opened.word if opened else "",
        caption=opened.caption if opened else "",
        nonce=word.nonce,
        opening=opening_of(word.place, opened.word, word.nonce) if opened else "",
        opens=opened is not None and commitment_to(word.place, opened.word, word.nonce) == word.commitment,
    )

"""Reading the words of an event: what everybody may know of them, and what those see who keep or arrange them.

Nothing here opens a sealed word: that is an act, and leaves a reading (words/event_words.py). Pages name a word by its
number until it is revealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from games.models import Reading, Vote, WordState
from games.sealing import opening_for, opening_of
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    EventWord,
    Registration,
    Round,
    RoundKind,
    WordRules,
)
from tournaments.models.merge import records_of

ACCOUNT = "account:"  # begins the opaque key of an account
OVER = (EventStatus.FINISHED, EventStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is public of a sealed word; from its reveal on everything. `opens`: the word fits the commitment.

    `known_reason`: why a round is played for it though somebody in the event had read it; empty where nobody had.
    """

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
    letters: tuple[str, ...]
    caption: str
    nonce: str
    opening: str
    opens: bool
    by_hand: bool
    known_reason: str


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """Somebody was shown a word while it was in this state. `times`: how often he opened it; a word that is voted on is
    opened once, however often he looks at it. `plays`: he is in the event now.
    """

    number: int
    who: str
    state: str
    times: int
    first: datetime
    last: datetime
    plays: bool


def words_of(event: Event) -> QuerySet[EventWord]:
    """The words of an event by number, with `round` where one serves; `readers`: how many people were ever shown it,
    `openings`: how often it was opened since it was sealed.
    """
    rows = EventWord.objects.filter(event=event).select_related("word__opened", "round")
    since = Count("word__readings", filter=Q(word__readings__state=WordState.SEALED))
    return rows.annotate(readers=Count("word__readings__by", distinct=True), openings=since).order_by("number")


def commitments_of(event: Event) -> list[Commitment]:
    """The sealed and revealed words as the public page shows them. One statement."""
    rows = EventWord.objects.filter(event=event, word__state__in=[WordState.SEALED, WordState.REVEALED])
    return [_commitment(word) for word in rows.select_related("word__opened", "round").order_by("number")]


def played_in_series(event: Event) -> list[str]:
    """The words that were played for in the series of `event`, as far as everybody knows them. One statement."""
    rounds = Round.objects.filter(event__series=event.series_id, started_at__isnull=False, playing_word__isnull=False)
    rounds = rounds.filter(event__in=Event.objects.listed()).exclude(kind=RoundKind.PLAY_OFF)
    return sorted(set(rounds.values_list("playing_word__word", flat=True)))


def knowers_who_play(event: Event, numbers: Collection[int] | None = None) -> dict[int, dict[str, Registration]]:
    """Number of a secret word → who is in the event now and knows it: his key → how he is registered.

    The one answer to "has anybody in this event read this word". He has read it, proposed it or set it, whenever that
    was; he is in the event by registering, as a stand-in or because two records were found to be one person's. It is
    worked out from what is true now, so no order of happenings escapes it. `numbers`: only these words. At most three
    statements, with as many more as merges follow one another.
    """
    secret = EventWord.objects.filter(event=event).exclude(word__state=WordState.REVEALED)
    if numbers is not None:
        secret = secret.filter(number__in=numbers)
    rows = secret.values_list("number", "word__by", "word__readings__by")
    knew = {(number, who) for number, *both in rows for who in both if who}
    playing = players_among(event, {by for _, by in knew})
    found: dict[int, dict[str, Registration]] = defaultdict(dict)
    for number, by in sorted(knew):
        if by in playing:
            found[number][by] = playing[by]
    return dict(found)


def players_among(event: Event, keys: Iterable[str]) -> dict[str, Registration]:
    """Of these opaque keys those of people who are in the event, each with how he is registered. Two statements."""
    records = records_of_keys(keys)
    if not records:
        return {}
    wanted = frozenset[int]().union(*records.values())
    entered = Registration.objects.in_the_event().filter(event=event, player__in=wanted)
    by_player = {registration.player_id: registration for registration in entered}
    return {key: by_player[pk] for key, held in records.items() for pk in held if pk in by_player}


def same_person(key: str, others: Iterable[str]) -> set[str]:
    """Of `others` the keys that are of the same person as `key`, and `key` itself. One statement."""
    records = records_of_keys({key, *others})
    mine = records.get(key, frozenset())
    return {key, *(other for other, held in records.items() if held & mine)}


def records_of_keys(keys: Iterable[str]) -> dict[str, frozenset[int]]:
    """Opaque keys of accounts → the players' records of who has them; what is no account's is left out."""
    accounts = {int(key.removeprefix(ACCOUNT)): key for key in keys if key.startswith(ACCOUNT)}
    return {accounts[pk]: held for pk, held in records_of(accounts).items()} if accounts else {}


def readings_of(event: Event) -> Any:
    """Who was shown which secret word of an event and how often, the one who was shown one last first."""
    rows = Reading.objects.filter(word__at__event=event).values("word__at__number", "by", "state")
    counted = rows.annotate(times=Count("pk"), first=Min("at"), last=Max("at"))
    return counted.order_by("-last", "-word__at__number", "by", "state")


def reading_lines(event: Event, readings: Iterable[dict[str, Any]]) -> list[ReadingLine]:
    """Readings with names. Three statements."""
    rows = list(readings)
    keys = {row["by"] for row in rows}
    names, players = names_of(keys), players_among(event, keys)
    return [
        ReadingLine(
            number=row["word__at__number"],
            who=names[row["by"]],
            state=row["state"],
            times=row["times"] if row["state"] == WordState.SEALED else 1,
            first=row["first"],
            last=row["last"],
            plays=row["by"] in players,
        )
        for row in rows
    ]


def known_to_players(event: Event) -> dict[int, list[str]]:
    """Number of a secret word → the nicks of those in the event who know it (`knowers_who_play`)."""
    known = knowers_who_play(event)
    return {number: sorted({one.nick for one in who.values()}) for number, who in known.items()}


def proposals_of(account: Account) -> QuerySet[EventWord]:
    """What `account` has proposed, newest first; the words that came with a rehearsal nobody has."""
    rows = EventWord.objects.filter(word__by=account.key, event__rehearses=None).select_related("event", "word")
    return rows.order_by("-word__proposed_at", "-number", "-pk")


def events_for_proposals(account: Account) -> QuerySet[Event]:
    """Events that words can be proposed for by `account`: public, not over, with words, and he does not play."""
    mine = Registration.objects.of_person(account).in_the_event()
    events = Event.objects.listed().exclude(status__in=OVER).exclude(pk__in=mine.values("event"))
    # Most regulations name no game, and of what is missing SQL says neither yes nor no.
    without_word = Q(regulations__game="smear", regulations__game__isnull=False)
    return events.exclude(without_word).order_by("date", "pk")


def events_with_words(account: Account, *, everywhere: bool) -> QuerySet[Event]:
    """Events that have words of the commission, newest first: all, or only those that `account` directs."""
    chosen = EventWord.objects.filter(by_hand=False)
    events = Event.objects.filter(pk__in=chosen.values("event")).order_by("-date", "-pk")
    return events if everywhere else events.filter(staff__account=account, staff__role="director", staff__ended_at=None)


def events_played(account: Account) -> set[int]:
    """Ids of the events whose words are closed to `account`. Two statements."""
    rows = Registration.objects.of_person(account).in_the_event()
    return set(rows.values_list("event", flat=True))


def rounds_to_fill(event: Event) -> QuerySet[Round]:
    """Rounds that a sealed word can be given to."""
    rounds = Round.objects.filter(event=event, started_at=None, sealed_word=None)
    return rounds.exclude(kind=RoundKind.PLAY_OFF).order_by("number")


def waiting_for(account: Account, event: Event) -> list[int]:
    """Numbers of the words of an event that wait for the vote of `account`: open, not his own, not voted on by him."""
    rows = EventWord.objects.filter(event=event, word__state=WordState.PROPOSED).exclude(word__by=account.key)
    voted = Vote.objects.filter(word__at__event=event, by=account.key)
    return list(rows.exclude(word__in=voted.values("word")).order_by("number").values_list("number", flat=True))


def verdicts_of(account: Account, event: Event) -> dict[Any, str]:
    """The word's id → how `account` has voted on it last. One statement."""
    votes = Vote.objects.filter(word__at__event=event, by=account.key).order_by("turn")
    return dict(votes.values_list("word", "verdict"))


def reserves_of(event: Event) -> QuerySet[EventWord]:
    """The sealed words that are kept in reserve, by number."""
    return EventWord.objects.filter(event=event, is_reserve=True).select_related("word").order_by("number")


def word_rules() -> WordRules:
    """Return what the union has set about votes on words, or the default. One statement."""
    return WordRules.objects.order_by("pk").first() or WordRules()


def names_of(keys: Iterable[str]) -> dict[str, str]:
    """Return what the accounts behind opaque keys are called, by key. One statement."""
    keys = set(keys)
    wanted = {key: int(key.removeprefix(ACCOUNT)) for key in keys if key.startswith(ACCOUNT)}
    names = {account.pk: str(account) for account in Account.objects.filter(pk__in=wanted.values())}
    return {key: names.get(wanted.get(key, 0), key) for key in keys}


def _commitment(event_word: EventWord) -> Commitment:
    word, opened = event_word.word, event_word.word.opened
    serves = getattr(event_word, "round", None)
    parts = (word.place, opened.word, opened.letters, opened.caption, word.nonce) if opened else None
    fits = opening_for(word.commitment, *parts) if parts else ""
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
        letters=tuple(opened.letters) if opened else (),
        caption=opened.caption if opened else "",
        nonce=word.nonce,
        opening=fits or (opening_of(*parts) if parts else ""),
        opens=bool(fits),
        by_hand=event_word.by_hand,
        known_reason=event_word.known_reason,
    )

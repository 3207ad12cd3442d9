"""No round starts with a word that somebody in the event has read, in whatever order things happened, however he read
it and however he came in; and nobody in the event says which word is played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.models import Reading
from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory, StaffFactory
from tests.factories.words import a_member, a_proposal, a_proposer, a_round_with_sealed_word, a_sealed_word, seal
from tests.refusals import refusal
from tournaments import access
from tournaments.models import Account, Event, EventWord, JournalLine, Player, Registration, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.events.registrations import add_walk_in, apply_for
from tournaments.operations.files.event_files import hand_out_event
from tournaments.operations.people.merges import merge_players, plan_merge
from tournaments.operations.words import event_words, round_words
from tournaments.queries import event_words as queries

pytestmark = pytest.mark.django_db


@dataclass
class World:
    """An evening whose first round is drawn, and a member of the commission who directs it and may come to play.

    `knows`, `is_tied` and `has_left`: what was true of him when it happened, told by the test itself.
    """

    event: int
    round_: int
    him: int
    other: int
    reads: "Way"
    word: int = 0
    knows: bool = False
    is_in: bool = False
    entry: int = 0
    happened: list[str] = field(default_factory=list)

    def fresh(self) -> tuple[Event, Round, Account]:
        round_ = Round.objects.select_related("event", "sealed_word__word").get(pk=self.round_)
        return round_.event, round_, Account.objects.get(pk=self.him)

    @property
    def director(self) -> Account:
        return Account.objects.get(pk=self.other)


# --- Ways to read -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """`prepare` makes the word that the commission will give to the round; `read` is what he does to know it."""

    prepare: Callable[[Event], EventWord] | None
    read: Callable[[World], object]


def looks_at_the_proposal(world: World) -> object:
    event, _, him = world.fresh()
    word = EventWord.objects.get(pk=world.word)
    return event_words.read_words(event=event, chosen=[word], by=him, now=NOW, is_opening=False)


def opens_it(world: World) -> object:
    event, _, him = world.fresh()
    return event_words.read_words(event=event, chosen=[EventWord.objects.get(pk=world.word)], by=him, now=NOW)


def is_told_of_its_twin(world: World) -> object:
    event, _, him = world.fresh()
    twin = EventWord.objects.filter(event=event).exclude(pk=world.word).earliest("number")
    event_words.read_words(event=event, chosen=[twin], by=him, now=NOW, is_opening=False)
    return event_words.look_alikes(word=twin, by=him, now=NOW)


def sets_it(world: World) -> None:
    _, round_, him = world.fresh()
    rounds.set_word(round_=round_, word="KAMIL", by=him, now=NOW)


def opens_what_was_set(world: World) -> object:
    _, round_, him = world.fresh()
    return round_words.open_set_word(round_=round_, by=him, now=NOW)


def takes_the_event_file(world: World) -> object:
    event, round_, him = world.fresh()
    file = hand_out_event(event=event, by=him, now=NOW)
    if not any(one.number == round_.number for one in file.rounds):
        raise Refused("not_in_it")
    return file


def prints_it(world: World) -> object:
    """On the sheets of the tables, by the page: an operation of its own there is none."""
    event, round_, him = world.fresh()
    browser = Client()
    browser.force_login(him)
    answer = browser.post(f"/desk/{event.slug}/print/sheets/{round_.number}/word/")
    if answer.status_code != 200:
        assert answer.status_code == 409, answer
        raise Refused(JournalLine.objects.filter(by=him.key).latest("pk").refused)
    return answer


def a_twin_of_what_is_open(event: Event) -> EventWord:
    a_proposal(event, "flíck")
    return a_sealed_word(event, "FLICK")


WAYS = {
    "looks": Way(lambda event: a_proposal(event, "FLICK"), looks_at_the_proposal),
    "opens": Way(lambda event: a_sealed_word(event, "FLICK"), opens_it),
    "is told": Way(a_twin_of_what_is_open, is_told_of_its_twin),
    "sets": Way(None, sets_it),
    "opens what was set": Way(None, opens_what_was_set),
    "takes the file": Way(None, takes_the_event_file),
    "prints": Way(None, prints_it),
}


NOTHING_THERE = ("word_not_by_hand", "not_in_it", "swap_reason_required")


def arrange(world: World) -> None:
    """Somebody else gives the round its word."""
    _, round_, _ = world.fresh()
    if world.reads.prepare is not None:
        word = EventWord.objects.get(pk=world.word)
        if word.word.state == "proposed":
            seal(word)
        round_words.assign_word(word=word, round_=round_, by=a_member(), now=NOW)
    elif round_.sealed_word is None:
        rounds.set_word(round_=round_, word="KAMIL", by=world.director, now=NOW)


def read(world: World) -> None:
    """He tries to; while he is in the event it is refused, and it fails where there is nothing to read yet."""
    code = ""
    try:
        with transaction.atomic():
            world.reads.read(world)
    except Refused as refused:
        code = refused.code
    assert bool(code) == (world.is_in or code in NOTHING_THERE), code
    world.knows = world.knows or not code


# --- Ways to come in --------------------------------------------------------------------------------------------------


def registers(world: World) -> None:
    event, _, _ = world.fresh()
    Event.objects.filter(pk=event.pk).update(status="open")
    world.entry = apply_for(event=Event.objects.get(pk=event.pk), player=his_record(world), now=NOW).pk
    Event.objects.filter(pk=event.pk).update(status="closed")


def walks_in(world: World) -> None:
    event, _, _ = world.fresh()
    world.entry = add_walk_in(event=event, line=his_record(world).nick, now=NOW).pk


def stands_in(world: World) -> None:
    event, _, _ = world.fresh()
    out = stories.registration(event, "p2")
    world.entry = send_in(out=out, line=his_record(world).nick, by=world.director, now=NOW).pk


def is_merged(world: World) -> None:
    event, _, _ = world.fresh()
    merge(stories.registration(event, "p1").player, his_record(world))


def is_merged_twice(world: World) -> None:
    between = PlayerFactory.create(account=AccountFactory.create())
    merge(between, his_record(world))
    event, _, _ = world.fresh()
    merge(stories.registration(event, "p1").player, between)


def ties_his_account(world: World) -> None:
    event, _, him = world.fresh()
    Player.objects.filter(account=him).update(account=None)
    Player.objects.filter(pk=stories.registration(event, "p3").player_id).update(account=him)


def his_record(world: World) -> Player:
    return Player.objects.get(account=world.him)


def merge(survivor: Player, duplicate: Player) -> None:
    survivor, duplicate = Player.objects.get(pk=survivor.pk), Player.objects.get(pk=duplicate.pk)
    digest = plan_merge(survivor=survivor, duplicate=duplicate).digest
    merge_players(survivor=survivor, duplicate=duplicate, digest=digest, reason="one", by=a_member(), now=NOW)


# The way, and the entry of the event that is his by it, if it was there before him.
COMING: dict[str, tuple[Callable[[World], None], str]] = {
    "registers": (registers, ""),
    "walks in": (walks_in, ""),
    "stands in": (stands_in, ""),
    "is merged": (is_merged, "p1"),
    "is merged twice": (is_merged_twice, "p1"),
    "ties his account": (ties_his_account, "p3"),
}


def come(world: World, coming: str) -> None:
    COMING[coming][0](world)
    world.is_in = "leave" not in world.happened or not COMING[coming][1]


def leave(world: World, coming: str) -> None:
    """He goes; before he came, only somebody whose entry becomes his can."""
    event, _, _ = world.fresh()
    key = COMING[coming][1]
    entry = stories.registration(event, key) if key else Registration.objects.filter(pk=world.entry).first()
    if entry is not None:
        withdraw_player(registration=Registration.objects.get(pk=entry.pk), by=world.director, now=NOW)
    world.is_in = False


def happen(world: World, what: str, coming: str) -> None:
    steps: dict[str, Callable[[], Any]] = {
        "read": lambda: read(world),
        "come": lambda: come(world, coming),
        "leave": lambda: leave(world, coming),
        "arrange": lambda: arrange(world),
    }
    steps[what]()
    world.happened.append(what)


# --- The property -----------------------------------------------------------------------------------------------------


def a_world(way: Way) -> World:
    event = stories.an_event(players=11, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="", sizes=(6, 5))
    other, him = stories.director_of(event), a_member()
    Player.objects.filter(pk=stories.registration(event, "p1").player_id).update(account=AccountFactory.create())
    PlayerFactory.create(account=him)
    StaffFactory.create(event=event, account=him, role="director")
    word = way.prepare(event) if way.prepare else None
    return World(event.pk, round_.pk, him.pk, other.pk, way, word=word.pk if word else 0)


# Every way to read with every way to come in; that somebody leaves again has to do with how he came alone.
STORIES = [
    *((way, coming, ("read", "come", "arrange")) for way in WAYS for coming in COMING),
    *(("looks", coming, ("read", "come", "leave", "arrange")) for coming in COMING),
]


@pytest.mark.parametrize(("way", "coming", "happenings"), STORIES)
def test_in_every_order_a_word_that_a_player_has_read_starts_only_with_a_public_reason(way, coming, happenings):
    made = a_world(WAYS[way])
    refused = 0
    for order in permutations(happenings):
        with transaction.atomic():
            world = replace(made, happened=[])
            for what in order:
                happen(world, what, coming)
            event, round_, him = world.fresh()
            assert access.plays_at(him, event) == world.is_in, order
            expected = world.is_in and world.knows
            assert (round_.sealed_word.number in queries.knowers_who_play(event)) == expected, order
            if expected:
                refused += 1
                assert refusal(rounds.start_round, round_=round_, by=world.director, now=NOW).code == "word_known", (
                    order
                )
                event, round_, him = world.fresh()
            reason = "He read it as a member." if expected else ""
            rounds.start_round(round_=round_, by=world.director, now=NOW, reason=reason)
            assert [one.known_reason for one in queries.commitments_of(event) if one.round] == [reason], order
            told = JournalLine.objects.filter(act="word_known_played").values_list("reason", flat=True)
            assert list(told) == ([reason] if expected else []), order
            transaction.set_rollback(True)
    assert refused > 0 or "leave" in happenings, "the property was never asked"


@pytest.mark.parametrize("role", ["commission", "director", "keeper"])
def test_who_is_in_the_event_says_of_no_word_where_it_is_played(role):
    event = stories.an_event(players=6, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="")
    makes: dict[str, Callable[[], Account]] = {
        "commission": a_member,
        "director": lambda: stories.director_of(event),
        "keeper": lambda: AccountFactory.create(is_superuser=True),
    }
    him = makes[role]()
    a_round_with_sealed_word(round_, "FLICK")
    free, reserve = a_sealed_word(event, "HERR"), a_sealed_word(event, "JINAK")
    round_words.reserve_word(word=reserve, by=a_member(), now=NOW)
    player = PlayerFactory.create(account=him)
    add_walk_in(event=event, line=player.nick, now=NOW)
    by = {"by": him, "now": NOW}
    another = stories.a_planned_round(event, word="")
    answers = [
        refusal(round_words.assign_word, word=free, round_=another, **by),
        refusal(round_words.reserve_word, word=free, **by),
        refusal(round_words.swap_word, round_=round_, reserve=reserve, reason="leaked", **by),
        refusal(event_words.read_words, event=event, chosen=[free], **by),
        refusal(rounds.set_word, round_=another, word="KAMIL", **by),
    ]
    assert [one.code for one in answers] == ["words_closed_to_players"] * 4 + ["word_setter_plays"]
    assert not access.event_for_words(him, event.slug).arranges
    assert not access.may_read_set_word(him, event)


@pytest.mark.parametrize("way", ["opens what was set", "takes the file", "prints"])
def test_each_way_to_read_a_word_that_was_set_is_in_the_readings_and_in_the_journal(way):
    made = a_world(WAYS[way])
    arrange(made)
    WAYS[way].read(made)
    _, round_, him = made.fresh()
    [reading] = Reading.objects.filter(word=round_.sealed_word.word, by=him.key)
    assert reading.state == "sealed"
    told = JournalLine.objects.filter(chain__event=made.event, by=him.key).values_list("act", flat=True)
    assert {"set_word_read", "event_exported"} & set(told)


# --- A word that a director set ---------------------------------------------------------------------------------------


def test_a_word_set_by_hand_is_sealed_and_promised_like_the_others():
    event = stories.an_event(players=6, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="")
    rounds.set_word(round_=round_, word="KAMIL", caption="a name", by=stories.director_of(event), now=NOW)
    [public] = queries.commitments_of(event)
    assert (public.word, public.caption, public.letters, public.nonce, public.by_hand) == ("", "", (), "", True)
    assert round_.playing_word is None
    rounds.start_round(round_=round_, now=NOW)
    [opened] = queries.commitments_of(event)
    assert (opened.word, opened.caption, opened.opens) == ("KAMIL", "a name", True)
    assert opened.commitment == public.commitment


def test_a_word_set_by_hand_is_exchanged_only_with_a_reason_that_everybody_reads():
    event = stories.an_event(players=6, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="")
    by = {"by": stories.director_of(event), "now": NOW}
    for _ in range(2):  # a form sent twice
        rounds.set_word(round_=round_, word="KAMIL", **by)
    assert event.words.count() == 1
    assert refusal(rounds.set_word, round_=round_, word="JINAK", **by).code == "swap_reason_required"
    rounds.set_word(round_=round_, word="JINAK", reason="It was misspelt.", **by)
    first, second = queries.commitments_of(event)
    assert (first.round, first.dropped_from, first.reason) == (None, 1, "It was misspelt.")
    assert second.round == 1


def test_a_word_that_a_director_set_is_shown_to_directors_alone():
    """Neither to the keeper, who acts for them everywhere else, nor to the commission."""
    event = stories.an_event(players=6, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="")
    rounds.set_word(round_=round_, word="KAMIL", by=stories.director_of(event), now=NOW)
    keeper = AccountFactory.create(is_superuser=True)
    assert refusal(round_words.open_set_word, round_=round_, by=keeper, now=NOW).code == "word_for_directors"
    asked = {"event": event, "chosen": list(event.words.all()), "now": NOW}
    assert refusal(event_words.read_words, by=a_member(), **asked).code == "word_for_directors"


def test_a_director_who_plays_sets_a_word_only_with_a_reason_that_everybody_reads():
    event = stories.an_event(players=6, status="closed", series="nationals")
    round_ = stories.a_drawn_round(event, word="")
    him = stories.director_of(event)
    player = PlayerFactory.create(account=him)
    add_walk_in(event=event, line=player.nick, now=NOW)
    assert refusal(rounds.set_word, round_=round_, word="KAMIL", by=him, now=NOW).code == "word_setter_plays"
    rounds.set_word(round_=round_, word="KAMIL", reason="There is no other director.", by=him, now=NOW)
    [public] = queries.commitments_of(event)
    assert public.known_reason == "There is no other director."
    assert refusal(round_words.open_set_word, round_=round_, by=him, now=NOW).code == "words_closed_to_players"
    rounds.start_round(round_=round_, by=him, now=NOW)  # what he said stands; by the clock it starts too
    assert round_.playing_word.word == "KAMIL"


def test_a_proposer_with_a_second_account_does_not_vote_on_his_own_word():
    event = stories.an_event(players=6, status="closed", series="nationals")
    proposer, member = a_proposer(), a_member()
    word, other = a_proposal(event, by=proposer), PlayerFactory.create(account=member)
    merge(Player.objects.get(account=proposer.pk), other)
    vote = {"word": word, "verdict": "approve", "note": "", "now": NOW}
    assert refusal(event_words.vote, by=member, **vote).code == "own_word"

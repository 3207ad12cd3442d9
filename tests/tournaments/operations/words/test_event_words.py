"""Words of the commission at an event: who votes and reads, which word serves which round, and how it is revealed."""

import hashlib
import json
import uuid
from datetime import timedelta

import pytest

from games.models import PlayingWord, Reading, SecretWord
from games.rules.word_list import read_list
from games.secret_words import plain_of
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, EventFactory, PlayerFactory, RegistrationFactory
from tests.factories.words import (
    a_member,
    a_proposal,
    a_proposer,
    a_round_with_sealed_word,
    a_sealed_word,
    holder_of,
    seal,
)
from tests.races import race
from tests.refusals import refusal
from tournaments import access
from tournaments.models import EventWord, JournalLine, Round, Step
from tournaments.operations.evening import rounds, steps
from tournaments.operations.files.event_files import export_event
from tournaments.operations.people.merges import merge_players, plan_merge, undo_merge
from tournaments.operations.seating import seats
from tournaments.operations.words import event_words, round_words
from tournaments.operations.words.event_words import words_key
from tournaments.queries import event_words as queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db):
    """Six players are checked in."""
    return stories.an_event(players=6, status="closed", series="nationals")


@pytest.fixture
def drawn(event):
    """Its first round, drawn, without a word."""
    return stories.a_drawn_round(event, word="")


def plays(event, account):
    """`account` is registered for the event from now on."""
    player = access.player_of(account) or PlayerFactory.create(account=account)
    return RegistrationFactory.create(event=event, player=player, status="applied")


def withdraw(registration):
    registration.status = "withdrawn"
    registration.save()


def acts_of(event):
    return list(JournalLine.objects.filter(chain__event=event).order_by("number").values_list("act", flat=True))


# --- Proposing --------------------------------------------------------------------------------------------------------


def test_a_proposal_has_a_number_and_sending_it_twice_makes_one(event):
    by, id_ = a_proposer(), uuid.uuid4()
    made = [
        event_words.propose_word(event=event, id=id_, plain=plain_of("FLICK"), by=by, now=NOW),
        event_words.propose_word(event=event, id=id_, plain=plain_of("FLICK"), by=by, now=NOW),
        event_words.propose_word(event=event, id=uuid.uuid4(), plain=plain_of("HERR"), by=by, now=NOW),
    ]
    assert [one.number for one in made] == [1, 1, 2]
    assert acts_of(event) == ["word_proposed"] * 2


def test_only_those_whom_the_union_knows_propose(event):
    stranger = AccountFactory.create()
    assert refusal(a_proposal, event, by=stranger).code == "words_not_known"
    for known in (holder_of("press"), stories.director_of(event), AccountFactory.create(may_direct=True)):
        a_proposal(event, by=known)
    retired = holder_of("union")
    retired.offices.update(ended_at=NOW)
    assert refusal(a_proposal, event, by=retired).code == "words_not_known"


def test_who_plays_in_an_event_proposes_no_word_for_it(event):
    by = a_proposer()
    registration = plays(event, by)
    assert refusal(a_proposal, event, by=by).code == "words_closed_to_players"
    withdraw(registration)
    a_proposal(event, by=by)


@pytest.mark.parametrize(("status", "code"), [("finished", "event_over"), ("cancelled", "event_over")])
def test_nothing_is_proposed_for_an_event_that_is_over(status, code):
    assert refusal(a_proposal, EventFactory.create(status=status)).code == code


def test_smear_is_played_without_words():
    assert refusal(a_proposal, stories.a_smear_event()).code == "no_word_in_smear"


def test_a_list_is_proposed_whole_or_not_at_all(event):
    by, form = a_proposer(), uuid.uuid4()
    good, bad = read_list("KAMIL\nJINDRA;pan"), read_list("KAMIL\nAB")
    assert (
        refusal(event_words.propose_words, event=event, form=form, listed=bad, by=by, now=NOW).code
        == "words_list_faults"
    )
    assert (
        refusal(event_words.propose_words, event=event, form=form, listed=[], by=by, now=NOW).code
        == "words_list_faults"
    )
    for _ in range(2):
        assert event_words.propose_words(event=event, form=form, listed=good, by=by, now=NOW) == 2
    assert EventWord.objects.filter(event=event).count() == 2


def test_only_who_proposed_a_word_withdraws_it_and_only_before_it_is_decided(event):
    by = a_proposer()
    word = a_proposal(event, by=by)
    assert refusal(event_words.withdraw_word, word=word, by=a_proposer(), now=NOW).code == "not_your_word"
    event_words.withdraw_word(word=word, by=by, now=NOW)
    assert refusal(event_words.withdraw_word, word=word, by=by, now=NOW).code == "word_decided"


# --- Voting -----------------------------------------------------------------------------------------------------------


def test_the_vote_that_makes_the_quorum_seals_and_the_journal_knows_no_verdict(event):
    word = a_proposal(event, "FLICK")
    assert event_words.vote(word=word, verdict="approve", note="", by=a_member(), now=NOW) == "proposed"
    assert event_words.vote(word=word, verdict="approve", note="", by=a_member(), now=NOW) == "sealed"
    assert acts_of(event) == ["word_proposed", "word_voted", "word_voted", "word_sealed"]
    line = JournalLine.objects.get(act="word_sealed")
    assert (line.subject, line.new) == ("word:1", {"commitment": word.word.commitment})
    voted = JournalLine.objects.filter(act="word_voted").values_list("old", "new", "reason")
    assert set(map(json.dumps, voted)) == {json.dumps([{}, {}, ""])}


def test_the_union_sets_quorum_and_majority(event):
    event_words.set_rules(quorum=3, majority=66, by=holder_of("union"), now=NOW)
    word = seal(a_proposal(event))
    assert word.word.state == "proposed"
    event_words.vote(word=word, verdict="reject", note="no", by=a_member(), now=NOW)
    assert word.word.state == "sealed"  # two of three are more than 66 percent
    assert refusal(event_words.set_rules, quorum=0, majority=50, by=a_member(), now=NOW).code == "bad_word_rules"
    assert refusal(event_words.set_rules, quorum=2, majority=49, by=a_member(), now=NOW).code == "bad_word_rules"
    assert JournalLine.objects.get(act="word_rules_set").old == {"quorum": 2, "majority": 50}


def test_a_word_that_is_rejected_is_out(event):
    word = a_proposal(event)
    for _ in range(2):
        event_words.vote(word=word, verdict="reject", note="too hard", by=a_member(), now=NOW)
    assert word.word.state == "rejected"
    assert refusal(round_words.reserve_word, word=word, by=a_member(), now=NOW).code == "word_not_sealed"


def test_a_verdict_is_one_of_three(event):
    word = a_proposal(event)
    assert (
        refusal(event_words.vote, word=word, verdict="yes", note="", by=a_member(), now=NOW).code == "no_such_verdict"
    )


# --- Conflict of interest ---------------------------------------------------------------------------------------------


def test_a_member_who_plays_neither_reads_nor_votes_nor_splits(event):
    member, word = a_member(), a_proposal(event, "FLICK")
    plays(event, member)
    for act, more in (
        (event_words.vote, {"verdict": "approve", "note": ""}),
        (event_words.correct_split, {"letters": tuple("FLICK")}),
    ):
        assert refusal(act, word=word, by=member, now=NOW, **more).code == "words_closed_to_players"
    reading = {"event": event, "chosen": [word], "by": member, "now": NOW}
    assert refusal(event_words.read_words, **reading).code == "words_closed_to_players"
    assert not Reading.objects.exists()


def test_who_registers_afterwards_reads_no_more_and_the_log_says_what_he_knows(event):
    member, word = a_member(), a_proposal(event, "FLICK")
    reading = {"event": event, "chosen": [word], "by": member, "now": NOW}
    assert event_words.read_words(**reading)[1].word == "FLICK"
    registration = plays(event, member)
    assert refusal(event_words.read_words, **reading).code == "words_closed_to_players"
    assert queries.known_to_players(event) == {1: [registration.nick]}
    line = queries.reading_lines(event, queries.readings_of(event))[0]
    assert (line.number, line.who, line.state, line.plays) == (1, str(member), "proposed", True)
    withdraw(registration)
    assert queries.known_to_players(event) == {}
    assert event_words.read_words(**reading)[1].word == "FLICK"


def test_an_account_left_over_from_a_merge_is_still_that_of_a_player(event):
    """Two records of one person: with the account of one he plays, with that of the other he sits in the commission."""
    member, player = a_member(), PlayerFactory.create(account=AccountFactory.create())
    other, word = PlayerFactory.create(account=member), a_proposal(event)
    event_words.vote(word=word, verdict="approve", note="", by=member, now=NOW)
    registration = RegistrationFactory.create(event=event, player=player, status="applied")
    digest = plan_merge(survivor=player, duplicate=other).digest
    merge = merge_players(survivor=player, duplicate=other, digest=digest, reason="one", by=a_member(), now=NOW)
    assert access.player_of(member) is None
    reading = {"event": event, "chosen": [word], "by": member, "now": NOW}
    assert refusal(event_words.read_words, **reading).code == "words_closed_to_players"
    assert queries.events_played(member) == {event.pk}
    assert event not in queries.events_for_proposals(member)
    event_words.vote(word=word, verdict="approve", note="", by=a_member(), now=NOW)
    assert word.word.state == "proposed", "his vote does not count either"
    withdraw(registration)
    assert not access.plays_at(member, event)
    undo_merge(merge=merge, by=member, now=NOW)
    assert event_words.read_words(**reading)[1].word == "FLICK"


def test_the_vote_of_a_member_who_registered_meanwhile_does_not_count(event):
    word, turncoat = a_proposal(event), a_member()
    event_words.vote(word=word, verdict="approve", note="", by=turncoat, now=NOW)
    plays(event, turncoat)
    event_words.vote(word=word, verdict="approve", note="", by=a_member(), now=NOW)
    assert word.word.state == "proposed"
    event_words.vote(word=word, verdict="approve", note="", by=a_member(), now=NOW)
    assert word.word.state == "sealed"


def test_who_proposed_a_word_and_plays_then_is_named_and_does_not_see_it(event):
    by = a_proposer()
    word = a_proposal(event, "FLICK", by=by)
    assert event_words.read_own_words(chosen=[word], by=by, now=NOW)[event.pk, 1].word == "FLICK"
    registration = plays(event, by)
    assert event_words.read_own_words(chosen=[word], by=by, now=NOW) == {}
    assert queries.known_to_players(event) == {1: [registration.nick]}


def test_only_an_open_word_is_shown_to_who_proposed_it(event):
    by = a_proposer()
    word = seal(a_proposal(event, by=by))
    assert event_words.read_own_words(chosen=[word], by=by, now=NOW) == {}
    assert event_words.read_own_words(chosen=[a_proposal(event)], by=by, now=NOW) == {}


def test_the_keeper_is_never_of_the_commission(event):
    keeper = a_member(is_superuser=True)
    assert not access.event_for_words(keeper, event.slug).reads
    assert access.event_for_words(a_member(), event.slug).reads


def test_opening_a_sealed_word_is_in_the_journal_too(event):
    word, member = a_sealed_word(event), a_member()
    event_words.read_words(event=event, chosen=[word], by=member, now=NOW)
    assert JournalLine.objects.get(act="word_read").by == member.key
    assert Reading.objects.get().state == "sealed"


# --- Rounds and reserves ----------------------------------------------------------------------------------------------


def test_the_start_reveals_the_word_and_the_tables_play_for_it(drawn):
    word = a_round_with_sealed_word(drawn, "FLICK", caption="Herr")
    assert drawn.has_word
    assert drawn.playing_word is None
    rounds.start_round(round_=drawn, now=NOW)
    assert (drawn.playing_word.word, drawn.playing_word.caption) == ("FLICK", "Herr")
    assert stories.table_of(drawn).game.letters == list("FLICK")
    [public] = queries.commitments_of(drawn.event)
    assert public.opens
    assert hashlib.sha256(public.opening.encode()).hexdigest() == word.word.commitment == public.commitment
    assert public.opening == f"word/2|{drawn.event.slug}|FLICK|F L I C K|Herr|{public.nonce}"
    assert acts_of(drawn.event).count("word_revealed") == 1


def test_a_scheduled_start_reveals_it_too(drawn):
    seats.publish_seating(round_=drawn, now=NOW)
    a_round_with_sealed_word(drawn, "FLICK")
    step = Step.objects.create(event=drawn.event, round=drawn, kind="start_round", due_at=NOW)
    assert steps.run_step(step_id=step.pk, now=NOW)
    drawn.refresh_from_db()
    assert drawn.playing_word.word == "FLICK"


def test_a_refused_start_reveals_nothing(event):
    planned = stories.a_planned_round(event, word="")
    word = a_round_with_sealed_word(planned, "FLICK")
    assert refusal(rounds.start_round, round_=planned, now=NOW).code == "round_step"
    assert SecretWord.objects.get(pk=word.word_id).state == "sealed"
    assert not PlayingWord.objects.filter(word="FLICK").exists()


def test_before_the_start_neither_page_queries_nor_the_event_file_know_the_word(drawn):
    a_round_with_sealed_word(drawn, "FLICK", caption="Herr")
    [public] = queries.commitments_of(drawn.event)
    assert (public.word, public.caption, public.nonce, public.opening, public.opens) == ("", "", "", "", False)
    assert public.round == 1
    assert "FLICK" not in repr(export_event(drawn.event))


def test_a_word_of_the_commission_takes_the_place_of_the_directors_and_is_not_overwritten(event):
    round_ = stories.a_planned_round(event, word="KAMIL")
    a_round_with_sealed_word(round_, "FLICK")
    assert round_.playing_word is None
    assert refusal(rounds.set_word, round_=round_, word="JINAK", now=NOW).code == "word_is_sealed"


def test_a_round_has_one_sealed_word_and_a_word_one_round(event):
    first, second = stories.a_planned_round(event), stories.a_planned_round(event)
    word = a_round_with_sealed_word(first)
    give = {"by": a_member(), "now": NOW}
    round_words.assign_word(word=word, round_=first, **give)
    assert refusal(round_words.assign_word, word=word, round_=second, **give).code == "word_in_use"
    other = a_sealed_word(event, "HERR")
    assert refusal(round_words.assign_word, word=other, round_=first, **give).code == "round_has_sealed_word"
    assert refusal(round_words.reserve_word, word=word, **give).code == "word_in_use"
    assert refusal(round_words.assign_word, word=a_proposal(event), round_=second, **give).code == "word_not_sealed"
    elsewhere = a_sealed_word(stories.an_event(players=4), "JINAK")
    assert refusal(round_words.assign_word, word=elsewhere, round_=second, **give).code == "word_not_sealed"


def test_no_word_for_a_play_off_nor_for_a_round_that_runs(event):
    word, give = a_sealed_word(event), {"by": a_member(), "now": NOW}
    play_off = rounds.plan_round(event=event, kind="play_off", now=NOW)
    assert refusal(round_words.assign_word, word=word, round_=play_off, **give).code == "no_word_in_play_off"
    running = stories.a_running_round(event)
    assert refusal(round_words.assign_word, word=word, round_=running, **give).code == "word_revealed"


def test_a_leaked_word_is_swapped_for_a_reserve_with_a_reason_that_everybody_reads(drawn):
    leaked, reserve = a_round_with_sealed_word(drawn, "FLICK"), a_sealed_word(drawn.event, "HERR")
    swap = {"round_": drawn, "by": stories.director_of(drawn.event), "now": NOW}
    assert refusal(round_words.swap_word, reserve=reserve, reason="leaked", **swap).code == "not_a_reserve"
    round_words.reserve_word(word=reserve, by=a_member(), now=NOW)
    assert refusal(round_words.swap_word, reserve=reserve, reason=" ", **swap).code == "swap_reason_required"
    round_words.swap_word(reserve=reserve, reason="It was read aloud in the bar.", **swap)
    first, second = queries.commitments_of(drawn.event)
    assert (first.number, first.round, first.dropped_from) == (leaked.number, None, 1)
    assert first.reason == "It was read aloud in the bar."
    assert (second.round, second.is_reserve) == (1, False)
    line = JournalLine.objects.get(act="word_swapped")
    assert (line.subject, line.new, line.reason) == ("word:1", {"round": 1, "word": "word:2"}, first.reason)
    assert refusal(round_words.swap_word, reserve=reserve, reason="again", **swap).code == "not_a_reserve"
    rounds.start_round(round_=drawn, now=NOW)
    assert drawn.playing_word.word == "HERR"
    assert SecretWord.objects.get(pk=leaked.word_id).state == "sealed"
    back = {"word": EventWord.objects.get(pk=leaked.pk), "by": a_member(), "now": NOW}
    assert refusal(round_words.reserve_word, **back).code == "word_in_use"


def test_without_a_reserve_the_director_may_name_a_word(drawn):
    a_round_with_sealed_word(drawn)
    round_words.swap_word(round_=drawn, reserve=None, reason="leaked", by=a_member(), now=NOW)
    assert refusal(round_words.swap_word, round_=drawn, reserve=None, reason="x", by=a_member(), now=NOW).code == (
        "no_sealed_word"
    )
    rounds.set_word(round_=drawn, word="KAMIL", now=NOW)
    rounds.start_round(round_=drawn, now=NOW)
    assert drawn.playing_word.word == "KAMIL"


def test_after_the_start_nothing_is_swapped(drawn):
    a_round_with_sealed_word(drawn)
    rounds.start_round(round_=drawn, now=NOW)
    swap = {"round_": drawn, "reserve": None, "reason": "leaked", "by": a_member(), "now": NOW}
    assert refusal(round_words.swap_word, **swap).code == "word_revealed"


def test_a_start_with_another_key_is_refused_and_a_swap_helps(drawn, settings):
    a_round_with_sealed_word(drawn)
    settings.WORDS_KEY = "quite another key than the one of before"
    assert refusal(rounds.start_round, round_=drawn, now=NOW).code == "words_key_changed"
    round_words.swap_word(round_=drawn, reserve=None, reason="The key is lost.", by=a_member(), now=NOW)
    rounds.set_word(round_=drawn, word="KAMIL", now=NOW)
    rounds.start_round(round_=drawn, now=NOW)


def test_sealing_and_swapping_renew_the_public_pages(drawn):
    def version():
        drawn.event.refresh_from_db()
        return drawn.event.version

    before = version()
    word = a_sealed_word(drawn.event)
    sealed = version()
    round_words.assign_word(word=word, round_=drawn, by=a_member(), now=NOW)
    assert before < sealed < version()


def test_a_round_that_is_removed_gives_its_word_back(event):
    round_ = stories.a_planned_round(event, word="")
    word = a_round_with_sealed_word(round_)
    rounds.remove_round(round_=round_, now=NOW)
    another = stories.a_planned_round(event, word="")
    round_words.assign_word(word=word, round_=another, by=a_member(), now=NOW)
    assert Round.objects.get(sealed_word=word) == another


def test_what_was_played_in_the_series_is_told_and_what_is_still_hidden_is_not(event):
    stories.a_running_round(event, word="KAMIL")
    later = stories.an_event(players=6, status="closed", series="nationals")
    stories.a_planned_round(later, word="JINAK")
    stories.a_running_round(stories.an_event(players=6, status="closed", series="masters"), word="HERR")
    assert queries.played_in_series(later) == ["KAMIL"]


@pytest.mark.django_db(transaction=True)
def test_two_starts_at_once_reveal_once():
    event = stories.an_event(players=6, status="closed", series="nationals")
    drawn = stories.a_drawn_round(event, word="")
    a_round_with_sealed_word(drawn, "FLICK")
    seats.publish_seating(round_=drawn, now=NOW)
    step = Step.objects.create(event=event, round=drawn, kind="start_round", due_at=NOW)

    def by_hand():
        return rounds.start_round(round_=Round.objects.select_related("event").get(pk=drawn.pk), now=NOW).status

    answers = race(by_hand, by_hand, lambda: steps.run_step(step_id=step.pk, now=NOW + timedelta(seconds=1)))
    assert answers.count("running") <= 1
    assert PlayingWord.objects.filter(word="FLICK").count() == 1
    assert acts_of(event).count("word_revealed") == 1
    secret = SecretWord.objects.get()
    assert Round.objects.get(pk=drawn.pk).playing_word_id == secret.opened_id
    assert words_key().id == secret.key_id


def test_who_splits_a_word_without_having_opened_it_knows_it_by_its_letters(event):
    word, member = a_proposal(event, "CHATA"), a_member()
    assert refusal(event_words.correct_split, word=word, letters=list("CHAT"), by=member, now=NOW).code == (
        "word_malformed"
    )
    event_words.correct_split(word=word, letters=["CH", "A", "T", "A"], by=member, now=NOW)
    assert word.word.readings.filter(by=member.key).count() == 1

"""Words that a director has set before they were sealed: the upgrade seals them, and nothing says them any more."""

import pytest
from django.apps import apps
from django.core.management import call_command

from games.models import PlayingWord, SecretWord
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import PlayerFactory
from tests.refusals import refusal
from tournaments.models import Event, JournalLine, Round
from tournaments.operations import journal
from tournaments.operations.evening import rounds
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.words import round_words

pytestmark = pytest.mark.django_db


def rows_that_say(*texts: str) -> list[str]:
    """Every table of which a column says one of these."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        names = [one.attname for one in model._meta.concrete_fields]
        said = str(list(model._base_manager.values_list(*names)))
        found += [model._meta.label for text in texts if text in said]
    return found


def lies_open(round_: Round, word: str, *, by: str) -> None:
    """As an older version left it: the journal says who set it, and not which."""
    round_.playing_word = PlayingWord.objects.create(
        word=word, letters=list(word), caption=f"about {word}", created_at=NOW
    )
    round_.save()
    journal.note("word_set", by=by, now=NOW, event=round_.event, subject=f"round:{round_.number}")


@pytest.fixture
def event(db) -> Event:
    return stories.an_event(players=6, status="closed")


@pytest.fixture
def planned(event) -> Round:
    """A round to come with an open word, and another open word that once was its word."""
    PlayingWord.objects.create(word="BRMOL", letters=list("BRMOL"), created_at=NOW)
    made = stories.a_drawn_round(event, word="")
    lies_open(made, "KVRZOL", by=stories.director_of(event).key)
    return made


def test_the_upgrade_leaves_no_open_word_of_a_round_to_come_in_any_table(planned):
    assert set(rows_that_say("KVRZOL", "BRMOL")) == {"games.PlayingWord"}
    call_command("migrate", verbosity=0)
    assert rows_that_say("KVRZOL", "BRMOL") == []
    call_command("verify")
    before = JournalLine.objects.count()
    call_command("migrate", verbosity=0)
    assert JournalLine.objects.count() == before, "what is sealed is not sealed again"


def test_its_round_is_played_for_it(planned):
    round_words.seal_open_words(now=NOW)
    planned.refresh_from_db()
    assert (planned.playing_word, planned.sealed_word.by_hand) == (None, True)
    rounds.start_round(round_=planned, now=NOW)
    assert (planned.playing_word.word, planned.playing_word.caption) == ("KVRZOL", "about KVRZOL")


def test_who_has_set_it_knows_it(event, planned):
    him = stories.director_of(event)
    round_words.seal_open_words(now=NOW)
    add_walk_in(event=event, line=PlayerFactory.create(account=him).nick, now=NOW)
    assert refusal(rounds.start_round, round_=planned, now=NOW).code == "word_known"


def test_what_was_played_for_and_the_letter_of_a_play_off_stay(event):
    played = stories.a_running_round(event)
    play_off = rounds.plan_round(event=event, kind="play_off", now=NOW)
    round_words.seal_open_words(now=NOW)
    for round_ in (played, play_off):
        before = round_.playing_word
        round_.refresh_from_db()
        assert round_.playing_word == before is not None
    assert not SecretWord.objects.filter(opened=None).exists()


def test_the_word_of_an_event_that_is_over_is_sealed_too(event, planned):
    Event.objects.filter(pk=event.pk).update(status="cancelled")
    assert round_words.seal_open_words(now=NOW) == 1
    assert rows_that_say("KVRZOL") == []

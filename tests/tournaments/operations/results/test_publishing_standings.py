"""Publishing standings and overriding places (operations/results/publishing_standings.py)."""

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, registration
from tests.refusals import refusal
from tournaments.models import Event, PlaceOverride, Publication, Registration
from tournaments.operations.evening import rounds
from tournaments.operations.events import making
from tournaments.operations.results.publishing_standings import (
    head_of,
    override_place,
    publish_standings,
    withdraw_override,
)
from tournaments.queries.documents import results_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(evening):
    """The event of the evening after its round was played and closed."""
    stories.play_round(evening)
    return Event.objects.get(pk=evening.event_id)


def publish(event, **options):
    return publish_standings(event=event, by=director_of(event), now=NOW, **options)


def override(event, key, place, note="a deal was counted twice"):
    one = registration(event, key)
    return override_place(registration=one, place=place, note=note, by=director_of(event), now=NOW)


def official(event):
    return [(line["place"], line["computed"], line["entry"]) for line in publish(event).document["official"]]


def test_a_publication_holds_the_results_by_entries_and_no_nick(played):
    document = publish(played, note=" provisional ").document
    assert {key: document[key] for key in results_of(played)} == results_of(played)
    assert registration(played, "p1").nick not in str(document)
    assert set(document["reasons"]) == {line["entry"] for line in document["standings"]}


def test_who_only_applied_is_not_named_for_ever(played):
    stories.add_players(played, 1, registered="withdrawn")
    stories.add_players(played, 1, registered="applied")
    assert set(publish(played).document["entries"]) == {f"p{n}" for n in range(1, 16)}


def test_a_published_document_never_changes(played):
    first = publish(played)
    Registration.objects.filter(event=played, key="p1").update(nick="RENAMED")
    override(played, "p1", 15)
    round_ = rounds.reopen_round(round_=played.rounds.get(), now=NOW)
    stories.record_deals(stories.table_of(round_), "x1")
    second = publish(Event.objects.get(pk=played.pk))
    stored = Publication.objects.get(pk=first.pk)
    assert (stored.document, stored.head) == (first.document, first.head)
    assert (second.number, second.head == first.head) == (2, False)
    assert "RENAMED" not in str(second.document)


def test_the_head_seals_every_log(played):
    before = head_of(played)
    assert before == head_of(played)
    round_ = rounds.reopen_round(round_=played.rounds.get(), now=NOW)
    stories.record_deals(stories.table_of(round_, 3), "x1")
    assert head_of(played) != before


def test_the_final_word_needs_all_rounds_closed_and_ends_the_event(evening):
    assert refusal(publish, evening.event, final=True).code == "rounds_open"
    publish(evening.event)
    stories.play_round(evening)
    assert publish(evening.event, final=True).final
    assert Event.objects.get(pk=evening.event_id).status == "finished"
    assert publish(Event.objects.get(pk=evening.event_id), final=True).number == 3


def test_what_was_never_played_is_not_ended_by_publishing(event):
    assert refusal(publish, event, final=True).code == "event_step"
    assert Publication.objects.count() == 0


# --- Overrides --------------------------------------------------------------------------------------------------------


def test_an_override_keeps_both_places_and_its_note(played):
    before = official(played)
    first = before[0][2]
    override(played, first, 15)
    assert set(official(played)) - set(before) == {(15, 1, first)}
    notes = {line["entry"]: line["note"] for line in publish(played).document["official"]}
    assert notes[first] == "a deal was counted twice"


def test_the_last_override_counts_and_all_stay_on_record(played):
    override(played, "p1", 3)
    override(played, "p1", 4)
    assert list(PlaceOverride.objects.order_by("pk").values_list("place", "withdrawn_at")) == [(3, NOW), (4, None)]


def test_a_withdrawn_override_gives_the_computed_place_back(played):
    before = official(played)
    override(played, "p1", 1)
    withdraw_override(registration=registration(played, "p1"), now=NOW)
    assert official(played) == before


@pytest.mark.parametrize(
    ("place", "note", "code"), [(1, " ", "note_required"), (0, "x", "no_place"), (16, "x", "no_place")]
)
def test_an_override_needs_a_note_and_a_place_that_is_there(played, place, note, code):
    assert refusal(override, played, "p1", place, note).code == code


def test_who_takes_no_place_gets_none_by_override(played):
    Registration.objects.filter(event=played, key="p1").update(classified=False)
    stories.add_players(played, 1, registered="applied")
    making.projections.open_score(registration(played, "p1"))
    for key in ("p1", "p16"):
        assert refusal(override, played, key, 1).code == "no_place"

"""What results, draws and documents read (queries/played.py, draws.py, documents.py)."""

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import add_players, registration, seats_of, table_of
from tests.factories.tournaments import ClubFactory
from tournaments.models import Registration
from tournaments.operations.evening import rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.queries.documents import nicks_at, results_of, results_to_publish
from tournaments.queries.draw_history import as_player, history_before, players_to_seat
from tournaments.queries.played import entrants, played_event

pytestmark = pytest.mark.django_db


def keys(rows):
    return [one.key for one in rows]


def test_labels_become_entries(evening):
    table = table_of(evening)
    out = seats_of(table)["B"]
    stories.record_deals(table, "B")
    stand_in = send_in(out=out, line="GUEST", by=stories.director_of(evening.event), now=NOW)
    [round_] = played_event(evening.event).rounds
    seat = round_.tables[0].state.seats["B"]
    assert list(seat.tallies) == [out.key, stand_in.key]
    assert [table.number for table in round_.tables] == [1, 2, 3]


def test_a_draw_that_nobody_has_played_counts_for_nothing(evening):
    stories.a_drawn_round(evening.event, word="JINAK")
    assert [round_.number for round_ in played_event(evening.event).rounds] == [1]


@pytest.mark.parametrize("rounds_played", [1, 3])
def test_five_statements_whatever_was_played(event, django_assert_num_queries, rounds_played):
    for _ in range(rounds_played):
        stories.a_running_round(event)
    with django_assert_num_queries(5):
        results_of(event)


def test_the_entrants_are_those_who_are_in_or_were_seated(evening):
    for status in ("applied", "waiting", "withdrawn", "confirmed"):
        add_players(evening.event, 1, registered=status)
    Registration.objects.filter(event=evening.event, key="p1").update(status="withdrawn")
    assert keys(entrants(evening.event)) == [f"p{n}" for n in range(1, 16)] + ["p19"]


def test_the_document_names_entrants_with_club_and_country_of_the_day(evening, django_assert_num_queries):
    Registration.objects.filter(event=evening.event).update(club=ClubFactory(code="PRG", name="Prague Cats"))
    with django_assert_num_queries(8):  # one of them for the nicks that public notes may not hold
        document = results_to_publish(evening.event)
    assert nicks_at(evening.event)["p1"] == registration(evening.event, "p1").nick
    home = document["entries"]["p1"]
    assert (home["classified"], home["club"], home["country"]) == (True, "Prague Cats", "CZ")
    assert "nick" not in home


# --- Draws ------------------------------------------------------------------------------------------------------------


def test_who_is_checked_in_is_seated_or_else_who_is_confirmed():
    event = stories.an_event(players=4, registered="confirmed")
    add_players(event, 2, registered="applied")
    assert keys(players_to_seat(event)) == ["p1", "p2", "p3", "p4"]
    Registration.objects.filter(event=event, key__in=["p2", "p4"]).update(status="checked_in")
    assert keys(players_to_seat(event)) == ["p2", "p4"]


def test_a_draw_knows_a_key_and_a_club_and_nothing_else():
    event = stories.an_event(players=2, clubs=1)
    one = players_to_seat(event)[0]
    assert as_player(one).key == "p1"
    assert as_player(one).club == one.club.code


def test_the_history_is_that_of_the_basic_rounds_before(event):
    first = stories.a_running_round(event, sizes=(5, 5, 5))
    stories.record_deals(table_of(first), "A")
    out = seats_of(table_of(first))["A"]
    send_in(out=out, line="GUEST", by=stories.director_of(event), now=NOW)
    rounds.close_round(round_=first, by=stories.director_of(event), now=NOW, force_reason="x")
    stories.a_drawn_round(event, kind="final", chosen=[key for key in ("p1", "p2", "p3", "p4", "p5") if key != out.key])
    third = stories.a_planned_round(event)
    history = history_before(third)
    drawn = [list(table) for table in first.draws.get().tables]
    assert [list(table) for table in history.rounds[0]] == drawn
    assert len(history.rounds) == 1

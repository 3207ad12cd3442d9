"""Stepping through a table and an event: each step is `replay` of that prefix of the log (public/replays.py)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games import queries as game_queries
from games.rules.entries import Amend, Strike
from games.rules.replay import replay
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.quarrels import quarrel
from tests.factories.stories import a_running_round, director_of, play_out, record_deals, record_line, table_of
from tournaments.models import Ruling, Table
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.queries.replays import event_step, step_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A game with a correction and a line taken back."""
    round_ = a_running_round(stories.an_event(players=8))
    table = table_of(round_)
    record_deals(table, "A B C")
    director = director_of(round_.event)
    record_line(table, Amend(2, {"loser": "D"}, "misread"), by=director)
    record_line(table, Strike(3, "cards stuck"), by=director)
    return Table.objects.select_related("game", "round__event").get(pk=table.pk)


def page(client, table, position):
    names = {"slug": table.round.event.slug, "number": 1, "table": table.number, "position": position}
    return client.get(reverse("public:replay_at", kwargs=names))


def test_each_step_is_the_replay_of_that_prefix(table):
    log = [game_queries.parsed(line) for line in game_queries.log_of(table.game)]
    for position in range(len(log) + 1):
        expected = replay(game_queries.setup_of(table.game), log[:position])
        step = step_of(table, position)
        assert step.state == expected
        assert [seat.letters for seat in step.now.seats] == [seat.letters for seat in expected.seats.values()]


@pytest.mark.parametrize("seed", ["cards", "soup", "rain"])
@pytest.mark.parametrize("event", [stories.an_event, stories.a_smear_event], ids=["cat", "smear"])
def test_so_it_is_whatever_was_corrected_ruled_and_overruled(db, seed, event):
    """Every step of every table, and of the event; each ruling stands where it was given."""
    round_ = a_running_round(event(players=8))
    quarrel(round_, seed, steps=40)
    tables = {number: table_of(round_, number) for number in (1, 2)}
    rows = {number: game_queries.log_of(table.game) for number, table in tables.items()}
    logs = {number: [game_queries.parsed(line) for line in lines] for number, lines in rows.items()}

    def then(number, position):
        return replay(game_queries.setup_of(tables[number].game), logs[number][:position])

    for number, table in tables.items():
        steps = [step_of(table, position) for position in range(len(logs[number]) + 1)]
        assert [step.state for step in steps] == [then(number, position) for position in range(len(steps))]
        assert [deal for deal, _ in steps[0].deals] == [then(number, line).deals for _, line in steps[0].deals]
        for ruling in Ruling.objects.filter(table=table):
            where = [step.position for step in steps if ruling in step.rulings]
            written = [*ruling.entries, *ruling.undoing]
            before = [line.position for line in rows[number] if line.at_server <= ruling.at]
            assert where == (written or before[-1:] or [0]), (ruling.decision, ruling.at)
    at = dict.fromkeys(tables, 0)
    for number in range(1, sum(map(len, logs.values())) + 1):
        step = event_step(round_.event, number)
        at[step.table] += 1
        assert (step.position, step.state) == (at[step.table], then(step.table, at[step.table]))
        assert step.rulings == step_of(tables[step.table], step.position).rulings
        assert {one.number: one.deals for one in step.tables} == {one: then(one, at[one]).deals for one in tables}


def test_a_ruling_without_a_line_is_shown_where_it_was_given(client, table):
    draft = RulingDraft(decision="warning", kind="a", seat="B", facts="seen", judged_by="referee", public_text="Hush.")
    said = {"slug": table.round.event.slug, "round_number": 1, "table_number": 1, "by": director_of(table.round.event)}
    judging.rule(**said, draft=draft, now=NOW)
    record_line(table, stories.deal(table, "D"), now=NOW + timedelta(minutes=1))
    event_page = reverse("public:event_replay_at", args=[table.round.event.slug, 5])
    assert "Hush." in page(client, table, 5).content.decode()
    assert "Hush." in client.get(event_page).content.decode()
    assert "Hush." not in page(client, table, 6).content.decode()


def test_what_was_corrected_later_stands_as_it_stood(client, table):
    before, after = page(client, table, 3).content.decode(), page(client, table, 4).content.decode()
    assert "Deal 3" in before
    assert "Line 2 corrected" in after
    assert [seat.letters for seat in step_of(table, 3).now.seats] == [1, 1, 1, 0]
    assert [seat.letters for seat in step_of(table, 5).now.seats] == [1, 0, 0, 1]


def test_a_deal_is_numbered_as_it_was_when_it_was_played(client, table):
    """The third deal was taken back; what is played then is the third deal once more, and its link says so."""
    record_deals(table_of(table.round), "D")
    assert step_of(table, 0).deals == ((1, 1), (2, 2), (3, 3), (3, 6))
    assert "Deal 3" in page(client, table, 6).content.decode()


def test_a_step_that_is_not_there_is_no_page(client, table):
    assert page(client, table, 5).status_code == 200
    assert page(client, table, 6).status_code == 404


def test_a_table_begins_before_its_first_deal(client, table):
    address = reverse("public:replay", kwargs={"slug": table.round.event.slug, "number": 1, "table": 1})
    assert "Before the first deal" in client.get(address).content.decode()


def test_an_event_goes_line_by_line_through_all_its_tables(client):
    round_ = a_running_round(stories.an_event(players=8))
    first, second = table_of(round_, 1), table_of(round_, 2)
    record_deals(first, "A")
    record_deals(second, "B")
    record_deals(first, "C")
    seen = [event_step(round_.event, number) for number in (1, 2, 3)]
    assert [step.length for step in seen] == [3, 3, 3]
    assert [[table.deals for table in step.tables] for step in seen][-1] == [2, 1]
    assert sum(table.deals for table in seen[1].tables) == 2
    assert event_step(round_.event, 4) is None
    assert client.get(reverse("public:event_replay", args=[round_.event.slug])).status_code == 200


def test_an_event_without_a_deal_says_so(client):
    event = stories.an_event(players=8)
    assert (
        "Nothing has been played yet" in client.get(reverse("public:event_replay", args=[event.slug])).content.decode()
    )


def test_every_step_of_a_played_round_leads_to_the_same_as_its_tables(client):
    round_ = a_running_round(stories.an_event(players=8))
    for table in round_.tables.all():
        play_out(table, losers="ABCD")
    last = event_step(round_.event, event_step(round_.event, 1).length)
    assert [table.finished for table in last.tables] == [True, True]


def test_a_step_costs_the_same_whatever_its_position(table, client, django_assert_max_num_queries):
    for position in (0, 5):
        with django_assert_max_num_queries(6):
            assert page(client, table, position).status_code == 200

"""An evening with everything that happens at a table goes out in an event file and, taken in again, tells the same."""

from __future__ import annotations

import uuid

import pytest

from games.protocol import Draft
from games.queries import parsed
from games.rules.entries import Accept, Amend, Pause, Resume, Strike, Swap
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.phones import a_phone
from tests.tournaments.operations.rulings.test_overruling import over, rule
from tests.tournaments.tableside.pocket import Pocket
from tournaments.exchange.event_file import dump, parse
from tournaments.models import Account, Event, Occupant, Round, RoundStatus, Table
from tournaments.operations.evening import calls, rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.files.event_files import import_event, whole_event
from tournaments.operations.results import scoring
from tournaments.operations.rulings.correcting import correct
from tournaments.operations.rulings.settling import settle
from tournaments.queries.documents import results_of
from tournaments.queries.tables import table_view
from tournaments.texts import about_log

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(evening: Round, director: Account, referee: Account) -> Event:
    """Three tables: people who sat wrongly and a pause; flags that were settled; rulings that were corrected."""
    _sat_wrongly(stories.table_of(evening, 1), director)
    _settled(stories.table_of(evening, 2), director, referee)
    _ruled(stories.table_of(evening, 3), director)
    for number in (1, 2, 3):
        stories.play_out(stories.table_of(evening, number))
    stories.record_line(stories.table_of(evening, 1), Accept("C"))
    rounds.close_round(round_=Round.objects.get(pk=evening.pk), by=director, now=NOW)
    _late(stories.table_of(evening, 2), director)
    return Event.objects.get(pk=evening.event.pk)


def _sat_wrongly(table: Table, director: Account) -> None:
    nick = stories.seats_of(table)["D"].nick
    stories.record_deals(table, "A B")
    stories.record_line(table, Pause(f"{nick} is away"))
    stories.record_line(table, Resume())
    send_in(out=stories.seats_of(table)["B"], line="GUEST", by=director, now=NOW)
    stories.record_deals(table, "B")
    stories.record_line(table, Swap("A", "B", 2, f"{nick} saw it"))
    stories.record_deals(table, "A")
    a_phone(director, table.game, waiting=2)
    calls.call_referee(table=table, by=director, now=NOW, reason="cards on the floor")


def _settled(table: Table, director: Account, referee: Account) -> None:
    """Two phones contradict each other twice: one contradiction is left as it is, the other takes the second's word."""
    assert table.game is not None
    one, other = Pocket(referee), Pocket(referee)
    for verdict in ("leave", "instead"):
        one.deal(table.game, "B")
        line = other.deal(table.game, "C", holds=False)
        one.send()
        assert other.send()["lines"][0]["status"] == "conflict"
        place = {"slug": table.round.event.slug, "round_number": 1, "table_number": table.number}
        settle(by=director, arrival=uuid.UUID(line["id"]), verdict=verdict, now=NOW, reason="seen by all", **place)
        one.send(table.game)
        other.send(table.game)


def _ruled(table: Table, director: Account) -> None:
    stories.record_deals(table, "A B")
    over(rule(table, "a", "penalty_letter"), "lifted", judged_by="referee", by=director)
    rule(table, "b_inattentive", "lost_deal", position=1)


def _late(table: Table, director: Account) -> None:
    """After the round: the last deal was lost by somebody else, and that was wrong."""
    place = {"slug": table.round.event.slug, "round_number": 1, "table_number": table.number}
    for entry in (Amend(1, {"packed": True}, "found at home"), None):
        table.game.refresh_from_db()
        length = table.game.length
        line = entry or Strike(length, "it was right")
        correct(by=director, draft=Draft(id=uuid.uuid4(), entry=line, expected_position=length + 1), now=NOW, **place)


def in_words(event: Event, reader: Account) -> list[list[tuple[str, ...]]]:
    """Each line of each log as people read it, with its details, reason and doubts."""
    tables = Table.objects.filter(round__event=event).select_related(
        "game", "round__event__series", "round__playing_word"
    )
    said = []
    for table in tables.order_by("number"):
        view = table_view(table, viewer=reader, is_referee=True)
        assert view.state is not None
        lines = about_log.log_lines(view.state, view.names, has_letters=True)
        said.append([(one.text, *one.details, one.reason, *one.doubts) for one in lines])
    return said


def states(event: Event) -> list[dict[str, object]]:
    return [table.game.state for table in Table.objects.filter(round__event=event).order_by("number") if table.game]


def people(event: Event) -> list[tuple[object, ...]]:
    found = Occupant.objects.filter(round__event=event).order_by("table__number", "label")
    return list(found.values_list("table__number", "label", "seat", "active", "registration__key"))


@pytest.fixture
def taken_in(told: Event, director: Account) -> Event:
    text = dump(whole_event(told, now=NOW)).replace(told.slug, "elsewhere")
    return import_event(file=parse(text), by=director, now=NOW)


def test_every_kind_of_line_is_in_the_evening(told: Event):
    lines = [parsed(line) for table in Table.objects.filter(round__event=told) for line in table.game.entries.all()]
    kinds = {type(line).__name__ for line in lines}
    assert kinds >= {"Deal", "Pause", "Resume", "Swap", "Substitute", "Accept", "Settle", "Amend", "PenaltyLetter"}


def test_the_log_reads_the_same_in_words(told: Event, taken_in: Event, director: Account):
    assert in_words(taken_in, director) == in_words(told, director)


def test_the_games_the_people_and_the_standings_are_the_same(told: Event, taken_in: Event):
    assert states(taken_in) == states(told)
    assert people(taken_in) == people(told)
    assert results_of(taken_in)["standings"] == results_of(told)["standings"]
    assert scoring.order_anew(taken_in) == scoring.order_anew(told) == []
    assert taken_in.rounds.get().status == RoundStatus.CLOSED


def test_it_goes_out_again_byte_by_byte(told: Event, taken_in: Event):
    text = dump(whole_event(told, now=NOW)).replace(told.slug, taken_in.slug)
    assert dump(whole_event(taken_in, now=NOW)) == text

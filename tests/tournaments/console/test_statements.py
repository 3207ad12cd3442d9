"""How many statements a page needs: the same with one and with three of everything that it lists."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from tests.factories.stories import (
    a_planned_round,
    a_running_round,
    add_players,
    an_event,
    director_of,
    play_round,
    registration,
    staff_of,
    table_of,
)
from tests.tournaments.console.conftest import signed_in_as, statements_of
from tournaments.models import Account, Event
from tournaments.operations.evening import calls
from tournaments.operations.events import places
from tournaments.operations.results import publishing_standings
from tournaments.operations.seating import drawing, seats

NOW = timezone.now()


def of_people(event: Event, director: Account, times: int) -> None:
    add_players(event, 4 * times - event.registrations.count(), clubs=times)


def of_rounds(event: Event, director: Account, times: int) -> None:
    for _ in range(times):
        a_planned_round(event)


def of_tables(event: Event, director: Account, times: int) -> None:
    """One round at as many tables, drawn but not started."""
    event.regulations = {**event.regulations, "private_redraws": times}
    event.save(update_fields=["regulations"])
    round_ = a_planned_round(event)
    for attempt in range(times):
        reason = f"attempt {attempt}" if attempt else ""
        drawing.draw_round(round_=round_, seed="c0ffee", by=director, now=NOW, sizes=(4,) * times, reason=reason)
    first, second = round_.occupants.filter(seat="A").first(), round_.occupants.filter(seat="B").first()
    assert first is not None
    assert second is not None
    for _ in range(times):
        seats.swap_players(round_=round_, first=first.registration, second=second.registration, by=director, now=NOW)


def of_games(event: Event, director: Account, times: int) -> None:
    a_running_round(event, sizes=(4,) * times)


def of_running(event: Event, director: Account, times: int) -> None:
    """A round that runs at as many tables in as many rooms, with a call from each."""
    round_ = a_running_round(event, sizes=(4,) * times)
    for number in range(1, times + 1):
        places.name_tables(event=event, numbers=[number], room=f"Room {number}", by=director, now=NOW)
        calls.call_referee(table=table_of(round_, number), by=director, now=NOW)


def of_rounds_played(event: Event, director: Account, times: int) -> None:
    for _ in range(times):
        play_round(a_running_round(event, sizes=(4,) * times))


def of_publications(event: Event, director: Account, times: int) -> None:
    of_rounds_played(event, director, times)
    for number in range(times):
        publishing_standings.publish_standings(event=event, by=director, now=NOW)
        one = registration(event, f"p{number + 1}")
        publishing_standings.override_place(registration=one, place=1, note="because", by=director, now=NOW)


def of_staff(event: Event, director: Account, times: int) -> None:
    for _ in range(times):
        staff_of(event, "line_judge", judged=list(range(1, times + 1)))


def of_events(event: Event, director: Account, times: int) -> None:
    for _ in range(times):
        an_event(players=0).staff.update(account=director)


PAGES: list[tuple[str, Callable[[Event, Account, int], None], int]] = [
    ("/desk/", of_events, 1),
    ("", of_rounds_played, 10),  # one of them counts the questions to the director, four are the board
    ("now/", of_running, 14),  # two of them say whether it is anything new, one who looks after which room
    ("places/", of_staff, 3),
    ("people/", of_people, 5),
    ("people/?mode=check-in&q=cat", of_people, 5),
    ("person/p1/", of_games, 5),  # one asks whether a frozen list holds him
    ("rounds/", of_rounds_played, 2),
    # whether he plays himself, whether anybody there knows the word, what is frozen, which seating stands
    ("round/1/", of_tables, 15),  # one asks whether a question is open, before which it does not start
    ("round/1/seats/", of_tables, 8),  # one asks whether it is drawn again, one whether a later round has read it
    ("round/1/late/", of_tables, 9),  # one asks who is banned, and is not offered a chair
    ("round/1/", of_games, 3),
    ("round/1/draw/", of_rounds, 10),  # two count the draws before, one the pace of the round before
    # one asks who is in the final, for the small final is for the others, one which finals were removed, and one who
    # took a seat of a basic round over
    ("finals/", of_rounds_played, 15),
    ("standings/", of_publications, 5),
    ("schedule/", of_rounds, 3),
    ("staff/", of_staff, 3),
    ("files/", of_rounds, 1),
    ("print/seating/1/", of_tables, 6),  # three: which draw it is of, and what was changed by hand since
    ("print/sheets/1/", of_tables, 7),  # as above; one asks whether he plays himself
    ("print/", of_rounds, 2),
    ("print/seats/1/", of_tables, 6),
    ("print/names/", of_people, 2),
    ("print/diplomas/", of_rounds_played, 3),
    ("print/referee/", of_staff, 3),
    ("print/standings/", of_rounds_played, 6),  # the head of the journal, and who is out of classification
]


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "made", "expected"), PAGES, ids=lambda value: getattr(value, "__name__", None))
def test_a_page_needs_the_same_few_statements_for_one_and_for_three(
    page: str, made: Callable[[Event, Account, int], None], expected: int
):
    """The page of the finals replays the logs of the basic rounds, and is the only one above six."""
    counts = []
    for times in (1, 3):
        event = an_event(players=4 * times, status="closed")
        director = director_of(event)
        made(event, director, times)
        path = page if page.startswith("/") else f"/desk/{event.slug}/{page}"
        client = signed_in_as(director)
        client.get(path)  # so that what is cached for the whole site does not count
        counts.append(statements_of(client, path))
    assert counts == [expected, expected]

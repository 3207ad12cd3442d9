"""A round whose seating everybody has seen is drawn again, where it is a draft once more or still to be drawn."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, staff_of
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_ceremonies import announce
from tests.tournaments.public import test_drawn_again
from tests.tournaments.public.test_drawn_again import DESK, HERE, SAID, SEATS, STATE, told_by_api
from tournaments.models import Event, RegistrationStatus, Round
from tournaments.operations.evening import rounds
from tournaments.operations.events.making import change_status
from tournaments.operations.seating import drawing, seats

pytestmark = pytest.mark.django_db
event, round_, player = test_drawn_again.event, test_drawn_again.round_, test_drawn_again.player
PROMISED = "A further draw of this round is promised. This seating counts only if the round starts with it all the same"
PUBLIC = {name: path for name, path in SEATS.items() if name != "the table"}


def drawn_beside(round_: Round) -> None:
    """One director promises in public, another draws without a ceremony."""
    announce(round_, reason="one left")
    drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=NOW, reason="z")


def removed_and_planned(round_: Round) -> None:
    rounds.remove_round(round_=round_, now=NOW)
    stories.a_planned_round(round_.event, word="KAMIL")


def published(round_: Round) -> None:
    drawn_beside(round_)
    seats.publish_seating(round_=round_, now=NOW)


@pytest.mark.parametrize("made", [drawn_beside, removed_and_planned])
def test_the_pages_say_that_a_seating_which_was_published_does_not_count(round_: Round, player: Client, made):
    director = signed_in_as(director_of(round_.event))
    seated = [one.nick for one in round_.event.registrations.all()]
    made(round_)
    for name, path in SEATS.items():
        assert SAID in words_of(player.get(path)), name
    assert SAID in words_of(player.get(f"{HERE}screen/")), "the screen by itself"
    for name in ("the round", "the event"):
        assert STATE in words_of(player.get(SEATS[name])), name
    for name in ("the round", "the table", "names on the screen", "tables on the screen"):
        assert not [nick for nick in seated if nick in words_of(player.get(SEATS[name]))], name
    assert ">Round 1: table" not in words_of(player.get("/me/"))
    assert told_by_api(player) == [True, True]
    assert STATE not in words_of(director.get(DESK["the round"])), "what the desk has at hand counts"


@pytest.mark.parametrize("made", [drawn_beside, removed_and_planned])
def test_who_stands_at_a_table_of_such_a_seating_is_told_so_and_led_to_the_round(round_: Round, player: Client, made):
    """Open pages too: they ask for their part anew. Only as many tables have a page as there could be."""
    at = round_.occupants.get(registration__key="p1").table.number
    made(round_)
    pages = (f"{HERE}round/1/table/{at}/", f"{HERE}round/1/table/{at}/fragment/", f"/t/harbour/1/{at}/here/")
    for path in pages:
        page = words_of(player.get(path))
        assert (SAID in page, f'href="{HERE}round/1/"' in page) == (True, True), path
    beyond = round_.event.registrations.count() + 1
    assert player.get(f"{HERE}round/1/table/{beyond}/").status_code == 404


def test_who_records_at_a_table_that_is_no_more_is_told_so_and_led_to_the_round(round_: Round):
    """Also on a page that is open; and where the round has left the plan, to the event."""
    referee, pages = signed_in_as(staff_of(round_.event, "referee")), ("/t/harbour/1/1/", "/t/harbour/1/1/now/")
    for path in pages:
        assert SAID not in words_of(referee.get(path)), path
    removed_and_planned(round_)
    for path in pages:
        page = words_of(referee.get(path))
        assert (SAID in page, f'href="{HERE}round/1/"' in page) == (True, True), path
    assert referee.get(f"/t/harbour/1/{round_.event.registrations.count() + 1}/").status_code == 404
    rounds.remove_round(round_=round_.event.rounds.get(), now=NOW)
    for path in pages:
        assert "Round 1 is not in the plan any more" in words_of(referee.get(path)), path


def test_a_round_that_left_the_plan_says_so_on_its_pages_and_those_of_its_tables(round_: Round, player: Client):
    rounds.remove_round(round_=round_, now=NOW)
    said = "Round 1 is not in the plan any more"
    pages = ("round/1/", "round/1/fragment/", "round/1/table/1/", "round/1/table/1/fragment/")
    for path in (*(f"{HERE}{page}" for page in pages), "/t/harbour/1/1/here/"):
        page = words_of(player.get(path))
        assert [one in page for one in (said, f'href="{HERE}"', f'href="{HERE}draws/"')] == [True] * 3, path
    assert player.get(f"{HERE}round/2/").status_code == 404, "there never was one"
    stories.a_planned_round(round_.event, kind="final")
    rounds.remove_round(round_=round_.event.rounds.get(), now=NOW)
    assert "Final (round 1) is not in the plan any more" in words_of(player.get(f"{HERE}round/1/")), (
        "as it was called last"
    )


def test_once_the_new_seating_is_published_nothing_is_said_any_more(round_: Round, player: Client):
    published(round_)
    for name, path in SEATS.items():
        assert SAID not in words_of(player.get(path)), name
    assert ">Round 1: table" in words_of(player.get("/me/"))
    assert told_by_api(player) == [False, False]


def test_of_a_draft_that_follows_no_seating_nothing_is_told(event: Event, player: Client):
    other = stories.a_planned_round(event, word="KAMIL")
    drawing.draw_round(round_=other, seed="ab", by=director_of(event), now=NOW)
    drawing.draw_round(round_=other, seed="cd", by=director_of(event), now=NOW, reason="anew")
    for name, path in PUBLIC.items():
        assert SAID not in words_of(player.get(path)), name
    assert told_by_api(player) == [False, False]


def test_an_event_that_is_over_asks_nobody_to_wait(round_: Round, player: Client):
    drawn_beside(round_)
    change_status(event=round_.event, status="cancelled", now=NOW)
    for name, path in PUBLIC.items():
        assert SAID not in words_of(player.get(path)), name


def test_who_has_withdrawn_reads_nothing_of_it_on_his_page(round_: Round, player: Client):
    drawn_beside(round_)
    one = round_.event.registrations.get(key="p1")
    one.status = RegistrationStatus.WITHDRAWN
    one.save()
    assert SAID not in words_of(player.get("/me/"))


def test_each_reason_is_told_of_what_it_was_given_for(round_: Round, client: Client):
    draw, here = f"{HERE}round/1/draw/", SEATS["the round"]
    drawn_beside(round_)
    page = words_of(client.get(draw))
    assert ("Why this draw was promised: one left" in page, "Why it was drawn again:" in page) == (True, False)
    seats.publish_seating(round_=round_, now=NOW)
    page = words_of(client.get(draw))
    assert "Why this draw was promised: one left" in page
    assert "Why it was drawn again: z" in page
    assert "without a ceremony: z" in words_of(client.get(here))


def test_wherever_a_seat_is_told_it_is_said_that_a_further_draw_is_promised(round_: Round, player: Client):
    director, paper = signed_in_as(director_of(round_.event)), "/desk/harbour/print/seating/1/"
    told = [(name, player, path) for name, path in SEATS.items()] + [("paper", director, paper)]
    for name, browser, path in told:
        assert PROMISED not in words_of(browser.get(path)), name
    announce(round_, reason="one left")
    for name, browser, path in told:
        assert PROMISED in words_of(browser.get(path)), name
    for name, most in {"sheets": 2, "seats": 8}.items():
        page = words_of(director.get(f"/desk/harbour/print/{name}/1/"))
        assert page.count("A further draw is promised") == most, name
    rounds.start_round(round_=round_, now=NOW)
    for name, browser, path in told:
        assert PROMISED not in words_of(browser.get(path)), name


def test_a_final_is_seated_anew_and_not_drawn_again(event: Event, client: Client):
    stories.play_round(stories.a_running_round(event, sizes=(4, 4)))
    final, keys = stories.a_planned_round(event, kind="final"), [f"p{number}" for number in range(1, 7)]

    def seat_all(reason: str) -> None:
        values = {"round_": final, "seed": "ab", "by": director_of(event), "now": NOW, "reason": reason}
        drawing.draw_round(chosen=keys, **values)

    seat_all("chosen")
    seats.publish_seating(round_=final, now=NOW)
    seat_all("another order")
    for path in (HERE, f"{HERE}round/2/", f"{HERE}screen/"):
        page = words_of(client.get(path))
        assert "Final (round 2) is seated anew. The seating that was published does not count" in page, path
        assert ("is drawn again" in page, STATE in page) == (False, False), path

"""While a later round, or the same one, is drawn in public: the desk says so, and offers nothing that is refused."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, a_planned_round, director_of
from tests.tournaments.console.conftest import words_of
from tests.tournaments.console.test_people import tap
from tests.tournaments.operations.seating.test_arranging import swap
from tests.tournaments.operations.seating.test_ceremonies import CARDS, announce, freeze, give_up, open_it, show
from tournaments.models import Event, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.seating import ceremonies, seats

DESK = "/desk/harbour/"
LATER = 'href="/desk/harbour/round/2/ceremony/#now"'


@pytest.fixture
def earlier(event: Event) -> Round:
    """Published, with a swap by hand."""
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    seats.publish_seating(round_=round_, now=NOW)
    swap(round_, ("1A", "2B"))
    return round_


@pytest.fixture
def later(event: Event, earlier: Round) -> Round:
    return a_planned_round(event)


@pytest.mark.parametrize("runs", [False, True])
def test_the_desk_names_the_draw_of_a_later_round_beside_the_next_step(
    director: Client, earlier: Round, later: Round, runs: bool
):
    if runs:
        rounds.start_round(round_=earlier, now=NOW)
    announce(later)
    assert "is being drawn in public" not in words_of(director.get(DESK)), "a promise binds nobody"
    freeze(later, hall=("table 3", "ab" * 32))
    said = "Round 2 is being drawn in public: the list is frozen"
    page = words_of(director.get(DESK))
    assert (said in page, LATER in page) == (True, True)
    assert ("Round 1 is being played" if runs else "The seating of round 1 is published") in page, "the next step stays"
    kept = {"round_": later, "by": director_of(later.event), "now": NOW, "kind": "cards", "typed": CARDS}
    ceremonies.open_ceremony(**kept)
    assert "it waits for the round of drand or the second secret" in words_of(director.get(DESK))
    give_up(later)
    assert "is being drawn in public" not in words_of(director.get(DESK))


def test_of_the_earlier_round_nothing_is_offered_that_would_be_refused(director: Client, earlier: Round, later: Round):
    page = f"{DESK}round/1/"
    offers = (f"{page}draw/", f"{page}seats/", f"{page}late/", f"{page}seats/drawn/")
    why = "The public draw of round 2 has frozen these tables as they are."

    def told() -> tuple[list[bool], bool]:
        shown = words_of(director.get(page))
        return [f'"{offer}"' in shown for offer in offers], why in shown

    assert told() == ([True] * 4, False)
    announce(later)
    freeze(later)
    assert told() == ([False] * 4, True)
    give_up(later)
    assert told() == ([True] * 4, False)


def test_while_a_round_is_drawn_again_no_change_of_its_seats_is_offered_and_each_is_refused(
    director: Client, event: Event, earlier: Round
):
    page = f"{DESK}round/1/"
    offers = (f"{page}seats/", f"{page}late/", f"{page}seats/drawn/")
    begun, known = "A public draw of this round has begun. Open it, or give it up", "Draw this round anew, in public or"

    def told() -> list[bool]:
        shown = words_of(director.get(page))
        return [f'"{offer}"' in shown for offer in offers]

    def refused(why: str) -> list[tuple[int, int]]:
        """With which status, and how often it is said why."""
        answers = [*(director.get(offer) for offer in offers[:2]), *(director.post(offer) for offer in offers[::2])]
        return [(answer.status_code, words_of(answer).count(why)) for answer in answers]

    assert told() == [True] * 3
    announce(earlier, reason="a latecomer")
    freeze(earlier)
    assert told() == [False] * 3
    assert refused(begun) == [(409, 1)] * 4
    show(earlier)
    give_up(earlier)
    assert told() == [False] * 3
    assert refused(known) == [(409, 1)] * 4


def test_who_is_taken_out_after_the_freezing_is_said_to_be_drawn_all_the_same(director: Client, event: Event):
    """In the list, where that is one tap, and on his page, also without scripts."""
    round_, nick = a_planned_round(event), event.registrations.get(key="p4").nick
    said, once = (
        "stands in the frozen list of a public draw and is drawn all the same",
        event.registrations.get(key="p5"),
    )
    withdraw_player(registration=once, by=director_of(event), now=NOW)
    announce(round_)
    freeze(round_)
    for path in (f"{DESK}people/", f"{DESK}people/?show=withdrawn", f"{DESK}person/p5/"):
        assert said not in words_of(director.get(path)), "who has gone before is not on the list"
    assert f"{nick} {said}" in words_of(tap(director, "p4", "withdrawn", htmx=True))
    for path in (f"{DESK}people/", f"{DESK}people/?show=withdrawn", f"{DESK}person/p4/"):
        assert words_of(director.get(path)).count(f"{nick} {said}") == 1, path
    looked_at = tap(director, "p6", "withdrawn", listed="show=confirmed")["Location"]
    assert words_of(director.get(looked_at)).count(said) == 1, "though that list has him no more"


def test_no_further_attempt_is_offered_that_would_be_refused_and_the_page_says_why(
    director: Client, earlier: Round, later: Round
):
    page, offer = f"{DESK}round/1/ceremony/", f'action="{DESK}round/1/ceremony/announce/#now"'

    def told() -> tuple[bool, bool, bool]:
        shown = director.get(page)
        words = words_of(shown)
        return offer in shown.content.decode(), "draw of round 2 has begun." in words, "Round 2 is drawn" in words

    assert told() == (True, False, False)
    announce(later)
    assert told() == (True, False, False), "a promise binds nobody"
    freeze(later)
    assert told() == (False, True, False)
    refused = director.post(f"{page}announce/", {"reason": "a latecomer"})
    assert (refused.status_code, words_of(refused).count("draw of round 2 has begun.")) == (409, 1), "said once"
    open_it(later)
    assert told() == (False, False, True)


@pytest.mark.parametrize("state", ["", "given_up"])
def test_nor_is_the_first_one_while_nobody_could_look_on(director: Client, event: Event, state: str):
    round_ = a_planned_round(event)
    if state:
        announce(round_)
        give_up(round_)
    Event.objects.filter(pk=event.pk).update(status="draft")
    shown = director.get(f"{DESK}round/1/ceremony/")
    assert "The event is a draft, which nobody sees." in words_of(shown)
    assert "/ceremony/announce/" not in shown.content.decode()


def test_no_round_is_offered_for_removal_while_its_list_or_its_tables_are_frozen(
    director: Client, earlier: Round, later: Round
):
    def offered(one: Round) -> bool:
        page = f"{DESK}round/{one.number}/"
        return f'action="{page}remove/"' in director.get(page).content.decode()

    announce(later)
    assert offered(later)
    freeze(later)
    assert (offered(earlier), offered(later)) == (False, False)
    give_up(later)
    assert offered(later)


@pytest.mark.parametrize("when", ["begun", "known"])
def test_the_page_of_a_person_promises_nothing_of_a_seat_that_does_not_count(
    director: Client, event: Event, earlier: Round, when: str
):
    page, nick = f"{DESK}person/p4/", event.registrations.get(key="p4").nick
    promises = (
        "as if drawn there",
        "is closed; those behind it move up",
        "Nobody takes the seat over",
        "substitutions/p4/",
    )
    why = {
        "begun": "Round 1: A public draw of this round has begun. Open it, or give it up and say why.",
        "known": "Round 1: Attempt 2 was given up when the room had begun to turn",
    }
    drawn = f"{nick} stands in the frozen list of a public draw and is drawn all the same"

    def told() -> list[bool]:
        shown = words_of(director.get(page))
        return [one in shown for one in (*promises, why[when], drawn)]

    assert told() == [True, True, True, True, False, False]
    announce(earlier, reason="a latecomer")
    freeze(earlier)
    if when == "known":
        show(earlier)
        give_up(earlier)
    assert told() == [False, False, False, False, True, when == "begun"]
    refused = director.post(f"{DESK}substitutions/p4/", {"line": "Passerby"})
    assert (refused.status_code, words_of(refused).count(why[when].partition(": ")[2])) == (409, 1)
    director.post(f"{DESK}withdrawals/p4/")
    assert event.registrations.get(key="p4").status == "withdrawn"
    shown = words_of(director.get(page))
    assert ("withdrawals/p4/" in shown, shown.count(drawn)) == (False, int(when == "begun"))


def test_the_page_of_a_person_says_which_later_draw_has_frozen_his_seat(
    director: Client, event: Event, earlier: Round, later: Round
):
    """Neither does he leave it then, nor does anybody come instead."""
    page, offers = f"{DESK}person/p4/", ("substitutions/p4/", "withdrawals/p4/", "as if drawn there", "is closed;")
    why = "Round 1: The public draw of round 2 has begun. Open it, or give it up and say why; then try this again."

    def told() -> tuple[list[bool], int]:
        shown = words_of(director.get(page))
        return [one in shown for one in offers], shown.count(why)

    assert told() == ([True] * 4, 0)
    announce(later)
    freeze(later)
    assert told() == ([False] * 4, 2)
    give_up(later)
    assert told() == ([True] * 4, 0)


def test_who_is_replaced_in_a_running_game_is_said_to_be_drawn_all_the_same(
    director: Client, event: Event, earlier: Round, later: Round
):
    rounds.start_round(round_=earlier, now=NOW)
    announce(later)
    freeze(later)
    shown = words_of(director.get(f"{DESK}person/p4/")).partition("What will happen:")[2].partition("</ul>")[0]
    assert "takes seat" in shown
    assert "is drawn all the same" in shown

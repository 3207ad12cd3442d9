"""A seating that does not count: whatever tells the state of a round, or somebody's seat, says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, staff_of
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_arranging import restore, swap
from tests.tournaments.operations.seating.test_ceremonies import CARDS, announce, freeze, give_up, open_it, opened, show
from tournaments.models import Event, JournalLine, Round
from tournaments.operations.evening import rounds
from tournaments.operations.seating import ceremonies, drawing, seats, transcripts

pytestmark = pytest.mark.django_db
SAID = "Round 1 is drawn again. The seating that was published does not count"
STATE = "drawn again: this seating does not count"
HERE = "/e/harbour/"
API = "/api/v1/events/harbour/rounds/"
SEATS = {
    "the round": f"{HERE}round/1/",
    "the event": HERE,
    "the table": f"{HERE}round/1/table/1/",
    "one's own page": "/me/",
    "names on the screen": f"{HERE}screen/?show=names",
    "tables on the screen": f"{HERE}screen/?show=tables",
}
PAPERS = {"seating": 2, "sheets": 2, "seats": 8}
"""How often it is said on each: by table and by name, on each sheet, on each card that is cut out."""
DESK = {
    "the round": "/desk/harbour/round/1/",
    "all rounds": "/desk/harbour/rounds/",
    "the event": "/desk/harbour/",
    "one person": "/desk/harbour/person/p1/",
}


@pytest.fixture
def event(db: None) -> Event:
    return stories.an_event(players=8, status="closed", slug="harbour")


@pytest.fixture
def round_(event: Event) -> Round:
    round_ = stories.a_planned_round(event, word="KAMIL")
    opened(round_)
    return round_


@pytest.fixture
def player(event: Event) -> Client:
    """Who plays as p1."""
    account = AccountFactory.create()
    one = event.registrations.get(key="p1").player
    one.account = account
    one.save()
    return signed_in_as(account)


def frozen_anew(round_: Round) -> None:
    announce(round_, reason="a latecomer")
    freeze(round_)


def turned(round_: Round) -> None:
    frozen_anew(round_)
    show(round_, "cards Ol")


def given_up(round_: Round) -> None:
    turned(round_)
    give_up(round_)


def waiting(round_: Round) -> None:
    """For the second secret, with all ten turned."""
    announce(round_, reason="a latecomer")
    freeze(round_, hall=("table 3", "ab" * 32))
    ends = {"round_": round_, "by": director_of(round_.event), "now": NOW, "kind": "cards", "typed": CARDS}
    ceremonies.open_ceremony(**ends)


def waiting_given_up(round_: Round) -> None:
    waiting(round_)
    give_up(round_)


def promised_since(round_: Round) -> None:
    given_up(round_)
    announce(round_, reason="anew")


def given_up_once_more(round_: Round) -> None:
    given_up(round_)
    frozen_anew(round_)
    give_up(round_)


def promised(round_: Round) -> None:
    announce(round_, reason="a latecomer")


def given_up_unturned(round_: Round) -> None:
    frozen_anew(round_)
    give_up(round_)


def drawn_anew(round_: Round) -> None:
    given_up(round_)
    frozen_anew(round_)
    open_it(round_)


def drawn_at_the_desk(round_: Round) -> None:
    given_up(round_)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=NOW, reason="anew")


def started(round_: Round) -> None:
    promised(round_)
    rounds.start_round(round_=round_, now=NOW)


VOID = [frozen_anew, turned, given_up, waiting, waiting_given_up, promised_since, given_up_once_more]
GOOD = [promised, given_up_unturned, drawn_anew, drawn_at_the_desk, started]


def seat_of(player: Client) -> bool:
    return ">Round 1: table" in words_of(player.get("/me/"))


@pytest.mark.parametrize("made", [frozen_anew, given_up])
def test_wherever_a_seat_is_told_it_is_said_that_it_does_not_count(round_: Round, player: Client, made):
    director = signed_in_as(director_of(round_.event))
    seated = [one.nick for one in round_.event.registrations.all()]
    for name, path in SEATS.items():
        assert SAID not in words_of(player.get(path)), name
    assert seat_of(player)
    assert "Find your table" in words_of(player.get(f"{HERE}round/1/draw/"))
    for name in PAPERS:
        assert "Drawn again" not in words_of(director.get(f"/desk/harbour/print/{name}/1/")), name
    made(round_)
    for name, path in SEATS.items():
        assert SAID in words_of(player.get(path)), name
    assert STATE in words_of(player.get(SEATS["the round"]))
    assert "seating published" not in words_of(player.get(SEATS["the round"]))
    for name in ("the round", "names on the screen", "tables on the screen"):
        assert not [nick for nick in seated if nick in words_of(player.get(SEATS[name]))], name
    assert not seat_of(player)
    assert "Find your table" not in words_of(player.get(f"{HERE}round/1/draw/"))
    for name, most in PAPERS.items():
        page = words_of(director.get(f"/desk/harbour/print/{name}/1/"))
        assert page.count("Drawn again – this seating does not count") == most, name
    for name, path in DESK.items():
        page = words_of(director.get(path))
        assert (STATE in page, "seating published" in page) == (True, False), name


@pytest.mark.parametrize("made", [*VOID, *GOOD])
def test_pages_say_so_where_it_can_neither_be_published_nor_started_and_nowhere_else(client: Client, round_, made):
    made(round_)
    try:
        transcripts.refuse_other_seating(round_)
    except Refused:
        refused = True
    else:
        refused = False
    assert refused is (made in VOID)
    is_void = refused or made is drawn_at_the_desk  # that draft may be published; the seating before it is void
    assert (SAID in words_of(client.get(f"{HERE}round/1/"))) is is_void
    assert told_by_api(client) == [is_void] * 2


@pytest.mark.parametrize("made", [*VOID, *GOOD])
def test_from_the_promise_to_the_freezing_desk_and_round_say_what_the_seating_counts_for(client: Client, round_, made):
    said, way = "A further draw of this round is promised. This seating counts only if", "Go on with the draw"
    desk = signed_in_as(director_of(round_.event))
    made(round_)
    pages = [words_of(client.get(f"{HERE}round/1/")), words_of(desk.get(DESK["the round"]))]
    assert [said in page for page in pages] == [made is promised] * 2
    assert made is not promised or way in pages[1]


def told_by_api(client: Client) -> list[bool]:
    """Of one round, and of all."""
    one, rounds_ = client.get(f"{API}1/").json(), client.get(API).json()["results"]
    return [one["drawn_again"], rounds_[0]["drawn_again"]]


def test_of_a_draft_that_is_drawn_again_the_api_tells_only_who_sees_drafts(event: Event, client: Client):
    round_ = stories.a_planned_round(event)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(event), now=NOW)
    frozen_anew(round_)
    assert (client.get(f"{API}1/").json()["status"], told_by_api(client)) == ("planned", [False, False])
    assert told_by_api(signed_in_as(director_of(event))) == [True, True]


def test_an_attempt_has_one_number_everywhere_and_the_round_tells_those_given_up_too(round_: Round, client: Client):
    """At the desk, in the journal, on the page of the draw, and among all attempts on that of the round."""
    desk, here = signed_in_as(director_of(round_.event)), "/desk/harbour/round/1/"
    frozen_anew(round_)
    give_up(round_, "a wrong list")
    sent = {"sizes": "4-4", "reason": "a latecomer", "attempt": "1"}
    said = desk.post(f"{here}draw/", sent, follow=True)
    assert "Drawn: attempt 3." in words_of(said)
    noted = JournalLine.objects.filter(act__in=("draw_made_again", "draw_opened")).order_by("number")
    assert [line.new["attempt"] for line in noted] == [1, 3, 3]
    assert "Attempt 3 was drawn" in words_of(desk.post(f"{here}publish/", {"attempt": "1"})), (
        "the one that was not looked at"
    )
    assert 'name="attempt" value="3"' in words_of(said)
    desk.post(f"{here}publish/", {"attempt": "3"})
    assert "Attempt 3</h2>" in words_of(client.get(f"{HERE}round/1/draw/"))
    told = words_of(client.get(f"{HERE}round/1/")).partition("Every attempt at the draw")[2]
    first, second, third = (told.partition(f'<li value="{number}">')[2].partition("</li>")[0] for number in (1, 2, 3))
    seeds = dict(round_.draws.values_list("attempt", "seed"))
    assert (seeds[1] in first, "without a ceremony" in first) == (True, False)
    assert ("given up: a wrong list" in second, "<code>" in second) == (True, False)
    assert (seeds[3] in third, "without a ceremony: a latecomer" in third) == (True, True)


def test_the_screen_says_of_a_draw_without_a_ceremony_that_it_was_one(round_: Round, client: Client):
    """Whatever was done in public before: what the hall sees looks like nothing that nobody could choose."""
    path, ceremony = f"{HERE}screen/?show=draw", "The draw is open"
    said = ("Drawn without a ceremony", "The secret alone was the seed")
    page = words_of(client.get(path))
    assert (ceremony in page, [one in page for one in said]) == (True, [False, False])
    drawn_at_the_desk(round_)
    seats.publish_seating(round_=round_, now=NOW)
    page = words_of(client.get(path))
    assert (ceremony in page, [one in page for one in said]) == (False, [True, True])
    assert "Table 1" in page, "the tables stand there all the same"


@pytest.mark.parametrize("is_public", [True, False])
def test_what_was_changed_by_hand_is_told_of_the_draw_after_which_it_was_done_and_of_no_later_one(
    round_: Round, client: Client, is_public: bool
):
    """Else the hall would read that the tables which it has just drawn were changed."""
    director, later = signed_in_as(director_of(round_.event)), NOW + timedelta(minutes=10)
    here, desk, draw = f"{HERE}round/1/", "/desk/harbour/round/1/", f"{HERE}round/1/draw/"

    def told() -> list[bool]:
        return [
            "Changed by hand afterwards" in words_of(client.get(here)),
            "Changed by hand after attempt" in words_of(client.get(draw)),
            "by hand </summary>" in words_of(director.get(desk)),
        ]

    assert told() == [False, False, False]
    swap(round_, ("1A", "2A"), ("1A", "2B"), now=NOW + timedelta(minutes=2))
    assert told() == [True, True, True]
    restore(round_, now=NOW + timedelta(minutes=3))
    assert "3 changes by hand" in words_of(director.get(desk)), "back to the draw is one as well"
    if is_public:
        frozen_anew(round_)
        open_it(round_, now=later)
    else:
        drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=later, reason="anew")
        seats.publish_seating(round_=round_, now=later)
    assert told() == [False, False, False]
    round_.refresh_from_db()
    swap(round_, ("1A", "2A"), now=later + timedelta(minutes=1))
    assert told() == [True, True, True]
    assert "1 change by hand" in words_of(director.get(desk))


def in_a_line(shown: str) -> str:
    return " ".join(shown.split())


STANDS = "Attempt 2 was given up before anything was turned; attempt 1 stands."
THIS_ONE = "This attempt was given up"


@pytest.mark.parametrize("made", [given_up_unturned, given_up, waiting_given_up])
def test_after_an_attempt_was_given_up_screen_and_draw_say_alike_whether_the_seating_stands(round_, client, made):
    made(round_)
    stands = made is given_up_unturned
    screen, of_draw, draw = (
        in_a_line(words_of(client.get(f"{HERE}{path}"))) for path in ("screen/", "screen/?show=draw", "round/1/draw/")
    )
    seat = round_.occupants.order_by("pk")[0].registration.nick
    assert (seat in screen, THIS_ONE in screen) == (stands, not stands), "who looks for his seat finds it"
    assert THIS_ONE in of_draw, "pinned, the draw stays"
    assert [STANDS in one for one in (of_draw, draw)] == [stands] * 2
    assert [SAID in one for one in (screen, of_draw)] == [not stands] * 2
    assert ("Nothing that was drawn so far counts any more" in draw) is not stands


def test_a_first_attempt_that_was_given_up_stays_on_the_screen(event: Event, client: Client):
    one = stories.a_planned_round(event)
    announce(one)
    freeze(one)
    give_up(one)
    page = words_of(client.get(f"{HERE}screen/"))
    assert (THIS_ONE in page, "stands." in page) == (True, False), "there is no seating yet"


@pytest.mark.parametrize("made", [frozen_anew, given_up, promised, given_up_unturned])
def test_the_page_of_who_plays_at_a_table_says_so_too(round_: Round, player: Client, made):
    at = round_.occupants.get(registration__key="p1")
    path, seat = f"/t/harbour/1/{at.table.number}/here/", f"you sit in seat {at.seat}"
    further = "A further draw of this round is promised"
    page = words_of(player.get(path))
    assert [said in page for said in (seat, SAID, further)] == [True, False, False]
    made(round_)
    page, is_void = words_of(player.get(path)), made in VOID
    assert [said in page for said in (seat, SAID, further)] == [not is_void, is_void, made is promised]


@pytest.mark.parametrize("made", [frozen_anew, given_up, given_up_unturned])
def test_so_does_the_board_of_the_referees(round_: Round, made):
    """And so does each table there: somebody asks the referee where he sits."""
    referee, pages = signed_in_as(staff_of(round_.event, "referee")), ("/t/harbour/", "/t/harbour/1/1/")
    assert [SAID in words_of(referee.get(page)) for page in pages] == [False, False]
    made(round_)
    assert [SAID in words_of(referee.get(page)) for page in pages] == [made in VOID] * 2

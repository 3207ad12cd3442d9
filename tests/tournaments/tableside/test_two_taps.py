"""A deal is two taps: what is stored, what comes back, and that nothing is ever stored twice."""

import threading

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Entry
from games.rules.entries import Close
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.operations.evening import rounds


def test_a_deal_is_recorded_and_the_page_is_gone_to(hand, referee):
    at = hand(referee)
    answer = at.deal("A")
    assert (answer.status_code, answer["Location"]) == (303, at.base)
    assert at.payloads() == [{"kind": "deal", "loser": "A", "bench": ["E"]}]
    page = at.page()
    assert "Deal 2: who lost?" in page
    assert "Deal 1:" in page
    assert "takes K" in page


def test_what_the_screen_knew_is_stored_with_the_line(hand, referee):
    hand(referee).deal("A", slot=1, base=0, dealer="B")
    line = Entry.objects.get()
    assert (line.slot, line.base, line.witness, line.pen, line.by) == (1, 0, "B", 1, referee.key)


def test_the_same_form_twice_is_one_deal(hand, referee):
    at = hand(referee)
    form = at.form()
    first = at.deal("A", **form)
    second = at.deal("A", **form, bench="E")
    assert (first.status_code, second.status_code) == (303, 303)
    assert at.kinds() == ["deal"]


def test_an_answer_that_was_lost_comes_again_even_when_the_round_is_over(hand, referee, director, evening):
    at = hand(referee)
    form = at.form()
    at.deal("A", **form)
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="late")
    assert at.post("deals", loser="A", bench="E", **form).status_code == 303
    assert at.kinds() == ["deal", "close"]


def test_a_used_form_with_another_loser_is_refused(hand, referee):
    at = hand(referee)
    form = at.form()
    at.deal("A", **form)
    answer = at.deal("B", **form, bench="E")
    assert answer.status_code == 409
    assert "This form was used already." in text_of(answer)
    assert [line["loser"] for line in at.payloads()] == ["A"]


def test_two_referees_at_one_table_read_both_deals_side_by_side(hand, referee, director):
    eva, petr = hand(referee), hand(director)
    form = petr.form()
    eva.deal("B")
    answer = petr.post("deals", loser="C", bench="E", **form)
    page = text_of(answer)
    assert answer.status_code == 409
    meanwhile = page[page.index("Meanwhile:") : page.index("You wanted:")]
    assert "(B) takes K" in meanwhile
    assert "somebody" in meanwhile  # the name of whoever recorded it
    assert "(C)" in page[page.index("You wanted:") :].split("</div>")[0]
    assert "Deal 2: who lost?" in page
    assert "checked" not in page
    assert form["entry_id"] not in page
    assert eva.kinds() == ["deal"]


@pytest.mark.django_db(transaction=True)
def test_two_referees_who_tap_in_the_same_moment_record_one_deal(hand, referee, director):
    hands = [hand(referee), hand(director)]
    forms = [at.form() for at in hands]
    start, statuses = threading.Barrier(2), []

    def tap(at: Hand, form: dict[str, object], loser: str) -> None:
        start.wait()
        statuses.append(at.client.post(f"{at.base}deals/", {**form, "loser": loser, "bench": "E"}).status_code)
        connections.close_all()

    threads = [threading.Thread(target=tap, args=args) for args in zip(hands, forms, "BC", strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [303, 409]
    assert hands[0].kinds() == ["deal"]


# --- Refused in words, and nothing stored -----------------------------------------------------------------------------

LOSER = {"loser": "A", "bench": "E"}


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        pytest.param({"bench": "E"}, 422, "Tap the row of whoever lost the deal", id="no loser"),
        pytest.param({"loser": "A", "bench": ""}, 422, "Exactly four play a deal; here it would be 5.", id="five"),
        pytest.param({"loser": "A", "bench": "DE"}, 422, "Exactly four play a deal; here it would be 3.", id="three"),
        pytest.param({"loser": "E", "bench": "E"}, 422, "Seat E sits on the bench", id="loser on the bench"),
        pytest.param({"loser": "G", "bench": "E"}, 422, "Seat G does not exist at this table.", id="no such seat"),
        pytest.param(LOSER | {"points_A": "20", "points_B": "12"}, 422, "The points add up to 32", id="32 points"),
        pytest.param(LOSER | {"points_A": "x"}, 422, "Points are whole numbers from 0 to 33.", id="no number"),
        pytest.param(LOSER | {"points_A": "34"}, 422, "Points are whole numbers from 0 to 33.", id="34 points"),
        pytest.param(
            LOSER | {"points_A": "32", "points_E": "1"}, 422, "Seat E sits out this deal and has no points.", id="bench"
        ),
        pytest.param(LOSER | {"entry_id": ""}, 422, "This form is not complete.", id="no id"),
        pytest.param(LOSER | {"expected_position": "x"}, 422, "This form is not complete.", id="no position"),
        pytest.param(LOSER | {"expected_position": 5}, 409, "Meanwhile something else was recorded", id="position"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_beside_the_form(hand, referee, said, status, sentence):
    at = hand(referee)
    answer = at.post("deals", **said)
    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert "who lost?" in text_of(answer)
    assert at.kinds() == []


def test_what_was_typed_is_kept_when_it_must_be_mended(hand, referee):
    at = hand(referee)
    answer = at.post("deals", loser="C", bench="B", dealer="A", packed="on", points_C="20", points_D="12")
    page = text_of(answer)
    assert 'name="bench" value="B"' in page
    assert 'value="C" required checked' in page
    assert 'name="points_C" value="20"' in page
    assert '<option value="A" selected>' in page
    assert 'name="packed" checked' in page


def test_a_game_that_is_over_takes_no_deal(hand, referee, evening):
    at = hand(referee)
    stories.play_out(at.table)
    lines = at.kinds()
    answer = at.post("deals", loser="C", bench="")
    assert answer.status_code == 409
    assert "The game at this table is over." in text_of(answer)
    assert at.kinds() == lines


def test_a_closed_table_and_a_closed_round_say_so(hand, referee, director, evening):
    at = hand(referee)
    stories.record_line(at.table, Close(reason="venue closes"))
    assert "The game at this table is over." in text_of(at.post("deals", loser="A", bench="E"))
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="venue closes")
    other = hand(referee, 2)
    answer = other.post("deals", loser="A", bench="E")
    assert answer.status_code == 409
    assert "Round 1 is not running" in text_of(answer)
    assert other.kinds() == ["close"]


def test_before_the_start_there_is_the_seating_but_no_form_and_no_word(event, referee):
    round_ = stories.a_drawn_round(event, word="HEJMA")
    at = Hand(referee, stories.table_of(round_))
    page = at.page()
    assert "The round has not started yet." in page
    assert all(one.nick in page for one in stories.seats_of(at.table).values())
    assert "<form" not in page.split('id="table"')[1]
    assert "HEJMA" not in page
    answer = at.post("deals", loser="A", bench="E", expected_position=1)
    assert answer.status_code == 409
    assert "Round 1 is not running" in text_of(answer)


# --- Who may ----------------------------------------------------------------------------------------------------------

ACTS = {
    "deals": {"loser": "A", "bench": "E"},
    "void-deals": {"bench": "E", "reason": "misdeal"},
    "penalty-letters": {"seat": "A", "reason": "late"},
    "undo": {"position": 1},
    "pen": {},
    "form": {"toggle": "A", "bench": "E"},
    "lines/1/amendments": {"loser": "B", "bench": ["E"]},
    "lines/1/strikes": {"position": 1},
    "rulings/a": {"seat": "A", "facts": "looked", "judged_by": "table", "decision": "penalty_letter"},
}
PAGES = ("", "now/", "lines/1/", "rulings/a/")


@pytest.mark.parametrize("who", ["director", "referee", "keeper", "line_judge"])
@pytest.mark.parametrize("act", ACTS)
def test_whoever_looks_after_the_table_may(hand, request, who, act):
    at = hand(request.getfixturevalue(who), 2)
    at.deal("A")
    assert at.post(act, **ACTS[act]).status_code in (302, 303)


@pytest.mark.parametrize("who", ["stranger", "player", "line_judge", None])
@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_may_and_nothing_is_stored(hand, request, director, who, act):
    """The line judge looks after table 2, not after this one."""
    hand(director).deal("A")
    at = hand(request.getfixturevalue(who) if who else None)
    answer = at.post(act, **ACTS[act])
    assert answer.status_code == 403 if who else answer["Location"].startswith(reverse("sign_in"))
    assert at.kinds() == ["deal"]
    assert stories.table_of(at.table.round).game.pen_holder == director.key


@pytest.mark.parametrize("who", ["stranger", "player", "line_judge", None])
@pytest.mark.parametrize("tail", PAGES)
def test_nobody_else_sees_the_page(hand, request, director, who, tail):
    hand(director).deal("A")
    at = hand(request.getfixturevalue(who) if who else None)
    assert at.client.get(f"{at.base}{tail}").status_code == (403 if who else 302)


@pytest.mark.parametrize("tail", ["1/9/", "9/1/", "1/1/lines/9/", "1/1/rulings/z/"])
def test_what_is_not_there_is_not_found(client, evening, referee, tail):
    client.force_login(referee)
    assert client.get(f"/t/{evening.event.slug}/{tail}").status_code == 404


@pytest.mark.parametrize("act", [act for act in ACTS if not act.startswith("rulings")])
def test_an_act_is_never_a_link(hand, referee, act):
    at = hand(referee)
    at.deal("A")
    assert at.client.get(f"{at.base}{act}/").status_code == 405


# --- What it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_deal_costs_ten_statements_whatever_the_log(hand, referee, director):
    """From BEGIN to COMMIT, with the answer; the session is in the cache, so are the names of other authors."""
    hand(director).deal("B")
    at = hand(referee)
    at.page()
    costs = []
    for loser in "BDBAC":
        form = {**at.form(), "loser": loser, "bench": "".join(stories.deal(at.table, loser).bench)}
        with CaptureQueriesContext(connection) as asked:
            answer = at.client.post(f"{at.base}deals/", form)
        assert answer.status_code == 303
        said = [query["sql"] for query in asked.captured_queries]
        begin = next(place for place, sql in enumerate(said) if sql.startswith(("BEGIN", "SAVEPOINT")))
        costs.append(len(said) - begin)  # before it only who asks
    assert max(costs) <= 10
    assert len(set(costs)) == 1


def test_the_page_costs_the_same_whatever_the_log(hand, referee, django_assert_max_num_queries):
    at = hand(referee)
    costs = []
    for losers in ("A", "BDBAC"):
        for loser in losers:
            stories.record_line(at.table, stories.deal(at.table, loser), by=referee)
        at.page()
        with django_assert_max_num_queries(8) as asked:
            at.page()
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_the_changing_part_is_not_made_again_while_its_table_stands(hand, referee, django_assert_num_queries):
    at = hand(referee)
    at.deal("A")
    etag = at.client.get(f"{at.base}now/")["ETag"]
    hand(referee, 2).deal("B")  # another table: the event has a new version, this page has not
    with django_assert_num_queries(2):  # who asks, and the table
        answer = at.client.get(f"{at.base}now/", headers={"If-None-Match": etag})
    assert answer.status_code == 304
    at.deal("B")
    assert at.client.get(f"{at.base}now/", headers={"If-None-Match": etag}).status_code == 200


def test_every_form_of_a_page_has_an_id_of_its_own(hand, referee):
    page = hand(referee).page()
    ids = [part.split('"')[0] for part in page.split('name="entry_id" value="')[1:]]
    assert len(ids) == len(set(ids)) > 2

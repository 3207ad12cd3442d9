"""A table of Smear on its page: pitcher, bid and points by taps, undo, void deals, corrections, the end of a game."""

import re

import pytest

from tests.factories import stories
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.models import Account, Event


@pytest.fixture
def smear(db) -> Event:
    return stories.a_smear_event(players=8, smear_target=12)


@pytest.fixture
def judge(smear: Event) -> Account:
    return stories.staff_of(smear, "referee")


@pytest.fixture
def at(smear: Event, judge: Account) -> Hand:
    """A referee at the first table; four sit there."""
    return Hand(judge, stories.table_of(stories.a_running_round(smear)))


def tap(at: Hand, pitcher: str, bid: object, ours: int, theirs: int, /, **said) -> object:
    """What the form sends: the points of AC and BD."""
    choice = {"pitcher": pitcher, "bid": str(bid), "parties": "AC BD", "points_AC": ours, "points_BD": theirs}
    return at.post("smear-deals", **choice | said)


def dealer(page: str) -> list[str]:
    """Whose row says that he deals."""
    rows = re.findall(r'<li class="seat" data-seat="(\w)">(.*?)</li>', page)
    return [seat for seat, row in rows if re.search(r'data-tag="deals" *>', row)]


def scores(at: Hand):
    return stories.table_of(at.table.round, at.table.number).game.state["smear"]["scores"]


def test_the_page_offers_every_seat_every_bid_and_every_number_of_points(at):
    page = at.page()
    assert "Deal 1: who pitched?" in page
    assert re.findall(r'name="pitcher" value="(\w)"', page) == list("ABCD")
    assert re.findall(r'name="bid" value="(\w+)"', page) == [str(bid) for bid in range(1, 11)]
    assert re.findall(r'name="points_BD" value="(\d+)"', page) == [str(number) for number in range(11)]
    assert "The game is won at 12 points." in page
    for foreign in ("renonc", "Penalty letter", "sits out", "who lost?", 'class="word'):
        assert foreign not in page


def test_a_deal_is_recorded_with_what_was_tapped(at):
    assert tap(at, "B", 4, 3, 7).status_code == 303
    assert at.payloads() == [{"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}}]
    page = at.page()
    nick = stories.seats_of(at.table)["B"].nick
    assert f"Deal 1: {nick} (B): bid 4, made" in page
    assert "points: AC 3, BD 7" in page
    assert "Deal 2: who pitched?" in page
    assert dealer(page) == ["B"]


def test_a_bid_that_failed_is_set_back_in_the_scores_and_in_the_log(at):
    tap(at, "C", 5, 4, 6)
    page = at.page()
    assert scores(at) == {"AC": -5, "BD": 6}
    assert "bid 5, set back" in page
    assert "score: AC -5, BD 6" in page


def test_undo_takes_a_deal_back_and_puts_it_back(at):
    tap(at, "B", 4, 3, 7)
    assert 'formaction="' in at.page()
    at.post("undo", position=1)
    assert scores(at) == {"AC": 0, "BD": 0}
    assert "Line 1 taken back:" in at.page()
    at.post("undo", position=2)
    assert scores(at) == {"AC": 3, "BD": 7}


def test_another_dealer_can_be_written_down(at):
    tap(at, "B", 4, 3, 7, dealer="C")
    assert at.payloads()[0]["dealer"] == "C"
    assert dealer(at.page()) == ["D"]


def test_a_void_deal_is_dealt_again_by_the_same_dealer(at):
    assert at.post("void-deals", bench="", reason="everybody passed").status_code == 303
    assert at.payloads() == [{"kind": "void_deal", "reason": "everybody passed"}]
    assert dealer(at.page()) == ["A"]


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        ({"pitcher": ""}, 422, "Tap the row of whoever pitched."),
        ({"bid": ""}, 422, "Tap what was bid."),
        ({"points_AC": ""}, 422, "Tap how many points AC won, also where it is 0."),
        ({"points_AC": "x", "points_BD": ""}, 422, "Tap how many points AC, BD won, also where it is 0."),
        ({"parties": ""}, 422, "This form is not complete."),
        ({"bid": "11"}, 422, "A bid is from 1 to 10 points; here it is 11."),
        ({"bid": "moon10"}, 422, "In this variant of Smear nobody can shoot the moon."),
        ({"parties": "AC BD XY", "points_XY": "1"}, 422, "There is no party XY at this table."),
    ],
)
def test_what_is_missing_or_wrong_is_said_and_what_was_chosen_stays(at, said, status, sentence):
    answer = tap(at, "B", 4, 3, 7, **said)
    page = text_of(answer)
    assert (answer.status_code, at.kinds()) == (status, [])
    assert sentence in page
    if said.get("bid") is None:
        assert re.search(r'name="bid" value="4" required checked', page)


def test_two_who_record_at_once_see_each_other(at, smear):
    form = at.form()
    Hand(stories.director_of(smear), at.table).post(
        "smear-deals", pitcher="A", bid="2", parties="AC BD", points_AC=2, points_BD=3
    )
    answer = tap(at, "B", 4, 3, 7, **form)
    assert answer.status_code == 409
    assert "bid 2, made" in text_of(answer)
    assert "You wanted:" in text_of(answer)
    assert at.kinds() == ["smear_deal"]


def test_who_shoots_the_moon_taps_one_bid(db):
    event = stories.a_smear_event(players=4, smear_variant="widow")
    at = Hand(stories.staff_of(event, "referee"), stories.table_of(stories.a_running_round(event)))
    assert re.findall(r'name="bid" value="(\w+)"', at.page()) == [*map(str, range(4, 11)), "moon10"]
    tap(at, "B", "moon10", 0, 10)
    assert at.payloads()[0] == {
        "kind": "smear_deal",
        "pitcher": "B",
        "bid": 10,
        "points": {"AC": 0, "BD": 10},
        "moon": True,
    }
    page = at.page()
    assert "shot the moon, made" in page
    assert "won the game" in page


def test_a_won_game_shows_who_won_and_can_still_be_undone(at):
    tap(at, "B", 4, 3, 7)
    tap(at, "B", 4, 3, 7)
    page = at.page()
    assert "Game over" in page
    assert "won the game" in page
    assert 'id="done"' not in page
    at.post("undo", position=2)
    assert "Deal 2: who pitched?" in at.page()


def test_a_deal_of_smoking_cat_is_refused_here(at):
    answer = at.post("deals", loser="A", bench="")
    assert "This table plays Smear. Record the deal with its pitcher, bid and points." in text_of(answer)
    assert at.post("penalty-letters", seat="A", reason="late").status_code == 409
    assert at.client.get(f"{at.base}rulings/a/").status_code == 404


# --- Corrections ------------------------------------------------------------------------------------------------------


def corrected(at: Hand, position: int, **said) -> object:
    as_it_is = {"pitcher": "B", "bid": "4", "points_AC": 3, "points_BD": 7, "dealer": ""}
    return at.post(f"lines/{position}/amendments", **as_it_is | said)


def test_pitcher_bid_and_points_can_be_corrected(at):
    tap(at, "B", 4, 3, 7)
    page = at.page("lines/1/")
    assert re.search(r'name="pitcher" value="B"[^>]*checked', page)
    assert "Points of AC" in page
    assert corrected(at, 1, pitcher="C", bid="6", points_AC=4, points_BD=6, reason="misheard").status_code == 303
    assert at.payloads()[1] == {
        "kind": "amend",
        "position": 1,
        "reason": "misheard",
        "points": {"AC": 4, "BD": 6},
        "pitcher": "C",
        "bid": 6,
    }
    assert scores(at) == {"AC": -6, "BD": 6}
    assert "Line 1 corrected: points: AC 4, BD 6;" in at.page()


def test_nothing_changed_is_said(at):
    tap(at, "B", 4, 3, 7)
    answer = corrected(at, 1)
    assert answer.status_code == 422
    assert "Nothing is changed yet." in text_of(answer)


def test_a_void_deal_of_eight_has_no_bench_to_correct(db):
    event = stories.a_smear_event(players=8, smear_variant="five_point")
    round_ = stories.a_running_round(event, sizes=[8])
    at = Hand(stories.staff_of(event, "referee"), stories.table_of(round_))
    at.post("void-deals", bench="", reason="misdeal")
    assert 'name="bench"' not in at.page("lines/1/")
    at.post("lines/1/amendments", dealer="H", reason="misdeal")
    assert at.payloads()[1] == {"kind": "amend", "position": 1, "dealer": "H"}


def test_the_table_says_why_a_game_goes_on_at_its_points(db):
    """Nine cards: only the side that pitched wins by its deal."""
    smear = stories.a_smear_event(players=8, smear_target=12, smear_variant="nine_cards")
    at = Hand(stories.staff_of(smear, "referee"), stories.table_of(stories.a_running_round(smear)))
    assert "won at 12 points, by the side that pitched." in at.page()
    tap(at, "B", 1, 9, 1)
    assert "It goes on with" not in at.page()
    tap(at, "B", 1, 9, 1)
    assert "It goes on with AC 18: the others had pitched." in at.page()


def test_nothing_of_the_other_game_stands_at_a_table_of_smear(at, client):
    slug = at.table.round.event.slug
    tap(at, "B", 10, 0, 10)
    tap(at, "B", 10, 0, 10)
    over = at.page()
    assert "Game over" in over
    public = text_of(client.get(f"/e/{slug}/round/1/table/1/"))
    for page in (over, public):
        words = re.sub(r"<[^>]*>", " ", page.split("<main")[1].split("</main")[0])
        assert not re.search(r"own deal|letter|playing word", words)

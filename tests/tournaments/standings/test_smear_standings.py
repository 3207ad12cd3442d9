"""The order of an event of Smear: games won, then points, then shared; each place says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.game import Tally
from tests.tournaments.standings.events import document, event, order, reasons_of, why
from tournaments.facts.regulations import Regulations
from tournaments.standings.by_games_won import ByGamesWon
from tournaments.standings.order import FINAL, rank_key, smear_key
from tournaments.standings.places import places
from tournaments.standings.records import FinalSeat, Record
from tournaments.standings.results import results

SMEAR = {"game": "smear", "smear_target": 10}
FIRST = "basic: - ABCD game=smear A=p1 B=p2 C=p3 D=p4; B4 (AC3 BD7); B4 (AC4 BD5)"  # BD wins 12 to 7
SECOND = "basic: - ABCD game=smear A=p2 B=p1 C=p4 D=p3; A4 (AC9 BD1); B4 (BD9)"  # BD wins 10 to 9


def test_games_won_come_first_and_points_decide_between_equals():
    played = event(FIRST, SECOND, **SMEAR)
    assert order(played) == "1 p2, 1 p4, 3 p1, 3 p3"
    assert why(played, "p2") == ["games won: 1 of 2, points: 21", "shared with p4"]
    assert why(played, "p3") == ["games won: 1 of 2, points: 17", "shared with p1"]


def test_partners_who_part_do_not_share_for_ever():
    swapped = "basic: - ABCD game=smear A=p1 B=p3 C=p2 D=p4; A4 (AC10)"
    played = event(FIRST, swapped, **SMEAR)
    assert order(played) == "1 p2, 2 p1, 3 p4, 4 p3"
    assert why(played, "p1") == ["games won: 1 of 2, points: 17"]


def test_a_game_that_nobody_won_still_counts_its_points():
    played = event("basic: - ABCD game=smear A=p1 B=p2 C=p3 D=p4; B4 (AC3 BD2); close", **SMEAR)
    assert order(played) == "1 p1, 1 p3, 3 p2, 3 p4"
    assert why(played, "p2") == ["games won: 0 of 1, points: -4", "shared with p4"]


def test_who_has_not_played_stands_behind_whoever_was_set_back():
    played = event("basic: - ABCD game=smear A=p1 B=p2 C=p3 D=p4; B4 (BD2)", absent="p9", **SMEAR)
    assert order(played).endswith("5 p9")
    assert why(played, "p9") == ["no deal played"]


def test_a_stand_in_has_the_points_of_his_deals_and_the_game_that_he_ended():
    played = event("basic: - ABCD game=smear A=p1 B=p2 C=p3 D=p4; B4 (BD7); D>p9; B3 (BD3)", unclassified="", **SMEAR)
    assert why(played, "p4") == ["games won: 0 of 1, points: 7"]
    assert why(played, "p9") == ["games won: 1 of 1, points: 3"]


def test_the_best_qualify_in_the_same_order():
    played = event(FIRST, SECOND, final_size=2, **SMEAR)
    assert results(played).finalists.qualified == ("p2", "p4")
    tied = event(FIRST, final_size=3, **SMEAR)
    assert results(tied).finalists.play_off.between == ("p1", "p3")


def test_whoever_sits_in_a_final_stands_before_the_others_by_what_he_did_in_it():
    def finalist(entry, before, final):
        total = Tally(2, games=2, won=before.won + final.won, points=before.points + final.points)
        return Record(entry, (before,), total, FinalSeat(FINAL, final))

    lost, won = Tally(1, games=1, points=3), Tally(1, games=1, won=1, points=9)
    other = Record("p5", (Tally(1, games=1, won=1, points=12),), Tally(1, games=1, won=1, points=12))
    records = [other, finalist("p1", won, lost), finalist("p2", lost, lost), finalist("p3", lost, won)]
    found = places(records, Regulations(game="smear"))
    assert [(one.place, one.entry) for one in found] == [(1, "p3"), (2, "p1"), (3, "p2"), (4, "p5")]
    assert reasons_of(found, "p3") == ["final, games won: 1 of 1, points: 9"]
    assert reasons_of(found, "p1") == [
        "final, games won: 0 of 1, points: 3",
        "tied so far, games won in all: 1 of 2, points: 12",
    ]


def test_the_document_has_what_the_game_has_besides():
    found = document(event(FIRST, **SMEAR))
    assert found["standings"][0] == {
        "place": 1,
        "entry": "p2",
        "deals": 2,
        "letters": 0,
        "success": None,
        "games_won": 1,
        "points": 12,
        "games": 1,
        "why": ["games won: 1 of 1, points: 12", "shared with p4"],
    }
    [table] = found["tables"]
    assert (table["finished"], table["deals_to_go"]) == (True, [0, 0])
    assert (table["scores"], table["winner"]) == ({"AC": 7, "BD": 12}, "BD")


def test_nobody_can_say_how_many_deals_an_open_game_takes():
    found = document(event("basic: - ABCD game=smear A=p1 B=p2 C=p3 D=p4; B4 (BD7)", **SMEAR))
    assert found["tables"][0]["deals_to_go"] is None
    assert found["tables"][0]["winner"] is None


tallies = st.builds(
    Tally,
    st.sampled_from([0, 3]),
    games=st.integers(1, 12),
    won=st.integers(0, 12),
    points=st.integers(-999_999, 999_999),
)


@given(tallies, tallies)
def test_keys_order_as_games_and_points_do(one, other):
    def figures(tally):
        return (tally.deals > 0, tally.won if tally.deals else 0, tally.points if tally.deals else 0)

    keys = [ByGamesWon().key_of_others([tally]) for tally in (one, other)]
    assert (keys[0] < keys[1]) == (figures(one) > figures(other))
    assert {len(key) for key in keys} == {50}


@pytest.mark.parametrize("value", [None, 0])
def test_a_final_stands_before_every_key_of_smear(value):
    assert rank_key(FINAL, 1) < smear_key(value)

"""The document of a simulation adds up."""

import json
from collections import Counter

from games.simulation.deals import simulated
from games.simulation.document import simulation_document, weights_of
from games.simulation.lengths import expected_deals
from games.simulation.tally import Tally

PLAYERS = ("random", "cautious", "cautious", "random")


def document(players, deals):
    tally = sum(simulated(players, seed="document", deals=deals), Tally())
    lengths = [expected_deals(3, 4, games=20)]
    return simulation_document(players, tally, lengths, seed="document", wanted=deals, complete=True)


def test_every_deal_is_in_every_count():
    told = document(("random",) * 4, 5000)
    assert json.loads(json.dumps(told)) == told
    losers = 5000 - told["decided_by"]["undecided"]
    assert list(told["by_place"][0]["points"]) == [str(points) for points in range(34)]
    for rows in (told["by_player"], told["by_place"]):
        assert sum(row["lost"] for row in rows) == losers
        assert [sum(row["points"].values()) for row in rows] == [5000] * 4
        assert round(sum(row["mean_points"] for row in rows), 2) == 33  # RULES C10
        assert all(low < row["share_lost"] < high for row in rows for low, high in [row["interval_95"]])
    assert sum(told["decided_by"].values()) == sum(told["certain_after_trick"].values()) == 5000
    assert sum(told["packed_after_tricks"].values()) == told["decided_by"]["packed"] == 0


def test_seats_and_places_of_a_game_lose_as_they_did_in_the_deals():
    """The fifth seat is taken by the first player again; one of three cautious players lost 20 of 60 deals."""
    tally = Tally(lost=Counter({(0, 0): 40, (1, 1): 30, (2, 2): 10, (3, 2): 20}))
    weights = weights_of(("random", "cautious", "cautious", "cautious"), tally, 6)
    assert weights.seats == (160, 80, 80, 80, 160, 80)
    assert weights.places == (40, 30, 30, 1)  # nobody is sure never to lose


def test_an_interrupted_simulation_without_deals_is_a_document_too():
    told = simulation_document(PLAYERS, Tally(), [], seed="none", wanted=10, complete=False)
    assert told["by_player"][0]["share_lost"] is None
    assert told["by_player"][0]["mean_points"] is None

"""The second count, held against sums done by hand. Tables are written as words: a letter is a player."""

from tournaments.draws.checker import misseated, recount

TWICE = [["ABCD", "EFGH"], ["EABF", "GCDH"], ["ABCD", "EFGH"]]


def test_meetings_are_counted_over_the_whole_event():
    """AB, CD, EF and GH meet three times; the other eight pairs of the first round twice."""
    counted = recount(TWICE)
    assert (counted.players, counted.rounds) == (8, 3)
    assert counted.coincidences == 4 * 3 + 8 * 1
    assert counted.consecutive == 8


def test_seats_and_shares_are_counted():
    counted = recount([["ABCDE", "FGHI"], ["FABGH", "CDEI"]])
    assert (counted.seats["A", "A"], counted.seats["A", "B"], counted.seats["F", "A"]) == (1, 1, 2)
    assert counted.spread("A") == 2
    assert (counted.large["A"], counted.large["I"], counted.large_spread) == (2, 0, 2)


def test_club_mates_count_each_time_they_meet():
    clubs = {"A": "HAR", "B": "HAR", "C": "HAR", "E": "MOR", "G": None, "H": None}
    assert recount(TWICE, clubs).club_pairs == 3 + 1 + 3


def test_who_sits_twice_or_nowhere_is_named():
    assert misseated([["ABCD", "EFGH"]], list("ABCDEFGH")) == []
    assert misseated([["ABCD", "EFGH"], ["ABCD", "EFGA"]], list("ABCDEFGH")) == ["round 2: A 2", "round 2: H 0"]
    assert misseated([["ABCX"]], list("ABCX"[:3])) == ["round 1: X unknown"]

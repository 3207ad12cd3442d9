"""Quality counted from tables alone, and what cannot be avoided. Tables are written as words: a letter is a player."""

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws import Fault, History, Options, Player, history_of, pair, quality_of
from tournaments.draws.bounds import _by_groups, _by_players, least_coincidences
from tournaments.draws.numbered import Numbered
from tournaments.draws.sizes import even_sizes


def players_of(keys, **clubs):
    """players_of("ABCD", HAR="AB"): A and B are of the club HAR."""
    club_of = {key: club for club, members in clubs.items() for key in members}
    return [Player(key, club_of.get(key)) for key in keys]


def quality(now, *earlier, clubs="prefer", **members):
    tables = now.split()
    history = history_of([line.split() for line in earlier])
    return quality_of(tables, players_of("".join(tables), **members), history, Options(clubs=clubs))


def test_a_first_round_has_no_faults():
    first = quality("ABCD EFGH")
    assert (first.coincidences, first.bound, first.consecutive, first.club_pairs) == (0, 0, 0, 0)
    assert first.proved_optimal
    assert first.per_player == {}


def test_who_meets_whom_again():
    again = quality("ABEF CDGH", "ABCD EFGH")
    assert (again.coincidences, again.bound, again.consecutive) == (4, 4, 4)
    assert again.proved_optimal
    met = Fault("meets_again", {"other": "B", "times": 1, "last_round": True})
    assert again.per_player["A"] == (met, Fault("deals_first_again", {"times": 1, "fewest": 0}))
    assert set(again.per_player) == set("ABCDEFGH")


def test_a_third_meeting_counts_twice_and_an_earlier_round_is_not_the_last():
    third = quality("ABEI CDFJ GHKL", "ABCD EFGH IJKL", "AEGK BFCI DHJL", "ABFJ CEHK DGIL")
    assert third.per_player["A"][0] == Fault("meets_again", {"other": "B", "times": 2, "last_round": True})
    assert Fault("meets_again", {"other": "D", "times": 1, "last_round": False}) in third.per_player["C"]
    assert third.coincidences == 4 + 4 + 6  # table by table, by hand


def test_a_swap_by_hand_shows_what_it_costs():
    """E and C changed places: ABEF CDGH was the best there is."""
    swapped = quality("ABCF EDGH", "ABCD EFGH")
    assert (swapped.coincidences, swapped.bound) == (6, 4)
    assert not swapped.proved_optimal


def test_club_mates_at_one_table():
    mates = quality("ABCD EFGH", HAR="ABE", MOR="GH")
    assert mates.club_pairs == 2
    assert mates.per_player == {
        "A": (Fault("club_mate", {"other": "B", "club": "HAR"}),),
        "B": (Fault("club_mate", {"other": "A", "club": "HAR"}),),
        "G": (Fault("club_mate", {"other": "H", "club": "MOR"}),),
        "H": (Fault("club_mate", {"other": "G", "club": "MOR"}),),
    }


def test_with_clubs_off_mates_are_counted_but_no_fault():
    off = quality("ABCD EFGH", clubs="off", HAR="AB")
    assert (off.club_pairs, off.per_player) == (1, {})


def test_players_without_a_club_are_no_mates():
    assert quality("ABCD").club_pairs == 0


def test_shares_of_seat_a_and_of_large_tables():
    shares = quality("AFGHB ICDE", "ABCDE FGHI")
    assert shares.seat_a_spread == 2
    assert shares.large_table_spread == 2
    assert Fault("large_table_again", {"times": 1}) in shares.per_player["A"]
    assert all(fault.code != "large_table_again" for fault in shares.per_player["C"])


def test_equal_tables_are_not_large():
    assert history_of([["ABCDE", "FGHIJ"]]).large_tables == {}
    assert history_of([["ABCDE", "FGHI"]]).large_tables == dict.fromkeys("ABCDE", 1)


def test_a_history_is_what_the_rounds_make_of_it():
    history = history_of([["ABCD", "EFGH"], ["DAEF", "HGCB"]])
    assert history.meetings["A", "D"] == 2
    assert history.meetings["B", "C"] == 2
    assert history.meetings["A", "B"] == 1
    assert history.dealt_first == {"A": 1, "E": 1, "D": 1, "H": 1}
    assert history.rounds[1] == (tuple("DAEF"), tuple("HGCB"))


def test_who_has_left_forces_nothing():
    """Of the first table only A and B are still there; they need not meet."""
    left = quality("AEFG BHIJ", "ABCD EFGH")
    assert left.bound == 2  # E, F, G and H at two tables: two pairs


def test_meetings_without_the_rounds_give_a_bound_too():
    """Two groups of four that all met: the same as two tables."""
    met = {pair(*two): 1 for table in ("ABCD", "EFGH") for two in combinations(table, 2)}
    known = quality_of(["ABEF", "CDGH"], players_of("ABCDEFGH"), History(meetings=met), Options())
    assert (known.coincidences, known.bound, known.consecutive) == (4, 4, 0)


def test_when_everybody_has_met_everybody_each_meets_three_again():
    """Sixteen players, five rounds, nobody twice: the lines of the plane over the field of four elements."""
    times = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    player = [["ABCD", "EFGH", "IJKL", "MNOP"][x] for x in range(4)]
    rounds = [["".join(player[x][times[slope][x] ^ b] for x in range(4)) for b in range(4)] for slope in range(4)]
    earlier = [" ".join(tables) for tables in [*rounds, player]]
    assert set(history_of([line.split() for line in earlier]).meetings.values()) == {1}
    sixth = quality("AEIM BFJN CGKO DHLP", *earlier)
    assert (sixth.coincidences, sixth.bound) == (24, 24)


def test_who_has_met_everybody_meets_somebody_again():
    met = {pair(*two): 1 for two in combinations("ABCDEFGHIJKLMNOP", 2)}
    tables = ["ABCD", "EFGH", "IJKL", "MNOP"]
    everybody = quality_of(tables, players_of("".join(tables)), History(meetings=met), Options())
    assert (everybody.coincidences, everybody.bound) == (24, 24)


@given(st.lists(st.permutations("ABCDEFGHIJKLM"), min_size=1, max_size=4), st.booleans())
def test_no_tables_are_better_than_the_bound(orders, rounds_known):
    """Any tables whatever, after any rounds: the bound is true."""
    *earlier, now = [("".join(order[:5]), "".join(order[5:9]), "".join(order[9:])) for order in orders]
    history = history_of(earlier)
    if not rounds_known:
        history = History(meetings=history.meetings)
    counted = quality_of(now, players_of("ABCDEFGHIJKLM"), history, Options())
    assert 0 <= counted.bound <= counted.coincidences


@given(st.lists(st.permutations("ABCDEFGHIJKLM"), max_size=5), st.integers(0, 3))
def test_the_bound_of_few_rounds_is_what_would_be_counted(orders, gone):
    history = history_of([("".join(order[:5]), "".join(order[5:9]), "".join(order[9:])) for order in orders])
    field = Numbered("ABCDEFGHIJKLM"[gone:], history)
    for tables in range(2, 14 - gone):
        sizes = even_sizes(13 - gone, tables)
        by_groups = _by_groups(field.met, field.tables(history.rounds), tables)
        assert least_coincidences(field, sizes) == max(by_groups, _by_players(field.met, min(sizes)))


@given(st.lists(st.permutations("ABCDEFGHIJKLM"), max_size=4))
def test_who_has_met_whom_is_the_same_by_the_rounds_and_by_the_meetings_alone(orders):
    history = history_of([("".join(order[:5]), "".join(order[5:9]), "".join(order[9:])) for order in orders])
    here = "ABCDEFGHIJK"
    by_rounds = Numbered(here, history).met
    assert by_rounds == Numbered(here, History(meetings=history.meetings)).met
    times = {(here[one], here[other]): times for one, row in enumerate(by_rounds) for other, times in row.items()}
    assert times == {two: history.meetings[pair(*two)] for two in permutations(here, 2) if history.meetings[pair(*two)]}


clubs = st.lists(st.sampled_from([None, "HAR", "MOR", "FEN", "OAK"]), min_size=13, max_size=13)
some_pairs = st.lists(st.tuples(st.sampled_from("ABCDEFGHIJKLM"), st.sampled_from("ABCDEFGHIJKLM")), max_size=3)


@given(st.lists(st.permutations("ABCDEFGHIJKLM"), min_size=1, max_size=4), clubs, some_pairs)
def test_no_table_is_passed_over_at_which_something_is_at_fault(orders, names, apart):
    *earlier, now = [("".join(order[:5]), "".join(order[5:9]), "".join(order[9:])) for order in orders]
    history, club_of = history_of(earlier), dict(zip("ABCDEFGHIJKLM", names, strict=True))
    players, options = [Player(*named) for named in club_of.items()], Options(clubs="prefer", apart=tuple(apart))
    two = [pair(*two) for table in now for two in combinations(table, 2)]
    last = {pair(*two) for table in earlier[-1:] for tables in table for two in combinations(tables, 2)}
    found = quality_of(now, players, history, options)
    assert found.coincidences == sum(history.meetings.get(pair, 0) for pair in two)
    assert found.consecutive == len(last.intersection(two))
    assert found.club_pairs == sum(club_of[one] is not None and club_of[one] == club_of[other] for one, other in two)
    assert found.forbidden_pairs == len({pair(*two) for two in apart}.intersection(two))

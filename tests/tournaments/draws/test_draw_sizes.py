"""Ways to seat n players, and what repeats they force (competition.md 3.1; the figures of the design of the draw)."""

from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.refusals import Refused
from tournaments.draws import forced_repeats, splits
from tournaments.draws.closed_forms import fair_form
from tournaments.draws.sizes import can_be_seated, checked_sizes, even_sizes, least_repeats
from tournaments.draws.stored import coincidences_of, stored_schedule, worth_of

FORCED = [
    ((4, 4), 4, 12),
    ((5, 4), 6, 18),
    ((5, 5), 8, 24),
    ((6, 6), 12, 36),
    ((4, 4, 4), 3, 9),
    ((5, 4, 4), 4, 12),
    ((5, 5, 4), 5, 15),
    ((5, 5, 5), 6, 18),
    ((4, 4, 4, 4), 0, 0),
    ((5, 4, 4, 4), 1, 3),
    ((6, 6, 6), 9, 27),
    *((even_sizes(n, 5), 0, 0) for n in range(20, 26)),
    ((6,) * 5, 5, 15),
    ((5,) * 6, 0, 0),
]


@pytest.mark.parametrize(("sizes", "two_rounds", "three_rounds"), FORCED)
def test_forced_repeats_of_two_and_three_rounds(sizes, two_rounds, three_rounds):
    assert forced_repeats(sizes, 1) == 0
    assert forced_repeats(sizes, 2) == two_rounds
    assert forced_repeats(sizes, 3) == three_rounds


@pytest.mark.parametrize(
    ("sizes", "rounds", "least"),
    [((4,) * 6, 7, 0), ((4,) * 6, 8, 12), ((4,) * 5, 8, 50), ((4,) * 4, 5, 0), ((4,) * 4, 6, 24), ((4, 4), 8, 120)],
)
def test_over_many_rounds_new_faces_run_out(sizes, rounds, least):
    assert least_repeats(sizes, rounds) == least


def test_over_many_rounds_the_default_leaves_more_new_faces():
    """Twenty-five at five fives meet 32 times 24 others in eight rounds; at six tables far fewer meet again."""
    assert splits(25, 3)[0].sizes == (5,) * 5
    assert splits(25, 8)[0].sizes == (5, 4, 4, 4, 4, 4)
    assert splits(35, 7)[0].sizes == (5,) * 7
    assert splits(35, 8)[0].sizes == (5, 5, 5, 4, 4, 4, 4, 4)


@pytest.mark.parametrize("rounds", [10, 11])
@pytest.mark.parametrize("n", [41, 42, 43])
def test_of_two_ways_with_one_bound_the_default_is_the_one_of_which_fewer_repeats_are_known(n, rounds):
    """Both bounds are 0 and neither is reached; at nine tables twice as many meet again as at ten, and more."""
    ways = splits(n, rounds)
    best, other = (next(way for way in ways if way.tables == tables) for tables in (10, 9))
    assert best.least_repeats(rounds) == other.least_repeats(rounds) == 0
    assert coincidences_of(stored_schedule(best.sizes, rounds)) < coincidences_of(stored_schedule(other.sizes, rounds))
    assert ways[0] == best


def test_a_six_beside_smaller_tables_is_not_the_default_for_its_fair_shares_alone():
    """14 over seven rounds: both at their bound, and only beside the six everybody is at a large table alike."""
    crowded, even = (worth_of(stored_schedule(sizes, 7)) for sizes in ((6, 4, 4), (5, 5, 4)))
    assert crowded.coincidences == even.coincidences == 105
    assert crowded.spread == 0 < even.spread
    assert splits(14, 7)[0].sizes == (5, 5, 4)


@pytest.mark.parametrize("n", range(8, 65))
def test_no_other_way_is_stored_that_is_better_than_the_default(n):
    """Fewest coincidences, if default and other way were searched or have a closed form; but a table of six beside
    smaller ones is no default for that.
    """
    for rounds in range(4, 13):
        proposed, *ways = [way.sizes for way in splits(n, rounds)]
        default = known_repeats(proposed, rounds)
        others = [known_repeats(sizes, rounds) for sizes in ways if not sizes[0] == 6 > sizes[-1]]
        assert default is None or default <= min((one for one in others if one is not None), default=default), rounds


def known_repeats(sizes, rounds):
    """The fewest coincidences of a stored schedule or of a closed form; None if there is neither."""
    known = [schedule for schedule in (stored_schedule(sizes, rounds), fair_form(sizes, rounds)) if schedule]
    return min((coincidences_of(schedule) for schedule in known if len(schedule) == rounds), default=None)


@given(st.lists(st.sampled_from([4, 5, 6]), min_size=1, max_size=12))
def test_repeats_are_avoidable_when_no_table_has_more_seats_than_there_are_tables(sizes):
    """But of 34 at five sixes and a four: each six has one for every table, and five are too many for the four."""
    is_crowded = sorted(sizes) == [4, 6, 6, 6, 6, 6]
    assert (forced_repeats(sizes, 2) == 0) == (max(sizes) <= len(sizes) and not is_crowded)


@pytest.mark.parametrize("sizes", [*product((6, 5, 4), repeat=2), *product((6, 5, 4), repeat=3), (6, 4, 4, 4)])
def test_forced_repeats_are_the_fewest_of_all_ways_from_one_round_to_the_next(sizes):
    """Gone through: how many of each table go to each of the next round."""

    def fewest(tables, room):
        if not tables:
            return 0
        ways = (way for way in product(*(range(seats + 1) for seats in room)) if sum(way) == tables[0])
        left = ((way, [seats - came for seats, came in zip(room, way, strict=True)]) for way in ways)
        return min(sum(comb(came, 2) for came in way) + fewest(tables[1:], rest) for way, rest in left)

    assert forced_repeats(sizes, 2) == fewest(sizes, list(sizes))


@pytest.mark.parametrize("n", [n for n in range(4, 41) if n != 7])
def test_every_way_is_listed_once(n):
    """Told the slow way: all triples of numbers of tables."""
    every = {
        (6,) * sixes + (5,) * fives + (4,) * fours
        for sixes in range(n // 6 + 1)
        for fives in range(n // 5 + 1)
        for fours in range(n // 4 + 1)
        if 6 * sixes + 5 * fives + 4 * fours == n
    }
    listed = [split.sizes for split in splits(n)]
    assert set(listed) == every
    assert len(listed) == len(every)


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (4, (4,)),
        (5, (5,)),
        (6, (6,)),
        (8, (4, 4)),
        (10, (5, 5)),
        (11, (6, 5)),
        (12, (4, 4, 4)),
        (13, (5, 4, 4)),
        (15, (5, 5, 5)),
        (16, (4, 4, 4, 4)),
        (18, (5, 5, 4, 4)),
        (25, (5,) * 5),
        (30, (5,) * 6),
        (31, (5, 5, 5, 4, 4, 4, 4)),
        (36, (4,) * 9),
    ],
)
def test_the_default_over_several_rounds(n, sizes):
    assert splits(n)[0].sizes == splits(n, 3)[0].sizes == sizes


@pytest.mark.parametrize(("n", "sizes"), [(8, (4, 4)), (9, (5, 4)), (10, (5, 5)), (11, (6, 5)), (12, (6, 6))])
def test_nationals_with_their_one_round_get_two_tables(n, sizes):
    assert splits(n, 1)[0].sizes == sizes


def test_a_split_tells_what_the_organiser_wants_to_know():
    three_fives, *others = splits(15)
    assert (three_fives.players, three_fives.tables, three_fives.benched) == (15, 3, 3)
    assert (three_fives.forced_repeats(2), three_fives.forced_repeats(3)) == (6, 18)
    assert [split.sizes for split in others] == [(6, 5, 4)]


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3])
def test_too_few_players(n):
    with pytest.raises(Refused) as refusal:
        splits(n)
    assert (refusal.value.code, refusal.value.values) == ("too_few_players", {"n": n})


def test_seven_players_are_the_only_others_who_cannot_be_seated():
    with pytest.raises(Refused) as refusal:
        splits(7)
    assert (refusal.value.code, refusal.value.values) == ("seven_players", {})
    assert all(splits(n) for n in range(4, 100) if n != 7)


@settings(deadline=None)
@given(st.integers(min_value=41, max_value=20_000))
def test_large_fields_get_a_handful_of_even_ways(n):
    ways = splits(n)
    assert 3 <= len(ways) <= 6
    assert len({way.sizes for way in ways}) == len(ways)
    for way in ways:
        assert way.players == n
        assert set(way.sizes) <= {4, 5, 6}
        assert way.sizes[0] - way.sizes[-1] <= 1
        assert way.forced_repeats(3) == 0


def test_sizes_asked_for_are_put_in_order():
    assert checked_sizes(15, [4, 6, 5]) == (6, 5, 4)


@pytest.mark.parametrize(
    ("n", "sizes", "code", "values"),
    [
        (7, (4, 3), "seven_players", {}),
        (8, (5, 3), "bad_table_size", {"size": 3}),
        (11, (7, 4), "bad_table_size", {"size": 7}),
        (9, (4, 4), "sizes_do_not_fit", {"players": 9, "seats": 8}),
        (9, (), "sizes_do_not_fit", {"players": 9, "seats": 0}),
    ],
)
def test_sizes_that_cannot_be(n, sizes, code, values):
    with pytest.raises(Refused) as refusal:
        checked_sizes(n, sizes)
    assert (refusal.value.code, refusal.value.values) == (code, values)


# --- other sizes: the variants of Smear -------------------------------------------------------------------------------

OF_SMEAR = [(4,), (3,), (4, 6), (4, 6, 8)]


@pytest.mark.parametrize("allowed", OF_SMEAR)
@pytest.mark.parametrize("n", range(1, 60))
def test_only_allowed_sizes_are_offered(n, allowed):
    """Told the slow way: whether n is a sum of such sizes."""
    reachable = {0}
    for _ in range(n):
        reachable |= {seats + size for seats in reachable for size in allowed if seats + size <= n}
    assert can_be_seated(n, allowed) == (n in reachable)
    if n in reachable:
        found = splits(n, 2, allowed)
        assert {size for split in found for size in split.sizes} <= set(allowed)
        assert {sum(split.sizes) for split in found} == {n}
    else:
        with pytest.raises(Refused) as refusal:
            splits(n, 2, allowed)
        assert refusal.value.code == "cannot_be_seated"


def test_a_hall_of_any_size_is_answered_at_once():
    assert splits(100_000, 3, (4, 6, 8))[0].sizes == (4,) * 25_000
    assert not can_be_seated(99_999, (4, 6, 8))


@pytest.mark.parametrize(("sizes", "code"), [((6, 4), "bad_smear_size"), ((4, 4), "sizes_do_not_fit")])
def test_sizes_asked_for_are_held_against_the_allowed_ones(sizes, code):
    with pytest.raises(Refused) as refusal:
        checked_sizes(12, sizes, (4,))
    assert refusal.value.code == code


def test_no_table_of_six_beside_smaller_ones_is_proposed_for_a_repeat_less():
    """31 players over eight rounds: a six beside fours is known to have 9 repeats, three fives beside fours 10."""
    assert splits(31, 8)[0].sizes == (5, 5, 5, 4, 4, 4, 4)

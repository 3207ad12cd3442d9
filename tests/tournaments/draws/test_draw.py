"""The draw as a whole: everybody sits once, the same input gives the same draw, and the draws are as good as can be."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.refusals import Refused
from tournaments.draws import (
    VERSION,
    Drawing,
    History,
    Options,
    Player,
    draw,
    forced_repeats,
    history_of,
    quality_of,
    splits,
)
from tournaments.draws.by_rank import seats_of_final

NO_HISTORY = History()


def seed_of(*words):
    return sha256("|".join(map(str, words)).encode()).hexdigest()


def field(n, club_size=0):
    """n players p01, p02 ...; clubs c0, c1 ... of `club_size` each, if any."""
    return [Player(f"p{i + 1:02}", f"c{i // club_size}" if club_size else None) for i in range(n)]


def rounds_of(players, rounds, *, sizes=None, clubs="off", seed="rounds"):
    """Round after round, each knowing the earlier ones."""
    drawings: list[Drawing] = []
    for number in range(rounds):
        history = history_of([drawing.tables for drawing in drawings])
        options = Options(sizes=sizes, clubs=clubs, rounds=rounds)
        drawings.append(draw(players, history, options, seed_of(seed, number)))
    return drawings


def seat_a_counts(drawings):
    counts = Counter({key: 0 for table in drawings[0].tables for key in table})
    counts.update(table[0] for drawing in drawings for table in drawing.tables)
    return counts.values()


# --- the promise: everybody once, and again the same ------------------------------------------------------------------

numbers = st.integers(min_value=4, max_value=40).filter(lambda n: n != 7)
seeds = st.binary(min_size=1, max_size=32).map(bytes.hex)
clubs = st.sampled_from(["off", "prefer"])


@settings(max_examples=40, deadline=None)
@given(st.data(), numbers, seeds, clubs, st.integers(min_value=0, max_value=9))
def test_everybody_sits_exactly_once_at_tables_of_the_sizes_asked_for(data, n, seed, clubs, club_size):
    players = field(n, club_size)
    sizes = data.draw(st.sampled_from([split.sizes for split in splits(n)]))
    first = draw(players, NO_HISTORY, Options(sizes=sizes, clubs=clubs, rounds=2), seed)
    assert tuple(len(table) for table in first.tables) == sizes
    assert sorted(key for table in first.tables for key in table) == [player.key for player in players]
    assert (first.version, first.seed) == (VERSION, seed)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from([8, 12, 16, 20]), seeds, clubs)
def test_no_order_of_lists_and_dictionaries_changes_a_draw(data, n, seed, clubs):
    players = field(n, 3)
    history = history_of([draw(players, NO_HISTORY, Options(clubs=clubs), "ab").tables])
    shuffled = History(
        meetings=dict(data.draw(st.permutations(list(history.meetings.items())))),
        dealt_first=dict(data.draw(st.permutations(list(history.dealt_first.items())))),
        large_tables=dict(reversed(list(history.large_tables.items()))),
        rounds=history.rounds,
    )
    options = Options(clubs=clubs, rounds=2)
    assert draw(data.draw(st.permutations(players)), shuffled, options, seed) == draw(players, history, options, seed)


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_hashes_of_strings_change_nothing(hash_seed):
    program = """
from tournaments.draws import *
players = [Player(f"p{i}", f"c{i % 4}") for i in range(16)]
first = draw(players, History(), Options(clubs="prefer", rounds=2), "ab" * 32)
print(draw(players, history_of([first.tables]), Options(clubs="prefer", rounds=2), "cd" * 32).tables)
"""
    printed = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    players = [Player(f"p{i}", f"c{i % 4}") for i in range(16)]
    first = draw(players, NO_HISTORY, Options(clubs="prefer", rounds=2), "ab" * 32)
    second = draw(players, history_of([first.tables]), Options(clubs="prefer", rounds=2), "cd" * 32)
    assert printed == f"{second.tables}\n"


def test_a_draw_of_long_ago_comes_out_the_same():
    """If this fails, drawings that people have stored can no longer be made again: raise `seeding.VERSION`."""
    first = draw(field(13, 3), NO_HISTORY, Options(clubs="prefer", rounds=2), "00" * 32)
    second = draw(field(13, 3), history_of([first.tables], first.plan), Options(clubs="prefer", rounds=2), "11" * 32)
    assert [" ".join(table) for table in first.tables] == ["p10 p07 p05 p13 p02", "p08 p12 p01 p04", "p03 p11 p06 p09"]
    assert [" ".join(table) for table in second.tables] == ["p11 p01 p13 p06 p08", "p07 p03 p04 p10", "p02 p05 p09 p12"]


def test_another_seed_is_another_draw():
    draws = {draw(field(12), NO_HISTORY, Options(), seed_of(number)).tables for number in range(20)}
    assert len(draws) == 20


def test_lots_treat_everybody_alike():
    """At two tables of four, p01 meets each of the others in three draws of seven, and has each seat in one of four."""
    met: Counter[str] = Counter()
    seats: Counter[int] = Counter()
    for number in range(700):
        tables = draw(field(8), NO_HISTORY, Options(), seed_of("alike", number)).tables
        mine = next(table for table in tables if "p01" in table)
        met.update(set(mine) - {"p01"})
        seats[mine.index("p01")] += 1
    assert len(met) == 7
    assert all(240 < times < 360 for times in met.values())
    assert all(130 < seats[seat] < 220 for seat in range(4))


# --- repeat meetings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize(
    ("n", "sizes", "rounds", "coincidences"),
    [
        (8, (4, 4), 3, 12),
        (9, (5, 4), 3, 18),
        (10, (5, 5), 3, 24),
        (12, (6, 6), 3, 36),
        (12, (4, 4, 4), 3, 9),
        (13, (5, 4, 4), 2, 4),
        (14, (5, 5, 4), 2, 5),
        (15, (5, 5, 5), 2, 6),
        (15, (5, 5, 5), 3, 18),
        (16, (4, 4, 4, 4), 3, 0),
        (17, (5, 4, 4, 4), 2, 1),
        (18, (6, 6, 6), 3, 27),
        (20, (4,) * 5, 2, 0),
        (20, (4,) * 5, 3, 0),
        (25, (5,) * 5, 2, 0),
        (25, (5,) * 5, 3, 0),
        (30, (5,) * 6, 2, 0),
        (30, (5,) * 6, 3, 0),
        (30, (6,) * 5, 3, 15),
        (64, (4,) * 16, 4, 0),
    ],
)
def test_repeats_are_as_few_as_is_possible(n, sizes, rounds, coincidences, seed):
    drawings = rounds_of(field(n), rounds, sizes=sizes, seed=seed)
    assert sum(drawing.quality.coincidences for drawing in drawings) == coincidences
    assert all(drawing.quality.proved_optimal for drawing in drawings)
    if rounds <= 3:
        assert forced_repeats(sizes, rounds) == coincidences
    meetings = history_of([drawing.tables for drawing in drawings]).meetings
    assert sum(times * (times - 1) // 2 for times in meetings.values()) == coincidences


def test_where_the_bound_is_out_of_reach_the_best_found_is_given_with_its_bound():
    """Sixteen could go on without a repeat; whether that is still so after these three rounds nobody has proved."""
    last = rounds_of(field(16), 4)[-1].quality
    assert last.bound <= last.coincidences <= 4


def test_a_history_without_the_rounds_is_enough_against_repeats():
    first = draw(field(20), NO_HISTORY, Options(rounds=2), "ab")
    history = History(meetings=history_of([first.tables]).meetings)
    assert draw(field(20), history, Options(rounds=2), "cd").quality.coincidences == 0


def test_new_players_and_those_who_left_do_no_harm():
    first = draw(field(20), NO_HISTORY, Options(rounds=2), "ab")
    second = draw(field(24)[2:], history_of([first.tables]), Options(rounds=2), "cd")
    assert second.quality.coincidences == 0
    assert sorted(key for table in second.tables for key in table) == [player.key for player in field(24)[2:]]


def test_who_met_in_the_last_round_meets_less_than_who_met_before():
    """At two tables somebody always meets again; in the third round no more of the second than must be."""
    for drawing in rounds_of(field(8), 3)[1:]:
        assert drawing.quality.consecutive == 4


# --- clubs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clubs", ["prefer", "require"])
@pytest.mark.parametrize(("n", "club_size"), [(16, 4), (18, 3), (20, 2), (30, 6), (36, 6)])
def test_club_mates_sit_apart_where_it_is_possible(n, club_size, clubs):
    for drawing in rounds_of(field(n, club_size), 2, clubs=clubs):
        assert drawing.quality.club_pairs == 0


def test_clubs_that_are_only_preferred_yield_to_repeat_meetings():
    """Four clubs of four that were the tables of round 1, and of round 2 crosswise: a third round without repeats and
    without club-mates is the same thing; but who never met may meet, club or not."""
    players = field(16, 4)
    crosswise = [[f"p{4 * club + row + 1:02}" for club in range(4)] for row in range(4)]
    squares = [[f"p{4 * club + (row + club) % 4 + 1:02}" for club in range(4)] for row in range(4)]
    history = history_of([crosswise, squares])
    preferred = draw(players, history, Options(clubs="prefer", rounds=3), "ab").quality
    required = draw(players, history, Options(clubs="require", rounds=3), "ab").quality
    assert preferred.coincidences == 0
    assert preferred.club_pairs > 0
    assert required.club_pairs == 0
    assert required.coincidences > 0


def test_clubs_larger_than_the_number_of_tables_are_spread_evenly():
    """Nine of a club at six tables: three tables have two of them."""
    for drawing in rounds_of(field(30, 9), 2, clubs="prefer"):
        # clubs of 9, 9, 9 and 3
        assert drawing.quality.club_pairs == 9


def test_clubs_that_cannot_be_apart_are_refused():
    with pytest.raises(Refused) as refusal:
        draw(field(16, 5), NO_HISTORY, Options(clubs="require", rounds=2), "ab")
    assert refusal.value.code == "clubs_cannot_be_apart"
    assert refusal.value.values == {"club": "c0", "members": 5, "tables": 4}


def test_clubs_that_do_not_fit_the_sizes_are_refused():
    """Five clubs of two: at a table of six somebody would have a club-mate; two fives are possible."""
    players = field(10, 2)
    with pytest.raises(Refused) as refusal:
        draw(players, NO_HISTORY, Options(sizes=(6, 4), clubs="require"), "ab")
    assert refusal.value.code == "clubs_do_not_fit_sizes"
    assert refusal.value.values == {"tables": 1, "seats": 6, "fitting": 5}
    assert draw(players, NO_HISTORY, Options(sizes=(5, 5), clubs="require"), "ab").quality.club_pairs == 0


@settings(max_examples=60, deadline=None)
@given(st.data(), numbers, seeds)
def test_require_is_kept_or_refused(data, n, seed):
    sizes = data.draw(st.sampled_from([split.sizes for split in splits(n)]))
    names = data.draw(st.lists(st.sampled_from("abcdefgh"), min_size=n, max_size=n))
    players = [Player(player.key, club) for player, club in zip(field(n), names, strict=True)]
    try:
        club_pairs = draw(players, NO_HISTORY, Options(sizes=sizes, clubs="require"), seed).quality.club_pairs
    except Refused as refused:
        club_pairs, reason = None, refused.code
    assert club_pairs == 0 or reason in {"clubs_cannot_be_apart", "clubs_do_not_fit_sizes"}


# --- seats and shares -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [8, 10, 12, 13, 15, 18, 24, 30])
def test_over_four_rounds_everybody_deals_first_his_fair_share(n):
    """Never more than one time more often than anybody else, after every round."""
    drawings = rounds_of(field(n), 4)
    for number in range(1, 5):
        counts = seat_a_counts(drawings[:number])
        assert max(counts) - min(counts) <= 1
    assert drawings[-1].quality.seat_a_spread <= 1


def test_the_opening_bench_goes_round():
    """Fifteen at tables of five: in four rounds twelve of them sit out the first deal, nobody twice."""
    drawings = rounds_of(field(15), 4)
    opening_bench = Counter(table[4] for drawing in drawings for table in drawing.tables)
    assert max(opening_bench.values()) == 1


def test_large_tables_are_shared_out():
    """One table of five: nobody is there twice in three rounds, and nobody meets anybody again."""
    drawings = rounds_of(field(29), 3, sizes=(5, 4, 4, 4, 4, 4, 4))
    assert [drawing.quality.coincidences for drawing in drawings] == [0, 0, 0]
    at_five = Counter(key for drawing in drawings for key in drawing.tables[0])
    assert len(drawings[0].tables[0]) == 5
    assert max(at_five.values()) == 1


# --- size and refusals ------------------------------------------------------------------------------------------------


def test_thousands_are_drawn_without_a_repeat():
    drawings = rounds_of(field(3001, 5), 2, clubs="prefer")
    assert [drawing.quality.coincidences for drawing in drawings] == [0, 0]
    assert [drawing.quality.club_pairs for drawing in drawings] == [0, 0]
    assert drawings[1].quality.seat_a_spread == 1


def test_the_quality_of_a_drawing_is_the_quality_of_its_tables():
    players = field(15, 4)
    first = draw(players, NO_HISTORY, Options(clubs="prefer", rounds=2), "ab")
    history = history_of([first.tables])
    second = draw(players, history, Options(clubs="prefer", rounds=2), "cd")
    assert second.quality == quality_of(second.tables, players, history, Options(clubs="prefer"))


@pytest.mark.parametrize(
    ("players", "options", "seed", "code", "values"),
    [
        ([], Options(), "ab", "too_few_players", {"n": 0}),
        (field(3), Options(), "ab", "too_few_players", {"n": 3}),
        (field(7), Options(), "ab", "seven_players", {}),
        (field(7), Options(sizes=(4, 3)), "ab", "seven_players", {}),
        (field(8), Options(sizes=(5, 4)), "ab", "sizes_do_not_fit", {"players": 8, "seats": 9}),
        (field(8), Options(sizes=(8,)), "ab", "bad_table_size", {"size": 8}),
        ([*field(8), Player("p03", "HAR")], Options(), "ab", "player_twice", {"key": "p03"}),
        (field(8), Options(), "seven", "bad_seed", {}),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_reason(players, options, seed, code, values):
    with pytest.raises(Refused) as refusal:
        draw(players, NO_HISTORY, options, seed)
    assert (refusal.value.code, refusal.value.values) == (code, values)


# --- the proof behind the bound ---------------------------------------------------------------------------------------


def test_no_second_round_of_eight_has_fewer_than_four_repeats():
    """Tried out: every way to seat eight players again."""
    first = history_of([["ABCD", "EFGH"]])
    players = [Player(key) for key in "ABCDEFGH"]
    possible = {
        quality_of([four, [key for key in "ABCDEFGH" if key not in four]], players, first, Options()).coincidences
        for four in combinations("ABCDEFGH", 4)
    }
    assert min(possible) == 4
    assert rounds_of(players, 2)[1].quality.coincidences == 4


# --- other games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "allowed", "clubs"),
    [(12, (3,), "prefer"), (16, (4, 6, 8), "require"), (14, (4, 6), "off"), (24, (4, 6, 8), "prefer")],
)
def test_other_table_sizes_are_drawn_as_well(n, allowed, clubs):
    """Smear is played by three, by four or six, by up to eight; nobody sits out there."""
    options = Options(clubs=clubs, rounds=2, allowed=allowed)
    drawing = draw(field(n, 3), NO_HISTORY, options, seed_of("smear", n))
    assert sorted(key for table in drawing.tables for key in table) == [one.key for one in field(n)]
    assert {len(table) for table in drawing.tables} <= set(allowed)
    eights = draw(field(16), NO_HISTORY, Options(sizes=(8, 8), allowed=(4, 6, 8)), seed_of("eights"))
    assert [len(table) for table in eights.tables] == [8, 8]


def test_a_final_of_another_game_sits_at_its_tables():
    assert [len(table) for table in seats_of_final([f"p{n}" for n in range(1, 9)], (4, 6))] == [4, 4]
    assert [len(table) for table in seats_of_final(["p1", "p2", "p3"], (3,))] == [3]

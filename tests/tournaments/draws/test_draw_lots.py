"""Nobody's seat is knowable before the lots: who sits where over a fixed list of seeds, counted.

Every count is held against what fair lots give, as the sum of squared differences over what was expected. It has as
many degrees of freedom as there are free cells; five deviations above that are never reached by fair lots on these
seeds, and by far by the draws of which we know that they were not (`test_the_count_sees_…`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from math import comb, prod, sqrt

import pytest

from tournaments.ceremony.lots import ByLots, draw_by_lots
from tournaments.draws import Options, Player, draw_event
from tournaments.draws.by_plan import settled_before
from tournaments.draws.model import Table, history_of
from tournaments.draws.seat_lots import by_lot
from tournaments.draws.seeding import Stream

SEEDS = [f"{seed:04x}" for seed in range(10_000, 12_000)]
Tables = Sequence[Table]
Rounds = Sequence[Sequence[Sequence[str]]]


def field(*clubs: int, alone: int = 0) -> list[Player]:
    """Clubs of so many members, then people of none."""
    members = [f"c{club}" for club, size in enumerate(clubs) for _ in range(size)]
    return [Player(f"p{number:02}", club) for number, club in enumerate([*members, *[None] * alone])]


def by_command(players: Sequence[Player], rounds: int, clubs: str, seeds: Sequence[str] = SEEDS) -> list[Rounds]:
    return [draw_event(players, rounds, Options(rounds=rounds, clubs=clubs), seed).rounds for seed in seeds]


def by_ceremony(players: Sequence[Player], rounds: int, clubs: str, seeds: Sequence[str] = SEEDS) -> list[Rounds]:
    """Every round with lots of its own."""
    drawn: list[Rounds] = []
    for seed in seeds:
        found, plan = [], None
        for number in range(rounds):
            one = draw_by_lots(players, found, Options(rounds=rounds, clubs=clubs), f"{seed}{number:02x}", plan)
            found, plan = [*found, one.tables], one.next
        drawn.append(found)
    return drawn


def is_fair(seen: Iterable[object], cells: int, free: int) -> bool:
    """Whether so many cells, all alike, were seen about as often."""
    times = Counter(seen)
    expected = times.total() / cells
    off = sum((count - expected) ** 2 for count in times.values()) / expected + (cells - len(times)) * expected
    return off < free + 5 * sqrt(2 * free)


def seatings(clubs: Sequence[int], free: tuple[int, ...]) -> tuple[int, list[int]]:
    """The ways to seat these clubs at so many free chairs with nobody beside a club-mate, and how often at five chairs.

    Club by club, those without a club last; the order of people of one club, and of them, is not counted.
    """

    @cache
    def ways(number: int, chairs: tuple[int, ...]) -> tuple[int, list[int]]:
        if number == len(clubs):
            return 1, [sum(many for many, size in zip(chairs, free, strict=True) if size == 5)]
        total, large = 0, [0] * (len(clubs) - number + 1)
        for at in combinations(range(len(chairs)), clubs[number]):
            times = prod(chairs[place] for place in at)
            if times:
                left = tuple(many - (place in at) for place, many in enumerate(chairs))
                further, of_others = ways(number + 1, left)
                total += times * further
                mine = further * sum(free[place] == 5 for place in at)
                large = [sum_ + times * more for sum_, more in zip(large, [mine, *of_others], strict=True)]
        return total, large

    return ways(0, free)


EVENTS = [
    pytest.param(by_command, field(4, 3, 3, 3, 3), 1, "prefer", id="clubs by command"),
    pytest.param(by_ceremony, field(4, 4, 4, 4), 1, "require", id="clubs by ceremony"),
    pytest.param(by_command, field(alone=16), 2, "off", id="no clubs by command"),
    pytest.param(by_ceremony, field(5, 4, 3, alone=4), 2, "prefer", id="two rounds by ceremony"),
]


@pytest.mark.parametrize(("draws", "players", "rounds", "clubs"), EVENTS)
def test_every_seat_every_table_and_every_pair_is_as_likely_as_it_can_be(draws, players, rounds, clubs):
    drawn = draws(players, rounds, clubs)
    everybody, tables = len(players), len(drawn[0][0])
    club = {player.key: player.club for player in players}
    for number in range(rounds):
        seats = [(key, seat) for event in drawn for table in event[number] for seat, key in enumerate(table)]
        places = [(key, at) for event in drawn for at, table in enumerate(event[number]) for key in table]
        assert is_fair(seats, 4 * everybody, 3 * (everybody - 1))
        assert is_fair(places, tables * everybody, (tables - 1) * (everybody - 1))
        for name, members in Counter(club.values()).items():
            assert is_fair((seat for key, seat in seats if club[key] == name), 4, 3), name
            mates = [frozenset(two) for event in drawn for table in event[number] for two in combinations(table, 2)]
            strangers = [two for two in mates if len({club[key] for key in two}) == 1] if clubs == "off" else []
            assert not strangers or is_fair(strangers, comb(members, 2), comb(members, 2) - 1)


@pytest.mark.parametrize("draws", [by_command, by_ceremony])
@pytest.mark.parametrize(("players", "size"), [(field(4, 4, 4, 4), 4), (field(4, 4, 4, 4, 4), 5)], ids=["16", "20"])
def test_a_club_that_is_apart_has_as_many_seats_a_as_fair_lots_give_it(draws, players, size):
    """One member at each of four tables; each of them is A with the same chance, whatever the others are."""
    club = {player.key: player.club for player in players}
    drawn = draws(players, 1, "require")
    assert {len(table) for table in drawn[0][0]} == {size}
    for name in sorted(set(club.values())):
        had = Counter(sum(club[table[0]] == name for table in event[0]) for event in drawn)
        expected = [len(SEEDS) * comb(4, seats) * (size - 1) ** (4 - seats) / size**4 for seats in range(5)]
        off = sum((had[seats] - times) ** 2 / times for seats, times in enumerate(expected))
        assert off < 4 + 5 * sqrt(2 * 4), had


@pytest.mark.parametrize(("clubs", "alone"), [((6, 5, 4, 3), 8), ((6, 6, 6, 6), 2), ((5, 5, 4, 3), 9)])
def test_who_is_alone_sits_at_large_tables_no_more_often_than_keeping_clubs_apart_makes_him(clubs, alone):
    """Between an even share and that of a fair lot among all seatings in which no club-mates meet, which is counted."""
    players, sizes = field(*clubs, alone=alone), (5, 5, 4, 4, 4, 4)
    club = {player.key: player.club for player in players}
    options = Options(rounds=1, clubs="require", sizes=sizes)
    had = Counter(
        club[key]
        for seed in SEEDS[:400]
        for table in draw_event(players, 1, options, seed).rounds[0]
        for key in table
        if len(table) == 5
    )
    all_ways, large_of = seatings(clubs, sizes)
    for name, members, large in zip([*dict.fromkeys(club.values())], [*clubs, alone], large_of, strict=True):
        fair, share, even = large / all_ways / members, had[name] / 400 / members, 10 / 26
        assert min(fair, even) - 0.04 < share < max(fair, even) + 0.04, name


def test_where_club_mates_have_to_meet_large_tables_go_by_lot_as_well():
    """Five of a club at three tables, so there is no plan to follow: held against shuffles of which those are kept that
    bring no more club-mates together than must meet.
    """
    players, lots, kept = field(5, 4, 3, alone=5), Stream("07"), []
    club = {player.key: player.club for player in players}
    while len(kept) < 400:
        order = lots.shuffled(club)
        tables = [order[:6], order[6:12], order[12:]]
        mates = sum(comb(times, 2) for table in tables for name, times in Counter(map(club.get, table)).items() if name)
        kept += [tables] * (mates == 3)
    drawn = [draw_by_lots(players, [], Options(rounds=1, clubs="prefer"), seed) for seed in SEEDS[:400]]
    assert {one.next for one in drawn} == {None}
    fair, had = (
        Counter(club[key] for tables in rounds for table in tables if len(table) == 6 for key in table)
        for rounds in (kept, [one.tables for one in drawn])
    )
    for name, members in Counter(club.values()).items():
        assert abs(had[name] - fair[name]) < 0.03 * 400 * members, name


WITHOUT_CLUB = (4, 3, 2), 7
"""Clubs at four tables of four, and seven of none. Club after club, one way to seat them weighs as many seatings as
there are chairs for each: in three of five the seven sit two, two, two and one to a table, in two of five three, two,
one and one.
"""


def alone_together(drawn: Sequence[Rounds], players: Sequence[Player], number: int) -> dict[tuple[int, ...], int]:
    club = {player.key: player.club for player in players}
    return Counter(tuple(sorted(sum(club[key] is None for key in table) for table in event[number])) for event in drawn)


@pytest.mark.parametrize(("draws", "rounds"), [(by_command, 1), (by_ceremony, 2)])
def test_players_without_a_club_meet_each_other_as_often_as_by_fair_lots(draws, rounds):
    clubs, alone = WITHOUT_CLUB
    players = field(*clubs, alone=alone)
    drawn = draws(players, rounds, "prefer", SEEDS[:600])
    for number in range(rounds):
        had = alone_together(drawn, players, number)
        assert had[1, 2, 2, 2] + had[1, 1, 2, 3] == len(drawn)
        assert abs(had[1, 2, 2, 2] / len(drawn) - 3 / 5) < 0.05


def test_small_clubs_meet_each_other_as_often_as_by_fair_lots():
    """The two clubs of three of 28 players: nine pairs, and of shuffled tables without club-mates 0.83 have one. In the
    columns of the plan they met 0.41 times.
    """
    players = field(7, 6, 5, 4, 3, 3)
    club = {player.key: player.club for player in players}
    drawn = by_command(players, 3, "prefer", SEEDS[:200])
    for number in range(3):
        at_tables = [{club[key] for key in table} for event in drawn for table in event[number]]
        assert {len(clubs) for clubs in at_tables} == {4}
        meetings = sum({"c4", "c5"} <= clubs for clubs in at_tables)
        assert 0.65 < meetings / len(drawn) < 1.05


def test_lots_that_run_out_of_steps_go_back_to_the_last_good_numbering():
    """Six clubs of six have few good ones; in the middle of a way to the next some club-mates would meet."""
    players, options = field(6, 6, 6, 6, 6, 6), Options(rounds=2, clubs="prefer", sizes=(6,) * 6)
    club = {player.key: player.club for player in players}
    for seed in SEEDS[:30]:
        drawn = draw_by_lots(players, [], options, seed)
        assert drawn.next is not None
        assert all(len({club[key] for key in table}) == 6 for table in drawn.tables)


def test_large_tables_are_as_likely_in_each_round_for_who_has_no_club():
    players = field(3, 2, 2, alone=6)
    alone = {player.key for player in players if player.club is None}
    drawn = by_command(players, 2, "prefer", SEEDS[:1000])
    one, other = (sum(len(alone & {*event[number][0]}) for event in drawn) / len(drawn) / 6 for number in range(2))
    assert 0.39 < min(one, other) <= max(one, other) < 0.44


def test_the_count_sees_numbers_that_stay_in_their_columns():
    """As engines before scwu-draw/13 gave them: the seven without a club never sit three to a table."""
    clubs, alone = WITHOUT_CLUB
    players, options = field(*clubs, alone=alone), Options(rounds=1, clubs="prefer", in_columns=True)
    drawn = [draw_event(players, 1, options, seed).rounds for seed in SEEDS[:200]]
    assert alone_together(drawn, players, 0) == {(1, 2, 2, 2): 200}


@pytest.mark.parametrize("clubs", [(), (7, 6, 5, 4, 3, 3)], ids=["no clubs", "clubs"])
def test_from_the_first_transcript_nobody_can_tell_a_seat_of_a_later_round(clubs):
    """The best guess that a reader of the first round has: the seats that its plan has for the second and the third."""
    players = field(*clubs, alone=28 - sum(clubs))
    options = Options(rounds=3, clubs="prefer" if clubs else "off")
    first = draw_by_lots(players, [], options, "ab")
    assert first.next is not None
    key_of = dict(zip((n for t in first.next[0] for n in t), (k for t in first.tables for k in t), strict=True))
    guesses = [{key_of[number]: seat for table in first.next[at] for seat, number in enumerate(table)} for at in (1, 2)]
    seconds = [draw_by_lots(players, [first.tables], options, seed, first.next) for seed in SEEDS[:200]]
    thirds = [
        third_after(first, second, players, options, seed) for seed, second in zip(SEEDS, seconds[:60], strict=False)
    ]
    for guess, drawn in zip(guesses, ([second.tables for second in seconds], thirds), strict=True):
        hits = Counter(guess[key] == seat for tables in drawn for table in tables for seat, key in enumerate(table))
        assert hits[True] < 0.4 * hits.total()
    assert len({second.tables for second in seconds[:20]}) == len(set(thirds[:20])) == 20


def third_after(first: ByLots, second: ByLots, players: Sequence[Player], options: Options, seed: str) -> Tables:
    return draw_by_lots(players, [first.tables, second.tables], options, f"{seed}03", second.next).tables


def sure_among(drawn: Sequence[Tables]) -> int:
    """How many deal first in all of these; of the others nobody does in most."""
    first = Counter(table[0] for tables in drawn for table in tables)
    sure = [key for key, times in first.items() if times == len(drawn)]
    assert all(times < 0.7 * len(drawn) for key, times in first.items() if key not in sure)
    return len(sure)


@pytest.mark.parametrize("clubs", [(), (7, 6, 5, 4, 3, 3)], ids=["no clubs", "clubs"])
def test_before_its_lots_nobody_is_known_to_deal_first_but_those_of_whom_the_page_says_so(clubs):
    """Where who sits with whom follows from the rounds before, a table may have only one left who has not had his turn.
    So may one of the second round, if clubs are apart. Of the third the first round alone says nothing.
    """
    players = field(*clubs, alone=28 - sum(clubs))
    options = Options(rounds=3, clubs="prefer" if clubs else "off")
    first = draw_by_lots(players, [], options, "ab")
    said = settled_before(players, history_of([first.tables], first.next), options)
    seconds = [draw_by_lots(players, [first.tables], options, seed, first.next) for seed in SEEDS[:80]]
    assert (said.company, said.sure) == (bool(clubs), sure_among([second.tables for second in seconds]))
    thirds = [third_after(first, second, players, options, seed) for seed, second in zip(SEEDS, seconds, strict=False)]
    assert sure_among(thirds) == 0
    said = settled_before(players, history_of([first.tables, seconds[0].tables], seconds[0].next), options)
    thirds = [third_after(first, seconds[0], players, options, seed) for seed in SEEDS[:80]]
    assert len({frozenset(map(frozenset, tables)) for tables in thirds}) == 1
    assert (said.company, said.sure) == (True, sure_among(thirds))


def test_the_count_sees_seats_that_follow_the_plan():
    """The plan's own seats, as they were before they went by lot: a club of four has all seats A or none."""
    tables = [[[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]]
    stiff = [number for _ in SEEDS for number in (table[0] for table in tables[0])]
    loose = [number for seed in SEEDS for number in (table[0] for table in by_lot(tables, 0, Stream(seed))[0])]
    assert not is_fair(stiff, 16, 15)
    assert is_fair(loose, 16, 15)

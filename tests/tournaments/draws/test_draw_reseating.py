"""After a late withdrawal or a late comer: as few people as possible change tables, proved by trying everything."""

from itertools import combinations, product

import pytest

from games.rules.refusals import Refused
from tournaments.draws import History, Options, Player, can_be_seated, draw, history_of
from tournaments.draws.reseating import join, reseat

SEED = "5e" * 32


def tables_of(*sizes):
    """p01 ... in the order of tables and seats."""
    numbers = iter(range(1, sum(sizes) + 1))
    return [tuple(f"p{next(numbers):02}" for _ in range(size)) for size in sizes]


def players_of(tables, club_of=lambda key: None):
    return [Player(key, club_of(key)) for table in tables for key in table]


def without(tables, *leaving, history=None, options=None, club_of=lambda key: None):
    return reseat(tables, leaving, players_of(tables, club_of), history or History(), options or Options())


def fewest_by_trying(tables, leaving, coming=0, allowed=(4, 5, 6)):
    """The fewest (people at another table, others in another seat), whoever goes wherever."""
    staying = [(key, place, seat) for place, one in enumerate(tables) for seat, key in enumerate(one)]
    staying = [one for one in staying if one[0] not in leaving]
    most = max(allowed)
    best = None
    for sizes in product((0, *allowed), repeat=len(tables) + 1):
        if sum(sizes) != len(staying) + coming:
            continue
        moved = seats = 0
        for place, size in enumerate(sizes):
            here = [seat for _, home, seat in staying if home == place]
            away = max(0, len(here) - size)
            moved += away
            seats += (
                min(sum(seat >= size for seat in here if seat not in gone) for gone in combinations(here, away))
                if len(here) <= most
                else 0
            )
        best = min(best or (moved, seats), (moved, seats))
    return best


@pytest.mark.parametrize(
    "sizes",
    [(4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (4, 4, 4), (5, 4, 4), (5, 5, 5), (6, 6, 4), (4, 4, 4, 4), (5,) * 4],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_nobody_moves_needlessly_whoever_leaves(sizes, number):
    tables = tables_of(*sizes)
    keys = [key for table in tables for key in table]
    for leaving in list(combinations(keys, number))[:: 1 if number == 1 else 7]:
        left = len(keys) - number
        if not can_be_seated(left):
            with pytest.raises(Refused):
                without(tables, *leaving)
            continue
        found = without(tables, *leaving)
        assert sorted(key for table in found.tables for key in table) == sorted(set(keys) - set(leaving))
        assert {len(table) for table in found.tables} <= {0, 4, 5, 6}
        assert (len(found.moved), len(found.changed_seats)) == fewest_by_trying(tables, leaving)
        assert found.proved_fewest


def test_a_table_that_stays_large_enough_loses_a_chair_and_nothing_else():
    tables = tables_of(5, 5, 5)
    found = without(tables, "p08")
    assert found.tables == (tables[0], ("p06", "p07", "p10", "p09"), tables[2])
    assert (found.moved, found.changed_seats) == ((), ("p10",))


def test_one_of_the_larger_table_fills_the_gap():
    found = without(tables_of(5, 4), "p07")
    assert found.tables == (("p01", "p02", "p03", "p04"), ("p06", "p05", "p08", "p09"))
    assert (found.moved, found.changed_seats) == (("p05",), ())


def test_a_table_is_given_up_where_nothing_else_is_left_and_keeps_its_number_free():
    found = without(tables_of(4, 4, 4, 4), "p06")
    assert found.tables[1] == ()
    assert sorted(found.moved) == ["p05", "p07", "p08"]
    assert found.changed_seats == ()
    assert list(map(len, found.tables)) == [5, 0, 5, 5]


def test_eight_cannot_become_seven():
    with pytest.raises(Refused) as refusal:
        without(tables_of(4, 4), "p01")
    assert refusal.value.code == "seven_players"


def test_who_is_not_there_cannot_leave():
    with pytest.raises(ValueError, match="p99"):
        without(tables_of(4, 4), "p99")


def test_the_one_who_moves_is_he_who_has_met_the_fewest_there():
    """Whoever of three full tables comes over sits behind in the same seat; the draw's rules choose among them."""
    tables = tables_of(5, 5, 5, 4)
    met = [[("p05", "p17", "x1", "x2"), ("p10", "p18", "x3", "x4"), ("p15", "x5", "x6", "x7")]]
    found = without(tables, "p16", history=history_of(met))
    assert found.moved == ("p15",)
    assert found.tables[3] == ("p15", "p17", "p18", "p19") or found.tables[3][0] == "p15"
    assert found.quality.coincidences == 0


def test_clubs_that_must_be_apart_stay_apart():
    club = {"p05": "K", "p06": "K", "p14": "L"}
    tables = tables_of(5, 4, 5)
    found = without(tables, "p09", options=Options(clubs="require"), club_of=club.get)
    assert found.moved == ("p14",)
    assert found.quality.club_pairs == 0


def test_where_everybody_who_might_move_has_a_club_mate_there_another_does():
    club = {"p05": "K", "p06": "K"}
    found = without(tables_of(5, 4), "p09", options=Options(clubs="require"), club_of=club.get)
    assert (len(found.moved), len(found.changed_seats), found.proved_fewest) == (1, 1, True)
    assert found.quality.club_pairs == 0


def test_clubs_that_no_longer_fit_are_refused():
    """Three club-mates at three tables; eleven players have two."""
    club = {"p01": "K", "p05": "K", "p09": "K"}
    with pytest.raises(Refused) as refusal:
        without(tables_of(4, 4, 4), "p12", options=Options(clubs="require"), club_of=club.get)
    assert refusal.value.code == "clubs_cannot_be_apart"


def test_no_order_of_players_matters():
    tables = draw(players_of(tables_of(4, 4, 4, 4)), History(), Options(rounds=3), SEED).tables
    players = players_of(tables)
    found = reseat(tables, [tables[2][1]], players, history_of([tables_of(4, 4, 4, 4)]), Options(rounds=3))
    again = reseat(tables, [tables[2][1]], players[::-1], history_of([tables_of(4, 4, 4, 4)]), Options(rounds=3))
    assert found == again


@pytest.mark.parametrize(
    ("sizes", "place", "moved"),
    [((5, 4, 4), 1, 0), ((5, 5), 0, 0), ((6, 5), 1, 0), ((6, 6), None, 3), ((4,), 0, 0), ((6, 6, 6), None, 3)],
)
def test_a_late_comer_sits_down_at_the_smallest_table(sizes, place, moved):
    tables = tables_of(*sizes)
    found = join(tables, Player("late"), players_of(tables), History(), Options())
    assert len(found.moved) == moved
    assert (moved, 0) == fewest_by_trying(tables, [], coming=1)
    if place is not None:
        assert found.tables[place] == (*tables[place], "late")


def test_a_late_comer_does_not_sit_down_with_a_club_mate_who_must_be_apart():
    tables = tables_of(4, 4, 5)
    club = {"p01": "K", "p05": "K"}
    players = players_of(tables, club.get)
    found = join(tables, Player("late", "K"), players, History(), Options(clubs="require"))
    assert found.tables[2][-1] == "late"


def test_six_and_a_late_comer_are_seven():
    tables = tables_of(6)
    with pytest.raises(Refused) as refusal:
        join(tables, Player("late"), players_of(tables), History(), Options())
    assert refusal.value.code == "seven_players"


def test_a_thousand_are_reseated_while_you_wait():
    tables = tables_of(*(4,) * 250)
    found = without(tables, "p17")
    assert len(found.moved) == 3
    many = without(tables, *(f"p{number:02}" for number in range(1, 61, 4)))
    assert many.proved_fewest


def all_ways(tables, gone, moves):
    """Everybody who stays with the number of his table, for every choice of so many movers and where they go."""
    home = {key: place for place, table in enumerate(tables) for key in table if key not in gone}
    for movers in combinations(sorted(home), moves):
        for places in product(range(len(tables)), repeat=moves):
            yield {**home, **dict(zip(movers, places, strict=True))}


@pytest.mark.parametrize("sizes", [(5, 4, 4), (5, 5, 4), (6, 5, 5), (4, 4, 4), (5, 5, 5, 4), (6, 6, 6, 4)])
@pytest.mark.parametrize("evening", range(3))
def test_no_way_with_as_few_moves_has_fewer_repeats(sizes, evening):
    """All ways of moving so many people, each counted anew."""
    tables = tables_of(*sizes)
    everybody = players_of(tables)
    before = history_of([draw(everybody, History(), Options(), f"{evening:02x}{n}0").tables for n in range(3)])
    gone = tables[-1][evening]
    found = without(tables, gone, history=before)
    seat = {key: number for table in tables for number, key in enumerate(table)}
    home = {key: place for place, table in enumerate(tables) for key in table}
    wanted = list(map(len, found.tables))
    fewest = None
    for way in all_ways(tables, {gone}, len(found.moved)):
        seated = [[key for key in way if way[key] == place] for place in range(len(tables))]
        if sorted(map(len, seated)) != sorted(wanted):
            continue
        changed = sum(
            seat[key] >= len(table) for place, table in enumerate(seated) for key in table if home[key] == place
        )
        again = sum(before.meetings.get(tuple(sorted(two)), 0) for table in seated for two in combinations(table, 2))
        fewest = min(fewest or (changed, again), (changed, again))
    assert (len(found.changed_seats), found.quality.coincidences) == fewest

"""Pairs who may never share a table: kept in every kind of draw, whatever it costs, or refused with the reason."""

from itertools import combinations

import pytest

from games.rules.refusals import Refused
from tournaments.draws import (
    History,
    Options,
    Player,
    draw,
    draw_event,
    draw_ladder,
    history_of,
    join,
    ladder,
    quality_of,
    reseat,
    seats_of_final,
)
from tournaments.draws.checker import recount

SEED = "5e" * 32


def field(n, club_size=0):
    return [Player(f"p{i + 1:02}", f"c{i // club_size}" if club_size else None) for i in range(n)]


def keys(*numbers):
    return tuple(f"p{number:02}" for number in numbers)


def broken(rounds, apart):
    return [two for tables in rounds for table in tables for two in apart if set(two) <= set(table)]


FEUDS = {
    "one pair": (keys(1, 2),),
    "a star": tuple(keys(1, other) for other in range(2, 9)),
    "as many as tables": tuple(combinations(keys(1, 2, 3, 4), 2)),
    "a ring": tuple(keys(one, one % 12 + 1) for one in range(1, 13)),
}


@pytest.mark.parametrize("apart", FEUDS.values(), ids=FEUDS)
@pytest.mark.parametrize(("n", "rounds"), [(16, 5), (18, 3), (23, 4)])
def test_all_rounds_at_once_keep_them_apart(n, rounds, apart):
    drawing = draw_event(field(n), rounds, Options(sizes=None, apart=apart, rounds=rounds), SEED)
    assert broken(drawing.rounds, apart) == []
    assert (drawing.quality["forbidden_pairs"].value, drawing.quality.rules[0].name) == (0, "forbidden_pairs")
    assert recount(drawing.rounds).spread("A") <= 1


@pytest.mark.parametrize("apart", FEUDS.values(), ids=FEUDS)
@pytest.mark.parametrize("clubs", ["off", "require"])
def test_every_following_round_keeps_them_apart(apart, clubs):
    drawn = []
    for number in range(4):
        options = Options(rounds=4, apart=apart, clubs=clubs)
        drawn.append(draw(field(20, 5), history_of(drawn), options, f"{number:02x}").tables)
    assert broken(drawn, apart) == []


def test_where_it_costs_nothing_it_costs_nothing():
    apart = keys(1, 2), keys(3, 4)
    drawing = draw_event(field(28), 7, Options(apart=apart), SEED)
    assert (broken(drawing.rounds, apart), drawing.quality["coincidences"].value) == ([], 0)


def test_without_pairs_nothing_changes_and_strangers_do_no_harm():
    plain = draw(field(16), History(), Options(rounds=3), SEED)
    assert draw(field(16), History(), Options(rounds=3, apart=(keys(1, 99), keys(5, 5))), SEED).tables == plain.tables


def test_no_order_of_pairs_matters():
    apart = FEUDS["a ring"]
    turned = tuple((other, one) for one, other in reversed(apart))
    drawn = [draw_event(field(16), 3, Options(apart=pairs), SEED).rounds for pairs in (apart, turned)]
    assert drawn[0] == drawn[1]


def test_in_a_ladder_the_worse_of_two_goes_to_the_next_table():
    assert ladder(keys(*range(1, 13)), (4, 4, 4), apart=(keys(2, 4),)) == (
        keys(1, 2, 3, 5),
        keys(4, 6, 7, 8),
        keys(9, 10, 11, 12),
    )
    drawing = draw_ladder(field(12), History(), Options(sizes=(4, 4, 4), apart=(keys(2, 4), keys(3, 5))), SEED)
    seated = [tuple(sorted(table)) for table in drawing.tables]
    assert seated == [keys(1, 2, 3, 6), keys(4, 5, 7, 8), keys(9, 10, 11, 12)]


def test_a_ladder_whose_last_table_is_a_feud_reaches_upwards():
    tables = ladder(keys(*range(1, 9)), (4, 4), apart=(keys(7, 8),))
    assert broken([tables], (keys(7, 8),)) == []
    assert tables == (keys(1, 2, 3, 8), keys(4, 5, 6, 7))


def test_two_in_one_final_are_refused():
    with pytest.raises(Refused) as refusal:
        seats_of_final(keys(1, 2, 3, 4, 5), apart=(keys(2, 5),))
    assert (refusal.value.code, refusal.value.values["keys"]) == ("apart_needs_tables", "p02, p05")


def test_two_tables_of_a_final_keep_them_apart_and_the_best_in_the_last_seat():
    tables = seats_of_final(keys(*range(1, 11)), apart=(keys(1, 4),))
    assert broken([tables], (keys(1, 4),)) == []
    assert all(list(table) == sorted(table, reverse=True) for table in tables)


@pytest.mark.parametrize(
    ("n", "sizes", "apart", "code"),
    [
        (16, (4,) * 4, tuple(combinations(keys(1, 2, 3, 4, 5), 2)), "apart_needs_tables"),
        (6, (6,), (keys(1, 2),), "apart_needs_tables"),
        (16, (4,) * 4, tuple(keys(1, other) for other in range(3, 17)), "apart_from_too_many"),
        (8, (4, 4), (keys(1, 2), keys(2, 3), keys(3, 4), keys(4, 5), keys(5, 1)), "apart_not_kept"),
    ],
)
@pytest.mark.parametrize("drawer", ["draw", "draw_event", "draw_ladder"])
def test_what_cannot_be_kept_is_refused_in_every_kind_of_draw(n, sizes, apart, code, drawer):
    options = Options(sizes=sizes, apart=apart)
    drawers = {
        "draw": lambda: draw(field(n), History(), options, SEED),
        "draw_event": lambda: draw_event(field(n), 3, options, SEED),
        "draw_ladder": lambda: draw_ladder(field(n), History(), options, SEED),
    }
    with pytest.raises(Refused) as refusal:
        drawers[drawer]()
    assert refusal.value.code == code


def test_clubs_and_pairs_that_exclude_each_other_are_refused():
    """Two at each table from two clubs; one may sit with nobody of the other club but one, and he not with him."""
    players = [Player(key, "AB"[number // 2]) for number, key in enumerate(keys(1, 2, 3, 4))]
    players += [Player(key) for key in keys(5, 6, 7, 8)]
    options = Options(sizes=(4, 4), clubs="require", apart=(keys(1, 3), keys(1, 4)))
    with pytest.raises(Refused) as refusal:
        draw(players, History(), options, SEED)
    assert refusal.value.code == "apart_not_kept"


def test_a_swap_by_hand_that_brings_them_together_is_a_fault_of_both():
    quality = quality_of([keys(1, 2, 3, 4), keys(5, 6, 7, 8)], field(8), History(), Options(apart=(keys(2, 1),)))
    assert quality.forbidden_pairs == 1
    assert {key: [one.code for one in faults] for key, faults in quality.per_player.items()} == {
        "p01": ["forbidden_pair"],
        "p02": ["forbidden_pair"],
    }


def test_late_changes_keep_them_apart():
    tables = (keys(1, 2, 3, 4, 5), keys(6, 7, 8, 9))
    apart = (keys(5, 6), keys(4, 6))
    found = reseat(tables, ["p09"], field(9), History(), Options(apart=apart))
    assert (broken([found.tables], apart), len(found.moved), found.proved_fewest) == ([], 1, True)
    late = join(tables, Player("late"), field(9), History(), Options(apart=(("late", "p06"),)))
    assert late.tables[0][-1] == "late"


def test_a_large_hall_with_many_feuds_is_drawn():
    apart = tuple(keys(one, one + 1) for one in range(1, 200, 2))
    drawing = draw(field(400), History(), Options(apart=apart, rounds=1), SEED)
    assert broken([drawing.tables], apart) == []

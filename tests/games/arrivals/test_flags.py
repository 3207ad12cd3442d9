"""What still needs somebody, and what a referee may say of it."""

import pytest

from games.arrivals.flags import open_flags, settling
from games.rules.entries import Amend, Deal, Settle, Strike, VoidDeal
from tests.games.arrivals.table import Table, id_of
from tests.refusals import refused_code


@pytest.fixture
def table() -> Table:
    return Table("KAMIL ABCD")


def arrival(table: Table, name: str):
    return next(one for one in table.known.arrivals if one.id == id_of(name))


def verdicts(table: Table, name: str) -> tuple[str, ...]:
    return next(flag.verdicts for flag in open_flags(table.known) if flag.arrival.id == id_of(name))


def test_a_contradiction_may_be_left_taken_or_put_in_place(table):
    table.told("a1 1 A", "b1 1 B base=0")
    assert verdicts(table, "b1") == ("leave", "take", "instead")


def test_what_stands_alone_has_nothing_to_take_the_place_of(table):
    table.told("b1 2 B")
    assert verdicts(table, "b1") == ("leave", "take")


def test_what_cannot_be_read_can_only_be_left(table):
    table.bring_sent(table.sent("a1 1 A"), is_revoked=True)
    table.bring("a3 undo c9")
    assert verdicts(table, "a3") == ("leave",)


def test_one_put_in_place_amends_only_what_differs(table):
    table.told("a1 1 A", "b1 1 B base=0")
    lines = settling(arrival(table, "b1"), "instead", table.known, "both were asked")
    assert [line.entry for line in lines] == [
        Settle(str(id_of("b1")), "instead", "both were asked"),
        Amend(1, {"loser": "B"}),
    ]


def test_a_deal_of_another_kind_takes_the_place_at_the_end(table):
    table.told("a1 1 A", "b1 1 void base=0")
    lines = settling(arrival(table, "b1"), "instead", table.known)
    assert [line.entry for line in lines][1:] == [Strike(1), VoidDeal()]
    assert lines[2].id == id_of("b1")


def test_a_taken_undo_strikes_its_line(table):
    table.told("a1 1 A", "b1 undo a1")
    lines = settling(arrival(table, "b1"), "take", table.known)
    assert [line.entry for line in lines][1:] == [Strike(1)]


def test_a_taken_line_keeps_its_id(table):
    table.told("a1 1 A", "b1 1 B base=0")
    taken = settling(arrival(table, "b1"), "take", table.known)[1]
    assert (taken.id, taken.entry) == (id_of("b1"), Deal("B"))


def test_nothing_is_settled_twice(table):
    table.told("a1 1 A", "b1 1 B base=0")
    kept = arrival(table, "b1")
    table.settle("b1", "leave")
    assert refused_code(lambda: settling(kept, "take", table.known)) == "verdict_impossible"


def test_a_settling_that_is_struck_asks_again(table):
    table.told("a1 1 A", "b1 1 B base=0")
    table.settle("b1", "leave")
    table.bring_sent(table.sent("r1 undo r17"), is_referee=True)
    assert table.flags == ["b1 conflict"]


def test_a_correction_that_says_otherwise_asks_whoever_agreed_before(table):
    table.told("a1 1 A", "b1 1 A base=0 +5")
    table.told("a2 ~1 loser=C")
    assert table.flags == ["b1 conflict"]

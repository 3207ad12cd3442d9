"""What becomes of a line that a phone brings: the table of docs/outbox.md, row by row, each as the shortest story."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.arrivals.sent import read_sent
from tests.games.arrivals.table import Table, id_of


@pytest.fixture
def table() -> Table:
    return Table("KAMIL ABCD")


# --- Applied, and asked again -----------------------------------------------------------------------------------------


def test_a_deal_whose_slot_is_free_and_next_is_applied(table):
    assert table.told("a1 1 A", "a2 2 B") == ["applied", "applied"]
    assert table.losers == "AB"


def test_a_known_line_with_the_same_bytes_gets_its_stored_answer_for_ever(table):
    line = table.sent("a1 1 A")
    table.bring_sent(line)
    table.told("b1 2 B", "c1 3 C")
    before = table.known
    assert table.bring_sent(line) == "applied"
    assert table.known == before


def test_a_flagged_line_too_gets_its_stored_answer(table):
    table.told("a1 1 A")
    line = table.sent("b1 1 B base=0")
    assert [table.bring_sent(line), table.bring_sent(line)] == ["conflict told_otherwise"] * 2
    assert table.flags == ["b1 conflict"]


def test_a_known_id_with_other_bytes_is_kept_apart(table):
    table.told("a1 1 A")
    assert table.bring("a1 2 B") == "quarantined id_reused"
    assert table.losers == "A"


# --- Told twice -------------------------------------------------------------------------------------------------------


def test_the_same_deal_told_within_the_shortest_deal_counts_once(table):
    assert table.told("a1 1 A", "b1 1 A base=0 +45") == ["applied", "merged told_twice"]
    assert (table.losers, table.flags) == ("A", [])


@pytest.mark.parametrize("late", ["b1 1 A base=0 +46", "b1 1 A base=0 +5 timeless"])
def test_the_same_deal_told_later_or_nobody_knows_when_asks_the_referee(table, late):
    table.told("a1 1 A")
    assert table.bring(late) == "maybe_duplicate told_later"


def test_another_deal_in_a_slot_that_is_taken_contradicts_and_the_first_stands(table):
    table.told("a1 1 A")
    assert table.bring("b1 1 B base=0 +5") == "conflict told_otherwise"
    assert table.losers == "A"


def test_two_who_saw_different_people_deal_do_not_tell_the_same(table):
    table.told("a1 1 A @A")
    assert table.bring("b1 1 A @B base=0 +5") == "conflict told_otherwise"


def test_a_void_deal_is_told_twice_like_any_other(table):
    assert table.told("a1 1 void", "b1 1 void base=0 +5", "a2 2 A") == ["applied", "merged told_twice", "applied"]


def test_a_letter_told_by_two_phones_counts_once(table):
    assert table.told("a1 +B", "b1 +B base=0 +5") == ["applied", "merged told_twice"]
    assert table.bring("b2 +B") == "applied"  # seen, and given once more


# --- Doubts about a free slot -----------------------------------------------------------------------------------------


def test_who_knew_that_another_holds_the_pen_records_no_deal_of_his_own(table):
    table.told("a1 1 A")
    assert table.bring("b1 2 B knew") == "maybe_duplicate pen_elsewhere"


def test_a_deal_that_the_dealer_did_not_follow_to_asks_the_referee(table):
    table.told("a1 1 A holds")
    assert table.bring("a2 2 B holds @C") == "maybe_duplicate dealer_does_not_follow"


def test_another_dealer_whom_the_pen_wrote_down_was_agreed(table):
    table.told("a1 1 A holds")
    line = table.sent("a2 2 B holds @C")
    assert table.bring_sent(replace(line, entry=replace(line.entry, dealer="C"))) == "applied"


def test_what_the_screen_shows_already_told_again_by_another_phone_asks_the_referee(table):
    table.told("a1 1 A", "a2 2 B")
    assert table.bring("b1 3 B +90") == "maybe_duplicate as_the_last"


def test_who_lost_twice_in_a_row_is_told_apart_by_who_dealt(table):
    table.told("a1 1 A", "a2 2 B")  # A dealt the second, B deals the third
    assert table.bring("b1 3 B +90 @A") != "applied"
    assert table.bring("c1 3 B +90 @B") == "applied"


def test_a_deal_told_before_it_could_be_played_may_be_the_last_one_told_otherwise(table):
    table.told("a1 1 A")
    assert table.bring("b1 2 B +45") == "maybe_duplicate after_another"


def test_who_had_not_seen_the_last_one_did_not_tell_it_again(table):
    assert table.told("b1 2 B", "a1 1 A +1") == ["held earlier_deal", "applied"]
    assert table.losers == "AB"


def test_a_deal_that_was_told_late_agrees_with_none_by_its_time(table):
    """Two within the shortest deal: one of them was told late, so the same loser may be that of another deal."""
    table.told("a1 1 A", "a2 2 A +40")
    assert table.bring("b1 1 A base=0 +1") == "maybe_duplicate told_later"


def test_a_deal_told_as_soon_after_the_one_before_may_tell_that_one_otherwise(table):
    table.told("a1 1 A")
    late = table.sent("b1 2 D +25")
    table.told("a2 2 D +44")
    assert table.bring_sent(late) == "maybe_duplicate told_later"


def test_a_deal_that_was_told_better_was_not_told_late(table):
    table.told("a1 1 B", "a2 undo a1 +2", "a3 1 A +3")
    assert table.bring("b1 1 A base=0 +1") == "merged told_twice"


def test_nor_if_it_is_seen_only_afterwards_that_it_was_told_late(table):
    table.told("a1 1 A", "b1 1 A base=0 +1", "a2 2 A +40")
    assert table.flags == ["b1 conflict"]


def test_a_phone_that_told_the_last_deal_too_may_tell_the_same_loser_next(table):
    table.told("a1 1 A", "b1 1 A base=0 +5")
    assert table.bring("b2 2 A base=0") == "applied"


def test_but_not_if_it_told_both_within_the_shortest_deal(table):
    """One of the two was told late: what agreed with the last deal may be of the one before, and this one the last."""
    table.told("a1 1 A", "b1 1 A base=0 +5")
    assert table.bring("b2 2 A base=0 +40") == "maybe_duplicate as_the_last"


def test_nor_if_it_says_the_same_as_soon_after_the_other_phone_and_then_what_was_merged_is_asked_about_too(table):
    first = table.sent("b1 1 A base=0")
    table.told("a1 1 A +38")
    assert table.bring_sent(first) == "merged told_twice"
    assert table.bring("b2 2 A +37") == "maybe_duplicate as_the_last"
    assert table.flags == ["b1 conflict", "b2 maybe_duplicate"]


def test_a_phone_that_told_the_last_deal_too_may_tell_another_as_soon_after(table):
    first = table.sent("b1 1 A base=0")
    table.told("a1 1 A +38")
    table.bring_sent(first)
    assert table.bring("b2 2 B +37") == "applied"


def test_nor_does_a_later_deal_ask_that_was_told_late_together_with_the_last(table):
    """By the clock it is no longer the last one, so it is the next: both were told late."""
    table.told("a1 1 A", "b1 1 A base=0 +240")
    assert table.bring("b2 2 A base=0 +40") == "applied"


# --- The pen ----------------------------------------------------------------------------------------------------------


def test_the_first_who_writes_takes_the_pen(table):
    table.told("a1 1 A")
    assert (table.known.pen.holder, table.known.pen.epoch) == ("a", 1)


def test_a_pen_whose_phone_was_not_heard_for_ten_minutes_is_taken_by_the_next_who_writes(table):
    table.told("a1 1 B", "b1 2 C knew +600 @B", "b2 3 D base=1 pen=1")
    assert (table.losers, table.known.pen.holder, table.known.pen.epoch) == ("BCD", "b", 2)


def test_it_is_not_free_yet_if_the_line_was_tapped_before(table):
    table.told("a1 1 A")
    line = table.sent("b1 2 B knew +599")
    table.now += timedelta(hours=1)
    assert table.bring_sent(line) == "maybe_duplicate pen_elsewhere"


def test_a_phone_that_took_over_with_a_referees_code_holds_the_pen(table):
    table.told("a1 1 B")
    line = table.sent("b1 2 C holds pen=2 takeover @B")
    assert table.bring_sent(line, may_take_over=True) == "applied"
    assert (table.known.pen.holder, table.known.pen.epoch) == ("b", 2)


def test_the_first_deal_of_another_pen_may_be_the_last_one_told_anew(table):
    """Whoever goes on where another phone wrote says who deals; without that nobody can know which deal it is."""
    table.told("a1 1 B")
    assert table.bring("b1 2 C holds pen=2 +600") == "maybe_duplicate after_another"
    assert table.losers == "B"


def test_who_deals_tells_it_from_the_last_one(table):
    table.told("a1 1 B")
    assert table.bring("b1 2 C holds pen=2 +600 @B") == "applied"
    assert table.bring("b2 3 D holds pen=2") == "applied"  # and from then on it is its own last deal


def test_but_not_if_the_same_dealt_both(table):
    table.told("a1 1 A")
    assert table.bring("b1 2 C holds pen=2 +600 @A") == "maybe_duplicate after_another"


def test_who_dealt_the_last_one_is_who_was_seen_to(table):
    table.told("a1 1 B", "a2 2 C holds @B")
    assert table.bring("b1 3 D holds pen=2 +600 @C") == "applied"


def test_what_came_without_a_phone_is_told_anew_by_none(table):
    """A page without scripts has no device: its lines were there before, and the next deal of a phone follows."""
    table.told("a1 1 B")
    table.known = replace(table.known, log=(replace(table.known.log[0], device=""),))
    assert table.bring("b1 2 C holds pen=2 +600") == "applied"


def without_a_phone(table: Table, *, by: str) -> None:
    """The last line as a ruling writes it: no phone told it."""
    *before, last = table.known.log
    table.known = replace(table.known, log=(*before, replace(last, by=by, device="", counter=None, tapped=None)))


def test_who_wrote_the_last_deal_himself_by_a_ruling_goes_on_below_it_at_once(table):
    table.told("a1 1 A")
    without_a_phone(table, by="account:b")
    assert table.bring("b1 2 B +4") == "applied"


def test_but_not_if_it_reads_the_same_or_somebody_else_taps_it(table):
    table.told("a1 1 A")
    without_a_phone(table, by="account:b")
    assert table.bring("b1 2 A +4") == "maybe_duplicate as_the_last"
    assert table.bring("c1 2 B +4") == "maybe_duplicate after_another"


def test_a_code_that_is_no_referees_takes_nothing_over(table):
    table.told("a1 1 A")
    assert table.bring("b1 2 B holds pen=2 takeover") == "maybe_duplicate takeover_unproved"


def test_a_line_of_an_older_pen_is_judged_like_any_other(table):
    table.told("a1 1 B holds", "b1 2 D knew +600 @B")
    assert table.bring("a2 2 C holds pen=1 base=1 +60") == "conflict told_otherwise"
    assert table.bring("a3 3 D holds pen=1 base=1 +60") == "applied"
    assert table.known.pen.holder == "b"


# --- Held -------------------------------------------------------------------------------------------------------------


def test_a_deal_beyond_the_next_waits_for_the_earlier_one(table):
    assert table.told("b1 2 B", "a1 1 A") == ["held earlier_deal", "applied"]
    assert (table.losers, table.decided["b1"], table.flags) == ("AB", "applied", [])


def test_a_line_after_a_gap_in_the_counter_waits(table):
    assert table.told("a2 1 B", "a1 1 A") == ["held counter_gap", "applied"]
    assert table.decided["a2"] == "conflict"


def test_a_deal_waits_for_the_referees_word_about_an_earlier_one_of_its_phone_that_it_counts(table):
    """Its slot is the next one as the log stands, but only if the earlier one is not what another phone told there."""
    table.told("a1 1 A", "b1 2 A", "b2 3 C base=1", "a2 2 B base=1")
    assert (table.decided["b1"], table.decided["b2"], table.losers) == ("maybe_duplicate", "held", "AB")
    table.settle("b1", "leave")
    assert (table.decided["b2"], table.losers) == ("conflict", "AB")


def test_it_is_a_deal_of_its_own_if_the_earlier_one_is(table):
    table.told("a1 1 A", "b1 2 A", "b2 3 C base=1")
    table.settle("b1", "take")
    assert (table.decided["b2"], table.losers) == ("applied", "AAC")


def test_it_does_not_wait_for_what_its_phone_took_back(table):
    table.told("a1 1 A", "b1 2 A", "b2 undo b1 base=1", "b3 2 B base=1", "b4 3 C base=1")
    assert (table.decided["b2"], table.decided["b4"], table.losers) == ("held", "applied", "ABC")


def test_nor_for_what_its_phone_saw_another_tell(table):
    table.told("a1 1 A", "b1 2 A", "a2 2 B base=1")
    assert table.bring("b2 3 C @B") == "applied"


def test_a_deal_waits_while_nothing_stands_where_its_phone_told_an_earlier_one(table):
    table.told("b1 1 A", "a1 1 B base=0", "b2 undo b1 base=1", "a2 2 C base=0", "b3 1 D base=1")
    assert (table.decided["a1"], table.decided["a2"], table.losers) == ("conflict", "held", "D")


def test_an_undo_of_a_line_that_has_not_come_waits(table):
    assert table.told("b1 undo a1", "a1 1 A") == ["held unknown_line", "applied"]
    assert table.decided["b1"] == "quarantined"  # and then it is seen that it is another's


def test_what_was_settled_no_longer_waits_for_what_never_comes(table):
    table.told("a2 1 B")
    table.settle("a2", "take")
    assert table.bring("a3 2 C") == "applied"


# --- Undo -------------------------------------------------------------------------------------------------------------


def test_ones_own_last_deal_is_taken_back(table):
    assert table.told("a1 1 A", "a2 undo a1", "a3 1 B") == ["applied"] * 3
    assert table.losers == "B"


def test_an_earlier_deal_or_anothers_is_for_a_referee(table):
    table.told("a1 1 A", "a2 2 B")
    assert table.bring("a3 undo a1") == "quarantined correction_needs_referee"
    assert table.bring("b1 undo a2") == "quarantined correction_needs_referee"
    assert table.losers == "AB"


def test_a_referee_takes_any_back(table):
    table.told("a1 1 A", "a2 2 B")
    assert table.bring_sent(table.sent("b1 undo a1"), is_referee=True) == "applied"
    assert table.losers == "B"


def test_what_is_undone_already_is_not_undone_again(table):
    table.told("a1 1 A", "a2 undo a1")
    assert table.bring("b1 undo a1") == "merged undone_already"


def test_after_an_undo_whoever_told_the_same_is_asked(table):
    table.told("a1 1 A", "b1 1 A base=0 +5")
    assert table.flags == []
    table.told("a2 undo a1")
    assert table.flags == ["b1 conflict"]


def test_taking_back_what_only_agreed_with_another_asks_the_referee(table):
    table.told("a1 1 A", "b1 1 A base=0 +5")
    assert table.bring("b2 undo b1") == "conflict undone_elsewhere"
    assert table.losers == "A"


def test_a_slot_moves_with_what_was_struck_below_it(table):
    table.told("a1 1 A", "a2 2 B")
    line = table.sent("a3 3 C")
    table.bring_sent(table.sent("r1 undo a1"), is_referee=True)
    assert table.bring_sent(line) == "applied"
    assert table.losers == "BC"


def test_it_does_not_move_with_what_its_own_phone_took_back(table):
    assert table.told("a1 1 A", "a2 2 B", "a3 undo a2 base=2", "a4 2 C base=2") == ["applied"] * 4
    assert table.losers == "AC"


# --- An older copy was restored ---------------------------------------------------------------------------------------


def test_a_base_beyond_the_log_locks_nothing(table):
    table.told("a1 1 A")
    line = replace(table.sent("a2 2 B pen=5 holds"), base=40, head="another log")
    assert table.bring_sent(line) == "applied"


def test_it_is_asked_for_what_comes_after_the_first_gap(table):
    table.told("a1 1 A", "a3 3 C")
    assert table.known.counter("a") == 1


# --- Late, and quarantined --------------------------------------------------------------------------------------------


def test_what_comes_after_the_round_was_closed_is_late():
    table = Table(is_closed=True)
    assert table.bring("a1 1 A") == "late round_closed"
    assert (table.losers, table.flags) == ("", ["a1 late"])


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        ({"is_revoked": True}, "revoked_phone"),
        ({"is_same_person": False}, "other_person"),
        ({"refused": "needs_referee"}, "needs_referee"),
        ({"is_elsewhere": True}, "id_reused"),
    ],
)
def test_who_may_not_bring_it_leaves_a_trace_and_no_effect(table, standing, code):
    assert table.bring_sent(table.sent("a1 1 A"), **standing) == f"quarantined {code}"
    assert (table.losers, table.flags) == ("", ["a1 quarantined"])


def test_a_line_of_another_table_has_no_effect(table):
    assert table.bring_sent(replace(table.sent("a1 1 A"), game=2)) == "quarantined wrong_table"


def test_a_counter_that_came_already_is_a_copied_phone(table):
    table.told("a1 1 A")
    line = replace(table.sent("a2 2 B"), counter=1)
    assert table.bring_sent(line) == "quarantined forked_counter"


def test_a_line_that_cannot_be_in_this_game_is_kept_without_effect(table):
    assert table.bring("a1 1 F") == "quarantined unknown_seat"


def test_a_line_that_cannot_be_read_is_kept_and_the_next_one_is_applied(table):
    assert table.bring_sent(read_sent({"v": 1, "id": str(id_of("b1")), "entry": 5})) == "quarantined unreadable"
    assert table.bring("a1 1 A") == "applied"


def test_a_phone_settles_nothing(table):
    assert table.bring(f"a1 leave:{id_of('b1')}") == "quarantined not_for_a_phone"


# --- A referee's word -------------------------------------------------------------------------------------------------


def test_what_is_left_does_not_count(table):
    table.told("a1 1 A", "b1 1 B base=0")
    table.settle("b1", "leave")
    assert (table.losers, table.flags) == ("A", [])


def test_what_is_taken_is_a_deal_of_its_own_under_its_own_id(table):
    table.told("a1 1 A", "b1 1 B base=0")
    table.settle("b1", "take")
    assert table.losers == "AB"
    assert id_of("b1") in table.known.by_id


def test_what_stands_instead_corrects_the_line_that_it_contradicts(table):
    table.told("a1 1 A", "b1 1 B base=0")
    table.settle("b1", "instead")
    assert table.losers == "B"


def test_a_line_tapped_after_that_was_settled_does_not_move(table):
    table.told("a1 1 B", "b1 2 B")
    table.settle("b1", "leave")
    assert table.bring("b2 2 D @B") == "applied"


def test_what_waited_for_a_deal_that_is_left_out_moves_up(table):
    table.told("a1 1 A", "b1 2 B knew", "b2 3 C base=1 knew +60")
    assert table.decided["b2"] == "held"
    table.settle("b1", "leave")
    assert table.decided["b2"] == "maybe_duplicate"


def test_the_undo_of_a_line_that_asks_the_referee_waits_for_him(table):
    assert table.told("a1 1 A", "b1 1 B base=0", "b2 undo b1")[1:] == ["conflict told_otherwise", "held unsettled_line"]

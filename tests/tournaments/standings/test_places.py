"""competition.md 3.4, 3.5, 3.7, 3.9: places, shared places, and why each is what it is."""

import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.game import Tally
from tests.tournaments.standings.events import in_one_line, reasons_of, record
from tournaments.facts.regulations import ORDERS, Regulations
from tournaments.standings.order import FINAL, SMALL_FINAL
from tournaments.standings.places import places, with_overrides
from tournaments.standings.reasons import NAMED, REASONS, sentence
from tournaments.standings.records import FinalSeat, Record


def placed(*records, **settings):
    return places(records, Regulations.from_dict(settings))


# --- The others, by basic success -------------------------------------------------------------------------------------


def test_places_follow_basic_success_and_equals_share_a_place():
    standings = placed(record("a", "8/4"), record("c", "10/2"), record("b", "5/1"), record("d", "9/9"))
    assert in_one_line(standings) == "1 b, 1 c, 3 a, 4 d"
    assert reasons_of(standings, "b") == ["basic 4/5", "shared with c"]
    assert reasons_of(standings, "a") == ["basic 4/8"]


def test_without_own_deals_one_comes_last_even_behind_a_success_of_nothing():
    standings = placed(record("idle"), record("fined", "0/2"), record("poor", "5/5"))
    assert in_one_line(standings) == "1 poor, 2 fined, 2 idle"
    assert reasons_of(standings, "fined") == ["no own deals in the basic rounds", "shared with idle"]


def test_pooled_and_mean_give_different_orders():
    rounds = [record("steady", "20/6 20/6"), record("streaky", "30/6 10/5")]
    assert in_one_line(placed(*rounds)) == "1 streaky, 2 steady"
    averaged = placed(*rounds, pooling="mean")
    assert in_one_line(averaged) == "1 steady, 2 streaky"
    assert reasons_of(averaged, "streaky") == ["basic 13/20 as the mean of 2 rounds"]


def test_the_shown_success_is_the_one_that_ranks_and_the_totals_stay_totals():
    """competition.md 3.3: with the mean, of the rounds with own deals; in a final, of the basic rounds and this one."""
    in_final, basic = placed(record("a", "30/6 10/5", final="10/0"), record("b", "30/6 10/5"), pooling="mean")
    assert (in_final.total.deals, in_final.total.letters, in_final.success) == (50, 11, Fraction(23, 30))
    assert (basic.total.deals, basic.total.letters, basic.success) == (40, 11, Fraction(13, 20))
    assert placed(record("a", "30/6 10/5", final="10/0"))[0].success == Fraction(39, 50)


def test_cumulative_follows_the_pooling():
    """competition.md 3.5: on one heap a is better, by the mean of the rounds b is."""
    records = [record("a", "30/3 10/5", final="10/2"), record("b", "20/5 20/5", final="10/2")]
    assert in_one_line(placed(*records)) == "1 a, 2 b"
    averaged = placed(*records, pooling="mean")
    assert in_one_line(averaged) == "1 b, 2 a"
    assert reasons_of(averaged, "a") == ["final: survivor", "cumulative 11/15 as the mean of 3 rounds"]


def test_of_many_who_share_a_place_only_a_few_are_named():
    standings = placed(*(record(f"p{number}") for number in range(10, 30)))
    assert reasons_of(standings, "p10")[-1] == "shared with p11, p12, p13, p14, p15 and 14 more"
    assert reasons_of(standings, "p29")[-1] == "shared with p10, p11, p12, p13, p14 and 14 more"
    assert NAMED == 5


# --- A final ----------------------------------------------------------------------------------------------------------


def final_of_six(**settings):
    return placed(
        record("a", "20/2", final="10/4"),  # cumulative 24/30, this final 6/10
        record("b", "20/4", final="10/2"),  # cumulative 24/30, this final 8/10
        record("c", "20/8", final="10/1"),  # cumulative 21/30, this final 9/10
        record("third", "20/0", final="9/5", left=3, outlasted_by=3),
        record("second", "20/0", final="9/5", left=2, outlasted_by=4),
        record("first", "20/0", final="2/2", left=1, outlasted_by=5),
        **settings,
    )


def test_who_leaves_first_is_sixth_and_survivors_go_by_cumulative_success_then_by_the_final():
    standings = final_of_six()
    assert in_one_line(standings) == "1 b, 2 a, 3 c, 4 third, 5 second, 6 first"
    assert reasons_of(standings, "a") == ["final: survivor", "cumulative 24/30", "tied so far, in this final 6/10"]
    assert reasons_of(standings, "c") == ["final: survivor", "cumulative 21/30"]
    assert reasons_of(standings, "first") == ["final: left first"]


def test_regulations_can_let_the_final_alone_decide():
    standings = final_of_six(final_ranking="final_only")
    assert in_one_line(standings) == "1 c, 2 b, 3 a, 4 third, 5 second, 6 first"
    assert reasons_of(standings, "c") == ["final: survivor", "in this final 9/10"]


@pytest.mark.parametrize(
    ("final_ranking", "said"),
    [
        ("cumulative", "1 best_of_all, 2 best_before, 3 best_now"),
        ("cumulative_basic", "1 best_of_all, 2 best_before, 3 best_now"),
        ("final_only", "1 best_now, 2 best_of_all, 3 best_before"),
        ("final_basic", "1 best_now, 2 best_of_all, 3 best_before"),
        ("basic_cumulative", "1 best_before, 2 best_of_all, 3 best_now"),
        ("basic_final", "1 best_before, 2 best_of_all, 3 best_now"),
    ],
)
def test_the_first_criterion_of_the_order_ranks_the_survivors(final_ranking, said):
    records = [
        record("best_before", "10/1", final="10/6"),
        record("best_of_all", "10/2", final="10/3"),
        record("best_now", "10/7", final="10/2"),
    ]
    assert in_one_line(placed(*records, final_ranking=final_ranking)) == said


def test_the_second_criterion_breaks_a_tie_in_the_first_and_the_reasons_tell_as_many_as_it_took():
    equal_before = record("a", "10/2", final="20/8"), record("b", "20/4", final="10/3")
    standings = placed(*equal_before, final_ranking="basic_cumulative")
    assert in_one_line(standings) == "1 b, 2 a"
    assert reasons_of(standings, "a")[1:] == ["basic 8/10", "tied so far, cumulative 20/30"]
    standings = placed(*equal_before, final_ranking="basic_final")
    assert reasons_of(standings, "a")[1:] == ["basic 8/10", "tied so far, in this final 12/20"]


def test_final_only_falls_back_on_cumulative_success():
    standings = placed(record("a", "20/2", final="10/2"), record("b", "20/1", final="10/2"), final_ranking="final_only")
    assert in_one_line(standings) == "1 b, 2 a"
    assert reasons_of(standings, "a")[1:] == ["in this final 8/10", "tied so far, cumulative 26/30"]


def test_basic_success_decides_where_both_are_equal():
    """The final is the same and so is the mean of all rounds: b played one basic round more."""
    records = [record("a", "10/3", final="10/1"), record("b", "10/1 10/3", final="10/2")]
    standings = placed(*records, pooling="mean")
    assert in_one_line(standings) == "1 a, 2 b"
    assert reasons_of(standings, "b")[1:] == [
        "cumulative 4/5 as the mean of 3 rounds",
        "tied so far, in this final 8/10",
    ]


def test_what_is_still_equal_is_shared_and_the_next_place_is_left_out():
    standings = placed(*(record(entry, "20/4", final="10/2") for entry in "abc"), record("d", "20/0"))
    assert in_one_line(standings) == "1 a, 1 b, 1 c, 4 d"
    assert reasons_of(standings, "b") == [
        "final: survivor",
        "cumulative 24/30",
        "tied so far, in this final 8/10",
        "tied so far, basic 16/20",
        "shared with a, c",
    ]


def test_a_finalist_without_a_deal_in_it_stands_behind_the_other_survivors():
    standings = placed(record("a", "10/0", final="0/1"), record("b", "10/4", final="5/4"), final_ranking="final_only")
    assert in_one_line(standings) == "1 b, 2 a"
    assert reasons_of(standings, "a")[1] == "no own deals in this final"


def test_the_small_final_is_ranked_in_the_same_way_behind_the_final():
    standings = placed(
        record("s1", "20/0", final="5/0", tier=SMALL_FINAL),
        record("s2", "20/0", final="5/5", tier=SMALL_FINAL, left=1, outlasted_by=3),
        record("f1", "20/9", final="9/5", left=1, outlasted_by=3),
        record("f2", "20/9", final="9/2", finished=False),
        record("other", "20/0"),
    )
    assert in_one_line(standings) == "1 f2, 2 f1, 3 s1, 4 s2, 5 other"
    assert reasons_of(standings, "f2")[0] == "final: still playing"
    assert reasons_of(standings, "s2") == ["small final: left first"]


def test_several_tables_of_a_final_compare_leavers_from_the_end():
    """Six seats and four: the last to leave of either is outlasted by three, and then they go by success."""
    standings = placed(
        record("in", "20/9", final="10/1"),
        record("also_in", "20/0", final="10/1"),
        record("six_last", "20/2", final="10/5", left=3, outlasted_by=3),
        record("four_last", "20/1", final="10/5", left=1, outlasted_by=3),
        record("six_first", "20/0", final="10/5", left=1, outlasted_by=5),
    )
    assert in_one_line(standings) == "1 also_in, 2 in, 3 four_last, 4 six_last, 5 six_first"
    assert reasons_of(standings, "six_last") == ["final: left third", "tied so far, cumulative 23/30"]
    assert reasons_of(standings, "six_first") == ["final: left first"]


# --- Overrides --------------------------------------------------------------------------------------------------------


def test_an_override_changes_the_official_place_and_keeps_the_computed_one():
    standings = placed(record("a", "10/0"), record("b", "10/1"), record("c", "10/2"), record("d", "10/3"))
    official = with_overrides(standings, {"d": (2, "badges were mixed up"), "b": (4, "badges were mixed up")})
    assert [(one.official_place, one.entry, one.place) for one in official] == [
        (1, "a", 1),
        (2, "d", 4),
        (3, "c", 3),
        (4, "b", 2),
    ]
    assert [one.note for one in official] == ["", "badges were mixed up", "", "badges were mixed up"]
    assert with_overrides(standings, {}) == standings


# --- Always -----------------------------------------------------------------------------------------------------------

tally = st.integers(0, 5).flatmap(lambda deals: st.builds(Tally, st.just(deals), st.integers(0, 3)))
chairs = st.builds(
    FinalSeat,
    tier=st.sampled_from([FINAL, SMALL_FINAL]),
    tally=tally,
    left=st.none(),
    finished=st.booleans(),
) | st.integers(1, 3).flatmap(
    lambda left: st.builds(
        FinalSeat,
        tier=st.sampled_from([FINAL, SMALL_FINAL]),
        tally=tally,
        left=st.just(left),
        outlasted_by=st.just(6 - left),
    )
)
events = st.dictionaries(
    st.sampled_from([f"p{number}" for number in range(12)]),
    st.tuples(st.lists(tally, max_size=3).map(tuple), tally, st.none() | chairs, st.booleans()),
)
settings = st.builds(
    Regulations,
    final_ranking=st.sampled_from([*ORDERS]),
    pooling=st.sampled_from(["pooled", "mean"]),
)


@given(events, settings, st.randoms())
def test_places_are_gapless_but_for_the_shared_ones_and_independent_of_the_order_of_entries(found, regulations, chance):
    records = [
        Record(entry, basic, heap, seat, gave_up_final_seat=gave_up)
        for entry, (basic, heap, seat, gave_up) in found.items()
    ]
    standings = places(records, regulations)
    chance.shuffle(records)
    assert places(records, regulations) == standings
    shown = [standing.place for standing in standings]
    assert all(place == shown.index(place) + 1 for place in shown)
    assert sorted((one.rank_key, one.entry) for one in standings) == [(one.rank_key, one.entry) for one in standings]
    for one, other in pairwise(standings):
        assert (one.place == other.place) == (one.rank_key == other.rank_key)
        assert (one.place == other.place) <= (one.entry < other.entry)
    for one in standings:
        told = [reason.code for reason in one.why]
        assert told
        assert any(code.startswith("shared") for code in told) == (shown.count(one.place) > 1)
        assert all(sentence(reason) for reason in one.why)


def test_reasons_can_be_stored_and_every_one_has_a_sentence_without_leftovers():
    standings = final_of_six()
    stored = json.dumps([[reason.code, dict(reason.values)] for one in standings for reason in one.why])
    assert "cumulative" in stored
    assert {reason.code for one in standings for reason in one.why} <= set(REASONS)
    assert not any("%" in sentence(reason) for one in standings for reason in one.why)

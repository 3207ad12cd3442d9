"""From games to results: events as text, and what the document says of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.events import document, event, order, record, why
from tournaments.standings.finalists import PlayOff
from tournaments.standings.results import PlayedEvent, records, results

# Four seats; A loses once, B twice; then C leaves and the game is over: 7 deals, success 6/7, 5/7, 3/7, 7/7.
FOUR = "GAME ABCD A={} B={} C={} D={}; A; B; B; C; C; C; C"


def four(*entries):
    return FOUR.format(*entries)


def seat_of(played, seat, *, table=0):
    return document(played)["tables"][table]["seats"][seat]


# --- The document -----------------------------------------------------------------------------------------------------


def test_keys_stand_in_the_order_of_the_format():
    found = document(event("basic: GAME ABCDE A=p1; A /E; G", "play_off: GAME ABCD"))
    assert list(found) == ["format", "finalists", "standings", "tables", "findings"]
    assert list(found["standings"][0]) == ["place", "entry", "deals", "letters", "success", "why"]
    assert list(found["tables"][0]) == ["round", "table", "finished", "deals", "deals_to_go", "seats"]
    assert list(found["tables"][0]["seats"]["A"]) == ["entry", "deals", "letters", "left", "match_ball"]
    assert found["findings"] == [
        {
            "round": 1,
            "table": 1,
            "position": 2,
            "code": "unknown_seat",
            "text": "Seat G does not exist at this table.",
        }
    ]


def test_an_event_without_rounds_has_standings_without_success():
    found = document(event(absent="p1 p2"))
    assert found["finalists"] == {"qualified": [], "play_off": None}
    assert found["standings"][0] == {
        "place": 1,
        "entry": "p1",
        "deals": 0,
        "letters": 0,
        "success": None,
        "why": ["no own deals in the basic rounds", "shared with p2"],
    }
    assert (found["tables"], found["findings"]) == ([], [])


def test_rounds_and_tables_stand_in_order_of_their_numbers():
    played = event(f"basic: {four(*'abcd')} | {four(*'efgh')}", f"basic: {four(*'aceg')}")
    shuffled = PlayedEvent(
        played.regulations,
        played.entries[::-1],
        tuple(type(one)(one.number, one.kind, one.tables[::-1]) for one in played.rounds[::-1]),
    )
    assert results(shuffled) == results(played)
    assert [(table["round"], table["table"]) for table in document(shuffled)["tables"]] == [(1, 1), (1, 2), (2, 1)]


def test_percent_is_shown_as_the_regulations_say():
    games = "basic: GAME ABCD A=a B=b C=c D=d; A; A; A; B; B; C; C; D"  # 5/8, 6/8, 6/8, 7/8
    shown = [one["success"] for one in document(event(games))["standings"]]
    assert shown == ["87", "75", "75", "62"]
    rounded = event(games, percent_mode="half_up")
    assert [one["success"] for one in document(rounded)["standings"]] == ["88", "75", "75", "63"]
    exact = event(games, percent_decimals=1)
    assert [one["success"] for one in document(exact)["standings"]] == ["87.5", "75.0", "75.0", "62.5"]


# --- What counts ------------------------------------------------------------------------------------------------------


def test_a_play_off_counts_for_nothing_but_its_table_is_listed():
    basic = f"basic: {four(*'abcd')}"
    alone, followed = event(basic), event(basic, "play_off: GAME ABCD A=d B=c C=b D=a; A; G")
    assert results(followed).standings == results(alone).standings
    assert results(followed).finalists == results(alone).finalists
    assert [table["round"] for table in document(followed)["tables"]] == [1, 2]
    assert [finding["code"] for finding in document(followed)["findings"]] == ["unknown_seat"]


def test_who_sat_in_a_play_off_only_is_no_candidate_for_the_final():
    played = event(f"basic: {four(*'abcd')}", "play_off: GAME ABCD A=x; A")
    assert "x" not in results(played).finalists.qualified
    assert why(played, "x") == ["no own deals in the basic rounds", "shared with B1, C1, D1"]


def test_totals_count_basic_rounds_final_and_small_final():
    played = event(f"basic: {four(*'abcd')}", f"final: {four(*'abcd')}", f"small_final: {four('e', 'f', 'g', 'h')}")
    totals = {one["entry"]: (one["deals"], one["letters"]) for one in document(played)["standings"]}
    assert totals == {
        "d": (14, 0), "a": (14, 2), "b": (14, 4), "c": (14, 8),
        "h": (7, 0), "e": (7, 1), "f": (7, 2), "g": (7, 4),
    }  # fmt: skip  # one line for each game
    assert order(played) == "1 d, 2 a, 3 b, 4 c, 5 h, 6 e, 7 f, 8 g"


def test_penalty_letters_alone_give_no_success_and_too_many_give_none_below_zero():
    played = event("basic: GAME ABCDE A=a B=b C=c D=d E=e; +E; +E; A /E; +A; +A")
    shown = {one["entry"]: (one["deals"], one["letters"], one["success"]) for one in document(played)["standings"]}
    assert shown["e"] == (0, 2, None)
    assert shown["a"] == (1, 3, "0")
    assert order(played) == "1 b, 1 c, 1 d, 4 a, 5 e"


# --- Who is ranked where ----------------------------------------------------------------------------------------------


def test_a_tie_across_the_cut_is_told_in_the_document():
    games = f"basic: {four(*'abcd')} | {four(*'efgh')}"  # d, h 7/7; a, e 6/7; b, f 5/7; c, g 3/7
    assert document(event(games, final_size=5))["finalists"] == {
        "qualified": ["d", "h", "a", "e"],
        "play_off": {"places": 1, "between": ["b", "f"]},
    }
    assert document(event(games, final_size=6))["finalists"]["play_off"] is None


def test_the_unclassified_take_no_place_and_places_close_up():
    played = event(f"final: {four(*'abcd')}", unclassified="d")
    assert order(played) == "1 a, 2 b, 3 c"
    assert document(played)["tables"][0]["seats"]["D"]["entry"] == "d"
    in_basic = event(f"basic: {four(*'abcd')}", unclassified="d")
    assert results(in_basic).finalists.qualified == ("a", "b", "c")


def test_who_gave_his_seat_in_the_final_up_follows_with_the_others():
    played = event(
        f"basic: {four(*'abcd')} | {four(*'efgh')}",
        "final: GAME ABCD A=a B=b C=c D=d; A; D>x; A; A; A",
        unclassified="x",
    )
    assert order(played) == "1 b, 2 c, 3 a, 4 d, 4 h, 6 e, 7 f, 8 g"
    assert why(played, "d") == ["gave up a seat in a final", "basic 7/7", "shared with h"]


def test_a_classified_stand_in_has_the_place_of_the_seat_with_his_own_deals():
    played = event(f"basic: {four(*'abcd')}", "final: GAME ABCD A=a B=b C=c D=d; D; D; D>x; A; A; A; A")
    assert order(played) == "1 x, 2 b, 3 c, 4 a, 5 d"
    assert why(played, "x") == ["final: survivor", "cumulative 4/4"]


def test_a_seat_in_the_final_is_worth_more_than_one_in_the_small_final():
    played = event(f"small_final: {four(*'abcd')}", f"final: {four(*'cefg')}")
    assert order(played) == "1 g, 2 c, 3 e, 4 f, 5 d, 6 a, 7 b"
    assert why(played, "c") == ["final: survivor", "cumulative 6/7"]


def test_one_who_withdraws_from_the_final_has_left_it():
    played = event("final: GAME ABCDE A=a B=b C=c D=d E=e; A /E; -C; A; A; A")
    assert order(played) == "1 b, 1 d, 1 e, 4 a, 5 c"
    assert why(played, "c") == ["final: left first"]
    assert why(played, "a") == ["final: left second"]


def test_a_final_that_was_closed_ranks_all_who_were_still_in_as_survivors():
    played = event("final: GAME ABCDE A=a B=b C=c D=d E=e; A /E; B /A; close")
    found = document(played)["tables"][0]
    assert (found["finished"], found["deals_to_go"]) == (True, [0, 0])
    assert why(played, "a") == ["final: survivor", "cumulative 0/1"]
    assert order(played) == "1 c, 1 d, 1 e, 4 b, 5 a"


def test_survivors_can_qualify_first():
    """Who completed the word in a long game may have the better success than a survivor of a short one."""
    long = "GAME ABCD A=a B=b C=c D=d; B; B; B; C; C; C; D; D; D; A; A; A; A"  # a 9/13
    short = "GAME ABCD A=e B=f C=g D=h; B; B; A; A; A; A"  # f 4/6
    games = f"basic: {long} | {short}"
    assert results(event(games)).finalists.qualified == tuple("ghbcda")
    assert results(event(games, qualification="survivors")).finalists.qualified == tuple("ghbcdf")


def test_only_the_last_basic_round_says_who_survived_and_only_a_finished_game_does():
    first, second = FOUR.format(*"abcd"), "GAME ABCD A=d B=b C=c D=a; A; A; A; A"
    rounds = f"basic: {first}", f"basic: {second}"  # c left in the first round, d in the second; both have 7/11
    assert results(event(*rounds, final_size=3)).finalists.play_off == PlayOff(1, ("c", "d"))
    assert results(event(*rounds, final_size=3, qualification="survivors")).finalists.qualified == ("a", "b", "c")
    games = "basic: GAME ABCD A=a B=b C=c D=d; A | GAME ABCD A=e B=f C=g D=h; A; B; C; D; A; A; A"
    assert results(event(games, final_size=3)).finalists.qualified == ("b", "c", "d")
    by_survival = event(games, final_size=3, qualification="survivors")
    assert results(by_survival).finalists.qualified == ("f", "g", "h")


# --- Tables -----------------------------------------------------------------------------------------------------------


def test_a_stand_in_has_his_own_deals_and_the_letters_of_the_seat():
    played = event("basic: GAME ABCD A=a B=b C=c D=d; A; A; A>x; A; B", unclassified="x")
    assert seat_of(played, "A") == {
        "entry": "x",
        "deals": 2,
        "letters": 1,
        "left": None,
        "match_ball": True,
        "letters_on_seat": 3,
    }
    assert "letters_on_seat" not in seat_of(played, "B")
    shown = {one["entry"]: (one["deals"], one["letters"]) for one in document(played)["standings"]}
    assert shown["a"] == (2, 2)


def test_a_stand_in_who_takes_over_no_letters_needs_no_remark():
    played = event("basic: GAME ABCD A=a B=b C=c D=d; B; A>x; A")
    assert "letters_on_seat" not in seat_of(played, "A")


def test_an_unfinished_game_says_how_much_is_still_to_come():
    found = document(event("basic: GAME ABCD; A; A; A; B"))["tables"][0]
    assert (found["finished"], found["deals"], found["deals_to_go"]) == (False, 4, [1, 9])
    assert [seat["match_ball"] for seat in found["seats"].values()] == [True, False, False, False]


def test_records_are_what_the_standings_are_made_of():
    played = event(f"basic: {four(*'abcd')}", f"basic: {four(*'dcba')}", absent="z")
    assert set(records(played)) >= {record("a", "7/1 7/0"), record("b", "7/2 7/4"), record("z")}


# --- Always -----------------------------------------------------------------------------------------------------------

losers = st.text("ABCDE", max_size=30)


@given(st.lists(losers, min_size=1, max_size=3), st.randoms(), st.sampled_from(["basic", "final"]))
def test_standings_never_depend_on_the_order_of_entries(games, chance, last_kind):
    tables = [f"GAME ABCD A=a{n} B=b{n} C=c{n} D=d{n}; " + "; ".join(game) for n, game in enumerate(games)]
    played = event("basic: " + " | ".join(tables), f"{last_kind}: {tables[0]}", final_size=4)
    entries = list(played.entries)
    chance.shuffle(entries)
    assert document(PlayedEvent(played.regulations, tuple(entries), played.rounds)) == document(played)


@pytest.mark.parametrize("kind", ["basic", "final", "small_final", "play_off"])
def test_every_kind_of_round_gives_a_document(kind):
    assert document(event(f"{kind}: {four(*'abcd')}"))["format"] == "scwu-results/1"

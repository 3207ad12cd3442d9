"""The ranking of a season, worked out by hand and written as text (tournaments/standings/ranking.py).

An event is its points table and its results: `ANNA/fox 1` is a player, the club of the day and the place; `7=` a shared
one, `-` none, `!` without claim to points, `~` without an own deal. `FOX: 1` after a semicolon is a team.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tests.refusals import refused_code
from tournaments.standings.points_tables import CLUBS, PLAYERS, default_table, parse_table, points_text, table_text
from tournaments.standings.ranking import (
    Played,
    Result,
    Rules,
    TeamResult,
    awards_of,
    club_shares,
    counted,
    ranking,
)

PEOPLE = ["ANNA", "BERT", "CYRIL", "DORA", "EMIL", "FRED"]
HOMES = ["fox", "owl", "elk"]


def event(number: int, text: str, *, average: bool = False) -> Played:
    """`10 6 4 | ANNA/fox 1, BERT 2= | fox 1`: table, players, teams; after the table of players `/` that of clubs."""
    table, players, *teams = text.split("|")
    of_players, _, of_clubs = table.partition("/")
    words = [one.split() for one in players.split(",")]
    places = Counter(place.rstrip("=!~") for _, place in words)
    team_words = [one.split() for one in teams[0].split(",")] if teams else []
    team_places = Counter(place for _, place in team_words)
    results = []
    for who, mark in words:
        nick, _, club = who.partition("/")
        place = mark.rstrip("=!~")
        results.append(
            Result(
                player=PEOPLE.index(nick),
                club=HOMES.index(club) if club else None,
                place=0 if place == "-" else int(place),
                sharing=places[place],
                claims="!" not in mark,
                played="~" not in mark,
            )
        )
    return Played(
        event=number,
        table=tuple(map(int, of_players.split())),
        club_table=tuple(map(int, of_clubs.split())),
        results=results,
        teams=[TeamResult(HOMES.index(club), int(place), team_places[place]) for club, place in team_words],
        average=average,
    )


def season(*texts: str, average: bool = False) -> list[Played]:
    return [event(number, text, average=average) for number, text in enumerate(texts, start=1)]


def players(played: list[Played], **rules: object) -> str:
    lines = ranking(played, Rules(**rules)).players
    return ", ".join(f"{one.rank} {PEOPLE[one.player]} {points_text(one.points)}" for one in lines)


def clubs(played: list[Played], **rules: object) -> str:
    lines = ranking(played, Rules(**rules)).clubs
    return ", ".join(f"{one.rank} {HOMES[one.club]} {points_text(one.points)}" for one in lines)


def why(played: list[Played], nick: str, **rules: object) -> str:
    found = counted(awards_of(played, Rules(**rules))[PEOPLE.index(nick)], Rules(**rules))
    return ", ".join(f"{points_text(one.points)} {one.state}" for one in found)


@pytest.mark.parametrize(
    ("text", "each", "average"),
    [
        ("10 6 4 3 | ANNA 1, BERT 2, CYRIL 3", "1 ANNA 10, 2 BERT 6, 3 CYRIL 4", "1 ANNA 10, 2 BERT 6, 3 CYRIL 4"),
        (
            "10 6 4 3 | ANNA 1=, BERT 1=, CYRIL 3",
            "1 ANNA 10, 1 BERT 10, 3 CYRIL 4",
            "1 ANNA 8, 1 BERT 8, 3 CYRIL 4",
        ),
        (
            "10 6 5 | ANNA 1, BERT 2=, CYRIL 2=",
            "1 ANNA 10, 2 BERT 6, 2 CYRIL 6",
            "1 ANNA 10, 2 BERT 5 1/2, 2 CYRIL 5 1/2",
        ),
        # The table ends in the middle of a shared place: what lies beyond its end counts as nothing.
        (
            "10 6 4 | ANNA 1, BERT 2, CYRIL 3=, DORA 3=, EMIL 3=",
            "1 ANNA 10, 2 BERT 6, 3 CYRIL 4, 3 DORA 4, 3 EMIL 4",
            "1 ANNA 10, 2 BERT 6, 3 CYRIL 1 1/3, 3 DORA 1 1/3, 3 EMIL 1 1/3",
        ),
        ("10 6 | ANNA 1, BERT 2, CYRIL 3", "1 ANNA 10, 2 BERT 6", "1 ANNA 10, 2 BERT 6"),
    ],
)
def test_a_shared_place_gives_each_its_points_or_the_average(text, each, average):
    assert players(season(text)) == each
    assert players(season(text, average=True)) == average


def test_points_of_a_season_are_exact():
    thirds = season(*["10 | ANNA 1=, BERT 1=, CYRIL 1="] * 3, average=True)
    assert {one.points for one in ranking(thirds, Rules()).players} == {Fraction(10)}


def test_who_takes_no_place_has_no_claim_or_no_deal_earns_nothing():
    one = season("10 6 4 3 | ANNA 1, BERT -, CYRIL 2!, DORA 3, EMIL 4~")
    assert players(one) == "1 ANNA 10, 2 DORA 4"
    states = {nick: why(one, nick) for nick in PEOPLE[:5]}
    assert states == {
        "ANNA": "10 counted",
        "BERT": "0 unclassified",
        "CYRIL": "0 no_claim",
        "DORA": "4 counted",
        "EMIL": "0 no_deal",
    }


def test_nobody_moves_up_into_a_place_without_claim_unless_the_rules_say_so():
    one = season("10 6 4 3 | ANNA 1, BERT 2!, CYRIL 3, DORA 4")
    assert players(one) == "1 ANNA 10, 2 CYRIL 4, 3 DORA 3"
    assert players(one, close_up=True) == "1 ANNA 10, 2 CYRIL 6, 3 DORA 4"


def test_a_shared_place_closes_up_among_those_who_claim():
    one = season("10 6 4 3 | ANNA 1=, BERT 1=!, CYRIL 3=, DORA 3=", average=True)
    assert players(one) == "1 ANNA 8, 2 CYRIL 3 1/2, 2 DORA 3 1/2"
    assert players(one, close_up=True) == "1 ANNA 10, 2 CYRIL 5, 2 DORA 5"


def test_only_the_n_best_results_count_and_the_others_are_shown_as_dropped():
    year = season(
        "10 6 4 | ANNA 1, BERT 2, CYRIL 3",
        "10 6 4 | ANNA 3, BERT 1, CYRIL 2",
        "10 6 4 | ANNA 2, BERT 3, CYRIL 1",
        "10 6 4 | ANNA 2, BERT 1",
    )
    assert players(year) == "1 BERT 30, 2 ANNA 26, 3 CYRIL 20"
    assert players(year, best_of=2) == "1 BERT 20, 2 ANNA 16, 2 CYRIL 16"
    # Of two equal results the earlier one counts.
    assert why(year, "ANNA", best_of=2) == "10 counted, 4 dropped, 6 counted, 6 dropped"


def test_an_event_without_points_takes_no_place_among_the_best():
    year = season("10 6 | ANNA 1, BERT 2", " | ANNA 1, BERT 2", "10 6 | ANNA 2!, BERT 1")
    assert why(year, "ANNA", best_of=1) == "10 counted, 0 no_table, 0 no_claim"
    assert players(year, best_of=1) == "1 ANNA 10, 1 BERT 10"


def test_a_club_has_what_its_players_won_under_its_colours():
    year = season("10 6 4 | ANNA/fox 1, BERT/owl 2, CYRIL/fox 3", "10 6 4 | ANNA/owl 1, BERT/owl 2, DORA 3")
    assert players(year) == "1 ANNA 20, 2 BERT 12, 3 CYRIL 4, 3 DORA 4"
    assert clubs(year) == "1 owl 22, 2 fox 14"
    # What a player drops is dropped for his club, too.
    assert clubs(year, best_of=1) == "1 fox 14, 2 owl 6"


def test_only_the_best_members_of_a_club_count():
    year = season("10 6 4 3 | ANNA/fox 1, BERT/owl 2, CYRIL/owl 3, DORA/owl 4")
    assert clubs(year) == "1 owl 13, 2 fox 10"
    assert clubs(year, best_members=2) == "1 fox 10, 1 owl 10"
    awards = awards_of(year, Rules())
    shares = club_shares(awards, Rules(best_members=2))[HOMES.index("owl")]
    assert [(PEOPLE[one.player], int(one.points), one.counts) for one in shares] == [
        ("BERT", 6, True), ("CYRIL", 4, True), ("DORA", 3, False),
    ]  # fmt: skip


def test_teams_earn_by_the_table_for_clubs():
    year = season(" / 30 24 | ANNA/fox 1, BERT/owl 2 | fox 2, owl 1", "10 6 | ANNA/fox 1, BERT/owl 2")
    assert clubs(year) == "1 owl 36, 2 fox 34"
    assert players(year) == "1 ANNA 10, 2 BERT 6"
    shared = season(" / 30 24 | ANNA/fox 1 | fox 1, owl 1", average=True)
    assert clubs(shared) == "1 fox 27, 1 owl 27"


def test_the_order_of_the_results_does_not_matter():
    text = "10 6 4 3 | ANNA/fox 1, BERT/owl 2!, CYRIL/fox 3=, DORA/owl 3="
    first = season(text, average=True)
    turned = [Played(one.event, one.table, one.results[::-1], average=True) for one in first]
    for close_up in (False, True):
        assert ranking(first, Rules(close_up=close_up)) == ranking(turned, Rules(close_up=close_up))


def test_a_season_without_events_has_no_ranking():
    assert ranking([], Rules()).players == ranking([], Rules(best_of=3)).clubs == ()


# --- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["12 10 8", "12, 10, 8", "12;10;8\n", "12\n10\n8\n0\n0"])
def test_a_table_is_typed_as_people_type_lists(text):
    assert parse_table(text) == (12, 10, 8)


def test_an_empty_table_earns_nothing():
    assert parse_table(" \n") == ()
    assert parse_table("0 0") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("12 ten 8", "points_not_whole"),
        ("12 -10", "points_not_whole"),
        ("1.5", "points_not_whole"),
        ("٣", "points_not_whole"),
        ("12 10 11", "points_rise"),
        ("100001", "points_too_high"),
        ("1 " * 201, "points_too_many"),
    ],
)
def test_a_table_that_cannot_be_is_refused(text, code):
    assert refused_code(parse_table, text) == code


@pytest.mark.parametrize("table", [*PLAYERS.values(), *CLUBS.values()])
def test_the_shipped_tables_can_be_typed(table):
    assert parse_table(table_text(table)) == table


def test_friendly_games_and_smear_earn_nothing():
    assert default_table("friendly") == default_table("smear") == default_table("team_championship") == ()
    assert default_table("team_championship", for_clubs=True)[0] == 30


@pytest.mark.parametrize(("points", "text"), [("12", "12"), ("11/2", "5 1/2"), ("1/3", "1/3"), ("0", "0")])
def test_points_are_never_rounded(points, text):
    assert points_text(Fraction(points)) == text

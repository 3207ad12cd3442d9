"""Countries apart as clubs are: preferred or required, with clubs or without, in every draw that looks at clubs."""

from itertools import combinations

import pytest

from games.rules.refusals import Refused
from tournaments.draws import History, Options, Player, draw, draw_event, history_of, quality_of, reseat
from tournaments.draws.round_rules import rules_of

SEED = "5e" * 32


def field(countries, club_size=2):
    """Players by country, "CZ" * 4 and so on, in clubs of so many."""
    return [
        Player(f"{country}{number}", f"{country}-{number // club_size}", country)
        for country, many in countries.items()
        for number in range(many)
    ]


def pairs(tables, players, of):
    group = {player.key: getattr(player, of) for player in players}
    return sum(group[one] == group[two] for table in tables for one, two in combinations(table, 2))


FOUR = {"CZ": 4, "SK": 4, "PL": 4, "AT": 4}


@pytest.mark.parametrize("seed", ["01", "02", "03"])
def test_countries_that_must_be_apart_are(seed):
    players = field(FOUR)
    for clubs in ("off", "prefer", "require"):
        tables = draw(players, History(), Options(sizes=(4,) * 4, clubs=clubs, countries="require"), seed).tables
        assert pairs(tables, players, "country") == pairs(tables, players, "club") == 0
    free = draw(players, History(), Options(sizes=(4,) * 4), seed).tables
    assert pairs(free, players, "country") > 0, "or this test says nothing"


@pytest.mark.parametrize("is_told", [True, False], ids=["of many countries", "of none"])
def test_a_club_is_apart_whatever_a_list_tells_of_its_country(is_told):
    players = [Player(f"p{n:02}", f"C{n // 4}", f"L{n}" if is_told else None) for n in range(16)]
    options = Options(sizes=(4,) * 4, clubs="require", countries="require", rounds=3)
    for seed in ("01", "02", "03"):
        assert pairs(draw(players, History(), options, seed).tables, players, "club") == 0
    drawn = draw_event(players, 3, options, SEED)
    assert [pairs(tables, players, "club") for tables in drawn.rounds] == [0, 0, 0]


@pytest.mark.parametrize("seed", ["01", "02", "03", "04"])
def test_clubs_stay_apart_where_countries_cannot_all_be(seed):
    """Eight of one country at three tables must meet; those of one club need not."""
    players = field({"CZ": 8, "SK": 4})
    options = Options(sizes=(4, 4, 4), clubs="require", countries="prefer")
    tables = draw(players, History(), options, seed).tables
    assert pairs(tables, players, "club") == 0
    least = 1 + 3 + 3 + 1  # eight Czechs as 2, 3, 3; four Slovaks as 2, 1, 1
    assert pairs(tables, players, "country") == least


@pytest.mark.parametrize("seed", ["01", "02", "03", "04"])
def test_club_mates_are_spared_before_other_compatriots_where_neither_must_be_apart(seed):
    """Eight of one country at three tables meet eight times at best; that they are of one club is no need."""
    players, least = field({"CZ": 8, "SK": 4}), 1 + 3 + 3 + 1
    options = Options(sizes=(4, 4, 4), clubs="prefer", countries="prefer", rounds=2)
    tables = draw(players, History(), options, seed).tables
    assert (pairs(tables, players, "club"), pairs(tables, players, "country")) == (0, least)
    drawn = draw_event(players, 2, options, seed)
    assert sum(pairs(tables, players, "club") for tables in drawn.rounds) == 0


def test_meetings_are_avoided_before_compatriots_that_are_only_preferred_apart():
    players = field({"CZ": 4, "SK": 4}, club_size=9)
    before = [[["CZ0", "SK0", "CZ1", "SK1"], ["CZ2", "SK2", "CZ3", "SK3"]]]
    found = draw(players, history_of(before), Options(sizes=(4, 4), countries="prefer", rounds=2), SEED)
    assert found.quality.coincidences == 4
    assert found.quality.country_pairs == pairs(found.tables, players, "country") == 4


def test_a_whole_event_and_a_seating_mended_late_keep_countries_apart():
    players = field({"CZ": 4, "SK": 3, "PL": 4, "AT": 4, "DE": 2})
    options = Options(sizes=(5, 4, 4, 4), countries="require", rounds=2)
    drawn = draw_event(players, 2, options, SEED)
    assert drawn.quality["country_pairs"].value == 0
    assert all(pairs(tables, players, "country") == 0 for tables in drawn.rounds)
    found = reseat(drawn.rounds[0], [drawn.rounds[0][1][0]], players, History(), options)
    assert pairs(found.tables, players, "country") == found.quality.country_pairs == 0


def test_what_cannot_be_is_refused_by_the_country():
    with pytest.raises(Refused) as no:
        draw(field({"CZ": 5, "SK": 3}), History(), Options(sizes=(4, 4), countries="require"), SEED)
    assert (no.value.code, no.value.values) == (
        "countries_cannot_be_apart",
        {"country": "CZ", "members": 5, "tables": 2},
    )
    alone = [Player(f"p{number}", None, "CZ" if number < 3 else "SK") for number in range(6)]
    with pytest.raises(Refused) as no:
        draw(alone, History(), Options(sizes=(6,), countries="require"), SEED)
    assert no.value.code == "countries_cannot_be_apart"


def test_the_quality_tells_compatriots_and_does_not_say_club_mates_twice():
    players = [Player("a", "X", "CZ"), Player("b", "X", "CZ"), Player("c", "Y", "CZ"), Player("d", "Z", "SK")]
    tables = (("a", "b", "c", "d"),)

    def told(**options):
        found = quality_of(tables, players, History(), Options(**options))
        return found.country_pairs, [(fault.code, fault.values["other"]) for fault in found.per_player.get("a", ())]

    assert told(countries="prefer") == (3, [("compatriot", "b"), ("compatriot", "c")])
    assert told(countries="prefer", clubs="prefer") == (3, [("club_mate", "b"), ("compatriot", "c")])
    assert told(clubs="prefer") == (None, [("club_mate", "b")])
    names = [rule.name for rule in rules_of(tables, players, History(), Options(clubs="prefer", countries="require"))]
    assert names.index("country_pairs") == 0
    assert "club_pairs" in names

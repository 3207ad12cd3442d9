"""The settings of competition.md, their defaults, and the presets of the series."""

from typing import Any

import pytest

from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from games.rules.setup import GameOptions
from tournaments.facts.regulations import CHOICES, NAMES, PRESETS, RANGES, Regulations, names_for


def refused_settings(given: dict[str, Any]) -> list[str]:
    with pytest.raises(Refused) as refused:
        Regulations.from_dict(given)
    assert refused.value.code == "bad_regulations"
    return [fault.path for fault in faults_in(refused.value)]


def test_the_defaults_are_those_of_the_competition_page():
    regulations = Regulations()
    assert (regulations.survivors, regulations.final_size) == (3, 6)
    assert (regulations.final_ranking, regulations.pooling) == ("cumulative", "pooled")
    assert (regulations.percent_decimals, regulations.percent_mode) == (0, "floor")
    assert regulations.penalty_letter_completes is True
    assert (regulations.bench, regulations.points_entry, regulations.tie_without_hejma) == ("cycle", "optional", "ask")
    assert Regulations.from_dict({}) == regulations
    assert regulations.explicit() == {}


def test_what_differs_from_the_defaults_can_be_stored_and_read_again():
    given = {"final_size": 8, "percent_mode": "half_up", "penalty_letter_completes": False}
    regulations = Regulations.from_dict(given)
    assert regulations.explicit() == given
    assert Regulations.from_dict(regulations.explicit()) == regulations


def test_a_table_gets_its_part_of_the_settings():
    given = {"survivors": 5, "penalty_letter_completes": False, "bench": "free", "points_entry": "off"}
    assert Regulations.from_dict(given).game_options() == GameOptions(5, False, "free", "off")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("survivors", 0),
        ("survivors", 6),
        ("survivors", True),
        ("survivors", 3.0),
        ("survivors", "3"),
        ("final_size", 0),
        ("final_size", 10**30),
        ("percent_decimals", -1),
        ("percent_decimals", 4),
        ("percent_mode", "ceil"),
        ("percent_mode", None),
        ("pooling", ["pooled"]),
        ("penalty_letter_completes", 1),
        ("game", "bridge"),
        ("smear_variant", "pedro"),
        ("smear_target", 0),
        ("survivers", 3),
    ],
)
def test_a_wrong_setting_is_refused_by_name(name, value):
    assert refused_settings({name: value}) == [name]


def test_all_wrong_settings_are_told_at_once():
    given = {"survivors": 9, "pooling": "x", "typo": 1, "final_size": 6}
    assert refused_settings(given) == ["survivors", "pooling", "typo"]


def test_every_setting_has_its_values():
    assert {*RANGES, *CHOICES, "penalty_letter_completes", "players_record"} == set(NAMES)
    assert all(getattr(Regulations(), name) in choices for name, choices in CHOICES.items())


def test_the_game_decides_which_settings_say_something_and_how_many_sit_at_a_table():
    assert set(names_for("smear")) - set(names_for("smoking_cat")) == {"smear_variant", "smear_target"}
    assert "game" not in {*names_for("smear"), *names_for("smoking_cat")}
    assert Regulations().game_options().table_sizes == (4, 5, 6)
    sizes = {
        variant: Regulations.from_dict({"game": "smear", "smear_variant": variant}).game_options().table_sizes
        for variant in CHOICES["smear_variant"]
    }
    assert sizes == {
        "ten_point": (4, 6),
        "nine_cards": (4,),
        "widow": (4,),
        "cutthroat": (3,),
        "five_point": (4, 6, 8),
    }


def test_presets_follow_the_table_of_series():
    """Smear stands in no such table: three rounds for as many as come."""
    assert {series: (one.basic_rounds, one.fewest_players, one.most_players) for series, one in PRESETS.items()} == {
        "nationals": (1, 8, 12),
        "classic": (2, 12, 15),
        "world_series": (3, 30, 30),
        "masters": (1, 10, 10),
        "greenhorn": (1, 4, None),
        "team_championship": (2, 18, 18),
        "friendly": (1, 4, None),
        "smear": (3, 3, None),
    }
    assert [series for series, one in PRESETS.items() if one.has_small_final] == ["nationals"]
    assert [series for series, one in PRESETS.items() if not one.has_final] == [
        "team_championship",
        "friendly",
        "smear",
    ]

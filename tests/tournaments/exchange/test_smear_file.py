"""An event file of Smear: no words, deals of its own, the same way in and out, faults of its own."""

import json
from typing import Any

import pytest

from games.rules.entries import SmearDeal
from tests.tournaments.exchange.files import SMEAR, SOUND, changed, refused
from tournaments.exchange.event_file import dump, parse
from tournaments.exchange.played import played_event
from tournaments.standings.results import results, results_document

TABLE = "rounds__0__tables__0"
IN_TABLE = "$.rounds[0].tables[0]"


def test_it_is_read_and_written_to_the_byte():
    text = json.dumps(SMEAR, indent=1, ensure_ascii=False)
    event = parse(text)
    assert dump(event) == text
    first = event.rounds[0]
    assert (first.word, first.letters, first.tables[0].log[0]) == ("", None, SmearDeal("B", 4, {"AC": 3, "BD": 7}))


def test_its_results_follow_from_the_scores():
    """As corrected: AC 2, BD 8; then C is set back by 5, BD 6; so BD wins at 14, and the last line comes too late."""
    document: Any = results_document(results(played_event(parse(json.dumps(SMEAR)))))
    [table] = document["tables"]
    assert (table["scores"], table["winner"]) == ({"AC": -3, "BD": 14}, "BD")
    assert [(one["place"], one["entry"], one["points"]) for one in document["standings"][:2]] == [
        (1, "p2", 14),
        (1, "p4", 14),
    ]
    assert [(one["position"], one["code"]) for one in document["findings"]] == [(5, "game_over"), (6, "game_over")]


@pytest.mark.parametrize(
    ("event", "path", "code"),
    [
        (changed(SMEAR, rounds__0__word="RACEK"), "$.rounds[0].word", "unknown_key"),
        (changed(SMEAR, **{f"{TABLE}__seats__I": "p5"}), f"{IN_TABLE}.seats.I", "no_such_smear_seat"),
        (changed(SMEAR, **{f"{TABLE}__seats__E": "p6"}), f"{IN_TABLE}.seats", "wrong_number_for_smear"),
        (
            changed(SMEAR, regulations__smear_variant="cutthroat"),
            f"{IN_TABLE}.seats",
            "wrong_number_for_smear",
        ),
        (changed(SMEAR, **{f"{TABLE}__log__0__points": {"CA": 1}}), f"{IN_TABLE}.log[0].points.CA", "not_a_party"),
        (changed(SMEAR, regulations__game=...), "$.rounds[0].word", "missing"),
        (
            changed(SMEAR, regulations__smear_variant="pedro"),
            "$.regulations.smear_variant",
            "setting_not_a_choice",
        ),
    ],
)
def test_a_fault_is_told_with_its_path(event, path, code):
    assert (path, code) in refused(event)


def test_a_deal_of_the_other_game_is_no_fault_of_the_file_but_a_finding():
    smear_line = {"kind": "smear_deal", "pitcher": "A", "bid": 4, "points": {"AC": 4}}
    event = changed(SOUND, **{f"{TABLE}__log": [smear_line]})
    [finding] = results(played_event(parse(json.dumps(event)))).findings
    assert finding.finding.code == "not_smear"

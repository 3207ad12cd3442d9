"""The three example events: every table and every finding as published in their results files."""

import json
from pathlib import Path

import pytest

from games.rules.payload import check_amendments, entry_payload, parse_entry
from games.rules.replay import replay
from games.rules.setup import GameSetup
from games.rules.word_letters import split_word

EXAMPLES = Path(__file__).parents[2] / "examples"
SLUGS = ["fen-evening-2026", "moor-final-2026", "harbour-classic-2026"]


def played(slug):
    """Each table of the event as (round, table, state)."""
    event = json.loads((EXAMPLES / f"{slug}.event.json").read_text())
    for played_round in event["rounds"]:
        for table in played_round["tables"]:
            setup = GameSetup(split_word(played_round["word"]), tuple(table["seats"]), occupants=table["seats"])
            log = [parse_entry(line) for line in table["log"]]
            yield played_round["number"], table["number"], replay(setup, log)


def results(slug):
    return json.loads((EXAMPLES / f"{slug}.results.json").read_text())


@pytest.mark.parametrize("slug", SLUGS)
def test_tables_are_those_of_the_results_file(slug):
    tables = [
        {
            "round": number,
            "table": table,
            "finished": state.finished,
            "deals": state.deals,
            "deals_to_go": list(state.deals_to_go),
            "seats": {
                seat.seat: {
                    "entry": seat.occupant,
                    "deals": seat.own.deals,
                    "letters": seat.own.letters,
                    "left": seat.left,
                    "match_ball": seat.seat in state.match_balls,
                }
                for seat in state.seats.values()
            },
        }
        for number, table, state in played(slug)
    ]
    assert tables == results(slug)["tables"]


@pytest.mark.parametrize("slug", SLUGS)
def test_findings_are_those_of_the_results_file(slug):
    found = [
        {"round": number, "table": table, "position": finding.position, "code": finding.code}
        for number, table, state in played(slug)
        for finding in state.findings
    ]
    assert found == results(slug)["findings"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_of_the_examples_survives_a_round_trip(slug):
    for _, _, state in played(slug):
        log = [line.entry for line in state.lines]
        assert [parse_entry(entry_payload(entry)) for entry in log] == log
        assert check_amendments(log) == []

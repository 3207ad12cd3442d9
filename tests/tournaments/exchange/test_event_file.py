"""Reading and writing event files: the examples give their results, and what is written reads the same."""

import datetime
import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules.entries import Amend, Close, Deal, PenaltyLetter, Strike, Substitute, VoidDeal, Withdraw
from tests.tournaments.exchange.files import SOUND, changed
from tournaments.exchange.event_file import dump, parse
from tournaments.exchange.played import played_event
from tournaments.exchange.shapes import FileClub, FileEntry, FileRound, FileTable
from tournaments.facts.regulations import Regulations
from tournaments.standings.results import results, results_document

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("fen-evening-2026", "harbour-classic-2026", "moor-final-2026")


def document(data):
    return results_document(results(played_event(parse(data))))


def without_sentences(found):
    for standing in found["standings"]:
        assert standing.pop("why")
    for finding in found["findings"]:
        assert finding.pop("text")
    return found


def canonical(event):
    """Seats sorted, an empty bench left out."""
    for round_ in event["rounds"]:
        for table in round_["tables"]:
            table["seats"] = dict(sorted(table["seats"].items()))
            table["log"] = [
                {key: value for key, value in line.items() if (key, value) != ("bench", [])} for line in table["log"]
            ]
    return event


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_give_their_results_to_the_byte(name):
    expected = (EXAMPLES / f"{name}.results.json").read_text("utf-8")
    found = without_sentences(document((EXAMPLES / f"{name}.event.json").read_bytes()))
    assert json.dumps(found, indent=1, ensure_ascii=False) == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_are_written_as_they_were_read(name):
    text = (EXAMPLES / f"{name}.event.json").read_text("utf-8")
    written = dump(parse(text))
    assert json.loads(written) == canonical(json.loads(text))
    assert dump(parse(written)) == written


def test_the_plainest_example_is_written_to_the_byte():
    text = (EXAMPLES / "moor-final-2026.event.json").read_text("utf-8")
    assert dump(parse(text)) == text


def test_every_value_of_a_file_arrives():
    event = parse(json.dumps(SOUND))
    assert (event.slug, event.name, event.series) == ("harbour-open-2026", "Harbour Open 2026", "nationals")
    assert (event.date, event.place, event.theme) == (datetime.date(2026, 2, 3), "Harbour Inn", "sea birds")
    assert event.regulations == Regulations(survivors=3, percent_decimals=1)
    assert event.clubs == (FileClub("HAR", "Harbour Cats", "PT"), FileClub("FEN", "Fen", "CZ"))
    assert event.entries[:2] == (FileEntry("p1", "HERON", "HAR"), FileEntry("p2", "PUFFIN", None, False, False))
    first, second = event.rounds
    assert (first.number, first.kind, first.word, first.caption) == (1, "basic", "RACEK", "Mr RACEK")
    assert (second.kind, second.caption, second.letters, second.tables) == ("final", "", None, ())
    assert first.tables[0].seats == {"A": "p1", "B": "p2", "C": "p3", "D": "p4", "E": "p5"}
    assert first.tables[0].log == (
        Deal("A", ("E",)),
        Deal("C", ("A",), {"B": 0, "C": 20, "D": 13, "E": 0}, packed=True),
        VoidDeal(("B",), "cards stuck"),
        PenaltyLetter("B", "second misdeal"),
        Amend(1, {"loser": "B"}),
        Strike(4, "ruling lifted"),
        Substitute("D", "p9", "injury"),
        Withdraw("E", "ill"),
        Close("venue closes"),
    )


def test_a_sound_file_is_written_to_the_byte():
    text = json.dumps(SOUND, indent=1, ensure_ascii=False)
    assert dump(parse(text)) == text


def test_what_is_optional_may_be_absent():
    event = parse(
        json.dumps(changed(place=..., theme=..., regulations=..., clubs=..., entries__0__club=..., rounds=[]))
    )
    assert (event.place, event.theme, event.clubs, event.rounds) == ("", "", (), ())
    assert event.regulations == Regulations()
    assert dump(event).count("regulations") == 1


def test_what_is_default_is_left_out_but_given_regulations_are_kept():
    event = changed(entries__0__classified=True, entries__0__earns_points=True, rounds__1__caption="")
    event["rounds"][0]["tables"][0]["log"][0] = {"kind": "deal", "loser": "A", "bench": ["E"], "packed": False}
    event["entries"][0]["withdrawn"] = False
    assert json.loads(dump(parse(json.dumps(event)))) == SOUND


def test_who_has_withdrawn_may_be_said():
    event = changed(entries__0__withdrawn=True)
    file = parse(json.dumps(event))
    assert [entry.withdrawn for entry in file.entries[:2]] == [True, False]
    assert json.loads(dump(file)) == event


def test_keys_and_seats_are_written_in_order_whatever_the_order_of_the_file():
    event = changed(rounds__0__tables__0__seats=dict(reversed(SOUND["rounds"][0]["tables"][0]["seats"].items())))
    event["regulations"] = {"percent_decimals": 1, "survivors": 3}
    turned = json.dumps(dict(reversed(event.items())))
    assert dump(parse(turned)) == json.dumps(SOUND, indent=1, ensure_ascii=False)


def test_a_table_from_elsewhere_is_written_with_its_seats_in_order():
    table = FileTable(1, {"B": "p1", "D": "p2", "A": "p3", "C": "p4"})
    event = replace(parse(json.dumps(SOUND)), rounds=(FileRound(1, "basic", "KAMIL", tables=(table,)),))
    assert '"A": "p3",\n      "B": "p1",\n      "C": "p4",\n      "D": "p2"' in dump(event)


def test_a_stand_in_is_an_entry_in_the_file_and_so_is_an_amended_one():
    log = [
        {"kind": "substitute", "seat": "D", "entry": "p9"},
        {"kind": "amend", "position": 1, "entry": "p11"},
    ]
    event = parse(json.dumps(changed(rounds__0__tables__0__log=log)))
    assert event.rounds[0].tables[0].log == (Substitute("D", "p9"), Amend(1, {"occupant": "p11"}))
    assert json.loads(dump(event))["rounds"][0]["tables"][0]["log"] == log
    assert played_event(event).rounds[0].tables[0].state.seats["D"].occupant == "p11"


def test_who_dealt_may_be_written_down():
    log = [{"kind": "deal", "loser": "A", "bench": ["E"], "dealer": "C"}]
    event = parse(json.dumps(changed(rounds__0__tables__0__log=log)))
    assert json.loads(dump(event))["rounds"][0]["tables"][0]["log"] == log


def test_the_organiser_may_correct_the_split_of_a_word():
    event = parse(json.dumps(changed(rounds__0__word="CHUCHVALEC", rounds__0__letters=["CH", "U", "CH", "VALEC"])))
    assert event.rounds[0].letters == ("CH", "U", "CH", "VALEC")
    assert json.loads(dump(event))["rounds"][0]["letters"] == ["CH", "U", "CH", "VALEC"]
    assert played_event(event).rounds[0].tables[0].state.setup.letters == ("CH", "U", "CH", "VALEC")


def test_a_word_is_split_by_code_point_after_nfc():
    event = parse(json.dumps(changed(rounds__0__word="CHUDA\u0301")))
    assert event.rounds[0].word == "CHUDÁ"
    assert played_event(event).rounds[0].tables[0].state.setup.letters == ("C", "H", "U", "D", "Á")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_an_id_stays_as_it_was_written_wherever_it_is_named(form):
    name = unicodedata.normalize(form, "ž3")
    log = [{"kind": "substitute", "seat": "C", "entry": "p9"}, {"kind": "substitute", "seat": "C", "entry": name}]
    text = json.dumps(changed(entries__2__id=name, rounds__0__tables__0__seats__C=name, rounds__0__tables__0__log=log))
    assert document(text)["tables"][0]["seats"]["C"]["entry"] == name
    assert parse(dump(parse(text))) == parse(text)


def test_regulations_reach_the_table():
    log = [{"kind": "penalty_letter", "seat": "A"}] * 5
    event = changed(regulations={"penalty_letter_completes": False}, rounds__0__tables__0__log=log)
    assert [finding["code"] for finding in document(json.dumps(event))["findings"]] == ["cannot_complete"]


def test_coming_back_to_ones_own_seat_and_a_stand_in_who_was_struck_are_no_second_seat():
    log = [
        {"kind": "substitute", "seat": "D", "entry": "p9"},
        {"kind": "substitute", "seat": "D", "entry": "p4"},
        {"kind": "substitute", "seat": "A", "entry": "p5"},
        {"kind": "strike", "position": 3},
        {"kind": "substitute", "seat": "A", "entry": "p5"},
        {"kind": "amend", "position": 5, "entry": "p12"},
    ]
    event = parse(json.dumps(changed(rounds__0__tables__0__log=log)))
    assert len(event.rounds[0].tables[0].log) == 6


@pytest.mark.parametrize(
    "impossible",
    [
        [{"kind": "withdraw", "seat": "D"}, {"kind": "substitute", "seat": "D", "entry": "p9"}],
        [{"kind": "substitute", "seat": "F", "entry": "p9"}],
        [{"kind": "substitute", "seat": "D", "entry": "p6"}],
    ],
    ids=["a seat that has left", "a seat that is not there", "game over"],
)
def test_a_stand_in_line_that_cannot_be_seats_nobody(impossible):
    """It is a finding like any other; its stand-in is free, and the site lets him sit down elsewhere."""
    over = impossible[-1]["entry"] == "p6"  # who sits at the second table
    after = [] if over else [{"kind": "substitute", "seat": "A", "entry": "p9"}]
    log = [*([{"kind": "close"}] if over else []), *impossible, *after]
    found = document(json.dumps(changed(rounds__0__tables__0__log=log)))
    (finding,) = found["findings"]
    assert finding["position"] == len(log) - len(after)
    assert found["tables"][0]["seats"]["A"]["entry"] == ("p1" if over else "p9")


def test_the_regulations_say_when_a_stand_in_comes_too_late():
    """At five survivors the table of five never begins."""
    log = [{"kind": "substitute", "seat": "D", "entry": "p6"}]
    text = json.dumps(changed(regulations__survivors=5, rounds__0__tables__0__log=log))
    assert [finding["code"] for finding in document(text)["findings"]] == ["game_over"]


def test_text_may_be_of_any_script_and_bytes_may_have_a_mark_before_them():
    event = changed(name="Přístav – 港 🐈", entries__0__nick="ŽLUŤOUČKÝ")
    read = parse(b"\xef\xbb\xbf" + json.dumps(event, ensure_ascii=False).encode())
    assert (read.name, read.entries[0].nick) == ("Přístav – 港 🐈", "ŽLUŤOUČKÝ")
    assert "ŽLUŤOUČKÝ" in dump(read)


def test_a_line_that_cannot_be_is_a_finding_and_no_fault():
    log = [{"kind": "deal", "loser": "G", "bench": ["E"]}, {"kind": "penalty_letter", "seat": "H"}]
    found = document(json.dumps(changed(rounds__0__tables__0__log=log)))
    assert [finding["code"] for finding in found["findings"]] == ["unknown_seat", "unknown_seat"]

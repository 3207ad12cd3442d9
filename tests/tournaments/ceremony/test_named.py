"""Where several transcripts are given, all three checkers name the draw of which a step does not hold."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.phone.conftest import node as node
from tests.tournaments.ceremony.test_forgeries import drawn, exchange, replanned, set_in
from tests.tournaments.ceremony.test_remarks import REMARKED, attempts
from tests.tournaments.ceremony.test_transcript import program, run
from tests.tournaments.ceremony.transcripts import planned, retold, told
from tournaments.ceremony.verification import findings_of
from tournaments.texts.about_draws import CHECKS

NOTED = Path(__file__).with_name("noted.mjs")
Crossed = list[list[str | int]]
"""The steps that fail, each before the draws in which it does, or the place of what is no transcript."""


def cases() -> dict[str, tuple[str, Crossed, str]]:
    """Of each text what is crossed, and what the program says, which stops at the first."""
    first, second, last = planned()
    miscounted = {}
    for text in (second, last):
        document = told(text)
        document["quality"]["club_pairs"] += 1
        miscounted[text] = retold(document)
    moved = replanned(lambda plan: exchange(plan, (0, 1), (1, 1)))(told(second))
    silent = drawn(draw_id="moor/1/2", attempt=2, reason="again")
    _, third, fourth, _ = attempts()
    unsafe = set_in("draw_id", "moor/2/1\x1b[2J")(told(second))
    return {
        "one that miscounts": (
            first + miscounted[second] + last,
            [["quality", "moor/2/1"]],
            "moor/2/1 counts its own faults wrongly",
        ),
        "two that do": (
            first + miscounted[second] + miscounted[last],
            [["quality", "moor/2/1", "moor/3/1"]],
            "moor/2/1 counts its own faults wrongly",
        ),
        "another seating": (
            first + moved,
            [["plan", "moor/2/1"]],
            "moor/2/1 has a seating that does not follow from its lots",
        ),
        "an attempt that is silent": (
            first + silent,
            [["before", "moor/1/2"]],
            "moor/1/2 does not tell of moor/1/1, drawn before it, and of all attempts that this one tells of",
        ),
        "one out of order": (
            second + first,
            [["order", "moor/1/1"]],
            "they are not of one event in the order of its rounds and attempts: moor/1/1 stands after moor/2/1",
        ),
        "an attempt out of order, which holds alone": (
            fourth + third,
            [["order", "moor/1/3"]],
            "they are not of one event in the order of its rounds and attempts: moor/1/3 stands after moor/1/4",
        ),
        "no transcript": (first + "\n" + second + "a shopping list", [["form", 3]], "transcript 3 cannot be read"),
        "one changed afterwards": (
            first + second.replace("moor/2/1", "moor/1/1") + last,
            [["form", 2]],
            "transcript 2 was changed afterwards",
        ),
        "a name that the terminal obeys": (
            first + unsafe,
            [["frozen", "moor/2/1"]],
            "moor/2/1 is that of another draw",
        ),
        "one alone": (miscounted[second], [["quality"]], "this transcript counts its own faults wrongly"),
        "nothing": ("", [["form"]], "this transcript cannot be read"),
    }


@pytest.mark.parametrize("name", cases())
def test_all_three_name_the_draw_of_which_a_step_does_not_hold(name: str, node: Callable[..., str], tmp_path: Path):
    text, crossed, sentence = cases()[name]
    found = [[one.step, *one.where] for one in findings_of(text) if not one.holds]
    assert found == crossed
    file = tmp_path / "texts.json"
    file.write_text(json.dumps([text]))
    [[steps, _]] = json.loads(node(REMARKED, file))
    by_page = [[step, *where] for step, holds, *where in steps if not holds]
    assert by_page == crossed
    assert program["verdict"](program["lines_of"]([text])) == (f"Rejected: {sentence}.", False)


@pytest.mark.parametrize("changes", [{"plan": [[99, 2, 3, 4]] * 4}, {"lots": [1, 2, 3]}])
def test_a_lot_of_nobody_is_a_wrong_seating_and_not_the_end_of_the_check(
    changes: dict[str, object], node: Callable[..., str], tmp_path: Path
):
    """The site says of it what the page says, and that it draws another seating anew."""
    first, second, _ = planned()
    text = first + retold({**told(second), **changes})
    (file := tmp_path / "texts.json").write_text(json.dumps([text]))
    [[steps, _]] = json.loads(node(REMARKED, file))
    by_page = [step for step, holds, *_ in steps if not holds]
    crossed = [one.step for one in findings_of(text) if not one.holds and one.step != "plan"]
    assert crossed == by_page
    assert "seating" in by_page


def test_the_command_writes_the_name_before_what_fails(tmp_path: Path):
    path = tmp_path / "draws.json"
    for name, beginning in {
        "two that do": f"- moor/2/1, moor/3/1: {CHECKS['quality'].fails}",
        "no transcript": f"- transcript 3: {CHECKS['form'].fails}",
        "one alone": f"- {CHECKS['quality'].fails}",
    }.items():
        path.write_text(cases()[name][0])
        out = io.StringIO()
        with pytest.raises(SystemExit):
            call_command("check_draw", str(path), stdout=out)
        assert beginning in out.getvalue().splitlines()


def test_of_several_files_the_program_names_one_that_is_no_text(tmp_path: Path):
    names = [tmp_path / "1.json", tmp_path / "2.json"]
    names[0].write_text(planned()[0])
    names[1].write_bytes(b"\xff\xfe")
    assert run(*names).stderr == "Rejected: transcript 2 cannot be read.\n"


def test_what_somebody_has_noted_is_looked_for_in_every_draw_and_that_one_is_named(
    node: Callable[..., str], tmp_path: Path
):
    """The page of a later round puts the rounds before above it, and he may have noted one of those."""
    first, second, last = planned()
    by_draw = {told(text)["draw_id"]: told(text) for text in (first, second, last)}
    all_three, asked = first + second + last, []
    for document in by_draw.values():
        asked += [[all_three, "commitment", f" {document['commitment']}"]]
        asked += [[all_three, "frozen_hash", document["frozen_hash"][:12].upper()]]
    asked += [[all_three, "commitment", "0" * 64], [last, "commitment", told(last)["commitment"]]]
    (file := tmp_path / "asked.json").write_text(json.dumps(asked))
    *named, nobody, alone = json.loads(node(NOTED, file))
    assert named == [[f"{what}-noted", True, draw] for draw in by_draw for what in ("commitment", "frozen_hash")]
    assert nobody == ["commitment-noted", False]
    assert alone == ["commitment-noted", True]

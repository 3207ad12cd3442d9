"""A transcript holds as it was written, and whoever changes anything of it is found out, even one who knows how."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from games.rules.smear.variants import VARIANTS
from tests.refusals import refused_code
from tests.tournaments.ceremony.transcripts import (
    CARDS,
    SECRET,
    frozen,
    planned,
    retold,
    told,
    transcript,
    without_ceremony,
)
from tournaments.ceremony.digests import commitment_to
from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.lots import shuffled
from tournaments.ceremony.transcript import open_draw
from tournaments.ceremony.verification import STEPS, findings_of, verdict_on
from tournaments.draws.model import Options
from tournaments.texts.about_draws import VERDICTS

CHECKER = Path(__file__).parents[3] / "docs" / "check_draw.py"
program = run_path(str(CHECKER))
check = program["check"]


def holds_outside(text: str) -> bool:
    """What the program for everybody says, without starting it each time."""
    try:
        return all(holds for holds, _ in check(text))
    except Exception:
        return False


def outside(text: str) -> str:
    """The verdict of the program, by its name at the site: both say it in the same words."""
    said, good = program["verdict"](program["lines_of"]([text]))
    return {str(sentence): name for name, sentence in VERDICTS.items()}[said] if good else "fails"


def failed(text: str) -> list[str]:
    return [one.step for one in findings_of(text) if not one.holds]


SEARCHED = (*STEPS[:-1], "search")
BY_THIS_ENGINE = (*STEPS[:3], "made", *STEPS[3:])


@pytest.mark.parametrize(
    ("make", "steps"),
    [
        (transcript, SEARCHED),
        (without_ceremony, SEARCHED),
        (lambda: transcript("dice 1 2 3 4 5 6 1 2 3 4"), SEARCHED),
        (lambda: planned(1)[0], BY_THIS_ENGINE),
    ],
)
def test_a_transcript_holds_for_the_site_and_for_everybody_else(make: Callable[[], str], steps: tuple[str, ...]):
    text = make()
    assert [(one.step, one.holds) for one in findings_of(text)] == [(step, True) for step in steps]
    assert holds_outside(text)


def test_a_transcript_is_what_the_sentences_of_the_protocol_say():
    """By hand, from the description alone; the stream and the shuffle have golden values below."""
    document = told(transcript())
    plain = json.dumps(document["frozen"], sort_keys=True, separators=(",", ":"))
    digest = {
        "commitment": f"commit|harbour/3/1|{SECRET}",
        "frozen_hash": f"frozen|{plain}",
        "seed": f"seed|{document['frozen_hash']}|{SECRET}|{CARDS}",
    }
    for name, words in digest.items():
        assert document[name] == hashlib.sha256(f"pub-draw/1|{words}".encode()).hexdigest(), name
    assert document["commitment"] == commitment_to("harbour/3/1", SECRET)
    assert document["tables"] == [[document["lots"][lot - 1] for lot in table] for table in document["plan"]]
    assert sorted(document["lots"]) == [1, 2, 4, 5, 6, 7, 8, 9, 10]


def test_the_lots_of_a_seed_never_change():
    """Whoever changes the stream changes the name of the protocol, or old transcripts no longer hold."""
    assert shuffled(range(1, 13), "c0ffee") == [1, 8, 12, 7, 11, 3, 6, 10, 2, 4, 9, 5]


def test_every_order_comes_up_about_as_often():
    times = Counter(tuple(shuffled("abcd", f"{seed:04x}")) for seed in range(4800))
    assert len(times) == 24
    assert all(140 < one < 265 for one in times.values())  # 200 expected, more than four deviations away


def test_the_lots_decide_and_not_the_start_number():
    """The plan reads lots only: two fields that differ in who is who, and nothing else, have the same plan."""
    without_history = frozen(rounds=(), options=Options(rounds=3))
    documents = [open_draw(without_history, secret, CARDS).document for secret in ("aa" * 32, "bb" * 32)]
    assert documents[0]["lots"] != documents[1]["lots"]
    assert documents[0]["tables"] != documents[1]["tables"]


def test_without_a_ceremony_the_secret_alone_is_the_seed_and_the_transcript_says_so():
    document = told(without_ceremony())
    assert (document["ceremony"], document["room"], document["seed"]) == (False, "none", SECRET)
    assert document["frozen"]["announced"] is False


def test_a_frozen_document_is_read_as_it_was_written():
    assert frozen_of(frozen().document()).document() == frozen().document()


def test_a_secret_that_is_not_hex_is_refused():
    assert refused_code(open_draw, frozen(), "no hex", CARDS) == "bad_seed"


FEUD = Options(clubs="prefer", rounds=3, apart=(("2", "7"), ("10", "1"), ("3", "4")))
"""The third pair has nobody left: start number 3 has gone home."""


def test_pairs_who_may_not_meet_are_frozen_and_kept_and_checked():
    text = transcript(options=FEUD)
    document = told(text)
    assert document["frozen"]["options"]["apart"] == [[2, 7], [10, 1], [3, 4]]
    assert not any({2, 7} <= set(table) or {1, 10} <= set(table) for table in document["tables"])
    assert [(one.step, one.holds) for one in findings_of(text)] == [(step, True) for step in SEARCHED]
    assert holds_outside(text)
    assert frozen_of(document["frozen"]).document() == document["frozen"]


def test_a_transcript_that_seats_a_forbidden_pair_is_found_out():
    document = told(transcript(options=FEUD))
    table = document["tables"][0]
    document["frozen"]["options"]["apart"] = [table[:2]]
    assert {"frozen", "seating", "search"} <= set(failed(retold(document)))
    assert "seats a forbidden pair" in [fault for holds, fault in check(retold(document)) if not holds]


COUNTRIES = {number: ("CZ", "SK")[number % 2] for number in range(1, 11) if number != 3}


@pytest.mark.parametrize("clubs", ["off", "prefer"])
def test_countries_are_frozen_and_counted_and_checked(clubs: Any):
    options = Options(clubs=clubs, countries="prefer", rounds=3, sizes=(5, 4))
    text = transcript(options=options, countries=COUNTRIES)
    document = told(text)
    assert (failed(text), holds_outside(text)) == ([], True)
    assert document["frozen"]["options"]["countries"] == "prefer"
    assert {one["no"]: one["country"] for one in document["frozen"]["roster"]} == COUNTRIES
    assert document["quality"]["country_pairs"] == told_quality(document)["country_pairs"] > 0
    document["quality"]["country_pairs"] = 0
    assert (failed(retold(document)), holds_outside(retold(document))) == (["quality"], False)


def test_a_country_that_was_changed_after_it_was_frozen_is_found_out():
    document = told(transcript(options=Options(countries="prefer", rounds=3), countries=COUNTRIES))
    document["frozen"]["roster"][0]["country"] = "PL"
    assert "frozen" in failed(retold(document))
    assert not holds_outside(retold(document))


def test_where_countries_do_not_matter_nothing_of_them_is_frozen():
    document = told(transcript(countries=COUNTRIES))
    assert "countries" not in document["frozen"]["options"]
    assert {tuple(one) for one in document["frozen"]["roster"]} == {("club", "no")}
    assert "country_pairs" not in document["quality"]


def test_where_there_are_no_pairs_nothing_of_them_is_frozen():
    assert set(frozen().document()["options"]) == {"allowed", "clubs", "rounds", "sizes"}


# --- Whoever changes it -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("make", [transcript, without_ceremony])
def test_any_change_of_one_character_is_rejected(make: Callable[[], str]):
    """Every character changed, left out and doubled, but the line's end: thousands of transcripts; not one holds."""
    text, tried = make(), 0
    for at, was in enumerate(text.rstrip()):
        changed = {" ", chr(ord(was) ^ 1), chr(ord(was) ^ 32), "0"} - {was}
        for other in (*sorted(changed), "", was + was):
            tampered = text[:at] + other + text[at + 1 :]
            assert not holds_outside(tampered), (at, other)
            assert findings_of(tampered)[0].holds is False, (at, other)
            tried += 1
    assert tried > 6_000


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    document = told(transcript())
    change(document)
    return retold(document)


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        pytest.param(lambda d: d.update(secret="5f" * 32), {"commitment", "seed"}, id="another secret"),
        pytest.param(lambda d: d.update(commitment="0" * 64), {"commitment"}, id="another promise"),
        pytest.param(lambda d: d["frozen"].update(reason="x"), {"frozen"}, id="a reason"),
        pytest.param(lambda d: d["frozen"].update(announced=False), {"frozen"}, id="never announced"),
        pytest.param(lambda d: d["frozen"]["rules"].update(kind="play_off"), {"frozen"}, id="another kind"),
        pytest.param(lambda d: d["frozen"]["rounds"].pop(), {"frozen", "quality"}, id="a round that was"),
        pytest.param(lambda d: d["frozen"]["roster"][0].update(club="X"), {"frozen"}, id="a club"),
        pytest.param(lambda d: d.update(attempt=2), {"frozen"}, id="another attempt"),
        pytest.param(lambda d: d.update(draw_id="harbour/4/1"), {"frozen"}, id="another draw"),
        pytest.param(lambda d: d.update(room=CARDS[:-2] + "8b"), {"seed"}, id="another card"),
        pytest.param(lambda d: d.update(room="none"), {"seed"}, id="no cards"),
        pytest.param(lambda d: d.update(ceremony=False), {"seed"}, id="no ceremony"),
        pytest.param(lambda d: d.update(seed="ab" * 32), {"seed", "lots"}, id="another seed"),
        pytest.param(lambda d: d["lots"].reverse(), {"lots", "seating"}, id="other lots"),
        pytest.param(lambda d: d["plan"][0].reverse(), {"seating", "search"}, id="another plan"),
        pytest.param(lambda d: d["tables"][0].reverse(), {"seating"}, id="other seats"),
        pytest.param(lambda d: d["quality"].update(club_pairs=0), {"quality"}, id="a better quality"),
        pytest.param(lambda d: d.update(format="pub-draw/2"), {"form"}, id="another protocol"),
        pytest.param(lambda d: d.pop("room"), {"form"}, id="something left out"),
    ],
)
def test_who_writes_a_fitting_digest_over_a_change_is_found_out(change: Callable[[dict[str, Any]], object], steps):
    text = changed(change)
    assert steps <= set(failed(text))
    assert not holds_outside(text)


def test_only_the_engine_can_tell_a_searched_seating_that_it_did_not_find():
    """Two lots change places in plan and tables: the lots still give the tables; that the engine found others, not."""

    def exchange(document: dict[str, Any]) -> None:
        for name in ("plan", "tables"):
            one, other = document[name][0], document[name][1]
            one[1], other[1] = other[1], one[1]
        document["quality"] = told_quality(document)

    assert failed(changed(exchange)) == ["search"]
    assert outside(changed(exchange)) == "unchecked"


def test_what_an_older_engine_searched_for_is_not_searched_for_again():
    """This engine may find another seating, and that says nothing."""
    text = transcript(algorithm="scwu-draw/9", sizes=(5, 4))
    document = told(text)
    assert "search" not in {one.step for one in findings_of(text)}
    assert outside(text) == verdict_on(findings_of(text)) == "unchecked"
    document["next"] = [document["plan"]]
    assert outside(retold(document)) == verdict_on(findings_of(retold(document))) == "fails"


def told_quality(document: dict[str, Any]) -> Any:
    return program["quality"](document["frozen"], document["tables"])


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "7", "[" * 100_000, '{"digest":1}', "\ud800", "NaN"])
def test_what_is_no_transcript_is_rejected_and_nothing_crashes(text: str):
    assert failed(text) == ["form"]
    assert not holds_outside(text)


# --- The program for everybody ----------------------------------------------------------------------------------------


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", CHECKER, *arguments], capture_output=True, text=True, check=False, cwd="/"
    )


@pytest.mark.parametrize(
    ("allowed", "can"),
    [([], False), ([4, 8], False), ([6, 4], False), ([4, 4], False)]
    + [(list(variant.players), True) for variant in VARIANTS.values()],
)
def test_tables_of_smear_are_those_of_a_variant(allowed: list[int], can: bool):
    assert program["can_be_played"](allowed, "smear") is can


def test_the_program_says_one_sentence_and_its_code(tmp_path: Path):
    sound, tampered = tmp_path / "sound.json", tmp_path / "tampered.json"
    sound.write_text(transcript())
    tampered.write_text(changed(lambda document: document.update(room=CARDS[:-2] + "8b")))
    good, bad, missing = run(sound), run(tampered), run(tmp_path / "none.json")
    assert (good.returncode, good.stdout.splitlines()) == (
        0,
        [
            "The promises hold, but the seating itself was NOT checked.",
            (
                "harbour/3/1: The seed was made of the site's secret and of ten cards, entered for the room. "
                "Whether the secret was promised before, those can say who saw it."
            ),
            "harbour/3/1: There was no second secret by somebody of the hall.",
            "harbour/3/1: Nobody had a say in the seed but the site and whoever entered the cards or dice.",
        ],
    )
    assert (bad.returncode, bad.stderr) == (1, "Rejected: this transcript has a seed that does not follow.\n")
    assert (missing.returncode, missing.stderr) == (2, f"{tmp_path / 'none.json'}: No such file or directory\n")
    tampered.write_bytes(b"\xff\xfe")
    assert (run(tampered).returncode, run(tampered).stderr) == (1, "Rejected: this transcript cannot be read.\n")


def test_rounds_of_one_event_go_on_with_the_plan_that_was_left(tmp_path: Path):
    names = []
    for number, text in enumerate(planned()):
        names.append(tmp_path / f"{number}.json")
        names[-1].write_text(text)
    assert run(*names).stdout.splitlines()[0] == "It holds."
    other = tmp_path / "other.json"
    other.write_text(planned(players=20)[2])
    assert run(names[0], other).returncode == 1


def test_attempts_at_one_round_tell_of_those_before_them():
    """Else one could be left out: each has the digests of the others, and the next round goes on after the last."""
    attempts: list[str] = []
    for number in (1, 2, 3):
        of_this = {"draw_id": f"moor/1/{number}", "attempt": number, "reason": "" if number == 1 else "again"}
        digests = tuple(told(text)["digest"] for text in attempts)
        attempts.append(transcript(rounds=(), options=Options(rounds=3), earlier=digests, **of_this))
    last = told(attempts[-1])
    after = transcript(draw_id="moor/2/1", rounds=(last["tables"],), plan=last["next"], options=Options(rounds=3))
    assert program["verdict"]([*attempts, after]) == ("It holds.", True)
    assert not any("other tables" in said for said in program["remarks"]([*attempts, after]))
    forgotten = transcript(rounds=(), options=Options(rounds=3), draw_id="moor/1/2", attempt=2, reason="again")
    said = "Rejected: moor/1/2 does not tell of moor/1/1, drawn before it, and of all attempts that this one tells of."
    assert program["verdict"]([attempts[0], forgotten]) == (said, False)
    assert not program["verdict"]([*attempts[:2], after])[1]


def test_the_program_says_where_a_round_is_told_that_was_not_drawn():
    """Two may have changed places by hand, or somebody has changed them afterwards: that, those can say who played."""
    one, two, *_ = planned()
    document = told(two)
    tables = document["frozen"]["rounds"][0]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    said = "moor/2/1: It says that moor/1/1 was played at other tables than were drawn."
    assert said in program["remarks"]([one, retold(document)])
    assert said not in program["remarks"]([one, two])


@pytest.mark.parametrize(
    "arguments",
    [(), ("--secret",), ("--secret", "foo"), ("--secret", "moor/1/1", "draw.json"), ("--what", "draw.json")],
)
def test_who_asks_for_nothing_that_there_is_gets_a_usage_line_and_code_two(arguments: tuple[str, ...]):
    asked = run(*arguments)
    assert (asked.returncode, asked.stdout, asked.stderr.partition(":")[0]) == (2, "", "usage")


def test_the_program_says_what_it_is_for():
    asked = run("--help")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert "Check the transcript of a public draw." in asked.stdout


def test_the_program_makes_a_second_secret_and_its_digest():
    asked = run("--secret", "moor/1/2")
    secret, digest = (line.split(": ")[1] for line in asked.stdout.splitlines())
    assert (asked.returncode, digest) == (0, hall_commitment("moor/1/2", secret))


def test_who_does_not_read_on_sees_no_traceback(tmp_path: Path):
    (tmp_path / "draw.json").write_text(transcript())
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write) as gone:
        asked = [sys.executable, "-I", CHECKER, tmp_path / "draw.json"]
        ran = subprocess.run(asked, stdout=gone, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_program_has_nothing_of_ours():
    source = CHECKER.read_text()
    assert "tournaments" not in source
    assert "games" not in source

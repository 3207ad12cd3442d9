"""What the three checkers say beside their verdict: of each draw by its name, and no more than its transcript tells."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.phone.conftest import node as node
from tests.tournaments.ceremony.test_forgeries import by_older_engine, drawn, exchange, sealed
from tests.tournaments.ceremony.test_forgeries import in_the_browser as in_the_browser
from tests.tournaments.ceremony.test_secrets import OPENED, UNOPENED
from tests.tournaments.ceremony.test_secrets import unsigned as unsigned
from tests.tournaments.ceremony.test_transcript import outside, program
from tests.tournaments.ceremony.test_unusual_events import SIXTEEN, after, event
from tests.tournaments.ceremony.transcripts import (
    QUICKNET,
    QUICKNET_TOLD,
    planned,
    retold,
    told,
    transcript,
    with_secrets,
    without_ceremony,
)
from tournaments.ceremony.room import NOBODY as UNTURNED
from tournaments.ceremony.verification import findings_of, takes_plan, verdict_on
from tournaments.draws.model import Options
from tournaments.draws.seeding import OLDER, PLANNED, VERSION
from tournaments.texts.about_draws import CHECKS, PLANS, REMARKS

REMARKED = Path(__file__).with_name("remarked.mjs")
BY_ROOM = (
    "The seed was made of the site's secret and of ten {}, entered for the room. Whether the secret was promised "
    "before, those can say who saw it."
)
NOBODY = "There was no second secret by somebody of the hall."
FEW = "Nobody had a say in the seed but the site and whoever entered the cards or dice."
UNDER_A_NAME = (
    "The seed was made of a second secret under the name ČERT, too, whose digest was frozen. Whose it was, those can "
    "say who saw it."
)
REFUSED = "The second secret under the name ČERT was not opened; ten others were entered for the room instead."
ONLY_A_NAME = (
    "A name is only a name: how it was known the transcript does not say; the page of the draw on its site does."
)
THEN = (
    "that the list was frozen before it came, at 2023-08-23 15:59:23 UTC; whether it was, those can say who saw the "
    "promise and the frozen list then."
)
DRAND = f"The seed was made of round 1000 of drand's chain quicknet, too. The transcript says {THEN}"
DRAND_UNSIGNED = f"The transcript says that the seed was made of round 1000 of drand's chain quicknet, too, and {THEN}"
FEW_UNSIGNED = f"{FEW.removesuffix('.')}, unless drand has signed that round."
UNSIGNED = "The signature of drand's round was NOT checked here."
TAKEN = (
    "Its plan and the sizes of its tables were taken as they are frozen; that the engine {} makes just these was not "
    "computed anew."
)
ELSEWHERE = "It says that moor/1/1 was played at other tables than were drawn."


@pytest.fixture
def on_the_page(
    node: Callable[..., str], tmp_path: Path
) -> Callable[[list[str]], list[tuple[dict[str, bool], list[str]]]]:
    """What the script of the page says of each text: the steps that it takes, and its remarks."""

    def remarked(texts: list[str]) -> list[tuple[dict[str, bool], list[str]]]:
        file, said = tmp_path / "texts.json", {**REMARKS, **PLANS}
        file.write_text(json.dumps(texts))
        return [
            (
                {step: holds for step, holds, *_ in steps},
                [f"{draw}: {said[name] % values}" for draw, name, values in remarks],
            )
            for steps, remarks in json.loads(node(REMARKED, file))
        ]

    return remarked


def by_command(text: str, path: Path) -> list[str]:
    path.write_text(text)
    out = io.StringIO()
    call_command("check_draw", str(path), stdout=out)
    return [line for line in out.getvalue().splitlines()[:-1] if line[0] not in "+-"]


def by_program(text: str) -> list[str]:
    """Letters that not every terminal has it writes as numbers, between marks."""
    return [said.replace("'\\u010cERT'", "ČERT") for said in program["remarks"](program["lines_of"]([text]))]


SEEDS: dict[str, tuple[Callable[[], str], list[str]]] = {
    "cards": (with_secrets, [BY_ROOM.format("cards"), NOBODY, FEW]),
    "dice": (lambda: with_secrets(room="dice 1 2 3 4 5 6 1 2 3 4"), [BY_ROOM.format("dice"), NOBODY, FEW]),
    "a second secret": (
        lambda: with_secrets(hall=OPENED),
        [
            BY_ROOM.format("cards"),
            UNDER_A_NAME,
            ONLY_A_NAME,
        ],
    ),
    "a second secret that was refused": (
        lambda: with_secrets(hall=UNOPENED),
        [
            BY_ROOM.format("cards"),
            REFUSED,
            ONLY_A_NAME,
            FEW,
        ],
    ),
    "no ceremony": (
        without_ceremony,
        ["This was a draw without a ceremony: the site's secret alone was the seed, so the site has to be trusted."],
    ),
}


def without_plans(remarks: list[str], text: str) -> list[str]:
    """What is left but how good the plan is, and that it was taken, which the site does not say of its own; the name of
    the draw taken off.
    """
    name = f"{told(text)['draw_id']}: "
    assert all(said.startswith(name) for said in remarks)
    said = [one.removeprefix(name) for one in remarks]
    return [one for one in said if not one.startswith("Its plan ")]


@pytest.mark.parametrize("name", SEEDS)
def test_all_three_say_of_a_seed_what_it_was_made_of_and_who_had_a_say_and_no_more(
    name: str, on_the_page: Callable[[list[str]], Any], tmp_path: Path, unsigned: None
):
    """None can know whether the room turned what was entered, or who knew the secret."""
    make, expected = SEEDS[name]
    text = make()
    [(_, by_page)] = on_the_page([text])
    for remarks in (by_command(text, tmp_path / "draw.json"), by_program(text), by_page):
        assert without_plans(remarks, text) == expected
        assert not any("nobody could" in said for said in remarks)


@pytest.mark.parametrize(
    ("hall", "by_hall", "few"),
    [
        (None, [NOBODY], [FEW_UNSIGNED]),
        (UNOPENED, [REFUSED, ONLY_A_NAME], [FEW_UNSIGNED]),
        (OPENED, [UNDER_A_NAME, ONLY_A_NAME], []),
    ],
)
def test_who_has_not_checked_drands_signature_tells_of_its_round_as_the_transcript_does(
    hall: Any,
    by_hall: list[str],
    few: list[str],
    on_the_page: Callable[[list[str]], Any],
    tmp_path: Path,
    unsigned: None,
    monkeypatch: pytest.MonkeyPatch,
):
    """Whoever turns the cards could make up a signature, and try until he likes the tables: so nobody who has not
    checked it says that the seed was made of that round, nor that anybody but the site and the room had a say in it.
    When the list was frozen none of the three can know.
    """
    text = with_secrets(hall=hall, named=QUICKNET, beacon=QUICKNET_TOLD)
    checked = [BY_ROOM.format("cards"), DRAND, *by_hall]
    [(_, by_page)] = on_the_page([text])
    for remarks in (by_program(text), by_page):
        told_only = [BY_ROOM.format("cards"), DRAND_UNSIGNED, *by_hall, *few, UNSIGNED]
        assert without_plans(remarks, text) == told_only
    assert without_plans(by_command(text, tmp_path / "draw.json"), text) == checked
    monkeypatch.setitem(program["verdict"].__globals__, "find_spec", lambda _: True)
    monkeypatch.setitem(program["verdict"].__globals__, "signature_holds", lambda _: True)
    assert without_plans(by_program(text), text) == checked
    assert outside(text) == "holds"


def test_each_of_several_draws_is_said_by_its_name(
    on_the_page: Callable[[list[str]], Any], tmp_path: Path, unsigned: None
):
    first = with_secrets(hall=OPENED, named=QUICKNET, beacon=QUICKNET_TOLD)
    second = after(first)
    text = first + second

    def expected(by_drand: str) -> list[str]:
        return [
            *(f"moor/1/1: {said}" for said in (BY_ROOM.format("cards"), by_drand, UNDER_A_NAME, ONLY_A_NAME)),
            *(f"moor/2/1: {said}" for said in (BY_ROOM.format("cards"), NOBODY, FEW)),
        ]

    [(_, by_page)] = on_the_page([text])
    by_site = by_command(text, tmp_path / "draw.json")
    for remarks, by_drand in ((by_site, DRAND), (by_program(text), DRAND_UNSIGNED), (by_page, DRAND_UNSIGNED)):
        said = [one for one in remarks if "Its plan " not in one and UNSIGNED not in one]
        assert said == expected(by_drand)
        assert [one[:9] for one in remarks if "as good as any" in one] == ["moor/1/1:", "moor/2/1:"]
    assert by_page == by_program(text)
    assert [said for said in by_page if UNSIGNED in said] == [f"moor/1/1: {UNSIGNED}"]
    assert (verdict_on(findings_of(text)), outside(text)) == ("holds", "unsigned")


def test_what_an_older_engine_searched_for_is_said_by_its_name(tmp_path: Path):
    text = sealed(by_older_engine("scwu-draw/2"))
    said = "harbour/3/1: An older engine made this draw; whether it would find the same tables cannot be said."
    assert said in by_command(text, tmp_path / "draw.json")


def test_all_three_say_how_many_were_kept_off_one_table_and_who_is_in_most_pairs(
    on_the_page: Callable[[list[str]], Any], tmp_path: Path
):
    """Who is kept from everybody but three sits with those three, whatever the room turns."""
    chosen = [(1, other) for other in (2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16)]
    for pairs, said in [
        (chosen, "Pairs that the director kept off one table: 12; most of one player: 12 (number 1)."),
        ([(9, 4), (4, 7), (7, 2)], "Pairs that the director kept off one table: 3; most of one player: 2 (number 4)."),
        ([], None),
    ]:
        text = drawn(options=Options(rounds=3, apart=tuple((str(one), str(other)) for one, other in pairs)))
        [(_, by_page)] = on_the_page([text])
        for remarks in (by_command(text, tmp_path / "draw.json"), by_program(text), by_page):
            assert [one.partition(": ")[2] for one in remarks if "kept off" in one] == ([said] if said else [])


# --- The plan ---------------------------------------------------------------------------------------------------------


def test_all_three_say_alike_where_a_plan_was_taken_as_it_is_frozen(on_the_page: Callable[[list[str]], Any]):
    """Only the site can compute one anew, and only that of a first round by its own engine. Where no plan was followed,
    for an older engine drew, it was lost or could not be kept, there is nothing to say.
    """
    first, second, last = planned()
    exchanged = told(last)["frozen"]
    exchange(exchanged["rounds"][1], (0, 0), (1, 0))
    not_followed = drawn(draw_id="moor/3/1", rounds=exchanged["rounds"], plan=exchanged["plan"])
    one_club = dict.fromkeys(SIXTEEN, "ČK")
    cases = [
        (first, False, VERSION),
        *((drawn(algorithm=engine), True, engine) for engine in PLANNED),
        (second, True, VERSION),
        (last, True, VERSION),
        (not_followed, False, None),
        (event([range(1, 18), SIXTEEN])[1], False, None),
        (drawn(clubs=one_club, options=Options(rounds=3, clubs="prefer")), False, None),
        (transcript(), False, None),
        *((sealed(by_older_engine(engine)), False, None) for engine in OLDER),
    ]
    texts, by_site, engines = zip(*cases, strict=True)
    assert [takes_plan(told(text)) for text in texts] == list(by_site)
    for text, engine, (_, by_page) in zip(texts, engines, on_the_page(list(texts)), strict=True):
        said = [f"{told(text)['draw_id']}: {TAKEN.format(engine)}"] if engine else []
        assert [one for one in by_program(text) if "computed anew" in one] == said
        assert [one for one in by_page if "computed anew" in one] == said


def test_only_a_plan_that_each_goes_on_with_is_ticked(on_the_page: Callable[[list[str]], Any]):
    """After the first of two rounds one has gone and the engine searched; a third attempt tells of the second alone."""
    gone = event([range(1, 18), SIXTEEN])
    first, second, last = planned()
    again = drawn(draw_id="moor/1/2", attempt=2, reason="again", earlier=(told(first)["digest"],))
    left_none = transcript(draw_id="moor/2/1", rounds=told(second)["frozen"]["rounds"])
    cases = {
        "followed": (first + second + last, True),
        "drawn again": (first + again, True),
        "searched": ("".join(gone), None),
        "searched between": (first + left_none + last, None),
        "drawn again, then searched": (first + again + left_none, None),
        "another": (first + last, False),
    }
    texts = [text for text, _ in cases.values()]
    expected = {name: ticked for name, (_, ticked) in cases.items()}
    by_site = [{one.step: one.holds for one in findings_of(text)} for text in texts]
    assert dict(zip(cases, (steps.get("before") for steps in by_site), strict=True)) == expected
    assert dict(zip(cases, (steps.get("before") for steps, _ in on_the_page(texts)), strict=True)) == expected
    verdicts = ["holds", "holds", "unchecked", "unchecked", "unchecked", "fails"]
    assert [verdict_on(findings_of(text)) for text in texts] == [outside(text) for text in texts] == verdicts


# --- Several of them --------------------------------------------------------------------------------------------------


def in_wrong_order() -> dict[str, str]:
    first, second = event([range(1, 18), SIXTEEN])
    attempt = drawn(draw_id="moor/1/2", attempt=2, reason="again")
    tenth = transcript(draw_id="moor/10/1", rounds=())
    return {
        "a later round before an earlier, which it does not lead to": second + first,
        "a later attempt before an earlier": attempt + first,
        "the same one twice": second + second,
        "rounds of two events": first + transcript(),
        "rounds of two events, in the order of their names": transcript() + transcript(draw_id="moor/10/1", rounds=()),
        "the tenth round before the second": tenth + second,
        "the third in its place, and then the first": second + transcript(draw_id="moor/3/1", rounds=()) + first,
    }


@pytest.mark.parametrize("name", in_wrong_order())
def test_what_is_not_in_its_order_is_refused_by_all_three_in_the_same_words(
    name: str, on_the_page: Callable[[list[str]], Any]
):
    text = in_wrong_order()[name]
    by_site = {one.step: one.holds for one in findings_of(text)}
    [(by_page, _)] = on_the_page([text])
    assert (by_site["order"], by_page["order"]) == (False, False)
    assert CHECKS["order"].fails.startswith("They are not of one event in the order of its rounds and attempts")
    said, good = program["verdict"](program["lines_of"]([text]))
    assert not good
    last, one = (told(line)["draw_id"] for line in text.splitlines()[-2:])
    assert said == (
        f"Rejected: they are not of one event in the order of its rounds and attempts: {one} stands after {last}."
    )


def test_a_transcript_that_was_written_anew_is_not_taken_for_the_published_one(tmp_path: Path):
    """Of one promise and one frozen list, but with other cards: nobody who checks it can know."""
    published, anew = with_secrets(), with_secrets(room="dice 1 2 3 4 5 6 1 2 3 4")
    assert [told(published)[what] == told(anew)[what] for what in ("commitment", "frozen_hash", "tables")] == [
        True,
        True,
        False,
    ]
    out, path = io.StringIO(), tmp_path / "anew"
    path.write_text(anew)
    call_command("check_draw", str(path), stdout=out)
    assert out.getvalue().splitlines()[0] == f"+ {CHECKS['form'].holds}"
    assert "Whether it is the published one, that does not say" in str(CHECKS["form"].holds)
    assert "those can say who noted them" in " ".join(str(program["__doc__"]).split())


def test_rounds_and_attempts_are_told_apart_by_number(on_the_page: Callable[[list[str]], Any]):
    """The tenth comes after the ninth; rounds that left no transcript leave gaps."""
    text = "".join(transcript(draw_id=f"moor/{number}/1", rounds=()) for number in (2, 9, 10, 30))
    by_site = {one.step: one.holds for one in findings_of(text)}
    [(by_page, _)] = on_the_page([text])
    assert by_site["order"] is by_page["order"] is True
    assert "before" not in {**by_site, **by_page}
    assert verdict_on(findings_of(text)) == outside(text) == "unchecked"


def test_all_three_say_where_a_round_is_told_that_was_not_drawn(
    on_the_page: Callable[[list[str]], Any], tmp_path: Path
):
    first, second, _ = planned()
    moved = told(second)["frozen"]
    exchange(moved["rounds"][0], (0, 0), (1, 0))
    elsewhere = drawn(draw_id="moor/2/1", rounds=moved["rounds"], plan=moved["plan"])
    for text, expected in {
        first + elsewhere: [f"moor/2/1: {ELSEWHERE}"],
        first + second: [],
        second: [],
        "".join(transcript(draw_id=f"moor/{number}/1", rounds=()) for number in (1, 2)): [],
    }.items():
        [(_, by_page)] = on_the_page([text])
        for remarks in (by_command(text, tmp_path / "draw.json"), by_program(text), by_page):
            assert [said for said in remarks if "other tables than" in said] == expected


# --- A plan that is not followed --------------------------------------------------------------------------------------


def left_plans() -> dict[str, tuple[str, list[str]]]:
    """An event's transcripts, and why the plan that one has left is not followed by the next, if it is not."""
    first, second, third = planned()
    last = told(second)["frozen"]["rounds"] + [told(second)["tables"]]
    swapped = told(third)["frozen"]["rounds"]
    exchange(swapped[1], (0, 0), (1, 0))
    moved = drawn(draw_id="moor/3/1", rounds=swapped, plan=told(second)["next"])
    pair = tuple(str(no) for no in told(third)["tables"][0][:2])
    mates = {no: "ČK" if str(no) in pair else None for no in SIXTEEN}
    left = {"draw_id": "moor/3/1", "rounds": last, "plan": told(second)["next"]}
    apart = drawn(**left, options=Options(rounds=3, apart=(pair,)))
    in_club = drawn(**left, clubs=mates, options=Options(rounds=3, clubs="prefer"))
    back = event([SIXTEEN, [*range(1, 16), 17], SIXTEEN, SIXTEEN])
    again = {"draw_id": "moor/2/2", "attempt": 2, "reason": "again", "options": Options(rounds=4)}
    added = after(first, options=Options(rounds=4))
    added_again = drawn(
        **again, rounds=[told(first)["tables"]], plan=told(first)["next"], earlier=(told(added)["digest"],)
    )
    rounds = "rounds were added or taken out since then. Rounds of the plan: 3; rounds now: 4."
    kept = "it would bring together club-mates, compatriots or a pair whom the rules keep apart. "
    return {
        "followed": (first + second + third, []),
        "a round was added": (first + added, [f"moor/2/1|moor/1/1|{rounds}"]),
        "a round was added, and drawn again": (
            first + added + added_again,
            [f"moor/2/1|moor/1/1|{rounds}", f"moor/2/2|moor/1/1|{rounds}"],
        ),
        "a round was taken out": (
            first + after(first, options=Options(rounds=2)),
            [f"moor/2/1|moor/1/1|{rounds.replace('now: 4', 'now: 2')}"],
        ),
        "somebody came": (
            "".join(event([range(1, 17), range(1, 18)])),
            ["moor/2/1|moor/1/1|the tables are of other sizes. Players then: 16; players now: 17."],
        ),
        "two changed tables in the second round": (
            first + second + moved,
            ["moor/3/1|moor/2/1|somebody sat elsewhere than it has him, or is back after a round without him."],
        ),
        "somebody was back": (
            "".join(back),
            ["moor/4/1|moor/3/1|somebody sat elsewhere than it has him, or is back after a round without him."],
        ),
        "a pair was kept apart": (
            first + second + apart,
            [f"moor/3/1|moor/2/1|{kept}Pairs kept off one table then: 0; now: 1."],
        ),
        "club-mates would meet": (
            first + second + in_club,
            [f"moor/3/1|moor/2/1|{kept}Pairs kept off one table then: 0; now: 0."],
        ),
        "it was lost": (
            first + transcript(draw_id="moor/2/1", rounds=[told(first)["tables"]], **ALIKE),
            ["moor/2/1|moor/1/1|this draw was frozen without it."],
        ),
        "the round before is not at hand": (first + drawn(**{**left, "plan": None}), []),
        "none is at hand": (apart, []),
    }


ALIKE = {"clubs": dict.fromkeys(SIXTEEN), "options": Options(rounds=3), "plan": None}
NOT_FOLLOWED = "The plan that {} has left is not followed, so the engine searches: {}"


@pytest.mark.parametrize("name", left_plans())
def test_all_three_say_why_a_plan_that_was_left_is_not_followed(
    name: str, on_the_page: Callable[[list[str]], Any], tmp_path: Path
):
    """Who knows from it with whom he is to sit, and does not like it, could have it thrown away by such a thing."""
    text, expected = left_plans()[name]
    parts = [one.split("|") for one in expected]
    said = [f"{draw}: {NOT_FOLLOWED.format(other, why)}" for draw, other, why in parts]
    [(_, by_page)] = on_the_page([text])
    assert verdict_on(findings_of(text)) == outside(text) != "fails"
    for remarks in (by_command(text, tmp_path / "draw.json"), by_program(text), by_page):
        assert [one for one in remarks if "is not followed" in one] == said


# --- Attempts ---------------------------------------------------------------------------------------------------------


def attempts() -> list[str]:
    """Five of them: the second was given up, so it left no transcript, and the fourth and fifth tell of all others."""
    texts: list[str] = []
    for number in (1, 3, 4, 5):
        digests = tuple(told(text)["digest"] for text in texts)
        texts.append(drawn(draw_id=f"moor/1/{number}", attempt=number, reason="again", earlier=digests))
    return texts


def silent(number: int, *earlier: str) -> str:
    """An attempt that tells of these alone."""
    digests = tuple(told(text)["digest"] for text in earlier)
    return drawn(draw_id=f"moor/1/{number}", attempt=number, reason="again", earlier=digests)


def again(number: int, of: int, here: int) -> list[str]:
    """What is said of an attempt, which tells of so many, so many of which are among the transcripts."""
    said = [
        f"It is attempt {number}; earlier ones that it tells of: {of}, of these at hand: {here}.",
        "The reason that is frozen for this attempt: again",
        "Whether all other attempts before it were given up, and so left no transcript, those can say who saw it.",
    ]
    return [f"moor/1/{number}: {one}" for one in (said if number > of + 1 else said[:-1])]


def test_all_three_say_of_each_but_a_first_attempt_which_it_is_and_where_it_tells_of_fewer_than_there_were(
    on_the_page: Callable[[list[str]], Any], tmp_path: Path
):
    """Nobody can say more, but how many are at hand: one that was given up left no transcript, and so no digest to be
    told.
    """
    first, third, fourth, fifth = attempts()
    cases = {
        first: [],
        silent(2, first): again(2, 1, 0),
        silent(2): again(2, 0, 0),
        third: again(3, 1, 0),
        silent(4, third): again(4, 1, 0),
        silent(5, first, third): again(5, 2, 0),
        first + third + fourth + fifth: [*again(3, 1, 1), *again(4, 2, 2), *again(5, 3, 3)],
        first + silent(2, first): again(2, 1, 1),
        first + fourth: again(4, 2, 1),
        silent(2, first) + silent(4, first, silent(2, first)): [*again(2, 1, 0), *again(4, 2, 1)],
    }
    for (text, expected), (_, by_page) in zip(cases.items(), on_the_page(list(cases)), strict=True):
        for remarks in (by_command(text, tmp_path / "draw.json"), by_program(text), by_page):
            assert [said.replace("'again'", "again") for said in remarks if "ttempt" in said] == expected
        assert verdict_on(findings_of(text)) == outside(text) == "holds"


def test_a_reason_is_said_as_it_is_frozen_and_no_terminal_obeys_it(
    on_the_page: Callable[[list[str]], Any], tmp_path: Path
):
    """It may be any text at all; without a ceremony there may be none."""
    reason = "déšť\n\x1b[2JIt \u202eholds."
    text, without = (
        drawn(draw_id="moor/1/2", attempt=2, reason=reason),
        transcript(UNTURNED, draw_id="moor/1/2", attempt=2, announced=False, rounds=()),
    )
    said = "moor/1/2: The reason that is frozen for this attempt: "
    (_, by_page), (_, page_without) = on_the_page([text, without])
    assert said + "déšť\\u{a}\\u{1b}[2JIt \\u{202e}holds." in by_page, "nor does a page turn the rest of the line"
    assert f"{said}'déšť\\n\\x1b[2JIt \\u202eholds.'" in by_command(text, tmp_path / "draw.json")
    assert f"{said}'d\\xe9\\u0161\\u0165\\n\\x1b[2JIt \\u202eholds.'" in by_program(text)
    for remarks in (by_command(without, tmp_path / "draw.json"), by_program(without), page_without):
        assert any("It is attempt 2" in one for one in remarks)
        assert not any("The reason" in one for one in remarks)


def test_behind_those_that_were_opened_none_can_be_left_out(on_the_page: Callable[[list[str]], Any]):
    first, third, fourth, fifth = attempts()
    cases = {
        "all are told": (first + third + fourth + fifth, True),
        "without the first at hand": (third + fifth, True),
        "one at hand is not told": (first + third + silent(4, first), False),
        "the first is not told": (first + third + silent(4, third), False),
        "the first, of which only the third tells": (third + silent(4, third), False),
        "none": (third + silent(4), False),
        "in another order": (first + third + silent(4, third, first), False),
        "one of which the attempt before did not know": (silent(3) + silent(4, first, silent(3)), False),
    }
    texts = [text for text, _ in cases.values()]
    for name, text, (by_page, _) in zip(cases, texts, on_the_page(texts), strict=True):
        by_site = {one.step: one.holds for one in findings_of(text)}
        assert (by_site["before"], by_page["before"]) == (cases[name][1],) * 2, name
        assert outside(text) == verdict_on(findings_of(text)) == ("holds" if cases[name][1] else "fails"), name


# --- A pasted text ----------------------------------------------------------------------------------------------------


def test_blank_lines_and_how_a_line_ends_say_nothing(in_the_browser: Callable[[list[str]], list[str]]):
    first, second, last = planned()
    texts = [
        first + "\n" + second + last,
        first + second + last + "\n\n",
        "\n \n\t\r\n" + first + second + "  \n" + last,
        first + second + last.rstrip(),
        *((first + second + last).replace("\n", end) for end in ("\r\n", "\r", "\r\r\n")),
        first.rstrip() + "\r\n" + second + last.rstrip() + "\r",
    ]
    assert [verdict_on(findings_of(text)) for text in texts] == ["holds"] * len(texts)
    assert [outside(text) for text in texts] == in_the_browser(texts) == ["holds"] * len(texts)


def test_anything_else_between_two_transcripts_is_refused(in_the_browser: Callable[[list[str]], list[str]]):
    first, second, _ = planned()
    between = [".", "\x0c", "\u2028", "\x85", "\u00a0", "\ufeff", "\0", "{}", "null", '""']
    texts = [
        *(f"{first}{sign}\n{second}" for sign in between),
        first.rstrip() + second,
        first.rstrip() + " \n" + second,
        first.rstrip() + " \r\n" + second,
        first.replace(":", ":\r", 1),
        " " + first,
        first.replace("\n", "\u2028") + second,
        "",
        "\n",
        " \n\n",
    ]
    assert [verdict_on(findings_of(text)) for text in texts] == ["fails"] * len(texts)
    assert [outside(text) for text in texts] == in_the_browser(texts) == ["fails"] * len(texts)


def test_an_empty_file_among_others_is_no_transcript():
    first, second, _ = planned()
    assert program["verdict"](program["lines_of"]([first, "", second])) == (
        "Rejected: transcript 2 cannot be read.",
        False,
    )


def test_a_changed_transcript_is_said_nothing_more_of(tmp_path: Path):
    document = told(with_secrets())
    document["tables"][0].reverse()
    path, out = tmp_path / "draw.json", io.StringIO()
    path.write_text(retold(document))
    with pytest.raises(SystemExit):
        call_command("check_draw", str(path), stdout=out)
    assert "made of" not in out.getvalue()

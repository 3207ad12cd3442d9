"""Forgeries by somebody who knows how transcripts are written: each is refused by all three checkers, or none may say
that it holds.

Every forgery changes what is told and then writes fitting digests over it: of the transcript always, of the frozen
document where that was changed, so that nothing but the meaning can give it away.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.phone.conftest import node as node
from tests.tournaments.ceremony.test_transcript import outside, program, told_quality
from tests.tournaments.ceremony.transcripts import CARDS, led_to, planned, retold, told, transcript
from tournaments.ceremony.digests import commitment_to, frozen_hash_of
from tournaments.ceremony.lots import shuffled
from tournaments.ceremony.plan_worth import PlanWorth, plan_worth
from tournaments.ceremony.transcript import seed_of
from tournaments.ceremony.verification import findings_of, verdict_on
from tournaments.draws import seeding
from tournaments.draws.following import as_plan
from tournaments.draws.model import Options
from tournaments.draws.plans import plan
from tournaments.draws.seeding import PLANNED, VERSION
from tournaments.texts.about_draws import plan_told

Document = dict[str, Any]
JUDGES = Path(__file__).with_name("judged.mjs")
FUTURE = f"scwu-draw/{int(VERSION.partition('/')[2]) + 1}"
WEIGHS = Path(__file__).with_name("weighed.mjs")


def sealed(document: Document) -> str:
    """With hash, seed, lots and tables that follow, as far as the forger can make them; quality counted anew."""
    document["frozen_hash"] = frozen_hash_of(document["frozen"])
    document["commitment"] = commitment_to(document["frozen"]["draw_id"], document["secret"])
    document["seed"] = seed_of(document["frozen_hash"], document["secret"], document["room"])
    document["lots"] = shuffled(sorted(one["no"] for one in document["frozen"]["roster"]), document["seed"])
    return seated(document)


def seated(document: Document) -> str:
    lots = document["lots"]
    document["tables"] = [[lots[lot - 1] for lot in table if lot <= len(lots)] for table in document["plan"]]
    document["quality"] = told_quality(document)
    return retold(document)


def exchange(tables: Any, one: tuple[int, int], other: tuple[int, int]) -> None:
    (a, b), (c, d) = one, other
    tables[a][b], tables[c][d] = tables[c][d], tables[a][b]


def replanned(change: Callable[[Any], object]) -> Callable[[Document], str]:
    """The seating changed, lots and all else left as they were."""

    def forge(document: Document) -> str:
        change(document["plan"])
        return seated(document)

    return forge


def refrozen(change: Callable[[Document], object]) -> Callable[[Document], str]:
    """What was frozen changed, the rest made to follow."""

    def forge(document: Document) -> str:
        change(document["frozen"])
        return sealed(document)

    return forge


def in_room(room: str) -> Callable[[Document], str]:
    def forge(document: Document) -> str:
        document["room"] = room
        return sealed(document)

    return forge


def other_next(change: Callable[[Any], object]) -> Callable[[Document], str]:
    def forge(document: Document) -> str:
        change(document["next"])
        return retold(document)

    return forge


def set_in(name: str, value: Any) -> Callable[[Document], str]:
    def forge(document: Document) -> str:
        document[name] = value
        return retold(document)

    return forge


def all_at_one_table(plan: Any) -> None:
    plan[:] = [[lot for table in plan for lot in table]]


def other_sizes(plan: Any) -> None:
    plan[0].append(plan[1].pop())


FIRST: dict[str, Callable[[Document], str]] = {
    "two change tables": replanned(lambda plan: exchange(plan, (0, 1), (1, 1))),
    "two change seats": replanned(lambda plan: exchange(plan, (0, 0), (0, 1))),
    "tables change numbers": replanned(lambda plan: plan.reverse()),
    "a table's seats turned round": replanned(lambda plan: plan[2].reverse()),
    "everybody in the order of the lots": replanned(
        lambda plan: plan.__setitem__(slice(None), [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]])
    ),
    "all at one table": replanned(all_at_one_table),
    "other sizes": replanned(other_sizes),
    "somebody twice": replanned(lambda plan: plan[0].__setitem__(0, plan[1][0])),
    "somebody not at all": replanned(lambda plan: plan[0].pop()),
    "an unknown engine": refrozen(lambda frozen: frozen.update(algorithm="scwu-draw/40")),
    "an engine of the future": refrozen(lambda frozen: frozen.update(algorithm=FUTURE)),
    "an older engine with a plan": refrozen(lambda frozen: frozen.update(algorithm="scwu-draw/3")),
    "no engine": refrozen(lambda frozen: frozen.update(algorithm="")),
    "a plan left out": refrozen(lambda frozen: frozen.update(plan=None)),
    "an empty plan": refrozen(lambda frozen: frozen.update(plan=[])),
    "a shorter plan": refrozen(lambda frozen: frozen["plan"].pop()),
    "a plan with somebody twice": refrozen(lambda frozen: frozen["plan"][1][0].__setitem__(0, frozen["plan"][1][1][0])),
    "a plan of other sizes": refrozen(lambda frozen: frozen["plan"][2][0].append(frozen["plan"][2][1].pop())),
    "a plan of other numbers": refrozen(lambda frozen: frozen["plan"][1][0].__setitem__(0, 99)),
    "sizes that were not drawn": refrozen(lambda frozen: frozen.update(sizes=[5, 5, 6])),
    "sizes that the game has not": refrozen(lambda frozen: frozen.update(sizes=[16])),
    "sizes asked for and not kept": refrozen(lambda frozen: frozen["options"].update(sizes=[6, 5, 5])),
    "an unknown key": set_in("checked_by", "everybody"),
    "an unknown frozen key": refrozen(lambda frozen: frozen.update(note="fair")),
    "an unknown option": refrozen(lambda frozen: frozen["options"].update(lucky=[7])),
    "an unknown rule": refrozen(lambda frozen: frozen["rules"].update(variant="mine")),
    "another game": refrozen(lambda frozen: frozen["rules"].update(game="poker")),
    "an unknown club rule": refrozen(lambda frozen: frozen["options"].update(clubs="perhaps")),
    "no rounds at all": refrozen(lambda frozen: frozen["options"].update(rounds=0)),
    "a truth for a number": refrozen(lambda frozen: frozen.update(attempt=True)),
    "a number for a truth": set_in("ceremony", 1),
    "a start number twice": refrozen(lambda frozen: frozen["roster"][1].update(no=1)),
    "a start number below one": refrozen(lambda frozen: frozen["roster"][0].update(no=0)),
    "start numbers out of order": refrozen(lambda frozen: frozen["roster"].reverse()),
    "earlier attempts that cannot be": refrozen(lambda frozen: frozen.update(earlier=["0" * 64])),
    "an attempt that its name is not": refrozen(lambda frozen: frozen.update(draw_id="moor/1/2")),
    "a draw without a round": refrozen(lambda frozen: frozen.update(draw_id="moor/1")),
    "never announced and yet public": refrozen(lambda frozen: frozen.update(announced=False)),
    "a room of words": in_room("whatever I like"),
    "a room of nine cards": in_room("cards Ol 7h 8h Kb Ab 9l Ta Uh Ka"),
    "a room with a card twice": in_room("cards Ol Ol 8h Kb Ab 9l Ta Uh Ka 7b"),
    "a room with another game's cards": in_room("cards Qh 7h 8h Kb Ab 9l Ta Uh Ka 7b"),
    "a room with a die of seven": in_room("dice 1 2 3 4 5 6 7 1 2 3"),
    "a room of eleven dice": in_room("dice 1 2 3 4 5 6 1 1 2 3 4"),
    "a room with blanks": in_room("cards  Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"),
    "no room in public": in_room("none"),
    "no plan for later": set_in("next", None),
    "another plan for later": other_next(lambda plan: exchange(plan[1], (0, 0), (1, 0))),
    "other seats for later": other_next(lambda plan: exchange(plan[2], (0, 0), (0, 1))),
}


def one_table(frozen: Document) -> None:
    """Everybody at one table, in every round of the plan, and the sizes say that there may be such a table."""
    everybody = [number for table in frozen["plan"][0] for number in table]
    frozen["options"].update(allowed=[16], sizes=[16])
    frozen.update(sizes=[16], plan=[[everybody]] * 3)


def redrawn(change: Callable[[Document], object]) -> Callable[[Document], str]:
    """What was frozen changed, and drawn anew by what the program for everybody says: all of it follows."""

    def forge(document: Document) -> str:
        change(frozen := document["frozen"])
        document.update(draw_id=frozen["draw_id"], attempt=frozen["attempt"])
        sealed(document)
        document["next"], document["plan"] = program["follows"](document)
        return seated(document)

    return forge


retold_as_drawn = redrawn(lambda frozen: None)

REDRAWN: dict[str, Callable[[Document], str]] = {
    "all at a table that the game has not": redrawn(one_table),
    "a table that the game has not is allowed": redrawn(lambda frozen: frozen["options"].update(allowed=[4, 5, 6, 8])),
    "sizes allowed in another order": redrawn(lambda frozen: frozen["options"].update(allowed=[6, 5, 4])),
    "another kind of round": redrawn(lambda frozen: frozen["rules"].update(kind="poker_night")),
    "round nought": redrawn(lambda frozen: frozen.update(draw_id="moor/0/1")),
    "a round written in two ways": redrawn(lambda frozen: frozen.update(draw_id="moor/01/1")),
    "a round in other digits": redrawn(lambda frozen: frozen.update(draw_id="moor/\u0661/1")),
    "an event that no address names": redrawn(lambda frozen: frozen.update(draw_id="mo\nor/1/1")),
    "an event with the sign that parts words": redrawn(lambda frozen: frozen.update(draw_id="moor|1/1/1")),
    "an earlier attempt twice": redrawn(
        lambda frozen: frozen.update(draw_id="moor/1/3", attempt=3, reason="again", earlier=["ab" * 32] * 2)
    ),
}
LATER: dict[str, Callable[[Document], str]] = {
    "a first round after others": redrawn(lambda frozen: frozen.update(draw_id="moor/1/1")),
    "a later round of the plan with somebody twice": redrawn(
        lambda frozen: frozen["plan"][2][0].__setitem__(0, frozen["plan"][2][1][0])
    ),
}
UNTOLD: dict[str, Callable[[Document], str]] = {
    "a round played twice over": refrozen(lambda frozen: frozen["rounds"].append(frozen["rounds"][0])),
    "a round that nobody played": refrozen(lambda frozen: frozen.update(rounds=[[]])),
}


SECOND: dict[str, Callable[[Document], str]] = {
    "two change tables in the second round": replanned(lambda plan: exchange(plan, (0, 1), (1, 1))),
    "two change seats in the second round": replanned(lambda plan: exchange(plan, (0, 0), (0, 1))),
    "other lots for the later rounds": other_next(lambda plan: exchange(plan[2], (0, 2), (1, 2))),
    "somebody twice in a round that was": refrozen(
        lambda frozen: frozen["rounds"][0][0].__setitem__(0, frozen["rounds"][0][1][0])
    ),
    "a round that was at tables that cannot be": refrozen(
        lambda frozen: frozen["rounds"][0].__setitem__(0, [no for table in frozen["rounds"][0][:2] for no in table])
    ),
    "a searched round that could follow": set_in("next", None),
}


def other_lots(document: Document) -> str:
    document["lots"].reverse()
    return seated(document)


SEARCHED: dict[str, Callable[[Document], str]] = {
    "other lots where the seating was searched for": other_lots,
    "somebody twice where the seating was searched for": replanned(lambda plan: plan[0].__setitem__(0, plan[1][0])),
    "other sizes where the seating was searched for": replanned(other_sizes),
}

COUNTRIES = {number: ("CZ", "SK", "PL", "AT")[number % 4] for number in range(1, 17)}
PAIRED = {number: f"ČK{number % 8}" for number in range(1, 17)}


def drawn(room: str = CARDS, **changes: Any) -> str:
    """A first round drawn by the engine itself from what it should have refused: all of it follows."""
    sixteen = {"draw_id": "moor/1/1", "clubs": dict.fromkeys(range(1, 17)), "rounds": (), "options": Options(rounds=3)}
    return transcript(room, **{**sixteen, **changes})


def follows_and_yet() -> dict[str, str]:
    """Nothing in these contradicts anything else in them."""
    cards = CARDS.split()
    return {
        "an engine of its own": drawn(algorithm="scwu-draw/40"),
        "a room of words, drawn with": drawn("whatever I like"),
        "nine cards, drawn with": drawn(" ".join(cards[:-1])),
        "a card twice, drawn with": drawn(" ".join([*cards[:-1], cards[1]])),
        "a seven on a die, drawn with": drawn("dice 1 2 3 4 5 6 7 1 2 3"),
        "public and never announced": drawn(announced=False),
        "more earlier attempts than there were": drawn(earlier=("0" * 64,)),
        "a round without a number": drawn(draw_id="moor/one/1"),
        "the name of another attempt": drawn(draw_id="moor/1/2"),
        "an unknown game": drawn(rules={"game": "poker", "kind": "basic"}),
        "a start number of nobody": drawn(clubs=dict.fromkeys(range(16))),
    }


def together(document: Document) -> str:
    """Two of one club are brought to one table, under `require`."""
    return brought_together(document, "club")


def brought_together(document: Document, group: str) -> str:
    """Somebody sits down with whom he shares a club (a country), in the place of the one beside him."""
    of = {one["no"]: one[group] for one in document["frozen"]["roster"]}
    plan, lots = document["plan"], document["lots"]
    one = next(lot for lot in plan[0] if of[lots[lot - 1]])
    mate = next(lot for lot, no in enumerate(lots, 1) if lot not in plan[0] and of[no] == of[lots[one - 1]])
    at = next((number, table.index(mate)) for number, table in enumerate(plan) if mate in table)
    exchange(plan, (0, plan[0].index(one) - 1), at)
    return seated(document)


def forged() -> dict[str, str]:
    rounds = planned()
    texts = {name: forge(told(rounds[0])) for name, forge in FIRST.items()}
    texts |= {name: forge(told(rounds[0])) for name, forge in REDRAWN.items()}
    texts |= {name: forge(told(rounds[1])) for name, forge in {**SECOND, **LATER, **UNTOLD}.items()}
    texts["a secret that can be guessed"] = transcript(CARDS, secret="5e", draw_id="moor/1/1", rounds=())
    texts |= {name: forge(told(transcript())) for name, forge in SEARCHED.items()} | follows_and_yet()
    apart = drawn(options=Options(rounds=3, countries="require"), countries=COUNTRIES)
    texts["compatriots under require"] = brought_together(told(apart), "country")
    preferred = told(planned(1, 16, clubs=4)[0])
    texts["clubs change tables under prefer"] = replanned(lambda plan: exchange(plan, (0, 1), (1, 1)))(preferred)
    texts["a planned seating with clubs called searched"] = set_in("next", None)(told(planned(1, 28, clubs=7)[0]))
    texts["a pair apart, two others change tables"] = pair_apart_rearranged()
    return {**texts, "club-mates under require": together(told(planned(1, 16, clubs=4, rule="require")[0]))}


def pair_apart_rearranged() -> str:
    """Who may not meet still does not; but the lots give other tables."""
    document = told(drawn(options=Options(rounds=3, apart=(("1", "2"),))))
    lots = document["lots"]
    at = [next(i for i, lot in enumerate(table) if lots[lot - 1] not in (1, 2)) for table in document["plan"][:2]]
    exchange(document["plan"], (0, at[0]), (1, at[1]))
    return seated(document)


@pytest.fixture
def in_the_browser(node: Callable[..., str], tmp_path: Path) -> Callable[[list[str]], list[str]]:
    """What the script of the page says of each."""

    def judged(texts: list[str]) -> list[str]:
        file = tmp_path / "texts.json"
        file.write_text(json.dumps(texts))
        verdicts: list[str] = json.loads(node(JUDGES, file))
        return verdicts

    return judged


def taken_by_any(
    texts: dict[str, str], in_the_browser: Callable[[list[str]], list[str]]
) -> dict[str, tuple[str, str, str]]:
    """Those that are not refused by all three: the verdicts of site, program and page."""
    by_browser = in_the_browser(list(texts.values()))
    verdicts = {
        name: (verdict_on(findings_of(text)), outside(text), seen)
        for (name, text), seen in zip(texts.items(), by_browser, strict=True)
    }
    return {name: three for name, three in verdicts.items() if three != ("fails",) * 3}


def test_every_forgery_is_refused_by_all_three_checkers(in_the_browser: Callable[[list[str]], list[str]]):
    texts = forged()
    assert len(texts) > 85
    assert taken_by_any(texts, in_the_browser) == {}


def test_what_is_no_forgery_is_the_same_for_all_three(in_the_browser: Callable[[list[str]], list[str]]):
    """Planned events of many kinds hold, with people kept apart too; what was searched for is called unchecked."""
    at_odds = Options(rounds=3, apart=(("1", "2"), ("3", "9")))
    holding = [
        *led_to(planned()),
        *led_to(planned(4, 20)),
        *led_to(planned(2, 17)),
        *led_to(planned(3, 13)),
        *led_to(planned(1, 9)),
        *led_to(planned(3, 31)),
        *led_to(planned(3, 16, newcomer=2)),
        *led_to(planned(3, 16, newcomer=3)),
        *led_to(planned(3, 28, clubs=7)),
        *led_to(planned(1, 20, clubs=5, rule="require")),
        drawn(options=at_odds),
        drawn(options=Options(rounds=3, countries="prefer", clubs="require"), countries=COUNTRIES, clubs=PAIRED),
    ]
    searched = [transcript(), *planned(2, 17, clubs=3)]
    expected = ["holds"] * len(holding) + ["unchecked"] * len(searched)
    assert [verdict_on(findings_of(text)) for text in (*holding, *searched)] == expected
    assert [outside(text) for text in (*holding, *searched)] == expected
    assert in_the_browser([*holding, *searched]) == expected


def chosen(text: str) -> str:
    """Who shares a table was chosen by name: by a plan that puts the first of each of its tables together."""
    document = told(text)
    plan, played = document["frozen"]["plan"], len(document["frozen"]["rounds"])
    plan[played] = [list(column) for column in zip(*plan[played - 1], strict=True)]
    changed, rounds = document["frozen"], tuple(tuple(map(tuple, tables)) for tables in document["frozen"]["rounds"])
    return drawn(draw_id=changed["draw_id"], rounds=rounds, plan=plan, secret=document["secret"])


def test_company_that_was_chosen_is_never_said_to_hold(in_the_browser: Callable[[list[str]], list[str]]):
    """By the plan of a later round who sits with whom is settled before the lots: nothing in its own transcript shows
    that the plan is that of the first round, nor that the rounds before were played as it says.
    """
    first, second, last = planned()
    moved = told(second)
    for tables in moved["frozen"]["rounds"]:
        exchange(tables, (0, 0), (1, 0))
    elsewhere = drawn(draw_id="moor/2/1", rounds=moved["frozen"]["rounds"], plan=moved["frozen"]["plan"])
    again = drawn(draw_id="moor/1/2", attempt=2, reason="again", secret="77" * 32)
    retried = drawn(draw_id="moor/1/2", attempt=2, reason="again", earlier=(told(first)["digest"],))
    by_older = first_by_older_engine()
    after_older = drawn(draw_id="moor/1/2", attempt=2, reason="again", earlier=(told(by_older)["digest"],))
    cases = {
        "the plan of the first round": (first + second + last, "holds"),
        "a plan by itself": (last, "unchecked"),
        "no first round": (second + last, "unchecked"),
        "a round left out": (first + last, "fails"),
        "a chosen plan by itself": (chosen(second), "unchecked"),
        "a chosen plan behind its rounds": (first + chosen(second), "fails"),
        "other places in the round before": (first + elsewhere, "unchecked"),
        "an earlier attempt that is not told": (first + again, "fails"),
        "an earlier attempt that is": (first + retried, "holds"),
        "the plan of another attempt": (first + retried + second, "fails"),
        "an attempt by an older engine before it": (by_older + after_older, "unchecked"),
        "rounds the other way round": (second + first, "fails"),
    }
    expected = [verdict for _, verdict in cases.values()]
    texts = [text for text, _ in cases.values()]
    found = {name: verdict_on(findings_of(text)) for name, text in zip(cases, texts, strict=True)}
    assert found == dict(zip(cases, expected, strict=True))
    assert [outside(text) for text in texts] == in_the_browser(texts) == expected


def test_a_round_without_those_before_it_is_never_said_to_hold(in_the_browser: Callable[[list[str]], list[str]]):
    """Whoever leaves them out gets another plan, and so other company."""
    forgotten = drawn(draw_id="moor/2/1")
    said = [verdict_on(findings_of(forgotten)), outside(forgotten), *in_the_browser([forgotten])]
    assert said == ["unchecked"] * 3


def test_a_plan_full_of_repeats_is_called_so_by_all_three(
    node: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The lots follow it to the last seat, so the draw holds: what it is worth stands beside that."""
    good = told(drawn())
    with monkeypatch.context() as then:
        then.setattr("tournaments.draws.following.plan", lambda *_: as_plan([plan((4,) * 4, 1)[0]] * 3))
        text = drawn(algorithm="scwu-draw/4")
    weak, file = told(text), tmp_path / "texts.json"
    file.write_text(json.dumps([text, retold(good), transcript()]))
    assert [verdict_on(findings_of(text)), outside(text)] == ["holds", "holds"]
    assert plan_worth(weak) == PlanWorth(rounds=3, repeats=24 * 3, least=0, known=0, older="scwu-draw/4")
    assert "Its plan may not be the best. Rounds: 3; repeat meetings: 72;" in program["worth_of_plan"](weak)
    said = plan_told(plan_worth(weak))
    assert said.startswith("ITS PLAN IS WEAK. Rounds: 3; repeat meetings: 72;")
    assert said.endswith("names the older engine scwu-draw/4, which may have known no better plan.")
    assert "older" not in plan_told(replace(plan_worth(weak), older=""))
    assert (
        program["worth_of_plan"](good)
        == plan_told(plan_worth(good))
        == ("Its plan is as good as any for tables of its sizes can be. Rounds: 3; repeat meetings: 0.")
    )
    assert plan_worth(told(transcript())) is program["worth_of_plan"](told(transcript())) is None
    counts = [{"rounds": 3, "repeats": repeats, "least": 0} for repeats in (72, 0)]
    assert json.loads(node(WEIGHS, file)) == [*counts, None]


@pytest.mark.parametrize(("players", "rounds"), [(8, 4), (9, 5), (11, 3), (18, 8), (13, 10)])
def test_all_three_count_a_plan_alike(players: int, rounds: int, node: Callable[..., str], tmp_path: Path):
    text, file = planned(1, players, of=rounds)[0], tmp_path / "texts.json"
    file.write_text(json.dumps([text]))
    worth = plan_worth(told(text))
    assert worth.repeats == worth.known >= worth.least > 0
    assert json.loads(node(WEIGHS, file)) == [{"rounds": rounds, "repeats": worth.repeats, "least": worth.least}]
    by_program = program["worth_of_plan"](told(text))
    assert f"Rounds: {rounds}; repeat meetings: {worth.repeats}" in by_program
    assert ("as good as any for tables of its sizes can be" in by_program) == (worth.repeats == worth.least)
    assert worth.repeats == worth.least or f"at least {worth.least}" in by_program


def test_a_round_after_rounds_of_strangers_is_never_said_to_hold(in_the_browser: Callable[[list[str]], list[str]]):
    """Nobody who plays now played in any of them: so they are the rounds of somebody else, or of nobody."""
    second = told(planned()[1])
    for one in second["frozen"]["roster"]:
        one["no"] += 100
    document = retold_as_drawn(second)
    said = [verdict_on(findings_of(document)), outside(document), *in_the_browser([document])]
    assert said == ["unchecked"] * 3


OLDER = Path(__file__).with_name("older.jsonl")
"""A transcript by each engine before there were frozen plans, as it was written: by the code of commits 1bb084c8 and
d72367fb. Of the first engine there is none: public draws came with the second. Then two by the last engine that left
clubs in their columns, of commit c4417ad2: clubs apart; clubs, countries and a pair apart.
"""


def by_older_engine(engine: str) -> Document:
    """By the first engine only in name."""
    texts = [told(text) for text in OLDER.read_text().splitlines()]
    found = next((document for document in texts if document["frozen"]["algorithm"] == engine), texts[0])
    found["frozen"]["algorithm"] = engine
    return found


def first_by_older_engine() -> str:
    document = by_older_engine("scwu-draw/2")
    document["draw_id"] = "moor/1/1"
    return refrozen(lambda frozen: frozen.update(draw_id="moor/1/1", rounds=[]))(document)


@pytest.mark.parametrize("engine", seeding.OLDER)
def test_a_transcript_of_an_older_engine_is_what_it_is(engine: str, in_the_browser: Callable[[list[str]], list[str]]):
    """Its promises are checked, its seating by nobody: that is said, and a broken promise is refused."""
    old = sealed(by_older_engine(engine))
    forged = [
        replanned(all_at_one_table)(by_older_engine(engine)),
        other_lots(by_older_engine(engine)),
        set_in("next", None)(by_older_engine(engine)),
        refrozen(lambda frozen: frozen.update(plan=None, sizes=[5, 4]))(by_older_engine(engine)),
    ]
    expected = ["unchecked"] + ["fails"] * len(forged)
    assert [verdict_on(findings_of(one)) for one in (old, *forged)] == expected
    assert [outside(one) for one in (old, *forged)] == in_the_browser([old, *forged]) == expected


def test_older_transcripts_are_kept_as_they_were_written():
    texts = OLDER.read_text().splitlines(keepends=True)
    assert [sealed(told(text)) for text in texts] == texts
    engines = ["scwu-draw/2", "scwu-draw/3", "scwu-draw/12", "scwu-draw/12"]
    assert [told(text)["frozen"]["algorithm"] for text in texts] == engines


def test_clubs_that_stayed_in_their_columns_hold_for_the_engines_that_left_them_there(
    in_the_browser: Callable[[list[str]], list[str]],
):
    """Since scwu-draw/13 lots go on from there, so these engines are asked in their own way by each checker."""
    old = OLDER.read_text().splitlines(keepends=True)[2:]
    assert [verdict_on(findings_of(text)) for text in old] == ["holds", "holds"]
    assert [outside(text) for text in old] == in_the_browser(old) == ["holds", "holds"]


def test_transcripts_of_all_engines_that_froze_their_plan_hold(in_the_browser: Callable[[list[str]], list[str]]):
    """Each of the three checkers has a list of its own: a version that one of them lacks would fall through it."""
    engines = (*PLANNED, VERSION)
    texts = [drawn(algorithm=engine) for engine in engines]
    assert engines == tuple(f"scwu-draw/{number}" for number in range(4, 4 + len(engines)))
    assert [verdict_on(findings_of(text)) for text in texts] == ["holds"] * len(engines)
    assert [outside(text) for text in texts] == in_the_browser(texts) == ["holds"] * len(engines)


def test_a_transcript_of_an_engine_that_knew_another_plan_holds_as_what_it_is(
    in_the_browser: Callable[[list[str]], list[str]], monkeypatch: pytest.MonkeyPatch
):
    """The lots went into the plan that was frozen, whatever is the best now; but it has to be a plan."""
    another = as_plan([[[(number + 5) % 9 for number in table] for table in tables] for tables in plan((5, 4), 3)])
    with monkeypatch.context() as then:
        then.setattr("tournaments.draws.following.plan", lambda *_: another)
        first = {"rounds": (), "draw_id": "harbour/1/1"}
        old, present = transcript(algorithm="scwu-draw/4", **first), transcript(**first)
    twice = refrozen(lambda frozen: frozen["plan"][1][0].__setitem__(0, frozen["plan"][1][1][0]))(told(old))
    assert [verdict_on(findings_of(text)) for text in (old, twice, present)] == ["unchecked", "fails", "fails"]
    assert [outside(text) for text in (old, twice)] == in_the_browser([old, twice]) == ["unchecked", "fails"]

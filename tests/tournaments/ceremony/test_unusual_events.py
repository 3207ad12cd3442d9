"""Events that do not run smoothly: all three checkers say that they hold. And forgeries in which tables and plan for
later are changed together, or drawn as the engine draws for somebody else: all three refuse them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from tests.phone.conftest import node as node
from tests.tournaments.ceremony.test_forgeries import (
    COUNTRIES,
    PAIRED,
    Document,
    drawn,
    exchange,
    other_next,
    seated,
    taken_by_any,
)
from tests.tournaments.ceremony.test_forgeries import in_the_browser as in_the_browser
from tests.tournaments.ceremony.test_lone_guards import ACROSS
from tests.tournaments.ceremony.test_secrets import OPENED
from tests.tournaments.ceremony.test_transcript import outside, program
from tests.tournaments.ceremony.transcripts import (
    HALL_SECRET,
    QUICKNET,
    QUICKNET_TOLD,
    led_to,
    planned,
    retold,
    told,
)
from tournaments.ceremony.hall import HallPromise, hall_commitment
from tournaments.ceremony.verification import findings_of, verdict_on
from tournaments.draws.model import Options


def event(fields: Sequence[Sequence[int]], **options: Any) -> list[str]:
    """A round for each field of start numbers; who comes in has club and country of the number that is sixteen less."""
    texts: list[str] = []
    for number, field in enumerate(fields, 1):
        before = [told(text) for text in texts]
        like = {no: (no - 1) % 16 + 1 for no in field}
        texts.append(
            drawn(
                draw_id=f"moor/{number}/1",
                clubs={no: PAIRED[one] if "clubs" in options else None for no, one in like.items()},
                countries={no: COUNTRIES[one] for no, one in like.items()},
                rounds=tuple(document["tables"] for document in before),
                plan=before[-1]["next"] if before else None,
                secret=f"{number:02x}" * 32,
                options=Options(rounds=len(fields), **options),
            )
        )
    return texts


def without(field: Sequence[int], *changes: tuple[int, int]) -> list[int]:
    """The field, somebody come in for somebody else."""
    gone, new = zip(*changes, strict=True)
    return sorted({*field, *new} - set(gone))


SIXTEEN, EIGHTEEN = range(1, 17), range(1, 19)
AFTER = without(SIXTEEN, (4, 20), (7, 23))
"""In the second round two came in for two."""


NAMES = ["1", "2", "null", "__proto__", "constructor", "\ud83d", "", None]
"""Of clubs, in case somebody takes them for start numbers or for what every object has."""
BACK = [SIXTEEN, without(SIXTEEN, (4, 17)), SIXTEEN, SIXTEEN]
"""One is away in the second round."""


def of_threes() -> list[str]:
    """Smear at tables of three: after as many rounds all have had seat A."""
    texts: list[str] = []
    for number in range(1, 5):
        before = [told(text) for text in texts]
        texts.append(
            drawn(
                "dice 1 2 3 4 5 6 1 2 3 4",
                draw_id=f"moor/{number}/1",
                clubs=dict.fromkeys(range(1, 10)),
                rounds=tuple(document["tables"] for document in before),
                plan=before[-1]["next"] if before else None,
                rules={"game": "smear", "kind": "basic"},
                options=Options(rounds=4, allowed=(3,)),
            )
        )
    return texts


def after(first: str, **changes: Any) -> str:
    """A second round after this one."""
    before = told(first)
    return drawn(draw_id="moor/2/1", rounds=(before["tables"],), plan=before["next"], **changes)


def again_with_all_secrets() -> str:
    hall = HallPromise(commitment=hall_commitment("moor/1/2", HALL_SECRET), label="ČERT")
    again = {"draw_id": "moor/1/2", "attempt": 2, "reason": "Přišli ještě dva.", "earlier": ("ab" * 32,)}
    return drawn(**again, hall_=hall, hall=OPENED, named=QUICKNET, beacon=QUICKNET_TOLD)


def test_unusual_events_hold_for_all_three(in_the_browser: Callable[[list[str]], list[str]]):
    smear = {"rules": {"game": "smear", "kind": "basic"}, "clubs": dict.fromkeys(EIGHTEEN)}
    paired = drawn(clubs=PAIRED, options=Options(rounds=3, clubs="prefer"))
    texts = [
        *led_to(event([SIXTEEN, AFTER, without(AFTER, (9, 25), (20, 36))])),
        *led_to(event([SIXTEEN, *[without(SIXTEEN, (4, 20))] * 2], clubs="require", countries="prefer")),
        *led_to(event([EIGHTEEN, *[without(EIGHTEEN, (2, 34))] * 2], sizes=(6, 6, 6))),
        *led_to(event([EIGHTEEN, *[without(EIGHTEEN, (17, 33))] * 2], sizes=(6, 4, 4, 4))),
        again_with_all_secrets(),
        drawn("dice 1 2 3 4 5 6 1 2 3 4", **smear, options=Options(rounds=3, sizes=(8, 6, 4), allowed=(4, 6, 8))),
        drawn(options=Options(rounds=3, apart=(("1", "2"), ("2", "1")))),
        drawn(clubs={no: "" if no % 4 == 0 else None for no in SIXTEEN}, options=Options(rounds=3, clubs="prefer")),
        drawn(clubs={no: NAMES[no % 8] for no in SIXTEEN}, options=Options(rounds=3, clubs="prefer")),
        drawn(clubs=dict.fromkeys([1, *range(10**9, 10**9 + 14), 2**53 - 1])),
        *led_to(event(BACK)[:3]),
        *led_to(event([range(1, 5)] * 3)),
        *led_to(event([range(1, 7)] * 6)),
        *led_to(of_threes()),
        paired + after(paired, clubs=PAIRED),
    ]
    by_page = ["unsigned" if "beacon" in told(text.splitlines()[-1]) else "holds" for text in texts]
    assert by_page.count("unsigned") == 1, "the page knows no library that could say whether drand has signed"
    assert [verdict_on(findings_of(text)) for text in texts] == ["holds"] * len(texts)
    assert [outside(text) for text in texts] == ["holds"] * len(texts)
    assert in_the_browser(texts) == by_page


def test_where_the_plan_cannot_be_followed_the_seating_is_unchecked_for_all_three(
    in_the_browser: Callable[[list[str]], list[str]],
):
    """Tables of other sizes; one who was back and so has two numbers; rounds added since; clubs that matter since; and
    all of one club, who cannot be apart.
    """
    one_club, four_clubs = dict.fromkeys(SIXTEEN, "ČK"), {no: f"ČK{no % 4}" for no in SIXTEEN}
    texts = [
        event([range(1, 18), SIXTEEN])[1],
        event(BACK)[3],
        after(drawn(), options=Options(rounds=4)),
        after(drawn(clubs=four_clubs), clubs=four_clubs, options=Options(rounds=3, clubs="prefer")),
        drawn(clubs=one_club, options=Options(rounds=3, clubs="prefer")),
    ]
    assert [verdict_on(findings_of(text)) for text in texts] == ["unchecked"] * len(texts)
    assert [outside(text) for text in texts] == in_the_browser(texts) == ["unchecked"] * len(texts)


# --- Forgeries --------------------------------------------------------------------------------------------------------


def both_changed(text: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    """Two places exchanged in the tables and in the plan for later, which so fit each other."""
    document = told(text)
    for tables in (document["plan"], document["next"][len(document["frozen"]["rounds"])]):
        exchange(tables, one, other)
    return seated(document)


def newcomers_exchanged() -> str:
    document = told(event([SIXTEEN, AFTER, AFTER])[1])
    one, other = (document["lots"].index(no) + 1 for no in (20, 23))
    each = {one: other, other: one}
    document["plan"] = [[each.get(lot, lot) for lot in table] for table in document["plan"]]
    return seated(document)


def numbers_handed_on() -> str:
    """Who comes in has the number of whom he came in for, and so whom that one has met."""
    document = told(event([SIXTEEN, AFTER, AFTER])[1])
    before, now = (
        {number for table in plan[1] for number in table} for plan in (document["frozen"]["plan"], document["next"])
    )
    his = dict(zip(sorted(now - before), sorted(before - now), strict=True))
    document["next"][1:] = [
        [[his.get(one, one) for one in table] for table in tables] for tables in document["next"][1:]
    ]
    return retold(document)


def drawn_as_if(text: str, change: Callable[[Document], object]) -> str:
    """What the lots would give if something else had been frozen."""
    document = told(text)
    other = deepcopy(document)
    change(other["frozen"])
    document["next"], document["plan"] = program["follows"](other)
    return seated(document)


def tables_that_kept_their_places() -> str:
    """A second round before which tables of one size should have changed places by lot."""
    document = told(planned()[1])
    frozen, lots = document["frozen"], document["lots"]
    players = program["numbers_shown"](frozen["rounds"], frozen["plan"])
    stream = program["Stream"](program["sha"]("pub-draw/1", "engine", document["seed"]))
    document["next"] = program["by_lot"](frozen["plan"], 1, stream.fork("seats 1"))
    document["plan"] = [[lots.index(players[one]) + 1 for one in table] for table in document["next"][1]]
    return seated(document)


def forged() -> dict[str, str]:
    first, second, _ = planned()
    clubs = drawn(clubs=PAIRED, options=Options(rounds=3, clubs="prefer"))
    spared = drawn(clubs=ACROSS, countries=COUNTRIES, options=Options(rounds=3, clubs="prefer", countries="prefer"))
    return {
        "two change seats, also in the plan for later": both_changed(first, (0, 0), (0, 1)),
        "two change tables, also in the plan for later": both_changed(first, (0, 0), (1, 0)),
        "two change tables in the second round, also in the plan for later": both_changed(second, (0, 0), (1, 0)),
        "a round more in the plan for later": other_next(lambda plan: plan.append(plan[0]))(told(first)),
        "a round less in the plan for later": other_next(lambda plan: plan.pop())(told(first)),
        "other seats in a round that was": other_next(lambda plan: exchange(plan[0], (0, 0), (0, 1)))(told(second)),
        "two who came in change places": newcomers_exchanged(),
        "who came in has the number of whom he came in for": numbers_handed_on(),
        "clubs not looked at": drawn_as_if(clubs, lambda frozen: frozen["options"].update(clubs="off")),
        "club-mates of several countries not spared": drawn_as_if(
            spared, lambda frozen: frozen.update(algorithm="scwu-draw/7")
        ),
        "a pair not looked at, and yet apart": drawn_as_if(
            drawn(options=Options(rounds=3, apart=(("1", "2"),))), lambda frozen: frozen["options"].pop("apart")
        ),
        "tables that kept their places before the second round": tables_that_kept_their_places(),
    }


def test_what_was_changed_together_is_refused_by_all_three(in_the_browser: Callable[[list[str]], list[str]]):
    assert taken_by_any(forged(), in_the_browser) == {}

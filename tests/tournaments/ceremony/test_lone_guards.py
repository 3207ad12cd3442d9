"""Forgeries that one guard alone gives away: all else in them follows from what they say. Each is refused by all three
checkers, so whoever takes a guard out sees a forgery hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from tests.phone.conftest import node as node
from tests.tournaments.ceremony.test_forgeries import (
    COUNTRIES,
    PAIRED,
    Document,
    brought_together,
    drawn,
    exchange,
    redrawn,
    refrozen,
    replanned,
    retold_as_drawn,
    sealed,
    seated,
    taken_by_any,
)
from tests.tournaments.ceremony.test_forgeries import in_the_browser as in_the_browser
from tests.tournaments.ceremony.test_secrets import OPENED, UNOPENED
from tests.tournaments.ceremony.test_secrets import unsigned as unsigned
from tests.tournaments.ceremony.test_transcript import outside, program
from tests.tournaments.ceremony.transcripts import (
    CARDS,
    DEFAULT,
    DEFAULT_TOLD,
    OTHER_CARDS,
    QUICKNET,
    QUICKNET_TOLD,
    led_to,
    planned,
    retold,
    told,
    transcript,
    with_secrets,
    without_ceremony,
)
from tournaments.ceremony.beacon import Beacon
from tournaments.ceremony.digests import digest_of, frozen_hash_of
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.lots import shuffled
from tournaments.ceremony.transcript import seed_of
from tournaments.ceremony.verification import findings_of, verdict_on
from tournaments.draws.model import Options
from tournaments.draws.seeding import Stream

BELOW = Path(__file__).with_name("below.mjs")
DICE = "dice 1 2 3 4 5 6 1 2 3 4"
ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),)
"""A first round that nobody drew: what comes after it is searched for."""


def in_options(**changes: Any) -> Callable[[Document], str]:
    return redrawn(lambda frozen: frozen["options"].update(changes))


def first(change: Callable[[Document], object]) -> str:
    """A first round in which this is changed and all the rest made to follow."""
    change(document := told(planned()[0]))
    return retold_as_drawn(document)


def for_countries_that_nobody_knows(frozen: Document) -> None:
    frozen["options"].update(countries="perhaps")
    for one in frozen["roster"]:
        one["country"] = None


def at_three_tables(plan: Any) -> None:
    last = [number for table in plan[2] for number in table]
    plan[2] = [last[:6], last[6:11], last[11:]]


DRAWN: dict[str, Callable[[Document], str]] = {
    "a rule for clubs that nobody knows": in_options(clubs="perhaps"),
    "a rule for countries that nobody knows": redrawn(for_countries_that_nobody_knows),
    "no reason, not even an empty one": redrawn(lambda frozen: frozen.pop("reason")),
    "earlier attempts that are no list": redrawn(lambda frozen: frozen.update(earlier={})),
    "an earlier attempt that is no digest": redrawn(
        lambda frozen: frozen.update(draw_id="moor/1/2", attempt=2, earlier=["first"])
    ),
    "a kind of round in a list": redrawn(lambda frozen: frozen["rules"].update(kind=["basic"])),
    "a key that every object has": redrawn(lambda frozen: frozen.update(constructor=1)),
    "start numbers in another order": redrawn(lambda frozen: frozen["roster"].reverse()),
    "a country where none matters": redrawn(lambda frozen: frozen["roster"][0].update(country="CZ")),
    "three who may not meet, of whom nobody plays": in_options(apart=[[98, 99, 100]]),
    "one who may not meet himself and does not play": in_options(apart=[[99, 99]]),
    "one alone who may not meet": in_options(apart=[[99]]),
    "one who may not meet somebody, twice": in_options(apart=[[98, 99, 98]]),
    "sizes asked for and not drawn": in_options(sizes=[6, 5, 5]),
    "a plan that seats a number that nobody has": redrawn(lambda frozen: frozen["plan"][1][0].__setitem__(0, 99)),
    "a plan for other tables in the third round": redrawn(lambda frozen: at_three_tables(frozen["plan"])),
    "nobody who may not meet, and yet told": in_options(apart=[]),
}


def again(**changes: Any) -> Callable[[Document], str]:
    """A second attempt in public, drawn anew."""
    return redrawn(lambda frozen: frozen.update({"draw_id": "moor/1/2", "attempt": 2, **changes}))


def in_rules(**changes: Any) -> Callable[[Document], str]:
    return redrawn(lambda frozen: frozen["rules"].update(changes))


UNSAFE = 2**53
"""A browser reads the number after it as this one."""
DRAWN |= {
    "drawn again, and nobody says why": again(earlier=["ab" * 32]),
    "given up, and nobody says why": again(),
    "drawn again for a reason of blanks": again(earlier=["ab" * 32], reason="   "),
    **{
        f"drawn again for a reason of {what}": again(earlier=["ab" * 32], reason=reason)
        for what, reason in {
            "ends of lines": "\n\t\n",
            "a blank that is called a letter": "\u3164",
            "nothing between two letters": "\u200b",
            "an accent alone": "\u0301",
            "half a sign": "\ud83d",
        }.items()
    },
    "a final drawn by lot": in_rules(kind="final"),
    "a small final drawn by lot": in_rules(kind="small_final"),
    "a final that leaves out the rounds before it": redrawn(
        lambda frozen: (frozen.update(draw_id="moor/4/1"), frozen["rules"].update(kind="final"))
    ),
    "a start number that a browser takes for another": redrawn(
        lambda frozen: frozen["roster"][-1].update(no=UNSAFE + 1)
    ),
    "an attempt that a browser takes for another": again(
        draw_id=f"moor/1/{UNSAFE + 1}", attempt=UNSAFE + 1, reason="again"
    ),
    "the pack's game changed after cards were turned": in_rules(game="smear"),
    "a round that a browser takes for another": redrawn(lambda frozen: frozen.update(draw_id=f"moor/{UNSAFE + 1}/1")),
    "a round whose number no program reads": redrawn(lambda frozen: frozen.update(draw_id=f"moor/{'1' * 5000}/1")),
    "an end of a line in the event's name": redrawn(lambda frozen: frozen.update(draw_id="moor/1/1\n")),
}


def searched_for(change: Callable[[Document], object]) -> Callable[[Document], str]:
    """A first round that has no plan to follow, as it says."""

    def forge(document: Document) -> str:
        change(document["frozen"])
        document["next"] = None
        return sealed(document)

    return forge


SEARCHED_FOR: dict[str, Callable[[Document], str]] = {
    "a first round that was searched for": searched_for(lambda frozen: frozen.update(plan=None)),
    "a first round with a plan for one round less": searched_for(lambda frozen: frozen["plan"].pop()),
}
LATER_SEARCHED: dict[str, Callable[[Document], str]] = {
    "an event of no rounds": refrozen(lambda frozen: frozen["options"].update(rounds=0)),
    "a round that was at tables of three and six": refrozen(
        lambda frozen: frozen["rounds"].__setitem__(0, [[1, 2, 4], [5, 6, 7, 8, 9, 10]])
    ),
    "a round that was at no table": refrozen(lambda frozen: frozen["rounds"].__setitem__(0, [])),
    "the smaller table first": replanned(lambda plan: plan.reverse()),
    "somebody twice in a round that was": refrozen(lambda frozen: frozen["rounds"][0][0].__setitem__(0, 6)),
    "a plan of a table of two, which nobody can follow": refrozen(lambda frozen: frozen.update(plan=[[[0, 1]]])),
    "an empty plan in a later round": refrozen(lambda frozen: frozen.update(plan=[])),
    "a plan after the last round": refrozen(
        lambda frozen: (frozen["options"].update(rounds=2), frozen.update(plan=frozen["rounds"]))
    ),
}
LATER: dict[str, Callable[[Document], str]] = {
    "others in a later round of the plan": redrawn(
        lambda frozen: frozen["plan"].__setitem__(2, [[number + 16 for number in table] for table in frozen["plan"][2]])
    ),
    "a start number nought in a round that was": redrawn(
        lambda frozen: frozen.update(
            rounds=[[[no * (no != 4) for no in table] for table in tables] for tables in frozen["rounds"]]
        )
    ),
    "one more in the next round of the plan": redrawn(lambda frozen: frozen["plan"][1][0].__setitem__(0, 16)),
}


def of_another_length(document: Document, rounds: int) -> str:
    """Drawn by a plan of so many rounds, which is not what the options say."""
    sealed(document)
    fitting = deepcopy(document)
    fitting["frozen"]["options"]["rounds"] = rounds
    document["next"], document["plan"] = program["follows"](fitting)
    return seated(document)


def longer_than_the_event(document: Document) -> str:
    document["frozen"]["options"]["rounds"] = 4
    return of_another_length(document, 3)


def of_an_engine_before(change: Callable[[Any], object]) -> Document:
    """A first round by an engine whose word is taken for the plan, and the plan changed."""
    document = told(planned()[0])
    document["frozen"]["algorithm"] = "scwu-draw/5"
    change(document["frozen"]["plan"])
    return document


def later_at_other_tables(document: Document) -> str:
    """The second round of a plan that has three tables in the third."""
    at_three_tables(document["frozen"]["plan"])
    return put_in(document)


def under_two_numbers(document: Document) -> str:
    """A later round of a plan in which one of the first round came in for himself, with a number of his own."""
    plan = document["frozen"]["plan"]
    his = plan[1][0][0]
    plan[1:] = [[[16 if number == his else number for number in table] for table in tables] for tables in plan[1:]]
    return put_in(document)


def put_in(document: Document) -> str:
    """A later round by its plan, whether that can be followed or not."""
    sealed(document)
    plan, rounds, lots = document["frozen"]["plan"], document["frozen"]["rounds"], document["lots"]
    stream = program["Stream"](program["sha"]("pub-draw/1", "engine", document["seed"]))
    shown = zip(chain(*rounds), chain(*plan), strict=False)
    players = {number: no for told_, row in shown for no, number in zip(told_, row, strict=True)}
    if len(rounds) == 1 and document["frozen"]["options"]["clubs"] == "off":
        plan = program["exchanged"](plan, stream)
    plan = program["with_newcomers"](plan, len(rounds), players, lots, stream)
    document["next"] = program["by_lot"](plan, len(rounds), stream.fork(f"seats {len(rounds)}"))
    document["plan"] = [[lots.index(players[one]) + 1 for one in table] for table in document["next"][len(rounds)]]
    return seated(document)


def by_dice(game: str, **options: Any) -> str:
    """A first round of another game, for which dice were thrown."""

    def change(document: Document) -> None:
        document["room"] = DICE
        document["frozen"]["rules"]["game"] = game
        document["frozen"]["options"].update(options)

    return first(change)


def older_than_any() -> str:
    """A transcript in the form of an older engine, of one that there never was."""
    document = told(transcript(algorithm="scwu-draw/3"))
    document["frozen"]["algorithm"] = "scwu-draw/0"
    del document["next"]
    return sealed(document)


def nobody_at_all() -> str:
    document = told(planned()[0])
    document["frozen"].update(roster=[], plan=[[]] * 3, sizes=[])
    document.update(lots=[], plan=[], tables=[], next=[[]] * 3, quality=dict.fromkeys(document["quality"], 0))
    document["frozen_hash"] = frozen_hash_of(document["frozen"])
    document["seed"] = seed_of(document["frozen_hash"], document["secret"], document["room"])
    return retold(document)


def in_another_order() -> str:
    """The last key first, and the digest that of this order."""
    turned = dict(reversed(told(planned()[0]).items()))
    del turned["digest"]
    turned["digest"] = digest_of("transcript", json.dumps(turned, separators=(",", ":")))
    return json.dumps(turned, separators=(",", ":")) + "\n"


def without_rounds() -> str:
    document = told(transcript(algorithm="scwu-draw/3"))
    del document["next"]
    document["frozen"]["options"]["rounds"] = 0
    return sealed(document)


def without_a_country(document: Document) -> str:
    del document["frozen"]["roster"][0]["country"]
    return retold_as_drawn(document)


def searched(**options: Any) -> Document:
    """A second round of sixteen that was searched for, with two clubs of a player of every table in the first."""
    clubs = {number: f"ČK{(number - 1) // 4}" if number > 8 else None for number in range(1, 17)}
    changes = {"draw_id": "moor/2/1", "clubs": clubs, "countries": COUNTRIES, "rounds": ROUNDS}
    return told(transcript(options=Options(rounds=3, **options), **changes))


def a_pair_together(document: Document) -> str:
    """Two who may not meet are brought to one table, whom the lots gave other places."""
    one, other = (document["lots"].index(no) + 1 for no in (1, 2))
    plan = document["plan"]
    at = {lot: (number, table.index(lot)) for number, table in enumerate(plan) for lot in table}
    table, seat = at[one]
    exchange(plan, at[other], (table, (seat + 1) % len(plan[table])))
    return seated(document)


def rewritten(change: Callable[[str], str]) -> str:
    return change(transcript())


def other_secret(secret: str) -> str:
    return with_secrets(hall={"secret": secret}, commitment=hall_commitment("moor/1/1", secret))


def drand(named: Beacon, told_by_it: dict[str, str], **changes: str) -> str:
    return with_secrets(named=named, beacon={**told_by_it, **changes})


def forged() -> dict[str, str]:
    rounds = planned()
    texts = {name: forge(told(rounds[0])) for name, forge in {**DRAWN, **SEARCHED_FOR}.items()}
    texts |= {name: forge(told(transcript())) for name, forge in LATER_SEARCHED.items()}
    texts |= {name: forge(told(planned(2, clubs=4, of=3)[1])) for name, forge in LATER.items()}
    countries = drawn(options=Options(rounds=3, countries="prefer"), countries=COUNTRIES)
    unchained = {key: DEFAULT_TOLD[key] for key in ("randomness", "signature")}
    return {
        **texts,
        "another game": by_dice("poker"),
        "Smear at tables of nine": by_dice("smear", allowed=[4, 9]),
        "Smear at tables of one": by_dice("smear", allowed=[1, 4]),
        "Smear at tables in another order": by_dice("smear", allowed=[5, 4]),
        "Smear at tables of no variant": by_dice("smear", allowed=[4, 8]),
        "an event of no rounds, by an older engine": without_rounds(),
        "minutes without end": with_secrets(hall=OPENED, minutes=10**21),
        "minutes that a browser takes for others": with_secrets(hall=OPENED, minutes=UNSAFE + 1),
        "a round of drand that a browser takes for another": drand(
            Beacon(QUICKNET.chain, 2**60 + 1, QUICKNET.frozen_at), QUICKNET_TOLD
        ),
        "an end of a line after the cards": drawn(CARDS + "\n"),
        "an end of a line after the other cards": with_secrets(hall={"room": OTHER_CARDS + "\n"}, label="ČERT"),
        "an end of a line after a label": with_secrets(hall=OPENED, label="ČERT\n"),
        "half a sign in a label": with_secrets(hall=OPENED, label="ČERT\ud83d"),
        "less than nothing, and yet nought": rewritten(
            lambda text: text.replace('"seat_a_fewest":0', '"seat_a_fewest":-0')
        ),
        "told twice over": rewritten(lambda text: text + text),
        "a mark before it": rewritten(lambda text: "\ufeff" + text),
        "Smear at tables told twice": by_dice("smear", allowed=[4, 4]),
        "an engine before the first": older_than_any(),
        "nobody at all": nobody_at_all(),
        "keys in another order": in_another_order(),
        "a card of another game": drawn(CARDS.replace("7b", "Qh")),
        "nobody, and a die": drawn("none 7"),
        "coins": drawn(CARDS.replace("cards", "coins")),
        "a secret of other letters": first(lambda document: document.update(secret="z" * 64)),
        "somebody without a country where they matter": without_a_country(told(countries)),
        "a plan for fewer rounds than there are": longer_than_the_event(told(rounds[1])),
        "an older plan for fewer rounds": of_another_length(of_an_engine_before(lambda plan: plan.pop()), 2),
        "an older plan for other tables": retold_as_drawn(of_an_engine_before(at_three_tables)),
        "an older plan that seats a number that nobody has": retold_as_drawn(
            of_an_engine_before(lambda plan: plan[1][0].__setitem__(0, 99))
        ),
        "a later round at other tables": later_at_other_tables(told(rounds[1])),
        "one who plays under two numbers": under_two_numbers(told(rounds[2])),
        "one who has another number since the first round": under_two_numbers(told(planned(2, clubs=4, of=3)[1])),
        "a pair together in a round that was searched for": a_pair_together(searched(apart=(("1", "2"),))),
        "club-mates in a round that was searched for": brought_together(searched(clubs="require"), "club"),
        "compatriots in a round that was searched for": brought_together(searched(countries="require"), "country"),
        "a blank between the words": rewritten(lambda text: text.replace(',"attempt":', ', "attempt":')),
        "a key told twice": rewritten(lambda text: text.replace('{"attempt":1,', '{"attempt":7,"attempt":1,', 1)),
        "another digest": rewritten(lambda text: text.replace(told(text)["digest"], "0" * 64)),
        "no ceremony, and yet cards": retold({**told(without_ceremony()), "room": CARDS}),
        "a digest that is none, of a second secret that was not opened": with_secrets(hall=UNOPENED, commitment="ab"),
        "minutes in words": with_secrets(hall=OPENED, minutes="5"),
        "minutes and a half": with_secrets(hall=OPENED, minutes=5.5),
        "a second secret of two digits": other_secret("ab"),
        "a second secret of other letters": other_secret("z" * 32),
        "a signature in capitals": drand(QUICKNET, QUICKNET_TOLD, signature=QUICKNET_TOLD["signature"].upper()),
        "a signature before it, where there is none": drand(QUICKNET, QUICKNET_TOLD, previous=DEFAULT_TOLD["previous"]),
        "a signature before it of two digits": drand(DEFAULT, DEFAULT_TOLD, previous="ab"),
        "a signature before it left out": with_secrets(named=DEFAULT, beacon=unchained),
        "frozen before there was time": drand(Beacon(QUICKNET.chain, QUICKNET.round, -1), QUICKNET_TOLD),
    }


def test_every_forgery_is_refused_by_all_three_checkers(
    in_the_browser: Callable[[list[str]], list[str]], unsigned: None
):
    assert taken_by_any(forged(), in_the_browser) == {}


ACROSS = {number: f"ČK{(number - 1) // 2}" if number < 15 else None for number in range(1, 17)}
"""Clubs of two from two countries each."""

FIVE = {number: "ABCDE"[number % 5] for number in range(1, 17)}
WITHIN = {number: f"{number % 5} {number // 5 % 2}" for number in range(1, 17)}
"""Five countries of two clubs each: who is of one club is a compatriot as well, and weighs no more for that."""


def second(rounds: Any = None, plan: Any = None, **options: Any) -> str:
    """A second round of sixteen, after the first as it was drawn if no other is given."""
    before = told(drawn(options=Options(rounds=3, **options)))
    return drawn(
        draw_id="moor/2/1",
        rounds=(rounds or before["tables"],),
        plan=plan or before["next"],
        options=Options(rounds=3, **options),
    )


def first_of_all() -> tuple[Any, Any]:
    document = told(drawn())
    return document["tables"], document["next"]


def play_off(**changes: Any) -> str:
    return drawn(draw_id="moor/4/1", rules={"game": "smoking_cat", "kind": "play_off"}, **changes)


def at_other_tables() -> str:
    """The first round was played at three tables, though the plan has four."""
    tables, plan = first_of_all()
    everybody = [no for table in tables for no in table]
    return second([everybody[:6], everybody[6:11], everybody[11:]], plan)


def after_an_exchange() -> str:
    """Two changed tables by hand in the second round, so that the third cannot follow the plan."""
    document = told(planned()[2])
    exchange(document["frozen"]["rounds"][1], (0, 0), (1, 0))
    frozen = document["frozen"]
    return drawn(draw_id="moor/3/1", rounds=frozen["rounds"], plan=frozen["plan"])


def at_odds_since() -> str:
    """The plan would bring two together of whom it is known since the first round that they may not meet."""
    tables, plan = first_of_all()
    numbers, everybody = ([one for table in seats for one in table] for seats in (plan[0], tables))
    pair = tuple(str(everybody[numbers.index(number)]) for number in plan[1][0][:2])
    return second(tables, plan, apart=(pair,))


def after_the_last() -> str:
    """A fourth round of an event of three, which has no plan any more."""
    rounds = [told(text)["tables"] for text in planned()]
    return drawn(draw_id="moor/4/1", rounds=rounds)


def by_cards_of_smear(*allowed: int) -> str:
    cards = "cards Qh 7h 8h Ks Ad 9c Tc Jh X1 2d"
    return drawn(cards, rules={"game": "smear", "kind": "basic"}, options=Options(rounds=3, allowed=allowed))


def clubs_before_countries(**changes: Any) -> str:
    """Neither must be apart: club-mates are spared before other compatriots, and were not before scwu-draw/8."""
    options = Options(rounds=3, countries="prefer", clubs="prefer")
    return drawn(options=options, countries=COUNTRIES, clubs=ACROSS, **changes)


def test_what_looks_like_one_and_is_none_is_the_same_for_all_three(in_the_browser: Callable[[list[str]], list[str]]):
    """Dice may turn one number twice, who promises nothing may be brief or give no reason; and what cannot follow the
    plan was searched for. A later round that follows one, and nothing else, is unchecked without the rounds before it;
    so is one that leaves a round out and calls itself a play-off, which comes when the plan is at its end.
    """
    rule = {"rounds": 3, "countries": "require"}
    holding = [
        drawn("none", announced=False, draw_id="moor/1/2", attempt=2),
        drawn(DICE),
        drawn("none", announced=False),
        drawn("none", announced=False, secret="5e"),
        drawn(options=Options(**rule), countries=COUNTRIES),
        drawn(options=Options(rounds=3, countries="prefer", clubs="require"), countries=COUNTRIES, clubs=ACROSS),
        drawn(options=Options(rounds=3, apart=(("1", "2"), ("1", "3"), ("98", "99")))),
        drawn(options=Options(rounds=3, apart=(("98", "99"),))),
        drawn(options=Options(rounds=3, apart=(("1", "2"),))) + second(apart=(("1", "2"),)),
        drawn(draw_id="moor/1/2", attempt=2, reason="again"),
        by_cards_of_smear(4),
        by_cards_of_smear(4, 6),
        drawn(clubs=ACROSS),
        drawn(options=Options(rounds=3, countries="prefer"), countries=COUNTRIES, clubs=ACROSS),
        drawn(options=Options(rounds=3, countries="require", clubs="require"), countries=COUNTRIES, clubs=PAIRED),
        drawn(options=Options(rounds=3, countries="require", clubs="require"), countries=COUNTRIES, clubs=ACROSS),
        drawn(
            options=Options(rounds=3, countries="require", clubs="require"),
            countries=FIVE,
            clubs=WITHIN,
            secret="00" * 32,
        ),
        clubs_before_countries(),
        clubs_before_countries(algorithm="scwu-draw/7", sizes=(4,) * 4),
        clubs_before_countries(algorithm="scwu-draw/8", sizes=(4,) * 4),
        clubs_before_countries(algorithm="scwu-draw/9", sizes=(4,) * 4),
        *led_to(planned(6, 8)),
        *led_to(planned(6, 9)),
        *led_to(planned(2, 11)),
        *planned(1, 12, clubs=4, of=4),
    ]
    unchecked = [at_other_tables(), after_an_exchange(), at_odds_since(), play_off(), after_the_last()]
    unchecked += [drawn() + play_off(rounds=(first_of_all()[0],), plan=first_of_all()[1])]
    unchecked += [second(), after_dealing_twice(), "".join(planned()[1:])]
    texts, expected = [*holding, *unchecked], ["holds"] * len(holding) + ["unchecked"] * len(unchecked)
    assert [verdict_on(findings_of(text)) for text in texts] == expected
    assert [outside(text) for text in texts] == expected
    assert in_the_browser(texts) == expected


def by_uneven_plan(sizes: tuple[int, ...], at: int, of: int) -> list[str]:
    """So many rounds by an older engine's plan that has one player always at table `at`, and the others by lot."""
    mixed, number, rounds = Stream("03"), 0 if at == 0 else sum(sizes) - 1, []
    others = [one for one in range(sum(sizes)) if one != number]
    for _ in range(of):
        others = mixed.shuffled(others)
        left = iter(others)
        rounds.append(
            [[number] * (place == at) + [*islice(left, size - (place == at))] for place, size in enumerate(sizes)]
        )
    return by_plan(sizes, rounds)


def by_plan(sizes: tuple[int, ...], plan: Any, rounds: int = 0) -> list[str]:
    """The first so many rounds of an event by this plan, or all, each drawn after those before it."""
    texts: list[str] = []
    for number in range(rounds or len(plan)):
        texts.append(
            drawn(
                draw_id=f"moor/{number + 1}/1",
                clubs=dict.fromkeys(range(1, sum(sizes) + 1)),
                rounds=tuple(told(text)["tables"] for text in texts),
                plan=told(texts[-1])["next"] if texts else plan,
                algorithm="scwu-draw/7",
                sizes=sizes,
                secret=f"{number:02x}" * 32,
                options=Options(rounds=len(plan), sizes=sizes),
            )
        )
    return texts


def after_dealing_twice() -> str:
    """The third round of nine after two in which one player had seat A, which is more than his share of all three."""
    document = told(planned(3, 9)[2])
    frozen = document["frozen"]
    player, second = frozen["rounds"][0][0][0], frozen["rounds"][1]
    at = next((number, table.index(player)) for number, table in enumerate(second) if player in table)
    for tables in (second, frozen["plan"][1]):
        exchange(tables, at, (at[0], 0))
    return drawn(
        draw_id="moor/3/1",
        clubs=dict.fromkeys(range(1, 10)),
        rounds=frozen["rounds"],
        plan=frozen["plan"],
        secret="02" * 32,
    )


@pytest.mark.parametrize(("sizes", "at", "of"), [((6, 4, 4), 0, 5), ((6, 6, 4), 2, 5), ((6, 4), 0, 6)])
def test_seats_are_shared_out_as_evenly_as_a_plan_lets_it(
    sizes: tuple[int, ...], at: int, of: int, in_the_browser: Callable[[list[str]], list[str]]
):
    """Who is always at the largest table has seat A once nevertheless, and who is always at the smallest not twice; at
    the only table of six each seat that opens on the bench comes once in six rounds.
    """
    texts = led_to(by_uneven_plan(sizes, at, of))
    assert [verdict_on(findings_of(text)) for text in texts] == ["holds"] * of
    assert [outside(text) for text in texts] == in_the_browser(texts) == ["holds"] * of


def by_the_square_of_eight() -> str:
    """Tables are the rows, the columns and the signs of a part of the cyclic Latin square of order eight, which has no
    transversal: so a club of eight meets somewhere, whoever gets which number.
    """
    cells = [(row, (row + by) % 8) for by in range(4) for row in range(8)]
    rounds = (
        [row for row, _ in cells],
        [column for _, column in cells],
        [(row + column) % 8 for row, column in cells],
    )
    return drawn(
        clubs={number: "ČK" if number <= 8 else None for number in range(1, 33)},
        plan=[[[number for number, at in enumerate(places) if at == table] for table in range(8)] for places in rounds],
        algorithm="scwu-draw/7",
        sizes=(4,) * 8,
        secret="11" * 32,
        options=Options(rounds=3, clubs="prefer"),
    )


def of_clubs(clubs: list[str | None], secret: str, room: str = CARDS, game: str = "smoking_cat", **options: Any) -> str:
    """A first round at two tables, of these clubs and four countries, by an engine whose name stays what it is."""
    numbered = dict(enumerate(clubs, 1))
    return drawn(
        room,
        clubs=numbered,
        countries={number: "ABCD"[number % 4] for number in numbered},
        secret=secret * 32,
        rules={"game": game, "kind": "basic"},
        algorithm="scwu-draw/9",
        sizes=(len(clubs) // 2,) * 2,
        options=Options(clubs="prefer", **options),
    )


WALKS: dict[str, Callable[[], str]] = {
    "it ends where more meet than at its best": lambda: of_clubs(list("ABCD") * 2, "14", rounds=4),
    "it ends where as few meet as at its best": lambda: of_clubs(list("ABCD") * 2, "18", rounds=4),
    "it ends where as few meet as must: a club of five at two tables": lambda: of_clubs(
        [*"XXXXX", None, None, None], "1c", rounds=3, countries="prefer"
    ),
    "at some step everybody rests": lambda: of_clubs(list("ABC") * 2, "12", DICE, "smear", rounds=3, allowed=(3,)),
    "it ends after sixty thousand looks": by_the_square_of_eight,
}
"""Club-mates cannot all be parted over all rounds, and the lots lead past the place in question."""


@pytest.mark.parametrize("name", WALKS)
def test_the_walk_that_parts_people_ends_alike_for_all_three(
    name: str, in_the_browser: Callable[[list[str]], list[str]]
):
    text = WALKS[name]()
    assert [verdict_on(findings_of(text)), outside(text), *in_the_browser([text])] == ["holds"] * 3


def test_the_average_share_counts_for_seat_a_alone(in_the_browser: Callable[[list[str]], list[str]]):
    """One of ten sits at the table of six once in ten rounds. By the average he would open there on the bench."""
    mixed, rounds = Stream("02"), []
    for number in range(10):
        others = mixed.shuffled(range(9))
        rounds.append([[9, *others[:5]], others[5:]] if number == 0 else [others[:6], [9, *others[6:]]])
    text = by_plan((6, 4), rounds, 1)[0]
    assert [verdict_on(findings_of(text)), outside(text), *in_the_browser([text])] == ["holds"] * 3


LAST = 2**64 - 1


def test_numbers_that_would_favour_some_lots_are_thrown_away_by_all_three(node: Callable[..., str]):
    """Of 2^64 numbers the last six are too many for ten lots. No transcript that could be made has one of them."""
    numbers, site, outsiders = [LAST, LAST - 5, LAST - 6, 4], Stream("00"), program["Stream"]("00")
    site._numbers, outsiders.numbers = iter(numbers), iter(numbers)
    by_browser = node(BELOW, "10", *(f"{number:016x}" for number in numbers))
    assert site.below(10) == outsiders.below(10) == int(by_browser) == (LAST - 6) % 10


def test_a_block_that_would_favour_some_lots_is_thrown_away(monkeypatch: pytest.MonkeyPatch):
    """Of 2^256 blocks the last one is too many for three lots."""
    for name, shuffle in (("sha", program["lots"]), ("digest_of", shuffled)):
        blocks = iter(["f" * 64, "f" * 63 + "e", "0" * 64])
        monkeypatch.setitem(shuffle.__globals__, name, lambda *_, blocks=blocks: next(blocks))
        assert shuffle([1, 2, 3], "") == [2, 1, 3]
        assert not list(blocks)


def test_after_a_round_that_left_no_plan_any_other_may_come():
    assert program["verdict"]([transcript(draw_id="moor/2/1", rounds=ROUNDS), planned()[2]])[1]

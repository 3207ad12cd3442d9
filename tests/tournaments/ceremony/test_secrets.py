"""A second secret by somebody of the hall and a round of drand (tournaments/ceremony), forged and not, for all three.

As in test_forgeries.py the forger writes fitting digests, seed, lots and tables over what he changes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.rules.refusals import Refused
from tests.phone.conftest import node as node
from tests.refusals import refused_code
from tests.tournaments.ceremony.test_forgeries import in_the_browser as in_the_browser
from tests.tournaments.ceremony.test_forgeries import taken_by_any
from tests.tournaments.ceremony.test_transcript import CHECKER, outside, program
from tests.tournaments.ceremony.transcripts import (
    CARDS,
    DEFAULT,
    DEFAULT_TOLD,
    HALL_SECRET,
    OTHER_CARDS,
    QUICKNET,
    QUICKNET_TOLD,
    retold,
    told,
    transcript,
    with_secrets,
)
from tournaments.ceremony.beacon import BY_NAME, Beacon, is_signed, named_round, told_round
from tournaments.ceremony.digests import digest_of
from tournaments.ceremony.hall import hall_digest_of, hall_secret_of
from tournaments.ceremony.verification import findings_of, verdict_on

Document = dict[str, Any]
OPENED, UNOPENED = {"secret": HALL_SECRET}, {"room": OTHER_CARDS}


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks whether drand has signed, which takes a second each time."""
    for where in ("beacon", "verification"):
        monkeypatch.setattr(f"tournaments.ceremony.{where}.is_signed", lambda *_: True)
    monkeypatch.setitem(program["verdict"].__globals__, "find_spec", lambda _: None)


# --- Sound ones -------------------------------------------------------------------------------------------------------


def sound() -> dict[str, str]:
    return {
        "opened": with_secrets(hall=OPENED),
        "not opened": with_secrets(hall=UNOPENED),
        "drand": with_secrets(named=QUICKNET, beacon=QUICKNET_TOLD),
        "both": with_secrets(hall=OPENED, named=DEFAULT, beacon=DEFAULT_TOLD),
        "neither": with_secrets(),
    }


def test_draws_with_other_secrets_hold_for_all_three(in_the_browser: Callable[[list[str]], list[str]], unsigned: None):
    """Who has no library that can say whether drand has signed says in his verdict that he has not checked it."""
    texts = sound()
    assert {name: verdict_on(findings_of(text)) for name, text in texts.items()} == dict.fromkeys(texts, "holds")
    expected = {name: "unsigned" if "beacon" in told(text) else "holds" for name, text in texts.items()}
    assert {name: outside(text) for name, text in texts.items()} == expected
    assert in_the_browser(list(texts.values())) == list(expected.values())
    assert len({told(text)["seed"] for text in texts.values()}) == len(texts), "each secret is in the seed"


def test_where_neither_seating_nor_signature_could_be_checked_the_verdict_says_both(
    in_the_browser: Callable[[list[str]], list[str]], unsigned: None
):
    text = transcript(named=QUICKNET, beacon=QUICKNET_TOLD)  # its seating was searched for
    assert verdict_on(findings_of(text)) == "unchecked"
    assert [outside(text), *in_the_browser([text])] == ["neither"] * 2


def test_the_seed_is_made_as_the_protocol_says():
    """By hand, from the description alone."""
    document = told(with_secrets(hall=OPENED, named=DEFAULT, beacon=DEFAULT_TOLD))
    words = [
        document["frozen_hash"],
        document["secret"],
        CARDS,
        "drand",
        DEFAULT_TOLD["randomness"],
        "hall",
        HALL_SECRET,
    ]
    assert document["seed"] == digest_of("seed", *words)
    promised = sha256(f"pub-draw/1|hall|moor/1/1|{HALL_SECRET}".encode()).hexdigest()
    assert document["frozen"]["hall"] == {"commitment": promised, "label": "ČERT", "minutes": 5}
    unopened = told(with_secrets(hall=UNOPENED))
    words = [unopened["frozen_hash"], unopened["secret"], CARDS, "unopened", OTHER_CARDS]
    assert unopened["seed"] == digest_of("seed", *words)


# --- drand ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_round_that_its_chain_did_not_sign_is_refused_where_a_library_can_say(tmp_path: Path):
    """The site asks about quicknet, the program about the other chain; each knows a true round from an invented one."""
    assert is_signed(QUICKNET, QUICKNET_TOLD) is True
    assert is_signed(Beacon(QUICKNET.chain, 1001, 0), QUICKNET_TOLD) is False
    invented = {"randomness": sha256(bytes.fromhex("ab" * 48)).hexdigest(), "signature": "ab" * 48}
    assert is_signed(QUICKNET, invented) is False
    assert refused_code(lambda: told_round(QUICKNET, invented)) == "beacon_unsigned"
    drawn = with_secrets(named=DEFAULT, beacon=DEFAULT_TOLD)
    true = told(drawn)
    assert program["signature_holds"](true) is True
    assert "signature" not in " ".join(program["remarks"]([drawn])), "who has checked it does not say that he has not"
    true["beacon"]["previous"] = DEFAULT_TOLD["signature"]
    assert program["signature_holds"](true) is False
    assert outside(retold(true)) == verdict_on(findings_of(retold(true))) == "fails"
    infinite = {**QUICKNET_TOLD, "signature": "c0" + "00" * 47}
    assert is_signed(QUICKNET, infinite) is False
    assert program["signature_holds"]({"frozen": {"beacon": QUICKNET.document()}, "beacon": infinite}) is False
    assert sys.getrecursionlimit() < 10_000  # the library lifts it, and nested JSON would then end the process


def test_a_round_is_named_before_it_comes():
    """drand.love: round n of a chain comes (n - 1) periods after its genesis."""
    assert (QUICKNET.comes_at, DEFAULT.comes_at) == (1692806364, 1694778900)
    assert named_round("quicknet", 1000, 1692806363) == QUICKNET
    assert refused_code(lambda: named_round("quicknet", 1000, 1692806364)) == "beacon_past"
    assert refused_code(lambda: named_round("evmnet", 1000, 0)) == "beacon_unknown"
    a_day_before = DEFAULT.comes_at - 86400
    assert named_round("default", DEFAULT.round, a_day_before).round == DEFAULT.round
    for far in (DEFAULT.round + 1, 10**13, 10**30):  # of the last two no calendar has the year
        with pytest.raises(Refused) as refused:
            named_round("default", far, a_day_before)
        assert (refused.value.code, refused.value.values) == ("beacon_far", {"last": DEFAULT.round})
    assert named_round("default", None, 1694778600).comes_at == 1694778930
    assert BY_NAME["quicknet"].first_after(0) == 1


def test_what_drand_told_may_be_pasted_and_has_to_fit(unsigned: None):
    pasted = {key: f' "{value[:20]} {value[20:].upper()}",' for key, value in QUICKNET_TOLD.items()}
    assert told_round(QUICKNET, {**pasted, "previous": "x"}) == QUICKNET_TOLD
    assert refused_code(lambda: told_round(QUICKNET, {**QUICKNET_TOLD, "signature": "ab"})) == "beacon_form"
    assert refused_code(lambda: told_round(DEFAULT, QUICKNET_TOLD)) == "beacon_form"
    assert refused_code(lambda: told_round(QUICKNET, {**QUICKNET_TOLD, "signature": "ab" * 48})) == "beacon_not_hashed"


def test_a_secret_may_be_typed_as_it_was_written_down():
    assert hall_secret_of(" C0FF-eec0 ffee c0ffee-c0ffee c0ffee 42 ") == HALL_SECRET
    assert refused_code(lambda: hall_secret_of("c0ffee")) == "hall_secret_form"
    assert hall_digest_of("AB" * 32) == "ab" * 32
    assert refused_code(lambda: hall_digest_of("ab" * 31)) == "hall_digest_form"


# --- Forgeries --------------------------------------------------------------------------------------------------------


def forged(**options: Any) -> Document:
    return told(with_secrets(**options))


def but(document: Document, **changes: Any) -> str:
    """Only the words changed; hash, seed and lots left."""
    return retold({**document, **changes})


def dropped(document: Document, *, key: str, frozen: bool) -> str:
    """A secret left out; all that follows made to follow anew, or not."""
    document.pop(key)
    if frozen:
        document["frozen"].pop(key)
    return retold(document)


def without_ceremony_and_yet() -> str:
    """Nothing was turned, and still it tells of a second secret."""
    return with_secrets(hall=OPENED, room="none")


def forgeries() -> dict[str, str]:
    opened, unopened = forged(hall=OPENED), forged(hall=UNOPENED)
    drand = forged(named=QUICKNET, beacon=QUICKNET_TOLD)
    other = {"randomness": sha256(bytes.fromhex("ab" * 96)).hexdigest(), "signature": "ab" * 96}
    late = Beacon(QUICKNET.chain, QUICKNET.round, QUICKNET.comes_at)
    never = Beacon(QUICKNET.chain, 2**53 - 1, 2**53 - 1)
    before_the_chain = Beacon(QUICKNET.chain, QUICKNET.round, BY_NAME["quicknet"].genesis - 1)
    return {
        "a second secret that is not the promised one": with_secrets(hall={"secret": "ab" * 16}),
        "a second secret promised for another attempt": with_secrets(
            hall=OPENED, commitment=digest_of("hall", "moor/1/2", HALL_SECRET)
        ),
        "the site's commitment in place of the hall's": with_secrets(
            hall=OPENED, commitment=digest_of("commit", "moor/1/1", HALL_SECRET)
        ),
        "a digest changed after the freezing": but(
            opened, frozen={**opened["frozen"], "hall": {**opened["frozen"]["hall"], "commitment": "ab" * 32}}
        ),
        "a label changed after the freezing": but(
            opened, frozen={**opened["frozen"], "hall": {**opened["frozen"]["hall"], "label": "ANDEL"}}
        ),
        "a second secret left out of what is told": dropped(forged(hall=OPENED), key="hall", frozen=False),
        "a second secret left out of the frozen list": dropped(forged(hall=OPENED), key="hall", frozen=True),
        "a promised second secret that was never asked for": with_secrets(label="ČERT"),
        "an invented second secret": but(forged(), hall=OPENED),
        "an invented refusal": but(forged(), hall=UNOPENED),
        "a second secret that is not in the seed": but(forged(hall=OPENED), seed=forged()["seed"]),
        "said not to be opened, and yet opened": with_secrets(hall={**OPENED, **UNOPENED}),
        "said not to be opened, with the seed of the opened": but(opened, hall=UNOPENED),
        "said to be opened, with the seed of the refusal": but(unopened, hall=OPENED),
        "not opened, and nothing turned in its place": with_secrets(hall={"room": "none"}),
        "not opened, and no room at all": with_secrets(hall={"room": ""}),
        "not opened, and nine cards": with_secrets(hall={"room": OTHER_CARDS[:-3]}),
        "not opened, and the same cards again": with_secrets(hall={"room": CARDS}),
        "not opened, and the digest in place of cards": with_secrets(hall={"room": "ab" * 32}),
        "nothing told of it": with_secrets(hall={}, label="ČERT"),
        "no time to open in": with_secrets(hall=UNOPENED, minutes=0),
        "no label": with_secrets(hall=OPENED, label=""),
        "a label of many lines": with_secrets(hall=OPENED, label="A\nB"),
        "a label of blanks": with_secrets(hall=OPENED, label="   "),
        "a label with blanks round it": with_secrets(hall=OPENED, label=" ČERT "),
        "a label of a blank that is no space": with_secrets(hall=OPENED, label="\u00a0"),
        "a label of a letter that nobody sees": with_secrets(hall=OPENED, label="\u3164"),
        "a label of an accent alone": with_secrets(hall=OPENED, label="\u0301"),
        "a label that is written backwards": with_secrets(hall=OPENED, label="\u202eTREČ"),
        "a label that turns only the rest": with_secrets(hall=OPENED, label="ČERT\u2067"),
        "a label with nothing between two letters": with_secrets(hall=OPENED, label="ČE\u200bRT"),
        "a label of notes that nobody sees": with_secrets(hall=OPENED, label="\U0001d159\U0001d173"),
        "a label with a sign of shorthand between two letters": with_secrets(hall=OPENED, label="ČE\U0001bca0RT"),
        "a label that was deleted": with_secrets(hall=OPENED, label="ČER\u007f"),
        "a label without an end": with_secrets(hall=OPENED, label="A" * 61),
        "a second secret too short to be one": with_secrets(hall={"secret": "ab"}),
        "a second secret without a ceremony": without_ceremony_and_yet(),
        "drand's round in the past": with_secrets(named=late, beacon=QUICKNET_TOLD),
        "frozen before the chain began": with_secrets(named=before_the_chain, beacon=QUICKNET_TOLD),
        "drand's round after the last year of any calendar": with_secrets(named=never, beacon=QUICKNET_TOLD),
        "drand's round number nought": with_secrets(named=Beacon(QUICKNET.chain, 0, 0), beacon=QUICKNET_TOLD),
        "a chain that nobody knows": but(
            drand, frozen={**drand["frozen"], "beacon": {**QUICKNET.document(), "chain": "ab" * 32}}
        ),
        "another chain": with_secrets(named=DEFAULT, beacon=QUICKNET_TOLD),
        "another chain's signature": with_secrets(named=QUICKNET, beacon=other),
        "another chain's whole round": with_secrets(named=QUICKNET, beacon=DEFAULT_TOLD),
        "randomness that is not of the signature": with_secrets(
            named=QUICKNET, beacon={**QUICKNET_TOLD, "randomness": "ab" * 32}
        ),
        "a signature of another round": with_secrets(named=QUICKNET, beacon={**QUICKNET_TOLD, "signature": "ab" * 48}),
        "randomness that is not in the seed": but(drand, seed=forged()["seed"]),
        "drand left out of what is told": dropped(
            forged(named=QUICKNET, beacon=QUICKNET_TOLD), key="beacon", frozen=False
        ),
        "drand left out of the frozen list": dropped(
            forged(named=QUICKNET, beacon=QUICKNET_TOLD), key="beacon", frozen=True
        ),
        "drand invented afterwards": but(forged(), beacon=QUICKNET_TOLD),
        "drand frozen and never told": with_secrets(named=QUICKNET),
        "drand in an older engine": but(drand, frozen={**drand["frozen"], "algorithm": "scwu-draw/3"}),
    }


def test_every_forged_secret_is_refused_by_all_three_checkers(
    in_the_browser: Callable[[list[str]], list[str]], unsigned: None
):
    assert taken_by_any(forgeries(), in_the_browser) == {}


def test_the_program_knows_py_ecc_by_name_alone(tmp_path: Path):
    """It runs without it, and says what it could not check."""
    file = tmp_path / "draw.json"
    file.write_text(with_secrets(named=QUICKNET, beacon=QUICKNET_TOLD))
    ran = subprocess.run([sys.executable, "-I", "-S", CHECKER, file], capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[0] == "It holds, but the signature of the drand round was NOT checked here."
    assert "moor/1/1: The signature of drand's round was NOT checked here." in ran.stdout.splitlines()

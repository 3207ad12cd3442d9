"""Bugs to be planted into the product's own files: a simulation that finds none of them proves nothing.

Each is a piece of a file and what stands there instead. `in_copy` makes a copy of what the simulation imports, with
one of them in it; the histories are then played against the copy. `seed`: the first history that it breaks.
`only_asks`: why it breaks none, where it costs the referee a question and no deal.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Planted:
    name: str
    file: str
    old: str
    new: str
    seed: int | None = None
    only_asks: str = ""


ALIKE, DECIDE, FLAGS = "games/arrivals/alike.py", "games/arrivals/decide.py", "games/arrivals/flags.py"
BATCH, KNOWN = "games/arrivals/batch.py", "games/arrivals/known.py"
SENT, SLOTS = "games/arrivals/sent.py", "games/arrivals/slots.py"

BUGS = (
    Planted("no idempotency", DECIDE, "    repeat = _repeated(sent, known)\n", "    repeat = None\n", seed=0),
    Planted(
        "a known id with other bytes is taken for the same",
        DECIDE,
        '    return Decision(status="quarantined", code="id_reused") if line is not None or kept else None',
        '    return Decision(status="applied", is_repeat=True) if line is not None or kept else None',
        seed=25,
    ),
    Planted(
        "last write wins",
        DECIDE,
        '        return Decision(status="conflict", code="told_otherwise", about=line.id)',
        '        return Decision(status="applied", entry=Amend(line.position, {"loser": sent.entry.loser}))',
        seed=2,
    ),
    Planted(
        "what a revoked phone brings is dropped",
        BATCH,
        "known if decision.is_repeat else",
        'known if decision.is_repeat or decision.code == "revoked_phone" else',
        seed=6,
    ),
    Planted("a revoked phone writes on", DECIDE, "    if standing.is_revoked:", "    if False:", seed=6),
    Planted("blind merge", DECIDE, "if is_within_a_deal(sent, line) and not is_hasty(line, known) and", "if", seed=322),
    Planted(
        "whatever is told in a slot is the same",
        ALIKE,
        "    ours, theirs = sent.entry, line.entry\n",
        "    return True\n    ours, theirs = sent.entry, line.entry\n",
        seed=163,
    ),
    Planted(
        "another's line taken as one's own", DECIDE, "    if not standing.is_same_person:", "    if False:", seed=80
    ),
    Planted(
        "no witness",
        DECIDE,
        "    if proposal and sent.seen and sent.witness != proposal.dealer",
        "    if False",
        only_asks="a deal told again by another phone is asked about as the last one told, whoever dealt",
    ),
    Planted("the last deal told again counts", ALIKE, 'return "as_the_last"', 'return ""', seed=798),
    Planted(
        "what was settled before moves a slot",
        SLOTS,
        "        and str(arrival.id) in settled\n",
        "",
        only_asks="its slot is taken then, and somebody is asked about it",
    ),
    Planted("the pen is ignored", DECIDE, "    if sent.pen and not _may_write(sent, known)", "    if False", seed=833),
    Planted(
        "held lines are never released",
        DECIDE,
        '    if arrival.status == "held":\n',
        '    if arrival.status == "held":\n        return False\n',
        seed=9,
    ),
    Planted("undone twice", DECIDE, "    if line.position in known.struck:", "    if False:", seed=49),
    Planted(
        "anybody undoes anything",
        DECIDE,
        "    if not standing.is_referee and not (is_own and _is_last(line, known)):",
        "    if False:",
        seed=95,
    ),
    Planted(
        "merged by the phone's clock",
        SENT,
        "            tapped=None if contact is None or since is None else contact + since,",
        '            tapped=self._optional("at", self._moment),',
        seed=23263,
    ),
    Planted(
        "the slot counted anew at arrival",
        SLOTS,
        "    return max(1, sent.slot + moved - _left_out(sent, known))\n",
        "    return len(known.played) + 1\n",
        seed=9,
    ),
    Planted(
        "a slot that does not move",
        SLOTS,
        "    return max(1, sent.slot + moved - _left_out(sent, known))\n",
        "    return sent.slot\n",
        only_asks="it is beyond the next one, and held",
    ),
    Planted("a late line applied", DECIDE, "    if known.is_closed:", "    if False:", seed=75),
    Planted(
        "a deal beyond the next one applied",
        DECIDE,
        "    if beyond > 0:",
        "    if False:",
        only_asks="an earlier one is missing only where somebody is asked about it",
    ),
    Planted(
        "a slot counted on what the referee has not settled",
        DECIDE,
        'return "unsettled_deal" if is_free',
        'return "" if is_free',
        seed=60308,
    ),
    Planted(
        "a slot counted on what was taken back",
        SLOTS,
        "    return is_left_alone or ",
        "    return ",
        seed=81464,
    ),
    Planted(
        "what agreed with the last deal is that deal, whatever its phone tells next",
        ALIKE,
        'arrival.status == "merged" and (is_alike or ',
        'arrival.status == "merged" and (',
        seed=83923,
    ),
    Planted(
        "a merged line forgotten when its phone tells the same anew",
        FLAGS,
        " or _is_told_anew(arrival, known)",
        "",
        seed=83923,
    ),
    Planted(
        "gaps in the counter ignored",
        DECIDE,
        "    came = known.counters(sent.device)\n    if len",
        "    return False\n    came = known.counters(sent.device)\n    if len",
        only_asks="the slot says the same",
    ),
    Planted("forked counters taken", DECIDE, 'return "forked_counter" if', 'return "" if', seed=966),
    Planted(
        "a merged line forgotten when the other is undone",
        FLAGS,
        '"merged" and _is_left_alone',
        '"merged" and False and _is_left_alone',
        seed=79,
    ),
    Planted(
        "the highest counter told", KNOWN, "        return last\n", "        return max(came, default=0)\n", seed=131
    ),
    Planted(
        "the base of another log believed",
        SLOTS,
        "known.log[sent.base - 1].digest == sent.head",
        "True",
        only_asks="a wrong slot is taken or beyond the next one",
    ),
    Planted("quarantine is no flag", KNOWN, '"late", "quarantined"})', '"late"})', seed=6),
    Planted("maybe is no flag", KNOWN, 'frozenset({"maybe_duplicate", ', "frozenset({", seed=14),
    Planted(
        "only the first of a batch is kept",
        BATCH,
        "            yield released\n            known = released.known\n",
        "            yield released\n        break\n",
        seed=25,
    ),
)


def in_copy(bug: Planted, folder: Path) -> None:
    """What the simulation imports, below `folder`, with the bug in it."""
    shutil.copytree(ROOT / "games", folder / "games", ignore=shutil.ignore_patterns("__pycache__"))
    place = folder / bug.file
    text = place.read_text()
    if text.count(bug.old) != 1:
        raise ValueError(f"{bug.name}: stands {text.count(bug.old)} times in {bug.file}")
    place.write_text(text.replace(bug.old, bug.new))

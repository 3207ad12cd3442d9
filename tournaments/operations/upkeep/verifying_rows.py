"""Holding every row against the last line of the journal about it (operations/row_seals.py).

Reads only. A row whose only line is that of the upgrade to this (`rows_before`) is right if it is as it was then; what
happened to it before, nothing proves, so it is counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Model

from games import written
from tournaments.models import Event, JournalLine, RowSeal
from tournaments.operations.journal import BEFORE
from tournaments.operations.row_seals import covered_models, digest_of
from tournaments.operations.upkeep.faults import UNREADABLE, Fault, readable


@dataclass(frozen=True, slots=True)
class _Proof:
    """What the last line about a row says. `before`: the day of the upgrade, if the line is that of the upgrade."""

    turn: int
    digest: str
    fields: tuple[str, ...]
    event: int | None
    where: str
    line: int
    before: date | None


SEAL = ("key", "turn", "salt", "digest")
_NOTHING = _Proof(0, "", (), None, "", 0, None)


@dataclass(slots=True)
class RowsVerified:
    """`unproved`: day → how many rows nothing proves before it; `outgrown`: how many have lost a column since."""

    rows: int = 0
    unproved: Counter[date] = field(default_factory=Counter)
    outgrown: int = 0
    faults: list[Fault] = field(default_factory=list)


def verify_rows(*, event: Event | None = None) -> RowsVerified:
    """Check every row that is covered; of one event, those of which its own journal spoke last."""
    found = RowsVerified()
    proofs = _proofs()
    models = {model._meta.label_lower: model for model in covered_models()}  # noqa: SLF001 - documented
    for label, model in models.items():
        _Checking(found, model, proofs.get(label, {}), event).check()
    if event is None:
        for label, key in RowSeal.objects.exclude(model__in=models).values_list("model", "key"):
            if key not in proofs.get(label, {}):  # else of a model that is covered no more
                found.faults.append(Fault("row_missing", "", {"model": label, "row": key, "line": 0}))
    return found


def _proofs() -> dict[str, dict[str, _Proof]]:
    """Label of a model → key of a row → what was said of it last, in whichever chain."""
    found: dict[str, dict[str, _Proof]] = {}
    lines = JournalLine.objects.exclude(rows=None)
    for _pk, *said in readable(lines, "act", "number", "at", "rows", "chain__event", "chain__event__slug"):
        try:
            for label, key, proof in _said(*said):
                known = found.setdefault(label, {})
                if known.get(key, _NOTHING).turn < proof.turn:
                    known[key] = proof
        except UNREADABLE:  # the chain names the line
            continue
    return found


def _said(
    act: str, number: int, at: Any, rows: dict[str, Any], event: int | None, where: str | None
) -> Iterator[tuple[str, str, _Proof]]:
    before = at.date() if act == BEFORE else None
    for label, told in rows.items():
        fields = tuple(told["fields"])
        for key, turn, digest in told["rows"]:
            yield label, key, _Proof(turn, digest, fields, event, where or "", number, before)


class _Checking:
    """The rows of one model, against their seals and against the lines of the journal."""

    def __init__(self, found: RowsVerified, model: type[Model], proofs: dict[str, _Proof], event: Event | None) -> None:
        self._found, self._model, self._proofs, self._event = found, model, proofs, event
        self._names = written.columns_of(model)
        self._label = model._meta.label_lower  # noqa: SLF001 - documented
        seals = RowSeal.objects.filter(model=self._label)
        self._seals = {key: (turn, salt, digest) for _pk, key, turn, salt, digest in readable(seals, *SEAL)}

    def check(self) -> None:
        there = set()
        for key, *values in readable(self._model._base_manager.all(), *self._names):  # noqa: SLF001 - documented
            there.add(str(key))
            if self._is_asked(proof := self._proofs.get(str(key), _NOTHING)):
                self._look(str(key), values, proof)
        for key in {*self._proofs, *self._seals} - there:
            proof = self._proofs.get(key, _NOTHING)
            if self._is_asked(proof) and (proof.digest or self._seals.get(key) != (proof.turn, "", "")):
                self._say("row_missing", key, proof)

    def _is_asked(self, proof: _Proof) -> bool:
        """Of one event only what its own journal spoke of last; a row of which no line speaks belongs to none."""
        return self._event is None or proof.event == self._event.pk

    def _look(self, key: str, values: Sequence[Any], proof: _Proof) -> None:
        self._found.rows += 1
        if not proof.digest:
            self._say("row_added", key, proof)
            return
        turn, salt, digest = self._seals.get(key, (0, "", ""))
        said = dict(zip(self._names, values, strict=True)) if values else {}
        if said and not said.keys() >= set(proof.fields):
            self._found.outgrown += 1
            return
        said = {name: value for name, value in said.items() if name in proof.fields}
        is_right = (turn, digest) == (proof.turn, proof.digest) == (turn, self._digest(key, salt, said))
        if not is_right:
            self._say("row_changed", key, proof)
        elif proof.before is not None:
            self._found.unproved[proof.before] += 1

    def _digest(self, key: str, salt: str, said: dict[str, Any]) -> str:
        try:
            return digest_of(self._label, key, salt, said)
        except UNREADABLE:  # a date where none should be
            return ""

    def _say(self, code: str, key: str, proof: _Proof) -> None:
        values = {"model": self._label, "row": key, "line": proof.line}
        self._found.faults.append(Fault(code, proof.where, values))

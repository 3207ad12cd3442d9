"""What an act has left: a digest of each row that it wrote, for its line in the journal.

`rows` of a line: label of a model → `fields`, the columns that the digests are over by their names, and `rows`, a list
of [key of the row, its turn, digest]; an empty digest says that the row is gone. A digest names its columns, so one
that comes later changes nothing about it, and the row is covered whole with its next change. Which row was told of last
is said by the turn, for a row can be changed by acts of several chains.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.apps import apps
from django.db.models import Model

from games import written
from tournaments.models import RowSeal

CHUNK = 500
KIND = "scwu-row/1"
SALT_BYTES = 16

Told = dict[str, Any]  # what `JournalLine.rows` holds


def seal_rows(rows: written.Rows) -> Told:
    """Seal rows as they lie in the database, inside the transaction that wrote them. Returns those that have changed.

    Two statements, and one for each model.
    """
    told: Told = {}
    models = {model._meta.label_lower: model for model in covered_models() if rows}  # noqa: SLF001 - documented
    wanted = sorted((label, str(key), key) for label in models.keys() & rows.keys() for key in rows[label])
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        sealed = _sealed(chunk, models)
        for seal in sealed:
            names = written.columns_of(models[seal.model])
            here = told.setdefault(seal.model, {"fields": list(names), "rows": []})
            here["rows"].append([seal.key, seal.turn, seal.digest])
        RowSeal.objects.bulk_create(
            sealed,
            update_conflicts=True,
            unique_fields=["model", "key"],
            update_fields=["turn", "salt", "digest"],
        )
    return told


def rows_never_sealed() -> written.Rows:
    """The rows of every model of which no row was ever sealed: those from before there were seals."""
    found: written.Rows = {}
    for model in covered_models():
        label = model._meta.label_lower  # noqa: SLF001 - documented
        if not RowSeal.objects.filter(model=label).exists():
            found[label] = set(model._base_manager.values_list("pk", flat=True))  # noqa: SLF001 - documented
    return {label: keys for label, keys in found.items() if keys}


def covered_models() -> Iterator[type[Model]]:
    """Every model whose rows are sealed, ours and those of the libraries."""
    for model in apps.get_models(include_auto_created=True):
        if written.is_noticed(model):
            yield model


def digest_of(label: str, key: str, salt: str, values: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hex, over the salt and the values of a row by the names of their columns."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), default=_as_text)
    return hashlib.sha256(f"{KIND}|{label}|{key}|{salt}|{text}".encode()).hexdigest()


def _as_text(value: object) -> str:
    """One text for one value, whichever database it comes from."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


def _sealed(chunk: Sequence[tuple[str, str, Any]], models: Mapping[str, type[Model]]) -> list[RowSeal]:
    """The seals of these rows as they are now; none for a row that is sealed so already."""
    labels = list(dict.fromkeys(label for label, *_ in chunk))
    seals = RowSeal.objects.filter(model__in=labels, key__in={key for _, key, _ in chunk})
    known = {(seal.model, seal.key): seal for seal in seals}
    found = {label: _values(models[label], [pk for of, _, pk in chunk if of == label]) for label in labels}
    made = (
        _next(label, key, known.get((label, key)), found[label].get(key))
        for label, key in dict.fromkeys((label, key) for label, key, _ in chunk)
    )
    return [seal for seal in made if seal is not None]


def _values(model: type[Model], keys: Iterable[Any]) -> dict[str, dict[str, Any]]:
    names = written.columns_of(model)
    rows = model._base_manager.filter(pk__in=keys).values_list("pk", *names)  # noqa: SLF001 - documented
    return {str(key): dict(zip(names, values, strict=True)) for key, *values in rows}


def _next(label: str, key: str, seal: RowSeal | None, values: Mapping[str, Any] | None) -> RowSeal | None:
    """The seal of a row that says `values` now, None if it is gone; None if `seal` says so already."""
    turn, digest = (seal.turn, seal.digest) if seal else (0, "")
    if values is None:
        return RowSeal(model=label, key=key, turn=turn + 1) if digest else None
    if seal is not None and digest and digest == digest_of(label, key, seal.salt, values):
        return None
    salt = secrets.token_hex(SALT_BYTES)
    return RowSeal(model=label, key=key, turn=turn + 1, salt=salt, digest=digest_of(label, key, salt, values))

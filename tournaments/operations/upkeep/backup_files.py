"""The file of a backup, whatever database it comes from or goes to: how it is written whole, and checked before use.

A zip archive of

    manifest.json         what is in it: see `Writer.finish`
    tables/LABEL.jsonl    one line for each row, a JSON array of the values of `columns`, by primary key
    private               what somebody could sign in with, under the site's own key; see `backing_up.py`
    keys                  the keys themselves, under a passphrase; only where they were asked for

Times are ISO 8601 in UTC with microseconds, bytes are base64, JSON is JSON. The comment of the archive, at its very
end, is `sha256:` and the digest of every byte before: a byte that is changed, added or missing anywhere is noticed
before anything is read. Each part has a digest of its own besides, so that the fault has a name. None of this speaks
against somebody who makes a file anew: who changed a row, `verify` says after the restore.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from games.rules.refusals import Refused

KIND, FORMAT = "scwu-backup", 2  # since 2 the secrets of promised draws lie in `private`, whence 1 would not take them
SUFFIX = ".scwu-backup"
MANIFEST, PRIVATE, KEYS = "manifest.json", "private", "keys"
MARK = b"sha256:"
CHUNK = 1 << 20
IV_BYTES, SALT_BYTES = 12, 16


def table_part(label: str) -> str:
    """The name of the part that holds the rows of a model, told by its label."""
    return f"tables/{label}.jsonl"


def as_line(values: Iterable[object]) -> bytes:
    """A row as it is written."""
    return json.dumps(list(values), ensure_ascii=False, separators=(",", ":"), default=_as_text).encode() + b"\n"


def _as_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    raise TypeError(f"{type(value)} has no form in a backup")


# --- Writing ----------------------------------------------------------------------------------------------------------


class Writer:
    """Writes a backup beside `path`, which is there when it is whole. Left by an error, it leaves nothing.

    Raises OSError where the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._new = path.with_name(f".{path.name}.{os.getpid()}.new")
        self._parts: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Writer:
        os.close(os.open(self._new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        self._zip = zipfile.ZipFile(self._new, "w", zipfile.ZIP_DEFLATED, compresslevel=3)
        return self

    def __exit__(self, kind: object, *_error: object) -> None:
        self._zip.close()
        if kind is not None:
            self._new.unlink(missing_ok=True)

    def table(self, label: str, columns: list[str], rows: Iterable[Iterable[object]]) -> None:
        """Write a part with the rows of a model."""
        name = table_part(label)
        digest, count = hashlib.sha256(), 0
        with self._zip.open(zipfile.ZipInfo(name), "w", force_zip64=True) as part:
            for row in rows:
                line = as_line(row)
                digest.update(line)
                part.write(line)
                count += 1
        self._parts[name] = {"label": label, "columns": columns, "rows": count, "sha256": digest.hexdigest()}

    def part(self, name: str, content: bytes) -> None:
        """Write any other part."""
        self._zip.writestr(zipfile.ZipInfo(name), content)
        self._parts[name] = {"sha256": hashlib.sha256(content).hexdigest()}

    def finish(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest, which says what the parts are, and put the file in its place.

        `manifest`: made_at, version of the program, why, by, database, migrations, last (label → the highest key ever
        given), and the names of the two keys, which tell nothing about them.
        """
        whole = {"kind": KIND, "format": FORMAT, **manifest, "parts": self._parts}
        self._zip.writestr(zipfile.ZipInfo(MANIFEST), json.dumps(whole, ensure_ascii=False, indent=1))
        self._zip.comment = MARK + b"0" * 64
        self._zip.close()
        with self._new.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            digest = _digest(file, size - 64)
            file.seek(size - 64)
            file.write(digest)
            file.flush()
            os.fsync(file.fileno())
        self._new.replace(self._path)
        sync_folder(self._path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows the names in `folder`, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- Reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Backup:
    """A file that was checked."""

    path: Path
    manifest: Mapping[str, Any]

    @property
    def made_at(self) -> datetime:
        return datetime.fromisoformat(self.manifest["made_at"])

    @property
    def migrations(self) -> set[tuple[str, str]]:
        return {(app, name) for app, name in self.manifest["migrations"]}

    @property
    def tables(self) -> dict[str, Mapping[str, Any]]:
        """Label → `columns` and how many `rows`."""
        return {part["label"]: part for part in self.manifest["parts"].values() if "label" in part}

    @property
    def rows(self) -> int:
        return sum(part["rows"] for part in self.tables.values())

    def has(self, part: str) -> bool:
        return part in self.manifest["parts"]

    def read(self, part: str) -> bytes:
        with zipfile.ZipFile(self.path) as archive:
            return archive.read(part)

    def lines(self, label: str) -> Iterator[list[Any]]:
        """The rows of a model."""
        with zipfile.ZipFile(self.path) as archive, archive.open(table_part(label)) as part:
            for line in part:
                yield json.loads(line)


def checked(path: Path) -> Backup:
    """Read the whole file and compare every byte with its digests. Nothing else is touched.

    Raises Refused `backup_missing`, `no_backup` of something else, `backup_damaged`, `backup_newer` of a newer program.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 64 - len(MARK)))
            end = file.read()
            file.seek(0)
            start = file.read(4)
            file.seek(0)
            if not end.startswith(MARK):
                raise Refused("backup_damaged" if start == b"PK\x03\x04" else "no_backup", file=path.name)
            if not hmac.compare_digest(_digest(file, size - 64), end[len(MARK) :]):
                raise Refused("backup_damaged", file=path.name)
        with zipfile.ZipFile(path) as archive:
            return _whole(path, archive)
    except OSError as error:
        raise Refused("backup_missing", file=path.name, why=error.strerror or str(error)) from error
    except (zipfile.BadZipFile, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("backup_damaged", file=path.name) from error


def _whole(path: Path, archive: zipfile.ZipFile) -> Backup:
    manifest = json.loads(archive.read(MANIFEST))
    if manifest["kind"] != KIND:
        raise Refused("no_backup", file=path.name)
    if manifest["format"] > FORMAT:
        raise Refused("backup_newer", file=path.name, version=manifest.get("version", "?"))
    parts = manifest["parts"]
    if {*parts, MANIFEST} != set(archive.namelist()):
        raise Refused("backup_damaged", file=path.name)
    for name, told in parts.items():
        digest, lines = hashlib.sha256(), 0
        with archive.open(name) as part:
            while chunk := part.read(CHUNK):
                digest.update(chunk)
                lines += chunk.count(b"\n")
        if digest.hexdigest() != told["sha256"] or lines != told.get("rows", lines):
            raise Refused("backup_damaged", file=path.name)
    return Backup(path, manifest)


def _digest(file: Any, size: int) -> bytes:
    """Of the next `size` bytes of a file, in hex."""
    digest = hashlib.sha256()
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.hexdigest().encode()


# --- What is sealed ---------------------------------------------------------------------------------------------------


def seal_by_key(values: Any, *, key: str) -> bytes:
    """`values` under a key of the site: who holds it reads them, and nobody else."""
    iv = os.urandom(IV_BYTES)
    return iv + AESGCM(_own(key)).encrypt(iv, as_line([values]), PRIVATE.encode())


def opened_by_key(sealed: bytes, *, key: str) -> Any:
    """What was sealed by this key; None if it was another one."""
    try:
        return json.loads(AESGCM(_own(key)).decrypt(sealed[:IV_BYTES], sealed[IV_BYTES:], PRIVATE.encode()))[0]
    except InvalidTag:
        return None


def seal_by_passphrase(values: Mapping[str, str], *, passphrase: str) -> bytes:
    """`values` for whoever knows the passphrase. Trying one out takes 32 MiB and a while."""
    salt, iv = os.urandom(SALT_BYTES), os.urandom(IV_BYTES)
    return salt + iv + AESGCM(_stretched(passphrase, salt)).encrypt(iv, json.dumps(values).encode(), KEYS.encode())


def opened_by_passphrase(sealed: bytes, *, passphrase: str) -> dict[str, str]:
    """What was sealed. Raises Refused `wrong_passphrase`."""
    salt, iv, rest = sealed[:SALT_BYTES], sealed[SALT_BYTES : SALT_BYTES + IV_BYTES], sealed[SALT_BYTES + IV_BYTES :]
    try:
        return dict(json.loads(AESGCM(_stretched(passphrase, salt)).decrypt(iv, rest, KEYS.encode())))
    except InvalidTag:
        raise Refused("wrong_passphrase") from None


def name_of(key: str) -> str:
    """By what a key is named in a file; it tells nothing about the key."""
    return hmac.digest(key.strip().encode(), b"scwu-backup/1|name", "sha256").hex()[:16]


def _own(key: str) -> bytes:
    return hmac.digest(key.strip().encode(), b"scwu-backup/1|private", "sha256")


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(passphrase.encode())

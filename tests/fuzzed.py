"""What hostile hands send: each field of each act, wrong in every way that a field can be wrong; and what holds then.

The fields are found by asking, not by a list: an act is sent once as it is walked (tests/walked_acts.py) and taken
back, and every name that it looks up in what was sent is a field. So a later act, and a later field, falls in by
itself.

`Hostile.send` sends one request and takes it back. What it complains of is in `faults`: a crash; a refusal that left
something behind; a refusal without a word for whoever asked; a sign that nobody sees, stored in a line of text.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from django.http import QueryDict
from django.test import Client

from games import written
from tests.rights_world import PERSONAS, allowed
from tests.walk import WRITING, Walk, form_on
from tournaments import routes as told
from tournaments.facts.nicks import is_visible
from tournaments.models import Account

FORM = "application/x-www-form-urlencoded"
# What is written when nothing is done: that it was refused, and who is where; and the page that says so is one more
# opening of the word that it shows.
LEFT_BY_A_REFUSAL = {"tournaments_journalline", "tournaments_journalhead", "django_session", "games_reading"}
WORD_FOR_HIM = re.compile(rb'role="alert"|class="error|class="fault|class="notice|errorlist|not registered as a player')
SIGNS = {"NUL", "bell", "a new line", "bidi", "zero width", "filler", "soft hyphen", "line separator"}  # not to be seen
HUGE = "9" * 400
DEEP = "[" * 20_000 + "]" * 20_000

# A field, wrong: what it holds of what it should hold. Bytes are sent as they are.
VALUES: dict[str, Callable[[str], list[Any]]] = {
    "missing": lambda _: [],
    "empty": lambda _: [""],
    "blank": lambda _: [" \t\r\n "],
    "twice": lambda right: [right, right],
    "two": lambda right: [right, "x"],
    "a list": lambda right: [right, "1", "", "x"] * 30,
    "long": lambda _: ["x" * 10_001],
    "long word": lambda _: ["ě" * 81],
    "NUL": lambda right: [f"{right}\x00"],
    "bell": lambda right: [f"{right}\x07"],
    "a new line": lambda right: [f"{right}\r\nX: y"],
    "surrogate": lambda right: [right.encode() + b"\xed\xa0\x80"],
    "no UTF-8": lambda right: [b"\xff\xfe\x80" + right.encode()],
    "bidi": lambda right: [f"{right}\u202e\u2066"],
    "zero width": lambda right: [f"{right}\u200b\u200d\ufeff"],
    "filler": lambda right: [f"{right}\u3164\u115f\ufe0f"],
    "soft hyphen": lambda right: [f"a\u00ad{right}"],
    "line separator": lambda right: [f"{right}\u2028\u0085"],
    "marks": lambda right: [right + "e\u0301" * 60],
    "grows in small letters": lambda _: ["\u0130" * 80],
    "separators": lambda _: [" ,; ,"],
    "huge": lambda _: [HUGE],
    "2**63": lambda _: [str(2**63)],
    "2**31": lambda _: [str(2**31)],
    "minus": lambda _: ["-1"],
    "zero": lambda _: ["0"],
    "NaN": lambda _: ["NaN"],
    "Infinity": lambda _: ["-Infinity"],
    "1e999": lambda _: ["1e999"],
    "0x10": lambda _: ["0x10"],
    "other digits": lambda _: ["\u0661\u0662"],
    "a power": lambda _: ["\u00b2"],
    "underscored": lambda _: ["1_0"],
    "no date": lambda _: ["2031-02-30T25:61"],
    "a year alone": lambda _: ["0000"],
    "year 0": lambda _: ["0000-01-01"],
    "year 1": lambda _: ["0001-01-01"],
    "year 1 at night": lambda _: ["0001-01-01T00:00"],
    "year 9999": lambda _: ["9999-12-31"],
    "year 9999 at night": lambda _: ["9999-12-31T23:59"],
    "year 10000": lambda _: ["10000-01-01"],
    "no choice": lambda _: ["no-such-choice"],
    "another's key": lambda _: ["1"],
    "no key": lambda _: ["999999999"],
    "an id": lambda _: [str(uuid.UUID(int=4))],
    "an object": lambda _: ['{"a": [1], "b": null}'],
    "an array": lambda _: ["[1, [2]]"],
    "deep": lambda _: [DEEP],
    "percent": lambda _: ["%s %(nick)s {0} {nick} %"],
    "markup": lambda _: ["<script>alert(1)</script>{{ x }}{% now %}"],
    "path": lambda _: ["../../etc/passwd"],
    "formula": lambda _: ["=1+1"],
    "emoji": lambda _: ["\U0001f600"],
    "address": lambda _: ["a@b@c.example"],
    "long address": lambda _: ["a" * 300 + "@" + "b" * 300 + ".org"],
    "a file": lambda _: [SimpleUploadedFile("f.txt", b"\x00\xff")],
}

# A whole body, wrong: content type and bytes, of what should be sent.
BODIES: dict[str, Callable[[bytes], tuple[str, bytes]]] = {
    "nothing": lambda _: (FORM, b""),
    "utf-16": lambda body: (f"{FORM}; charset=utf-16", body),
    "no charset": lambda body: (f"{FORM}; charset=no-such", body),
    "utf-7": lambda body: (f"{FORM}; charset=utf-7", body),
    "no boundary": lambda body: ("multipart/form-data", body),
    "empty boundary": lambda body: ("multipart/form-data; boundary=", body),
    "other boundary": lambda body: ("multipart/form-data; boundary=x", b"--y\r\n\r\n" + body),
    "cut off": lambda body: (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + body,
    ),
    "no type": lambda body: ("", body),
    "JSON": lambda _: ("application/json", b'{"a": 1}'),
    "plain": lambda body: ("text/plain", body),
    "XML": lambda _: ("application/xml", b"<a/>"),
    "many fields": lambda body: (FORM, body + b"&a=1" * 1_100),
    "odd names": lambda body: (FORM, b"%00=%00&=&&%FF=%FF&__proto__=1&" + body),
}

# A place in a document, wrong.
PARTS: dict[str, Callable[[Any], Any]] = {
    "null": lambda _: None,
    "true": lambda _: True,
    "a list": lambda right: [right],
    "no list": lambda _: [],
    "an object": lambda right: {"a": right},
    "no object": lambda _: {},
    "empty": lambda _: "",
    "a fraction": lambda _: 1.5,
    "minus": lambda _: -1,
    "huge": lambda _: 10**400,
    "2**63": lambda _: 2**63,
    "NaN": lambda _: float("nan"),
    "long": lambda _: "x" * 10_001,
    "NUL": lambda _: "a\x00b",
    "surrogate": lambda _: "\ud800",
    "bidi": lambda _: "a\u202eb",
    "deep": lambda _: json.loads("[" * 400 + "]" * 400),
    "digits": lambda _: "12",
}
DOCUMENTS: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "no JSON": lambda _: b"{",
    "a word": lambda _: b'"a"',
    "a number": lambda _: b"1e999",
    "null": lambda _: b"null",
    "a list": lambda body: b"[" + body + b"]",
    "deep": lambda _: DEEP.encode(),
    "deep objects": lambda _: b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "huge": lambda _: b'{"a": "' + b"x" * 3_000_000 + b'"}',
    "digits": lambda _: b'{"expected_position": ' + b"9" * 5_000 + b"}",
    "twice": lambda body: body[:-1] + b"," + body[1:] if body.startswith(b"{") and len(body) > 2 else body * 2,
    "BOM": lambda body: b"\xef\xbb\xbf" + body,
    "no UTF-8": lambda body: body.replace(b'"', b'"\xff', 1),
    "utf-16": lambda body: body.decode().encode("utf-16"),
}

# A part of an address, wrong, as it stands there.
MARK, MARKS = "mmmmmmm", 7777777
PARTS_OF_ADDRESSES = {
    "huge": "9" * 30,
    "2**63": str(2**63),
    "zero": "0",
    "NUL": "%00",
    "no UTF-8": "%FF%FE",
    "surrogate": "%ED%A0%80",
    "bidi": "%E2%80%AEp1",
    "path": "..%2f..%2fetc",
    "long": "x" * 3_000,
    "other digits": "%D9%A1",
    "percent": "%25s%25(x)s",
    "emoji": "%F0%9F%98%80",
    "a line": "a%0d%0ab",
}

# Columns that hold no line break either.
NAMES = ("nick", "name", "label", "caption", "word", "code", "email", "title")


@contextmanager
def asked_for(names: set[str]) -> Iterator[None]:
    """Every name that is looked up in what was sent or asked goes into `names`."""
    kept = {one: getattr(QueryDict, one) for one in ("__getitem__", "get", "getlist", "__contains__")}

    def noting(method: Callable[..., Any]) -> Callable[..., Any]:
        def look_up(self: QueryDict, key: Any, *rest: Any, **more: Any) -> Any:
            if isinstance(key, str):
                names.add(key)
            return method(self, key, *rest, **more)

        return look_up

    for name, method in kept.items():
        setattr(QueryDict, name, noting(method))
    try:
        yield
    finally:
        for name, method in kept.items():
            setattr(QueryDict, name, method)


@dataclass
class Hostile:
    """`each`: how often an act is sent with a field that is wrong, up to twice as often if it has so many fields;
    always with the same ones. 0: each field in every way.
    """

    each: int
    faults: list[str] = field(default_factory=list)
    sent: int = 0

    def some(self, wrong: dict[str, Any], what: str, most: int) -> list[tuple[str, Any]]:
        """As many wrong values as these, always the same ones for one address or field; or all of them."""
        kinds, start = list(wrong.items()), crc32(what.encode())
        return [kinds[number % len(kinds)] for number in range(start, start + most)] if self.each else kinds

    def send(self, what: str, client: Client, method: str, path: str, *, may: bool = True, **request: Any) -> Any:
        """One request, looked at and taken back. `may`: whether whoever sends it holds the right."""
        tables: set[str] = set()

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            tables.update(WRITING.findall(sql))
            return execute(sql, params, many, context)

        self.sent += 1
        written.take()  # what was written before is not of this request
        with transaction.atomic():
            with connection.execute_wrapper(note):
                answer = client.generic(method, path, **request)
            if answer.status_code >= 500 and answer.status_code != 503:  # streams need ASGI, and say so
                self.faults.append(f"{what}: {answer.status_code} {_crash(answer)}")
            refused = answer.status_code >= 400 or not may
            wrote = tables - LEFT_BY_A_REFUSAL
            after = {table: _rows(table) for table in wrote} if refused else {}
            if not refused and any(what.endswith(kind) for kind in SIGNS):
                self.faults += [f"{what}: stores {said!r}" for said in _unseen(wrote)]
            transaction.set_rollback(True)
        if any(rows != _rows(table) for table, rows in after.items()):
            self.faults.append(f"{what}: {answer.status_code} has changed {sorted(wrote)}")
        if answer.status_code >= 400 and not _says(answer):
            self.faults.append(f"{what}: {answer.status_code} without a word")
        return answer

    def fields(
        self, what: str, client: Client, path: str, names: set[str], right: dict[str, Any], **request: Any
    ) -> None:
        """Each field of a form, wrong; and the whole form."""
        for name, kind, wrong in self._tries(what, sorted(names | right.keys())):
            values = wrong(_text(right.get(name, "")))
            self.send(f"{what}: {name} {kind}", client, "POST", path, **a_form({**right, name: values}), **request)
        body = a_form(right)
        for kind, made in self.some(BODIES, what, 1):
            content_type, data = made(body["data"])
            self.send(f"{what}: {kind}", client, "POST", path, data=data, content_type=content_type, **request)

    def _tries(self, what: str, names: list[str]) -> Iterator[tuple[str, str, Any]]:
        """Which field is wrong in which way: all of all, or a few in turn."""
        if not self.each:
            yield from ((name, kind, wrong) for name in names for kind, wrong in VALUES.items())
        elif names:
            start, kinds = crc32(what.encode()), list(VALUES.items())
            for number in range(start, start + min(max(self.each, len(names)), 2 * self.each)):
                yield names[number % len(names)], *kinds[number % len(kinds)]

    def questions(self, what: str, names: set[str]) -> Iterator[tuple[str, str]]:
        """What may stand after the `?`: one name wrong at a time in every way; or every name wrong in a few ways."""
        asked = sorted(names - {"csrfmiddlewaretoken"})
        if not self.each:
            yield from (
                (kind, urlencode([(name, one) for one in wrong("1") if not hasattr(one, "read")]))
                for name in asked
                for kind, wrong in VALUES.items()
            )
            return
        for turn in "12":
            said = [
                (name, one)
                for name in asked
                for _, wrong in self.some(VALUES, what + name + turn, 1)
                for one in wrong("1")[:2]
            ]
            yield "", urlencode([(name, one[:300]) for name, one in said if not hasattr(one, "read")])

    def document(self, what: str, client: Client, path: str, right: Any, **request: Any) -> None:
        """Each place of a document, wrong; and the whole document."""
        request["content_type"] = "application/json"
        for place in _places(right):
            for kind, wrong in self.some(PARTS, f"{what} {place}", 2):
                body = json.dumps(_with(right, place, wrong)).encode()
                self.send(f"{what}: {place} {kind}", client, "POST", path, data=body, **request)
            without = json.dumps(_with(right, place, _with)).encode()
            self.send(f"{what}: {place} missing", client, "POST", path, data=without, **request)
        for kind, made in DOCUMENTS.items():
            body = made(json.dumps(right).encode())
            self.send(f"{what}: {kind}", client, "POST", path, data=body, **request)


def _crash(answer: Any) -> str:
    kind, said = (getattr(answer, "exc_info", None) or (None, "?"))[:2]
    return f"{getattr(kind, '__name__', '')}: {str(said)[:200]}"


def _says(answer: Any) -> bool:
    """Whether a refusal says something to whoever asked, in the page where he was if it is one that he can mend."""
    if answer.status_code in (409, 422) and answer.headers.get("Content-Type", "").startswith("text/html"):
        return bool(WORD_FOR_HIM.search(answer.content))
    return answer.streaming or answer.status_code == 405 or len(answer.content.strip()) > 1


def _model_of(table: str) -> type[models.Model] | None:
    return next((one for one in apps.get_models(include_auto_created=True) if one._meta.db_table == table), None)


def _rows(table: str) -> list[Any]:
    model = _model_of(table)
    return [] if model is None else sorted(model._base_manager.values_list(), key=repr)


def _unseen(tables: set[str]) -> Iterator[str]:
    """What stands in a line of text of these tables and cannot be seen."""
    for table in sorted(tables):
        model = _model_of(table)
        for one in model._meta.concrete_fields if model else ():
            if isinstance(one, models.CharField) and table.startswith("tournaments_"):
                is_name = one.attname.endswith(NAMES)
                for said in model._base_manager.values_list(one.attname, flat=True):
                    if said and not is_visible(said if is_name else " ".join(said.split())):
                        yield f"{table}.{one.attname}: {said}"


def _text(value: Any) -> str:
    value = value[0] if isinstance(value, list) and value else value
    return value if isinstance(value, str) else "" if value is None or hasattr(value, "read") else str(value)


def a_form(fields: dict[str, Any]) -> dict[str, Any]:
    """Body and content type of a form; with a file in it as a browser sends it."""
    pairs = [
        (name, one) for name, said in fields.items() for one in (said if isinstance(said, list | tuple) else [said])
    ]
    if not any(hasattr(one, "read") for _, one in pairs):
        return {"data": urlencode(pairs).encode(), "content_type": FORM}
    parts = []
    for name, one in pairs:
        is_file = hasattr(one, "read")
        if is_file:
            one.seek(0)
        said = one.read() if is_file else one if isinstance(one, bytes) else str(one).encode()
        file = f'; filename="{one.name}"' if is_file else ""
        parts.append(f'--x1x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + said + b"\r\n")
    return {"data": b"".join(parts) + b"--x1x--\r\n", "content_type": "multipart/form-data; boundary=x1x"}


def _places(document: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a document."""
    inner = dict(enumerate(document)) if isinstance(document, list) else document
    for key, value in inner.items() if isinstance(inner, dict) else ():
        yield (*here, key)
        yield from _places(value, (*here, key))


def _with(document: Any, place: tuple[Any, ...], wrong: Callable[[Any], Any]) -> Any:
    """The document with something else in that place; without it if `wrong` is this function."""
    copy = dict(document) if isinstance(document, dict) else list(document)
    key, *rest = place
    if rest:
        copy[key] = _with(document[key], tuple(rest), wrong)
    elif wrong is _with:
        del copy[key]
    else:
        copy[key] = wrong(document[key])
    return copy


@dataclass
class Fuzz(Walk):
    """A walk that, before each act, sends it wrong in every way: as whoever does it, and as everybody else."""

    hostile: Hostile = field(default_factory=lambda: Hostile(1))

    def do(
        self, name: str, who: str | Account, data: Any = None, /, at: Any = None, page: Any = None, **request: Any
    ) -> Any:
        path, client = self.address_of(name, who, **(at or {})), self.client(who)
        right = data or {}
        if page is not None:
            right = form_on(client.get(page) if isinstance(page, str) else page, path) | right
        headers = {key: value for key, value in request.items() if key == "headers"}
        if request.get("content_type") == "application/json":
            self.hostile.document(name, client, path, right, **headers)
        else:
            self._form(name, who, client, path, right, headers)
        for value in right.values():
            if hasattr(value, "seek"):
                value.seek(0)
        return super().do(name, who, right, at=at, **request)

    def _form(
        self, name: str, who: str | Account, client: Client, path: str, right: dict[str, Any], headers: dict[str, Any]
    ) -> None:
        names: set[str] = set()
        with asked_for(names):
            self.hostile.send(f"{name}: right", client, "POST", path, **a_form(right), **headers)
        names -= {"csrfmiddlewaretoken"}
        self.hostile.fields(name, client, path, names, right, **headers)
        known = told.route_of(name)
        for other in [PERSONAS[crc32(name.encode()) % len(PERSONAS)]] if self.hostile.each else PERSONAS:
            if known is None or (name.startswith("admin:") and other == "closed"):
                continue
            may = allowed(known.rights["POST"], other, "own")
            self.hostile.send(
                f"{name}: right, by {other}", self.client(other), "POST", path, may=may, **a_form(right), **headers
            )

    def _looks(self) -> list[Any]:
        return []

    def _compare(self, name: str, before: list[Any]) -> None:
        pass

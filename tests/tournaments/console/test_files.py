"""Files: the event goes out and comes in again byte for byte; broken and hostile ones change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories.stories import EXAMPLES, example
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tournaments.models import Account, Event, Player, Staff

UPLOAD = "/desk/+file/"
NAME = "harbour-classic-2026"


@pytest.fixture
def maker(db: None) -> Account:
    return AccountFactory.create(may_direct=True)


@pytest.fixture
def client(maker: Account) -> Client:
    return signed_in_as(maker)


def upload(client: Client, data: bytes):
    return client.post(UPLOAD, {"file": SimpleUploadedFile("event.json", data)})


def the_file() -> Any:
    return json.loads((EXAMPLES / f"{NAME}.event.json").read_bytes())


def test_an_event_is_imported_and_who_imports_it_directs_it(client: Client, maker: Account):
    answer = upload(client, (EXAMPLES / f"{NAME}.event.json").read_bytes())
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/desk/{event.slug}/"
    assert Staff.objects.get(event=event).account == maker


def test_what_was_exported_comes_in_again_byte_for_byte(client: Client, maker: Account):
    event = example("harbour-classic", by=maker)
    first = client.get(f"/desk/{event.slug}/files/event.json")
    assert first.headers["Content-Disposition"] == f'attachment; filename="{event.slug}.event.json"'
    other = first.content.replace(f'"{event.slug}"'.encode(), b'"another-slug"', 1)
    assert upload(client, other).status_code == 302
    assert client.get("/desk/another-slug/files/event.json").content == other


def test_the_results_are_those_of_the_example(client: Client, maker: Account):
    event = example("harbour-classic", by=maker)
    found = json.loads(client.get(f"/desk/{event.slug}/files/results.json").content)
    expected = json.loads((EXAMPLES / f"{NAME}.results.json").read_bytes())
    assert [(one["place"], one["entry"]) for one in found["standings"]] == [
        (one["place"], one["entry"]) for one in expected["standings"]
    ]


def test_an_event_that_is_there_already_is_not_touched(client: Client, maker: Account):
    example("harbour-classic", by=maker)
    answer = upload(client, (EXAMPLES / f"{NAME}.event.json").read_bytes())
    assert answer.status_code == 409
    assert "nothing was imported" in words_of(answer)


def test_every_fault_is_listed_with_its_path_and_nothing_is_imported(client: Client):
    broken = the_file()
    broken["entries"][1]["nick"] = broken["entries"][0]["nick"]
    broken["rounds"][0]["tables"][0]["seats"]["A"] = "nobody"
    broken["colour"] = "red"
    answer = upload(client, json.dumps(broken).encode())
    page = words_of(answer)
    assert answer.status_code == 422
    for path in ("$.entries[1].nick", "$.rounds[0].tables[0].seats.A", "$.colour"):
        assert f"<code>{path}</code>" in page
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not JSON"),
        (b"not JSON", "This is not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deep"),
        (b"[]", "This must be an object."),
        (b'{"format": "scwu-event/2"}', "$.format"),
        (b'{"slug": "<script>alert(1)</script>", "<img src=x>": 1}', "$.slug"),
    ],
)
def test_a_file_that_is_no_event_is_refused_whole(client: Client, data: bytes, sentence: str):
    answer = upload(client, data)
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert "<script>alert" not in answer.content.decode()
    assert "<img src=x>" not in answer.content.decode()
    assert not Event.objects.exists()


def test_a_nick_of_ten_megabytes_is_refused(client: Client):
    hostile = the_file()
    hostile["entries"][0]["nick"] = "X" * 10_000_000
    answer = upload(client, json.dumps(hostile).encode())
    assert answer.status_code == 422
    assert len(answer.content) < 50_000
    assert "$.entries[0].nick" in words_of(answer)


def test_seventy_megabytes_are_refused_before_anybody_reads_them(client: Client, monkeypatch: pytest.MonkeyPatch):
    from tournaments.console import files  # noqa: PLC0415 – only this test reaches into the module

    def unread(_data: bytes) -> None:
        raise AssertionError("The file was read.")

    monkeypatch.setattr(files, "parse", unread)
    answer = upload(client, bytes(70 * 1024 * 1024))
    assert answer.status_code == 413
    assert "The file is larger than 64 MiB; nothing was imported." in words_of(answer)


def test_no_file_is_no_file(client: Client):
    answer = client.post(UPLOAD, {})
    assert answer.status_code == 422
    assert "Choose a file first." in words_of(answer)
    assert client.post(UPLOAD, {"file": "text"}).status_code == 422


def test_only_who_may_direct_imports(db: None):
    other = signed_in_as(AccountFactory.create())
    assert other.get(UPLOAD).status_code == 403
    assert upload(other, b"{}").status_code == 403

"""`import_event` and `export_event`: whole or not at all, and the same bytes again."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Entry
from tests.factories.stories import EXAMPLES
from tests.tournaments.exchange.files import SOUND
from tournaments.exchange.event_file import dump, parse
from tournaments.models import Account, Event, Player

pytestmark = pytest.mark.django_db

NAMES = ("fen-evening-2026", "harbour-classic-2026", "moor-final-2026")


def exported(slug: str) -> str:
    out = io.StringIO()
    call_command("export_event", slug, stdout=out)
    return out.getvalue()


def refusal(*arguments: str | Path) -> list[str]:
    err = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("import_event", *map(str, arguments), stderr=err)
    assert ended.value.code == 2
    return err.getvalue().splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_what_goes_in_comes_out_in_the_same_bytes(name, tmp_path):
    given = (EXAMPLES / f"{name}.event.json").read_text(encoding="utf-8")
    call_command("import_event", str(EXAMPLES / f"{name}.event.json"), stdout=io.StringIO())
    first = exported(name)
    assert first == dump(parse(given))
    assert json.loads(first)["entries"] == json.loads(given)["entries"]

    file = tmp_path / "event.json"
    call_command("export_event", name, output=str(file))
    assert file.read_bytes() == first.encode()


def test_an_exported_file_exports_to_the_same_bytes_after_an_import(tmp_path):
    call_command("sample", players=13, seed=5, until="finished", stdout=io.StringIO())
    event = Event.objects.get()
    text = exported(event.slug)
    file = tmp_path / "event.json"
    file.write_text(text.replace(f'"slug": "{event.slug}"', '"slug": "again"'), encoding="utf-8")
    call_command("import_event", str(file), stdout=io.StringIO())
    assert exported("again") == file.read_text(encoding="utf-8")


def test_the_director_of_an_imported_event_can_be_named():
    call_command(
        "import_event", str(EXAMPLES / "fen-evening-2026.event.json"), director="Me@Example.org", stdout=io.StringIO()
    )
    staff = Event.objects.get().staff.get()
    assert (staff.account.email, staff.role) == ("me@example.org", "director")
    assert not staff.account.may_direct


def test_every_fault_is_a_line_with_its_path_and_nothing_is_imported(tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps({**SOUND, "date": "yesterday", "surprise": 1}), encoding="utf-8")
    lines = refusal(file, "--director", "me@example.org")
    assert sorted(line.partition(": ")[0] for line in lines) == ["$.date", "$.surprise"]
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert not Account.objects.exists()


def test_an_event_that_is_there_is_not_imported_again():
    file = EXAMPLES / "moor-final-2026.event.json"
    call_command("import_event", str(file), stdout=io.StringIO())
    before = Entry.objects.count()
    assert refusal(file, "--director", "me@example.org") == [
        "$.slug: There is an event with the address moor-final-2026 already; nothing was imported."
    ]
    assert (Event.objects.count(), Entry.objects.count()) == (1, before)
    assert not Account.objects.exists()


def test_a_file_that_is_not_there_is_said_in_one_line(tmp_path):
    assert refusal(tmp_path / "none.json") == [f"{tmp_path / 'none.json'}: No such file or directory"]
    assert refusal(tmp_path) == [f"{tmp_path}: Is a directory"]


def test_an_event_that_is_not_there_cannot_be_exported():
    with pytest.raises(CommandError, match="There is no event none"):
        exported("none")

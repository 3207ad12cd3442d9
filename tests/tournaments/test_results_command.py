"""`manage.py results FILE`: no database, no traceback, code 2 and one line per fault for a file that is refused."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.exchange.files import SMEAR, SOUND, changed

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "examples"


def run(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a person starts it, in a place where no database can be."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", "results", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3", **environment},
    )


def refusal(*arguments: str | Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as ended:
        call_command("results", *map(str, arguments))
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    return printed.err.splitlines()


@pytest.mark.slow
def test_the_examples_give_their_results_on_the_command_line():
    for name in ("fen-evening-2026", "harbour-classic-2026", "moor-final-2026"):
        done = run(EXAMPLES / f"{name}.event.json")
        found = json.loads(done.stdout)
        for row in (*found["standings"], *found["findings"]):
            row.pop("why", None)
            row.pop("text", None)
        assert (done.returncode, done.stderr) == (0, b"")
        assert found == json.loads((EXAMPLES / f"{name}.results.json").read_bytes())


@pytest.mark.slow
def test_standard_input_is_read_and_letters_survive_any_locale():
    event = changed(name="Přístav", entries__2__id="ž3", rounds__0__tables__0__seats__C="ž3")
    text = json.dumps(event, ensure_ascii=False).encode()
    done = run("-", stdin=text, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert '"entry": "ž3"' in done.stdout.decode()
    assert done.stdout.startswith(b'{\n "format": "scwu-results/1",\n')


@pytest.mark.slow
def test_a_refused_file_ends_with_code_2_and_a_line_per_fault():
    done = run("-", stdin=json.dumps(changed(slug="?", date="yesterday")).encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == [
        "$.date: This must be a date such as 2026-11-01.",
        "$.slug: A slug is made of lower-case letters a–z, digits, and single - or _ between them.",
    ]


@pytest.mark.slow
def test_nobody_has_to_read_to_the_end():
    reader = subprocess.Popen(["head", "-c", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    file = EXAMPLES / "harbour-classic-2026.event.json"
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "results", file],
        stdout=reader.stdin,
        stderr=subprocess.PIPE,
        check=False,
    )
    reader.communicate()
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_missing_file_and_a_directory_are_refused_in_one_line(tmp_path, capsys):
    missing = tmp_path / "missing.json"
    assert refusal(missing, capsys=capsys) == [f"{missing}: No such file or directory"]
    assert refusal(tmp_path, capsys=capsys) == [f"{tmp_path}: Is a directory"]


def test_hostile_texts_do_not_reach_the_terminal(tmp_path, capsys):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(changed(**{"\x1b[31m\ud800": 1})))
    assert refusal(file, capsys=capsys) == ['$["\\u001b[31m\\ud800"]: This key is not known here.']


def test_the_standings_can_be_had_as_a_table(tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(SOUND | {"name": "[bold]Cats[/bold]"}))
    out = io.StringIO()
    call_command("results", str(file), "--table", stdout=out)
    shown = out.getvalue()
    assert "[bold]Cats[/bold]" in shown
    assert "HERON" in shown
    assert "PUFFIN" not in shown  # not classified
    assert "basic 2/2" in shown


def test_the_table_of_a_smear_event_shows_games_and_points(tmp_path):
    file = tmp_path / "event.json"
    file.write_text(json.dumps(SMEAR))
    out = io.StringIO()
    call_command("results", str(file), "--table", stdout=out)
    shown = out.getvalue()
    assert "Games won" in shown
    assert "games won: 1 of 1, points: 14" in shown
    assert "Success" not in shown

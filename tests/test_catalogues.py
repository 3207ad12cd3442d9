"""Compiled catalogues are made when they are wanted (scwu/catalogues.py), without GNU gettext and by anybody."""

from __future__ import annotations

import gettext
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from scwu.catalogues import compile_stale, compiled

ROOT = Path(__file__).parent.parent
CZECH = ROOT / "locale" / "cs" / "LC_MESSAGES" / "django.po"
HEAD = 'msgid ""\nmsgstr ""\n"Language: \\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
PLURALS = '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n'
CAT = '\nmsgid "Cat"\nmsgstr "Mačka"\n'


@pytest.fixture
def written(tmp_path) -> Path:
    """The catalogue of a new language."""
    path: Path = tmp_path / "sk" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(HEAD + PLURALS + CAT)
    return path


def said(compiled_file: bytes) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(compiled_file))


def test_a_catalogue_is_compiled_once_and_again_when_the_written_one_is_another(written, tmp_path):
    made = written.with_suffix(".mo")
    assert compile_stale(tmp_path) == [made]
    assert said(made.read_bytes()).gettext("Cat") == "Mačka"
    assert compile_stale(tmp_path) == []

    written.write_text(HEAD + PLURALS + CAT.replace("Mačka", "Kočička"))
    os.utime(written, (0, 0))  # also one that is older than what was made, as from a backup or an older commit
    assert compile_stale(tmp_path) == [made]
    assert said(made.read_bytes()).gettext("Cat") == "Kočička"
    assert [path.name for path in written.parent.iterdir() if path not in (written, made)] == []


def started(folder: Path) -> subprocess.Popen[str]:
    """A process that does nothing but ask whether something is to be compiled."""
    script = "import sys, pathlib; from scwu.catalogues import compile_stale; compile_stale(pathlib.Path(sys.argv[1]))"
    return subprocess.Popen([sys.executable, "-c", script, folder], cwd=ROOT, stderr=subprocess.PIPE, text=True)


def test_where_it_cannot_be_written_the_site_starts_all_the_same_and_says_so(written, tmp_path):
    written.with_suffix(".mo").mkdir()  # nobody can put a file in its place, not even root
    os.utime(written, (0, 0))
    process = started(tmp_path)
    assert "django.mo could not be made" in process.communicate()[1]
    assert process.returncode == 0
    assert sorted(path.name for path in written.parent.iterdir()) == ["django.mo", "django.po"]


def test_processes_that_start_at_once_leave_one_whole_catalogue(written, tmp_path):
    shutil.copy(CZECH, written)
    processes = [started(tmp_path) for _ in range(4)]
    assert [(one.communicate()[1], one.returncode) for one in processes] == [("", 0)] * 4
    assert written.with_suffix(".mo").read_bytes()[:4] == b"\xde\x12\x04\x95"
    assert sorted(path.name for path in written.parent.iterdir()) == ["django.mo", "django.po"]


def test_a_new_catalogue_that_names_no_language_yet_counts_by_its_own_rule():
    text = HEAD + PLURALS + '\nmsgid "%(n)s cat"\nmsgid_plural "%(n)s cats"\n'
    text += 'msgstr[0] "mačka"\nmsgstr[1] "mačky"\nmsgstr[2] "mačiek"\n'
    found = said(compiled(text.encode(), "sk"))
    assert [found.ngettext("%(n)s cat", "%(n)s cats", n) for n in (1, 3, 5)] == ["mačka", "mačky", "mačiek"]


def test_a_broken_catalogue_is_named_by_its_line():
    with pytest.raises(PoFileError, match="on 8"):
        compiled((HEAD + PLURALS + CAT + "What is this?\n").encode(), "sk")


def test_gettext_itself_would_make_the_same():
    """What Babel compiles is what msgfmt compiles, but for the header's remarks."""
    program = shutil.which("msgfmt")
    if program is None:
        pytest.skip("GNU gettext is not on this machine")
    for path in ROOT.glob("locale/*/LC_MESSAGES/django.po"):
        made = subprocess.run([program, "--check-format", "--output-file=-", path], capture_output=True, check=True)
        ours, theirs = said(compiled(path.read_bytes(), path.parts[-3])), said(made.stdout)
        assert {**ours._catalog, "": ""} == {**theirs._catalog, "": ""}
        assert ours.info()["plural-forms"] == theirs.info()["plural-forms"]


def test_a_start_with_fresh_catalogues_does_not_load_what_compiles_them():
    script = "import sys, scwu.settings; sys.exit('babel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0

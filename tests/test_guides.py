"""The guides say what is so: the API answers as in its examples, no variable or command is made up or left out.

docs/operations.md is typed word by word by `bench/bare.py`, which takes minutes; here it is only read.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve
from django.utils import timezone

from tournaments.operations.accounts.tokens import create_token

ROOT = Path(__file__).resolve().parent.parent
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NAMES = r"SCWU_[A-Z_]+|SECRET_KEY(?:_FALLBACKS)?|(?:DATABASE|REDIS|EMAIL)_URL"
OF_TESTS = re.compile(r"SCWU_TEST_")


def examples() -> list[tuple[str, str]]:
    """Every command of the API's guide, with what is said to come of it."""
    blocks = re.findall(r"^```console\n(.*?)^```", API, re.DOTALL | re.MULTILINE)
    steps = [step for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, said.strip()) for command, _, said in (step.partition("\n") for step in steps)]


def fits(said: str, answered: str) -> bool:
    return re.fullmatch(".*?".join(map(re.escape, said.split("…"))), answered.strip(), re.DOTALL) is not None


@pytest.mark.django_db(transaction=True)
def test_the_api_answers_as_its_guide_says(site, evening, referee):
    secret = create_token(account=referee, label="guide", now=timezone.now())[1]
    told = {"SITE": site.url, "EVENT": evening.event.slug, "TOKEN": secret}
    script = [f"{name}={shlex.quote(value)}" for name, value in told.items()]
    for command, _ in examples():
        script += [command, "printf '\\001'"]
    ran = subprocess.run(["bash", "-eu", "-c", "\n".join(script)], capture_output=True, text=True, check=True)
    answers = ran.stdout.split("\001")[:-1]
    assert [
        f"{command}\n{answered}"
        for (command, said), answered in zip(examples(), answers, strict=True)
        if not fits(said, answered)
    ] == []
    assert len(answers) > 10


def sources() -> dict[str, str]:
    """What a running site reads: `run`, and the project's modules."""
    paths = [ROOT / "run", *(path for part in ("scwu", "tournaments", "games") for path in (ROOT / part).rglob("*.py"))]
    return {str(path): path.read_text(encoding="utf-8") for path in paths}


def read_from_the_environment() -> set[str]:
    """The names that stand as a text of their own, as everywhere where the environment is asked."""
    found = re.findall(rf"[\"']({NAMES})[\"']", "\n".join(sources().values()))
    return {name for name in found if not OF_TESTS.match(name)}


def test_the_guide_has_every_variable_and_no_other():
    table = re.findall(rf"`({NAMES})`", OPERATIONS.partition("## Every variable")[2].partition("\n## ")[0])
    assert sorted(set(table)) == sorted(read_from_the_environment())


def test_every_variable_and_command_of_the_page_is_there():
    known = read_from_the_environment()
    assert {
        name for name in re.findall(NAMES, OPERATIONS + (ROOT / "README.md").read_text()) if name not in known
    } == set()
    ours = {name for name, app in get_commands().items() if app in ("tournaments", "games")}
    table = OPERATIONS.partition("## Every command")[2].partition("\n## ")[0]
    told = set(re.findall(r"`([a-z_]+)[ `]", table)) & set(get_commands())
    assert told >= ours
    blocks = "\n".join(re.findall(r"^```sh\n(.*?)^```", OPERATIONS, re.DOTALL | re.MULTILINE))
    typed = set(re.findall(r"^(?:\S+=\S+ )?scwu ([a-z_]+)", blocks, re.MULTILINE))
    assert {"upgrade", "backup", "verify"} <= typed
    assert typed - set(get_commands()) == set()


@pytest.mark.parametrize("page", ["operations.md", "api.md"])
def test_every_address_of_a_guide_is_there(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    gone = []
    for address in set(re.findall(r"`(/(?:health|metrics|api)[a-z0-9/]*)`", text)) - {"/api/v2/"}:
        try:
            resolve(address)
        except Resolver404:
            gone.append(address)
    assert gone == []


def test_every_link_of_a_guide_leads_somewhere():
    for name in ("README.md", "docs/operations.md", "docs/api.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        page = ROOT / name
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            path, _, anchor = target.partition("#")
            other = (page.parent / path) if path else page
            assert other.exists(), f"{name}: {target}"
            if anchor:
                heads = re.findall(r"^#+ (.*)$", other.read_text(encoding="utf-8"), re.MULTILINE)
                anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
                assert anchor in anchors, f"{name}: {target}"

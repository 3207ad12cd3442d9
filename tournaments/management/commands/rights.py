"""Print the matrix of rights into docs/rights.md; with --check only say whether the file is as it should be."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.instances import CASES, INSTANCES, LINE_JUDGE, REFEREE, TABLE, why_not_correct
from tournaments.rights import MATRIX, RIGHTS, ROLES, cell
from tournaments.routes import all_routes

PATH = Path(settings.BASE_DIR) / "docs" / "rights.md"
SIGNS = {"": "", "own": "○", "yes": "●"}
HEAD = """# Who may what

Printed by `./run manage rights` from the one matrix (`tournaments/rights.py`) that pages, API and administration ask;
`tests/test_rights.py` tries every role at every address. Do not edit.

● everywhere · ○ only where the role is held: one's event, tables, club, federation, account · empty: no.
Everybody who is signed in is a player besides his other roles. The keeper counts as one of the union's board.
"""

CORRECTIONS = """
As `tournaments/instances.py` answers whoever asks: pages, API, what phones bring. A game refuses by itself, for every
writer, whatever would change what a line of a ruling says, whether it counts, or whom it strikes.
Nobody comes into a final or play-off that is played, by whatever line, without a reason that everybody reads.
""".strip()
RULINGS = """
Whoever gave one at a table puts it right himself, as a further ruling, until somebody has appealed or overruled it.
What the union has upheld is its own word. Nobody files a ruling as judged by an instance above his own.
""".strip()


class Command(BaseCommand):
    help = "Print the matrix of rights into docs/rights.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only say whether the file is current.")

    def handle(self, *, check: bool, **_options: object) -> None:
        text = document()
        if not check:
            PATH.write_text(text)
        elif not PATH.exists() or PATH.read_text() != text:
            raise CommandError("docs/rights.md is not what the matrix says. Run: ./run manage rights")


def document() -> str:
    """The whole of docs/rights.md."""
    return "\n".join([HEAD, *_roles(), *_matrix(), *_corrections(), *_addresses(), "", *_dangerous(), ""])


def _roles() -> list[str]:
    rows = [f"| {role} | {sentence} |" for role, sentence in ROLES.items()]
    return ["## Roles", "", "| role | who |", "|---|---|", *rows, ""]


def _matrix() -> list[str]:
    head = " | ".join(role.replace("_", " ") for role in ROLES)
    lines = ["## The matrix", "", f"| act | {head} |", "|---|" + ":-:|" * len(ROLES)]
    for act in MATRIX:
        cells = " | ".join(SIGNS[cell(act, role)] for role in ROLES)
        lines.append(f"| {act} | {cells} |")
    sentences = [f"- `{act}`: {right.sentence}" for act, right in RIGHTS.items()]
    return [*lines, "", "## The acts", "", *sentences, ""]


def _corrections() -> list[str]:
    """Who may correct which line of a log, and rule in whose place, as `instances` answers."""
    told = {TABLE: "who plays there and records", LINE_JUDGE: "line judge", REFEREE: "referee or director"}
    head = " | ".join(told.values())
    lines = ["## Who corrects what", "", CORRECTIONS, "", f"| a line of the log | {head} |"]
    lines.append("|---|" + ":-:|" * len(told))
    for words, asked in CASES.items():
        cells = " | ".join("" if why_not_correct(instance, asked) else SIGNS["yes"] for instance in told)
        lines.append(f"| {words} | {cells} |")
    order = " → ".join(INSTANCES).replace("_", " ")
    lines += ["", f"A ruling is overruled by a higher instance: {order}.", RULINGS, ""]
    return lines


def _dangerous() -> list[str]:
    names = sorted(route.name for route in all_routes().values() if route.is_dangerous)
    said = (
        "A proof of who one is, of the last ten minutes; no token of the API does it unless its scope names the right."
    )
    return ["## What asks for a fresh proof", "", said, "", ", ".join(f"`{name}`" for name in names)]


def _addresses() -> list[str]:
    """Every address by its right, and what is wanted there by who changes something."""
    lines = ["## The addresses", "", "By the names that the sources give them; an act with what is wanted by it.", ""]
    for right in RIGHTS:
        told = [route for route in all_routes().values() if right in route.rights.values()]
        read = sorted(route.name for route in told if route.rights.get("GET") == right)
        acts = sorted((route.name, str(route.wanted)) for route in told if route.rights.get("POST") == right)
        if read:
            lines.append(f"- {right}, GET: {', '.join(f'`{name}`' for name in read)}")
        if acts:
            told_acts = (f"`{name}` ({wanted})" if wanted else f"`{name}`" for name, wanted in acts)
            lines.append(f"- {right}, POST: {', '.join(told_acts)}")
    return lines

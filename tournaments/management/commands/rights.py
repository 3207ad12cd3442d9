"""Print the matrix of rights into docs/rights.md; with --check only say whether the file is as it should be."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

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
    return "\n".join([HEAD, *_roles(), *_matrix(), *_addresses(), ""])


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

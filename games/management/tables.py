"""What the accounts of both games share: a table without lines between its rows, cards as they fell, remarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from games.management.faces import Faces
from games.rules.cards import Card

MARK = "!"
IN_A_ROW = 4  # cards, so that no seat is parted from its card where a line ends


def plain_table(columns: Iterable[tuple[str, JustifyMethod]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for heading, justify in columns:
        table.add_column(heading, justify=justify)
    return table


def fallen(seats: Sequence[str], cards: Sequence[Card], faces: Faces, *, first: int, notes: Mapping[int, str]) -> Text:
    """Cards as they fell, `first` being the number of the first, and below them what `notes` say of any of them."""
    shown, said = [], []
    for number, (seat, card) in enumerate(zip(seats, cards, strict=True), first):
        mark = MARK if number in notes else ""
        shown.append(Text.assemble(f"{seat} ", faces.styled(card), (mark, "bold red")))
        if mark:
            said.append(marked(f"\n{MARK} {notes[number]}"))
    rows = [Text("  ").join(shown[place : place + IN_A_ROW]) for place in range(0, len(shown), IN_A_ROW)]
    return Text.assemble(Text("\n").join(rows), *said)


def marked(text: str) -> Text:
    return Text(text, style="red")

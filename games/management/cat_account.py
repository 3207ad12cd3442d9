"""A ruling on a deal of Smoking Cat as an account for people: hands, passes, every trick, who loses and why.

The tricks stand in a table with the points as they grow. A revoke is marked in its trick, with the cards that should
have been played and the trick in which it came to light; below, every finding is a sentence with its rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from games.deal_texts import obstacle_text, outcome, remarks, revoke_text
from games.management.faces import Faces
from games.management.tables import MARK, fallen, marked, plain_table
from games.rules.cards import in_order
from games.rules.smoking_cat.play import PLAYERS, State
from games.rules.smoking_cat.points import ALL_POINTS
from games.rules.smoking_cat.ruling import Revoke, Ruling
from games.rules.tricks import from_seat, next_seat


def account(ruling: Ruling, faces: Faces) -> RenderableType:
    record = ruling.record
    title = _("Smoking Cat: %(dealer)s dealt, %(leader)s led") % {
        "dealer": record.dealer,
        "leader": next_seat(record.seats, record.dealer),
    }
    parts: list[RenderableType] = [Text(title, style="bold"), _hands(ruling, faces)]
    if ruling.state:
        parts += [tricks_table(ruling.state, ruling.revokes, faces), _takers(ruling.state), Text()]
    parts += [marked(f"{MARK} {sentence}") for sentence in _findings(ruling, faces)]
    return Group(*parts, Text(outcome(ruling), style="bold"))


def _hands(ruling: Ruling, faces: Faces) -> Table:
    record = ruling.record
    table = plain_table((heading, "left") for heading in (_("Seat"), _("Hand as dealt"), _("Passed on"), _("to")))
    for seat in record.seats:
        passed = faces.row(record.passes.get(seat, ()))
        table.add_row(seat, faces.row(in_order(record.hands[seat])), passed, next_seat(record.seats, seat))
    return table


def tricks_table(state: State, revokes: Iterable[Revoke], faces: Faces) -> Table:
    """Every trick with its taker and the points of all seats so far; at the end what a packer took."""
    notes = {revoke.play: _note(revoke, faces) for revoke in revokes}
    columns: list[tuple[str, JustifyMethod]] = [(_("Trick"), "right"), (_("Cards, the leader first"), "left")]
    columns += [(_("Taken by"), "center"), (_("Points"), "right"), *((seat, "right") for seat in state.seats)]
    table = plain_table(columns)
    points = dict.fromkeys(state.seats, 0)
    for number, trick in enumerate(state.tricks, 1):
        points[trick.taker] += trick.points
        cards = fallen(trick.seats, trick.cards, faces, first=_first_of(number), notes=notes)
        table.add_row(str(number), cards, trick.taker, str(trick.points), *map(str, points.values()))
    if state.table:
        number = len(state.tricks) + 1
        seats = from_seat(state.seats, state.seats[state.turn - len(state.table)])[: len(state.table)]
        table.add_row(str(number), fallen(seats, state.table, faces, first=_first_of(number), notes=notes))
    if state.packed_by is not None:
        rest = str(ALL_POINTS - sum(points.values()))
        packed = _("all the rest: packed (rule C45)")
        table.add_row("", packed, state.packed_by, rest, *map(str, state.points.values()))
    return table


def _first_of(trick: int) -> int:
    return (trick - 1) * PLAYERS + 1


def _note(revoke: Revoke, faces: Faces) -> str:
    values = {
        "seat": revoke.seat,
        "could": " ".join(map(faces.text, revoke.could_have_played)),
        "trick": revoke.came_to_light,
    }
    if revoke.came_to_light is None:
        return _("%(seat)s held %(could)s") % values
    return _("%(seat)s held %(could)s; came to light in trick %(trick)s") % values


def _takers(state: State) -> Text:
    none = "–"
    said = _("Hejma: %(hejma)s   Last trick: %(last_trick)s") % {
        "hejma": state.hejma or none,
        "last_trick": state.last_trick or none,
    }
    return Text(f" {said}")


def _findings(ruling: Ruling, faces: Faces) -> Iterator[str]:
    for revoke in ruling.revokes:
        yield revoke_text(revoke, faces.text)
    for obstacle in ruling.obstacles:
        yield obstacle_text(obstacle, faces.text)
    yield from remarks(ruling)

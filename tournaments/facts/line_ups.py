"""Who plays a round that follows the results, beside who was to play it by the rank (competition.md 3.2 to 3.4).

It is kept with the draw as it was at that time, so that everybody can be told for ever who came in for whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

BASIC, PLAY_OFF, FINAL = "basic", "play_off", "final"


@dataclass(frozen=True, slots=True)
class Due:
    """Who is to play; entry keys, the best first.

    `qualified`: whose the seats are; `due`: those who are here, and for the others the next in rank who are. `tied`:
    who of those here is equal across the cut, with no play-off to tell; they are not due. `early`: the basic rounds are
    not over, so all of it may change. `unplaced`: who takes no place, and with one would play a final or be equal at
    its cut if he was here, or stand elsewhere in a ladder. `away`: who has qualified and is not here; of a final also
    who is equal at its cut or unplaced. `stood_in`: who of those due took a seat of a basic round over while it was
    played. `by_referee`: whom a place set by the referee would bring into a final or keep out, if it counted for that.
    """

    qualified: tuple[str, ...]
    away: tuple[str, ...]
    due: tuple[str, ...]
    tied: tuple[str, ...] = ()
    early: bool = False
    unplaced: tuple[str, ...] = ()
    stood_in: tuple[str, ...] = ()
    by_referee: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineUp:
    """`kind`: of the round; `seated`: who plays."""

    kind: str
    proposed: Due
    seated: tuple[str, ...]

    @property
    def is_by_rank(self) -> bool:
        """Whether the rank alone says that these play. Anybody may fill the table of a play-off; in a ladder all do."""
        if self.kind == BASIC:
            return True
        if self.kind == PLAY_OFF:
            return bool(self.proposed.due) and not self.left_out
        return not self.proposed.early and not self.proposed.tied and set(self.seated) == set(self.proposed.due)

    @property
    def left_out(self) -> list[str]:
        """Who was to play, is here and does not play."""
        return [key for key in self.proposed.due if key not in self.seated]

    @property
    def let_in(self) -> list[str]:
        """Who plays and was not to play; in a play-off, who fills the table. Nobody who had a right to and has come."""
        if self.kind == BASIC:
            return []
        by_right = {*self.proposed.qualified, *self.proposed.due, *self.proposed.tied}
        return [key for key in self.seated if key not in by_right]

    @property
    def explained(self) -> list[str]:
        """Whom the director's reason is about; nobody where it says only why the basic rounds were not waited for."""
        if self.kind == PLAY_OFF:  # whoever fills its table needs none
            return self.left_out or self.let_in
        return [*self.let_in, *self.left_out, *self.proposed.tied]

    @property
    def of_tied(self) -> list[str]:
        """Who plays of those who are equal across the cut."""
        return [key for key in self.proposed.tied if key in self.seated]

    @property
    def moved_up(self) -> list[str]:
        """Who plays in a final because of somebody who is not here."""
        up = [key for key in self.seated if key in self.proposed.due and key not in self.proposed.qualified]
        return up if self.absent else []

    @property
    def absent(self) -> list[str]:
        """Who had qualified for the final and is not here."""
        away = [key for key in self.proposed.away if key not in self.seated] if self.kind == FINAL else []
        return [key for key in away if key in self.proposed.qualified]

    @property
    def absent_equal(self) -> list[str]:
        """Who is equal at the cut and is not here."""
        if self.kind == PLAY_OFF:
            return list(self.proposed.away)
        away = self.proposed.away if self.kind == FINAL else ()
        return [key for key in away if key not in (*self.proposed.qualified, *self.proposed.unplaced)]

    @property
    def unplaced(self) -> list[str]:
        """Who wants nothing but a place."""
        return [key for key in self.proposed.unplaced if key not in self.proposed.away]

    @property
    def absent_unplaced(self) -> list[str]:
        """Who takes no place and is not here either."""
        return [key for key in self.proposed.unplaced if key in self.proposed.away]

    def stored(self) -> dict[str, Any]:
        """As the inputs of a draw keep it, beside `kind` and the players."""
        return {name: value for name, value in asdict(self.proposed).items() if value}


def stored_line_up(kind: str, proposed: Mapping[str, Any], seated: Iterable[str]) -> LineUp:
    """The line-up again from what `stored` has made."""
    told = {one.name: proposed.get(one.name, ()) for one in fields(Due)}
    early = bool(told.pop("early"))
    return LineUp(kind, Due(**{name: tuple(keys) for name, keys in told.items()}, early=early), tuple(seated))

"""Pictures of numbers: where lines, bars and labels stand in a frame; what they look like is the templates' business.

Units are those of an SVG `viewBox`, whole ones, `y` downwards. Labels stand at the ends of their lines, pushed apart
where lines end together, so that nothing is told by colour alone. A library would bring drawings of its own, with
styles in line, which the policy of the site forbids, and megabytes; what is needed here is a scale.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST = 14  # signs of a name that fit beside the frame in the usual size
LONGEST_SMALL = 20  # and in the small one, of which two rows are as high as a label
WHOLE_BAR = 500
SHELF = 3  # at most, from a line to the next that has the same value, in steps; else one would hide the other
STYLES = 8  # so many lines differ in colour, dashes and mark


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a picture is, what stands round its frame, and how far one label is from the next, at least."""

    width: int = 480
    height: int = 300
    left: int = 30
    right: int = 140
    top: int = 12
    bottom: int = 32
    label: int = 17


PAGE = Frame()
HALL = Frame(width=320, height=380, left=36, right=52, top=14, bottom=48, label=24)
"""For the big screen: upright, beside a table; its lines end in a letter of that table, not in a nick."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a picture: `points` are (x, y) in the units of what is shown."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line as it is drawn. `path`: for SVG; `style`: from 1; `marks`: what was counted, or in
    steps where it changed; `end`: its last point.

    `label`: where its name is; `rows`: the name as it fits there, in the small size if it is long.
    """

    name: str
    rows: tuple[str, ...]
    style: int
    path: str
    marks: tuple[tuple[int, int], ...]
    end: tuple[int, int]
    label: int

    @property
    def is_small(self) -> bool:
        return len(self.rows) > 1 or len(self.rows[0]) > LONGEST


@dataclass(frozen=True, slots=True)
class Tick:
    spot: int
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """A picture of lines. `x`, `y`: ticks; `right`, `bottom`: the edges of the frame."""

    lines: tuple[Drawn, ...]
    x: tuple[Tick, ...]
    y: tuple[Tick, ...]
    height: int
    frame: Frame = PAGE

    @property
    def width(self) -> int:
        return self.frame.width

    @property
    def left(self) -> int:
        return self.frame.left

    @property
    def right(self) -> int:
        return self.frame.width - self.frame.right

    @property
    def bottom(self) -> int:
        return self.height - self.frame.bottom

    @property
    def under(self) -> int:
        """Where the numbers of the lower axis stand; below them what it counts."""
        return self.bottom + self.frame.bottom // 2

    @property
    def unit(self) -> int:
        return self.height - 2


@dataclass(frozen=True, slots=True)
class Bar:
    """`length`: how long it is, of `WHOLE_BAR`."""

    name: str
    number: int
    length: int


def lines(
    series: Sequence[Series],
    *,
    x_ticks: Sequence[tuple[float, str]],
    y_ticks: Sequence[tuple[float, str]],
    steps: bool = False,
    frame: Frame = PAGE,
) -> Lines:
    """Draw `series` in a frame that reaches from the first tick to the last; the first of `y_ticks` is at the bottom.

    `steps`: a value holds until the next one, and the lines lie one above another on each. Raises ValueError without a
    series or with less than two ticks an axis.
    """
    if not series or len(x_ticks) < 2 or len(y_ticks) < 2:
        raise ValueError("a picture needs a series and two ticks an axis")
    height = max(frame.height, frame.top + frame.bottom + frame.label * len(series))
    bottom = height - frame.bottom
    room = (bottom - frame.top) // (len(y_ticks) - 1)  # from one tick to the next
    shelf = min(SHELF, max(1, room * 3 // 5 // len(series))) if steps else 0

    def x(value: float) -> int:
        return _scaled(value, x_ticks[0][0], x_ticks[-1][0], frame.left, frame.width - frame.right)

    def y(value: float) -> int:
        return _scaled(value, y_ticks[0][0], y_ticks[-1][0], bottom, frame.top + shelf * (len(series) - 1))

    placed = [[(x(at), y(value) - shelf * number) for at, value in one.points] for number, one in enumerate(series)]
    labels = _apart([points[-1][1] for points in placed], frame.top, bottom, frame.label)
    return Lines(
        lines=tuple(
            Drawn(
                name=one.name,
                rows=in_rows(one.name),
                style=number % STYLES + 1,
                path=_path(points, steps=steps),
                marks=tuple(_changes(points) if steps else points),
                end=points[-1],
                label=label,
            )
            for number, (one, points, label) in enumerate(zip(series, placed, labels, strict=True))
        ),
        x=tuple(Tick(x(value), text) for value, text in x_ticks),
        y=tuple(Tick(y(value), text) for value, text in y_ticks),
        height=height,
        frame=frame,
    )


def bars(numbers: Sequence[tuple[str, int]]) -> tuple[Bar, ...]:
    """A bar for each number, the longest as long as `WHOLE_BAR`."""
    most = max((number for _, number in numbers), default=0) or 1
    return tuple(Bar(name, number, round(WHOLE_BAR * number / most)) for name, number in numbers)


def whole_ticks(least: int, most: int, *, at_most: int = 10) -> list[tuple[float, str]]:
    """Ticks at whole numbers from `least` to `most`, both among them, in steps of 1, 2, 5, 10, 20 …"""
    most = max(most, least + 1)
    step = next(step for step in _steps() if (most - least) / step <= at_most)
    found = list(range(least, most, step))
    if len(found) > 1 and most - found[-1] <= step / 2:
        found.pop()
    return [(float(value), str(value)) for value in (*found, most)]


def in_rows(name: str, longest: int = LONGEST_SMALL) -> tuple[str, ...]:
    """A name in one row or two, which hold every nick beside the frame; only what is longer is cut."""
    if len(name) <= longest:
        return (name,)
    blank = name.rfind(" ", 0, longest + 1)
    at = blank if len(name) - blank - 1 <= longest else longest
    first, rest = name[:at], name[at:].strip()
    return first, rest if len(rest) <= longest else rest[: longest - 1] + "…"


def _steps() -> Iterator[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def _scaled(value: float, first: float, last: float, start: int, end: int) -> int:
    return round(start + (value - first) / (last - first) * (end - start))


def _path(points: Sequence[tuple[int, int]], *, steps: bool) -> str:
    (x, y), *rest = points
    said = [f"M{x} {y}"]
    for x, y in rest:
        said.append(f"H{x}V{y}" if steps else f"L{x} {y}")
    return "".join(said)


def _changes(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [now for before, now in itertools.pairwise(points) if before[1] != now[1]]


def _apart(wanted: Sequence[int], top: int, bottom: int, least_apart: int) -> list[int]:
    """Heights of labels in the order of `wanted`, none closer to another than `least_apart`, inside the frame."""
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    placed: list[int] = []
    for number, one in enumerate(order):
        room_below = bottom - least_apart * (len(order) - 1 - number)
        least = placed[-1] + least_apart if placed else top
        placed.append(min(max(wanted[one], least), max(room_below, least)))
    for number in range(len(placed) - 2, -1, -1):
        placed[number] = min(placed[number], placed[number + 1] - least_apart)
    found = [0] * len(wanted)
    for height, one in zip(placed, order, strict=True):
        found[one] = height
    return found

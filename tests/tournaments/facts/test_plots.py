"""Pictures of numbers: everything inside the frame, labels apart, the ends of a scale on it (facts/plots.py)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.facts.plots import (
    HALL,
    LONGEST,
    LONGEST_SMALL,
    PAGE,
    SHELF,
    WHOLE_BAR,
    Series,
    bars,
    lines,
    whole_ticks,
)

numbers = st.integers(0, 60)
frames = st.sampled_from([PAGE, HALL])
rows = st.lists(st.lists(numbers, min_size=1, max_size=20), min_size=1, max_size=30)


def drawn(rows, **how):
    series = [Series(str(name), tuple((at, value) for at, value in enumerate(row))) for name, row in enumerate(rows)]
    most = max(len(row) for row in rows)
    return lines(series, x_ticks=whole_ticks(0, most), y_ticks=whole_ticks(0, 60), **how)


def test_a_line_goes_from_corner_to_corner():
    found = lines([Series("A", ((0, 0), (10, 5)))], x_ticks=[(0, "0"), (10, "10")], y_ticks=[(0, "0"), (5, "5")])
    assert found.lines[0].path == f"M{PAGE.left} {found.bottom}L{found.right} {PAGE.top}"


def test_a_value_holds_until_the_next_one():
    found = lines([Series("A", ((0, 0), (1, 1)))], x_ticks=[(0, ""), (1, "")], y_ticks=[(0, ""), (1, "")], steps=True)
    assert found.lines[0].path == f"M{PAGE.left} {found.bottom}H{found.right}V{PAGE.top}"


def test_a_mark_stands_at_each_number_and_in_steps_where_one_changes():
    (line,) = drawn([[0, 0, 30, 30, 60]]).lines
    assert len(line.marks) == 5
    (stepped,) = drawn([[0, 0, 30, 30, 60]], steps=True).lines
    assert stepped.marks == (line.marks[2], line.marks[4])


@given(rows, frames, st.booleans())
def test_everything_is_inside_the_frame(rows, frame, steps):
    found = drawn(rows, frame=frame, steps=steps)
    for line in found.lines:
        for x, y in (*line.marks, line.end):
            assert frame.left <= x <= found.right < found.width == frame.width
            assert frame.top <= y <= found.bottom < found.under < found.unit < found.height
        assert frame.top <= line.label <= found.bottom


@given(rows, frames)
def test_no_label_lies_on_another(rows, frame):
    heights = sorted(line.label for line in drawn(rows, frame=frame).lines)
    assert all(after - before >= frame.label for before, after in itertools.pairwise(heights))


def test_in_steps_no_line_lies_on_another():
    found = drawn([[1, 2, 2]] * 6, steps=True)
    assert len({line.path for line in found.lines}) == 6
    ends = [line.end[1] for line in found.lines]
    assert all(before - after == SHELF for before, after in itertools.pairwise(ends))
    assert len({line.path for line in drawn([[1, 2]] * 6).lines}) == 1


def test_labels_stand_in_the_order_of_the_ends():
    found = drawn([[0, 60], [0, 60], [0, 0]])
    assert [line.label for line in found.lines][2] > max(line.label for line in found.lines[:2])


def test_a_picture_of_many_is_higher():
    assert drawn([[1]] * 3).height == PAGE.height
    assert drawn([[1]] * 30).height > PAGE.height


@given(numbers, numbers)
def test_ticks_have_both_ends_and_are_few(one, other):
    least, most = sorted((one, other))
    ticks = [value for value, _ in whole_ticks(least, most)]
    assert ticks[0] == least
    assert ticks[-1] == max(most, least + 1)
    assert len(ticks) <= 11
    assert ticks == sorted(set(ticks))


def test_the_longest_bar_is_the_whole_length():
    found = bars([("A", 4), ("B", 1), ("C", 0)])
    assert [(bar.name, bar.length) for bar in found] == [("A", WHOLE_BAR), ("B", WHOLE_BAR / 4), ("C", 0)]
    assert bars([]) == ()


def test_a_picture_of_nothing_is_a_bug():
    with pytest.raises(ValueError, match="needs a series"):
        lines([], x_ticks=[], y_ticks=[])


@pytest.mark.parametrize("length", range(1, 41))
def test_every_nick_stands_whole_at_the_end_of_its_line(length):
    name = "ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI NAD SÁZAVOU 123"[:length].strip()
    for nick in (name, "A" * length):
        (line,) = lines([Series(nick, ((0, 0),))], x_ticks=[(0, ""), (1, "")], y_ticks=[(0, ""), (1, "")]).lines
        assert "".join(line.rows).replace(" ", "") == nick.replace(" ", "")
        assert max(map(len, line.rows)) <= (LONGEST_SMALL if line.is_small else LONGEST)


def test_what_is_longer_than_any_nick_is_cut():
    (line,) = lines([Series("A" * 60, ((0, 0),))], x_ticks=[(0, ""), (1, "")], y_ticks=[(0, ""), (1, "")]).lines
    assert line.rows == ("A" * 20, "A" * 19 + "…")

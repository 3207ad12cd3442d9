"""The figures of the design, by the bench's own list: no field that it names falls behind what was reached."""

import json

from bench import figures
from bench.figures import FIGURES
from tournaments.draws.plans import plan
from tournaments.draws.sizes import least_repeats
from tournaments.draws.stored import coincidences_of, worth_of

BETTERED: dict[tuple[tuple[int, ...], int], int] = {
    ((6,) * 6, 6): 24,
    ((6,) * 6, 8): 94,
    ((6, 6, 6, 4, 4, 4), 5): 0,
    ((6, 6, 5, 5, 5, 4), 6): 8,
}
FAIR = [((5,) + (4,) * 7, 8), ((5, 5, 5, 4), 8), ((5, 5, 4, 4, 4), 9), ((5, 4, 4, 4, 4), 9)]
FAIR += [((5, 5, 5, 4, 4, 4), 5), ((5,) + (4,) * 8, 9), ((5,) + (4,) * 10, 10), ((5,) + (4,) * 10, 11)]
FAIR += [((5,) + (4,) * 9, 10)]
LONG = [((5, 4, 4, 4, 4), 11), ((5, 4, 4, 4, 4), 12), ((5, 5, 4, 4, 4), 11), ((5, 5, 4, 4), 9), ((5, 5, 5, 4, 4), 11)]
LONG += [((4,) * 6, 9), ((4,) * 7, 10), ((4,) * 5, 12), ((5, 4, 4, 4), 9), ((5,) + (4,) * 9, 10)]
SIXES = [((6, 6, 5, 5, 5, 4), 4), ((6, 6, 5, 5, 5, 4), 10), ((6, 6, 6, 4, 4, 4), 10), ((6,) * 5, 7), ((6,) * 6, 10)]
SIXES += [((6, 5, 5), 6), ((6, 5, 5, 5), 6), ((6, 6, 5, 5), 6), ((6, 6, 6, 5), 6), ((6, 6, 6, 6, 5), 6)]
SIXES += [((6, 5, 5, 5, 5), 8), ((6, 6, 6, 5, 5), 6), ((6, 6, 5, 5, 5), 6), ((6, 6, 6, 6, 5, 5), 4)]
SIXES += [((6,) * 3, 12), ((6,) * 4, 12), ((6, 5, 5), 7), ((6, 5, 5), 12), ((6, 6, 5), 12), ((6, 6, 5, 5), 7)]
SIXES += [((6, 6, 6, 5), 7), ((6, 6, 6, 5, 5), 9), ((6, 6, 6, 6, 5), 7), ((6, 5, 5, 5), 7), ((6, 6, 6, 6, 6, 5), 9)]
SIXES += [((6, 6, 6, 6, 6, 5), 10), ((6, 6, 6, 6, 5, 5), 11), ((6, 5, 5, 5, 5, 5), 10), ((6, 4, 4, 4, 4), 11)]
SIXES += [((6, 6, 4, 4, 4, 4), 9), ((6, 5, 5, 5, 4), 9)]


def test_no_field_is_drawn_worse_than_what_was_reached():
    reached = {**FIGURES, **BETTERED}
    drawn = {field: coincidences_of(plan(*field)) for field in FIGURES}
    assert {field: value for field, value in drawn.items() if value > reached[field]} == {}


def test_over_many_rounds_these_are_as_good_as_can_be():
    above = {field: coincidences_of(plan(*field)) - least_repeats(*field) for field in LONG + SIXES}
    assert above == dict.fromkeys(LONG + SIXES, 0)


def test_large_tables_are_shared_out_fairly_where_that_was_reached():
    assert {field: worth_of(plan(*field)).spread for field in FAIR} == dict.fromkeys(FAIR, 1)


def test_the_bench_says_all_of_it_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(figures, "FIGURES", {((5, 4, 4, 4, 4), 3): 0, ((5, 5, 4), 2): 4})
    figures.main()
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["worse"] == ["14 as 2x5+1x4, 2 rounds"]
    counted = told["fields"]["21 as 1x5+4x4, 3 rounds"]
    assert {**counted, "seconds": 0} == {"value": 0, "bound": 0, "best": 0, "large": [2, 2], "seconds": 0}

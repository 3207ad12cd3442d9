"""Plans that nobody stored: what the walk finds, and that it finds the same everywhere."""

import pytest

from tournaments.draws import annealing
from tournaments.draws.annealing import annealed
from tournaments.draws.checker import misseated, recount
from tournaments.draws.seeding import Stream
from tournaments.draws.stored import coincidences_of, worth_of, written


def short_walk(sizes, rounds, least=0):
    return annealed(sizes, rounds, Stream("ab"), least)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(annealing, "STEPS", 12_000)


@pytest.mark.parametrize(("sizes", "rounds"), [((4,) * 4, 3), ((5, 4, 4), 4), ((6, 5, 4), 3), ((6, 6, 4, 4), 5)])
def test_everybody_sits_once_a_round_at_tables_of_these_sizes(sizes, rounds):
    found = short_walk(sizes, rounds)
    named = [[[str(number) for number in table] for table in tables] for tables in found]
    assert misseated(named, [str(number) for number in range(sum(sizes))]) == []
    assert [tuple(map(len, tables)) for tables in found] == [sizes] * rounds


@pytest.mark.parametrize(("sizes", "rounds"), [((5, 4, 4), 4), ((6, 6, 5, 4), 6)])
def test_what_a_walk_counts_on_its_way_is_what_there_is(sizes, rounds):
    stream = Stream("ab")
    walk = annealing._Walk(sizes, rounds, stream)
    walk.cool_down(3_000, stream, 0)
    worth = worth_of(walk.best)
    assert (walk.fewest, walk.spread) == (worth.coincidences, worth.spread)
    now = recount([[[str(one) for one in table] for table in tables] for tables in walk.tables])
    assert walk.repeats == now.coincidences
    assert {str(one): times for one, times in enumerate(walk.large) if times} == dict(now.large)


def test_a_walk_gets_better_as_it_cools():
    stream = Stream("ab")
    walk = annealing._Walk((4,) * 5, 5, stream)
    at_first = walk.fewest
    walk.cool_down(6_000, stream, 0)
    assert walk.fewest < at_first / 3


def test_it_ends_when_nothing_better_can_be(monkeypatch):
    """The first walk of two, before its lots are used up."""
    taken, below = [], Stream.below

    def count_lots(self, limit):
        taken.append(limit)
        return below(self, limit)

    monkeypatch.setattr(Stream, "below", count_lots)
    assert coincidences_of(short_walk((4, 4, 4), 2, 3)) == 3
    assert len(taken) < 6_000


def test_it_finds_the_same_everywhere():
    """If this fails, draws come out otherwise than they did: raise `seeding.VERSION`."""
    assert written(short_walk((5, 4, 4), 3)) == "2120010012102 2012110220010 0000201212211"

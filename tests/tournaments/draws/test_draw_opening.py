"""Where the search starts: clubs are apart from the beginning, if they can be, and shares of large tables kept."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.refusals import Refused
from tournaments.draws import History, Options, Player, Stream
from tournaments.draws.costs import FORBIDDEN, LARGE, Costs, faults
from tournaments.draws.opening import opening, refuse_clubs

sizes_of_tables = st.lists(st.sampled_from([4, 5, 6]), min_size=1, max_size=9).map(lambda s: sorted(s, reverse=True))
seeds = st.binary(min_size=1, max_size=8).map(bytes.hex)


def opened(players, history, options, sizes, seed):
    costs = Costs(players=players, history=history, options=options, sizes=sizes)
    tables = opening(costs, Stream(seed))
    return tables, sum(costs.table(table) for table in tables)


@settings(max_examples=300, deadline=None)
@given(st.data(), sizes_of_tables, seeds)
def test_clubs_are_apart_before_anything_is_swapped(data, sizes, seed):
    """What `refuse_clubs` lets through can be seated, and is: the two halves of one theorem."""
    n = sum(sizes)
    names: list[str | None] = []
    clubs = data.draw(st.lists(st.integers(min_value=1, max_value=len(sizes) + 1), max_size=n))
    for club, members in enumerate(clubs):
        names += [str(club)] * members
    names = [*names, *[None] * n][:n]
    players = [Player(f"p{i:02}", club) for i, club in enumerate(names)]
    tables, cost = opened(players, History(), Options(clubs="require"), sizes, seed)
    assert [len(table) for table in tables] == sizes
    assert sorted(one for table in tables for one in table) == list(range(n))
    try:
        refuse_clubs(players, sizes)
    except Refused:
        refused = True
    else:
        refused = False
    assert refused == (faults(cost, FORBIDDEN) > 0)


@settings(deadline=None)
@given(st.data(), sizes_of_tables, seeds)
def test_the_large_tables_go_to_those_who_had_fewest(data, sizes, seed):
    n = sum(sizes)
    players = [Player(f"p{i:02}") for i in range(n)]
    times = data.draw(st.lists(st.integers(min_value=0, max_value=3), min_size=n, max_size=n))
    history = History(large_tables={player.key: count for player, count in zip(players, times, strict=True)})
    _, cost = opened(players, history, Options(), sizes, seed)
    assert faults(cost, LARGE) == 0

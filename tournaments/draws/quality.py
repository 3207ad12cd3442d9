"""How good given tables are, whoever made them: the draw, a swap by hand, a director who seats freely.

It counts anew from the tables and the history and knows nothing of the search, so it can be shown live while somebody
swaps. What speaks against a player's seat is a fault with a code; the sentences belong to the faces: `meets_again`
(`other`, `times` met before, `last_round`: also in the last round), `club_mate` (`other`, `club`; not with clubs
off), `forbidden_pair` (`other`), `deals_first_again` (`times` before, `fewest` at this table), `large_table_again`
(`times` before).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.draws.bounds import least_coincidences
from tournaments.draws.model import Fault, History, Options, Player, Quality, pair
from tournaments.draws.numbered import Numbered


def quality_of(
    tables: Sequence[Sequence[str]], players: Sequence[Player], history: History, options: Options
) -> Quality:
    """The quality of these tables (keys in the order of the seats) after this history."""
    club_of = {player.key: player.club for player in players}
    seated = sorted(key for table in tables for key in table)
    last = {pair(*two) for two in _pairs(history.rounds[-1] if history.rounds else ())}
    per_player: defaultdict[str, list[Fault]] = defaultdict(list)
    coincidences = consecutive = club_pairs = forbidden_pairs = 0
    apart = {pair(*two) for two in options.apart}
    for one, other in _pairs(tables):
        times = history.meetings.get(pair(one, other), 0)
        again = pair(one, other) in last
        mates = club_of[one] is not None and club_of[one] == club_of[other]
        forbidden = pair(one, other) in apart
        coincidences, consecutive, club_pairs = coincidences + times, consecutive + again, club_pairs + mates
        forbidden_pairs += forbidden
        for key, mate in ((one, other), (other, one)):
            if forbidden:
                per_player[key].append(Fault("forbidden_pair", {"other": mate}))
            if times:
                values = {"other": mate, "times": times, "last_round": again}
                per_player[key].append(Fault("meets_again", values))
            if mates and options.clubs != "off":
                per_player[key].append(Fault("club_mate", {"other": mate, "club": club_of[key]}))
    for key, fault in _faults_of_seats(tables, history):
        per_player[key].append(fault)
    return Quality(
        coincidences=coincidences,
        bound=_bound(tables, seated, history),
        consecutive=consecutive,
        club_pairs=club_pairs,
        forbidden_pairs=forbidden_pairs,
        seat_a_spread=_spread(seated, history.dealt_first, [table[0] for table in tables]),
        large_table_spread=_spread(seated, history.large_tables, _at_large(tables)),
        per_player={key: tuple(per_player[key]) for key in sorted(per_player)},
    )


def _pairs(tables: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    return (two for table in tables for two in combinations(table, 2))


def _faults_of_seats(tables: Sequence[Sequence[str]], history: History) -> Iterator[tuple[str, Fault]]:
    for table in tables:
        before = [history.dealt_first.get(key, 0) for key in table]
        if before[0]:
            yield table[0], Fault("deals_first_again", {"times": before[0], "fewest": min(before)})
    for key in _at_large(tables):
        if times := history.large_tables.get(key, 0):
            yield key, Fault("large_table_again", {"times": times})


def _at_large(tables: Sequence[Sequence[str]]) -> list[str]:
    smallest = min(map(len, tables), default=0)
    return [key for table in tables if len(table) > smallest for key in table]


def _spread(seated: Sequence[str], before: Mapping[str, int], now: Sequence[str]) -> int:
    times = Counter(now)
    after = [before.get(key, 0) + times[key] for key in seated]
    return max(after, default=0) - min(after, default=0)


def _bound(tables: Sequence[Sequence[str]], seated: Sequence[str], history: History) -> int:
    numbered = Numbered(seated, history)
    return least_coincidences(numbered.met, numbered.tables(history.rounds), [len(table) for table in tables])

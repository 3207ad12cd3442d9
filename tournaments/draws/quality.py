"""How good given tables are, whoever made them: the draw, a swap by hand, a director who seats freely.

It counts anew from the tables and the history and knows nothing of the search, so it can be shown live while somebody
swaps. What speaks against a player's seat is a fault with a code; the sentences belong to the faces: `meets_again`
(`other`, `times` met before, `last_round`: also in the last round), `club_mate` (`other`, `club`; not with clubs
off), `compatriot` (`other`, `country`; not with countries off, nor of who is told as a club-mate), `forbidden_pair`
(`other`), `deals_first_again` (`times` before, `fewest` at this table), `large_table_again` (`times` before).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from tournaments.draws.bounds import least_coincidences
from tournaments.draws.model import Fault, History, Options, Pair, Player, Quality, at_large, pair
from tournaments.draws.numbered import Numbered


def quality_of(
    tables: Sequence[Sequence[str]], players: Sequence[Player], history: History, options: Options
) -> Quality:
    """The quality of these tables (keys in the order of the seats) after this history."""
    club_of = {player.key: player.club for player in players}
    seated = sorted(key for table in tables for key in table)
    last = {two for tables in history.rounds[-1:] for table in tables for two in combinations(sorted(table), 2)}
    per_player: defaultdict[str, list[Fault]] = defaultdict(list)
    coincidences = consecutive = club_pairs = country_pairs = forbidden_pairs = 0
    country_of = {player.key: player.country for player in players} if options.countries != "off" else {}
    apart = {pair(*two) for two in options.apart}
    looked_at = [
        table for table in tables if _may_be_at_fault(table, history.meetings.keys(), apart, (club_of, country_of))
    ]
    for one, other in _pairs(looked_at):
        times = history.meetings.get(pair(one, other), 0)
        again = pair(one, other) in last
        mates = club_of[one] is not None and club_of[one] == club_of[other]
        forbidden = pair(one, other) in apart
        coincidences, consecutive, club_pairs = coincidences + times, consecutive + again, club_pairs + mates
        forbidden_pairs += forbidden
        country = country_of.get(one)
        compatriots = country is not None and country == country_of.get(other)
        country_pairs += compatriots
        for key, mate in ((one, other), (other, one)):
            if forbidden:
                per_player[key].append(Fault("forbidden_pair", {"other": mate}))
            if times:
                values = {"other": mate, "times": times, "last_round": again}
                per_player[key].append(Fault("meets_again", values))
            if mates and options.clubs != "off":
                per_player[key].append(Fault("club_mate", {"other": mate, "club": club_of[key]}))
            elif compatriots:
                per_player[key].append(Fault("compatriot", {"other": mate, "country": country}))
    for key, fault in _faults_of_seats(tables, history):
        per_player[key].append(fault)
    return Quality(
        coincidences=coincidences,
        bound=_bound(tables, seated, history),
        consecutive=consecutive,
        club_pairs=club_pairs,
        forbidden_pairs=forbidden_pairs,
        country_pairs=country_pairs if options.countries != "off" else None,
        seat_a_spread=_spread(seated, history.dealt_first, [table[0] for table in tables]),
        large_table_spread=_spread(seated, history.large_tables, at_large(tables)),
        per_player={key: tuple(per_player[key]) for key in sorted(per_player)},
    )


def _may_be_at_fault(
    table: Sequence[str], met: Set[Pair], apart: Set[Pair], group_of: Sequence[Mapping[str, str | None]]
) -> bool:
    """Whether two of this table have met, may not meet, are club-mates or compatriots; of most tables, nobody."""
    pairs = list(combinations(sorted(table), 2))
    groups = ([group for group in map(of.get, table) if group is not None] for of in group_of)
    return any(len(set(found)) < len(found) for found in groups) or not (
        met.isdisjoint(pairs) and apart.isdisjoint(pairs)
    )


def _pairs(tables: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    return (two for table in tables for two in combinations(table, 2))


def _faults_of_seats(tables: Sequence[Sequence[str]], history: History) -> Iterator[tuple[str, Fault]]:
    dealt_first = history.dealt_first
    for table in tables:
        if times := dealt_first.get(table[0], 0):
            fewest = min(dealt_first.get(key, 0) for key in table)
            yield table[0], Fault("deals_first_again", {"times": times, "fewest": fewest})
    for key in at_large(tables):
        if times := history.large_tables.get(key, 0):
            yield key, Fault("large_table_again", {"times": times})


def _spread(seated: Sequence[str], before: Mapping[str, int], now: Sequence[str]) -> int:
    times = {key: before.get(key, 0) for key in seated}
    for key in now:
        times[key] += 1
    return max(times.values(), default=0) - min(times.values(), default=0)


def _bound(tables: Sequence[Sequence[str]], seated: Sequence[str], history: History) -> int:
    return least_coincidences(Numbered(seated, history), [len(table) for table in tables])

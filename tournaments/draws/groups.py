"""Clubs and countries as one grouping: what the search keeps apart is a group of each player.

A club lies in one country, so countries apart keep clubs apart too. Where countries matter, a player's group is his
country; where clubs must be apart and its countries do not see to it, club-mates are pairs who may not meet: countries
are kept apart only if it can be done, or a list tells of a club in several, or in none. Where both are kept apart only
if it can be done, a meeting of club-mates is worse than one of other compatriots (`mates_of`).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.draws.model import Options, Player


def grouped(players: Sequence[Player], options: Options) -> tuple[Sequence[Player], Options]:
    """The players with their group in place of the club, and the options with its rule in place of that of clubs."""
    if options.countries == "off":
        return players, options
    apart = options.apart
    if options.clubs == "require":
        country = {player.key: player.country for player in players}
        is_soft = options.countries == "prefer"
        apart += tuple(
            (one, other)
            for one, other in _club_mates(players)
            if is_soft or not country[one] == country[other] is not None
        )
    groups = [replace(player, club=player.country) for player in players]
    return groups, replace(options, clubs=options.countries, countries="off", apart=apart)


def keeps_anybody_apart(players: Sequence[Player], options: Options) -> bool:
    """Whether the draw keeps somebody who plays from somebody else who does: club-mates, compatriots, pairs.

    Then who sits at a large table is not by lot alone: whoever has nobody to be kept from fits there more often.
    """
    keys = {player.key for player in players}
    players, options = grouped(players, options)
    members = Counter(player.club for player in players if player.club is not None)
    together = options.clubs != "off" and max(members.values(), default=0) > 1
    return together or any(keys >= set(two) for two in options.apart)


def mates_of(players: Sequence[Player], options: Options) -> tuple[tuple[str, str], ...]:
    """Pairs of club-mates who are spared before other compatriots; none where the group says it all."""
    return _club_mates(players) if options.clubs == options.countries == "prefer" else ()


def _club_mates(players: Sequence[Player]) -> tuple[tuple[str, str], ...]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    for player in players:
        if player.club is not None:
            members[player.club].append(player.key)
    return tuple(two for keys in members.values() for two in combinations(keys, 2))

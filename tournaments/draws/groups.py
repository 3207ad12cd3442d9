"""Clubs and countries as one grouping: what the search keeps apart is a group of each player.

A club lies in one country, so countries apart keep clubs apart too. Where countries matter, a player's group is his
country; where clubs must be apart and countries only if it can be done, club-mates are pairs who may not meet.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.draws.model import Options, Player


def grouped(players: Sequence[Player], options: Options) -> tuple[Sequence[Player], Options]:
    """The players with their group in place of the club, and the options with its rule in place of that of clubs."""
    if options.countries == "off":
        return players, options
    apart = options.apart
    if options.clubs == "require" and options.countries == "prefer":
        mates = (two for two in combinations(players, 2) if two[0].club is not None and two[0].club == two[1].club)
        apart = (*apart, *((one.key, other.key) for one, other in mates))
    groups = [replace(player, club=player.country) for player in players]
    return groups, replace(options, clubs=options.countries, countries="off", apart=apart)

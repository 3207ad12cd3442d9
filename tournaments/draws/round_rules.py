"""The rules of a good draw for one round, each with its value and a bound that no tables of these sizes go below.

Values are those of `quality`, which is the only judge of tables; here are the bounds of the other rules. (1) A group of
club-mates or compatriots, or those of one table of the last round, spread over T tables: what is left together meets
(`sizes.pairs_kept`). (2) Seats that are a burden or an honour go at best to those who have had the fewest; no spread is
smaller then. Rules stand in the order in which they count; what is off is no rule.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.draws.event_quality import Rule
from tournaments.draws.model import History, Options, Player, Quality
from tournaments.draws.quality import quality_of
from tournaments.draws.sizes import pairs_kept

Tables = Sequence[Sequence[str]]


def rules_of(
    tables: Tables, players: Sequence[Player], history: History, options: Options, quality: Quality | None = None
) -> tuple[Rule, ...]:
    """The rules of a round at these tables; `quality` if it was counted already."""
    found = quality or quality_of(tables, players, history, options)
    seated = [key for table in tables for key in table]
    at_large = sum(len(table) for table in tables if len(table) > min(map(len, tables)))
    here = [player for player in players if player.key in set(seated)]
    clubs = Rule("club_pairs", found.club_pairs, _kept([player.club for player in here], len(tables)))
    countries = Rule("country_pairs", found.country_pairs or 0, _kept([one.country for one in here], len(tables)))
    rules = [
        Rule("coincidences", found.coincidences, found.bound),
        Rule("consecutive", found.consecutive, _last_kept(set(seated), history, len(tables))),
        Rule("large_tables", found.large_table_spread, _least_spread(seated, history.large_tables, at_large)),
        Rule("seat_a", found.seat_a_spread, _least_spread(seated, history.dealt_first, len(tables))),
    ]
    if options.countries != "off":
        rules.insert(0 if options.countries == "require" else 2, countries)
    if options.clubs != "off":
        rules.insert(0 if options.clubs == "require" else 2, clubs)
    if options.apart:
        rules.insert(0, Rule("forbidden_pairs", found.forbidden_pairs, 0))
    return tuple(rules)


def _kept(groups: Sequence[str | None], tables: int) -> int:
    """How many pairs of one group must meet at so many tables."""
    members = Counter(group for group in groups if group is not None)
    return sum(pairs_kept(count, tables) for count in members.values())


def _last_kept(seated: set[str], history: History, tables: int) -> int:
    last = history.rounds[-1] if history.rounds else ()
    return sum(pairs_kept(len(seated.intersection(table)), tables) for table in last)


def _least_spread(seated: Sequence[str], before: Mapping[str, int], seats: int) -> int:
    """Most less fewest times, if these seats go to those who have had the fewest."""
    times = sorted(before.get(key, 0) for key in seated)
    after = [count + (place < seats) for place, count in enumerate(times)]
    return max(after, default=0) - min(after, default=0)

"""How good the rounds of a whole event are, rule by rule, each beside what nobody could do better.

It counts from the tables alone, whoever made them. A rule's bound is proved: no tables of these sizes have a lower
value; that of large tables, none that repeat as little as these do (`large_tables`). A value at its bound is called
optimal, any other the best found. Rules stand in the order in which they count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.draws.large_tables import least_spread
from tournaments.draws.model import Fault, History, Options, Player, Table, pair
from tournaments.draws.sizes import least_repeats, pairs_kept

BENCH = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `value` as counted, `bound` that no tables of these sizes can go below."""

    name: str
    value: int
    bound: int

    @property
    def proved_optimal(self) -> bool:
        return self.value <= self.bound

    @property
    def verdict(self) -> str:
        return "proved optimal" if self.proved_optimal else f"best found, bound {self.bound}"


@dataclass(frozen=True, slots=True)
class EventQuality:
    """The rules, the strongest first, and what speaks against each player's seats (only those with faults)."""

    rules: tuple[Rule, ...]
    per_player: Mapping[str, tuple[Fault, ...]]

    def __getitem__(self, name: str) -> Rule:
        return next(rule for rule in self.rules if rule.name == name)


def event_quality_of(
    rounds: Sequence[Sequence[Table]], players: Sequence[Player], history: History, options: Options
) -> EventQuality:
    """The quality of these rounds after this history, whose meetings count as one round more."""
    sizes, club_of = [len(table) for table in rounds[0]], {player.key: player.club for player in players}
    meetings = Counter(dict(history.meetings))
    coincidences = consecutive = mates = 0
    last = {pair(*two) for table in (history.rounds[-1] if history.rounds else ()) for two in combinations(table, 2)}
    for tables in rounds:
        now = {pair(*two) for table in tables for two in combinations(table, 2)}
        coincidences += sum(meetings[two] for two in now)
        consecutive += len(now & last)
        mates += sum(club_of[one] is not None and club_of[one] == club_of[other] for one, other in now)
        meetings.update(now)
        last = now
    members = Counter(player.club for player in players if player.club is not None)
    club_bound = len(rounds) * sum(pairs_kept(count, len(sizes)) for count in members.values())
    neighbours = (len(rounds) - 1) * sum(pairs_kept(size, len(sizes)) for size in sizes)
    clubs = Rule("club_pairs", mates, club_bound)
    repeats = None if history.meetings or history.large_tables else coincidences
    rules = [
        Rule("coincidences", coincidences, least_repeats(sizes, len(rounds))),
        Rule("consecutive", consecutive, neighbours),
        *_spreads(rounds, players, history, least_spread(sizes, len(rounds), repeats)),
    ]
    rules.insert({"require": 0, "prefer": 2, "off": len(rules)}[options.clubs], clubs)
    if options.countries != "off":
        rules.insert(0 if options.countries == "require" else 2, _countries(rounds, players, len(sizes)))
    if options.apart:
        forbidden = {pair(*two) for two in options.apart}
        together = sum(pair(*two) in forbidden for two in _meetings(rounds))
        rules.insert(0, Rule("forbidden_pairs", together, 0))
    return EventQuality(rules=tuple(rules), per_player=_per_player(rounds, players, history, options))


def _meetings(rounds: Sequence[Sequence[Table]]) -> Iterator[tuple[str, str]]:
    return (two for tables in rounds for table in tables for two in combinations(table, 2))


def _countries(rounds: Sequence[Sequence[Table]], players: Sequence[Player], tables: int) -> Rule:
    """Meetings of compatriots, and how many no tables could spare them."""
    country_of = {player.key: player.country for player in players}
    together = sum(country_of[one] is not None and country_of[one] == country_of[two] for one, two in _meetings(rounds))
    members = Counter(country for country in country_of.values() if country is not None)
    return Rule("country_pairs", together, len(rounds) * sum(pairs_kept(count, tables) for count in members.values()))


def _spreads(
    rounds: Sequence[Sequence[Table]], players: Sequence[Player], history: History, least_large: int
) -> Iterator[Rule]:
    """Most less fewest times at a large table, in seat A, in each other seat, on the opening bench."""
    large, first = Counter(dict(history.large_tables)), Counter(dict(history.dealt_first))
    seats: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for tables in rounds:
        smallest = min(map(len, tables))
        for table in tables:
            large.update(table if len(table) > smallest else ())
            first.update(table[:1])
            for place, key in enumerate(table):
                seats[min(place, BENCH)][key] += 1
    shares = _spread("large_tables", large, players)
    yield Rule(shares.name, shares.value, max(shares.bound, least_large) if not history.large_tables else shares.bound)
    yield _spread("seat_a", first, players)
    for place in sorted(seats)[1:]:
        yield _spread("opening_bench" if place == BENCH else f"seat_{'abcd'[place]}", seats[place], players)


def _spread(name: str, times: Counter[str], players: Sequence[Player]) -> Rule:
    counts = [times[player.key] for player in players]
    return Rule(name, max(counts) - min(counts), int(sum(counts) % len(counts) > 0))


def _per_player(
    rounds: Sequence[Sequence[Table]], players: Sequence[Player], history: History, options: Options
) -> dict[str, tuple[Fault, ...]]:
    club_of = {player.key: player.club for player in players}
    met = Counter(dict(history.meetings))
    faults: defaultdict[str, list[Fault]] = defaultdict(list)
    for number, tables in enumerate(rounds, start=1):
        for one, other in (two for table in tables for two in combinations(sorted(table), 2)):
            times = met[one, other]
            mates = options.clubs != "off" and club_of[one] is not None and club_of[one] == club_of[other]
            for key, mate in ((one, other), (other, one)):
                if times:
                    faults[key].append(Fault("meets_again", {"round": number, "other": mate, "times": times}))
                if mates:
                    faults[key].append(Fault("club_mate", {"round": number, "other": mate, "club": club_of[key]}))
            met[one, other] += 1
    return {key: tuple(faults[key]) for key in sorted(faults)}

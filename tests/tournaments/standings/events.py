"""Whole events as text for the tests of standings: `event("basic: KAMIL ABCD A=p1 …; A; B", "final: …")`.

Each round is its kind, a colon, and its tables (games in the notation of games/rules/notation.py) with `|` between
them. Whoever sits or stands in is an entry, unclassified if named so.
"""

from dataclasses import replace
from fractions import Fraction

from games.rules.game import Tally
from games.rules.notation import parse_log
from games.rules.replay import replay
from tournaments.facts.regulations import Regulations
from tournaments.standings.order import FINAL
from tournaments.standings.places import Standing
from tournaments.standings.reasons import sentence
from tournaments.standings.records import FinalSeat, Record
from tournaments.standings.results import PlayedEntry, PlayedEvent, PlayedRound, PlayedTable, results, results_document


def event(*rounds: str, unclassified: str = "", absent: str = "", **settings) -> PlayedEvent:
    regulations = Regulations.from_dict(settings)
    played, seen = [], dict.fromkeys(absent.split())
    for number, text in enumerate(rounds, 1):
        kind, games = text.split(":")
        tables = [_table(game, table, regulations) for table, game in enumerate(games.split("|"), 1)]
        played.append(PlayedRound(number, kind, tuple(tables)))
        seen |= dict.fromkeys(sitting.occupant for table in tables for sitting in table.state.occupancies)
    entries = [PlayedEntry(entry, classified=entry not in unclassified.split()) for entry in seen]
    return PlayedEvent(regulations, tuple(entries), tuple(played))


def _table(text: str, number: int, regulations: Regulations) -> PlayedTable:
    setup, log = parse_log(text)
    return PlayedTable(number, replay(replace(setup, options=regulations.game_options()), log))


def order(played: PlayedEvent) -> str:
    """The standings in one line: "1 p4, 1 p5, 3 p3"."""
    return in_one_line(results(played).standings)


def in_one_line(standings: tuple[Standing, ...]) -> str:
    return ", ".join(f"{standing.place} {standing.entry}" for standing in standings)


def why(played: PlayedEvent, entry: str) -> list[str]:
    return reasons_of(results(played).standings, entry)


def reasons_of(standings: tuple[Standing, ...], entry: str) -> list[str]:
    return [sentence(reason) for standing in standings if standing.entry == entry for reason in standing.why]


def document(played: PlayedEvent):
    return results_document(results(played))


def tallies(text: str) -> tuple[Tally, ...]:
    """ "12/3 10/0": deals and letters of two rounds."""
    pairs = [part.split("/") for part in text.split()]
    return tuple(Tally(int(deals), int(letters)) for deals, letters in pairs)


def record(entry: str, basic: str = "", *, final: str = "", tier: int = FINAL, **seat) -> Record:
    """Somebody's deals and letters: in the basic rounds, and in a final if he sits in it."""
    rounds, in_final = tallies(basic), tallies(final)
    everything = (*rounds, *in_final)
    return Record(
        entry=entry,
        basic=rounds,
        total=Tally(sum(tally.deals for tally in everything), sum(tally.letters for tally in everything)),
        seat=FinalSeat(tier=tier, tally=in_final[0], **seat) if in_final else None,
    )


def fraction(text: str) -> Fraction | None:
    return None if text == "–" else Fraction(text)

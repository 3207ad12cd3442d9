"""An event file, replayed: what the standings are worked out from, without a database."""

from __future__ import annotations

from games.rules.replay import replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.word_letters import split_word
from tournaments.exchange.shapes import EventFile, FileRound
from tournaments.standings.results import PlayedEntry, PlayedEvent, PlayedRound, PlayedTable


def played_event(event: EventFile) -> PlayedEvent:
    """Every game of the file folded into its state."""
    regulations = event.regulations
    options = regulations.game_options()
    return PlayedEvent(
        regulations=regulations,
        entries=tuple(PlayedEntry(entry.id, entry.classified, entry.club) for entry in event.entries),
        rounds=tuple(_round(round_, options) for round_ in event.rounds),
    )


def _round(round_: FileRound, options: GameOptions) -> PlayedRound:
    letters = round_.letters or split_word(round_.word)
    return PlayedRound(
        round_.number,
        round_.kind,
        tuple(
            PlayedTable(
                table.number,
                replay(
                    GameSetup(letters=letters, seats=tuple(table.seats), options=options, occupants=table.seats),
                    table.log,
                ),
            )
            for table in round_.tables
        ),
    )

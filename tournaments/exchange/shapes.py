"""An event file as values (formats/event-file.md, `scwu-event/1`); read and written in event_file.py.

`given` of an event's regulations are the settings that the file states, default or not: they are kept, so that a later
default never changes an old event. Five things go beyond the format: `tables` of the event say what
tables are called and in which room they stand, in all rounds; an entry may say that it is `withdrawn`, so that nobody
who went home is drawn for a round to come; a round may say how its word is split into `letters` if the organiser
corrected that, a line of a log may say who dealt, and an event whose regulations say `"game": "smear"` has no words but
lines of the kind `smear_deal` (games/rules/entries.py).
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.entries import Entry
from tournaments.facts.places import Place
from tournaments.facts.regulations import Regulations


@dataclass(frozen=True, slots=True)
class FileClub:
    code: str
    name: str
    country: str


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A player in the event. `club`: the code of one of the file's clubs, None without."""

    id: str
    nick: str
    club: str | None = None
    classified: bool = True
    earns_points: bool = True
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class FileTable:
    """`seats`: seat → id of the entry that was drawn to it; in the log, occupants are entry ids."""

    number: int
    seats: Mapping[str, str]
    log: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class FileRound:
    """`letters`: None where the word is split by code point. `word` is empty in an event of Smear."""

    number: int
    kind: str
    word: str
    caption: str = ""
    letters: tuple[str, ...] | None = None
    tables: tuple[FileTable, ...] = ()


@dataclass(frozen=True, slots=True)
class EventFile:
    slug: str
    name: str
    series: str
    date: datetime.date
    place: str = ""
    theme: str = ""
    places: Mapping[int, Place] = field(default_factory=dict)
    given: Mapping[str, object] = field(default_factory=dict)
    clubs: tuple[FileClub, ...] = ()
    entries: tuple[FileEntry, ...] = ()
    rounds: tuple[FileRound, ...] = ()

    @property
    def regulations(self) -> Regulations:
        """The regulations of the file, with every default filled in."""
        return Regulations.from_dict(self.given)

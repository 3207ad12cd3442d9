"""A JSON value to an `EventFile`, with every fault on the way (formats/event-file.md).

What is asked of a file as a whole: no id, nick (compared without case and accents), club code, round or table number
twice; every club and entry that is named is there; nobody in two seats of one round, whether drawn or as a stand-in
(a stand-in line counts if the replay applies it, as it reads after its corrections). Lines of a log are judged by
games/rules/payload.py. A line that is well formed and cannot be, such as a deal lost by a seat "G", is no fault of the
file: it becomes a finding of the results. Texts are taken in NFC, but for ids: they "compare as strings everywhere".
The limits of lengths are those of the database.

The regulations say which game is played. A round of Smear has no word; its tables are as large as the variant wants.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.documents.faults import (
    Faults,
    faults_in,
    flag_at,
    key_path,
    list_at,
    number_at,
    object_at,
    text_at,
)
from games.rules.documents.one_line import is_one_line
from games.rules.entries import Amend, Deal, Entry, Substitute
from games.rules.payload import check_amendments, parse_entry
from games.rules.refusals import Refused
from games.rules.replay import replay
from games.rules.setup import GameOptions, GameSetup
from games.rules.word_letters import split_word
from tournaments.exchange.shapes import EventFile, FileClub, FileEntry, FileRound, FileTable
from tournaments.facts import regulations
from tournaments.facts.nicks import LONGEST_NICK, is_visible, nick_faults, nick_key
from tournaments.facts.places import LONGEST, Place

FORMAT = "scwu-event/1"
KINDS = ("basic", "play_off", "final", "small_final")
SEATS = {"smoking_cat": "ABCDEF", "smear": "ABCDEFGH"}
LARGEST_NUMBER = 32_767  # of a round or a table: two bytes with a sign, in the database
LONGEST_WORD = 40


_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_COUNTRY = re.compile(r"[A-Z]{2}")


class _Once:
    """Tells a fault where a value comes a second time."""

    def __init__(self, faults: Faults, code: str) -> None:
        self.faults, self.code = faults, code
        self.seen: set[str | int] = set()

    def take(self, value: str | int, path: str) -> None:
        if value in self.seen:
            self.faults.add(path, self.code)
        elif value:  # an absent or wrong one was told already
            self.seen.add(value)


def read_event(value: object, faults: Faults) -> EventFile | None:
    """The event; None, or nothing to be used, if `faults` has any afterwards."""
    event = object_at(
        value,
        "$",
        faults,
        required=("format", "slug", "name", "series", "date", "entries", "rounds"),
        optional=("place", "theme", "tables", "regulations", "clubs"),
    )
    if not event:
        return None
    if "format" in event and event["format"] != FORMAT:
        faults.add("$.format", "not_an_event_file")
    clubs = _clubs(event, faults)
    entries = _entries(event, faults, clubs)
    date = _date(event, faults)
    given = _regulations(event, faults)
    return EventFile(
        slug=_slug(event, "slug", faults, most=80),
        name=_name_at(event, "name", "$", faults, most=120),
        series=_slug(event, "series", faults, most=40),
        date=date,
        place=_name_at(event, "place", "$", faults, most=120, may_be_empty=True),
        theme=_name_at(event, "theme", "$", faults, most=120, may_be_empty=True),
        places=_places(event, faults),
        given=given,
        clubs=clubs,
        entries=entries,
        rounds=_Rounds(faults, entries, _options(given)).read(event),
    )


def _name_at(
    holder: Mapping[str, Any], key: str, path: str, faults: Faults, *, most: int, may_be_empty: bool = False
) -> str:
    """A line by which people tell one from another: what cannot be seen may stand in a reason, and here it may not."""
    text = text_at(holder, key, path, faults, most=most, may_be_empty=may_be_empty)
    if not is_visible(text):
        faults.add(f"{path}.{key}", "not_one_line")
        return ""
    return text


def _slug(event: Mapping[str, Any], key: str, faults: Faults, *, most: int) -> str:
    text = text_at(event, key, "$", faults, most=most)
    if text and not _SLUG.fullmatch(text):
        faults.add(f"$.{key}", "not_a_slug")
    return text


def _date(event: Mapping[str, Any], faults: Faults) -> datetime.date:
    """Exactly YYYY-MM-DD: fromisoformat alone would take weeks and eight digits too."""
    text = event.get("date")
    if isinstance(text, str) and _DATE.fullmatch(text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            pass  # the 30th of February
    if "date" in event:
        faults.add("$.date", "not_a_date")
    return datetime.date.min


def _regulations(event: Mapping[str, Any], faults: Faults) -> Mapping[str, object]:
    given = event.get("regulations", {})
    if not isinstance(given, dict):
        faults.add("$.regulations", "not_an_object")
        return {}
    for fault in regulations.faults_of(given):
        faults.add("$.regulations" + key_path(fault.path), fault.code, **fault.values)
    return {name: given[name] for name in regulations.NAMES if name in given}


def _options(given: Mapping[str, object]) -> GameOptions:
    """What the tables are replayed by; the defaults where the regulations are refused anyway."""
    if any(regulations.faults_of(given)):
        return GameOptions()
    return regulations.Regulations.from_dict(given).game_options()


def _places(event: Mapping[str, Any], faults: Faults) -> dict[int, Place]:
    """What tables are called; each once, and no two alike."""
    numbers, labels = _Once(faults, "place_twice"), _Once(faults, "label_twice")
    places: dict[int, Place] = {}
    for index, value in enumerate(list_at(event, "tables", "$", faults)):
        path = f"$.tables[{index}]"
        table = object_at(value, path, faults, required=("number",), optional=("label", "room"))
        number = number_at(table, "number", path, faults, most=LARGEST_NUMBER)
        label, room = (_name_at(table, key, path, faults, most=LONGEST, may_be_empty=True) for key in ("label", "room"))
        numbers.take(number, f"{path}.number")
        labels.take(label.casefold(), f"{path}.label")
        places[number] = Place(label, room)
    return places


def _clubs(event: Mapping[str, Any], faults: Faults) -> tuple[FileClub, ...]:
    codes = _Once(faults, "code_twice")
    clubs: list[FileClub] = []
    for index, value in enumerate(list_at(event, "clubs", "$", faults)):
        path = f"$.clubs[{index}]"
        club = object_at(value, path, faults, required=("code", "name", "country"))
        code = _name_at(club, "code", path, faults, most=12)
        country = text_at(club, "country", path, faults, most=2)
        if len(code.split()) > 1 or code != code.strip():
            faults.add(f"{path}.code", "not_a_code")
        if country and not _COUNTRY.fullmatch(country):
            faults.add(f"{path}.country", "not_a_country")
        codes.take(code, f"{path}.code")
        clubs.append(FileClub(code, _name_at(club, "name", path, faults, most=80), country))
    return tuple(clubs)


def _entries(event: Mapping[str, Any], faults: Faults, clubs: tuple[FileClub, ...]) -> tuple[FileEntry, ...]:
    codes = {club.code for club in clubs}
    ids, nicks = _Once(faults, "id_twice"), _Once(faults, "nick_twice")
    entries: list[FileEntry] = []
    for index, value in enumerate(list_at(event, "entries", "$", faults)):
        path = f"$.entries[{index}]"
        optional = ("club", "classified", "earns_points", "withdrawn")
        entry = object_at(value, path, faults, required=("id", "nick"), optional=optional)
        read = FileEntry(
            id=entry["id"] if text_at(entry, "id", path, faults, most=40) else "",  # as written: seats and logs name it
            nick=_name_at(entry, "nick", path, faults, most=LONGEST_NICK),
            club=text_at(entry, "club", path, faults, most=12) if "club" in entry else None,
            classified=flag_at(entry, "classified", path, faults),
            earns_points=flag_at(entry, "earns_points", path, faults),
            withdrawn="withdrawn" in entry and flag_at(entry, "withdrawn", path, faults),
        )
        ids.take(read.id, f"{path}.id")
        if read.nick and nick_faults(read.nick):
            faults.add(f"{path}.nick", "nick_unreadable")
        nicks.take(nick_key(read.nick), f"{path}.nick")
        if read.club and read.club not in codes:
            faults.add(f"{path}.club", "no_such_club")
        entries.append(read)
    return tuple(entries)


class _Rounds:
    """Reads the rounds with their tables and logs. `entries`: those of the file, who may be named."""

    def __init__(self, faults: Faults, entries: tuple[FileEntry, ...], options: GameOptions) -> None:
        self.faults = faults
        self.options = options
        self.ids = {entry.id for entry in entries}
        self.plain_deals: dict[tuple[str, ...], Deal] = {}  # nearly all lines; few of them differ

    def read(self, event: Mapping[str, Any]) -> tuple[FileRound, ...]:
        numbers = _Once(self.faults, "round_twice")
        rounds = list_at(event, "rounds", "$", self.faults)
        return tuple(self._round(value, f"$.rounds[{index}]", numbers) for index, value in enumerate(rounds))

    def _round(self, value: object, path: str, numbers: _Once) -> FileRound:
        faults = self.faults
        has_word = self.options.game != "smear"
        given = object_at(
            value,
            path,
            faults,
            required=("number", "kind", *(("word",) if has_word else ()), "tables"),
            optional=("caption", "letters") if has_word else (),
        )
        number = number_at(given, "number", path, faults, most=LARGEST_NUMBER)
        numbers.take(number, f"{path}.number")
        kind = given.get("kind", "basic")
        if not isinstance(kind, str) or kind not in KINDS:
            faults.add(f"{path}.kind", "no_such_round_kind")
        word = text_at(given, "word", path, faults, most=LONGEST_WORD)
        letters = self._letters(given, path, word)
        tables_once, seated = _Once(faults, "table_twice"), dict[str, tuple[str, str]]()
        tables: list[FileTable] = []
        for index, table in enumerate(list_at(given, "tables", path, faults)):
            read = self._table(table, f"{path}.tables[{index}]", tables_once)
            self._sit_down(read, f"{path}.tables[{index}]", letters or split_word(word), seated)
            tables.append(read)
        caption = text_at(given, "caption", path, faults, most=120, may_be_empty=True)
        return FileRound(number, kind, word, caption, letters, tuple(tables))

    def _letters(self, given: Mapping[str, Any], path: str, word: str) -> tuple[str, ...] | None:
        """What the commission asks of a new word is not asked of an archive: a play-off may have one letter."""
        letters = given.get("letters")
        if any(character.isspace() for character in word):
            self.faults.add(f"{path}.word", "word_with_blanks")
        if "letters" not in given:
            return None
        if not isinstance(letters, list) or not all(isinstance(letter, str) and letter for letter in letters):
            self.faults.add(f"{path}.letters", "wrong_letters")
            return None
        if word and "".join(letters) != word:
            self.faults.add(f"{path}.letters", "wrong_letters")
            return None
        return tuple(letters)

    def _table(self, value: object, path: str, numbers: _Once) -> FileTable:
        faults = self.faults
        given = object_at(value, path, faults, required=("number", "seats", "log"))
        number = number_at(given, "number", path, faults, most=LARGEST_NUMBER)
        numbers.take(number, f"{path}.number")
        return FileTable(number, self._seats(given, path), self._log(given, path))

    def _sit_down(
        self, table: FileTable, path: str, letters: tuple[str, ...], seated: dict[str, tuple[str, str]]
    ) -> None:
        for seat, entry in table.seats.items():
            self._sit(entry, (path, seat), f"{path}.seats.{seat}", seated)
        can_be_played = len(table.seats) in self.options.table_sizes
        if can_be_played and any(isinstance(line, Substitute) for line in table.log):
            setup = GameSetup(letters=letters, seats=tuple(table.seats), options=self.options)
            for index, stand_in in _stand_ins(setup, table.log):
                self._sit(stand_in.occupant, (path, stand_in.seat), f"{path}.log[{index}].entry", seated)

    def _sit(self, entry: str, seat: tuple[str, str], path: str, seated: dict[str, tuple[str, str]]) -> None:
        """Note who sits where; a fault if he has another seat. Coming back to one's own seat is none."""
        if seated.setdefault(entry, seat) != seat:
            self.faults.add(path, "entry_twice")

    def _seats(self, given: Mapping[str, Any], path: str) -> dict[str, str]:
        value = given.get("seats", {})
        path = f"{path}.seats"
        if not isinstance(value, dict):
            self.faults.add(path, "not_an_object")
            return {}
        seats: dict[str, str] = {}
        is_smear = self.options.game == "smear"
        for seat, entry in sorted(value.items()):
            if len(seat) != 1 or seat not in SEATS[self.options.game]:
                self.faults.add(path + key_path(seat), "no_such_smear_seat" if is_smear else "no_such_seat")
            elif self._is_entry(entry, f"{path}.{seat}"):
                seats[seat] = entry
        if "seats" in given and len(value) not in self.options.table_sizes:
            self.faults.add(path, "wrong_number_for_smear" if is_smear else "wrong_number_of_seats")
        return seats

    def _is_entry(self, entry: object, path: str) -> bool:
        if isinstance(entry, str) and entry in self.ids:
            return True
        self.faults.add(path, "no_such_entry" if isinstance(entry, str) else "not_a_text")
        return False

    def _log(self, given: Mapping[str, Any], path: str) -> tuple[Entry, ...]:
        """All lines, or none if one is malformed: its place must not be taken by the next one."""
        path = f"{path}.log"
        lines = list_at(given, "log", path.removesuffix(".log"), self.faults)
        log = [self._line(line, path, index) for index, line in enumerate(lines)]
        entries = tuple(entry for entry in log if entry is not None)
        if len(entries) < len(log):
            return ()
        for fault in check_amendments(entries):
            self.faults.add(path + _in_file(fault.path), fault.code, **fault.values)
        return entries

    def _line(self, line: object, path: str, index: int) -> Entry | None:
        key = _plain_deal(line)
        if key and (deal := self.plain_deals.get(key)):
            return deal
        entry = self._parsed(line, f"{path}[{index}]")
        if key and isinstance(entry, Deal):
            self.plain_deals[key] = entry
        return entry

    def _parsed(self, line: object, path: str) -> Entry | None:
        payload = line
        if isinstance(line, dict):
            payload = {"occupant" if key == "entry" else key: value for key, value in line.items() if key != "occupant"}
            if "occupant" in line:
                self.faults.add(f"{path}.occupant", "unknown_key")
            if isinstance(line.get("reason"), str) and not is_one_line(line["reason"]):
                self.faults.add(f"{path}.reason", "not_one_line")
        try:
            entry = parse_entry(payload)
        except Refused as refused:
            for fault in faults_in(refused):
                self.faults.add(path + _in_file(fault.path), fault.code, **fault.values)
            return None
        named = entry.occupant if isinstance(entry, Substitute) else None
        if isinstance(entry, Amend) and "occupant" in entry.changes:
            named = str(entry.changes["occupant"])
        if named is not None:
            self._is_entry(named, f"{path}.entry")
        return entry


def _in_file(path: str) -> str:
    """What the rules call an occupant is an entry in the file."""
    return f"{path.removesuffix('occupant')}entry" if path.endswith(".occupant") else path


def _plain_deal(line: object) -> tuple[str, ...] | None:
    """Loser and bench of a deal that says nothing else: the key under which its entry is known already."""
    if not isinstance(line, dict) or line.get("kind") != "deal":
        return None
    bench = line.get("bench", [])
    if len(line) != 2 + ("bench" in line) or "loser" not in line or not isinstance(bench, list):
        return None
    key = (line["loser"], *bench)
    return key if all(isinstance(seat, str) for seat in key) else None


def _stand_ins(setup: GameSetup, log: tuple[Entry, ...]) -> Iterator[tuple[int, Substitute]]:
    """Index and line, as it reads in the end, of everybody who sits down later; one that cannot be seats nobody."""
    for line in replay(setup, log).lines:
        if isinstance(line.entry, Substitute) and line.applied:
            yield line.position - 1, line.entry

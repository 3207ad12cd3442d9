"""Taking a whole event in from an event file, and giving it out again.

formats/event-file.md: all or nothing, and what was exported exports to the same bytes after an import on an empty
database. The file holds what results depend on; applications, drafts, times and rights stay with the site. Lines that
cannot be are kept, as in the file, and are findings.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from games import protocol
from games import queries as game_queries
from games.models import Entry as StoredEntry
from games.models import PlayingWord
from games.rules.entries import Amend, Entry, Substitute
from games.rules.refusals import Refused
from games.rules.setup import GameSetup
from games.rules.word import split_word
from tournaments import projections
from tournaments.exchange.event_file import EventFile, FileClub, FileEntry, FileRound, FileTable
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    Occupant,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    Score,
    Staff,
    StaffRole,
    Table,
)
from tournaments.operations import scoring
from tournaments.operations.players import create_player, find_player
from tournaments.operations.seasons import club_named, season_of, series_named
from tournaments.queries.played import entrants, named


@transaction.atomic
def import_event(*, file: EventFile, by: Account | None, now: datetime) -> Event:
    """Store the event of a file that was parsed. Raises Refused `event_exists`. `by` directs it."""
    if Event.objects.filter(slug=file.slug).exists():
        raise Refused("event_exists", slug=file.slug)
    event = Event.objects.create(
        slug=file.slug,
        name=file.name,
        series=series_named(file.series),
        season=season_of(file.date),
        date=file.date,
        place=file.place,
        theme=file.theme,
        regulations=dict(file.given),
        regulations_frozen_at=now if file.rounds else None,
        status=EventStatus.CLOSED,
        created_at=now,
    )
    if by is not None:
        Staff.objects.create(event=event, account=by, role=StaffRole.DIRECTOR)
    registrations = _take_entries(event, file, now)
    for round_ in file.rounds:
        _take_round(event, round_, registrations, by=by, now=now)
    event.status = _status(event)
    event.save(update_fields=["status"])
    scoring.order_anew(event)
    projections.bump(event)
    return event


def export_event(event: Event) -> EventFile:
    """The event as a file value. Rounds without a word cannot stand in a file and are left out."""
    registrations = entrants(event)
    rounds = Round.objects.filter(event=event, playing_word__isnull=False).select_related("playing_word")
    tables: dict[int, list[Table]] = {}
    for table in Table.objects.filter(round__event=event).select_related("game").order_by("number"):
        tables.setdefault(table.round_id, []).append(table)
    logs = game_queries.logs_of(table.game for rows in tables.values() for table in rows if table.game)
    occupants: dict[int, list[Occupant]] = {}
    for occupant in Occupant.objects.filter(round__event=event).select_related("registration"):
        occupants.setdefault(occupant.table_id, []).append(occupant)
    return EventFile(
        slug=event.slug,
        name=event.name,
        series=event.series.code,
        date=event.date,
        place=event.place,
        theme=event.theme,
        given=event.regulations,
        clubs=_clubs(registrations),
        entries=tuple(_file_entry(one) for one in registrations),
        rounds=tuple(
            _file_round(round_, [_file_table(one, logs, occupants) for one in tables.get(round_.pk, [])])
            for round_ in rounds.order_by("number")
        ),
    )


def _take_entries(event: Event, file: EventFile, now: datetime) -> dict[str, Registration]:
    clubs = {club.code: club_named(code=club.code, name=club.name, country=club.country) for club in file.clubs}
    rows = []
    for position, entry in enumerate(file.entries, start=1):
        club = clubs[entry.club] if entry.club else None
        player = find_player(entry.nick) or create_player(nick=entry.nick, club=club, now=now)
        rows.append(
            Registration(
                event=event,
                player=player,
                key=entry.id,
                nick=entry.nick,
                club=club,
                status=RegistrationStatus.CHECKED_IN,
                classified=entry.classified,
                earns_points=entry.earns_points,
                position=position,
                applied_at=now,
                status_at=now,
            )
        )
    if len({one.player_id for one in rows}) < len(rows):
        raise Refused("one_player_twice")  # two nicks of the file are spellings of one player here
    Registration.objects.bulk_create(rows)
    Score.objects.bulk_create(Score(registration=one, event=event, key=one.key) for one in rows)
    return {one.key: one for one in rows}


def _take_round(
    event: Event, file: FileRound, registrations: Mapping[str, Registration], *, by: Account | None, now: datetime
) -> None:
    letters = list(file.letters or split_word(file.word))
    word = PlayingWord.objects.create(word=file.word, caption=file.caption, letters=letters, created_at=now)
    round_ = Round.objects.create(event=event, number=file.number, kind=file.kind, playing_word=word)
    finished = [_take_table(event, round_, table, letters, registrations, by=by, now=now) for table in file.tables]
    if finished:
        round_.status = RoundStatus.CLOSED if all(finished) else RoundStatus.RUNNING
        round_.published_at = round_.started_at = now
        round_.closed_at = now if all(finished) else None
        round_.save()


def _take_table(
    event: Event,
    round_: Round,
    file: FileTable,
    letters: list[str],
    registrations: Mapping[str, Registration],
    *,
    by: Account | None,
    now: datetime,
) -> bool:
    options = projections.regulations_of(event).game_options()
    setup = GameSetup(letters=tuple(letters), seats=tuple(file.seats), options=options)
    game = protocol.open_game(setup=setup, now=now)
    table = Table.objects.create(round=round_, number=file.number, game=game)
    labels = _labels(file)
    log = [_labelled(line, labels[position]) for position, line in enumerate(file.log)]
    state = protocol.take_in(game, log, by=by.key if by else "import", now=now)
    sitting = {one.occupant for one in state.occupancies}
    Occupant.objects.bulk_create(
        Occupant(
            table=table,
            round=round_,
            seat=label[0],
            label=label,
            registration=registrations[entry],
            active=label in sitting,
        )
        for label, entry in _occupants(file, labels)
    )
    return state.finished


def _labels(file: FileTable) -> list[str]:
    """For each line of the log the label of the occupant that it names, or ''."""
    counts: dict[str, int] = dict.fromkeys("ABCDEF", 1)
    known = {(seat, entry): f"{seat}1" for seat, entry in file.seats.items()}
    labels = []
    for line in file.log:
        entry = _named_entry(line)
        if entry is None:
            labels.append("")
            continue
        seat = _seat_of(file, line)
        if (seat, entry) not in known:
            counts[seat] = counts.get(seat, 1) + 1
            known[seat, entry] = f"{seat}{counts[seat]}"
        labels.append(known[seat, entry])
    return labels


def _named_entry(line: Entry) -> str | None:
    if isinstance(line, Substitute):
        return line.occupant
    if isinstance(line, Amend) and "occupant" in line.changes:
        return str(line.changes["occupant"])
    return None


def _seat_of(file: FileTable, line: Entry) -> str:
    """The seat that a line about an occupant speaks of, found through the lines that it amends."""
    while isinstance(line, Amend):
        line = file.log[line.position - 1]
    return line.seat if isinstance(line, Substitute) else "?"


def _labelled(line: Entry, label: str) -> Entry:
    entry = _named_entry(line)
    return line if entry is None else named(line, {entry: label})


def _occupants(file: FileTable, labels: list[str]) -> list[tuple[str, str]]:
    found = {f"{seat}1": entry for seat, entry in file.seats.items()}
    for line, label in zip(file.log, labels, strict=True):
        entry = _named_entry(line)
        if entry is not None:
            found.setdefault(label, entry)
    return list(found.items())


def _status(event: Event) -> EventStatus:
    statuses = set(Round.objects.filter(event=event).values_list("status", flat=True))
    if statuses and statuses <= {RoundStatus.CLOSED}:
        return EventStatus.FINISHED
    return EventStatus.RUNNING if statuses & {RoundStatus.CLOSED, RoundStatus.RUNNING} else EventStatus.CLOSED


def _clubs(registrations: list[Registration]) -> tuple[FileClub, ...]:
    """The clubs of the entries, in the order in which they first appear."""
    found = {one.club.code: one.club for one in registrations if one.club}
    return tuple(FileClub(code=club.code, name=club.name, country=club.federation.country) for club in found.values())


def _file_entry(one: Registration) -> FileEntry:
    return FileEntry(
        id=one.key,
        nick=one.nick,
        club=one.club.code if one.club else None,
        classified=one.classified,
        earns_points=one.earns_points,
    )


def _file_round(round_: Round, tables: list[FileTable]) -> FileRound:
    word = round_.playing_word
    assert word is not None  # noqa: S101 – filtered by the query; tells the type checker
    letters = tuple(word.letters)
    return FileRound(
        number=round_.number,
        kind=round_.kind,
        word=word.word,
        caption=word.caption,
        letters=None if letters == split_word(word.word) else letters,
        tables=tuple(tables),
    )


def _file_table(
    table: Table, logs: Mapping[int, list[StoredEntry]], occupants: Mapping[int, list[Occupant]]
) -> FileTable:
    keys = {one.label: one.registration.key for one in occupants[table.pk]}
    lines = logs.get(table.game_id or 0, [])
    return FileTable(
        number=table.number,
        seats={label[0]: key for label, key in sorted(keys.items()) if label.endswith("1")},
        log=tuple(named(game_queries.parsed(line), keys) for line in lines),
    )

"""Taking a whole event in from an event file, and giving it out again.

formats/event-file.md: all or nothing, and what was exported exports to the same bytes after an import on an empty
database. The file holds what results depend on; applications, drafts, times and rights stay with the site. Lines that
cannot be are kept, as in the file, and are findings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from types import MappingProxyType

from django.db import transaction
from django.db.models import Q

from games import protocol
from games import queries as game_queries
from games.models import Entry as StoredEntry
from games.models import PlayingWord
from games.rules.corrections import corrected
from games.rules.documents.faults import Faults
from games.rules.entries import Amend, Entry, Substitute
from games.rules.refusals import Refused
from games.rules.replay import GameState
from games.rules.setup import GameSetup
from games.rules.word_letters import split_word
from games.secret_words import Plain
from tournaments import access, projections
from tournaments.exchange.shapes import EventFile, FileClub, FileEntry, FileRound, FileTable
from tournaments.facts.nicks import nick_key
from tournaments.facts.places import places_of, stored_as
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    Occupant,
    Player,
    Registration,
    RegistrationStatus,
    Round,
    RoundKind,
    RoundStatus,
    Score,
    Staff,
    StaffRole,
    Table,
)
from tournaments.operations import journal
from tournaments.operations.accounts.empowering import empower
from tournaments.operations.bans.doors import banned_players
from tournaments.operations.holding import hold_event
from tournaments.operations.people.players import create_players, players_named
from tournaments.operations.results import scoring
from tournaments.operations.union.seasons import club_named, season_of, series_named
from tournaments.operations.words.round_words import open_set_words, take_in_set_word
from tournaments.queries.played import entrants, named, names_at


@transaction.atomic
def import_event(*, file: EventFile, by: Account | None, now: datetime) -> Event:
    """Store the event of a file that was parsed; `by` directs it.

    Raises Refused `event_exists`, or `one_player_twice` if two entries are one player here.
    """
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
        places=stored_as(file.places.items()),
        regulations=dict(file.given),
        regulations_frozen_at=now if file.rounds else None,
        status=EventStatus.CLOSED,
        created_at=now,
    )
    if by is not None:
        staff = Staff.objects.create(event=event, account=by, role=StaffRole.DIRECTOR)
        empower(by, staff, by=by, now=now)
    registrations = _take_entries(event, file, now)
    for round_ in file.rounds:
        _take_round(event, round_, registrations, by=by, now=now)
    event.status = _status(event)
    if event.status != EventStatus.FINISHED:  # what is still to be played is closed to who is banned today
        _refuse_banned(
            file, {nick_key(registration.nick): registration.player for registration in registrations.values()}, at=now
        )
    event.save(update_fields=["status"])
    scoring.order_anew(event)
    journal.note(
        "event_imported",
        by=by or journal.TERMINAL,
        now=now,
        event=event,
        new={
            "entries": len(file.entries),
            "rounds": len(file.rounds),
            "tables": sum(len(round_.tables) for round_ in file.rounds),
        },
    )
    projections.bump(event)
    return event


@transaction.atomic
def hand_out_event(*, event: Event, by: Account, now: datetime) -> EventFile:
    """The event as a file value for somebody who takes it away: the journal knows who did.

    A word that was set by hand for a round to come is in it for directors who do not play, and in the readings that
    they took it; one of the commission is in it for nobody.
    """
    hold_event(event)
    words = open_set_words(event=event, by=by, now=now) if access.may_read_set_word(by, event) else {}
    file = export_event(event, words=words)
    journal.note("event_exported", by=by, now=now, event=event, new={"entries": len(file.entries)})
    return file


def whole_event(event: Event, *, now: datetime) -> EventFile:
    """The event as a file value for whoever may run commands on the server, with the words that were set by hand."""
    return export_event(event, words=open_set_words(event=event, by=None, now=now))


def export_event(event: Event, *, words: Mapping[int, Plain] = MappingProxyType({})) -> EventFile:
    """The event as a file value. `words`: of rounds to come, by the round's id.

    A round without a word cannot stand in a file and is left out, but in Smear, where no round has one, and so is one
    whose word is still sealed. The seats of a round that has not started are a draft and are left out too.
    """
    registrations = entrants(event)
    rounds = Round.objects.filter(event=event).select_related("playing_word")
    if not event.is_smear:
        known = Q(playing_word__isnull=False) & (Q(started_at__isnull=False) | Q(kind=RoundKind.PLAY_OFF))
        rounds = rounds.filter(known | Q(pk__in=words))
    tables: dict[int, list[Table]] = defaultdict(list)
    started = Table.objects.filter(round__event=event, game__isnull=False).select_related("game")
    for table in started.order_by("number"):
        tables[table.round_id].append(table)
    logs = game_queries.logs_of(table.game for rows in tables.values() for table in rows if table.game)
    names = names_at(event)
    return EventFile(
        slug=event.slug,
        name=event.name,
        series=event.series.code,
        date=event.date,
        place=event.place,
        theme=event.theme,
        places=places_of(event.places),
        given=event.regulations,
        clubs=_clubs(registrations),
        entries=tuple(_file_entry(registration) for registration in registrations),
        rounds=tuple(
            _file_round(
                round_, words.get(round_.pk), [_file_table(table, logs, names[table.pk]) for table in tables[round_.pk]]
            )
            for round_ in rounds.order_by("number")
        ),
    )


def _take_entries(event: Event, file: EventFile, now: datetime) -> dict[str, Registration]:
    clubs = {club.code: club_named(code=club.code, name=club.name, country=club.country) for club in file.clubs}
    players = players_named(entry.nick for entry in file.entries)
    _refuse_banned(file, players, at=datetime.combine(file.date, time.max, tzinfo=UTC))
    new = {entry.nick: clubs.get(entry.club or "") for entry in file.entries if nick_key(entry.nick) not in players}
    players |= dict(zip(map(nick_key, new), create_players(new, day=file.date, now=now), strict=True))
    if len({players[nick_key(entry.nick)].pk for entry in file.entries}) < len(file.entries):
        raise Refused("one_player_twice")  # two nicks of the file are spellings of one player here
    rows = Registration.objects.bulk_create(
        Registration(
            event=event,
            player=players[nick_key(entry.nick)],
            key=entry.id,
            nick=entry.nick,
            club=clubs.get(entry.club or ""),
            status=RegistrationStatus.WITHDRAWN if entry.withdrawn else RegistrationStatus.CHECKED_IN,
            classified=entry.classified,
            earns_points=entry.earns_points,
            position=position,
            applied_at=now,
            status_at=now,
        )
        for position, entry in enumerate(file.entries, start=1)
    )
    Score.objects.bulk_create(
        Score(registration=registration, event=event, key=registration.key) for registration in rows
    )
    return {registration.key: registration for registration in rows}


def _refuse_banned(file: EventFile, players: Mapping[str, Player], *, at: datetime) -> None:
    """Nobody comes in by a file who was banned on the day of the event, nor into one that is not over who is banned
    today; what was played before a ban stays possible.

    Raises Refused `bad_event_file` with a line for each of them.
    """
    banned = banned_players((player.pk for player in players.values()), now=at)
    faults = Faults("bad_event_file")
    for index, entry in enumerate(file.entries):
        player = players.get(nick_key(entry.nick))
        if player is not None and player.pk in banned:
            faults.add(f"$.entries[{index}].nick", "banned")
    faults.refuse_if_any()


def _take_round(
    event: Event, file: FileRound, registrations: Mapping[str, Registration], *, by: Account | None, now: datetime
) -> None:
    letters = tuple(file.letters or split_word(file.word))
    word = None
    is_secret = not file.tables and file.kind != RoundKind.PLAY_OFF
    if letters and not is_secret:
        word = PlayingWord.objects.create(word=file.word, caption=file.caption, letters=list(letters), created_at=now)
    round_ = Round.objects.create(event=event, number=file.number, kind=file.kind, playing_word=word)
    if letters and is_secret:
        take_in_set_word(round_=round_, plain=Plain(file.word, letters, file.caption), by=by, now=now)
    if file.tables:
        states = _take_tables(round_, file.tables, letters, registrations, by=by, now=now)
        is_over = all(state.finished for state in states)
        round_.status = RoundStatus.CLOSED if is_over else RoundStatus.RUNNING
        round_.published_at = round_.started_at = now
        round_.closed_at = now if is_over else None
        round_.save()


def _take_tables(
    round_: Round,
    files: Sequence[FileTable],
    letters: tuple[str, ...],
    registrations: Mapping[str, Registration],
    *,
    by: Account | None,
    now: datetime,
) -> list[GameState]:
    """The tables of a round with their games, in few statements however many they are."""
    options = projections.regulations_of(round_.event).game_options()
    setups = [GameSetup(letters=letters, seats=tuple(file.seats), options=options) for file in files]
    games = protocol.open_games(setups, now=now)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=file.number, game=game) for file, game in zip(files, games, strict=True)
    )
    labels = [_labels(file) for file in files]
    logs = [
        [_labelled(line, label) for line, label in zip(file.log, named_here, strict=True)]
        for file, named_here in zip(files, labels, strict=True)
    ]
    states = protocol.take_in(zip(games, logs, strict=True), by=by.key if by else "import", now=now)
    Occupant.objects.bulk_create(
        Occupant(
            table=table,
            round=round_,
            seat=seats.get(label, label[0]),
            label=label,
            registration=registrations[entry],
            active=label in seats,
        )
        for table, file, named_here, state in zip(tables, files, labels, states, strict=True)
        for seats in [{occupancy.occupant: occupancy.seat for occupancy in state.occupancies}]
        for label, entry in _occupants(file, named_here)
    )
    return states


def _labels(file: FileTable) -> list[str]:
    """For each line of the log the label of the occupant that it names, or ''. One entry in one seat has one label,
    whether a line named that seat at once or after its corrections.
    """
    counts: dict[str, int] = dict.fromkeys("ABCDEF", 1)
    known = {(seat, entry): f"{seat}1" for seat, entry in file.seats.items()}
    now, _struck = corrected(file.log)
    labels = []
    for position, line in enumerate(file.log, start=1):
        entry = _named_entry(line)
        if entry is None:
            labels.append("")
            continue
        seat = _seat_of(position, file.log, now)
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


def _seat_of(position: int, log: Sequence[Entry], now: Sequence[Entry]) -> str:
    """The seat that a line about an occupant speaks of in the end, found through the lines that it amends."""
    while isinstance(line := log[position - 1], Amend):
        position = line.position
    line = now[position - 1]
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
    found = {registration.club.code: registration.club for registration in registrations if registration.club}
    return tuple(FileClub(code=club.code, name=club.name, country=club.federation.country) for club in found.values())


def _file_entry(registration: Registration) -> FileEntry:
    return FileEntry(
        id=registration.key,
        nick=registration.nick,
        club=registration.club.code if registration.club else None,
        classified=registration.classified,
        earns_points=registration.earns_points,
        withdrawn=registration.status == RegistrationStatus.WITHDRAWN,
    )


def _file_round(round_: Round, to_come: Plain | None, tables: list[FileTable]) -> FileRound:
    word = round_.playing_word or to_come
    letters = tuple(word.letters) if word else ()
    return FileRound(
        number=round_.number,
        kind=round_.kind,
        word=word.word if word else "",
        caption=word.caption if word else "",
        letters=None if word is None or letters == split_word(word.word) else letters,
        tables=tuple(tables),
    )


def _file_table(table: Table, logs: Mapping[int, list[StoredEntry]], keys: Mapping[str, str]) -> FileTable:
    assert table.game is not None  # noqa: S101 – filtered by the query; tells the type checker
    return FileTable(
        number=table.number,
        seats={seat: keys[f"{seat}1"] for seat in table.game.seats},
        log=tuple(named(game_queries.parsed(line), keys) for line in logs[table.game.pk]),
    )

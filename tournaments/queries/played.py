"""An event as the results see it: replayed from the logs in the database, five statements whatever its size.

Labels of the logs become entry keys here (`Occupant`), so `tournaments.standings` gives the same results for a
running site as for an event file. Pages read the projections instead; this is for documents, checks and rebuilds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef, Q

from games import queries as game_queries
from games.rules.entries import Amend, Entry, Substitute
from games.rules.replay import GameState, replay
from tournaments.facts.regulations import Regulations
from tournaments.models import Event, Occupant, Registration, RegistrationStatus, Round, RoundKind, Table
from tournaments.standings.results import PlayedEntry, PlayedEvent, PlayedRound, PlayedTable

TAKING_PART = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)


def played_event(event: Event, *, kinds: Collection[str] = RoundKind.values) -> PlayedEvent:
    """Collect everything of an event that results depend on; of rounds of these `kinds` alone."""
    games = Table.objects.filter(round__event=event, round__kind__in=kinds, game__isnull=False)
    tables = list(games.select_related("game").order_by("number"))
    names = names_at(event)
    logs = game_queries.logs_of(table.game for table in tables if table.game)
    by_round: dict[int, list[PlayedTable]] = defaultdict(list)
    for table in tables:
        lines = [game_queries.parsed(line) for line in logs[table.game_id or 0]]
        by_round[table.round_id].append(PlayedTable(table.number, _state(table, lines, names[table.pk])))
    return PlayedEvent(
        regulations=Regulations.from_dict(event.regulations),
        entries=tuple(_entry(registration) for registration in entrants(event)),
        rounds=tuple(
            PlayedRound(round_.number, round_.kind, tuple(by_round[round_.pk]))
            for round_ in Round.objects.filter(event=event).order_by("number")
            if round_.pk in by_round
        ),
    )


def entrants(event: Event) -> list[Registration]:
    """Return those who play or have played, also one whom a struck line names; in the order of the event file."""
    named = Exists(Occupant.objects.filter(registration=OuterRef("pk")))
    registrations = Registration.objects.filter(Q(status__in=TAKING_PART) | Q(named), event=event)
    return list(registrations.select_related("club__federation").order_by("position", "pk"))


def names_at(event: Event) -> dict[int, dict[str, str]]:
    """Table → label → entry key, for the tables whose games were opened."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    rows = Occupant.objects.filter(round__event=event, table__game__isnull=False)
    for table, label, key in rows.values_list("table_id", "label", "registration__key"):
        found[table][label] = key
    return found


def _state(table: Table, lines: list[Entry], keys: dict[str, str]) -> GameState:
    """The game's state with entry keys in place of labels."""
    assert table.game is not None  # noqa: S101 – filtered by the query above; tells the type checker
    seated = {seat: keys[f"{seat}1"] for seat in table.game.seats}
    return replay(game_queries.setup_of(table.game, seated), [named(line, keys) for line in lines])


def named(line: Entry, names: Mapping[str, str]) -> Entry:
    """Return the line with other names for its occupants: labels become entry keys, or the other way round."""
    if isinstance(line, Substitute):
        return replace(line, occupant=names[line.occupant])
    if isinstance(line, Amend) and "occupant" in line.changes:
        return replace(line, changes={**line.changes, "occupant": names[str(line.changes["occupant"])]})
    return line


def _entry(registration: Registration) -> PlayedEntry:
    club = registration.club.code if registration.club else None
    return PlayedEntry(registration.key, classified=registration.classified, club=club)

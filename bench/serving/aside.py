"""What `served.py` needs done by code of the site it measures: events made, versions raised, steps made due.

Reads `[deed, arguments]` as one JSON line, does it, and answers with one line. It runs with the checkout that is
measured as its folder, so it uses only names that old commits have too.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from datetime import timedelta
from typing import Any

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402
from fields import NOW, an_event  # noqa: E402

from games.models import Entry  # noqa: E402
from games.protocol import Draft  # noqa: E402
from games.rules.entries import Deal  # noqa: E402
from scwu.sessions import SessionStore  # noqa: E402
from tournaments.announce import announce  # noqa: E402
from tournaments.models import Account, Event, Message, Score, Staff, StaffRole, Step, StepKind, Table  # noqa: E402
from tournaments.operations.evening.recording import record  # noqa: E402

REFEREE = "referee-{}@example.org"
LOGIN = "django.contrib.auth.backends.ModelBackend"


def set_up(referees: int) -> list[tuple[str, str]]:
    """Bring the database up to date, with the table of the bare insert; so many new referees: session and key."""
    call_command("migrate", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        identity = "SERIAL" if connection.vendor == "postgresql" else "INTEGER"
        cursor.execute(f"CREATE TABLE bench_bare (id {identity} PRIMARY KEY, note VARCHAR(40))")
    made = (Account.objects.create_user(REFEREE.format(number)) for number in range(referees))
    return [(_session(one), one.key) for one in made]


def event(slug: str, players: int, tables: int, deals: int) -> dict[int, int]:
    """An event whose first round is over and whose second runs, with so many deals at each table; table → game."""
    made = an_event(slug, players=players, tables=tables)
    accounts = list(Account.objects.filter(email__startswith=REFEREE.partition("{")[0]).order_by("pk"))
    Staff.objects.bulk_create(Staff(event=made, account=one, role=StaffRole.REFEREE) for one in accounts)
    _play(made, accounts, tables=tables, deals=deals)
    return dict(Table.objects.filter(round__event=made, round__number=2).values_list("number", "game"))


def _play(event: Event, accounts: list[Account], *, tables: int, deals: int) -> None:
    with transaction.atomic():
        for position in range(1, deals + 1):
            for table in range(1, tables + 1):
                record(
                    by=accounts[(table - 1) % len(accounts)],
                    slug=event.slug,
                    round_number=2,
                    table_number=table,
                    draft=Draft(id=uuid.uuid4(), entry=Deal(loser="ABCD"[position % 4]), expected_position=position),
                    now=NOW,
                )


def _session(account: Account) -> str:
    """The key of a session as signing in makes it."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = LOGIN
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def change(slug: str) -> dict[str, float]:
    """The event's version is one higher; `at`: the moment before that is announced, on the clock of all processes."""
    Event.objects.filter(slug=slug).update(version=F("version") + 1)
    event_id, version = Event.objects.filter(slug=slug).values_list("pk", "version").get()
    at = time.monotonic()
    announce(event_id, version)
    return {"at": at, "version": version}


def rows_of_a_deal(slug: str) -> dict[str, Any]:
    """What recording a deal writes, for a loop that writes the same rows without us: a line to copy, and the others."""
    line = Entry.objects.filter(game__table__round__event__slug=slug).order_by("pk").values("pk", "game_id")[0]
    return {
        "columns": [field.column for field in Entry._meta.concrete_fields],  # noqa: SLF001 - Django's own way to ask
        "line": line["pk"].hex,
        "game": line["game_id"],
        "scores": list(Score.objects.filter(event__slug=slug).order_by("pk").values_list("pk", flat=True)[:4]),
        "event": Event.objects.values_list("pk", flat=True).get(slug=slug),
    }


def invite(slug: str, letters: int) -> None:
    """So many letters to be sent: what an invitation of an event leaves behind when it is written."""
    now = timezone.now()
    event = Event.objects.get(slug=slug)
    guests = Account.objects.bulk_create(
        (Account(email=f"guest-{slug}-{number}@example.org", is_active=True) for number in range(letters)),
        batch_size=500,
    )
    Message.objects.bulk_create(
        (
            Message(
                key=f"remind:{slug}:{one.pk}", account=one, kind="reminder", values={"event": event.pk}, created_at=now
            )
            for one in guests
        ),
        batch_size=500,
    )


def due(slug: str, seconds: float) -> int:
    """A step of the event that is due in so many seconds; its id."""
    event = Event.objects.get(slug=slug)
    at = timezone.now() + timedelta(seconds=seconds)
    return Step.objects.create(event=event, kind=StepKind.REMIND, due_at=at).pk


def late(step: int) -> float | None:
    """How many seconds after its time the step was done; None while it is not."""
    found = Step.objects.get(pk=step)
    return (found.done_at - found.due_at).total_seconds() if found.done_at else None


def letters_sent() -> int:
    return Message.objects.exclude(sent_at=None).count()


def season(events: int, players: int) -> None:
    """A season of so many finished events lies behind."""
    from tests.factories.seasons import a_season

    a_season(events, players)


def lines_of(slug: str) -> int:
    """How many lines stand in the logs of the event."""
    return Entry.objects.filter(game__table__round__event__slug=slug).count()


ALL = (set_up, event, change, rows_of_a_deal, invite, due, late, letters_sent, season, lines_of)
DEEDS = {deed.__name__: deed for deed in ALL}


def main() -> None:
    for line in sys.stdin:
        deed, arguments = json.loads(line)
        print(json.dumps(DEEDS[deed](**arguments)), flush=True)


if __name__ == "__main__":
    main()

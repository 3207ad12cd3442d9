"""A version of the program refuses data of a newer one by the names of its migrations, and by nothing else.

So whoever writes something new into columns that there are (a kind of log line, a field of one, a setting of an event,
another protocol of draws) adds a migration, which may be empty: else the version before would start on data that it
reads otherwise or not at all, after somebody has gone back to it.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from games.arrivals import sent
from games.rules import entries
from scwu import migrations
from tournaments.ceremony import digests
from tournaments.draws import seeding
from tournaments.facts.regulations import Regulations
from tournaments.models import CeremonyStepKind, StepKind
from tournaments.operations.upkeep import backup_files

KNOWN = Path(__file__).parent / "golden" / "forms.json"


def forms() -> dict[str, object]:
    return {
        "lines": {code: [field.name for field in fields(kind)] for code, kind in sorted(entries.KINDS.items())},
        "lines_version": entries.VERSION,
        "sent": sent.VERSION,
        "regulations": [field.name for field in fields(Regulations)],
        "draws": [digests.PROTOCOL, seeding.VERSION, *CeremonyStepKind.values],
        "steps": StepKind.values,
        "backup": backup_files.FORMAT,
    }


def test_a_new_form_in_old_columns_comes_with_a_migration() -> None:
    known = json.loads(KNOWN.read_text())
    newest = {app: max(name for of, name in migrations.on_disk() if of == app) for app in known["newest_migrations"]}
    assert forms() == known["forms"], (
        "What is stored has another form now. Add a migration (it may be empty), then write the form and the newest "
        f"migrations ({newest}) into {KNOWN.name}. A form that the version before reads as ever needs no migration."
    )
    assert all(newest[app] >= name for app, name in known["newest_migrations"].items())

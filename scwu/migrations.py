"""Whether the database is up to date, told without building Django's graph of migrations: that takes a while."""

from pathlib import Path

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


def on_disk() -> set[tuple[str, str]]:
    """(app, name) of every migration that there is."""
    folders = {config.label: Path(config.path) / "migrations" for config in apps.get_app_configs()}
    return {(app, file.stem) for app, folder in folders.items() for file in folder.glob("[0-9]*.py")}


def newer() -> list[str]:
    """The migrations of ours that the database has seen and this program does not know: a newer one wrote there."""
    ours = {"tournaments", "games"}
    seen = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(f"{app} {name}" for app, name in seen - on_disk() if app in ours)


def refuse_newer() -> None:
    """Raises ImproperlyConfigured where a newer program wrote: this one does not know what it would leave out."""
    if unknown := newer():
        raise ImproperlyConfigured(
            f"These data were written by a newer version of SCWU ({unknown[-1]}). Start that version."
        )


def all_applied() -> bool:
    """Whether the database knows every one of them. One statement, two on an empty database."""
    return on_disk() <= MigrationRecorder(connection).applied_migrations().keys()

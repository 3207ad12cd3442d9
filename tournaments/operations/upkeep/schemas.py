"""The tables as they are in a database, or were when a backup was made: told by the migrations that have run.

A database that is yet to be migrated is backed up with the columns that it has, and an older file is read into tables
as they were then, which are migrated afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model

Names = Collection[tuple[str, str]]  # (app, name) of migrations


def applied(database: Any = connection) -> set[tuple[str, str]]:
    """The migrations that a database knows; none for one without tables."""
    return set(MigrationRecorder(database).applied_migrations())


def known() -> set[tuple[str, str]]:
    """The migrations that this program has."""
    loader = MigrationLoader(None)
    return {*loader.disk_migrations, *loader.replacements}


def newer(database: Any = connection) -> list[str]:
    """The migrations of ours that a database has seen and this program does not know: a newer one wrote there."""
    unknown = applied(database) - known()
    return sorted(f"{app} {name}" for app, name in unknown if app in ("tournaments", "games"))


def wanted() -> set[tuple[str, str]]:
    """The migrations that a database of today has run."""
    return set(MigrationLoader(None).graph.nodes)


def models_at(migrations: Names) -> list[type[Model]]:
    """A model for each table, as it is when these migrations have run."""
    loader = MigrationLoader(None)
    nodes = [node for node in migrations if node in loader.graph.nodes]
    if set(loader.graph.nodes) <= set(migrations):
        models = apps.get_models(include_auto_created=True)
    else:
        models = loader.project_state(nodes).apps.get_models(include_auto_created=True)
    tables = {model._meta.db_table: model for model in models if _is_table(model)}  # noqa: SLF001 - documented
    return sorted(tables.values(), key=lambda model: model._meta.label_lower)  # noqa: SLF001 - documented


def make_tables(migrations: Names) -> None:
    """Make the tables of an empty database as they are when these migrations have run."""
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    wanted = {node for node in migrations if node in nodes}
    last = [node for node in wanted if not any(child.key in wanted for child in _children(nodes[node], node[0]))]
    executor.migrate(sorted(last))


def columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns of a table in their order."""
    return list(model._meta.local_concrete_fields)  # noqa: SLF001 - documented


def _is_table(model: type[Model]) -> bool:
    table = model._meta  # noqa: SLF001 - documented
    return table.managed and not table.proxy


def _children(node: Any, app: str) -> Iterator[Any]:
    return (child for child in node.children if child.key[0] == app)

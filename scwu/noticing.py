"""Compilers of statements that say which rows they have written (games/written.py).

INSERT, UPDATE and DELETE of a model whose rows are noticed ask for the keys of the rows in the statement itself
(RETURNING, which SQLite and PostgreSQL know), so it stays one statement, and what is told is what was written.
"""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models.constants import OnConflict
from django.db.models.sql.constants import CURSOR

from games import written


def inserting(compiler: Any) -> Any:
    """A compiler of INSERT that tells, made of Django's own."""

    class Telling(compiler):  # type: ignore[misc]  # one for each database
        def execute_sql(self, returning_fields: Any = None) -> Any:
            rows = super().execute_sql(returning_fields)
            model, table = self.query.model, self.query.model._meta  # noqa: SLF001 - documented
            is_upsert = self.query.on_conflict == OnConflict.UPDATE
            columns = [one.attname for one in self.query.update_fields] if is_upsert else None
            if self.using == DEFAULT_DB_ALIAS and written.is_noticed(model, columns):
                if rows and table.pk in returning_fields:
                    place = list(returning_fields).index(table.pk)
                    keys = {row[place] for row in rows}
                else:
                    keys = {one.pk for one in self.query.objs}
                if None in keys:
                    raise TypeError(f"{table.label}: which rows were made? leave out ignore_conflicts")
                written.note(model, keys)
            return rows

    return Telling


def changing(compiler: Any) -> Any:
    """A compiler of UPDATE or DELETE that tells, made of Django's own."""

    class Telling(compiler):  # type: ignore[misc]  # one for each database
        def as_sql(self) -> tuple[str, Any]:
            text, values = super().as_sql()
            if not text or not self._is_noticed():
                return text, values
            table, name = self.query.get_meta(), self.connection.ops.quote_name
            return f"{text} RETURNING {name(table.db_table)}.{name(table.pk.column)}", values

        def execute_sql(self, result_type: str) -> Any:
            """How many rows were changed, as Django says it."""
            if not self._is_noticed():
                return super().execute_sql(result_type)
            # What Django's own compilers of these two do beyond their common base is for models that inherit tables.
            cursor = super(compiler, self).execute_sql(CURSOR)
            if cursor is None:  # a condition that nothing can meet: the database is not asked
                return 0
            with cursor:
                found = cursor.fetchall()
            key = self.query.get_meta().pk
            written.note(self.query.model, {key.to_python(value) for (value,) in found})
            return len(found)

        def _is_noticed(self) -> bool:
            values = getattr(self.query, "values", None)  # of an UPDATE: which columns
            columns = [one.attname for one, _model, _value in values] if isinstance(values, list) else None
            return self.using == DEFAULT_DB_ALIAS and written.is_noticed(self.query.model, columns)

    return Telling

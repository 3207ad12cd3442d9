"""Texts looked up without case and accents: `name__folded__contains=nick_key(typed)`.

The database folds them, so that a list is searched where it lies: SQLite by the function of `facts/nicks.py` itself,
which each connection is given (scwu/sqlite), PostgreSQL by its own Unicode, which needs no extension.
"""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, TextField, Transform


class Folded(Transform):
    """A text as `nick_key` has it, but for its blanks on PostgreSQL."""

    lookup_name = "folded"
    function = "nick_key"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = r"regexp_replace(normalize(lower(%(expressions)s), NFKD), '[\u0300-\u036f]', '', 'g')"
        return self.as_sql(compiler, connection, template=template, **context)


CharField.register_lookup(Folded)
TextField.register_lookup(Folded)

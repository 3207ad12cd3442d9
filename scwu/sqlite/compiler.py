"""Django's compilers, of which those that write say which rows (scwu/noticing.py), and stand in the line (base.py)."""

from typing import Any

from django.db import transaction
from django.db.models.sql import compiler

from scwu import noticing

SQLAggregateCompiler = compiler.SQLAggregateCompiler
SQLCompiler = compiler.SQLCompiler


def lining_up(writing: Any) -> Any:
    """A compiler whose statement is a transaction where none is open, made of one that writes."""

    class LiningUp(writing):  # type: ignore[misc]  # one for each statement
        def execute_sql(self, *args: Any, **kwargs: Any) -> Any:
            if self.connection.in_atomic_block:
                return super().execute_sql(*args, **kwargs)
            with transaction.atomic(using=self.using):
                return super().execute_sql(*args, **kwargs)

    return LiningUp


SQLDeleteCompiler = lining_up(noticing.changing(compiler.SQLDeleteCompiler))
SQLInsertCompiler = lining_up(noticing.inserting(compiler.SQLInsertCompiler))
SQLUpdateCompiler = lining_up(noticing.changing(compiler.SQLUpdateCompiler))

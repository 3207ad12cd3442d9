"""Django's PostgreSQL backend: its statements say which rows they write (scwu/noticing.py), its waiting is bounded."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as Operations

from scwu.postgresql.bounds import bounded


class DatabaseOperations(Operations):
    compiler_module = "scwu.postgresql.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, Any]:
        return bounded(super().get_connection_params())

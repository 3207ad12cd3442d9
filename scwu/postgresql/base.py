"""Django's PostgreSQL backend, whose statements say which rows they write (scwu/noticing.py)."""

from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as Operations


class DatabaseOperations(Operations):
    compiler_module = "scwu.postgresql.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

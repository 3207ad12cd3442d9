"""Django's compilers, of which those that write say which rows (scwu/noticing.py)."""

from django.db.models.sql import compiler

from scwu import noticing

SQLAggregateCompiler = compiler.SQLAggregateCompiler
SQLCompiler = compiler.SQLCompiler
SQLDeleteCompiler = noticing.changing(compiler.SQLDeleteCompiler)
SQLInsertCompiler = noticing.inserting(compiler.SQLInsertCompiler)
SQLUpdateCompiler = noticing.changing(compiler.SQLUpdateCompiler)

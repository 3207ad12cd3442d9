"""Addresses of the table side, below `t/`. Each act at a table has one of its own."""

from __future__ import annotations

from tournaments.tableside import (
    acts,
    boards,
    calls,
    corrections,
    flags,
    grid,
    lines,
    overruling,
    rulings,
    sanctions,
    sat_wrongly,
    tables,
)
from tournaments.tableside.face import tableside

app_name = "table"

urlpatterns = tableside.addresses(
    acts, boards, calls, corrections, flags, grid, lines, overruling, rulings, sanctions, sat_wrongly, tables
)

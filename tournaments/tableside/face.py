"""Tables and their judges. A phone sends a line again until it is answered, so an act here is a view of its own."""

from __future__ import annotations

from tournaments.acts.face import Face

tableside = Face("table")

TABLE = "<slug:slug>/<int:round_number>/<int:table_number>/"  # what all addresses of a table begin with

"""What tables are called, where they stand, how long they are silent: `{{ event|table_name:table.number }}`."""

from __future__ import annotations

from django import template

from tournaments.texts import about_tables

register = template.Library()
register.filter("table_name", about_tables.table_name)
register.filter("table_short", about_tables.table_short)
register.filter("table_where", about_tables.table_where)
register.filter("table_room", about_tables.table_room)
register.filter("quiet_text", about_tables.quiet_text)

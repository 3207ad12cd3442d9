"""Addresses of the director's desk. A `+` begins what no event's slug can be; an entry's key may hold anything."""

from tournaments.console import (
    apart,
    ceremonies,
    clock,
    criteria,
    door,
    drawing,
    entry,
    events,
    files,
    finals,
    invitations,
    journal,
    late,
    people,
    player_lists,
    printing,
    publishing_standings,
    questions,
    rounds,
    seating,
    staff,
)
from tournaments.console.face import desk

app_name = "desk"

urlpatterns = desk.addresses(
    apart,
    ceremonies,
    clock,
    criteria,
    door,
    drawing,
    entry,
    events,
    files,
    finals,
    invitations,
    journal,
    late,
    people,
    player_lists,
    printing,
    publishing_standings,
    questions,
    rounds,
    seating,
    staff,
)

"""Addresses of the union's offices."""

from __future__ import annotations

from tournaments.union import (
    backups,
    clubs,
    elite,
    erasing,
    federations,
    home,
    journal,
    merges,
    my_club,
    offices,
    people,
    player_lists,
    rankings,
    recovery,
    rulings,
    sanctions,
)
from tournaments.union.face import union

app_name = "union"

urlpatterns = union.addresses(
    home,
    rulings,
    sanctions,
    my_club,
    clubs,
    federations,
    offices,
    people,
    merges,
    erasing,
    journal,
    recovery,
    rankings,
    elite,
    player_lists,
    backups,
)

"""Addresses of clubs, federations, offices and players' records. A `+` begins what no code of a club can be."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.union import clubs, federations, merges, my_club, offices, people
from tournaments.union.face import union

club_pages: list[URLPattern | URLResolver] = [
    path("club/", my_club.my_club, name="my_club"),
    path("club/requests/", my_club.ask, name="ask"),
    path("club/requests/withdrawals/", my_club.withdraw, name="withdraw_request"),
    path("club/departures/", my_club.leave, name="leave"),
    path("clubs/+new/", my_club.found, name="found"),
    *union.addresses(clubs),
    path("federations/", federations.federations, name="federations"),
    path("federations/<str:country>/", federations.federation, name="federation"),
    path("federations/<str:country>/players/", federations.player, name="federation_player"),
    path("offices/", offices.offices, name="offices"),
    path("offices/ends/", offices.end, name="end_office"),
    path("players/", people.people, name="people"),
    path("players/nicks/", people.nick, name="correct_nick"),
    path("players/moves/", people.move, name="move_player"),
    path("merges/", merges.merges, name="merges"),
    path("merges/preview/", merges.preview, name="merge_preview"),
    path("merges/undone/", merges.undo, name="undo_merge"),
]

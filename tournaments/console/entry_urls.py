"""Addresses of the desk about who may enter, invitations, and lists of players from a file."""

from django.urls import path

from tournaments.console import entry, invitations, player_lists

entry_pages = [
    path("<slug:slug>/conditions/", entry.conditions, name="conditions"),
    path("<slug:slug>/conditions/set/", entry.set_conditions, name="set_conditions"),
    path("<slug:slug>/invited/", entry.invite, name="invite"),
    path("<slug:slug>/invited/<int:pk>/remove/", entry.uninvite, name="uninvite"),
    path("<slug:slug>/invitations/", invitations.invitations, name="invitations"),
    path("<slug:slug>/list/", player_lists.player_list, name="player_list"),
]

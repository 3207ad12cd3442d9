"""Addresses of the desk for a seating that is changed by hand, and for who leaves or comes late."""

from django.urls import path

from tournaments.console import late, seating

seating_pages = [
    path("<slug:slug>/round/<int:number>/seats/", seating.seats, name="seats"),
    path("<slug:slug>/round/<int:number>/seats/drawn/", seating.restore, name="restore_draw"),
    path("<slug:slug>/round/<int:number>/late/", late.late, name="late"),
    path("<slug:slug>/round/<int:number>/late/leaving/", late.leave, name="leave_round"),
    path("<slug:slug>/round/<int:number>/late/newcomers/", late.come, name="join_round"),
]

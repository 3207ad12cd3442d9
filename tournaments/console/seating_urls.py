"""Addresses of the desk for a seating that is changed by hand, who leaves or comes late, who sits apart."""

from django.urls import path

from tournaments.console import apart, late, seating

seating_pages = [
    path("<slug:slug>/apart/", apart.apart, name="apart"),
    path("<slug:slug>/apart/<int:pk>/allow/", apart.allow, name="allow_pair"),
    path("<slug:slug>/round/<int:number>/seats/", seating.seats, name="seats"),
    path("<slug:slug>/round/<int:number>/seats/drawn/", seating.restore, name="restore_draw"),
    path("<slug:slug>/round/<int:number>/late/", late.late, name="late"),
    path("<slug:slug>/round/<int:number>/late/leaving/", late.leave, name="leave_round"),
    path("<slug:slug>/round/<int:number>/late/newcomers/", late.come, name="join_round"),
]

"""Addresses of the union's rulings, appeals and sanctions."""

from __future__ import annotations

from django.urls import path

from tournaments.union import rulings, sanctions

ruling_pages = [
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/<int:pk>/", rulings.ruling, name="ruling"),
    path("appeals/", rulings.appeals, name="appeals"),
    path("appeals/<int:pk>/", rulings.appeal, name="appeal"),
    path("sanctions/", sanctions.sanctions, name="sanctions"),
    path("sanctions/propose/", sanctions.propose, name="propose_sanction"),
    path("sanctions/<int:pk>/", sanctions.sanction, name="sanction"),
    path("sanctions/<int:pk>/confirm/", sanctions.confirm, name="confirm_sanction"),
    path("sanctions/<int:pk>/decline/", sanctions.decline, name="decline_sanction"),
    path("sanctions/<int:pk>/lift/", sanctions.lift, name="lift_sanction"),
]

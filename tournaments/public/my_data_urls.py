"""Addresses of one's own data."""

from __future__ import annotations

from django.urls import path

from tournaments.public import my_data

data_pages = [
    path("me/data/", my_data.my_data, name="my_data"),
    path("me/data/file/", my_data.my_data_file, name="my_data_file"),
    path("me/erase/", my_data.erase_me, name="erase_me"),
    path("erased/", my_data.erased, name="erased"),
]

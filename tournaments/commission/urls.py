"""Addresses of the words. A `+` begins what no event's slug can be."""

from __future__ import annotations

from tournaments.commission import arranging, home, proposing, reviewing
from tournaments.commission.face import commission

app_name = "commission"

urlpatterns = commission.addresses(home, proposing, arranging, reviewing)

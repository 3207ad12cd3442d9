"""Addresses of the public pages. Those of events and results never change: reporters link to them for ever.

Signing in stands outside the namespace, because settings and e-mails name it (`LOGIN_URL`, `sign_in_link`).
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.public import (
    account_urls,
    addresses,
    articles,
    claiming,
    closing_reports,
    clubs,
    draw_transcripts,
    entering,
    event_rulings,
    events,
    hall_secrets,
    letters,
    logos,
    me,
    my_data,
    my_rulings,
    packs,
    picture_files,
    pictures,
    players,
    proving_oneself,
    publications,
    rankings,
    records,
    registering,
    replays,
    rounds,
    rules,
    screen,
    signing_in,
    signing_up,
    spreadsheets,
    standings,
    stream,
    tables,
    teams,
    trusting,
    without_network,
    word_seals,
)
from tournaments.public.deal_desk import entering as deal_entering
from tournaments.public.deal_desk import pages as deal_pages
from tournaments.public.face import entrance, public

for_everybody = public.addresses(
    articles,
    closing_reports,
    clubs,
    deal_entering,
    deal_pages,
    draw_transcripts,
    event_rulings,
    events,
    hall_secrets,
    logos,
    packs,
    picture_files,
    pictures,
    players,
    publications,
    rankings,
    records,
    registering,
    replays,
    rounds,
    rules,
    screen,
    spreadsheets,
    standings,
    stream,
    tables,
    teams,
    trusting,
    without_network,
    word_seals,
)
ones_own = public.addresses(
    addresses, claiming, entering, letters, me, my_data, my_rulings, proving_oneself, signing_up
)

urlpatterns: list[URLPattern | URLResolver] = [
    *account_urls.entrance,
    *account_urls.own,
    *entrance.addresses(signing_in),
    path("", include(([*for_everybody, *ones_own], "public"))),
]

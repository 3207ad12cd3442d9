"""Addresses of the public pages. Those of events and results never change: reporters link to them for ever.

Signing in stands outside the namespace, because settings and e-mails name it (`LOGIN_URL`, `sign_in_link`).
"""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from tournaments.public import (
    account_urls,
    clubs,
    draws,
    entering,
    event_rulings,
    events,
    me,
    my_rulings,
    packs,
    players,
    publications,
    registering,
    rounds,
    rules,
    signing_in,
    standings,
    tables,
    words,
)
from tournaments.public.club_urls import logo_pages
from tournaments.public.deal_desk.urls import desk_pages
from tournaments.public.letter_urls import letter_pages
from tournaments.public.my_data_urls import data_pages
from tournaments.public.ranking_urls import ranking_pages
from tournaments.public.screen import screen_pages
from tournaments.public.stream import stream

event_pages: list[URLPattern | URLResolver] = [
    path("", events.event, name="event"),
    path("fragment/", events.event_fragment, name="event_fragment"),
    path("players/", events.entrants, name="entrants"),
    path("standings/", standings.standings, name="standings"),
    path("standings/fragment/", standings.standings_fragment, name="standings_fragment"),
    path("round/<int:number>/", rounds.round_page, name="round"),
    path("round/<int:number>/fragment/", rounds.round_fragment, name="round_fragment"),
    *screen_pages,
    path("draws/", draws.promises, name="draws"),
    path("words/", words.words, name="words"),
    path("round/<int:number>/draw/", draws.draw_page, name="draw"),
    path("round/<int:number>/draw/<int:attempt>/scwu-draw.json", draws.transcript, name="transcript"),
    path("round/<int:number>/draw/<int:attempt>/frozen.json", draws.frozen, name="frozen"),
    path("round/<int:number>/table/<int:table>/", tables.table_page, name="table"),
    path("round/<int:number>/table/<int:table>/fragment/", tables.table_fragment, name="table_fragment"),
    path("rulings/", event_rulings.event_rulings, name="event_rulings"),
    path("results/", publications.newest, name="results_latest"),
    path("results/<int:number>/", publications.publication, name="results"),
    path("results/<int:number>/scwu-results.json", publications.document, name="results_json"),
    path("stream/", stream, name="stream"),
    path("enter/", entering.enter, name="enter"),
    path("withdraw/", entering.withdraw, name="withdraw"),
]

public: list[URLPattern | URLResolver] = [
    path("", events.events, name="events"),
    path("e/<slug:slug>/", include(event_pages)),
    *logo_pages,
    path("players/", players.players, name="players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<path:code>/", clubs.club, name="club"),
    path("ranking/", include(ranking_pages)),
    path("", include(letter_pages)),
    path("register/", registering.register, name="register"),
    path("register/sent/", registering.sent, name="registered"),
    path("cards/", packs.choose, name="cards"),
    path("check_draw.py", draws.checker, name="check_draw"),
    path("rules/", rules.smoking_cat, name="rules"),
    path("rules/smear/", rules.smear, name="rules_smear"),
    path("deal/", include(desk_pages)),
    path("me/", me.me, name="me"),
    *data_pages,
    path("me/rulings/", my_rulings.my_rulings, name="my_rulings"),
    path("me/rulings/<int:pk>/appeal/", my_rulings.appeal_ruling, name="appeal_ruling"),
    path("me/sanctions/<int:pk>/appeal/", my_rulings.appeal_sanction, name="appeal_sanction"),
    path("me/language/", me.language, name="my_language"),
    path("me/password/", me.password, name="my_password"),
    path("me/sessions/", me.end_other_sessions, name="end_sessions"),
    path("me/tokens/", me.tokens, name="my_tokens"),
    path("me/tokens/<int:pk>/revoke/", me.revoke, name="revoke_token"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *account_urls.entrance,
    *account_urls.own,
    path("sign-in/", signing_in.sign_in, name="sign_in"),
    path("sign-in/link/", signing_in.send, name="send_sign_in_link"),
    path("sign-in/sent/", signing_in.sent, name="sign_in_link_sent"),
    path("sign-in/<str:token>/", signing_in.link, name="sign_in_link"),
    path("sign-out/", signing_in.sign_out, name="sign_out"),
    *account_urls.aliases,
    path("", include((public, "public"))),
]

"""The closing report: the evening counted a second time from its logs, to be read, printed and checked."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.rules.setup import PLAYERS_OF_A_DEAL
from tournaments import access
from tournaments.public.event_rulings import rulings_shown
from tournaments.public.events import event_frame, hidden_page
from tournaments.public.face import public
from tournaments.queries.closing_report import Report, report_of
from tournaments.queries.versions import live_page
from tournaments.texts.about_languages import name_order


@public.view("e/<slug:slug>/report/", right="public.read")
@live_page
def closing_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Sums by table and by player, every ruling, stand-ins, draws, heads; what does not agree stands in red."""
    found = access.public_event_page(slug)
    if found.hides_standings:
        return hidden_page(request, found, "report")
    report = report_of(found.event)
    context = {"rulings": rulings_shown(found.event), **_shown(report)}
    return render(request, "public/closing_report.html", event_frame(found, "report") | context)


def _shown(report: Report) -> dict[str, Any]:
    sums = report.sums
    by_nick = [(report.nicks.get(player.entry, player.entry), player) for player in sums.players]
    all_deals = sum(table.deals for table in sums.tables)
    return {
        "report": report,
        "players": sorted(by_nick, key=name_order(itemgetter(0))),
        "all_deals": all_deals,
        "four_times": PLAYERS_OF_A_DEAL * all_deals,
        "all_letters": sum(table.letters for table in sums.tables),
        "all_penalties": sum(table.penalties for table in sums.tables),
        "all_voids": sum(table.voids for table in sums.tables),
        "own_deals": sum(player.deals for player in sums.players),
        "own_letters": sum(player.letters for player in sums.players),
    }

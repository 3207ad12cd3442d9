"""The Elite of a season: a list that the union keeps, and that events may ask for."""

from __future__ import annotations

from operator import itemgetter

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import EliteMember, Player, Season
from tournaments.operations.events import entry_conditions as operations
from tournaments.operations.union.seasons import season_of
from tournaments.queries import rankings as queries
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order
from tournaments.union.answers import acted, address, page, signed_in

ACT = "elite.name"
ON_A_PAGE = 100


class EliteForm(forms.Form):
    nicks = forms.CharField(
        label=gettext_lazy("Name players"),
        max_length=40_000,
        help_text=gettext_lazy("One nick to a line."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def elite(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The list of a season; POST names players."""
    account = signed_in(request)
    access.prove(account, ACT)
    season = season_of(timezone.localdate()) if year is None else queries.season_with(year)
    form = EliteForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, season, form, status=422 if request.method == "POST" else 200)

    def act() -> str:
        nicks = form.cleaned_data["nicks"].splitlines()
        new = operations.name_elite(season=season, nicks=nicks, by=account, now=timezone.now())
        return ngettext("%(n)d player is new on the list.", "%(n)d players are new on the list.", new) % {"n": new}

    return acted(
        request,
        act,
        to=address("elite_of", season.year),
        refused=lambda refusal: _page(request, season, form, refusal=refusal),
    )


@require_POST
def drop(request: HttpRequest, year: int, pk: int) -> HttpResponse:
    """Take a player off the list."""
    account = signed_in(request)
    access.prove(account, ACT)
    season, player = queries.season_with(year), get_object_or_404(Player, pk=pk)

    def act() -> str:
        operations.drop_elite(season=season, player=player, by=account, now=timezone.now())
        return _("%(nick)s is not on the list any more.") % {"nick": player.nick}

    return acted(
        request,
        act,
        to=address("elite_of", year),
        refused=lambda refusal: _page(request, season, EliteForm(), refusal=refusal),
    )


def _page(
    request: HttpRequest, season: Season, form: EliteForm, *, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    members = EliteMember.objects.filter(season=season).order_by("player__nick_key").values("player_id", "player__nick")
    values = {
        "tab": "elite",
        "season": season,
        "years": queries.seasons(),
        "form": form,
        "page_obj": page_by_name(members, name_order(itemgetter("player__nick")), request.GET.get("page"), ON_A_PAGE),
    }
    return page(request, "elite", values, refusal, status=status)

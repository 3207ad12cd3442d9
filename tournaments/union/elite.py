"""The Elite of a season: a list that the union keeps, and that events may ask for."""

from __future__ import annotations

from operator import itemgetter

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import EliteMember, Player
from tournaments.operations.events import entry_conditions as operations
from tournaments.queries import rankings as queries
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order
from tournaments.union.face import union
from tournaments.union.rankings import season_asked

ON_A_PAGE = 100
NAMING = _("Naming the Elite")


class EliteForm(forms.Form):
    nicks = forms.CharField(
        label=_("Name players"),
        max_length=40_000,
        help_text=_("One nick to a line."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )


@union.page("elite/", right="elite.name")
@union.page("elite/<int:year>/", right="elite.name", name="elite_of")
def elite(visit: Visit) -> HttpResponse:
    """The list of a season."""
    season = season_asked(visit)
    members = EliteMember.objects.filter(season=season).order_by("player__nick_key").values("player_id", "player__nick")
    values = {
        "tab": "elite",
        "season": season,
        "years": queries.seasons(),
        "form": visit.form_of(EliteForm),
        "page_obj": page_by_name(
            members, name_order(itemgetter("player__nick")), visit.request.GET.get("page"), ON_A_PAGE
        ),
    }
    return visit.page("union/elite.html", values)


def _list_of(visit: Visit) -> str:
    return union.address("elite_of", year=season_asked(visit).year)


@union.act(
    "elite/",
    right="elite.name",
    page=elite,
    to=_list_of,
    form=EliteForm,
    wanted=NAMING,
    name="name_elite_now",
    code="union:elite",
)
@union.act(
    "elite/<int:year>/",
    right="elite.name",
    page=elite,
    to=_list_of,
    form=EliteForm,
    wanted=NAMING,
    code="union:elite_of",
)
def name_elite(visit: Visit) -> Values:
    """Name players of the Elite of a season."""
    nicks = visit.said["nicks"].splitlines()
    new = operations.name_elite(season=season_asked(visit), nicks=nicks, by=visit.by, now=visit.now)
    return ngettext("%(n)d player is new on the list.", "%(n)d players are new on the list.", new) % {"n": new}


@union.act(
    "elite/<int:year>/<int:pk>/drop/",
    right="elite.name",
    page=elite,
    to=_list_of,
    wanted=_("Taking somebody out of the Elite"),
    done=_("%(nick)s is not on the list any more."),
)
def drop_elite(visit: Visit) -> Values:
    """Take a player off the list."""
    player = get_object_or_404(Player, pk=visit.address["pk"])
    operations.drop_elite(season=season_asked(visit), player=player, by=visit.by, now=visit.now)
    return {"nick": player.nick}

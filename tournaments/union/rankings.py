"""The union's points tables and the rules of a season, with a preview of what would change before anything does."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.models import Club, Player, RankedBody, Season, Series
from tournaments.operations.results import rankings as operations
from tournaments.operations.union.seasons import ensure_series, season_of
from tournaments.queries import rankings as queries
from tournaments.queries.ranking_changes import Change, Changes
from tournaments.queries.ranking_changes import changes as changes_of
from tournaments.queries.ranking_rules import carried_over, rules_of, tables_of
from tournaments.standings.points_tables import parse_table, points_text, table_text
from tournaments.standings.ranking import Rules
from tournaments.texts.about_languages import name_order
from tournaments.texts.refusals import sentence_for
from tournaments.union.face import union

SHOWN = 50


class PointsForm(forms.Form):
    """`base`: the table as it was when the page was opened."""

    points = forms.CharField(
        label=_("Points of place 1, 2, 3 …"),
        required=False,
        max_length=2000,
        help_text=_("Whole numbers, such as 12, 10, 8. Places beyond the end earn nothing."),
        widget=forms.Textarea(attrs={"rows": 3, "inputmode": "numeric"}),
    )
    base = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)

    def clean_points(self) -> tuple[int, ...]:
        try:
            return parse_table(self.cleaned_data["points"])
        except Refused as refusal:
            raise forms.ValidationError(sentence_for(refusal)) from None

    def clean_base(self) -> tuple[int, ...]:
        try:
            return parse_table(self.cleaned_data["base"])
        except Refused:
            return (-1,)  # nothing that a table can be, so it counts as changed


class RulesForm(forms.Form):
    best_of = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Of each player. Empty: all of them."),
    )
    best_members = forms.IntegerField(
        label=_("Best players that count for a club"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Empty: all of them."),
    )
    close_up = forms.BooleanField(
        label=_("Points of a stand-in without claim go to who comes next"),
        required=False,
        help_text=_("If not, they go to nobody."),
    )
    base = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)


def season_asked(visit: Visit) -> Season:
    """The season that an address names; where it names none, that of today."""
    year = visit.address.get("year")
    return season_of(timezone.localdate()) if year is None else queries.season_with(year)


@union.page("ranking/", right="ranking.set")
@union.page("ranking/<int:year>/", right="ranking.set", name="ranking_of")
def ranking(visit: Visit) -> HttpResponse:
    """The tables of a season, and its rules."""
    season = season_asked(visit)
    ensure_series()
    tables, carried = tables_of(season), carried_over(season)
    rows = [
        {
            "series": series,
            "players": table_text(tables[series.pk, RankedBody.PLAYERS]),
            "clubs": table_text(tables[series.pk, RankedBody.CLUBS]),
            "players_from": carried.tables.get((series.pk, RankedBody.PLAYERS)),
            "clubs_from": carried.tables.get((series.pk, RankedBody.CLUBS)),
        }
        for series in sorted(Series.objects.order_by("pk"), key=name_order(attrgetter("name")))
    ]
    values = {
        "tab": "ranking",
        "season": season,
        "years": queries.seasons(),
        "rows": rows,
        "rules": rules_of(season),
        "rules_from": carried.rules,
    }
    return visit.page("union/ranking.html", values)


# --- Rules ------------------------------------------------------------------------------------------------------------


@union.page("ranking/<int:year>/rules/", right="ranking.set")
def ranking_rules(visit: Visit, changes: Changes | None = None) -> HttpResponse:
    """How the points of a season are added up."""
    season = season_asked(visit)
    now = rules_of(season)
    form = visit.form_of(RulesForm, initial=_initial(now))
    if visit.refusal:
        form = _anew(form, base=_said(now))
    values = {"tab": "ranking", "season": season, "form": form, "changes": _shown(changes)}
    return visit.page("union/ranking_rules.html", values)


@union.act(
    "ranking/<int:year>/rules/",
    right="ranking.set",
    page=ranking_rules,
    to="ranking_of",
    form=RulesForm,
    wanted=_("Setting the rules of the ranking"),
    done=_("The rules of the ranking are changed."),
    code="union:ranking_rules",
)
def set_ranking_rules(visit: Visit) -> Values:
    """Set how the points are added up: first what would change is shown, then it is saved."""
    season, said = season_asked(visit), visit.said
    rules, now = Rules(said["best_of"], said["best_members"], said["close_up"]), rules_of(season)
    if "save" not in visit.sent:
        return ranking_rules(visit, changes_of(season, rules=rules))
    base = now if said["base"] == _said(now) else Rules(best_of=-1)
    operations.set_ranking_rules(season=season, rules=rules, base=base, by=visit.by, now=visit.now)
    return None


# --- Points -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Whose table of points it is."""

    season: Season
    series: Series
    body: RankedBody

    @property
    def key(self) -> tuple[int, str]:
        return self.series.pk, self.body

    @property
    def points(self) -> tuple[int, ...]:
        return tables_of(self.season)[self.key]


def _place(visit: Visit) -> Place:
    if visit.address["body"] not in RankedBody.values:
        raise Http404
    series = get_object_or_404(Series, code=visit.address["code"])
    return Place(season_asked(visit), series, RankedBody(visit.address["body"]))


@union.page("ranking/<int:year>/<slug:code>/<slug:body>/", right="ranking.set")
def ranking_points(visit: Visit, changes: Changes | None = None) -> HttpResponse:
    """What the places of a series earn."""
    place = _place(visit)
    now = table_text(place.points)
    form = visit.form_of(PointsForm, initial={"points": now, "base": now})
    if visit.refusal:
        form = _anew(form, base=now)
    values = {
        "tab": "ranking",
        "season": place.season,
        "series": place.series,
        "body": place.body,
        "form": form,
        "changes": _shown(changes),
    }
    return visit.page("union/ranking_points.html", values)


@union.act(
    "ranking/<int:year>/<slug:code>/<slug:body>/",
    right="ranking.set",
    page=ranking_points,
    to="ranking_of",
    form=PointsForm,
    wanted=_("Setting ranking points"),
    done=_("The points of %(series)s are changed."),
    code="union:ranking_points",
)
def set_points_table(visit: Visit) -> Values:
    """Set what places earn: first what would change is shown, then it is saved."""
    place, said = _place(visit), visit.said
    if "save" not in visit.sent:
        return ranking_points(visit, changes_of(place.season, tables={place.key: said["points"]}))
    operations.set_points_table(
        season=place.season,
        series=place.series,
        body=place.body,
        points=said["points"],
        base=said["base"],
        by=visit.by,
        now=visit.now,
    )
    return {"series": place.series.name}


# --- What would change ------------------------------------------------------------------------------------------------


def _shown(changes: Changes | None) -> dict[str, Any] | None:
    """The first of those for whom something changes, with names."""
    if changes is None:
        return None
    nicks = dict(Player.objects.filter(pk__in=_keys(changes.players)).values_list("pk", "nick"))
    clubs = dict(Club.objects.filter(pk__in=_keys(changes.clubs)).values_list("pk", "name"))
    return {
        "players": [_change(change, nicks) for change in changes.players[:SHOWN]],
        "clubs": [_change(change, clubs) for change in changes.clubs[:SHOWN]],
        "n_players": len(changes.players),
        "n_clubs": len(changes.clubs),
        "shown": SHOWN,
    }


def _keys(changes: list[Change]) -> list[int]:
    return [change.key for change in changes[:SHOWN]]


def _change(change: Change, names: dict[int, str]) -> dict[str, Any]:
    return {
        "name": names.get(change.key, "–"),
        "rank": change.rank or "–",
        "new_rank": change.new_rank or "–",
        "points": points_text(change.points),
        "new_points": points_text(change.new_points),
    }


def _initial(rules: Rules) -> dict[str, Any]:
    return {
        "best_of": rules.best_of,
        "best_members": rules.best_members,
        "close_up": rules.close_up,
        "base": _said(rules),
    }


def _said(rules: Rules) -> str:
    return f"{rules.best_of or 0}-{rules.best_members or 0}-{int(rules.close_up)}"


def _anew(form: Any, *, base: str) -> Any:
    """The form as typed, on top of what stands there now, so that it can be looked at and sent again."""
    data = form.data.copy()
    data["base"] = base
    return type(form)(data)

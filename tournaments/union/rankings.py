"""The union's points tables and the rules of a season, with a preview of what would change before anything does."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Club, Player, RankedBody, Season, Series
from tournaments.operations.results import rankings as operations
from tournaments.operations.union.seasons import ensure_series, season_of
from tournaments.queries import ranking_changes, ranking_rules
from tournaments.queries import rankings as queries
from tournaments.standings.points_tables import parse_table, points_text, table_text
from tournaments.standings.ranking import Rules
from tournaments.texts.about_languages import name_order
from tournaments.texts.refusals import sentence_for
from tournaments.union.answers import acted, address, page, signed_in

SHOWN = 50


class PointsForm(forms.Form):
    """`base`: the table as it was when the page was opened."""

    points = forms.CharField(
        label=gettext_lazy("Points of place 1, 2, 3 …"),
        required=False,
        max_length=2000,
        help_text=gettext_lazy("Whole numbers, such as 12, 10, 8. Places beyond the end earn nothing."),
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
        label=gettext_lazy("Best results that count"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=gettext_lazy("Of each player. Empty: all of them."),
    )
    best_members = forms.IntegerField(
        label=gettext_lazy("Best players that count for a club"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=gettext_lazy("Empty: all of them."),
    )
    close_up = forms.BooleanField(
        label=gettext_lazy("Points of a stand-in without claim go to who comes next"),
        required=False,
        help_text=gettext_lazy("If not, they go to nobody."),
    )
    base = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    @property
    def rules(self) -> Rules:
        """What was typed."""
        data = self.cleaned_data
        return Rules(data["best_of"], data["best_members"], data["close_up"])


@require_safe
def overview(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The tables of a season, and its rules."""
    access.prove(signed_in(request), "ranking.set")
    ensure_series()
    season = season_of(timezone.localdate()) if year is None else queries.season_with(year)
    return _overview(request, season)


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, year: int) -> HttpResponse:
    """How the points are added up: preview, then save."""
    account = signed_in(request)
    access.prove(account, "ranking.set")
    season = queries.season_with(year)
    now = ranking_rules.rules_of(season)
    form = RulesForm(request.POST or None, initial=_initial(now))
    if request.method != "POST" or not form.is_valid():
        return _rules(request, season, form, status=422 if request.method == "POST" else 200)
    if "save" not in request.POST:
        return _rules(request, season, form, changes=ranking_changes.changes(season, rules=form.rules))

    def act() -> str:
        base = now if form.cleaned_data["base"] == _said(now) else Rules(best_of=-1)
        operations.set_ranking_rules(season=season, rules=form.rules, base=base, by=account, now=timezone.now())
        return _("The rules of the ranking are changed.")

    return acted(
        request,
        act,
        to=address("ranking_of", year),
        refused=lambda refusal: _rules(request, season, _anew(form, base=_said(now)), refusal=refusal),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def points(request: HttpRequest, year: int, code: str, body: str) -> HttpResponse:
    """What the places of a series earn: preview, then save."""
    account = signed_in(request)
    access.prove(account, "ranking.set")
    if body not in RankedBody.values:
        raise Http404
    season, series = queries.season_with(year), get_object_or_404(Series, code=code)
    key = (series.pk, body)
    table = ranking_rules.tables_of(season)[key]
    form = PointsForm(request.POST or None, initial={"points": table_text(table), "base": table_text(table)})
    place = {"season": season, "series": series, "body": body}
    if request.method != "POST" or not form.is_valid():
        return _points(request, place, form, status=422 if request.method == "POST" else 200)
    new = form.cleaned_data["points"]
    if "save" not in request.POST:
        return _points(request, place, form, changes=ranking_changes.changes(season, tables={key: new}))

    def act() -> str:
        operations.set_points_table(
            season=season,
            series=series,
            body=RankedBody(body),
            points=new,
            base=form.cleaned_data["base"],
            by=account,
            now=timezone.now(),
        )
        return _("The points of %(series)s are changed.") % {"series": series.name}

    return acted(
        request,
        act,
        to=address("ranking_of", year),
        refused=lambda refusal: _points(request, place, _anew(form, base=table_text(table)), refusal=refusal),
    )


def _overview(request: HttpRequest, season: Season) -> HttpResponse:
    tables, carried = ranking_rules.tables_of(season), ranking_rules.carried_over(season)
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
        "rules": ranking_rules.rules_of(season),
        "rules_from": carried.rules,
    }
    return page(request, "ranking", values)


def _rules(
    request: HttpRequest,
    season: Season,
    form: RulesForm,
    *,
    changes: ranking_changes.Changes | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    values = {"tab": "ranking", "season": season, "form": form} | _shown(changes)
    return page(request, "ranking_rules", values, refusal, status=status)


def _points(
    request: HttpRequest,
    place: dict[str, Any],
    form: PointsForm,
    *,
    changes: ranking_changes.Changes | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    values = {"tab": "ranking", "form": form, **place} | _shown(changes)
    return page(request, "ranking_points", values, refusal, status=status)


def _shown(changes: ranking_changes.Changes | None) -> dict[str, Any]:
    """The first of those for whom something changes, with names."""
    if changes is None:
        return {"changes": None}
    nicks = dict(Player.objects.filter(pk__in=_keys(changes.players)).values_list("pk", "nick"))
    clubs = dict(Club.objects.filter(pk__in=_keys(changes.clubs)).values_list("pk", "name"))
    return {
        "changes": {
            "players": [_change(one, nicks) for one in changes.players[:SHOWN]],
            "clubs": [_change(one, clubs) for one in changes.clubs[:SHOWN]],
            "n_players": len(changes.players),
            "n_clubs": len(changes.clubs),
            "shown": SHOWN,
        }
    }


def _keys(changes: list[ranking_changes.Change]) -> list[int]:
    return [one.key for one in changes[:SHOWN]]


def _change(one: ranking_changes.Change, names: dict[int, str]) -> dict[str, Any]:
    return {
        "name": names.get(one.key, "–"),
        "rank": one.rank or "–",
        "new_rank": one.new_rank or "–",
        "points": points_text(one.points),
        "new_points": points_text(one.new_points),
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

"""Standings and their publication: the referee's word on a place, and what results still lack.

competition.md 3.9: an override has a public note, and the computed place stays beside it. A publication never
changes; a correction is a further one.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event, Registration, hides_standings
from tournaments.operations.results import publishing_standings as operations
from tournaments.operations.results.showing_standings import show_standings as show
from tournaments.queries import desk as queries


class OverrideForm(forms.Form):
    place = forms.IntegerField(
        label=_("Place"),
        min_value=1,
        max_value=10_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    note = forms.CharField(label=_("Why, for everybody to read"), max_length=500)


class PublishForm(forms.Form):
    note = forms.CharField(label=_("Note for everybody"), max_length=400, required=False)
    cut_short = forms.BooleanField(
        label=_("The evening ended early"), required=False, help_text=_("It is said with the results.")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "publish_%s", **options})


# --- Standings --------------------------------------------------------------------------------------------------------


@desk.page("<slug:slug>/standings/", right="event.publish")
def standings(event: Event, visit: Visit) -> HttpResponse:
    """The standings as they are now, with the places by the referee's word, and what has been published."""
    rounds, series = queries.rounds_of(event), event.series
    missing = queries.still_missing(rounds, basic_rounds=series.basic_rounds, has_final=series.has_final)
    publications = list(event.publications.defer("document").select_related("by").order_by("-number"))
    values = {
        "tab": "standings",
        "event": event,
        "is_final": bool(publications and publications[0].final and event.status == "finished"),
        "hides_standings": hides_standings(event),
        "lines": queries.standings_now(event),
        "missing": missing,
        "running": any(round_.status == "running" for round_ in rounds),
        "publications": publications,
        "override_key": visit.address["key"] if isinstance(visit.form, OverrideForm) else "",
        "override_form": visit.form_of(OverrideForm),
        "publish_form": visit.form_of(PublishForm),
        "may_finish": event.status in ("running", "finished"),
    }
    return visit.page("console/standings.html", values)


@desk.act(
    "<slug:slug>/standings/publish/",
    right="event.publish",
    page=standings,
    form=PublishForm,
    wanted=_("Publishing standings"),
    code="desk:publish",
)
def publish_standings(event: Event, visit: Visit) -> Values:
    """Freeze the standings as they are, provisional or final."""
    final = visit.sent.get("final") == "1"
    made = operations.publish_standings(event=event, by=visit.by, now=visit.now, final=final, **visit.said)
    if final:
        return gettext("Published as number %(n)s. These are the final results.") % {"n": made.number}
    return gettext("Published as number %(n)s, provisional.") % {"n": made.number}


@desk.act(
    "<slug:slug>/standings/shown/",
    right="event.publish",
    page=standings,
    wanted=_("Showing or hiding the standings"),
)
def show_standings(event: Event, visit: Visit) -> Values:
    """Show hidden standings to the hall, or hide them again."""
    shown = visit.text("shown") == "1"
    show(event=event, shown=shown, by=visit.by, now=visit.now)
    return gettext("Everybody sees the standings.") if shown else gettext("The standings are hidden from the hall.")


# --- Places by the referee's word -------------------------------------------------------------------------------------


def _standings_with(registration: Registration, visit: Visit) -> HttpResponse:
    """The standings in which somebody stands."""
    return standings(registration.event, visit)


@desk.act(
    "<slug:slug>/overrides/<path:key>/",
    right="event.publish",
    page=_standings_with,
    to="standings",
    form=OverrideForm,
    wanted=_("Setting a place"),
    done=_("%(nick)s has place %(place)s by your word."),
    code="desk:override",
)
def override_place(registration: Registration, visit: Visit) -> Values:
    """Set a place by the referee's word."""
    operations.override_place(registration=registration, by=visit.by, now=visit.now, **visit.said)
    return {"nick": registration.nick, "place": visit.said["place"]}


@desk.act(
    "<slug:slug>/computed-places/<path:key>/",
    right="event.publish",
    page=_standings_with,
    to="standings",
    wanted=_("Going back to a computed place"),
    done=_("%(nick)s has the computed place again."),
)
def withdraw_override(registration: Registration, visit: Visit) -> Values:
    """Go back to the computed place."""
    operations.withdraw_override(registration=registration, by=visit.by, now=visit.now)
    return {"nick": registration.nick}

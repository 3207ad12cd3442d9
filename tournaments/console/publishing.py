"""Standings and their publication: the referee's word on a place, what results still lack, and the clock.

competition.md 3.9: an override has a public note, and the computed place stays beside it. A publication never
changes; a correction is a further one.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.console.fields import LocalDateTimeField, local_value, moment
from tournaments.models import StepKind, StepStatus
from tournaments.operations.events import plans
from tournaments.operations.results import publishing_standings as operations
from tournaments.queries import desk as queries


class OverrideForm(forms.Form):
    place = forms.IntegerField(
        label=gettext_lazy("Place"),
        min_value=1,
        max_value=10_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    note = forms.CharField(label=gettext_lazy("Why, for everybody to read"), max_length=500)


class PublishForm(forms.Form):
    note = forms.CharField(label=gettext_lazy("Note for everybody"), max_length=500, required=False)


class ClockForm(forms.Form):
    at = LocalDateTimeField(
        label=gettext_lazy("Publish the standings by themselves"),
        required=False,
        help_text=gettext_lazy("Provisional, as they stand at that time. Empty: not by the clock."),
    )


@require_GET
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as they are now, with the places by the referee's word, and what has been published."""
    return standings_page(request, slug)


def standings_page(
    request: HttpRequest,
    slug: str,
    refusal: Refusal | None = None,
    *,
    override: tuple[str, OverrideForm] | None = None,
    publish: PublishForm | None = None,
    status: int = 200,
) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.publish")
    rounds = queries.rounds_of(event)
    key, form = override or ("", OverrideForm())
    values: dict[str, Any] = {
        "tab": "standings",
        "lines": queries.standings_now(event),
        "missing": queries.still_missing(
            rounds, basic_rounds=event.series.basic_rounds, has_final=event.series.has_final
        ),
        "running": any(one.status == "running" for one in rounds),
        "publications": list(event.publications.defer("document").select_related("by").order_by("-number")),
        "override_key": key,
        "override_form": form,
        "publish_form": publish or PublishForm(auto_id="publish_%s"),
        "may_finish": event.status in ("running", "finished"),
    }
    return page(request, "standings", event, values, refusal, status=status)


@require_POST
def override(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Set a place by the referee's word."""
    account = signed_in(request)
    registration = access.registration_for(account, slug, key, "event.publish")
    form = OverrideForm(request.POST)
    if not form.is_valid():
        return standings_page(request, slug, override=(key, form), status=422)

    def act() -> str:
        place = form.cleaned_data["place"]
        operations.override_place(
            registration=registration, place=place, note=form.cleaned_data["note"], by=account, now=timezone.now()
        )
        return _("%(nick)s has place %(place)s by your word.") % {"nick": registration.nick, "place": place}

    return acted(
        request,
        act,
        to=address("standings", slug),
        refused=lambda refused: standings_page(
            request, slug, refusal_of(refused, "override", key), override=(key, form)
        ),
    )


@require_POST
def withdraw_override(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Back to the computed place."""
    account = signed_in(request)
    registration = access.registration_for(account, slug, key, "event.publish")

    def act() -> str:
        operations.withdraw_override(registration=registration, by=account, now=timezone.now())
        return _("%(nick)s has the computed place again.") % {"nick": registration.nick}

    return acted(
        request,
        act,
        to=address("standings", slug),
        refused=lambda refused: standings_page(request, slug, refusal_of(refused, "override", key)),
    )


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Freeze the standings as they are, provisional or final."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.publish")
    form, final = PublishForm(request.POST, auto_id="publish_%s"), request.POST.get("final") == "1"
    if not form.is_valid():
        return standings_page(request, slug, publish=form, status=422)

    def act() -> str:
        made = operations.publish_standings(
            event=event, by=account, now=timezone.now(), final=final, note=form.cleaned_data["note"]
        )
        if final:
            return _("Published as number %(n)s. These are the final results.") % {"n": made.number}
        return _("Published as number %(n)s, provisional.") % {"n": made.number}

    return acted(
        request,
        act,
        to=address("standings", slug),
        refused=lambda refused: standings_page(request, slug, refusal_of(refused, "publish"), publish=form),
    )


@require_http_methods(["GET", "POST"])
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """What the clock will do and did; when the standings are published by themselves."""
    event = access.event_for(signed_in(request), slug, "event.publish")
    steps = queries.steps_of(event)
    due = next((one for one in steps if (one.kind, one.status) == (StepKind.PUBLISH_RESULTS, StepStatus.DUE)), None)
    form = ClockForm(initial={"at": local_value(due.due_at if due else None, event.time_zone)})
    if request.method == "POST":
        form = ClockForm(request.POST)
        at = moment(form, "at", form.cleaned_data["at"], event.time_zone) if form.is_valid() else None
        if form.is_valid():
            plans.plan_publication(event, due_at=at, by=signed_in(request), now=timezone.now())
            return acted(
                request,
                lambda: _("The clock is set.") if at else _("Nothing is published by the clock."),
                to=address("schedule", slug),
                refused=lambda refused: page(request, "schedule", event, {}, refusal_of(refused, "clock")),
            )
    values = {"tab": "settings", "steps": steps, "form": form}
    return page(request, "schedule", event, values, status=422 if request.method == "POST" else 200)

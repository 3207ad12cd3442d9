"""Events: the director's own, a new one from a preset, its desk with the next step, its details and its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, note_refused, page, refusal_of, signed_in
from tournaments.console.event_form import EventForm, RegulationsForm, in_words, preset_of
from tournaments.console.next_step import RoundNow, Situation, next_step
from tournaments.facts.regulations import PRESETS
from tournaments.lifecycle import EVENT_STEPS
from tournaments.models import Event, EventStatus, Question, Series, Staff, StaffRole
from tournaments.operations.events import making as operations
from tournaments.operations.seating.promises import open_registration
from tournaments.operations.union.seasons import ensure_series
from tournaments.projections import regulations_of
from tournaments.queries import desk as queries


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The events at which somebody has a role; a director's lead to his desk, the others to the tables."""
    account = signed_in(request)
    role = Staff.objects.filter(account=account, event=OuterRef("pk"), ended_at=None, role=StaffRole.DIRECTOR)
    events = access.events_with_role(account).annotate(directs=Exists(role))[:200]
    values = {"events": events, "may_create": access.may_create_events(account), "directs_all": account.is_superuser}
    return render(request, "console/home.html", values)


@require_GET
def choose_series(request: HttpRequest) -> HttpResponse:
    """What kind of event: one card for each series."""
    _check_may_create(request)
    if Series.objects.filter(code__in=PRESETS).count() < len(PRESETS):
        ensure_series()
    known = {series.code: series for series in Series.objects.all()}
    series = [known[code] for code in PRESETS] + [one for code, one in known.items() if code not in PRESETS]
    return render(request, "console/choose_series.html", {"series": series})


@require_http_methods(["GET", "POST"])
def new_event(request: HttpRequest, series: str) -> HttpResponse:
    """A new event of a series, with the preset filled in."""
    _check_may_create(request)
    kind = get_object_or_404(Series, code=series)
    form, rules = _forms(request, Event(capacity=kind.most_players), preset_of(kind))
    refusal = None
    if request.method == "POST" and form.is_valid() & rules.is_valid():
        event = form.instance
        event.regulations = rules.given(beside={}, over=preset_of(kind))
        try:
            operations.create_event(event=event, series=kind, by=signed_in(request), now=timezone.now())
        except Refused as refused:
            note_refused(request, refused)
            refusal = refusal_of(refused, "event")
        else:
            messages.success(request, _("%(event)s is made. Nobody else can see it yet.") % {"event": event.name})
            return HttpResponseRedirect(address("event", event.slug))
    status = 422 if request.method == "POST" else 200
    values = {"form": form, "rules": rules, "series": kind, "refusal": refusal}
    return render(request, "console/new_event.html", values, status=status)


@require_GET
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the event stands, and what to do next."""
    return desk_page(request, slug)


def desk_page(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.direct")
    counts, rounds = queries.status_counts(event), queries.rounds_of(event)
    published = event.publications.order_by("-number").only("number", "final", "at").first()
    values = {
        "tab": "event",
        "counts": counts,
        "playing": counts["confirmed"] + counts["checked_in"],
        "rounds": rounds,
        "published": published,
        "questions": Question.objects.filter(event=event, answer="").count(),
        "step": next_step(situation_of(event, counts, rounds, published_final=bool(published and published.final))),
        "ways": ways_of(event.status),
    }
    return page(request, "event", event, values, refusal)


def situation_of(event: Event, counts: Counter[str], rounds: Sequence[Any], *, published_final: bool) -> Situation:
    """What `next_step` has to know of an event. No statement."""
    regulations = regulations_of(event)
    return Situation(
        status=event.status,
        rounds=tuple(
            RoundNow(
                number=one.number,
                kind=one.kind,
                status=one.status,
                has_word=event.is_smear or one.has_word,
                tables=one.tables_count,
                finished=one.finished_count,
            )
            for one in rounds
        ),
        applied=counts["applied"],
        confirmed=counts["confirmed"],
        checked_in=counts["checked_in"],
        basic_rounds=event.series.basic_rounds,
        has_final=event.series.has_final,
        has_small_final=event.series.has_small_final,
        final_size=regulations.final_size,
        published_final=published_final,
        sizes=regulations.game_options().table_sizes,
    )


def ways_of(status: str) -> list[str]:
    """The states that the event can be put into from here by hand, as they follow each other in an evening.

    `running` comes by itself when a round starts; by hand only from `finished`, as the way back.
    """
    order = ["draft", "announced", "open", "closed", "running", "finished", "cancelled"]
    ways = EVENT_STEPS[status] - ({"running"} if status != "finished" else set())
    return [one for one in order if one in ways]


@require_POST
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce, open, close, finish, cancel, go back."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.direct")

    def act() -> str:
        after = request.POST.get("status", "")
        if after == EventStatus.OPEN:
            open_registration(event=event, by=account, now=timezone.now())
        else:
            operations.change_status(event=event, status=after, by=account, now=timezone.now())
        return SAID[after]()

    return acted(
        request,
        act,
        to=address("event", slug),
        refused=lambda refused: desk_page(request, slug, refusal_of(refused, "status")),
    )


SAID = {
    "draft": lambda: _("The event is a draft again; only its staff sees it."),
    "announced": lambda: _("The event is announced. Everybody can see it."),
    "open": lambda: _("Registration is open."),
    "closed": lambda: _("Registration is closed."),
    "running": lambda: _("The event goes on."),
    "finished": lambda: _("The event is finished."),
    "cancelled": lambda: _("The event is cancelled. You can take this back."),
}


@require_GET
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to everything that is not needed every ten minutes."""
    event = access.event_for(signed_in(request), slug, "event.direct")
    return page(request, "settings", event, {"tab": "settings"})


@require_http_methods(["GET", "POST"])
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """Change name, day, times … and, before the first draw, the regulations."""
    event = access.event_for(signed_in(request), slug, "event.direct")
    frozen = event.regulations_frozen_at is not None
    before = regulations_of(event)
    form, rules = _forms(request, event, before)
    refusal = None
    if request.method == "POST" and form.is_valid() & (frozen or rules.is_valid()):
        if not frozen:
            event.regulations = rules.given(beside=dict(event.regulations), over=type(before)())
        try:
            operations.change_event(event=form.instance, by=signed_in(request), now=timezone.now())
        except Refused as refused:
            note_refused(request, refused)
            refusal = refusal_of(refused, "event")
        else:
            messages.success(request, _("Saved."))
            return HttpResponseRedirect(address("settings", slug))
    values = {"tab": "settings", "form": form, "rules": rules, "frozen": frozen and in_words(before)}
    return page(request, "details", event, values, refusal, status=422 if request.method == "POST" else 200)


def _forms(request: HttpRequest, event: Event, values: Any) -> tuple[EventForm, RegulationsForm]:
    data = request.POST if request.method == "POST" else None
    return EventForm(data, instance=event), RegulationsForm(data, values=values)


def _check_may_create(request: HttpRequest) -> None:
    if not access.may_create_events(signed_in(request)):
        raise PermissionDenied

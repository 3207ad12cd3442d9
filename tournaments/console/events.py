"""Events: the director's own, a new one from a preset, its desk with the next step, its details and its state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.table_cards import board_etag, cards_of
from tournaments.acts.visit import Visit, signed_in, stay_signed_in
from tournaments.console.alarms import alarms
from tournaments.console.drawing import barred
from tournaments.console.event_form import EventForm, in_words, preset_of
from tournaments.console.face import desk
from tournaments.console.next_step import RoundNow, Situation, next_step
from tournaments.facts.regulations import PRESETS
from tournaments.lifecycle import EVENT_STEPS
from tournaments.models import (
    LONGEST_LINE,
    Event,
    EventStatus,
    Question,
    Registration,
    Round,
    RoundStatus,
    Series,
    Staff,
    StaffRole,
    Table,
    hides_standings,
)
from tournaments.operations.events import hall
from tournaments.operations.events import making as operations
from tournaments.operations.events.entry_conditions import conditions_of
from tournaments.operations.files import rehearsals
from tournaments.operations.seating.order import refuse_early_start
from tournaments.operations.seating.promises import open_registration
from tournaments.operations.union.seasons import ensure_series, series_named
from tournaments.operations.upkeep import kept_backups
from tournaments.projections import regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.boards import BoardView
from tournaments.queries.boards import board as board_of
from tournaments.queries.ceremonies import ANNOUNCED, BEGUN, GIVEN_UP, was_drawn
from tournaments.queries.rooms import referees_of_rooms
from tournaments.texts.about_events import SCENES, round_title
from tournaments.texts.about_forecasts import end_text
from tournaments.texts.about_steps import trouble_text

ON_THE_DESK = 24  # tables; the board has them all


@desk.page("", right="event.home")
def home(visit: Visit) -> HttpResponse:
    """The events at which somebody has a role; a director's lead to his desk, the others to the tables."""
    role = Staff.objects.filter(account=visit.by, event=OuterRef("pk"), ended_at=None, role=StaffRole.DIRECTOR)
    events = access.events_with_role(visit.by).annotate(directs=Exists(role))[:200]
    may_create, directs_all = access.may_create_events(visit.by), visit.by.is_superuser
    values = {"events": events, "may_create": may_create, "directs_all": directs_all, "alarms": alarms(visit.now)}
    return visit.page("console/home.html", values)


# --- A new event ------------------------------------------------------------------------------------------------------


@desk.page("+new/", right="event.create")
def choose_series(visit: Visit) -> HttpResponse:
    """Choose the series of a new event: one card for each."""
    if Series.objects.filter(code__in=PRESETS).count() < len(PRESETS):
        ensure_series()
    known = {series.code: series for series in Series.objects.all()}
    series = [known[code] for code in PRESETS] + [known[code] for code in known if code not in PRESETS]
    return visit.page("console/choose_series.html", {"series": series})


@desk.page("+new/<slug:series>/", right="event.create")
def new_event(visit: Visit) -> HttpResponse:
    """A new event of a series, with the preset filled in."""
    series = _series(visit)
    form = visit.form_of(EventForm, instance=_blank(series), values=preset_of(series))
    return visit.page("console/new_event.html", {"form": form, "rules": form.rules, "series": series})


def _new_event_form(visit: Visit) -> EventForm:
    series = _series(visit)
    return EventForm(visit.sent, instance=_blank(series), values=preset_of(series))


@desk.act(
    "+new/<slug:series>/",
    right="event.create",
    page=new_event,
    to=lambda visit: desk.address("event", slug=visit.made) if visit.made else desk.address("home"),
    form=_new_event_form,
    wanted=_("Making an event"),
    done=_("%(event)s is made. Nobody else can see it yet."),
    code="desk:new_event",
)
def create_event(visit: Visit) -> Values:
    """Make an event of a series."""
    series, form = _series(visit), visit.form_of(EventForm)
    event = form.instance
    operations.refuse_twin(event, series=series, by=visit.by)
    event.regulations = form.rules.given(beside={}, over=preset_of(series))
    operations.create_event(event=event, series=series, by=visit.by, now=visit.now)
    stay_signed_in(visit.request)
    visit.made = event.slug
    return {"event": event.name}


def _series(visit: Visit) -> Series:
    """The series of the address; one of the union's comes into being when it is first named."""
    code = visit.address["series"]
    return series_named(code) if code in PRESETS else get_object_or_404(Series, code=code)


def _blank(series: Series) -> Event:
    return Event(capacity=series.most_players)


# --- The desk of an event ---------------------------------------------------------------------------------------------


@desk.page("<slug:slug>/", right="event.direct", name="event")
def event_page(event: Event, visit: Visit) -> HttpResponse:
    """Where the event stands, what the tables do, and what to do next; the middle of it follows by itself."""
    values = {
        "tab": "event",
        "ways": ways_of(event),
        "scenes": SCENES.items(),
        "longest_line": LONGEST_LINE,
        **_now(event, visit),
    }
    answer = visit.page("console/event.html", values)
    answer["X-Version"] = str(event.version)
    return answer


@desk.view("<slug:slug>/now/", right="event.direct")
def event_now(request: HttpRequest, slug: str) -> HttpResponse:
    """What of the desk follows by itself, and nothing new while nothing has happened."""
    event = access.event_for(signed_in(request), slug, "event.direct")
    visit = Visit(desk, request, {"slug": slug})
    etag = f'{board_etag(event, visit.by, now=visit.now)[:-1]}-{len(alarms(visit.now))}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = visit.page("console/parts/event_now.html", _now(event, visit))
        answer["ETag"] = etag
    answer["X-Version"] = str(event.version)
    return answer


def _now(event: Event, visit: Visit) -> dict[str, Any]:
    """What follows the evening: next step, questions, tables, people and rounds."""
    counts, rounds = queries.status_counts(event), queries.rounds_of(event)
    board = _board(event, rounds, now=visit.now)
    tables = board.for_the_desk if board else []
    published = event.publications.order_by("-number").only("number", "final", "at").first()
    is_final = bool(published and published.final)
    moves_up = queries.who_moves_up(event, counts)
    step = next_step(situation_of(event, counts, rounds, published_final=is_final, moves_up=moves_up))
    return {
        "event": event,
        "counts": counts,
        "playing": counts["confirmed"] + counts["checked_in"],
        "rounds": rounds,
        "board": board,
        "cards": cards_of(tables[:ON_THE_DESK]),
        "more_tables": len(tables) - ON_THE_DESK,
        "rooms": referees_of_rooms(event).items() if tables else (),
        "forecasts": _forecasts(event, board),
        "published": published,
        "hides_standings": hides_standings(event),
        "alarms": alarms(visit.now),
        "troubles": [] if event.is_over else [trouble_text(step) for step in queries.clock_troubles(event)],
        "questions": Question.objects.filter(event=event, answer="").count(),
        "step": step,
        "drawn_beside": next((one for one in rounds if one.draw_step in BEGUN and one.number != step.round), None),
        "waits": queries.who_applied(event) if step.code == "decide" else moves_up,
        "lets_everybody_in": _lets_everybody_in(event),
    }


def _lets_everybody_in(event: Event) -> bool:
    """Whether it is to open for chosen players, and nobody has said yet for whom."""
    preset = PRESETS.get(event.series.code)
    is_before = event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED)
    return is_before and preset is not None and preset.is_chosen and not conditions_of(event)


def _board(event: Event, rounds: Sequence[Any], *, now: datetime) -> BoardView | None:
    """What the tables ask. None, and no statement, before a round has started; from then on four or five."""
    if all(round_.started_at is None for round_ in rounds):
        return None
    return board_of(event, Table.objects.filter(round__event=event), now=now)


def _forecasts(event: Event, board: BoardView | None) -> list[str]:
    """When the rounds on the board end."""
    return [
        end_text(round_title(one.number, one.kind), found.minutes, at=found.at, zone=event.time_zone)
        for one in (board.rounds if board else ())
        if (found := one.forecast)
    ]


def situation_of(
    event: Event,
    counts: Counter[str],
    rounds: Sequence[Any],
    *,
    published_final: bool,
    moves_up: Registration | None = None,
) -> Situation:
    """What `next_step` has to know of an event. Few statements, and none where no round is to start and no draw in
    public is to come anew.
    """
    regulations = regulations_of(event)
    return Situation(
        status=event.status,
        rounds=tuple(
            RoundNow(
                number=round_.number,
                kind=round_.kind,
                status=round_.status,
                has_word=event.is_smear or round_.has_word,
                tables=round_.tables_count,
                finished=round_.finished_count,
                attempt=round_.last_draw,
                is_frozen=round_.draw_step in BEGUN,
                is_promised_again=round_.is_promised_again,
                is_barred=round_.draw_step in (GIVEN_UP, ANNOUNCED) and bool(barred(round_)),
                waits_for=_waits_for(event, round_) if round_.status == RoundStatus.PUBLISHED else 0,
                asked=queries.asked_before_start(round_) if round_.status == RoundStatus.PUBLISHED else "",
            )
            for round_ in rounds
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
        moves_up=moves_up.key if moves_up else "",
    )


def _waits_for(event: Event, round_: Round) -> int:
    """Number of the round without which this one does not start yet; 0 for none. At most five statements."""
    round_.event = event
    try:
        refuse_early_start(round_)
    except Refused as refused:
        return int(str(refused.values["other"]))
    return 0


def ways_of(event: Event) -> list[str]:
    """The states that the event can be put into from here by hand, as they follow each other in an evening.

    `running` comes by itself when a round starts; by hand only from `finished`, as the way back. Out of `cancelled`
    leads the next step. At most one statement.
    """
    if event.status == EventStatus.CANCELLED:
        return []
    order = ["draft", "announced", "open", "closed", "running", "finished", "cancelled"]
    ways = set(EVENT_STEPS[event.status])
    if event.status != EventStatus.FINISHED:
        ways.discard("running")
    if EventStatus.DRAFT in ways and was_drawn(event):
        ways.discard("draft")
    return [state for state in order if state in ways]


SAID: Mapping[str, Any] = {
    "draft": _("The event is a draft again; only its staff sees it."),
    "announced": _("The event is announced. Everybody can see it."),
    "open": _("Registration is open."),
    "closed": _("Registration is closed."),
    "running": _("The event goes on."),
    "finished": _("The event is finished."),
    "cancelled": _("The event is cancelled. You can take this back."),
}


@desk.act(
    "<slug:slug>/status/",
    right="event.direct",
    page=event_page,
    wanted=_("Changing the state of the event"),
    code="desk:status",
    fresh=lambda visit: visit.text("status") == EventStatus.CANCELLED,
)
def change_status(event: Event, visit: Visit) -> Values:
    """Announce, open, close, finish, cancel, go back."""
    after = visit.text("status")
    if after == EventStatus.CANCELLED or (after == EventStatus.RUNNING and event.is_over):
        kept_backups.before("event_status", by=visit.by, now=visit.now)
    if after == EventStatus.OPEN:
        open_registration(event=event, by=visit.by, now=visit.now)
    else:
        operations.change_status(event=event, status=after, by=visit.by, now=visit.now)
    return str(SAID[after])


@desk.act(
    "<slug:slug>/screen/",
    right="event.direct",
    page=event_page,
    wanted=_("Setting what the big screen shows"),
    done=_("The big screen shows it."),
)
def put_on_screen(event: Event, visit: Visit) -> None:
    """Pin a scene on the screens of the hall, or none, and write a line on them."""
    scene, line = visit.text("scene"), visit.text("line", most=LONGEST_LINE)
    hall.put_on_screen(event=event, scene=scene, line=line, by=visit.by, now=visit.now)


# --- Settings ---------------------------------------------------------------------------------------------------------


@desk.page("<slug:slug>/settings/", right="event.direct", name="settings")
def settings_page(event: Event, visit: Visit) -> HttpResponse:
    """The way to everything that is not needed every ten minutes."""
    form = visit.form_of(RehearsalForm, initial={"players": rehearsals.registered(event) or None})
    return visit.page("console/settings.html", {"tab": "settings", "event": event, "rehearsal_form": form})


class RehearsalForm(forms.Form):
    players = forms.IntegerField(label=_("Invented players"), min_value=1, max_value=rehearsals.MOST)


@desk.act(
    "<slug:slug>/rehearse/",
    right="event.direct",
    page=settings_page,
    to=lambda event, visit: desk.address("event", slug=visit.made),
    form=RehearsalForm,
    wanted=_("Making a rehearsal"),
    done=_("This is a rehearsal with invented people. Try everything; nothing of it counts."),
)
def rehearse(event: Event, visit: Visit) -> None:
    """Make a copy of the event with invented people, in which everything can be tried."""
    visit.made = rehearsals.rehearse(event=event, by=visit.by, now=visit.now, **visit.said).slug


@desk.act(
    "<slug:slug>/rehearsal/end/",
    right="event.direct",
    page=event_page,
    to=lambda event, visit: desk.address("home"),
    wanted=_("Throwing a rehearsal away"),
    done=_("The rehearsal is thrown away."),
    fresh=True,
)
def end_rehearsal(event: Event, visit: Visit) -> None:
    """Throw a rehearsal away before its time."""
    rehearsals.throw_away(event=event, by=visit.by, now=visit.now)


@desk.page("<slug:slug>/details/", right="event.direct")
def details(event: Event, visit: Visit) -> HttpResponse:
    """Name, day, times …; the regulations until the first draw, from then on in words."""
    regulations, seen = regulations_of(event), operations.seal_of_details(event)
    form = visit.form_of(EventForm, instance=event, values=regulations)
    both: list[tuple[str, Any]] = []
    if visit.refusal and visit.refusal.code == "details_changed":
        both = form.changed_by_both()
        form = EventForm(form.untouched_as_stored(), instance=copy(event), values=regulations)
    elif visit.act == "change_event":
        seen = visit.text("seen")  # what he looked at, so that a change meanwhile is not written over
    frozen = in_words(regulations) if event.regulations_frozen_at else []
    values = {
        "tab": "settings",
        "event": event,
        "form": form,
        "rules": form.rules,
        "frozen": frozen,
        "seen": seen,
        "both": both,
    }
    return visit.page("console/details.html", values)


@desk.act(
    "<slug:slug>/details/",
    right="event.direct",
    page=details,
    to="settings",
    form=lambda event, visit: EventForm(visit.sent, instance=event, values=regulations_of(event)),
    wanted=_("Changing details of the event"),
    done=_("Saved."),
    code="desk:details",
)
def change_event(event: Event, visit: Visit) -> None:
    """Change name, day, times … and, before the first draw, the regulations.

    Raises Refused `regulations_stay` if the form was opened before the first draw and would change them after it.
    """
    form = visit.form_of(EventForm)
    if event.regulations_frozen_at is None:
        no_change = type(regulations_of(event))()
        event.regulations = form.rules.given(beside=dict(event.regulations), over=no_change)
    elif form.would_change_frozen():
        raise Refused("regulations_stay")
    operations.change_event(event=event, seen=visit.text("seen"), by=visit.by, now=visit.now)

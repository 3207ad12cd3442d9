"""What the clock does at an event, and what it did or could not do: plans of the event and of each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.fields import LocalDateTimeField, local_value, moment
from tournaments.models import Event, Round, RoundStatus, Step, StepKind, StepStatus
from tournaments.operations.events import plans
from tournaments.queries import desk as queries
from tournaments.texts.about_events import round_title

DRAWS = (StepKind.DRAW_ROUND, StepKind.DRAW_AND_PUBLISH)


class ClockForm(forms.Form):
    """The time is local to the event's zone."""

    at = LocalDateTimeField(
        label=_("Publish the standings by themselves"),
        required=False,
        help_text=_("Provisional, as they stand at that time. Empty: not by the clock."),
    )

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = event.time_zone

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["due_at"] = moment(self, "at", data.get("at"), self.zone)
        return data


class RoundClockForm(forms.Form):
    """What the clock does for one round. Times are local to the event's zone."""

    draw_at = LocalDateTimeField(
        label=_("Draw it by itself"), required=False, help_text=_("At the sizes of tables that are proposed first.")
    )
    publishes = forms.BooleanField(
        label=_("and publish the seating at once"),
        required=False,
        help_text=_("Without this tick you look at the draw first and publish it yourself."),
    )
    word_at = LocalDateTimeField(
        label=_("Deadline of its word"),
        required=False,
        help_text=_("If it has none by then, you and the commission are reminded by e-mail and here."),
    )
    closes = forms.BooleanField(
        label=_("Close it by itself"),
        required=False,
        help_text=_("When all its tables are finished, and agreed with where somebody has to agree."),
    )

    def __init__(self, *args: Any, round_: Round, **options: Any) -> None:
        super().__init__(*args, **{"prefix": f"round-{round_.number}", **options})
        self.round_, self.zone = round_, round_.event.time_zone
        if round_.status != RoundStatus.PLANNED:
            del self.fields["draw_at"], self.fields["publishes"]
        if not round_.lacks_word:
            del self.fields["word_at"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in ("draw_at", "word_at"):
            data[name] = moment(self, name, data.get(name), self.zone) if name in self.fields else None
        return {"publishes": False} | data


@desk.page("<slug:slug>/schedule/", right="event.publish")
def schedule(event: Event, visit: Visit) -> HttpResponse:
    """What the clock will do and did; what it does for each round; when the standings are published by themselves."""
    steps = queries.steps_of(event)
    due = [step for step in steps if (step.kind, step.status) == (StepKind.PUBLISH_RESULTS, StepStatus.DUE)]
    at = local_value(due[0].due_at, event.time_zone) if due else None
    values = {
        "tab": "settings",
        "event": event,
        "steps": steps,
        "form": visit.form_of(ClockForm, event=event, initial={"at": at}),
        "rounds": [_round_shown(round_, steps, visit) for round_ in _open_rounds(event)],
    }
    return visit.page("console/schedule.html", values)


@desk.act(
    "<slug:slug>/schedule/",
    right="event.publish",
    page=schedule,
    form=lambda event, visit: ClockForm(visit.sent, event=event),
    wanted=_("Setting the clock"),
    code="desk:schedule",
)
def plan_publication(event: Event, visit: Visit) -> Values:
    """Say when the standings are published by themselves, or that they are not."""
    due_at = visit.said["due_at"]
    plans.plan_publication(event, due_at=due_at, by=visit.by, now=visit.now)
    return gettext("The clock is set.") if due_at else gettext("Nothing is published by the clock.")


@desk.act(
    "<slug:slug>/schedule/round/<int:nth>/",
    right="event.publish",
    page=schedule,
    form=lambda event, visit: RoundClockForm(visit.sent, round_=_round(event, visit)),
    wanted=_("Setting the clock for a round"),
    done=_("The clock is set for round %(round)s."),
)
def set_round_clock(event: Event, visit: Visit) -> Values:
    """Say what the clock does for a round: draw it, publish it, remind of its word, close it."""
    round_ = _round(event, visit)
    plans.plan_round_by_clock(round_=round_, **visit.said, by=visit.by, now=visit.now)
    return {"round": round_.number}


def _round(event: Event, visit: Visit) -> Round:
    round_ = get_object_or_404(Round, event=event, number=visit.address["nth"])
    round_.event = event
    return round_


def _open_rounds(event: Event) -> list[Round]:
    """The rounds that are not closed. One statement; none of an event that is over."""
    if event.is_over:
        return []
    rounds = list(event.rounds.exclude(status=RoundStatus.CLOSED).order_by("number"))
    for round_ in rounds:
        round_.event = event
    return rounds


def _round_shown(round_: Round, steps: Sequence[Step], visit: Visit) -> dict[str, Any]:
    """A round with its form, filled in with what is planned, or as it was sent."""
    due = {step.kind: step for step in steps if step.round_id == round_.pk and step.status == StepStatus.DUE}
    draw = next((due[kind] for kind in DRAWS if kind in due), None)
    word, zone = due.get(StepKind.REMIND_WORD), round_.event.time_zone
    planned = {
        "draw_at": local_value(draw.due_at, zone) if draw else None,
        "publishes": StepKind.DRAW_AND_PUBLISH in due,
        "word_at": local_value(word.due_at, zone) if word else None,
        "closes": StepKind.CLOSE_ROUND in due,
    }
    sent = visit.form if isinstance(visit.form, RoundClockForm) and visit.form.round_.pk == round_.pk else None
    form = sent or RoundClockForm(round_=round_, initial=planned)
    return {"number": round_.number, "title": round_title(round_.number, round_.kind), "form": form}

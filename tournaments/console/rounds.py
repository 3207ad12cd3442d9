"""Rounds: the plan, the word, and the way of each round from the plan to its end.

The word is the director's alone until the round starts. Even on his own page it stands behind a reveal, because
people look over his shoulder.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.console.fields import LocalDateTimeField, local_value, moment
from tournaments.console.words import rules_shown
from tournaments.models import Account, Event, Round, RoundKind, RoundStatus
from tournaments.operations.evening import rounds as operations
from tournaments.operations.seating import seats
from tournaments.queries import desk as queries
from tournaments.queries.draws import lots_had_no_say
from tournaments.queries.hand_edits import hand_edits
from tournaments.queries.seating import judged_seating, seating_of
from tournaments.texts import about_events

SECRET = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


class PlanForm(forms.Form):
    """What a round is and when it starts; the time is local to the event's zone."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), choices=[(kind.value, about_events.ROUND_KINDS[kind]) for kind in RoundKind]
    )
    starts = LocalDateTimeField(
        label=gettext_lazy("Starts by the clock"),
        required=False,
        help_text=gettext_lazy("By itself at this time, if it is drawn and has a word. Empty: when you start it."),
    )

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = event.time_zone
        if event.is_smear:
            self.fields["starts"].help_text = gettext_lazy(
                "By itself at this time, if it is drawn. Empty: when you start it."
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["starts_at"] = moment(self, "starts", data.get("starts"), self.zone)
        return data


class WordForm(forms.Form):
    word = forms.CharField(label=gettext_lazy("Playing word"), max_length=40, widget=forms.TextInput(attrs=SECRET))
    caption = forms.CharField(
        label=gettext_lazy("Caption"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("The text around the word: of “Herr FLICK” only FLICK is the word."),
        widget=forms.TextInput(attrs=SECRET),
    )
    split = forms.CharField(
        label=gettext_lazy("Letters"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Only if the split is wrong: the letters with a space between them. CH is two letters."),
        widget=forms.TextInput(attrs=SECRET),
    )

    def letters(self) -> tuple[str, ...] | None:
        """The corrected split, None to split the word letter by letter."""
        return tuple(unicodedata.normalize("NFC", self.cleaned_data["split"]).split()) or None


# --- Pages ------------------------------------------------------------------------------------------------------------


@require_GET
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan of the evening."""
    return rounds_page(request, slug)


def rounds_page(
    request: HttpRequest, slug: str, refusal: Refusal | None = None, *, form: PlanForm | None = None, status: int = 200
) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.rounds")
    values = {
        "tab": "rounds",
        "rounds": queries.rounds_of(event),
        "form": form or PlanForm(event=event, auto_id="plan_%s"),
    }
    return page(request, "rounds", event, values, refusal, status=status)


@require_GET
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round: its word, its tables, and what can be done with it in its state."""
    return show_round(request, slug, number)


def show_round(
    request: HttpRequest,
    slug: str,
    number: int,
    refusal: Refusal | None = None,
    *,
    plan: PlanForm | None = None,
    word: WordForm | None = None,
    status: int = 200,
) -> HttpResponse:
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.rounds")
    event = round_.event
    may_read = round_.is_word_public or access.may_read_set_word(account, event)
    values: dict[str, Any] = {
        "tab": "rounds",
        "round": round_,
        "may_read_word": may_read,
        "plan": plan or PlanForm(event=event, auto_id="plan_%s", initial=_planned(round_)),
        "word": word or WordForm(auto_id="word_%s", initial=_word(round_) if may_read else {}),
        "word_open": word is not None,
    }
    if round_.status in (RoundStatus.DRAWN, RoundStatus.PUBLISHED):
        values |= _seated(round_)
    elif round_.status != RoundStatus.PLANNED:
        tables = seating_of(round_)
        values |= {"tables": tables, "open_tables": [one for one in tables if one.game and not one.game.finished]}
    return page(request, "round", event, values, refusal, status=status)


def _seated(round_: Round) -> dict[str, Any]:
    """The seating before the start, with its faults and what was changed by hand."""
    seating, attempts = judged_seating(round_), queries.attempts_of(round_)
    here = [[seat.registration.key for seat in table.seats] for table in seating.tables]
    return {
        "seating": seating,
        "rules": rules_shown(seating),
        "changed": bool(attempts) and attempts[0].tables != here,
        "attempts": attempts,
        "by_plan": bool(attempts) and lots_had_no_say(attempts[0].inputs),
        "log": hand_edits(round_),
    }


def _planned(round_: Round) -> dict[str, Any]:
    return {"kind": round_.kind, "starts": local_value(round_.starts_at, round_.event.time_zone)}


def _word(round_: Round) -> dict[str, Any]:
    word = round_.playing_word
    return {"word": word.word, "caption": word.caption, "split": " ".join(word.letters)} if word else {}


# --- Acts -------------------------------------------------------------------------------------------------------------


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan one more round after the last one."""
    event = access.event_for(signed_in(request), slug, "event.rounds")
    form = PlanForm(request.POST, event=event, auto_id="plan_%s")
    if not form.is_valid():
        return rounds_page(request, slug, form=form, status=422)

    def act() -> str:
        data = form.cleaned_data
        account, now = signed_in(request), timezone.now()
        made = operations.plan_round(event=event, kind=data["kind"], starts_at=data["starts_at"], by=account, now=now)
        return _("Round %(round)s is planned.") % {"round": made.number}

    return acted(
        request,
        act,
        to=address("rounds", slug),
        refused=lambda refused: rounds_page(request, slug, refusal_of(refused, "plan"), form=form),
    )


@require_POST
def plan(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change what a round is and when it starts."""
    round_ = access.round_for(signed_in(request), slug, number, "event.rounds")
    form = PlanForm(request.POST, event=round_.event, auto_id="plan_%s")
    if not form.is_valid():
        return show_round(request, slug, number, plan=form, status=422)

    def act() -> str:
        data = form.cleaned_data
        operations.change_round(
            round_=round_,
            kind=data["kind"],
            starts_at=data["starts_at"],
            by=signed_in(request),
            now=timezone.now(),
        )
        return _("Saved.")

    return acted(
        request,
        act,
        to=address("round", slug, number),
        refused=lambda refused: show_round(request, slug, number, refusal_of(refused, "plan"), plan=form),
    )


@require_POST
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the last round out of the plan."""
    return _act(
        request,
        slug,
        number,
        "remove",
        lambda round_, by: operations.remove_round(round_=round_, by=by, now=timezone.now()),
        lambda: _("Round %(round)s is removed.") % {"round": number},
        to=address("rounds", slug),
    )


@require_POST
@sensitive_post_parameters()
def word(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the round its word. The message does not repeat it."""
    round_ = access.round_for(signed_in(request), slug, number, "event.rounds")
    form = WordForm(request.POST, auto_id="word_%s")
    if not form.is_valid():
        return show_round(request, slug, number, word=form, status=422)

    def act() -> str:
        data = form.cleaned_data
        operations.set_word(
            round_=round_,
            word=data["word"],
            caption=data["caption"],
            letters=form.letters(),
            by=signed_in(request),
            now=timezone.now(),
        )
        return _("Round %(round)s has its word.") % {"round": number}

    return acted(
        request,
        act,
        to=address("round", slug, number),
        refused=lambda refused: show_round(request, slug, number, refusal_of(refused, "word"), word=form),
    )


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the seating to everybody."""
    return _act(
        request,
        slug,
        number,
        "publish",
        lambda round_, by: seats.publish_seating(round_=round_, by=by, now=timezone.now()),
        lambda: _("Everybody can see the seating of round %(round)s.") % {"round": number},
    )


@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open a game at every table and reveal the word."""
    return _act(
        request,
        slug,
        number,
        "start",
        lambda round_, by: operations.start_round(round_=round_, by=by, now=timezone.now()),
        lambda: _("Round %(round)s runs. Deals can be recorded.") % {"round": number},
    )


@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End the round; with a reason also where a table has not finished."""
    reason = reason_in(request)
    return _act(
        request,
        slug,
        number,
        "close",
        lambda round_, by: operations.close_round(round_=round_, by=by, now=timezone.now(), force_reason=reason),
        lambda: _("Round %(round)s is closed.") % {"round": number},
        to=address("event", slug),
    )


@require_POST
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open a closed round again."""
    return _act(
        request,
        slug,
        number,
        "reopen",
        lambda round_, by: operations.reopen_round(round_=round_, by=by, now=timezone.now()),
        lambda: _("Round %(round)s is open again.") % {"round": number},
    )


def _act(
    request: HttpRequest,
    slug: str,
    number: int,
    name: str,
    operation: Callable[[Round, Account], object],
    said: Callable[[], str],
    *,
    to: str = "",
) -> HttpResponse:
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.rounds")

    def act() -> str:
        operation(round_, account)
        return said()

    def refused(refusal: Refused) -> HttpResponse:
        return show_round(request, slug, number, refusal_of(refusal, name))

    return acted(request, act, to=to or address("round", slug, number), refused=refused)

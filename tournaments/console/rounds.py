"""Rounds: the plan, the word, and the way of each round from the plan to its end.

A word lies sealed until the round starts, also one that a director has set. He opens it by an act of his own, which
stands in the readings; who plays in the event does not. What somebody in the event has read does not start unnoticed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, TypedDict, cast

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from games.secret_words import Plain
from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.drawing import barred, spent
from tournaments.console.face import desk, not_kept
from tournaments.console.fields import LocalDateTimeField, local_value, moment
from tournaments.console.sentences import rules_shown
from tournaments.facts.nicks import shown
from tournaments.models import Event, EventStatus, Round, RoundKind, RoundStatus
from tournaments.operations.bans.doors import refuse_unanswered
from tournaments.operations.evening import rounds as operations
from tournaments.operations.seating import arranging, seats
from tournaments.operations.seating.order import refuse_unanswered_draw
from tournaments.operations.words import round_words
from tournaments.projections import TIERS
from tournaments.queries import desk as queries
from tournaments.queries import event_words as words
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    Attempt,
    as_shown,
    draws_in_public,
    is_by_lot,
    redraws_among,
    rounds_begun,
)
from tournaments.queries.draw_history import drawn_after, seen_as, settled_by
from tournaments.queries.finals import unfinished_before
from tournaments.queries.hand_edits import hand_edits
from tournaments.queries.seating import judged_seating, seating_of
from tournaments.queries.substitutions import taken_back
from tournaments.texts import about_events
from tournaments.texts.refusals import refusal_of, sentence_for

SECRET = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


class PlanForm(forms.Form):
    """What a round is and when it starts; the time is local to the event's zone."""

    kind = forms.ChoiceField(
        label=_("Kind"), choices=[(kind.value, about_events.ROUND_KINDS[kind]) for kind in RoundKind]
    )
    starts = LocalDateTimeField(
        label=_("Starts by the clock"),
        required=False,
        help_text=_("By itself at this time, if it is drawn and has a word. Empty: when you start it."),
    )

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "plan_%s", **options})
        self.zone = event.time_zone
        if event.is_smear:
            self.fields["starts"].help_text = _("By itself at this time, if it is drawn. Empty: when you start it.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["starts_at"] = moment(self, "starts", data.get("starts"), self.zone)
        return data


class WordForm(forms.Form):
    word = forms.CharField(label=_("Playing word"), max_length=40, widget=forms.TextInput(attrs=SECRET))
    caption = forms.CharField(
        label=_("Caption"),
        max_length=120,
        required=False,
        help_text=_("The text around the word: of “Herr FLICK” only FLICK is the word."),
        widget=forms.TextInput(attrs=SECRET),
    )
    split = forms.CharField(
        label=_("Letters"),
        max_length=80,
        required=False,
        help_text=_("Only if the split is wrong: the letters with a space between them. CH is two letters."),
        widget=forms.TextInput(attrs=SECRET),
    )
    reason = forms.CharField(
        label=_("Public reason"),
        max_length=500,
        required=False,
        help_text=_("Needed to exchange a word that is set already, or to set one though you play here yourself."),
    )

    def __init__(self, *args: Any, asks_why: bool = True, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "word_%s", **options})
        if not asks_why:
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """`letters`: the corrected split, None to split the word letter by letter."""
        data = super().clean() or self.cleaned_data
        data["letters"] = tuple(unicodedata.normalize("NFC", data.get("split", "")).split()) or None
        return data


class SwapForm(forms.Form):
    """`reserve`: the number of the word that comes instead; none, and the director sets one."""

    reserve = forms.IntegerField(required=False)
    reason = forms.CharField(max_length=500, required=False)

    def clean_reason(self) -> str:
        """Everybody reads it: without what cannot be seen."""
        return shown(self.cleaned_data["reason"])


# --- Pages ------------------------------------------------------------------------------------------------------------


@desk.page("<slug:slug>/rounds/", right="event.rounds")
def rounds(event: Event, visit: Visit) -> HttpResponse:
    """Show the rounds of the event as they are planned."""
    form = visit.form_of(PlanForm, event=event)
    values = {"tab": "rounds", "event": event, "rounds": queries.rounds_of(event), "form": form}
    return visit.page("console/rounds.html", values)


@desk.page("<slug:slug>/round/<int:number>/", right="event.rounds", name="round")
def round_page(round_: Round, visit: Visit, opened: Plain | None = None) -> HttpResponse:
    """One round: its word (`opened`: just asked for), its tables, and what can be done with it in its state."""
    event = round_.event
    values: dict[str, Any] = {
        "tab": "rounds",
        "event": event,
        "round": round_,
        "plan": _plan(round_, visit),
        "word_open": isinstance(visit.form, WordForm),
        "opened": opened,
        **_waited_for(round_),
        **({} if round_.is_word_public or event.is_smear else _word(round_, visit)),
    }
    may_be_drawn = round_.started_at is None and round_.kind not in TIERS
    in_public = draws_in_public(event, round_.number) if may_be_drawn else []
    if round_.started_at is None:
        begun = list(rounds_begun(event))
        later = (number for number in begun if number > round_.number and round_.kind == RoundKind.BASIC)
        values |= {"begun": round_.number in begun, "frozen_by": next(later, 0)}
        values |= {"spent": spent(round_), "by_lot": is_by_lot(round_)}
        values |= {"is_promised": bool(in_public) and in_public[-1].state == ANNOUNCED}
        values |= {"shown_as": seen_as(round_, 0, as_shown(in_public))}
    if round_.status in (RoundStatus.DRAWN, RoundStatus.PUBLISHED):
        values |= _seated(round_, in_public)
    elif round_.status != RoundStatus.PLANNED:
        tables = seating_of(round_)
        going_on = [table for table in tables if table.game and not table.game.finished]
        playing = (seat.registration for table in going_on for seat in table.seats if seat.left is None)
        back = taken_back(round_, tables)
        told = {one.back.pk for one in back if one.is_withdrawn}
        values |= {
            "tables": tables,
            "open_tables": going_on,
            "taken_back": back,
            "plays_though_gone": [one for one in playing if not one.is_playing and one.pk not in told],
        }
    return visit.page("console/round.html", values)


def tables_of(round_: Round, _visit: Visit) -> str:
    """The address of the tables of a round, on its page."""
    return desk.address("round", slug=round_.event.slug, number=round_.number) + "#tables"


def knows_as_it_was(round_: Round) -> str:
    """What is said besides when the tables of a round were changed that a later one has read; else ""."""
    later = drawn_after(round_)
    if not later:
        return ""
    return gettext("Round %(n)s is drawn already and knows these tables as they were then.") % {"n": later}


def _waited_for(round_: Round) -> dict[str, Any]:
    """The number of a round that counts for who sits here and is not over; `asks`: it is closed, so that the director
    is only asked whether a game of it is played on.
    """
    other = unfinished_before(round_)
    closed = Round.objects.filter(event=round_.event_id, number=other, status=RoundStatus.CLOSED)
    return {"basic_unfinished": other, "asks": bool(other) and closed.exists()}


def _seated(round_: Round, in_public: Sequence[Attempt]) -> dict[str, Any]:
    """The seating before the start, with its faults and what was changed by hand."""
    seating, attempts = judged_seating(round_), queries.attempts_of(round_)
    here = [[seat.registration.key for seat in table.seats] for table in seating.tables]
    people = (seat.registration for table in seating.tables for seat in table.seats)
    return {
        "seating": seating,
        "gone": {one.key: one.nick for one in people if not one.is_playing},
        "rules": rules_shown(seating),
        "changed": bool(attempts) and attempts[0].tables != here,
        "may_go_back": bool(attempts) and arranging.seats_the_same(attempts[0], here),
        "attempts": attempts,
        "redraws": redraws_among(round_, in_public),
        "shown_as": seen_as(round_, attempts[0].attempt if attempts else 0, as_shown(in_public)),
        "barred": barred(round_),
        "unanswered": _unanswered(round_),
        "settled": settled_by(attempts[0].inputs) if attempts else None,
        "log": hand_edits(round_),
    }


def _unanswered(round_: Round) -> str:
    """Why a round does not start before a question is answered, in the words in which it would be refused; "" if none
    is open. One statement, two more where one is.
    """
    if not queries.asked_before_start(round_):
        return ""
    return refusal_of(refuse_unanswered_draw, round_) or refusal_of(refuse_unanswered, round_.event)


def _plan(round_: Round, visit: Visit) -> PlanForm:
    """The form of the plan; once the round is drawn its kind stands there, and why it stays."""
    initial = {"kind": round_.kind, "starts": local_value(round_.starts_at, round_.event.time_zone)}
    form = visit.form_of(PlanForm, event=round_.event, initial=initial)
    if round_.status != RoundStatus.PLANNED:
        kind = cast("forms.ChoiceField", form.fields["kind"])
        kind.choices = [(round_.kind, about_events.ROUND_KINDS[RoundKind(round_.kind)])]
        kind.help_text = sentence_for(Refused("kind_drawn", round=round_.number))
    return form


def _word(round_: Round, visit: Visit) -> dict[str, Any]:
    """The word of a round to come: who may do what with it, who in the event knows it, what it could be swapped for."""
    event, sealed = round_.event, round_.sealed_word
    plays = access.plays_at(visit.by, event)
    values = {
        "plays": plays,
        "word": visit.form_of(WordForm, asks_why=plays or sealed is not None),
        "may_open": sealed is not None and sealed.by_hand and access.may_read_set_word(visit.by, event, plays=plays),
    }
    known = words.known_to_players(event) if sealed else {}
    if sealed and sealed.number in known:
        reserves = [one.number for one in words.reserves_of(event) if one.number not in known]
        values |= {"known": known[sealed.number], "reserves": reserves, "reason": visit.text("reason", most=500)}
    return values


# --- The plan ---------------------------------------------------------------------------------------------------------


@desk.act(
    "<slug:slug>/rounds/add/",
    right="event.rounds",
    page=rounds,
    form=lambda event, visit: PlanForm(visit.sent, event=event),
    wanted=_("Planning a round"),
    done=_("Round %(round)s is planned."),
    code="desk:add_round",
)
def plan_round(event: Event, visit: Visit) -> Values:
    """Plan one more round after the last one."""
    kind, starts_at = visit.said["kind"], visit.said["starts_at"]
    made = operations.plan_round(event=event, kind=kind, starts_at=starts_at, by=visit.by, now=visit.now)
    return {"round": made.number}


@desk.act(
    "<slug:slug>/round/<int:number>/plan/",
    right="event.rounds",
    page=round_page,
    form=lambda round_, visit: PlanForm(visit.sent, event=round_.event),
    wanted=_("Changing the plan of a round"),
    done=_("Saved."),
    code="desk:plan_round",
)
def change_round(round_: Round, visit: Visit) -> None:
    """Change what a round is and when it starts."""
    kind, starts_at, seen = visit.said["kind"], visit.said["starts_at"], visit.seen_round()
    operations.change_round(round_=round_, kind=kind, starts_at=starts_at, by=visit.by, now=visit.now, seen=seen)


@desk.act(
    "<slug:slug>/round/<int:number>/remove/",
    right="event.rounds",
    page=round_page,
    to="rounds",
    wanted=_("Taking a round out of the plan"),
    done=_("Round %(round)s is removed."),
)
def remove_round(round_: Round, visit: Visit) -> Values:
    """Take the last round out of the plan."""
    number = round_.number
    operations.remove_round(round_=round_, by=visit.by, now=visit.now, seen=visit.seen_round())
    return {"round": number}


@desk.act(
    "<slug:slug>/round/<int:number>/word/",
    right="event.rounds",
    page=round_page,
    form=WordForm,
    wanted=_("Giving a round its word"),
    done=_("Round %(round)s has its word."),
    code="desk:word",
)
def set_word(round_: Round, visit: Visit) -> Values:
    """Give the round its word. The message does not repeat it."""
    said = {name: visit.said[name] for name in ("word", "caption", "letters", "reason")}
    operations.set_word(round_=round_, **said, by=visit.by, now=visit.now)
    return {"round": round_.number}


@desk.act(
    "<slug:slug>/round/<int:number>/word/open/",
    right="event.rounds",
    page=round_page,
    wanted=_("Opening the word that was set for a round"),
    code="desk:open_word",
)
def open_word(round_: Round, visit: Visit) -> HttpResponse:
    """Show the word that a director has set to a director who does not play."""
    plain = round_words.open_set_word(round_=round_, by=visit.by, now=visit.now)
    return not_kept(round_page(round_, visit, plain))


@desk.act(
    "<slug:slug>/round/<int:number>/word/swap/",
    right="words.arrange",
    page=round_page,
    wanted=_("Swapping a word for a reserve"),
    done=_("The word of round %(round)s is swapped; everybody can read why."),
    code="desk:swap_word",
)
def swap_word(round_: Round, visit: Visit) -> Values:
    """Swap the word of a round that somebody in the event has read, where the start was refused for it."""
    form = SwapForm(visit.sent)
    if not form.is_valid():
        raise Refused("not_a_reserve")
    chosen = form.cleaned_data["reserve"]
    reserve = None if chosen is None else words.reserves_of(round_.event).filter(number=chosen).first()
    if chosen is not None and reserve is None:
        raise Refused("not_a_reserve")
    reason = form.cleaned_data["reason"]
    round_words.swap_word(round_=round_, reserve=reserve, reason=reason, by=visit.by, now=visit.now)
    return {"round": round_.number}


# --- From the seating to the end --------------------------------------------------------------------------------------


@desk.act(
    "<slug:slug>/round/<int:number>/publish/",
    right="event.rounds",
    page=round_page,
    wanted=_("Publishing a seating"),
    code="desk:publish_round",
)
def publish_seating(round_: Round, visit: Visit) -> Values:
    """Show the seating to everybody."""
    seats.publish_seating(round_=round_, by=visit.by, now=visit.now, **_looked_at(visit))
    if round_.event.status == EventStatus.DRAFT:
        said = gettext("The seating of round %(round)s stands. Everybody can see it once the event is announced.")
    else:
        said = gettext("Everybody can see the seating of round %(round)s.")
    return said % {"round": round_.number}


class LookedAt(TypedDict):
    """What a page has shown of a seating: the attempt at its draw, whether a further one is promised, and the `mark` of
    its seats, None on a page that shows none.
    """

    attempt: int
    promised: bool
    mark: str | None


def _looked_at(visit: Visit) -> LookedAt:
    """What the page of this form has shown. Raises Refused `attempt_unnamed`."""
    attempt, promised = visit.seen_attempt(), visit.sent.get("seen") == "yes"
    return {"attempt": attempt, "promised": promised, "mark": visit.sent.get("mark")}


@desk.act(
    "<slug:slug>/round/<int:number>/start/",
    right="event.rounds",
    page=round_page,
    wanted=_("Starting a round"),
    done=_("Round %(round)s runs. Deals can be recorded."),
)
def start_round(round_: Round, visit: Visit) -> Values:
    """Open a game at every table and reveal the word; with a public reason also one that somebody here has read.

    Where somebody seated has withdrawn it is asked again, and the answer names whose chairs stay empty.
    """
    reason, empty = visit.text("reason", most=500), visit.sent.getlist("empty")
    how = _looked_at(visit)
    operations.start_round(round_=round_, by=visit.by, now=visit.now, reason=reason, empty=empty, **how)
    return {"round": round_.number}


@desk.act(
    "<slug:slug>/round/<int:number>/close/",
    right="event.rounds",
    page=round_page,
    to="event",
    wanted=_("Closing a round"),
    done=_("Round %(round)s is closed."),
)
def close_round(round_: Round, visit: Visit) -> Values:
    """End the round; with a reason also where a table has not finished."""
    reason = visit.text("reason", most=500)
    operations.close_round(round_=round_, by=visit.by, now=visit.now, force_reason=reason)
    return {"round": round_.number}

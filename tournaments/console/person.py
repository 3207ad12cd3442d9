"""One person of an event: his flags, his fee in words, who comes instead of him, and that he goes.

The page says first what each would do to the seats that he has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.people import BACK
from tournaments.models import Account, Registration, RegistrationStatus, RoundKind
from tournaments.operations.evening import substitutions
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.events import fees
from tournaments.operations.events import registrations as operations
from tournaments.operations.seating.arranging import refuse_fixed
from tournaments.queries import desk as queries
from tournaments.queries.ceremonies import is_in_frozen_list
from tournaments.queries.finals import next_in_rank
from tournaments.texts.about_languages import ByNameField
from tournaments.texts.refusals import refusal_of


class FlagsForm(forms.Form):
    classified = forms.BooleanField(
        label=_("Takes a place"),
        required=False,
        help_text=_("If not, the places of the others close up."),
    )
    earns_points = forms.BooleanField(
        label=_("Earns ranking points"),
        required=False,
        help_text=_("A stand-in without claim earns none."),
    )


class SubstituteForm(forms.Form):
    """Who comes: somebody of the list, or a nick in one line."""

    stand_in = ByNameField(
        label=_("Who comes"),
        queryset=Registration.objects.none(),
        required=False,
        to_field_name="key",
        empty_label=_("somebody else, named below"),
    )
    line = forms.CharField(
        label=_("Or a new nick"),
        max_length=140,
        required=False,
        help_text=_("A nick, or a nick and a club: NICK, CLUB"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)
    keep_classified = forms.BooleanField(label=_("Both still take a place and earn points"), required=False)

    def __init__(self, *args: Any, choices: Any, is_won: bool, **options: Any) -> None:
        """`is_won`: whether a seat that is taken over is one in a final or play-off."""
        super().__init__(*args, **options)
        self.fields["stand_in"].queryset = choices  # type: ignore[attr-defined]  # the field declared above
        if is_won:
            self.fields["reason"].required = True
            self.fields["reason"].help_text = _("A seat here goes by rank: everybody reads why this one comes.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and bool(data.get("stand_in")) == bool(data.get("line")):
            raise forms.ValidationError(_("Choose somebody of the list, or write a nick; not both."))
        return data


def person_of(by: Account, right: str, address: Mapping[str, Any]) -> tuple[Registration]:
    """A registration with what its page says of it."""
    event = access.event_for(by, address["slug"], right)
    person = get_object_or_404(queries.people(event), key=address["key"].replace("\x00", ""))  # PostgreSQL has none
    person.event = event
    return (person,)


@desk.page("<slug:slug>/person/<path:key>/", right="event.people", prove=person_of)
def person(registration: Registration, visit: Visit) -> HttpResponse:
    """One registration: its flags, its seats, and who could come instead."""
    event, held = registration.event, queries.seats_held(registration)
    seats = ((seat.round.pk, seat.round.status, seat.table, seat.seat) for seat in held)
    flags = {"classified": registration.classified, "earns_points": registration.earns_points}
    seated = [seat for seat in held if not seat.has_left]
    counting = [seat for seat in seated if not seat.round.is_drawn_again]
    in_final = [seat for seat in seated if seat.round.kind == RoundKind.FINAL]
    is_in = registration.status != RegistrationStatus.WITHDRAWN or counting  # a frozen list draws who has withdrawn
    values = {
        "tab": "people",
        "event": event,
        "one": registration,
        "held": seated,
        "no_stand_in": _fixed(seated),
        "next_in_rank": next_in_rank(event, without=registration, now=visit.now) if in_final else [],
        "leaves": counting,
        "may_not_leave": _fixed(counting),
        "may_leave": is_in and not event.is_over,
        "is_listed": is_in_frozen_list(registration),
        "mid_event": any(seat.letters is not None for seat in held),
        "seal": operations.seal_of_entry(registration, seats),
        "flags": FlagsForm(initial=flags),
        "form": visit.form_of(SubstituteForm, **_whom(registration, seated, now=visit.now)),
        "back": BACK.get(registration.status),
    }
    return visit.page("console/person.html", values)


def _whom(out: Registration, seats: Iterable[queries.HeldSeat], *, now: datetime) -> dict[str, Any]:
    """Who may come for whom, as `SubstituteForm` asks."""
    return {
        "choices": queries.stand_ins(out.event, beside=out, now=now),
        "is_won": any(seat.round.kind != RoundKind.BASIC and not seat.has_left for seat in seats),
    }


def _fixed(seats: Iterable[queries.HeldSeat]) -> dict[int, str]:
    """Why nobody changes those of these seats that are not played at yet, by the number of the round."""
    told = {seat.round.number: refusal_of(refuse_fixed, seat.round) for seat in seats if seat.letters is None}
    return {number: refusal for number, refusal in told.items() if refusal}


@desk.act(
    "<slug:slug>/flags/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    form=FlagsForm,
    wanted=_("Saying whether a player takes a place"),
    done=_("Saved."),
    code="desk:flags",
)
def classify(registration: Registration, visit: Visit) -> None:
    """Say whether somebody takes a place and earns points."""
    seen = visit.text("seen")
    operations.classify(registration=registration, by=visit.by, now=visit.now, seen=seen, **visit.said)


@desk.act(
    "<slug:slug>/fee-notes/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    wanted=_("Noting that a player has paid"),
    done=_("Saved."),
)
def note_fee_in_words(registration: Registration, visit: Visit) -> None:
    """Note whether he has paid, and a word about it."""
    fees.note_fee(
        registration=registration,
        paid=bool(visit.text("paid")),
        note=visit.text("note", most=200),
        by=visit.by,
        now=visit.now,
        seen=visit.text("seen"),
    )


@desk.act(
    "<slug:slug>/substitutions/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    form=lambda out, visit: SubstituteForm(visit.sent, **_whom(out, queries.seats_held(out), now=visit.now)),
    wanted=_("Substituting a player"),
    done=_("%(comes)s plays on for %(goes)s."),
)
def substitute(out: Registration, visit: Visit) -> Values:
    """Let somebody take the seats over, now and in rounds that are drawn."""
    said = {name: visit.said[name] for name in ("reason", "keep_classified")} | {"seen": visit.text("seen")}
    stand_in = visit.said["stand_in"]
    if stand_in:
        stand_in.event = out.event
        substitutions.substitute_player(out=out, stand_in=stand_in, by=visit.by, now=visit.now, **said)
    else:
        stand_in = send_in(out=out, line=visit.said["line"], by=visit.by, now=visit.now, **said)
    return {"comes": stand_in.nick, "goes": out.nick}


@desk.act(
    "<slug:slug>/withdrawals/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    wanted=_("Taking a player out of the event"),
    done=_("%(nick)s is out."),
    code="desk:withdraw",
)
def withdraw_player(registration: Registration, visit: Visit) -> Values:
    """Take somebody out for whom nobody comes: his seat leaves with what it has, or is closed up before the start."""
    said = {"reason": visit.text("reason", most=500), "seen": visit.text("seen")}
    substitutions.withdraw_player(registration=registration, by=visit.by, now=visit.now, **said)
    return {"nick": registration.nick}

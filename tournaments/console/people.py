"""People: who is in, who waits, who is here; walk-ins in one line; somebody goes and somebody comes.

The list stays in the order of nicks whatever state anybody is in, so the row under a thumb does not move; with
scripts only that row is exchanged. Whoever has a seat goes through his own page, which says first what will happen.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, note_refused, page, reason_in, refusal_of, signed_in
from tournaments.lifecycle import REGISTRATION_STEPS
from tournaments.models import Event, Registration
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.events import registrations as operations
from tournaments.queries import desk as queries
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import ByNameField, name_order

ON_A_PAGE = 100
LIST_KEYS = ("q", "show", "mode", "page")
COMING = ("applied", "confirmed", "checked_in")
BACK = {"checked_in": "confirmed", "confirmed": "applied", "waiting": "applied", "withdrawn": "applied"}


class WalkInForm(forms.Form):
    line = forms.CharField(
        label=gettext_lazy("Walk-in"),
        max_length=140,
        help_text=gettext_lazy("A nick, or a nick and a club: NICK, CLUB"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class FlagsForm(forms.Form):
    classified = forms.BooleanField(
        label=gettext_lazy("Takes a place"),
        required=False,
        help_text=gettext_lazy("If not, the places of the others close up."),
    )
    earns_points = forms.BooleanField(
        label=gettext_lazy("Earns ranking points"),
        required=False,
        help_text=gettext_lazy("A stand-in without claim earns none."),
    )


class SubstituteForm(forms.Form):
    """Who comes: somebody of the list, or a nick in one line."""

    stand_in = ByNameField(
        label=gettext_lazy("Who comes"),
        queryset=Registration.objects.none(),
        required=False,
        to_field_name="key",
        empty_label=gettext_lazy("somebody else, named below"),
    )
    line = forms.CharField(
        label=gettext_lazy("Or a new nick"),
        max_length=140,
        required=False,
        help_text=gettext_lazy("A nick, or a nick and a club: NICK, CLUB"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)
    keep_classified = forms.BooleanField(label=gettext_lazy("Both still take a place and earn points"), required=False)

    def __init__(self, *args: Any, choices: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["stand_in"].queryset = choices  # type: ignore[attr-defined]  # the field declared above

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and bool(data.get("stand_in")) == bool(data.get("line")):
            raise forms.ValidationError(_("Choose somebody of the list, or write a nick; not both."))
        return data


# --- The list ---------------------------------------------------------------------------------------------------------


@require_GET
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody, or those in one state, or those that a search finds; `mode=check-in` for the phone at the door."""
    return people_page(request, slug, request.GET)


def people_page(
    request: HttpRequest,
    slug: str,
    listed: QueryDict,
    refusal: Refusal | None = None,
    *,
    walk_in: WalkInForm | None = None,
    status: int = 200,
) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.people")
    mode, show, search = listed.get("mode", ""), listed.get("show", ""), listed.get("q", "")[:80]
    statuses = [show] if show in REGISTRATION_STEPS else COMING if mode == "check-in" else ()
    found = queries.people(event, search=search, statuses=statuses)
    values = {
        "tab": "people",
        "page_obj": page_by_name(found, name_order(attrgetter("player.nick")), listed.get("page"), ON_A_PAGE),
        "counts": queries.status_counts(event),
        "show": show,
        "search": search,
        "mode": mode,
        "listed": urlencoded(listed),
        "back": BACK,
        "walk_in": walk_in or WalkInForm(auto_id="walk_in_%s"),
    }
    return page(request, "people", event, values, refusal, status=status)


def urlencoded(listed: QueryDict) -> str:
    """Which list somebody was looking at, to come back to it."""
    kept = QueryDict(mutable=True)
    for name in LIST_KEYS:
        if said := listed.get(name):
            kept[name] = said[:80]
    return kept.urlencode()


def _listed(request: HttpRequest) -> QueryDict:
    return QueryDict(request.POST.get("listed", "")[:500].replace("\x00", "").replace("%00", ""))


def _list_address(slug: str, listed: QueryDict, row: str = "") -> str:
    query = urlencoded(listed)
    return address("people", slug) + (f"?{query}" if query else "") + (f"#{row}" if row else "")


@require_POST
def walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody stands in the door: `NICK, CLUB` registers him and checks him in."""
    event = access.event_for(signed_in(request), slug, "event.people")
    form, listed = WalkInForm(request.POST, auto_id="walk_in_%s"), _listed(request)
    if not form.is_valid():
        return people_page(request, slug, listed, walk_in=form, status=422)

    def act() -> str:
        made = operations.add_walk_in(
            event=event, line=form.cleaned_data["line"], by=signed_in(request), now=timezone.now()
        )
        if made.club:
            return _("%(nick)s (%(club)s) is in and checked in.") % {"nick": made.nick, "club": made.club.name}
        return _("%(nick)s, without a club, is in and checked in.") % {"nick": made.nick}

    return acted(
        request,
        act,
        to=_list_address(slug, listed),
        refused=lambda refused: people_page(request, slug, listed, refusal_of(refused, "walk_in"), walk_in=form),
    )


@require_POST
def confirm_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm all who applied, in order of application, as far as there are places."""
    event = access.event_for(signed_in(request), slug, "event.people")
    listed = _listed(request)
    back = QueryDict() if listed.get("show") == "applied" else listed  # nobody is in that list any more

    def act() -> str:
        confirmed, waiting = operations.confirm_all(event=event, by=signed_in(request), now=timezone.now())
        if waiting:
            return _("%(n)d confirmed; %(waiting)d for whom there was no place wait.") % {
                "n": confirmed,
                "waiting": waiting,
            }
        return _("%(n)d confirmed.") % {"n": confirmed}

    return acted(
        request,
        act,
        to=_list_address(slug, back),
        refused=lambda refused: people_page(request, slug, listed, refusal_of(refused, "confirm_all")),
    )


@require_POST
def status(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Confirm, put on the waiting list, check in, take out, or back: one tap. htmx gets the row alone."""
    registration = access.registration_for(signed_in(request), slug, key, "event.people")
    listed, refusal = _listed(request), None
    try:
        operations.change_status(
            registration=registration,
            status=request.POST.get("status", ""),
            by=signed_in(request),
            now=timezone.now(),
        )
    except Refused as refused:
        note_refused(request, refused)
        refusal = refusal_of(refused, "status", key)
    if getattr(request, "htmx", False):
        return _row(request, registration.event, key, listed, refusal)
    if refusal:
        return people_page(request, slug, listed, refusal)
    return HttpResponseRedirect(_list_address(slug, listed, f"row-{registration.pk}"))


def _row(request: HttpRequest, event: Event, key: str, listed: QueryDict, refusal: Refusal | None) -> HttpResponse:
    """The row as it is now, with the counts, which htmx puts where they belong."""
    values = {
        "event": event,
        "one": queries.people(event).get(key=key),
        "counts": queries.status_counts(event),
        "mode": listed.get("mode", ""),
        "show": listed.get("show", ""),
        "listed": urlencoded(listed),
        "refusal": refusal,
        "swapped": True,
    }
    return render(request, "console/people_row.html", values, status=refusal.status if refusal else 200)


# --- One person -------------------------------------------------------------------------------------------------------


@require_GET
def person(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One registration: its flags, its seats, and who could come instead."""
    return person_page(request, slug, key)


def person_page(
    request: HttpRequest,
    slug: str,
    key: str,
    refusal: Refusal | None = None,
    *,
    form: SubstituteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.people")
    one = get_object_or_404(queries.people(event), key=key.replace("\x00", ""))  # PostgreSQL has none
    held = queries.seats_held(one)
    values = {
        "tab": "people",
        "one": one,
        "held": [seat for seat in held if not seat.has_left],
        "mid_event": any(seat.letters is not None for seat in held),
        "flags": FlagsForm(initial={"classified": one.classified, "earns_points": one.earns_points}),
        "form": form or SubstituteForm(choices=queries.stand_ins(event, beside=one)),
        "back": BACK.get(one.status),
    }
    return page(request, "person", event, values, refusal, status=status)


@require_POST
def flags(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Whether somebody takes a place and earns points."""
    registration = access.registration_for(signed_in(request), slug, key, "event.people")
    form = FlagsForm(request.POST)
    form.is_valid()  # two boxes that may be empty: nothing can be wrong with them

    def act() -> str:
        operations.classify(registration=registration, by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("Saved.")

    return acted(
        request,
        act,
        to=address("person", slug, key),
        refused=lambda refused: person_page(request, slug, key, refusal_of(refused, "flags")),
    )


@require_POST
def substitute(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Somebody takes the seats over, now and in rounds that are drawn."""
    account = signed_in(request)
    out = access.registration_for(account, slug, key, "event.people")
    form = SubstituteForm(request.POST, choices=queries.stand_ins(out.event, beside=out))
    if not form.is_valid():
        return person_page(request, slug, key, form=form, status=422)
    data = form.cleaned_data

    def act() -> str:
        common = {"by": account, "now": timezone.now(), "reason": data["reason"]}
        if data["stand_in"]:
            stand_in = data["stand_in"]
            stand_in.event = out.event
            substitute_player(out=out, stand_in=stand_in, keep_classified=data["keep_classified"], **common)
        else:
            stand_in = send_in(out=out, line=data["line"], keep_classified=data["keep_classified"], **common)
        return _("%(comes)s plays on for %(goes)s.") % {"comes": stand_in.nick, "goes": out.nick}

    return acted(
        request,
        act,
        to=address("person", slug, key),
        refused=lambda refused: person_page(request, slug, key, refusal_of(refused, "substitute"), form=form),
    )


@require_POST
def withdraw(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Somebody goes and nobody comes: his seat leaves with what it has, or is closed up before the start."""
    account = signed_in(request)
    registration = access.registration_for(account, slug, key, "event.people")
    reason = reason_in(request)

    def act() -> str:
        withdraw_player(registration=registration, by=account, now=timezone.now(), reason=reason)
        return _("%(nick)s is out.") % {"nick": registration.nick}

    return acted(
        request,
        act,
        to=address("person", slug, key),
        refused=lambda refused: person_page(request, slug, key, refusal_of(refused, "withdraw")),
    )

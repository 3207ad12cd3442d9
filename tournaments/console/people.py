"""People: who is in, who waits, who is here; walk-ins in one line.

The list stays in the order of nicks whatever state anybody is in, so the row under a thumb does not move; with
scripts only that row is exchanged. Whoever has a seat goes through his own page, which says first what will happen.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit, signed_in
from tournaments.console.face import desk
from tournaments.lifecycle import REGISTRATION_STEPS
from tournaments.models import Event, Registration, RegistrationStatus
from tournaments.operations.events import fees
from tournaments.operations.events import registrations as operations
from tournaments.operations.events.at_the_door import at_the_door
from tournaments.operations.events.check_in_codes import check_in_code
from tournaments.queries import desk as queries
from tournaments.queries.by_name import page_by_name
from tournaments.queries.ceremonies import in_frozen_lists, is_in_frozen_list
from tournaments.texts.about_languages import name_order

ON_A_PAGE = 100
NEXT = "next"  # after a walk-in the line waits for the next one
LIST_KEYS = ("q", "show", "mode", "page")
COMING = ("applied", "confirmed", "checked_in")
BACK = {"checked_in": "confirmed", "confirmed": "applied", "waiting": "applied", "withdrawn": "applied"}


class WalkInForm(forms.Form):
    """`how`: what is offered where he cannot come in just so."""

    line = forms.CharField(
        label=_("Walk-in"),
        max_length=140,
        help_text=_("A nick, or a nick and a club: NICK, CLUB"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    how = forms.ChoiceField(choices=[("waiting", ""), ("without_club", "")], required=False)

    def __init__(self, *args: Any, has_focus: bool = False, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "walk_in_%s", **options})
        self.fields["line"].widget.attrs["autofocus"] = has_focus


@desk.page("<slug:slug>/people/", right="event.people")
def people(event: Event, visit: Visit) -> HttpResponse:
    """Everybody, or those in one state, or those that a search finds; `mode=check-in` for the phone at the door."""
    listed = _listed(visit)
    mode, show, search = listed.get("mode", ""), listed.get("show", ""), listed.get("q", "")[:80]
    statuses = [show] if show in REGISTRATION_STEPS else COMING if mode == "check-in" else ()
    found = queries.people(event, search=search, statuses=statuses)
    page = page_by_name(found, name_order(attrgetter("player.nick")), listed.get("page"), ON_A_PAGE)
    values = {
        "tab": "people",
        "event": event,
        "page_obj": page,
        "drawn_all_the_same": _drawn_all_the_same(event, page),
        **_counts(event),
        "show": show,
        "search": search,
        "mode": mode,
        "listed": urlencoded(listed),
        "back": BACK,
        "walk_in": visit.form_of(WalkInForm, has_focus=not visit.act and NEXT in visit.request.GET),
        "door": at_the_door(event, now=visit.now),
    }
    return visit.page("console/people.html", values)


@desk.view("<slug:slug>/people/now/", right="event.people")
def people_counts(request: HttpRequest, slug: str) -> HttpResponse:
    """How many are in each state: the counters above the list follow what is done on other phones."""
    event = access.event_for(signed_in(request), slug, "event.people")
    etag = f'"{event.version}-{get_language()}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        listed = {name: request.GET.get(name, "") for name in ("mode", "show")}
        values = {"event": event, **_counts(event), **listed}
        answer = render(request, "console/people_counts.html", values)
        answer["ETag"] = etag
    answer["X-Version"] = str(event.version)
    return answer


def _drawn_all_the_same(event: Event, shown: Iterable[Registration]) -> set[str]:
    """The keys of those withdrawn whom a frozen list draws. At most two statements, none where nobody has withdrawn."""
    gone = {one.key for one in shown if one.status == RegistrationStatus.WITHDRAWN}
    return gone & in_frozen_lists(event) if gone else set()


def _counts(event: Event) -> dict[str, Any]:
    """How many are in each state, how many the check-in lists, and how many of those have paid."""
    counts = queries.status_counts(event)
    return {"counts": counts, "coming": sum(counts[one] for one in COMING), "paid": queries.paid_count(event, COMING)}


def urlencoded(listed: QueryDict) -> str:
    """Which list somebody was looking at, to come back to it."""
    kept = QueryDict(mutable=True)
    for name in LIST_KEYS:
        if said := listed.get(name):
            kept[name] = said[:80]
    return kept.urlencode()


def _listed(visit: Visit) -> QueryDict:
    """The list that is asked for, or that somebody was looking at when he acted."""
    if not visit.act:
        return visit.request.GET
    return QueryDict(visit.sent.get("listed", "")[:500].replace("\x00", "").replace("%00", ""))


def _list_address(event: Event, listed: QueryDict, row: str = "", *, then: str = "") -> str:
    """`then`: what is to be done there next, as far as it is said in the address."""
    query = "&".join(filter(None, (urlencoded(listed), then)))
    return desk.address("people", slug=event.slug) + (f"?{query}" if query else "") + (f"#{row}" if row else "")


@desk.act(
    "<slug:slug>/walk-ins/",
    right="event.people",
    page=people,
    to=lambda event, visit: _list_address(event, _listed(visit), then=NEXT),
    form=WalkInForm,
    wanted=_("Registering a walk-in"),
    code="desk:walk_in",
)
def add_walk_in(event: Event, visit: Visit) -> Values:
    """Register who stands in the door, in one line, and check him in."""
    line, how = visit.said["line"], visit.said["how"]
    if how == "without_club":
        line = line.partition(",")[0]
    made = operations.add_walk_in(event=event, line=line, by=visit.by, now=visit.now, waits=how == "waiting")
    if how == "waiting":
        return gettext("%(nick)s is on the waiting list.") % {"nick": made.nick}
    if made.club:
        return gettext("%(nick)s (%(club)s) is in and checked in.") % {"nick": made.nick, "club": made.club.name}
    return gettext("%(nick)s, without a club, is in and checked in.") % {"nick": made.nick}


def _after_confirming(event: Event, visit: Visit) -> str:
    """The list that he was looking at, unless it is that of the applications: nobody is in it any more."""
    listed = _listed(visit)
    return _list_address(event, QueryDict() if listed.get("show") == "applied" else listed)


@desk.act(
    "<slug:slug>/confirmations/",
    right="event.people",
    page=people,
    to=_after_confirming,
    wanted=_("Confirming all applications"),
)
def confirm_all(event: Event, visit: Visit) -> Values:
    """Confirm all who applied, in order of application, as far as there are places."""
    confirmed, waiting = operations.confirm_all(event=event, by=visit.by, now=visit.now)
    if waiting:
        said = gettext("%(n)d confirmed; %(waiting)d for whom there was no place wait.")
        return said % {"n": confirmed, "waiting": waiting}
    return gettext("%(n)d confirmed.") % {"n": confirmed}


def _asks_for_a_row(visit: Visit) -> bool:
    return bool(getattr(visit.request, "htmx", False))


def _row_or_list(registration: Registration, visit: Visit) -> HttpResponse:
    return _row(registration, visit) if _asks_for_a_row(visit) else people(registration.event, visit)


@desk.act(
    "<slug:slug>/statuses/<path:key>/",
    right="event.people",
    page=_row_or_list,
    to=lambda registration, visit: _list_address(registration.event, _listed(visit), f"row-{registration.pk}"),
    wanted=_("Changing the state of a registration"),
)
def person_status(registration: Registration, visit: Visit) -> Values:
    """Confirm, put on the waiting list, check in, take out, or back: one tap. htmx gets the row alone."""
    after, seen = visit.text("status"), visit.text("seen")
    operations.change_status(registration=registration, status=after, by=visit.by, now=visit.now, seen=seen)
    if _asks_for_a_row(visit):
        return _row(registration, visit)
    if after == RegistrationStatus.WITHDRAWN and is_in_frozen_list(registration):
        said = gettext("%(nick)s stands in the frozen list of a public draw and is drawn all the same.")
        return said % {"nick": registration.nick}
    return None


def _row(registration: Registration, visit: Visit) -> HttpResponse:
    """The row as it is now, with the counts, which htmx puts where they belong."""
    event, listed = registration.event, _listed(visit)
    one = queries.people(event).get(key=registration.key)
    values = {
        "event": event,
        "one": one,
        "drawn_all_the_same": _drawn_all_the_same(event, [one]),
        **_counts(event),
        "mode": listed.get("mode", ""),
        "show": listed.get("show", ""),
        "listed": urlencoded(listed),
        "swapped": True,
    }
    return visit.page("console/people_row.html", values)


def _after_paying(registration: Registration, visit: Visit) -> str:
    """Back to the list, or to the page that his code for the check-in opens."""
    if visit.text("to") == "arrival":
        at = {"entry": registration.pk, "sign": check_in_code(registration)}
        return desk.address("arrival", slug=registration.event.slug, **at)
    return _list_address(registration.event, _listed(visit), f"row-{registration.pk}")


@desk.act(
    "<slug:slug>/fees/<path:key>/",
    right="event.people",
    page=_row_or_list,
    to=_after_paying,
    wanted=_("Noting that a player has paid"),
)
def note_fee(registration: Registration, visit: Visit) -> Values:
    """Note that he has paid, or has not: one tap. What was noted beside it stays."""
    paid = bool(visit.text("paid"))
    fees.note_fee(
        registration=registration,
        paid=paid,
        note=registration.paid_note if paid else "",
        by=visit.by,
        now=visit.now,
    )
    return _row(registration, visit) if _asks_for_a_row(visit) else None

"""The door of an event: who applies there, the poster with its code, and codes by which people's phones sign in.

Whoever waits here is nobody yet: one tap makes him a player who is in, another lets go of him. A code on this screen is
a way in: who reads it is signed in, so it is shown for those alone whom the director may let in (`may_hand_link`).
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.codes_shown import absolute, code_on_screen
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.console.person import person, person_of
from tournaments.models import Claim, Event, Registration, RegistrationStatus
from tournaments.operations.accounts import sign_in_links
from tournaments.operations.events import at_the_door, codes
from tournaments.operations.people.claims import claim_path


@desk.page("<slug:slug>/door/", right="event.people")
def door(event: Event, visit: Visit) -> HttpResponse:
    """Who waits at the door, the pause, and the poster; `q`: the sign that a phone shows, or a nick."""
    search = visit.text("q") if not visit.act else ""
    values = {
        "tab": "people",
        "event": event,
        "door": at_the_door.at_the_door(event, now=visit.now, search=search),
        "search": search,
        **_code(event, visit),
    }
    return visit.page("console/door.html", values)


@desk.page("<slug:slug>/door/poster/print/", right="event.people")
def print_poster(event: Event, visit: Visit) -> HttpResponse:
    """The poster alone, on a sheet of paper."""
    return visit.page("console/print_poster.html", {"event": event, **_code(event, visit)})


def _code(event: Event, visit: Visit) -> dict[str, str]:
    """The address of the door, and its code for a phone."""
    address = reverse("public:sign_up", args=[event.slug]) + f"?door={at_the_door.door_code(event)}"
    return code_on_screen(absolute(visit.request, address))


@desk.act(
    "<slug:slug>/door/<uuid:claim>/in/",
    right="event.people",
    page=door,
    wanted=_("Letting somebody in at the door"),
    done=_("%(nick)s is in."),
)
def admit(event: Event, visit: Visit) -> Values:
    """Let in who stands here, with one tap; with `waits`, where all places are taken, onto the waiting list."""
    waits = bool(visit.text("waits"))
    entry = at_the_door.admit(claim=_claim(event, visit), by=visit.by, now=visit.now, waits=waits)
    is_waiting = entry.status == RegistrationStatus.WAITING
    said = {"nick": entry.nick}
    return gettext("%(nick)s is on the waiting list.") % said if is_waiting else said


@desk.act(
    "<slug:slug>/door/<uuid:claim>/away/",
    right="event.people",
    page=door,
    wanted=_("Turning somebody away at the door"),
)
def turn_away(event: Event, visit: Visit) -> Values:
    """Let go of one who waits; with `all`, of all that came from where he did."""
    claim = _claim(event, visit)
    found = [claim]
    if visit.text("all"):
        found = list(Claim.objects.filter(event=event, network=claim.network))
    gone = at_the_door.turn_away(event=event, claims=found, by=visit.by, now=visit.now)
    return gettext("Turned away: %(n)d.") % {"n": gone}


@desk.act(
    "<slug:slug>/door/open/",
    right="event.people",
    page=door,
    wanted=_("Lifting the pause of the door"),
    done=_("Whoever comes now is on the list again."),
)
def lift_pause(event: Event, visit: Visit) -> None:
    """Open a paused door."""
    at_the_door.lift_pause(event=event, by=visit.by, now=visit.now)


@desk.act(
    "<slug:slug>/door/poster/",
    right="event.people",
    page=door,
    wanted=_("Giving the door a new poster"),
    done=_("The poster has a new code. The former one opens nothing any more."),
)
def change_poster(event: Event, visit: Visit) -> None:
    """Give the door another code."""
    at_the_door.change_poster(event=event, by=visit.by, now=visit.now)


@desk.act(
    "<slug:slug>/person-codes/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    wanted=_("Showing somebody his sign-in code"),
    done=_("This account signs in by e-mail: a link is on its way there."),
)
def show_code(registration: Registration, visit: Visit) -> Values:
    """Show the code by which somebody's phone signs in, or send it where it is not for the director to see."""
    event, account = registration.event, registration.player.account
    asked: dict[str, Any] = {"event": event, "by": visit.by, "now": visit.now}
    onwards = reverse("public:enter", args=[event.slug])
    if account is None:
        claim = codes.show_claim(registration=registration, by=visit.by, now=visit.now)
        return _on_screen(registration, claim_path(claim), claim.until, visit)
    if access.may_hand_link(visit.by, account):
        link = sign_in_links.hand_out_link(account=account, next_path=onwards, **asked)
        address = reverse("sign_in_link", kwargs={"token": sign_in_links.link_token(link)})
        return _on_screen(registration, address, link.expires_at, visit)
    if not (settings.MAIL_IS_SENT and account.has_mailbox):
        raise Refused("code_not_shown")
    sign_in_links.have_link_sent(account=account, next_path=onwards, **asked)
    return None


@desk.act(
    "<slug:slug>/person-ends/<path:key>/",
    right="event.people",
    prove=person_of,
    page=person,
    wanted=_("Signing somebody's phone out"),
    done=_("%(nick)s is signed out everywhere. Show a new code to let the phone in again."),
)
def revoke_sign_in(registration: Registration, visit: Visit) -> Values:
    """A phone was lost: whoever has it is signed out."""
    account = registration.player.account
    if account is None or not access.may_hand_link(visit.by, account):
        raise Refused("code_not_shown")
    codes.revoke_sign_in(registration=registration, account=account, by=visit.by, now=visit.now)
    return {"nick": registration.nick}


def _on_screen(registration: Registration, address: str, until: Any, visit: Visit) -> HttpResponse:
    url = absolute(visit.request, address)
    back = desk.address("person", slug=registration.event.slug, key=registration.key)
    values = {"tab": "people", "event": registration.event, "who": registration.nick, "until": until, "back": back}
    answer = visit.page("console/staff_link.html", values | code_on_screen(url))
    answer["Cache-Control"] = "no-store"
    return answer


def _claim(event: Event, visit: Visit) -> Claim:
    """Who waits at this door."""
    claim = get_object_or_404(Claim.objects.select_related("player", "club"), event=event, pk=visit.address["claim"])
    claim.event = event
    return claim

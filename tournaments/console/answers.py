"""How the desk answers: a page, an act that worked, an act that was refused.

An act that worked redirects with a message. A refused one shows the page it came from, with the sentence beside the
form whose act it was: 422 where something typed has to be mended, 409 where the state of the event says no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from games.rules.refusals import Refused
from tournaments.acts.visit import note_refusal
from tournaments.models import Account, Event
from tournaments.texts.refusals import sentence_for

CONFLICT, UNPROCESSABLE = 409, 422
SHOWN = b'id="refusal"'  # of console/parts/refusal.html
WHOLE_PAGE = "page"

MISTYPED = frozenset(
    {
        "ambiguous_time",
        "apart_from_himself",
        "bad_event_file",
        "bad_regulations",
        "bad_smear_size",
        "bad_table_size",
        "club_unknown",
        "impossible_time",
        "nick_malformed",
        "nick_taken",
        "no_place",
        "note_required",
        "player_twice",
        "reason_required",
        "room_card_twice",
        "room_needs_ten",
        "room_no_card",
        "room_no_die",
        "same_player",
        "sizes_do_not_fit",
        "slug_taken",
        "unknown_zone",
        "word_malformed",
    }
)


def reason_in(request: HttpRequest) -> str:
    """The reason that a small form has sent, without the NUL that PostgreSQL does not take."""
    return request.POST.get("reason", "").replace("\x00", "")[:500]


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a page shows beside the form named `act` (and, in a list, in the row `key`)."""

    act: str
    sentence: str
    status: int = UNPROCESSABLE
    key: str = ""


def refusal_of(refused: Refused, act: str, key: object = "") -> Refusal:
    """A refusal as its page shows it."""
    status = UNPROCESSABLE if refused.code in MISTYPED else CONFLICT
    return Refusal(act, sentence_for(refused), status, str(key))


def signed_in(request: HttpRequest) -> Account:
    """Whose desk it is. LoginRequiredMiddleware let nobody else through."""
    account = request.user
    if not isinstance(account, Account):
        raise TypeError("A page of the desk was reached without signing in.")
    return account


def page(
    request: HttpRequest,
    name: str,
    event: Event,
    values: Mapping[str, Any],
    refusal: Refusal | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page `console/<name>.html` of an event. `status` counts where there is no refusal.

    Where the state has meanwhile taken the form of a refused act off the page, the page says the sentence on top.
    """
    context, template = {"event": event, "refusal": refusal, **values}, f"console/{name}.html"
    answer = render(request, template, context, status=refusal.status if refusal else status)
    if refusal and SHOWN not in answer.content:
        context["refusal"] = replace(refusal, act=WHOLE_PAGE)
        answer = render(request, template, context, status=refusal.status)
    return answer


def acted(
    request: HttpRequest,
    act: Callable[[], str],
    *,
    to: str | Callable[[], str],
    refused: Callable[[Refused], HttpResponse],
) -> HttpResponse:
    """Carry `act` out; it returns what to say. Then go `to` an address, or show the page that `refused` makes.

    `to` may be asked for after the act, where only the act knows it.
    """
    try:
        said = act()
    except Refused as refusal:
        note_refused(request, refusal)
        return refused(refusal)
    messages.success(request, said)
    return HttpResponseRedirect(to if isinstance(to, str) else to())


def note_refused(request: HttpRequest, refusal: Refused) -> None:
    """The journal knows of refused acts too. To be called where an act was refused and undone."""
    note_refusal(request, refusal.code)


def address(name: str, *args: object) -> str:
    """The address of a page of the desk."""
    return reverse(f"desk:{name}", args=args)

"""How the union's pages answer: a page with the tabs that its reader may open, an act that worked, or was refused.

An act that worked redirects with a message. A refused one shows the page it came from with the sentence on it: 422
where something typed has to be mended, 409 where the state of things says no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal
from tournaments.models import Account
from tournaments.texts.refusals import sentence_for

CONFLICT, UNPROCESSABLE = 409, 422


def signed_in(request: HttpRequest) -> Account:
    """Whose page it is. LoginRequiredMiddleware let nobody else through."""
    account = request.user
    if not isinstance(account, Account):
        raise TypeError("A page of the union was reached without signing in.")
    return account


def page(
    request: HttpRequest,
    name: str,
    values: Mapping[str, Any],
    refusal: Refused | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page `union/<name>.html`. In the context: `offices` (roles of the reader) and the sentence of a refusal."""
    context = {
        "section": "me",
        "offices": access.offices_of(signed_in(request)),
        "refusal": sentence_for(refusal) if refusal else "",
        **values,
    }
    answer = render(request, f"union/{name}.html", context, status=CONFLICT if refusal and status == 200 else status)
    answer["Cache-Control"] = "no-store"
    return answer


def acted(
    request: HttpRequest,
    act: Callable[[], str],
    *,
    to: str | Callable[[], str],
    refused: Callable[[Refused], HttpResponse],
) -> HttpResponse:
    """Carry `act` out; it returns what to say. Then go `to` an address, or show the page that `refused` makes."""
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
    """The address of a page of the union."""
    return reverse(f"union:{name}", args=args)

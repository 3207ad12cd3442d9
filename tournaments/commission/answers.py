"""How the pages of words answer: never kept by a browser or proxy, never with what was typed in an error report.

An act that worked redirects with a message that names no word. A refused one shows its page again with the sentence on
it: 422 where something typed has to be mended, 409 where the state of things says no.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.rules.refusals import Refused
from tournaments.models import Account
from tournaments.texts.refusals import sentence_for

CONFLICT, UNPROCESSABLE = 409, 422
MISTYPED = frozenset(
    {
        "bad_word_rules",
        "no_such_verdict",
        "swap_reason_required",
        "vote_note_required",
        "word_malformed",
        "word_needs_round",
        "words_list_faults",
        "words_texts_malformed",
    }
)

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def words_page(*methods: str) -> Callable[[View[Rest]], View[Rest]]:
    """A page or an act of this face: these methods only, nothing of it kept anywhere."""

    def wrap(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def answer(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            response = view(request, *args, **kwargs)
            response["Cache-Control"] = "no-store"
            return response

        return cast("View[Rest]", require_http_methods(methods)(sensitive_post_parameters()(answer)))

    return wrap


def signed_in(request: HttpRequest) -> Account:
    """Whose page it is. LoginRequiredMiddleware let nobody else through."""
    account = request.user
    if not isinstance(account, Account):
        raise TypeError("A page of words was reached without signing in.")
    return account


def page(
    request: HttpRequest, name: str, values: Mapping[str, Any], refusal: Refused | None = None, *, status: int = 200
) -> HttpResponse:
    """The page `commission/<name>.html`, with the sentence of a refusal if there is one."""
    context = {"section": "me", "refusal": sentence_for(refusal) if refusal else "", **values}
    if refusal is not None:
        status = UNPROCESSABLE if refusal.code in MISTYPED else CONFLICT
    return render(request, f"commission/{name}.html", context, status=status)


def acted(
    request: HttpRequest, act: Callable[[], str], *, to: Callable[[], str], refused: Callable[[Refused], HttpResponse]
) -> HttpResponse:
    """Carry `act` out; it returns what to say. Then go `to` an address, or show the page that `refused` makes."""
    try:
        said = act()
    except Refused as refusal:
        return refused(refusal)
    messages.success(request, said)
    return HttpResponseRedirect(to())


def address(name: str, *args: object) -> str:
    """The address of a page of words."""
    return reverse(f"commission:{name}", args=args)

"""Proposing words: one, or a list; looked at first, with what speaks against them, and only then kept.

What is told here of other words is only what everybody knows: words that were played. That a word looks like one that
is still secret is for those who vote.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from games.rules.word_checks import doubts_of
from games.rules.word_list import Listed, read_list
from games.words import Plain
from tournaments import access
from tournaments.commission.answers import acted, address, page, signed_in, words_page
from tournaments.commission.forms import ListForm, ProposalForm
from tournaments.models import Account, Event, EventWord
from tournaments.operations.words import event_words as operations
from tournaments.queries import words as queries
from tournaments.texts.about_words import FAULTS, doubt_text

SURE = "sure"  # the button that keeps what was looked at


@words_page("GET", "POST")
def propose(request: HttpRequest) -> HttpResponse:
    """One word: typed, looked at, kept."""
    account = signed_in(request)
    access.prove(account, "words.propose")
    if request.method != "POST":
        return _form(request, ProposalForm(account=account, initial={"event": request.GET.get("event", "")}))
    form = ProposalForm(request.POST, account=account)
    if not form.is_valid():
        return _form(request, form, status=422)
    try:
        plain = form.plain()
    except Refused as refusal:
        return _form(request, form, refusal)
    event: Event = form.cleaned_data["event"]
    if SURE not in request.POST:
        return _form(request, form, looked=_looked(event, plain))

    def act() -> str:
        made = operations.propose_word(
            event=event, id=form.cleaned_data["id"], plain=plain, by=account, now=timezone.now()
        )
        return _("Word no. %(number)s is proposed for %(event)s.") % {"number": made.number, "event": event.name}

    return acted(request, act, to=lambda: address("mine"), refused=lambda refused: _form(request, form, refused))


@words_page("GET", "POST")
def propose_list(request: HttpRequest) -> HttpResponse:
    """Many words, one a line: a dry run with the faults of each line, then all of them or none."""
    account = signed_in(request)
    access.prove(account, "words.propose")
    if request.method != "POST":
        return page(request, "list", {"form": ListForm(account=account)})
    form = ListForm(request.POST, account=account)
    if not form.is_valid():
        return page(request, "list", {"form": form}, status=422)
    event: Event = form.cleaned_data["event"]
    listed = read_list(form.cleaned_data["lines"])
    if SURE not in request.POST:
        return page(request, "list", {"form": form, **_dry_run(event, listed)})

    def act() -> str:
        made = operations.propose_words(
            event=event, form=form.cleaned_data["id"], listed=listed, by=account, now=timezone.now()
        )
        said = ngettext("%(n)d word is proposed for %(event)s.", "%(n)d words are proposed for %(event)s.", made)
        return said % {"n": made, "event": event.name}

    def refused(refusal: Refused) -> HttpResponse:
        return page(request, "list", {"form": form, **_dry_run(event, listed)}, refusal)

    return acted(request, act, to=lambda: address("mine"), refused=refused)


@words_page("GET")
def mine(request: HttpRequest) -> HttpResponse:
    """One's own proposals; the words of those that are still open."""
    account = signed_in(request)
    access.prove(account, "words.propose")
    return _mine(request, account)


@words_page("POST")
def withdraw(request: HttpRequest, id: uuid.UUID) -> HttpResponse:
    """Take one's own proposal back."""
    account = signed_in(request)
    access.prove(account, "words.propose")
    word = get_object_or_404(queries.proposals_of(account), word=id)

    def act() -> str:
        operations.withdraw_word(word=word, by=account, now=timezone.now())
        return _("Word no. %(number)s is withdrawn.") % {"number": word.number}

    return acted(request, act, to=lambda: address("mine"), refused=lambda refused: _mine(request, account, refused))


def _form(
    request: HttpRequest,
    form: ProposalForm,
    refusal: Refused | None = None,
    *,
    looked: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(request, "propose", {"form": form, "looked": looked}, refusal, status=status)


def _looked(event: Event, plain: Plain) -> dict[str, Any]:
    doubts = doubts_of(plain.word, plain.letters, played=queries.played_in_series(event))
    return {"plain": plain, "event": event, "doubts": [doubt_text(one) for one in doubts]}


def _dry_run(event: Event, listed: list[Listed]) -> dict[str, Any]:
    played = queries.played_in_series(event)
    rows = [
        {
            "listed": one,
            "letters": one.letters or tuple(one.word),
            "faults": [FAULTS[code] for code in one.faults],
            "doubts": []
            if one.faults
            else [doubt_text(doubt) for doubt in doubts_of(one.word, one.letters, played=played)],
        }
        for one in listed
    ]
    return {"rows": rows, "event": event, "faulty": sum(bool(one.faults) for one in listed)}


def _mine(request: HttpRequest, account: Account, refusal: Refused | None = None) -> HttpResponse:
    rows: list[EventWord] = list(queries.proposals_of(account)[:200])
    try:
        shown = operations.read_own_words(chosen=rows, by=account, now=timezone.now())
    except Refused as unreadable:  # another key: the list is still there
        shown, refusal = {}, refusal or unreadable
    values = {"rows": [(one, shown.get((one.event_id, one.number))) for one in rows]}
    return page(request, "mine", values, refusal)

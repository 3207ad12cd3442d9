"""The words of an event by number: open, sealed, for which round; given to rounds, swapped, and who has read them.

Whoever arranges them need not be able to read them, and the director cannot. A swap is public with its reason.
"""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Vote, WordState
from games.rules.refusals import Refused
from tournaments import access
from tournaments.commission.answers import acted, address, page, signed_in, words_page
from tournaments.commission.forms import SwapForm
from tournaments.models import Account, Event, EventWord, Round
from tournaments.operations.words import event_words as operations
from tournaments.queries import words as queries
from tournaments.texts.about_words import STATES

RESERVE = "reserve"
PER_PAGE = 100


@words_page("GET")
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The words of an event; no word itself stands here before its reveal."""
    return _show(request, signed_in(request), slug)


@words_page("GET")
def readings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who was shown which word, newest first."""
    found = access.event_for_words(signed_in(request), slug)
    part = Paginator(queries.readings_of(found.event), PER_PAGE).get_page(request.GET.get("page"))
    lines = [(line, STATES[line.state]) for line in queries.reading_lines(found.event, part)]
    return page(request, "readings", {"event": found.event, "lines": lines, "page_obj": part})


@words_page("POST")
def give(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give a sealed word to a round, or keep it in reserve."""
    account = signed_in(request)
    event = access.event_for(account, slug, "words.arrange")
    word = _word(event, number)
    place = request.POST.get("place", "")
    round_ = _round(event, place)

    def act() -> str:
        if place == RESERVE:
            operations.reserve_word(word=word, by=account, now=timezone.now())
            return _("Word no. %(number)s is a reserve.") % {"number": number}
        if round_ is None:
            raise Refused("word_needs_round")
        operations.assign_word(word=word, round_=round_, by=account, now=timezone.now())
        return _("Round %(round)s plays for word no. %(number)s.") % {"round": round_.number, "number": number}

    return acted(
        request, act, to=lambda: address("event", slug), refused=lambda refused: _show(request, account, slug, refused)
    )


@words_page("POST")
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Swap the leaked word of a round for a reserve, or for none."""
    account = signed_in(request)
    event = access.event_for(account, slug, "words.arrange")
    round_ = _round(event, str(number))
    if round_ is None:
        raise Http404
    form = SwapForm(request.POST)
    if not form.is_valid():
        return _show(request, account, slug, Refused("not_a_reserve"))
    chosen = form.cleaned_data["reserve"]
    reserve = None if chosen is None else _word(event, chosen)

    def act() -> str:
        operations.swap_word(
            round_=round_, reserve=reserve, reason=form.cleaned_data["reason"], by=account, now=timezone.now()
        )
        return _("The word of round %(round)s is swapped; everybody can read why.") % {"round": number}

    return acted(
        request, act, to=lambda: address("event", slug), refused=lambda refused: _show(request, account, slug, refused)
    )


def _show(request: HttpRequest, account: Account, slug: str, refusal: Refused | None = None) -> HttpResponse:
    found = access.event_for_words(account, slug)
    rows = list(queries.words_of(found.event))
    known = queries.known_to_players(found.event)
    voted: set[Any] = set()
    if found.reads:
        voted = set(Vote.objects.filter(word__at__event=found.event, by=account.key).values_list("word", flat=True))
    values = {
        "found": found,
        "event": found.event,
        "open": [(one, one.word_id in voted) for one in rows if one.word.state == WordState.PROPOSED],
        "sealed": [(one, known.get(one.number, ())) for one in rows if one.word.commitment],
        "others": [
            (one, STATES[one.word.state]) for one in rows if one.word.state in (WordState.REJECTED, WordState.WITHDRAWN)
        ],
        "rounds": list(queries.rounds_to_fill(found.event)) if found.arranges else [],
        "swappable": [one for one in rows if _round_of(one) and _round_of(one).started_at is None],
        "reserves": [one for one in rows if one.is_reserve],
        "rules": queries.word_rules(),
    }
    return page(request, "event", values, refusal)


def _round_of(one: EventWord) -> Any:
    return getattr(one, "round", None)


def _word(event: Event, number: int) -> EventWord:
    word = queries.words_of(event).filter(number=number).first()
    if word is None:
        raise Http404
    word.event = event
    return word


def _round(event: Event, number: str) -> Round | None:
    wanted = Round.objects.filter(event=event, number=number) if number.isascii() and number.isdecimal() else ()
    for round_ in wanted:
        round_.event = event
        return round_
    return None

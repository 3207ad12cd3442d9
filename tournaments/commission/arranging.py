"""The words of an event by number: open, sealed, for which round; given to rounds, swapped, and who has read them.

Whoever arranges them need not be able to read them, and the director cannot. A swap is public with its reason.
"""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.models import WordState
from games.rules.refusals import Refused
from tournaments.access import EventOfWords
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.commission.face import commission, word_of, words_proved
from tournaments.commission.forms import SwapForm
from tournaments.facts.nicks import shown
from tournaments.models import Event, EventWord, Round
from tournaments.operations.words import round_words as operations
from tournaments.queries import event_words as queries
from tournaments.texts.about_words import STATES

RESERVE = "reserve"
PER_PAGE = 100
NOT_TAKEN = (WordState.REJECTED, WordState.WITHDRAWN)


@commission.page("<slug:slug>/", right="words.watch", name="event", prove=words_proved)
def event_page(found: EventOfWords, visit: Visit) -> HttpResponse:
    """The words of an event; no word itself stands here before its reveal."""
    entries = list(queries.words_of(found.event))
    known = queries.known_to_players(found.event)
    cast = queries.verdicts_of(visit.by, found.event) if found.reads else {}
    values = {
        "found": found,
        "event": found.event,
        "open": [
            (entry, "mine" if entry.word.by == visit.by.key else cast.get(entry.word_id, ""))
            for entry in entries
            if entry.word.state == WordState.PROPOSED
        ],
        "sealed": [(entry, known.get(entry.number, ())) for entry in entries if entry.word.commitment],
        "others": [(entry, STATES[entry.word.state]) for entry in entries if entry.word.state in NOT_TAKEN],
        "rounds": list(queries.rounds_to_fill(found.event)) if found.arranges else [],
        "swappable": [entry for entry in entries if _serves_before_start(entry)],
        "reserves": [entry for entry in entries if entry.is_reserve and entry.number not in known],
        "rules": queries.word_rules(),
    }
    return visit.page("commission/event.html", values)


@commission.page("<slug:slug>/readings/", right="words.watch", prove=words_proved)
def readings(found: EventOfWords, visit: Visit) -> HttpResponse:
    """Who was shown which word and how often, newest first."""
    part = Paginator(queries.readings_of(found.event), PER_PAGE).get_page(visit.request.GET.get("page"))
    lines = [(line, STATES[line.state]) for line in queries.reading_lines(found.event, part)]
    return visit.page("commission/readings.html", {"event": found.event, "lines": lines, "page_obj": part})


@commission.act(
    "<slug:slug>/word/<int:number>/place/",
    right="words.arrange",
    page=event_page,
    wanted=_("Giving a word to a round"),
    code="commission:give",
    prove=words_proved,
)
def give_word(found: EventOfWords, visit: Visit) -> Values:
    """Give a sealed word to a round, or keep it in reserve."""
    word, place = word_of(found.event, visit.address["number"]), visit.sent.get("place", "")
    if place == RESERVE:
        operations.reserve_word(word=word, by=visit.by, now=visit.now)
        return _("Word no. %(number)s is a reserve.") % {"number": word.number}
    round_ = _round(found.event, place)
    if round_ is None:
        raise Refused("word_needs_round")
    operations.assign_word(word=word, round_=round_, by=visit.by, now=visit.now)
    return _("Round %(round)s plays for word no. %(number)s.") % {"round": round_.number, "number": word.number}


@commission.act(
    "<slug:slug>/round/<int:number>/swap/",
    right="words.arrange",
    page=event_page,
    wanted=_("Swapping a word for a reserve"),
    done=_("The word of round %(round)s is swapped; everybody can read why."),
    code="commission:swap",
    prove=words_proved,
)
def swap_word(found: EventOfWords, visit: Visit) -> Values:
    """Swap the leaked word of a round for a reserve, or for none."""
    round_ = _round(found.event, str(visit.address["number"]))
    if round_ is None:
        raise Http404
    form = SwapForm(visit.sent)
    if not form.is_valid():
        raise Refused("not_a_reserve")
    chosen, reason = form.cleaned_data["reserve"], shown(form.cleaned_data["reason"])
    reserve = None if chosen is None else word_of(found.event, chosen)
    operations.swap_word(round_=round_, reserve=reserve, reason=reason, by=visit.by, now=visit.now)
    return {"round": round_.number}


def _serves_before_start(entry: EventWord) -> bool:
    """Whether a round that has not started plays for this word."""
    round_ = getattr(entry, "round", None)
    return round_ is not None and round_.started_at is None


def _round(event: Event, number: str) -> Round | None:
    wanted = Round.objects.filter(event=event, number=number) if number.isascii() and number.isdecimal() else ()
    for round_ in wanted:
        round_.event = event
        return round_
    return None

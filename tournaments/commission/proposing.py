"""Proposing words: one, or a list; looked at first, with what speaks against them, and only then kept.

What is told here of other words is only what everybody knows: words that were played. That a word looks like one that
is still secret is for those who vote.
"""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from games.rules.word_checks import doubts_of
from games.rules.word_list import Listed, read_list
from games.secret_words import Plain
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.commission.face import commission
from tournaments.commission.forms import ListForm, ProposalForm
from tournaments.models import Event
from tournaments.operations.words import event_words as operations
from tournaments.queries import event_words as queries
from tournaments.texts.about_languages import codes_by_name
from tournaments.texts.about_words import FAULTS, doubt_text

SURE = "sure"  # the button that keeps what was looked at


# --- One word ---------------------------------------------------------------------------------------------------------


@commission.page("+propose/", right="words.propose")
def propose(visit: Visit, looked: dict[str, Any] | None = None) -> HttpResponse:
    """The form for one word, with how it was looked at."""
    chosen = {"event": visit.request.GET.get("event", "")}
    form = visit.form_of(ProposalForm, account=visit.by, initial=chosen)
    return visit.page("commission/propose.html", {"form": form, "looked": looked})


@commission.act(
    "+propose/",
    right="words.propose",
    page=propose,
    to="mine",
    form=lambda visit: ProposalForm(visit.sent, account=visit.by),
    wanted=_("Proposing a word"),
    done=_("Word no. %(number)s is proposed for %(event)s."),
    code="commission:propose",
)
def propose_word(visit: Visit) -> Values:
    """Propose one word: typed, looked at, kept."""
    plain = cast("ProposalForm", visit.form).plain()
    event: Event = visit.said["event"]
    if SURE not in visit.sent:
        return propose(visit, _looked(event, plain))
    made = operations.propose_word(event=event, id=visit.said["id"], plain=plain, by=visit.by, now=visit.now)
    return {"number": made.number, "event": event.name}


def _looked(event: Event, plain: Plain) -> dict[str, Any]:
    doubts = doubts_of(plain.word, plain.letters, played=queries.played_in_series(event))
    return {"plain": plain, "event": event, "doubts": [doubt_text(doubt) for doubt in doubts]}


# --- Many words -------------------------------------------------------------------------------------------------------


@commission.page("+list/", right="words.propose", name="list")
def propose_list(visit: Visit) -> HttpResponse:
    """The form for many words, one a line, with the faults of each line where it was sent."""
    form = visit.form_of(ListForm, account=visit.by)
    is_sent = form.is_bound and form.is_valid()
    tried = _dry_run(form.cleaned_data["event"], _listed(form.cleaned_data["lines"])) if is_sent else {}
    return visit.page("commission/list.html", {"form": form, **tried})


@commission.act(
    "+list/",
    right="words.propose",
    page=propose_list,
    to="mine",
    form=lambda visit: ListForm(visit.sent, account=visit.by),
    wanted=_("Proposing a list of words"),
    code="commission:list",
)
def propose_words(visit: Visit) -> Values:
    """Propose many words: a dry run with the faults of each line, then all of them or none."""
    if SURE not in visit.sent:
        return propose_list(visit)
    event, listed = visit.said["event"], _listed(visit.said["lines"])
    made = operations.propose_words(event=event, form=visit.said["id"], listed=listed, by=visit.by, now=visit.now)
    said = ngettext("%(n)d word is proposed for %(event)s.", "%(n)d words are proposed for %(event)s.", made)
    return said % {"n": made, "event": event.name}


def _listed(lines: str) -> list[Listed]:
    return read_list(lines, codes_by_name())


def _dry_run(event: Event, listed: list[Listed]) -> dict[str, Any]:
    played = queries.played_in_series(event)
    rows = [_dry_row(line, played) for line in listed]
    return {"rows": rows, "event": event, "faulty": sum(bool(line.faults) for line in listed)}


def _dry_row(line: Listed, played: list[str]) -> dict[str, Any]:
    doubts = [] if line.faults else doubts_of(line.word, line.letters, played=played)
    return {
        "listed": line,
        "letters": line.letters or tuple(line.word),
        "faults": [FAULTS[code] for code in line.faults],
        "doubts": [doubt_text(doubt) for doubt in doubts],
    }


# --- One's own --------------------------------------------------------------------------------------------------------


@commission.page("+mine/", right="words.propose")
def mine(visit: Visit) -> HttpResponse:
    """One's own proposals; the words of those that are still open."""
    proposals = list(queries.proposals_of(visit.by)[:200])
    try:
        shown = operations.read_own_words(chosen=proposals, by=visit.by, now=visit.now)
    except Refused as unreadable:  # another key: the list is still there
        shown = {}
        visit.explain(unreadable)
    rows = [(proposal, shown.get((proposal.event_id, proposal.number))) for proposal in proposals]
    return visit.page("commission/mine.html", {"rows": rows})


@commission.act(
    "+mine/<uuid:id>/withdraw/",
    right="words.propose",
    page=mine,
    wanted=_("Withdrawing a word"),
    done=_("Word no. %(number)s is withdrawn."),
    code="commission:withdraw",
)
def withdraw_word(visit: Visit) -> Values:
    """Take one's own proposal back."""
    word = get_object_or_404(queries.proposals_of(visit.by), word=visit.address["id"])
    operations.withdraw_word(word=word, by=visit.by, now=visit.now)
    return {"number": word.number}

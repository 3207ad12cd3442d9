"""One word under review: read, split, voted on. Who has not voted sees no vote; who plays sees no word.

A sealed word is shown only to a POST: each showing is somebody's act and leaves a reading.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games import words
from games.models import WordState
from games.rules.refusals import Refused
from games.rules.word_checks import doubts_of
from tournaments import access
from tournaments.commission.answers import acted, address, page, signed_in, words_page
from tournaments.commission.forms import SplitForm, VoteForm, letters_of
from tournaments.models import Account, EventWord
from tournaments.operations.words import event_words as operations
from tournaments.queries import words as queries
from tournaments.texts.about_words import STATES, VERDICTS, doubt_text

SHOWN_ON_SIGHT = (WordState.PROPOSED, WordState.REJECTED)


@words_page("GET")
def word(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A word that is to be voted on, or was rejected; of a sealed one only the button that opens it."""
    account, one = _own(request, slug, number)
    return _show(request, account, one)


@words_page("POST")
def open_word(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a sealed word to a member of the commission."""
    account, one = _own(request, slug, number)
    return _show(request, account, one, opened=True)


@words_page("POST")
def vote(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Vote on a word; then on to the next one."""
    account, one = _own(request, slug, number)
    form = VoteForm(request.POST)
    if not form.is_valid():
        return _show(request, account, one, Refused("no_such_verdict"), ballot=form)

    def act() -> str:
        data = form.cleaned_data
        state = operations.vote(word=one, verdict=data["verdict"], note=data["note"], by=account, now=timezone.now())
        if state == WordState.SEALED:
            return _("Word no. %(number)s is approved and sealed.") % {"number": number}
        if state == WordState.REJECTED:
            return _("Word no. %(number)s is rejected.") % {"number": number}
        return _("Your vote on word no. %(number)s is kept.") % {"number": number}

    def after() -> str:
        open_one = one.word.state == WordState.PROPOSED
        return address("word", slug, number) if open_one else address("event", slug)

    return acted(request, act, to=after, refused=lambda refused: _show(request, account, one, refused, ballot=form))


@words_page("POST")
def split(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct the split of a word that is not decided."""
    account, one = _own(request, slug, number)

    def act() -> str:
        letters = letters_of(request.POST.get("split", "")[:80])
        operations.correct_split(word=one, letters=letters, by=account, now=timezone.now())
        return _("The split of word no. %(number)s is corrected.") % {"number": number}

    return acted(
        request,
        act,
        to=lambda: address("word", slug, number),
        refused=lambda refused: _show(request, account, one, refused),
    )


def _own(request: HttpRequest, slug: str, number: int) -> tuple[Account, EventWord]:
    """A word of an event whose words the reader may see."""
    account = signed_in(request)
    event = access.event_for_reading_words(account, slug)
    one = queries.words_of(event).filter(number=number).first()
    if one is None:
        raise Http404
    one.event = event
    return account, one


def _show(
    request: HttpRequest,
    account: Account,
    one: EventWord,
    refusal: Refused | None = None,
    *,
    opened: bool = False,
    ballot: VoteForm | None = None,
) -> HttpResponse:
    values: dict[str, Any] = {"event": one.event, "one": one, "state": STATES[one.word.state]}
    if opened or one.word.state in SHOWN_ON_SIGHT:
        try:
            values |= _read(account, one)
        except Refused as unreadable:
            refusal = refusal or unreadable
    if one.word.state == WordState.PROPOSED:
        values["ballot"] = ballot or VoteForm()
    return page(request, "word", values, refusal)


def _read(account: Account, one: EventWord) -> dict[str, Any]:
    """The word with what speaks against it, and the votes if the reader has voted."""
    plain = operations.read_words(event=one.event, chosen=[one], by=account, now=timezone.now())[one.number]
    doubts = doubts_of(plain.word, plain.letters, played=queries.played_in_series(one.event))
    votes = operations.votes_for(one, by=account)
    names = queries.names_of(vote.by for vote in votes)
    return {
        "plain": plain,
        "splitting": SplitForm(initial={"split": " ".join(plain.letters)}),
        "doubts": [doubt_text(doubt) for doubt in doubts],
        "alike": _alike(account, one),
        "votes": [(names[vote.by], VERDICTS[vote.verdict], vote) for vote in votes],
    }


def _alike(account: Account, one: EventWord) -> list[EventWord]:
    """Words of the same series that look like this one and are still secret; none of an event in which he plays."""
    twins = [twin.pk for twin in words.look_alikes([one.word])[one.word_id]]
    rows = EventWord.objects.filter(word__in=twins, event__series=one.event.series_id).select_related("event", "word")
    rows = rows.exclude(word__state=WordState.REVEALED).exclude(event__in=queries.events_played(account))
    return list(rows.order_by("event__date", "number"))

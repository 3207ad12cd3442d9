"""One word under review: read, split, voted on. Who has not voted sees no vote; who plays sees no word.

A sealed word is shown only to a POST: each showing is somebody's act and leaves a reading.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games import secret_words
from games.models import WordState
from games.rules.refusals import Refused
from games.rules.word_checks import doubts_of
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.commission.face import commission, word_proved
from tournaments.commission.forms import SplitForm, VoteForm, letters_of
from tournaments.models import EventWord
from tournaments.operations.words import event_words as operations
from tournaments.queries import event_words as queries
from tournaments.texts.about_words import STATES, VERDICTS, doubt_text

SHOWN_ON_SIGHT = (WordState.PROPOSED, WordState.REJECTED)
VOTED = {
    WordState.SEALED: _("Word no. %(number)s is approved and sealed."),
    WordState.REJECTED: _("Word no. %(number)s is rejected."),
    WordState.PROPOSED: _("Your vote on word no. %(number)s is kept."),
}


@commission.page("<slug:slug>/word/<int:number>/", right="words.read", name="word", prove=word_proved)
def word_page(word: EventWord, visit: Visit, *, is_opened: bool = False) -> HttpResponse:
    """A word that is to be voted on, or was rejected; of a sealed one only the button that opens it."""
    is_mine = word.word.by == visit.by.key
    values: dict[str, Any] = {"event": word.event, "entry": word, "state": STATES[word.word.state], "is_mine": is_mine}
    if is_opened or word.word.state in SHOWN_ON_SIGHT:
        try:
            values |= _read(word, visit, is_opened=is_opened)
        except Refused as unreadable:
            visit.explain(unreadable)
    if word.word.state == WordState.PROPOSED:
        values["is_open"] = True
        if secret_words.may_vote(word.word, by=visit.by.key):
            values["ballot"] = visit.form_of(VoteForm)
    return visit.page("commission/word.html", values)


@commission.act(
    "<slug:slug>/word/<int:number>/open/",
    right="words.read",
    page=word_page,
    wanted=_("Opening a sealed word"),
    code="commission:open",
    prove=word_proved,
)
def open_word(word: EventWord, visit: Visit) -> HttpResponse:
    """Show a sealed word to a member of the commission."""
    return word_page(word, visit, is_opened=True)


def _next_to_vote(word: EventWord, visit: Visit) -> str:
    """The next word of the event that waits for his vote, after the last one the first; else the list of words."""
    waiting = queries.waiting_for(visit.by, word.event)
    if not waiting:
        return commission.address("event", slug=visit.address["slug"])
    ahead = next((number for number in waiting if number > word.number), waiting[0])
    return commission.address("word", slug=visit.address["slug"], number=ahead)


@commission.act(
    "<slug:slug>/word/<int:number>/vote/",
    right="words.read",
    page=word_page,
    to=_next_to_vote,
    form=VoteForm,
    wanted=_("Voting on a word"),
    prove=word_proved,
)
def vote(word: EventWord, visit: Visit) -> Values:
    """Vote on a word."""
    state = operations.vote(word=word, by=visit.by, now=visit.now, **visit.said)
    return VOTED.get(WordState(state), VOTED[WordState.PROPOSED]) % {"number": word.number}


@commission.act(
    "<slug:slug>/word/<int:number>/split/",
    right="words.read",
    page=word_page,
    wanted=_("Correcting the letters of a word"),
    done=_("The split of word no. %(number)s is corrected."),
    code="commission:split",
    prove=word_proved,
)
def correct_split(word: EventWord, visit: Visit) -> Values:
    """Correct the split of a word that is not decided."""
    letters = letters_of(visit.sent.get("split", "")[:80])
    operations.correct_split(word=word, letters=letters, by=visit.by, now=visit.now)
    return {"number": word.number}


def _read(word: EventWord, visit: Visit, *, is_opened: bool) -> dict[str, Any]:
    """The word with what speaks against it, and the votes as far as the reader may see them."""
    read = operations.read_words(event=word.event, chosen=[word], by=visit.by, now=visit.now, is_opening=is_opened)
    plain = read[word.number]
    doubts = doubts_of(plain.word, plain.letters, played=queries.played_in_series(word.event))
    votes = operations.votes_for(word, by=visit.by)
    names = queries.names_of(vote.by for vote in votes)
    return {
        "plain": plain,
        "splitting": SplitForm(initial={"split": " ".join(plain.letters)}),
        "doubts": [doubt_text(doubt) for doubt in doubts],
        "alike": operations.look_alikes(word=word, by=visit.by, now=visit.now),
        "votes": [(names[vote.by], VERDICTS[vote.verdict], vote) for vote in votes],
    }

"""The pages of words: never kept by a browser or proxy, never with what was typed in a report of an error.

No sentence of an act that worked names a word, and no refused one is a line of the journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404

from tournaments import access
from tournaments.access import EventOfWords
from tournaments.acts.face import Face
from tournaments.models import Account, Event, EventWord
from tournaments.queries import event_words as queries

commission = Face(
    "commission",
    mistyped=frozenset(
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
    ),
    context=lambda _visit: {"section": "me"},
    no_store=True,
    is_private=True,
    notes_refusals=False,
)


def words_proved(by: Account, right: str, address: Mapping[str, Any]) -> tuple[EventOfWords]:
    """An event with what `by` may do with its words, if he may watch over them, or arrange them where that is asked."""
    found = access.event_for_words(by, address["slug"])
    if right == "words.arrange" and not found.arranges:
        raise PermissionDenied
    return (found,)


def word_proved(by: Account, _right: str, address: Mapping[str, Any]) -> tuple[EventWord]:
    """A word of an event whose words `by` may read."""
    return (word_of(access.event_for_reading_words(by, address["slug"]), address["number"]),)


def word_of(event: Event, number: int) -> EventWord:
    """The word with this number at an event, or Http404."""
    word = queries.words_of(event).filter(number=number).first()
    if word is None:
        raise Http404
    word.event = event
    return word

"""The director's desk. What is sent to it, words and people among it, stands in no report of an error."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import patch_cache_control

from tournaments.acts.face import Face

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
        "line_up_reason_required",
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
        "stand_in_reason_required",
        "slug_taken",
        "unknown_zone",
        "swap_reason_required",
        "word_known",
        "word_malformed",
        "word_setter_plays",
        "words_texts_malformed",
    }
)

desk = Face("desk", mistyped=MISTYPED, is_private=True)


def not_kept(answer: HttpResponse) -> HttpResponse:
    """A page with a secret word on it, which no browser and no proxy keeps."""
    patch_cache_control(answer, no_store=True)
    return answer

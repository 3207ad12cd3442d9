"""The director's desk. What is sent to it, words and people among it, stands in no report of an error."""

from __future__ import annotations

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
        "slug_taken",
        "unknown_zone",
        "word_malformed",
    }
)

desk = Face("desk", mistyped=MISTYPED, is_private=True)

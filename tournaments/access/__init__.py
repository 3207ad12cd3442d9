"""Who may. An object is had only through a function here that says for whom: fetching is proving.

Which role may what is said by the matrix (`tournaments.rights`) alone; here it is found out which roles an account
holds: by its flags, as `Staff` of an event, by an `Office` of the union. Every function asks about one act of the
matrix, in one statement. What a stranger may not even know of is "not found" (Http404), what he may know but not do is
PermissionDenied. Line judges see only the tables named in their role.
"""

from tournaments.access.events import (
    club_for,
    event_for,
    events_where,
    events_with_role,
    federation_for,
    may_somewhere,
    registration_for,
    round_for,
    sees_drafts,
)
from tournaments.access.own import own_registration, own_token, player_of
from tournaments.access.public import (
    SEEN_BY_EVERYONE,
    PublicEvent,
    PublicHall,
    hall_offers,
    public_event,
    public_event_page,
    public_hall,
    public_publication,
    public_round,
    public_table,
    seating_is_public,
)
from tournaments.access.roles import (
    flags_of,
    may,
    may_create_events,
    may_hand_link,
    offices_of,
    owes_second_factor,
    prove,
    roles_at,
)
from tournaments.access.tables import (
    PhonesTable,
    RecordedTable,
    highest_hand,
    own_tables,
    table_for_recorder,
    table_for_referee,
    table_for_sitter,
    table_of_game,
    tables_for_staff,
)
from tournaments.access.word_rights import (
    EventOfWords,
    event_for_reading_words,
    event_for_words,
    may_propose_words,
    may_read_set_word,
    plays_at,
)

__all__ = [
    "SEEN_BY_EVERYONE",
    "EventOfWords",
    "PhonesTable",
    "PublicEvent",
    "PublicHall",
    "RecordedTable",
    "club_for",
    "event_for",
    "event_for_reading_words",
    "event_for_words",
    "events_where",
    "events_with_role",
    "federation_for",
    "flags_of",
    "hall_offers",
    "highest_hand",
    "may",
    "may_create_events",
    "may_hand_link",
    "may_propose_words",
    "may_read_set_word",
    "may_somewhere",
    "offices_of",
    "owes_second_factor",
    "own_registration",
    "own_tables",
    "own_token",
    "player_of",
    "plays_at",
    "prove",
    "public_event",
    "public_event_page",
    "public_hall",
    "public_publication",
    "public_round",
    "public_table",
    "registration_for",
    "roles_at",
    "round_for",
    "seating_is_public",
    "sees_drafts",
    "table_for_recorder",
    "table_for_referee",
    "table_for_sitter",
    "table_of_game",
    "tables_for_staff",
]

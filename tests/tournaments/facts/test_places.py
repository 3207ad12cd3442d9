"""Labels and rooms of tables: by number, what is empty left out, and no two labels alike."""

from __future__ import annotations

from tournaments.facts.places import NOWHERE, Place, place_of, places_of, rooms_of, same_label, stored_as

STORED = {"2": {"label": "By the stove", "room": "Hall"}, "10": {"room": "Salonek 2"}, "3": {"room": "Hall"}}


def test_a_table_of_which_nothing_is_said_stands_nowhere():
    assert place_of(STORED, 1) == NOWHERE
    assert place_of(STORED, 2) == Place("By the stove", "Hall")
    assert place_of(STORED, 10).where == "Salonek 2"
    assert place_of(STORED, 2).where == "By the stove · Hall"


def test_tables_follow_their_numbers_and_rooms_their_first_tables():
    assert list(places_of(STORED)) == [2, 3, 10]
    assert rooms_of(STORED) == ["Hall", "Salonek 2"]


def test_what_is_stored_is_read_again_and_what_is_empty_is_not_stored():
    assert places_of(stored_as(places_of(STORED).items())) == places_of(STORED)
    assert stored_as([(4, Place()), (5, Place("X", ""))]) == {"5": {"label": "X"}}


def test_two_labels_are_alike_whatever_their_case():
    assert same_label(places_of(STORED), 4, "BY THE STOVE") == 2
    assert same_label(places_of(STORED), 2, "By the stove") is None

"""The faults of files and of lines of a log, for people in their own language.

Those of lines and of deals stand in games/fault_texts.py; here are those of an event and of its settings besides, as
the pure readers (exchange/, facts/regulations.py) find them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games import fault_texts
from games.rules.documents.faults import Fault

FAULTS: Mapping[str, Any] = {
    **fault_texts.FAULTS,
    # an event: tournaments/exchange/reader.py
    "not_an_event_file": _("This is not an event file of this format."),
    "not_a_slug": _("A slug is made of lower-case letters a–z, digits, and single - or _ between them."),
    "not_a_date": _("This must be a date such as 2026-11-01."),
    "not_a_country": _("A country is two capital letters."),
    "not_a_code": _("A code has no blanks."),
    "code_twice": _("Two clubs have this code."),
    "id_twice": _("Two entries have this id."),
    "nick_twice": _("Two entries have this nick, compared without case and accents."),
    "nick_unreadable": _("This nick has no letters, or far too many marks on them."),
    "banned": _("The union has banned this player on the day of the event."),
    "no_such_club": _("The file has no club with this code."),
    "no_such_entry": _("The file has no entry with this id."),
    "round_twice": _("Two rounds have this number."),
    "table_twice": _("Two tables of the round have this number."),
    "place_twice": _("Something is said of this table twice."),
    "label_twice": _("Two tables have this label."),
    "no_such_round_kind": _("A round is basic, play_off, final or small_final."),
    "word_with_blanks": _("A playing word has no blanks; what stands around it is the caption."),
    "wrong_letters": _("The letters must be texts that make up the word."),
    "no_such_seat": _("Seats are A to F."),
    "no_such_smear_seat": _("Seats are A to H."),
    "wrong_number_of_seats": _("A table has four to six seats."),
    "wrong_number_for_smear": _("This variant of Smear is not played by so many."),
    "entry_twice": _("This entry sits in two seats of the round."),
    # the settings of an event, tournaments/facts/regulations.py
    "no_such_setting": _("there is no such setting"),
    "setting_not_a_flag": _("must be true or false"),
    "setting_not_in_range": _("must be a whole number from %(least)d to %(most)d"),
    "setting_not_a_choice": _("must be one of %(choices)s"),
}


def fault_text(fault: Fault) -> str:
    """The sentence of a fault in the language of whoever asks."""
    return fault_texts.fault_text(fault, FAULTS)

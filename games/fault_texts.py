"""The faults of a line of a log and of a deal file, for people in their own language.

The pure readers (games/rules/payload.py, games/rules/documents, the deal files) say what is wrong by a code with values
(`Fault`); here each code has its sentence. What an outside parser says in English (the reason of `not_json`) stays as
it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.rules.documents.faults import Fault

FAULTS: Mapping[str, Any] = {
    # one line of a log: games/rules/payload.py
    "line_not_an_object": _("A line of the log must be an object."),
    "missing": _("This is missing."),
    "unknown_key": _("This key is not known here."),
    "unknown_kind": _("There is no such kind of line."),
    "not_a_seat": _("A seat is one letter from A to Z."),
    "not_a_party": _("A party is named by its seats in order, such as AC."),
    "not_a_bid": _("A bid is a whole number from 1 to 99."),
    "bench_not_a_list": _("The bench is a list of seats."),
    "not_points": _("Points are an object: seat and number."),
    "not_a_number_of_points": _("Points are whole numbers from 0 to 999."),
    "not_a_flag": _("This must be true or false."),
    "not_a_reason": _("A reason is one line of text with at most 500 characters."),
    "not_an_occupant": _("An occupant is named by a text of 1 to 100 characters."),
    "not_a_position": _("A position is a whole number from 1."),
    "not_a_moment": _("This must be a date with its time, such as 2026-11-21T20:14:05Z."),
    "unknown_version": _("This is written in a version that is not known here."),
    "not_an_id": _("An id is 32 digits from 0 to f, with hyphens."),
    "not_a_verdict": _("A verdict is leave, take or instead."),
    "nothing_amended": _("An amendment must name at least one field."),
    "not_earlier": _("A correction must name an earlier line."),
    "wrong_field": _("The line to be amended has no such field."),
    # any value of a file: games/rules/documents/faults.py
    "not_an_object": _("This must be an object."),
    "not_a_list": _("This must be a list."),
    "not_a_text": _("This must be a text."),
    "empty": _("This may not be empty."),
    "too_long": _("This text is too long."),
    "not_one_line": _("This text holds control characters, invisible ones or half a character."),
    "not_a_number": _("This must be a whole number."),
    "too_small": _("This number is too small."),
    "too_large": _("This number is too large."),
    "more_faults": ngettext_lazy("Another fault is not listed.", "Another %(n)d faults are not listed.", "n"),
    # a file as a whole: games/rules/documents/strict_json.py
    "too_many_bytes": _("The file is larger than %(n)d MiB."),
    "not_json": _("This is not JSON: line %(line)d, column %(column)d: %(reason)s."),
    "not_utf_8": _("The file is not UTF-8."),
    "too_deep": _("The file is nested too deep."),
    "number_too_long": _("A number in the file has too many digits."),
    "key_twice": _("This key stands twice in one object."),
    "no_json_number": _("NaN and Infinity are not JSON."),
    # a deal of Smoking Cat: games/rules/smoking_cat/deal_file.py
    "not_a_deal_file": _("This is not a deal file of this format."),
    "not_four_seats": _("A deal has four seats, each a letter from A to H."),
    "not_one_of_the_four": _("This must be one of the four seats of the deal."),
    "not_a_text_of_cards": _("Cards are a text such as “7h Ol”."),
    "no_such_card": _("There is no such card: rank 7 8 9 T U O K A, then suit h l a b."),
    "not_early": _("Of an end only “early” can be said."),
    "packed_and_early": _("A deal that was packed did not end early too."),
    # a deal of Smear: games/rules/smear/deal_file.py
    "not_a_smear_file": _("This is not a Smear deal file of this format."),
    "no_such_variant": _("A variant is ten_point, nine_cards, widow, cutthroat or five_point."),
    "wrong_seats": _("The seats are letters from A to H, as many as play the variant."),
    "not_a_seat_of_the_deal": _("This must be one of the seats of the deal."),
    "not_a_text_of_smear_cards": _("Cards are a text such as “7h X1”."),
    "no_such_smear_card": _(
        "There is no such card: rank 2 to 9 T J Q K A, then suit h s c d; the jokers are X1 and X2."
    ),
    "too_many_bids": _("So many bids are in no deal."),
    "not_a_call": _("A bid is a whole number, “moon”, or null for a pass."),
    "not_a_suit": _("A suit is h, s, c or d."),
    "lead_names_trump": _("In this variant the lead names the trump."),
    # a deal of either game: games/rules/deal_documents.py
    "unknown_format": _("This is neither a deal of Smoking Cat nor one of Smear."),
    "no_part_of_a_deal": _("This cannot be read as a part of a deal."),
    "no_whole_deal": _("A deal needs four seats with their hands, and a dealer among them, such as @A."),
}


def fault_text(fault: Fault, sentences: Mapping[str, Any] = FAULTS) -> str:
    """The sentence of a fault in the language of whoever asks. A code without one, or without its values, is a bug."""
    return str(sentences[fault.code] % dict(fault.values))

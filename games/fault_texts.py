"""The faults of a line of a log and of a deal file, for people in their own language.

The pure readers (games/rules/payload.py, games/rules/documents, the deal files) say what is wrong in English sentences
and may not know of translation. This list gives the catalogues their sentences; a test holds it equal to theirs. Some
come filled in, with a number or a line: their templates stand here, and the values are read back out of the sentence.
What an outside parser says in English (the reason of NOT_JSON) stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

FAULTS: tuple[str, ...] = (
    # one line of a log: games/rules/payload.py
    _("A line of the log must be an object."),
    _("This is missing."),
    _("This key is not known here."),
    _("There is no such kind of line."),
    _("A seat is one letter from A to Z."),
    _("A party is named by its seats in order, such as AC."),
    _("A bid is a whole number from 1 to 99."),
    _("The bench is a list of seats."),
    _("Points are an object: seat and number."),
    _("Points are whole numbers from 0 to 999."),
    _("This must be true or false."),
    _("A reason is one line of text with at most 500 characters."),
    _("An occupant is named by a text of 1 to 100 characters."),
    _("A position is a whole number from 1."),
    _("An amendment must name at least one field."),
    _("A correction must name an earlier line."),
    _("The line to be amended has no such field."),
    # any value of a file: games/rules/documents/faults.py
    _("This must be an object."),
    _("This must be a list."),
    _("This must be a text."),
    _("This may not be empty."),
    _("This text is too long."),
    _("This text holds control characters, invisible ones or half a character."),
    _("This must be a whole number."),
    _("This number is too small."),
    _("This number is too large."),
    # a file as a whole: games/rules/documents/strict_json.py
    _("The file is not UTF-8."),
    _("The file is nested too deep."),
    _("A number in the file has too many digits."),
    _("This key stands twice in one object."),
    _("NaN and Infinity are not JSON."),
    # a deal of Smoking Cat: games/rules/smoking_cat/deal_file.py
    _("This is not a deal file of this format."),
    _("A deal has four seats, each a letter from A to H."),
    _("This must be one of the four seats of the deal."),
    _("Cards are a text such as “7h Ol”."),
    _("There is no such card: rank 7 8 9 T U O K A, then suit h l a b."),
    _("Of an end only “early” can be said."),
    _("A deal that was packed did not end early too."),
    # a deal of Smear: games/rules/smear/deal_file.py
    _("This is not a Smear deal file of this format."),
    _("A variant is ten_point, nine_cards, widow, cutthroat or five_point."),
    _("The seats are letters from A to H, as many as play the variant."),
    _("This must be one of the seats of the deal."),
    _("Cards are a text such as “7h X1”."),
    _("There is no such card: rank 2 to 9 T J Q K A, then suit h s c d; the jokers are X1 and X2."),
    _("So many bids are in no deal."),
    _("A bid is a whole number, “moon”, or null for a pass."),
    _("A suit is h, s, c or d."),
    _("In this variant the lead names the trump."),
    # a deal of either game: games/rules/deal_documents.py
    _("This is neither a deal of Smoking Cat nor one of Smear."),
    _("This cannot be read as a part of a deal."),
    _("A deal needs four seats with their hands, and a dealer among them, such as @A."),
)
FILLED_IN: tuple[str, ...] = (
    _("The file is larger than %(n)d MiB."),
    _("Another %(n)d faults are not listed."),
    _("This is not JSON: line %(line)d, column %(column)d: %(reason)s."),
)


def fault_text(sentence: str, faults: Iterable[str] = FAULTS, filled_in: Iterable[str] = FILLED_IN) -> str:
    """A fault in the language of whoever asks; one that is not known, as it is."""
    for template in filled_in:
        found = _pattern(template).fullmatch(sentence)
        if found:
            values = {name: int(text) if text.isdecimal() else text for name, text in found.groupdict().items()}
            return gettext(template) % values
    return gettext(sentence) if sentence in faults else sentence


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """The template as a pattern that reads its values back."""
    text = re.sub(r"%\\\((\w+)\\\)d", r"(?P<\1>[0-9]+)", re.escape(template))
    return re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.*)", text), re.DOTALL)

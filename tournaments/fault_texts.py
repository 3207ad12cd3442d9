"""The faults of files and of lines of a log, for people in their own language.

The pure readers (games/rules/payload.py, tournaments/exchange, tournaments/regulations.py) say what is wrong in
English sentences and may not know of translation. This list gives the catalogues their sentences; a test holds it
equal to theirs. Some come filled in, with a number or a line: their templates stand here, and the values are read
back out of the sentence. What an outside parser says in English (the reason of NOT_JSON) stays as it is.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

FAULTS: tuple[str, ...] = (
    # one line of a log: games/rules/payload.py
    _("A line of the log must be an object."),
    _("This is missing."),
    _("This key is not known here."),
    _("There is no such kind of line."),
    _("A seat is one letter from A to Z."),
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
    # any value of a file: tournaments/exchange/faults.py
    _("This must be an object."),
    _("This must be a list."),
    _("This must be a text."),
    _("This may not be empty."),
    _("This text is too long."),
    _("This text holds control characters, invisible ones or half a character."),
    _("This must be a whole number."),
    _("This number is too small."),
    _("This number is too large."),
    # an event: tournaments/exchange/reader.py
    _("This is not an event file of this format."),
    _("A slug is made of lower-case letters a–z, digits, and single - or _ between them."),
    _("This must be a date such as 2026-11-01."),
    _("A country is two capital letters."),
    _("A code has no blanks."),
    _("Two clubs have this code."),
    _("Two entries have this id."),
    _("Two entries have this nick, compared without case and accents."),
    _("This nick has no letters, or far too many marks on them."),
    _("The file has no club with this code."),
    _("The file has no entry with this id."),
    _("Two rounds have this number."),
    _("Two tables of the round have this number."),
    _("A round is basic, play_off, final or small_final."),
    _("A playing word has no blanks; what stands around it is the caption."),
    _("The letters must be texts that make up the word."),
    _("Seats are A to F."),
    _("A table has four to six seats."),
    _("This entry sits in two seats of the round."),
    # a file as a whole: tournaments/exchange/strict_json.py
    _("The file is larger than 64 MiB."),
    _("The file is not UTF-8."),
    _("The file is nested too deep."),
    _("A number in the file has too many digits."),
    _("This key stands twice in one object."),
    _("NaN and Infinity are not JSON."),
    # the settings of an event, tournaments/regulations.py
    _("there is no such setting"),
    _("must be true or false"),
)
FILLED_IN: tuple[str, ...] = (
    _("Another %(n)d faults are not listed."),
    _("This is not JSON: line %(line)d, column %(column)d: %(reason)s."),
    _("must be a whole number from %(least)d to %(most)d"),
    _("must be one of %(choices)s"),
)


def fault_text(sentence: str) -> str:
    """A fault in the language of the request; one that is not known, as it is."""
    for template, pattern in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found:
            values = {name: int(text) if text.isdecimal() else text for name, text in found.groupdict().items()}
            return gettext(template) % values
    return gettext(sentence) if sentence in FAULTS else sentence


def _pattern(template: str) -> re.Pattern[str]:
    """The template as a pattern that reads its values back."""
    text = re.sub(r"%\\\((\w+)\\\)d", r"(?P<\1>[0-9]+)", re.escape(template))
    return re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.*)", text), re.DOTALL)


_PATTERNS = [(template, _pattern(template)) for template in FILLED_IN]

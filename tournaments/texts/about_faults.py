"""The faults of files and of lines of a log, for people in their own language.

Those of lines and of deals stand in games/fault_texts.py; here are those of an event and of its settings besides. The
pure readers (exchange/, facts/regulations.py) say them in English and may not know of translation; a
test holds the list equal to theirs.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games import fault_texts

FAULTS: tuple[str, ...] = (
    *fault_texts.FAULTS,
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
    _("The union has banned this player on the day of the event."),
    _("The file has no club with this code."),
    _("The file has no entry with this id."),
    _("Two rounds have this number."),
    _("Two tables of the round have this number."),
    _("A round is basic, play_off, final or small_final."),
    _("A playing word has no blanks; what stands around it is the caption."),
    _("The letters must be texts that make up the word."),
    _("Seats are A to F."),
    _("Seats are A to H."),
    _("A table has four to six seats."),
    _("This variant of Smear is not played by so many."),
    _("This entry sits in two seats of the round."),
    # the settings of an event, tournaments/facts/regulations.py
    _("there is no such setting"),
    _("must be true or false"),
)
FILLED_IN: tuple[str, ...] = (
    *fault_texts.FILLED_IN,
    _("must be a whole number from %(least)d to %(most)d"),
    _("must be one of %(choices)s"),
)


def fault_text(sentence: str) -> str:
    """A fault in the language of the request; one that is not known, as it is."""
    return fault_texts.fault_text(sentence, FAULTS, FILLED_IN)

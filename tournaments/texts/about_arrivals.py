"""What is said of a line that a phone brought: one sentence behind each status and code of games/arrivals.

A phone shows it beside the line, the board beside the flag. What has its place in the log needs no sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.texts import refusals

SENTENCES: Mapping[str, Any] = {
    # the log tells it already, or perhaps does
    "told_twice": _("Two phones recorded this deal. It counts once."),
    "told_later": _(
        "The same was recorded for this deal some time before. The referee says whether these are two deals."
    ),
    "told_otherwise": _("Something else was recorded for this deal first. The referee decides which is right."),
    "dealer_does_not_follow": _(
        "This player was not next to deal. The referee says whether this is a deal of its own."
    ),
    "as_the_last": _("The last deal reads the same. The referee says whether these are two deals."),
    "after_another": _(
        "The last deal was not recorded on this phone, so this may be the same one, told otherwise. "
        "The referee says whether these are two deals."
    ),
    "pen_elsewhere": _("Somebody else records at this table. The referee says whether this is a deal of its own."),
    "takeover_unproved": _("The referee's code is wrong. The referee says whether this is a deal of its own."),
    "undone_already": _("This line was taken back already."),
    "undone_elsewhere": _("Another phone recorded the same deal, and there it stands. The referee decides."),
    "undone_after_settling": _("The referee has decided about this line already. Ask him to take it back."),
    # it waits
    "counter_gap": _("An earlier line of this phone has not arrived yet."),
    "earlier_deal": _("An earlier deal of this table has not arrived yet."),
    "unsettled_deal": _("The referee has to decide about an earlier deal of this phone first."),
    "unknown_line": _("The line that is taken back has not arrived yet."),
    "unsettled_line": _("The referee has to decide about the line that is taken back first."),
    # it cannot count as it came
    "round_closed": _("The round was closed before this arrived. The referee decides whether it still counts."),
    "id_reused": _("Something else came under the same number before. The referee has a look."),
    "forked_counter": _("Two phones say that they are this one. The referee has a look."),
    "revoked_phone": _("This phone was taken out of use at this event. The referee decides about the line."),
    "other_person": _("Somebody else was signed in when this was tapped. The referee decides about the line."),
    "no_right": _("Whoever is signed in does not record at this table. The referee decides about the line."),
    "wrong_table": _("This line belongs to another table."),
    "other_log": _("This corrects a line of a log that is not the site's. The referee has a look."),
    "not_for_a_phone": _("Only a referee's page can say this. It has no effect."),
    "stand_in_reason_required": _(
        "This would change who has a seat in a final or play-off, without a reason. A referee does it in the log of "
        "the table, and says there why."
    ),
    "unreadable": _("This line cannot be read. The referee has a look."),
    "fault": _("The site could not take this line in. It is kept, and the referee has a look."),
}
OTHERWISE = _("This cannot be recorded in this game. The referee has a look.")

SETTLED: Mapping[str, Any] = {
    "leave": _("The referee decided: it does not count."),
    "take": _("The referee decided: it counts as a deal of its own."),
    "instead": _("The referee decided: it counts in place of what was recorded first."),
}


def sentence(status: str, code: str) -> str:
    """What is said of a line; nothing of one that counts as it came."""
    if status == "applied":
        return ""
    if code in SENTENCES:
        return str(SENTENCES[code])
    said = str(refusals.REFUSALS.get(code, OTHERWISE))
    return said if "%(" not in said else str(OTHERWISE)


def settled_sentence(verdict: str) -> str:
    """What is said of a line about which a referee has decided."""
    return str(SETTLED[verdict])

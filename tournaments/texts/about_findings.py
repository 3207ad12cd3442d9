"""What is odd about a line of the log, in words: the codes of `games/rules/findings.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

FINDINGS: Mapping[str, Any] = {
    "game_over": _("The game was already over."),
    "unknown_seat": _("Seat %(seat)s does not exist at this table."),
    "has_left": _("Seat %(seat)s had already left the table."),
    "not_four": _("Exactly four play a deal; here it would be %(playing)d."),
    "loser_not_playing": _("Seat %(seat)s cannot lose a deal from the bench."),
    "cannot_complete": _("A penalty letter may not complete the word of seat %(seat)s."),
    "points_not_33": _("The points add up to %(total)d instead of 33."),
    "points_contradict": _("Seat %(seat)s is down as the loser but does not have the most points."),
    "not_smear": _("This table plays Smoking Cat; a deal of Smear cannot stand in its log."),
    "not_smoking_cat": _("This table plays Smear; a deal of Smoking Cat or a letter cannot stand in its log."),
    "no_bench": _("Nobody sits out at a table of Smear."),
    "unknown_party": _("There is no party %(party)s at this table."),
    "no_moon": _("This variant of Smear does not know shooting the moon."),
    "moon_bids_all": _("Who shoots the moon bids all %(most)d points."),
    "bid_out_of_range": _("A bid is from %(least)d to %(most)d points; here it is %(bid)d."),
    "too_many_points": _("The parties have %(total)d points together; a deal has no more than %(most)d."),
}


def finding_text(code: str, values: Mapping[str, object]) -> str:
    """A finding in the language of the request."""
    return str(FINDINGS[code]) % values

"""Doubts about a log: each points to one line and says, in one sentence, what is odd about it.

The codes are those of the event file (formats/event-file.md), then those of what else happens at a
table and those of Smear, which that format does not know. Most of them mean that the line was not applied
(competition.md 2.10); the two about points and the last one of Smear that it was applied although its points look
wrong (2.9, 5.2). `SENTENCES` are English and %-format: the results
document says them so, and they are the msgids under which the faces translate them, filled with the finding's values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.marking import marked as _

GAME_OVER = "game_over"
UNKNOWN_SEAT = "unknown_seat"
HAS_LEFT = "has_left"
NOT_FOUR = "not_four"
LOSER_NOT_PLAYING = "loser_not_playing"
CANNOT_COMPLETE = "cannot_complete"
POINTS_NOT_33 = "points_not_33"
POINTS_CONTRADICT = "points_contradict"

IS_PAUSED = "is_paused"
NOT_PAUSED = "not_paused"
NOT_OVER = "not_over"
SAME_SEAT = "same_seat"
NOT_SINCE_THEN = "not_since_then"

NOT_SMEAR = "not_smear"
NOT_SMOKING_CAT = "not_smoking_cat"
NO_BENCH = "no_bench"
UNKNOWN_PARTY = "unknown_party"
NO_MOON = "no_moon"
MOON_BIDS_ALL = "moon_bids_all"
BID_OUT_OF_RANGE = "bid_out_of_range"
TOO_MANY_POINTS = "too_many_points"

SENTENCES: dict[str, str] = {
    GAME_OVER: _("The game was already over."),
    UNKNOWN_SEAT: _("Seat %(seat)s does not exist at this table."),
    HAS_LEFT: _("Seat %(seat)s had already left the table."),
    NOT_FOUR: _("Exactly four play a deal; here it would be %(playing)d."),
    LOSER_NOT_PLAYING: _("Seat %(seat)s cannot lose a deal from the bench."),
    CANNOT_COMPLETE: _("A penalty letter may not complete the word of seat %(seat)s."),
    POINTS_NOT_33: _("The points add up to %(total)d instead of 33."),
    POINTS_CONTRADICT: _("Seat %(seat)s is down as the loser but does not have the most points."),
    IS_PAUSED: _("The table has a pause already."),
    NOT_PAUSED: _("The table has no pause."),
    NOT_OVER: _("The game was not over yet."),
    SAME_SEAT: _("Seat %(seat)s cannot change places with itself."),
    NOT_SINCE_THEN: _("Line %(since)d is not an earlier line of this log."),
    NOT_SMEAR: _("This table plays Smoking Cat; a deal of Smear cannot stand in its log."),
    NOT_SMOKING_CAT: _("This table plays Smear; a deal of Smoking Cat or a letter cannot stand in its log."),
    NO_BENCH: _("Nobody sits out at a table of Smear."),
    UNKNOWN_PARTY: _("There is no party %(party)s at this table."),
    NO_MOON: _("This variant of Smear does not know shooting the moon."),
    MOON_BIDS_ALL: _("Who shoots the moon bids all %(most)d points."),
    BID_OUT_OF_RANGE: _("A bid is from %(least)d to %(most)d points; here it is %(bid)d."),
    TOO_MANY_POINTS: _("The parties have %(total)d points together; a deal has no more than %(most)d."),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """`position` counts the lines of the log from 1; `values` fill the sentence of `code`."""

    position: int
    code: str
    values: Mapping[str, object]


def sentence(finding: Finding) -> str:
    """The finding in English, for logs, exports and the command line."""
    return SENTENCES[finding.code] % finding.values

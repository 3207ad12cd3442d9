"""What each rule of the regulations is called where it is set, with a word about it; the journal calls it so, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

LABELS: Mapping[str, tuple[Any, Any]] = {
    "survivors": (
        _("Players left when a game ends"),
        _("The rules say three. A friendly game may stop as soon as one word is full."),
    ),
    "final_size": (_("Players in the final"), _("The best of the basic rounds.")),
    "final_ranking": (_("Order of the survivors of a final"), _("What decides between the three who are left.")),
    "pooling": (_("Success over several rounds"), _("All deals on one heap, or the mean of the rounds.")),
    "percent_decimals": (_("Decimals of a percentage"), _("Places are decided by exact fractions either way.")),
    "percent_mode": (_("Rounding of a percentage"), _("Only for showing.")),
    "penalty_letter_completes": (
        _("A penalty letter may complete the word"),
        _("If not, a penalty letter is refused to somebody whose last letter it would be."),
    ),
    "bench": (
        _("Who sits out at tables of five and six"),
        _("The table proposes it; the referee can always change it."),
    ),
    "points_entry": (_("Points of each deal"), _("Whether they are written down; they must add up to 33.")),
    "tie_without_hejma": (
        _("Tie for most points without Hejma"),
        _("The rules are silent about 11–11–10–1. Who loses the deal?"),
    ),
    "seating": (_("How tables are made"), _("By lot with few repeats, by the standings, or freely.")),
    "clubs_apart": (_("Club-mates at one table"), _("Whether the draw keeps players of one club apart.")),
    "countries_apart": (
        _("Compatriots at one table"),
        _("Whether the draw keeps players of one country apart, and so those of one club too."),
    ),
    "qualification": (_("Who goes to the final"), _("With two tables of one round exactly six survive.")),
    "shared_points": (_("Ranking points of a shared place"), _("For the ranking of the season.")),
    "team_result": (_("Result of a team"), _("Over the members of a club.")),
    "appeal_days": (
        _("Days for an appeal against a ruling"),
        _("Counted from the ruling or from the day of the event, whichever is later."),
    ),
    "acceptance": (
        _("Agreeing with the result of a game"),
        _("Somebody at the table says that the result is right; if always, not whoever recorded it."),
    ),
    "players_record": (
        _("Players may record their own table"),
        _("Their lines say so. Nobody decides on a game in which he plays."),
    ),
    "private_redraws": (
        _("Draws again without a ceremony"),
        _("How often the desk may draw a round again. Everybody reads and counts it; in public there is no limit."),
    ),
    "hidden_from_round": (
        _("Standings hidden from the start of round"),
        _("Until the end of the final, or until you show them; tables show their letters all the same. 0: never."),
    ),
    "smear_variant": (_("Variant of Smear"), _("It says how many play at a table, and with whom.")),
    "smear_target": (_("Points that win a game"), _("Usually 21; some play for 31.")),
}

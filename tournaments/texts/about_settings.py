"""The settings of an event as its form and the journal name them: a label, a hint, and words for each choice.

Sentences for visitors, who read regulations and set none, are in about_regulations.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

LABELS: dict[str, tuple[Any, Any]] = {
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
    "seating": (
        _("How tables are made"),
        _("By lot with few repeats; by the standings, but for the first round; or freely."),
    ),
    "clubs_apart": (_("Club-mates at one table"), _("Whether basic rounds by lot keep players of one club apart.")),
    "countries_apart": (
        _("Compatriots at one table"),
        _("Whether basic rounds by lot keep players of one country apart, and so those of one club too."),
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
WORDS: dict[str, Any] = {
    "cumulative": _("basic rounds and final together"),
    "final_only": _("the final alone"),
    "cumulative_basic": _("basic rounds and final together, then the basic rounds"),
    "final_basic": _("the final alone, then the basic rounds"),
    "basic_cumulative": _("the basic rounds, then basic rounds and final together"),
    "basic_final": _("the basic rounds, then the final alone"),
    "pooled": _("all deals on one heap"),
    "mean": _("mean"),
    "floor": _("cut off"),
    "half_up": _("rounded half up"),
    "cycle": _("clockwise in turn"),
    "loser_sits": _("the loser sits out"),
    "free": _("free"),
    "off": _("no"),
    "optional": _("if the referee likes"),
    "required": _("always"),
    "asked": _("the table is asked"),
    "ask": _("the table decides"),
    "hejma_taker": _("whoever took Hejma"),
    "last_trick": _("whoever took the last trick"),
    "void": _("nobody, the deal is void"),
    "draw": _("drawn by lot"),
    "ladder": _("by the standings"),
    "prefer": _("apart where it can be done"),
    "require": _("always apart"),
    "success": _("the best success"),
    "survivors": _("survivors before all others"),
    "each": _("each gets the points of the place"),
    "average": _("the average of the places"),
    "ten_point": _("ten points, partners: 4 or 6 at a table"),
    "nine_cards": _("nine cards, only trumps: 4 at a table"),
    "widow": _("with a widow: 4 at a table"),
    "cutthroat": _("cutthroat, each alone: 3 at a table"),
    "five_point": _("five points, two teams: 4, 6 or 8 at a table"),
}
CLUBS_OFF = _("does not matter")


def choice_words(name: str, code: str) -> Any:
    """The words of a choice."""
    return CLUBS_OFF if name in ("clubs_apart", "countries_apart") and code == "off" else WORDS[code]

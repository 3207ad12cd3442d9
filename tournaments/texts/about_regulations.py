"""The regulations of an event in words: every setting of competition.md as a sentence, whether set or by default.

In the order in which a visitor asks: who gets into the final, how places come about, how percents are shown, what
happens at a table. A test goes through every value of every setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.facts.regulations import Criterion, Regulations

BY_CHOICE: Mapping[str, Mapping[str, Any]] = {
    "pooling": {
        "pooled": gettext_lazy("Success over several rounds: all own deals as one heap."),
        "mean": gettext_lazy("Success over several rounds: the mean of the rounds."),
    },
    "final_ranking": {
        "cumulative": gettext_lazy(
            "The survivors of the final are ranked by the success of the basic rounds and the final together."
        ),
        "final_only": gettext_lazy("The survivors of the final are ranked by the success of the final alone."),
        "cumulative_basic": gettext_lazy(
            "The survivors of the final are ranked by the success of the basic rounds and the final together, then by "
            "that of the basic rounds."
        ),
        "final_basic": gettext_lazy(
            "The survivors of the final are ranked by the success of the final alone, then by that of the basic rounds."
        ),
        "basic_cumulative": gettext_lazy(
            "The survivors of the final are ranked by the success of the basic rounds, then by that of the basic "
            "rounds and the final together."
        ),
        "basic_final": gettext_lazy(
            "The survivors of the final are ranked by the success of the basic rounds, then by that of the final alone."
        ),
    },
    "percent_mode": {
        "floor": gettext_lazy("Percents are cut off, not rounded."),
        "half_up": gettext_lazy("Percents are rounded half up."),
    },
    "bench": {
        "cycle": gettext_lazy("The bench moves clockwise."),
        "loser_sits": gettext_lazy("The loser of a deal sits out the next one."),
        "free": gettext_lazy("The table agrees on the bench."),
    },
    "points_entry": {
        "off": gettext_lazy("Points of a deal are not written down."),
        "optional": gettext_lazy("Points of a deal may be written down."),
        "required": gettext_lazy("Points of every deal are written down."),
    },
    "tie_without_hejma": {
        "ask": gettext_lazy("When 11–11–10–1 leaves the loser open, the table decides."),
        "hejma_taker": gettext_lazy("When 11–11–10–1 leaves the loser open, the taker of Hejma loses."),
        "last_trick": gettext_lazy("When 11–11–10–1 leaves the loser open, the taker of the last trick loses."),
        "void": gettext_lazy("When 11–11–10–1 leaves the loser open, the deal is void."),
    },
    "seating": {
        "draw": gettext_lazy("Tables are drawn, with as few repeated meetings as possible."),
        "ladder": gettext_lazy("Tables are drawn in the first round and follow the standings after it."),
        "free": gettext_lazy("The director seats the players."),
    },
    "clubs_apart": {
        "off": gettext_lazy("Members of one club may meet at a table."),
        "prefer": gettext_lazy("In basic rounds by lot members of one club are kept apart where possible."),
        "require": gettext_lazy("In basic rounds by lot members of one club are always kept apart."),
    },
    "countries_apart": {
        "off": gettext_lazy("Players of one country may meet at a table."),
        "prefer": gettext_lazy("In basic rounds by lot players of one country are kept apart where possible."),
        "require": gettext_lazy("In basic rounds by lot players of one country are always kept apart."),
    },
    "shared_points": {
        "each": gettext_lazy("Who shares a place gets the ranking points of that place."),
        "average": gettext_lazy("Who shares a place gets the average of the ranking points."),
    },
    "acceptance": {
        "off": gettext_lazy("Nobody has to agree with the result of a game."),
        "asked": gettext_lazy("Somebody at the table is asked whether the result of a game is right."),
        "required": gettext_lazy("Somebody at the table who has not recorded agrees with the result of every game."),
    },
    "smear_variant": {
        "ten_point": gettext_lazy("Ten-point Smear, played by partners: four or six at a table."),
        "nine_cards": gettext_lazy("Smear with nine cards, played by partners; only trumps are played."),
        "widow": gettext_lazy("Smear with a widow, played by partners; the least bid is 4."),
        "cutthroat": gettext_lazy("Cutthroat Smear: three at a table, each alone; the least bid is 3."),
        "five_point": gettext_lazy("Five-point Smear, played by two teams: four, six or eight at a table."),
    },
    "team_result": {
        "pooled": gettext_lazy("The result of a team is the success of all its deals as one heap."),
        "mean": gettext_lazy("The result of a team is the mean of its members."),
    },
}

CRITERIA: Mapping[Criterion, tuple[Any, Any]] = {
    "cumulative": (
        gettext_lazy("the basic rounds and the final together"),
        gettext_lazy("How many of all own deals, in the basic rounds and in this final, ended without a letter."),
    ),
    "this_final": (
        gettext_lazy("the final alone"),
        gettext_lazy("How many of the own deals in this final ended without a letter; the basic rounds do not count."),
    ),
    "basic": (
        gettext_lazy("the basic rounds alone"),
        gettext_lazy("How many of the own deals in the basic rounds ended without a letter; the final does not count."),
    ),
}


def order_in_words(regulations: Regulations, *, has_final: bool) -> str:
    """What decides the places of an event of Smoking Cat, in order, as one sentence."""
    if not has_final:
        return _("Order: the success in the basic rounds; equal players share their place.")
    first, second, third = (str(CRITERIA[one][0]) for one in regulations.criteria)
    return _(
        "Order: who stays longer in the final; those still in it by their success in %(first)s, then in %(second)s, "
        "then in %(third)s; all others by the basic rounds; equal players share their place."
    ) % {"first": first, "second": second, "third": third}


def regulations_in_words(regulations: Regulations) -> list[str]:
    """Sentences, in the language of the request."""
    if regulations.game == "smear":
        return _smear_in_words(regulations)
    return [
        _qualification(regulations),
        *(_choice(regulations, name) for name in ("pooling", "final_ranking", "percent_mode")),
        ngettext(
            "Percents have %(n)d decimal place.", "Percents have %(n)d decimal places.", regulations.percent_decimals
        )
        % {"n": regulations.percent_decimals},
        ngettext(
            "The game at a table ends when %(n)d player is left, or nobody can deal any more.",
            "The game at a table ends when %(n)d players are left.",
            regulations.survivors,
        )
        % {"n": regulations.survivors},
        _("A penalty letter may complete the word.")
        if regulations.penalty_letter_completes
        else _("A penalty letter may not complete the word."),
        *(
            _choice(regulations, name)
            for name in (
                "bench",
                "points_entry",
                "tie_without_hejma",
                "seating",
                "clubs_apart",
                "countries_apart",
            )
        ),
        *_together(regulations),
        *(_choice(regulations, name) for name in ("shared_points", "team_result", "acceptance")),
        _recorders(regulations),
        _appeals(regulations),
        _redraws(regulations),
        *_hiding(regulations),
    ]


def _smear_in_words(regulations: Regulations) -> list[str]:
    return [
        _choice(regulations, "smear_variant"),
        _("Whoever stands at %(n)d points or above them after a deal wins the game.") % {"n": regulations.smear_target},
        _("Places follow the games won, then the points; who is equal in both shares the place."),
        _("The points of a game are those of one's party at its end; for a stand-in, those since he came."),
        _("Who plays a final stands before all others, by the games won and the points of the final."),
        *(_choice(regulations, name) for name in ("seating", "clubs_apart", "countries_apart")),
        *_together(regulations),
        *(_choice(regulations, name) for name in ("shared_points", "acceptance")),
        _recorders(regulations),
        _appeals(regulations),
        _redraws(regulations),
        *_hiding(regulations),
    ]


def _choice(regulations: Regulations, name: str) -> str:
    return str(BY_CHOICE[name][getattr(regulations, name)])


def _together(regulations: Regulations) -> list[str]:
    """Of a ladder that keeps somebody apart: that it does so in its first round only."""
    if regulations.seating != "ladder" or regulations.clubs_apart == regulations.countries_apart == "off":
        return []
    return [_("Rounds that follow the standings keep neither clubs nor countries apart.")]


def _recorders(regulations: Regulations) -> str:
    if regulations.players_record:
        return _("Who plays at a table may record its game.")
    return _("Games are recorded by referees and line judges.")


def _appeals(regulations: Regulations) -> str:
    return ngettext(
        "Against a ruling one may appeal to the union for %(n)d day.",
        "Against a ruling one may appeal to the union for %(n)d days.",
        regulations.appeal_days,
    ) % {"n": regulations.appeal_days}


def _redraws(regulations: Regulations) -> str:
    if not regulations.private_redraws:
        return _("A round is drawn again in public only, with cards or dice.")
    return ngettext(
        "Without a ceremony a round may be drawn again %(n)d time, with a reason.",
        "Without a ceremony a round may be drawn again %(n)d times, with a reason.",
        regulations.private_redraws,
    ) % {"n": regulations.private_redraws}


def _hiding(regulations: Regulations) -> list[str]:
    if not regulations.hidden_from_round:
        return []
    said = _("From the start of round %(n)d on the standings are hidden until the end of the final.")
    return [said % {"n": regulations.hidden_from_round}]


def _qualification(regulations: Regulations) -> str:
    if regulations.qualification == "survivors":
        return _("The survivors of the basic tables play the final.")
    size = regulations.final_size
    return ngettext(
        "The player with the best success plays the final.",
        "The %(n)d players with the best success play the final; a tie across the cut is decided by a play-off.",
        size,
    ) % {"n": size}

"""Why somebody has a place, as codes with values, and the sentences for them.

competition.md 7: doubt about 4th and 5th place is met by showing why. A reason is plain data (words, whole numbers,
entry ids), so it can be stored as JSON and told in any language: `REASONS` are English and %-format, short, for
documents and the command line; pages say most of them in more words (texts/about_reasons.py). `values_for` fills
either, with names in place of entry ids.
Fractions are shown as they were counted: deals without a letter / own deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.rules.game import Tally
from games.rules.marking import marked as _

NAMED = 5  # so many others are named at a shared place; of 3,000 who wait for their first deal nobody wants the list

REASONS: dict[str, str] = {
    "final_survivor": "final: survivor",
    "final_playing": "final: still playing",
    "final_left_1": "final: left first",
    "final_left_2": "final: left second",
    "final_left_3": "final: left third",
    "small_final_survivor": "small final: survivor",
    "small_final_playing": "small final: still playing",
    "small_final_left_1": "small final: left first",
    "small_final_left_2": "small final: left second",
    "small_final_left_3": "small final: left third",
    "gave_up_final_seat": _("gave up a seat in a final"),
    "cumulative": "cumulative %(won)d/%(deals)d",
    "then_cumulative": "tied so far, cumulative %(won)d/%(deals)d",
    "cumulative_mean": "cumulative %(won)d/%(deals)d as the mean of %(rounds)d rounds",
    "then_cumulative_mean": "tied so far, cumulative %(won)d/%(deals)d as the mean of %(rounds)d rounds",
    "this_final": "in this final %(won)d/%(deals)d",
    "then_this_final": "tied so far, in this final %(won)d/%(deals)d",
    "basic": "basic %(won)d/%(deals)d",
    "then_basic": "tied so far, basic %(won)d/%(deals)d",
    "basic_mean": "basic %(won)d/%(deals)d as the mean of %(rounds)d rounds",
    "then_basic_mean": "tied so far, basic %(won)d/%(deals)d as the mean of %(rounds)d rounds",
    "cumulative_none": "no own deals",
    "then_cumulative_none": "tied so far, no own deals",
    "this_final_none": "no own deals in this final",
    "then_this_final_none": "tied so far, no own deals in this final",
    "basic_none": "no own deals in the basic rounds",
    "then_basic_none": "tied so far, no own deals in the basic rounds",
    "games": _("games won: %(won)d of %(games)d, points: %(points)d"),
    "games_in_final": _("final, games won: %(won)d of %(games)d, points: %(points)d"),
    "games_in_small_final": _("small final, games won: %(won)d of %(games)d, points: %(points)d"),
    "then_games": _("tied so far, games won in all: %(won)d of %(games)d, points: %(points)d"),
    "games_none": _("no deal played"),
    "games_in_final_none": _("final: no deal played"),
    "games_in_small_final_none": _("small final: no deal played"),
    "then_games_none": _("tied so far, no deal played"),
    "team": _("%(won)d of %(deals)d own deals of its members without a letter"),
    "team_mean": _("the mean of its members (with own deals: %(members)d), %(won)d/%(deals)d"),
    "team_none": _("no own deals of its members in the basic rounds"),
    "team_shared": _("equal to %(others)s, and equal teams share their place"),
    "team_shared_with_more": _("equal to %(others)s and %(more)d more, and equal teams share their place"),
    "shared": "shared with %(others)s",
    "shared_with_more": "shared with %(others)s and %(more)d more",
    "shared_elsewhere": _("equal to %(more)d of the others, and equal players share their place"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    values: Mapping[str, object] = field(default_factory=dict)


def of_tally(code: str, tally: Tally) -> Reason:
    """The reason that names a success by the deals it was counted from."""
    if not tally.deals:
        return Reason(f"{code}_none")
    return Reason(code, {"won": max(tally.deals - tally.letters, 0), "deals": tally.deals})


def of_games(code: str, tally: Tally) -> Reason:
    """Games of Smear: how many, how many won, and their points."""
    if not tally.deals:
        return Reason(f"{code}_none")
    return Reason(code, {"won": tally.won, "games": tally.games, "points": tally.points})


def of_mean(code: str, value: Fraction | None, *, rounds: int) -> Reason:
    """A mean has no deals of its own: its reduced fraction is shown."""
    if value is None:
        return Reason(f"{code}_none")
    return Reason(f"{code}_mean", {"won": value.numerator, "deals": value.denominator, "rounds": rounds})


def shared(entry: str, group: Sequence[str]) -> Reason:
    """`group`: everybody at the place, in order; only the first few are looked at."""
    others = [other for other in group[: NAMED + 1] if other != entry][:NAMED]
    more = len(group) - 1 - len(others)
    return (
        Reason("shared_with_more", {"others": others, "more": more}) if more else Reason("shared", {"others": others})
    )


def values_for(reason: Reason, name: Callable[[str], str] = str) -> dict[str, object]:
    """The values of the sentence; `name` says what an entry is called."""
    return {
        key: ", ".join(name(entry) for entry in value) if isinstance(value, list | tuple) else value
        for key, value in reason.values.items()
    }


def sentence(reason: Reason) -> str:
    """The reason in English, for the results document and the command line."""
    return REASONS[reason.code] % values_for(reason)

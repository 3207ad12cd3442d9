"""Words of the desk alone: what speaks against a seat, what results still lack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.draws.event_quality import Rule
from tournaments.queries.seating import Seating
from tournaments.texts import about_draws

SEAT_FAULTS: Mapping[str, Any] = {
    "meets_again": _("meets %(other)s again"),
    "meets_again_at_once": _("meets %(other)s again, as in the last round"),
    "club_mate": _("sits with %(other)s of the same club"),
    "compatriot": _("sits with %(other)s of the same country"),
    "forbidden_pair": _("may not sit with %(other)s"),
    "deals_first_again": _("deals first again"),
    "large_table_again": _("sits at a larger table again"),
    **about_draws.FAULTS,
}
RULES: Mapping[str, Any] = {
    "club_pairs": _("Pairs of club-mates at one table"),
    "country_pairs": _("Pairs of compatriots at one table"),
    "forbidden_pairs": _("Pairs at one table who may not share one"),
    "coincidences": _("Repeat meetings"),
    "consecutive": _("Pairs that met in the last round too"),
    "large_tables": _("Large tables: most less fewest times"),
    "seat_a": _("Dealing first: most less fewest times"),
}
MISSING: Mapping[str, Any] = {
    "round_running": _("Round %(round)s is still running."),
    "round_not_played": _("Round %(round)s has not been played."),
    "basic_rounds_missing": ngettext_lazy(
        "%(n)d basic round of this series is not planned.", "%(n)d basic rounds of this series are not planned.", "n"
    ),
    "no_final": _("There has been no final."),
}


def seat_fault_text(code: str, values: Mapping[str, object]) -> str:
    """A fault of a seat in a few words."""
    if code == "meets_again" and values.get("last_round"):
        code = "meets_again_at_once"
    return str(SEAT_FAULTS[code]) % values


def rules_shown(seating: Seating) -> list[dict[str, Any]]:
    """The rules in words: value, that of the engine's draw, what nobody can better, and what is known of it."""
    drawn = {rule.name: rule for rule in seating.drawn}
    return [_rule(rule, drawn.get(rule.name)) for rule in seating.rules]


def _rule(rule: Rule, drawn: Rule | None) -> dict[str, Any]:
    before = drawn.value if drawn else rule.value
    if rule.proved_optimal:
        verdict = gettext("proved optimal")
    elif drawn and rule.value == drawn.value:
        verdict = gettext("best found")
    else:
        verdict = gettext("at least %(n)s cannot be avoided") % {"n": rule.bound}
    return {
        "code": rule.name,
        "name": str(RULES[rule.name]),
        "value": rule.value,
        "drawn": drawn.value if drawn else "–",
        "bound": rule.bound,
        "verdict": verdict,
        "change": "worse" if rule.value > before else "better" if rule.value < before else "",
    }


def missing_text(code: str, values: Mapping[str, int]) -> str:
    """What is missing before results can be published, in words."""
    return str(MISSING[code] % values)

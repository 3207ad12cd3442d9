"""Deals, scores and parties of Smear in words, for every face alike.

A party is called by its seats ("AC"), or by those who sit there. What the sentences tell follows from the log: the bid
and the points that were written down, what the deal did to the scores (games/rules/smear/score.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.entries import SmearDeal
from games.rules.smear.game import SmearState
from games.rules.smear.score import Settled

MOON = gettext_lazy("shot the moon")


def deal_text(entry: SmearDeal, who: str, settled: Settled | None) -> str:
    """Who pitched and what became of it; `settled` is None for a deal that does not count."""
    said = {"who": who, "bid": entry.bid}
    if settled is None:
        return _("%(who)s: bid %(bid)s") % said
    if entry.moon:
        return (_("%(who)s: shot the moon, made") if settled.made else _("%(who)s: shot the moon, missed")) % said
    return (_("%(who)s: bid %(bid)s, made") if settled.made else _("%(who)s: bid %(bid)s, set back")) % said


def points_text(points: Mapping[str, int]) -> str:
    """AC 3, BD 7: points or scores by party."""
    return ", ".join(f"{party} {number}" for party, number in sorted(points.items()))


def how_it_is_won(state: SmearState) -> str:
    """At how many points a game is won, and why it goes on where somebody has them."""
    said = _("The game is won at %(n)s points.") % {"n": state.target}
    reached = [party for party in state.parties if state.scores[party] >= state.target]
    if state.variant.only_pitchers_win:
        said = _("The game is won at %(n)s points, by the side that pitched.") % {"n": state.target}
    if not reached or state.winner:
        return said
    if state.variant.only_pitchers_win:
        why = _("It goes on with %(who)s: the others had pitched.")
    else:
        why = _("It goes on with %(who)s: equal scores decide nothing.")
    return f"{said} {why % {'who': points_text({party: state.scores[party] for party in reached})}}"


def change_text(name: str, value: object, nicks: Mapping[str, str]) -> str:
    """One field of a corrected deal of Smear, with its new value."""
    if name == "pitcher":
        return _("%(nick)s pitched") % {"nick": nicks.get(str(value), str(value))}
    if name == "bid":
        return _("bid %(bid)s") % {"bid": value}
    return _("shot the moon") if value else _("did not shoot the moon")

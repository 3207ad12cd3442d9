"""What is said to people about a deal of Smoking Cat, in their own language, each sentence with its rule in RULES.md.

REFUSALS answer an act that the rules forbid; the functions tell what a ruling found, and who loses and why. Cards are
written by `face`, as whoever reads knows them: "Ol", "Q♠", the name of a drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rules.cards import Card
from games.rules.smoking_cat.ruling import Obstacle, Revoke, Ruling, trick_of

Face = Callable[[Card], str]

MOST_LISTED = 54

REFUSALS: Mapping[str, Any] = {
    "misdeal": _("The cards are dealt wrongly: %(dealer)s deals once more (rule C23)."),
    "already_passed": _("Seat %(seat)s has passed its three cards already."),
    "pass_three_of_your_own": _("Seat %(seat)s must pass three cards of its own hand (rule C27)."),
    "not_now": _("No card can be played now: cards are still being passed, or the deal is over."),
    "not_in_hand": _("%(card)s is not in this hand."),
    "must_follow_suit": _("%(card)s does not follow suit. Play one of these: %(could)s (rule C36)."),
    "not_sure_to_lose": _("Seat %(seat)s would not have 17 points and may not pack (rule C44)."),
    "nobody_has_17": _("Nobody has 17 points yet, so the deal goes on (rule C47)."),
}

_LOSES: Mapping[str, Any] = {
    "most_points": _("Seat %(seat)s loses the deal with most points, %(points)s (rule C49)."),
    "hejma": _("Seat %(seat)s loses the deal: it took Hejma, and nobody has more points than it (rule C50)."),
    "packed": _("Seat %(seat)s packed and loses the deal (rule C46)."),
    "renonc": _("Seat %(seat)s loses the deal, because it did not follow suit though it could (rule C61)."),
    "undecided": _("None of those with most points took Hejma: the table decides who loses (rule C51)."),
    "hejma_taker": _("None of those with most points took Hejma: seat %(seat)s, who did, loses the deal (rule C51)."),
    "last_trick": _(
        "None of those with most points took Hejma: seat %(seat)s, who took the last trick, loses the deal (rule C51)."
    ),
    "void": _("None of those with most points took Hejma: the deal is void (rule C51)."),
}
_LOST_ALREADY = _("Seat %(seat)s has lost the deal: with %(points)s points nobody else can have more (rule C47).")
_LOSES_OF_SEVERAL = _("Seat %(seat)s loses the deal as the first who did not follow suit though it could (rule C63).")
_OPEN = _("The deal is not over, and nobody has lost it yet.")
_NO_RULING = _("This deal cannot be ruled on, so nobody loses it.")

_REVOKE = _(
    "Trick %(trick)s: seat %(seat)s played %(card)s and did not follow suit, but held %(could)s (renonc B, rule C36)."
)
_CAME_TO_LIGHT = _("It came to light in trick %(trick)s.")
_NEVER_CAME_TO_LIGHT = _("It has not come to light yet.")
_WRONG_NUMBER = _("Seat %(seat)s should have been dealt 8 cards and got %(cards)s (renonc C, rule C64).")
_NOT_DEALT = _("%(card)s was dealt to nobody (renonc C, rule C64).")
_DEALT_TWICE = _("%(card)s was dealt more than once: %(seats)s (renonc C, rule C64).")
_BAD_PASS = _("Seat %(seat)s has to pass three cards of its own hand; it passed %(cards)s (rule C27).")
_NOT_HELD = _("Trick %(trick)s: seat %(seat)s did not hold %(card)s; from there on nobody can say how the deal went.")
_PACKED_TOO_EARLY = _("Seat %(seat)s packed though it was not sure to lose: all cards make it %(points)s (rule C44).")
_ENDED_TOO_EARLY = _("The deal ended early though nobody had 17 points (rule C47).")


def outcome(ruling: Ruling) -> str:
    """Who loses the deal and why, or why nobody does."""
    seat, decided_by = ruling.verdict
    if decided_by is None:
        return str(_NO_RULING if ruling.obstacles else _OPEN)
    sentence = _LOSES[decided_by]
    if decided_by == "most_points" and not ruling.is_complete:
        sentence = _LOST_ALREADY
    if decided_by == "renonc" and len(ruling.revokes) > 1:
        sentence = _LOSES_OF_SEVERAL
    return str(sentence) % {"seat": seat, "points": ruling.points.get(seat or "")}


def revoke_text(revoke: Revoke, face: Face) -> str:
    light = _CAME_TO_LIGHT if revoke.came_to_light else _NEVER_CAME_TO_LIGHT
    said = str(_REVOKE) % {
        "trick": revoke.trick,
        "seat": revoke.seat,
        "card": face(revoke.card),
        "could": listed(revoke.could_have_played, face),
    }
    return f"{said} {str(light) % {'trick': revoke.came_to_light}}"


def obstacle_text(obstacle: Obstacle, face: Face) -> str:
    values: dict[str, Any] = dict(obstacle.values)
    if obstacle.code == "bad_pass":
        return str(_BAD_PASS) % {**values, "cards": listed(values["cards"], face)}
    if obstacle.code == "not_held":
        return str(_NOT_HELD) % {**values, "card": face(values["card"]), "trick": trick_of(values["play"])}
    if "card" not in values:
        return str(_WRONG_NUMBER) % values
    seats = values["seats"]
    return str(_DEALT_TWICE if seats else _NOT_DEALT) % {"card": face(values["card"]), "seats": ", ".join(seats)}


def remarks(ruling: Ruling) -> tuple[str, ...]:
    """Sentences about what the players did too soon in this deal."""
    said = []
    packer = ruling.record.packed_by
    if ruling.packed_too_early:
        said.append(str(_PACKED_TOO_EARLY) % {"seat": packer, "points": ruling.points[str(packer)]})
    if ruling.ended_too_early:
        said.append(str(_ENDED_TOO_EARLY))
    return tuple(said)


def listed(cards: Iterable[Card], face: Face) -> str:
    """The cards in a sentence; of more than a deal can have only the first."""
    shown = [face(card) for card in islice(cards, MOST_LISTED + 1)]
    return ", ".join([*shown[:MOST_LISTED], *("…" for _more in shown[MOST_LISTED:])]) or "–"

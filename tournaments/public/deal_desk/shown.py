"""A deal at one position, made ready for its page: the scene, what is said here, and where one can go from here.

With one hand open the page is for a learner: it does not tell what is still to come, neither tricks nor ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.public.deal_desk.asked import Asked
from tournaments.public.deal_desk.scenes import DeskDeal, Line

TIES = {
    "ask": gettext_lazy("the table decides"),
    "hejma_taker": gettext_lazy("whoever took Hejma loses"),
    "last_trick": gettext_lazy("whoever took the last trick loses"),
    "void": gettext_lazy("the deal is void"),
}


class Way(NamedTuple):
    """A link to another position; `url` is "" where there is none. `sign` and `text` make up its button."""

    name: str
    sign: str
    text: str
    url: str


class Choice(NamedTuple):
    value: str
    text: Any
    url: str
    chosen: bool


def deal_page(deal: DeskDeal, asked: Asked, *, to_share: str) -> dict[str, Any]:
    """The context of the page of a deal."""
    at = deal.last if asked.at is None else max(deal.first, min(asked.at, deal.last))
    asked = asked.but(deal=deal.notation, at=at, hand=asked.hand if asked.hand in deal.seats else "")
    scene = deal.scene(at, hand=asked.hand)
    is_end = at == deal.last
    ways = _ways(deal, asked, at)
    draft = deal.draft(at)
    return {
        "section": "deal",
        "asked": asked,
        "scene": scene,
        "told": deal.told(scene),
        "is_end": is_end,
        "ways": ways,
        "steps": [ways[name] for name in ("trick-back", "card-back", "card-on", "trick-on")],
        "lines": [(line, asked.but(at=line.at).link()) for line in _lines_told(deal, asked, at)],
        "is_told": is_end or not asked.hand,
        "outcome": deal.outcome,
        "remarks": deal.remarks,
        "findings": [
            (finding.text, asked.but(at=finding.at).link() if finding.at is not None else "")
            for finding in deal.findings
        ],
        "hands": _hand_choices(deal, asked),
        "ties": [Choice(value, text, "", value == asked.tie) for value, text in TIES.items()],
        "is_silent_tie": deal.is_silent_tie,
        "is_made_up": not asked.passes_known,
        "to_share": to_share,
        "go_on": asked.but(deal=draft, at=None, hand="").link("deal_enter") if draft else "",
        "goes_on": is_end and deal.is_open,
        "correct": asked.but(at=None, hand="").link("deal_enter") if draft else "",
    }


def _lines_told(deal: DeskDeal, asked: Asked, at: int) -> Iterator[Line]:
    """The tricks; for a learner those that are complete so far."""
    return (line for line in deal.lines if not asked.hand or line.at <= at)


def _ways(deal: DeskDeal, asked: Asked, at: int) -> dict[str, Way]:
    """Card by card and trick by trick, in both directions. Tricks begin and end at stops."""
    stops = sorted({deal.first, min(0, deal.last), *(line.at for line in deal.lines), deal.last})
    ways = (
        ("first", "", _("Beginning"), deal.first),
        ("trick-back", "«", _("Trick back"), max((stop for stop in stops if stop < at), default=at)),
        ("card-back", "←", _("Card back"), at - 1),
        ("card-on", "→", _("Next card"), at + 1),
        ("trick-on", "»", _("Next trick"), min((stop for stop in stops if stop > at), default=at)),
        ("last", "", _("End"), deal.last),
    )
    return {name: Way(name, sign, text, _link(deal, asked, to)) for name, sign, text, to in ways}


def _link(deal: DeskDeal, asked: Asked, to: int) -> str:
    return asked.but(at=to).link() if deal.first <= to <= deal.last and to != asked.at else ""


def _hand_choices(deal: DeskDeal, asked: Asked) -> list[Choice]:
    everybody = Choice("", _("All"), asked.but(hand="").link(), not asked.hand)
    return [everybody, *(Choice(seat, seat, asked.but(hand=seat).link(), asked.hand == seat) for seat in deal.seats)]

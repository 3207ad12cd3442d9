"""The form of the next deal of Smear as it stands on the screen: who pitched, the bid, the points of each party.

The counterpart of sheet.py. Everything is a radio button, so the form works without scripts: a few taps and Done.
Shooting the moon is one more bid; its value says what it bids, as "moon10".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from tournaments.queries.smear import Party
from tournaments.queries.tables import SeatView, TableView

POINTS = "points_"
MOON = "moon"


@dataclass(frozen=True, slots=True)
class SmearChoice:
    """What somebody has chosen so far. `dealer` "" means: as proposed; `points`: party → number, as typed."""

    pitcher: str = ""
    bid: str = ""
    dealer: str = ""
    points: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SmearRow:
    """A seat in the form."""

    seat: SeatView
    is_dealer: bool
    bids_first: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class SmearSheet:
    """`number`: of the deal to be recorded; `moon`: the value of that bid, "" where nobody can shoot it.

    `parties`: each with the number of points chosen for it, "" while none is.
    """

    choice: SmearChoice
    rows: tuple[SmearRow, ...]
    parties: tuple[tuple[Party, str], ...]
    bids: tuple[str, ...]
    moon: str
    points: tuple[str, ...]
    number: int

    @property
    def party_names(self) -> str:
        return " ".join(party.name for party, _ in self.parties)


def read_smear_choice(data: QueryDict, view: TableView) -> SmearChoice:
    """What `data` says, as far as it fits the table."""
    pitcher, dealer = data.get("pitcher", ""), data.get("dealer", "")
    return SmearChoice(
        pitcher=pitcher if pitcher in view.active else "",
        bid=data.get("bid", "")[:8],
        dealer=dealer if dealer in view.active else "",
        points={party.name: data.get(POINTS + party.name, "")[:3] for party in view.parties},
    )


def smear_sheet_of(view: TableView, choice: SmearChoice | None = None) -> SmearSheet | None:
    """The form of the next deal, None when there is none to record."""
    proposal = view.proposal
    if proposal is None or view.state is None or view.state.smear is None or view.phase != "playing":
        return None
    choice, variant = choice or SmearChoice(), view.state.smear.variant
    most = variant.highest_bid
    return SmearSheet(
        choice=choice,
        rows=tuple(
            SmearRow(
                seat=seat,
                is_dealer=seat.seat == proposal.dealer,
                bids_first=seat.seat == proposal.leader,
                is_chosen=seat.seat == choice.pitcher,
            )
            for seat in view.seats
        ),
        parties=tuple((party, choice.points.get(party.name, "")) for party in view.parties),
        bids=tuple(map(str, range(variant.lowest_bid, most + 1))),
        moon=f"{MOON}{most}" if variant.moon else "",
        points=tuple(map(str, range(most + 1))),
        number=view.state.deals + 1,
    )

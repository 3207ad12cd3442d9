"""The forms of a table of Smear: a deal, and the correction of one. The counterpart of forms.py."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.entries import Amend, Entry, SmearDeal, VoidDeal
from tournaments.queries.smear import Party
from tournaments.queries.tables import LineView, TableView
from tournaments.tableside.forms import OLD_PAGE, LineForm, Reason
from tournaments.tableside.smear_sheet import MOON, POINTS
from tournaments.texts import about_smear

NOT_POINTS = _("Points are whole numbers, none below nothing.")
_BID = re.compile(rf"({MOON})?([0-9]{{1,2}})")


class SmearDealForm(LineForm):
    """`parties`: the names of those at the table, as the page knew them; each has its points."""

    pitcher = forms.RegexField(
        r"\A[A-Z]\Z", error_messages={"required": _("Tap the row of whoever pitched."), "invalid": OLD_PAGE}
    )
    bid = forms.RegexField(
        rf"\A{_BID.pattern}\Z", error_messages={"required": _("Tap what was bid."), "invalid": OLD_PAGE}
    )
    parties = forms.RegexField(
        r"\A[A-Z]{1,8}( [A-Z]{1,8}){0,7}\Z", error_messages={"required": OLD_PAGE, "invalid": OLD_PAGE}
    )
    dealer = forms.RegexField(r"\A[A-Z]\Z", required=False)

    def clean(self) -> None:
        self.points: dict[str, int] = {}
        missing = []
        for party in self.cleaned_data.get("parties", "").split():
            number = self.data.get(POINTS + party, "").strip()
            if number.isascii() and number.isdecimal() and len(number) <= 3:
                self.points[party] = int(number)
            else:
                missing.append(party)
        if missing:
            said = _("Tap how many points %(parties)s won, also where it is 0.")
            self.add_error(None, forms.ValidationError(said, params={"parties": ", ".join(missing)}))

    def entry(self) -> SmearDeal:
        said = self.cleaned_data
        moon, bid = _bid_of(said["bid"])
        return SmearDeal(said["pitcher"], bid, self.points, moon=moon, dealer=said["dealer"] or None)


class SmearCorrectionForm(LineForm):
    """Changes what a deal of Smear says, or a void one. Only what is really changed goes into the log."""

    def __init__(self, *args: Any, view: TableView, line: LineView, **options: Any) -> None:
        self.line, self.parties = line, view.parties
        super().__init__(*args, **{**options, "initial": {**_initial(line), **options.get("initial", {})}})
        people = [(seat.seat, f"{seat.seat} – {seat.nick}") for seat in view.seats]
        if isinstance(line.entry, SmearDeal):
            self.fields |= _deal_fields(people, view)
        self.fields["dealer"] = forms.ChoiceField(
            label=_("Who dealt"), choices=[("", _("not written down")), *people], required=False
        )
        self.fields["reason"] = Reason(required=False)

    def plain_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name != "dealer"]

    def rare_fields(self) -> list[forms.BoundField]:
        return [self["dealer"]]

    def changes(self) -> dict[str, object]:
        """Field → new value, for those that differ from what the line says now."""
        entry, said = self.line.entry, dict(self.cleaned_data)
        said["dealer"] = said.get("dealer") or None
        named: tuple[str, ...] = ("dealer", "reason")
        if isinstance(entry, SmearDeal):
            said["moon"], said["bid"] = _bid_of(said["bid"])
            said["points"] = {party.name: said[POINTS + party.name] for party in self.parties}
            named = ("pitcher", "bid", "points", "moon", "dealer")
        return {name: said[name] for name in named if said[name] != _now(entry, name, self.parties)}

    def entry(self) -> Amend:
        remark = self.cleaned_data["reason"] if isinstance(self.line.entry, SmearDeal) else ""
        changes = self.changes()
        if "reason" in changes:
            changes["reason"] = changes["reason"] or None
        return Amend(self.line.position, changes, remark)


def _now(entry: Entry, name: str, parties: tuple[Party, ...]) -> object:
    """What the line says now; a party that is not named has no points."""
    value = getattr(entry, name)
    return {party.name: value.get(party.name, 0) for party in parties} if name == "points" else value


def _initial(line: LineView) -> dict[str, Any]:
    entry = line.entry
    if isinstance(entry, SmearDeal):
        points = {POINTS + party: number for party, number in entry.points.items()}
        return {"pitcher": entry.pitcher, "bid": _bid_text(entry), "dealer": entry.dealer, **points}
    return {"dealer": entry.dealer, "reason": entry.reason} if isinstance(entry, VoidDeal) else {}


def _deal_fields(people: list[tuple[str, str]], view: TableView) -> dict[str, forms.Field]:
    variant = view.state.smear.variant if view.state and view.state.smear else None
    lowest, most = (variant.lowest_bid, variant.highest_bid) if variant else (1, 1)
    bids: list[tuple[str, Any]] = [(str(bid), str(bid)) for bid in range(lowest, most + 1)]
    if variant and variant.moon:
        bids.append((f"{MOON}{most}", about_smear.MOON))
    points = {
        POINTS + party.name: forms.IntegerField(
            label=_("Points of %(who)s") % {"who": f"{party.name} – {party.nicks}"},
            min_value=0,
            max_value=999,
            initial=0,
            error_messages={"min_value": NOT_POINTS, "max_value": NOT_POINTS, "invalid": NOT_POINTS},
        )
        for party in view.parties
    }
    return {
        "pitcher": forms.ChoiceField(label=_("Who pitched"), choices=people, widget=forms.RadioSelect),
        "bid": forms.ChoiceField(label=_("Bid"), choices=bids),
        **points,
    }


def _bid_of(text: str) -> tuple[bool, int]:
    """Whether the moon was shot, and the bid."""
    found = _BID.fullmatch(text)
    return (bool(found[1]), int(found[2])) if found else (False, 0)


def _bid_text(entry: SmearDeal) -> str:
    return f"{MOON}{entry.bid}" if entry.moon else str(entry.bid)

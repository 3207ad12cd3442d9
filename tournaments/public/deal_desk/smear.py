"""A recorded deal of Smear on the desk: its scenes, and what is said about them and about the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import smear_texts
from games.rules.smear.deal_file import document
from games.rules.smear.ruling import result_document
from tournaments.public.deal_desk.said import face
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS, Finding, Scene, Told
from tournaments.public.deal_desk.smear_scenes import SmearScenes
from tournaments.public.deal_desk.turns import title_of, what_is_next


class SmearDeal(SmearScenes):
    @property
    def outcome(self) -> str:
        return smear_texts.outcome(self.ruling)

    @property
    def remarks(self) -> tuple[str, ...]:
        """The score after the deal."""
        settled = self.ruling.settled
        if settled is None:
            return ()
        scores = ", ".join(f"{party} {score}" for party, score in settled.scores.items())
        return (_("The score is now %(scores)s.") % {"scores": scores},)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(
                smear_texts.finding_text(finding, face),
                int(str(finding.values["play"])) if finding.code == "revoke" else None,
            )
            for finding in self.ruling.findings
        )

    @property
    def is_open(self) -> bool:
        return self.ruling.state is not None and not self.ruling.state.is_over

    @property
    def is_silent_tie(self) -> bool:
        return False

    def draft(self, position: int) -> str:
        """Deals of Smear come as files or lines; nobody enters them by tapping."""
        return ""

    def deal_document(self) -> Mapping[str, object]:
        return document(self.record)

    def ruling_document(self) -> Mapping[str, object]:
        return result_document(self.ruling)

    def told(self, scene: Scene) -> Told:
        if scene.trick is None:
            return Told(str(smear_texts.VARIANTS[self.record.variant.name]), tuple(self._before_the_cards()))
        numbers = [laid.number for laid in scene.trick.cards if laid.card is not None]
        offences = tuple(
            ("revoke", smear_texts.finding_text(self.revokes[number], face))
            for number in numbers
            if number in self.revokes
        )
        return Told(title_of(scene.trick), (*_what_happened(scene), *what_is_next(scene)), offences)

    def _before_the_cards(self) -> Iterator[str]:
        """Who bid what, who pitches, what is trump."""
        calls = ", ".join(f"{call.seat} {smear_texts.bid_text(call.bid)}" for call in self.record.calls)
        if calls:
            yield _("Bids: %(calls)s.") % {"calls": calls}
        contract = self.ruling.state.contract if self.ruling.state else None
        if contract is None:
            return
        values = {"seat": contract.seat, "bid": smear_texts.bid_text(contract.bid)}
        if self.record.trump is None:
            yield _("Seat %(seat)s pitches for %(bid)s; the first lead names the trumps.") % values
        else:
            suit = smear_texts.SUITS[self.record.trump]
            yield _("Seat %(seat)s pitches for %(bid)s; trumps are %(suit)s.") % {**values, "suit": suit}


def _what_happened(scene: Scene) -> Iterator[str]:
    if scene.at != BEFORE_THE_CARDS and scene.trick and scene.trick.taker:
        text = ngettext(
            "Seat %(seat)s takes the trick with %(n)d card point.",
            "Seat %(seat)s takes the trick with %(n)d card points.",
            scene.trick.points,
        )
        yield text % {"seat": scene.trick.taker, "n": scene.trick.points}

"""A recorded deal of Smoking Cat on the desk: its scenes, and what is said about them and about the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import deal_texts
from games.rules.smoking_cat.deal_file import document
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.play import CARDS_EACH
from games.rules.smoking_cat.ruling import Revoke, ruling_document
from tournaments.public.deal_desk.cat_scenes import CatScenes
from tournaments.public.deal_desk.said import face
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS, Finding, Line, Scene, Told
from tournaments.public.deal_desk.turns import title_of, what_is_next


class CatDeal(CatScenes):
    @property
    def outcome(self) -> str:
        return deal_texts.outcome(self.ruling)

    @property
    def remarks(self) -> tuple[str, ...]:
        return deal_texts.remarks(self.ruling)

    @property
    def findings(self) -> tuple[Finding, ...]:
        revokes = (Finding(deal_texts.revoke_text(revoke, face), revoke.play) for revoke in self.ruling.revokes)
        return (
            *revokes,
            *(Finding(deal_texts.obstacle_text(obstacle, face), None) for obstacle in self.ruling.obstacles),
        )

    @property
    def is_open(self) -> bool:
        state = self.ruling.state
        return state is not None and not state.is_over and not self.ruling.obstacles

    @property
    def is_silent_tie(self) -> bool:
        return self.ruling.verdict.decided_by in ("undecided", "hejma_taker", "last_trick", "void")

    def draft(self, position: int) -> str:
        return format_deal(self.until(position))

    def deal_document(self) -> Mapping[str, object]:
        return document(self.record)

    def ruling_document(self) -> Mapping[str, object]:
        return ruling_document(self.ruling)

    def told(self, scene: Scene) -> Told:
        sentences = (*self.what_happened(scene), *what_is_next(scene))
        return Told(self._title(scene), sentences, tuple(self._offences(scene.trick)) if scene.trick else ())

    def _title(self, scene: Scene) -> str:
        if scene.trick is None:
            return _("Passing three cards") if self.ruling.state else _("The hands")
        if scene.at > self.played:
            return _("The deal is packed") if self.record.packed_by else _("The deal ends early")
        if scene.trick.taker and scene.trick.number == CARDS_EACH:
            return _("The end of the deal")
        return title_of(scene.trick)

    def what_happened(self, scene: Scene) -> Iterator[str]:
        """The cards are passed, somebody takes the trick, somebody packs; nothing while a trick is open."""
        if scene.at == BEFORE_THE_CARDS and self.ruling.state:
            yield _("Each seat passes the three raised cards to its left (rule C27).")
        elif scene.at == 0 and not self.passes_known:
            yield _("What was passed is not known: these are the hands after the pass.")
        elif scene.at > self.played and self.record.packed_by:
            text = _("Seat %(seat)s packs and takes all the cards that are left (rule C45).")
            yield text % {"seat": self.record.packed_by}
        elif scene.trick and scene.trick.taker:
            text = ngettext(
                "Seat %(seat)s takes the trick with %(n)d point.",
                "Seat %(seat)s takes the trick with %(n)d points.",
                scene.trick.points,
            )
            yield text % {"seat": scene.trick.taker, "n": scene.trick.points}

    def _offences(self, trick: Line) -> Iterator[tuple[str, str]]:
        """The revokes of the trick on the table, and those that a card of it brings to light."""
        for laid in trick.cards:
            if laid.card is None:
                continue
            revoke = self.revoke_at(laid.number)
            if revoke is not None:
                yield "revoke", deal_texts.revoke_text(revoke, face)
            for shown in self.ruling.revokes:
                if shown.came_to_light == trick.number and shown.seat == laid.seat:
                    yield "shown", _shown_text(shown, laid.card)


def _shown_text(revoke: Revoke, card: str) -> str:
    text = _(
        "%(card)s brings the revoke of seat %(seat)s in trick %(trick)s to light: it could have been played there."
    )
    return text % {"card": face(card), "seat": revoke.seat, "trick": revoke.trick}

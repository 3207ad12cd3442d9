"""Where a deal is and whose turn it is, in words: the same for both games."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.public.deal_desk.said import face
from tournaments.public.deal_desk.scenes import Line, Scene, Seat


def title_of(trick: Line) -> str:
    """ "Trick 3, card 2"."""
    laid = sum(place.card is not None for place in trick.cards)
    if not laid:
        return _("Before trick %(trick)s") % {"trick": trick.number}
    return _("Trick %(trick)s, card %(card)s") % {"trick": trick.number, "card": laid}


def what_is_next(scene: Scene) -> Iterator[str]:
    """Whose turn it is and which cards are allowed; of a hand that lies face down nothing is told."""
    player = scene.player
    if player is not None:
        yield _turn_of(scene, player) % {"seat": player.name, "cards": ", ".join(map(face, scene.may_play))}


def _turn_of(scene: Scene, player: Seat) -> str:
    if scene.leads and not scene.is_bound:
        return _("Seat %(seat)s leads.")
    if not player.is_open:
        return _("Seat %(seat)s is next.")
    if scene.is_bound and len(scene.may_play) == 1:
        return _("Seat %(seat)s is next and has to play %(cards)s.")
    if scene.is_bound:
        return _("Seat %(seat)s is next and has to play one of these: %(cards)s.")
    return _("Seat %(seat)s is next and may play any card.")

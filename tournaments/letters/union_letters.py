"""What the union's letters to a player say: a sanction was confirmed or lifted, an appeal was decided."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Appeal, Message, Sanction
from tournaments.operations.rulings.appeals import deadline_of
from tournaments.texts.about_rulings import OUTCOMES, SANCTIONS

KINDS = ("sanction", "appeal")


def values_of(message: Message) -> dict[str, Any] | None:
    """The words of the letter, None if what it speaks of is gone."""
    link = settings.SITE_URL + reverse("public:my_rulings")
    if message.kind == "sanction":
        sanction = Sanction.objects.filter(pk=message.values["sanction"]).first()
        if sanction is None:
            return None
        return {
            "sanction": sanction,
            "kind": SANCTIONS[sanction.kind],
            "until": deadline_of(sanction).date(),
            "link": link,
        }
    appeal = Appeal.objects.filter(pk=message.values["appeal"]).first()
    return {"appeal": appeal, "outcome": OUTCOMES[appeal.outcome], "link": link} if appeal and appeal.outcome else None

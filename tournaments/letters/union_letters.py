"""What letters to a player say: a ruling names him, a sanction was confirmed or lifted, an appeal was decided."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Appeal, Judge, Message, Ruling, Sanction
from tournaments.operations.rulings.appeals import last_day_of
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import DECISIONS, OUTCOMES, SANCTIONS

KINDS = ("ruling", "sanction", "appeal")


def values_of(message: Message) -> dict[str, Any] | None:
    """The words of the letter, None if what it speaks of is gone."""
    link = settings.SITE_URL + reverse("public:my_rulings")
    if message.kind == "ruling":
        ruling = Ruling.objects.select_related("table__round__event").get(pk=message.values["ruling"])
        # What an appeal has led to is told by the letter about the appeal.
        return None if hasattr(ruling, "decided_appeal") else _ruling(ruling) | {"link": link}
    if message.kind == "sanction":
        sanction = Sanction.objects.filter(pk=message.values["sanction"]).first()
        if sanction is None:
            return None
        return {
            "sanction": sanction,
            "kind": SANCTIONS[sanction.kind],
            "until": last_day_of(sanction),
            "link": link,
        }
    appeal = Appeal.objects.filter(pk=message.values["appeal"]).first()
    return {"appeal": appeal, "outcome": OUTCOMES[appeal.outcome], "link": link} if appeal and appeal.outcome else None


def _ruling(ruling: Ruling) -> dict[str, Any]:
    round_ = ruling.table.round
    return {
        "ruling": ruling,
        "round": round_title(round_.number, round_.kind),
        "decision": DECISIONS[ruling.decision],
        "until": None if ruling.judged_by == Judge.UNION else last_day_of(ruling),
    }

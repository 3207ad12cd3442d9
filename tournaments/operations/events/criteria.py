"""The order in which criteria rank the survivors of a final (competition.md 3.5): set until a round has started."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments.facts.regulations import ORDERS
from tournaments.models import Account, Event
from tournaments.operations.acting import act_on
from tournaments.projections import regulations_of


def set_criteria(*, event: Event, order: str, by: Account, now: datetime) -> None:
    """Put the criteria into an order of `ORDERS`. Players read it before they play, so no round has started yet.

    Raises Refused `bad_criteria`, `criteria_frozen` once a round has started.
    """
    with act_on(event, by=by, now=now) as act:
        if order not in ORDERS or event.is_smear:
            raise Refused("bad_criteria")
        if are_criteria_frozen(event):
            raise Refused("criteria_frozen")
        before = regulations_of(event).final_ranking
        if order != before:
            event.regulations = {**event.regulations, "final_ranking": order}
            event.save(update_fields=["regulations"])
            act.note("criteria_set", old={"final_ranking": before}, new={"final_ranking": order})


def are_criteria_frozen(event: Event) -> bool:
    """Whether a round has started. One statement."""
    return event.rounds.filter(started_at__isnull=False).exists()

"""What the page of a ceremony shows of a second secret and of drand, and what its form says of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from games.rules.refusals import Refused
from tournaments.access import hall_offers
from tournaments.acts.codes_shown import absolute, code_on_screen
from tournaments.acts.visit import Visit
from tournaments.ceremony.beacon import AHEAD, BY_NAME, CHAINS
from tournaments.ceremony.hall import MINUTES
from tournaments.models import HallOffer, Registration, Round
from tournaments.queries.ceremonies import ANNOUNCED, OPENED, Attempt, document_of
from tournaments.queries.draw_history import list_as_seen
from tournaments.queries.draw_secrets import Secrets, secrets_of_attempt, with_secrets
from tournaments.queries.second_secrets import PlayerHere, handed_in_by, players_with_accounts

NOBODY, TYPED = "", "typed"


def to_choose(round_: Round, attempt: Attempt, here: Sequence[Registration], visit: Visit) -> dict[str, Any]:
    """Who has offered a second secret, and as which player he was signed in; the code that leads there, and the rounds
    of drand that come in five minutes. `here`: who will be on the list.
    """
    now = int(visit.now.timestamp())
    page = reverse("public:hall_secret", args=[round_.event.slug, round_.number])
    offers = _offers(round_, attempt)
    return {
        "offers": offers,
        "seen": list_as_seen(attempt.number, here, [offer for offer, _player in offers]),
        "minutes": MINUTES,
        "chains": [
            {"name": chain.name, "round": number, "at": datetime.fromtimestamp(chain.time_of(number), UTC)}
            for chain in BY_NAME.values()
            for number in [chain.first_after(now + AHEAD)]
        ],
        "said": {name: visit.text(name, most=100) for name in ("hall", "hall_label", "hall_digest", "chain", "round")},
        **code_on_screen(absolute(visit.request, page)),
    }


def _offers(round_: Round, attempt: Attempt) -> list[tuple[HallOffer, PlayerHere | None]]:
    """The second secrets that wait, each with the player as whom he was signed in who has handed it in, if as one."""
    offers = hall_offers(round_.event, round_.number, attempt.number)
    if not offers:
        return []
    by, players = handed_in_by(round_.event, round_.number, attempt.number), players_with_accounts(round_.event)
    return [(offer, players.get(by.get(offer.digest, ""))) for offer in offers]


def to_wait_for(round_: Round, attempt: Attempt, visit: Visit) -> dict[str, Any]:
    """What the frozen attempt waits for; `said`: what was typed of drand's round, which is long, and is not typed twice
    for one wrong sign.
    """
    secrets = with_secrets(round_.event, round_.number, [attempt], now=visit.now)[0].secrets
    return {
        "secrets": secrets,
        "time_is_over": _is_over(secrets, visit.now),
        "said": beacon_told(visit),
        **_beacon(secrets, visit.now),
    }


def told_by(round_: Round, attempt: Attempt, now: datetime) -> dict[str, Any]:
    """What an attempt that was opened in public was made of; `again`: what was turned in place of a second secret."""
    told = json.loads(document_of(round_.event, round_.number, attempt.number, OPENED))
    secrets = secrets_of_attempt(round_.event, round_.number, attempt)
    secrets = secrets and replace(secrets, room=told["room"])
    return {"secrets": secrets, "again": told.get("hall", {}).get("room", ""), **_beacon(secrets, now)}


def _is_over(secrets: Secrets | None, now: datetime) -> bool:
    return secrets is not None and secrets.until is not None and now >= secrets.until


def _beacon(secrets: Secrets | None, now: datetime) -> dict[str, Any]:
    if secrets is None or secrets.beacon is None:
        return {}
    chain = CHAINS[secrets.beacon.chain]
    return {
        "chain": chain,
        "comes_at": secrets.beacon_at,
        "has_come": now.timestamp() >= secrets.beacon.comes_at,
        "beacon_url": f"https://api.drand.sh/{chain.digest}/public/{secrets.beacon.round}",
    }


def hall_in(round_: Round, attempt: Attempt | None, visit: Visit) -> tuple[str, str] | None:
    """Label and digest of the second secret that was chosen.

    Raises Refused `ceremony_step` if the list is frozen by now, with which the offers end; else `hall_gone`.
    """
    chosen = visit.text("hall", most=64)
    if chosen == NOBODY:
        return None
    if chosen == TYPED:
        return visit.text("hall_label", most=200), visit.text("hall_digest", most=200)
    if attempt is None or attempt.state != ANNOUNCED:
        raise Refused("ceremony_step")
    offers = hall_offers(round_.event, round_.number, attempt.number)
    offer = next((offer for offer in offers if offer.digest == chosen), None)
    if offer is None:
        raise Refused("hall_gone")
    return offer.label, offer.digest


def beacon_told(visit: Visit) -> dict[str, str]:
    """What was typed of a round of drand."""
    return {name: visit.text(name, most=400) for name in ("randomness", "signature", "previous")}


def beacon_in(visit: Visit) -> tuple[str, int | None] | None:
    """The chain and the round that were named. Raises Refused `beacon_unknown`."""
    chain, number = visit.text("chain", most=20), visit.text("round", most=20)
    if not chain:
        return None
    if number and not (number.isascii() and number.isdecimal()):
        raise Refused("beacon_unknown")
    return chain, int(number) if number else None

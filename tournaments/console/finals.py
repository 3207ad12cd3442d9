"""Finals: who is in and why, the tie across the cut and its play-off, the final, the small final.

competition.md 3.3 to 3.6. What is shown is a proposal; the director may seat others (an injury, a latecomer who has a
claim). Whom he ticks is seated in the order of the proposal, best first.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.draws.sizes import can_be_seated
from tournaments.models import RoundKind, RoundStatus
from tournaments.operations.evening.finals import seat_final
from tournaments.projections import regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.finals import FinalProposal, final_proposal

KINDS = (RoundKind.PLAY_OFF, RoundKind.FINAL, RoundKind.SMALL_FINAL)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could be seated; `chosen` is the proposal, or what was ticked when it was refused.

    `here`: he is checked in, or nobody is and he is confirmed; nobody else can be seated.
    """

    line: queries.Line
    chosen: bool
    here: bool


@require_GET
def finals(request: HttpRequest, slug: str) -> HttpResponse:
    """The cut, and what has to be played."""
    return finals_page(request, slug)


def finals_page(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    event = access.event_for(signed_in(request), slug, "event.draw")
    rounds, lines = queries.rounds_of(event), queries.standings_now(event)
    proposal, sizes = final_proposal(event), regulations_of(event).game_options().table_sizes
    by_key = {line.registration.key: line for line in lines}
    here = _here(lines)
    tied = proposal.play_off.between if proposal.play_off else ()
    ranked = [key for key in (*proposal.qualified, *tied, *proposal.others) if key in by_key]
    wanted = {
        RoundKind.PLAY_OFF.value: {*tied, *_fillers(proposal, sizes)},
        RoundKind.FINAL.value: set(proposal.qualified),
        RoundKind.SMALL_FINAL.value: set(proposal.others),
    }
    if refusal and refusal.key in wanted:
        wanted[refusal.key] = set(request.POST.getlist("entry"))
    basic = [one for one in rounds if one.kind == RoundKind.BASIC]
    values = {
        "tab": "rounds",
        "proposal": proposal,
        "unfinished": proposal.unfinished or not basic or any(one.status != RoundStatus.CLOSED for one in basic),
        "final_size": regulations_of(event).final_size,
        "qualified": [by_key[key] for key in proposal.qualified if key in by_key],
        "tied": [by_key[key] for key in tied if key in by_key],
        "others": [by_key[key] for key in proposal.others if key in by_key],
        "candidates": {
            kind: [Candidate(by_key[key], key in keys and key in here, key in here) for key in ranked]
            for kind, keys in wanted.items()
        },
        "rounds": {kind: [one for one in rounds if one.kind == kind] for kind in wanted},
        "started": {kind: any(one.started_at for one in rounds if one.kind == kind) for kind in wanted},
        "redraw": {kind: _is_drawn(rounds, kind) for kind in wanted},
        "open_play_off": [one for one in rounds if one.kind == "play_off" and one.status != RoundStatus.CLOSED],
        "small_final_can_play": len(proposal.others) >= sizes[0],
    }
    return page(request, "finals", event, values, refusal)


def _here(lines: Sequence[queries.Line]) -> set[str]:
    """The keys of those who can be seated (queries/draws.py: players_to_seat)."""
    states = {line.registration.key: line.registration.status for line in lines}
    wanted = "checked_in" if "checked_in" in states.values() else "confirmed"
    return {key for key, state in states.items() if state == wanted}


def _fillers(proposal: FinalProposal, sizes: tuple[int, ...]) -> Sequence[str]:
    """Who could fill the table of a play-off: first those who have nothing to lose, as few as a table needs."""
    if proposal.play_off is None:
        return ()
    tied = len(proposal.play_off.between)
    needed = next((more for more in range(sizes[-1]) if can_be_seated(tied + more, sizes)), 0)
    return (*proposal.others, *reversed(proposal.qualified))[:needed]


def _is_drawn(rounds: Sequence[Any], kind: str) -> bool:
    return any(one.kind == kind and one.status in (RoundStatus.DRAWN, RoundStatus.PUBLISHED) for one in rounds)


@require_POST
def seat(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Plan the round, where it is not planned yet, and seat whom the director ticked."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.draw")
    if kind not in KINDS:
        raise Http404
    ticked = [key for key in request.POST.getlist("entry") if len(key) <= 40 and "\x00" not in key][:2000]

    def act() -> str:
        if not ticked:
            raise Refused("nobody_to_seat")
        seated = seat_final(
            event=event,
            kind=kind,
            chosen=ticked,
            seed=secrets.token_hex(32),
            by=account,
            now=timezone.now(),
            reason=reason_in(request),
        )
        made.append(seated.number)
        return _("Round %(round)s is seated. Only you can see it yet.") % {"round": seated.number}

    made: list[int] = []
    return acted(
        request,
        act,
        to=lambda: address("round", slug, made[0]),
        refused=lambda refused: finals_page(request, slug, refusal_of(refused, "seat", kind)),
    )

"""Finals: who is in and why, the tie across the cut and its play-off, the final, the small final.

competition.md 3.3 to 3.6. What is shown is a proposal: who qualified, and for whoever of them is not here the next in
rank. The director may seat others (an injury, a latecomer who has a claim) if he says why, which everybody sees. Whom
he ticks is seated in the order of the rank, whatever the order in which it is sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.draws.sizes import can_be_seated
from tournaments.facts.line_ups import Due
from tournaments.models import Event, RoundKind, RoundStatus, hides_standings
from tournaments.operations.evening import finals as operations
from tournaments.operations.evening.finals import WAITING
from tournaments.operations.seating.arranging import ARRANGED
from tournaments.projections import regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.draw_history import banned_here, players_to_seat, seen_as
from tournaments.queries.finals import FINALS, FinalProposal, has_final, proposed
from tournaments.standings.places import place_text


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could be seated; `chosen` is the proposal, or what was ticked when it was refused.

    `here`: he is checked in, or nobody is and he is confirmed, and not banned; nobody else can be seated. `due`: the
    rank says that he plays.
    """

    line: queries.Line
    chosen: bool
    here: bool
    banned: bool
    due: bool


@desk.page("<slug:slug>/finals/", right="event.draw")
def finals(event: Event, visit: Visit) -> HttpResponse:
    """The cut, and what has to be played; where the series has no final and nobody has meant one, only that."""
    if not has_final(event):
        return visit.page("console/no_final.html", {"tab": "rounds", "event": event})
    rounds, lines = queries.rounds_of(event), queries.standings_now(event)
    banned = banned_here(event, now=visit.now)
    here = {one.key for one in players_to_seat(event)} - banned
    proposal, due = proposed(event, here)
    sizes = regulations_of(event).game_options().table_sizes
    values = {
        "tab": "rounds",
        "event": event,
        "proposal": proposal,
        "hides_standings": hides_standings(event),
        "final_size": regulations_of(event).final_size,
        "small_final_can_play": len(proposal.others) >= sizes[0],
        "asked": visit.address.get("kind", ""),
        "reason": visit.text("reason", most=500),
        "candidates": _candidates(lines, here, banned, proposal, due, _chosen(proposal, due, here, sizes, visit)),
        "has_equals": any(first != last for first, last in proposal.places),
        **_lines_shown(proposal, lines),
        **_rounds_shown(proposal, rounds, queries.removed_kinds(event)),
    }
    return visit.page("console/finals.html", values)


def _chosen(
    proposal: FinalProposal, due: Mapping[str, Due], here: Collection[str], sizes: tuple[int, ...], visit: Visit
) -> Mapping[str, Collection[str]]:
    """Whom each kind of round would seat: who is due, and after a refusal who was ticked."""
    chosen = {kind: set(its.due) for kind, its in due.items()}
    chosen[RoundKind.PLAY_OFF] |= set(_fillers(proposal, due[RoundKind.PLAY_OFF], here, sizes))
    if visit.refusal:
        chosen[visit.address["kind"]] = set(visit.sent.getlist("entry"))
    return chosen


def _candidates(
    lines: Sequence[queries.Line],
    here: Collection[str],
    banned: Collection[str],
    proposal: FinalProposal,
    due: Mapping[str, Due],
    chosen: Mapping[str, Collection[str]],
) -> dict[str, list[Candidate]]:
    """Who could be seated, for each kind of round, the best first."""
    by_key = {line.registration.key: line for line in lines}
    ranked = [key for key in proposal.ranked if key in by_key]
    return {
        kind: [
            Candidate(by_key[key], key in keys and key in here, key in here, key in banned, key in due[kind].due)
            for key in ranked
        ]
        for kind, keys in chosen.items()
    }


def _lines_shown(proposal: FinalProposal, lines: Sequence[queries.Line]) -> dict[str, Any]:
    """The standings of those who are in, with their places, of those who tie across the cut, and of who is out."""
    by_key = {line.registration.key: line for line in lines}
    groups = {"tied": _tied(proposal), "others": proposal.others}
    shown: dict[str, Any] = {name: [by_key[key] for key in keys if key in by_key] for name, keys in groups.items()}
    places = _places(proposal)
    return shown | {"qualified": [(places[key], by_key[key]) for key in proposal.qualified if key in by_key]}


def _places(proposal: FinalProposal) -> dict[str, str]:
    """The place of each who qualified, as text; equal ones share it, and a play-off has told its winners apart."""
    behind = range(len(proposal.places) + 1, len(proposal.qualified) + 1)
    places = (*proposal.places, *((place, place) for place in behind))
    return {key: place_text(*place) for key, place in zip(proposal.qualified, places, strict=True)}


def _rounds_shown(proposal: FinalProposal, rounds: Sequence[Any], removed: Collection[str]) -> dict[str, Any]:
    """What has been planned, drawn and started of each kind. `removed`: the kinds that everybody has seen seated
    already, in a round that was taken out of the plan.
    """
    by_kind = {kind.value: [round_ for round_ in rounds if round_.kind == kind] for kind in FINALS}
    play_offs = by_kind[RoundKind.PLAY_OFF.value]
    basic = [round_ for round_ in rounds if round_.kind == RoundKind.BASIC]
    return {
        "unfinished": proposal.unfinished or not basic or any(round_.status != RoundStatus.CLOSED for round_ in basic),
        "rounds": by_kind,
        "started": {kind: any(round_.started_at for round_ in its) for kind, its in by_kind.items()},
        "redraw": {
            kind: kind in removed or any(round_.status in ARRANGED for round_ in its) for kind, its in by_kind.items()
        },
        "seen": {
            kind: seen_as(waiting, waiting.last_draw if waiting else 0)
            for kind, its in by_kind.items()
            for waiting in [next((round_ for round_ in its if round_.status in WAITING), None)]
        },
        "open_play_off": [
            round_ for round_ in play_offs if round_.status not in (RoundStatus.PLANNED, RoundStatus.CLOSED)
        ],
        "for_no_tie": [round_ for round_ in play_offs if round_.started_at is None and not _tied(proposal)],
        "last": max((round_.number for round_ in rounds), default=0),
        "last_started": max((round_.number for round_ in rounds if round_.started_at), default=0),
    }


def _tied(proposal: FinalProposal) -> Sequence[str]:
    return proposal.play_off.between if proposal.play_off else ()


def _fillers(proposal: FinalProposal, play_off: Due, here: Collection[str], sizes: tuple[int, ...]) -> Sequence[str]:
    """Who could fill the table of a play-off: first those who have nothing to lose, as few as a table needs."""
    if proposal.play_off is None:
        return ()
    needed = next((more for more in range(sizes[-1]) if can_be_seated(len(play_off.due) + more, sizes)), 0)
    return [key for key in (*proposal.others, *reversed(proposal.qualified)) if key in here][:needed]


@desk.act(
    "<slug:slug>/finals/<str:kind>/",
    right="event.draw",
    page=finals,
    to=lambda event, visit: desk.address("round", slug=event.slug, number=visit.made),
    wanted=_("Seating a final or play-off"),
    done=_("Round %(round)s is seated. Only you can see it yet."),
)
def seat_final(event: Event, visit: Visit) -> Values:
    """Plan the round, where it is not planned yet, and seat whom the director ticked."""
    kind, sent = visit.address["kind"], visit.sent.getlist("entry")
    if kind not in FINALS:
        raise Http404
    ticked = [key for key in sent if len(key) <= 40 and "\x00" not in key][:2000]
    if not ticked:
        raise Refused("nobody_to_seat")
    seed, reason, seen = secrets.token_hex(32), visit.text("reason", most=500), visit.seen_round()
    seated = operations.seat_final(
        event=event, kind=kind, chosen=ticked, seed=seed, by=visit.by, now=visit.now, reason=reason, seen=seen
    )
    visit.made = seated.number
    return {"round": seated.number}

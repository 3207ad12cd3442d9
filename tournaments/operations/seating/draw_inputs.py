"""What a draw reads, and the tables that follow from it.

Everything that a draw reads is one document, `inputs`, kept with the draw: so the same document and seed give the same
tables today as on the evening itself. competition.md 3: tables of basic rounds are drawn, or follow the standings; the
seats of a final follow the qualifying rank.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.ceremony.lots import draw_by_lots
from tournaments.draws.by_rank import seats_of_final
from tournaments.draws.draw import draw, draw_ladder
from tournaments.draws.model import Drawing, History, Options, Player, history_of
from tournaments.draws.quality import quality_of
from tournaments.draws.sizes import STANDARD
from tournaments.facts.line_ups import Due, LineUp, stored_line_up
from tournaments.models import Registration, Round, RoundKind, RoundStatus
from tournaments.queries.ceremonies import is_ladder, keeps_clubs_apart
from tournaments.queries.draw_history import (
    apart_pairs,
    as_player,
    banned_here,
    history_before,
    options_of,
    plan_left_before,
    plan_of,
    players_to_seat,
)
from tournaments.queries.finals import FinalProposal, proposed, set_by_referee

BY_LOTS = "lots"
BY_RANK = "by-rank/1"


def inputs_of(
    round_: Round, *, now: datetime, sizes: Sequence[int] | None = None, chosen: Sequence[str] | None = None
) -> dict[str, Any]:
    """Collect everything that the draw reads; the players in the order that says something, or in that of their entry.

    Raises Refused `nobody_to_seat`, `not_here`, `basic_rounds_open`, `play_off_open`, `standings_open`.
    """
    regulations = projections.regulations_of(round_.event)
    allowed = regulations.game_options().table_sizes
    people, line_up = _people(round_, chosen, now)
    seating, equal = BY_LOTS, None
    apart = apart_pairs(round_.event)
    players = [as_player(registration) for registration in people]
    if round_.kind in projections.TIERS:
        seating = "rank"
    elif is_ladder(round_):
        seating, (players, equal) = "ladder", _by_standing(round_, people)
        unplaced = tuple(registration.key for registration in people if not registration.classified)
        line_up = LineUp(round_.kind, Due((), (), (), unplaced=unplaced), ()) if unplaced else None
    else:
        in_order = sorted(people, key=lambda registration: (registration.position, registration.pk))
        players = [as_player(registration) for registration in in_order]
    clubs, countries = "off", "off"
    if keeps_clubs_apart(round_):
        clubs, countries = regulations.clubs_apart, regulations.countries_apart
    plan = plan_left_before(round_) if seating == BY_LOTS else None
    return {
        "kind": round_.kind,
        "seating": seating,
        **({"equal": equal} if equal else {}),
        "players": [_stored(player, with_country=countries != "off") for player in players],
        "rounds": [[list(table) for table in tables_] for tables_ in history_before(round_).rounds],
        **({"plan": [[list(table) for table in tables] for tables in plan]} if plan else {}),
        **({"proposed": line_up.stored()} if line_up else {}),
        "options": {
            "sizes": list(sizes) if sizes else None,
            "clubs": clubs,
            "rounds": max(Round.objects.filter(event=round_.event, kind=RoundKind.BASIC).count(), 1),
            **({} if countries == "off" else {"countries": countries}),
            **({} if allowed == STANDARD else {"allowed": list(allowed)}),
            **({"apart": apart} if apart else {}),
        },
    }


def _stored(player: Player, *, with_country: bool) -> dict[str, Any]:
    """A player as the inputs keep him; his country only where it matters, so that other inputs stay as they were."""
    country = {"country": player.country} if with_country else {}
    return {"key": player.key, "club": player.club, **country}


def _people(round_: Round, chosen: Sequence[str] | None, now: datetime) -> tuple[list[Registration], LineUp | None]:
    """Who plays the round, in rank order for a final, and behind them by start number whoever has none; and beside it
    who was to play, where the rank says that.
    """
    here = {registration.key: registration for registration in players_to_seat(round_.event)}
    if round_.kind == RoundKind.BASIC:
        chosen, due = list(here) if chosen is None else chosen, None
    else:
        proposal, due = proposed(round_.event, here.keys() - banned_here(round_.event, now=now))
        chosen = _proposed(round_.kind, proposal, due) if chosen is None else chosen
        place = {key: place for place, key in enumerate(dict.fromkeys((*proposal.ranked, *here)))}
        chosen = sorted(chosen, key=lambda key: place.get(key, len(place)))
    for key in chosen:
        if key not in here:
            missing = Registration.objects.filter(event=round_.event, key=key).first()
            raise Refused("not_here", nick=missing.nick if missing else key)
    if not chosen:
        raise Refused("nobody_to_seat")
    to_play = due[round_.kind] if due else None
    if to_play and round_.kind == RoundKind.FINAL:
        to_play = replace(to_play, by_referee=set_by_referee(round_.event, to_play))
    return [here[key] for key in chosen], LineUp(round_.kind, to_play, tuple(chosen)) if to_play else None


def _proposed(kind: str, proposal: FinalProposal, due: Mapping[str, Due]) -> Sequence[str]:
    if proposal.unfinished:
        raise Refused("basic_rounds_open")
    if kind == RoundKind.PLAY_OFF:
        return proposal.play_off.between if proposal.play_off else ()
    if proposal.play_off is not None:
        raise Refused("play_off_open")
    return proposal.qualified if kind == RoundKind.FINAL else due[kind].due


def _by_standing(round_: Round, people: Sequence[Registration]) -> tuple[list[Player], list[int]]:
    """The best first, and how many are equal in each place from the top; whoever has not played stands last.

    Raises Refused `standings_open` while a round before it is not over.
    """
    before = Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC, number__lt=round_.number)
    still = before.exclude(status=RoundStatus.CLOSED).order_by("number").first()
    if still is not None:
        raise Refused("standings_open", other=still.number)
    ranks = dict(round_.event.scores.values_list("key", "rank_key"))
    rank_of = {one.key: ranks.get(one.key) or "9" for one in people}
    best_first = sorted(people, key=lambda one: (rank_of[one.key], one.position, one.pk))
    return list(map(as_player, best_first)), list(Counter(rank_of[one.key] for one in best_first).values())


def is_by_rank(inputs: Mapping[str, Any]) -> bool:
    """Whether these inputs seat nobody in a final, small final or play-off whom the rank does not say."""
    seated = [player["key"] for player in inputs["players"]]
    return "proposed" not in inputs or stored_line_up(inputs["kind"], inputs["proposed"], seated).is_by_rank


def drawing_of(inputs: Mapping[str, Any], seed: str) -> Drawing:
    """Draw the tables that follow from the stored inputs and the seed, today as on the evening itself."""
    players, history, options = _read(inputs)
    if inputs["seating"] == BY_LOTS:
        found = draw_by_lots(players, inputs["rounds"], options, seed, history.plan)
        return judged(inputs, found.tables, version=found.version, seed=found.seed)
    if inputs["seating"] == "rank":
        seated = seats_of_final([player.key for player in players], options.allowed, options.apart)
        return judged(inputs, seated, version=BY_RANK, seed="")
    if inputs["seating"] == "ladder":
        return draw_ladder(players, history, options, seed, equal=inputs.get("equal", ()))
    return draw(players, history, options, seed)  # before there were lots


def judged(inputs: Mapping[str, Any], tables: Sequence[tuple[str, ...]], *, version: str, seed: str) -> Drawing:
    """Return these tables as a drawing, with their quality."""
    quality = quality_of(tables, *_read(inputs))
    return Drawing(tables=tuple(tables), quality=quality, version=version, seed=seed)


def _read(inputs: Mapping[str, Any]) -> tuple[list[Player], History, Options]:
    players = [Player(**player) for player in inputs["players"]]
    return players, history_of(inputs["rounds"], plan_of(inputs)), options_of(inputs["options"])


def quality_json(drawing: Drawing) -> dict[str, Any]:
    """Return the quality of a drawing as it is stored with it."""
    quality = {**asdict(drawing.quality), "proved_optimal": drawing.quality.proved_optimal}
    faults = drawing.quality.per_player.items()
    if quality["country_pairs"] is None:
        del quality["country_pairs"]
    quality["per_player"] = {key: [[fault.code, dict(fault.values)] for fault in found] for key, found in faults}
    return quality


def hash_of(inputs: Mapping[str, Any]) -> str:
    """Return the digest of everything that a draw read."""
    return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

"""What a draw reads: who is to be seated, and what earlier rounds of the event did to them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tournaments.ceremony.digests import canonical, digest_of
from tournaments.draws.by_plan import Settled, settled_before
from tournaments.draws.model import History, Options, Plan, Player, history_of
from tournaments.draws.sizes import STANDARD
from tournaments.models import (
    ApartPair,
    CeremonyStep,
    CeremonyStepKind,
    Event,
    HallOffer,
    Occupant,
    Registration,
    RegistrationStatus,
    Round,
    RoundKind,
    RoundStatus,
    Sanction,
)


def players_to_seat(event: Event) -> list[Registration]:
    """Return who is here: those checked in; as long as nobody was, everyone confirmed. One statement."""
    playing = list(
        Registration.objects.filter(event=event).playing().select_related("club__federation").order_by("position")
    )
    here = [registration for registration in playing if registration.status == RegistrationStatus.CHECKED_IN]
    return here or playing


def banned_here(event: Event, *, now: datetime) -> set[str]:
    """The keys of those whom a ban keeps from being seated (competition.md 5.5). One statement."""
    bans = Sanction.objects.bans_at(now)
    banned = Registration.objects.filter(event=event, player__in=bans.values("player"))
    return set(banned.values_list("key", flat=True))


def come_and_gone(event: Event, frozen: Collection[int], at: datetime) -> tuple[int, int]:
    """How many have come and gone since a list of start numbers was frozen, by the rule by which it was made then.

    Whoever of it was checked in by then is there as long as he is; where nobody was, he is as long as he plays. Two
    statements.
    """
    numbers, checked_in = start_numbers(event), RegistrationStatus.CHECKED_IN
    playing = {numbers[one.key]: one for one in Registration.objects.filter(event=event).playing()}
    here = {number for number, one in playing.items() if one.status == checked_in}
    was_by_check_in = any(playing[number].status_at <= at for number in here.intersection(frozen))
    now = here if was_by_check_in else set(playing)
    return len(now.difference(frozen)), len(set(frozen) - now)


def as_player(registration: Registration) -> Player:
    """A registration as the draw knows it: a key, a club and its country."""
    club = registration.club
    return Player(registration.key, club.code, club.federation.country) if club else Player(registration.key)


def options_of(given: Mapping[str, Any]) -> Options:
    """The options of a draw from its stored inputs."""
    return Options(
        sizes=given["sizes"] and tuple(given["sizes"]),
        clubs=given["clubs"],
        countries=given.get("countries", "off"),
        rounds=given["rounds"],
        allowed=tuple(given.get("allowed", STANDARD)),
        apart=tuple((one, other) for one, other in given.get("apart", ())),
    )


def apart_pairs(event: Event) -> list[list[str]]:
    """The entry keys of those who may not share a table, in the order in which they were registered. One statement."""
    pairs = ApartPair.objects.filter(event=event).order_by("one_id", "other_id")
    return [[one, other] for one, other in pairs.values_list("one__key", "other__key")]


def plan_of(inputs: Mapping[str, Any]) -> Plan | None:
    """The event's plan as the draw before left it, from the stored inputs of a draw."""
    rounds = inputs.get("plan")
    return rounds and tuple(tuple(tuple(table) for table in tables) for tables in rounds)


def settled_by(inputs: Mapping[str, Any]) -> Settled:
    """What these inputs of a draw by lot leave to no lot. No statement."""
    if inputs["seating"] != "lots":
        return Settled()
    players = [Player(**player) for player in inputs["players"]]
    return settled_before(players, history_of(inputs["rounds"], plan_of(inputs)), options_of(inputs["options"]))


def last_draw(round_: Round) -> int:
    """The number of the attempt that was drawn last, 0 for none. One statement."""
    return round_.draws.order_by("-attempt").values_list("attempt", flat=True).first() or 0


def seen_as(round_: Round | None, last: int, promised: str = "0") -> str:
    """What a form carries of the round that its page shows, so that nobody acts on another one than he has seen.

    `last`: the number of its last draw; `promised`: its draws in public (`as_shown`), of a final or small final none.
    None: there is no such round yet.
    """
    if round_ is None:
        return "none"
    starts = round_.starts_at.isoformat() if round_.starts_at else ""
    return " ".join(map(str, (round_.pk, round_.kind, round_.status, last, promised, starts))).strip()


def list_as_seen(attempt: int, players: Iterable[Registration], offers: Iterable[HallOffer]) -> str:
    """What the form that freezes a list, or draws, carries of what its page has shown: the attempt that it freezes,
    who is here and of which club, and which second secrets are offered.
    """
    here = sorted([player.key, player.club_id] for player in players)
    return digest_of("seen", canonical([attempt, here, sorted(offer.digest for offer in offers)]))


def history_before(round_: Round) -> History:
    """The seats of the basic rounds before `round_`, as they were drawn. One statement."""
    seats = Occupant.objects.filter(
        round__event=round_.event_id, round__kind=RoundKind.BASIC, round__number__lt=round_.number
    ).filter(label__in=[f"{seat}1" for seat in "ABCDEFGH"])
    rounds: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    rows = seats.order_by("round__number", "table__number", "label")
    for number, table, key in rows.values_list("round__number", "table__number", "registration__key"):
        rounds[number][table].append(key)
    return history_of([list(tables.values()) for tables in rounds.values()])


def reads_others(history: History, read: Sequence[Sequence[Sequence[str]]]) -> bool:
    """Whether earlier rounds are others by now than those that a draw has read: who sits with whom, and in which chair.

    `read`: the `rounds` of its inputs. The numbers of tables say nothing.
    """
    was = [sorted(tuple(table) for table in tables) for tables in read]
    return was != [sorted(tables) for tables in history.rounds]


def drawn_after(round_: Round) -> int:
    """The number of the first later basic round that is drawn and has read the tables of this one, 0 for none.

    At most one statement.
    """
    if round_.kind != RoundKind.BASIC:
        return 0
    later = Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC, number__gt=round_.number)
    drawn = later.exclude(status=RoundStatus.PLANNED).order_by("number")
    return drawn.values_list("number", flat=True).first() or 0


def plan_left_before(round_: Round) -> Plan | None:
    """The event's plan as the last draw by lot of an earlier basic round left it. One statement."""
    earlier = Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC, number__lt=round_.number)
    steps = CeremonyStep.objects.filter(
        event=round_.event_id, kind=CeremonyStepKind.OPENED, round_number__in=earlier.values("number")
    )
    text = steps.order_by("-round_number", "-attempt").values_list("document", flat=True).first()
    return plan_of({"plan": json.loads(text).get("next")}) if text else None


def start_numbers(event: Event) -> dict[str, int]:
    """Entry key → start number, from 1 in the order of entry, withdrawn entries too: so it never changes."""
    keys = Registration.objects.filter(event=event).order_by("position", "pk").values_list("key", flat=True)
    return {key: number for number, key in enumerate(keys, start=1)}


def people_by_number(event: Event) -> dict[int, tuple[str, str]]:
    """Start number → entry key and nick, for pages; a transcript holds numbers alone. One statement."""
    people = Registration.objects.filter(event=event).order_by("position", "pk").values_list("key", "nick")
    return dict(enumerate(people, start=1))

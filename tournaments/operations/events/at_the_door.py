"""Strangers at the door of an event: a nick and a club, no address, and the director's tap lets them in.

Whoever reads the code of the poster applies, and his phone keeps a key (a cookie). Nothing is there before the
director's tap but a claim (people/claims.py), which is public nowhere. The tap makes the player, his registration, and
an account that only this phone can enter.

Guests come from one network, and so may somebody who sends a thousand. What waits is limited for each network and for
each event: then the door is paused until the director lifts that, and who comes meanwhile stays behind. He is on no
list and holds no nick, but his phone shows a sign by which the director finds him. Networks with few who wait are
listed first, so many from one hide nobody.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.facts.networks import place_of
from tournaments.models import Account, Claim, Club, Event, EventDoor, EventStatus, Registration, RegistrationStatus
from tournaments.operations.acting import act_on
from tournaments.operations.events.registrations import let_in
from tournaments.operations.journal import VISITOR, note_rest
from tournaments.operations.people.claims import hold_nick, is_asked, new_account, say_who, settle
from tournaments.operations.people.players import clean_nick, find_player

PER_NETWORK, PER_EVENT = 60, 200  # how many may wait before the door is paused
MOST = 5000  # kept at all for one event
KEY = Signer(salt="scwu.door")
CLOSED = (EventStatus.DRAFT, EventStatus.FINISHED, EventStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class AtTheDoor:
    """Who waits, in the order of the list; how many are `behind`; whether the next one would be."""

    waiting: list[Claim]
    behind: int
    is_paused: bool


def door_code(event: Event) -> str:
    """Return what stands in the address of the poster. A new poster has another one. One statement."""
    door = EventDoor.objects.filter(event=event).first()
    turn = door.turn if door else 1
    return salted_hmac("scwu.poster", f"{event.pk}|{turn}", algorithm="sha256").hexdigest()[:12]


def is_door_code(event: Event, code: str) -> bool:
    """Whether `code` is that of the present poster."""
    return constant_time_compare(door_code(event), code)


def network_of(event: Event, address: str) -> str:
    """Return a keyed hash of where a machine's address lies: whether two come from one network, and nothing else."""
    return salted_hmac("scwu.network", f"{event.pk}|{place_of(address)}", algorithm="sha256").hexdigest()[:32]


@transaction.atomic
def apply_at_the_door(
    *, event: Event, nick: str, club: Club | None, language: str, network: str, now: datetime
) -> Claim:
    """Remember who applies. Who gives the nick of a record without an account says that he is it.

    Raises Refused `event_over`, `nick_malformed`, `nick_taken`, `nick_has_account`, `banned` or `door_full`.
    """
    if event.status in CLOSED:
        raise Refused("event_over")
    counts = _counts(event, now=now)
    if counts.total() + Claim.objects.filter(event=event, behind=True).count() >= MOST:
        raise Refused("door_full")
    behind = _would_be_behind(counts, network)
    known = find_player(clean_nick(nick))
    if known is not None and (known.account_id is not None or is_asked(known, now=now)):
        raise Refused("nick_has_account", nick=known.nick)
    asked: dict[str, Any] = {"club": club, "language": language, "event": event, "network": network, "behind": behind}
    if known is not None:
        claim = say_who(known, **asked, by=VISITOR, now=now)
    else:
        claim = hold_nick(nick=nick, **asked, by=VISITOR, now=now)
    note_rest(by=VISITOR, now=now)
    return claim


def is_paused_for(event: Event, network: str, *, now: datetime) -> bool:
    """Whether somebody who comes from there now would stay behind. Two statements."""
    return _would_be_behind(_counts(event, now=now), network)


def at_the_door(event: Event, *, now: datetime, search: str = "") -> AtTheDoor:
    """Who waits at the door of an event; with `search`, whoever has this sign or nick, also of those behind."""
    found = list(_waiting(event, now=now).select_related("player", "club__federation").order_by("made_at", "pk"))
    listed = [claim for claim in found if not claim.behind]
    per_network = Counter(claim.network for claim in listed)
    if search:
        said = search.strip().casefold()
        listed = [claim for claim in found if claim.sign.casefold() == said or said in str(claim).casefold()]
    door = EventDoor.objects.filter(event=event).first() if listed or found else None
    counted = Counter(claim.network for claim in found if not claim.behind and _counts_since(claim, door))
    return AtTheDoor(
        waiting=sorted(listed, key=lambda claim: (per_network[claim.network], claim.made_at)),
        behind=sum(claim.behind for claim in found),
        is_paused=any(n >= PER_NETWORK for n in counted.values()) or counted.total() >= PER_EVENT,
    )


def admit(*, claim: Claim, by: Account, now: datetime, waits: bool = False) -> Registration:
    """Let in who stands before the director: on the day itself as checked in, before it as confirmed.

    `waits`: all places are taken, so he is put on the waiting list. His account is opened for his phone, which holds
    the key of the claim; who was typed in before stays as he is, and only his phone is new. Raises Refused
    `event_over`, `event_full`, `banned`, `nick_taken` or `claim_settled`.
    """
    event = claim.event
    assert event is not None  # noqa: S101 – claims at a door are of an event; tells the type checker
    with act_on(event, by=by, now=now) as act:
        if event.status in CLOSED:
            raise Refused("event_over")
        claim.email = ""  # the letter was not needed; whose mailbox it would have reached stays open
        claim.save(update_fields=["email"])
        player = settle(claim=claim, by=new_account(name=str(claim), language=claim.language), now=now)
        is_today = event.date <= timezone.localdate(now)
        status = RegistrationStatus.CHECKED_IN if is_today else RegistrationStatus.CONFIRMED
        if waits:
            status = RegistrationStatus.WAITING
        return let_in(act, player=player, club=claim.club, status=status, takes_a_place=not waits, may_be_in=True)


def is_waiting(event: Event, claim: Claim) -> bool:
    """Whether who was let in is on the waiting list. One statement."""
    waiting = Registration.objects.filter(event=event, status=RegistrationStatus.WAITING)
    return waiting.filter(player__account=claim.account_id).exists()


def turn_away(*, event: Event, claims: list[Claim], by: Account, now: datetime) -> int:
    """Let go of who waits: one, or all who came from one network. Returns how many."""
    with act_on(event, by=by, now=now, even=lifecycle.OVER) as act:
        rows = _waiting(event, now=now).filter(pk__in=[claim.pk for claim in claims])
        gone = rows.update(declined_at=now)
        if gone:
            act.note("door_turned_away", new={"number": gone})
        return gone


def lift_pause(*, event: Event, by: Account, now: datetime) -> None:
    """Open a paused door: who waits already counts no more."""
    with act_on(event, by=by, now=now) as act:
        EventDoor.objects.update_or_create(event=event, defaults={"lifted_at": now})
        act.note("door_lifted")


def change_poster(*, event: Event, by: Account, now: datetime) -> None:
    """Give the door another code: the poster that hangs there is worth nothing any more."""
    with act_on(event, by=by, now=now) as act:
        door = EventDoor.objects.get_or_create(event=event)[0]
        door.turn += 1
        door.save(update_fields=["turn"])
        act.note("poster_changed")


def key_of(claim: Claim) -> str:
    """Return what the phone keeps."""
    return KEY.sign(str(claim.pk))


def claim_of_key(key: str) -> Claim | None:
    """The application that a phone has the key of, as long as it is remembered.

    One that its owner has proved by the letter to his mailbox is none: the phone that typed the address is not he.
    """
    try:
        pk = UUID(KEY.unsign(key))
    except (BadSignature, ValueError):
        return None
    proved_elsewhere = ~Q(email="") & Q(settled_at__isnull=False)
    claims = Claim.objects.exclude(proved_elsewhere).select_related("event", "account", "player", "club")
    return claims.filter(pk=pk).first()


@transaction.atomic
def spend_key(claim: Claim, *, now: datetime) -> Account | None:
    """The account that the director's tap has opened for the phone with the key of `claim`; None if there is none.

    A key signs in once: what was copied of it opens nothing afterwards.
    """
    if claim.settled_at is None or claim.account is None or not claim.account.is_active:
        return None
    if not Claim.objects.filter(pk=claim.pk, email="", settled_at__isnull=False).delete()[0]:
        return None
    note_rest(by=VISITOR, now=now)
    return claim.account


def _waiting(event: Event, *, now: datetime) -> QuerySet[Claim]:
    """All who wait, also for their mail; those who are asked about a record of theirs by the union are none of them."""
    return Claim.objects.filter(event=event, by=VISITOR, settled_at=None, declined_at=None, until__gt=now)


def _counts(event: Event, *, now: datetime) -> Counter[str]:
    """How many wait from each network since the pause was lifted last. Two statements."""
    door = EventDoor.objects.filter(event=event).first()
    rows = _waiting(event, now=now).filter(behind=False)
    if door is not None and door.lifted_at is not None:
        rows = rows.filter(made_at__gt=door.lifted_at)
    return Counter(rows.values_list("network", flat=True))


def _counts_since(claim: Claim, door: EventDoor | None) -> bool:
    return door is None or door.lifted_at is None or claim.made_at > door.lifted_at


def _would_be_behind(counts: Counter[str], network: str) -> bool:
    return counts[network] >= PER_NETWORK or counts.total() >= PER_EVENT

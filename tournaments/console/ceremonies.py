"""The public draw as the director leads it: one thing to do at a time, and nothing that a tired person can get wrong.

Promise, freeze, read aloud, turn, open. Cards are tapped in the order in which they were turned; each tap is kept, and
on the screen of the hall at once, so the last one can be taken back, and a page that is loaded again has forgotten
nothing. Nothing is drawn before ten are there and the director has said yes to all ten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, TypedDict

from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import CONFLICT, Visit
from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.room import NUMBER, SIDES
from tournaments.console.ceremony_secrets import beacon_in, beacon_told, hall_in, to_choose, to_wait_for, told_by
from tournaments.console.drawing import barred, sizes_in, ways_shown
from tournaments.console.face import desk
from tournaments.draws.by_plan import Settled, settled_before
from tournaments.draws.model import history_of
from tournaments.models import Draw, HallScreen, Round, RoundKind
from tournaments.operations.bans.doors import refuse_seating
from tournaments.operations.seating import ceremonies, promises, second_secrets
from tournaments.operations.seating.draw_inputs import inputs_of
from tournaments.queries import desk as queries
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    BEACON,
    BEGUN,
    FROZEN,
    GIVEN_UP,
    HALL_SILENT,
    OPENED,
    ROOM,
    Attempt,
    document_of,
    draws_in_public,
    is_by_lot,
    pack_of_room,
)
from tournaments.queries.draw_history import come_and_gone, players_to_seat, settled_by
from tournaments.queries.draw_secrets import Secrets
from tournaments.texts.refusals import refusal_of

TAKES = {
    "announce_draw": (ANNOUNCED,),
    "freeze_draw": (FROZEN,),
    "open_ceremony": (ROOM, OPENED),
    "tell_beacon": (BEACON, OPENED),
    "open_typed_secret": (OPENED,),
    "close_hall_secret": (HALL_SILENT,),
    "give_up_draw": (GIVEN_UP,),
}
"""Act → the steps that it may take."""


@desk.page("<slug:slug>/round/<int:number>/ceremony/", right="event.draw")
def ceremony(round_: Round, visit: Visit) -> HttpResponse:
    """Where the draw of this round stands, and the one thing to do next."""
    attempts = draws_in_public(round_.event, round_.number)
    last = attempts[-1] if attempts else None
    values: dict[str, Any] = {
        "tab": "rounds",
        "event": round_.event,
        "round": round_,
        "attempts": attempts,
        "attempt": last,
        "state": last.state if last else "",
        "by_lot": is_by_lot(round_),
        "barred": barred(round_),
        "reason": visit.text("reason", most=500),
    }
    values |= _as_it_stands(last, visit)
    if last is None or last.is_over:
        values["no_promise"] = refusal_of(promises.refuse_promise, round_)
    if last and last.state == ANNOUNCED:
        values |= {**ways_shown(queries.table_sizes(round_), visit), "settled": _settled(round_, visit.now)}
        here = players_to_seat(round_.event)
        banned = refusal_of(refuse_seating, round_.event, [player.key for player in here], now=visit.now)
        values["impossible"] = banned or values["impossible"]
        values |= to_choose(round_, last, here, visit)
    elif last and last.state in BEGUN:
        values |= {"begun": True, **to_wait_for(round_, last, visit)}
        values |= {**_to_open(round_, last, visit), **_changed_since(round_, last)}
    elif last and last.is_public:
        values |= told_by(round_, last, visit.now)
    if values["by_lot"] and not round_.started_at:
        values |= {"now": _due(last, values.get("secrets")), "look_again": _look_again(round_, visit)}
    return visit.page("console/ceremony.html", values)


def _due(attempt: Attempt | None, secrets: Secrets | None) -> str:
    """The step that is due, for which the page has its place `#now`: whatever is done here leads there."""
    if attempt is None or attempt.state == GIVEN_UP:
        return "promise"
    if attempt.is_over:
        return "open"
    if attempt.is_lost or (secrets and secrets.is_stopped):
        return "give_up"
    if secrets is None:
        return "freeze"
    return "room" if secrets.waits_for == "again" else secrets.waits_for


def _look_again(round_: Round, visit: Visit) -> str:
    """The address of this page, which a browser asks for anew: it does not where only what follows `#` is another."""
    here = desk.address("ceremony", slug=round_.event.slug, number=round_.number)
    return f"{here}#now" if "again" in visit.request.GET else f"{here}?again=1#now"


def _as_it_stands(last: Attempt | None, visit: Visit) -> dict[str, Any]:
    """The last step, for whoever was refused; `his`: the one that he asks for, if he has taken it himself in the
    attempt that his page has shown, whatever came after it, and it was not given up since.
    """
    refusal = visit.refusal
    if last is None or refusal is None or refusal.status != CONFLICT:
        return {}
    asked = TAKES.get(refusal.act, ()) if refusal.code == "ceremony_step" else ()
    meant = visit.number("attempt") + (1 if refusal.act == "announce_draw" else 0)
    taken = sorted(last.steps.values(), key=attrgetter("pk"), reverse=True)
    stands = taken[:1] if last.state == GIVEN_UP else taken
    of_him = (step for step in stands if step.kind in asked and step.by == visit.by.key)
    return {"last_step": taken[0], "his": next(of_him, None) if meant == last.number else None}


def _settled(round_: Round, now: datetime) -> Settled | None:
    """What follows from the earlier rounds whatever is turned, if the tables are of the sizes proposed first."""
    try:
        return settled_by(inputs_of(round_, now=now))
    except Refused:
        return None  # the act will say why


def _to_open(round_: Round, attempt: Attempt, visit: Visit) -> dict[str, Any]:
    """What the hall is shown, and more only where the address or a refused opening adds to just that."""
    is_stale = visit.refusal is not None and visit.refusal.code in ("room_not_shown", "attempt_otherwise")
    asked: Mapping[str, str] = {} if is_stale else visit.sent or visit.request.GET
    screen: HallScreen | None = getattr(round_.event, "hall_screen", None)
    since = ceremonies.turned_since(attempt)
    shown = screen.turned if screen and since and screen.frozen_id == since.pk else ""
    kept_kind, _kept, kept = shown.partition(" ")
    kind, turned = _told(round_, {"kind": kept_kind, **dict(asked.items())})
    if kept and (kind != kept_kind or turned[: len(kept.split())] != kept.split()):
        kind, turned = _told(round_, {"kind": kept_kind, "turned": kept})
    pack, seen = pack_of_room(round_), ceremonies.turned_until_now(round_, attempt)
    return {
        "kind": kind,
        "turned": turned,
        "shown": shown if kept else "",
        "seen_by_hall": seen or (shown if kept else ""),
        "is_untouched": attempt.state == FROZEN and not seen and not turned,
        "turned_text": " ".join(turned),
        "without_last": " ".join(turned[:-1]),
        "missing": range(len(turned) + 1, NUMBER + 1),
        "left": [card for card in pack if card not in turned],
        "sides": SIDES,
        **({"pack": "smear"} if round_.event.is_smear else {}),
    }


def _told(round_: Round, asked: Mapping[str, str]) -> tuple[str, list[str]]:
    """Kind and what was turned, with the one that was tapped."""
    kind = "dice" if asked.get("kind") == "dice" else "cards"
    words = f"{asked.get('turned', '')} {asked.get('add', '')}".split()
    return kind, _turned(words, SIDES if kind == "dice" else pack_of_room(round_), again=kind == "dice")


def _turned(words: Sequence[str], known: Sequence[str], *, again: bool) -> list[str]:
    """The first ten that are cards or dice at all; a card counts once, a number on a die as often as it comes."""
    found: list[str] = []
    for word in words:
        if word in known and (again or word not in found):
            found.append(word)
    return found[:NUMBER]


def _changed_since(round_: Round, attempt: Attempt) -> dict[str, Any]:
    """How many have come and gone since the list was frozen."""
    document = json.loads(document_of(round_.event, round_.number, attempt.number, FROZEN))
    told = frozen_of(document)
    come, gone = come_and_gone(round_.event, told.clubs, attempt.steps[FROZEN].at)
    return {
        "settled": settled_before(told.players, history_of(told.rounds_by_key, told.plan), told.options),
        "players": len(told.clubs),
        "come": come if round_.kind == RoundKind.BASIC else 0,
        "gone": gone,
    }


# --- Acts -------------------------------------------------------------------------------------------------------------


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/announce/",
    right="event.draw",
    page=ceremony,
    wanted=_("Promising a draw"),
    done=_("The draw is promised. Everybody can see its commitment."),
)
def announce_draw(round_: Round, visit: Visit) -> None:
    """Promise the next attempt."""
    reason, seen = visit.text("reason", most=500), visit.seen_attempt()
    promises.announce_draw(round_=round_, by=visit.by, now=visit.now, reason=reason, seen=seen)


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/freeze/",
    right="event.draw",
    page=ceremony,
    wanted=_("Freezing what a draw reads"),
    done=_("The list is frozen. Read its hash aloud."),
)
def freeze_draw(round_: Round, visit: Visit) -> None:
    """Freeze the list of players and everything else that the draw reads."""
    last = next(reversed(draws_in_public(round_.event, round_.number)), None)
    hall, beacon = hall_in(round_, last, visit), beacon_in(visit)
    sizes, seen = sizes_in(visit), visit.seen_round()
    ceremonies.freeze_draw(round_=round_, by=visit.by, now=visit.now, sizes=sizes, hall=hall, beacon=beacon, seen=seen)


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/turn/",
    right="event.draw",
    page=ceremony,
    wanted=_("Showing what the room has turned"),
)
def show_turned(round_: Round, visit: Visit) -> None:
    """Keep a card or a die that was tapped, or take the last one back; the hall sees it at once."""
    kind, turned = _told(round_, visit.sent)
    told, shown = " ".join((kind, *turned)), visit.sent.get("shown", "")
    ceremonies.show_turned(round_=round_, by=visit.by, now=visit.now, turned=told, shown=shown, **_looked_at(visit))


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/open/",
    right="event.draw",
    page=ceremony,
    wanted=_("Opening a draw"),
    code="desk:open_draw",
)
def open_ceremony(round_: Round, visit: Visit) -> Values:
    """Open the draw with what the room turned; everybody sees it at once."""
    told = {"kind": visit.text("kind"), "typed": visit.text("turned", most=200)}
    how, shown = _looked_at(visit), visit.sent.get("shown")
    return _said(ceremonies.open_ceremony(round_=round_, by=visit.by, now=visit.now, shown=shown, **told, **how))


class LookedAt(TypedDict):
    """`seen`: the number of an attempt, `state`: how far it had come; None on a page that did not say so."""

    seen: int
    state: str | None


def _looked_at(visit: Visit) -> LookedAt:
    """Which attempt the page has shown, and how far it had come. Raises Refused `attempt_unnamed`."""
    return {"seen": visit.seen_attempt(), "state": visit.sent.get("state")}


def _said(drawn: Draw | None) -> str:
    if drawn is None:
        return gettext("That is kept now, and everybody sees it. The draw waits for what else was frozen.")
    return gettext("The draw is open: everybody can see tables and transcript.")


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/beacon/",
    right="event.draw",
    page=ceremony,
    wanted=_("Typing in a round of drand"),
)
def tell_beacon(round_: Round, visit: Visit) -> Values:
    """Type in what drand's round has told."""
    return _said(second_secrets.tell_beacon(round_=round_, by=visit.by, now=visit.now, **beacon_told(visit)))


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/second-secret/",
    right="event.draw",
    page=ceremony,
    wanted=_("Opening a second secret"),
)
def open_typed_secret(round_: Round, visit: Visit) -> Values:
    """Open the second secret as its owner reads it aloud from his paper."""
    typed = visit.text("second", most=100)
    return _said(second_secrets.open_hall_secret(round_=round_, by=visit.by, now=visit.now, typed=typed))


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/silent/",
    right="event.draw",
    page=ceremony,
    wanted=_("Closing the time of a second secret"),
    done=_("Written down for ever: the second secret was not opened. Let ten more be turned in its place."),
)
def close_hall_secret(round_: Round, visit: Visit) -> None:
    """Say that the second secret was not opened in its time."""
    second_secrets.close_hall_secret(round_=round_, by=visit.by, now=visit.now, seen=visit.seen_attempt())


@desk.act(
    "<slug:slug>/round/<int:number>/ceremony/give-up/",
    right="event.draw",
    page=ceremony,
    wanted=_("Giving up a draw"),
    done=_("This attempt is given up. The next one has to be promised anew."),
)
def give_up_draw(round_: Round, visit: Visit) -> None:
    """End this attempt; everybody can read why."""
    told = {"reason": visit.text("reason", most=500), "shown": visit.sent.get("shown", "")}
    ceremonies.give_up_draw(round_=round_, by=visit.by, now=visit.now, **told, **_looked_at(visit))

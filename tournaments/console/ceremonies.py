"""The public draw as the director leads it: one thing to do at a time, and nothing that a tired person can get wrong.

Promise, freeze, read aloud, turn, open. Cards are tapped in the order in which they were turned; each tap is a page of
its own, so the last one can be taken back, and a page that is loaded again has forgotten nothing. Nothing is drawn
before ten are there and the director has said yes to all ten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.rules.refusals import Refused
from tournaments import access
from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.room import NUMBER, SIDES
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.console.draws import MOST_TABLES, SHOWN_AT_ONCE, ways_of
from tournaments.draws.by_plan import follows_from_before
from tournaments.draws.model import history_of
from tournaments.models import Account, Round, RoundKind
from tournaments.operations.seating import ceremonies, promises
from tournaments.operations.seating.draw_inputs import inputs_of
from tournaments.projections import TIERS, regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.ceremonies import ANNOUNCED, FROZEN, Attempt, document_of, draws_in_public, pack_of_room
from tournaments.queries.draws import lots_had_no_say, players_to_seat, start_numbers
from tournaments.texts.refusals import sentence_for


@require_GET
def ceremony(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where the draw of this round stands, and the one thing to do next."""
    return ceremony_page(request, slug, number)


def ceremony_page(request: HttpRequest, slug: str, number: int, refusal: Refusal | None = None) -> HttpResponse:
    round_ = access.round_for(signed_in(request), slug, number, "event.draw")
    attempts = draws_in_public(round_.event, round_.number)
    last = attempts[-1] if attempts else None
    values: dict[str, Any] = {
        "tab": "rounds",
        "round": round_,
        "attempts": attempts,
        "attempt": last,
        "state": last.state if last else "",
        "by_lot": _is_by_lot(round_),
        "reason": reason_in(request),
    }
    if last and last.state == ANNOUNCED:
        values |= _to_freeze(request, round_)
    elif last and last.state == FROZEN:
        values |= {**_to_open(request, round_), **_changed_since(round_, last)}
    return page(request, "ceremony", round_.event, values, refusal)


def _is_by_lot(round_: Round) -> bool:
    ladder = round_.kind == RoundKind.BASIC and regulations_of(round_.event).seating == promises.LADDER
    return not ladder and round_.kind not in TIERS


def _to_freeze(request: HttpRequest, round_: Round) -> dict[str, Any]:
    sizes = queries.table_sizes(round_)
    ways = ways_of(sizes, request.POST.get("sizes", ""))
    return {
        "sizes": sizes,
        "impossible": sentence_for(sizes.refused) if sizes.refused else "",
        "ways": ways[:SHOWN_AT_ONCE],
        "more_ways": ways[SHOWN_AT_ONCE:],
        "by_plan": _is_by_plan(round_),
    }


def _is_by_plan(round_: Round) -> bool:
    """Whether the tables, if of the sizes proposed first, follow from the earlier rounds whatever is turned."""
    try:
        return lots_had_no_say(inputs_of(round_))
    except Refused:
        return False  # the act will say why


def _to_open(request: HttpRequest, round_: Round) -> dict[str, Any]:
    """What was turned so far: that of the address, and after a refusal that of the form."""
    asked = request.POST if request.method == "POST" else request.GET
    kind = "dice" if asked.get("kind") == "dice" else "cards"
    pack = pack_of_room(round_)
    words = f"{asked.get('turned', '')} {asked.get('add', '')}".split()
    turned = _turned(words, SIDES if kind == "dice" else pack, again=kind == "dice")
    return {
        "kind": kind,
        "turned": turned,
        "turned_text": " ".join(turned),
        "without_last": " ".join(turned[:-1]),
        "missing": range(len(turned) + 1, NUMBER + 1),
        "left": [card for card in pack if card not in turned],
        "sides": SIDES,
        **({"pack": "smear"} if round_.event.is_smear else {}),
    }


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
    told, numbers = frozen_of(document), start_numbers(round_.event)
    frozen = set(told.clubs)
    now = {numbers[one.key] for one in players_to_seat(round_.event)}
    is_basic = round_.kind == RoundKind.BASIC
    by_plan = follows_from_before(told.players, history_of(told.rounds_by_key), told.options)
    return {
        "by_plan": by_plan,
        "players": len(frozen),
        "come": len(now - frozen) if is_basic else 0,
        "gone": len(frozen - now),
    }


# --- Acts -------------------------------------------------------------------------------------------------------------


@require_POST
def announce(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Promise the next attempt."""
    reason = reason_in(request)
    return _act(
        request,
        slug,
        number,
        lambda round_, by: promises.announce_draw(round_=round_, by=by, now=timezone.now(), reason=reason),
        lambda: _("The draw is promised. Everybody can see its commitment."),
    )


@require_POST
def freeze(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Freeze the list of players and everything else that the draw reads."""
    asked = request.POST.get("sizes", "").split("-")[:MOST_TABLES]
    sizes = [int(size) for size in asked if size.isdecimal() and len(size) < 3]
    return _act(
        request,
        slug,
        number,
        lambda round_, by: ceremonies.freeze_draw(round_=round_, by=by, now=timezone.now(), sizes=sizes or None),
        lambda: _("The list is frozen. Read its hash aloud."),
    )


@require_POST
def open_draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open the draw with what the room turned; everybody sees it at once."""
    kind, turned = request.POST.get("kind", ""), request.POST.get("turned", "")[:200]
    return _act(
        request,
        slug,
        number,
        lambda round_, by: ceremonies.open_ceremony(round_=round_, by=by, now=timezone.now(), kind=kind, typed=turned),
        lambda: _("The draw is open: everybody can see tables and transcript."),
    )


@require_POST
def give_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End this attempt; everybody can read why."""
    reason = reason_in(request)
    return _act(
        request,
        slug,
        number,
        lambda round_, by: ceremonies.give_up_draw(round_=round_, by=by, now=timezone.now(), reason=reason),
        lambda: _("This attempt is given up. The next one has to be promised anew."),
    )


def _act(
    request: HttpRequest,
    slug: str,
    number: int,
    operation: Callable[[Round, Account], object],
    said: Callable[[], str],
) -> HttpResponse:
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")

    def act() -> str:
        operation(round_, account)
        return said()

    return acted(
        request,
        act,
        to=address("ceremony", slug, number),
        refused=lambda refused: ceremony_page(request, slug, number, refusal_of(refused, "ceremony")),
    )

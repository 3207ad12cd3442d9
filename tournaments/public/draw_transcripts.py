"""The page of a round's draw: what was promised when, what was frozen, what the room turned, and the transcript.

Everything that was public once stays, also of attempts that were given up and of rounds taken out of the plan. A draw
without a ceremony is the director's draft until its seating is published; one in public is out as soon as it is opened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments import access
from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.verification import leads_to
from tournaments.draws.by_plan import settled_before
from tournaments.draws.groups import keeps_anybody_apart
from tournaments.draws.model import history_of
from tournaments.facts.masking import KEY
from tournaments.models import Event, Round, RoundKind, RoundStatus, with_state
from tournaments.projections import TIERS
from tournaments.public.events import fragment
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    BEGUN,
    FROZEN,
    GIVEN_UP,
    OPENED,
    TURNING,
    Attempt,
    Redraws,
    document_of,
    documents_before,
    draws_in_public,
    is_by_lot,
    is_ladder,
    known_and_given_up,
    promised_draws,
    redraws_among,
    shown_among,
)
from tournaments.queries.documents import nicks_at
from tournaments.queries.draw_history import history_before, people_by_number, reads_others
from tournaments.queries.draw_secrets import with_secrets
from tournaments.queries.draws_public import seatings_of, told_apart, told_draws
from tournaments.queries.hand_edits import HandEdit, hand_edits_by_draw
from tournaments.queries.line_ups import line_up_of
from tournaments.queries.versions import etag, live_page
from tournaments.templatetags.sealed import second_name
from tournaments.texts.about_draws import CHECKS, NUMBERED, PLANS, REMARKS, VERDICTS, apart_of, left_of, secrets_of
from tournaments.texts.about_events import round_title
from tournaments.texts.about_tables import table_short

PER_PAGE = 200
SEATS = "ABCDEFGH"
BY_STANDING = ("ladder", "rank")
"""Seated without lots, and so without a transcript."""


@public.view("e/<slug:slug>/round/<int:number>/draw/", right="public.read", name="draw")
@live_page
def draw_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How the seats of a round came about, for everybody to check."""
    hall = access.public_hall(slug)
    event = hall.event
    state = _state(hall, number)
    opened = state["opened"]
    text = document_of(event, number, opened.number, OPENED) if opened else ""
    told = json.loads(text) if text else None
    drawn = _drawn(event, number, state["attempts"]) or told
    before = documents_before(event, number) if drawn and drawn["frozen"]["rounds"] else []
    transcripts = _with_those_before(before, text) if text else ""
    people = people_by_number(event) if text else {}
    context = {
        "section": "events",
        "transcripts": transcripts,
        "nicks": json.dumps(_nicks_in(event, transcripts)),
        "told": told,
        "page_obj": Paginator(_lots(people, told) if told else [], PER_PAGE).get_page(request.GET.get("page")),
        "checks": CHECKS.items(),
        "numbered": NUMBERED,
        "verdicts": VERDICTS,
        "remarks": {**REMARKS, "best": PLANS["best"], "open": PLANS["open"]}.items(),
        **state,
        **_told(told, second_name(opened.secrets, event) if opened and opened.secrets else ""),
        "is_stale": told is not None and not state["is_void"] and _is_stale(state["round"], people, told),
        **(_settled(drawn, before) if drawn else {}),
    }
    return render(request, "public/draw.html", context)


@public.view("e/<slug:slug>/round/<int:number>/draw/fragment/", right="public.read")
@live_page
def draw_fragment(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The part of that page that changes while a draw is under way."""
    hall = access.public_hall(slug)
    return fragment(request, "public/draw_live.html", _state(hall, number))


def _with_those_before(before: Sequence[str], text: str) -> str:
    """The transcript behind those of the rounds before, a line each, if they lead to it: then it can be checked whole.

    A round is followed by one that is drawn in public, or shown, only when it is shown itself.
    """
    told = json.loads(text)
    is_led_to = told["frozen"]["rounds"] and leads_to(list(map(json.loads, before)), told)
    return "".join([*before, text]) if is_led_to else text


def _nicks_in(event: Event, transcripts: str) -> dict[str, str]:
    """Today's nicks of those whom a label or a reason of these transcripts names by `[p7]`; `[7,2]` is a table. One
    statement, and none where nobody is named.
    """
    keys = {key for key in KEY.findall(transcripts) if not key[0].isdigit()}
    return {key: nick for key, nick in nicks_at(event).items() if key in keys} if keys else {}


def _state(hall: access.PublicHall, number: int) -> dict[str, Any]:
    """How far the draw has come. `opened`: what is shown as drawn; `again`: another attempt was begun after it, so that
    nobody can say that it counts until the round starts with it; `is_under_way`: that one is frozen, so that this one
    does not count meanwhile; `is_void`: the round cannot start with it any more; `is_draft_since`: because a draft was
    drawn; `given_up_since`: the number of the last attempt, if that was given up and left `opened` as it is, else 0.
    """
    round_, attempts, redraws, made, draws = _draws(hall.event, number)
    drafts = made - len(attempts)
    attempts = with_secrets(hall.event, number, attempts, now=timezone.now())
    opened = next((attempt for attempt in reversed(attempts) if attempt.state == OPENED), None)
    has_started = round_ is not None and round_.started_at is not None
    shown = sum(attempt.state == OPENED for attempt in attempts)
    is_gone = round_ is None or round_.status == RoundStatus.PLANNED
    is_past = is_gone or (redraws is not None and shown < redraws.drawn)
    is_known = opened is not None and not has_started and known_and_given_up(hall.event, number, attempts) is not None
    is_void = opened is not None and (is_past or is_known)
    is_last = opened is None or opened is attempts[-1] or has_started or is_void
    given_up_since = attempts[-1].number if not is_last and attempts[-1].state == GIVEN_UP else 0
    is_again = not is_last and not given_up_since
    counts = opened is not None and not is_void and not is_again
    edits = hand_edits_by_draw(draws)
    by_attempt = {draw["attempt"]: edits.get(draw["pk"], []) for draw in draws if draw["seating"] not in BY_STANDING}
    line_ups = _line_ups_removed(hall.event, draws)
    by_hand = by_attempt.pop(opened.number, []) if opened and counts else []
    is_turning = hall.draw == number and bool(attempts) and attempts[-1].state in TURNING
    turned_kind, _, turned = (hall.turned if is_turning else "").partition(" ")
    kind = round_.kind if round_ else draws[0]["kind"] if draws else RoundKind.BASIC.value
    return {
        "event": hall.event,
        "number": number,
        "round": round_,
        "kind": kind,
        "title": round_title(number, kind),
        "attempts": [
            replace(one, edits=by_attempt.get(one.number, ()), line_up=line_ups.get(one.number, ())) for one in attempts
        ],
        "seatings": _seatings(hall.event, round_, draws, edits),
        "made": made,
        "drafts": drafts,
        "opened": opened,
        "again": is_again,
        "is_under_way": is_again and round_ is not None and round_.is_drawn_again,
        "is_void": is_void,
        "is_draft_since": is_void and is_past and not is_gone,
        "given_up_since": given_up_since,
        "turned_kind": turned_kind,
        "turned": turned,
        **({"pack": "smear"} if hall.event.is_smear else {}),
        "redraws": redraws,
        "edits": by_hand,
        "is_sought": round_ is not None
        and round_.status in (RoundStatus.PUBLISHED, RoundStatus.RUNNING)
        and not round_.is_told_again,
        "version": hall.event.version,
        "etag": etag(hall.event.version),
        **_by_results(round_, draws),
        **_manner(round_, attempts, draws),
    }


@public.view("e/<slug:slug>/draws/", right="public.read", name="draws")
@live_page
def promises(request: HttpRequest, slug: str) -> HttpResponse:
    """Every draw that was promised, on one sheet to hang up before play starts, and the seatings that were removed."""
    event = access.public_event(slug)
    rounds = list(Round.with_removed.filter(event=event).order_by("removed_at", "pk"))
    kinds = {one.number: one.kind for one in rounds if one.removed_at is None}
    rows = [
        {
            "number": number,
            "title": round_title(number, kinds.get(number, "basic")),
            "attempt": attempt,
            "is_gone": number not in kinds,
        }
        for number, attempt in promised_draws(event)
    ]
    removed = [
        {"number": one.number, "title": round_title(one.number, one.kind), "at": one.removed_at}
        for one in rounds
        if one.removed_at is not None
    ]
    values = {"section": "events", "event": event, "rows": rows, "removed": removed}
    return render(request, "public/promises.html", values)


@public.view("e/<slug:slug>/round/<int:number>/draw/<int:attempt>/scwu-draw.json", right="public.read")
@live_page
def transcript(request: HttpRequest, slug: str, number: int, attempt: int) -> HttpResponse:
    """The transcript of an attempt, as it was written."""
    return _document(slug, number, attempt, OPENED, "draw")


@public.view("e/<slug:slug>/round/<int:number>/draw/<int:attempt>/frozen.json", right="public.read")
@live_page
def frozen(request: HttpRequest, slug: str, number: int, attempt: int) -> HttpResponse:
    """What an attempt reads, as it was frozen."""
    return _document(slug, number, attempt, FROZEN, "frozen")


@public.view("check_draw.py", right="public.read", name="check_draw")
@open_page
def checker(request: HttpRequest) -> HttpResponse:
    """docs/check_draw.py, for whoever wants to check at home."""
    text = (settings.BASE_DIR / "docs" / "check_draw.py").read_text(encoding="utf-8")
    headers = {"Content-Disposition": 'attachment; filename="check_draw.py"'}
    return HttpResponse(text, content_type="text/x-python; charset=utf-8", headers=headers)


def _manner(round_: Round | None, attempts: Sequence[Attempt], draws: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How the seats of this round come about: by lots with a transcript, or in a way that has none. A promise alone
    makes no lots: of what was promised as a basic round somebody may have made a final.
    """
    if any(one.state != ANNOUNCED for one in attempts) or (attempts and (round_ is None or is_by_lot(round_))):
        return {"manner": "lots"}
    if round_ is None:
        return {"manner": draws[0]["seating"]}
    if round_.kind in TIERS:
        return {"manner": "rank"}
    drawn = _of(round_, draws)
    if drawn[0]["seating"] == "ladder" if drawn else is_ladder(round_):
        return {"manner": "ladder"}
    if not access.seating_is_public(round_):
        return {"manner": "lots"}
    # Drawn before there were promises, or in another house.
    return {"manner": "unpromised", "drawn_at": drawn[0]["at"]} if drawn else {"manner": "elsewhere"}


def _of(round_: Round, draws: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [draw for draw in draws if draw["round_id"] == round_.pk]


def _by_results(round_: Round | None, draws: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of a ladder and of finals how many pairs were kept apart; and when the seating is out, whether the standings are
    others since, and of a play-off who plays though the rank does not say so, and why. A statement where somebody is
    named.
    """
    if round_ is None or not (drawn := _of(round_, draws)):
        return {}
    told = {"apart": told_apart([_as_seated(draw) for draw in drawn])}
    if not access.seating_is_public(round_):
        return told
    is_told_here = round_.kind == RoundKind.PLAY_OFF
    line_up = line_up_of(round_.event, round_.kind, _as_seated(drawn[0])) if is_told_here else []
    return told | {"line_up": line_up, "outdated": drawn[0]["outdated"]}


def _as_seated(draw: Mapping[str, Any], *, counts: bool = True) -> dict[str, Any]:
    """A draw as `line_up_of` is told of it; who plays now, and by the standings of now, is of the one that counts."""
    since = {name: counts and draw[name] for name in ("changed", "outdated")}
    return {**draw, "round": draw["round_id"], "seated": draw["tables"], "edits": (), **since}


def _line_ups_removed(event: Event, draws: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    """By the number of the attempt, who played a play-off that left the plan though the rank did not say so, and why. A
    statement each where somebody is named.
    """
    removed = (draw for draw in draws if draw["removed"] and draw["kind"] == RoundKind.PLAY_OFF)
    return {draw["attempt"]: line_up_of(event, draw["kind"], _as_seated(draw, counts=False)) for draw in removed}


def _seatings(
    event: Event, round_: Round | None, draws: Sequence[Mapping[str, Any]], edits: Mapping[int, Sequence[HandEdit]]
) -> list[dict[str, Any]]:
    """Who was seated each time in a round that has no lots, the last first, also where it left the plan; nothing of a
    draft. A statement where there is any, and one where the round is a draft.
    """
    shown = [draw for draw in draws if draw["seating"] in BY_STANDING]
    if shown and round_ is not None and not access.seating_is_public(round_):
        told = told_draws(round_)
        shown = [draw for draw in shown if draw["removed"] or draw["attempt"] in told]
    nicks = nicks_at(event) if shown else {}
    last = _of(round_, draws)[:1] if round_ is not None and access.seating_is_public(round_) else []
    found = []
    for draw in shown:
        as_seated = _as_seated(draw, counts=draw in last)
        line_up = line_up_of(event, draw["kind"], as_seated, nicks)
        tables = [
            (table_short(event, number), list(zip(SEATS, (nicks.get(key, key) for key in keys), strict=False)))
            for number, keys in enumerate(draw["tables"], start=1)
            if keys
        ]
        is_said = any(draw["reason"] in said for said in line_up)
        title = round_title(draw["number"], draw["kind"])
        its = {"title": title, "tables": tables, "line_up": line_up, "edits": edits.get(draw["pk"], ())}
        its["apart"] = told_apart([as_seated]) if draw["removed"] else []  # of the others they stand above
        found.append({**draw, **its, "reason": "" if is_said else draw["reason"]})
    return found


def _told(told: dict[str, Any] | None, name: str) -> dict[str, Any]:
    """What the room turned, and whether it had any say in the tables. `name`: that of the second secret, as the steps
    have it.
    """
    if told is None:
        return {}
    kind, _, turned = str(told["room"]).partition(" ")
    frozen = frozen_of(told["frozen"])
    apart = told["frozen"]["options"].get("apart")
    has_large_tables = len(set(map(len, told["tables"]))) > 1
    return {
        "room_kind": kind,
        "room_turned": turned,
        "secrets": [*secrets_of(told, name), *([apart_of(apart)] if apart else [])],
        "large_tables_bent": has_large_tables and keeps_anybody_apart(frozen.players, frozen.options),
    }


def _is_stale(round_: Round | None, people: Mapping[int, tuple[str, str]], told: dict[str, Any]) -> bool:
    """Whether an earlier round was changed since this was drawn. One statement where it has read one."""
    read = told["frozen"]["rounds"]
    if round_ is None or not read:
        return False
    keys = [[[people[number][0] for number in table] for table in tables] for tables in read]
    return reads_others(history_before(round_), keys)


def _drawn(event: Event, number: int, attempts: Sequence[Attempt]) -> dict[str, Any] | None:
    """The last attempt, if its list is frozen and it is not over: what a transcript would tell of it so far. At most
    one statement.
    """
    if not attempts or attempts[-1].state not in BEGUN:
        return None
    document = json.loads(document_of(event, number, attempts[-1].number, FROZEN))
    return {"draw_id": document["draw_id"], "frozen": document}


def _settled(drawn: Mapping[str, Any], before: Sequence[str]) -> dict[str, Any]:
    """What the earlier rounds leave to the lots, and why their plan is not followed, as soon as the list is frozen:
    before the room turns, not afterwards. `drawn`: a transcript, or what `_drawn` says.
    """
    frozen = frozen_of(drawn["frozen"])
    history = history_of(frozen.rounds_by_key, frozen.plan)
    settled = settled_before(frozen.players, history, frozen.options)
    is_sure = settled.searched or "next" in drawn
    return {"settled": settled, "not_followed": left_of(list(map(json.loads, before)), drawn) if is_sure else []}


def _draws(event: Event, number: int) -> tuple[Round | None, list[Attempt], Redraws | None, int, list[dict[str, Any]]]:
    """The round, if it is still planned, those attempts that anybody may see, how often it was drawn, how many attempts
    there were in all, and every draw that is kept, also of rounds that were taken out of the plan.
    """
    rounds = Round.objects.filter(event=event, number=number)
    round_ = with_state(rounds).first()
    all_attempts = draws_in_public(event, number)
    draws = seatings_of(event, number, round_)
    redraws = None
    if round_ is not None:
        round_.event = event
        counted = (
            [draw for draw in draws if draw["kind"] == round_.kind] if round_.kind in TIERS else _of(round_, draws)
        )
        redraws = redraws_among(round_, all_attempts, len(counted))
    is_public = round_ is not None and access.seating_is_public(round_)
    attempts = shown_among(event, number, all_attempts, seating_is_public=is_public)
    if round_ is None and not attempts and not draws:
        raise Http404
    return round_, attempts, redraws, len(all_attempts), draws


def _document(slug: str, number: int, attempt: int, kind: str, name: str) -> HttpResponse:
    event = access.public_event(slug)
    attempts = _draws(event, number)[1]
    if not any(draw.number == attempt and kind in draw.steps for draw in attempts):
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{number}-{attempt}-{name}.json"'}
    text = document_of(event, number, attempt, kind)
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def _lots(people: Mapping[int, tuple[str, str]], told: dict[str, Any]) -> list[dict[str, Any]]:
    """Who drew which lot, by start number; nicks of today, which no transcript holds."""
    seats = {
        number: (at, SEATS[seat]) for at, table in enumerate(told["tables"], 1) for seat, number in enumerate(table)
    }
    lot_of = {number: lot for lot, number in enumerate(told["lots"], start=1)}
    return [
        {
            "no": entrant["no"],
            "nick": people.get(entrant["no"], ("", ""))[1],
            "lot": lot_of[entrant["no"]],
            "table": seats[entrant["no"]][0],
            "seat": seats[entrant["no"]][1],
        }
        for entrant in told["frozen"]["roster"]
    ]

"""Where phones bring their lines, and ask what is new: `POST /t/lines/`. docs/outbox.md, "Exchange", is its contract.

Anybody may ask, also who was signed out meanwhile: he is told so, and keeps his lines. Each line is judged by the right
that whoever brings it has at its table; what he may not write is kept all the same, and shown to the director.

There is no token against foreign pages: a page may have stood open since before its sign-in, and no line may be lost
for that. A foreign page cannot send a header of our own without asking first (CORS), which is never granted; and where
a browser says from which page something comes, that page is of this site.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

from csp.decorators import csp_exempt
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page

from games import queries as game_queries
from games.arrivals.flags import open_flags
from games.arrivals.known import Known
from games.arrivals.sent import LARGEST, read_sent
from games.models import Entry, Game
from games.rules.entries import Correction, Settle
from games.rules.payload import one_line
from games.rules.replay import GameState, Line
from tournaments import access
from tournaments.facts.nicks import shown
from tournaments.models import Account, Occupant, RoundStatus
from tournaments.operations.evening import intake, recording
from tournaments.operations.evening.phones import Told, hear
from tournaments.operations.rulings import correcting
from tournaments.queries.flags import known_at
from tournaments.queries.names import names_of
from tournaments.queries.tables import recorded_view
from tournaments.tableside import pieces
from tournaments.tableside.face import tableside
from tournaments.tableside.shown import shown_lines
from tournaments.tableside.table_answers import Place, etag_of
from tournaments.texts import about_arrivals

VERSION = 1
MOST_BYTES, MOST_LINES, MOST_GAMES = 128 * 1024, 100, 60  # phone/exchange.js sends no more
LONGEST_NAME, LONGEST_PAGE = 80, 20


class Unspeakable(Exception):
    """What came is no exchange of ours."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """What a phone knows of a game: the last line of the site, and the last counter of its own that the site named."""

    position: int = 0
    head: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """An exchange as it came. `lines`: by game, in the order in which the first of each came."""

    told: Told
    lines: Mapping[int, list[intake.Brought]]
    games: Mapping[int, Cursor]


@tableside.view("lines/", right="lines.bring", methods="POST", code="table:lines")
@gzip_page
@csp_exempt()  # no page, and asked for with every deal
@csrf_exempt
@login_not_required
def lines(request: HttpRequest) -> HttpResponse:
    """Take in what a phone brings, and tell it what is new at its tables."""
    if request.headers.get("X-Outbox") != "1":
        return _no(HTTPStatus.BAD_REQUEST)
    if _is_foreign(request):
        return _no(HTTPStatus.FORBIDDEN)
    if len(request.body) > MOST_BYTES:
        return _no(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        asked = _asked(request.body)
    except Unspeakable:
        return _no(HTTPStatus.BAD_REQUEST)
    now = timezone.now()
    account = request.user
    if not isinstance(account, Account) or _owes(account):
        return _answer({"now": _moment(now), "account": None, "lines": [], "games": {}})
    return _answer(_exchanged(asked, account, now))


def _exchanged(asked: Asked, account: Account, now: datetime) -> dict[str, Any]:
    answers: list[dict[str, Any]] = []
    games: dict[str, Any] = {}
    for game in dict.fromkeys([*asked.lines, *asked.games]):
        cursor = asked.games.get(game, Cursor())
        try:
            if game in asked.lines:
                taken = correcting.take_lines(
                    by=account, device=asked.told.device, game=game, lines=asked.lines[game], now=now
                )
                answers += [_named(answer) for answer in taken.answers]
                news = _News.after(taken, account, asked.told.device)
            else:
                news = _News.of(
                    access.table_of_game(account, game, device=asked.told.device), account, asked.told.device
                )
        except Http404:
            continue  # its lines stay on the phone: a site that was restored may open the game yet
        if news.held.may_record:
            games[str(game)] = news.since(cursor)
    hear(asked.told, account=account, now=now)
    return {"now": _moment(now), "account": account.key, "lines": answers, "games": games}


def _named(answer: intake.Answer) -> dict[str, Any]:
    return {
        "id": str(answer.id),
        "status": answer.status,
        "position": answer.position,
        "code": answer.code,
        "sentence": about_arrivals.sentence(answer.status, answer.code),
    }


# --- What is new at a table -------------------------------------------------------------------------------------------


@dataclass
class _News:
    """A game as it is now, for a phone that knows it up to some line. Asks only for what it needs."""

    held: access.PhonesTable
    account: Account
    device: UUID
    log: tuple[Entry, ...] | None = None
    state: GameState | None = None
    counters: set[int] | None = None
    occupants: tuple[Occupant, ...] | None = None
    known: Known | None = None

    @classmethod
    def of(cls, held: access.PhonesTable, account: Account, device: UUID) -> _News:
        return cls(held, account, device)

    @classmethod
    def after(cls, taken: intake.TakenIn, account: Account, device: UUID) -> _News:
        counters = taken.known.counters(str(device))
        return cls(taken.held, account, device, taken.log, taken.known.state, counters, taken.occupants, taken.known)

    def since(self, cursor: Cursor) -> dict[str, Any]:
        game, table = self.held.game, self.held.table
        event = table.round.event
        told: dict[str, Any] = {
            "position": game.length,
            "head": game.head,
            "counter": self._counter(),
            "epoch": game.pen_epoch,
            "pen": self._pen(game),
            "holder": names_of({game.pen_by}, known=self.account).get(game.pen_by, ""),
            "phase": "over" if game.finished else "playing" if table.round.status == RoundStatus.RUNNING else "stopped",
            "done": event.is_over,
            "version": event.version,
            "etag": etag_of(table),
            "from": cursor.position + 1,
            "lines": [],
            "rewritten": {},
            "settled": [],
        }
        if game.kept and (contested := self._contested()):
            told["contested"] = contested
        if (cursor.position, cursor.head) != (game.length, game.head):
            told |= self._lines(cursor)
        return told

    def _counter(self) -> int:
        """The last of the phone's counters up to which none is missing."""
        if self.counters is None:
            self.counters = game_queries.counters_of(self.held.game, str(self.device))
        last = 0
        while last + 1 in self.counters:
            last += 1
        return last

    def _contested(self) -> list[str]:
        """Lines of the log against which what another phone than the one that asks told still stands."""
        if self.known is None:
            self.known = known_at(self.held.table)
        arrivals = [flag.arrival for flag in open_flags(self.known)]
        return [str(one.about) for one in arrivals if one.about and one.device != str(self.device)]

    def _pen(self, game: Game) -> str:
        if not game.pen_holder:
            return "free"
        return "mine" if game.pen_holder in (str(self.device), self.account.key) else "other"

    def _lines(self, cursor: Cursor) -> dict[str, Any]:
        table, game = self.held.table, self.held.game
        log = self.log if self.log is not None else tuple(game_queries.log_of(game))
        state = self.state or game_queries.known_of(game, log, (), holder="", is_closed=False).state
        known = cursor.position
        if known > len(log) or (log[known - 1].digest if known else "") != cursor.head:
            known = 0
        changed = {at for line in state.lines[known:] for at in _targets(line, state) if at <= known}
        first = min([*changed, known + 1])
        occupants = self.occupants if self.occupants is not None else recording.occupants_of(table)
        view = recorded_view(
            table,
            occupants=occupants,
            state=state,
            log=log,
            viewer=self.account,
            is_referee=self.held.is_referee,
            since=first,
        )
        zone = ZoneInfo(view.zone)
        base = Place(view.slug, view.round_number, view.number).base
        html = {shown.line.position: pieces.line(shown, zone, base=base) for shown in shown_lines(view)}
        return {
            "from": known + 1,
            "lines": [
                {"position": line.position, "id": str(line.id), "entry": line.payload, "html": html[line.position]}
                for line in log[known:]
            ],
            "rewritten": {str(at): html[at] for at in sorted(changed)},
            "settled": [
                {
                    "id": line.entry.arrival,
                    "verdict": line.entry.verdict,
                    "sentence": about_arrivals.settled_sentence(line.entry.verdict),
                }
                for line in state.lines[known:]
                if isinstance(line.entry, Settle) and not line.struck
            ],
        }


def _targets(line: Line, state: GameState) -> Iterable[int]:
    """The earlier lines that read differently for a line: what it corrects, and what that corrected."""
    entry = line.entry
    while isinstance(entry, Correction) and 1 <= entry.position <= len(state.lines):
        yield entry.position
        following = state.lines[entry.position - 1].entry
        if isinstance(following, Correction) and following.position >= entry.position:
            return
        entry = following


# --- What came --------------------------------------------------------------------------------------------------------


def _asked(body: bytes) -> Asked:
    """The exchange in `body`. Raises Unspeakable; what is wrong with a single line is found out where it is judged."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise Unspeakable from None
    if not isinstance(value, dict) or value.get("v") != VERSION:
        raise Unspeakable
    sent, games, waiting = value.get("lines", []), value.get("games", {}), value.get("waiting", {})
    if not isinstance(sent, list) or len(sent) > MOST_LINES or not isinstance(games, dict) or len(games) > MOST_GAMES:
        raise Unspeakable
    cursors = {_key(game): _cursor(known) for game, known in games.items()}
    told = Told(
        device=_device(value.get("device")),
        name=_text(value.get("name"), LONGEST_NAME),
        page=_text(value.get("page"), LONGEST_PAGE),
        waiting={**dict.fromkeys(cursors, 0), **_waiting(waiting)},
    )
    return Asked(told, _by_game(sent), cursors)


def _by_game(sent: Iterable[object]) -> dict[int, list[intake.Brought]]:
    found: dict[int, list[intake.Brought]] = {}
    for value in sent:
        line = read_sent(value)
        if line.game:
            raw = json.dumps(value, separators=(",", ":"))
            found.setdefault(line.game, []).append(intake.Brought(line, raw))
    return found


def _cursor(known: object) -> Cursor:
    if not isinstance(known, dict):
        raise Unspeakable
    head = known.get("head", "")
    return Cursor(_number(known.get("position", 0)), head if isinstance(head, str) else "")


def _waiting(value: object) -> dict[int, int]:
    if not isinstance(value, dict) or len(value) > MOST_GAMES:
        raise Unspeakable
    return {_key(game): _number(number) for game, number in value.items()}


def _device(value: object) -> UUID:
    try:
        return UUID(value) if isinstance(value, str) else _fail()
    except ValueError:
        raise Unspeakable from None


def _key(text: str) -> int:
    return _number(int(text) if text.isascii() and text.isdecimal() and len(text) < 11 else None)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST else _fail()


def _text(value: object, most: int) -> str:
    return shown(one_line(value))[:most] if isinstance(value, str) else ""


def _fail() -> Any:
    raise Unspeakable


def _is_foreign(request: HttpRequest) -> bool:
    """Whether the browser says that a page of another site sends this."""
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return False
    return urlsplit(origin).netloc != request.get_host()


def _owes(account: Account) -> bool:
    """Whether he may act only after he has set up a second factor (scwu/login.py)."""
    return settings.SECOND_FACTOR_REQUIRED and access.owes_second_factor(account)


# --- What goes out ----------------------------------------------------------------------------------------------------


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _answer(said: dict[str, Any], *, status: int = 200) -> HttpResponse:
    short = {"ensure_ascii": False, "separators": (",", ":")}
    answer = JsonResponse({"v": VERSION, **said}, status=status, json_dumps_params=short)
    answer["Cache-Control"] = "no-store, private"
    return answer


def _no(status: HTTPStatus) -> HttpResponse:
    """No exchange of ours; whatever asked goes on keeping its lines."""
    return _answer({"refused": status.phrase}, status=status)

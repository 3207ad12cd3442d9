"""Who is to be drawn, from plain text: `NICK` or `NICK, CLUB` a line, as at the door; or a JSON list of names or of
{"id", "club", "country"}.

Pairs who may never share a table come with the players: {"players": [...], "apart": [["p1", "p2"], ...]}.

For a draw without any database: a club evening, or somebody who checks what the site has drawn. Empty lines do not
count. Two spellings of one nick are one nick, as everywhere; those of a club or a country are one if they differ in
case, in blanks or in how Unicode writes a letter, not if they differ in accents: ČK is not CK. A team event is a list
in which every club has as many players; `team_sizes` gives every table one of each.
"""

import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.refusals import Refused
from tournaments.draws.model import Pair, Player
from tournaments.draws.sizes import LARGEST, SMALLEST
from tournaments.facts.nicks import is_visible, nick_key

MAX_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of a draw. `apart`: pairs of players of the list, by their keys, who may not share a table."""

    players: list[Player]
    apart: tuple[Pair, ...] = ()


def read_entries(data: bytes) -> EntryList:
    """Refused: players_too_long, players_not_text, players_not_json, bad_line, line_not_plain, nick_twice, bad_player,
    bad_pair, pair_unknown.
    """
    if len(data) > MAX_BYTES:
        raise Refused("players_too_long", megabytes=MAX_BYTES >> 20)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("players_not_text") from error
    if text.lstrip()[:1] not in ("[", "{"):
        return EntryList(_spelled_alike(_typed(text.splitlines())))
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("players_not_json") from error
    pairs: Any = []
    if isinstance(items, dict) and "players" in items and set(items) <= {"players", "apart"}:
        items, pairs = items["players"], items.get("apart", [])
    if not isinstance(items, list) or not isinstance(pairs, list):
        raise Refused("players_not_json")
    players = [_player(number, item) for number, item in enumerate(items, start=1)]
    known = {player.key for player in players}
    return EntryList(
        _spelled_alike(players), tuple(_pair(number, item, known) for number, item in enumerate(pairs, start=1))
    )


def _typed(lines: Sequence[str]) -> list[Player]:
    """Who stands in these lines: `NICK` or `NICK, CLUB`, each of them once."""
    players, line_of = list[Player](), dict[str, int]()
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line:
            continue
        if line.startswith("#") or not is_visible(line):
            raise Refused("line_not_plain", number=number)
        nick, _, club = (" ".join(part.split()) for part in line.partition(","))
        if not nick:
            raise Refused("bad_line", number=number)
        first = line_of.setdefault(nick_key(nick), number)
        if first != number:
            raise Refused("nick_twice", number=number, nick=nick, first=first)
        players.append(Player(nick, club or None))
    return players


def _spelled_alike(players: Sequence[Player]) -> list[Player]:
    """The same players, each club and country in one spelling, whatever the order of the list."""
    clubs, countries = _spellings(one.club for one in players), _spellings(one.country for one in players)
    return [replace(one, club=clubs.get(one.club), country=countries.get(one.country)) for one in players]


def _spellings(names: Iterable[str | None]) -> dict[str | None, str]:
    """Each name and the spelling that stands for all of it."""
    alike = defaultdict[str, set[str]](set)
    for name in filter(None, names):
        alike[unicodedata.normalize("NFKC", " ".join(name.split()).casefold())].add(name)
    return {name: min(spellings) for spellings in alike.values() for name in spellings}


def _player(number: int, item: Any) -> Player:
    if isinstance(item, str):
        item = {"id": item}
    if not isinstance(item, dict) or not set(item) <= {"id", "club", "country"}:
        raise Refused("bad_player", number=number)
    key, club, country = item.get("id"), item.get("club"), item.get("country")
    if not isinstance(key, str) or not key.strip():
        raise Refused("bad_player", number=number)
    if not isinstance(club, str | None) or not isinstance(country, str | None):
        raise Refused("bad_player", number=number)
    return Player(key.strip(), club or None, country or None)


def _pair(number: int, item: Any, known: set[str]) -> Pair:
    if not isinstance(item, list) or len(item) != 2 or not all(isinstance(key, str) for key in item):
        raise Refused("bad_pair", number=number)
    one, other = (key.strip() for key in item)
    if one == other:
        raise Refused("bad_pair", number=number)
    for key in (one, other):
        if key not in known:
            raise Refused("pair_unknown", number=number, key=key)
    return one, other


def team_sizes(players: Sequence[Player]) -> tuple[int, ...]:
    """Tables at which every club has one player: as many as a club has players, as large as there are clubs."""
    members = Counter(player.club for player in players)
    if None in members or len(set(members.values())) != 1 or not SMALLEST <= len(members) <= LARGEST:
        raise Refused("teams_do_not_fit", clubs=len(members))
    return (len(members),) * next(iter(members.values()))

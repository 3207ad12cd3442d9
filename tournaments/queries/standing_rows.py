"""One line of the standings, made from the values of a score: place, success, and the reasons for them.

Values, not objects: the page of the standings is the one that is looked at all evening. What a line's place is, its
page says (standings.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.models import Score
from tournaments.projections import ranking_rounds
from tournaments.standings.order import OTHERS
from tournaments.standings.places import place_text, ranking_of
from tournaments.standings.reasons import NAMED, Reason, of_games, of_mean, of_tally
from tournaments.standings.success import display, over_rounds, total

FIELDS = {
    "nick": F("registration__nick"),
    "player": F("registration__player_id"),
    "club": F("registration__club__name"),
    "club_code": F("registration__club__code"),
    "country": F("registration__club__federation__country"),
    "rounds_json": Cast("rounds", TextField()),
    "why_json": Cast("why", TextField()),
}
COLUMNS = (
    "key",
    "rank_key",
    "basic_deals",
    "basic_letters",
    "deals",
    "letters",
    "games",
    "games_won",
    "points",
)


class Row(NamedTuple):
    """One line. `place` to `last_place`: computed, shared where they differ; `official` differs by an override.

    `success`: percent as the event shows it, None without own deals; in Smear `games`, `games_won` and `points` are
    shown instead. `cut`: the last line of those who go through, or of a final; `tied_at_cut`: a play-off has to
    decide. `place` is 0 for who takes none.
    """

    key: str
    nick: str
    player: int
    club: str | None
    country: str | None
    deals: int
    letters: int
    success: str | None
    games: int = 0
    games_won: int = 0
    points: int = 0
    tier: int = OTHERS
    place: int = 0
    last_place: int = 0
    official: int = 0
    note: str = ""
    why: tuple[Reason, ...] = ()
    cut: bool = False
    tied_at_cut: bool = False

    @property
    def place_text(self) -> str:
        """The computed place, 7 or 7–8, or the one by the referee's word."""
        return place_text(self.place, self.last_place) if self.official == self.place else str(self.official)


def values_of(rows: QuerySet[Score]) -> QuerySet[Score, dict[str, Any]]:
    """What `row_of` reads."""
    values: QuerySet[Score, dict[str, Any]] = rows.annotate(**FIELDS).values(*COLUMNS, *FIELDS)
    return values


def row_of(
    score: Mapping[str, Any],
    regulations: Regulations,
    *,
    place: int = 0,
    last_place: int = 0,
    equals: Sequence[str] = (),
) -> Row:
    """A row from the values of a score. `equals`: some of those who share the place."""
    tier = int(score["rank_key"][0]) if score["rank_key"] else OTHERS
    why: list[Reason] = [Reason(code, values) for code, values in read_json(score["why_json"])]
    if tier == OTHERS and place:
        why = [*_reasons(score, regulations)]
        if last_place > place:
            why.append(_shared(score["key"], equals, last_place - place))
    achieved = ranking_of(regulations).success(_ranking_rounds(score, tier, regulations))
    return Row(
        key=score["key"],
        nick=score["nick"],
        player=score["player"],
        club=score["club"],
        country=score["country"],
        deals=score["deals"],
        letters=score["letters"],
        games=score["games"],
        games_won=score["games_won"],
        points=score["points"],
        success=display(achieved, decimals=regulations.percent_decimals, mode=regulations.percent_mode),
        tier=tier,
        place=place,
        last_place=last_place,
        official=place,
        why=tuple(why),
    )


def _reasons(row: Mapping[str, Any], regulations: Regulations) -> Iterator[Reason]:
    if any(did[0] in ("final", "small_final") for did in read_json(row["rounds_json"]).values()):
        yield Reason("gave_up_final_seat")
    if regulations.game == "smear":
        yield of_games("games", total(basic_rounds(row)))
    elif regulations.pooling == "mean":
        rounds = basic_rounds(row)
        yield of_mean("basic", over_rounds(rounds, "mean"), rounds=sum(1 for tally in rounds if tally.deals))
    else:
        yield of_tally("basic", Tally(row["basic_deals"], row["basic_letters"]))


@lru_cache(1000)
def read_json(text: str) -> Any:
    """What is stored as JSON. Many rows have the same, and nobody changes it."""
    return json.loads(text)


def _ranking_rounds(row: Mapping[str, Any], tier: int, regulations: Regulations) -> list[Tally]:
    """What the shown success is counted from; only a mean asks what was done in each round."""
    if regulations.pooling == "pooled":
        return [Tally(row["deals"], row["letters"])]
    return ranking_rounds(read_json(row["rounds_json"]).values(), tier)


def basic_rounds(row: Mapping[str, Any]) -> list[Tally]:
    return [Tally(*did) for kind, *did in read_json(row["rounds_json"]).values() if kind == "basic"]


def _shared(key: str, equals: Sequence[str], others: int) -> Reason:
    """Who shares the place, as far as the page knows them, and how many more there are."""
    named = [other for other in equals[: NAMED + 1] if other != key][:NAMED]
    if len(named) == others:
        return Reason("shared", {"others": named})
    if not named:
        return Reason("shared_elsewhere", {"more": others})
    return Reason("shared_with_more", {"others": named, "more": others - len(named)})

"""Everything that a draw reads, as it is frozen before the room has its say. Start numbers, never names.

A draw has an identity of its own: event, round and attempt. A redraw is the next attempt, with a reason that everybody
can read and the digests of the transcripts before it, so that none can be left out later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.ceremony.beacon import Beacon
from tournaments.ceremony.hall import HallPromise
from tournaments.draws.draw import sizes_for
from tournaments.draws.following import plan_before
from tournaments.draws.model import Options, Plan, Player, history_of
from tournaments.draws.seeding import OLDER, PLANNED, VERSION

Seats = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds, tables, start numbers in the order of the seats."""

COUNTRIES_ALONE = ("scwu-draw/4", "scwu-draw/5", "scwu-draw/6", "scwu-draw/7")
"""Versions that, where neither had to be apart, saw countries and no clubs."""

IN_COLUMNS = tuple(f"scwu-draw/{number}" for number in range(4, 13))
"""Versions that numbered a plan column by column (`Options.in_columns`)."""


def draw_id_of(event: str, round_number: int, attempt: int) -> str:
    """The name of one attempt to draw a round. `event`: the event's address, which never changes."""
    return f"{event}/{round_number}/{attempt}"


@dataclass(frozen=True, slots=True)
class Frozen:
    """`announced`: whether the commitment was public before; `clubs`: of each start number, in rising order.

    `countries`: the same, where they matter. `rules`: what is played, for the reader; the engine reads `options`,
    whose pairs are start numbers. `earlier`: digests of earlier attempts. `plan`: the event's, as the last draw left
    it; what is frozen is the plan that the draw reads, and the sizes of the tables that it makes. `sizes`: as a version
    told them that settled these two in its own way (`seeding.PLANNED`), whose word is taken for both. `hall`: the
    digest of a second secret, by somebody of the hall; `beacon`: a round of drand that has still to come.
    """

    draw_id: str
    attempt: int
    announced: bool
    reason: str
    earlier: tuple[str, ...]
    rules: Mapping[str, Any]
    clubs: Mapping[int, str | None]
    rounds: Seats
    options: Options
    plan: Plan | None = None
    algorithm: str = VERSION
    countries: Mapping[int, str | None] = field(default_factory=dict)
    sizes: tuple[int, ...] | None = None
    hall: HallPromise | None = None
    beacon: Beacon | None = None

    @property
    def options_read(self) -> Options:
        """The options as the draw reads them."""
        if self.sizes is None:
            return self.options
        alone = self.algorithm in COUNTRIES_ALONE and self.options.countries == self.options.clubs == "prefer"
        clubs = "off" if alone else self.options.clubs
        return replace(self.options, sizes=self.sizes, clubs=clubs, in_columns=self.algorithm in IN_COLUMNS)

    @property
    def players(self) -> list[Player]:
        """The players as the draw takes them, in the order of their start numbers, which are their keys."""
        return [Player(str(number), self.clubs[number], self.countries.get(number)) for number in sorted(self.clubs)]

    @property
    def rounds_by_key(self) -> list[list[list[str]]]:
        return [[[str(number) for number in table] for table in tables] for tables in self.rounds]

    def document(self) -> dict[str, Any]:
        """The frozen draw as a JSON value; its hash is what the ceremony publishes. Raises Refused as the draw does."""
        options = self.options
        return {
            "algorithm": self.algorithm,
            "announced": self.announced,
            "attempt": self.attempt,
            **({"beacon": self.beacon.document()} if self.beacon else {}),
            "draw_id": self.draw_id,
            "earlier": list(self.earlier),
            **({"hall": self.hall.document()} if self.hall else {}),
            "options": {
                "allowed": list(options.allowed),
                "clubs": options.clubs,
                **({"countries": options.countries} if options.countries != "off" else {}),
                "rounds": options.rounds,
                "sizes": None if options.sizes is None else list(options.sizes),
                **({"apart": [[int(one), int(other)] for one, other in options.apart]} if options.apart else {}),
            },
            "reason": self.reason,
            "roster": [self._on_roster(number) for number in sorted(self.clubs)],
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "rules": dict(self.rules),
            **({} if self.algorithm in OLDER else self._seating()),
        }

    def _on_roster(self, number: int) -> dict[str, Any]:
        country = {"country": self.countries.get(number)} if self.options.countries != "off" else {}
        return {"club": self.clubs[number], "no": number, **country}

    def _seating(self) -> dict[str, Any]:
        """Sizes and plan, as nothing but this document settles them."""
        sizes = sizes_for(self.players, self.options_read, self.options.rounds)
        plan = plan_before(history_of(self.rounds_by_key, self.plan), self.options, sizes)
        return {"plan": plan and [[list(table) for table in tables] for tables in plan], "sizes": list(sizes)}


def frozen_of(document: Mapping[str, Any]) -> Frozen:
    """Read a frozen draw back from the document that `Frozen.document` wrote."""
    given = document["options"]
    options = Options(
        sizes=None if given["sizes"] is None else tuple(given["sizes"]),
        clubs=given["clubs"],
        countries=given.get("countries", "off"),
        rounds=given["rounds"],
        allowed=tuple(given["allowed"]),
        apart=tuple((str(one), str(other)) for one, other in given.get("apart", ())),
    )
    return Frozen(
        draw_id=document["draw_id"],
        attempt=document["attempt"],
        announced=document["announced"],
        reason=document["reason"],
        earlier=tuple(document["earlier"]),
        rules=document["rules"],
        clubs={entry["no"]: entry["club"] for entry in document["roster"]},
        rounds=_seats(document["rounds"]),
        options=options,
        plan=_seats(document["plan"]) if document.get("plan") else None,
        algorithm=document["algorithm"],
        countries={entry["no"]: entry["country"] for entry in document["roster"] if "country" in entry},
        sizes=tuple(document["sizes"]) if document["algorithm"] in PLANNED else None,
        hall=HallPromise(**document["hall"]) if "hall" in document else None,
        beacon=Beacon(**document["beacon"]) if "beacon" in document else None,
    )


def _seats(rounds: Sequence[Sequence[Sequence[int]]]) -> Seats:
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)

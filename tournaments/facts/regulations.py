"""The settings of an event, with their defaults, and the presets of the series.

The settings and defaults are those of competition.md (the section stands beside each); `Regulations` holds them all,
frozen, and an event stores only what was set explicitly (`explicit`). The first seven are the event file's own list
(formats/event-file.md); the others are accepted there too. Which game is played decides which of them matter
(`names_for`); the others stand there and do nothing. A setting with a wrong name or value is refused, each
with its path, so that a typing mistake cannot be lost silently. What the settings do is decided where they are
read: games/rules, draws, standings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

from games.rules.documents.faults import Fault
from games.rules.refusals import Refused
from games.rules.setup import BenchMode, GameName, GameOptions, PointsEntry
from games.rules.smear.variants import VARIANTS

FinalRanking = Literal["cumulative", "final_only", "cumulative_basic", "final_basic", "basic_cumulative", "basic_final"]
Criterion = Literal["cumulative", "this_final", "basic"]
Pooling = Literal["pooled", "mean"]
PercentMode = Literal["floor", "half_up"]
TieWithoutHejma = Literal["ask", "hejma_taker", "last_trick", "void"]
Seating = Literal["draw", "ladder", "free"]
ClubsApart = Literal["off", "prefer", "require"]
Qualification = Literal["success", "survivors"]
SharedPoints = Literal["each", "average"]
Acceptance = Literal["off", "asked", "required"]


# What ranks the survivors of a final, and breaks their ties, in order. The first two are those of competition.md 3.5;
# a director may put the three in any other one.
ORDERS: Mapping[FinalRanking, tuple[Criterion, ...]] = MappingProxyType(
    {
        "cumulative": ("cumulative", "this_final", "basic"),
        "final_only": ("this_final", "cumulative", "basic"),
        "cumulative_basic": ("cumulative", "basic", "this_final"),
        "final_basic": ("this_final", "basic", "cumulative"),
        "basic_cumulative": ("basic", "cumulative", "this_final"),
        "basic_final": ("basic", "this_final", "cumulative"),
    }
)
RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "survivors": (1, 5),
        "final_size": (1, 1000),
        "percent_decimals": (0, 3),
        "smear_target": (1, 99),
        "appeal_days": (1, 60),
        "private_redraws": (0, 20),
        "hidden_from_round": (0, 20),
    }
)
CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "final_ranking": tuple(ORDERS),
        "pooling": ("pooled", "mean"),
        "percent_mode": ("floor", "half_up"),
        "bench": ("cycle", "loser_sits", "free"),
        "points_entry": ("off", "optional", "required"),
        "tie_without_hejma": ("ask", "hejma_taker", "last_trick", "void"),
        "seating": ("draw", "ladder", "free"),
        "clubs_apart": ("off", "prefer", "require"),
        "countries_apart": ("off", "prefer", "require"),
        "qualification": ("success", "survivors"),
        "shared_points": ("each", "average"),
        "team_result": ("pooled", "mean"),
        "acceptance": ("off", "asked", "required"),
        "game": ("smoking_cat", "smear"),
        "smear_variant": tuple(VARIANTS),
    }
)


@dataclass(frozen=True, slots=True)
class Regulations:
    """Every setting of an event. The order is that of the event file."""

    survivors: int = 3  # 2.2
    final_size: int = 6  # 3.3
    final_ranking: FinalRanking = "cumulative"  # 3.5
    pooling: Pooling = "pooled"  # 3.3
    percent_decimals: int = 0  # 2.4
    percent_mode: PercentMode = "floor"  # 2.4
    penalty_letter_completes: bool = True  # 2.8
    bench: BenchMode = "cycle"  # 2.5
    points_entry: PointsEntry = "optional"  # 2.9
    tie_without_hejma: TieWithoutHejma = "ask"  # 5.2
    seating: Seating = "draw"  # 3.2
    clubs_apart: ClubsApart = "off"  # 3.2
    countries_apart: ClubsApart = "off"  # as clubs are
    qualification: Qualification = "success"  # 3.3
    shared_points: SharedPoints = "each"  # 3.8
    team_result: Pooling = "pooled"  # 3.10
    game: GameName = "smoking_cat"
    smear_variant: str = "ten_point"
    smear_target: int = 21
    appeal_days: int = 7  # 5.5 names none
    acceptance: Acceptance = "asked"  # whether somebody at the table agrees with the end of its game
    players_record: bool = False  # whether who plays at a table may record it
    private_redraws: int = 1  # how often a round may be drawn again without a ceremony
    hidden_from_round: int = 0  # from its start on the hall is told no standings until the final is over; 0: never

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Regulations:
        """The regulations with `given` in place of defaults; refuses with every fault at once."""
        faults = list(faults_of(given))
        if faults:
            raise Refused("bad_regulations", faults=faults)
        return cls(**given)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """What ranks the survivors of a final, in order."""
        return ORDERS[self.final_ranking]

    def explicit(self) -> dict[str, object]:
        """Only what differs from the defaults, in the order of the event file."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    def game_options(self) -> GameOptions:
        """The part of the settings that one table has to know."""
        return GameOptions(
            survivors=self.survivors,
            penalty_letter_completes=self.penalty_letter_completes,
            bench=self.bench,
            points_entry=self.points_entry,
            game=self.game,
            smear_variant=self.smear_variant,
            smear_target=self.smear_target,
        )


NAMES: tuple[str, ...] = tuple(f.name for f in fields(Regulations))
OF_SMEAR = (
    "smear_variant",
    "smear_target",
    "final_size",
    "seating",
    "clubs_apart",
    "countries_apart",
    "shared_points",
    "appeal_days",
    "acceptance",
    "players_record",
    "private_redraws",
    "hidden_from_round",
)


def names_for(game: GameName) -> tuple[str, ...]:
    """The settings that say something where this game is played. The game itself is no setting to be changed."""
    if game == "smear":
        return OF_SMEAR
    return tuple(name for name in NAMES if name not in ("game", "smear_variant", "smear_target"))


def faults_of(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything that is wrong with `given`; the path is the name of the setting."""
    for name, value in given.items():
        if name not in NAMES:
            yield Fault("no_such_setting", name)
        elif name in RANGES:
            least, most = RANGES[name]
            if type(value) is not int or not least <= value <= most:
                yield Fault("setting_not_in_range", name, {"least": least, "most": most})
        elif name in CHOICES:
            if not isinstance(value, str) or value not in CHOICES[name]:
                yield Fault("setting_not_a_choice", name, {"choices": ", ".join(CHOICES[name])})
        elif type(value) is not bool:
            yield Fault("setting_not_a_flag", name)


@dataclass(frozen=True, slots=True)
class Preset:
    """What an event of a series starts from. `most_players` None: no upper bound.

    `is_chosen`: it is not for everybody, so its director says who may enter before it opens.
    """

    basic_rounds: int = 1
    fewest_players: int = 4
    most_players: int | None = None
    has_final: bool = True
    has_small_final: bool = False
    regulations: Regulations = Regulations()
    is_chosen: bool = False


# competition.md 3, the table of series. It gives GreenHorn and friendly events no numbers: any that can be seated.
# Smear is not in it: an evening of three rounds at tables drawn anew, without a final.
# A Team Championship is six clubs of three without a final; its members are kept apart where that can be done.
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "nationals": Preset(fewest_players=8, most_players=12, has_small_final=True),
        "classic": Preset(basic_rounds=2, fewest_players=12, most_players=15),
        "world_series": Preset(basic_rounds=3, fewest_players=30, most_players=30),
        "masters": Preset(fewest_players=10, most_players=10, is_chosen=True),
        "greenhorn": Preset(is_chosen=True),
        "team_championship": Preset(
            basic_rounds=2,
            fewest_players=18,
            most_players=18,
            has_final=False,
            regulations=Regulations(clubs_apart="require"),
        ),
        "friendly": Preset(has_final=False),
        "smear": Preset(basic_rounds=3, fewest_players=3, has_final=False, regulations=Regulations(game="smear")),
    }
)

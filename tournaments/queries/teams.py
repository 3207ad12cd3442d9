"""How the clubs stand in an event as teams, from the rows of the standings: what these do not show, no team shows."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.models import Event
from tournaments.queries.standing_rows import Row
from tournaments.queries.standings import Played, played_rows
from tournaments.standings.reasons import Reason
from tournaments.standings.records import Record
from tournaments.standings.success import display, over_rounds, total
from tournaments.standings.teams import TeamStanding, team_standings

SERIES = "team_championship"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team with his own line of the standings, and what he did in the basic rounds."""

    row: Row
    deals: int
    letters: int
    success: str | None


@dataclass(frozen=True, slots=True)
class Team:
    """`why`: codes of standings/reasons.py that speak of clubs by their codes. `success` in percent, as shown."""

    place: int
    last_place: int
    code: str
    name: str
    country: str
    deals: int
    letters: int
    success: str | None
    members: tuple[Member, ...]
    why: tuple[Reason, ...]


def plays_for_teams(event: Event) -> bool:
    """Whether the event is there for its teams. Clubs are ranked in every event of Smoking Cat."""
    return event.series.code == SERIES


def teams_of(event: Event, *, has_overrides: bool = True) -> tuple[Team, ...]:
    """The teams in order of place (competition.md 3.10); none in Smear. Two statements at most."""
    if event.is_smear:
        return ()
    regulations = Regulations.from_dict(event.regulations)
    played = {one.row.key: one for one in played_rows(event, has_overrides=has_overrides)}
    records = [Record(key, one.basic, total(one.basic)) for key, one in played.items()]
    clubs = {key: one.club for key, one in played.items() if one.club}
    order = {key: number for number, key in enumerate(played)}
    return tuple(
        _team(standing, [played[key] for key in sorted(standing.members, key=order.__getitem__)], regulations)
        for standing in team_standings(records, clubs, regulations)
    )


def _team(standing: TeamStanding, members: list[Played], regulations: Regulations) -> Team:
    decimals, mode = regulations.percent_decimals, regulations.percent_mode
    first = members[0].row
    return Team(
        place=standing.place,
        last_place=standing.last_place,
        code=standing.club,
        name=first.club or standing.club,
        country=first.country or "",
        deals=standing.total.deals,
        letters=standing.total.letters,
        success=display(standing.success, decimals=decimals, mode=mode),
        members=tuple(_member(one, total(one.basic), regulations) for one in members),
        why=standing.why,
    )


def _member(played: Played, did: Tally, regulations: Regulations) -> Member:
    achieved = over_rounds(played.basic, regulations.pooling)
    shown = display(achieved, decimals=regulations.percent_decimals, mode=regulations.percent_mode)
    return Member(played.row, did.deals, did.letters, shown)

"""competition.md 3.10: a team's result is that of its members."""

from tests.tournaments.standings.events import fraction, record
from tournaments.facts.regulations import Regulations
from tournaments.standings.teams import team_standings

CLUBS = {"a1": "AAA", "a2": "AAA", "b1": "BBB", "b2": "BBB", "c1": "CCC"}


def ranked(*records, **settings):
    found = team_standings(records, CLUBS, Regulations.from_dict(settings))
    return [(one.place, one.club, one.success) for one in found]


def test_the_heap_of_all_deals_decides_or_the_mean_of_the_members():
    members = record("a1", "30/6"), record("a2", "10/5"), record("b1", "20/6"), record("b2", "20/6")
    assert ranked(*members) == [(1, "AAA", fraction("29/40")), (2, "BBB", fraction("7/10"))]
    assert ranked(*members, team_result="mean") == [(1, "BBB", fraction("7/10")), (2, "AAA", fraction("13/20"))]


def test_equal_teams_share_a_place_and_one_without_deals_is_last():
    members = record("c1"), record("b1", "10/5"), record("a1", "20/10")
    assert ranked(*members) == [(1, "AAA", fraction("1/2")), (1, "BBB", fraction("1/2")), (3, "CCC", None)]
    assert ranked(*members, team_result="mean")[2] == (3, "CCC", None)


def test_finals_do_not_count_and_who_has_no_club_plays_for_nobody():
    members = record("a1", "10/5", final="10/0"), record("guest", "10/0"), record("b1", "10/4")
    assert [(place, club) for place, club, _ in ranked(*members)] == [(1, "BBB"), (2, "AAA")]


def test_a_team_names_its_members_and_their_heap():
    (team,) = team_standings([record("a2", "10/5 5/1"), record("a1", "10/4")], CLUBS, Regulations())
    assert (team.members, team.total.deals, team.total.letters) == (("a1", "a2"), 25, 10)

"""Who may enter an event, and why somebody may not (operations/events/entry_conditions.py)."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of
from tests.factories.tournaments import AccountFactory, ClubFactory, EventFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.models import (
    ConditionKind,
    JournalLine,
    Membership,
    Player,
    RankedResult,
    Registration,
    Score,
    SquadPlace,
)
from tournaments.operations.events import entry_conditions as conditions
from tournaments.operations.events.entry_conditions import Condition, set_conditions, unmet, who_may
from tournaments.operations.events.registrations import add_walk_in, apply_for, change_status, why_not
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.union.seasons import season_of
from tournaments.texts.refusals import sentence_for

pytestmark = pytest.mark.django_db
LAST_YEAR = dt.date(2025, 5, 5)


@pytest.fixture
def event():
    return stories.an_event(players=0)


def only(event, kind, **fields):
    set_conditions(event=event, conditions=[Condition(ConditionKind(kind), **fields)], by=director_of(event), now=NOW)


def said(event, player):
    """Why he may not, in sentences; and that the answer for all at once is the same."""
    reasons = unmet(event=event, player=player)
    assert who_may(event, Player.objects.all()).filter(pk=player.pk).exists() == (not reasons)
    return [sentence_for(one) for one in reasons]


def played(player, event, deals=5):
    """`player` was in `event`, which is over."""
    one = Registration.objects.create(
        event=event, player=player, key=f"k{player.pk}", nick=player.nick, applied_at=NOW, status_at=NOW
    )
    Score.objects.create(registration=one, event=event, key=one.key, deals=deals)
    return one


def ranked(player, place, year=2025):
    """`player` has a place in a final publication of that year."""
    event = EventFactory.create(date=dt.date(year, 5, 5), status="finished")
    publication = event.publications.create(number=1, final=True, document={}, head="", at=NOW)
    RankedResult.objects.create(registration=played(player, event), event=event, publication=publication, place=place)


def test_an_event_without_conditions_is_open(event):
    assert said(event, PlayerFactory.create()) == []


def test_for_invited_players(event):
    player = PlayerFactory.create(nick="Žofka", nick_key="zofka")
    only(event, "invited")
    assert said(event, player) == ["This event is for invited players, and you are not on its list."]
    assert conditions.invite(event=event, nicks=["ŽOFKA", " Zofka "], by=director_of(event), now=NOW) == 1
    assert said(event, player) == []
    conditions.uninvite(event=event, player=player, by=director_of(event), now=NOW)
    assert len(said(event, player)) == 1
    assert [one.act for one in JournalLine.objects.filter(act__contains="invit").order_by("number")] == [
        "player_invited", "invitation_taken_back",
    ]  # fmt: skip


def test_nobody_is_invited_if_one_is_unknown(event):
    PlayerFactory.create(nick="Anna", nick_key="anna")
    refused = refusal(conditions.invite, event=event, nicks=["Anna", "Nobody"], by=director_of(event), now=NOW)
    assert (refused.code, refused.values["nick"]) == ("nobody_named", "Nobody")
    assert event.invitations.count() == 0


def test_for_the_elite_of_a_season(event):
    player, season = PlayerFactory.create(), season_of(LAST_YEAR)
    only(event, "elite", season=season)
    assert said(event, player) == ["This event is for the Elite of 2025, which the union names."]
    conditions.name_elite(season=event.season, nicks=[player.nick], by=AccountFactory.create(), now=NOW)
    assert len(said(event, player)) == 1
    conditions.name_elite(season=season, nicks=[player.nick], by=AccountFactory.create(), now=NOW)
    assert said(event, player) == []


def test_for_the_best_of_a_ranking(event):
    first, third, nobody = PlayerFactory.create_batch(3)
    ranked(first, 1)
    ranked(third, 3)
    only(event, "ranking", number=1, season=season_of(LAST_YEAR))
    assert said(event, first) == []
    assert said(event, third) == ["This event is for the best 1 of the ranking 2025. Your rank: 2."]
    assert said(event, nobody) == ["This event is for the best 1 of the ranking 2025. You have no points in it yet."]


def test_who_shares_the_last_rank_is_in(event):
    both = PlayerFactory.create_batch(2)
    for one in both:
        ranked(one, 4)
    only(event, "ranking", number=1, season=season_of(LAST_YEAR))
    assert [said(event, one) for one in both] == [[], []]


def test_the_ranking_may_be_that_of_a_day(event):
    player = PlayerFactory.create()
    ranked(player, 1)
    only(event, "ranking", number=1, season=season_of(LAST_YEAR), until=LAST_YEAR)
    assert said(event, player) == []
    only(event, "ranking", number=1, season=season_of(LAST_YEAR), until=LAST_YEAR - dt.timedelta(days=1))
    assert len(said(event, player)) == 1


def test_for_newcomers(event):
    newcomer, veteran, no_show = PlayerFactory.create_batch(3)
    over = EventFactory.create(status="finished")
    played(veteran, over)
    played(no_show, over, deals=0)
    played(newcomer, EventFactory.create(status="running"))
    only(event, "newcomers")
    assert said(event, veteran) == ["This event is for newcomers who have never played in a finished event."]
    assert said(event, newcomer) == said(event, no_show) == []


def test_for_a_first_season(event):
    veteran, newcomer = PlayerFactory.create_batch(2)
    played(veteran, EventFactory.create(date=LAST_YEAR, status="finished"))
    played(newcomer, EventFactory.create(status="finished"))
    only(event, "first_season")
    assert said(event, veteran) == ["This event is for players in their first season. Yours was 2025."]
    assert said(event, newcomer) == []


def test_a_club_has_so_many_places(event):
    club = ClubFactory.create(code="FOX")
    first, second, free = PlayerFactory.create_batch(3)
    for one in (first, second):
        Membership.objects.create(player=one, club=club, season=event.season)
    only(event, "club_quota", number=1)
    entered = apply_for(event=event, player=first, now=NOW)
    assert said(event, first) == said(event, free) == []
    assert said(event, second) == ["Cats of FOX has its 1 players in this event already."]
    change_status(registration=entered, status="withdrawn", now=NOW)
    assert said(event, second) == []


def test_only_those_who_are_named_for_a_squad(event):
    """A Team Championship: the six of a season, and no longer who has left the club since."""
    club, (named, other) = ClubFactory.create(), PlayerFactory.create_batch(2)
    member, _ = (Membership.objects.create(player=one, club=club, season=event.season) for one in (named, other))
    SquadPlace.objects.create(club=club, season=event.season, number=1, membership=member)
    only(event, "squad")
    year = event.season.year
    reason = f"This event is for the squads of clubs, and no captain has named you for {year}."
    assert (said(event, named), said(event, other)) == ([], [reason])
    Membership.objects.filter(pk=member.pk).update(left_at=NOW)
    assert said(event, named) == [reason]


def test_every_reason_is_told_and_applying_is_refused_with_the_first(event):
    player = PlayerFactory.create()
    set_conditions(
        event=event,
        conditions=[Condition(ConditionKind.INVITED), Condition(ConditionKind.ELITE, season=event.season)],
        by=director_of(event),
        now=NOW,
    )
    assert [one.code for one in why_not(event=event, player=player, now=NOW)] == ["not_invited", "not_elite"]
    assert refusal(apply_for, event=event, player=player, now=NOW).code == "not_invited"
    assert not Registration.objects.exists()


@pytest.mark.parametrize("how", ["walk_in", "confirmation"])
def test_a_director_enters_whom_he_likes_and_it_is_noted(event, how):
    player = PlayerFactory.create(nick="Anna", nick_key="anna")
    director = director_of(event)
    if how == "confirmation":
        applied = apply_for(event=event, player=player, now=NOW)
        only(event, "invited")
        change_status(registration=applied, status="confirmed", by=director, now=NOW)
    else:
        only(event, "invited")
        add_walk_in(event=event, line="Anna", by=director, now=NOW)
    line = JournalLine.objects.get(act="conditions_passed")
    assert (line.new, line.by) == ({"conditions": ["not_invited"]}, director.key)


def test_who_meets_the_conditions_leaves_no_such_line(event):
    add_walk_in(event=event, line="Anna", by=director_of(event), now=NOW)
    assert not JournalLine.objects.filter(act="conditions_passed").exists()


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        (Condition(ConditionKind.RANKING), "condition_needs_number"),
        (Condition(ConditionKind.CLUB_QUOTA, number=0), "condition_needs_number"),
        (Condition(ConditionKind.RANKING, number=10), "condition_needs_season"),
        (Condition(ConditionKind.ELITE), "condition_needs_season"),
    ],
)
def test_a_condition_without_what_it_needs_is_refused(event, condition, code):
    given = {"event": event, "conditions": [condition], "by": director_of(event), "now": NOW}
    assert refusal(set_conditions, **given).code == code


def test_setting_the_same_again_says_nothing(event):
    version = event.version
    only(event, "club_quota", number=2)
    event.refresh_from_db()
    assert event.version == version + 1
    only(event, "club_quota", number=2)
    assert JournalLine.objects.filter(act="entry_conditions_set").count() == 1
    assert JournalLine.objects.get(act="entry_conditions_set").new == {"club_quota": {"number": 2}}


def test_the_conditions_hold_for_events_with_results(event):
    """The whole way: an evening is played and published, and its first six may enter the next one."""
    over = stories.example("harbour-classic")
    publish_standings(event=over, by=None, now=NOW, final=True)
    only(event, "ranking", number=6, season=over.season)
    assert who_may(event, Player.objects.all()).count() == 6

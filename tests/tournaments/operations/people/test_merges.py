"""Two records of one person become one and two again, row by row; a corrected nick keeps its former spelling."""

from datetime import timedelta

import pytest
from django.core import serializers
from django.utils import timezone

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.models import (
    EliteMember,
    Event,
    JoinRequest,
    JournalLine,
    Membership,
    Merge,
    NickAlias,
    Player,
    Registration,
    Sanction,
    Season,
    SquadPlace,
)
from tournaments.operations.people.claims import claims_of, settle
from tournaments.operations.people.merges import merge_players, plan_merge, undo_merge
from tournaments.operations.people.nick_corrections import correct_nick
from tournaments.operations.people.players import create_player, find_player
from tournaments.queries.players import players_page

pytestmark = pytest.mark.django_db
NOW = timezone.now()
YEAR = timezone.localdate(NOW).year
TABLES = (Player.everyone, Registration.objects, Membership.objects, JoinRequest.objects, NickAlias.objects)
OTHER_TABLES = (SquadPlace.objects, EliteMember.objects, Sanction.objects)


@pytest.fixture
def union():
    return AccountFactory.create(name="Union")


@pytest.fixture
def survivor():
    return PlayerFactory.create(nick="TONDA", nick_key="tonda", account=AccountFactory.create())


@pytest.fixture
def duplicate():
    """Somebody with a row in every table that names players, some of them such as the survivor has too."""
    player = PlayerFactory.create(nick="ANTONÍN", nick_key="antonin", account=AccountFactory.create())
    NickAlias.objects.create(player=player, nick="TONIK", nick_key="tonik")
    club = ClubFactory.create()
    for year in (YEAR, YEAR - 1):
        season = Season.objects.get_or_create(year=year)[0]
        membership = Membership.objects.create(player=player, club=club, season=season)
        SquadPlace.objects.create(club=club, season=season, number=1, membership=membership)
    JoinRequest.objects.create(player=player, club=club, season=Season.objects.create(year=YEAR + 1), made_at=NOW)
    Sanction.objects.create(player=player, kind="warning", grounds="late", proposed_at=NOW)
    entered(player)
    return player


def entered(player, event=None):
    event = event or stories.an_event(players=4)
    [one] = stories.add_players(event, 1)
    Registration.objects.filter(pk=one.pk).update(player=player, nick=player.nick)
    return Registration.objects.get(pk=one.pk)


def merge(survivor, duplicate, union, **changes):
    values = {"survivor": survivor, "duplicate": duplicate, "reason": "one person", "by": union, "now": NOW}
    values["digest"] = plan_merge(survivor=survivor, duplicate=duplicate).digest
    return merge_players(**{**values, **changes})


def everything():
    """Every row of every table that a merge touches, as text: two moments are equal when these are."""
    rows = [row for table in (*TABLES, *OTHER_TABLES) for row in table.order_by("pk")]
    return serializers.serialize("json", rows)


def test_all_that_names_the_duplicate_changes_hands(survivor, duplicate, union):
    registration = Registration.objects.get(player=duplicate)
    merge(survivor, duplicate, union)
    registration.refresh_from_db()
    assert (registration.player, registration.nick) == (survivor, "ANTONÍN")
    assert Membership.objects.filter(player=survivor).count() == 2
    assert Sanction.objects.get().player == survivor
    assert find_player("antonin") == find_player("Tonik") == survivor
    assert list(Player.objects.filter(account__isnull=False)) == [survivor]
    assert Event.objects.get(pk=registration.event_id).version == 2
    assert refusal(create_player, nick="Antonin", club=None, now=NOW).code == "nick_taken"
    assert [one["nick"] for one in players_page(search="anton", year=YEAR, page=1)] == ["TONDA"]


def test_no_table_that_names_players_is_forgotten(survivor, duplicate, union):
    """Also those that will be made some day: rows are found by what the tables say of themselves."""
    merge(survivor, duplicate, union)
    for relation in Player._meta.related_objects:
        model = relation.related_model
        if model not in (Merge, Player):
            assert not model._base_manager.filter(**{relation.field.name: duplicate.pk}).exists(), model


def test_the_way_back_restores_every_row(survivor, duplicate, union):
    """Also what had to step back: a membership and its place in the squad, a request, a place among the elite."""
    season = Season.objects.get(year=YEAR)
    Membership.objects.create(player=survivor, club=ClubFactory.create(), season=season)
    JoinRequest.objects.create(
        player=survivor, club=ClubFactory.create(), season=Season.objects.get(year=YEAR + 1), made_at=NOW
    )
    for player in (survivor, duplicate):
        EliteMember.objects.create(player=player, season=season, at=NOW)
    before = everything()
    plan = plan_merge(survivor=survivor, duplicate=duplicate)
    assert [one.season.year for one in plan.stepping_back] == [YEAR]
    merged = merge(survivor, duplicate, union)
    assert Membership.objects.get(player=survivor, season=season).club != plan.stepping_back[0].club
    assert everything() != before
    undo_merge(merge=merged, by=union, now=NOW)
    assert everything() == before
    acts = list(JournalLine.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["players_merged", "merge_undone"]
    assert refusal(undo_merge, merge=merged, by=union, now=NOW).code == "merge_undone"


def test_what_came_since_stays_with_the_survivor(survivor, duplicate, union):
    merged = merge(survivor, duplicate, union)
    since = entered(survivor)
    undo_merge(merge=merged, by=union, now=NOW)
    since.refresh_from_db()
    assert since.player == survivor


def test_an_account_goes_to_a_survivor_without_one_with_its_owners_word_and_comes_back(duplicate, union):
    survivor, account = PlayerFactory.create(), duplicate.account
    assert plan_merge(survivor=survivor, duplicate=duplicate).account_moves
    merged = merge(survivor, duplicate, union)
    assert not Player.everyone.filter(account=account).exists()
    [claim] = claims_of(account, now=NOW)
    assert settle(claim=claim, by=account, now=NOW) == survivor
    assert Player.objects.get(account=account) == survivor
    undo_merge(merge=merged, by=union, now=NOW)
    assert Player.objects.get(account=account) == duplicate


def test_an_account_comes_back_whose_owner_has_not_answered(duplicate, union):
    survivor, account = PlayerFactory.create(), duplicate.account
    undo_merge(merge=merge(survivor, duplicate, union), by=union, now=NOW)
    assert Player.objects.get(account=account) == duplicate
    assert claims_of(account, now=NOW) == []


def test_two_who_met_at_one_event_are_two(survivor, duplicate, union):
    event = Registration.objects.get(player=duplicate).event
    entered(survivor, event)
    before = everything()
    refused = refusal(merge, survivor, duplicate, union)
    assert (refused.code, refused.values["events"]) == ("merge_meets", event.name)
    assert everything() == before


def test_only_what_was_seen_is_merged_and_for_a_reason(survivor, duplicate, union):
    digest = plan_merge(survivor=survivor, duplicate=duplicate).digest
    assert refusal(merge, survivor, duplicate, union, reason=" ").code == "why_required"
    entered(duplicate)
    assert refusal(merge, survivor, duplicate, union, digest=digest).code == "merge_changed"
    assert refusal(plan_merge, survivor=survivor, duplicate=survivor).code == "merge_same"


def test_merges_on_merges_are_undone_from_the_end(survivor, duplicate, union):
    third = PlayerFactory.create()
    first = merge(survivor, duplicate, union)
    second = merge(third, Player.objects.get(pk=survivor.pk), union)
    assert refusal(undo_merge, merge=first, by=union, now=NOW).code == "merge_not_newest"
    undo_merge(merge=second, by=union, now=NOW)
    undo_merge(merge=first, by=union, now=NOW)
    assert find_player("antonin") == duplicate


def test_an_erased_nick_does_not_come_back(survivor, duplicate, union):
    merged = merge(survivor, duplicate, union)
    assert "ANTON" not in serializers.serialize("json", [merged, Player.everyone.get(pk=duplicate.pk)])
    NickAlias.objects.all().delete()
    assert refusal(undo_merge, merge=merged, by=union, now=NOW).code == "merge_erased"


# --- Nicks ------------------------------------------------------------------------------------------------------------


def test_the_union_corrects_a_nick_and_the_former_one_stays(survivor, union):
    played, coming = entered(survivor, stories.an_event(players=4, status="finished")), entered(survivor)
    correct = {"player": survivor, "by": union, "now": NOW + timedelta(hours=1)}
    assert refusal(correct_nick, nick="TONDA", reason="typo", **correct).code == "nick_same"
    assert refusal(correct_nick, nick="Tonda", reason="", **correct).code == "why_required"
    correct_nick(nick="Tonďa", reason="typo", **correct)
    assert find_player("TONDA") == survivor
    nicks = [Registration.objects.get(pk=one.pk).nick for one in (played, coming)]
    assert nicks == ["TONDA", "Tonďa"]
    line = JournalLine.objects.get(act="nick_corrected")
    assert (line.subject, line.reason, line.old, line.new) == (f"player:{survivor.pk}", "typo", {}, {})
    taken = {"nick": PlayerFactory.create(nick="ZOFIE", nick_key="zofie").nick, "reason": "x"}
    assert refusal(correct_nick, **taken, **correct).code == "nick_taken"

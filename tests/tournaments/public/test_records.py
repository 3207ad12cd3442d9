"""Pages of records: of an evening, a season, all time, a player and a club (public/records.py, queries/feats.py)."""

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.stories import a_running_round, play_out, registration, table_of
from tournaments.models import Event, EventStatus, Feat
from tournaments.operations.results.counting_feats import count_due
from tournaments.queries.feats import records_of_all_time, records_of_event, records_of_player, records_of_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    round_ = a_running_round(stories.an_event(players=8))
    for table in round_.tables.all():
        play_out(table, losers="ABCD")
    count_due()
    return round_


def held(records, kind):
    return next(one for one in records if one.kind == kind)


def test_equal_feats_share_a_record_and_many_are_not_all_named(played):
    most = held(records_of_event(played.event), "own_deals")
    assert most.value == 5
    assert len(most.holders) == 4
    assert most.more


def test_a_record_leads_to_its_deal(client, played):
    one = held(records_of_event(played.event), "left_early").holders[0]
    address = reverse("public:replay_at", args=[one.slug, one.round, one.table, one.position])
    assert client.get(address).status_code == 200
    assert address in client.get(reverse("public:event_records", args=[played.event.slug])).content.decode()


def test_a_person_has_the_best_of_his_own(played):
    sitter = table_of(played).occupants.get(label="A1").registration
    assert held(records_of_player(sitter.player), "left_early").value == 5
    assert {one.kind for one in records_of_player(sitter.player)}.isdisjoint({"long_game", "short_game"})


def test_seasons_and_all_time_have_the_same_where_there_is_one_season(client, played):
    assert records_of_season(played.event.season.year) == records_of_all_time()
    for address in (reverse("public:all_records"), reverse("public:season_records", args=[played.event.season.year])):
        assert "The earliest to leave" in client.get(address).content.decode()
    assert client.get(reverse("public:season_records", args=[1901])).status_code == 404


def test_a_draft_is_nobodys_business(played):
    Event.objects.update(status=EventStatus.DRAFT)
    assert records_of_all_time() == []


def test_one_last_letter_is_no_curiosity_and_two_are(played):
    table = table_of(played)
    dealer, taker = table.occupants.get(label="A1"), table.occupants.get(label="B1")
    last = {"counted": table.counted, "event": played.event, "kind": "last_letter", "value": 1, "worth": 1}
    for times in (1, 2):
        Feat.objects.create(**last, position=times, occupant=dealer, other=taker)
        found = [one for one in records_of_event(played.event) if one.kind == "last_letter"]
        assert [(one.value, one.holders[0].other_nick) for one in found] == [(2, taker.registration.nick)][: times - 1]


def test_who_is_renamed_is_named_as_he_is_now(played):
    player = registration(played.event, "p1").player
    type(player).objects.filter(pk=player.pk).update(nick="NOVÁK")
    kinds = records_of_player(player)
    assert {held.nick for one in kinds for held in one.holders} == {"NOVÁK"}

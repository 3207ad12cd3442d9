"""Pages of records: of an evening, a season, all time, a player and a club (public/records.py, queries/feats.py)."""

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import (
    a_running_round,
    add_players,
    director_of,
    play_out,
    registration,
    seats_of,
    table_of,
)
from tournaments import projections
from tournaments.models import Event, EventStatus, Feat
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.results.counting_feats import count_due
from tournaments.queries.badges import badges_of, badges_of_player
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


def test_a_table_is_called_by_its_label(client, played):
    Event.objects.filter(pk=played.event.pk).update(places={"1": {"label": "U kamen", "room": "Salonek"}})
    projections.bump(played.event)
    event_page, all_time, kit = (
        client.get(address).content.decode()
        for address in (
            reverse("public:event_records", args=[played.event.slug]),
            reverse("public:all_records"),
            reverse("public:article_kit", args=[played.event.slug]),
        )
    )
    for page in (event_page, all_time, kit):
        assert "round 1, U kamen" in page
        assert "round 1, table 1" not in page
        assert "round 1, table 2" in page
    assert "1. kolo, U kamen" in kit


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


def test_last_letters_lead_to_the_last_of_them(client, played):
    """They are added up over several games; an older one that is counted later does not come before it."""
    named = [table_of(played).occupants.get(label=label) for label in ("A1", "B1")]
    last = {"event": played.event, "kind": "last_letter", "value": 1, "worth": 1}
    for table, position in ((1, 2), (2, 4), (2, 3), (1, 5)):
        pair = {"occupant": named[0], "other": named[1]}
        Feat.objects.create(**last, **pair, counted=table_of(played, table).counted, position=position)
    player = named[0].registration.player
    for records in (records_of_event(played.event), records_of_all_time(), records_of_player(player)):
        one = held(records, "last_letter")
        assert (one.value, len(one.holders)) == (4, 1)
        assert (one.holders[0].round, one.holders[0].table, one.holders[0].position) == (1, 2, 4)
    address = reverse("public:replay_at", args=[played.event.slug, 1, 2, 4])
    for page in (reverse("public:event_records", args=[played.event.slug]), reverse("public:all_records")):
        found = client.get(page).content.decode()
        assert address in found
        assert "last in round 1, table 2" in found


def test_who_is_renamed_is_named_as_he_is_now(played):
    player = registration(played.event, "p1").player
    type(player).objects.filter(pk=player.pk).update(nick="NOVÁK")
    kinds = records_of_player(player)
    assert {held.nick for one in kinds for held in one.holders} == {"NOVÁK"}


def test_the_badges_that_somebody_won_stand_on_his_page_and_on_that_of_his_club(client):
    round_ = a_running_round(stories.an_event(players=8, clubs=1), word="KAMIL")
    play_out(table_of(round_, 1), losers="ABCD")
    sat = {label: table_of(round_, 1).occupants.get(label=label).registration for label in ("A1", "B1")}
    badge = f'<a href="{reverse("public:table", args=[round_.event.slug, 1, 1])}"><strong>KAMIL</strong></a>'
    winner, survivor = (client.get(f"/players/{sat[label].player_id}/").content.decode() for label in ("A1", "B1"))
    assert winner.count(badge) == 1
    assert badge not in survivor
    club = client.get(f"/clubs/{sat['A1'].club.code}/").content.decode()
    assert club.count(badge) == 1
    assert f'<span class="nick">{sat["A1"].nick}</span>' in club


def test_a_stand_in_who_completes_the_word_wins_the_badge(evening):
    """As the list of a round says it (queries/badges.py): who left the seat before has none."""
    table = table_of(evening, 1)
    left = seats_of(table)["A"]
    (came,) = add_players(evening.event, 1)
    substitute_player(out=left, stand_in=came, by=director_of(evening.event), now=NOW)
    play_out(table_of(evening, 1), losers="ABCDEF")
    assert [one.word for one in badges_of_player(came.player)] == ["KAMIL"]
    assert badges_of_player(left.player) == []
    of_round = {badge.nick for badge in badges_of(evening)}
    found = {one.nick for person in evening.event.registrations.all() for one in badges_of_player(person.player)}
    assert found == of_round


def test_a_badge_of_a_draft_or_a_play_off_is_nobodys_business(played):
    sitter = table_of(played).occupants.get(label="A1").registration
    assert len(badges_of_player(sitter.player)) == 1
    for hidden in ({"kind": "play_off"}, {"started_at": None}):
        played.event.rounds.update(**hidden)
        assert badges_of_player(sitter.player) == []
        played.event.rounds.update(kind="basic", started_at=NOW)
    Event.objects.update(status=EventStatus.DRAFT)
    assert badges_of_player(sitter.player) == []

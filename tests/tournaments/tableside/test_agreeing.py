"""A game is over: does everybody agree? Who agrees stands in the log; where it is required it is not who recorded."""

from __future__ import annotations

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tests.tournaments.tableside.conftest import text_of
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import Event, JournalLine, Player
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.queries.mine import my_seats


def regulate(event, **settings):
    Event.objects.filter(pk=event.pk).update(regulations={**event.regulations, **settings})
    event.refresh_from_db()


@pytest.fixture
def over(hand, evening, referee):
    """A referee at table 1, whose game is over."""
    stories.play_out(stories.table_of(evening, 1))
    return hand(referee)


@pytest.fixture
def sitting(over):
    """Somebody who plays at that table in seat B, with a phone of his own."""
    account = AccountFactory.create(name="Bee")
    seat = stories.seats_of(over.table)["B"].player
    seat.account = account
    seat.save()
    return type(over)(account, over.table)


def test_the_page_says_how_it_ended_and_asks_whether_everybody_agrees(over):
    page = over.page()
    assert "Does everybody agree?" in page
    assert "KAMIL" in page
    over.post("accept", seat="C")
    assert over.payloads()[-1] == {"kind": "accept", "seat": "C"}
    nick = stories.seats_of(over.table)["C"].nick
    assert f"{nick} (C) has agreed with this result." in over.page()


def test_it_says_in_words_who_has_no_letter(over):
    nicks = {seat: one.nick for seat, one in stories.seats_of(over.table).items()}
    ended = {seat: "KAMIL"[:letters] or "without a letter" for seat, letters in over.letters().items()}
    assert "without a letter" in ended.values()
    assert " · ".join(f"{nicks[seat]} {letters}" for seat, letters in ended.items()) in over.page()


def test_before_the_end_nobody_is_asked_and_nobody_can_agree(hand, referee):
    table = hand(referee, 2)
    assert "Does everybody agree?" not in table.page()
    assert "The game is not over yet." in text_of(table.post("accept", seat="A"))


def test_where_it_is_off_nobody_is_asked(over, evening):
    regulate(evening.event, acceptance="off")
    assert "Does everybody agree?" not in over.page()


def test_who_plays_agrees_on_his_own_phone_for_himself_alone(over, sitting):
    assert "I agree" in sitting.page("here/")
    assert sitting.post("accept", seat="C").status_code == 403
    assert sitting.post("agree", seat="C").status_code == 303
    assert over.payloads()[-1] == {"kind": "accept", "seat": "B"}
    assert "has agreed with this result" in sitting.page("here/")


def test_whoever_has_been_replaced_agrees_no_more_for_who_came_in_for_him(hand, evening, referee):
    """His line would be read as that of the other, who has done nothing."""
    table, account = hand(referee), AccountFactory.create()
    out = stories.seats_of(table.table)["B"]
    Player.objects.filter(pk=out.player_id).update(account=account)
    [stand_in] = stories.add_players(evening.event, 1)
    mine = type(table)(account, table.table)
    assert "you sit in seat B" in mine.page("here/")
    assert my_seats(out.player)
    substitute_player(out=out, stand_in=stand_in, by=stories.director_of(evening.event), now=NOW)
    stories.play_out(stories.table_of(evening, 1))
    assert mine.client.get(f"{mine.base}here/").status_code == 403
    assert mine.client.post(f"{mine.base}agree/").status_code == 403
    assert "accept" not in table.kinds()
    assert not my_seats(out.player)


def test_a_correction_asks_again(over):
    over.post("accept", seat="C")
    over.post("lines/1/strikes", position=1, reason="wrong")
    over.post("undo", position=len(over.kinds()))
    assert "Does everybody agree?" in over.page()


def test_where_it_is_required_whoever_recorded_does_not_agree_with_himself(evening, over, sitting, director):
    regulate(evening.event, acceptance="required", players_record=True)
    loser = over.payloads()[-1]["loser"]
    over.post("undo", position=len(sitting.kinds()))
    assert sitting.deal(loser).status_code == 303  # the last deal is recorded by him
    before = sitting.kinds()
    assert before[-2:] == ["strike", "deal"]
    assert "cannot be the one who agrees" in str(sitting.client.post(f"{sitting.base}agree/", follow=True).content)
    assert "cannot be the one who agrees with it" in text_of(over.post("accept", seat="B"))
    assert sitting.kinds() == before
    game = stories.table_of(evening, over.table.number).game
    phone = Pocket(director)
    phone.send(game)
    brought = phone.send(game, lines=[phone.tap(game, {"kind": "accept", "seat": "B"})])
    assert (brought["lines"][0]["status"], brought["lines"][0]["code"]) == ("quarantined", "accept_not_recorder")
    assert sitting.kinds() == before
    assert over.post("accept", seat="C").status_code == 303


def test_a_round_is_closed_where_somebody_agreed_everywhere_or_with_a_reason(over, evening, director):
    regulate(evening.event, acceptance="required")
    for number in (2, 3):
        stories.play_out(stories.table_of(evening, number))
    over.post("accept", seat="C")
    refused = refusal(rounds.close_round, round_=evening, by=director, now=NOW)
    assert (refused.code, refused.values) == ("tables_not_accepted", {"tables": "2, 3"})
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="they had to leave")
    line = JournalLine.objects.order_by("number").last()
    assert (line.act, line.new, line.reason) == ("round_closed", {"not_accepted": [2, 3]}, "they had to leave")


def test_the_desk_offers_the_reason_when_nobody_has_agreed(over, evening, director, client):
    regulate(evening.event, acceptance="required")
    for number in (2, 3):
        stories.play_out(stories.table_of(evening, number))
    client.force_login(director)
    answer = client.post(f"/desk/{evening.event.slug}/round/1/close/")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "nobody has agreed with the result yet: 1, 2, 3" in page
    assert 'name="reason"' in page
    answer = client.post(f"/desk/{evening.event.slug}/round/1/close/", {"reason": "they had to leave"})
    assert answer.status_code == 302


def test_where_it_is_only_asked_a_round_is_closed_without(evening, director):
    stories.play_round(evening, close=False)
    assert rounds.close_round(round_=evening, by=director, now=NOW).status == "closed"

"""The director's questions on his desk: seen, answered once, carried out where the answer says so."""

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import Office, Question
from tournaments.operations.rulings.sanctions import confirm_sanction, propose_sanction


@pytest.fixture
def question(event) -> Question:
    """p1 is banned; the first round is drawn."""
    stories.a_drawn_round(event)
    first, second = AccountFactory.create(), AccountFactory.create()
    for account in (first, second):
        Office.objects.create(account=account, role="union", starts_at=NOW)
    player = stories.registration(event, "p1").player
    sanction = propose_sanction(by=first, player=player, kind="ban_for_life", grounds="seen", now=NOW)
    confirm_sanction(sanction=sanction, by=second, reasons="seen", now=NOW)
    return Question.objects.get()


def text(answer):
    return " ".join(answer.content.decode().split())


def test_the_desk_says_that_a_question_waits(director, event, question):
    assert "1 question waits for your answer" in text(director.get(f"/desk/{event.slug}/"))
    page = text(director.get(f"/desk/{event.slug}/questions/"))
    assert "The union has banned this player." in page
    assert 'value="play_on"' in page


def test_it_is_answered_once(director, event, question):
    address = f"/desk/{event.slug}/questions/{question.pk}/"
    assert director.post(address, {"answer": "nonsense"}).status_code == 409
    assert director.post(address, {"answer": "play_on"}).status_code == 302
    again = director.post(address, {"answer": "withdraw"})
    assert (again.status_code, "answered already" in text(again)) == (409, True)
    page = text(director.get(f"/desk/{event.slug}/questions/"))
    assert "Nothing waits for an answer" in page
    assert "play on" in page
    assert "question" not in text(director.get(f"/desk/{event.slug}/")).lower().split("<main")[1]


def test_withdrawing_closes_the_seat(director, event, question):
    director.post(f"/desk/{event.slug}/questions/{question.pk}/", {"answer": "withdraw"})
    assert stories.registration(event, "p1").status == "withdrawn"


def test_a_question_of_another_event_is_not_found(director, event, question):
    other = stories.an_event(players=0)
    strange = Question.objects.create(event=other, kind="ban", asked_at=NOW)
    assert director.post(f"/desk/{event.slug}/questions/{strange.pk}/", {"answer": "leave"}).status_code == 404

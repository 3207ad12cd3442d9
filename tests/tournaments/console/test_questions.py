"""The director's questions on his desk: seen, answered once, carried out where the answer says so."""

import pytest

from games.models import Game
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.queries.test_finals import seat, two_tables
from tournaments.models import Event, Office, Question
from tournaments.operations.rulings.questions import answer_question
from tournaments.operations.rulings.sanctions import confirm_sanction, propose_sanction
from tournaments.operations.seating.seats import publish_seating


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


@pytest.mark.django_db
def test_while_a_final_waits_for_an_answer_the_desk_leads_to_the_question_and_not_to_its_start():
    """Starting it is refused until then."""
    event = two_tables(slug="harbour")
    by = stories.director_of(event)
    publish_seating(round_=seat(event, "final"), by=by, now=NOW)
    client, first = signed_in_as(by), stories.table_of(event.rounds.get(number=1))

    def step() -> str:
        page: str = text(client.get("/desk/harbour/"))
        return page[page.index('id="next"') :].partition("</section>")[0]

    assert "Start round 2" in step()
    Game.objects.filter(pk=first.game_id).update(finished=False)
    asked = event.questions.create(kind="open_game", round=first.round, table=first, asked_at=NOW)
    assert "By a later decision a game of round 1 is not over" in step()
    assert ("/desk/harbour/questions/" in step(), "Start round 2" in step()) == (True, False)
    answer_question(question=asked, answer="leave", by=by, now=NOW)
    assert "Start round 2" in step()
    asked = event.questions.create(kind="drawn_round", round=event.rounds.get(number=2), asked_at=NOW)
    assert "A later decision has changed what round 2 was drawn from. Say whether its seating stays" in step()
    assert ("/desk/harbour/questions/" in step(), "Start round 2" in step()) == (True, False)
    answer_question(question=asked, answer="leave", by=by, now=NOW)
    assert "Start round 2" in step()
    one = stories.seats_of(stories.table_of(event.rounds.get(number=2)))["A"]
    asked = event.questions.create(kind="ban", registration=one, asked_at=NOW)
    assert "The union has banned a player of this event. Say what becomes of his games" in step()
    assert ("/desk/harbour/questions/" in step(), "Start round 2" in step()) == (True, False)
    answer_question(question=asked, answer="play_on", by=by, now=NOW)
    assert "Start round 2" in step()


@pytest.mark.django_db
def test_while_a_question_is_open_the_page_of_a_round_says_so_in_place_of_its_start():
    """Starting it is refused until then. Where the game of a closed round is asked about, it leads to the question."""
    event = two_tables(slug="harbour")
    by, first = stories.director_of(event), stories.table_of(event.rounds.get(number=1))
    final = publish_seating(round_=seat(event, "final"), by=by, now=NOW)
    client = signed_in_as(by)

    def page() -> str:
        shown: str = text(client.get("/desk/harbour/round/2/"))
        return shown.partition("<main")[2]

    def offered() -> tuple[bool, bool]:
        return ("/round/2/start/" in page(), "/desk/harbour/questions/" in page())

    assert offered() == (True, False)
    asked = event.questions.create(kind="drawn_round", round=final, asked_at=NOW)
    assert offered() == (False, True)
    assert "what round 2 was drawn from. Say first whether its seating stays" in page()
    refused = text(client.post("/desk/harbour/round/2/start/", {"attempt": 1}))
    assert refused.count("Say first whether its seating stays") == 1
    answer_question(question=asked, answer="leave", by=by, now=NOW)
    finalist = stories.seats_of(stories.table_of(final))["A"]
    asked = event.questions.create(kind="ban", registration=finalist, asked_at=NOW)
    assert offered() == (False, True)
    assert "was banned by the union. Say first what becomes of his games" in page()
    answer_question(question=asked, answer="play_on", by=by, now=NOW)
    assert offered() == (True, False)
    Game.objects.filter(pk=first.game_id).update(finished=False)
    asked = event.questions.create(kind="open_game", round=first.round, table=first, asked_at=NOW)
    counts = page().partition("Round 1 counts for who sits here, and it is not over.")[2]
    assert counts.lstrip().startswith('<a href="/desk/harbour/questions/">To the questions</a>')
    answer_question(question=asked, answer="play_on", by=by, now=NOW)
    counts = page().partition("Round 1 counts for who sits here, and it is not over.")[2]
    assert counts.lstrip().startswith('<a href="/desk/harbour/round/1/">To round 1</a>')


@pytest.mark.parametrize("left", [0, 1])
def test_a_draw_again_is_offered_where_one_is_left_and_else_it_is_said_what_remains(director, event, left: int):
    event.regulations = {"seating": "ladder", "private_redraws": left}
    event.save()
    stories.play_round(stories.a_running_round(event))
    second = stories.a_drawn_round(event)
    asked = Question.objects.create(event=event, kind="drawn_round", round=second, asked_at=NOW)
    page = text(director.get(f"/desk/{event.slug}/questions/"))
    assert 'value="leave"' in page
    assert ('value="redraw"' in page, "drawn as often as was stated before" in page) == (bool(left), not left)
    answer = director.post(f"/desk/{event.slug}/questions/{asked.pk}/", {"answer": "redraw"})
    assert answer.status_code == (302 if left else 409)


def test_where_only_a_draw_in_public_is_left_the_question_says_so(director, event):
    event.regulations = {"private_redraws": 0}
    event.save()
    stories.play_round(stories.a_running_round(event))
    play_off = stories.a_drawn_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"])
    Question.objects.create(event=event, kind="drawn_round", round=play_off, asked_at=NOW)
    page = text(director.get(f"/desk/{event.slug}/questions/"))
    assert ('value="redraw"' in page, "This round is drawn in public only now." in page) == (True, True)


def test_of_an_event_that_is_over_nothing_is_drawn_again(director, event):
    stories.play_round(stories.a_running_round(event))
    second = stories.a_drawn_round(event)
    Question.objects.create(event=event, kind="drawn_round", round=second, asked_at=NOW)
    address = f"/desk/{event.slug}/questions/"
    assert 'value="redraw"' in text(director.get(address))
    Event.objects.filter(pk=event.pk).update(status="cancelled")
    assert 'value="redraw"' not in text(director.get(address))

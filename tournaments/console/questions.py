"""What the director is asked: a player was banned, a round was drawn from what has changed, a game is open again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.drawing import spent
from tournaments.console.face import desk
from tournaments.models import Event, Question, QuestionKind
from tournaments.operations.rulings import questions as operations
from tournaments.texts.about_rulings import ANSWERS


@desk.page("<slug:slug>/questions/", right="event.direct")
def questions(event: Event, visit: Visit) -> HttpResponse:
    """Show the questions that wait for an answer and those that were answered."""
    asked = Question.objects.filter(event=event).select_related(
        "registration", "round", "table", "ruling", "sanction", "answered_by"
    )
    waiting, answered = asked.filter(answer="").order_by("asked_at", "pk"), asked.exclude(answer="")
    for question in waiting:
        question.event = event
    values = {
        "tab": "event",
        "event": event,
        "open": [
            (question, [(code, ANSWERS[code]) for code in operations.answers_to(question)], _spent(question))
            for question in waiting
        ],
        "answered": [(question, ANSWERS[question.answer]) for question in answered.order_by("-answered_at", "-pk")],
    }
    return visit.page("console/questions.html", values)


def _spent(question: Question) -> str:
    """Why the round that a question is about is not drawn again as it was; "" if it may be."""
    if question.kind != QuestionKind.DRAWN_ROUND or question.round is None or question.round.started_at:
        return ""
    question.round.event = question.event
    return spent(question.round)


@desk.act(
    "<slug:slug>/questions/<int:pk>/",
    right="event.direct",
    page=questions,
    wanted=_("Answering a question of the union"),
    done=_("Answered: %(answer)s."),
    code="desk:answer",
)
def answer_question(event: Event, visit: Visit) -> Values:
    """Answer a question of the union, once."""
    asked = Question.objects.select_related("registration__player", "round")
    question = get_object_or_404(asked, pk=visit.address["pk"], event=event)
    question.event = event
    if question.registration:
        question.registration.event = event
    given = visit.text("answer")
    operations.answer_question(question=question, answer=given, by=visit.by, now=visit.now)
    return {"answer": ANSWERS[given]}

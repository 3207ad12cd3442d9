"""What the director is asked: a player was banned, a round was drawn from what has changed, a game is open again."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.models import Event, Question
from tournaments.operations.rulings.questions import answer_question, answers_to
from tournaments.texts.about_rulings import ANSWERS


@require_GET
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for an answer, and what was answered."""
    return _page(request, access.event_for(signed_in(request), slug, "event.direct"))


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Answer one of them, once."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.direct")
    question = get_object_or_404(Question.objects.select_related("registration__player", "round"), pk=pk, event=event)
    question.event = event
    if question.registration:
        question.registration.event = event

    def act() -> str:
        given = request.POST.get("answer", "")
        answer_question(question=question, answer=given, by=account, now=timezone.now())
        return _("Answered: %(answer)s.") % {"answer": ANSWERS[given]}

    return acted(
        request,
        act,
        to=address("questions", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "answer", pk)),
    )


def _page(request: HttpRequest, event: Event, refusal: Refusal | None = None) -> HttpResponse:
    found = Question.objects.filter(event=event).select_related(
        "registration", "round", "table", "ruling", "sanction", "answered_by"
    )
    values: dict[str, Any] = {
        "tab": "event",
        "open": [
            (one, [(code, ANSWERS[code]) for code in answers_to(one)])
            for one in found.filter(answer="").order_by("asked_at", "pk")
        ],
        "answered": [(one, ANSWERS[one.answer]) for one in found.exclude(answer="").order_by("-answered_at", "-pk")],
    }
    return page(request, "questions", event, values, refusal)

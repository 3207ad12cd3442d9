"""Asking the director what nobody else may decide, and his answers (competition.md 5.5, reliability.md 2.2 row 25).

A question stands on his desk until it is answered. What a ban means for games that are drawn or run already is his to
say: he plays on, or he is withdrawn. A round drawn before a ruling changed what it was drawn from stays as it is
unless he draws it again; a game that a ruling has opened again is played on, or stays as it is.
"""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import (
    Account,
    Answer,
    Event,
    Question,
    QuestionKind,
    RegistrationStatus,
    Round,
    RoundStatus,
    Ruling,
)
from tournaments.operations.acting import act_on
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.events.registrations import is_seated
from tournaments.queries.consequences import Consequences


def ask_about_ruling(ruling: Ruling, found: Consequences, *, now: datetime) -> list[Question]:
    """Ask the director what he has to decide because of a ruling. For use in a transaction."""
    event, here = ruling.table.round.event, ruling.table.round
    asked = []
    for later in found.differing:
        drawn = Round.objects.get(event=event, number=later.number)
        open_one = Question.objects.filter(round=drawn, kind=QuestionKind.DRAWN_ROUND, answer="")
        if not open_one.exists():  # the same question twice is one
            asked.append(_ask(event, QuestionKind.DRAWN_ROUND, ruling, now=now, round_=drawn))
    if found.opened and here.status != RoundStatus.RUNNING:
        asked.append(_ask(event, QuestionKind.OPEN_GAME, ruling, now=now, round_=here))
    return asked


def answers_to(question: Question) -> tuple[str, ...]:
    """Return what can be answered now, the safest first."""
    if question.kind == QuestionKind.BAN:
        assert question.registration is not None  # noqa: S101 – this kind is about one; tells the type checker
        return (Answer.WITHDRAW, Answer.PLAY_ON) if is_seated(question.registration) else (Answer.WITHDRAW,)
    if question.kind == QuestionKind.OPEN_GAME:
        return (Answer.LEAVE, Answer.PLAY_ON)
    begun = question.round is None or question.round.started_at is not None
    return (Answer.LEAVE,) if begun else (Answer.LEAVE, Answer.REDRAW)


def answer_question(*, question: Question, answer: str, by: Account, now: datetime) -> Question:
    """Answer a question as the director. A player is withdrawn at once; a draw or a round he opens again on its page.

    Raises Refused `question_answered`, `no_such_answer`, or what `withdraw_player` raises.
    """
    with act_on(question.event, by=by, now=now) as act:
        question.refresh_from_db(fields=["answer"])
        if question.answer:
            raise Refused("question_answered")
        if answer not in answers_to(question):
            raise Refused("no_such_answer")
        registration = question.registration
        if answer == Answer.WITHDRAW and registration and registration.status != RegistrationStatus.WITHDRAWN:
            withdraw_player(registration=registration, by=by, now=now)
        question.answer, question.answered_by, question.answered_at = answer, by, now
        question.save(update_fields=["answer", "answered_by", "answered_at"])
        act.note("question_answered", subject=f"question:{question.pk}", new={"kind": question.kind, "answer": answer})
        return question


def _ask(event: Event, kind: QuestionKind, ruling: Ruling, *, now: datetime, round_: Round) -> Question:
    table = ruling.table if kind == QuestionKind.OPEN_GAME else None
    return Question.objects.create(event=event, kind=kind, ruling=ruling, round=round_, table=table, asked_at=now)

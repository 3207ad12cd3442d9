"""Asking the director what nobody else may decide, and his answers (competition.md 5.5, reliability.md 2.2 row 25).

A question stands on his desk until it is answered. What a ban means for games that are drawn or run already is his to
say: he plays on, or he is withdrawn. A round drawn before a ruling changed what it was drawn from stays as it is
unless he draws it again; a game that a ruling has opened again is played on, or stays as it is. Settling what a phone
brought can do both, like a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import (
    Account,
    Answer,
    Question,
    QuestionKind,
    RegistrationStatus,
    Round,
    RoundStatus,
    Ruling,
    Table,
)
from tournaments.operations.acting import act_on
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.events.registrations import is_seated
from tournaments.queries.ceremonies import is_spent_ladder
from tournaments.queries.consequences import Consequences, resting_on


def ask_about(table: Table, found: Consequences, *, now: datetime, ruling: Ruling | None = None) -> list[Question]:
    """Ask the director what he has to decide because of what changed at `table`, by a ruling or without one. For use in
    a transaction.
    """
    here = table.round
    event = here.event
    because = {"event": event, "ruling": ruling, "asked_at": now}
    asked = _ask_about_drawn([later.number for later in found.differing], because)
    if found.opened and here.status != RoundStatus.RUNNING:
        asked.append(Question.objects.create(kind=QuestionKind.OPEN_GAME, round=here, table=table, **because))
    return asked


def _ask_about_drawn(numbers: Iterable[int], because: Mapping[str, Any]) -> list[Question]:
    asked = []
    for drawn in Round.objects.filter(event=because["event"], number__in=list(numbers)).order_by("number"):
        open_one = Question.objects.filter(round=drawn, kind=QuestionKind.DRAWN_ROUND, answer="")
        if not open_one.exists():  # the same question twice is one
            asked.append(Question.objects.create(kind=QuestionKind.DRAWN_ROUND, round=drawn, **because))
    return asked


def answers_to(question: Question) -> tuple[str, ...]:
    """Return what can be answered now, the safest first."""
    if question.kind == QuestionKind.BAN:
        assert question.registration is not None  # noqa: S101 – this kind is about one; tells the type checker
        return (Answer.WITHDRAW, Answer.PLAY_ON) if is_seated(question.registration) else (Answer.WITHDRAW,)
    if question.kind == QuestionKind.OPEN_GAME:
        return (Answer.LEAVE, Answer.PLAY_ON)
    return (Answer.LEAVE, Answer.REDRAW) if _may_be_drawn(question) else (Answer.LEAVE,)


def _may_be_drawn(question: Question) -> bool:
    round_ = question.round
    if round_ is None or round_.started_at is not None or question.event.is_over:
        return False
    round_.event = question.event
    return not is_spent_ladder(round_)


def answer_question(*, question: Question, answer: str, by: Account, now: datetime) -> Question:
    """Answer a question as the director. A player is withdrawn at once; a game that is to be played on opens its round
    again, and later rounds that rest on it are asked about; a draw he repeats on its page.

    Raises Refused `question_answered`, `no_such_answer`, or what `withdraw_player` or `reopen_round` raises.
    """
    with act_on(question.event, by=by, now=now, even=lifecycle.OVER) as act:
        question.refresh_from_db(fields=["answer"])
        if question.answer:
            raise Refused("question_answered")
        if answer not in answers_to(question):
            raise Refused("no_such_answer")
        registration = question.registration
        if answer == Answer.WITHDRAW and registration and registration.status != RegistrationStatus.WITHDRAWN:
            withdraw_player(registration=registration, by=by, now=now)
        if question.kind == QuestionKind.OPEN_GAME and answer == Answer.PLAY_ON:
            _play_on(question, by=by, now=now)
        question.answer, question.answered_by, question.answered_at = answer, by, now
        question.save(update_fields=["answer", "answered_by", "answered_at"])
        act.note("question_answered", subject=f"question:{question.pk}", new={"kind": question.kind, "answer": answer})
        return question


def _play_on(question: Question, *, by: Account, now: datetime) -> None:
    """Open the round of the game again, if it is closed. What is drawn from results that will change is asked about."""
    round_ = question.round
    assert round_ is not None  # noqa: S101 – this kind is about one; tells the type checker
    if round_.status == RoundStatus.CLOSED:
        rounds.reopen_round(round_=round_, by=by, now=now)
        _ask_about_drawn(resting_on(round_), {"event": question.event, "ruling": question.ruling, "asked_at": now})

"""A table calls the referee; somebody says that he is coming; it is done.

A table has one open call: who calls again calls with the same one. Whoever comes first is the one who is coming.
"""

from __future__ import annotations

from datetime import datetime

from games.rules.payload import one_line
from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.facts.masking import masked
from tournaments.models import LONGEST_WISH, Account, Call, RoundStatus, Table
from tournaments.operations.acting import act_on


def call_referee(*, table: Table, by: Account, now: datetime, reason: str = "") -> Call:
    """Call the referee to a table of a round that runs; a call that is open already stays as it is.

    Raises Refused `round_not_running`.
    """
    with act_on(table.round, by=by, now=now) as act:
        if table.round.status != RoundStatus.RUNNING:
            raise Refused("round_not_running", round=table.round.number)
        call = _open(table)
        if call is not None:
            return call
        nicks = dict(table.occupants.values_list("label", "registration__nick"))
        wish = masked(one_line(reason), nicks)[:LONGEST_WISH]
        call = Call.objects.create(table=table, by=by, at=now, reason=wish)
        act.note("referee_called", subject=f"round:{table.round.number}", new={"table": table.number})
        return call


def answer_call(*, table: Table, by: Account, now: datetime) -> Call:
    """Say that `by` is coming; who said so first is the one.

    Raises Refused `no_call`.
    """
    with act_on(table.round, by=by, now=now) as act:
        call = _open(table)
        if call is None:
            raise Refused("no_call", table=table.number)
        if call.answered_at is None:
            call.answered_by, call.answered_at = by, now
            call.save(update_fields=["answered_by", "answered_at"])
            act.note("call_answered", subject=f"round:{table.round.number}", new={"table": table.number})
        return call


def end_call(*, table: Table, by: Account, now: datetime) -> Call:
    """It is done, or nobody is needed any more.

    Raises Refused `no_call`.
    """
    with act_on(table.round, by=by, now=now, even=lifecycle.OVER) as act:
        call = _open(table)
        if call is None:
            raise Refused("no_call", table=table.number)
        call.ended_by, call.ended_at = by, now
        call.save(update_fields=["ended_by", "ended_at"])
        act.note("call_ended", subject=f"round:{table.round.number}", new={"table": table.number})
        return call


def _open(table: Table) -> Call | None:
    return Call.objects.filter(table=table, ended_at=None).first()

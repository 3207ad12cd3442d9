"""Writing the journal: `note` in the transaction of the act, `note_refusal` after an act was refused and undone.

The digest of a line covers the one before it, the chain and every field of its own, as canonical JSON: keys sorted,
no spaces, ASCII, the time as ISO 8601 in UTC with microseconds. Checking the chains: `upkeep/verifying.py`.

A line carries the digests of the rows that its act has left (`row_seals.py`). What was written and told by nobody (a
password, a second factor, a language) gets a line of its own right after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from games import written
from games.rules.refusals import Refused
from tournaments.facts.masking import masked, without
from tournaments.models import (
    Account,
    Event,
    JournalHead,
    JournalLine,
    NickAlias,
    Player,
    Registration,
)
from tournaments.operations.row_seals import Told, rows_never_sealed, seal_rows

CLOCK = "clock"
TERMINAL = "terminal"  # whoever may run commands on the server
VISITOR = "visitor"  # nobody had signed in
HALL = "hall"  # whoever has a second secret of a draw, and signs in for nothing
BEFORE = "rows_before"  # the rows that nothing proves before this line
LEFT_OVER = "rows_kept"


@transaction.atomic(savepoint=False)
def note(
    act: str,
    *,
    by: Account | str | None,
    now: datetime,
    event: Event | None = None,
    subject: str = "",
    old: Mapping[str, Any] | None = None,
    new: Mapping[str, Any] | None = None,
    reason: str = "",
    refused: str = "",
) -> JournalLine:
    """Append a line to the chain of `event`, or to the union's. `by` None: the clock did it; or TERMINAL, HALL…

    Three statements, and those of `seal_rows` for the rows that were written since the last line. Note last of all: who
    holds a chain's head keeps everybody waiting who notes in it.

    `act`: a stable lower-case code (`draw_redrawn`). `subject`: what was acted on, by an opaque key (`player:12`).
    `old` and `new`: codes, numbers and keys only, no nick, address, word or text of a person.
    """
    rows = seal_rows(written.take())
    head = _held_head(event)
    line = JournalLine(
        chain=head,
        act=act,
        subject=subject,
        old=dict(old or {}),
        new=dict(new or {}),
        reason=sealed(reason.strip(), event, subject)[:500],
        refused=refused,
        by=by.key if isinstance(by, Account) else by or CLOCK,
        at=now,
    )
    return _append(line, head, rows)


@transaction.atomic(savepoint=False)
def note_left_over(rows: written.Rows, *, act: str, by: str, now: datetime) -> None:
    """Append a line to the union's chain for rows of which no act has said anything, if they have changed."""
    if told := seal_rows(rows):
        head = _held_head(None)
        _append(JournalLine(chain=head, act=act, by=by, at=now), head, told)


def note_rest(*, by: Account | str, now: datetime) -> None:
    """Append a line for rows of which no act of this transaction has said anything, before it is committed: whoever is
    killed right after the commit says nothing any more. Nothing is asked where there are none.
    """
    if rows := written.take():
        note_left_over(rows, act=LEFT_OVER, by=by.key if isinstance(by, Account) else by, now=now)


def note_after_migrating(*, now: datetime) -> None:
    """Append what migrations have left: `rows_before` for what was there before there were seals, else `rows_kept`."""
    note_left_over(rows_never_sealed(), act=BEFORE, by=TERMINAL, now=now)
    note_left_over(written.take_from_migrations(), act=LEFT_OVER, by=TERMINAL, now=now)


def _append(line: JournalLine, head: JournalHead, rows: Told) -> JournalLine:
    line.number, line.rows = head.length + 1, rows or None
    line.digest = digest_of(line, head.digest)
    line.save()
    head.length, head.digest = line.number, line.digest
    head.save(update_fields=["length", "digest"])
    return line


def sealed(reason: str, event: Event | None, subject: str = "") -> str:
    """Return the reason with keys in place of nicks: of those who entered the event, or of the player it is about."""
    if not reason:
        return ""
    if event is not None:
        return masked(reason, dict(Registration.objects.filter(event=event).values_list("key", "nick")))
    if subject.startswith("player:"):
        players = Player.everyone.filter(pk=subject.removeprefix("player:"))
        names = NickAlias.objects.filter(player__in=players).values_list("nick", flat=True)
        nick = players.values_list("nick", flat=True).first() or ""
        return without(masked(reason, {subject: nick}), names, f"[{subject}]")
    return reason


def note_refusal(
    act: str, refusal: Refused, *, by: Account | None, now: datetime, event: Event | None = None, subject: str = ""
) -> JournalLine:
    """Append a line for an act that was refused. Call it where nothing of the act is left to be rolled back."""
    return note(act, by=by, now=now, event=event, subject=subject, refused=refusal.code)


def digest_of(line: JournalLine, before: str) -> str:
    """Return the SHA-256, in hex, over the digest of the line before and the fields of `line`."""
    fields = {
        "chain": chain_name(line.chain),
        "number": line.number,
        "act": line.act,
        "subject": line.subject,
        "old": line.old,
        "new": line.new,
        "reason": line.reason,
        "refused": line.refused,
        "by": line.by,
        "at": line.at.astimezone(UTC).isoformat(timespec="microseconds"),
    }
    if line.rows is not None:  # lines from before there were seals have their digests without
        fields["rows"] = line.rows
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"scwu-journal/1|{before}|{text}".encode()).hexdigest()


def chain_name(head: JournalHead) -> str:
    """Return whose chain it is, as it stands in the digests: a chain cannot be handed on to another event."""
    return f"event:{head.event_id}" if head.event_id else "union"


def head_of_journal(event: Event | None) -> tuple[int, str]:
    """Return the length and the last digest of a chain. One statement."""
    head = JournalHead.objects.filter(event=event).first()
    return (head.length, head.digest) if head else (0, "")


def digest_of_document(document: Any) -> str:
    """Return the SHA-256 of a published document, so that its line in the journal vouches for it."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"scwu-document/1|{text}".encode()).hexdigest()


def _held_head(event: Event | None) -> JournalHead:
    heads = JournalHead.objects.filter(event=event)
    if connection.features.has_select_for_update:
        heads = heads.select_for_update(no_key=True)
    head = heads.first()
    if head is None:
        JournalHead.objects.get_or_create(event=event)
        head = heads.get()  # locked, whoever made it
    return head

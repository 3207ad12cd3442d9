"""What somebody says before it is done: a ruling, an appeal decided, a sanction in place of another.

A form makes such a value once; the look at its consequences and the deed take the same one, so that they cannot differ.
Who says it and when, and about which table, ruling or appeal, stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from games.rules.payload import LONGEST_REASON, one_line
from games.rules.refusals import Refused
from games.rules.renonc import LIFTED, PROPOSES_BAN
from tournaments.facts.nicks import is_said
from tournaments.models import Judge, Outcome, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDraft:
    """A ruling as its judge says it; in an overruling `kind`, `seat` and `position` may be left as they were.

    `position`: the log line of the deal it concerns, None for the deal being played now. `bench`: who sits out that
    deal, if not those proposed. `expected_position`: the next line of the log as its writer knows it; what was
    recorded meanwhile may change it all. `form`: the same form again gives the ruling it gave.
    """

    decision: str
    facts: str
    judged_by: str
    kind: str = ""
    seat: str = ""
    position: int | None = None
    public_text: str = ""
    bench: tuple[str, ...] | None = None
    expected_position: int | None = None
    form: UUID | None = None

    @property
    def reason(self) -> str:
        """The public text as a line of the log takes it; the log, which everybody reads, never holds the facts."""
        return one_line(self.public_text)[:LONGEST_REASON]

    @property
    def proposes_ban(self) -> bool:
        return self.kind in PROPOSES_BAN and self.decision != LIFTED

    def in_place_of(self, earlier: Ruling) -> RulingDraft:
        """With what the earlier ruling said, where nothing else is said."""
        return replace(
            self,
            kind=self.kind or earlier.kind,
            seat=self.seat or earlier.seat,
            position=self.position or earlier.deal,
        )

    def check_length(self, length: int) -> None:
        """Raises Refused `stale_position` if the log is not as its writer saw it."""
        if self.expected_position not in (None, length + 1):
            raise Refused("stale_position", expected=self.expected_position, length=length)

    def check_facts(self) -> None:
        """Raises Refused `facts_required`."""
        if not is_said(self.facts):
            raise Refused("facts_required")

    def is_said_by(self, ruling: Ruling) -> bool:
        """Whether the ruling says this already."""
        said = (self.seat, self.kind, self.facts.strip(), self.decision)
        return said == (ruling.seat, ruling.kind, ruling.facts, ruling.decision)


@dataclass(frozen=True, slots=True)
class SanctionDraft:
    """A kind of sanction; a ban until a date has its last day."""

    kind: str
    ends_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDraft:
    """The union's decision on an appeal. `instead`: what stands in place, if it is changed."""

    outcome: str
    reasons: str
    public_text: str = ""
    expected_position: int | None = None
    instead: RulingDraft | SanctionDraft | None = None

    def ruling(self) -> RulingDraft:
        """What the union rules in place of a ruling. Raises Refused `no_such_answer` if that is not said."""
        if self.outcome == Outcome.LIFTED:
            return RulingDraft(
                decision=LIFTED,
                facts=self.reasons,
                judged_by=Judge.UNION,
                public_text=self.public_text,
                expected_position=self.expected_position,
            )
        if not isinstance(self.instead, RulingDraft):
            raise Refused("no_such_answer")
        return self.instead

    def sanction(self) -> SanctionDraft:
        """Which sanction takes the place of a sanction. Raises Refused `no_such_answer` if that is not said."""
        if not isinstance(self.instead, SanctionDraft):
            raise Refused("no_such_answer")
        return self.instead

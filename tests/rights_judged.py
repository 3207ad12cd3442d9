"""What was judged in the world of the matrix of rights: rulings at each table, sanctions, an appeal, questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Appeal, Event, Player, Question, Registration, Ruling, Sanction, Table


@dataclass
class Judged:
    """`mine` and `others`: ruling and sanction about the player of the world, and about somebody else."""

    at_table: dict[tuple[int, int], int]
    questions: dict[int, int]
    mine: tuple[int, int]
    others: tuple[int, int]
    appeal: int

    def named(self, event: Event, table: int, *, mine: bool, other: bool) -> dict[str, dict[str, Any] | None]:
        """What stands in the addresses of judging. Who was never judged has no own ruling to appeal against."""
        ruling, sanction = self.mine if mine else self.others
        has_one = mine or other
        proposed = {"pk": self.others[1]}
        return {
            "table:overrule": {"pk": self.at_table[event.pk, table]},
            "desk:answer_question": {"pk": self.questions[event.pk]},
            "public:appeal_ruling": {"pk": ruling} if has_one else None,
            "public:appeal_sanction": {"pk": sanction} if has_one else None,
            **{f"union:{name}": {"pk": self.others[0]} for name in ("ruling", "overrule")},
            **{f"union:{name}": {"pk": self.appeal} for name in ("appeal", "decide_appeal")},
            **{f"union:{act}sanction": proposed for act in ("", "confirm_", "decline_", "lift_")},
        }


def judge(event: Event, other_event: Event, player: Player) -> Judged:
    """A ruling at every table, one of them about the player; sanctions against him and somebody else."""
    tables = Table.objects.filter(round__event__in=(event, other_event)).select_related("round").order_by("pk")
    at_table = {(one.round.event_id, one.number): _ruling(one, stories.seats_of(one)["B"]).pk for one in tables}
    him = Registration.objects.get(event=event, player=player)
    ruled = _ruling(Table.objects.get(round__event=event, occupants__registration=him), him)
    somebody = stories.registration(event, "p2")
    appeals = [
        Appeal.objects.create(ruling_id=at_table[one.pk, 1], grounds="no", made_at=NOW) for one in (event, other_event)
    ]
    return Judged(
        at_table=at_table,
        questions={
            one.pk: Question.objects.create(
                event=one, kind="ban", registration=stories.registration(one, "p3"), asked_at=NOW
            ).pk
            for one in (event, other_event)
        },
        mine=(ruled.pk, _sanction(player, confirmed_at=NOW).pk),
        others=(_ruling(ruled.table, somebody).pk, _sanction(somebody.player).pk),
        appeal=appeals[0].pk,
    )


def _ruling(table: Table, whom: Registration) -> Ruling:
    return Ruling.objects.create(
        table=table, seat="B", concerned=whom, kind="a", decision="warning", judged_by="table", facts="seen", at=NOW
    )


def _sanction(player: Player, **fields: Any) -> Sanction:
    return Sanction.objects.create(player=player, kind="warning", grounds="seen", proposed_at=NOW, **fields)

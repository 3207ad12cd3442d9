"""Old state + act = fresh state: whatever happens at an event, what the site keeps is what its logs say.

Evenings go at random through every act that can move a score: deals, void deals, penalty letters, corrections of any
line, withdrawals, stand-ins, rulings on who is classified, rounds closed early and opened again, finals. After each
act the projections are compared with those made anew from the logs; after each refusal with what they were before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import protocol, queries
from games.models import Entry, Game
from games.rules.entries import Amend, PenaltyLetter, Strike, VoidDeal
from games.rules.entries import Entry as Line
from games.rules.game import Tally
from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, table_of
from tests.factories.tournaments import EventFactory
from tournaments import projections
from tournaments.draws.seeding import Stream
from tournaments.exchange import played as played_from_file
from tournaments.exchange.event_file import dump, parse
from tournaments.facts.regulations import Regulations
from tournaments.models import Event, Occupant, Registration, Round, RoundStatus, Score, Table
from tournaments.operations.evening import rounds, stand_ins, substitutions
from tournaments.operations.events import registrations
from tournaments.operations.files.event_files import export_event
from tournaments.operations.results import scoring
from tournaments.operations.seating import drawing
from tournaments.queries.documents import results_of
from tournaments.standings.places import ranking_of
from tournaments.standings.results import results, results_document

pytestmark = pytest.mark.django_db

WORD = "KOS"


def everything(event: Event) -> list[Any]:
    """All that an act can change."""
    return [
        list(Score.objects.filter(event=event).order_by("pk").values()),
        list(Registration.objects.filter(event=event).order_by("pk").values("status", "classified", "earns_points")),
        list(Occupant.objects.filter(round__event=event).order_by("pk").values()),
        list(Round.objects.filter(event=event).order_by("pk").values()),
        list(Game.objects.filter(table__round__event=event).order_by("pk").values()),
        Entry.objects.filter(game__table__round__event=event).count(),
    ]


def assert_fresh(event: Event) -> None:
    """Projections kept up to date are those made anew."""
    wrong = [(str(score.registration), before, scoring._values(score)) for score, before in scoring.order_anew(event)]
    assert wrong == []
    for table in Table.objects.filter(round__event=event, game__isnull=False).select_related("game"):
        game = table.game
        assert game is not None
        state = queries.state_of(game)
        assert game.state == queries.summary(state)
        assert game.finished == state.finished
        assert protocol.broken_link(game) is None
        seats = {one.occupant: one.seat for one in state.occupancies}
        for one in table.occupants.all():
            assert one.active == (one.label in seats)
            assert one.seat == seats.get(one.label, one.seat)


class Evening:
    """An event and the chance that moves it."""

    def __init__(self, seed: str) -> None:
        self.chance = Stream(seed)
        self.event = stories.an_event(players=11, status="closed", clubs=2)
        self.by = director_of(self.event)
        self.guests = 0
        self.done: set[str] = set()

    def pick(self, things: list[Any]) -> Any:
        return things[self.chance.below(len(things))] if things else None

    def act(self, act: Callable[[], object]) -> None:
        before = everything(self.event)
        try:
            act()
        except Refused:
            assert everything(self.event) == before, act
        else:
            self.done.add(act.__name__)
        assert_fresh(self.event)

    def walk(self, acts: list[Callable[[], object]], steps: int) -> None:
        for _ in range(steps):
            self.act(self.pick(acts))

    def table(self) -> Table:
        running = Table.objects.filter(round__event=self.event, round__status=RoundStatus.RUNNING)
        table: Table | None = self.pick(list(running.select_related("round", "game").order_by("pk")))
        if table is None:
            raise Refused("round_not_running")
        return table_of(table.round, table.number)

    def write(self, table: Table, line: Line) -> None:
        stories.record_line(table, line, by=self.by)

    # --- acts ---------------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        table = self.table()
        self.write(table, stories.deal(table, self.pick(list("ABCDEF"))))

    def void(self) -> None:
        table = self.table()
        self.write(table, VoidDeal(bench=stories.deal(table, "A").bench))

    def penalty(self) -> None:
        self.write(self.table(), PenaltyLetter(seat=self.pick(list("ABCDEF")), reason="late"))

    def strike(self) -> None:
        table = self.table()
        self.write(table, Strike(position=1 + self.chance.below(table.game.length + 1 if table.game else 1)))

    def amend(self) -> None:
        table = self.table()
        deals = table.game.entries.filter(kind="deal").order_by("position") if table.game else []
        line = self.pick(list(deals))
        if line is None:
            raise Refused("no_such_deal", position=0)
        self.write(table, Amend(position=line.position, changes={"loser": self.pick(list("ABCDEF"))}))

    def someone(self) -> Registration:
        people = Registration.objects.filter(event=self.event).select_related("player", "club").order_by("pk")
        one: Registration = self.pick(list(people))
        one.event = Event.objects.get(pk=self.event.pk)
        return one

    def withdraw(self) -> None:
        substitutions.withdraw_player(registration=self.someone(), by=self.by, now=NOW)

    def substitute(self) -> None:
        """Now and then somebody comes back to a seat that was his, or sits for somebody he sat with before."""
        seat = self.pick(list(Occupant.objects.filter(table=self.table(), active=True).order_by("pk")))
        out = Registration.objects.select_related("event").get(pk=seat.registration_id)
        former = [one.registration for one in seat.table.occupants.filter(seat=seat.seat).exclude(pk=seat.pk)]
        stand_in = self.pick(former) or self.someone()
        keep = bool(self.chance.below(2))
        substitutions.substitute_player(out=out, stand_in=stand_in, by=self.by, now=NOW, keep_classified=keep)

    def send_in(self) -> None:
        self.guests += 1
        keep = bool(self.chance.below(2))
        line = f"GUEST{self.guests}"
        stand_ins.send_in(out=self.someone(), line=line, by=self.by, now=NOW, keep_classified=keep)

    def classify(self) -> None:
        flag = bool(self.chance.below(3))
        registrations.classify(registration=self.someone(), classified=flag, earns_points=flag, now=NOW)

    def close(self) -> None:
        round_ = self.pick(list(Round.objects.filter(event=self.event, status=RoundStatus.RUNNING)))
        if round_ is not None:
            rounds.close_round(round_=round_, by=self.by, now=NOW, force_reason=self.pick(["", "", "closing time"]))

    def reopen(self) -> None:
        round_ = self.pick(list(Round.objects.filter(event=self.event, status=RoundStatus.CLOSED)))
        if round_ is not None:
            rounds.reopen_round(round_=round_, now=NOW)

    def finish_tables(self) -> None:
        for table in Table.objects.filter(round__event=self.event, game__finished=False).order_by("pk"):
            Round.objects.filter(pk=table.round_id, status=RoundStatus.CLOSED).update(status=RoundStatus.RUNNING)
            stories.play_out(table, losers="".join(self.chance.shuffled("ABCDEF")))

    def next_round(self, kind: str, chosen: list[str] | None = None, sizes: tuple[int, ...] | None = None) -> None:
        round_ = rounds.plan_round(event=self.event, kind=kind, now=NOW, word=WORD)
        told = {"seed": stories.SEED, "by": self.by, "now": NOW, "reason": "chosen" if chosen else ""}
        drawing.draw_round(round_=round_, chosen=chosen, sizes=sizes, **told)
        assert_fresh(self.event)
        rounds.start_round(round_=round_, now=NOW)
        assert_fresh(self.event)

    def rank(self) -> list[str]:
        people = Registration.objects.filter(event=self.event, status="checked_in")
        return list(people.order_by("score__rank_key", "key").values_list("key", flat=True))


@pytest.mark.parametrize("pooling", ["pooled", "mean"])
@pytest.mark.parametrize("game", ["smoking_cat", "smear"])
def test_whoever_sits_in_no_final_is_ordered_by_each_of_his_basic_rounds(game, pooling):
    regulations = Regulations(game=game, pooling=pooling)
    rows = {"2": ["basic", 4, 0, 1, 1, 21], "10": ["basic", 10, 5], "11": ["final", 9, 1, 1, 0, 7]}
    score, basic = Score(rounds=rows), [Tally(4, 0, 1, 1, 21), Tally(10, 5)]
    assert projections._key_among_others(score, regulations) == ranking_of(regulations).key_of_others(basic)
    projections.count_totals(score)
    assert (score.basic_deals, score.basic_letters, score.deals, score.letters) == (14, 5, 23, 6)
    assert (score.games, score.games_won, score.points) == (2, 1, 28)


@pytest.mark.parametrize("seed", ["00", "01"])
def test_a_random_evening_stays_in_line_with_its_logs(seed):
    evening = Evening(seed)
    table_acts = [evening.deal] * 6 + [evening.void, evening.penalty, evening.strike, evening.strike, evening.amend]
    desk_acts = [evening.withdraw, evening.substitute, evening.substitute, evening.send_in, evening.classify]
    evening.next_round("basic", sizes=(6, 5))
    evening.walk([*table_acts, *desk_acts, *table_acts, evening.close, evening.reopen], 35)
    evening.act(evening.finish_tables)
    evening.act(evening.close)
    stories.add_players(evening.event, 4)  # whoever the walk has sent home is made up for
    assert_fresh(evening.event)
    ranked = evening.rank()
    evening.next_round("final", chosen=ranked[:6])
    evening.next_round("small_final", chosen=ranked[6:10])
    evening.walk([*table_acts, *desk_acts, *table_acts, evening.close, evening.reopen, evening.reopen], 40)
    evening.act(evening.finish_tables)
    assert {"deal", "strike", "amend"} <= evening.done
    file = parse(dump(export_event(Event.objects.get(pk=evening.event.pk))))
    assert results_document(results(played_from_file.played_event(file))) == results_of(evening.event)


def test_a_final_at_two_tables_is_ordered_as_one_after_every_deal():
    event = stories.an_event(players=10, status="closed", regulations={"final_size": 8})
    stories.play_round(stories.a_running_round(event, sizes=(5, 5)))
    final = stories.a_running_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 9)])
    for number, losers in ((1, "A"), (2, "B"), (1, "AAAA"), (2, "CCC")):
        stories.record_deals(table_of(final, number), " ".join(losers))
        assert_fresh(event)


def test_who_plays_both_finals_is_ranked_by_the_better_one():
    event = stories.an_event(players=10, status="closed")
    stories.play_round(stories.a_running_round(event, sizes=(5, 5)))
    final = stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"])
    small = stories.a_running_round(event, kind="small_final", chosen=["p4", "p5", "p6", "p7"])
    for round_, losers in ((final, "A B"), (small, "A B C D"), (final, "C")):
        stories.record_deals(table_of(round_), losers)
        assert_fresh(event)
    both = Score.objects.get(event=event, key="p4")
    assert both.rank_key.startswith("0")


def test_what_stands_outside_events_gives_each_of_them_a_new_version_in_two_statements(django_assert_num_queries):
    for number in (1, 3):
        events = Event.objects.filter(pk__in=[EventFactory.create().pk for _ in range(number)])
        other, before = EventFactory.create(), list(events.values_list("version", flat=True))
        with django_assert_num_queries(2):
            projections.bump_all(events)
        assert list(events.values_list("version", flat=True)) == [version + 1 for version in before]
        assert Event.objects.get(pk=other.pk).version == other.version

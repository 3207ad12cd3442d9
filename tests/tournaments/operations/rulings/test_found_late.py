"""What is found after a round was closed: ruled on or corrected without opening it; what rests on it is asked about."""

from __future__ import annotations

import uuid

import pytest
from rest_framework.test import APIClient

from games.protocol import Draft
from games.queries import log_of, state_of
from games.rules.entries import Amend, Close, Deal, Entry, PenaltyLetter, Strike, Swap
from games.rules.payload import entry_payload
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, seats_of, staff_of, table_of
from tests.games.logs import written
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.evening.test_substitutions import guest
from tests.tournaments.operations.rulings.test_judging import rule, said_at
from tests.tournaments.operations.rulings.test_overruling import letters, over, union
from tests.tournaments.queries import test_finals
from tests.tournaments.queries.test_finals import ranked, seat
from tests.tournaments.tableside.conftest import Hand
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import JournalLine, Question, Round, Score
from tournaments.operations.evening import recording, rounds
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.results import scoring
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.correcting import correct, preview_correction
from tournaments.operations.rulings.questions import answer_question
from tournaments.operations.upkeep.verifying import verify
from tournaments.queries.closing_report import report_of
from tournaments.queries.finals import final_proposal
from tournaments.texts.about_consequences import consequence_lines

pytestmark = pytest.mark.django_db
ten, tied = test_finals.ten, test_finals.tied


@pytest.fixture
def closed(evening):
    """The first round, played out and closed."""
    return stories.play_round(evening)


@pytest.fixture
def drawn(closed):
    """A second round, drawn as a ladder from the results of the first."""
    closed.event.regulations = {**closed.event.regulations, "seating": "ladder"}
    closed.event.save()
    return stories.a_drawn_round(closed.event, sizes=(5, 5, 5))


def lost_by(table, position=1):
    """Another seat that sat in the deal at `position`, beside its loser."""
    deal = table_of(table.round, table.number).game.entries.get(position=position).payload
    return next(seat for seat in "EDCBA" if seat not in (deal["loser"], *deal.get("bench", [])))


def corrected(table, entry: Entry, by=None, *, do=correct):
    game = table_of(table.round, table.number).game
    draft = Draft(id=uuid.uuid4(), entry=entry, expected_position=game.length + 1)
    place = {"slug": table.round.event.slug, "round_number": table.round.number, "table_number": table.number}
    return do(by=by or director_of(table.round.event), draft=draft, now=NOW, **place)


def places(event):
    return list(Score.objects.filter(event=event).order_by("pk").values_list("key", "rank_key", "letters"))


def asked(event):
    return sorted(Question.objects.filter(event=event, answer="").values_list("kind", "round__number"))


def test_a_referee_rules_on_a_closed_game_and_the_round_stays_closed(closed):
    table, referee = table_of(closed), staff_of(closed.event, "referee")
    seat, before = lost_by(table), letters(table)
    said = said_at(table, "b_inattentive", "lost_deal", by=referee, seat=seat, position=1)
    found = judging.preview_ruling(**said)
    assert found.letters
    assert (letters(table), Question.objects.count()) == (before, 0)
    ruling = judging.rule(**said)
    assert letters(table) != before
    assert Round.objects.get(pk=closed.pk).status == "closed"
    assert over(ruling, "lifted", judged_by="referee", by=referee).ruling.decision == "lifted"  # his own, put right
    assert letters(table) == before
    assert scoring.order_anew(closed.event) == []
    assert verify(event=closed.event).faults == ()


@pytest.mark.parametrize("decision", ["penalty_letter", "lost_deal_and_letter"])
def test_a_penalty_letter_too_is_found_late_and_taken_at_its_deal(closed, decision):
    table, referee = table_of(closed), staff_of(closed.event, "referee")
    seat, before, ranked = lost_by(table), letters(table), places(closed.event)
    kind = "a" if decision == "penalty_letter" else "b_inattentive"
    said = said_at(table, kind, decision, by=referee, seat=seat, position=1)
    found = judging.preview_ruling(**said)
    assert found.letters
    assert (letters(table), Question.objects.count()) == (before, 0)
    ruling = judging.rule(**said)
    assert written(table_of(closed).game)[-1].endswith("penalty_letter")
    assert letters(table) != before
    assert places(closed.event) != ranked
    assert Round.objects.get(pk=closed.pk).status == "closed"
    assert scoring.order_anew(closed.event) == []
    assert verify(event=closed.event).faults == ()
    assert over(ruling, "lifted", judged_by="referee", by=referee).ruling.decision == "lifted"
    assert (letters(table), places(closed.event)) == (before, ranked)


def test_a_letter_that_was_about_no_deal_is_given_to_another_where_it_was_taken(evening):
    table = table_of(evening)
    stories.record_deals(table, "A")
    ruling = rule(table, "a", "penalty_letter", seat="D")
    closed = stories.play_round(evening)
    further = over(ruling, "penalty_letter", judged_by="union", by=union(), seat="E").ruling
    line = table_of(closed).game.entries.get(position=further.entries[0])
    assert line.payload["after"] == ruling.entries[0]
    assert verify(event=closed.event).faults == ()


def test_lifted_and_given_once_more_it_is_taken_where_it_was_first(evening):
    table = table_of(evening)
    stories.record_deals(table, "A")
    ruling = rule(table, "a", "penalty_letter", seat="D")
    closed = stories.play_round(evening)
    lifted = over(ruling, "lifted", judged_by="referee").ruling
    again = over(lifted, "penalty_letter", judged_by="union", by=union()).ruling
    line = table_of(closed).game.entries.get(position=again.entries[0])
    assert line.payload["after"] == ruling.entries[0]
    assert verify(event=closed.event).faults == ()


def ended(table):
    """The line of the last deal, and a seat that lacks more than one letter at the end."""
    log, state = log_of(table_of(table.round).game), state_of(table_of(table.round).game)
    last = max(line.position for line in log if line.kind == "deal")
    seat = next(seat for seat, now in state.seats.items() if now.left is None and now.letters < 4)
    return last, seat


def test_a_letter_that_names_no_deal_stands_at_the_end_of_the_game(closed):
    """With preview, second count and the union's word like any other."""
    table, referee = table_of(closed), staff_of(closed.event, "referee")
    (last, seat), before, ranked = ended(table), letters(table), places(closed.event)
    said = said_at(table, "a", "penalty_letter", by=referee, seat=seat)
    found = judging.preview_ruling(**said)
    assert len(found.letters) == 1
    assert (letters(table), Question.objects.count()) == (before, 0)
    ruling = judging.rule(**said)
    line = table_of(closed).game.entries.get(position=ruling.entries[0])
    assert (line.payload["after"], ruling.concerned) == (last, stories.seats_of(table)[seat])
    assert letters(table) != before
    assert places(closed.event) != ranked
    assert scoring.order_anew(closed.event) == []
    assert verify(event=closed.event).faults == ()
    assert report_of(closed.event).sums.holds
    lifted = over(ruling, "lifted", judged_by="referee", by=referee).ruling
    assert (letters(table), places(closed.event)) == (before, ranked)
    again = over(lifted, "penalty_letter", judged_by="union", by=union()).ruling
    assert table_of(closed).game.entries.get(position=again.entries[0]).payload["after"] == last
    assert verify(event=closed.event).faults == ()


def test_given_to_another_such_a_letter_stays_at_the_end(closed):
    table, referee = table_of(closed), staff_of(closed.event, "referee")
    last, seat = ended(table)
    other = next(one for one, now in state_of(table.game).seats.items() if now.left is None and one != seat)
    ruling = rule(table, "a", "penalty_letter", seat=seat, by=referee, judged_by="referee")
    further = over(ruling, "penalty_letter", judged_by="union", by=union(), seat=other).ruling
    assert table_of(closed).game.entries.get(position=further.entries[0]).payload["after"] == last


def test_it_goes_to_whoever_sat_there_in_the_last_deal(evening):
    """A stand-in sat down after it, and then the game was ended early."""
    table, director = table_of(evening), director_of(evening.event)
    stories.record_deals(table, "A B")
    player = stories.seats_of(table)["D"]
    substitute_player(out=player, stand_in=guest(evening.event), by=director, now=NOW)
    stories.record_line(table, Close("venue closes"))
    ruling = rule(table, "a", "penalty_letter", seat="D", by=director, judged_by="referee")
    assert ruling.concerned == player
    assert state_of(table_of(evening).game).seats["D"].tallies["D1"].letters == 1


def test_who_would_complete_the_word_by_it_is_not_sent_away_after_the_end(closed):
    """And the referee reads why, in place of being told to ask the referee."""
    table = table_of(closed)
    state = state_of(table.game)
    seat = next(iter(state.active))
    for _ in range(len(state.setup.letters) - 1 - state.seats[seat].letters):
        rule(table, "a", "penalty_letter", seat=seat, judged_by="referee")
    again = refusal(rule, table, "a", "penalty_letter", seat=seat, judged_by="referee")
    assert (again.code, again.values) == ("leaves_no_more", {"seat": seat})


def test_only_a_referee_writes_that_a_letter_was_due_earlier(evening):
    table, judge = table_of(evening), staff_of(evening.event, "line_judge", judged=[1])
    stories.record_deals(table, "A B")
    draft = Draft(id=uuid.uuid4(), entry=PenaltyLetter("C", after=1), expected_position=3)
    place = {"slug": evening.event.slug, "round_number": 1, "table_number": 1, "draft": draft, "now": NOW}
    assert refusal(recording.record, by=judge, **place).code == "needs_referee"
    recording.record(by=staff_of(evening.event, "referee"), **place)
    assert letters(table)[2] == "1"


def test_a_line_judge_does_not(closed):
    judge = staff_of(closed.event, "line_judge", judged=[1])
    table = table_of(closed)
    said = {"by": judge, "seat": lost_by(table), "position": 1, "judged_by": "line_judge"}
    assert refusal(rule, table, "b_inattentive", "lost_deal", **said).code == "correction_needs_referee"
    assert refusal(corrected, table, Strike(1), by=judge).code == "correction_needs_referee"


def test_no_deal_is_being_played_there(closed):
    for kind, decision in [("b_inattentive", "lost_deal"), ("c", "void_deal")]:
        assert refusal(rule, table_of(closed), kind, decision, seat="D").code == "deal_required"
    assert refusal(corrected, table_of(closed), Deal("A")).code == "round_not_running"


def test_nor_where_the_game_is_over_and_its_round_still_runs(evening):
    stories.play_out(table_of(evening))
    table = table_of(evening)
    assert refusal(rule, table, "b_inattentive", "lost_deal", seat="D", judged_by="referee").code == "deal_required"


def test_the_director_is_asked_where_a_later_round_rests_on_it(drawn):
    table = table_of(drawn.event.rounds.get(number=1))
    seated = list(drawn.tables.order_by("number").values_list("occupants__registration", flat=True))
    rule(table, "b_inattentive", "lost_deal", seat=lost_by(table), position=1)
    assert ("drawn_round", 2) in asked(drawn.event)
    assert list(drawn.tables.order_by("number").values_list("occupants__registration", flat=True)) == seated


def test_a_line_is_corrected_late_after_a_look_and_the_director_is_asked(drawn):
    table = table_of(drawn.event.rounds.get(number=1))
    before, entry = places(drawn.event), Amend(1, {"loser": lost_by(table)})
    assert corrected(table, entry, do=preview_correction).letters
    assert (places(drawn.event), asked(drawn.event)) == (before, [])
    assert corrected(table, entry).consequences.differing[0].number == 2
    assert places(drawn.event) != before
    assert ("drawn_round", 2) in asked(drawn.event)
    assert JournalLine.objects.filter(act="late_correction", subject="round:1").count() == 1
    assert scoring.order_anew(drawn.event) == []


def test_the_same_correction_again_changes_and_asks_nothing(closed):
    table = table_of(closed)
    game = table.game
    draft = Draft(id=uuid.uuid4(), entry=Swap("A", "B", 1), expected_position=game.length + 1)
    place = {"slug": closed.event.slug, "round_number": 1, "table_number": 1}
    for _again in range(2):
        correct(by=director_of(closed.event), draft=draft, now=NOW, **place)
    assert table_of(closed).game.length == game.length + 1


@pytest.fixture
def ahead(evening):
    """A round that runs again, three deals at its first table, while the next is drawn already as a ladder."""
    stories.record_deals(table_of(evening), "A B C")
    Round.objects.filter(pk=evening.pk).update(status="closed")
    evening.event.regulations = {**evening.event.regulations, "seating": "ladder"}
    evening.event.save()
    second = stories.a_planned_round(evening.event)
    stories.drawing.draw_round(round_=second, seed="ff", by=director_of(evening.event), now=NOW, sizes=(5, 5, 5))
    rounds.reopen_round(round_=evening, now=NOW)
    return evening


def test_a_correction_of_a_running_round_asks_too_where_the_next_is_drawn(ahead):
    corrected(table_of(ahead), Strike(1))
    assert asked(ahead.event) == [("drawn_round", 2)]


def by_the_api(ahead, table):
    line = {
        "id": str(uuid.uuid4()),
        "expected_position": 4,
        "entry": {"kind": "amend", "position": 1, "loser": "B"},
    }
    client = APIClient()
    client.force_authenticate(director_of(ahead.event))
    return client.post(f"/api/v1/events/{ahead.event.slug}/rounds/1/tables/1/entries/", line, format="json").status_code


def by_a_tap_on_the_page(ahead, table):
    answer = Hand(director_of(ahead.event), table).post("undo", position=3)
    return 201 if answer.status_code == 303 else answer.status_code


def by_a_phone(ahead, table):
    pocket = Pocket(director_of(ahead.event))
    pocket.send(table.game)
    pocket.tap(table.game, entry_payload(Amend(1, {"loser": "B"})))
    [answer] = pocket.send()["lines"]
    return 201 if answer["status"] == "applied" else answer


@pytest.mark.parametrize("way", [by_the_api, by_a_tap_on_the_page, by_a_phone])
def test_whatever_brings_the_correction_the_director_is_asked(ahead, way):
    table = table_of(ahead)
    before = places(ahead.event)
    assert way(ahead, table) == 201
    assert places(ahead.event) != before
    assert asked(ahead.event) == [("drawn_round", 2)]
    assert scoring.order_anew(ahead.event) == []


def test_a_deal_asks_nobody(ahead):
    pocket = Pocket(director_of(ahead.event))
    pocket.send(table_of(ahead).game)
    pocket.deal(table_of(ahead).game, "A")
    assert pocket.send()["lines"][0]["status"] == "applied"
    assert asked(ahead.event) == []


# --- A game that is not over any more ---------------------------------------------------------------------------------


@pytest.fixture
def opened(drawn):
    """Table 1 of the closed round after its last deal was taken back: the director is asked."""
    table = table_of(drawn.event.rounds.get(number=1))
    corrected(table, Strike(table.game.length))
    assert ("open_game", 1) in asked(drawn.event)
    return table


def told_of_later(table, entry):
    """Round → what a referee is told of it before he corrects a line."""
    found = corrected(table, entry, do=preview_correction)
    lines = [line for line in consequence_lines(found) if "is drawn already" in line]
    return {later.number: line for later, line in zip(found.later, lines, strict=True)}


def test_of_a_final_that_the_end_of_a_game_decides_nobody_says_that_it_does_not_depend_on_it(ten):
    """Though the same would qualify as it is now; a draw by lots reads no results."""
    seat(ten, "final")
    stories.a_drawn_round(ten)
    table = table_of(ten.rounds.get(number=1))
    told = told_of_later(table, Strike(table.game.length))
    assert "How the game at this table ends can still change what it was drawn from" in told[2]
    assert "It does not depend on this" in told[3]
    table = table_of(ten.rounds.get(number=1))
    assert "It does not depend on this" in told_of_later(table, Swap("A", "B", 1))[2], "it stays over"


def test_a_play_off_depends_on_the_tie_that_it_was_played_for_also_when_it_has_settled_it(tied):
    one, other = final_proposal(tied).play_off.between
    play_off = rounds.start_round(round_=seat(tied, "play_off", [one, other, *ranked(tied)[:2]]), now=NOW)
    loser = next(letter for letter, sitter in seats_of(table_of(play_off)).items() if sitter.key == one)
    stories.record_deals(table_of(play_off), loser)
    rounds.close_round(round_=play_off, by=director_of(tied), now=NOW)
    seat(tied, "final")
    table = stories.registration(tied, one).seats.get(round__number=1).table
    told = told_of_later(table, Strike(6))
    assert "from what this changes. Nothing is drawn anew: the director is asked." in told[2]
    corrected(table, Strike(6))
    assert ("drawn_round", 2) in asked(tied)


def test_in_a_game_that_goes_on_again_no_deal_is_played_before_its_round_does(opened):
    assert refusal(rule, opened, "b_inattentive", "lost_deal", seat="D").code == "deal_required"


def test_a_game_that_is_left_as_it_is_opens_nothing(opened):
    event = opened.round.event
    question = Question.objects.get(event=event, kind="open_game")
    answer_question(question=question, answer="leave", by=director_of(event), now=NOW)
    assert event.rounds.get(number=1).status == "closed"


def test_everybody_reads_that_it_was_left_and_no_page_says_that_it_is_played(opened, client):
    event = opened.round.event
    here = f"/e/{event.slug}/"
    desk = signed_in_as(director_of(event))
    pages = (f"{here}round/1/table/1/", here, f"{here}round/1/")

    def told() -> list[str]:
        return [words_of(client.get(page)) for page in pages] + [words_of(desk.get(f"/desk/{event.slug}/round/1/"))]

    playing = ("match ball", "deals to go", "still playing", "to go<", "leads<")
    said = "Left unfinished by the director"
    assert [said in page for page in told()] == [False] * 4, "he is asked"
    question = Question.objects.get(event=event, kind="open_game")
    answer_question(question=question, answer="leave", by=director_of(event), now=NOW)
    assert [said in page for page in told()] == [True, False, True, False]
    assert [one for page in told() for one in playing if one in page] == []
    assert "stopped" in told()[0]


def test_a_game_that_is_played_on_opens_its_round_and_asks_what_rests_on_it(opened):
    event = opened.round.event
    Question.objects.filter(kind="drawn_round").update(answer="leave")
    question = Question.objects.get(event=event, kind="open_game")
    answer_question(question=question, answer="play_on", by=director_of(event), now=NOW)
    first = event.rounds.get(number=1)
    assert first.status == "running"
    assert asked(event) == [("drawn_round", 2)]
    assert refusal(rounds.close_round, round_=first, by=director_of(event), now=NOW).code == "tables_open"
    stories.play_out(opened)
    rounds.close_round(round_=first, by=director_of(event), now=NOW)
    assert event.rounds.get(number=1).status == "closed"


def test_what_was_closed_by_mistake_is_taken_back_and_played_on(evening):
    stories.record_deals(table_of(evening), "A B C")
    rounds.close_round(round_=evening, by=director_of(evening.event), now=NOW, force_reason="by mistake")
    table = table_of(evening)
    corrected(table, Strike(table.game.length, "by mistake"))
    question = Question.objects.get(event=evening.event, kind="open_game")
    answer_question(question=question, answer="play_on", by=director_of(evening.event), now=NOW)
    stories.record_deals(table, "D")
    assert evening.event.rounds.get().status == "running"

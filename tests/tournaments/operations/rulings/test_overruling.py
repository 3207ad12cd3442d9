"""Overruling: table → line judge → referee → union, its preview, its questions (operations/rulings/overruling.py)."""

import uuid

import pytest
from django.core.exceptions import PermissionDenied

from games.models import Entry
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, registration, seats_of, staff_of, table_of
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments.models import Account, JournalLine, Office, Question, Ruling, Sanction, Score
from tournaments.operations.evening import rounds
from tournaments.operations.results import scoring
from tournaments.operations.rulings import judging, questions
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.overruling import may_judge_as, overrule, preview

pytestmark = pytest.mark.django_db


def union() -> Account:
    account = AccountFactory.create(name="Board")
    Office.objects.create(account=account, role="union", starts_at=NOW)
    return account


def position_of(options):
    return options.get("position")


def rule(table, kind, decision, **options):
    seat = "B" if position_of(options) else "D"
    said = {"seat": seat, "facts": "seen by all", "judged_by": "table", **options}
    place = {"slug": table.round.event.slug, "round_number": table.round.number, "table_number": table.number}
    by = said.pop("by", None) or director_of(table.round.event)
    draft = RulingDraft(kind=kind, decision=decision, **said)
    return judging.rule(**place, by=by, draft=draft, now=NOW)


def over(ruling, decision, *, judged_by="referee", by=None, facts="on second thoughts", **options):
    draft = RulingDraft(decision=decision, judged_by=judged_by, facts=facts, **options)
    return overrule(ruling=fresh(ruling), by=by or director_of(ruling.table.round.event), draft=draft, now=NOW)


def fresh(ruling):
    return Ruling.objects.select_related("table__round__event", "concerned").get(pk=ruling.pk)


def standings(event):
    return list(Score.objects.filter(event=event).order_by("pk").values_list("key", "rounds", "rank_key", "letters"))


def letters(table):
    return "".join(str(seat["letters"]) for seat in table_of(table.round, table.number).game.state["seats"].values())


@pytest.fixture
def table(evening):
    """Table 1 after A and C lost a deal each."""
    table = table_of(evening)
    record_deals(table, "A C")
    return table


@pytest.mark.parametrize(
    ("kind", "decision", "position"),
    [
        ("a", "penalty_letter", None),
        ("b_inattentive", "lost_deal_and_letter", 2),
        ("b_intentional", "lost_deal", None),
        ("c", "void_deal", 2),
        ("a", "warning", None),
    ],
)
def test_a_ruling_that_is_lifted_never_happened(table, kind, decision, position):
    before = standings(table.round.event), letters(table)
    ruling = rule(table, kind, decision, position=position)
    lifted = over(ruling, "lifted").ruling
    assert (standings(table.round.event), letters(table)) == before
    assert (lifted.overrules, lifted.entries, len(lifted.undoing)) == (ruling, [], len(ruling.entries))
    assert scoring.order_anew(table.round.event) == []


def test_the_further_ruling_puts_its_own_in_place_and_erases_nothing(table):
    ruling = rule(table, "b_inattentive", "lost_deal_and_letter", position=2)
    lines = Entry.objects.filter(game=table.game).count()
    further = over(ruling, "void_deal", seat="D", public_text="The deal was not played fairly.").ruling
    assert letters(table) == "10000"
    assert (further.deal, further.seat, further.concerned.nick) == (2, "D", seats_of(table)["D"].nick)
    assert Entry.objects.filter(game=table.game).count() == lines + 4  # two strikes back, one strike and a void deal
    assert fresh(ruling).overruled_by == further


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [("referee", "referee", "not_higher"), ("referee", "line_judge", "not_higher"), ("table", "line_judge", None)],
)
def test_only_a_higher_instance_overrules(table, first, then, code):
    ruling = rule(table, "a", "penalty_letter", judged_by=first)
    another = staff_of(table.round.event, "referee")
    if code:
        assert refusal(over, ruling, "warning", judged_by=then, by=another).code == code
    else:
        assert over(ruling, "warning", judged_by=then, by=another).ruling.judged_by == then


def test_each_instance_needs_its_right(table):
    event = table.round.event
    ruling = rule(table, "a", "penalty_letter")
    line_judge = staff_of(event, "line_judge", judged=[1])
    assert may_judge_as(line_judge, ruling) == ("line_judge",)
    assert may_judge_as(director_of(event), ruling) == ("table", "referee")  # he gave it, and may put it right
    assert may_judge_as(staff_of(event, "referee"), ruling) == ("referee",)
    assert may_judge_as(AccountFactory.create(), ruling) == ()
    assert refusal(over, ruling, "warning", by=line_judge).code == "above_own_instance"
    with pytest.raises(PermissionDenied):
        over(ruling, "warning", judged_by="union")
    board = union()
    assert may_judge_as(board, ruling) == ("union",)
    assert over(ruling, "lifted", judged_by="union", by=board).ruling.judged_by == "union"


def test_a_ruling_is_overruled_once_and_the_further_one_by_the_next_instance(table):
    first = rule(table, "a", "penalty_letter")
    second = over(first, "lifted", judged_by="line_judge").ruling
    assert refusal(over, first, "warning").code == "already_overruled"
    third = over(second, "penalty_letter").ruling
    assert letters(table) == "10110"
    over(third, "lifted", judged_by="union", by=union())
    assert letters(table) == "10100"
    assert scoring.order_anew(table.round.event) == []


def test_nobody_overrules_where_he_plays(table):
    ruling = rule(table, "a", "warning")
    player = registration(table.round.event, seats_of(table)["D"].key).player
    player.account = director_of(table.round.event)
    player.save()
    assert refusal(over, ruling, "lifted").code == "judge_plays"


def test_a_preview_says_what_changes_and_leaves_nothing(table):
    event = table.round.event
    ruling = rule(table, "b_inattentive", "lost_deal_and_letter", position=2)
    before = standings(event), letters(table), Entry.objects.count(), JournalLine.objects.count()
    event.refresh_from_db()
    draft = RulingDraft(judged_by="referee", decision="lifted", facts="no")
    found = preview(ruling=fresh(ruling), by=director_of(event), draft=draft, now=NOW)
    assert [(one.seat, one.before, one.after) for one in found.letters] == [("B", "2", "0"), ("C", "0", "1")]
    nicks = seats_of(table)
    assert {one.who for one in found.places} >= {nicks["B"].nick, nicks["C"].nick}
    assert (standings(event), letters(table), Entry.objects.count(), JournalLine.objects.count()) == before
    assert (type(event).objects.get(pk=event.pk).version, Ruling.objects.count()) == (event.version, 1)
    assert over(ruling, "lifted").consequences == found


def test_what_was_previewed_is_what_is_done(table):
    ruling = rule(table, "a", "penalty_letter")
    record_deals(table, "B")
    assert refusal(over, ruling, "lifted", expected_position=4).code == "stale_position"
    form = uuid.uuid4()
    done = over(ruling, "lifted", expected_position=5, form=form).ruling
    assert over(ruling, "lifted", expected_position=5, form=form).ruling == done


def test_a_final_that_is_seated_is_not_seated_anew_but_the_director_is_asked():
    event = stories.an_event(players=9, status="closed", series="nationals")
    first = stories.play_round(stories.a_running_round(event, sizes=(5, 4)), close=False)
    table = table_of(first)
    by_success = Score.objects.filter(event=event).order_by("rank_key", "key").values_list("key", flat=True)
    ruling = rule(table, "a", "warning")
    rounds.close_round(round_=first, by=director_of(event), now=NOW)
    final = stories.a_drawn_round(event, kind="final", chosen=list(by_success[:6]))
    seated = list(final.occupants.order_by("seat").values_list("registration__key", flat=True))
    found = over(ruling, "lost_deal", position=1, seat="D", kind="b_inattentive", judged_by="union", by=union())
    assert [(one.number, one.kind, one.differs) for one in found.consequences.later] == [(2, "final", True)]
    assert list(final.occupants.order_by("seat").values_list("registration__key", flat=True)) == seated
    question = Question.objects.get(kind="drawn_round")
    assert questions.answers_to(question) == ("leave", "redraw")
    questions.answer_question(question=question, answer="leave", by=director_of(event), now=NOW)
    again = refusal(questions.answer_question, question=question, answer="leave", by=director_of(event), now=NOW)
    assert again.code == "question_answered"


def test_a_round_drawn_by_lots_does_not_depend_on_a_ruling(evening):
    table = table_of(evening)
    ruling = rule(table, "a", "penalty_letter")
    stories.play_round(evening)
    stories.a_drawn_round(evening.event)
    found = over(ruling, "lifted").consequences
    assert [(one.number, one.differs) for one in found.later] == [(2, False)]
    assert not Question.objects.exists()


def test_a_game_that_is_opened_again_in_a_closed_round_is_asked_about():
    event = stories.an_event(players=4, status="closed")
    round_ = stories.a_running_round(event)
    record_deals(table_of(round_), "A A A A")
    ruling = rule(table_of(round_), "b_inattentive", "lost_deal", seat="A")
    rounds.close_round(round_=round_, by=director_of(event), now=NOW)
    found = over(ruling, "lifted", judged_by="union", by=union()).consequences
    assert found.opened == (1, 13)
    question = Question.objects.get()
    assert (question.kind, question.table.number) == ("open_game", 1)
    assert questions.answers_to(question) == ("leave", "play_on")
    assert scoring.order_anew(event) == []


def test_a_ban_that_a_lifted_ruling_proposed_is_not_proposed_any_more(table):
    ruling = rule(table, "b_intentional", "lost_deal")
    sanction = Sanction.objects.get(ruling=ruling)
    assert (sanction.kind, sanction.state, sanction.player) == ("ban_for_life", "proposed", ruling.concerned.player)
    over(ruling, "warning", kind="other")
    sanction.refresh_from_db()
    assert sanction.state == "declined"


@pytest.mark.parametrize(("judged_by", "decision"), [("referee", "lost_deal"), ("referee", "nothing")])
def test_an_overruling_keeps_to_the_catalogue(table, judged_by, decision):
    ruling = rule(table, "c", "void_deal")
    assert refusal(over, ruling, decision, judged_by=judged_by).code == "ruling_not_allowed"
    assert refusal(over, ruling, "penalty_letter").code == "not_repeated"
    assert refusal(over, ruling, "warning", facts=" ").code == "facts_required"


def test_every_ruling_is_a_line_of_the_journal_without_its_texts(table):
    ruling = rule(table, "a", "penalty_letter", public_text="He looked.")
    over(ruling, "lifted")
    given, overruled = JournalLine.objects.filter(act__startswith="ruling_").order_by("number")
    assert (given.act, given.subject, given.new["lines"]) == ("ruling_given", f"ruling:{ruling.pk}", [3])
    assert (overruled.act, overruled.old["ruling"]) == ("ruling_overruled", ruling.pk)
    assert "looked" not in str(given.new) + str(overruled.new)

"""Sanctions: two people, reasons, notice, lifting, and appeals (operations/rulings/sanctions.py, appeals.py)."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, record_deals, registration, seats_of, table_of
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments.letters.sending import written
from tournaments.models import Account, Appeal, JournalLine, Message, Office, Player, Question, Ruling, Sanction
from tournaments.operations.bans.doors import refuse_banned, refuse_unanswered
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.appeals import appeal, deadline_of, decide_appeal, preview_decision
from tournaments.operations.rulings.draft import AppealDraft, RulingDraft, SanctionDraft
from tournaments.operations.rulings.sanctions import confirm_sanction, decline_sanction, lift_sanction, propose_sanction

pytestmark = pytest.mark.django_db


def union() -> Account:
    account = AccountFactory.create(name="Board")
    Office.objects.create(account=account, role="union", starts_at=NOW)
    return account


def of_player(one: Player) -> Account:
    one.account = AccountFactory.create(name=one.nick)
    one.save()
    return one.account


@pytest.fixture
def player(event):
    """p1, who has an account."""
    one = registration(event, "p1").player
    of_player(one)
    return one


def propose(event, player, kind="ban_for_life", **options):
    by = options.pop("by", None) or director_of(event)
    return propose_sanction(by=by, player=player, kind=kind, grounds="he cheats", event=event, now=NOW, **options)


def confirm(sanction, by=None, **options):
    return confirm_sanction(sanction=sanction, by=by or union(), reasons="We have seen it.", now=NOW, **options)


def test_a_sanction_needs_a_proposer_and_somebody_else_of_the_union(event, player):
    board = union()
    own = propose_sanction(by=board, player=player, kind="warning", grounds="seen", now=NOW)
    assert refusal(confirm, own, board).code == "own_proposal"
    with pytest.raises(PermissionDenied):
        confirm(own, director_of(event))
    assert confirm(own).state == "confirmed"
    assert refusal(confirm, own).code == "sanction_decided"


def test_who_may_neither_propose_nor_confirm(event, player):
    line_judge = stories.staff_of(event, "line_judge", judged=[1])
    with pytest.raises(PermissionDenied):
        propose(event, player, by=line_judge)
    Office.objects.create(account=player.account, role="union", starts_at=NOW)
    assert refusal(confirm, propose(event, player), player.account).code == "own_case"
    assert refusal(decline_sanction, sanction=propose(event, player), by=player.account, now=NOW).code == "own_case"


@pytest.mark.parametrize(
    ("kind", "ends_on", "code"),
    [
        ("ban_until", None, "ban_without_end"),
        ("ban_until", date(2020, 1, 1), "ban_without_end"),
        ("", None, "no_such_sanction"),
    ],
)
def test_a_sanction_is_one_of_three_kinds(event, player, kind, ends_on, code):
    assert refusal(propose, event, player, kind, ends_on=ends_on).code == code


def test_the_database_knows_that_only_a_ban_until_a_date_has_an_end(event, player):
    sanction = propose(event, player)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(ends_on=date(2030, 1, 1))


def test_a_proposal_does_nothing_and_a_confirmed_ban_counts_from_its_confirmation(event, player):
    sanction = propose(event, player)
    assert not Sanction.objects.bans_at(NOW).exists()
    confirm(sanction)
    assert not Sanction.objects.bans_at(NOW - timedelta(seconds=1)).exists()
    assert Sanction.objects.bans_at(NOW + timedelta(days=9999)).get() == sanction


def test_a_ban_until_a_date_counts_that_day_and_not_the_next(event, player):
    last = NOW.date() + timedelta(days=10)
    confirm(propose(event, player, "ban_until", ends_on=last))
    assert Sanction.objects.bans_at(NOW + timedelta(days=10)).exists()
    assert not Sanction.objects.bans_at(NOW + timedelta(days=11)).exists()


def test_a_warning_bans_nobody_and_asks_nobody(event, player):
    confirm(propose(event, player, "warning"))
    assert not Sanction.objects.bans_at(NOW).exists()
    assert not Question.objects.exists()


def test_the_union_may_choose_a_milder_kind(event, player):
    last = NOW.date() + timedelta(days=10)
    assert confirm(propose(event, player), kind="ban_until", ends_on=last).ends_on == last


def test_the_player_is_told_once_with_the_reasons(event, player):
    sanction = confirm(propose(event, player))
    letter = written(Message.objects.get(kind="sanction"))
    assert "We have seen it." in letter.body
    assert "he cheats" not in letter.body
    lift_sanction(sanction=sanction, by=union(), now=NOW, reasons="It was somebody else.")
    assert Message.objects.filter(kind="sanction").count() == 2
    assert "It was somebody else." in written(Message.objects.order_by("pk").last()).body


def test_a_lifted_ban_keeps_nobody_out_and_asks_nobody_any_more(event, player):
    sanction = confirm(propose(event, player))
    assert Question.objects.get().registration.player == player
    lift_sanction(sanction=sanction, by=union(), now=NOW, reasons="mistaken")
    assert not Sanction.objects.bans_at(NOW).exists()
    assert not Question.objects.exists()
    assert refusal(lift_sanction, sanction=sanction, by=union(), now=NOW, reasons="x").code == "sanction_not_in_force"


def public_page(player, at, monkeypatch) -> str:
    monkeypatch.setattr("tournaments.public.players.timezone.now", lambda: at)
    return Client().get(f"/players/{player.pk}/").content.decode()


def test_a_ban_is_in_force_at_once_and_public_a_day_later(event, player, monkeypatch):
    confirm(propose(event, player))
    assert Question.objects.get().event == event, "the director of the event that runs is asked at once"
    assert refusal(refuse_banned, player, now=NOW).code == "banned"
    assert refusal(refuse_unanswered, event).code == "ban_unanswered"
    for hours, seen in ((0, False), (23.99, False), (24, True), (24 * 30, True)):
        assert ("Banned by the union" in public_page(player, NOW + timedelta(hours=hours), monkeypatch)) is seen


def test_a_ban_that_is_taken_back_within_the_day_was_never_public(event, player, monkeypatch):
    sanction = confirm(propose(event, player))
    lift_sanction(sanction=sanction, by=union(), now=NOW + timedelta(hours=23), reasons="It was somebody else.")
    for hours in (23, 24, 48):
        assert "Banned by the union" not in public_page(player, NOW + timedelta(hours=hours), monkeypatch)


def test_a_warning_is_never_public(event, player, monkeypatch):
    sanction = confirm(propose(event, player, "warning"))
    assert sanction.public_from is None
    assert not Sanction.objects.public_at(NOW + timedelta(days=9)).exists()


def test_whom_a_ruling_names_is_told_how_long_he_can_appeal_in_his_language(event, player):
    Account.objects.filter(pk=player.account_id).update(language="cs")
    evening = stories.a_running_round(event)
    table, seat = next(
        (table, seat) for table in evening.tables.all() for seat, one in seats_of(table).items() if one.player == player
    )
    judging.rule(
        by=director_of(event),
        slug=event.slug,
        round_number=evening.number,
        table_number=table.number,
        draft=RulingDraft(seat=seat, kind="a", facts="looked", judged_by="referee", decision="penalty_letter"),
        now=NOW,
    )
    letter = written(Message.objects.get(kind="ruling"))
    assert letter.to == [Account.objects.get(pk=player.account_id).email]
    until = deadline_of(Ruling.objects.get()).date()
    assert f"Odvolat se můžete do {until.day}." in letter.body
    assert "/me/rulings/" in letter.body
    assert "looked" not in letter.body, "the facts stay on his page"


def test_the_same_form_proposes_once(event, player):
    form = "5ca1ab1e-0000-4000-8000-000000000001"
    assert propose(event, player, form=form) == propose(event, player, form=form)
    assert refusal(propose, event, registration(event, "p2").player, form=form).code == "id_reused"
    assert refusal(propose, stories.an_event(players=0, slug="quay"), player, form=form).code == "id_reused"


def test_every_act_is_a_line_of_the_union_s_journal(event, player):
    sanction = confirm(propose(event, player))
    lift_sanction(sanction=sanction, by=union(), now=NOW, reasons="mistaken")
    lines = JournalLine.objects.filter(subject=f"sanction:{sanction.pk}").order_by("number")
    assert [line.act for line in lines] == ["sanction_proposed", "sanction_confirmed", "sanction_lifted"]
    assert "cheats" not in str([(line.new, line.reason) for line in lines])


# --- Appeals ----------------------------------------------------------------------------------------------------------


def test_a_harsher_one_is_proposed_anew_by_two(event, player):
    """Confirming and deciding on an appeal are each one person's acts, and no ban comes of one person."""
    last = NOW.date() + timedelta(days=30)
    assert refusal(confirm, propose(event, player, "warning"), kind="ban_for_life").code == "sanction_harsher"
    until = propose(event, player, "ban_until", ends_on=last)
    assert refusal(confirm, until, ends_on=last + timedelta(days=1)).code == "sanction_harsher"
    made = appeal(against=confirm(until), by=player.account, grounds="no", now=NOW)
    assert refusal(decide, made, "changed", instead=SanctionDraft("ban_for_life")).code == "sanction_harsher"
    assert [one.kind for one in Sanction.objects.bans_at(NOW)] == ["ban_until"]


@pytest.fixture
def ruling(evening):
    """A penalty letter for whoever sits in seat B of table 1, who has an account."""
    table = table_of(evening)
    record_deals(table, "A")
    of_player(seats_of(table)["B"].player)
    given = judging.rule(
        by=director_of(evening.event),
        slug=evening.event.slug,
        round_number=evening.number,
        table_number=1,
        draft=RulingDraft(seat="B", kind="a", facts="he looked", judged_by="referee", decision="penalty_letter"),
        now=NOW,
    )
    return Ruling.objects.select_related("table__round__event", "concerned__player__account").get(pk=given.pk)


def appealed(ruling, now=NOW):
    return appeal(against=ruling, by=ruling.concerned.player.account, grounds="I did not", now=now)


def decide(made, outcome, by=None, **options):
    draft = AppealDraft(outcome=outcome, reasons="Looked into it.", **options)
    return decide_appeal(made=made, by=by or union(), draft=draft, now=NOW)


WARNED = RulingDraft(judged_by="union", decision="warning", facts="Looked into it.")


def test_whom_it_concerns_appeals_once_and_in_time(ruling, stranger):
    assert refusal(appeal, against=ruling, by=stranger, grounds="x", now=NOW).code == "not_concerned"
    late = deadline_of(ruling) + timedelta(seconds=1)
    assert refusal(appealed, ruling, late).code == "appeal_late"
    assert deadline_of(ruling).date() == max(ruling.table.round.event.date, NOW.date()) + timedelta(days=7)
    assert appealed(ruling, deadline_of(ruling)).outcome == ""
    assert refusal(appealed, ruling).code == "already_appealed"


def test_an_event_may_give_more_time_for_an_appeal(ruling):
    event, usual = ruling.table.round.event, deadline_of(ruling)
    event.regulations = {**event.regulations, "appeal_days": 21}
    event.save(update_fields=["regulations"])
    assert deadline_of(ruling) == usual + timedelta(days=14)
    assert appealed(ruling, usual + timedelta(days=14)).outcome == ""


@pytest.mark.parametrize(
    ("outcome", "change", "letter", "further"),
    [
        ("upheld", {}, 1, None),
        ("lifted", {}, 0, "lifted"),
        ("changed", {"instead": WARNED}, 0, "warning"),
    ],
)
def test_the_union_upholds_changes_or_lifts_by_a_further_record(ruling, outcome, change, letter, further):
    made = appealed(ruling)
    draft = AppealDraft(outcome=outcome, reasons="x", **change)
    found = preview_decision(made=made, by=union(), draft=draft, now=NOW)
    assert [(one.before, one.after) for one in found.letters] == ([] if outcome == "upheld" else [("1", "0")])
    made = decide(Appeal.objects.get(pk=made.pk), outcome, public_text="Decided.", **change)
    assert table_of(ruling.table.round).game.state["seats"]["B"]["letters"] == letter
    assert (made.ruling_after.decision if made.ruling_after else None) == further
    assert Ruling.objects.get(pk=ruling.pk).decision == "penalty_letter"
    assert refusal(decide, made, "upheld").code == "appeal_decided"
    assert "Looked into it." in written(Message.objects.get(kind="appeal")).body


def test_who_changes_a_ruling_says_what_stands_instead(ruling):
    made = appealed(ruling)
    for instead in (None, SanctionDraft("warning")):
        assert refusal(decide, Appeal.objects.get(pk=made.pk), "changed", instead=instead).code == "no_such_answer"
    assert Appeal.objects.get(pk=made.pk).outcome == ""


def test_nobody_decides_on_his_own_game_ruling_or_case(ruling):
    made = appealed(ruling)
    event = ruling.table.round.event
    seats = seats_of(ruling.table)
    for account, code in [
        (seats["D"].player, "judge_plays"),
        (ruling.concerned.player, "own_case"),
        (None, "own_ruling"),
    ]:
        by = director_of(event) if account is None else account.account or of_player(account)
        Office.objects.create(account=by, role="union", starts_at=NOW)
        assert refusal(decide, made, "upheld", by).code == code


def test_the_union_is_the_last_instance(ruling):
    further = decide(appealed(ruling), "changed", instead=WARNED).ruling_after
    by = ruling.concerned.player.account
    assert refusal(appeal, against=further, by=by, grounds="x", now=NOW).code == "union_is_last"


@pytest.mark.parametrize(
    ("outcome", "states"),
    [("upheld", ["confirmed"]), ("lifted", ["lifted"]), ("changed", ["lifted", "confirmed"])],
)
def test_a_sanction_can_be_appealed_too(event, player, outcome, states):
    sanction = confirm(propose(event, player))
    made = appeal(against=sanction, by=player.account, grounds="It was not me", now=NOW)
    instead = SanctionDraft("ban_until", NOW.date() + timedelta(days=30)) if outcome == "changed" else None
    decide(made, outcome, instead=instead)
    assert [one.state for one in Sanction.objects.order_by("pk")] == states
    assert Sanction.objects.bans_at(NOW).exists() == (outcome != "lifted")
    assert Sanction.objects.bans_at(NOW + timedelta(days=40)).exists() == (outcome == "upheld")


def test_who_proposed_or_confirmed_a_sanction_does_not_decide_on_its_appeal(event, player):
    board = union()
    made = appeal(against=confirm(propose(event, player), board), by=player.account, grounds="no", now=NOW)
    assert refusal(decide, made, "lifted", board).code == "own_ruling"

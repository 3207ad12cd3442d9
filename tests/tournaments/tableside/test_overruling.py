"""Overruling on the page: first what it changes, then the deed; misdeals counted; revokes of Smear; proposing a ban."""

import re
import uuid

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.models import Appeal, JournalLine, Ruling, Sanction

SAID = {"seat": "B", "facts": "Held two hearts back.", "judged_by": "table", "bench": ["E"]}


@pytest.fixture
def ruled(hand, referee):
    """A penalty letter for seat B of table 1, judged by the table; the hand of a referee there."""
    at = hand(referee)
    at.post("rulings/a", **SAID, public_text="Looked too early.", decision="penalty_letter")
    return at


def filled_in(page, **said):
    """The form of the page as it came, with what was changed in it."""
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    hidden.pop("csrfmiddlewaretoken", None)
    words = {
        "judged_by": "referee",
        "decision": "lifted",
        "kind": "a",
        "seat": "B",
        "position": "",
        "facts": "Seen anew.",
    }
    return {**hidden, **words, "public_text": "", **said}


def overrule(at, said):
    return at.client.post(f"{at.base}rulings/{Ruling.objects.first().pk}/", said)


def test_what_it_changes_is_seen_before_it_happens(ruled):
    page = ruled.page(f"rulings/{Ruling.objects.get().pk}/")
    assert "Show what it changes" in page
    seen = text_of(overrule(ruled, filled_in(page)))
    assert "This changes:" in seen
    assert re.search(r"Seat B, [^:]+: 1 → 0 letters\.", seen)
    assert (Ruling.objects.count(), ruled.letters()["B"]) == (1, 1)
    answer = overrule(ruled, filled_in(seen, confirm="1"))
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{ruled.table.round.event.slug}/rulings/")
    assert (Ruling.objects.count(), ruled.letters()["B"]) == (2, 0)


def test_who_changes_the_form_after_looking_sees_the_new_consequences_first(ruled):
    page = ruled.page(f"rulings/{Ruling.objects.get().pk}/")
    seen = text_of(overrule(ruled, filled_in(page)))
    again = text_of(overrule(ruled, filled_in(seen, confirm="1", decision="warning")))
    assert "This changes:" in again
    assert Ruling.objects.count() == 1


def test_a_log_that_has_grown_is_looked_at_anew(ruled):
    page = ruled.page(f"rulings/{Ruling.objects.get().pk}/")
    seen = text_of(overrule(ruled, filled_in(page)))
    ruled.deal("A")
    answer = overrule(ruled, filled_in(seen, confirm="1"))
    assert answer.status_code == 409
    fresh = text_of(overrule(ruled, filled_in(text_of(answer))))
    assert "This changes:" in fresh
    assert overrule(ruled, filled_in(fresh, confirm="1")).status_code == 303


def test_where_nobody_higher_asks_there_is_no_form(ruled, hand, line_judge):
    table = stories.table_of(ruled.table.round, 2)
    at = Hand(line_judge, table)
    at.post("rulings/a", **{**SAID, "judged_by": "line_judge"}, decision="warning")
    Ruling.objects.filter(table=table).update(by=stories.director_of(table.round.event))  # another line judge's
    page = at.page(f"rulings/{Ruling.objects.last().pk}/")
    assert "Only a higher instance overrules this ruling." in page
    assert 'name="decision"' not in page
    refused = at.client.post(f"{at.base}rulings/{Ruling.objects.last().pk}/", {})
    assert (refused.status_code, "Only a higher instance overrules" in text_of(refused)) == (409, True)
    assert at.client.get(f"{at.base}rulings/{Ruling.objects.first().pk}/").status_code == 404  # of another table


def test_what_was_opened_before_an_appeal_is_refused_in_words_and_not_sent_for_ever(ruled):
    ruling = Ruling.objects.get()
    seen = filled_in(text_of(overrule(ruled, filled_in(ruled.page(f"rulings/{ruling.pk}/")))), confirm="1")
    Appeal.objects.create(ruling=ruling, grounds="I did not.", made_at=NOW)
    answer = ruled.client.post(f"{ruled.base}rulings/{ruling.pk}/", seen, headers={"X-Resend": "1"})
    assert (answer.status_code, answer["X-Entry-Id"]) == (409, seen["entry_id"])
    assert "The player has appealed against this ruling." in text_of(answer)
    assert Ruling.objects.count() == 1


def test_a_second_misdeal_of_one_dealer_is_told(hand, referee):
    at = hand(referee)
    assert "misdeal number" not in at.page("rulings/c/")
    refused = at.post("rulings/c", **{**SAID, "seat": "A"}, decision="penalty_letter")
    assert "only a repeated misdeal costs a letter" in text_of(refused)
    at.post("void-deals", bench="E", reason="six cards")  # A had to deal
    page = at.page("rulings/c/")
    assert re.search(r"Seat A, .*: this would be misdeal number 2 of this dealer", page)
    assert at.post("rulings/c", **{**SAID, "seat": "A"}, decision="penalty_letter").status_code == 303
    assert at.letters()["A"] == 1


def test_a_revoke_of_smear_is_a_warning_or_a_void_deal(db):
    event = stories.a_smear_event(players=4)
    at = Hand(stories.director_of(event), stories.table_of(stories.a_running_round(event)))
    page = at.page("rulings/revoke/")
    assert re.findall(r'name="decision" value="(\w+)"', page) == ["warning", "void_deal"]
    assert at.client.get(f"{at.base}rulings/b_intentional/").status_code == 404
    assert at.post("rulings/revoke", **SAID, decision="void_deal").status_code == 303
    assert at.kinds() == ["void_deal"]


def test_a_referee_proposes_a_sanction_once_per_form(client, event, referee):
    client.force_login(referee)
    one = stories.registration(event, "p4")
    said = {
        "player": one.pk,
        "kind": "ban_until",
        "ends_on": "2099-01-31",
        "grounds": "Shouted.",
        "entry_id": uuid.uuid4(),
    }
    for _ in range(2):
        assert client.post(f"/t/{event.slug}/sanctions/", said).status_code == 303
    assert (Sanction.objects.get().player, Sanction.objects.get().state) == (one.player, "proposed")
    assert "A ban until a date needs its last day" in text_of(
        client.post(f"/t/{event.slug}/sanctions/", {**said, "ends_on": ""})
    )
    assert "Shouted." in text_of(client.get(f"/t/{event.slug}/sanctions/"))


def test_a_refused_overruling_and_a_refused_proposal_are_in_the_journal(ruled, client, referee):
    event, one = ruled.table.round.event, Ruling.objects.get()
    seen = text_of(overrule(ruled, filled_in(ruled.page(f"rulings/{one.pk}/"))))
    ruled.deal("A")
    assert overrule(ruled, filled_in(seen, confirm="1")).status_code == 409
    said = {"player": one.concerned_id, "ends_on": "", "grounds": "Shouted."}
    client.force_login(referee)
    for kind, status in (("ban_for_life", 303), ("warning", 422)):
        sent = {**said, "kind": kind, "entry_id": uuid.UUID(int=7)}
        assert client.post(f"/t/{event.slug}/sanctions/", sent).status_code == status
    lines = JournalLine.objects.filter(chain__event=event, by=referee.key).exclude(refused="").order_by("number")
    said_no = [(line.act, line.refused) for line in lines]
    assert said_no == [("table:overrule", "stale_position"), ("table:sanctions", "id_reused")]

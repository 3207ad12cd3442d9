"""Rulings through the pages: the catalogue, the effect on the game, once per form, and the list of all."""

import re

import pytest

from games.rules.renonc import CATALOGUE
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.models import Appeal, Ruling

SAID = {"seat": "B", "facts": "Held two hearts back.", "judged_by": "line_judge", "bench": ["E"]}


@pytest.mark.parametrize(("kind", "decisions"), CATALOGUE.items())
def test_the_form_of_a_kind_offers_its_rulings_with_the_usual_one_chosen(hand, referee, kind, decisions):
    page = hand(referee).page(f"rulings/{kind}/")
    offered = re.findall(r'name="decision" value="(\w+)"', page)
    assert offered == list(decisions)
    assert re.search(rf'name="decision" value="{decisions[0]}"[^>]*checked', page)
    assert re.search(r'name="judged_by" value="referee"[^>]*checked', page)
    assert ("proposes a ban for life" in page) == (kind == "b_intentional")


@pytest.mark.parametrize(
    ("kind", "decision", "lines"),
    [
        ("a", "warning", []),
        ("b_inattentive", "lost_deal", ["deal"]),
        ("b_inattentive", "lost_deal_and_letter", ["deal", "penalty_letter"]),
        ("b_intentional", "lost_deal", ["deal"]),
        ("c", "void_deal", ["void_deal"]),
        ("other", "penalty_letter", ["penalty_letter"]),
    ],
)
def test_a_ruling_on_the_deal_being_played_has_its_effect(hand, referee, kind, decision, lines):
    at = hand(referee)
    answer = at.post(f"rulings/{kind}", **SAID, decision=decision)
    assert (answer.status_code, answer["Location"]) == (303, at.base)
    assert at.kinds() == lines
    ruling = Ruling.objects.get()
    assert (ruling.seat, ruling.kind, ruling.decision, ruling.judged_by) == ("B", kind, decision, "line_judge")
    assert (ruling.facts, ruling.by, ruling.ban_proposed) == (SAID["facts"], referee, kind == "b_intentional")
    assert "The ruling is recorded" in at.page()


def test_a_ruling_on_an_earlier_deal_changes_that_deal(hand, referee):
    at = hand(referee)
    for loser in "AB":
        at.deal(loser)
    assert '<option value="1">Deal 1:' in at.page("rulings/b_inattentive/")
    said = {**SAID, "decision": "lost_deal", "position": 1}
    seen = text_of(at.post("rulings/b_inattentive", **said))
    assert re.search(r"Seat A, [^:]+: 1 → 0 letters\.", seen)
    assert (at.letters()["A"], Ruling.objects.count()) == (1, 0)  # looked at, not done
    assert "This changes:" in text_of(at.post("rulings/b_inattentive", **said, looked="B lost_deal 2 3"))
    assert at.post("rulings/b_inattentive", **said, looked=looked_at(seen)).status_code == 303
    assert at.letters() == {"A": 0, "B": 2, "C": 0, "D": 0, "E": 0}


def looked_at(page):
    """The mark of the consequences that the page shows."""
    return re.findall(r'name="looked" value="([^"]+)"', page)[0]


def test_the_bench_of_the_form_goes_with_the_ruling(hand, referee):
    at = hand(referee)
    page = at.page("rulings/b_inattentive/?bench=D")
    assert re.search(r'name="bench" value="D"[^>]*checked', page)
    at.post("rulings/b_inattentive", **{**SAID, "bench": ["D"]}, decision="lost_deal")
    assert at.payloads() == [{"kind": "deal", "loser": "B", "bench": ["D"]}]


@pytest.mark.parametrize("decision", ["warning", "penalty_letter"])
@pytest.mark.parametrize("resend", [True, False])
def test_the_same_form_twice_is_one_ruling(hand, referee, decision, resend):
    at = hand(referee)
    form = at.form()
    for _ in range(2):
        answer = at.post("rulings/a", **SAID, decision=decision, **form, resend=resend)
        assert answer.status_code == (200 if resend else 303)
    assert Ruling.objects.count() == 1
    assert at.kinds() == ([] if decision == "warning" else ["penalty_letter"])


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        pytest.param({"facts": " "}, 422, "This field is required.", id="no facts"),
        pytest.param({"decision": "void_deal"}, 422, "Select a valid choice.", id="not for this kind"),
        pytest.param({"seat": "F"}, 422, "Select a valid choice.", id="no such seat"),
        pytest.param({"position": 9}, 422, "Line 9 of the log is no deal that counts.", id="no such deal"),
        pytest.param({"position": 1}, 422, "Seat E sits on the bench", id="sat out that deal"),
        pytest.param({"bench": ["C", "D"]}, 422, "Exactly four play a deal", id="three play"),
        pytest.param({"expected_position": 1}, 409, "Meanwhile something else was recorded", id="stale"),
    ],
)
@pytest.mark.parametrize("resend", [True, False])
def test_a_ruling_that_cannot_be_stores_nothing(hand, referee, said, status, sentence, resend):
    at = hand(referee)
    at.deal("A")
    ruled = {**SAID, "seat": "E", "bench": ["A"], "decision": "lost_deal", **said}
    answer = at.post("rulings/b_intentional", **ruled, resend=resend)
    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert Ruling.objects.count() == 0
    assert at.kinds() == ["deal"]


def test_nobody_rules_where_he_plays(hand, event, evening):
    seat = stories.seats_of(stories.table_of(evening))["A"]
    account = stories.staff_of(event, "referee")
    seat.player.account = account
    seat.player.save()
    answer = hand(account).post("rulings/a", **SAID, decision="penalty_letter")
    assert answer.status_code == 409
    assert "You play at this table" in text_of(answer)
    assert Ruling.objects.count() == 0


def test_a_line_judge_only_warns_once_the_game_is_over(hand, line_judge, referee):
    at = hand(line_judge, 2)
    stories.play_out(at.table)
    lines = at.kinds()
    assert "the deal being played now" not in at.page("rulings/b_inattentive/")
    refused = at.post("rulings/b_inattentive", **SAID, decision="lost_deal", position=1)
    assert refused.status_code == 409
    assert at.kinds() == lines
    assert at.post("rulings/a", **SAID, decision="warning").status_code == 303
    said = {**SAID, "decision": "lost_deal", "position": 1}
    seen = text_of(hand(referee, 2).post("rulings/b_inattentive", **said))
    assert hand(referee, 2).post("rulings/b_inattentive", **said, looked=looked_at(seen)).status_code == 303


def test_a_ruling_before_the_start_is_not_found(event, referee):
    at = Hand(referee, stories.table_of(stories.a_drawn_round(event)))
    assert at.client.get(f"{at.base}rulings/a/").status_code == 404


def test_facts_of_any_shape_leave_the_table_playable(hand, referee):
    at = hand(referee)
    said = {**SAID, "facts": "dealt\r\nsix\x07 cards", "public_text": "Wrongly\x07\u202e dealt.\u3164"}
    at.post("rulings/c", **said, decision="void_deal")
    assert at.payloads()[0]["reason"] == "Wrongly dealt."  # the log is public, the facts are not
    assert Ruling.objects.get().public_text == "Wrongly dealt."
    assert at.deal("A").status_code == 303


# --- The list ---------------------------------------------------------------------------------------------------------


def rulings(client, account, event):
    client.force_login(account)
    return client.get(f"/t/{event.slug}/rulings/")


def test_an_event_without_rulings_says_so(client, evening, referee):
    assert "No rulings" in text_of(rulings(client, referee, evening.event))


def test_the_list_tells_who_did_what_and_names_no_address(client, hand, evening, referee):
    hand(referee).post("rulings/b_intentional", **SAID, decision="lost_deal")
    page = text_of(rulings(client, referee, evening.event))
    nick = stories.seats_of(stories.table_of(evening))["B"].nick
    assert nick in page
    assert "Held two hearts back." in page
    assert "loses this deal" in page
    assert "ban proposed" in page
    assert "judged by: line judge" in page
    assert referee.email not in page


def test_the_list_says_what_waits_for_the_union(client, hand, evening, referee):
    """Or the referee would overrule what he may not."""
    hand(referee).post("rulings/a", **SAID, decision="warning")
    assert "under appeal" not in text_of(rulings(client, referee, evening.event))
    Appeal.objects.create(ruling=Ruling.objects.get(), grounds="no", made_at=NOW)
    assert "under appeal" in text_of(rulings(client, referee, evening.event))


def test_a_line_judge_reads_the_rulings_at_his_tables(client, hand, evening, referee, line_judge):
    hand(referee, 1).post("rulings/a", **{**SAID, "facts": "at table one"}, decision="warning")
    hand(referee, 2).post("rulings/a", **{**SAID, "facts": "at table two"}, decision="warning")
    page = text_of(rulings(client, line_judge, evening.event))
    assert "at table two" in page
    assert "at table one" not in page


@pytest.mark.parametrize("who", ["stranger", "player"])
def test_others_do_not_read_the_list(client, request, evening, who):
    assert rulings(client, request.getfixturevalue(who), evening.event).status_code == 403


def test_the_list_costs_the_same_for_one_ruling_and_for_three(
    client, hand, evening, referee, django_assert_max_num_queries
):
    costs = []
    client.force_login(referee)
    for tables in ((1,), (2, 3)):
        for number in tables:
            hand(referee, number).post("rulings/a", **SAID, decision="warning")
        with django_assert_max_num_queries(6) as asked:
            page = text_of(client.get(f"/t/{evening.event.slug}/rulings/"))
        costs.append(len(asked))
    assert page.count("Held two hearts back.") == 3
    assert costs[0] == costs[1]

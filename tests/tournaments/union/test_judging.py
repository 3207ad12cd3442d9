"""The union's pages: appeals decided with a preview, sanctions confirmed by somebody else, and lifted."""

import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import Appeal, Office, Ruling, Sanction
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.appeals import appeal
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.sanctions import propose_sanction

pytestmark = pytest.mark.django_db


def board() -> Client:
    account = AccountFactory.create(name="Board")
    Office.objects.create(account=account, role="union", starts_at=NOW)
    client = Client()
    client.force_login(account)
    return client


def text(answer):
    return " ".join(answer.content.decode().split())


def hidden(page):
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    found.pop("csrfmiddlewaretoken", None)
    return found


@pytest.fixture
def made(evening):
    """An appeal of seat B of table 1 against a penalty letter."""
    player = stories.seats_of(stories.table_of(evening))["B"].player
    player.account = AccountFactory.create()
    player.save()
    ruling = judging.rule(
        by=stories.director_of(evening.event),
        slug=evening.event.slug,
        round_number=1,
        table_number=1,
        draft=RulingDraft(seat="B", kind="a", facts="looked", judged_by="referee", decision="penalty_letter"),
        now=NOW,
    )
    return appeal(against=ruling, by=player.account, grounds="I had a cold.", now=NOW)


def decide(client, made, page, **said):
    words = {"reasons": "Looked into it.", "public_text": "", "decision": "", "kind": "a", "seat": "B", "position": ""}
    return client.post(f"/union/appeals/{made.pk}/", {**hidden(page), **words, **said})


@pytest.mark.parametrize(("outcome", "change"), [("lifted", {}), ("changed", {"decision": "warning"})])
def test_an_appeal_is_decided_after_a_look_at_what_it_changes(made, outcome, change):
    client = board()
    assert "Appeals" in text(client.get("/union/appeals/"))
    page = text(client.get(f"/union/appeals/{made.pk}/"))
    assert "I had a cold." in page
    seen = text(decide(client, made, page, outcome=outcome, **change))
    assert re.search(r"Seat B, [^:]+: 1 → 0 letters\.", seen)
    assert Ruling.objects.count() == 1
    assert decide(client, made, seen, outcome=outcome, confirm="1", **change).status_code == 302
    assert (Appeal.objects.get().outcome, Ruling.objects.count()) == (outcome, 2)
    assert "Looked into it." in text(client.get(f"/union/appeals/{made.pk}/"))


@pytest.mark.parametrize(("outcome", "said"), [("upheld", "the decision stands"), ("lifted", "the decision is lifted")])
def test_what_came_of_an_appeal_is_said_of_the_decision_not_of_the_appeal(made, outcome, said):
    client = board()
    seen = text(decide(client, made, text(client.get(f"/union/appeals/{made.pk}/")), outcome=outcome))
    decide(client, made, seen, outcome=outcome, confirm="1")
    mine = Client()
    mine.force_login(made.by)
    assert f"<strong>Your appeal:</strong> {said}" in text(mine.get("/me/rulings/"))


def test_a_change_says_what_is_ruled_instead(made):
    client = board()
    page = text(client.get(f"/union/appeals/{made.pk}/"))
    assert "Say what is ruled instead." in text(decide(client, made, page, outcome="changed"))


@pytest.mark.parametrize("who", ["who ruled", "whom it concerns", "who plays at the table"])
def test_who_may_not_decide_is_told_before_he_writes_and_decides_nothing(made, evening, who):
    seats = stories.seats_of(stories.table_of(evening))
    player = {"whom it concerns": "B", "who plays at the table": "C"}.get(who)
    if player == "C":
        seats["C"].player.account = AccountFactory.create()
        seats["C"].player.save()
    account = seats[player].player.account if player else stories.director_of(evening.event)
    Office.objects.create(account=account, role="union", starts_at=NOW)
    mine, anybody = Client(), board()
    mine.force_login(account)
    page = text(mine.get(f"/union/appeals/{made.pk}/"))
    assert "Somebody else of the board decides on this appeal." in page
    assert 'name="reasons"' not in page
    form = text(anybody.get(f"/union/appeals/{made.pk}/"))
    assert 'name="reasons"' in form
    seen = text(decide(anybody, made, form, outcome="upheld"))
    answer = decide(mine, made, seen, outcome="upheld", confirm="1")
    assert (answer.status_code, 'id="refusal"' in text(answer)) == (409, True)
    assert Appeal.objects.get().outcome == ""


def test_the_union_overrules_by_itself(made):
    client = board()
    ruling = made.ruling
    made.delete()  # nobody has appealed
    assert text(client.get("/union/rulings/")).count("penalty letter") == 1
    address = f"/union/rulings/{ruling.pk}/"
    words = {"judged_by": "union", "decision": "lifted", "kind": "a", "seat": "B", "position": "", "facts": "No."}
    seen = text(client.post(address, {**hidden(text(client.get(address))), **words}))
    assert client.post(address, {**hidden(seen), **words, "confirm": "1"}).status_code == 302
    assert "overruled" in text(client.get("/union/rulings/"))


def test_a_sanction_takes_two_and_can_be_lifted(event):
    one = stories.registration(event, "p1").player
    first, second = board(), board()
    said = {
        **hidden(text(first.get("/union/sanctions/"))),
        "nick": one.nick,
        "kind": "ban_for_life",
        "grounds": "Seen.",
    }
    assert first.post("/union/sanctions/propose/", said).status_code == 302
    sanction = Sanction.objects.get()
    address = f"/union/sanctions/{sanction.pk}/"
    confirmed = {"kind": "ban_for_life", "reasons": "We have seen it."}
    refused = first.post(f"{address}confirm/", confirmed)
    assert (refused.status_code, "somebody else has to confirm it" in text(refused)) == (409, True)
    assert second.post(f"{address}confirm/", {**confirmed, "reasons": ""}).status_code == 422
    assert second.post(f"{address}confirm/", confirmed).status_code == 302
    assert "not answered yet" in text(second.get(address))
    without = second.post(f"{address}lift/", {"reasons": " "})
    assert (without.status_code, "without reasons nothing is decided" in text(without)) == (409, True)
    assert second.post(f"{address}lift/", {"reasons": "Mistaken."}).status_code == 302
    sanction.refresh_from_db()
    assert sanction.state == "lifted"
    assert "lifted" in text(second.get("/union/sanctions/"))


def test_a_proposal_can_be_declined_and_an_unknown_nick_is_told(event):
    client = board()
    said = {**hidden(text(client.get("/union/sanctions/"))), "nick": "NOBODY", "kind": "warning", "grounds": "Seen."}
    assert "There is no player with this nick." in text(client.post("/union/sanctions/propose/", said))
    one = stories.registration(event, "p1").player
    by = stories.director_of(event)
    sanction = propose_sanction(by=by, player=one, kind="warning", grounds="seen", event=event, now=NOW)
    assert client.post(f"/union/sanctions/{sanction.pk}/decline/", {"reasons": ""}).status_code == 302
    sanction.refresh_from_db()
    assert sanction.state == "declined"


def test_the_lists_cost_the_same_with_more_rows(
    made, evening, django_assert_num_queries, django_assert_max_num_queries
):
    client = board()
    addresses = ("/union/rulings/", "/union/appeals/", "/union/sanctions/")

    def more(key):
        one = stories.registration(evening.event, key).player
        by = stories.director_of(evening.event)
        propose_sanction(by=by, player=one, kind="warning", grounds="x", event=evening.event, now=NOW)
        ruling = Ruling.objects.create(
            table=made.ruling.table, seat="B", kind="a", facts="x", decision="warning", judged_by="table", at=NOW
        )
        Appeal.objects.create(ruling=ruling, grounds="x", made_at=NOW)

    more("p1")
    for address in addresses:
        client.get(address)
        with django_assert_max_num_queries(12) as counted:
            client.get(address)
        more(f"p{2 + addresses.index(address)}")
        with django_assert_num_queries(len(counted)):
            client.get(address)

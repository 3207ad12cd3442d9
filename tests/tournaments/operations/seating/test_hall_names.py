"""Under which name a second secret is handed in, on a phone and at the desk (hall_names)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.operations.seating.test_ceremonies import announce, freeze, give_up, states
from tests.tournaments.operations.seating.test_second_secrets import digest_for, offer
from tournaments.models import Account, Event, HallOffer, Player, Round
from tournaments.operations.accounts.empowering import without_mailbox
from tournaments.operations.seating import second_secrets

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(event: Event) -> Round:
    return a_planned_round(event)


def with_account(round_: Round, key: str, nick: str = "") -> Account:
    """Whoever plays under this key has an account, and is called so."""
    account, seated = AccountFactory.create(), round_.event.registrations.filter(key=key)
    Player.everyone.filter(pk=seated.get().player_id).update(account=account)
    seated.update(nick=nick or seated.get().nick)
    return account


def test_who_plays_with_an_account_is_named_by_nobody_but_himself(round_: Round):
    """Else another hands in a secret under his name and opens it never, and he is named for ever."""
    announce(round_)
    himself, other = with_account(round_, "p4"), AccountFactory.create()
    registration = round_.event.registrations.get(key="p4")
    offer_url = f"/e/{round_.event.slug}/round/{round_.number}/draw/secret/offer/"
    sent = {"label": f"table of {registration.nick}", "digest": digest_for(round_)}
    for phone in (Client(), signed_in_as(other)):
        answer = phone.post(offer_url, sent)
        assert (answer.status_code, "plays here with an account" in answer.content.decode()) == (422, True)
    assert not HallOffer.objects.exists()
    assert signed_in_as(himself).post(offer_url, sent).status_code == 302
    assert HallOffer.objects.get().label == "table of [p4]"


@pytest.mark.parametrize(("nick", "typed"), [("BRUNOX", "brunox at table 3"), ("Čmelák", "CMELAK"), ("Jo", "jo")])
def test_nor_does_the_desk_type_in_what_he_has_not_handed_in(round_: Round, nick: str, typed: str):
    """Else he is called for a secret that he never made, and is named for ever as not having opened it."""
    announce(round_)
    himself, other = with_account(round_, "p4", nick), "cd" * 32
    second_secrets.offer_secret(round_=round_, now=NOW, label=nick, digest=digest_for(round_), by=himself)
    offer(round_, other, "table 3")
    for digest in (other, "ab" * 32):
        assert refusal(freeze, round_, hall=(typed, digest)).code == "hall_label_typed"
    assert refusal(freeze, round_, hall=("[p4]", other)).values == {"nick": nick}
    assert refusal(offer, round_, "ab" * 32, typed).code == "hall_label_other", "on a phone it is the same"
    freeze(round_, hall=(nick, digest_for(round_)))
    assert states(round_) == ["frozen"]


def test_whose_record_became_his_later_is_not_named_by_what_another_had_handed_in(round_: Round):
    announce(round_)
    offered = offer(round_, label=round_.event.registrations.get(key="p4").nick)
    with_account(round_, "p4")
    assert refusal(freeze, round_, hall=(offered.label, offered.digest)).code == "hall_label_typed"


def test_what_waits_under_one_name_is_not_frozen_under_another(round_: Round):
    """Else he who is named is not he who has the secret, and who has it refuses to open it for nothing."""
    announce(round_)
    himself = with_account(round_, "p4", "BRUNOX")
    second_secrets.offer_secret(round_=round_, now=NOW, label="[p4]", digest=digest_for(round_), by=himself)
    other = round_.event.registrations.get(key="p5").nick
    assert refusal(freeze, round_, hall=(other, digest_for(round_))).code == "hall_digest_offered"
    freeze(round_, hall=("[p4]", digest_for(round_)))


def test_everybody_reads_whether_the_name_is_more_than_what_somebody_has_typed(round_: Round):
    """BEDRICH, who has no account, is not blamed for what anybody has handed in under his name."""
    himself = with_account(round_, "p4", "BRUNOX")
    let_in = AccountFactory.create(email=without_mailbox())
    Player.objects.filter(registrations__key="p5").update(account=let_in)
    fifth = round_.event.registrations.get(key="p5").nick
    for label, digest, by, told in [
        ("[p4]", "aa" * 32, himself, "BRUNOX"),
        ("[p5]", "dd" * 32, let_in, f"{fifth} (signed in as {fifth} by a code of the desk)"),
        ("Table 3", "bb" * 32, himself, "Table 3 (signed in as BRUNOX)"),
        ("BEDRICH", "cc" * 32, None, "BEDRICH (nobody has verified this name)"),
    ]:
        announce(round_)
        second_secrets.offer_secret(round_=round_, now=NOW, label=label, digest=digest, by=by)
        freeze(round_, hall=(label, digest))
        for page, said in [("", f"Under the name {told};"), ("secret/", f"The second secret is that of {told}.")]:
            shown = Client().get(f"/e/{round_.event.slug}/round/1/draw/{page}").content.decode()
            assert said in " ".join(shown.split())
        give_up(round_)


def test_nobody_fills_the_list_so_that_a_player_who_is_signed_in_finds_no_place(round_: Round):
    announce(round_)
    himself, url = with_account(round_, "p4"), f"/e/{round_.event.slug}/round/{round_.number}/draw/secret/offer/"
    crowd = [Client().post(url, {"label": "x", "digest": f"{n:064x}"}).status_code for n in range(62)]
    assert (crowd[:30], set(crowd[30:60]), crowd[60:]) == ([302] * 30, {409}, [429] * 2)
    phone = signed_in_as(himself)
    mine = [phone.post(url, {"label": "[p4]", "digest": f"{n:064x}"}).status_code for n in range(100, 106)]
    assert mine == [302] * second_secrets.MOST_OF_ONE + [409]
    page = signed_in_as(director_of(round_.event)).get(f"/desk/{round_.event.slug}/round/1/ceremony/").content.decode()
    assert " ".join(page.split()).count("<small> signed in as") == second_secrets.MOST_OF_ONE


def test_a_director_who_plays_may_type_in_his_own(round_: Round):
    announce(round_)
    nick = round_.event.registrations.get(key="p4").nick
    Player.everyone.filter(registrations__key="p4").update(account=director_of(round_.event))
    freeze(round_, hall=(nick, digest_for(round_)))


def test_the_desk_sees_who_was_signed_in_as_whom(round_: Round):
    """A nick that looks like his is not his."""
    announce(round_)
    himself, other = with_account(round_, "p4", "BRUNOX"), AccountFactory.create()
    let_in = with_account(round_, "p5", "BEDRICH")
    Account.objects.filter(pk=let_in.pk).update(email=without_mailbox())
    handed_in = [("BRUNOX", "aa" * 32, himself), ("BRUN0X", "bb" * 32, None), ("BRUN0X", "cc" * 32, other)]
    for label, digest, by in [*handed_in, ("BEDRICH", "dd" * 32, let_in)]:
        second_secrets.offer_secret(round_=round_, now=NOW, label=label, digest=digest, by=by)
    desk = signed_in_as(director_of(round_.event))
    page = " ".join(desk.get(f"/desk/{round_.event.slug}/round/1/ceremony/").content.decode().split())
    assert "BRUNOX <code>aaaaaa</code> <small> signed in as BRUNOX </small>" in page
    assert "<code>dddddd</code> <small> signed in as BEDRICH by a code of the desk </small>" in page, (
        "as all read later"
    )
    assert [f"BRUN0X <code>{six}</code> <small> not signed in as a player" in page for six in ("bbbbbb", "cccccc")] == [
        True,
        True,
    ]


@pytest.mark.parametrize("typed", ["Ivan (signed in)", "Ivan, too", "I. It holds", "Ivan; so", "„Ivan“"])
def test_a_name_is_no_sentence(round_: Round, typed: str):
    """Pages and checkers write it among their own; a caveat in brackets would be taken for theirs."""
    announce(round_)
    assert refusal(offer, round_, "ab" * 32, typed).code == "hall_label"
    assert refusal(freeze, round_, hall=(typed, "ab" * 32)).code == "hall_label"
    offer(round_, "ab" * 32, "O'Hara-Nováková u stolu 3/4")


@pytest.mark.parametrize("unseen", ["\u3164", "\ufe0f", "\u115f", "\u2800", "\u202e", "\u200b"])
def test_who_offers_is_told_from_another_by_what_can_be_seen(round_: Round, unseen: str):
    """Fillers count as letters, and may be printed."""
    announce(round_)
    assert refusal(offer, round_, "ab" * 32, f"table 3{unseen}").code == "hall_label"

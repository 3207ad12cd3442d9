"""The guided ceremony: one thing to do on each page, and no way to do it wrongly."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, a_smear_event, add_players, an_event, director_of, staff_of
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tests.tournaments.operations.bans.test_doors import ban
from tests.tournaments.operations.seating.test_ceremonies import (
    CARDS,
    announce,
    freeze,
    give_up,
    open_it,
    opened,
    show,
)
from tests.walk import form_on
from tournaments.ceremony.frozen import frozen_of
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.lots import draw_by_lots
from tournaments.models import CeremonyStep, Event, HallScreen, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.seating import ceremonies, drawing, promises, seats, second_secrets
from tournaments.queries.ceremonies import document_of
from tournaments.texts.refusals import sentence_for

HERE = "/desk/harbour/round/1/ceremony/"
DRAW = "/desk/harbour/round/1/draw/"
DRAWS = '<form method="post" action="#refusal">'


@pytest.fixture
def round_(event: Event) -> Round:
    return a_planned_round(event)


def buttons(answer) -> list[str]:
    """The buttons that send something, by the address they send it to."""
    return re.findall(
        r'<form method="post" action="/desk/harbour/round/1/ceremony/([a-z-]+)/#now"', answer.content.decode()
    )


def test_the_director_is_led_from_the_promise_to_the_tables(director: Client, round_: Round):
    assert buttons(director.get(HERE)) == ["announce"]
    send(director, "announce")
    assert buttons(director.get(HERE)) == ["freeze", "give-up"]
    send(director, "freeze", {"sizes": "5-5-5"})
    frozen = director.get(HERE)
    assert buttons(frozen) == ["turn", "give-up"], "nothing can be opened before ten cards lie there"
    assert f'<p class="aloud">{CeremonyStep.objects.get(kind="frozen").digest[:6]}</p>' in frozen.content.decode()
    turned = director.get(HERE, {"turned": CARDS})
    assert buttons(turned) == ["turn", "open", "give-up"]
    answer = send(director, "open", {"kind": "cards", "turned": CARDS}, follow=True)
    assert "The draw is open" in words_of(answer)
    round_.refresh_from_db()
    assert (round_.status, round_.tables.count()) == ("published", 3)
    assert 'href="/desk/harbour/round/1/"' in answer.content.decode()


def due(answer: Any) -> tuple[str, list[str]]:
    """Which step is due, at the one place to which everything here leads, and what is told there."""
    _above, here = words_of(answer).split('id="now"')
    step = re.search(r"(1\. Promise|2\. Freeze|3\. Cards|Round of drand|Second secret|4\. Open|Give it up below)", here)
    assert step is not None
    return step[1], re.findall(r"(?:Done|Not done): ?</strong> ([^.]*)", here)


def test_every_step_leads_to_the_one_that_is_due_and_is_told_there(director: Client, round_: Round):
    """On a phone both lie below the fold."""
    turned, reason = {"kind": "cards", "turned": CARDS}, {"reason": "a wrong list"}
    assert due(director.get(HERE)) == ("1. Promise", [])
    assert due(send(director, "announce", follow=True)) == ("2. Freeze", ["The draw is promised"])
    assert due(send(director, "freeze", {"sizes": "9-9"})) == (
        "2. Freeze",
        ["There are no tables of 9; a table has four to six seats"],
    )
    drand = {"sizes": "auto", "chain": "default"}
    assert due(send(director, "freeze", drand, follow=True)) == ("3. Cards", ["The list is frozen"])
    assert due(tap(director, "", "Ol", shown="cards 7h")) == (
        "3. Cards",
        ["The hall is shown something else now: on another page something was tapped or taken back"],
    )
    assert due(send(director, "open", turned, follow=True)) == (
        "Round of drand",
        ["That is kept now, and everybody sees it"],
    )
    assert due(send(director, "give-up", reason, follow=True)) == ("1. Promise", ["This attempt is given up"])
    opened(round_)
    assert due(director.get(HERE)) == ("4. Open", [])
    announce(round_, reason="again")
    freeze(round_, hall=("table 3", "ab" * 32))
    send(director, "open", turned)
    wrong = send(director, "second-secret", {"second": "cd" * 16})
    assert due(wrong) == ("Second secret", ["This is not the secret whose digest was frozen"])
    second_secrets.close_hall_secret(
        round_=round_, by=director_of(round_.event), now=timezone.now() + timedelta(hours=1)
    )
    assert due(director.get(HERE)) == ("3. Cards", [])
    ban(round_.event.registrations.get(key="p4").player)
    assert due(director.get(HERE)) == ("Give it up below", [])


def test_everything_on_the_page_leads_to_the_step_that_is_due(director: Client, round_: Round):
    """Also from the page of a refused act, whose address takes no looking at; and looking again asks the site again."""
    announce(round_)
    for answer in (director.get(HERE), director.post(f"{HERE}turn/")):
        assert f'href="{HERE}?again=1#now"' in answer.content.decode()
    assert f'href="{HERE}#now"' in director.get(HERE, {"again": "1"}).content.decode()
    freeze(round_, hall=("table 3", "ab" * 32))
    for turned in ({}, {"kind": "dice"}, {"turned": CARDS}):
        page = director.get(HERE, turned).content.decode()
        assert not re.findall(rf'(?:href|action)="(?:{HERE}|\?)[^"#]*"|href=""', page)


def test_the_desk_of_the_event_leads_back_to_a_draw_in_public(director: Client, round_: Round):
    """Not to the draw by the desk alone, which a frozen list does not allow."""
    go_on = f'href="{HERE}#now"'
    announce(round_)
    assert go_on not in director.get("/desk/harbour/").content.decode(), "a promise binds nobody to draw in public"
    freeze(round_)
    page = words_of(director.get("/desk/harbour/"))
    assert "Round 1 is being drawn in public" in page
    assert go_on in page
    assert f'href="{DRAW}"' not in page
    ceremonies.give_up_draw(round_=round_, by=director_of(round_.event), now=NOW, reason="a wrong list")
    assert go_on not in director.get("/desk/harbour/").content.decode()


@pytest.mark.parametrize("act", ["publish", "start"])
def test_a_seating_that_does_not_stand_is_not_offered_and_the_page_says_why(director: Client, round_: Round, act: str):
    """Not while a further draw is frozen, nor after one was given up when the room had turned."""
    drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=NOW)
    if act == "start":
        seats.publish_seating(round_=round_, now=NOW)
    rounds.set_word(round_=round_, word="KAMIL", by=None, now=NOW)
    page, offer = "/desk/harbour/round/1/", f'action="/desk/harbour/round/1/{act}/"'

    def told() -> tuple[bool, bool, bool]:
        shown = director.get(page)
        words = words_of(shown)
        return (
            offer in shown.content.decode(),
            "This round is being drawn in public" in words,
            "Draw this round anew" in words and f'href="{HERE}#now"' in shown.content.decode(),
        )

    assert told() == (True, False, False)
    announce(round_, reason="a latecomer")
    freeze(round_)
    assert told() == (False, True, False)
    show(round_, f"cards {CARDS}")
    give_up(round_)
    assert told() == (False, False, True)
    assert "The tables of round 1 do not count any more" in words_of(director.get("/desk/harbour/"))
    assert "Draw this round anew" in words_of(director.get(HERE))
    assert buttons(director.get(HERE)) == ["announce"], "and there one can"
    opened(round_)
    assert 'action="/desk/harbour/round/1/start/"' in director.get(page).content.decode()
    assert "Draw this round anew" not in words_of(director.get(HERE))


def test_cards_are_tapped_in_their_order_and_the_last_can_be_taken_back(director: Client, round_: Round):
    announce(round_)
    freeze(round_)
    page = director.get(HERE, {"turned": "Ol 7h", "add": "Kb"}).content.decode()
    assert 'name="turned" value="Ol 7h Kb"' in page
    assert 'value="Ol"' not in page, "a card that was turned cannot be turned again"
    assert page.count('<button name="add"') == 29
    assert '<button name="turned" value="Ol 7h">' in page, "the last one back"
    again = director.get(HERE, {"turned": "Ol Ol Zz Ol <b>"}).content.decode()
    assert 'name="turned" value="Ol"' in again


def send(client: Client, act: str, told: dict[str, str] | None = None, **how: Any) -> Any:
    """Send the form of an act with what its page has put into it."""
    page = client.get(HERE).content.decode()
    seen = dict(re.findall(r'name="(attempt|state|seen|shown)" value="([^"]+)"', page))
    return client.post(f"{HERE}{act}/", seen | (told or {}), **how)


def tap(client: Client, turned: str, add: str = "", shown: str | None = None, kind: str = "cards"):
    """Tap a card on a page which shows what was turned, and believes that the hall is shown just that."""
    believed = f"{kind} {turned}" if shown is None and turned else shown or ""
    return send(client, "turn", {"kind": kind, "turned": turned, "add": add, "shown": believed})


def test_what_is_tapped_is_kept_until_the_draw_is_over(director: Client, round_: Round):
    announce(round_)
    freeze(round_)
    tap(director, "", "Ol")
    tap(director, "Ol", "7h")
    assert tap(director, "Ol 7h", "Kb")["Location"] == HERE
    for asked in ({}, {"kind": "dice"}, {"turned": "7h Ol"}):
        page = director.get(HERE, asked).content.decode()
        assert 'name="turned" value="Ol 7h Kb"' in page, "another phone sees it too, whatever its address asks"
        assert 'name="shown" value="cards Ol 7h Kb"' in page
    tap(director, "Ol 7h", shown="cards Ol 7h Kb")
    back = director.get(HERE)
    assert 'name="turned" value="Ol 7h"' in back.content.decode()
    assert "Only a card or die that was tapped wrongly can be taken back" in words_of(back)
    send(director, "give-up", {"reason": "a wrong list"})
    assert tap(director, "", "Ol").status_code == 409
    announce(round_, reason="again")
    freeze(round_)
    assert 'name="turned" value=""' in director.get(HERE).content.decode(), "a new attempt begins with nothing"


def test_a_page_of_an_attempt_that_is_over_does_nothing_to_the_next(director: Client, round_: Round):
    """Attempt 2 is on the page, was given up in another window, and attempt 3 is the one of now."""
    announce(round_)
    freeze(round_)
    old = {"attempt": "1"}
    ceremonies.give_up_draw(round_=round_, by=director_of(round_.event), now=NOW, reason="a wrong list")
    announce(round_, reason="again")
    freeze(round_)
    taps = {"kind": "cards", "turned": "", "add": "9a", "shown": ""}
    acts = {
        "turn": taps,
        "give-up": {"reason": "a stale tap"},
        "open": {"kind": "cards", "turned": CARDS},
        "silent": {},
    }
    for act, told in acts.items():
        answer = director.post(f"{HERE}{act}/", told | old)
        assert answer.status_code == 409, act
        assert "This page showed attempt 1, and attempt 2 is the one of now" in words_of(answer), act
        assert "does not say which draw was looked at" in words_of(director.post(f"{HERE}{act}/", told)), act
    assert not HallScreen.objects.exclude(turned="").exists()
    assert not CeremonyStep.objects.filter(attempt=2, kind="given_up").exists()


def test_who_gives_up_before_a_card_lies_there_does_not_when_one_does(director: Client, round_: Round):
    """Else a page that shows none takes a published seating away."""
    announce(round_)
    freeze(round_)
    told = {"attempt": "1", "shown": "", "reason": "somebody came"}
    tap(director, "", "Ol")
    answer = director.post(f"{HERE}give-up/", told)
    assert answer.status_code == 409
    assert 'value="somebody came"' in answer.content.decode(), "and has not to type it again"
    assert not CeremonyStep.objects.filter(kind="given_up").exists()
    director.post(f"{HERE}give-up/", told | {"shown": "cards Ol"})
    assert CeremonyStep.objects.get(kind="given_up").document == "cards Ol"


def test_nor_does_he_over_a_card_that_was_taken_back_which_the_page_tells(director: Client, round_: Round):
    """The hall has seen it: it counts as turned."""
    announce(round_)
    freeze(round_)
    before, taken_back = director.get(HERE), "The hall has been shown something that was taken back"
    for turned in ("cards Ol", "cards"):
        assert taken_back not in words_of(director.get(HERE))
        show(round_, turned)

    def gives_up(page) -> int:
        told = form_on(page, f"{HERE}give-up/") | {"reason": "somebody came"}
        return director.post(f"{HERE}give-up/", told).status_code

    assert gives_up(before) == 409
    assert not CeremonyStep.objects.filter(kind="given_up").exists()
    after = director.get(HERE)
    assert taken_back in words_of(after)
    assert gives_up(after) == 302
    assert CeremonyStep.objects.get(kind="given_up").document == "cards Ol"


@pytest.mark.parametrize("given_up", [False, True])
def test_a_page_promises_the_attempt_after_the_one_that_it_has_shown(director: Client, round_: Round, given_up: bool):
    """Left open until that was over, too, it would promise one that nobody has asked for."""
    if given_up:
        announce(round_)
        give_up(round_)
    old = form_on(director.get(HERE), f"{HERE}announce/")
    announce(round_)
    give_up(round_)
    refused = director.post(f"{HERE}announce/", old)
    assert (refused.status_code, "This step of the draw was taken already" in words_of(refused)) == (409, True)
    assert CeremonyStep.objects.filter(kind="announced").count() == 1 + given_up
    assert director.post(f"{HERE}announce/", form_on(refused, f"{HERE}announce/")).status_code == 302


def test_who_does_not_know_whether_his_step_was_taken_is_told_the_last_one_and_whose_it_was(
    director: Client, round_: Round
):
    """An answer may be lost on its way, and he sends the form again."""
    send(director, "announce")
    freezes = form_on(director.get(HERE), f"{HERE}freeze/") | {"sizes": "5-5-5", "hall": "", "chain": ""}
    director.post(f"{HERE}freeze/", freezes)
    for act, told in (("freeze", freezes), ("announce", {"attempt": "0"})):
        again = words_of(director.post(f"{HERE}{act}/", told))
        assert "Done already:</strong> you have taken this step of attempt 1" in again, "whatever came after it"
        assert "Not done:" not in again
    another = staff_of(round_.event, "director")
    ceremonies.give_up_draw(round_=round_, by=another, now=NOW, reason="a wrong list")
    again = words_of(director.post(f"{HERE}give-up/", {"attempt": "1", "state": "frozen", "reason": "a wrong list"}))
    assert "How far the draw has come: attempt 1, given up" in again
    assert "by you" not in again


def test_a_step_of_one_attempt_is_not_done_already_with_that_of_another(director: Client, round_: Round):
    """A page of the first one that was never sent."""
    old = {"announce": form_on(director.get(HERE), f"{HERE}announce/")}
    announce(round_)
    old["freeze"] = form_on(director.get(HERE), f"{HERE}freeze/")
    give_up(round_)
    send(director, "announce")
    send(director, "freeze", {"sizes": "5-5-5"})
    for act, told in old.items():
        page = words_of(director.post(f"{HERE}{act}/", told))
        assert ("Done already:" in page, "Not done:" in page) == (False, True), act


def test_a_page_of_the_first_ten_turns_none_of_the_ten_that_are_turned_in_place_of_a_secret(
    director: Client, round_: Round
):
    announce(round_, now=timezone.now())
    freeze(round_, hall=("table 3", "ab" * 32), now=timezone.now())
    old = form_on(director.get(HERE), f"{HERE}turn/") | {"add": "Kb"}
    send(director, "open", {"kind": "cards", "turned": CARDS})
    by = {"round_": round_, "by": director_of(round_.event)}
    second_secrets.close_hall_secret(**by, now=timezone.now() + timedelta(minutes=6))
    assert director.post(f"{HERE}turn/", old).status_code == 409
    assert tap(director, "", "Kb").status_code == 302


def test_what_was_given_up_is_what_the_page_has_shown(director: Client, round_: Round):
    """Ten that lie there unkept are not yet the draw that its second secret will open."""
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    show(round_, f"cards {CARDS}")
    old = form_on(director.get(HERE), f"{HERE}give-up/") | {"reason": "a wrong list"}
    send(director, "open", {"kind": "cards", "turned": CARDS})
    assert director.post(f"{HERE}give-up/", old).status_code == 409
    assert send(director, "give-up", {"reason": "a wrong list"}).status_code == 302


@pytest.mark.parametrize("since", ["somebody came", "somebody for somebody", "a second secret", "another attempt"])
def test_a_list_is_frozen_as_its_page_has_shown_it_or_not_at_all(director: Client, round_: Round, since: str):
    announce(round_)
    page = director.get(HERE).content.decode()
    seen = dict(re.findall(r'name="(seen)" value="([^"]+)"', page)) | {"sizes": "5-5-5"}
    event, by = round_.event, director_of(round_.event)
    if since.startswith("somebody"):
        add_players(event, 1)
        if since == "somebody for somebody":
            event.registrations.filter(key="p3").update(status="withdrawn")
    elif since == "a second secret":
        second_secrets.offer_secret(round_=round_, now=NOW, label="Jana", digest="ab" * 32)
    else:
        ceremonies.give_up_draw(round_=round_, by=by, now=NOW, reason="a wrong list")
        announce(round_, reason="again")
    answer = director.post(f"{HERE}freeze/", seen)
    assert answer.status_code == 409
    assert "Since this page was opened somebody came, went or offered a second secret" in words_of(answer)
    assert not CeremonyStep.objects.filter(kind="frozen").exists()
    again = dict(re.findall(r'name="(seen)" value="([^"]+)"', answer.content.decode())) | {"sizes": "auto"}
    assert again["seen"] != seen["seen"], "the page that says so shows the list of now"


def test_a_stale_page_is_told_so_and_shows_what_the_hall_is_shown(director: Client, round_: Round):
    announce(round_)
    freeze(round_)
    show(round_, "cards 7h 8h 9h")
    opening = {"kind": "cards", "turned": CARDS, "shown": f"cards {CARDS}"}
    stale = [tap(director, "", "Al"), tap(director, "7h 8h 9h Th", "Al"), send(director, "open", opening)]
    for answer in stale:
        assert (answer.status_code, "This was not done" in words_of(answer)) == (409, True)
        assert 'name="turned" value="7h 8h 9h"' in answer.content.decode()
        assert 'name="shown" value="cards 7h 8h 9h"' in answer.content.decode()
    assert round_.event.hall_screen.turned == "cards 7h 8h 9h"


def test_while_it_is_drawn_in_public_the_desk_offers_no_other_draw(director: Client, round_: Round):
    announce(round_)
    assert DRAWS in director.get(DRAW).content.decode()
    freeze(round_)
    answer = director.get(DRAW)
    assert "A public draw of this round has begun." in words_of(answer)
    assert f'href="{HERE}#now"' in answer.content.decode()
    assert DRAWS not in answer.content.decode()


def test_a_round_that_was_drawn_and_planned_anew_asks_for_a_reason(director: Client, round_: Round):
    director.post(DRAW, {"sizes": "5-5-5", "attempt": "0"})
    remove = "/desk/harbour/round/1/remove/"
    director.post(remove, form_on(director.get("/desk/harbour/round/1/"), remove))
    a_planned_round(round_.event)
    assert 'id="reason"' in director.get(DRAW).content.decode()


def test_dice_may_show_the_same_number_and_ten_are_enough(director: Client, round_: Round):
    announce(round_)
    freeze(round_)
    page = director.get(HERE, {"kind": "dice", "turned": "6 6 6 6 6 6 6 6 6", "add": "6"}).content.decode()
    assert 'name="turned" value="6 6 6 6 6 6 6 6 6 6"' in page
    assert '<button class="die"' not in page
    send(director, "open", {"kind": "dice", "turned": "6 6 6 6 6 6 6 6 6 6"})
    round_.refresh_from_db()
    assert round_.status == "published"


@pytest.mark.parametrize(("asked", "shape"), [("dice", "gap of-a-die"), ("cards", "gap")])
def test_a_place_that_is_empty_has_its_number_beneath_as_one_that_is_not(director, round_: Round, asked, shape):
    """A number within it would look like that of a die."""
    announce(round_)
    freeze(round_)
    page = words_of(director.get(HERE, {"kind": asked}))
    assert f'<span class="{shape}"></span>1 </li>' in page


def test_smear_shows_its_own_pack(db):
    event = a_smear_event()
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    page = signed_in_as(director_of(event)).get(f"/desk/{event.slug}/round/1/ceremony/").content.decode()
    assert '<button name="add" value="Qd">' in page


def test_a_refusal_stands_on_the_page_and_what_was_tapped_is_not_lost(director: Client, round_: Round):
    announce(round_)
    freeze(round_)
    answer = send(director, "open", {"kind": "cards", "turned": CARDS[3:]})
    assert (answer.status_code, "exactly ten" in words_of(answer)) == (422, True)
    assert f'value="{CARDS[3:]}"' in answer.content.decode()
    assert send(director, "freeze").status_code == 409


def test_the_page_warns_when_somebody_has_come_or_gone(director: Client, round_: Round, event: Event):
    announce(round_)
    freeze(round_)
    assert "What was frozen is drawn" not in words_of(director.get(HERE))
    withdraw_player(registration=event.registrations.get(key="p4"), by=director_of(event), now=round_.event.created_at)
    page = words_of(director.get(HERE))
    assert "1 player of the frozen list has gone. What was frozen is drawn." in page
    assert "since the list was frozen" not in page, "nobody has come, and so nothing is said of it"
    add_players(event, 2)
    page = words_of(director.get(HERE))
    assert "2 players have come since the list was frozen. 1 player of the frozen list has gone." in page
    in_czech = words_of(director.get(HERE, headers={"Accept-Language": "cs"}))
    assert "Od zmrazení soupisky přišli 2 hráči. Ze zmrazené soupisky odešel 1 hráč." in in_czech


@pytest.mark.parametrize("checked_in", [0, 3, 15])
def test_who_has_come_and_gone_is_counted_as_the_list_was_made(
    director: Client, round_: Round, event: Event, checked_in: int
):
    """Of those checked in; where nobody was, of all who are confirmed: nobody goes because the first checks in."""
    entries = event.registrations.order_by("position")
    entries.update(status="confirmed")
    entries.filter(key__in=[f"p{number}" for number in range(1, checked_in + 1)]).update(status="checked_in")
    entries.filter(key="p1").update(status="withdrawn")
    if checked_in == 3:
        add_players(event, 2)
        event.registrations.filter(key__in=["p16", "p17"]).update(status="checked_in")
    announce(round_)
    freeze(round_)
    later = NOW + timedelta(minutes=1)
    event.registrations.filter(key="p2").update(status="withdrawn", status_at=later)
    event.registrations.filter(key="p3").update(status="checked_in", status_at=later)
    add_players(event, 1)
    event.registrations.filter(position=event.registrations.count()).update(status_at=later)
    page = words_of(director.get(HERE))
    assert "1 player has come since the list was frozen. 1 player of the frozen list has gone." in page


def test_who_may_not_be_seated_is_named_before_the_list_is_frozen(director: Client, round_: Round, event: Event):
    announce(round_)
    banned = event.registrations.get(key="p4")
    ban(banned.player)
    page = director.get(HERE)
    said = sentence_for(refusal(freeze, round_))
    assert banned.nick in said
    assert said in words_of(page)
    assert ("will be seated" in words_of(page), buttons(page)) == (False, ["give-up"])


def test_a_round_of_drand_with_a_wrong_sign_is_not_typed_again(director: Client, round_: Round):
    announce(round_)
    freeze(round_, beacon=("quicknet", None))
    by = director_of(round_.event)
    ceremonies.open_ceremony(round_=round_, by=by, now=NOW, kind="cards", typed=CARDS)
    typed = {"randomness": "ab" * 32, "signature": "cd" * 48}
    answer = director.post(f"{HERE}beacon/", typed)
    assert answer.status_code == 409
    assert [f'value="{one}"' in answer.content.decode() for one in typed.values()] == [True, True]


def test_the_page_goes_on_telling_what_an_opened_draw_was_made_of(director: Client, round_: Round):
    announce(round_)
    secret, others = "ab" * 16, f"7h Ol {CARDS[6:]}"
    freeze(round_, hall=("table 3", hall_commitment("harbour/1/1", secret)))
    turn = {"round_": round_, "by": director_of(round_.event), "now": NOW, "kind": "cards"}
    ceremonies.open_ceremony(**turn, typed=CARDS)
    second_secrets.open_hall_secret(round_=round_, now=NOW, typed=secret)
    page = words_of(director.get(HERE))
    assert f"cards <code>{CARDS}</code>" in page
    assert f"Opened: <code>{secret}</code>" in page
    announce(round_, reason="again")
    freeze(round_, hall=("table 3", "cd" * 32))
    ceremonies.open_ceremony(**turn, typed=CARDS)
    second_secrets.close_hall_secret(round_=round_, by=turn["by"], now=NOW + timedelta(minutes=6))
    ceremonies.open_ceremony(**turn, typed=others)
    page = words_of(director.get(HERE))
    assert f"cards <code>{CARDS}</code>" in page
    assert (
        "Under the name table 3 (nobody has verified this name) it was not opened in time. "
        "Ten more were turned in its place. cards" in page
    )
    assert f"<code>{others}</code>" in page
    announce(round_, reason="once more")
    freeze(round_)
    open_it(round_)
    assert f"cards <code>{CARDS}</code>" in words_of(director.get(HERE)), "also where nothing else was frozen"


def test_while_drands_round_is_waited_for_the_page_says_what_to_do_without_a_network(director: Client, round_: Round):
    said = "If nobody here has a network, let somebody elsewhere read it out"
    announce(round_)
    freeze(round_, beacon=("quicknet", None), now=timezone.now())
    assert said not in words_of(director.get(HERE)), "the cards come first"
    send(director, "open", {"kind": "cards", "turned": CARDS})
    page = words_of(director.get(HERE))
    assert ("Copy it from a phone with a network:" in page, said in page) == (True, True)


@pytest.mark.parametrize("asked", [{}, {"kind": "dice"}])
def test_nobody_is_told_to_give_up_before_anything_is_turned_when_something_is(
    director: Client, round_: Round, event: Event, asked: dict[str, str]
):
    """Nor on the page that was asked for dice."""
    before, since = "give this attempt up before anything is turned", "everybody sees that it was, what the room had"
    announce(round_)
    freeze(round_)
    add_players(event, 1)
    for turned, is_untouched in (("", True), ("Ol", False), (CARDS, False), ("", False)):
        show(round_, f"cards {turned}".strip())
        page = words_of(director.get(HERE, asked))
        assert (before in page, since in page) == (is_untouched, not is_untouched), turned


def test_nor_does_a_page_give_up_over_cards_that_were_turned_and_kept_since(director: Client, round_: Round):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    old = director.get(HERE).content.decode()
    send(director, "open", {"kind": "cards", "turned": CARDS})
    given_up = {"attempt": "1", "shown": "", "reason": "a wrong list"}
    assert 'name="shown" value=""' in old
    refused = director.post(f"{HERE}give-up/", given_up)
    assert (refused.status_code, "The hall is shown something else now" in words_of(refused)) == (409, True)
    assert send(director, "give-up", {"reason": "a wrong list"}).status_code == 302


def test_what_the_room_turned_is_told_in_the_readers_language(director: Client, round_: Round):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    send(director, "open", {"kind": "cards", "turned": CARDS})
    for path in (HERE, "/e/harbour/round/1/draw/"):
        for language, word in (("en", "cards"), ("cs", "karty")):
            page = words_of(director.get(path, headers={"Accept-Language": language}))
            assert f"{word} <code>{CARDS}</code>" in page, (path, language)


def test_a_second_window_that_freezes_a_frozen_list_is_told_that_it_is_frozen(director: Client, round_: Round):
    """Not that the second secret is offered no more: with the freezing every offer ends."""
    announce(round_)
    second_secrets.offer_secret(round_=round_, now=NOW, label="table 3", digest="ab" * 32)
    assert send(director, "freeze", {"hall": "cd" * 32}).status_code == 409
    chosen = {"hall": "ab" * 32}
    send(director, "freeze", chosen)
    answer = send(director, "freeze", chosen)
    assert answer.status_code == 409
    assert "Done already:" in words_of(answer)
    assert "not offered any more" not in words_of(answer)


def test_the_page_of_a_round_leads_to_its_draw_in_public_as_long_as_it_is_under_way(director: Client, round_: Round):
    announce(round_)
    assert "Choose tables and draw" in words_of(director.get("/desk/harbour/round/1/"))
    freeze(round_)
    page = words_of(director.get("/desk/harbour/round/1/"))
    assert "This round is being drawn in public." in page
    assert "Go on with the draw" in page
    assert f'href="{DRAW}"' not in page
    send(director, "give-up", {"reason": "a wrong list"})
    assert "Go on with the draw" not in words_of(director.get("/desk/harbour/round/1/"))


def test_who_takes_somebody_out_that_a_frozen_list_holds_is_told_that_he_is_drawn(director: Client, round_: Round):
    path, said = "/desk/harbour/person/p4/", "stands in the frozen list of a public draw and is drawn all the same"
    announce(round_)
    assert said not in words_of(director.get(path))
    freeze(round_)
    assert said in words_of(director.get(path))


def test_giving_up_and_drawing_again_need_a_reason(director: Client, round_: Round):
    announce(round_)
    assert send(director, "give-up").status_code == 422
    send(director, "give-up", {"reason": "a wrong list"})
    assert buttons(director.get(HERE)) == ["announce"]
    send(director, "announce")
    assert CeremonyStep.objects.get(kind="announced", attempt=2).reason == "a wrong list"


def test_an_opened_draw_leads_on_and_is_drawn_again_only_behind_a_fold(director: Client, round_: Round):
    opened(round_)
    page = director.get(HERE)
    assert buttons(page) == ["announce"]
    assert "Only for a reason that everybody accepts" in words_of(page)
    assert send(director, "announce").status_code == 422


def test_opening_the_registration_at_the_desk_promises_the_draws(db):
    event = an_event(status="announced", slug="pond")
    a_planned_round(event)
    signed_in_as(director_of(event)).post("/desk/pond/status/", {"status": "open"})
    assert CeremonyStep.objects.get().kind == "announced"


def test_a_final_has_no_lots(director: Client, event: Event):
    a_planned_round(event, kind="final")
    assert "follow the standings" in words_of(director.get(HERE))


@pytest.mark.parametrize("far", [0, 1, 2])
def test_the_page_costs_the_same_for_many(far: int, db):
    costs = set()
    for players in (8, 40):
        event = an_event(players=players, status="closed")
        round_ = a_planned_round(event)
        for step in (announce, freeze)[:far]:
            step(round_)
        costs.add(statements_of(signed_in_as(director_of(event)), f"/desk/{event.slug}/round/1/ceremony/"))
    assert len(costs) == 1


def test_the_director_is_told_what_follows_from_the_earlier_rounds(db: None):
    event = an_event(players=16, status="closed", slug="quay")
    client, director = signed_in_as(director_of(event)), director_of(event)
    for round_ in [a_planned_round(event) for _ in range(3)]:
        promises.announce_draw(round_=round_, by=director, now=NOW)
        path = f"/desk/quay/round/{round_.number}/ceremony/"
        told = ["follows from the earlier rounds" in words_of(client.get(path))]
        ceremonies.freeze_draw(round_=round_, by=director, now=NOW)
        told.append("follows from the earlier rounds" in words_of(client.get(path)))
        assert told == [round_.number == 3] * 2
        ceremonies.open_ceremony(round_=round_, by=director, now=NOW, kind="dice", typed="1 2 3 4 5 6 1 2 3 4")


def test_no_page_calls_a_seat_a_lot_that_follows_from_the_earlier_rounds(db: None):
    """Twelve in four rounds: the last one leaves most of them the letter that they have not had, whatever is thrown."""
    event = an_event(players=12, status="closed", slug="quay")
    client, director = signed_in_as(director_of(event)), director_of(event)
    thrown = {"by": director, "now": NOW, "kind": "dice", "typed": "1 2 3 4 5 6 1 2 3 4"}
    for round_ in [a_planned_round(event) for _ in range(4)]:
        promises.announce_draw(round_=round_, by=director, now=NOW, mint=lambda: "ab" * 32)
        ceremonies.freeze_draw(round_=round_, by=director, now=NOW, sizes=[4, 4, 4])
        before = words_of(client.get(f"/desk/quay/round/{round_.number}/ceremony/"))
        ceremonies.open_ceremony(round_=round_, **thrown)
    frozen = frozen_of(json.loads(document_of(event, 4, 1, "frozen")))
    letters = [
        {key: "ABCD"[seat] for table in drawn.tables for seat, key in enumerate(table)}
        for seed in ("01", "02", "03", "04", "05")
        for drawn in [draw_by_lots(frozen.players, frozen.rounds_by_key, frozen.options, seed, frozen.plan)]
    ]
    sure = {key for key in letters[0] if len({one[key] for one in letters}) == 1}
    assert len(sure) > 3, "more than the three who deal first"
    for page in (before, *(words_of(client.get(path)) for path in ("/e/quay/round/4/draw/", "/desk/quay/round/4/"))):
        assert "The other seats are by lot as far as there is a choice" in page

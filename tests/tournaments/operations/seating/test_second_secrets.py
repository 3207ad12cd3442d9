"""A second secret and drand in a public draw (second_secrets): the order, and who has the last word."""

from __future__ import annotations

import datetime as dt
import html
import json
from functools import partial

import pytest
from django.db.models import F
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of
from tests.refusals import refusal
from tests.tournaments.ceremony.transcripts import HALL_SECRET, QUICKNET, QUICKNET_TOLD
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.operations.bans.test_doors import ban
from tests.tournaments.operations.seating.test_ceremonies import (
    CARDS,
    announce,
    freeze,
    give_up,
    opened,
    seating,
    states,
    transcript,
)
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.verification import findings_of, verdict_on
from tournaments.models import CeremonyStep, Event, HallOffer, JournalLine, Round, Sanction
from tournaments.operations.evening import rounds
from tournaments.operations.seating import ceremonies, drawing, promises, second_secrets
from tournaments.operations.upkeep.verifying import verify
from tournaments.queries.ceremonies import drawn_at_desk, draws_in_public
from tournaments.queries.draw_secrets import secrets_of_attempt

pytestmark = pytest.mark.django_db
OTHERS = "7h Ol 8h Kb Ab 9l Ta Uh Ka 7b"
BEFORE_DRAND = dt.datetime.fromtimestamp(QUICKNET.frozen_at, dt.UTC)


@pytest.fixture
def round_(event: Event) -> Round:
    return a_planned_round(event)


@pytest.fixture(autouse=True)
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks here whether drand has signed; tests/tournaments/ceremony/test_secrets.py does."""
    monkeypatch.setattr("tournaments.ceremony.beacon.is_signed", lambda *_: True)


def digest_for(round_: Round) -> str:
    return hall_commitment(f"{round_.event.slug}/{round_.number}/1", HALL_SECRET)


def offer(round_: Round, digest: str = "", label: str = "table 3") -> HallOffer:
    digest = digest or digest_for(round_)
    return second_secrets.offer_secret(round_=round_, now=NOW, label=label, digest=digest)


def turn(round_: Round, typed: str = CARDS, now: dt.datetime = NOW):
    return ceremonies.open_ceremony(round_=round_, by=director_of(round_.event), now=now, kind="cards", typed=typed)


def tell(round_: Round, now: dt.datetime, **told: str):
    return second_secrets.tell_beacon(round_=round_, by=director_of(round_.event), now=now, **{**QUICKNET_TOLD, **told})


def open_secret(round_: Round, typed: str = HALL_SECRET, now: dt.datetime = NOW):
    return second_secrets.open_hall_secret(round_=round_, now=now, typed=typed)


def close(round_: Round, minutes: int):
    now = NOW + dt.timedelta(minutes=minutes)
    return second_secrets.close_hall_secret(round_=round_, by=director_of(round_.event), now=now)


def promised(round_: Round, **options: object) -> None:
    announce(round_)
    freeze(round_, hall=("table 3", digest_for(round_)), **options)


def told(round_: Round) -> dict:
    assert verdict_on(findings_of(transcript(round_))) == "holds"
    found: dict = json.loads(transcript(round_))
    return found


# --- The second secret ------------------------------------------------------------------------------------------------


def test_who_offers_is_taken_and_opens_and_with_that_the_draw_opens(round_: Round):
    announce(round_)
    assert offer(round_).pk == offer(round_).pk, "handed in twice it is one offer"
    freeze(round_, hall=("table 3", digest_for(round_)))
    assert not HallOffer.objects.exists(), "who was not taken is nobody's business"
    assert turn(round_) is None
    assert (states(round_), seating(round_)) == (["room"], []), "nothing is drawn before it is opened"
    assert open_secret(round_, HALL_SECRET[:16] + " " + HALL_SECRET[16:].upper()) is not None
    assert open_secret(round_).attempt == 1, "an answer that was lost on its way: sent again it is once"
    assert (states(round_), round_.draws.count()) == (["opened"], 1)
    assert refusal(open_secret, round_, "ab" * 16).code == "ceremony_step"
    assert told(round_)["hall"] == {"secret": HALL_SECRET}
    assert (told(round_)["frozen"]["hall"]["label"], round_.event.rounds.get().status) == ("table 3", "published")


@pytest.mark.parametrize("by_phone", [True, False])
def test_a_digest_that_was_handed_in_for_an_attempt_is_taken_for_no_other(round_: Round, by_phone: bool):
    """Though nobody chose it: its owner would be named for not opening what fits no more."""
    announce(round_)
    offer(round_)
    give_up(round_)
    announce(round_)
    once_more = partial(offer, round_) if by_phone else partial(freeze, round_, hall=("table 3", digest_for(round_)))
    assert refusal(once_more).code == "hall_digest_spent"
    second = a_planned_round(round_.event)
    promises.announce_draw(round_=second, by=director_of(round_.event), now=NOW)
    assert refusal(offer, second, digest_for(round_)).code == "hall_digest_spent", "nor for another round"


def test_who_made_his_secret_for_another_attempt_is_told_so_before_anybody_blames_him(round_: Round):
    """A phone without a network did not know that the attempt was over, and the desk typed in what it showed."""
    announce(round_)
    give_up(round_)
    announce(round_)
    freeze(round_, hall=("table 3", digest_for(round_)))
    turn(round_)
    assert refusal(open_secret, round_).code == "hall_secret_elsewhere"
    assert refusal(open_secret, round_, "ab" * 16).code == "hall_secret_other"
    assert states(round_) == ["given_up", "room"]


def test_nobody_opens_before_he_is_called(round_: Round):
    """Room and digest are fixed first: who opens earlier would let somebody choose the cards."""
    announce(round_)
    assert refusal(open_secret, round_).code == "ceremony_step"
    freeze(round_, hall=("table 3", digest_for(round_)))
    assert refusal(open_secret, round_).code == "ceremony_step"
    assert refusal(close, round_, 60).code == "ceremony_step"
    turn(round_)
    assert refusal(tell, round_, BEFORE_DRAND).code == "ceremony_step", "nobody named a round of drand"
    assert refusal(turn, round_, OTHERS).code == "ceremony_step", "the room is fixed before he opens"
    assert refusal(open_secret, round_, "ab" * 16).code == "hall_secret_other"
    assert refusal(open_secret, round_, "nonsense").code == "hall_secret_form"
    assert states(round_) == ["room"]


def test_who_does_not_open_is_named_and_the_room_turns_what_nobody_knew(round_: Round):
    promised(round_)
    turn(round_)
    assert refusal(close, round_, 4).values == {"minutes": 1}
    close(round_, 5)
    assert refusal(open_secret, round_).code == "ceremony_step", "his time is over: he has no second word"
    assert refusal(turn, round_).code == "room_again"
    assert turn(round_, OTHERS) is not None
    assert told(round_)["hall"] == {"room": f"cards {OTHERS}"}
    assert [one.is_silent for one in draws_in_public(round_.event, 1)] == [True]
    assert told(round_)["frozen"]["hall"]["label"] == "table 3"


def test_nobody_is_told_to_give_up_before_a_card_is_turned_when_ten_were(round_: Round, client: Client):
    promised(round_)
    round_.event.registrations.filter(pk=round_.event.registrations.first().pk).update(status="withdrawn")
    client.force_login(director_of(round_.event))

    def page() -> str:
        answer = client.get(f"/desk/{round_.event.slug}/round/{round_.number}/ceremony/")
        return " ".join(answer.content.decode().split())

    assert "before anything is turned" in page()
    turn(round_)
    close(round_, 5)
    silent = page()
    assert "1 player of the frozen list has gone. What was frozen is drawn." in silent
    assert "before anything is turned" not in silent


def test_a_digest_from_a_page_of_an_attempt_that_is_over_is_not_taken(round_: Round, client: Client):
    """No secret fits it any more, and whoever has handed it in would be named for not opening."""
    announce(round_)
    here = f"/e/{round_.event.slug}/round/1/draw/secret/"
    sent = {"label": "Jana", "digest": digest_for(round_), "attempt": "1"}
    assert client.get(here).content.decode().count('name="attempt" value="1"') == 2, "in both forms"
    give_up(round_)
    announce(round_, reason="again")
    answer = client.post(f"{here}offer/", sent)
    assert answer.status_code == 409
    assert "This page showed attempt 1, and attempt 2 is the one of now" in answer.content.decode()
    assert answer.content.decode().count('value="Jana"') == 2, "and his name has not to be typed again"
    assert not HallOffer.objects.exists()


def test_a_nick_becomes_a_start_number(round_: Round):
    nick = round_.event.registrations.get(key="p4").nick
    announce(round_)
    assert offer(round_, label=nick).label == "[p4]"
    for hidden in (" ", "\u202etable", "\u3164", "\u0301"):
        assert refusal(offer, round_, "ab" * 32, hidden).code == "hall_label"
    assert refusal(offer, round_, "ab" * 31).code == "hall_digest_form"
    assert refusal(offer, round_, "ab" * 32, "a" * 61).code == "hall_label"


def test_offers_are_few_and_end_with_the_freezing(round_: Round):
    announce(round_)
    for number in range(second_secrets.MOST_OFFERS):
        offer(round_, f"{number:064x}")
    assert refusal(offer, round_).code == "hall_offers"
    freeze(round_)
    assert refusal(offer, round_).code == "ceremony_step"


@pytest.mark.parametrize("by_phone", [True, False])
def test_a_digest_that_a_list_was_frozen_with_is_taken_for_no_other(round_: Round, by_phone: bool):
    """It is of that attempt alone: whose it is could never open it, and would be named for ever."""
    promised(round_)
    give_up(round_)
    announce(round_)
    once_more = partial(offer, round_) if by_phone else partial(freeze, round_, hall=("table 3", digest_for(round_)))
    assert refusal(once_more).code == "hall_digest_spent"
    assert states(round_) == ["given_up", "announced"]
    second = a_planned_round(round_.event)
    promises.announce_draw(round_=second, by=director_of(round_.event), now=NOW)
    assert refusal(offer, second, digest_for(round_)).code == "hall_digest_spent", "nor for another round"
    freeze(round_, hall=("table 3", hall_commitment(f"{round_.event.slug}/1/2", HALL_SECRET)))


def test_an_attempt_may_be_given_up_while_it_waits_and_no_other_draw_comes_between(round_: Round):
    promised(round_)
    turn(round_)
    draw = {"round_": round_, "seed": "00" * 32, "by": director_of(round_.event), "now": NOW}
    assert refusal(drawing.draw_round, **draw).code == "ceremony_begun"
    give_up(round_, "the power is gone")
    assert states(round_) == ["given_up"]


# --- drand ------------------------------------------------------------------------------------------------------------


def test_a_round_of_drand_is_named_before_it_comes_and_typed_in_after(round_: Round):
    announce(round_)
    late = BEFORE_DRAND + dt.timedelta(seconds=1)
    assert refusal(freeze, round_, beacon=("quicknet", 1000), now=late).code == "beacon_past"
    freeze(round_, beacon=("quicknet", 1000), now=BEFORE_DRAND)
    assert refusal(tell, round_, late).code == "ceremony_step", "the cards come first"
    turn(round_, now=BEFORE_DRAND)
    assert refusal(tell, round_, BEFORE_DRAND).code == "beacon_early"
    assert refusal(tell, round_, late, randomness="ab" * 32).code == "beacon_not_hashed"
    assert tell(round_, late) is not None
    assert told(round_)["beacon"] == QUICKNET_TOLD


def test_with_both_the_second_secret_is_opened_last_of_what_the_room_sees(round_: Round):
    late = BEFORE_DRAND + dt.timedelta(seconds=1)
    announce(round_)
    freeze(round_, hall=("table 3", digest_for(round_)), beacon=("quicknet", 1000), now=BEFORE_DRAND)
    turn(round_, now=BEFORE_DRAND)
    assert refusal(open_secret, round_, now=late).code == "ceremony_step"
    assert tell(round_, late) is None
    assert refusal(tell, round_, late).code == "ceremony_step"
    until = secrets_of_attempt(round_.event, 1, draws_in_public(round_.event, 1)[-1])
    assert until is not None
    assert until.until == late + dt.timedelta(minutes=5), "his time runs from when he is called"
    assert open_secret(round_, now=late) is not None
    assert set(told(round_)) >= {"hall", "beacon"}


# --- On record --------------------------------------------------------------------------------------------------------


def test_each_act_has_its_line_and_a_changed_step_is_found(round_: Round):
    late = BEFORE_DRAND + dt.timedelta(seconds=1)
    announce(round_)
    offer(round_)
    freeze(round_, hall=("table 3", digest_for(round_)), beacon=("quicknet", 1000), now=BEFORE_DRAND)
    turn(round_, now=BEFORE_DRAND)
    tell(round_, late)
    open_secret(round_, now=late)
    acts = JournalLine.objects.filter(act__startswith="draw_", subject="round:1").values_list("act", flat=True)
    assert [act.removeprefix("draw_") for act in acts.order_by("number")][:7] == [
        *("announced", "secret_offered", "frozen", "room", "beacon", "hall_opened", "opened"),
    ]
    assert [fault for fault in verify(event=round_.event).faults if fault.code == "draw_changed"] == []
    for kind, change in {
        "room": {"document": f"cards {OTHERS}"},
        "beacon": {"digest": "ab" * 32},
        "hall_opened": {"secret": "ab" * 16},
    }.items():
        step = CeremonyStep.objects.get(kind=kind)
        wrong = _holds_with(step, **change)
        assert not wrong, kind


def test_lines_of_whoever_has_the_second_secret_are_signed_by_no_clock(round_: Round):
    announce(round_)
    offer(round_)
    freeze(round_, hall=("table 3", digest_for(round_)))
    turn(round_)
    open_secret(round_)
    signed = JournalLine.objects.filter(chain__event=round_.event).order_by("number").values_list("act", "by")
    opening = [act for act, by in signed if by == "hall"]
    assert opening == ["draw_secret_offered", "draw_hall_opened", "draw_opened", "draw_made", "seating_published"]
    page = html.unescape(
        signed_in_as(director_of(round_.event)).get(f"/desk/{round_.event.slug}/journal/").content.decode()
    )
    assert page.count("somebody of the hall") == len(opening)


def _holds_with(step: CeremonyStep, **change: str) -> bool:
    from tournaments.operations.upkeep.verifying import _holds  # noqa: PLC0415

    for name, value in change.items():
        setattr(step, name, value)
    return _holds(step)


def test_nobody_is_called_silent_whom_the_site_has_refused(round_: Round):
    promised(round_)
    turn(round_)
    seated = round_.event.registrations.get(key="p1").player
    ban = {"kind": "ban_for_life", "grounds": "seen", "proposed_at": NOW, "confirmed_at": NOW}
    Sanction.objects.create(player=seated, **ban)
    assert refusal(open_secret, round_).code == "banned"
    assert refusal(close, round_, 6).code == "banned"
    assert states(round_) == ["room"], "it is to be given up, and names nobody"


# --- Without a ceremony -----------------------------------------------------------------------------------------------


def draw(round_: Round, reason: str = "a latecomer"):
    return drawing.draw_round(round_=round_, seed="00" * 32, by=director_of(round_.event), now=NOW, reason=reason)


@pytest.mark.parametrize("stated", [0, 1, 3])
def test_a_round_is_drawn_at_the_desk_as_often_as_was_stated_and_no_oftener(event: Event, stated: int):
    event.regulations = {**event.regulations, "private_redraws": stated}
    event.save()
    round_ = a_planned_round(event)
    for number in range(stated + 1):
        draw(round_)
        assert drawn_at_desk(round_).drawn == number + 1
    assert refusal(draw, round_).values == {"drawn": stated + 1, "private": stated + 1, "again": stated}
    announce(round_, reason="in public, then")
    freeze(round_)
    assert turn(round_) is not None, "in public it may be drawn again"
    assert refusal(draw, round_).values == {"drawn": stated + 2, "private": stated + 1, "again": stated}


def test_a_draw_at_the_desk_after_one_in_public_is_one_again(round_: Round):
    opened(round_)
    draw(round_)
    assert refusal(draw, round_).code == "redraws_spent"


def test_a_round_taken_out_of_the_plan_does_not_start_the_count_anew(event: Event):
    round_ = a_planned_round(event)
    draw(round_)
    draw(round_)
    rounds.remove_round(round_=round_, by=director_of(event), now=NOW)
    again = a_planned_round(event)
    assert (again.number, refusal(draw, again).code) == (1, "redraws_spent")


def test_nor_does_it_do_without_a_reason(event: Event):
    round_ = a_planned_round(event)
    draw(round_, "")
    rounds.remove_round(round_=round_, by=director_of(event), now=NOW)
    again = a_planned_round(event)
    assert refusal(draw, again, "").code == "reason_required"
    draw(again)
    assert json.loads(transcript(again, 2))["frozen"]["reason"] == "a latecomer"


def test_a_draw_at_the_desk_after_an_attempt_was_given_up_has_its_reason(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    give_up(round_, "the cards fell")
    draw(round_, "")
    assert json.loads(transcript(round_, 2))["frozen"]["reason"] == "the cards fell"


def test_a_ladder_is_counted_too(event: Event):
    event.regulations = {**event.regulations, "seating": "ladder", "private_redraws": 1}
    event.save()
    round_ = a_planned_round(event)
    draw(round_)
    draw(round_)
    assert refusal(draw, round_).code == "redraws_spent"
    assert stories is not None


def test_nor_does_a_ladder_out_of_the_plan_start_anew(event: Event):
    event.regulations = {**event.regulations, "seating": "ladder", "private_redraws": 1}
    event.save()
    round_ = a_planned_round(event)
    draw(round_, "")
    rounds.remove_round(round_=round_, by=director_of(event), now=NOW)
    again = a_planned_round(event)
    assert refusal(draw, again, "").code == "reason_required"
    draw(again)
    assert refusal(draw, again).values == {"drawn": 2, "private": 2, "again": 1}


@pytest.mark.parametrize("why", ["banned", "engine"])
def test_nobody_is_called_for_a_secret_that_the_site_would_refuse(
    round_: Round, why: str, monkeypatch: pytest.MonkeyPatch
):
    """Sent in all the same, it would be told to the site, and nothing would be drawn of it."""
    event, told, calls = round_.event, "This attempt cannot be opened", ("open your secret now", "is to be opened")
    promised(round_)
    turn(round_)
    director = signed_in_as(director_of(event))
    pages = [f"/e/{event.slug}/round/1/draw/secret/", f"/e/{event.slug}/screen/?show=draw"]

    def shown(*more: str) -> list[str]:
        return [html.unescape(director.get(page).content.decode()) for page in (*pages, *more)]

    assert all(call in page for call, page in zip(calls, shown(), strict=True))
    if why == "banned":
        ban(stories.registration(event, "p3").player)
    else:
        monkeypatch.setattr("tournaments.queries.draw_secrets.VERSION", "scwu-draw/99")
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)  # no page is kept
    after = shown(f"/e/{event.slug}/round/1/draw/", f"/desk/{event.slug}/round/1/ceremony/")
    assert [told in page for page in after] == [True] * 4
    assert ["was banned" in page for page in after] == [False] * 3 + [True], "the desk alone may know of bans"
    assert not [page for page in after if "It is given up" in page], "nobody has"
    said = (*calls, "It is asked for now", "to open it on the phone", "It was not opened")
    assert not [call for call in said if any(call in page for page in after)]


# --- Who is said not to have opened -----------------------------------------------------------------------------------

ENDED = "table 3 (nobody has verified this name); the director ended the attempt before the time to open it was over"
UNOPENED = "table 3 (nobody has verified this name); it was not opened"


@pytest.mark.parametrize(
    ("begins", "minutes", "says"),
    [
        (None, 0, ENDED),
        ("room", 4, ENDED),
        ("room", 5, UNOPENED),
        ("drand still to come", 60, ENDED),
        ("drand", 4, ENDED),
        ("drand", 5, UNOPENED),
        ("silent", 60, UNOPENED),
    ],
)
def test_whose_time_was_cut_short_by_the_director_is_not_said_to_have_kept_silent(
    round_: Round, client: Client, begins: str | None, minutes: int, says: str
):
    """Not before he was called, nor within his minutes; what he had no time to do is no refusal of his."""
    now = BEFORE_DRAND
    by = {"round_": round_, "by": director_of(round_.event)}
    beacon = {"beacon": ("quicknet", 1000)} if begins and "drand" in begins else {}
    announce(round_)
    freeze(round_, hall=("table 3", digest_for(round_)), now=now, **beacon)
    if begins:
        turn(round_, now=now)
    if begins == "drand":
        now += dt.timedelta(seconds=1)
        tell(round_, now)
    if begins == "silent":
        second_secrets.close_hall_secret(**by, now=now + dt.timedelta(minutes=5))
    ceremonies.give_up_draw(**by, now=now + dt.timedelta(minutes=minutes), reason="a latecomer")
    page = html.unescape(client.get(f"/e/{round_.event.slug}/round/1/draw/").content.decode())
    said = " ".join(page.split())
    assert (ENDED in said, UNOPENED in said) == (says == ENDED, says == UNOPENED)
    assert ("it was not opened in time" in said) == (begins == "silent")

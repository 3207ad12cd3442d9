"""Draw, publish and start go on with the attempt that the director looked at, or say that there is another."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.console.conftest import words_of
from tests.tournaments.queries.test_finals import two_tables
from tests.walk import form_on
from tournaments.models import Draw, Event, Round, RoundKind, RoundStatus, Step, StepKind, StepStatus
from tournaments.operations.evening import finals, reseating, rounds, steps
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.seating import arranging, ceremonies, drawing, promises, seats
from tournaments.queries.finals import final_proposal
from tournaments.queries.seating import parse_swaps

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(event: Event) -> Client:
    client = Client()
    client.force_login(stories.director_of(event))
    return client


def form_for(page: str, action: str) -> dict[str, str]:
    """What the form of this address on the page would send."""
    [form] = [one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if action in one or action == "draw"]
    found = re.findall(r'<(?:button|input)[^>]*?name="(attempt)"\s+value="(\d+)"', form)
    assert len(found) == 1, "the form carries what was seen"
    return dict(found)


def form_with_button(page, action: str) -> dict[str, str]:
    """The same with whatever else the form carries."""
    return form_on(page, action) | form_for(page.content.decode(), action)


def drawn_again(event: Event) -> None:
    drawing.draw_round(round_=Round.objects.get(event=event), seed="ab" * 32, by=None, now=NOW, reason="late guests")


@pytest.mark.parametrize("act", ["draw", "publish", "start"])
def test_who_does_not_say_which_attempt_he_looked_at_is_refused_in_words(event, desk, act):
    """As a request made by hand would be; the pages always say it."""
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    for said in ({}, {"attempt": ""}):
        answer = desk.post(f"/desk/{event.slug}/round/1/{act}/", {"sizes": "5-5-5", "reason": "so", **said})
        assert answer.status_code == 409
        assert "This does not say which draw was looked at." in answer.content.decode()
    round_.refresh_from_db()
    assert (round_.status, round_.draws.count()) == (RoundStatus.DRAWN, 1)


def test_a_promise_that_the_page_has_not_shown_is_not_used_up_by_it(event, desk):
    """A second secret may have been handed in for it."""
    round_ = stories.a_planned_round(event)
    address = f"/desk/{event.slug}/round/{round_.number}/draw/"

    def shown() -> dict[str, str]:
        page = desk.get(address).content.decode()
        return {"sizes": "5-5-5", **dict(re.findall(r'name="(attempt|promised)" value="([^"]+)"', page))}

    old = shown()
    promises.announce_draw(round_=round_, by=stories.director_of(event), now=NOW)
    refused = desk.post(address, old)
    assert (refused.status_code, "Nothing was done; look at that first." in words_of(refused)) == (409, True)
    assert (old["promised"], shown()["promised"], Draw.objects.count()) == ("0", "1-announced", 0)
    old = shown()
    ceremonies.give_up_draw(round_=round_, by=stories.director_of(event), now=NOW, reason="a wrong list")
    assert desk.post(address, old).status_code == 409, "nor is it drawn past what was given up"
    assert desk.post(address, shown()).status_code == 302


@pytest.mark.parametrize("act", ["publish", "start"])
def test_no_seating_is_shown_or_played_past_a_promise_that_the_page_has_not_shown(event, desk, act):
    """It would stay promised for ever."""
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    address = f"/desk/{event.slug}/round/{round_.number}/"
    old = form_with_button(desk.get(address), f"{address}{act}/")
    promises.announce_draw(round_=round_, by=stories.director_of(event), now=NOW, reason="late guests")
    refused = desk.post(f"{address}{act}/", old)
    assert (refused.status_code, "was promised in public, or given up" in words_of(refused)) == (409, True)
    assert Round.objects.get().status == RoundStatus.DRAWN
    assert desk.post(f"{address}{act}/", form_with_button(desk.get(address), f"{address}{act}/")).status_code == 302


def test_nor_is_it_started_so_from_the_front_page_of_the_desk(event, desk):
    """Which says that there is one, where it is left open and no network lets it follow."""
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    seats.publish_seating(round_=round_, now=NOW)
    front, start = f"/desk/{event.slug}/", f"/desk/{event.slug}/round/1/start/"
    promise = "This seating counts only if the round starts with it all the same."
    before = desk.get(front)
    assert promise not in words_of(before)
    promises.announce_draw(round_=round_, by=stories.director_of(event), now=NOW, reason="late guests")
    assert desk.post(start, form_with_button(before, start)).status_code == 409
    assert desk.post(start, {"attempt": "1"}).status_code == 409, "nor by a request that does not say"
    after = desk.get(front)
    assert promise in words_of(after)
    assert desk.post(start, form_with_button(after, start)).status_code == 302
    assert Round.objects.get().status == RoundStatus.RUNNING


@pytest.mark.parametrize("act", ["publish", "start"])
@pytest.mark.parametrize("since", ["two change seats", "somebody leaves"])
def test_no_seating_is_shown_or_played_in_which_somebody_has_moved_unseen(event, desk, act, since):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    address = f"/desk/{event.slug}/round/1/"
    old = form_with_button(desk.get(address), f"{address}{act}/")
    how = {"round_": round_, "mark": old["mark"], "by": stories.director_of(event), "now": NOW, "reason": "so"}
    if since == "two change seats":
        arranging.swap_seats(swaps=parse_swaps("1A-2A"), **how)
    else:
        reseating.reseat_without(leaving=[event.registrations.get(key="p1")], **how)
    refused = desk.post(f"{address}{act}/", old)
    assert (refused.status_code, "The seating was changed meanwhile" in words_of(refused)) == (409, True)
    assert Round.objects.get().status == RoundStatus.DRAWN
    assert desk.post(f"{address}{act}/", form_with_button(desk.get(address), f"{address}{act}/")).status_code == 302


@pytest.mark.parametrize("act", ["remove", "plan"])
@pytest.mark.parametrize("since", ["promised", "given up", "a time"])
def test_no_round_is_removed_or_planned_otherwise_than_its_page_has_shown(event, desk, act, since):
    """What the room was promised is not taken away by a page that does not know of it, nor another's time undone."""
    round_, by = stories.a_planned_round(event), stories.director_of(event)
    address = f"/desk/{event.slug}/round/1/"
    old = form_on(desk.get(address), f"{address}{act}/") | ({"kind": RoundKind.PLAY_OFF} if act == "plan" else {})
    if since == "a time":
        rounds.change_round(round_=round_, kind="basic", starts_at=NOW, by=by, now=NOW)
    else:
        promises.announce_draw(round_=round_, by=by, now=NOW)
    if since == "given up":
        ceremonies.give_up_draw(round_=round_, by=by, now=NOW, reason="a wrong list")
    assert ("A draw of this round is promised" in words_of(desk.get(address))) == (since == "promised")
    refused = desk.post(f"{address}{act}/", old)
    assert (refused.status_code, "not any more as this page has shown it" in words_of(refused)) == (409, True)
    round_.refresh_from_db()
    assert (round_.kind, round_.starts_at) == ("basic", NOW if since == "a time" else None)
    assert desk.post(f"{address}{act}/", form_on(refused, f"{address}{act}/")).status_code == 302


def test_nobody_is_drawn_whom_the_page_has_not_counted(event, desk):
    """One has gone and another came: there are as many."""
    stories.a_planned_round(event)
    address = f"/desk/{event.slug}/round/1/draw/"
    old = form_on(desk.get(address), "") | {"sizes": "5-5-5"}
    withdraw_player(registration=event.registrations.get(key="p1"), by=stories.director_of(event), now=NOW)
    stories.add_players(event, 1)
    refused = desk.post(address, old)
    assert (refused.status_code, "somebody came, went" in words_of(refused)) == (409, True)
    assert not Draw.objects.exists()
    assert desk.post(address, form_on(refused, "") | {"sizes": "5-5-5"}).status_code == 302


@pytest.mark.parametrize("act", ["publish", "start"])
def test_what_was_drawn_meanwhile_is_neither_published_nor_started_unseen(event, desk, act):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    address = f"/desk/{event.slug}/round/{round_.number}/"
    seen = form_for(desk.get(address).content.decode(), f"{address}{act}/")
    drawn_again(event)
    refused = desk.post(f"{address}{act}/", seen)
    assert (refused.status_code, "Attempt 2 was drawn" in refused.content.decode()) == (409, True)
    assert Round.objects.get().status == RoundStatus.DRAWN
    seen = form_for(desk.get(address).content.decode(), f"{address}{act}/")
    assert desk.post(f"{address}{act}/", seen).status_code == 302


@pytest.mark.parametrize("act", ["draw", "publish", "start"])
def test_a_page_of_a_round_that_was_removed_and_planned_anew_says_that_nothing_is_drawn(event, desk, act):
    """Not that somebody has drawn again, which nobody has."""
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    rounds.remove_round(round_=round_, by=stories.director_of(event), now=NOW)
    stories.a_planned_round(event)
    answer = desk.post(f"/desk/{event.slug}/round/1/{act}/", {"sizes": "5-5-5", "attempt": "1"})
    page = words_of(answer)
    assert (answer.status_code, "the round has no draw now" in page) == (409, True)
    assert "was drawn after this page was opened" not in page
    assert not Draw.objects.exists()


def test_nor_is_a_published_seating_that_was_drawn_and_published_anew(event, desk):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    seats.publish_seating(round_=round_, now=NOW)
    home, address = f"/desk/{event.slug}/", f"/desk/{event.slug}/round/{round_.number}/start/"
    seen = form_for(desk.get(home).content.decode(), address)
    drawn_again(event)
    seats.publish_seating(round_=Round.objects.get(), now=NOW)
    assert desk.post(address, seen).status_code == 409
    assert desk.post(address, form_for(desk.get(home).content.decode(), address)).status_code == 302


OTHERWISE = "This round is not any more as this page has shown it"


def test_a_round_that_was_published_or_drawn_again_meanwhile_is_not_removed(event, desk):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    address = f"/desk/{event.slug}/round/1/"
    for meanwhile in (lambda: seats.publish_seating(round_=round_, now=NOW), lambda: drawn_again(event)):
        old = form_on(desk.get(address), f"{address}remove/")
        meanwhile()
        refused = desk.post(f"{address}remove/", old)
        assert (refused.status_code, OTHERWISE in words_of(refused)) == (409, True)
    assert "This does not say which draw was looked at." in words_of(desk.post(f"{address}remove/"))
    old = form_on(desk.get(address), f"{address}remove/")
    rounds.remove_round(round_=round_, by=stories.director_of(event), now=NOW)
    stories.a_planned_round(event)
    assert desk.post(f"{address}remove/", old).status_code == 409, "another round has its number"
    assert desk.post(f"{address}remove/", form_on(desk.get(address), f"{address}remove/")).status_code == 302
    assert not Round.objects.filter(event=event).exists()


def test_the_promise_of_a_round_that_left_the_plan_is_none_of_the_final_that_has_its_number(desk):
    """It could never be published, whatever its page said."""
    event = two_tables(slug="lighthouse")
    desk.force_login(stories.director_of(event))
    by = stories.director_of(event)
    final = rounds.plan_round(event=event, kind="basic", starts_at=None, by=by, now=NOW)
    promises.announce_draw(round_=final, by=by, now=NOW)
    rounds.change_round(round_=final, kind="final", starts_at=None, by=by, now=NOW)
    chosen = final_proposal(event).qualified
    finals.seat_final(event=event, kind="final", seed="", by=by, now=NOW, chosen=chosen)
    page = f"/desk/{event.slug}/round/{final.number}/"
    assert desk.post(f"{page}publish/", form_with_button(desk.get(page), f"{page}publish/")).status_code == 302


def test_a_final_that_was_seated_published_or_removed_meanwhile_is_not_seated_from_an_old_page(desk):
    event = two_tables(slug="lighthouse")
    desk.force_login(stories.director_of(event))
    page, act = f"/desk/{event.slug}/finals/", f"/desk/{event.slug}/finals/final/"
    chosen = {"entry": final_proposal(event).qualified, "reason": "her birthday"}

    def final() -> Round:
        return Round.objects.get(event=event, kind="final")

    def old_and_new(meanwhile: Callable[[], object]) -> tuple[int, int]:
        old = form_on(desk.get(page), act) | chosen
        meanwhile()
        refused = desk.post(act, old)
        assert OTHERWISE in words_of(refused)
        return refused.status_code, Draw.objects.filter(round__event=event, round__kind="final").count()

    by_rank = {"event": event, "kind": "final", "seed": "", "by": stories.director_of(event), "now": NOW}
    by_rank |= {"chosen": chosen["entry"]}
    assert old_and_new(lambda: finals.seat_final(**by_rank)) == (409, 1)
    assert old_and_new(lambda: seats.publish_seating(round_=final(), now=NOW)) == (409, 1)
    assert final().status == RoundStatus.PUBLISHED
    assert old_and_new(lambda: finals.seat_final(**by_rank, reason="another order")) == (409, 2)
    assert old_and_new(lambda: rounds.remove_round(round_=final(), now=NOW)) == (409, 2)
    assert desk.post(act, chosen).status_code == 409, "it says nothing of what was looked at"
    assert desk.post(act, form_on(desk.get(page), act) | chosen).status_code == 302
    assert final().draws.get().attempt == 3


def test_two_directors_who_draw_at_once_draw_once(event, desk):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    address = f"/desk/{event.slug}/round/{round_.number}/draw/"
    page = desk.get(address).content.decode()
    sent = {"sizes": "5-5-5", "reason": "late guests", "attempt": re.findall(r'name="attempt" value="(\d+)"', page)[0]}
    assert desk.post(address, sent).status_code == 302
    assert desk.post(address, sent).status_code == 409
    assert Draw.objects.count() == 2


def test_a_draw_without_a_ceremony_is_offered_as_long_as_one_is_left(event, desk):
    here = "/desk/harbour/round/1/"
    form, way = f'href="{here}draw/"', "Draw again in public"
    round_ = stories.a_drawn_round(event)
    assert (form in words_of(desk.get(here)), way in words_of(desk.get(here))) == (True, False)
    assert 'name="reason"' in words_of(desk.get(f"{here}draw/"))
    drawing.draw_round(round_=round_, seed="ab", by=None, now=NOW, reason="a latecomer")
    assert (form in words_of(desk.get(here)), way in words_of(desk.get(here))) == (False, True)
    page = words_of(desk.get(f"{here}draw/"))
    assert ('name="reason"' in page, f'href="{here}ceremony/#now"' in page) == (False, True)
    assert "Drawn so far: 2, of that without a ceremony: 2." in page
    rounds.remove_round(round_=round_, by=stories.director_of(event), now=NOW)
    stories.a_planned_round(event)
    assert (form in words_of(desk.get(here)), "Draw in public" in words_of(desk.get(here))) == (False, True)


def test_draws_that_left_the_plan_with_their_round_are_counted_at_the_desk_as_in_public(event, desk):
    Event.objects.filter(pk=event.pk).update(regulations={"private_redraws": 2})
    round_ = stories.a_drawn_round(Event.objects.get(pk=event.pk))
    drawn_again(event)
    here, gone = "/desk/harbour/round/1/", "Counted are those, too, that left the plan with the round"
    assert gone not in words_of(desk.get(here))
    rounds.remove_round(round_=Round.objects.get(pk=round_.pk), now=NOW)
    stories.a_planned_round(event)
    drawn_again(event)
    page = words_of(desk.get(here))
    assert ("3 draws are on record" in page, gone in page) == (True, True)
    assert "3 attempts" in words_of(desk.get("/e/harbour/round/1/draw/"))


def test_the_clock_starts_no_draft(event):
    round_ = stories.a_drawn_round(event, sizes=(5, 5, 5))
    due = Step.objects.create(event=event, round=round_, kind=StepKind.START_ROUND, due_at=timezone.now())
    assert steps.run_step(step_id=due.pk, now=timezone.now())
    due.refresh_from_db()
    assert (due.status, due.reason) == (StepStatus.REFUSED, "seating_unpublished")
    assert Round.objects.get().status == RoundStatus.DRAWN

"""Rounds by lot go one after the other, and no event is put away in the middle of a draw in public."""

from __future__ import annotations

import html
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, a_running_round, director_of, play_round
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.seating.test_ceremonies import (
    announce,
    freeze,
    give_up,
    open_it,
    opened,
    seating,
    show,
    states,
)
from tests.tournaments.operations.seating.test_second_secrets import (
    BEFORE_DRAND,
    OTHERS,
    close,
    open_secret,
    promised,
    turn,
)
from tournaments.models import Draw, Event, Round
from tournaments.operations.evening import reseating, rounds, stand_ins, substitutions
from tournaments.operations.events.making import change_event, change_status
from tournaments.operations.seating import arranging, drawing
from tournaments.operations.seating.draw_inputs import drawing_of
from tournaments.operations.seating.seats import publish_seating
from tournaments.queries.draw_history import history_before
from tournaments.queries.seating import judged_seating

pytestmark = pytest.mark.django_db


def draw(round_: Round, reason: str = "") -> Draw:
    by = director_of(round_.event)
    return drawing.draw_round(round_=round_, seed="c0ffee", by=by, now=NOW, reason=reason)


def start(round_: Round) -> Round:
    return rounds.start_round(round_=round_, by=director_of(round_.event), now=NOW)


def put(event: Event, status: str) -> Event:
    return change_status(event=event, status=status, by=director_of(event), now=NOW)


@pytest.mark.parametrize("kind", ["basic", "play_off"])
def test_nobody_chooses_the_first_seating_from_the_draws_of_several_rounds(event: Event, kind: str):
    """Each round may be drawn again so often as was stated: three of them would be three times as many draws."""
    if kind == "play_off":
        play_round(a_running_round(event))
    one, two = a_planned_round(event, kind=kind), a_planned_round(event, kind=kind)
    keys = [entry.key for entry in event.registrations.all()]
    chosen = None if kind == "basic" else keys[:4]
    by = director_of(event)
    ask = {"seed": "c0ffee", "by": by, "now": NOW, "chosen": chosen, "reason": "who fills the table"}
    assert refusal(drawing.draw_round, round_=two, **ask).code == "earlier_not_drawn"
    drawing.draw_round(round_=one, **ask)
    drawing.draw_round(round_=two, **ask)
    assert refusal(start, two).code == "earlier_not_started"
    start(one)
    if kind == "basic":
        assert start(two).status == "running"


def test_nobody_freezes_a_later_round_first(event: Event):
    one, two = a_planned_round(event), a_planned_round(event)
    announce(two)
    assert refusal(freeze, two).values == {"other": one.number}
    opened(one)
    freeze(two)


def test_no_round_is_drawn_again_under_a_later_one_that_has_read_it(event: Event):
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    publish_seating(round_=one, now=NOW)
    announce(two)
    announce(one, reason="a mistake")
    freeze(two)
    assert refusal(draw, one, "a mistake").values == {"other": two.number}
    assert refusal(freeze, one).code == "draw_under_way", "it has to be opened or given up before anything else"
    open_it(two)
    assert refusal(draw, one, "a mistake").code == "later_drawn"
    rounds.remove_round(round_=two, now=NOW)
    assert draw(one, "a mistake").attempt == 2


def test_no_seat_changes_under_a_later_round_that_has_frozen_it(event: Event):
    """Round 2 would be drawn from tables at which nobody sat."""
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    publish_seating(round_=one, now=NOW)
    late = stories.add_players(event, 1)[0]
    asked = {"round_": one, "mark": judged_seating(one).mark, "by": director_of(event), "now": NOW}
    acts = {
        "swap_seats": lambda: arranging.swap_seats(swaps=[("1A", "2A")], **asked),
        "restore_draw": lambda: arranging.restore_draw(**asked),
        "reseat_without": lambda: reseating.reseat_without(leaving=[stories.registration(event, "p1")], **asked),
        "seat_late_comer": lambda: reseating.seat_late_comer(newcomer=late, **asked),
    }
    announce(two)
    freeze(two)
    told = {name: refusal(act) for name, act in acts.items()}
    assert {name: (one.code, one.values) for name, one in told.items()} == dict.fromkeys(
        acts, ("draw_under_way", {"other": two.number})
    )
    give_up(two)
    assert acts["swap_seats"]() == 1


@pytest.mark.parametrize("code", ["ceremony_begun", "draw_known"])
def test_no_seat_changes_in_a_seating_that_is_drawn_again(event: Event, code: str):
    """It does not count, and everybody would read of a change that the next draw knows nothing of."""
    round_ = a_planned_round(event)
    opened(round_, sizes=(5, 5, 5))
    arranging.swap_seats(round_=round_, swaps=[("1A", "3B")], mark=judged_seating(round_).mark, by=None, now=NOW)
    late = stories.add_players(event, 1)[0]
    asked = {"round_": round_, "mark": judged_seating(round_).mark, "by": director_of(event), "now": NOW}
    acts = {
        "swap_seats": lambda: arranging.swap_seats(swaps=[("1A", "2A")], **asked),
        "restore_draw": lambda: arranging.restore_draw(**asked),
        "reseat_without": lambda: reseating.reseat_without(leaving=[stories.registration(event, "p1")], **asked),
        "seat_late_comer": lambda: reseating.seat_late_comer(newcomer=late, **asked),
    }
    announce(round_, reason="a latecomer")
    assert acts["swap_seats"]() == 1, "a promise binds nobody"
    asked["mark"] = judged_seating(round_).mark
    freeze(round_)
    if code == "draw_known":
        show(round_)
        give_up(round_)
    before = seating(round_)
    assert {name: refusal(act).code for name, act in acts.items()} == dict.fromkeys(acts, code)
    assert seating(round_) == before
    if code == "ceremony_begun":
        give_up(round_)
        assert acts["restore_draw"]().attempt == 1, "nothing was turned, so it counts"


def test_nobody_who_goes_or_comes_instead_changes_seats_that_a_later_round_has_frozen(event: Event):
    """Who withdraws waits until the later round is opened or given up; a director can do either at any time."""
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    publish_seating(round_=one, now=NOW)
    announce(two)
    freeze(two)
    goes, asked = stories.registration(event, "p1"), {"by": director_of(event), "now": NOW}
    comes = stories.add_players(event, 1)[0]
    before = seating(one)
    acts = {
        "withdraw_player": lambda: substitutions.withdraw_player(registration=goes, **asked),
        "substitute_player": lambda: substitutions.substitute_player(out=goes, stand_in=comes, **asked),
        "send_in": lambda: stand_ins.send_in(out=goes, line="Passerby", **asked),
    }
    told = {name: refusal(act) for name, act in acts.items()}
    assert {name: (one.code, one.values) for name, one in told.items()} == dict.fromkeys(
        acts, ("draw_under_way", {"other": two.number})
    )
    assert seating(one) == before
    assert not event.registrations.filter(nick="Passerby").exists()
    open_it(two)
    acts["substitute_player"]()
    assert seating(one) != before


@pytest.mark.parametrize("code", ["ceremony_begun", "draw_known"])
def test_nobody_comes_instead_of_another_where_the_round_is_drawn_again(event: Event, code: str):
    """He would be promised a seat that the draw gives to him who has gone."""
    round_ = a_planned_round(event)
    opened(round_)
    announce(round_, reason="a latecomer")
    freeze(round_)
    if code == "draw_known":
        show(round_)
        give_up(round_)
    goes, asked = stories.registration(event, "p1"), {"by": director_of(event), "now": NOW}
    comes, before = stories.add_players(event, 1)[0], seating(round_)
    assert refusal(substitutions.substitute_player, out=goes, stand_in=comes, **asked).code == code
    assert refusal(stand_ins.send_in, out=goes, line="Passerby", **asked).code == code
    assert not event.registrations.filter(nick="Passerby").exists()
    assert (seating(round_), stories.registration(event, "p1").status) == (before, "checked_in")
    if code == "ceremony_begun":
        open_it(round_)
        substitutions.substitute_player(out=goes, stand_in=comes, **asked)
        seated = {key for table in seating(round_) for key in table}
        assert (comes.key in seated, goes.key in seated) == (True, False)


@pytest.mark.parametrize("game", ["smoking_cat", "smear"])
def test_who_withdraws_where_the_round_is_drawn_again_leaves_the_tables_that_do_not_count_as_they_are(game: str):
    """They may count again, or nobody ever sits there; a table of Smear could not even play with one less."""
    event = stories.a_smear_event() if game == "smear" else stories.an_event(players=8, status="closed")
    round_, dice = a_planned_round(event), {"kind": "dice", "typed": "6 6 6 6 6 1 2 3 4 5"}
    announce(round_)
    freeze(round_)
    open_it(round_, **dice)
    announce(round_, reason="a latecomer")
    freeze(round_)
    before, goes = seating(round_), stories.registration(event, "p1")
    substitutions.withdraw_player(registration=goes, by=director_of(event), now=NOW)
    assert (seating(round_), stories.registration(event, "p1").status) == (before, "withdrawn")
    open_it(round_, **dice)
    assert "p1" in {key for table in seating(round_) for key in table}, "what was frozen is drawn"


def test_who_leaves_a_running_game_waits_for_no_later_draw(event: Event):
    """What a later round reads is who was drawn, and that stays."""
    one, two = a_running_round(event), a_planned_round(event)
    announce(two)
    freeze(two)
    read = history_before(two)
    comes, asked = stories.add_players(event, 1)[0], {"by": director_of(event), "now": NOW}
    substitutions.withdraw_player(registration=stories.registration(event, "p1"), **asked)
    substitutions.substitute_player(out=stories.registration(event, "p2"), stand_in=comes, **asked)
    assert history_before(two) == read
    assert one.tables.count() == 3


def test_the_desk_tells_who_withdraws_somebody_which_draw_comes_first(event: Event):
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    publish_seating(round_=one, now=NOW)
    announce(two)
    freeze(two)
    director = signed_in_as(director_of(event))
    answer = director.post(f"/desk/{event.slug}/withdrawals/p1/")
    assert answer.status_code == 409
    assert "The public draw of round 2 has begun. Open it, or give it up and say why" in answer.content.decode()


def test_the_desk_says_who_was_drawn_after_he_had_withdrawn_and_lets_him_leave(event: Event):
    """A list that was frozen is drawn as it is; without a word of it an empty chair would start."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    goes = stories.registration(event, "p4")
    substitutions.withdraw_player(registration=goes, by=director_of(event), now=NOW)
    open_it(round_)
    director = signed_in_as(director_of(event))

    def warns() -> bool:
        page = director.get(f"/desk/{event.slug}/round/{round_.number}/").content.decode()
        return f"or not confirmed again: {goes.nick}." in " ".join(html.unescape(page).split())

    assert warns()
    form = f'action="/desk/{event.slug}/withdrawals/p4/"'
    assert form in director.get(f"/desk/{event.slug}/person/p4/").content.decode()
    director.post(f"/desk/{event.slug}/withdrawals/p4/")
    assert "p4" not in {key for table in seating(round_) for key in table}
    assert not warns()
    assert form not in director.get(f"/desk/{event.slug}/person/p4/").content.decode()


def test_the_desk_says_so_before_anybody_has_tried_out_a_swap(event: Event):
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    publish_seating(round_=one, now=NOW)
    announce(two)
    freeze(two)
    director = signed_in_as(director_of(event))
    for page in ("seats", "late"):
        answer = director.get(f"/desk/{event.slug}/round/{one.number}/{page}/")
        assert "The public draw of round 2 has begun." in answer.content.decode()


def test_no_draft_is_told_by_a_later_round(event: Event):
    """What a draw reads is shown to everybody, and the tables of the rounds before are in it."""
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    announce(two)
    assert refusal(freeze, two).values == {"other": one.number}
    draw(two)
    assert refusal(publish_seating, round_=two, now=NOW).code == "earlier_unpublished"
    publish_seating(round_=one, now=NOW)
    assert publish_seating(round_=two, now=NOW).status == "published"


def test_no_later_round_is_drawn_while_an_earlier_one_is_drawn_again(event: Event):
    one, two = a_planned_round(event), a_planned_round(event)
    draw(one)
    announce(one, reason="a mistake")
    freeze(one)
    assert refusal(draw, two).code == "earlier_not_drawn"
    give_up(one)
    draw(two)


@pytest.mark.parametrize("status", ["cancelled", "finished"])
def test_no_event_is_put_away_while_somebody_is_asked_for_his_second_secret(event: Event, status: str):
    """He could not open it there, and his time would go on."""
    before = {"cancelled": "open", "finished": "running"}[status]
    Event.objects.filter(pk=event.pk).update(status=before)
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_)
    assert refusal(put, event, status).code == "draw_under_way"
    give_up(round_)
    assert put(event, status).status == status
    assert states(round_) == ["given_up"], "and it stays for all to see"


def test_what_was_promised_or_drawn_before_everybody_is_never_put_out_of_sight(event: Event):
    """Else the director takes the event back as a draft, draws the same people in another, and nobody can count."""
    round_, phone = a_planned_round(event), Client()
    Event.objects.filter(pk=event.pk).update(status="announced")
    assert put(event, "draft").status == "draft", "nothing was promised yet"
    put(event, "announced")
    desk = signed_in_as(director_of(event))
    assert 'value="draft"' in desk.get(f"/desk/{event.slug}/").content.decode()
    announce(round_)
    assert refusal(put, event, "draft").code == "event_drawn"
    assert 'value="draft"' not in desk.get(f"/desk/{event.slug}/").content.decode()
    freeze(round_)
    open_it(round_)
    put(event, "cancelled")
    assert refusal(put, event, "draft").code == "event_step", "it is taken up again where everybody sees it"
    for status in ("announced", "cancelled", "announced"):
        assert phone.get(f"/e/{event.slug}/round/1/draw/").status_code == 200
        put(event, status)


def test_no_draw_is_called_public_where_nobody_could_look_on(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert refusal(freeze, round_).code == "draw_in_draft"
    assert refusal(announce, a_planned_round(event)).code == "draw_in_draft"


def test_nothing_is_drawn_in_a_draft_where_nobody_can_count(event: Event):
    """Else three drafts of the same people are drawn, and the one that pleases is announced: "Drawn once"."""
    round_ = a_planned_round(event)
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert refusal(draw, round_).code == "draw_in_draft"
    assert not Draw.objects.exists()


def test_how_often_a_draw_may_be_repeated_is_lowered_but_not_raised_once_everybody_can_read_it(event: Event):
    def state(times: int) -> Event:
        known = Event.objects.get(pk=event.pk)
        known.regulations = {**known.regulations, "private_redraws": times}
        return change_event(event=known, now=NOW)

    Event.objects.filter(pk=event.pk).update(status="draft")
    state(1)
    state(2)
    put(event, "announced")
    assert refusal(state, 3).values == {"again": 2}
    state(1)
    assert refusal(state, 2).code == "redraws_stated"
    put(event, "draft")
    assert refusal(state, 2).code == "redraws_stated", "a draft again, which many have read"


# --- A ladder ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def ladder() -> Event:
    return stories.an_event(players=12, status="closed", regulations={"seating": "ladder", "private_redraws": 1})


def test_the_first_round_of_a_ladder_is_by_lot_for_nobody_stands_anywhere_yet(ladder: Event):
    first, second = a_planned_round(ladder), a_planned_round(ladder)
    opened(first)
    assert first.draws.get().inputs["seating"] == "lots"
    assert refusal(draw, second).code == "standings_open"
    first.refresh_from_db()
    play_round(start(first))
    assert draw(second).inputs["seating"] == "ladder"


def test_of_a_ladder_it_is_kept_how_many_were_equal_and_the_seed_orders_them(ladder: Event):
    round_ = a_running_round(ladder, sizes=(4, 4, 4))
    stories.record_deals(stories.table_of(round_), "A B")
    second = a_planned_round(ladder)
    assert refusal(draw, second).values == {"other": 1}
    rounds.close_round(round_=round_, by=director_of(ladder), now=NOW, force_reason="the pub closes")
    drawn = draw(second)
    assert drawn.inputs["equal"] == [2, 2, 8]
    again = drawing_of(drawn.inputs, drawn.seed)
    assert [list(table) for table in again.tables] == drawn.tables


def test_a_ladder_that_was_drawn_as_often_as_was_stated_is_not_sent_to_a_ceremony(ladder: Event):
    play_round(a_running_round(ladder))
    round_, desk = a_planned_round(ladder), signed_in_as(director_of(ladder))
    for reason in ("", "a latecomer"):
        draw(round_, reason)
    assert refusal(draw, round_, "once more").code == "ladder_spent"
    assert "so it could not be seated again" in words_of(desk.get(f"/desk/{ladder.slug}/round/2/")), "if removed"
    for page in ("", "draw/"):
        assert (
            f"/desk/{ladder.slug}/round/2/ceremony/"
            not in desk.get(f"/desk/{ladder.slug}/round/2/{page}").content.decode()
        )


def test_the_screen_says_that_ten_more_are_turned_only_while_they_are(event: Event):
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_)
    close(round_, 60)

    def screen() -> str:
        page = Client().get(f"/e/{event.slug}/screen/?show=draw").content.decode()
        return " ".join(html.unescape(page).split())

    asked = screen()
    give_up(round_)
    ended = screen()
    assert "was not opened. Ten more are turned in its place." in asked
    assert "was not opened." in ended
    assert "Ten more" not in ended


def test_of_a_draw_that_was_given_up_nobody_is_told_to_wait_for_the_second_secret(event: Event):
    """Nor is the site's secret, which is told then, taken for that of him who was to open his."""
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_)

    def page() -> str:
        return " ".join(html.unescape(Client().get(f"/e/{event.slug}/round/1/draw/").content.decode()).split())

    assert "only its digest is known here until it is opened" in page()
    give_up(round_)
    assert "so only its digest is known here" in page()
    assert "until it is opened" not in page()
    assert "The site's secret was" in page()


def words_at(address: str, who: Client | None = None) -> str:
    return words_of((who or Client()).get(address))


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_is_said_to_have_time_until_a_moment_that_has_gone_by(event: Event, is_over: bool):
    """The pages that everybody sees are kept as they are while time passes: what they say holds before and after."""
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_, now=NOW if is_over else timezone.now())
    desk = words_at(f"/desk/{event.slug}/round/1/ceremony/", signed_in_as(director_of(event)))
    assert ("There is time until" in desk, "The time for it was over at" in desk) == (not is_over, is_over)
    for name in ("draw/secret/", "draw/"):
        page = words_at(f"/e/{event.slug}/round/1/{name}")
        assert ("obody may close its time before" in page, "is time until" in page) == (True, False), name


def test_an_opened_second_secret_is_not_said_to_be_unknown(event: Event):
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_)
    open_secret(round_)
    page = words_at(f"/e/{event.slug}/round/1/draw/")
    assert ("its digest was known here first" in page, "until it is opened" in page) == (True, False)


@pytest.mark.parametrize("has_come", [False, True])
def test_of_a_round_of_drand_nobody_says_that_it_came_before_it_has(event: Event, has_come: bool):
    round_ = a_planned_round(event)
    announce(round_)
    if has_come:
        freeze(round_, beacon=("quicknet", 1000), now=BEFORE_DRAND)
    else:
        freeze(round_, beacon=("quicknet", None), now=timezone.now())
    desk = words_at(f"/desk/{event.slug}/round/1/ceremony/", signed_in_as(director_of(event)))
    assert ("of quicknet, which came" in desk, "of quicknet, which comes" in desk) == (has_come, not has_come)
    page = words_at(f"/e/{event.slug}/round/1/draw/")
    assert "named when the list was frozen; its time is" in page
    assert ("Chain quicknet:" in page, "came" in page) == (True, False)


def test_the_screen_says_after_the_draw_that_ten_more_were_turned(event: Event):
    round_ = a_planned_round(event)
    promised(round_)
    turn(round_)
    close(round_, 60)
    turn(round_, OTHERS)
    page = Client().get(f"/e/{event.slug}/screen/?show=draw").content.decode()
    assert "Ten more were turned in its place." in page


def test_no_further_attempt_is_promised_that_could_not_be_frozen(event: Event):
    """Else everybody would be told that a round is drawn again, in the middle of the draw of the next one."""
    first, second = a_planned_round(event), a_planned_round(event)
    opened(first)
    announce(second)
    anew = partial(announce, first, reason="a latecomer")
    freeze(second)
    under_way = refusal(anew)
    assert (under_way.code, under_way.values) == ("draw_under_way", {"other": 2})
    open_it(second)
    assert (refusal(anew).code, refusal(anew).values) == ("later_drawn", {"other": 2})
    assert states(first) == ["opened"]

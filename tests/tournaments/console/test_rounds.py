"""Rounds at the desk: planned, given a word, published, started, closed, reopened; each refusal in words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.rules.entries import Strike
from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_planned_round,
    a_running_round,
    add_players,
    director_of,
    play_out,
    play_round,
    record_line,
    registration,
    seats_of,
    table_of,
)
from tests.tournaments.console.conftest import words_of
from tournaments.models import Event, Registration, Round
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.events.registrations import classify

ROUND = "/desk/harbour/round/1/"


def post(client: Client, path: str, **data: object):
    if path.endswith(("/draw/", "/publish/", "/start/")):  # as the pages say it
        data = {
            "attempt": the_round(Event.objects.get(slug=path.split("/")[2]), int(path.split("/")[4])).draws.count()
        } | data
    if path.endswith(("/remove/", "/plan/")):
        page = client.get(path.rpartition("/")[0].rpartition("/")[0] + "/").content.decode()
        data = dict(re.findall(r'name="(seen)" value="([^"]+)"', page)) | data
    return client.post(path, data, follow=True)


def the_round(event: Event, number: int = 1) -> Round:
    return Round.objects.select_related("playing_word").get(event=event, number=number)


# --- The plan ---------------------------------------------------------------------------------------------------------


def test_a_round_is_added_with_a_time_in_the_halls_zone(director: Client, event: Event):
    answer = post(director, "/desk/harbour/rounds/add/", kind="basic", starts="2026-03-14T19:00")
    assert "Round 1 is planned." in words_of(answer)
    assert the_round(event).starts_at.isoformat() == "2026-03-14T18:00:00+00:00"
    assert "starts by itself Saturday 14 March 2026, 19:00" in words_of(answer)


@pytest.mark.parametrize(
    ("starts", "sentence"),
    [("2027-03-28T02:30", "does not exist"), ("2026-10-25T02:30", "comes twice"), ("soon", "Enter a valid date/time")],
)
def test_a_round_cannot_start_at_a_time_that_no_clock_shows(director: Client, event: Event, starts: str, sentence: str):
    a_planned_round(event)
    for path in ("/desk/harbour/rounds/add/", f"{ROUND}plan/"):
        answer = post(director, path, kind="basic", starts=starts)
        assert answer.status_code == 422
        assert sentence in words_of(answer)
    assert Round.objects.filter(event=event).count() == 1


def test_the_plan_is_changed_before_the_draw_only(director: Client, event: Event):
    a_planned_round(event)
    post(director, f"{ROUND}plan/", kind="final", starts="")
    assert the_round(event).kind == "final"
    post(director, f"{ROUND}plan/", kind="basic", starts="")
    post(director, f"{ROUND}draw/", sizes="5-5-5")
    answer = post(director, f"{ROUND}plan/", kind="final", starts="")
    assert answer.status_code == 409
    why = "Round 1 is drawn, so its kind stays."
    page = words_of(director.get(ROUND))
    [kinds] = re.findall(r'<select name="kind".*?</select>', page)
    assert re.findall(r'value="(\w+)"', kinds) == ["basic"], "the form offers no other"
    assert (why in page, f"Not done:</strong> {why}" in words_of(answer)) == (True, True)


def test_only_the_last_round_that_has_not_started_is_removed(director: Client, event: Event):
    a_planned_round(event)
    a_planned_round(event)
    answer = post(director, f"{ROUND}remove/")
    assert answer.status_code == 409
    assert "Round 1 is not the last one." in words_of(answer)
    assert "Round 2 is removed." in words_of(post(director, "/desk/harbour/round/2/remove/"))
    assert Round.objects.filter(event=event).count() == 1


def test_a_cancelled_event_gets_no_round(director: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(status="cancelled")
    answer = post(director, "/desk/harbour/rounds/add/", kind="basic", starts="")
    assert answer.status_code == 409
    assert "This event is over." in words_of(answer)


# --- The word ---------------------------------------------------------------------------------------------------------


def test_a_word_is_split_shown_behind_a_reveal_and_not_repeated_by_the_message(director: Client, event: Event):
    a_planned_round(event, word="")
    answer = post(director, f"{ROUND}word/", word="HEJMA", caption="Mr HEJMA")
    page = words_of(answer)
    assert the_round(event).playing_word is None
    assert "HEJMA" not in page
    assert "Round 1 has its word." in page
    opened = post(director, f"{ROUND}word/open/")
    assert opened.headers["Cache-Control"] == "no-store"
    page = words_of(opened)
    assert "Mr HEJMA" in page
    assert "<i>H</i> <i>E</i> <i>J</i> <i>M</i> <i>A</i>" in page


def test_the_split_can_be_corrected(director: Client, event: Event):
    a_planned_round(event, word="")
    post(director, f"{ROUND}word/", word="CHRT", split="CH R T")
    page = words_of(post(director, f"{ROUND}word/open/"))
    assert "3 letters" in page


@pytest.mark.parametrize(
    ("word", "split"), [("KA MIL", ""), ("KAMIL", "K A M"), ("K4MIL", ""), ("<b>x</b>", ""), ("X" * 50, "")]
)
def test_a_word_that_is_none_is_refused_and_stays_in_the_field(director: Client, event: Event, word: str, split: str):
    a_planned_round(event, word="")
    answer = post(director, f"{ROUND}word/", word=word, split=split)
    assert answer.status_code == 422
    assert not the_round(event).has_word
    assert "<b>x</b>" not in answer.content.decode()


def test_no_word_is_changed_after_the_start(director: Client, event: Event):
    a_running_round(event)
    answer = post(director, f"{ROUND}word/", word="OTHER")
    assert answer.status_code == 409
    assert "Round 1 has started already" in words_of(answer)
    assert the_round(event).playing_word.word == "KAMIL"


# --- Its life ---------------------------------------------------------------------------------------------------------


def test_a_round_is_published_started_and_closed_when_all_tables_have_finished(director: Client, event: Event):
    round_ = a_drawn_round(event)
    assert "Everybody can see the seating of round 1." in words_of(post(director, f"{ROUND}publish/"))
    assert "Round 1 runs." in words_of(post(director, f"{ROUND}start/"))
    for number in (1, 2, 3):
        play_out(table_of(round_, number))
    assert "Round 1 is closed." in words_of(post(director, f"{ROUND}close/"))
    assert the_round(event).status == "closed"


def test_no_round_starts_without_a_word(director: Client, event: Event):
    a_drawn_round(event, word="")
    answer = post(director, f"{ROUND}start/")
    assert answer.status_code == 409
    assert "Round 1 has no playing word yet." in words_of(answer)
    assert the_round(event).status == "drawn"  # not half-done: not published either


@pytest.mark.parametrize("act", ["publish", "start", "close"])
def test_a_step_out_of_turn_is_refused_in_words(director: Client, event: Event, act: str):
    a_planned_round(event)
    answer = post(director, f"{ROUND}{act}/")
    assert answer.status_code == 409
    assert "Look at its state again." in words_of(answer)


def test_unfinished_tables_are_named_and_closed_only_with_a_reason(director: Client, event: Event):
    round_ = a_running_round(event)
    play_out(table_of(round_, 2))
    answer = post(director, f"{ROUND}close/")
    assert answer.status_code == 409
    assert "These tables have not finished: 1, 3." in words_of(answer)
    assert "Table 3:" in words_of(answer)
    assert "Round 1 is closed." in words_of(post(director, f"{ROUND}close/", reason="the venue closes"))


def test_a_closed_round_is_not_opened_again_by_a_button(director: Client, event: Event):
    play_round(a_running_round(event))
    assert post(director, f"{ROUND}reopen/").status_code == 404
    assert "corrects or rules on at the page of the table" in words_of(director.get(ROUND))


def test_who_is_withdrawn_and_plays_on_is_named_while_his_game_runs(director: Client, event: Event):
    """His leaving was taken back at the table, or the round began with his empty chair."""
    round_ = a_running_round(event, sizes=(5, 5, 5))
    here = {one.key: one.nick for one in seats_of(table_of(round_)).values()}
    key = min(here)

    def named() -> list[str]:
        page = words_of(director.get(ROUND))
        said = "is withdrawn or not confirmed again, and has a seat in a running game"
        return [one for one, nick in here.items() if f"{nick} {said}" in page and f"/person/{one}/" in page]

    director.post(f"/desk/harbour/withdrawals/{key}/")
    assert named() == [], "his seat has left the game"
    record_line(table_of(round_), Strike(1))
    assert named() == [key]
    director.post(f"/desk/harbour/statuses/{key}/", {"status": "checked_in", "seen": "withdrawn"})
    assert named() == []
    play_out(table_of(round_))
    Registration.objects.filter(event=event, key__in=here).update(status="withdrawn")
    assert named() == [], "who goes home after his game has no seat in a running one"


def test_what_a_substitution_has_left_behind_is_told_when_its_line_is_taken_back(director: Client, event: Event):
    """The log gives the seat back; the one stays withdrawn, the other checked in, and neither takes a place."""
    round_ = a_running_round(event, sizes=(5, 5, 5))
    add_players(event, 1)
    out, stand_in = seats_of(table_of(round_))["B"], registration(event, "p16")
    substitute_player(out=out, stand_in=stand_in, by=director_of(event), now=NOW)

    def told() -> list[str]:
        page = words_of(director.get(ROUND))
        said = f"{out.nick} has the seat again that {stand_in.nick} took over"
        assert page.count(f"{out.nick} is withdrawn or not confirmed again") == 0, "it is told once"
        assert (said in page) == ("Where that is not meant" in page)
        assert f"/person/{out.key}/" in page or said not in page
        sentences = [
            f"{out.nick} is withdrawn.",
            f"{out.nick} takes no place.",
            f"{stand_in.nick} is checked in and takes no place.",
        ]
        return [one for one in sentences if one in page]

    assert told() == [], "the substitution stands"
    record_line(table_of(round_), Strike(1))
    assert told() == [
        f"{out.nick} is withdrawn.",
        f"{out.nick} takes no place.",
        f"{stand_in.nick} is checked in and takes no place.",
    ]
    director.post(f"/desk/harbour/statuses/{out.key}/", {"status": "checked_in", "seen": "withdrawn"})
    assert told()[0] == f"{out.nick} takes no place."
    director.post(f"/desk/harbour/withdrawals/{stand_in.key}/")
    play_round(round_)
    assert told() == [f"{out.nick} takes no place."], "it stays so after the round is closed"
    out.refresh_from_db()
    classify(registration=out, classified=True, earns_points=True, by=director_of(event), now=NOW)
    assert told() == []


def test_who_is_withdrawn_later_is_not_withdrawn_by_the_substitution(director: Client, event: Event):
    round_ = a_running_round(event, sizes=(5, 5, 5))
    add_players(event, 1)
    out, how = seats_of(table_of(round_))["B"], {"by": director_of(event), "keep_classified": True}
    substitute_player(out=out, stand_in=registration(event, "p16"), **how, now=NOW)
    record_line(table_of(round_), Strike(1))
    assert f"{out.nick} has the seat again" in words_of(director.get(ROUND))
    Registration.objects.filter(pk=out.pk).update(status_at=NOW + timedelta(minutes=1))
    assert f"{out.nick} has the seat again" not in words_of(director.get(ROUND))


# --- The draw ---------------------------------------------------------------------------------------------------------


def test_the_ways_to_seat_everybody_are_shown_with_their_repeats(director: Client, event: Event):
    a_planned_round(event)
    a_planned_round(event)
    page = words_of(director.get(f"{ROUND}draw/"))
    assert "15 players are here" in page
    assert "3 tables: 5 + 5 + 5" in page
    assert "6 repeat meetings over all basic rounds cannot be avoided · 3 sit out at a time" in page
    assert 'value="5-5-5" checked' in page
    assert "about 18 deals (15 to 20), about 60–140 minutes" in page
    assert "Table of 6: about 24 deals" in page
    assert "As long as the word is missing or sealed, 5 letters are assumed. As simulated games have it" in page


def test_a_draw_is_a_draft_with_its_quality_in_words(director: Client, event: Event):
    a_planned_round(event)
    answer = post(director, f"{ROUND}draw/", sizes="5-5-5")
    page = words_of(answer)
    assert "Drawn: attempt 1. Only you can see it yet." in page
    assert "Nobody meets anybody again: it cannot be better." in page
    assert page.count('<span class="seat-letter">') == 15
    assert "Swap seats" in page
    draw = the_round(event).draws.get()
    assert len(draw.seed) == 64
    assert draw.by == event.staff.get().account


def test_a_later_draw_says_who_meets_whom_again(director: Client, event: Event):
    play_round(a_running_round(event))
    a_planned_round(event)
    page = words_of(post(director, "/desk/harbour/round/2/draw/", sizes="5-5-5"))
    assert "6 repeat meetings. They cannot be avoided with tables of these sizes." in page
    assert "again, as in the last round" in page


def test_a_draw_again_needs_a_reason_and_every_attempt_is_kept(director: Client, event: Event):
    a_drawn_round(event)
    answer = post(director, f"{ROUND}draw/", sizes="5-5-5", reason=" ")
    assert answer.status_code == 422
    assert "Say why it is drawn again" in words_of(answer)
    page = words_of(post(director, f"{ROUND}draw/", sizes="6-5-4", reason="<i>KAMIL came late</i>"))
    assert "Drawn: attempt 2." in page
    assert [draw.attempt for draw in the_round(event).draws.order_by("attempt")] == [1, 2]
    assert "<i>KAMIL" not in director.get(ROUND).content.decode()


def test_seven_players_are_told_what_to_do(director: Client, event: Event):
    event.registrations.filter(position__gt=7).update(status="withdrawn")
    a_planned_round(event)
    sentence = "Seven players cannot be seated at tables of four to six. Find an eighth, or let one sit out."
    assert sentence in words_of(director.get(f"{ROUND}draw/"))
    answer = post(director, f"{ROUND}draw/", sizes="4-3")
    assert answer.status_code == 409
    assert sentence in words_of(answer)


def test_a_round_without_players_is_not_drawn(director: Client, event: Event):
    event.registrations.update(status="withdrawn")
    a_planned_round(event)
    answer = post(director, f"{ROUND}draw/")
    assert answer.status_code == 409
    assert "There is nobody to seat. Confirm or check in players first." in words_of(answer)


@pytest.mark.parametrize("sizes", ["9-6", "5-5-4", "15", "1-1-1-1-1-1-1-1-1-1-1-1-1-1-1"])
def test_sizes_that_do_not_fit_are_refused(director: Client, event: Event, sizes: str):
    a_planned_round(event)
    answer = post(director, f"{ROUND}draw/", sizes=sizes)
    assert answer.status_code == 422
    assert not the_round(event).draws.exists()


def test_a_play_off_names_its_loser_and_no_word(director: Client, event: Event):
    round_ = a_running_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="")
    play_out(table_of(round_))
    page = words_of(director.get(ROUND))
    assert "Play-off (round 1)" in page
    assert page.count("lost the play-off") == 1
    for words in ("Playing word", 'class="word', "match ball"):
        assert words not in page, words

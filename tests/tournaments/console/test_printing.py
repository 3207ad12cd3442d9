"""Paper: who sits where, a sheet for each table, the standings; the word only where it may stand."""

from __future__ import annotations

import re
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from games.models import Reading
from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_planned_round,
    a_running_round,
    director_of,
    play_out,
    play_round,
    seats_of,
    table_of,
)
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tournaments.models import Account, Event
from tournaments.operations.evening import rounds
from tournaments.operations.events.at_the_door import door_code
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.seating import drawing, seats


def test_the_seating_is_printed_by_table_and_by_name(director: Client, event: Event):
    a_drawn_round(event)
    page = words_of(director.get("/desk/harbour/print/seating/1/"))
    nicks = list(event.registrations.values_list("nick", flat=True))
    assert all(page.count(f'<span class="nick">{nick}</span>') == 2 for nick in nicks)


def test_a_sheet_has_a_row_for_each_deal_that_can_be(director: Client, event: Event):
    a_drawn_round(event, sizes=(5, 5, 5))
    page = words_of(director.get("/desk/harbour/print/sheets/1/"))
    most = (5 - 3) * 5 + 3 * 4  # competition.md 2.3
    assert page.count('class="sheet"') == 3
    assert page.count('<td class="num">22</td>') == 3
    assert most == 22
    assert f'<td class="num">{most + 1}</td>' not in page
    assert "E on the bench" in page


def test_names_are_in_the_order_in_which_people_look_for_them(director: Client, event: Event):
    for nick in ("ČERT", "DAREBÁK", "CAESAR", "Ámos"):
        add_walk_in(event=event, line=nick, now=NOW)
    a_drawn_round(event)
    names = [one.nick for one in director.get("/desk/harbour/print/seating/1/").context["names"]]
    assert [nick for nick in names if not nick.startswith("CAT")] == ["Ámos", "CAESAR", "ČERT", "DAREBÁK"]
    assert names.index("CAESAR") + 16 == names.index("ČERT")


def test_the_word_stands_on_a_sheet_only_after_the_start_or_when_asked_for(director: Client, event: Event):
    round_ = a_drawn_round(event)
    written = "<i>K</i> <i>A</i> <i>M</i> <i>I</i> <i>L</i>"
    empty = " ".join(["<i></i>"] * 5)
    page = words_of(director.get("/desk/harbour/print/sheets/1/"))
    assert (page.count(empty), page.count(written)) == (15, 0)
    assert "KAMIL" not in page
    assert "KAMIL" not in words_of(director.get("/desk/harbour/print/sheets/1/?word=1"))
    asked = director.post("/desk/harbour/print/sheets/1/word/")
    assert (words_of(asked).count(written), asked.headers["Cache-Control"]) == (15, "no-store")
    assert Reading.objects.get().state == "sealed"
    rounds.start_round(round_=round_, now=timezone.now())
    assert words_of(director.get("/desk/harbour/print/sheets/1/")).count(written) == 15


def test_the_placeholder_of_a_play_off_is_no_word_to_be_printed(director: Client, event: Event):
    a_running_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="")
    page = words_of(director.get("/desk/harbour/print/sheets/1/?word=1"))
    assert "Play-off (round 1)" in page
    assert "<i>X</i>" not in page


def test_nothing_is_printed_of_a_round_that_is_not_drawn(director: Client, event: Event):
    a_planned_round(event, word="")
    for paper in ("seating", "sheets"):
        assert "Nobody is seated yet" in words_of(director.get(f"/desk/harbour/print/{paper}/1/"))


def test_standings_are_printed(director: Client, event: Event):
    a_running_round(event)
    assert words_of(director.get("/desk/harbour/print/standings/")).count('class="place"') == 15


def test_printed_standings_end_with_who_takes_no_place_and_say_that_they_may_change(director: Client, event: Event):
    guest = event.registrations.get(key="p15")
    event.registrations.filter(pk=guest.pk).update(classified=False)
    play_out(table_of(a_running_round(event, sizes=(5, 5, 5)), 1))
    printed = words_of(director.get("/desk/harbour/print/standings/"))
    assert printed.count('class="place"') == 14
    assert guest.nick in printed.partition("Out of classification")[2]
    assert "Provisional:" in printed


def test_the_list_of_badges_names_who_has_completed_the_word(director: Client, event: Event):
    round_ = a_running_round(event, sizes=(5, 5, 5))
    empty = words_of(director.get("/desk/harbour/print/badges/1/"))
    assert "Nobody has completed the word yet" in empty
    play_out(table_of(round_, 1), losers="BADCE")
    table = table_of(round_, 1)
    nicks = {seat: one.nick for seat, one in seats_of(table).items()}
    answer = director.get("/desk/harbour/print/badges/1/")
    assert [(one.nick, one.table, one.left) for one in answer.context["badges"]] == [
        (nicks["B"], 1, 1),
        (nicks["A"], 1, 2),
    ]
    page = words_of(answer)
    assert "KAMIL" in page
    assert nicks["C"] not in page


def test_badges_take_as_many_statements_for_three_tables_as_for_none(director: Client, event: Event):
    round_ = a_running_round(event, sizes=(5, 5, 5))
    before = statements_of(director, "/desk/harbour/print/badges/1/")
    for number in (1, 2, 3):
        play_out(table_of(round_, number))
    assert statements_of(director, "/desk/harbour/print/badges/1/") == before


def test_the_keeper_prints_no_word_before_the_start(event: Event, keeper: Account):
    a_drawn_round(event)
    client = signed_in_as(keeper)
    for path in ("print/sheets/1/?word=1", "round/1/", "print/badges/1/", "files/event.json"):
        answer = client.get(f"/desk/harbour/{path}")
        assert answer.status_code == 200
        assert "KAMIL" not in words_of(answer)
    for path in ("print/sheets/1/word/", "round/1/word/open/"):
        assert client.post(f"/desk/harbour/{path}").status_code == 409
    assert not Reading.objects.exists()


def test_the_poster_of_the_door_is_a_sheet_with_the_event_and_the_address(director: Client, event: Event):
    page = words_of(director.get("/desk/harbour/door/poster/print/"))
    code = door_code(event)
    assert event.name in page
    assert f"/e/harbour/sign-up/?door={code}</code>" in page
    assert 'src="data:image/svg+xml' in page
    assert 'href="/desk/harbour/door/poster/print/"' in words_of(director.get("/desk/harbour/door/"))
    assert 'href="/desk/harbour/door/"' in page


def test_one_page_leads_to_every_paper_and_says_which_seating_is_no_ones_business(director: Client, event: Event):
    a_drawn_round(event)
    page = words_of(director.get("/desk/harbour/print/"))
    for tail in ("seating/1", "seats/1", "sheets/1", "names", "referee", "standings", "diplomas"):
        assert f'href="/desk/harbour/print/{tail}/"' in page
    assert 'href="/desk/harbour/door/poster/print/"' in page
    assert 'href="/e/harbour/report/"' in page
    assert "The seating is not published" in page


def test_a_seating_that_is_not_published_is_marked_as_a_draft(director: Client, event: Event):
    round_ = a_drawn_round(event)
    mark = "Draft – this seating is not published"
    assert words_of(director.get("/desk/harbour/print/seating/1/")).count(mark) == 2
    rounds.start_round(round_=round_, now=timezone.now())
    assert mark not in words_of(director.get("/desk/harbour/print/seating/1/"))


def test_each_sheet_and_card_says_of_which_draw_it_is_and_whether_it_was_changed_since(director: Client, event: Event):
    """Two printouts that lie in the hall can be told apart."""
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    papers = {"seating": 2, "sheets": 3, "seats": 15}

    def said() -> dict[str, int]:
        asked = {name: words_of(director.get(f"/desk/harbour/print/{name}/1/")) for name in papers}
        assert {name: page.count(of_this) for name, page in asked.items()} == papers
        return {name: page.count(f"{of_this} · changed by hand at 19:00") for name, page in asked.items()}

    of_this = "attempt 1, drawn at 19:00"
    assert set(said().values()) == {0}
    one, other = (seats_of(table_of(round_, number))["A"] for number in (1, 2))
    seats.swap_players(round_=round_, first=one, second=other, by=director_of(event), now=NOW)
    assert said() == papers
    later = NOW + timedelta(minutes=1)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(event), now=later, reason="a latecomer")
    of_this = "attempt 2, drawn at 19:01"
    assert set(said().values()) == {0}, "what was changed before is of the draw before"


def test_a_final_is_said_to_be_seated_not_drawn_on_its_papers(director: Client, event: Event):
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    chosen = [score.key for score in event.scores.order_by("rank_key", "key")[:6]]
    a_drawn_round(event, kind="final", chosen=chosen)
    page = words_of(director.get("/desk/harbour/print/seats/2/"))
    assert (page.count("seated at 19:00"), "attempt" in page) == (6, False)


def test_there_is_a_card_for_each_seat_ten_on_a_sheet(director: Client, event: Event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    answer = director.get("/desk/harbour/print/seats/1/")
    assert [len(sheet) for sheet in answer.context["sheets"]] == [10, 5]
    cards = {(table, seat): who.nick for sheet in answer.context["sheets"] for table, seat, who in sheet}
    assert cards == {(n, seat): one.nick for n in (1, 2, 3) for seat, one in seats_of(table_of(round_, n)).items()}
    assert "KAMIL" not in words_of(answer)


def test_everybody_who_is_in_has_a_name_card_and_nobody_else(director: Client, event: Event):
    event.registrations.filter(key="p3").update(status="withdrawn")
    answer = director.get("/desk/harbour/print/names/")
    nicks = [card.nick for sheet in answer.context["sheets"] for card in sheet]
    assert sorted(nicks) == sorted(event.registrations.exclude(key="p3").values_list("nick", flat=True))


def test_a_badge_says_for_which_word_and_who_earned_it(director: Client, event: Event):
    play_out(table_of(a_running_round(event, sizes=(5, 5, 5)), 1))
    answer = director.get("/desk/harbour/print/badges/1/")
    (sheet,) = answer.context["sheets"]
    page = words_of(answer)
    assert page.count('<p class="the-word ">KAMIL</p>') == len(sheet) == 2
    assert all(f'<p class="nick main ">{badge.nick}</p>' in page for badge in sheet)


def test_diplomas_are_for_the_podium_or_for_whom_one_chooses_and_in_every_language(director: Client, event: Event):
    assert "Nobody takes a place yet" in words_of(director.get("/desk/harbour/print/diplomas/"))
    play_out(table_of(a_running_round(event, sizes=(5, 5, 5)), 1))
    podium = director.get("/desk/harbour/print/diplomas/")
    assert [row.official for row, _ in podium.context["diplomas"]] == [1, 1, 1]
    assert [one["place"] for one in podium.context["diplomas"][0][1]] == ["Dělené 1.–3. místo", "Shared place 1–3"]
    loser = podium.context["placed"][-1][0]
    answer = director.get(f"/desk/harbour/print/diplomas/?who={loser}")
    ((row, said),) = answer.context["diplomas"]
    assert row.key == loser
    assert [one["place"] for one in said] == [f"{row.place_text}. místo", f"Place {row.place_text}"]


def test_the_referees_page_signs_nobody_in(director: Client, event: Event):
    """It lies about: its code is the address of the board, where one has to sign in."""
    answer = director.get("/desk/harbour/print/referee/")
    page = words_of(answer)
    assert answer.context["url"].endswith("/t/harbour/")
    assert Client().get("/t/harbour/").status_code == 302
    assert "Director – director" in page
    assert "and a ban for life is proposed to the union" in page
    assert "@" not in page.partition("<main")[2].partition("Whom to call")[2]


def test_printed_standings_say_the_words_and_why(director: Client, event: Event):
    play_out(table_of(a_running_round(event, sizes=(5, 5, 5)), 1))
    page = words_of(director.get("/desk/harbour/print/standings/"))
    assert "Round 1: <strong>KAMIL</strong>" in page
    assert len(re.findall(r'<td class="why">\d+ of \d+ deals of the basic rounds without a letter', page)) == 5
    assert '<td class="why">no own deals in the basic rounds; equal to ' in page

"""The big screen of a hall: one address, each scene with what it shows, and only what is public (public/screen.py)."""

from __future__ import annotations

import html
import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import segno
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_planned_round,
    a_running_round,
    a_smear_event,
    an_event,
    director_of,
    play_out,
    play_round,
    record_deals,
    record_smear,
    seats_of,
    table_of,
)
from tests.tournaments.ceremony.transcripts import HALL_SECRET, QUICKNET, QUICKNET_TOLD
from tests.tournaments.operations.seating.test_ceremonies import (
    CARDS,
    SECRET,
    announce,
    freeze,
    give_up,
    open_it,
    opened,
    show,
)
from tests.tournaments.public.test_query_budget import MOST, statements
from tournaments import projections
from tournaments.ceremony.hall import hall_commitment
from tournaments.models import Event, JournalLine, Round
from tournaments.operations.evening import rounds
from tournaments.operations.results.counting_feats import count_due
from tournaments.operations.results.publishing_standings import override_place
from tournaments.operations.seating import ceremonies, drawing, seats, second_secrets
from tournaments.public.screen import each_once
from tournaments.queries.feats import Holder
from tournaments.queries.standings import standings_page
from tournaments.scenes import SCENES

pytestmark = pytest.mark.django_db


def published(event: Event, **options: Any) -> Round:
    round_ = a_drawn_round(event, **options)
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    return round_


def screen(client: Client, event: Event, query: str = "") -> str:
    return " ".join(html.unescape(client.get(f"/e/{event.slug}/screen/{query}").content.decode()).split())


def names_on(page: str) -> list[tuple[str, str, str]]:
    line = r'<li> <span class="nick">(.*?)</span>.*?<b>(\d+)</b> <span class="seat-letter">(.)</span>'
    return [(nick, table, seat) for nick, table, seat in re.findall(line, page)]


def test_a_seating_that_only_the_director_sees_is_on_no_screen(client: Client, event: Event):
    a_drawn_round(event)
    for query in ("", "?show=names", "?show=tables", "?show=round", "?show=draw"):
        for path in (f"/e/{event.slug}/screen/", f"/e/{event.slug}/screen/fragment/"):
            page = client.get(path + query).content.decode()
            assert "seat-letter" not in page
            assert "15 players are in" in page


def test_everybody_finds_himself_by_name_and_by_table(client: Client, event: Event):
    round_ = published(event, sizes=(5, 5, 5))
    page = screen(client, event)
    found = names_on(page)
    seats = {
        (one.registration.nick, str(one.table.number), one.seat)
        for one in round_.occupants.select_related("registration", "table")
    }
    assert set(found) == seats
    assert [nick for nick, _, _ in found] == sorted(nick for nick, _, _ in seats)
    assert len(re.findall(r"<h3>\s*Table \d", page)) == 3
    only_names, only_tables = screen(client, event, "?show=names"), screen(client, event, "?show=tables")
    assert "<h3>" not in only_names
    assert names_on(only_tables) == []
    assert 'data-live="/e/' in only_names
    assert "?show=names" in only_names, "the fragment shows the same"


def test_one_address_follows_the_rounds(client: Client, event: Event):
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    assert "Standings" in screen(client, event)
    published(event, sizes=(5, 5, 5))
    assert "Round 2" in screen(client, event)
    fragment = client.get(f"/e/{event.slug}/screen/fragment/")
    event.refresh_from_db()
    assert fragment["X-Version"] == str(event.version)
    again = client.get(f"/e/{event.slug}/screen/fragment/", headers={"If-None-Match": fragment["ETag"]})
    assert again.status_code == 304


def test_the_screen_shows_who_sits_there_now_and_not_who_was_drawn(client: Client, event: Event):
    round_ = published(event, sizes=(5, 5, 5))
    seat = round_.occupants.select_related("registration").get(table__number=1, seat="B")
    seats.swap_players(
        round_=round_,
        first=seat.registration,
        second=round_.occupants.select_related("registration").get(table__number=2, seat="A").registration,
        by=director_of(event),
        now=NOW,
    )
    assert (seat.registration.nick, "2", "A") in names_on(screen(client, event))


def test_an_event_that_nobody_may_see_has_no_screen(client: Client, event: Event):
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert client.get(f"/e/{event.slug}/screen/").status_code == 404


# --- The scenes -------------------------------------------------------------------------------------------------------


def test_before_the_start_one_sees_who_is_in_how_to_come_in_and_when_it_starts(client: Client):
    event = an_event(players=3, status="open", slug="pond", starts_at=NOW)
    event.registrations.filter(key="p1").update(status="confirmed")
    event.registrations.filter(key="p2").update(status="applied")
    page = screen(client, event)
    assert ("2 players are in" in page, "1 here" in page) == (True, True)
    assert f'data-countdown="{NOW.isoformat()}"' in page
    nicks = dict(event.registrations.values_list("key", "nick"))
    assert [nicks[key] in page for key in ("p1", "p2", "p3")] == [True, False, True]
    assert 'src="/e/pond/screen/code.svg"' in page


def test_the_code_leads_to_entering_while_one_can_and_never_to_localhost(client: Client, settings: Any):
    event = an_event(players=3, status="open", slug="pond")
    settings.SITE_URL = "https://cats.example"

    def code(status: str, host: str = "testserver") -> bytes:
        Event.objects.filter(pk=event.pk).update(status=status)
        answer = client.get("/e/pond/screen/code.svg", headers={"host": host})
        assert answer["Content-Type"] == "image/svg+xml"
        return answer.content

    def drawn(address: str) -> bytes:
        image = io.BytesIO()
        segno.make(address, error="m", micro=False).save(image, kind="svg", scale=8, border=4, light="#fff")
        return image.getvalue()

    assert code("open") == drawn("http://testserver/e/pond/enter/")
    assert code("closed") == drawn("http://testserver/e/pond/")
    assert code("open", "localhost") == drawn("https://cats.example/e/pond/enter/")
    Event.objects.update(status="draft")
    assert client.get("/e/pond/screen/code.svg").status_code == 404


def test_the_public_draw_is_followed_card_by_card(client: Client, event: Event):
    round_ = a_planned_round(event)
    assert "The draw is promised" not in screen(client, event)
    announce(round_)
    page = screen(client, event)
    assert ("players are in" in page, "The draw is promised" in page) == (True, True), "a promise is made weeks before"
    assert "The draw is promised" in screen(client, event, "?show=draw")
    frozen = freeze(round_)
    page = screen(client, event)
    assert frozen.digest[:6] in page
    assert "Nothing is turned yet" in page
    ceremonies.show_turned(round_=round_, by=director_of(event), now=NOW, turned="cards Ol 7h", shown="")
    page = screen(client, event)
    assert re.findall(r'href="#card-(..)"', page) == ["Ol", "7h"]
    assert SECRET not in page
    show(round_, f"cards {CARDS}")
    open_it(round_)
    assert len(names_on(screen(client, event))) == 15, "everybody looks for his seat at once"
    assert "The draw is promised" not in screen(client, event, "?show=before"), "it is open"
    page = screen(client, event, "?show=draw")
    assert page.count('class="seat-letter"') == 15
    assert "The draw is open" in page


def test_what_a_draw_waits_for_stands_on_the_screen_until_it_has_come(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tournaments.ceremony.beacon.is_signed", lambda *_: True)  # nobody asks who signed
    round_ = a_planned_round(event)
    announce(round_)
    promise = hall_commitment(f"{event.slug}/1/1", HALL_SECRET)
    early = datetime.fromtimestamp(QUICKNET.frozen_at, UTC)
    freeze(round_, hall=("table 3", promise), beacon=("quicknet", 1000), now=early)

    def seen() -> tuple[list[str], int, int]:
        page = screen(client, event)
        steps = page.partition('class="screen-steps')[2].partition("</ol>")[0]
        return re.findall(r"#(lock|clock|check)", steps), page.count('class="yet"'), page.count('href="#card-')

    assert seen() == (["lock", "check", "clock", "lock"], 10, 0)
    assert "Second secret: table 3" in screen(client, event)
    ceremonies.show_turned(round_=round_, by=director_of(event), now=NOW, turned="cards Ol 7h", shown="")
    assert seen() == (["lock", "check", "clock", "lock"], 8, 2)
    show(round_, f"cards {CARDS}")
    ceremonies.open_ceremony(round_=round_, by=director_of(event), now=NOW, kind="cards", typed=CARDS)
    assert "The draw waits for round 1000 of drand" in screen(client, event)
    second_secrets.tell_beacon(round_=round_, by=director_of(event), now=NOW, **QUICKNET_TOLD)
    assert seen() == (["lock", "check", "check", "lock"], 0, 10)
    assert "Now the second secret under the name table 3 is to be opened" in screen(client, event)
    assert HALL_SECRET not in screen(client, event)
    second_secrets.open_hall_secret(round_=round_, now=NOW, typed=HALL_SECRET)
    page = screen(client, event, "?show=draw")
    assert "The draw is open" in page
    assert page.count('class="seat-letter"') == 15


@pytest.mark.parametrize("is_turned", [False, True])
def test_an_attempt_that_was_given_up_takes_the_seating_away_if_the_room_had_turned(client, event: Event, is_turned):
    """Else the seating stands, and who looks for his seat finds it; pinned, the draw says how it ended."""
    round_ = a_planned_round(event)
    opened(round_)
    announce(round_, mint=lambda: "cd" * 32, reason="two lists were mixed up")
    assert "The draw is promised" in screen(client, event)
    if is_turned:
        freeze(round_)
        show(round_)
    give_up(round_, "a latecomer")
    for query, is_told in (("", is_turned), ("?show=draw", True)):
        page = screen(client, event, query)
        said = [words in page for words in ("This attempt was given up", "a latecomer", "Attempt 2")]
        assert said == [is_told] * 3, query
    assert ('class="seat-letter"' in screen(client, event)) is not is_turned


def test_a_seating_that_was_drawn_anew_at_the_desk_is_a_draft_again(client: Client, event: Event):
    """The opened attempt stays public; the tables that are now in its place are not."""
    round_ = a_planned_round(event)
    opened(round_)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(event), now=NOW, reason="two lists were mixed up")
    assert Round.objects.get(pk=round_.pk).status == "drawn"
    for query in ("", "?show=draw", "?show=seating"):
        assert 'class="seat-letter"' not in screen(client, event, query), query


def test_a_card_that_was_taken_back_was_shown(client: Client, event: Event):
    """The screen does not say that nothing was turned yet."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    for turned, shown in (("cards Ol", ""), ("cards", "cards Ol")):
        ceremonies.show_turned(round_=round_, by=director_of(event), now=NOW, turned=turned, shown=shown)
    page = screen(client, event)
    assert "Nothing is turned yet" not in page
    assert "Nothing lies there now: what was shown here was taken back." in page


def test_after_a_second_secret_that_was_not_opened_ten_others_are_turned(client: Client, event: Event):
    """Not "nothing is turned yet": ten were, and everybody has seen them."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    assert "Nothing is turned yet" in screen(client, event)
    by = director_of(event)
    ceremonies.open_ceremony(round_=round_, by=by, now=NOW, kind="cards", typed=CARDS)
    second_secrets.close_hall_secret(round_=round_, by=by, now=NOW + timedelta(minutes=6))
    page = screen(client, event)
    assert "Nothing is turned yet" not in page
    assert "Ten other cards or dice are turned now" in page


def test_what_was_turned_stays_on_the_screen_as_long_as_an_attempt_that_was_given_up(client: Client, event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    ceremonies.show_turned(round_=round_, by=director_of(event), now=NOW, turned="dice 6 6 1", shown="")
    give_up(round_)
    page = screen(client, event)
    assert (page.count('class="die"'), 'class="yet"' in page) == (3, False), "nothing more will be turned"


def test_what_was_turned_in_one_attempt_is_not_shown_in_the_next(client: Client, event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    ceremonies.show_turned(round_=round_, by=director_of(event), now=NOW, turned="dice 6 6 1", shown="")
    assert screen(client, event).count('class="die"') == 3
    give_up(round_)
    announce(round_, reason="again")
    freeze(round_)
    assert 'class="die"' not in screen(client, event)


def test_a_round_shows_word_letters_dealer_match_balls_and_who_has_left(client: Client, event: Event):
    round_ = published(event, sizes=(5, 5, 5))
    assert "KAMIL" not in screen(client, event)
    assert "KAMIL" not in screen(client, event, "?show=round")
    rounds.start_round(round_=round_, now=NOW)
    table = table_of(round_, 1)
    record_deals(table, "A A A A")
    page = screen(client, event)
    assert '<strong class="screen-word">KAMIL</strong>' in page
    assert (page.count('class="on-ball"'), page.count('class="left"')) == (1, 0)
    assert page.count("<b>K</b> <b>A</b> <b>M</b> <b>I</b> <i></i>") == 1
    assert page.count('<span class="hush">deals</span>') == 3
    assert "0 of 3 tables finished" in page
    assert "In the lead" in page
    record_deals(table, "A")
    page = screen(client, event)
    assert (page.count('class="on-ball"'), page.count('class="left"')) == (0, 1)
    assert seats_of(table)["A"].nick in page, "who has left has not vanished"


def test_between_rounds_one_sees_who_rose_and_fell_and_the_cut(client: Client):
    event = an_event(players=15, status="closed", regulations={"final_size": 6})
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    page = screen(client, event)
    assert ("▲" in page, "▼" in page) == (False, False), "nothing was before the first round"
    first = order(event)
    play_round(a_running_round(event, sizes=(5, 5, 5), seed="ab"))
    page = screen(client, event)
    line = r'<span class="place">(\d+)[^<]*</span> <span class="moved.*?">(.*?)</span> <span class="nick">(.*?)</span>'
    moves = {nick: (int(place), sign(moved)) for place, moved, nick in re.findall(line, page)}
    assert len(moves) == 15
    for nick, (place, moved) in moves.items():
        assert moved == first[nick] - place, nick
    assert any(moved for _, moved in moves.values())
    assert page.count('class="cut"') == 1
    assert "above the double line" in page


def sign(shown: str) -> int:
    found = re.search(r"([▲▼])(\d+)", shown)
    return (1 if found[1] == "▲" else -1) * int(found[2]) if found else 0


def order(event: Event) -> dict[str, int]:
    """Nick → place, as the page of the standings counts it."""
    return {row.nick: row.place for row in standings_page(event).rows}


def test_a_final_is_shown_whole_and_nobody_who_is_out_vanishes(client: Client, event: Event):
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    chosen = [score.key for score in event.scores.order_by("rank_key", "key")[:4]]
    final = a_running_round(event, sizes=(4,), kind="final", word="ČERTI", chosen=chosen)
    record_deals(table_of(final, 1), "A A A A A")
    page = screen(client, event)
    assert "screen-final" in page
    assert page.count('class="seat-letter"') == 2 * 4, "at the table, and beside the race where that has a page"
    assert page.count('class="left"') == 1
    assert re.findall(r"plot-line line-.*?>\s*([A-Z])\s*</text>", page) == list("ABCD"), "the race of the final"
    rounds.close_round(round_=Round.objects.get(pk=final.pk), by=director_of(event), now=NOW)
    page = screen(client, event)
    assert re.findall(r'<li class="(on-\d|behind)"> <span class="place">(.*?)</span>', page)[:4] == [
        *[("on-1", "1–3")] * 3,
        ("behind", "4"),
    ]
    assert "not published yet" in page
    assert "Records of the evening" not in page
    count_due()
    event.refresh_from_db()
    projections.bump(event)
    page = screen(client, event)
    assert "Records of the evening" in page
    assert re.search(r"Table \d\s*<span class=\"soft\">Round 1</span>", page), "there are as many tables 1 as rounds"


def test_no_line_of_a_round_can_begin_with_a_separator(client: Client, event: Event):
    """It belongs to what stands before it, wherever the line is broken."""
    round_ = a_running_round(event, sizes=(5, 5, 5))
    record_deals(table_of(round_, 1), "A B")
    page = screen(client, event)
    assert page.count("to go") == 3
    assert not re.search(r"[\s>]·", page.partition("screen-games")[2])


def test_several_finals_are_named_and_the_word_of_one_does_not_stand_above_the_other(client: Client, event: Event):
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    keys = [score.key for score in event.scores.order_by("rank_key", "key")]
    a_running_round(event, sizes=(4,), kind="final", word="ČERTI", chosen=keys[:4])
    assert "screen-word" in screen(client, event)
    a_running_round(event, sizes=(4,), kind="small_final", word="KAMIL", chosen=keys[4:8])
    page = screen(client, event)
    assert '<span class="soft">Final (round 2) · Small final (round 3)</span>' in page
    assert "screen-word" not in page


def test_who_holds_a_record_twice_is_named_once_and_a_table_for_each_round():
    one, two = Holder(nick="MICKA", table=1), Holder(nick="MICKA", table=2)
    pair = Holder(nick="MICKA", other_nick="TYGR")
    tables = [Holder(round=1, table=1), Holder(round=2, table=1)]
    assert [(held.nick, held.other_nick, held.round) for held in each_once([one, two, pair, *tables])] == [
        *[("MICKA", "", None), ("MICKA", "TYGR", None)],
        *[("", "", 1), ("", "", 2)],
    ]


def test_who_has_left_is_shown_with_the_deal_and_a_round_has_no_race(client: Client, event: Event):
    round_ = a_running_round(event, sizes=(5, 5, 5))
    assert "<small>deal" not in screen(client, event)
    record_deals(table_of(round_, 1), "B /E\nB /A\nB /C\nC /D\nB /E\nB /A")
    page = screen(client, event)
    assert page.count("<small>deal 6</small>") == 1
    assert "plot-line" not in page


def test_a_round_in_which_many_have_left_takes_the_statements_of_the_event_page(client: Client, event: Event):
    """One of them reads the logs of the tables that somebody has left; with more tables it stays one."""
    round_ = a_running_round(event, sizes=(5, 5, 5))
    for number in (1, 2, 3):
        play_out(table_of(round_, number))
        projections.bump(event)
        assert statements(client, f"/e/{event.slug}/screen/") <= MOST


def test_smear_shows_parties_and_scores(client: Client):
    event = a_smear_event()
    round_ = a_running_round(event, word="")
    record_smear(table_of(round_, 1), "B4 (AC3 BD7)")
    page = screen(client, event)
    assert "<b>7</b>" in page
    assert page.count('class="seat-letter party"') == 4, "two letters are wider than a circle"
    assert "screen-letters" not in page
    play = table_of(round_, 1)
    assert seats_of(play)["A"].nick in page


def test_the_director_pins_a_scene_and_writes_a_line_and_every_screen_follows(client: Client, event: Event):
    a_running_round(event, sizes=(5, 5, 5))
    before = client.get(f"/e/{event.slug}/screen/fragment/")
    director = Client()
    director.force_login(director_of(event))
    director.post(f"/desk/{event.slug}/screen/", {"scene": "between", "line": "<b>Soup</b> at nine"})
    after = client.get(f"/e/{event.slug}/screen/fragment/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "&lt;b&gt;Soup&lt;/b&gt; at nine" in after.content.decode()
    assert "Nothing has been played yet" in after.content.decode()
    assert "screen-games" in screen(client, event, "?show=round"), "the address of a second screen keeps its scene"
    desk = " ".join(director.get(f"/desk/{event.slug}/").content.decode().split())
    assert '<option value="between" selected>' in desk
    line = JournalLine.objects.get(act="screen_set")
    assert "Soup" not in f"{line.old}{line.new}{line.reason}"
    refused = director.post(f"/desk/{event.slug}/screen/", {"scene": "nonsense", "line": ""})
    assert refused.status_code == 409
    director.post(f"/desk/{event.slug}/screen/", {"scene": "", "line": ""})
    assert "screen-games" in screen(client, event)
    assert "Soup" not in screen(client, event)


def test_without_scripts_the_page_loads_itself_again(client: Client, event: Event):
    assert '<noscript> <meta http-equiv="refresh" content="30"> </noscript>' in screen(client, event)


# --- What it costs ----------------------------------------------------------------------------------------------------


def test_no_scene_costs_more_for_three_hundred_players(client: Client, db: None):
    costs: dict[str, set[int]] = {}
    for players in (15, 300):
        event = an_event(players=players, status="closed")
        published(event)
        costs.setdefault("seating", set()).add(statements(client, f"/e/{event.slug}/screen/"))
        round_ = rounds.start_round(round_=event.rounds.get(), now=NOW)
        record_deals(table_of(round_, 1), "A")
        registration = event.registrations.get(key="p7")
        override_place(registration=registration, place=2, note="agreed", by=director_of(event), now=NOW)
        announce(a_planned_round(event))
        for scene in SCENES:
            address = f"/e/{event.slug}/screen/?show={scene}"
            costs.setdefault(scene, set()).add(statements(client, address))
            assert statements(client, address) == 1, "kept, and one look at the version"
    assert all(len(found) <= (2 if scene == "seating" else 1) for scene, found in costs.items()), costs
    assert max(max(found) for found in costs.values()) <= MOST

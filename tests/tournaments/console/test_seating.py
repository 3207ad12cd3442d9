"""Seats changed by hand: tried out, kept, taken back; who leaves and who comes late (console/seating.py, late.py)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_planned_round,
    a_running_round,
    add_players,
    an_event,
    director_of,
    play_round,
)
from tests.factories.tournaments import ClubFactory
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tests.tournaments.operations.bans.test_doors import ban
from tournaments.ceremony.verification import findings_of
from tournaments.models import CeremonyStep, Event, Registration, Round, SeatSwap
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.seating import arranging, drawing
from tournaments.operations.seating.draw_inputs import drawing_of
from tournaments.queries.seating import judged_seating

ROUND = "/desk/harbour/round/1/"
SEATS, LATE = f"{ROUND}seats/", f"{ROUND}late/"


@pytest.fixture
def round_(event: Event) -> Round:
    return a_drawn_round(event, sizes=(5, 5, 5))


def post(client: Client, path: str, **values: Any) -> Any:
    return client.post(path, values, follow=True)


def nick_at(page: str, seat: str) -> str:
    found = re.search(rf'data-seat="{seat}".*?data-nick="([^"]+)"', page)
    assert found is not None, seat
    return str(found[1])


def mark_in(page: str) -> str:
    return str(re.findall(r'name="mark" value="([^"]+)"', page)[0])


# --- Swaps that are tried out -----------------------------------------------------------------------------------------


def test_two_ticked_seats_are_tried_out_without_scripts_and_nothing_is_kept(director: Client, round_: Round):
    page = words_of(director.get(SEATS))
    one, other = nick_at(page, "1A"), nick_at(page, "2B")
    answer = director.get(SEATS, {"mark": mark_in(page), "swaps": "", "pick": ["1A", "2B"]})
    tried = words_of(answer)
    assert (nick_at(tried, "1A"), nick_at(tried, "2B")) == (other, one)
    assert "1 swap, not saved yet" in tried
    assert 'name="swaps" value="1A-2B"' in tried
    assert "Everybody can read" not in tried
    assert not SeatSwap.objects.exists()
    assert nick_at(words_of(director.get(SEATS)), "1A") == one


def test_several_swaps_are_tried_out_and_the_same_two_once_more_is_a_way_back(director: Client, round_: Round):
    mark = judged_seating(round_).mark
    page = words_of(director.get(SEATS, {"mark": mark, "swaps": "1A-2B", "pick": ["1C", "3D"]}))
    assert "2 swaps, not saved yet" in page
    assert 'value="1A-2B.1C-3D"' in page
    back = words_of(director.get(SEATS, {"mark": mark, "swaps": "1A-2B.1C-3D", "pick": ["3D", "1C"]}))
    assert 'value="1A-2B"' in back
    assert "1 swap, not saved yet" in back


def test_the_faults_are_those_of_the_tables_that_are_tried_out(director: Client, event: Event):
    """Round 2 of tables 5-5-5 has six repeat meetings; a whole table of round 1 together again has ten."""
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    first = {table.number: [one.registration.pk for one in table.seats] for table in judged_seating_of(event, 1).tables}
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    path = f"/desk/harbour/round/{round_.number}/seats/"
    seated = judged_seating(round_)
    at = {one.registration.pk: f"{table.number}{one.letter}" for table in seated.tables for one in table.seats}
    inside = [code for pk, code in at.items() if pk in first[1]]
    others = [code for code in at.values() if code[0] == "1" and code not in inside]
    swaps = ".".join("-".join(two) for two in zip([code for code in inside if code[0] != "1"], others, strict=False))
    before, after = director.get(path), director.get(path, {"mark": seated.mark, "swaps": swaps})
    assert rule_in(before, "coincidences") == 6
    assert rule_in(after, "coincidences") > 9
    assert '<span class="blame">worse</span>' in words_of(after)
    assert words_of(after).count("again, as in the last round") > words_of(before).count("again, as in the last round")
    assert rule_in(after, "coincidences") == judged_seating(round_, parse(swaps)).quality.coincidences


def judged_seating_of(event: Event, number: int) -> Any:
    return judged_seating(Round.objects.select_related("event").get(event=event, number=number))


def parse(text: str) -> list[tuple[str, str]]:
    return [(swap.split("-")[0], swap.split("-")[1]) for swap in text.split(".") if swap]


def rule_in(answer: Any, rule: str) -> int:
    found = re.search(rf'data-rule="{rule}">(\d+)<', words_of(answer))
    assert found is not None
    return int(found[1])


def test_a_script_is_given_the_changing_part_alone(director: Client, round_: Round):
    mark = judged_seating(round_).mark
    answer = director.get(SEATS, {"mark": mark, "swaps": "", "pick": ["1A", "2B"], "part": "1"})
    page = words_of(answer)
    assert answer.status_code == 200
    assert page.lstrip().startswith('<section id="seats"')
    assert "<html" not in page
    one, other = nick_at(page, "2B"), nick_at(page, "1A")
    assert f'data-said="{one} and {other} have changed seats.' in page


@pytest.mark.parametrize(
    "query",
    [
        {"swaps": "1A-1A"},
        {"swaps": "1A-9Z.<b>-1A"},
        {"swaps": "...---"},
        {"pick": "1A"},
        {"pick": ["1A", "2A", "3A"]},
        {"swaps": "1A-2A." * 900},
    ],
)
def test_an_address_that_makes_no_sense_is_passed_over(director: Client, round_: Round, query: dict[str, Any]):
    answer = director.get(SEATS, {"mark": judged_seating(round_).mark, **query})
    assert answer.status_code == 200
    assert "<b>-1A" not in answer.content.decode()


# --- Kept, refused, taken back ----------------------------------------------------------------------------------------


def test_what_was_tried_out_is_kept_in_one_go_with_each_swap_on_record(director: Client, round_: Round):
    mark = judged_seating(round_).mark
    page = words_of(post(director, SEATS, mark=mark, swaps="1A-2B.1C-3D", reason="<i>asked</i> for"))
    assert "2 swaps are saved." in page
    assert "2 changes by hand" in page
    assert "&lt;i&gt;asked" in director.get(ROUND).content.decode()
    assert SeatSwap.objects.filter(round=round_).count() == 2
    assert "not the engine's tables any more" in page


def test_a_seating_that_another_tab_has_changed_is_refused_in_a_sentence(director: Client, round_: Round):
    mark = judged_seating(round_).mark
    post(director, SEATS, mark=mark, swaps="1A-2B")
    answer = post(director, SEATS, mark=mark, swaps="1C-3D")
    assert answer.status_code == 409
    assert "The seating was changed meanwhile, in another tab or by somebody else" in words_of(answer)
    assert "not saved yet" not in words_of(answer)
    assert mark_in(words_of(answer)) != mark
    tried = director.get(SEATS, {"mark": mark, "swaps": "1C-3D", "part": "1"})
    assert tried.status_code == 409
    assert 'id="refusal"' in words_of(tried)
    assert SeatSwap.objects.count() == 1


def test_saving_nothing_or_after_the_start_is_refused(director: Client, round_: Round):
    answer = post(director, SEATS, mark=judged_seating(round_).mark, swaps="")
    assert (answer.status_code, "No two seats were swapped." in words_of(answer)) == (409, True)
    rounds.start_round(round_=round_, by=director_of(round_.event), now=NOW)
    for answer in (director.get(SEATS), post(director, SEATS, mark="", swaps="1A-2B"), director.get(LATE)):
        assert answer.status_code == 409
        assert "Look at its state again." in words_of(answer)


def test_one_button_goes_back_to_what_the_engine_drew(director: Client, round_: Round):
    drawn = round_.draws.get().tables
    assert "Back to the engine" not in words_of(director.get(ROUND))
    post(director, SEATS, mark=judged_seating(round_).mark, swaps="1A-2B.1C-3D")
    page = words_of(director.get(ROUND))
    answer = post(director, f"{SEATS}drawn/", mark=mark_in(page), reason="it was better")
    page = words_of(answer)
    assert "Everybody sits again as attempt 1 was drawn." in page
    assert "3 changes by hand" in page
    assert re.search(r"Back to the engine's draw\s*: it was better", page)
    here = judged_seating(round_).tables
    assert [[seat.registration.key for seat in table.seats] for table in here] == drawn
    assert post(director, f"{SEATS}drawn/", mark="0").status_code == 409


def test_there_is_no_way_back_to_a_draw_of_other_people(director: Client, event: Event):
    round_ = a_drawn_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 7)], sizes=(6,))
    out, stand_in = (Registration.objects.get(event=event, key=key) for key in ("p3", "p9"))
    substitute_player(out=out, stand_in=stand_in, reason="ill", by=director_of(event), now=NOW)
    page = words_of(director.get(f"/desk/harbour/round/{round_.number}/"))
    assert "not the engine's tables any more" in page
    assert "Back to the engine" not in page


def test_the_page_needs_as_many_statements_for_three_swaps_and_tables_as_for_none(event: Event):
    director = signed_in_as(director_of(event))
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    few = statements_of(director, SEATS)
    query = f"?mark={judged_seating(round_).mark}&swaps=1A-2B.1B-2C.3A-1D"
    assert statements_of(director, SEATS + query) == few
    assert few <= 8, "one of them whether a later round has read these tables"
    assert statements_of(director, f"{LATE}?leaving=p1") == statements_of(director, f"{LATE}?leaving=p1&leaving=p2")


# --- Leaving and coming late ------------------------------------------------------------------------------------------


def test_what_a_withdrawal_moves_is_shown_before_it_is_done(director: Client, db: None):
    event = an_event(players=13, slug="quay")
    client = signed_in_as(director_of(event))
    round_ = a_drawn_round(event, sizes=(5, 4, 4))
    gone = judged_seating(round_).tables[1].seats[0].registration
    page = words_of(client.get("/desk/quay/round/1/late/", {"leaving": gone.key}))
    assert re.search(r"\d other players? changes? seats\.", page)
    assert "Fewer changes of table are impossible." in page
    assert Registration.objects.get(pk=gone.pk).status == "checked_in"
    said = post(client, "/desk/quay/round/1/late/leaving/", leaving=gone.key, mark=mark_in(page), reason="ill")
    assert f"{gone.nick} left." in words_of(said)
    assert re.search(rf"{gone.nick} left.*\(\d other players? changed seats?\).*ill", words_of(said), re.DOTALL)
    assert Registration.objects.get(pk=gone.pk).status == "withdrawn"
    assert [len(table.seats) for table in judged_seating(round_).tables] == [4, 4, 4]


def test_eight_cannot_go_on_as_seven(db: None):
    event = an_event(players=8, slug="quay")
    client = signed_in_as(director_of(event))
    round_ = a_drawn_round(event, sizes=(4, 4))
    answer = client.get("/desk/quay/round/1/late/", {"leaving": "p1"})
    assert answer.status_code == 409
    assert "Seven players cannot be seated" in words_of(answer)
    mark = judged_seating(round_).mark
    assert post(client, "/desk/quay/round/1/late/leaving/", leaving="p1", mark=mark).status_code == 409
    assert len(judged_seating(round_).tables[0].seats) == 4


def test_who_comes_late_is_shown_his_chair_and_gets_it(director: Client, event: Event, round_: Round):
    assert "Everybody who is here and may play has a seat." in words_of(director.get(LATE))
    [late] = add_players(event, 1)
    page = words_of(director.get(LATE, {"newcomer": late.key}))
    assert f"{late.nick} sits at table 1, seat F" in page
    assert "Nobody else moves." in page
    said = words_of(post(director, f"{LATE}newcomers/", newcomer=late.key, mark=mark_in(page)))
    assert f"{late.nick} sits at table 1, seat F. Nobody else moves." in said
    assert f"{late.nick} came late" in said
    again = post(director, f"{LATE}newcomers/", newcomer=late.key, mark=judged_seating(round_).mark)
    assert again.status_code == 409


def test_who_is_banned_is_not_offered_a_chair(director: Client, event: Event, round_: Round):
    """The union may know of it before the hall does; the list does not say why."""
    allowed, banned = add_players(event, 2)
    ban(banned.player)
    offered = re.findall(r'<option value="(\w+)"', director.get(LATE).content.decode())
    assert [key for key in offered if key in (allowed.key, banned.key)] == [allowed.key]


def test_who_has_no_seat_does_not_leave_and_who_has_one_does_not_come(director: Client, event: Event, round_: Round):
    """As a page says that was made before somebody has drawn again in another window."""
    sitting, [late] = judged_seating(round_).tables[1].seats[2].registration, add_players(event, 1)
    mark = judged_seating(round_).mark
    for asked, act, sentence in [
        ({"leaving": [late.key, "p1"]}, "leaving", f"{late.nick} has no seat in this round."),
        ({"newcomer": sitting.key}, "newcomers", f"{sitting.nick} sits in this round already: table 2, seat C."),
    ]:
        for answer in (director.get(LATE, asked), post(director, f"{LATE}{act}/", **asked, mark=mark)):
            page = words_of(answer)
            assert (answer.status_code, sentence in page, "Do it" in page) == (409, True, False)
    assert judged_seating(round_).mark == mark


def test_nobody_and_strangers_are_refused(director: Client, event: Event, round_: Round):
    mark = judged_seating(round_).mark
    assert post(director, f"{LATE}leaving/", mark=mark).status_code == 409
    assert post(director, f"{LATE}leaving/", mark=mark, leaving="<b>").status_code == 409
    assert post(director, f"{LATE}newcomers/", mark=mark).status_code == 409
    assert post(director, f"{LATE}newcomers/", mark="stale", newcomer="p1").status_code == 409


def test_swaps_by_hand_stand_beside_every_draw(director: Client, event: Event):
    round_ = a_planned_round(event)
    drawing.draw_round(round_=round_, seed="c0ffee", by=director_of(event), now=NOW, sizes=(5, 5, 5))
    arranging.swap_seats(
        round_=round_, swaps=[("1A", "2A")], mark=judged_seating(round_).mark, by=director_of(event), now=NOW
    )
    drawing.draw_round(round_=round_, seed="beef", by=director_of(event), now=NOW, sizes=(5, 5, 5), reason="again")
    page = words_of(director.get(ROUND))
    assert "1 change by hand" in page
    assert "not the engine's tables any more" not in page


def test_what_must_be_kept_is_said_where_it_is_broken(db: None):
    event = an_event(players=12, clubs=4, slug="quay", regulations={"clubs_apart": "require"})
    client, round_ = signed_in_as(director_of(event)), a_drawn_round(event, sizes=(4, 4, 4))
    assert "break what must be kept" not in words_of(client.get("/desk/quay/round/1/seats/"))
    seating = judged_seating(round_)
    first = seating.tables[0].seats[0].registration
    mate = next(
        f"{table.number}{one.letter}"
        for table in seating.tables[1:]
        for one in table.seats
        if one.registration.club_id == first.club_id
    )
    query = {"mark": seating.mark, "swaps": f"1B-{mate}"}
    page = words_of(client.get("/desk/quay/round/1/seats/", query))
    assert "break what must be kept at this event: Pairs of club-mates at one table." in page
    assert page.count("of the same club") >= 2


def test_a_round_by_the_standings_keeps_no_clubs_apart_and_nobody_says_that_it_does(client: Client, db: None):
    ways = {"seating": "ladder", "clubs_apart": "require", "countries_apart": "prefer"}
    event = an_event(players=12, clubs=6, slug="quay", status="closed", regulations=ways)
    play_round(a_running_round(event, sizes=(4, 4, 4)))
    said = "Rounds that follow the standings keep neither clubs nor countries apart."
    told = words_of(client.get("/e/quay/"))
    assert "In basic rounds by lot members of one club are always kept apart." in told
    assert said in told
    desk, round_ = signed_in_as(director_of(event)), a_planned_round(event)
    page = words_of(desk.get("/desk/quay/round/2/draw/"))
    assert (said in page, "Club-mates never share" in page, "Compatriots are kept" in page) == (True, False, False)
    draw = drawing.draw_round(round_=round_, seed="beef", by=director_of(event), now=NOW)
    assert draw.quality["club_pairs"]
    for page in ("", "seats/"):
        shown = words_of(desk.get(f"/desk/quay/round/2/{page}"))
        assert not re.findall('data-rule="c[a-z]+_pairs"|of the same c|break what must be kept', shown)


def test_countries_are_drawn_apart_and_the_transcript_says_so(db: None):
    event = an_event(players=12, slug="quay", regulations={"countries_apart": "require"})
    for number, country in enumerate(("CZ", "SK", "PL", "AT"), start=1):
        club = ClubFactory.create(federation__country=country)
        event.registrations.filter(position__in=range(number, 13, 4)).update(club=club)
    round_ = a_drawn_round(event, sizes=(4, 4, 4))
    draw = round_.draws.get()
    assert draw.inputs["options"]["countries"] == "require"
    assert {player["country"] for player in draw.inputs["players"]} == {"CZ", "SK", "PL", "AT"}
    assert draw.quality["country_pairs"] == 0
    assert drawing_of(draw.inputs, draw.seed).tables == tuple(map(tuple, draw.tables)), "and it can be drawn again"
    transcript = CeremonyStep.objects.get(kind="opened").document
    assert all(finding.holds for finding in findings_of(transcript))
    client = signed_in_as(director_of(event))
    assert "0 pairs of compatriots sit at one table." in words_of(client.get("/desk/quay/round/1/"))
    seating = judged_seating(round_)
    first = seating.tables[0].seats[0].registration
    mate = next(
        f"{table.number}{one.letter}"
        for table in seating.tables[1:]
        for one in table.seats
        if one.registration.club_id == first.club_id
    )
    page = words_of(client.get("/desk/quay/round/1/seats/", {"mark": seating.mark, "swaps": f"1B-{mate}"}))
    assert "break what must be kept at this event: Pairs of compatriots at one table." in page
    assert "of the same country" in page


def test_nobody_comes_late_to_a_final(director: Client, event: Event):
    round_ = a_drawn_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 7)], sizes=(6,))
    page = words_of(director.get(LATE))
    assert "Somebody leaves" in page
    assert "Somebody came late" not in page
    mark = judged_seating(round_).mark
    assert post(director, f"{LATE}newcomers/", newcomer="p9", mark=mark).status_code == 409


NUL = {"reason": "a\x00", "leaving": "p\x001", "newcomer": "\x00", "entry": "\x00", "listed": "q=%00", "mark": "\x00"}


@pytest.mark.parametrize(
    "act",
    ["round/1/close", "round/1/late/leaving", "round/1/late/newcomers", "round/1/draw", "round/1/ceremony/give-up",
     "finals/final", "round/1/seats", "statuses/p1", "withdrawals/p1"],
)  # fmt: skip
def test_a_nul_in_a_form_of_the_desk_breaks_nothing(director: Client, event: Event, act: str):
    """PostgreSQL does not take one in a text."""
    a_running_round(event)
    assert director.post(f"/desk/harbour/{act}/", NUL).status_code in (302, 409, 422)

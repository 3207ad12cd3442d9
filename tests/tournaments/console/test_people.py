"""People at the desk: one tap each, walk-ins in one line, somebody goes and somebody comes."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_running_round,
    add_players,
    director_of,
    record_deals,
    registration,
    table_of,
)
from tests.factories.tournaments import AccountFactory, ClubFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.bans.test_doors import ban
from tests.tournaments.queries.test_finals import gone, ranked, two_tables
from tests.tournaments.queries.test_finals import seat as final_round
from tournaments.models import Event, JournalLine, Message, Occupant, Player, Registration, RegistrationStatus
from tournaments.operations.evening.rounds import start_round
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.seating.seats import publish_seating

PEOPLE = "/desk/harbour/people/"


def tap(client: Client, key: str, status: str, *, seen: str | None = None, htmx: bool = False, listed: str = ""):
    """Tap a button of the list as it is; `seen`: of an older one, in which he stood so."""
    headers = {"HX-Request": "true"} if htmx else {}
    path = f"/desk/harbour/statuses/{key}/"
    if seen is None:
        seen = Registration.objects.get(event__slug="harbour", key=key).status
    return client.post(path, {"status": status, "listed": listed, "seen": seen}, headers=headers)


def shown(client: Client, path: str, action: str) -> dict[str, str]:
    """What the form that leads to `action` would send as it stands on the page now."""
    page = client.get(path).content.decode()
    form = re.search(rf'<form[^>]+action="{action}"(.*?)</form>', page, re.S)
    assert form, action
    return dict(re.findall(r'<input type="hidden" name="(seen)" value="([^"]*)"', form[1]))


def status_of(event: Event, key: str) -> str:
    return Registration.objects.get(event=event, key=key).status


@pytest.fixture
def applied(event: Event) -> str:
    return add_players(event, 1, registered=RegistrationStatus.APPLIED)[0].key


# --- One tap ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", [["confirmed", "checked_in", "confirmed", "applied"], ["waiting", "applied", "withdrawn"]]
)
def test_each_state_is_one_tap_away_and_so_is_the_way_back(
    director: Client, event: Event, applied: str, way: list[str]
):
    for after in way:
        answer = tap(director, applied, after, listed="show=applied&page=2")
        pk = registration(event, applied).pk
        assert answer.headers["Location"] == f"{PEOPLE}?show=applied&page=2#row-{pk}"
        assert status_of(event, applied) == after


def test_htmx_gets_the_row_alone_with_the_counts_beside_it(director: Client, event: Event, applied: str):
    answer = tap(director, applied, "confirmed", htmx=True)
    page = words_of(answer)
    assert answer.status_code == 200
    assert page.count("<tr ") == 1
    assert "<main" not in page
    assert 'hx-swap-oob="true"' in page
    assert "confirmed 1" in page


@pytest.mark.parametrize("htmx", [True, False])
def test_a_tap_that_somebody_else_was_faster_with_says_so_in_the_row(
    director: Client, event: Event, applied: str, htmx: bool
):
    tap(director, applied, "withdrawn")
    answer = tap(director, applied, "waiting", seen="applied", htmx=htmx)
    assert answer.status_code == 409
    assert "somebody else has changed the registration" in words_of(answer)


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("after", ["confirmed", "waiting", "withdrawn"])
def test_an_old_list_takes_no_check_in_back_and_says_that_he_is_here(
    director: Client, event: Event, applied: str, after: str, htmx: bool
):
    other = signed_in_as(director_of(event))
    seen = shown(director, PEOPLE, f"/desk/harbour/statuses/{applied}/")["seen"]
    tap(other, applied, "checked_in")
    noted = JournalLine.objects.filter(act="entry_status", refused="").count()
    answer = tap(director, applied, after, seen=seen, htmx=htmx)
    assert (answer.status_code, status_of(event, applied)) == (409, "checked_in")
    assert "He is here already" in words_of(answer)
    assert JournalLine.objects.filter(act="entry_status", refused="").count() == noted
    seen = shown(director, PEOPLE, f"/desk/harbour/statuses/{applied}/")["seen"]
    tap(director, applied, "confirmed", seen=seen)
    assert status_of(event, applied) == "confirmed", "the undo of who has seen him checked in"


@pytest.mark.parametrize("htmx", [True, False])
def test_a_second_phone_that_checks_in_the_same_person_is_told_that_he_is_here(
    director: Client, event: Event, applied: str, htmx: bool
):
    tap(director, applied, "checked_in")
    answer = tap(director, applied, "checked_in", htmx=htmx, listed="mode=check-in")
    assert answer.status_code == (200 if htmx else 302), "the row as it is, or back to the list"
    assert status_of(event, applied) == "checked_in"


def test_a_full_event_confirms_nobody_more(director: Client, event: Event, applied: str):
    Event.objects.filter(pk=event.pk).update(capacity=15)
    answer = tap(director, applied, "confirmed")
    assert answer.status_code == 409
    assert "All 15 places are taken." in words_of(answer)
    assert status_of(event, applied) == "applied"


def test_who_has_a_seat_is_not_taken_out_by_a_tap(director: Client, event: Event):
    a_drawn_round(event)
    answer = tap(director, "p1", "withdrawn")
    assert answer.status_code == 409
    assert "has a seat already" in words_of(answer)
    assert "Substitute or withdraw" in words_of(director.get(PEOPLE))


@pytest.mark.parametrize("nonsense", ["", "king", "running"])
def test_a_state_that_there_is_not_is_refused(director: Client, event: Event, applied: str, nonsense: str):
    assert tap(director, applied, nonsense).status_code == 409


def test_confirming_all_stops_at_the_last_place(director: Client, event: Event):
    add_players(event, 3, registered=RegistrationStatus.APPLIED)
    Event.objects.filter(pk=event.pk).update(capacity=17)
    answer = director.post("/desk/harbour/confirmations/", follow=True)
    assert "2 confirmed; 1 for whom there was no place wait." in words_of(answer)
    assert Registration.objects.filter(event=event, status="waiting").count() == 1


def test_confirming_all_from_the_list_of_those_who_applied_leads_to_the_whole_list(
    director: Client, event: Event, applied: str
):
    answer = director.post("/desk/harbour/confirmations/", {"listed": "show=applied"}, follow=True)
    assert applied in [one.key for one in answer.context["page_obj"]]
    answer = director.post("/desk/harbour/confirmations/", {"listed": "q=cat"})
    assert answer.headers["Location"] == f"{PEOPLE}?q=cat"


def test_the_row_stays_where_it_is(director: Client, event: Event):
    def order() -> list[str]:
        return [one.key for one in director.get(PEOPLE).context["page_obj"]]

    before = order()
    tap(director, before[4], "confirmed")
    assert order() == before


# --- The list ---------------------------------------------------------------------------------------------------------


def test_a_search_finds_nicks_without_case_and_accents_and_clubs(director: Client, event: Event):
    ClubFactory.create(code="SMK", name="Smoke of Brno")
    add_walk_in(event=event, line="Žluťoučký Kůň, SMK", now=NOW)
    for search in ("zlutoucky", "KŮŇ", "smk", "smoke"):
        found = director.get(PEOPLE, {"q": search}).context["page_obj"].object_list
        assert [one.nick for one in found] == ["Žluťoučký Kůň"]
    assert "Nobody found" in words_of(director.get(PEOPLE, {"q": "nobody at all"}))


def test_a_state_can_be_chosen_and_counts_are_shown(director: Client, event: Event, applied: str):
    answer = director.get(PEOPLE, {"show": "applied"})
    assert [one.key for one in answer.context["page_obj"]] == [applied]
    assert "checked in 15" in words_of(answer)
    assert director.get(PEOPLE, {"show": "nonsense"}).status_code == 200


def test_the_door_sees_who_is_here_and_who_is_still_to_come(director: Client, event: Event, applied: str):
    tap(director, applied, "confirmed")
    page = words_of(director.get(PEOPLE, {"mode": "check-in"}))
    assert "checked in 15 of 16" in page
    assert page.count("Check in </button>") == 1


def test_a_long_list_comes_in_pages(director: Client, event: Event):
    add_players(event, 100)
    assert "page 1 of 2" in words_of(director.get(PEOPLE))
    assert len(director.get(PEOPLE, {"page": "2"}).context["page_obj"]) == 15


# --- Walk-ins ---------------------------------------------------------------------------------------------------------


def test_a_way_to_come_in_that_is_none_is_refused_in_words(director: Client, event: Event):
    answer = director.post("/desk/harbour/walk-ins/", {"line": "NEW", "how": "just so"})
    assert (answer.status_code, "just so is not one of" in answer.content.decode()) == (422, True)


def walk_in(client: Client, line: str):
    return client.post("/desk/harbour/walk-ins/", {"line": line}, follow=True)


def test_after_a_walk_in_the_line_waits_for_the_next(director: Client, event: Event):
    focused = re.compile(r'<input[^>]*name="line"[^>]*autofocus')
    assert not focused.search(director.get("/desk/harbour/people/").content.decode())
    answer = director.post("/desk/harbour/walk-ins/", {"line": "HERON", "listed": "show=checked_in"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/harbour/people/?show=checked_in&next"
    assert focused.search(answer.content.decode())


def test_a_walk_in_is_one_line(director: Client, event: Event):
    ClubFactory.create(code="SMK", name="Smoke")
    assert "MAGPIE (Smoke) is in and checked in." in words_of(walk_in(director, "MAGPIE, smk"))
    assert "HERON, without a club, is in and checked in." in words_of(walk_in(director, " HERON "))
    assert Registration.objects.filter(event=event, status="checked_in").count() == 17


@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [
        ("MAGPIE, NOWHERE", 422, "There is no club NOWHERE."),
        ("", 422, "This field is required."),
        ("\u202e", 422, "This holds a character that cannot be seen. Leave it out"),
        ("\U0001f468\u200d\U0001f467", 422, "many an emoji joined from several holds one"),
        ("X" * 60, 422, "A nick has 1 to 40 visible characters"),
        ("X" * 200, 422, "at most 140 characters"),
        ("cat-one", 409, "This player is registered already."),
    ],
)
def test_a_line_that_cannot_be_stays_in_the_field_with_its_sentence(
    director: Client, event: Event, line: str, status: int, sentence: str
):
    add_walk_in(event=event, line="CAT-ONE", now=NOW)
    before = Player.objects.count()
    answer = walk_in(director, line)
    assert answer.status_code == status
    assert sentence in words_of(answer)
    assert f'value="{line}"' in words_of(answer) or not line
    assert Player.objects.count() == before


def test_ten_megabytes_are_no_nick(director: Client, event: Event):
    assert walk_in(director, "X" * 10_000_000).status_code == 400


def test_a_nick_with_markup_in_it_is_only_a_nick(director: Client, event: Event):
    walk_in(director, "<b onclick=x>CAT</b>")
    for path in (PEOPLE, f"{PEOPLE}?mode=check-in"):
        assert "<b onclick" not in director.get(path).content.decode()


# --- Somebody goes, somebody comes ------------------------------------------------------------------------------------


def substitute(client: Client, key: str, **data: str):
    return client.post(f"/desk/harbour/substitutions/{key}/", data, follow=True)


def seat_of(event: Event, key: str) -> tuple[int, str] | None:
    held = Occupant.objects.filter(registration__event=event, registration__key=key, active=True).first()
    return (held.table.number, held.seat) if held else None


def test_before_the_start_the_seat_changes_hands(director: Client, event: Event):
    a_drawn_round(event)
    seat = seat_of(event, "p3")
    assert "as if drawn there" in words_of(director.get("/desk/harbour/person/p3/"))
    assert "HERON plays on for" in words_of(substitute(director, "p3", line="HERON", reason="ill"))
    heron = Registration.objects.get(event=event, nick="HERON")
    assert seat_of(event, heron.key) == seat
    assert heron.classified
    assert status_of(event, "p3") == "withdrawn"


def test_in_a_running_game_the_letters_are_taken_over_and_it_is_said_before(director: Client, event: Event):
    round_ = a_running_round(event)
    table = table_of(round_)
    record_deals(table, "A")
    key = Occupant.objects.get(table=table, label="A1").registration.key
    assert "takes seat A over with its 1 letter." in words_of(director.get(f"/desk/harbour/person/{key}/"))
    answer = substitute(director, key, line="HERON", reason="injury")
    assert "HERON plays on for" in words_of(answer)
    heron = Registration.objects.get(event=event, nick="HERON")
    assert (heron.classified, heron.earns_points) == (False, False)
    assert table_of(round_).game.state["seats"]["A"]["letters"] == 1


def test_the_director_may_leave_both_classified(director: Client, event: Event):
    a_running_round(event)
    waiting = add_players(event, 1, registered=RegistrationStatus.WAITING)[0]
    substitute(director, "p1", stand_in=waiting.key, keep_classified="on")
    assert [registration(event, key).classified for key in ("p1", waiting.key)] == [True, True]
    assert [registration(event, key).status for key in ("p1", waiting.key)] == ["withdrawn", "checked_in"]


@pytest.mark.django_db
def test_into_a_final_nobody_comes_without_a_reason_and_the_next_in_rank_is_named():
    event = two_tables(slug="final")
    final, order, director = final_round(event, "final"), ranked(event), signed_in_as(director_of(event))
    path, wanted = (
        f"/desk/final/person/{order[2]}/",
        "A seat here goes by rank: everybody reads why this one comes.",
    )
    page = words_of(director.get(path))
    assert wanted in page
    equal = ", ".join(registration(event, key).nick for key in order[6:8])
    assert f"Next in rank of those who are here, and equal: {equal}." in page
    said = {"stand_in": order[9]}
    refused = director.post(f"/desk/final/substitutions/{order[2]}/", said)
    seats = Occupant.objects.filter(round=final, registration__key=order[9])
    assert (refused.status_code, seats.exists()) == (422, False)
    director.post(f"/desk/final/substitutions/{order[2]}/", {**said, "reason": "the last train"})
    assert seats.get().seat == "D"
    publish_seating(round_=final, by=director_of(event), now=NOW)
    assert f"came instead of {registration(event, order[2]).nick}: the last train" in words_of(
        director.get("/e/final/round/2/")
    )
    gone(event, order[6])
    person = f"/desk/final/person/{order[1]}/"
    assert f"Next in rank of those who are here: {registration(event, order[7]).nick}." in words_of(
        director.get(person)
    )
    start_round(round_=final, by=director_of(event), now=NOW)
    still = f"Next in rank of those who are here: {registration(event, order[7]).nick}."
    assert still in words_of(director.get(person)), "it is asked for in haste while the final is played"
    gone(event, *order[7:9])
    assert "Next in rank" not in words_of(director.get(person)), "nobody is left"


def test_in_a_basic_round_the_reason_is_nobodys_but_the_desks(director: Client, event: Event):
    round_ = a_drawn_round(event)
    assert "everybody reads why" not in words_of(director.get("/desk/harbour/person/p3/"))
    substitute(director, "p3", line="HERON", reason="his heart")
    publish_seating(round_=round_, by=director_of(event), now=NOW)
    page = words_of(director.get("/e/harbour/round/1/"))
    assert "HERON came instead of" in page
    assert "his heart" not in page


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({}, 422, "Choose somebody of the list, or write a nick; not both."),
        ({"line": "HERON", "stand_in": "p16"}, 422, "not both"),
        ({"line": "HERON, NOWHERE"}, 422, "There is no club NOWHERE."),
        ({"stand_in": "p2"}, 422, "Select a valid choice"),
    ],
)
def test_a_substitution_that_cannot_be_changes_nothing(
    director: Client, event: Event, data: dict[str, str], status: int, sentence: str
):
    a_drawn_round(event)
    add_players(event, 1)
    seat = seat_of(event, "p1")
    answer = substitute(director, "p1", **data)
    assert answer.status_code == status
    assert sentence in words_of(answer)
    assert seat_of(event, "p1") == seat
    assert not Player.objects.filter(nick="HERON").exists()


def test_who_is_banned_is_not_offered_to_come_instead(director: Client, event: Event):
    """He would be refused; whoever writes his nick reads that he is banned."""
    a_drawn_round(event)
    add_players(event, 2)
    one, other = registration(event, "p16"), registration(event, "p17")

    def offered() -> list[str]:
        page = words_of(director.get("/desk/harbour/person/p1/"))
        return [key for key in ("p16", "p17") if f'<option value="{key}"' in page]

    assert offered() == ["p16", "p17"]
    ban(one.player)
    assert offered() == ["p17"]
    assert f"{one.nick} is banned by the union" in words_of(substitute(director, "p1", line=one.nick))
    assert f"{other.nick} plays on for" in words_of(substitute(director, "p1", stand_in="p17"))


def test_who_sits_already_cannot_come_and_nobody_was_registered(director: Client, event: Event):
    a_running_round(event)
    nick = registration(event, "p2").nick
    answer = substitute(director, "p1", line=nick.lower())
    assert answer.status_code == 409
    assert "has another seat in round 1, or had it before" in words_of(answer)


def test_a_withdrawal_closes_the_seat_or_leaves_the_game(director: Client, event: Event):
    a_drawn_round(event, sizes=(5, 5, 5))
    answer = director.post("/desk/harbour/withdrawals/p1/", {"reason": "ill"}, follow=True)
    assert "is out." in words_of(answer)
    assert status_of(event, "p1") == "withdrawn"
    assert seat_of(event, "p1") is None


def test_who_sits_again_once_his_leaving_was_taken_back_is_brought_back_from_his_own_page(
    director: Client, event: Event
):
    a_running_round(event, sizes=(5, 5, 5))
    Registration.objects.filter(event=event, key="p1").update(status="withdrawn")
    page = director.get("/desk/harbour/person/p1/").content.decode()
    assert re.search(r'name="status"\s+value="checked_in"', page)
    assert not re.search(r'name="status"\s+value="confirmed"', page)


def test_a_table_of_four_does_not_lose_one(director: Client, event: Event):
    add_players(event, 1)
    a_drawn_round(event, sizes=(4, 4, 4, 4))
    answer = director.post("/desk/harbour/withdrawals/p1/")
    assert answer.status_code == 409
    assert "would have fewer than four players" in words_of(answer)
    assert status_of(event, "p1") == "checked_in"


def test_flags_are_changed_and_explained(director: Client, event: Event):
    assert "the places of the others close up" in words_of(director.get("/desk/harbour/person/p1/"))
    director.post("/desk/harbour/flags/p1/", {"earns_points": "on"})
    changed = registration(event, "p1")
    assert (changed.classified, changed.earns_points) == (False, True)
    assert changed.score.rank_key == ""


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("withdrawals", {"reason": "ill"}),
        ("substitutions", {"line": "HERON"}),
        ("flags", {"classified": "on", "earns_points": "on"}),
        ("fee-notes", {"note": "pays later"}),
    ],
)
@pytest.mark.parametrize("meanwhile", ["started", "paid", "classified"])
def test_what_was_decided_on_an_old_page_of_a_person_is_not_done(
    director: Client, event: Event, action: str, data: dict[str, str], meanwhile: str
):
    Event.objects.filter(pk=event.pk).update(fee="100 Kč")
    other, address = signed_in_as(director_of(event)), f"/desk/harbour/{action}/p1/"
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    seen = shown(director, "/desk/harbour/person/p1/", address)
    assert seen["seen"]
    if meanwhile == "started":
        start_round(round_=round_, now=NOW)
    elif meanwhile == "paid":
        other.post("/desk/harbour/fees/p1/", {"paid": "1"})
    else:
        other.post("/desk/harbour/flags/p1/", {"earns_points": "on"})
    before, lines = Registration.objects.filter(key="p1").values().get(), JournalLine.objects.count()
    answer = director.post(address, data | seen)
    assert answer.status_code == 409
    assert "something else has changed for" in words_of(answer)
    assert Registration.objects.filter(key="p1").values().get() == before
    assert JournalLine.objects.count() == lines + 1, "that it was refused"
    again = shown(director, "/desk/harbour/person/p1/", address)
    assert director.post(address, data | again).status_code == 302


def test_a_reason_with_markup_in_it_is_only_a_reason(director: Client, event: Event):
    director.post("/desk/harbour/withdrawals/p1/", {"reason": "<script>alert(1)</script>"})
    page = director.get("/desk/harbour/person/p1/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("key", ["p 1/2", "é", "a?b#c", "<b>"])
def test_an_entrys_key_may_hold_anything(director: Client, event: Event, key: str):
    Registration.objects.filter(event=event, key="p1").update(key=key)
    page = words_of(director.get(PEOPLE))
    assert page.count("/statuses/") == 30
    assert director.get(reverse("desk:person", args=["harbour", key])).status_code == 200


def test_a_freed_place_names_who_waits_and_one_tap_gives_it(director: Client, event: Event):
    """Who gets it is told by a letter."""
    first, second, leaver = event.registrations.order_by("pk")[:3]
    for one, minutes in ((first, 5), (second, 1)):
        one.status, one.applied_at = "waiting", NOW + timedelta(minutes=minutes)
        one.player.account = AccountFactory.create()
        one.player.save()
        one.save()
    event.capacity = event.registrations.playing().count()
    event.save()
    assert "waits for one first" not in words_of(director.get("/desk/harbour/"))
    director.post(f"/desk/harbour/withdrawals/{leaver.key}/")
    page = words_of(director.get("/desk/harbour/"))
    assert f'<span class="nick">{second.nick}</span> waits for one first' in page
    form = next(form for form in page.split("<form")[1:] if f"Give it to {second.nick}" in form)
    address = re.findall(r'action="([^"]+)"', form)[0]
    director.post(address, {"status": "confirmed"})
    second.refresh_from_db()
    assert second.status == "confirmed"
    letters = Message.objects.filter(kind="moved_up").values_list("account", flat=True)
    assert list(letters) == [second.player.account_id]
    assert "waits for one first" not in words_of(director.get("/desk/harbour/"))


def test_who_has_applied_is_named_in_the_next_step(director: Client, event: Event):
    later, earlier = event.registrations.order_by("pk")[:2]
    entries = Registration.objects.filter(event=event)
    entries.filter(pk=later.pk).update(status="applied", applied_at=NOW + timedelta(minutes=5))
    assert f'<span class="nick">{later.nick}</span> has applied and waits' in words_of(director.get("/desk/harbour/"))
    entries.filter(pk=earlier.pk).update(status="applied", applied_at=NOW)
    page = words_of(director.get("/desk/harbour/"))
    assert f'2 players have applied and wait for your answer, <span class="nick">{earlier.nick}</span> first.' in page


def _help(page: str) -> dict[str, str]:
    """What the form beside the refusal of a walk-in sends."""
    form = next(form for form in page.split("<form")[1:] if 'name="how"' in form.split("</form>")[0])
    return dict(re.findall(r'name="(line|how)" value="([^"]*)"', form.split("</form>")[0]))


def test_a_walk_in_at_a_full_event_gets_the_button_that_puts_him_on_the_waiting_list(director: Client, event: Event):
    Event.objects.update(capacity=15)
    answer = director.post("/desk/harbour/walk-ins/", {"line": "LATECOMER"})
    assert answer.status_code == 409
    director.post("/desk/harbour/walk-ins/", _help(words_of(answer)))
    assert Registration.objects.get(nick="LATECOMER").status == "waiting"


def test_a_walk_in_of_an_unknown_club_gets_the_button_that_adds_him_without(director: Client, event: Event):
    answer = director.post("/desk/harbour/walk-ins/", {"line": "STRANGER, NOWHERE"})
    director.post("/desk/harbour/walk-ins/", _help(words_of(answer)))
    made = Registration.objects.get(nick="STRANGER")
    assert (made.status, made.club) == ("checked_in", None)

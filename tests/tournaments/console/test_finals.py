"""The final at the desk: who is in, the tie across the cut, the play-off, the seats by rank."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_running_round,
    an_event,
    director_of,
    example,
    play_round,
    record_deals,
    registration,
    table_of,
)
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.operations.bans.test_doors import ban
from tests.tournaments.queries.test_finals import ranked, two_tables
from tournaments.models import Event, Registration, Round, Series
from tournaments.operations.evening import rounds as operations
from tournaments.operations.seating.seats import publish_seating
from tournaments.projections import bump
from tournaments.queries.finals import final_proposal

FINALS = "/desk/harbour/finals/"


def seat(client: Client, kind: str, keys: object, **data: object):
    return client.post(f"{FINALS}{kind}/", {"entry": keys, "seen": as_shown(client, kind), **data}, follow=True)


def as_shown(client: Client, kind: str) -> str:
    """What the form of this kind carries of the round that it would seat; where there is no form, of none."""
    found = re.search(rf'action="{FINALS}{kind}/".*?name="seen" value="([^"]+)"', words_of(client.get(FINALS)))
    return found[1] if found else "none"


@pytest.fixture
def played(event: Event) -> Event:
    """One basic round at tables of five, everybody at a table alike: ties everywhere across the cut."""
    play_round(a_running_round(event, sizes=(5, 5, 5)))
    return event


def test_before_the_basic_rounds_are_over_the_page_only_says_so(director: Client, event: Event):
    a_running_round(event)
    page = words_of(director.get(FINALS))
    assert "The basic rounds are not over" in page
    assert 'name="entry"' not in page


def test_where_the_series_has_no_final_the_page_says_only_that(director: Client, played: Event):
    Series.objects.filter(pk=played.series_id).update(has_final=False)
    page = words_of(director.get(FINALS))
    assert "This series has no final" in page
    assert "qualif" not in page.lower()
    assert 'name="entry"' not in page
    operations.plan_round(event=played, kind="final", now=timezone.now())
    assert "This series has no final" not in words_of(director.get(FINALS)), "one was planned all the same"


@pytest.mark.parametrize("kind", ["play_off", "final", "small_final"])
def test_where_the_series_has_no_final_none_is_seated_however_it_is_sent(director: Client, played: Event, kind: str):
    Series.objects.filter(pk=played.series_id).update(has_final=False)
    keys = final_proposal(played).qualified[:4] or [f"p{number}" for number in range(1, 5)]
    page = words_of(seat(director, kind, keys))
    assert "No final is played here: the series has none." in page
    assert not Round.objects.filter(event=played, kind=kind).exists()
    Event.objects.filter(pk=played.pk).update(regulations={**played.regulations, "final_size": 4})
    assert "No final is played here" not in words_of(seat(director, kind, keys)), "its size was set: one is meant"


def test_the_tie_across_the_cut_is_shown_with_its_members_and_fillers_are_proposed(director: Client, played: Event):
    proposal = final_proposal(played)
    assert proposal.play_off is not None
    answer = director.get(FINALS)
    page = words_of(answer)
    assert "A tie across the cut" in page
    nicks = dict(Registration.objects.filter(event=played).values_list("key", "nick"))
    for key in proposal.play_off.between:
        assert f'<span class="nick">{nicks[key]}</span>: ' in page
    ticked = [one.line.registration.key for one in answer.context["candidates"]["play_off"] if one.chosen]
    assert set(proposal.play_off.between) <= set(ticked)
    assert len(ticked) >= 4


def test_who_is_not_here_fills_no_table(db: None):
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal, director = final_proposal(event), signed_in_as(director_of(event))
    Registration.objects.filter(event=event, key__in=proposal.others[:2]).update(status="withdrawn")
    candidates = director.get(FINALS).context["candidates"]["play_off"]
    ticked = {one.line.registration.key for one in candidates if one.chosen}
    assert ticked == {*proposal.play_off.between, *proposal.others[2:]}


def test_a_play_off_that_is_planned_is_seated_here_and_without_a_tie_can_be_removed(director: Client, played: Event):
    """Its own page leads here to choose who plays."""
    first = play_off_to_seat(director)
    operations.plan_round(event=played, kind="play_off", now=NOW)
    assert (first, play_off_to_seat(director)) == ((True, False), (True, False))
    Event.objects.filter(pk=played.pk).update(regulations={**played.regulations, "final_size": 15})
    assert play_off_to_seat(director) == (False, True)
    assert "Remove this round" in words_of(director.get("/desk/harbour/round/2/"))
    operations.plan_round(event=played, kind="basic", now=NOW)
    page = words_of(director.get(FINALS))
    assert "There is no tie across the cut yet. If the basic rounds leave one" in page


@pytest.mark.parametrize("status", ["planned", "published"])
def test_a_play_off_for_no_tie_under_a_later_round_is_not_told_to_be_removed(
    director: Client, played: Event, status: str
):
    """Only the last round is removed, and none behind which one has started: what remains is said instead."""
    Event.objects.filter(pk=played.pk).update(regulations={**played.regulations, "final_size": 15})
    event = Event.objects.get(pk=played.pk)
    play_off = operations.plan_round(event=event, kind="play_off", now=NOW)
    Round.objects.filter(pk=play_off.pk).update(status=status)
    final = operations.plan_round(event=event, kind="final", now=NOW)

    def told() -> str:
        page = words_of(director.get(FINALS)).partition('<section id="play_off">')[2].partition("</section>")[0]
        return page.partition("There is no tie across the cut to play off. ")[2].partition(" <a")[0]

    assert refusal(operations.remove_round, round_=play_off, now=NOW).code == "not_last_round"
    assert told() == "The round can be removed once those after it are, the last one first."
    Round.objects.filter(pk=final.pk).update(status="running", started_at=NOW)
    kept = "A later round has started, so this one is not removed"
    stays = {
        "planned": f"{kept}; it decides nothing and may stay in the plan.",
        "published": f"{kept}. A final that waits for it starts once this round is started and closed with a reason.",
    }
    assert told() == stays[status]
    Round.objects.filter(pk=final.pk).delete()
    assert told() == "Remove the round, at the foot of its page."


def play_off_to_seat(director: Client) -> tuple[bool, bool]:
    """Whether one can be seated, and whether it is said that there is nothing to play off."""
    page = words_of(director.get(FINALS)).partition('<section id="play_off">')[2].partition("</section>")[0]
    said = "There is no tie across the cut to play off. Remove the round, at the foot of its page."
    return f'action="{FINALS}play_off/"' in page, said in page and 'href="/desk/harbour/round/2/"' in page


def test_a_play_off_is_planned_seated_played_and_then_the_final_is_seated_by_rank(director: Client, played: Event):
    answer = director.get(FINALS)
    ticked = [one.line.registration.key for one in answer.context["candidates"]["play_off"] if one.chosen]
    assert "is seated. Only you can see it yet." in words_of(seat(director, "play_off", ticked))
    proposal = final_proposal(played)
    for _ in range(4):  # each play-off lets somebody of those tied lose, until the cut is decided
        if proposal.play_off is None:
            break
        round_ = Round.objects.filter(event=played, kind="play_off").exclude(status="closed").first()
        if round_ is None:
            answer = director.get(FINALS)
            ticked = [one.line.registration.key for one in answer.context["candidates"]["play_off"] if one.chosen]
            seat(director, "play_off", ticked)
            round_ = Round.objects.filter(event=played, kind="play_off").exclude(status="closed").get()
        _lose(round_, proposal.play_off.between)
        proposal = final_proposal(played)
    assert proposal.settled
    answer = director.get(FINALS)
    ticked = [one.line.registration.key for one in answer.context["candidates"]["final"] if one.chosen]
    assert ticked == list(proposal.qualified)
    seat(director, "final", ticked)
    final = Round.objects.get(event=played, kind="final")
    seats = dict(final.occupants.values_list("seat", "registration__key"))
    assert seats["F"] == proposal.qualified[0]
    assert seats["A"] == proposal.qualified[-1]


def test_a_final_is_said_to_be_seated_by_rank_and_not_drawn(director: Client, played: Event):
    seat(director, "final", [f"p{number}" for number in range(1, 6)], reason="a friendly final")
    pages = {path: words_of(director.get(f"/desk/harbour/{path}")) for path in ("", "rounds/", "round/2/")}
    assert ["seated by rank, not published" in page for page in pages.values()] == [True] * 3
    assert ["drawn, not published" in page for page in pages.values()] == [False] * 3
    assert "seated by rank: by-rank/1" in pages["round/2/"]
    publish_seating(round_=Round.objects.get(event=played, kind="final"), now=timezone.now())
    shown = words_of(Client().get("/e/harbour/round/2/"))
    assert ("Seated by rank" in shown, "How it was drawn" in shown) == (True, False)


def test_equal_finalists_share_their_place_and_the_page_says_so(director: Client, event: Event):
    """D and E of each of three tables have no letter yet."""
    running = a_running_round(event, sizes=(5, 5, 5))
    for number in (1, 2, 3):
        record_deals(table_of(running, number), "A B C")
    answer = director.get(FINALS)
    assert [place for place, _ in answer.context["qualified"]] == ["1–6"] * 6
    assert "Who shares a place is exactly equal" in words_of(answer)


def _lose(round_: Round, tied: tuple[str, ...]) -> None:
    """Somebody of those tied loses the deal of the play-off."""
    operations.start_round(round_=round_, now=timezone.now())
    for table in round_.tables.order_by("number"):
        fresh = table_of(round_, table.number)
        while not fresh.game.finished:
            bench = fresh.game.state["next"]["bench"]
            left = {s for s, one in fresh.game.state["seats"].items() if one["left"]}
            here = {one.seat: one.registration.key for one in fresh.occupants.order_by("seat")}
            loser = next(s for s in sorted(here, key=lambda s: here[s] not in tied) if s not in bench and s not in left)
            record_deals(fresh, loser)
            fresh = table_of(round_, table.number)
    operations.close_round(round_=round_, by=round_.event.staff.get().account, now=timezone.now())


def test_the_final_may_be_seated_otherwise_if_the_director_says_why(director: Client, played: Event):
    chosen = ["p1", "p2", "p3", "p4", "p5"]
    answer = seat(director, "final", chosen)
    assert answer.status_code == 422
    assert "That these play the rank alone does not say: others do by it, or equal ones stand at the cut" in words_of(
        answer
    )
    ticked = [one.line.registration.key for one in answer.context["candidates"]["final"] if one.chosen]
    assert sorted(ticked) == chosen, "what was ticked stays"
    assert not Round.objects.filter(event=played, kind="final").exists()
    assert "is seated" in words_of(seat(director, "final", chosen, reason="nobody else could stay"))
    assert Round.objects.get(event=played, kind="final").occupants.count() == 5


def test_the_page_asks_for_the_reason_and_says_who_will_see_it(director: Client, played: Event):
    """There is a tie across the cut, so all three can be seated."""
    page = words_of(director.get(FINALS))
    assert page.count("Everybody sees who plays without having qualified") == 3
    assert page.count("Why do others play than the rank says?") == 2
    assert page.count("Why does somebody who is equal at the cut not play?") == 1
    refused = words_of(seat(director, "final", ["p1", "p2"], reason="two are enough"))
    assert 'value="two are enough"' in refused, "what was typed stays"


def test_for_finalists_who_are_gone_the_next_in_rank_are_ticked(db: None):
    event = two_tables(slug="harbour")
    director = signed_in_as(director_of(event))

    def ticked() -> list[str]:
        candidates = director.get(FINALS).context["candidates"]["final"]
        assert [one.chosen for one in candidates] == [one.due for one in candidates]
        return [one.line.registration.key for one in candidates if one.chosen]

    before, proposal = ticked(), final_proposal(event)
    assert before == list(proposal.qualified)
    Registration.objects.filter(event=event, key__in=before[:2]).update(status="withdrawn")
    assert ticked() == [*before[2:], *proposal.others[:2]]
    assert "is seated" in words_of(seat(director, "final", ticked())), "nobody asks why"


def test_who_is_banned_is_no_more_ticked_than_who_has_gone_and_everybody_reads_the_same_of_both(db: None):
    event = two_tables(slug="harbour")
    order, director = ranked(event), signed_in_as(director_of(event))
    nicks = [registration(event, key).nick for key in order]
    ban(registration(event, order[0]).player)
    Registration.objects.filter(event=event, key=order[1]).update(status="withdrawn")
    answer = director.get(FINALS)
    assert [one.line.registration.key for one in answer.context["candidates"]["final"] if one.chosen] == order[2:8]
    assert (words_of(answer).count("is banned"), words_of(answer).count("is not here")) == (2, 2), "in two lists"
    refused = words_of(seat(director, "final", [order[0], *order[2:7]], reason="he is the best"))
    assert f"{nicks[0]} is banned by the union" in refused
    assert "is seated" in words_of(seat(director, "final", order[2:8])), "nobody asks why"
    final = publish_seating(round_=Round.objects.get(event=event, kind="final"), now=timezone.now())
    said = f"Qualified, but not checked in or not free to play when it was seated: {', '.join(sorted(nicks[:2]))}."
    assert said in words_of(Client().get("/e/harbour/round/2/"))
    assert f"and equal: {', '.join(nicks[8:])}." in words_of(director.get(f"/desk/harbour/person/{order[2]}/"))
    final.draws.update(at=NOW - timedelta(hours=1))
    bump(event)
    now = words_of(Client().get("/e/harbour/round/2/"))
    assert f"By the standings as they are now: Qualified, and does not play: {nicks[0]}." in now, "of a ban nothing"
    assert f"Qualified, but not checked in: {nicks[1]}." in now


@pytest.mark.parametrize(
    ("keys", "status", "sentence"),
    [
        ([], 409, "There is nobody to seat."),
        (["p1", "p2"], 409, "A table needs at least four players; here are 2."),
        (["p1", "p2", "p3", "nobody"], 409, "is not checked in"),
        (["p1", "p1", "p2", "p3"], 422, "stands in the list twice"),
        ([f"p{n}" for n in range(1, 8)], 409, "Seven players cannot be seated"),
    ],
)
def test_a_final_that_cannot_be_seated_plans_no_round(
    director: Client, played: Event, keys: list[str], status: int, sentence: str
):
    answer = seat(director, "final", keys)
    assert answer.status_code == status
    assert sentence in words_of(answer)
    assert not Round.objects.filter(event=played, kind="final").exists()


def test_seating_again_needs_a_reason(director: Client, played: Event):
    seat(director, "final", ["p1", "p2", "p3", "p4"], reason="chosen")
    answer = seat(director, "final", ["p1", "p2", "p3", "p5"])
    assert answer.status_code == 422
    assert "Say why" in words_of(answer)
    seat(director, "final", ["p1", "p2", "p3", "p5"], reason="p4 is ill")
    assert Round.objects.filter(event=played, kind="final").count() == 1


def test_who_is_not_here_cannot_be_ticked(director: Client, played: Event):
    Registration.objects.filter(event=played, key="p1").update(status="confirmed")
    page = words_of(director.get(FINALS))
    assert 'value="p1" disabled' in page


def test_a_small_final_is_for_those_who_missed_the_final(director: Client, played: Event):
    assert "One more game for those who missed the final" in words_of(director.get(FINALS))
    others = list(final_proposal(played).others)[:5]
    seat(director, "small_final", others, reason="without a play-off")
    assert Round.objects.get(event=played, kind="small_final").occupants.count() == len(others)


def test_a_basic_round_is_not_seated_here(director: Client, played: Event):
    assert seat(director, "basic", ["p1"]).status_code == 404


def test_a_finished_event_only_shows_its_final(db: None):
    keeper = AccountFactory.create()
    event = example("harbour-classic", by=keeper)
    page = words_of(signed_in_as(keeper).get(f"/desk/{event.slug}/finals/"))
    assert "The final was seated without a play-off." in page
    assert 'name="entry"' not in page


def test_a_round_of_a_final_is_not_drawn_from_everybody(director: Client, event: Event):
    a_drawn_round(event)
    director.post("/desk/harbour/rounds/add/", {"kind": "final", "starts": ""})
    assert "chosen, not drawn from everybody" in words_of(director.get("/desk/harbour/round/2/draw/"))


@pytest.mark.parametrize(("series", "offered"), [("classic", True), ("team_championship", False)])
def test_the_rounds_lead_to_a_final_where_the_series_has_one(db: None, series: str, offered: bool):
    event = an_event(players=8, series=series)
    page = words_of(signed_in_as(director_of(event)).get(f"/desk/{event.slug}/rounds/"))
    assert (f'href="/desk/{event.slug}/finals/"' in page) == offered

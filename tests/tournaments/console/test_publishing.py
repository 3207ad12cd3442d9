"""Standings at the desk: the referee's word on a place, publications, and what the clock does."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.stories import a_drawn_round, a_running_round, play_round
from tests.tournaments.console.conftest import words_of
from tournaments.models import Event, JournalLine, PlaceOverride, Publication, Step
from tournaments.operations.evening.rounds import reopen_round
from tournaments.operations.evening.steps import run_step
from tournaments.operations.events import plans
from tournaments.operations.seating.seats import publish_seating

STANDINGS = "/desk/harbour/standings/"


def post(client: Client, path: str, **data: object):
    return client.post(path, data, follow=True)


def test_a_place_is_set_with_a_public_note_and_taken_back(director: Client, event: Event):
    play_round(a_running_round(event))
    answer = post(director, "/desk/harbour/overrides/p1/", place=15, note="<b>left</b> the hall")
    page = words_of(answer)
    assert "has place 15 by your word." in page
    assert "By the referee's word; computed:" in page
    assert "<b>left</b>" not in answer.content.decode()
    answer = post(director, "/desk/harbour/computed-places/p1/")
    assert "has the computed place again." in words_of(answer)
    assert PlaceOverride.objects.get().withdrawn_at is not None


@pytest.mark.parametrize("page", [STANDINGS, "/desk/harbour/print/standings/"])
def test_a_shared_place_is_written_as_everywhere(director: Client, event: Event, page: str):
    a_running_round(event)
    assert words_of(director.get(page)).count('<td class="place">1–15</td>') == 15


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"place": 2, "note": ""}, "This field is required"),
        ({"place": 2, "note": "   "}, "This field is required"),
        ({"place": 0, "note": "x"}, "greater than or equal to 1"),
        ({"place": "first", "note": "x"}, "Enter a whole number"),
        ({"place": 16, "note": "x"}, "takes no place, or there is no such place"),
        ({"place": 2, "note": "x" * 501}, "at most 500 characters"),
    ],
)
def test_an_override_that_cannot_be_is_refused_in_its_row(
    director: Client, event: Event, data: dict[str, object], sentence: str
):
    answer = post(director, "/desk/harbour/overrides/p1/", **data)
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert not PlaceOverride.objects.exists()


def test_standings_are_published_provisional_and_then_final(director: Client, event: Event):
    play_round(a_running_round(event))
    assert "Published as number 1, provisional." in words_of(post(director, f"{STANDINGS}publish/", final="0"))
    page = words_of(post(director, f"{STANDINGS}publish/", final="1", note="<i>well played</i>"))
    assert "Published as number 2. These are the final results." in page
    event.refresh_from_db()
    assert event.status == "finished"
    assert list(Publication.objects.order_by("number").values_list("final", flat=True)) == [False, True]
    assert "<i>well played" not in director.get(STANDINGS).content.decode()


def test_of_several_publications_it_is_said_which_counts(director: Client, event: Event):
    round_ = play_round(a_running_round(event))
    post(director, f"{STANDINGS}publish/", final="1")
    superseded, went_on = "superseded by publication 2", "final no longer: the event went on afterwards"
    pages = ("/e/harbour/", "/e/harbour/results/1/", STANDINGS)

    def said() -> list[tuple[int, int]]:
        read = [words_of(director.get(page)) for page in pages]
        return [(page.count(superseded), page.count(went_on)) for page in read]

    assert said() == [(0, 0)] * 3
    reopen_round(round_=round_, now=timezone.now())
    assert said() == [(0, 1)] * 3
    assert went_on in words_of(director.get("/desk/harbour/"))
    assert "Final, though" not in words_of(director.get(STANDINGS))
    assert "not published yet" in words_of(director.get("/e/harbour/screen/?show=end"))
    post(director, f"{STANDINGS}publish/", final="0")
    assert said() == [(1, 0)] * 3
    assert superseded not in words_of(director.get("/e/harbour/results/2/"))


def test_what_results_still_lack_is_said(director: Client, event: Event):
    a_running_round(event)
    page = words_of(director.get(STANDINGS))
    assert "Round 1 is still running." in page
    assert "1 basic round of this series is not planned." in page
    assert "There has been no final." in page
    answer = post(director, f"{STANDINGS}publish/", final="1")
    assert answer.status_code == 409
    assert "A round is still running. Close it first." in words_of(answer)


def test_nothing_is_final_before_anything_was_played(director: Client, event: Event):
    answer = post(director, f"{STANDINGS}publish/", final="1")
    assert answer.status_code == 409
    assert not Publication.objects.exists()


# --- The clock --------------------------------------------------------------------------------------------------------


def test_a_publication_is_planned_moved_and_taken_back(director: Client, event: Event):
    page = words_of(post(director, "/desk/harbour/schedule/", at="2026-03-14T22:30"))
    assert "The clock is set." in page
    assert "Saturday 14 March 2026, 22:30" in page
    post(director, "/desk/harbour/schedule/", at="2026-03-14T23:00")
    assert Step.objects.get(status="due").due_at.isoformat() == "2026-03-14T22:00:00+00:00"
    assert "Nothing is published by the clock." in words_of(post(director, "/desk/harbour/schedule/", at=""))
    assert not Step.objects.filter(status="due").exists()


@pytest.mark.parametrize(
    ("at", "sentence"), [("2027-03-28T02:30", "does not exist"), ("2026-10-25T02:30", "comes twice")]
)
def test_the_clock_is_not_set_to_a_time_that_it_never_shows(director: Client, event: Event, at: str, sentence: str):
    answer = post(director, "/desk/harbour/schedule/", at=at)
    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert not Step.objects.exists()


def test_a_step_that_was_refused_says_why(director: Client, event: Event):
    round_ = publish_seating(round_=a_drawn_round(event, word=""), now=timezone.now())
    round_.starts_at = timezone.now()
    round_.save()
    plans.plan_round_start(round_)
    run_step(step_id=Step.objects.get().pk, now=timezone.now())
    page = words_of(director.get("/desk/harbour/schedule/"))
    assert "Round 1 starts" in page
    assert "not done" in page
    assert "Round 1 has no playing word yet. Enter one first." in page


def test_an_evening_that_ended_early_says_so_and_its_final_results_are_not_called_unfinished(
    director: Client, event: Event
):
    play_round(a_running_round(event))
    assert "Not final yet:" in words_of(director.get(STANDINGS))
    page = words_of(post(director, f"{STANDINGS}publish/", final="1", note="Power cut.", cut_short="on"))
    assert "Final, though the evening ended early:" in page
    assert "Not final yet:" not in page
    for path in ("/e/harbour/", "/e/harbour/standings/", "/e/harbour/results/1/", STANDINGS):
        said = [words_of(director.get(path, headers={"accept-language": code})) for code in ("en", "cs")]
        assert "The evening ended early. Power cut." in said[0]
        assert "Večer se nedohrál. Power cut." in said[1]
    line = JournalLine.objects.get(act="standings_published")
    assert (line.new["cut_short"], line.reason) == (True, "Power cut.")

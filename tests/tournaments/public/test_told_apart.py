"""Pairs that may not share a table have a say in rounds by the standings too: how many is told, who they are is not."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of, registration
from tests.tournaments.console.conftest import words_of
from tests.tournaments.console.test_apart import set_apart
from tournaments.models import ApartPair, Event, Round
from tournaments.operations.seating import drawing
from tournaments.operations.seating.apart import allow_pair
from tournaments.operations.seating.seats import publish_seating

TWO = "Attempt 1: Pairs that the director kept off one table: 2; most of one player: 2."
ANY = "kept off one table"
REPEATED = "Everybody can repeat this draw"
ALONE = "Only the order of equal ones"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Round:
    """The second round of a ladder of twelve, who is equal with whom by the standings of the first."""
    event = stories.an_event(
        players=12, status="closed", slug="harbour", regulations={"seating": "ladder", "private_redraws": 1}
    )
    stories.play_round(stories.a_running_round(event, sizes=(4, 4, 4)))
    return a_planned_round(event)


def draw(round_: Round, reason: str = "", chosen: list[str] | None = None) -> None:
    by = director_of(round_.event)
    drawing.draw_round(round_=round_, seed="ab", by=by, now=NOW, chosen=chosen, reason=reason)


def publish(round_: Round) -> None:
    publish_seating(round_=round_, by=director_of(round_.event), now=NOW)


def pages(client: Client, round_: Round) -> list[str]:
    names = ("", "fragment/", "draw/", "draw/fragment/")
    return [words_of(client.get(f"/e/{round_.event.slug}/round/{round_.number}/{name}")) for name in names]


def allow_all(event: Event) -> None:
    for pair in ApartPair.objects.filter(event=event):
        allow_pair(event=event, pair=pair.pk, by=director_of(event), now=NOW)


def test_how_many_pairs_a_ladder_kept_apart_is_told_from_the_draw_on_and_for_good(client: Client, ladder: Round):
    """Else pairs are set, the tables are seated by them, and they are taken back."""
    set_apart(ladder.event, ("p1", "p2"), ("p1", "p3"))
    assert not any(ANY in page for page in pages(client, ladder)), "nothing is drawn yet"
    draw(ladder)
    assert all(TWO in page for page in pages(client, ladder))
    allow_all(ladder.event)
    publish(ladder)
    for page in pages(client, ladder):
        assert TWO in page
        assert (ALONE in page, REPEATED in page) == (False, False)
    draw(ladder, "another order")
    publish(ladder)
    for page in pages(client, ladder):
        assert TWO in page
        assert page.count(ANY) == 1, "the second draw had none"


def test_who_they_are_is_not_told(client: Client, ladder: Round):
    set_apart(ladder.event, ("p1", "p2"), ("p1", "p3"))
    draw(ladder)
    for page in pages(client, ladder):
        told = page.partition("Attempt 1: ")[2].partition("</p>")[0]
        assert told
        assert not any(registration(ladder.event, key).nick in told for key in ("p1", "p2", "p3"))
        assert "number" not in told


def test_of_a_ladder_that_kept_nobody_apart_nothing_is_told(client: Client, ladder: Round):
    draw(ladder)
    publish(ladder)
    shown = pages(client, ladder)
    assert not any(ANY in page for page in shown)
    assert REPEATED in shown[0]
    assert ALONE in shown[2]


def test_a_small_final_at_two_tables_tells_it_of_those_who_play_there(client: Client):
    event = stories.an_event(players=14, status="closed")
    stories.play_round(stories.a_running_round(event))
    order = list(event.scores.order_by("rank_key", "key").values_list("key", flat=True))
    set_apart(event, (order[0], order[1]), (order[6], order[9]))
    final = a_planned_round(event, kind="small_final")
    draw(final, "whoever likes", chosen=order[6:])
    publish(final)
    for page in pages(client, final):
        assert "Pairs that the director kept off one table: 1; most of one player: 1." in page


def test_a_draw_by_lot_tells_it_in_its_transcript(client: Client):
    event = stories.an_event(players=12, status="closed")
    round_ = a_planned_round(event)
    set_apart(event, ("p1", "p2"))
    draw(round_)
    publish(round_)
    shown = pages(client, round_)
    assert not any("Attempt 1: Pairs" in page for page in shown)
    assert "Pairs that the director kept off one table: 1; most of one player: 1 (number 1)." in shown[2]

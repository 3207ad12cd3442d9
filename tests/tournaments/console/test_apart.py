"""Who may not share a table: set at the desk, kept by every draw, refused in words where it cannot be kept."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.test import Client

from tests.factories.base import NOW
from tests.factories.stories import SEED, a_planned_round, an_event, director_of, registration
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, statements_of, words_of
from tests.walk import form_on
from tournaments.models import ApartPair, CeremonyStep, Event, JournalLine, Occupant
from tournaments.operations.seating.apart import keep_apart
from tournaments.operations.seating.drawing import draw_round
from tournaments.operations.seating.promises import announce_draw

APART = "/desk/harbour/apart/"


def set_apart(event: Event, *pairs: tuple[str, str]) -> None:
    for one, other in pairs:
        keep_apart(
            event=event,
            one=registration(event, one),
            other=registration(event, other),
            by=director_of(event),
            now=NOW,
        )


def drawn(event: Event, **options: object):
    return draw_round(round_=a_planned_round(event), seed=SEED, by=director_of(event), now=NOW, **options)


def test_a_pair_is_chosen_listed_and_taken_back(director: Client, event: Event):
    one, other = registration(event, "p2"), registration(event, "p1")
    for _ in range(2):
        shown = words_of(director.post(APART, {"one": one.pk, "other": other.pk}, follow=True))
    assert f"{one.nick} and {other.nick} share no table from the next draw on." in shown
    pair = ApartPair.objects.get()
    assert (pair.one, pair.other) == (other, one)
    assert f'{other.nick}</span> – <span class="nick">{one.nick}' in shown
    a_planned_round(event)
    assert "1 pair may not share a table." in words_of(director.get("/desk/harbour/round/1/draw/"))
    assert "They may share a table again." in words_of(director.post(f"{APART}{pair.pk}/allow/", follow=True))
    assert "Everybody may sit with everybody" in words_of(director.get(APART))
    lines = JournalLine.objects.filter(act__in=["pair_kept_apart", "pair_allowed"]).order_by("number")
    assert [(line.act, line.subject) for line in lines] == [
        ("pair_kept_apart", "entry:p1 entry:p2"),
        ("pair_allowed", "entry:p1 entry:p2"),
    ]


def test_nobody_is_kept_apart_from_himself_or_from_who_plays_elsewhere(director: Client, event: Event):
    one = registration(event, "p1")
    answer = director.post(APART, {"one": one.pk, "other": one.pk})
    assert answer.status_code == 422
    assert "Choose two different players." in words_of(answer)
    stranger = registration(an_event(players=4), "p1")
    assert director.post(APART, {"one": one.pk, "other": stranger.pk}).status_code == 422
    refused = refusal(keep_apart, event=event, one=one, other=stranger, by=director_of(event), now=NOW)
    assert refused.code == "not_registered"
    assert not ApartPair.objects.exists()


@pytest.mark.parametrize("seating", ["draw", "ladder"])
def test_every_draw_keeps_them_apart_and_says_so(event: Event, seating: str):
    Event.objects.filter(pk=event.pk).update(regulations={"seating": seating})
    event.refresh_from_db()
    pairs = [(f"p{n}", f"p{n + 1}") for n in range(1, 15, 2)]
    set_apart(event, *pairs)
    record = drawn(event)
    assert record.inputs["options"]["apart"] == [list(two) for two in pairs]
    assert not [two for two in pairs for table in record.tables if {*two} <= {*table}]
    assert not record.quality["forbidden_pairs"]
    if seating == "draw":
        assert '"apart":[[1,2],' in CeremonyStep.objects.get(kind="opened").document


def test_what_cannot_be_kept_is_refused_with_the_names(director: Client, event: Event):
    """Four of whom no two may meet, at three tables: by lot, where the engine knows only lots; and when frozen."""
    keys = ["p3", "p7", "p11", "p15"]
    set_apart(event, *combinations(keys, 2))
    nicks = {registration(event, key).nick for key in keys}
    round_ = a_planned_round(event)
    answer = director.post("/desk/harbour/round/1/draw/", {"sizes": "5-5-5", "attempt": "0"})
    assert answer.status_code == 409
    sentence = words_of(answer).split("No two of ")[1].split(" may share a table, and the number of tables is 3.")[0]
    assert set(sentence.split(", ")) == nicks
    assert not Occupant.objects.exists()
    announce_draw(round_=round_, by=director_of(event), now=NOW)
    page, freeze = director.get("/desk/harbour/round/1/ceremony/"), "/desk/harbour/round/1/ceremony/freeze/"
    answer = director.post(freeze, form_on(page, freeze) | {"sizes": "5-5-5", "hall": "", "chain": ""})
    assert all(nick in words_of(answer).split("No two of ")[1].split(" may share")[0] for nick in nicks)


def test_one_pair_and_nine_cost_the_same(event: Event):
    set_apart(event, ("p1", "p2"))
    client = signed_in_as(director_of(event))
    before = statements_of(client, APART)
    set_apart(event, *((f"p{n}", f"p{n + 1}") for n in range(2, 10)))
    assert statements_of(client, APART) == before

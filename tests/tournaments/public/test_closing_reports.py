"""The closing report: right on a right evening, red on a planted wrong score (public/closing_reports.py)."""

import re

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_running_round, play_out, table_of
from tournaments import projections
from tournaments.models import Occupant, Score, Table
from tournaments.operations.evening import rounds
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    round_ = a_running_round(stories.an_event(players=10))
    for table in round_.tables.all():
        play_out(table)
    return round_


def page(client, event):
    return client.get(reverse("public:closing_report", args=[event.slug])).content.decode()


def test_the_sums_of_an_evening_agree(client, played):
    found = page(client, played.event)
    assert "all sums agree" in found
    assert 'class="wrong"' not in found


def test_a_table_that_was_closed_early_says_so(client):
    round_ = a_running_round(stories.an_event(players=10))
    play_out(table_of(round_, 2))
    rounds.close_round(round_=round_, by=stories.director_of(round_.event), now=NOW, force_reason="The pub closes.")
    answer = client.get(reverse("public:closing_report", args=[round_.event.slug]))
    assert [(one.table, one.is_early) for one in answer.context["report"].sums.tables] == [(1, True), (2, False)]
    assert answer.content.decode().count("<small>closed early</small>") == 1
    czech = client.get(answer.request["PATH_INFO"], HTTP_ACCEPT_LANGUAGE="cs")
    assert "<small>ukončeno předčasně</small>" in czech.content.decode()


def test_a_planted_wrong_score_is_red(client, played):
    score = Score.objects.filter(event=played.event, letters__gt=0).first()
    Score.objects.filter(pk=score.pk).update(letters=score.letters - 1)
    projections.bump(played.event)
    found = page(client, played.event)
    assert "The sums do not agree." in found
    assert found.count('class="wrong"') == 1
    assert f"deals {score.deals}, letters {score.letters - 1}" in found


def test_a_letter_missing_on_the_page_of_a_table_is_red(client, played):
    """Which is shown from what is kept with the game, not from the scores."""
    game = table_of(played, 1).game
    game.state["seats"]["A"]["letters"] -= 1
    game.save()
    projections.bump(played.event)
    found = page(client, played.event)
    assert "The sums do not agree." in found
    assert found.count('class="wrong"') == 1
    assert "the page of the table shows something else" in found
    assert "does not agree</strong>" not in found


def test_a_log_whose_chain_does_not_hold_is_red_even_where_the_sums_agree(client, played):
    """A head vouches for what is before it only as long as it does."""
    game = table_of(played, 2).game
    game.head = "0" * 64
    game.save()
    projections.bump(played.event)
    found = page(client, played.event)
    assert "The sums do not agree." in found
    assert found.count('class="wrong"') == 1
    assert re.search(r'<li class="wrong">\s+round 1, table 2, line', found)


def worst_first(event):
    return Score.objects.filter(event=event).exclude(rank_key="").order_by("-rank_key")


def keep(score, **fields):
    Score.objects.filter(pk=score.pk).update(**fields)


def plant_place_among_the_others(event):
    last, first = worst_first(event)[0], worst_first(event).last()
    keep(last, rank_key=first.rank_key)


def plant_a_finalist(event):
    keep(worst_first(event)[0], rank_key="0" + worst_first(event)[0].rank_key[1:])


def plant_exchanged_finalists(event):
    first, *_, last = Score.objects.filter(event=event, rank_key__startswith="0").order_by("rank_key")
    keep(first, rank_key=last.rank_key)
    keep(last, rank_key=first.rank_key)


def plant_exchanged_rounds(event):
    """The totals stay, but the basic rounds that success and teams are counted from have a letter less."""
    score = Score.objects.filter(event=event, basic_letters__gt=0).first()
    keep(score, basic_letters=score.basic_letters - 1)


def plant_a_deal_in_another_round(event):
    score = Score.objects.filter(event=event, deals__gt=0).first()
    number = min(score.rounds)
    kind, deals, *more = score.rounds[number]
    keep(score, rounds=score.rounds | {number: [kind, deals - 1, *more], "9": [kind, 1, 0]})


def plant_letters_without_deals(event):
    keep(Score.objects.filter(event=event, deals__gt=0).first(), deals=0, letters=0)


@pytest.mark.parametrize(
    "plant",
    [
        plant_place_among_the_others,
        plant_a_finalist,
        plant_exchanged_finalists,
        plant_exchanged_rounds,
        plant_a_deal_in_another_round,
        plant_letters_without_deals,
    ],
)
def test_whatever_is_planted_is_red(client, plant):
    event = stories.example("harbour-classic")
    plant(event)
    projections.bump(event)
    found = page(client, event)
    assert "The sums do not agree." in found
    assert 'class="wrong"' in found


@pytest.mark.parametrize("name", ["moor-final", "harbour-classic", "fen-evening"])
def test_the_examples_agree(client, name):
    event = stories.example(name)
    assert "all sums agree" in page(client, event)


def test_a_table_is_called_by_its_label(client, played):
    """In the sums, beside rulings and stand-ins, and where the logs end."""
    event, table = played.event, table_of(played, 1)
    given = RulingDraft(decision="warning", kind="a", seat="B", facts="seen", judged_by="referee")
    at = {"slug": event.slug, "round_number": 1, "table_number": 1}
    judging.rule(**at, by=stories.director_of(event), draft=given, now=NOW)
    (came,) = stories.add_players(event, 1)
    out = stories.seats_of(table)["A"]
    Occupant.objects.create(round=played, table=table, seat="A", label="A2", registration=came)
    Occupant.objects.filter(registration=out).update(active=False)
    type(event).objects.filter(pk=event.pk).update(places={"1": {"label": "Salonek 2"}})
    projections.bump(event)
    found = " ".join(page(client, event).split())
    for said in (">Salonek 2</a>", "table Salonek 2, seat B", "round 1, table Salonek 2, seat A:"):
        assert said in found
    assert "round 1, table Salonek 2, line" in found
    assert "table 1" not in found


def test_without_rulings_it_says_none(client, played):
    assert page(client, played.event).count("None.") >= 2


def test_the_sums_are_written_out_so_that_anybody_can_add_them_up(client):
    event = stories.example("harbour-classic")
    answer = client.get(reverse("public:closing_report", args=[event.slug]))
    told, found = answer.context, answer.content.decode()
    tables = told["report"].sums.tables
    letters = sum(
        seat["letters"]
        for table in Table.objects.filter(round__event=event).exclude(round__kind="play_off")
        for seat in table.game.state["seats"].values()
    )
    assert told["all_letters"] == letters == told["own_letters"] == told["all_deals"] + told["all_penalties"]
    assert told["own_deals"] == 4 * told["all_deals"] == sum(table.own for table in tables)
    assert f"{told['all_deals']} + {told['all_penalties']} = {letters}" in " ".join(found.split())


def test_each_draw_stands_with_its_seed_and_what_it_read(client, played):
    draw = played.draws.get()
    found = page(client, played.event)
    assert f"<code>{draw.seed}</code>" in found
    assert f"<code>{draw.inputs_hash}</code>" in found

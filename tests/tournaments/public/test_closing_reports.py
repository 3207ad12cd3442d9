"""The closing report: right on a right evening, red on a planted wrong score (public/closing_reports.py)."""

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.stories import a_running_round, play_out
from tournaments import projections
from tournaments.models import Score

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


def test_a_planted_wrong_score_is_red(client, played):
    score = Score.objects.filter(event=played.event, letters__gt=0).first()
    Score.objects.filter(pk=score.pk).update(letters=score.letters - 1)
    projections.bump(played.event)
    found = page(client, played.event)
    assert "The sums do not agree." in found
    assert found.count('class="wrong"') == 1
    assert f"deals {score.deals}, letters {score.letters - 1}" in found


@pytest.mark.parametrize("name", ["moor-final", "harbour-classic", "fen-evening"])
def test_the_examples_agree(client, name):
    event = stories.example(name)
    assert "all sums agree" in page(client, event)


def test_without_rulings_it_says_none(client, played):
    assert page(client, played.event).count("None.") >= 2

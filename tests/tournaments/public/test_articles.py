"""The article kit: the facts of an evening in every language, and nothing before its time (public/articles.py)."""

import re

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.stories import a_running_round, play_out
from tournaments.operations.results.counting_feats import count_due

pytestmark = pytest.mark.django_db


def page(client, event):
    return client.get(reverse("public:article_kit", args=[event.slug])).content.decode()


def test_it_tells_who_won_what_was_played_for_and_the_records_in_every_language(client):
    round_ = a_running_round(stories.an_event(players=8, place="U Kotle"), word="KAMIL")
    for table in round_.tables.all():
        play_out(table, losers="ABCD")
    count_due()
    said = page(client, round_.event)
    for words in ("8 players took part.", "Hrálo 8 hráčů.", "the word KAMIL", "slovo KAMIL", "U Kotle"):
        assert words in said
    assert "The earliest to leave: after deal 5" in said
    assert "Nobody was ruled against." in said


def test_a_word_is_not_told_before_its_round_starts(client):
    event = stories.an_event(players=8)
    stories.a_drawn_round(event, word="KAMIL")
    assert "KAMIL" not in page(client, event)


def test_an_event_before_its_first_deal_has_a_page_too(client):
    assert "0 players took part." in page(client, stories.an_event(players=4))


def test_every_picture_that_it_links_is_a_file(client):
    event = stories.example("moor-final")
    addresses = re.findall(r'href="(/e/[^"]+\.svg)"', page(client, event))
    final = event.rounds.get(kind="final")
    assert f"/e/{event.slug}/round/{final.number}/table/1/race.svg" in addresses
    assert {client.get(one).headers["Content-Type"] for one in addresses} == {"image/svg+xml; charset=utf-8"}
    assert "Pictures as files" not in page(client, stories.an_event(players=4))


def test_a_round_that_goes_on_is_told_so_and_nobody_leads_after_it(client):
    event = stories.an_event(players=8)
    round_ = a_running_round(event, word="KAMIL")
    stories.record_deals(stories.table_of(round_), "A")
    said = page(client, event)
    assert "Round 1: the word KAMIL. It is still being played." in said
    assert "1. kolo: slovo KAMIL. Ještě se hraje." in said
    assert "In the lead after it" not in said


def test_numbers_and_quotes_are_those_of_the_language(client):
    event = stories.an_event(players=8, regulations={"percent_decimals": 1})
    stories.play_round(a_running_round(event), losers="ABCD")
    english, czech = (page(client, event).partition(f'id="article-{code}"')[2] for code in ("en", "cs"))
    assert re.search(r"\d\.\d\s%.*“…”", english, re.DOTALL)
    assert re.search(r"\d,\d\s%.*„…“", czech, re.DOTALL)


def test_deals_of_smear_are_counted(client):
    event = stories.a_smear_event(players=4)
    stories.record_smear(stories.table_of(a_running_round(event)), "B4 (AC3 BD7)")
    assert "1 deal was played." in page(client, event)

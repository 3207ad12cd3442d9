"""The article kit: the facts of an evening in every language, and nothing before its time (public/articles.py)."""

import re

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_running_round, play_out, record_deals, table_of
from tournaments.operations.results import publishing_standings as publishing
from tournaments.operations.results.counting_feats import count_due
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import rule
from tournaments.operations.rulings.overruling import overrule

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


def test_before_the_first_deal_nothing_is_told(client):
    said = page(client, stories.an_event(players=4))
    assert "Nothing has been played yet." in said
    assert "Zatím se nic nehrálo." in said
    for words in ("took part", "Nobody was ruled against.", "so far"):
        assert words not in said


def test_standings_are_results_only_when_the_event_is_over(client):
    round_ = stories.play_round(a_running_round(stories.an_event(players=8)))
    assert "Standings so far:\n1" in page(client, round_.event)
    publishing.publish_standings(event=round_.event, by=stories.director_of(round_.event), now=NOW, final=True)
    said = page(client, round_.event)
    assert "Results:\n1" in said
    assert "Výsledky:\n1" in said
    assert "so far" not in said


def test_a_final_names_who_sat_in_it(client):
    event = stories.example("moor-final")
    final = event.rounds.get(kind="final")
    seated = final.tables.get().occupants.filter(active=True).order_by("label")
    sat = seated.values_list("registration__nick", flat=True)
    assert f"Seated there: {', '.join(sat)}." in page(client, event)


def test_a_single_game_is_not_the_longest_and_the_shortest(client):
    event = stories.an_event(players=4)
    stories.play_round(a_running_round(event, sizes=(4,)))
    count_due()
    said = page(client, event)
    assert "The earliest to leave" in said
    for words in ("shortest", "longest game", "fastest", "slowest"):
        assert words not in said


def test_a_round_that_goes_on_makes_nobody_rise(client):
    event = stories.an_event(players=8)
    stories.play_round(a_running_round(event))
    record_deals(table_of(a_running_round(event, word="KOT")), "A B A")
    assert "The biggest rise" not in page(client, event)


def test_a_ruling_that_was_lifted_is_not_counted(client):
    round_ = a_running_round(stories.an_event(players=8))
    record_deals(table_of(round_), "A")
    director = stories.director_of(round_.event)
    draft = RulingDraft(decision="warning", facts="Seen.", judged_by="referee", kind="a", seat="B", position=1)
    at = {"by": director, "slug": round_.event.slug, "round_number": 1, "table_number": 1, "now": NOW}
    given = rule(**at, draft=draft)
    assert "1 ruling was given." in page(client, round_.event)
    lifted = RulingDraft(decision="lifted", facts="No.", judged_by="referee")
    overrule(by=director, ruling=given, draft=lifted, now=NOW)
    assert "Nobody was ruled against." in page(client, round_.event)


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

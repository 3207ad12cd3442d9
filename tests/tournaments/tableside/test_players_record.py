"""A player of the table records where the director allows it, and his lines say so."""

from __future__ import annotations

import re

import pytest

from tests.factories import stories
from tournaments.facts.regulations import Regulations
from tournaments.models import Event
from tournaments.texts.about_regulations import regulations_in_words


def allow(event):
    Event.objects.filter(pk=event.pk).update(regulations={"players_record": True})


@pytest.fixture
def sitting(hand, evening, player):
    """p1, who only plays, at his table."""
    return hand(player, stories.registration(evening.event, "p1").seats.get().table.number)


def test_by_default_who_only_plays_records_nothing(sitting):
    assert sitting.deal("A").status_code == 403
    assert sitting.client.get(sitting.base).status_code == 403


def test_where_the_director_allows_it_a_player_records_at_his_table_alone(sitting, hand, evening, player, stranger):
    allow(evening.event)
    assert sitting.deal("A").status_code == 303
    other = sitting.table.number % 3 + 1
    assert hand(player, other).deal("A").status_code == 403
    assert hand(stranger, sitting.table.number).deal("A").status_code == 403


def test_his_lines_say_that_he_plays_here_and_those_of_a_referee_do_not(sitting, hand, evening, referee):
    allow(evening.event)
    sitting.deal("A")
    assert "recorded by Player, who plays here" in sitting.page()
    sitting.deal("B")
    hand(referee, sitting.table.number).deal("C")
    assert sitting.page().count("who plays here") == 2


def test_he_only_records_and_decides_nothing(sitting, evening):
    allow(evening.event)
    sitting.deal("A")
    assert sitting.client.get(f"/t/{evening.event.slug}/").status_code == 403
    form = {"seat": "B", "facts": "Seen.", "public_text": "Seen.", "judged_by": "table", "decision": "warning"}
    answer = sitting.post("rulings/a", **form)
    assert "You play at this table, so somebody else has to rule." in answer.content.decode()
    stories.play_out(sitting.table)
    length = len(sitting.kinds())
    sitting.post("lines/1/strikes", position=1, reason="no")
    assert len(sitting.kinds()) == length


def test_whom_somebody_replaced_records_no_more(sitting, evening):
    allow(evening.event)
    stories.registration(evening.event, "p1").seats.update(active=False)
    assert sitting.deal("A").status_code == 403


def test_the_regulation_stands_among_the_others_in_words():
    assert "Games are recorded by referees and line judges." in regulations_in_words(Regulations())
    assert "Who plays at a table may record its game." in regulations_in_words(Regulations(players_record=True))


def test_every_link_on_his_table_leads_where_he_may_go(sitting, evening):
    allow(evening.event)
    links = set(re.findall(r'<a [^>]*href="(/[^"#?]*)', sitting.page()))
    assert f"/e/{evening.event.slug}/round/1/table/{sitting.table.number}/" in links
    closed = [link for link in links if sitting.client.get(link, follow=True).status_code != 200]
    assert closed == []


def test_who_has_a_role_is_led_to_the_board_and_the_rulings(hand, evening, line_judge):
    shown = hand(line_judge, 2).page()
    slug = evening.event.slug
    assert f'href="/t/{slug}/"' in shown
    assert f'href="/t/{slug}/rulings/"' in shown


def test_who_plays_finds_the_call_of_the_referee_on_his_own_page_and_on_that_of_the_table(sitting, evening):
    here = f"{sitting.base}here/"
    for address in ("/me/", f"/e/{evening.event.slug}/round/1/table/{sitting.table.number}/"):
        assert f'href="{here}"' in sitting.client.get(address).content.decode()
    assert sitting.client.get(here).status_code == 200

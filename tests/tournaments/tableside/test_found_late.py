"""After the round was closed: what a correction or a ruling changes is seen first, and the round stays closed."""

from __future__ import annotations

import re
import uuid

import pytest

from tests.factories import stories
from tests.tournaments.operations.rulings.test_found_late import lost_by
from tests.tournaments.operations.rulings.test_overruling import rule
from tests.tournaments.tableside.conftest import text_of
from tournaments.models import Round, Ruling


@pytest.fixture
def at(hand, evening, referee):
    """A referee at table 1 of a round that is closed."""
    stories.play_round(evening)
    return hand(referee)


def looked_at(seen: str) -> str:
    """What the page of consequences sends along, so that it is known which ones were seen."""
    found = re.search(r'name="looked" value="([^"]+)"', seen)
    assert found
    return found[1]


def test_a_line_is_corrected_after_a_look(at):
    assert "Found late" in at.page()
    before, form = at.kinds(), {**at.form(), "reason": "misheard", "position": 1}
    seen = text_of(at.client.post(f"{at.base}lines/1/strikes/", form))
    assert "This changes:" in seen
    assert at.kinds() == before
    looked = looked_at(seen)
    answer = at.client.post(f"{at.base}lines/1/strikes/", {**form, "entry_id": str(uuid.uuid4()), "looked": looked})
    assert answer.status_code == 303
    assert at.kinds() == [*before, "strike"]
    assert Round.objects.get(pk=at.table.round_id).status == "closed"


def test_a_line_judge_reads_that_a_referee_corrects_it(at, hand, evening, line_judge):
    judging = hand(line_judge, 2)
    page = judging.page("lines/1/")
    assert "What is found late a referee corrects." in page
    assert "Take this line back" not in page
    assert "Found late" not in judging.page()


def test_a_ruling_on_a_closed_game_is_looked_at_first(at):
    said = {"seat": lost_by(at.table), "facts": "Seen on a photo.", "judged_by": "referee", "decision": "lost_deal"}
    seen = text_of(at.post("rulings/b_inattentive", position=1, **said))
    assert "This changes:" in seen
    looked = looked_at(seen)
    assert at.post("rulings/b_inattentive", position=1, looked=looked, **said).status_code == 303
    assert Ruling.objects.get().entries
    assert Round.objects.get(pk=at.table.round_id).status == "closed"


def test_the_page_of_a_line_of_a_ruling_leads_to_the_rulings(hand, evening, referee):
    table = stories.table_of(evening)
    stories.record_deals(table, "A C")
    rule(table, "a", "penalty_letter", judged_by="referee")
    at = hand(referee)
    page = at.page("lines/3/")
    assert "This line belongs to a ruling." in page
    assert "To the rulings" in page
    assert "Take this line back" not in page
    assert "data-undo" not in at.page() or "lines/3" not in at.page().split('id="log"')[0]


def test_a_line_judge_is_not_offered_to_judge_as_the_referee(hand, evening, line_judge):
    offered = re.findall(r'name="judged_by" value="(\w+)"', hand(line_judge, 2).page("rulings/a/"))
    assert offered == ["table", "line_judge"]

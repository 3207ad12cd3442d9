"""After the round was closed: what a correction or a ruling changes is seen first, and the round stays closed."""

from __future__ import annotations

import re
import uuid

import pytest

from games.queries import state_of
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


def test_a_letter_for_no_deal_in_particular_is_looked_at_first_too(at):
    state = state_of(at.table.game)
    seat = next(seat for seat, now in state.seats.items() if now.left is None and now.letters < 4)
    said = {"seat": seat, "facts": "Seen on a photo.", "judged_by": "referee", "decision": "penalty_letter"}
    assert "none of them: at the end of the game" in text_of(at.client.get(f"{at.base}rulings/a/"))
    seen = text_of(at.post("rulings/a", position="", **said))
    assert "This changes:" in seen
    assert not Ruling.objects.exists()
    assert at.post("rulings/a", position="", looked=looked_at(seen), **said).status_code == 303
    assert Ruling.objects.get().entries
    assert "Penalty letter found late, after deal" in at.page()


def test_a_deal_that_is_lost_by_ruling_needs_to_be_named(at):
    said = {"seat": "D", "facts": "Seen.", "judged_by": "referee", "decision": "lost_deal", "position": ""}
    assert "Choose the deal that this is about." in text_of(at.post("rulings/b_inattentive", **said))


def test_a_ruling_that_ends_the_game_is_not_asked_about_when_its_form_comes_again(hand, evening, referee):
    """The answer to the first was lost on its way; the game that it found running is over."""
    table = stories.table_of(evening)
    stories.record_deals(table, "A A A A A B B B B")
    at = hand(referee)
    said = {"seat": "B", "facts": "Seen.", "judged_by": "referee", "decision": "lost_deal", "position": ""}
    form = at.form() | said
    assert at.client.post(f"{at.base}rulings/b_inattentive/", form).status_code == 303
    assert stories.table_of(evening).game.finished
    assert at.client.post(f"{at.base}rulings/b_inattentive/", form).status_code == 303
    assert Ruling.objects.count() == 1

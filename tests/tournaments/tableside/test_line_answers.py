"""What a phone is answered: the line by its name, and what changed, whatever the length of the log.

That the page is then what a reload would show is tried in a browser: tests/e2e/test_line_answers.py.
"""

from typing import Any

import pytest

from games.models import Entry
from tests.factories import stories
from tests.tournaments.tableside.conftest import Hand
from tournaments.models import Event


def deal(at: Hand, loser: str, **said: Any) -> dict[str, Any]:
    """The answer to a deal that was recorded on the page as it is."""
    answer = at.deal(loser, **{"shows": at.shows(), **said}, resend=True)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def is_small(answer: dict[str, Any]) -> bool:
    return "html" not in answer["table"]


def test_an_answer_names_its_line_and_the_head_of_the_log(hand, referee):
    at = hand(referee)
    deal(at, "A")
    form = at.form()
    answer = deal(at, "B", **form)
    last = Entry.objects.get(position=2)
    assert answer["lines"] == [{"id": form["entry_id"], "status": "applied", "position": 2}]
    assert answer["head"] == {"position": 2, "digest": last.digest}
    assert answer["version"] == Event.objects.get().version
    assert answer["etag"] == at.client.get(f"{at.base}now/")["ETag"]


def test_an_answer_holds_what_changed_and_the_values_of_the_next_form(hand, referee):
    at = hand(referee)
    deal(at, "A")
    was = at.shows()
    table = deal(at, "B")["table"]
    assert (table["was"], table["fields"]["shows"]) == (was, at.shows())
    assert table["fields"] == {
        "expected_position": 3,
        "base": 2,
        "slot": 3,
        "pen": 1,
        "shows": "2-1-ABCDE-en",
        "bench": "B",
    }
    assert (table["dealer"], table["leader"]) == ("C", "D")
    assert table["parts"]["question"] == "Deal 3: who lost?"
    assert list(table["log"]) == ["2"]


def test_a_long_log_makes_the_answer_no_longer(hand, referee):
    at = hand(referee)
    sizes = []
    for _ in range(12):
        sizes.append(len(at.deal("A", shows=at.shows(), resend=True).content))
        sizes.append(len(at.post("undo", position=len(at.kinds()), shows=at.shows(), resend=True).content))
    deals, undos = sizes[2::2], sizes[1::2]
    assert max(deals) < 3000
    assert max(deals) - min(deals) < 30  # the digits of higher numbers
    assert max(undos) - min(undos) < 30


def test_undo_brings_the_line_that_it_took_back_as_it_reads_now(hand, referee):
    at = hand(referee)
    for loser in "AB":
        deal(at, loser)
    undone = at.post("undo", position=2, shows=at.shows(), resend=True).json()["table"]["log"]
    assert list(undone) == ["2", "3"]
    assert "<del>" in undone["2"]
    back = at.post("undo", position=3, shows=at.shows(), resend=True).json()["table"]["log"]
    assert list(back) == ["2", "3", "4"]
    assert "<del>" not in back["2"]


# --- Where the page comes whole ---------------------------------------------------------------------------------------


def test_the_first_line_of_a_game_comes_with_the_page_for_it_takes_the_pen(hand, referee):
    at = hand(referee)
    assert [is_small(deal(at, loser)) for loser in "AB"] == [False, True]


def test_a_form_that_stood_on_another_page_gets_the_page(hand, referee, director):
    at = hand(referee)
    deal(at, "A")
    was = at.shows()
    hand(director).post("pen")
    assert not is_small(deal(at, "B", shows=was))
    assert not is_small(deal(at, "C", shows=""))
    assert is_small(deal(at, "D"))


def test_who_leaves_the_table_and_who_comes_back_changes_the_page(hand, referee):
    at = hand(referee)
    stories.record_deals(at.table, "A A A A")
    assert not is_small(deal(at, "A"))
    assert not is_small(at.post("undo", position=5, shows=at.shows(), resend=True).json())


@pytest.mark.parametrize("position", [1, 2])
def test_a_line_far_back_comes_with_the_page(hand, referee, position):
    at = hand(referee)
    stories.record_deals(at.table, "A B C D")
    answer = at.post("undo", position=position, shows=at.shows(), resend=True).json()
    assert is_small(answer) == (position == 2)


def test_a_repeated_answer_names_the_line_where_it_stands(hand, referee):
    at = hand(referee)
    deal(at, "A")
    form, was = at.form(), at.shows()
    first, again = deal(at, "B", **form, shows=was), deal(at, "B", **form, shows=was, bench="A")
    assert (first["lines"], first["table"]) == (again["lines"], again["table"])
    stories.record_deals(at.table, "C")
    late = deal(at, "B", **form, shows=was, bench="A")
    assert (late["lines"], late["head"]["position"]) == (first["lines"], 3)
    assert not is_small(late)


def test_a_refused_line_is_named_with_its_reason_and_the_page(hand, referee):
    at = hand(referee)
    form = at.form() | {"expected_position": 7}
    answer = at.deal("A", **form, shows=at.shows(), resend=True)
    assert answer.status_code == 409
    (line,) = answer.json()["lines"]
    assert line == {
        "id": form["entry_id"],
        "status": "refused",
        "code": "stale_position",
        "sentences": [line["sentences"][0]],
    }
    assert "Meanwhile something else was recorded" in line["sentences"][0]
    assert "Meanwhile something else was recorded" in answer.json()["table"]["html"]


def test_a_line_without_a_name_is_refused_without_one(hand, referee):
    answer = hand(referee).deal("A", entry_id="x", resend=True)
    assert answer.status_code == 422
    assert answer.json()["lines"][0]["id"] is None
    assert "X-Entry-Id" not in answer

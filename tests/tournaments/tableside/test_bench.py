"""The form of the next deal: a tap changes who plays, the log is not touched; the same without scripts."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict

from tests.factories import stories
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.queries.tables import table_view
from tournaments.tableside.sheet import Choice, read_choice, sheet_of, toggled


@pytest.fixture
def six(event, referee) -> Hand:
    """A table of six: E and F on the bench."""
    round_ = stories.a_running_round(event, sizes=(6, 5, 4))
    tables = [stories.table_of(round_, number) for number in (1, 2, 3)]
    return Hand(referee, max(tables, key=lambda table: len(stories.seats_of(table))))


@pytest.mark.parametrize(
    ("seats", "bench", "tap", "after"),
    [
        pytest.param("ABCDE", "E", "C", "C", id="five: who sits out lets the other in"),
        pytest.param("ABCDE", "E", "E", "", id="five: who plays leaves five at the table"),
        pytest.param("ABCDE", "", "B", "B", id="five: then somebody sits out"),
        pytest.param("ABCDEF", "EF", "A", "FA", id="six: who has sat longest comes in"),
        pytest.param("ABCDEF", "FA", "F", "A", id="six: one comes in"),
        pytest.param("ABCDEF", "A", "C", "AC", id="six: another sits down"),
        pytest.param("ABCD", "", "A", "", id="four: nobody can sit out"),
        pytest.param("ABCDE", "E", "G", "E", id="no such seat"),
    ],
)
def test_a_tap_on_a_row(seats, bench, tap, after):
    assert toggled(Choice(bench=tuple(bench)), tap, tuple(seats)).bench == tuple(after)


def test_who_sits_down_has_not_lost_and_does_not_deal():
    choice = toggled(Choice(bench=("E",), loser="C", dealer="C"), "C", tuple("ABCDE"))
    assert (choice.loser, choice.dealer) == ("", "")


def test_the_proposal_is_preselected(six):
    page = six.page()
    assert 'name="bench" value="EF"' in page
    assert "A B C D play" in page
    assert 'id="done" data-done >' in page


def view_of(table, account):
    return table_view(table, viewer=account, is_referee=True)


def test_the_dealer_passes_clockwise_when_he_sits_down(six, referee):
    view = view_of(six.table, referee)
    sheet = sheet_of(view, read_choice(QueryDict("bench=AF"), view))
    assert sheet is not None
    assert (sheet.players, sheet.dealer, sheet.leader) == (tuple("BCDE"), "B", "C")
    chosen = sheet_of(view, read_choice(QueryDict("bench=AF&dealer=E"), view))
    assert chosen is not None
    assert (chosen.dealer, chosen.leader, chosen.proposed) == ("E", "B", "B")


def test_without_scripts_a_tap_posts_the_form_and_changes_nothing_else(six):
    answer = six.post("form", bench="EF", toggle="A", loser="B", packed="on", points_B="20")
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer["Location"]).query)
    assert query == {"base": ["0"], "bench": ["FA"], "loser": ["B"], "packed": ["on"], "points_B": ["20"]}
    assert six.kinds() == []
    page = text_of(six.client.get(answer["Location"]))
    assert "B C D E play" in page
    assert 'value="B" required checked' in page
    assert 'name="points_B" value="20"' in page
    six.post("deals", bench="FA", loser="B")
    assert six.payloads() == [{"kind": "deal", "loser": "B", "bench": ["A", "F"]}]


def test_a_changed_form_is_for_one_deal_only(six):
    address = six.post("form", bench="EF", toggle="A")["Location"]
    six.deal("A")
    assert 'name="bench" value="AB"' in text_of(six.client.get(address))


def test_done_is_off_and_says_why_while_not_exactly_four_play(six):
    too_many = text_of(six.client.get(six.post("form", bench="EF", toggle="E")["Location"]))
    assert "Too many play. Exactly four play a deal" in too_many.split("data-bench-note")[1].split("</p>")[0]
    assert 'id="done" data-done disabled>' in too_many
    too_few = six.page("?base=0&bench=DEF")
    assert "> Too few play. Exactly four play a deal" in too_few


def test_a_table_of_four_has_no_bench(six, event, referee):
    round_ = six.table.round
    four = next(
        table
        for table in (stories.table_of(round_, number) for number in (1, 2, 3))
        if len(stories.seats_of(table)) == 4
    )
    page = Hand(referee, four).page()
    assert "A B C D play" in page
    assert "sits out</span>" not in page


def test_nonsense_in_the_address_is_not_believed(six):
    page = six.page("?base=0&bench=<script>XZ&loser=Z&dealer=Q")
    assert "<script>X" not in page
    assert "A B C D E F play" in page
    assert "checked" not in page

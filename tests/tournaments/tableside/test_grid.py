"""A score sheet of paper is typed in: looked at, then all of it or nothing, and never twice."""

from __future__ import annotations

import re
import uuid

import pytest

from tests.factories import stories
from tournaments.operations.evening import recording


@pytest.fixture
def at(hand, referee):
    return hand(referee, 1)


def rows(*said):
    """Rows as "A", "void", "+B late" or "C /A"."""
    found = {"entry_id": str(uuid.uuid4())}
    for number, row in enumerate(said, 1):
        what, _, rest = row.partition(" ")
        if what.startswith("+"):
            found |= {f"chosen_{number}": what[1:], f"letter_{number}": "on", f"note_{number}": rest}
        elif rest.startswith("/"):
            found |= {f"chosen_{number}": what, f"bench_{number}": rest[1:]}
        else:
            found |= {f"chosen_{number}": what, f"note_{number}": rest}
    return found


def send(at, typed, **said):
    return at.client.post(f"{at.base}grid/", {**typed, **said})


def looked(answer):
    return re.findall(r'name="looked" value="(.*?)"', answer.content.decode())


def record(at, typed):
    [mark] = looked(send(at, typed))
    return send(at, typed, looked=mark)


def test_the_sheet_has_a_column_for_each_seat_and_as_many_rows_as_the_game_can_have(at):
    page = at.page("grid/")
    for seat, one in stories.seats_of(at.table).items():
        assert re.search(rf"{seat} <small>{one.nick}</small>", page)
    assert page.count('name="chosen_22" value="A"') == 1
    assert f'href="{at.base}grid/"' in at.page()


def test_it_is_looked_at_and_then_recorded_at_once(at):
    typed = rows("A", "B", "void misdeal", "+C late", "C")
    page = re.sub(r"\s+", " ", send(at, typed).content.decode())
    assert "So it would stand in the log:" in page
    assert "The game is not over with it." in page
    assert at.kinds() == []
    assert record(at, typed).status_code == 303
    assert at.payloads() == [
        {"kind": "deal", "loser": "A", "bench": ["E"]},
        {"kind": "deal", "loser": "B", "bench": ["A"]},
        {"kind": "void_deal", "bench": ["B"], "reason": "misdeal"},
        {"kind": "penalty_letter", "seat": "C", "reason": "late"},
        {"kind": "deal", "loser": "C", "bench": ["B"]},
    ]
    assert at.letters() == {"A": 1, "B": 1, "C": 2, "D": 0, "E": 0}


def test_it_goes_on_where_the_phone_stopped(at):
    at.deal("A")
    record(at, rows("B"))
    assert at.payloads()[1] == {"kind": "deal", "loser": "B", "bench": ["A"]}


def test_a_row_that_cannot_be_says_why_and_nothing_is_recorded(at):
    answer = send(at, rows("A", "A", "B /AB", "C"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'id="fault-2"' in page
    assert 'id="fault-3"' in page
    assert 'id="fault-4"' not in page
    assert looked(answer) == []
    assert at.kinds() == []


def test_a_changed_sheet_is_looked_at_again(at):
    typed = rows("A", "B")
    [mark] = looked(send(at, typed))
    answer = send(at, {**typed, "chosen_2": "C"}, looked=mark)
    assert answer.status_code == 200
    assert at.kinds() == []


def test_what_was_recorded_meanwhile_is_seen_before_the_sheet_is_added(at):
    typed = rows("C")
    [mark] = looked(send(at, typed))
    at.deal("B")
    assert send(at, typed, looked=mark).status_code == 200
    assert at.kinds() == ["deal"]


def test_a_sheet_is_recorded_once_however_often_it_is_sent(at):
    typed = rows("A", "B")
    record(at, typed)
    again = looked(send(at, typed))
    assert send(at, typed, looked=again[0]).status_code in (303, 409)
    assert at.kinds() == ["deal", "deal"]


def test_the_phone_asks_again_and_hears_that_it_is_done(at):
    typed = rows("A", "B")
    [mark] = looked(send(at, typed))
    for _ in range(2):
        answer = at.client.post(f"{at.base}grid/", {**typed, "looked": mark}, headers={"X-Resend": "1"})
        assert (answer.json(), answer["X-Entry-Id"]) == ({"location": at.base}, typed["entry_id"])
    assert at.kinds() == ["deal", "deal"]


def test_what_is_only_looked_at_names_the_sheet_and_records_nothing(at):
    typed = rows("A", "A /AB")
    for said in (typed, rows() | {"entry_id": typed["entry_id"]}, rows("A") | {"entry_id": typed["entry_id"]}):
        answer = at.client.post(f"{at.base}grid/", said, headers={"X-Resend": "1"})
        assert answer["X-Entry-Id"] == typed["entry_id"]
    assert at.kinds() == []


def test_one_transaction_all_or_nothing(at, monkeypatch):
    real, lines = recording.record_at, []

    def fails_at_the_third(**said):
        lines.append(said)
        if len(lines) == 3:
            raise ConnectionError
        return real(**said)

    typed = rows("A", "B", "C")
    [mark] = looked(send(at, typed))
    monkeypatch.setattr(recording, "record_at", fails_at_the_third)
    with pytest.raises(ConnectionError):
        send(at, typed, looked=mark)
    assert at.kinds() == []


def test_an_empty_sheet_says_so_and_a_line_judge_types_in_none(at, hand, line_judge):
    assert "Nothing is typed in yet." in send(at, rows()).content.decode()
    judge = hand(line_judge, 2)
    assert judge.client.get(f"{judge.base}grid/").status_code == 403

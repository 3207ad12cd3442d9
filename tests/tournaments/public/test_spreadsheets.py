"""Standings and teams as files for spreadsheets: what the page says, in both formats, nothing while it is hidden."""

import csv
import io

import openpyxl
import pytest
from django.test import Client

from tests.factories import stories
from tournaments.exchange.spreadsheet import xlsx_bytes
from tournaments.models import Event, Registration
from tournaments.queries.standings import whole_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(db: None) -> Event:
    """Fifteen players of two clubs after their only round; the last one to be registered is a guest."""
    event = stories.an_event(players=15, clubs=2, status="closed", series="team_championship")
    guest = stories.registration(event, "p15")
    Registration.objects.filter(pk=guest.pk).update(classified=False)
    stories.play_round(stories.a_running_round(event), losers="ABCDE", close=False)
    event.refresh_from_db()
    return event


def sheet(client: Client, address: str) -> list[list[object]]:
    answer = client.get(address)
    assert answer["Content-Disposition"].startswith("attachment"), address
    [read] = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
    return [[cell.value for cell in row] for row in read.iter_rows()]


def table(client: Client, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get(address).content.decode("utf-8-sig"))))


@pytest.mark.parametrize("name", ["standings", "teams"])
def test_both_formats_say_the_same(client: Client, championship: Event, name):
    address = f"/e/{championship.slug}/{name}/{name}"
    workbook = [["" if cell is None else str(cell) for cell in row] for row in sheet(client, f"{address}.xlsx")]
    assert workbook == table(client, f"{address}.csv")
    assert len(workbook) == {"standings": 16, "teams": 15}[name], "a guest belongs to no team"
    assert f'href="{address}.xlsx"' in client.get(f"/e/{championship.slug}/{name}/").content.decode()


def test_standings_end_with_those_who_take_no_place(client: Client, championship: Event):
    _header, *rows = sheet(client, f"/e/{championship.slug}/standings/standings.xlsx")
    assert [(row[0], row[2]) for row in rows[:-1]] == [
        (row.place, row.nick) for row, _ in whole_standings(championship)
    ]
    assert rows[-1][:3] == [None, None, stories.registration(championship, "p15").nick]
    assert all(isinstance(row[5], int) for row in rows)


@pytest.mark.parametrize("name", ["standings", "teams"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_hidden_standings_are_a_table_without_lines(client: Client, name, kind):
    event = stories.an_event(players=5, clubs=2, status="closed", regulations={"hidden_from_round": 1})
    stories.record_deals(stories.table_of(stories.a_running_round(event)), "A B")
    read = sheet if kind == "xlsx" else table
    assert len(read(client, f"/e/{event.slug}/{name}/{name}.{kind}")) == 1


def test_smear_has_its_own_figures_and_no_teams(client: Client):
    event = stories.a_smear_event(players=4)
    stories.record_smear(stories.table_of(stories.a_running_round(event)), "B4 (AC3 BD7)")
    header, *rows = sheet(client, f"/e/{event.slug}/standings/standings.xlsx")
    assert header[5:] == ["games", "won", "points"]
    assert [row[7] for row in rows] == [7, 7, 3, 3]
    assert client.get(f"/e/{event.slug}/teams/teams.xlsx").status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+420", "@SUM(A1)", "-3", "a\x07b"])
def test_a_text_stays_a_text_in_a_workbook(text):
    [read] = openpyxl.load_workbook(io.BytesIO(xlsx_bytes(["nick"], [[text]]))).worksheets
    assert read["A2"].data_type == "s"
    assert read["A2"].value == text.replace("\x07", "\ufffd")

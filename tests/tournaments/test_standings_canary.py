"""Hidden standings are nowhere before the end of the final, and everywhere after.

An evening is played in which the order is known to the test: its first three sit at different tables, so nothing that
one table tells can name them one after another. What is looked for: those three in their order, by nick or by key; the
success over two rounds with three decimals; the deals and letters of two rounds beside each other; and the way from a
record to its deal.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import cycle
from typing import Any

import pytest
from django.utils import timezone

from tests.canaries import Content, Finder, Reader, browser, cached, crawl, in_a_row, overhearing, said, ways_of
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, Event, Feat, JournalLine, Round, Table, TokenScope
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.evening import finals, rounds
from tournaments.operations.results.counting_feats import count_feats
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating import seats
from tournaments.queries.finals import final_proposal
from tournaments.queries.players import FIGURES, events_of
from tournaments.queries.standings import standings_page

pytestmark = pytest.mark.django_db
WORD = "ROZHLEDNIČKA"
EVENT = ("", "standings/", "article/", "screen/", "report/", "results/1/", "results/1/scwu-results.json")
EVENT += ("standings/standings.csv", "standings/standings.xlsx", "pictures/places.svg")
RECORDS = ("/e/moor/records/", "/records/")
API = "/api/v1/events/moor/standings/"
TOLD = (*(f"/e/moor/{path}" for path in EVENT), *RECORDS, API)
RECORD = re.compile(r'href="/e/moor/round/\d+/table/\d+/replay/\d+/')  # where a record leads
DRAWN = "seated by rank, not published"
PATTERNS = ("3333222110", "333221320", "33231320")  # who of a table loses, from the best (0) to the worst


def play(round_: Round, strength: dict[str, int]) -> None:
    """Play all tables: whoever is weaker takes more letters."""
    for table in Table.objects.filter(round=round_).order_by("number"):
        order = sorted(stories.seats_of(table).items(), key=lambda one: strength[one[1].key])
        for rank in cycle(PATTERNS[(table.number + round_.number) % 3]):
            if stories.record_deals(table, order[int(rank)][0]).state.finished:
                break
    rounds.close_round(round_=round_, by=stories.director_of(round_.event), now=NOW)


def teller(event: Event) -> Finder:
    """What finds the standings of this event in some content."""
    rows = [row for row in standings_page(event).rows if row.deals]
    assert [row.last_place for row in rows[:3]] == [1, 2, 3], "equal ones have no order"
    spelled = {row.nick: row.key for row in rows} | {f'"{row.key}"': row.key for row in rows}
    is_told = in_a_row([[row.key for row in rows[:3]]], spelled)
    shares = {row.success for row in rows if row.success and not row.success.endswith("000")}
    spelled_out = "|".join(sorted(share.replace(".", "[.,]") for share in shares))
    share = re.compile(rf"(?<![\d.,])(?:{spelled_out})(?!\d)")  # no part of a longer number, such as a time
    sums = [f"{row.deals} {row.letters} " for row in rows]
    sums += [f'"deals": {row.deals}, "letters": {row.letters}' for row in rows]
    beside = re.compile(rf"(?<![\w.,])(?:{'|'.join(map(re.escape, sums))})")  # no end of a digest before a number

    def find(content: Content) -> set[str]:
        found = set()
        for text in ways_of(content):
            if is_told(text):
                found.add("order")
            if share.search(text):
                found.add("success")
            plain = " ".join(re.sub(r"<[^>]*>", " ", text).split())
            if beside.search(plain):
                found.add("sums")
            if RECORD.search(text):
                found.add("record")
        return found

    return find


def says_drawn(round_: Round, who: Account | None) -> bool:
    """Whether the API tells somebody that a round is drawn and not published."""
    answer = browser(who).get(f"/api/v1/events/moor/rounds/{round_.number}/")
    return bool(answer.json()["status"] == "drawn")


class Evening:
    """Two basic rounds were played; the second one hides the standings."""

    def __init__(self) -> None:
        settings = {"hidden_from_round": 2, "percent_decimals": 3}
        self.event = stories.an_event(players=12, status="closed", slug="moor", clubs=3, regulations=settings)
        strength = {f"p{number}": number * 5 % 12 for number in range(1, 13)}
        for _ in (1, 2):
            play(stories.a_running_round(self.event, sizes=(4, 4, 4), word=WORD), strength)
        self.count()
        self.player = AccountFactory.create(name="Player")
        first = stories.registration(self.event, "p1").player
        first.account = self.player
        first.save()
        self.token = create_token(account=self.player, label="reads", now=timezone.now(), scope=TokenScope.READ)[1]
        self.finds = teller(self.event)

    def count(self) -> None:
        """What the clock counts of finished tables."""
        for table in Table.objects.filter(round__event=self.event, game__finished=True):
            count_feats(table)

    def readers(self) -> dict[str, Reader]:
        at = [{"number": 1}, {"number": 2, "round_number": 2, "table": 2, "table_number": 2}, {"number": 90}]
        return {"anonymous": Reader(at=at), "player": Reader(self.player), "token": Reader(token=self.token)}

    def told_to(self, *names: str, only: Collection[str] = ()) -> dict[str, dict[str, set[str]]]:
        """Reader → address, or only these → what was found there; nothing of whom nothing was told."""
        readers = self.readers()
        found = {name: crawl(self.event, readers[name], self.finds, only=only) for name in names}
        for hits in found.values():
            for path in [path for path in hits if "/replay/" in path]:  # a replay leads from step to step
                hits[path] -= {"record"}
        return {name: told for name, hits in found.items() if (told := {one: hit for one, hit in hits.items() if hit})}


def test_hidden_standings_are_nowhere_before_the_end_of_the_final_and_everywhere_after(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    with overhearing(monkeypatch, settings) as heard:
        evening = Evening()
        event, director = evening.event, stories.director_of(evening.event)
        desk = browser(director)
        assert evening.told_to("anonymous", "player", "token") == {}
        assert evening.finds(said() + cached() + "\n".join(heard)) == set()
        (row,) = events_of(evening.player.player, None)
        assert {row[name] for name in FIGURES} == {None}, "what was not fetched cannot be shown by mistake"
        answer = browser(evening.player).post("/me/data/file/")
        assert answer.status_code == 200
        assert evening.finds(answer.content) == set()

        shown = desk.get("/desk/moor/standings/")
        assert evening.finds(shown.content) == {"order", "success", "sums"}, "the desk sees them"
        assert "Hidden from the hall." in shown.content.decode()
        assert desk.post("/desk/moor/standings/publish/", {"final": "0"}).status_code == 409
        assert "Standings are hidden until the end of the final." in browser(None).get("/e/moor/").content.decode()

        stories.a_planned_round(event, word="VĚŽ", kind="final")
        best = final_proposal(event).qualified
        final = finals.seat_final(event=event, kind="final", chosen=best, seed="c0ffee", by=director, now=NOW)
        assert evening.told_to("anonymous", "player", "token") == {}, "who sits in a final says who leads"
        assert [says_drawn(final, who) for who in (director, evening.player, None)] == [True, False, False]
        assert DRAWN in desk.get("/desk/moor/").content.decode()
        assert DRAWN not in browser(None).get("/e/moor/").content.decode()
        seats.publish_seating(round_=final, now=NOW)
        rounds.start_round(round_=final, now=NOW)
        assert evening.told_to("anonymous") == {}

        stories.play_round(final)
        evening.count()
        evening.finds = teller(event)
        publish_standings(event=event, by=director, now=NOW, final=True)
        told = evening.told_to("anonymous", "token", only=TOLD)
        for path in TOLD:
            assert told["anonymous"].get(path), path
        assert told["token"][API] >= {"success"}
        assert Feat.objects.filter(event=event).exists()
        for path in RECORDS:
            assert "record" in told["anonymous"].get(path, ()), path


def test_the_director_shows_them_before_and_hides_them_again() -> None:
    evening = Evening()
    desk, hall = browser(stories.director_of(evening.event)), browser(None)

    def seen() -> set[str]:
        return evening.finds(hall.get("/e/moor/standings/").content)

    assert seen() == set()
    assert desk.post("/desk/moor/standings/shown/", {"shown": "1"}).status_code == 302
    assert seen() == {"order", "success", "sums"}
    assert desk.post("/desk/moor/standings/shown/", {"shown": "1"}).status_code == 409
    assert desk.post("/desk/moor/standings/shown/", {"shown": "0"}).status_code == 302
    assert seen() == set()
    assert list(JournalLine.objects.values_list("act", flat=True).order_by("-pk")[:3])[::2] == [
        "standings_hidden",
        "standings_shown",
    ]

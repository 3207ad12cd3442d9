"""A seating that is drawn and not published is the director's draft: nobody else is told who sits with whom.

Drawn, drawn again and changed by hand, and then published. What is looked for: everybody of a table one after another,
by nick, by key, or by start number as the transcript has them; the seed, which with the entrants is the whole draw; and
the address of a table (the second one, because the first is asked for).

A draw in public has two secrets, of which not even the director is told before it is opened.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.canaries import (
    Content,
    Finder,
    Reader,
    bare,
    browser,
    cached,
    crawl,
    in_a_row,
    needles,
    overhearing,
    said,
    ways_of,
)
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.tournaments.ceremony.transcripts import HALL_SECRET
from tests.tournaments.operations.seating.test_ceremonies import CARDS, SECRET, announce, freeze
from tournaments.ceremony.hall import hall_commitment
from tournaments.models import Account, Round, Table, TokenScope
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.seating import ceremonies, drawing, seats, second_secrets

pytestmark = pytest.mark.django_db
SEEDS = ("5eed0fa1f1257d2a", "5eed0fa25ec0d0e1")
TOLD = ("/e/moor/", "/e/moor/round/1/", "/e/moor/screen/", "/api/v1/events/moor/rounds/1/tables/")
OPENED = ("/e/moor/round/1/draw/", "/e/moor/round/1/draw/1/scwu-draw.json")


def teller(round_: Round) -> Finder:
    """What finds the seating of this round in some content."""
    tables = [list(stories.seats_of(table).values()) for table in Table.objects.filter(round=round_).order_by("number")]
    everybody = {one.key: one for one in round_.event.registrations.order_by("position")}
    spelled = {one.nick: key for key, one in everybody.items()} | {f'"{key}"': key for key in everybody}
    is_told = in_a_row([[one.key for one in seated] for seated in tables], spelled)
    numbers = {key: number for number, key in enumerate(everybody, start=1)}
    lots = [str([numbers[one.key] for one in seated]) for seated in tables]
    lots += [one.replace(" ", "") for one in lots]

    def find(content: Content) -> set[str]:
        found = set()
        for text in ways_of(content):
            if is_told(text) or any(one in text for one in lots):
                found.add("tables")
            if any(bare(seed) in text for seed in SEEDS):
                found.add("seed")
            if f"/e/{round_.event.slug}/round/{round_.number}/table/2/" in text:
                found.add("address")
        return found

    return find


def test_a_seating_is_nowhere_before_it_is_published_and_everywhere_after(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    with overhearing(monkeypatch, settings) as heard:
        event = stories.an_event(players=12, status="closed", slug="moor", clubs=3)
        director, player = stories.director_of(event), AccountFactory.create(name="Player")
        first = stories.registration(event, "p1").player
        first.account = player
        first.save()
        round_ = stories.a_drawn_round(event, sizes=(4, 4, 4), seed=SEEDS[0])
        drawing.draw_round(round_=round_, seed=SEEDS[1], by=director, now=NOW, reason="again")
        drawn = [stories.seats_of(table)["A"] for table in round_.tables.order_by("number")]
        seats.swap_players(round_=round_, first=drawn[0], second=drawn[1], by=director, now=NOW, reason="by hand")
        finds = teller(round_)
        token = create_token(account=player, label="reads", now=timezone.now(), scope=TokenScope.READ)[1]
        readers = {"anonymous": Reader(), "player": Reader(player), "token": Reader(token=token)}
        before = {who: crawl(event, reader, finds) for who, reader in readers.items()}
        assert {who: hits for who, hits in before.items() if hits} == {}
        assert finds(said() + cached() + "\n".join(heard)) == set()
        assert finds(browser(director).get("/desk/moor/round/1/").content) >= {"tables"}, "the desk sees it"

        seats.publish_seating(round_=round_, by=director, now=NOW)
        after = {who: crawl(event, readers[who], finds, only=TOLD) for who in ("anonymous", "token")}
        for path in TOLD:
            assert "tables" in after["anonymous"].get(path, ()), path
        assert "tables" in after["token"]["/api/v1/events/moor/rounds/1/tables/"]
        assert "seed" in set().union(*after["anonymous"].values())


def test_the_secrets_of_a_draw_in_public_are_nowhere_before_it_is_opened_and_in_it_after(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    find = needles(SECRET, HALL_SECRET)
    with overhearing(monkeypatch, settings) as heard:
        event = stories.an_event(players=12, status="closed", slug="moor")
        director: Account = stories.director_of(event)
        readers = {"anonymous": Reader(), "director": Reader(director)}

        def found() -> dict[str, set[str]]:
            told = {
                f"{who} {path}": hit for who, one in readers.items() for path, hit in crawl(event, one, find).items()
            }
            return told | ({"said": hit} if (hit := find(said() + cached() + "\n".join(heard))) else {})

        round_ = stories.a_planned_round(event)
        announce(round_)
        assert found() == {}
        freeze(round_, hall=("table 3", hall_commitment("moor/1/1", HALL_SECRET)))
        assert found() == {}
        ceremonies.open_ceremony(round_=round_, by=director, now=NOW, kind="cards", typed=CARDS)
        assert found() == {}, "the room has turned its cards, the second secret is still to come"

        second_secrets.open_hall_secret(round_=round_, now=NOW, typed=HALL_SECRET)
        told = crawl(event, readers["anonymous"], find, only=OPENED)
        assert told == {path: {SECRET, HALL_SECRET} for path in OPENED}

"""What it costs to record a deal, in process (performance goal 6 and its rows in the table of growth).

A POST goes through the test client here, so through all middleware but no server: `served.py` measures it as a phone
meets it.

Prints one JSON line: SQL statements of a whole POST and of the recording itself, CPU time of a POST, the rate of
recording as a share of a bare loop that writes the same rows through the database driver, and how the cost grows with
the players of the event and with the rounds before.
Another system's figure is a peer that is not installed here: "not measured".
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import harness as bench


def main() -> None:
    sizes = _arguments().sizes
    bench.set_up()
    from fields import a_director, an_event

    events = {size: an_event(f"field-{size}", players=size, tables=min(12, size // 4)) for size in sizes}
    seasoned = {
        rounds: an_event(f"rounds-{rounds}", players=100, tables=12, rounds_before=rounds) for rounds in (8, 40)
    }
    pub, bare = (an_event(slug, players=100, tables=12) for slug in ("pub", "bare"))
    for event in (*events.values(), *seasoned.values(), pub, bare):
        director = a_director(event)
    per_size = {size: _recorder(event, director) for size, event in events.items()}
    counted = {str(size): bench.statements(record) for size, record in per_size.items()}
    grown = bench.alternate({str(size): record for size, record in per_size.items()}, rounds=5, times=8)
    older = bench.alternate({str(n): _recorder(event, director) for n, event in seasoned.items()}, rounds=5, times=8)
    post = _poster(pub, director)
    post_statements, post_cpu = bench.statements(post), statistics.median(bench.cpu_ms(post, 60))
    share = _against_loop(_recorder(pub, director), _bare_loop(bare, director))
    bench.report(
        "recording",
        statements_of_recording=counted,
        statements_of_post=post_statements,
        cpu_ms_of_post=bench.shown(post_cpu),
        cpu_ms_by_players={size: bench.shown(value) for size, value in grown.items()},
        growth_by_players=bench.shown(grown[str(sizes[-1])] / grown[str(sizes[0])]),
        growth_allowed=1.5,
        growth_by_rounds_40_to_8=bench.shown(older["40"] / older["8"]),
        growth_by_rounds_allowed=1.2,
        share_of_bare_loop=bench.shown(share),
        share_wanted=0.15,
        tabbycat="not measured",
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000, 100_000])
    return parser.parse_args()


def _deals(event: Any) -> Iterator[tuple[int, int, str]]:
    """Table, position, loser: deals go round the tables, losers round the seats, so no game ends too soon."""
    from games.models import Game

    lengths = dict(
        Game.objects.filter(table__round__event=event).values_list("table__number", "length").order_by("table__number")
    )
    while True:
        for table in lengths:
            lengths[table] += 1
            yield table, lengths[table], "ABCD"[lengths[table] % 4]


def _recorder(event: Any, director: Any) -> Callable[[], object]:
    """Records the next deal through the operation."""
    from fields import NOW

    from games.protocol import Draft
    from games.rules.entries import Deal
    from tournaments.operations.evening.recording import record

    number = event.rounds.count()
    deals = _deals(event)

    def act() -> object:
        table, position, loser = next(deals)
        draft = Draft(id=uuid.uuid4(), entry=Deal(loser=loser), expected_position=position)
        return record(by=director, slug=event.slug, round_number=number, table_number=table, draft=draft, now=NOW)

    return act


def _poster(event: Any, director: Any) -> Callable[[], object]:
    """Records the next deal by a POST of the API, through the test client, with a session as a phone has it."""
    from django.test import Client

    client = Client()
    client.force_login(director)
    number, deals = event.rounds.count(), _deals(event)

    def act() -> object:
        table, position, loser = next(deals)
        body = {"id": str(uuid.uuid4()), "expected_position": position, "entry": {"kind": "deal", "loser": loser}}
        address = f"/api/v1/events/{event.slug}/rounds/{number}/tables/{table}/entries/"
        answer = client.post(address, json.dumps(body), content_type="application/json")
        if answer.status_code != 201:
            raise RuntimeError(f"{answer.status_code}: {answer.content[:300]!r}")
        return answer

    act()
    return act


def _bare_loop(event: Any, director: Any) -> Callable[[], object]:
    """The same rows by the driver alone: one line, one game, four scores, one version, one commit."""
    from django.db import connection, transaction

    from games.models import Entry

    _recorder(event, director)()  # a line to copy, in an event whose games nobody else reads
    line = Entry.objects.filter(game__table__round__event=event).order_by("pk").values().first()
    scores = list(event.scores.order_by("pk").values_list("pk", flat=True)[:4])
    insert = f"INSERT INTO games_entry ({', '.join(line)}) VALUES ({', '.join(['%s'] * len(line))})"  # noqa: S608 - names of our own columns
    position = iter(range(1_000_000, 2_000_000))

    def act() -> None:
        row = {**line, "id": uuid.uuid4().hex, "position": next(position), "payload": json.dumps(line["payload"])}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(insert, list(row.values()))
            cursor.execute("UPDATE games_game SET length = length WHERE id = %s", [line["game_id"]])
            for score in scores:
                cursor.execute("UPDATE tournaments_score SET deals = deals WHERE registration_id = %s", [score])
            cursor.execute("UPDATE tournaments_event SET version = version + 1 WHERE id = %s", [event.pk])

    return act


def _against_loop(record: Callable[[], object], loop: Callable[[], object]) -> float:
    """Recorded deals per second as a share of the loop's, wall time, medians of alternating turns."""

    def per_second(act: Callable[[], object], times: int = 20) -> float:
        start = time.perf_counter()
        for _ in range(times):
            act()
        return times / (time.perf_counter() - start)

    rates = [(per_second(record), per_second(loop)) for _ in range(5)]
    return statistics.median(ours for ours, _ in rates) / statistics.median(bare for _, bare in rates)


if __name__ == "__main__":
    main()

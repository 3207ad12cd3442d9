"""Processes die under phones that record (G1, G2): nothing acknowledged is lost or doubled, and it goes on by itself.

A short form of `bench/server_kills.py`, which kills as often as one likes; on the database that the run is about.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from bench.server_kills import killed_often
from tests.test_serve import start

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("serve")]
KILLS = 6


@pytest.fixture
def servers() -> Iterator[dict[str, str]]:
    """What the environment of the site names: nothing, or a database of its own on the server of this run."""
    given = os.environ.get("SCWU_TEST_DATABASE_URL")
    if not given:
        yield {}
        return
    at, _, name = given.rpartition("/")
    name, redis = f"test_{name}_kills", os.environ.get("SCWU_TEST_REDIS_URL")
    with psycopg.connect(f"{at}/postgres", autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        more = {"REDIS_URL": redis, "SCWU_KEY_PREFIX": f"{settings.KEY_PREFIX}kills:"} if redis else {}
        yield {"DATABASE_URL": f"{at}/{name}", **more}
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def test_killed_at_any_moment_it_loses_nothing_and_doubles_nothing(tmp_path, servers):
    site = start(tmp_path, **servers)
    try:
        came = killed_often(site.wait(), KILLS, phones=3, **servers)
    finally:
        site.end()
    assert came["kills"] == KILLS
    assert came["acknowledged"] > KILLS * 3
    assert [came[name] for name in ("lost", "doubled", "unasked", "broken_chains")] == [0, 0, 0, 0], came

"""`manage.py rebuild`: projections from logs, every difference named, a log that was touched found out."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet

from games.models import Entry, Game
from tests.factories import stories
from tests.factories.phones import a_flag
from tournaments.models import Event, Score

pytestmark = pytest.mark.django_db


def rebuilt(*arguments: str) -> tuple[int, list[str]]:
    """Exit code and lines."""
    out = io.StringIO()
    try:
        call_command("rebuild", *arguments, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def without_triggers() -> None:
    """What somebody with the database in his hands could do; undone with the test's transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER append_only_entry_update")
            cursor.execute("DROP TRIGGER append_only_entry_delete")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_entry DISABLE TRIGGER USER")


@pytest.fixture
def played(event):
    """A Classic after its two basic rounds."""
    for _ in range(2):
        stories.play_round(stories.a_running_round(event))
    return event


def test_nothing_differs_after_an_evening(played):
    code, lines = rebuilt("--check")
    assert code == 0
    assert lines == ["1 events, 6 games, 15 scores: 0 differences, 0 broken logs"]


def test_a_wrong_number_of_lines_kept_aside_is_named_and_put_right(played):
    game = Game.objects.get(pk=a_kept_game(played).pk)
    Game.objects.filter(pk=game.pk).update(kept=0)
    code, lines = rebuilt("--check")
    assert code == 1
    assert any("kept" in line and "0" in line and "1" in line for line in lines)
    rebuilt()
    assert Game.objects.get(pk=game.pk).kept == 1


def a_kept_game(event: Event) -> Game:
    table = stories.table_of(event.rounds.get(number=1))
    a_flag(table)
    assert table.game is not None
    return table.game


def test_a_wrong_projection_is_named_and_put_right(played):
    game = Game.objects.first()
    right = game.state
    Game.objects.filter(pk=game.pk).update(state={**right, "deals": 99}, finished=False, length=1)
    Score.objects.filter(key="p3").update(letters=77)
    version = Event.objects.get().version

    code, lines = rebuilt("--check")
    assert code == 1
    assert [line.rpartition(": ")[0] for line in lines[:-1]] == [
        f"{played.slug}: round 1, table 1: length",
        f"{played.slug}: round 1, table 1: finished",
        f"{played.slug}: round 1, table 1: state.deals",
        f"{played.slug}: p3: letters",
    ]
    assert lines[2].endswith(f"99 → {right['deals']}")
    game.refresh_from_db()
    assert (game.state["deals"], Event.objects.get().version) == (99, version)

    code, again = rebuilt()
    assert (code, again) == (0, lines)
    game.refresh_from_db()
    assert (game.state, game.finished) == (right, True)
    assert Event.objects.get().version == version + 1
    assert rebuilt("--check")[0] == 0


def test_a_wrong_pace_is_named_and_put_right(evening):
    table = stories.table_of(evening, 1)
    stories.record_deals(table, "A B")
    right = Game.objects.get(pk=table.game_id)
    Game.objects.filter(pk=right.pk).update(timed_seconds=right.timed_seconds + 60)
    code, lines = rebuilt("--check")
    where = f"{evening.event.slug}: round 1, table 1: timed_seconds: "
    assert (code, lines[0]) == (1, f"{where}{right.timed_seconds + 60} → {right.timed_seconds}")
    rebuilt()
    assert Game.objects.get(pk=right.pk).timed_seconds == right.timed_seconds


def test_a_missing_score_is_made(played):
    Score.objects.filter(key="p3").delete()
    code, lines = rebuilt("--check")
    assert (code, lines[0]) == (1, f"{played.slug}: p3: score: None → 'made'")
    assert rebuilt()[0] == 0
    assert Score.objects.get(key="p3").deals > 0
    assert rebuilt("--check")[0] == 0


def test_a_tampered_entry_is_named_and_its_event_left_alone(played):
    entry = Entry.objects.order_by("game_id", "position")[2]
    before = Game.objects.values_list("pk", "state").order_by("pk")
    stored = list(before)
    without_triggers()
    tamper = {**entry.payload, "loser": "B" if entry.payload["loser"] != "B" else "C"}
    QuerySet.update(Entry.objects.filter(pk=entry.pk), payload=tamper)

    for arguments in (("--check",), ()):
        code, lines = rebuilt(*arguments)
        assert code == 1
        assert lines[0].startswith(f"{played.slug}: round 1, table 1: the log was changed at line 3")
        assert lines[-1].endswith(": 0 differences, 1 broken logs")
    assert list(before.all()) == stored


def test_a_line_that_was_cut_off_is_missed(played):
    without_triggers()
    last = Entry.objects.order_by("game_id", "-position").first()
    QuerySet.delete(Entry.objects.filter(pk=last.pk))
    code, lines = rebuilt("--check")
    assert code == 1
    assert f"the log was changed at line {last.position};" in lines[0]


def test_one_event_can_be_named(played):
    other = stories.example("moor-final")
    assert rebuilt("--check", other.slug)[1] == ["1 events, 1 games, 6 scores: 0 differences, 0 broken logs"]
    with pytest.raises(CommandError, match="There is no event none"):
        rebuilt("none")

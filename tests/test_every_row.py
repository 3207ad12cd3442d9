"""Whose row: whatever somebody changes by hand in the database, `verify` names it.

The models are those of Django's registry, the columns theirs: nobody adds anything here for a new one. A row that no
line of the journal can speak of (it changes outside of acts) stands in tournaments/uncovered.py with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from games import written
from tests import any_row
from tests.any_row import behind_the_back, table_of, two_of_each
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.phones import a_flag
from tournaments.models import Event, JournalLine
from tournaments.operations import journal
from tournaments.operations.results.counting_feats import count_due
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.row_seals import covered_models
from tournaments.operations.upkeep.verifying import verify
from tournaments.operations.upkeep.verifying_rows import verify_rows
from tournaments.uncovered import UNCOVERED

pytestmark = pytest.mark.django_db
COVERED = list(covered_models())


def named(found: Any) -> set[tuple[str, str]]:
    return {(fault.values["model"], fault.values["row"]) for fault in found.faults}


@pytest.fixture
def rows(event: Event) -> Iterator[dict[Any, list[Any]]]:
    """Two rows of every covered model, all of them told of by lines of the journal."""
    with behind_the_back():
        found = two_of_each(COVERED)
        journal.note("seen", by=None, now=NOW)
        assert verify_rows().faults == []
        yield found


def test_a_changed_byte_in_any_column_of_any_row_is_named(rows: dict[Any, list[Any]]):
    """One column of each model at a time, until every column had its turn."""
    columns = {model: list(written.columns_of(model)) for model in COVERED}
    missed, untried = [], []
    while any(columns.values()):
        with transaction.atomic():
            changed = set()
            for model, left in columns.items():
                if left:
                    column, key = left.pop(), rows[model][0]
                    if any_row.change(model, key, column):
                        changed.add((table_of(model).label_lower, str(key), column))
                    else:
                        untried.append((table_of(model).label_lower, column))
            said = named(verify_rows())
            missed += [one for one in changed if one[:2] not in said]
            assert said <= {one[:2] for one in changed}, "named, and nobody has changed them"
            transaction.set_rollback(True)
    assert missed == []
    assert untried == [], "the database takes no other value: say in tests/any_row.py which it takes"


@pytest.mark.parametrize("how", ["inserted", "deleted", "exchanged", "given another key"])
def test_a_row_is_named_that_was(rows: dict[Any, list[Any]], how: str):
    expected = set()
    for model, (one, other) in rows.items():
        label = table_of(model).label_lower
        match how:
            case "inserted":
                expected.add((label, any_row.insert(model, 77)))
            case "deleted":
                any_row.delete(model, one)
                expected.add((label, str(one)))
            case "exchanged":
                any_row.exchange(model, one, other)
                expected |= {(label, str(one)), (label, str(other))}
            case _:
                assert any_row.change(model, one, table_of(model).pk.attname)
                expected.add((label, str(one)))
    said = named(verify_rows())
    assert expected - said == set()
    if how != "given another key":
        assert said == expected


# --- What is proved in another way ------------------------------------------------------------------------------------


@pytest.fixture
def played(evening) -> Event:
    """An evening of which every row is there that is proved by something else than its own digest."""
    for number in (1, 2):
        for _ in range(2):
            a_flag(stories.table_of(evening, number))
    stories.play_round(evening)
    count_due()
    event: Event = evening.event
    event.refresh_from_db()
    for final in (False, True):
        publish_standings(event=event, by=stories.director_of(event), now=NOW, final=final)
    journal.note("seen", by=None, now=NOW)
    assert verify().faults == ()
    return event


SAYS_NOTHING = {  # keys by which rows are told apart, and nothing else
    ("tournaments.journalline", "id"),
    ("tournaments.rowseal", "id"),
    ("games.arrival", "id"),
    ("tournaments.feat", "id"),
}
ELSEWHERE = {
    label: [column for part in parts if part.proved for column in part.columns or (written.WHOLE,)]
    for label, parts in UNCOVERED.items()
    if any(part.proved for part in parts)
}


def test_what_another_proof_vouches_for_is_named_too(played: Event):
    """One column of one row at a time, of each of these models."""
    missed, untried = [], []
    for label, proved in ELSEWHERE.items():
        model = apps.get_model(label)
        key = model._base_manager.order_by("pk").values_list("pk", flat=True).last()
        assert key is not None, f"{label}: no row to try it with"
        columns = [one.attname for one in table_of(model).concrete_fields]
        for column in columns:
            if {column, written.WHOLE} & set(proved) and (label, column) not in SAYS_NOTHING:
                with behind_the_back():
                    if not any_row.change(model, key, column):
                        untried.append((label, column))
                    elif not verify().faults:
                        missed.append((label, column))
    assert missed == []
    assert untried == []


@pytest.mark.parametrize("how", ["deleted", "exchanged", "inserted"])
def test_a_row_that_another_proof_vouches_for_is_named_that_was(played: Event, how: str):
    missed = []
    for label in sorted(one for one, of in ELSEWHERE.items() if of == [written.WHOLE]):
        if how == "exchanged" and (label, "id") in SAYS_NOTHING:
            continue
        model = apps.get_model(label)
        one, other = model._base_manager.order_by("pk").values_list("pk", flat=True)[:2]
        with behind_the_back():
            match how:
                case "inserted":
                    any_row.insert(model, 9_777)
                case "deleted":
                    any_row.delete(model, one)
                case _:
                    any_row.exchange(model, one, other)
            if not verify().faults:
                missed.append(label)
    assert missed == []


# --- The list ---------------------------------------------------------------------------------------------------------


def test_every_entry_of_the_list_is_there_and_has_its_reason():
    """What is new is covered by itself. Who leaves something out says why, and everybody can read it."""
    known = {table_of(model).label_lower: model for model in apps.get_models(include_auto_created=True)}
    assert set(UNCOVERED) <= set(known), "these models are no more: take them off tournaments/uncovered.py"
    for label, parts in UNCOVERED.items():
        columns = {one.attname for one in table_of(known[label]).concrete_fields}
        for part in parts:
            assert set(part.columns) <= columns, f"{label}: these columns are no more"
            assert str(part.why), f"{label}: say why"


def test_a_line_of_the_journal_carries_what_its_act_has_left(event: Event):
    registration = stories.registration(event, "p1")
    journal.note("seen", by=None, now=NOW)
    registration.reason = "late"
    registration.save(update_fields=["reason"])
    line = journal.note("entry_status", by=None, now=NOW, event=event)
    assert [(label, [key for key, *_ in told["rows"]]) for label, told in line.rows.items()] == [
        ("tournaments.registration", [str(registration.pk)])
    ]
    assert JournalLine.objects.get(pk=line.pk).rows == line.rows

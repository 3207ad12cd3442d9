"""Each line of the journal carries what its act has left, however it was written, and nobody has to think of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games import written
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tournaments.models import Account, Event, JournalLine, NickAlias, Player, Registration, RowSeal
from tournaments.operations import journal
from tournaments.operations.events.at_the_door import apply_at_the_door
from tournaments.operations.people.claims import let_go, register_player
from tournaments.operations.people.erasing import erase_person
from tournaments.operations.people.players import respell_nick
from tournaments.operations.row_seals import digest_of
from tournaments.operations.upkeep.verifying import verify
from tournaments.operations.upkeep.verifying_rows import verify_rows

pytestmark = pytest.mark.django_db


def left(line: JournalLine) -> dict[str, list[str]]:
    return {label: [key for key, *_ in told["rows"]] for label, told in (line.rows or {}).items()}


def note() -> dict[str, list[str]]:
    return left(journal.note("seen", by=None, now=NOW))


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda one: one.save(), id="save"),
        pytest.param(lambda one: Player.objects.filter(nick="ANDULA").update(nick="ANNA"), id="update"),
        pytest.param(lambda one: Player.objects.bulk_update([one], ["nick"]), id="bulk_update"),
        pytest.param(
            lambda one: Player.objects.filter(account__email="anna@example.org").update(nick="A"), id="joined"
        ),
        pytest.param(lambda one: Player.objects.filter(nick="ANDULA").delete(), id="delete"),
        pytest.param(lambda one: one.delete(), id="delete one"),
        pytest.param(lambda one: Account.objects.all().delete(), id="set null"),
        pytest.param(
            lambda one: Player.objects.bulk_create(
                [one], update_conflicts=True, unique_fields=["id"], update_fields=["nick"]
            ),
            id="upsert",
        ),
    ],
)
def test_whatever_writes_a_row_the_line_tells_of_it(write: Any):
    player = PlayerFactory.create(nick="ANDULA", account=AccountFactory.create(email="anna@example.org"))
    note()
    key = str(player.pk)
    player.nick = "ANNA"
    write(player)
    assert note()["tournaments.player"] == [key]
    assert verify_rows().faults == []


def test_what_was_not_changed_or_was_taken_back_is_not_told():
    player = PlayerFactory.create()
    note()
    player.save()
    assert note() == {}
    with transaction.atomic():
        player.nick = "OTHER"
        player.save()
        transaction.set_rollback(True)
    Player.objects.filter(nick="NOBODY").update(nick="X")
    assert note() == {}


def test_a_row_that_came_goes_and_comes_again_is_told_each_time():
    player = PlayerFactory.create(nick="ANNA")
    account = AccountFactory.create()
    assert [str(account.pk)] == note()["tournaments.account"]
    key = player.pk
    player.delete()
    assert note() == {"tournaments.player": [str(key)]}
    assert verify_rows().faults == []
    PlayerFactory.create(pk=key, nick="BETA")
    assert note() == {"tournaments.player": [str(key)]}
    assert verify_rows().faults == []


def test_who_writes_rows_that_nobody_can_name_is_told_so():
    with pytest.raises(TypeError, match="ignore_conflicts"):
        NickAlias.objects.bulk_create([NickAlias(player=PlayerFactory.create(), nick="A")], ignore_conflicts=True)


@pytest.mark.django_db(transaction=True)
def test_what_no_act_has_told_gets_a_line_of_its_own():
    account = AccountFactory.create()
    line = JournalLine.objects.get()
    assert (line.act, left(line)) == ("rows_kept", {"tournaments.account": [str(account.pk)]})
    with transaction.atomic():
        account.set_password("another")
        account.save()
        with transaction.atomic():
            account.name = "Anna"
            account.save()
    assert JournalLine.objects.count() == 2
    with transaction.atomic():
        account.name = "Beta"
        account.save()
        transaction.set_rollback(True)
    assert JournalLine.objects.count() == 2
    assert verify().faults == ()
    account.last_login = NOW
    account.save(update_fields=["last_login"])  # on the list of what nobody proves
    assert JournalLine.objects.count() == 2


def test_after_an_erasure_nothing_is_wrong_and_nobody_finds_the_nick_by_guessing(event: Event):
    player = stories.registration(event, "p1").player
    Player.objects.filter(pk=player.pk).update(account=AccountFactory.create(email="zofie@mail.example", name="Žofie"))
    player.refresh_from_db()
    respell_nick(player=player, nick="ŽOFIČKA")
    Registration.objects.filter(player=player).update(nick="ŽOFIČKA")
    event.status = "cancelled"
    event.save()
    note()
    known = {
        (model._meta.label_lower, str(row.pk)): {name: getattr(row, name) for name in written.columns_of(model)}
        for model, rows in (
            (Player, [player]),
            (NickAlias, NickAlias.objects.all()),
            (Registration, Registration.objects.filter(player=player)),
            (Account, [player.account]),
        )
        for row in rows
    }
    known["tournaments.player", str(player.pk)]["nick"] = "ŽOFIČKA"

    def guessed() -> set[tuple[str, str]]:
        """Whoever has the whole database and knows what the rows said tries every salt that there is."""
        digests = {
            d
            for line in JournalLine.objects.exclude(rows=None)
            for told in line.rows.values()
            for _, _, d in told["rows"]
        }
        digests |= set(RowSeal.objects.values_list("digest", flat=True))
        salts = {"", *RowSeal.objects.values_list("salt", flat=True)}
        return {of for of, values in known.items() for salt in salts if digest_of(*of, salt, values) in digests}

    assert {label for label, _ in guessed()} >= {
        "tournaments.player",
        "tournaments.registration",
        "tournaments.account",
    }
    erase_person(player=player, by=None, now=NOW)
    assert guessed() == set()
    assert verify().faults == ()


def test_a_digest_does_not_ask_which_database_has_given_the_value():
    values = {"at": NOW, "raw": b"\0\xff", "of": {"b": [1, None], "a": "ž"}}
    other = {"of": {"a": "ž", "b": [1, None]}, "raw": memoryview(b"\0\xff"), "at": NOW}
    assert digest_of("a.b", "1", "salt", values) == digest_of("a.b", "1", "salt", other)
    assert connection.vendor in ("sqlite", "postgresql")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("held", ["by a letter", "at the door", "no more"])
def test_what_is_held_for_a_stranger_is_told_before_the_commit(held, monkeypatch):
    """A process that is killed right after the commit says nothing any more."""
    event = stories.an_event(players=0, status="open")
    register = {"nick": "Anna", "club": None, "email": "anna@example.org", "language": "cs", "now": NOW}
    if held == "no more":
        register_player(**register)
    said_too_late = []
    monkeypatch.setattr(written, "_say_left_over", [said_too_late.append])
    if held == "by a letter":
        register_player(**register)
    elif held == "at the door":
        apply_at_the_door(event=event, nick="Anna", club=None, language="cs", network="", now=NOW)
    else:
        assert let_go(now=NOW + timedelta(days=30)) == 1
    line = JournalLine.objects.latest("pk")
    assert (line.act, list(left(line)), said_too_late) == ("rows_kept", ["tournaments.claim"], [])
    assert verify_rows().faults == []

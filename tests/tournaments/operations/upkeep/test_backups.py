"""A backup holds everything as it was at one moment, gives nobody away, and comes back to the last microsecond."""

from __future__ import annotations

import json
import threading
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as site
from django.core.management.color import no_style
from django.db import connection
from django.test import Client

from games.models import Entry
from tests.backup_contents import content_of
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.factories.words import a_sealed_word
from tests.refusals import refusal
from tests.tournaments.operations.seating.test_ceremonies import CARDS, announce, freeze, give_up
from tournaments.models import (
    Account,
    ApiToken,
    CeremonyStep,
    Event,
    JournalLine,
    Message,
    Player,
    Round,
    Session,
    SignInLink,
)
from tournaments.operations import journal
from tournaments.operations.accounts.sign_in_links import make_link, send_link
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.seating import ceremonies, drawing
from tournaments.operations.upkeep import backing_up, backup_files, restoring
from tournaments.operations.upkeep.backing_up import back_up
from tournaments.operations.upkeep.backup_files import checked
from tournaments.operations.upkeep.verifying import verify

pytestmark = pytest.mark.django_db(transaction=True)
PHRASE = "seven black cats at noon"
HASHED = "md5$salt$0123456789abcdef0123456789abcdef"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "site.scwu-backup"


def an_evening() -> Event:
    event = stories.an_event(players=5, status="running", slug="moor")
    round_ = stories.a_running_round(event, sizes=(5,))
    stories.record_deals(stories.table_of(round_), "A B C")
    return event


def a_promised_draw(secret: str) -> Round:
    event = stories.an_event(players=8, status="closed")
    round_ = stories.a_planned_round(event)
    announce(round_, mint=lambda: secret)
    return round_


def promise_of(round_: Round) -> CeremonyStep:
    return CeremonyStep.objects.get(event=round_.event, round_number=round_.number, attempt=1, kind="announced")


def somebody_with_everything() -> tuple[Account, str]:
    """Signed in, with a link, a token, a password, an app; and the token's secret."""
    account = AccountFactory.create(email="anna@example.org")
    Client().force_login(account)
    make_link(account=account, now=NOW)
    send_link(email=account.email, now=NOW)
    _, secret = create_token(account=account, label="x", now=NOW)
    Authenticator.objects.create(user=account, type="totp", data={"secret": "sealed otherwise"})
    Account.objects.get(pk=account.pk)
    account.password = HASHED
    account.save()
    return account, secret


def test_every_row_comes_back_as_it_was_and_verify_says_so(file: Path) -> None:
    event = an_evening()
    somebody_with_everything()
    made = back_up(file, now=NOW)
    lines = list(JournalLine.objects.order_by("pk").values_list("at", "digest"))
    assert any(at.microsecond for at, _ in lines)
    sealed = content_of(made)

    event.name = "Changed since"
    event.save()
    PlayerFactory.create(nick="HERON")
    assert restoring.load(checked(file)), "under the key of this site everything is back"
    assert list(JournalLine.objects.order_by("pk").values_list("at", "digest")) == lines
    assert content_of(back_up(file, now=NOW)) == sealed
    assert ApiToken.objects.count() == Authenticator.objects.count() == 1
    assert Account.objects.get(email="anna@example.org").password == HASHED
    assert verify().faults == ()


def test_a_key_that_was_given_once_is_given_to_nobody_again(file: Path) -> None:
    PlayerFactory.create(nick="CRANE")
    gone = PlayerFactory.create(nick="HERON").pk
    Player.objects.filter(pk=gone).delete()
    back_up(file, now=NOW)
    anew = connection.ops.sql_flush(no_style(), ["tournaments_player"], reset_sequences=True, allow_cascade=True)
    connection.ops.execute_sql_flush(anew)  # a new database counts from the beginning
    restoring.load(checked(file))
    assert PlayerFactory.create(nick="EGRET").pk > gone


def test_a_lost_stick_lets_nobody_in_and_tells_no_word(file: Path) -> None:
    event = an_evening()
    a_sealed_word(event, word="PLOUTEV")
    account, secret = somebody_with_everything()
    back_up(file, now=NOW)
    with zipfile.ZipFile(file) as archive:
        held = b"".join(archive.read(name) for name in archive.namelist()) + file.read_bytes()
    secrets = [
        secret,
        ApiToken.objects.get().secret_hash,
        HASHED,
        "sealed otherwise",
        *Session.objects.values_list("session_key", flat=True),
        *map(str, SignInLink.objects.values_list("pk", flat=True)),
        "PLOUTEV",
        site.SECRET_KEY,
        site.WORDS_KEY,
    ]
    assert len(secrets) >= 9
    assert [one for one in secrets if one.encode() in held] == []
    assert account.email.encode() in held, (
        "what is no secret of signing in is there to be read: it was looked for rightly"
    )


def test_a_lost_stick_tells_no_secret_of_a_draw_that_is_to_be_opened_and_those_that_were_told(file: Path) -> None:
    """Who knew it could choose, with whoever turns the cards, among what they give."""
    given_up, kept = a_promised_draw("cd" * 32), a_promised_draw("ef" * 32)
    give_up(given_up)
    frozen = a_promised_draw("9a" * 32)
    freeze(frozen)
    held = json.dumps([list(row) for row in back_up(file, now=NOW).lines("tournaments.ceremonystep")])
    with zipfile.ZipFile(file) as archive:
        held += str(b"".join(archive.read(name) for name in archive.namelist()))
    assert ["cd" * 32 in held, "ef" * 32 in held, "9a" * 32 in held] == [True, False, False]
    assert promise_of(kept).secret == "ef" * 32, "the site itself has it still"


def test_who_sets_the_site_back_after_a_draw_was_opened_cannot_draw_once_more(file: Path) -> None:
    """He would know the secret, and could choose what the room turns; also with the keys."""
    frozen = a_promised_draw("9a" * 32)
    freeze(frozen)
    back_up(file, now=NOW, passphrase="a long passphrase")
    opening = {"round_": frozen, "by": stories.director_of(frozen.event), "now": NOW, "kind": "cards", "typed": CARDS}
    ceremonies.open_ceremony(**opening)
    assert restoring.load(checked(file)), "under the key of this site the rest is back"
    assert refusal(ceremonies.open_ceremony, **opening).code == "draw_lost"


def test_a_promise_without_its_secret_is_given_up_and_made_anew(file: Path) -> None:
    """In words on every page, refused by every act but that one, and no fault of `verify`."""
    round_, frozen, told = (a_promised_draw(two * 32) for two in ("cd", "ef", "9a"))
    freeze(frozen)
    give_up(told)
    made = back_up(file, now=NOW)
    assert restoring.load(made)
    restoring._say(made, past=None, has_private=True, now=NOW)
    assert verify().faults == ()
    assert restoring.lost_draws().count() == 2
    assert promise_of(told).secret == "9a" * 32

    by = stories.director_of(round_.event)
    assert refusal(freeze, round_).code == "draw_lost"
    assert refusal(drawing.draw_round, round_=round_, by=by, now=NOW, seed="s").code == "draw_lost"
    opening = {"round_": frozen, "by": stories.director_of(frozen.event), "now": NOW, "kind": "cards", "typed": CARDS}
    assert refusal(ceremonies.open_ceremony, **opening).code == "draw_lost"
    director, visitor = Client(), Client()
    director.force_login(by)
    pages = [
        director.get(f"/desk/{round_.event.slug}/round/1/ceremony/", headers={"accept-language": "en"}),
        visitor.get(f"/e/{round_.event.slug}/round/1/draw/", headers={"accept-language": "en"}),
    ]
    assert ["is lost: the site was restored" in " ".join(page.content.decode().split()) for page in pages] == [
        True,
        True,
    ]
    assert b"Freeze the list" not in pages[0].content
    director.force_login(stories.director_of(frozen.event))
    desk = director.get(f"/desk/{frozen.event.slug}/round/1/ceremony/", headers={"accept-language": "en"})
    offered = [act for act in ("turn", "open", "give-up") if f"/round/1/ceremony/{act}/" in desk.content.decode()]
    assert offered == ["give-up"], "nobody is let turn ten cards for a draw that cannot be opened"

    give_up(round_, reason="restored")
    page = visitor.get(f"/e/{round_.event.slug}/round/1/draw/", headers={"accept-language": "en"}).content.decode()
    assert "The site's secret was" not in page
    assert restoring.lost_draws().count() == 1
    assert announce(round_).attempt == 2
    freeze(round_)
    assert verify().faults == ()


def test_nor_does_a_backup_of_before_their_secrets_were_closed_bring_them(file: Path, monkeypatch: Any) -> None:
    round_ = a_promised_draw("cd" * 32)
    monkeypatch.setattr(backing_up, "PRIVATE_COLUMNS", {"tournaments.account": "password"})
    back_up(file, now=NOW)
    monkeypatch.undo()
    assert restoring.load(checked(file))
    assert promise_of(round_).secret == ""


def test_on_another_site_nobody_has_a_password_or_token_and_the_journal_says_it(file: Path, settings: Any) -> None:
    an_evening()
    somebody_with_everything()
    made = back_up(file, now=NOW)
    settings.SECRET_KEY = "another site's key, which opens nothing of this one"
    assert not restoring.load(made)
    restoring._say(made, past=None, has_private=False, now=NOW)
    account = Account.objects.get(email="anna@example.org")
    assert not account.has_usable_password()
    counted = [model.objects.count() for model in (ApiToken, Authenticator, Session, SignInLink)]
    assert counted == [0, 0, 0, 0]
    assert not Message.objects.filter(kind="sign_in").exists()
    assert JournalLine.objects.filter(act=restoring.RESTORED).count() == 1
    assert verify().faults == ()


def test_who_asks_for_the_keys_gets_them_under_his_passphrase_alone(file: Path) -> None:
    somebody_with_everything()
    assert refusal(back_up, file, now=NOW, passphrase="short").code == "passphrase_too_short"
    made = back_up(file, now=NOW, passphrase=PHRASE)
    sealed = made.read(backup_files.KEYS)
    assert refusal(backup_files.opened_by_passphrase, sealed, passphrase="another one").code == "wrong_passphrase"
    held = backup_files.opened_by_passphrase(sealed, passphrase=PHRASE)
    assert held == {"SECRET_KEY": site.SECRET_KEY, "SCWU_WORDS_KEY": site.WORDS_KEY}
    assert restoring.load(made)
    assert Session.objects.exists(), "and everybody stays signed in"


def test_what_was_acknowledged_before_it_began_is_in_it_and_it_is_whole(file: Path) -> None:
    """Somebody records at a table all the while, and nobody waits for the other."""
    event = an_evening()
    table = stories.table_of(event.rounds.get())
    acknowledged: list[int] = []
    stopped = threading.Event()

    def record() -> None:
        losers = "ABCDE"
        try:
            while not stopped.is_set() and len(acknowledged) < 15:
                stories.record_deals(table, losers[len(acknowledged) % 5])
                acknowledged.append(Entry.objects.count())
        finally:
            connection.close()

    thread = threading.Thread(target=record)
    thread.start()
    try:
        for number in range(3):
            before = Entry.objects.count()
            made = back_up(file.with_name(f"{number}.scwu-backup"), now=NOW)
            assert before <= made.tables["games.entry"]["rows"] <= Entry.objects.count()
    finally:
        stopped.set()
        thread.join()
    assert acknowledged
    restoring.load(made)
    restoring.refuse_damaged(made)
    assert verify().faults == ()


def test_rows_that_come_while_it_is_written_are_not_in_it(file: Path, monkeypatch: Any) -> None:
    """One moment for all tables: a journal line of which the row is missing would be a fault."""
    an_evening()
    real, count = backing_up._rows, []

    def rows(model: Any, alias: str) -> Any:
        if not count:  # after the moment was taken by the first look
            list(Event.objects.using(alias))
            count.append(Entry.objects.count())
            AccountFactory.create(email="late@example.org")
        return real(model, alias)

    monkeypatch.setattr(backing_up, "_rows", rows)
    made = back_up(file, now=NOW)
    assert all("late@example.org" not in row for row in made.lines("tournaments.account"))


# --- The file ---------------------------------------------------------------------------------------------------------


def test_a_changed_byte_is_refused_wherever_it_is_and_so_is_a_file_cut_off(file: Path) -> None:
    PlayerFactory.create(nick="HERON")
    back_up(file, now=NOW, passphrase=PHRASE)
    whole = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        starts = [info.header_offset for info in archive.infolist()]
    regions = [*starts, *(start + 40 for start in starts), *range(0, len(whole), len(whole) // 100)]
    for place in (*regions, *range(len(whole) - 200, len(whole), 7)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x40]) + whole[place + 1 :])
        assert refusal(checked, file).code in ("backup_damaged", "no_backup"), place
    for size in (0, 1, 50, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:size])
        assert refusal(checked, file).code in ("backup_damaged", "no_backup"), size
    file.write_bytes(whole + b"\n")
    assert refusal(checked, file).code == "backup_damaged"
    file.write_bytes(whole)
    assert checked(file).rows


def forged(file: Path, **changes: Any) -> Path:
    """The same file with another manifest, and right digests."""
    made = checked(file)
    new = file.with_name("forged.scwu-backup")
    with backup_files.Writer(new) as writer:
        for name in made.manifest["parts"]:
            writer.part(name, made.read(name))
            writer._parts[name] = made.manifest["parts"][name]
        writer.finish({**{k: v for k, v in made.manifest.items() if k not in ("kind", "format", "parts")}, **changes})
    return new


def test_a_file_of_a_newer_program_is_refused_in_a_sentence(file: Path, monkeypatch: Any) -> None:
    made = back_up(file, now=NOW)
    later = [*made.manifest["migrations"], ["tournaments", "9999_of_next_year"]]
    newer = checked(forged(file, migrations=later, version="9.0"))
    said = refusal(restoring.refuse_newer, newer)
    assert (said.code, said.values["version"]) == ("backup_newer", "9.0")
    monkeypatch.setattr(backup_files, "FORMAT", 2)
    forged(file)
    monkeypatch.setattr(backup_files, "FORMAT", 1)
    assert refusal(checked, file.with_name("forged.scwu-backup")).code == "backup_newer"


def test_what_is_no_backup_is_called_so(file: Path) -> None:
    assert refusal(checked, file).code == "backup_missing"
    file.write_bytes(b"SQLite format 3\x00" * 100)
    assert refusal(checked, file).code == "no_backup"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("photos.txt", "cats")
    assert refusal(checked, file).code == "backup_damaged"


def test_a_part_that_tells_another_number_of_rows_is_refused(file: Path) -> None:
    PlayerFactory.create(nick="HERON")
    made = back_up(file, now=NOW)
    name = backup_files.table_part("tournaments.player")
    told = json.loads(json.dumps(made.manifest["parts"]))
    told[name]["rows"] += 1
    new = file.with_name("short.scwu-backup")
    with backup_files.Writer(new) as writer:
        for part in told:
            writer.part(part, made.read(part))
        writer._parts = told
        writer.finish({k: v for k, v in made.manifest.items() if k not in ("kind", "format", "parts")})
    assert refusal(checked, new).code == "backup_damaged"


def test_one_that_cannot_be_written_leaves_nothing_behind(file: Path, monkeypatch: Any) -> None:
    def full(*_args: Any, **_named: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup_files.Writer, "part", full)
    said = refusal(back_up, file, now=NOW)
    assert (said.code, said.values["why"]) == ("backup_not_written", "No space left on device")
    assert list(file.parent.iterdir()) == []


def test_the_versions_of_events_rise_so_that_browsers_ask_again(file: Path) -> None:
    event = an_evening()
    made = back_up(file, now=NOW)
    restoring.load(made)
    restoring._say(made, past=event.version + 5, has_private=True, now=NOW + timedelta(hours=1))
    assert Event.objects.get(slug="moor").version > event.version + 5
    line = JournalLine.objects.get(act=restoring.RESTORED)
    assert (line.by, line.new) == (journal.TERMINAL, {"backup": made.manifest["made_at"]})

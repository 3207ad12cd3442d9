"""A person is forgotten: no trace of nick, address or name anywhere, and every seal and every result holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.db.models import CharField, TextField
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.arrivals.sent import said as said_digest
from games.models import Arrival, Game
from games.rules.entries import Withdraw
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.factories.words import a_sealed_word
from tests.refusals import refusal
from tests.tournaments.tableside.pocket import Pocket
from tournaments.exchange.event_file import dump
from tournaments.exchange.people_file import Row
from tournaments.facts.masking import masked, unmasked, without
from tournaments.models import (
    Account,
    BannedIdentity,
    CeremonyStep,
    Event,
    EventWord,
    HallScreen,
    JournalLine,
    Message,
    NickAlias,
    Player,
    Publication,
    Registration,
    Round,
    Sanction,
    SignInLink,
)
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.evening import recording
from tournaments.operations.events import making
from tournaments.operations.events.registrations import add_walk_in
from tournaments.operations.files.event_files import export_event
from tournaments.operations.files.people_lists import Scope, check_people
from tournaments.operations.people.claims import register_player
from tournaments.operations.people.enrolments import enrol_player
from tournaments.operations.people.erasing import OF_HIM, PROSE, erase_person
from tournaments.operations.people.players import create_player, respell_nick
from tournaments.operations.results import publishing_standings
from tournaments.operations.upkeep.verifying import verify
from tournaments.queries.documents import results_of
from tournaments.queries.names import names_of
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db

NICK, FORMER, EMAIL, NAME = "ŽOFIČKA", "Žofka Prvá", "zofie.novotna@mail.example", "Žofie Novotná"
WORDS = ("ŽOFIČKA", "zofick", "žofka", "zofka", "zofie", "žofie", "novotn")


def a_life(event: Event) -> tuple[Account, Player]:
    """Somebody with an account, a former nick, a second event and what comes with all of it, who is `p1` here."""
    registration = stories.registration(event, "p1")
    player = registration.player
    account = AccountFactory.create(email=EMAIL, name=NAME)
    respell_nick(player=player, nick=FORMER)
    respell_nick(player=player, nick=NICK)
    Registration.objects.filter(pk=registration.pk).update(nick=NICK)
    NickAlias.objects.exclude(nick=FORMER).delete()
    Player.objects.filter(pk=player.pk).update(account=account)
    player.refresh_from_db()
    create_token(account=account, label="zofie's phone", now=NOW)
    send_link(email=EMAIL, now=NOW)
    names_of([account.key])
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=stories.director_of(event), content_type=kind, object_id=player.pk, object_repr=NICK, action_flag=CHANGE
    )
    return account, player


def a_played_event(round_: Round) -> Event:
    """A whole evening about her: words of others, a public draw again, a final publication with an override."""
    event = round_.event
    director = stories.director_of(event)
    stories.play_round(round_)
    publishing_standings.override_place(
        registration=stories.registration(event, "p1"), place=1, note=f"{NICK} was first.", by=director, now=NOW
    )
    publishing_standings.publish_standings(event=event, by=director, now=NOW, final=True, note="Well done, žofička!")
    return Event.objects.get(pk=event.pk)


def everything() -> Iterator[tuple[str, str]]:
    """Every row of the database as text, and what else the site keeps and hands out."""
    for model in apps.get_models(include_auto_created=True):
        for one in serializers.serialize("python", model._base_manager.all()):
            yield model._meta.label, str(one)
    yield "cache", str(getattr(cache, "_cache", ""))
    for event in Event.objects.all():
        yield "export", dump(export_event(event))
        yield "results", str(results_of(event))


def traces() -> set[tuple[str, str]]:
    return {(where, word) for where, said in everything() for word in WORDS if word.casefold() in said.casefold()}


def pages_of(event: Event) -> str:
    client = Client()
    paths = ["", "standings/", "results/1/", "round/1/", "round/1/table/1/"]
    texts = [client.get(f"/e/{event.slug}/{path}").content.decode() for path in paths]
    return "".join(texts)


def test_nothing_is_left_and_everything_still_holds(evening, mailoutbox, tmp_path):
    path = tmp_path / "transcript.json"
    account, player = a_life(evening.event)
    event = a_played_event(evening)
    browser = Client()
    browser.force_login(account)
    assert {"tournaments.Player", "tournaments.Registration", "export"} <= {where for where, _ in traces()}
    assert NICK in pages_of(event)
    before = (results_of(event), list(event.scores.order_by("key").values_list("key", "rank_key", "deals")))
    sealed = Publication.objects.get(event=event)

    erase_person(account=account, by=account, now=NOW)

    assert traces() == set()
    assert NICK not in pages_of(event)
    assert f"Player {player.pk}" in pages_of(event)
    assert Player.objects.get(pk=player.pk).nick == f"Player {player.pk}"
    after = (results_of(event), list(event.scores.order_by("key").values_list("key", "rank_key", "deals")))
    assert after == before
    stored = Publication.objects.get(event=event)
    assert (stored.document, stored.head, stored.journal_head) == (sealed.document, sealed.head, sealed.journal_head)
    assert verify().faults == ()
    path.write_text(CeremonyStep.objects.get(event=event, kind="opened").document)
    out = StringIO()
    call_command("check_draw", str(path), stdout=out)
    assert "It holds." in out.getvalue()
    sweep()
    assert mailoutbox == []
    assert browser.get("/me/").status_code == 302
    assert not Account.objects.get(pk=account.pk).is_active
    [line] = JournalLine.objects.filter(act="player_erased")
    assert (line.subject, line.by) == (f"player:{player.pk}", account.key)


def test_pages_of_the_database_that_named_her_are_written_over_at_once(evening, django_capture_on_commit_callbacks):
    account, _ = a_life(evening.event)
    a_played_event(evening)
    with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks(execute=True):
        erase_person(account=account, by=account, now=NOW)
    written_back = [one["sql"] for one in asked if "wal_checkpoint(TRUNCATE)" in one["sql"]]
    assert len(written_back) == (connection.vendor == "sqlite")


def test_what_was_written_about_somebody_is_rewritten_or_was_never_written(evening):
    a_life(evening.event)
    event = a_played_event(evening)
    document = Publication.objects.get(event=event).document
    assert [one["note"] for one in document["official"] if one["note"]] == ["[p1] was first."]
    assert f"{NICK} was first." in pages_of(event)
    assert JournalLine.objects.get(act="place_overridden").reason == "[p1] was first."


def test_the_log_of_a_table_keeps_no_nick_in_its_reasons(evening):
    table = stories.table_of(evening)
    [seat, registration] = next(iter(stories.seats_of(table).items()))
    Registration.objects.filter(pk=registration.pk).update(nick=NICK)
    line = Withdraw(seat=seat, reason=f"{NICK.lower()} felt ill")
    recording.write_line(table=table, entry=line, by=stories.director_of(evening.event), now=NOW)
    assert table.game.entries.get().payload["reason"] == f"[{seat}1] felt ill"
    assert f"{NICK} felt ill" in Client().get(f"/e/{evening.event.slug}/round/1/table/1/").content.decode()


# --- What phones brought, and what others wrote -----------------------------------------------------------------------


def named_at_a_table(evening: Round) -> tuple[Game, str]:
    """A game in which she sits, and the label of her seat."""
    table = stories.table_of(evening)
    [seat, registration] = next(iter(stories.seats_of(table).items()))
    Registration.objects.filter(pk=registration.pk).update(nick=NICK)
    return Game.objects.get(pk=table.game_id), seat


@pytest.mark.parametrize(
    "said",
    [
        {"entry": {"kind": "close", "reason": f"{NICK} felt ill"}},
        {"entry": {"kind": "amend", "position": 1, "reason": f"{NICK} felt ill"}},
        {"entry": {"kind": "no such kind", "reason": f"First\n{NICK} felt ill"}},
        {"v": 9, "entry": {"žofička's": [NICK, "\ud800"]}},
    ],
)
def test_what_a_phone_brought_says_no_nick_and_its_digest_tells_of_none(evening, line_judge, said):
    game, seat = named_at_a_table(evening)
    phone = Pocket(line_judge)
    phone.tap(game, {}).update(said)
    phone.send()
    [first] = Arrival.objects.filter(game=game)
    assert f"[{seat}1]" in first.raw
    assert not {word for word in WORDS if word.casefold() in unescaped(first.raw)}
    guesses = {f"[{seat}1]", NICK, NICK.lower()}
    guessed = {said_digest(json.loads(first.raw.replace(f"[{seat}1]", guess))) for guess in guesses - {f"[{seat}1]"}}
    assert first.said not in guessed
    phone.named.clear()
    phone.send()  # the answer was lost
    assert Arrival.objects.filter(game=game).count() == 1
    assert verify().faults == ()


def unescaped(raw: str) -> str:
    return json.dumps(json.loads(raw), ensure_ascii=False).casefold()


def test_a_line_brought_before_her_nick_was_known_here_is_still_the_same_line(evening, referee):
    game, _ = named_at_a_table(evening)
    Registration.objects.filter(nick=NICK).update(nick="BODLÁK")
    phone = Pocket(referee)
    phone.tap(game, {"kind": "close", "reason": f"{NICK} felt ill"})
    phone.send(mute=True)
    Registration.objects.filter(nick="BODLÁK").update(nick=NICK)
    phone.send()
    assert phone.statuses() == ["applied"]
    assert not Arrival.objects.filter(game=game).exists()


def test_whatever_others_wrote_about_her_is_rewritten(evening):
    account, _ = a_life(evening.event)
    word = a_sealed_word(evening.event)
    event = a_played_event(evening)
    EventWord.objects.filter(pk=word.pk).update(
        dropped_reason=f"{NICK} has read it", known_reason="žofička saw it by mistake"
    )
    HallScreen.objects.create(event=event, line=f"{NICK} wins!")
    erase_person(account=account, by=account, now=NOW)
    assert traces() == set()


def test_every_reason_and_every_note_is_rewritten_or_was_written_without_nicks():
    written_without = {"JournalLine", "CeremonyStep", "Call", "Vote", "Step"}  # masked, sealed, or a code
    rewritten = {(model, field) for model, _, fields in (*PROSE, *OF_HIM) for field in fields}
    ends = ("reason", "reasons", "note", "notes", "text", "facts", "grounds", "line")
    found = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, CharField | TextField) and field.name.rpartition("_")[2] in ends
    }
    assert {
        (model.__name__, name) for model, name in found - rewritten if model.__name__ not in written_without
    } == set()


# --- When, and who not yet --------------------------------------------------------------------------------------------


def test_who_is_registered_for_an_event_that_is_not_over_waits(evening):
    account, _ = a_life(evening.event)
    assert refusal(erase_person, account=account, by=account, now=NOW).code == "erase_entered"
    assert Account.objects.get(pk=account.pk).email == EMAIL


def test_the_only_director_of_an_event_waits_too(event):
    director = stories.director_of(event)
    assert refusal(erase_person, account=director, by=director, now=NOW).code == "erase_directs"
    making.change_status(event=event, status="cancelled", now=NOW)
    erase_person(account=director, by=director, now=NOW)
    assert Account.objects.get(pk=director.pk).name == f"Account {director.pk}"


def test_a_player_without_an_account_is_forgotten_by_the_union(event):
    making.change_status(event=event, status="cancelled", now=NOW)
    player, keeper = stories.registration(event, "p2").player, AccountFactory.create(is_superuser=True)
    nick = player.nick
    erase_person(player=player, by=keeper, now=NOW, reason=f"{nick} asked by letter")
    assert JournalLine.objects.get(act="player_erased").reason == f"[player:{player.pk}] asked by letter"
    assert not Player.objects.filter(nick=nick).exists()
    assert create_player(nick=nick, club=None, now=NOW).nick == nick  # free again: nobody was banned


# --- A ban outlives the name ------------------------------------------------------------------------------------------


def a_banned_player() -> Player:
    account = AccountFactory.create(email=EMAIL)
    player = PlayerFactory.create(nick=NICK, account=account)
    Sanction.objects.create(
        player=player, kind="ban_for_life", grounds="-", proposed_at=NOW, confirmed_at=NOW, reasons=f"{NICK} cheated"
    )
    erase_person(account=account, by=account, now=NOW)
    return player


def test_a_banned_person_comes_back_under_neither_nick_nor_address(event):
    player = a_banned_player()
    assert Sanction.objects.get().reasons == f"Player {player.pk} cheated"
    assert traces() == set()
    assert refusal(create_player, nick="Zofička", club=None, now=NOW).code == "banned"
    assert refusal(add_walk_in, event=event, line="žofička", now=NOW).code == "banned"
    register_player(nick="ANOTHER", club=None, email=EMAIL.upper(), language="cs", now=NOW)
    assert not Player.objects.filter(nick="ANOTHER").exists()
    assert (Message.objects.count(), SignInLink.objects.count()) == (0, 0)


def test_a_banned_person_is_known_while_the_former_key_of_the_site_is_told(settings):
    a_banned_player()
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another secret key of the same site, fifty characters long"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert refusal(create_player, nick="Zofička", club=None, now=NOW).code == "banned"


def test_nor_does_an_officer_or_a_list_take_him_in_under_another_nick():
    a_banned_player()
    officer = AccountFactory.create()
    refused = refusal(enrol_player, nick="ANOTHER", email=EMAIL, club=None, by=officer, now=NOW)
    assert refused.code == "banned"
    [one] = check_people([Row(2, nick="ANOTHER", email=EMAIL.upper())], Scope(), now=NOW)
    assert [code for code, _ in one.faults] == ["banned"]
    assert not Player.objects.filter(nick="ANOTHER").exists()


def test_who_is_forgotten_before_the_union_decides_is_recognised_after():
    account = AccountFactory.create(email=EMAIL)
    player = PlayerFactory.create(nick=NICK, account=account)
    proposed = Sanction.objects.create(player=player, kind="ban_for_life", grounds="-", proposed_at=NOW)
    erase_person(account=account, by=account, now=NOW)
    walk_in = create_player(nick=NICK, club=None, now=NOW)  # nobody is banned yet
    walk_in.delete()
    Sanction.objects.filter(pk=proposed.pk).update(confirmed_at=NOW, reasons="-")
    assert refusal(create_player, nick=NICK, club=None, now=NOW).code == "banned"
    Sanction.objects.filter(pk=proposed.pk).update(confirmed_at=None, declined_at=NOW)
    assert create_player(nick=NICK, club=None, now=NOW).nick == NICK
    assert not BannedIdentity.objects.exists()


def test_the_hashes_go_with_the_ban():
    player = a_banned_player()
    Sanction.objects.update(lifted_at=NOW + timedelta(days=1))
    assert create_player(nick=NICK, club=None, now=NOW + timedelta(days=2)).nick == NICK
    assert not BannedIdentity.objects.filter(player=player).exists()


# --- Names in sentences -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KOČKA looked.", "X looked."),
        ("It was kocka, not Kočkaře", "It was X, not Kočkaře"),
        ("Koc\u030cka!", "X!"),
        ("nobody", "nobody"),
        ("(Kočka)", "(X)"),
    ],
)
def test_a_name_is_found_as_a_word_however_it_is_spelled(text: str, expected: str):
    assert without(text, ["Kočka"], "X") == expected


def test_masks_are_put_back_and_the_longest_name_wins():
    nicks = {"p1": "Kočka", "p2": "Kočka Líná", "p3": "Al"}
    text = "Líná? kočka líná a Kočka, al"
    assert masked(text, nicks) == "Líná? [p2] a [p1], al"
    assert unmasked("[p2] a [p1] a [p9]", nicks) == "Kočka Líná a Kočka a [p9]"

"""`manage.py rotate_words_key`: nothing opens with the old key any more, and nothing is lost."""

import fcntl
import io
import secrets
import stat

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games import secret_words
from games.models import SecretWord, Vote
from games.rules.refusals import Refused
from games.sealing import key_of
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.words import a_member, a_proposal, a_round_with_sealed_word, a_sealed_word
from tests.refusals import refusal
from tournaments.models import EventWord, JournalLine, Round
from tournaments.operations.evening import rounds
from tournaments.operations.words import event_words, keys, round_words
from tournaments.queries import event_words as queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(tmp_path, settings, monkeypatch):
    """A site whose key lies in its data directory."""
    monkeypatch.delenv("SCWU_WORDS_KEY", raising=False)
    settings.DATA_DIR = tmp_path
    settings.WORDS_KEY = secrets.token_urlsafe(64)
    (tmp_path / "words_key").write_text(settings.WORDS_KEY)
    return tmp_path


@pytest.fixture
def event(db):
    """A round was played for one word; another is to come for one that was set by hand; one waits for votes."""
    event = stories.an_event(players=6, status="closed", series="nationals")
    first = stories.a_drawn_round(event, word="")
    a_round_with_sealed_word(first, "FLICK", caption="Herr")
    rounds.start_round(round_=first, now=NOW)
    stories.a_planned_round(event, word="KAMIL")
    a_sealed_word(event, "HERR")
    word = a_proposal(event, "JINAK")
    event_words.vote(word=word, verdict="reject", note="too plain", by=a_member(), now=NOW)
    return event


def rotated():
    out = io.StringIO()
    call_command("rotate_words_key", stdout=out, stderr=out)
    return out.getvalue()


def all_that_opens(key):
    """Every word and every note that this key opens."""
    found = []
    for word in SecretWord.objects.order_by("proposed_at", "pk"):
        try:
            found.append(secret_words.read(words=[word], by="account:0", now=NOW, key=key)[word.pk])
            found += [secret_words._note(vote, key) for vote in word.votes.order_by("turn")]
        except Refused:
            pass
    return found


def test_everything_opens_with_the_new_key_and_nothing_with_the_old_one(site, event, settings):
    old, before = key_of(settings.WORDS_KEY), {(one.pk, one.commitment) for one in SecretWord.objects.all()}
    opened = all_that_opens(old)
    assert len(opened) == SecretWord.objects.count() + Vote.objects.count()
    assert "4 words are sealed anew." in rotated()
    settings.WORDS_KEY = (site / "words_key").read_text()
    assert stat.S_IMODE((site / "words_key").stat().st_mode) == 0o600
    assert [path.name for path in site.iterdir()] == ["words_key"]
    assert all_that_opens(old) == []
    assert all_that_opens(key_of(settings.WORDS_KEY)) == opened
    assert {(one.pk, one.commitment) for one in SecretWord.objects.all()} == before
    line = JournalLine.objects.get(act="words_key_rotated")
    assert (line.by, line.old, line.new["words"]) == ("terminal", {"key": old.id}, 4)
    [plain] = round_words.open_set_words(event=event, by=None, now=NOW).values()
    assert plain.word == "KAMIL"
    assert [one.opens for one in queries.commitments_of(event)] == [True, False, False]
    assert Round.objects.filter(event=event, sealed_word__by_hand=True).exists()


def test_a_run_that_was_cut_off_is_finished_by_the_next_one(site, event, settings, monkeypatch):
    old = settings.WORDS_KEY

    def cut_off(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", cut_off)  # sealed anew, and the key not in its place yet
        (site / "words_key.next").write_text("k" * 64)
        with pytest.raises(KeyboardInterrupt):
            call_command("rotate_words_key", stdout=io.StringIO())
    assert (site / "words_key").read_text() == old
    assert len(all_that_opens(key_of("k" * 64))) == SecretWord.objects.count() + Vote.objects.count()
    assert "0 words are sealed anew." in rotated()
    assert (site / "words_key").read_text() == "k" * 64


def test_a_damaged_word_stops_nothing(site, event):
    SecretWord.objects.filter(pk=SecretWord.objects.order_by("proposed_at", "pk")[0].pk).update(sealed=b"x" * 40)
    said = rotated()
    assert "3 words are sealed anew." in said
    assert "stay as they are: 1" in said


def test_a_site_that_runs_keeps_its_key(site, event):
    with (site / "serve.pid").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="Stop it first"):
            rotated()
    assert not JournalLine.objects.filter(act="words_key_rotated").exists()


def test_a_key_of_the_environment_is_exchanged_for_one_of_the_environment(site, event, settings, monkeypatch):
    monkeypatch.setenv("SCWU_WORDS_KEY", settings.WORDS_KEY)
    with pytest.raises(CommandError, match="SCWU_NEW_WORDS_KEY"):
        rotated()
    monkeypatch.setenv("SCWU_NEW_WORDS_KEY", settings.WORDS_KEY)
    with pytest.raises(CommandError, match="in use"):
        rotated()
    monkeypatch.setenv("SCWU_NEW_WORDS_KEY", "n" * 40)
    assert "Put the new key into SCWU_WORDS_KEY" in rotated()
    assert (site / "words_key").read_text() == settings.WORDS_KEY
    assert len(all_that_opens(key_of("n" * 40))) == SecretWord.objects.count() + Vote.objects.count()


def test_of_a_vote_only_its_note_may_be_sealed_anew(event):
    keys.rotate_words_key(old=event_words.settings.WORDS_KEY, new="m" * 40, now=NOW)
    for column in ("verdict = 'approve'", "turn = 9", "by = 'account:0'", "at = NULL", "word_id = NULL", "id = 99"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE games_vote SET {column}")  # noqa: S608 - columns of our own


def test_a_site_that_still_has_the_old_key_votes_no_more(site, event):
    """Its note would lie under a key that nobody has any more, and nobody could read the votes on the word."""
    rotated()
    word = EventWord.objects.get(event=event, word__state="proposed")
    votes = word.word.votes.count()
    assert refusal(event_words.vote, word=word, verdict="approve", note="", by=a_member(), now=NOW).code == (
        "words_key_changed"
    )
    assert word.word.votes.count() == votes

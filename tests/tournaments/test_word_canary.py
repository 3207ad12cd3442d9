"""A sealed word is nowhere before its reveal: three canaries are planted and everything is looked through.

One is sealed for a round, one is a reserve, one is still voted on. As everybody who may not read them, all addresses of
the site are asked; besides them are looked through the logs, the cache, e-mails with a crash report among them, what is
handed to workers, exports, the journal, every column of the database and the bytes of its file. The same search finds
the first canary everywhere it should be after the start: that the cat was looking at all is proved too.
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from games import sealing
from tests import canaries
from tests.canaries import Reader, browser, cached, database, mails, needles, overhearing
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory, RegistrationFactory
from tests.factories.words import a_member, a_proposer
from tournaments import tasks
from tournaments.models import Account, Event, JournalLine, Office, Staff, Step
from tournaments.operations.events import plans
from tournaments.operations.seating import seats

# Each word with what else of it is secret.
SEALED = ("KANÁREČEK", "ŽLUTÝ ZPĚVÁK", "PTÁCI V KLECI", "ZPÍVÁ RÁNO")
RESERVE = ("STEHLÍČEK", "PESTRÝ ZOBÁK", "PTÁCI NA POLI", "SEDÍ NA BODLÁKU")
OPEN = ("ČEČETKA", "SEVERSKÝ HOST", "PTÁCI V ZIMĚ", "LÉTÁ V HEJNU")
VOTE_NOTE = "TENTO OPEŘENEC SE HODÍ"
ALL = (*SEALED, *RESERVE, *OPEN, VOTE_NOTE)


found_in = needles(*ALL)


@pytest.mark.parametrize(
    "hidden",
    [
        "KANÁREČEK",
        "kanarecek",
        unicodedata.normalize("NFD", "Kanáreček"),
        "K · A · N · Á · R · E · Č · E · K",
        "".join(f"<i>{one}</i>" for one in "KANÁREČEK"),
        '["K","A","N","\\u00c1","R","E","\\u010c","E","K"]',
        "KAN%C3%81RE%C4%8CEK",
        "KAN&Aacute;RE&#268;EK",
        "KANÁREČEK".encode(),
    ],
)
def test_the_search_finds_a_word_however_it_is_written(hidden):
    assert found_in(hidden) == {"KANÁREČEK"}


# --- What is planted --------------------------------------------------------------------------------------------------


class Planted:
    """The evening, and what was overheard while it was prepared."""

    event: Event
    accounts: dict[str, Account]
    heard: list[str]


@pytest.fixture
def planted(transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Planted]:
    evening = Planted()
    with overhearing(monkeypatch, settings) as evening.heard:
        plant(evening)
        yield evening


def plant(evening: Planted) -> None:
    """All through the pages, as people do it."""
    event = stories.an_event(players=6, status="closed", series="nationals", slug="moor")
    evening.event = event
    round_ = stories.a_drawn_round(event, word="")
    seats.publish_seating(round_=round_, now=NOW)
    round_.starts_at = timezone.now() - timedelta(minutes=1)
    round_.save()
    director, first, second, third = stories.director_of(event), a_member(), a_member(), a_member()
    proposer = browser(a_proposer())
    for word, caption, theme, note in (SEALED, RESERVE, OPEN):
        sent = {"id": uuid.uuid4(), "event": "moor", "word": word, "caption": caption, "theme": theme, "note": note}
        assert proposer.post("/words/+propose/", sent).status_code == 200
        assert proposer.post("/words/+propose/", sent | {"sure": "1"}).status_code == 302
        proposer.get("/words/+mine/")
    third_browser = browser(third)
    assert found_in(third_browser.get("/words/moor/word/3/").content) >= {OPEN[0]}  # before he registers
    for number in (1, 2):
        for member in (first, second):
            ballot = {"verdict": "approve", "note": VOTE_NOTE}
            assert browser(member).post(f"/words/moor/word/{number}/vote/", ballot).status_code == 302
    assert found_in(browser(first).post("/words/moor/word/1/open/").content) >= set(SEALED)
    browser(first).post("/words/moor/word/3/vote/", {"verdict": "discuss", "note": VOTE_NOTE})
    assert browser(director).post("/words/moor/word/1/place/", {"place": "1"}).status_code == 302
    assert browser(director).post("/words/moor/word/2/place/", {"place": "reserve"}).status_code == 302
    plans.plan_round_start(round_)
    evening.accounts = everybody(event, director, third)


def everybody(event: Event, director: Account, member: Account) -> dict[str, Account]:
    """Who may not read: one who plays, one with every office and role but the commission's, the keeper, and a member of
    the commission who has registered for the event meanwhile.
    """
    RegistrationFactory.create(event=event, player=PlayerFactory.create(account=member))
    player = AccountFactory.create(name="Player")
    first = stories.registration(event, "p1").player
    first.account = player
    first.save()
    Staff.objects.create(event=event, account=director, role="referee")
    for role, body in (("union", {}), ("press", {}), ("captain", {"club": ClubFactory.create()})):
        Office.objects.create(account=director, role=role, starts_at=NOW, **body)
    keeper = AccountFactory.create(name="Keeper", is_staff=True, is_superuser=True)
    return {"player": player, "official": director, "keeper": keeper, "member who plays": member}


def crawl(evening: Planted, account: Account | None) -> dict[str, set[str]]:
    return canaries.crawl(evening.event, Reader(account), found_in)


# --- The test ---------------------------------------------------------------------------------------------------------


def test_a_sealed_word_is_nowhere_before_its_reveal_and_everywhere_after(planted, monkeypatch):
    event = planted.event
    hits: dict[str, Any] = {"anonymous": crawl(planted, None)}
    for who, account in planted.accounts.items():
        hits[who] = crawl(planted, account)
    assert {who: found for who, found in hits.items() if found} == {}

    refuse_some(planted)
    crash(planted, monkeypatch)
    assert len(mail.outbox) >= 2, "the crash was not reported"
    assert found_in(mails()) == set()
    exported = StringIO()
    call_command("export_event", "moor", stdout=exported)
    assert found_in(exported.getvalue()) == set()
    assert any("send_message" in one for one in run_the_clock(planted, early=True))
    assert found_in("\n".join(planted.heard)) == set()
    assert found_in(cached()) == set()
    assert found_in(repr(list(JournalLine.objects.values()))) == set()
    assert [(name, found_in(row)) for name, row in database() if found_in(row)] == []

    run_the_clock(planted, early=False)
    word, public = SEALED[0], {SEALED[0], SEALED[1]}
    after = crawl(planted, None)
    assert set().union(*after.values()) == public
    for path in ("/e/moor/", "/e/moor/words/", "/e/moor/round/1/", "/api/v1/events/moor/rounds/1/"):
        assert word in after[path], path
    for who, account in planted.accounts.items():
        assert word in found_in(browser(account).get("/e/moor/words/").content), who
    exported = StringIO()
    call_command("export_event", "moor", stdout=exported)
    assert found_in(exported.getvalue()) == public
    assert word in set().union(*(found_in(row) for _, row in database()))
    assert found_in(repr(list(JournalLine.objects.values()))) == set()
    assert found_in("\n".join(planted.heard)) == set()
    assert event.slug == "moor"


def refuse_some(evening: Planted) -> None:
    """Pages of errors, and refusals of all kinds, to those who may not read."""
    official = browser(evening.accounts["official"])
    answers = [
        official.post("/desk/moor/round/1/word/", {"word": "JINAK"}),
        official.post("/words/moor/word/1/place/", {"place": "1"}),
        official.post("/words/moor/word/2/place/", {"place": "1"}),
        official.post("/words/moor/word/3/place/", {"place": "reserve"}),
        official.post("/words/moor/round/1/swap/", {"reserve": "2", "reason": ""}),
        official.post("/words/moor/word/1/open/"),
        official.get("/e/moor/no-such-page/"),
        browser(None).get("/e/moor/words/", {"q": "x"}),
        browser(evening.accounts["member who plays"]).post("/words/moor/word/3/vote/", {"verdict": "approve"}),
        browser(None).get("/players/", {"q": "kanar"}),
        browser(evening.accounts["keeper"]).get("/admin/tournaments/eventword/", {"q": "moor"}),
    ]
    assert [one.status_code for one in answers[:7]] == [409, 200, 409, 409, 422, 403, 404] or all(
        one.status_code < 500 for one in answers
    )
    for answer in answers:
        assert found_in(answer.content) == set(), answer.request["PATH_INFO"]


def crash(evening: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in the middle of sealing and of opening: the page, the log and the report to the keeper name no word."""

    def broken(*_args: Any, **_kwargs: Any) -> Any:
        raise RuntimeError("a bug")

    proposer, member = browser(a_proposer()), browser(a_member())
    word, caption, theme, note = OPEN
    sent = {"id": uuid.uuid4(), "event": "moor", "word": word, "caption": caption, "theme": theme, "note": note}
    with monkeypatch.context() as patch:
        patch.setattr(sealing.AESGCM, "encrypt", broken)
        answer = proposer.post("/words/+propose/", sent | {"sure": "1"})
        assert answer.status_code == 500
        assert found_in(answer.content) == set()
        vote = {"verdict": "reject", "note": VOTE_NOTE}
        assert member.post("/words/moor/word/3/vote/", vote).status_code == 500
        lines = {"id": uuid.uuid4(), "event": "moor", "lines": f"{word};{caption}", "sure": "1"}
        assert proposer.post("/words/+list/", lines).status_code == 500
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.queries.event_words.played_in_series", broken)
        answer = member.post("/words/moor/word/1/open/")
        assert answer.status_code == 500
        assert found_in(answer.content) == set()


def run_the_clock(evening: Planted, *, early: bool) -> list[str]:
    """Let the worker look for what is due: at first a reminder alone, then the start of the round."""
    steps = Step.objects.filter(event=evening.event, status="due")
    if early:
        steps.update(due_at=timezone.now() + timedelta(days=1))
        Step.objects.create(event=evening.event, kind="remind", due_at=timezone.now() - timedelta(minutes=1))
    else:
        steps.update(due_at=timezone.now() - timedelta(minutes=1))
    tasks.sweep()
    tasks.sweep()
    return evening.heard

"""Who sees which rows: judges those of their own events and nothing of another, whatever they ask for; nobody writes.

Two events have everything that a list shows. What belongs to the other one has a word in it that nothing else has, and
every answer that a judge of the first can get is looked through for it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.db import models as fields
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst

from games.models import Game
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.phones import a_flag
from tests.factories.tournaments import AccountFactory, ClubFactory
from tests.factories.words import a_proposal
from tournaments.admin.columns import Column
from tournaments.admin.rows import Rows
from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Account,
    Appeal,
    Call,
    Event,
    Player,
    Question,
    Registration,
    Ruling,
    Staff,
    Step,
    Table,
)
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import rule

pytestmark = pytest.mark.django_db
LISTS: list[Rows] = [rows for rows in admin.site._registry.values() if isinstance(rows, Rows)]
OF_EVENTS = [rows for rows in LISTS if rows.event_path]
MINE, THEIRS = "Pěnkava", "Žluťásek"
SECRET = "TAJENKA"
JUDGES = ("referee", "director")
names = pytest.mark.parametrize("who", JUDGES)


def an_event_called(word: str) -> Event:
    """With one row at least in every list of events, and `word` in each text of them."""
    event = stories.an_event(players=10, status="closed", name=f"Cena {word}", place=f"U {word}", clubs=1)
    event.theme, event.time_zone, event.date = f"Večer {word}", "Pacific/Auckland", timezone.localdate()
    event.save()
    for number, entry in enumerate(Registration.objects.filter(event=event), start=1):
        entry.nick = f"{word}{number}"
        entry.save()
        Player.objects.filter(pk=entry.player_id).update(nick=entry.nick, nick_key=nick_key(entry.nick))
    director, referee = stories.director_of(event), stories.staff_of(event, "referee")
    for account in (director, referee, stories.staff_of(event, "line_judge", judged=[1])):
        Account.objects.filter(pk=account.pk).update(name=f"{word} z {account.pk}")
    round_ = stories.a_running_round(event, sizes=(5, 5))
    round_.draws.update(reason=f"Kvůli {word}")
    table = stories.table_of(round_)
    stories.record_deals(table, f'A /E; void /A "Viděl {word}"')
    said = RulingDraft(
        seat="B", kind="a", facts="Koukl.", judged_by="referee", decision="warning", public_text=f"Napomenut {word}"
    )
    rule(slug=event.slug, round_number=1, table_number=1, by=referee, draft=said, now=NOW)
    Appeal.objects.create(ruling=Ruling.objects.get(table=table), grounds=word, made_at=NOW)
    Call.objects.create(table=table, by=referee, at=NOW, reason=f"Hádá se {word}")
    a_flag(stories.table_of(round_, 2))
    Question.objects.create(event=event, kind="ban", registration=stories.registration(event, "p3"), asked_at=NOW)
    Step.objects.create(
        event=event, round=round_, kind="start_round", due_at=NOW, status="refused", reason="round_step"
    )
    publish_standings(event=event, by=director, now=NOW, note=f"Zatím {word}")
    stories.a_planned_round(event, word=SECRET)
    a_proposal(event)
    return Event.objects.get(pk=event.pk)


@pytest.fixture(scope="module")
def two(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Event, Event]]:
    """One world for all tests of this file."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield an_event_called(MINE), an_event_called(THEIRS)
        transaction.set_rollback(True)


@pytest.fixture
def _django_db_helper(two: tuple[Event, Event]) -> Iterator[None]:
    """Instead of pytest-django's: the transaction around each test is that of the world; what it did is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def signed_in(account: Account | None) -> Client:
    client = Client(raise_request_exception=False)
    if account is not None:
        client.force_login(account)
    return client


def judge_of(event: Event, who: str) -> Account:
    return Staff.objects.select_related("account").get(event=event, role=who).account


def somebody(event: Event, who: str) -> Account | None:
    """The persona `who`, as seen from `event`."""
    if who in ("referee", "director", "line_judge"):
        return judge_of(event, who)
    flags = {"clerk": {"is_staff": True}, "keeper": {"is_staff": True, "is_superuser": True}}
    return None if who == "anonymous" else AccountFactory.create(name=who, **flags.get(who, {}))


def at(rows: Rows, what: str, *args: Any) -> str:
    return reverse(f"admin:{rows.opts.app_label}_{rows.opts.model_name}_{what}", args=args)


def read(client: Client, address: str, **asked: str) -> str:
    """What is answered, as a reader has it; empty where it is refused."""
    answer = client.get(address, asked)
    assert answer.status_code in (200, 302, 400, 403, 404), address
    return unescape(answer.content.decode()) if answer.status_code == 200 else ""


def questions(rows: Rows, page: str, other: Event) -> Iterator[dict[str, str]]:
    """Everything that a list can be asked: its own filters and orders, a search, another event by its key."""
    for link in dict.fromkeys(re.findall(r'href="\?([^"]*)"', page)):
        yield dict(pair.split("=", 1) for pair in link.split("&") if "=" in pair)
    yield {"q": "zlutasek"}
    yield {"q": "penkava", "_facets": "True"}
    for name in map(str, rows.list_filter):
        yield {name: str(other.pk)}
        yield {f"{name}__id__exact": str(other.pk)}
    yield {f"{rows.event_path}__name__contains": THEIRS}
    yield {"pk": str(rows.model._default_manager.order_by("-pk").values_list("pk", flat=True).first())}


def everything_of(client: Client, rows: Rows, other: Event) -> Iterator[tuple[str, str]]:
    """Every answer about a list that can be had: list, file, pages of rows and their histories."""
    page = read(client, at(rows, "changelist"))
    yield at(rows, "changelist"), page
    for asked in questions(rows, page, other):
        for what in ("changelist", "export"):
            yield f"{at(rows, what)} {asked}", read(client, at(rows, what), **asked)
    yield at(rows, "export"), read(client, at(rows, "export"))
    for row in rows.model._default_manager.all():
        for what in ("change", "history", "delete"):
            yield at(rows, what, row.pk), read(client, at(rows, what, row.pk))
    for field in rows.opts.get_fields():
        if isinstance(field, fields.ForeignKey):
            label, model = rows.opts.label_lower.split(".")
            named = {"app_label": label, "model_name": model, "field_name": field.name, "term": ""}
            yield f"autocomplete {named}", read(client, reverse("admin:autocomplete"), **named)


@names
@pytest.mark.parametrize("rows", LISTS, ids=lambda rows: rows.opts.model_name)
def test_nothing_of_another_event_is_told_whatever_a_judge_asks(two: tuple[Event, Event], who: str, rows: Rows):
    mine, theirs = two
    client = signed_in(judge_of(mine, who))
    addresses = set(Account.objects.values_list("email", flat=True))
    for address, text in everything_of(client, rows, theirs):
        assert THEIRS.lower() not in text.lower(), address
        assert SECRET not in text, address
        assert not any(one in text for one in addresses), address


@pytest.mark.parametrize("who", [*JUDGES, "clerk", "keeper"])
def test_an_appeal_is_a_row_without_what_is_between_the_player_and_the_union(two: tuple[Event, Event], who: str):
    mine, _theirs = two
    appeal = Appeal.objects.get(ruling__table__round__event=mine)
    Appeal.objects.filter(pk=appeal.pk).update(
        grounds="GROUNDS", reasons="REASONS", public_text="Public.", outcome="upheld", decided_at=NOW
    )
    client = signed_in(somebody(mine, who))
    rows = admin.site._registry[Appeal]
    page = read(client, at(rows, "change", appeal.pk))
    shown = [read(client, at(rows, "changelist")), read(client, at(rows, "export")), page]
    assert all("the decision stands" in one and MINE in one for one in shown)
    assert "Public." in page
    assert f"/t/{mine.slug}/1/1/" in page or who == "clerk"
    assert not any(one in text for text in shown for one in ("GROUNDS", "REASONS"))


@names
def test_the_first_page_names_what_waits_at_ones_own_events(two: tuple[Event, Event], who: str):
    mine, _theirs = two
    page = read(signed_in(judge_of(mine, who)), reverse("admin:index"))
    assert THEIRS not in page
    assert f"/admin/tournaments/event/{mine.pk}/" in page
    waits = [f"/t/{mine.slug}/1/1/", f"/t/{mine.slug}/1/2/flags/", "/admin/tournaments/ruling/"]
    of_the_desk = [f"/desk/{mine.slug}/questions/", f"/desk/{mine.slug}/schedule/"]
    assert all(link in page for link in waits)
    assert [link in page for link in of_the_desk] == [who == "director"] * 2


@names
def test_the_first_page_says_nothing_of_what_one_may_not_see(two: tuple[Event, Event], who: str):
    """A referee, to whom questions and the clock are not shown, does not read that there are none."""
    page = read(signed_in(judge_of(two[0], who)), reverse("admin:index"))
    titles = ("Questions to the director (", "What the clock could not do (")
    assert [title in page for title in titles] == [who == "director"] * 2
    assert "Calls of the referee (1)" in page


@names
def test_a_table_at_which_nothing_was_recorded_for_long_is_silent_for_the_administration_too(two, who: str):
    """As the desk has it (queries/boards.py): however its deals were recorded; a pause is no silence."""
    mine, _theirs = two
    heading, quiet = "Tables of which nothing is heard (%s)", {"last_entry_at": timezone.now() - timedelta(minutes=46)}
    playing = Game.objects.filter(table__round__event=mine)
    playing.update(last_entry_at=timezone.now())
    client = signed_in(judge_of(mine, who))
    assert heading % 0 in read(client, reverse("admin:index"))
    playing.filter(table__number=1).update(**quiet)
    page = read(client, reverse("admin:index"))
    assert heading % 1 in page
    assert "nothing for 46 min" in page
    playing.filter(table__number=1).update(state={**playing.get(table__number=1).state, "paused": "soup"})
    assert heading % 0 in read(client, reverse("admin:index"))


@pytest.mark.parametrize("rows", OF_EVENTS, ids=lambda rows: rows.opts.model_name)
def test_a_filter_calls_a_code_as_the_column_does(two: tuple[Event, Event], rows: Rows):
    """Whoever filters by what he reads in a column gets that row, and more than one thing may be asked for."""
    keeper = signed_in(somebody(two[0], "keeper"))
    for name in (str(one) for one in rows.list_filter if rows.opts.model_name != "eventword"):
        if "__" in name or not rows.opts.get_field(name).choices:
            continue
        field = rows.opts.get_field(name)
        for row in rows.model._default_manager.all()[:3]:
            said = Column(rows, RequestFactory().get("/"), name).text(row)
            page = read(keeper, at(rows, "changelist"))
            [asked] = re.findall(rf'<a href="\?([^"]*)"[^>]*>{re.escape(capfirst(said))}</a>', page)
            assert asked == f"{name}__exact={getattr(row, field.attname)}"
            assert at(rows, "change", row.pk) in read(keeper, f"{at(rows, 'changelist')}?{asked}")


@names
def test_a_judge_sees_every_row_of_his_event(two: tuple[Event, Event], who: str):
    """So that what is not shown of the other event is not missing everywhere."""
    mine, _theirs = two
    client = signed_in(judge_of(mine, who))
    for rows in OF_EVENTS:
        own = rows.model._default_manager.filter(**{rows.event_path: mine.pk})
        assert own, f"nothing to try {rows} with"
        sees = rows.right == "admin.event" or who == "director"
        for row in own:
            assert client.get(at(rows, "change", row.pk)).status_code == (200 if sees else 403)
        assert client.get(at(rows, "changelist")).status_code == (200 if sees else 403)


@pytest.mark.parametrize("who", ["line_judge", "player", "anonymous", "past_referee"])
def test_whoever_judges_no_whole_event_gets_nowhere(two: tuple[Event, Event], who: str):
    mine, _theirs = two
    if who == "past_referee":
        account = judge_of(mine, "referee")
        Staff.objects.filter(account=account).update(ended_at=NOW)
    else:
        account = somebody(mine, who)
    client = signed_in(account)
    for rows in OF_EVENTS:
        for address in (at(rows, "changelist"), at(rows, "export"), at(rows, "change", rows.model.objects.first().pk)):
            assert client.get(address).status_code in (302, 403), address
    assert client.get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("who", [*JUDGES, "clerk", "keeper"])
@pytest.mark.parametrize("rows", OF_EVENTS, ids=lambda rows: rows.opts.model_name)
def test_nobody_writes_a_row_of_an_event(two: tuple[Event, Event], who: str, rows: Rows):
    mine, _theirs = two
    client = signed_in(somebody(mine, who))
    before = list(rows.model._default_manager.order_by("pk").values())
    row = rows.model._default_manager.filter(**{rows.event_path: mine.pk}).first()
    delete = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    typed = dict.fromkeys(before[0], "1")
    for address, sent in [
        (at(rows, "add"), typed),
        (at(rows, "change", row.pk), typed),
        (at(rows, "delete", row.pk), {"post": "yes"}),
        (at(rows, "changelist"), delete),
        (at(rows, "history", row.pk), {}),
        (at(rows, "export"), {}),
    ]:
        assert client.post(address, sent).status_code == 403, address
    assert list(rows.model._default_manager.order_by("pk").values()) == before


@pytest.mark.parametrize("who", ["clerk", "keeper"])
def test_clerk_and_keeper_see_the_rows_of_all_events(two: tuple[Event, Event], who: str):
    client = signed_in(somebody(two[0], who))
    for rows in OF_EVENTS:
        page = read(client, at(rows, "changelist"))
        assert MINE in page, rows
        assert THEIRS in page, rows
    for rows in LISTS:
        for row in rows.model._default_manager.all():
            assert SECRET not in read(client, at(rows, "change", row.pk)), row


def test_a_list_that_does_not_say_how_it_belongs_to_events_shows_judges_nothing(two, monkeypatch):
    [steps] = [rows for rows in LISTS if rows.model is Step]
    monkeypatch.setattr(type(steps), "event_path", "")
    client = signed_in(judge_of(two[0], "director"))
    assert client.get(at(steps, "change", Step.objects.first().pk)).status_code == 404
    assert "Cena" not in read(client, at(steps, "changelist"))


# --- How it reads -----------------------------------------------------------------------------------------------------


def rows_of(model: type[Any]) -> Rows:
    return next(rows for rows in LISTS if rows.model is model)


def exported(client: Client, rows: Rows, **asked: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(client.get(at(rows, "export"), asked).content.decode("utf-8-sig"))))


def test_a_search_minds_neither_case_nor_accents(two: tuple[Event, Event]):
    client = signed_in(somebody(two[0], "keeper"))
    found = exported(client, rows_of(Registration), q="ŽLUtasek3")
    assert [row["nick"] for row in found] == ["Žluťásek3"]
    assert len(exported(client, rows_of(Event), q="cena PENKAVA")) == 1


@pytest.mark.parametrize("rows", LISTS, ids=lambda rows: rows.opts.model_name)
def test_a_search_for_more_words_than_a_row_has_finds_nothing_and_breaks_nothing(two: tuple[Event, Event], rows: Rows):
    client = signed_in(somebody(two[0], "keeper"))
    many = {"q": " ".join(map(str, range(400)))}
    assert client.get(at(rows, "changelist"), many).status_code == 200
    if rows.exports:
        assert client.get(at(rows, "export"), many).content.count(b"\n") == 1
    assert client.get(at(rows, "changelist"), {"q": "a " * 400}).status_code == 200


def test_a_file_holds_the_rows_of_the_list_in_its_words(two: tuple[Event, Event]):
    """As it was filtered and searched; and no cell that a spreadsheet would take for a formula."""
    mine, _theirs = two
    first = Registration.objects.filter(event=mine)[0]
    Registration.objects.filter(pk=first.pk).update(nick="=1+1", status="withdrawn", club=ClubFactory.create(name="@x"))
    client = signed_in(judge_of(mine, "referee"))
    [row] = exported(client, rows_of(Registration), status__exact="withdrawn")
    assert (row["nick"], row["club"], row["event"], row["state"]) == ("'=1+1", "'@x", "Cena Pěnkava", "withdrawn")
    assert len(exported(client, rows_of(Registration))) == 10
    assert exported(client, rows_of(Registration), q="nobody") == []


def test_no_file_takes_the_addresses_of_accounts_out(two: tuple[Event, Event]):
    assert signed_in(somebody(two[0], "keeper")).get(at(rows_of(Account), "export")).status_code == 403


def test_times_are_those_of_the_hall_and_people_have_names(two: tuple[Event, Event]):
    mine, _theirs = two
    referee = judge_of(mine, "referee")
    [row] = exported(signed_in(referee), rows_of(Call))
    assert row["at"].endswith("(Pacific/Auckland)")
    assert row["by"] == referee.name


def test_a_table_tells_its_log_and_an_event_its_regulations_in_words(two: tuple[Event, Event]):
    mine, _theirs = two
    client = signed_in(judge_of(mine, "referee"))
    table = Table.objects.filter(round__event=mine).order_by("number")[0]
    page = read(client, at(rows_of(Table), "change", table.pk))
    assert "Void deal" in page
    assert "reason: Viděl Pěnkava" in page
    assert f"/t/{mine.slug}/1/{table.number}/" in page
    assert "The bench moves clockwise." in read(client, at(rows_of(Event), "change", mine.pk))


def test_lists_lead_to_what_they_name_and_only_where_the_reader_may_go(two: tuple[Event, Event]):
    mine, _theirs = two
    entry = Registration.objects.filter(event=mine)[0]
    address = at(rows_of(Registration), "change", entry.pk)
    link = at(rows_of(Player), "change", entry.player_id)
    assert link in read(signed_in(somebody(mine, "keeper")), address)
    assert link not in read(signed_in(judge_of(mine, "director")), address)

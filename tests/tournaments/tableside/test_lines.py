"""Phones bring their lines: `POST /t/lines/` (docs/outbox.md)."""

from __future__ import annotations

import json
import uuid
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import protocol
from games.models import Arrival, Entry, Game
from games.rules.entries import Substitute
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of, registration
from tests.factories.tournaments import AccountFactory
from tests.games.logs import written
from tests.tournaments.tableside.pocket import Pocket
from tournaments.models import Phone
from tournaments.operations.evening import intake, recording, rounds
from tournaments.operations.evening.phones import takeover_code
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.rulings.settling import settle
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.queries.names import shown_name
from tournaments.tableside.lines import MOST_BYTES, MOST_LINES

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(evening):
    return stories.table_of(evening, 1).game


@pytest.fixture
def phone(game, referee):
    """The referee's, with a page of table 1 open."""
    phone = Pocket(referee)
    phone.send(game)
    return phone


def log(game):
    """Who lost, deal by deal, as it counts."""
    lines = protocol.queries.state_of(game).lines
    return "".join(line.entry.loser for line in lines if line.applied and hasattr(line.entry, "loser"))


def kept(game):
    return [(row.status, row.code) for row in Arrival.objects.filter(game=game).order_by("pk")]


# --- What is answered -------------------------------------------------------------------------------------------------


def test_a_line_is_named_with_its_place_and_what_is_new(game, referee):
    phone = Pocket(referee)
    line = phone.deal(game, "B")
    told = phone.send()
    assert told["lines"] == [{"id": line["id"], "status": "applied", "position": 1, "code": "", "sentence": ""}]
    known = told["games"][str(game.pk)]
    assert (known["position"], known["counter"], known["pen"], known["phase"]) == (1, 1, "mine", "playing")
    assert [(new["position"], new["id"]) for new in known["lines"]] == [(1, line["id"])]
    assert "<li" in known["lines"][0]["html"]
    assert log(game) == "B"


def test_what_a_form_would_have_kept_is_kept(evening, game, phone):
    """Scores, order and version follow as they follow from a form."""
    before = stories.table_of(evening, 1).round.event.version
    phone.deal(game, "B")
    phone.deal(game, "D")
    phone.send()
    event = stories.table_of(evening, 1).round.event
    assert event.version > before
    assert rebuild_event(event=event, only_check=True).differences == ()
    assert event.scores.filter(letters=1).count() == 2


def test_the_same_lines_again_get_the_same_answer_and_change_nothing(game, phone):
    for loser in "BDA":
        phone.deal(game, loser)
    phone.tap(game, {"kind": "deal", "loser": "Z"}, slot=4)
    first = phone.send(mute=True)["lines"]
    before = list(Entry.objects.values_list("digest", flat=True)), Arrival.objects.count()
    assert phone.send(mute=True)["lines"] == first
    assert (list(Entry.objects.values_list("digest", flat=True)), Arrival.objects.count()) == before
    assert [line["status"] for line in first] == ["applied", "applied", "applied", "quarantined"]


def test_what_came_is_chained_with_when_it_was_tapped(game, phone):
    line = phone.deal(game, "B")
    phone.send()
    stored = Entry.objects.get(pk=line["id"])
    assert (stored.device, stored.counter, stored.slot, stored.by) == (phone.device, 1, 1, phone.account.key)
    assert stored.tapped_at == phone.clock
    assert protocol.broken_link(Game.objects.get(pk=game.pk)) is None


def test_whoever_knows_all_is_told_nothing_new(game, phone, referee):
    phone.deal(game, "B")
    phone.send()
    known = phone.send(game)["games"][str(game.pk)]
    assert (known["lines"], known["from"], known["position"]) == ([], 2, 1)


def test_another_phone_gets_the_lines_that_it_lacks_and_those_that_read_differently(evening, game, phone, director):
    other = Pocket(director)
    phone.deal(game, "B")
    phone.send()
    other.send(game)
    stories.record_line(stories.table_of(evening, 1), recording.Strike(1), by=director)
    known = other.send(game)["games"][str(game.pk)]
    assert [line["position"] for line in known["lines"]] == [2]
    assert list(known["rewritten"]) == ["1"]
    assert "<del>" in known["rewritten"]["1"]


def test_whose_log_is_another_one_gets_all_of_it(game, phone):
    phone.deal(game, "B")
    phone.send()
    phone.games[str(game.pk)]["head"] = "another"
    known = phone.send(game, mute=True)["games"][str(game.pk)]
    assert (known["from"], [line["position"] for line in known["lines"]]) == (1, [1])


# --- Who may ----------------------------------------------------------------------------------------------------------


def test_who_is_signed_out_is_told_so_and_keeps_his_lines(game):
    phone = Pocket(None)
    phone.deal(game, "B", by="account:1")
    told = phone.send()
    assert (told["account"], told["lines"], told["games"]) == (None, [], {})
    assert (log(game), kept(game)) == ("", [])


def test_another_persons_line_never_counts_as_mine(game, phone, director):
    phone.deal(game, "B")
    phone.client.force_login(director)
    told = phone.send()
    assert [(line["status"], line["code"]) for line in told["lines"]] == [("quarantined", "other_person")]
    assert told["lines"][0]["sentence"]
    assert log(game) == ""
    assert Arrival.objects.get().by == phone.account.key


def test_a_revoked_phone_is_heard_and_has_no_effect(game, phone):
    Phone.objects.filter(pk=phone.device).update(revoked_at=NOW)
    phone.deal(game, "B")
    phone.send()
    assert (phone.statuses(), log(game), kept(game)) == (["quarantined"], "", [("quarantined", "revoked_phone")])


def test_a_role_that_has_ended_has_no_effect_and_is_told_nothing(evening, game, phone):
    evening.event.staff.filter(account=phone.account).update(ended_at=NOW)
    phone.deal(game, "B")
    told = phone.send()
    assert (phone.statuses(), told["games"]) == (["quarantined"], {})
    assert kept(game) == [("quarantined", "no_right")]


def test_a_judge_of_another_table_has_no_effect_here(game, line_judge):
    judge = Pocket(line_judge)
    judge.deal(game, "B")
    judge.send()
    assert kept(game) == [("quarantined", "no_right")]


def test_of_a_stranger_only_so_much_is_kept(game, monkeypatch):
    monkeypatch.setattr(intake, "MOST_OF_STRANGERS", 2)
    stranger = Pocket(AccountFactory.create())
    for _ in range(3):
        stranger.deal(game, "B")
    stranger.send()
    assert stranger.statuses() == ["quarantined", "quarantined", "waiting"]


def test_what_no_judge_may_write_by_a_form_he_may_not_write_by_phone(evening, line_judge):
    game = stories.table_of(evening, 2).game
    judge = Pocket(line_judge)
    judge.tap(game, {"kind": "close", "reason": "tired"})
    judge.send()
    assert kept(game) == [("quarantined", "needs_referee")]


def test_what_would_change_who_plays_a_final_without_a_reason_is_kept_and_the_others_pass(evening, referee):
    game = stories.a_substituted_final(evening).game
    phone, first = Pocket(referee), Entry.objects.get(game=game)
    phone.send(game)
    undo = phone.tap(game, {"kind": "strike", "line": str(first.id)})
    phone.tap(game, {"kind": "pause", "reason": "tea"})
    sentences = {line["id"]: line["sentence"] for line in phone.send()["lines"]}
    assert "A referee does it in the log of the table, and says there why." in sentences[undo["id"]]
    assert kept(game) == [("quarantined", "stand_in_reason_required")]
    assert Entry.objects.filter(game=game, kind="pause").exists()
    phone.tap(game, {"kind": "strike", "line": str(first.id), "reason": "not ill at all"})
    phone.send()
    assert (len(kept(game)), Game.objects.get(pk=game.pk).state["seats"]["C"]["occupant"]) == (1, "C1")


def test_nor_does_one_change_who_played_before_the_last_one_came(evening, referee):
    table = stories.a_substituted_final(evening)
    out, stand_in = (registration(evening.event, key) for key in ("p7", "p8"))
    substitute_player(out=out, stand_in=stand_in, reason="ill, too", by=director_of(evening.event), now=NOW)
    stories.record_line(table, Substitute("C", "C2", "well again"))  # so that all of them have sat here either way
    game, phone = table.game, Pocket(referee)
    phone.send(game)
    phone.tap(game, {"kind": "strike", "line": str(Entry.objects.get(game=game, position=1).id)})
    phone.tap(game, {"kind": "pause", "reason": "tea"})
    phone.send()
    assert kept(game) == [("quarantined", "stand_in_reason_required")]
    assert written(game) == ["1 substitute", "2 substitute", "3 substitute", "4 pause"]


# --- One line does not stop the others --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "poison",
    [
        {"entry": {"kind": "deal", "loser": "B", "bench": 7}},
        {"entry": {"kind": "deal", "loser": "Z", "bench": ["E"]}},
        {"entry": None},
        {"v": 9},
        {"slot": "one"},
        {"entry": {"kind": "settle", "arrival": "x", "verdict": "take"}},
        {"entry": {"kind": "void_deal", "bench": ["E"], "reason": "\u0000\ud800"}},
    ],
)
def test_a_line_that_cannot_be_is_put_aside_and_the_others_pass(game, phone, poison):
    phone.deal(game, "B")
    phone.tap(game, {"kind": "deal"}, slot=2).update(poison)
    other = stories.table_of(game.table.round, 2).game
    phone.deal(other, "C")
    phone.send()
    assert phone.statuses() == ["applied", "quarantined", "applied"]
    assert (log(game), log(other)) == ("B", "C")


def test_a_bug_in_one_line_puts_that_line_aside(game, phone, monkeypatch):
    add = protocol.add

    def breaks(game, draft, *args, **named):
        if getattr(draft.entry, "loser", "") == "D":
            raise KeyError(draft.slot)
        return add(game, draft, *args, **named)

    monkeypatch.setattr(protocol, "add", breaks)
    for loser in "BDA":
        phone.deal(game, loser)
    phone.send()
    assert phone.statuses() == ["applied", "quarantined", "held"]
    assert (log(game), kept(game)) == ("B", [("quarantined", "fault"), ("held", "earlier_deal")])


def test_an_id_of_another_table_is_put_aside(evening, game, phone):
    first = phone.deal(game, "B")
    phone.send()
    other = stories.table_of(evening, 2).game
    phone.deal(other, "C", id=first["id"])
    phone.deal(other, "D", slot=1)
    told = phone.send(lines=phone.kept[1:])
    assert [line["status"] for line in told["lines"]] == ["quarantined", "applied"]
    assert kept(other) == [("quarantined", "id_reused")]


def test_a_game_that_is_not_there_leaves_its_lines_on_the_phone(game, phone):
    phone.tap(game, {"kind": "deal", "loser": "B"})["game"] = 999_999
    phone.deal(game, "B")
    phone.send()
    assert phone.statuses() == ["waiting", "applied"]


# --- In which order ---------------------------------------------------------------------------------------------------


def test_what_comes_too_early_waits_and_is_let_go(game, phone):
    lines = [phone.deal(game, loser) for loser in "BDA"]
    early = phone.send(lines=lines[1:])
    assert ([line["status"] for line in early["lines"]], log(game)) == (["held", "held"], "")
    assert early["games"][str(game.pk)]["counter"] == 0  # so that the phone brings the first one again
    told = phone.send(lines=lines[:1])
    assert (log(game), [line["status"] for line in told["lines"]]) == ("BDA", ["applied"])
    again = phone.send(lines=lines)
    assert [line["position"] for line in again["lines"]] == [1, 2, 3]


def test_what_somebody_else_brought_is_let_go_by_his_own_right(game, phone, director):
    """The director's deal 2 waits for deal 1, which the referee brings."""
    other = Pocket(director)
    other.send(game)
    other.deal(game, "D", slot=2)
    other.send()
    phone.deal(game, "B")
    phone.send()
    assert log(game) == "BD"
    assert list(Entry.objects.order_by("position").values_list("by", flat=True)) == [phone.account.key, director.key]


def test_two_phones_that_tell_the_same_deal_make_one(game, phone, director):
    other = Pocket(director)
    other.send(game)
    phone.deal(game, "B")
    other.deal(game, "B")
    phone.send()
    other.send()
    assert (log(game), other.statuses()) == ("B", ["merged"])


def test_two_phones_that_tell_it_otherwise_ask_the_referee(game, phone, director):
    other = Pocket(director)
    other.send(game)
    phone.deal(game, "B")
    other.deal(game, "D")
    phone.send()
    event = game.table.round.event
    event.refresh_from_db()
    version = event.version
    other.send()
    assert (log(game), other.statuses()) == ("B", ["conflict"])
    event.refresh_from_db()
    assert event.version > version  # so that boards look


def test_who_told_it_first_is_told_that_another_says_otherwise_until_a_referee_has_settled_it(game, phone, director):
    other = Pocket(director)
    other.send(game)
    phone.deal(game, "B")
    line = other.deal(game, "D")
    assert "contested" not in phone.send()["games"][str(game.pk)]
    other.send()
    assert phone.send(game)["games"][str(game.pk)]["contested"] == [phone.kept[0]["id"]]
    event = game.table.round.event
    settle(
        by=director,
        slug=event.slug,
        round_number=1,
        table_number=game.table.number,
        arrival=uuid.UUID(line["id"]),
        verdict="leave",
        now=NOW,
    )
    assert "contested" not in phone.send(game)["games"][str(game.pk)]


def test_after_the_round_it_is_late(evening, game, phone, director):
    phone.deal(game, "B")
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire alarm")
    phone.send()
    assert (phone.statuses(), log(game)) == (["late"], "")


def test_an_undo_names_its_line_by_its_id(game, phone):
    line = phone.deal(game, "B")
    phone.undo(game, line)
    phone.send()
    assert (phone.statuses(), log(game)) == (["applied", "applied"], "")


# --- The pen ----------------------------------------------------------------------------------------------------------


def test_the_pen_is_with_the_phone_that_writes_first(game, phone, director):
    phone.deal(game, "B")
    phone.send()
    other = Pocket(director)
    known = other.send(game)["games"][str(game.pk)]
    assert (known["pen"], known["epoch"], known["holder"]) == ("other", 1, shown_name(phone.account))


def test_all_lines_of_the_batch_that_takes_the_pen_are_written_with_it(game, phone):
    for loser in "BCD":
        phone.deal(game, loser, pen=0, holds=False)
    phone.send()
    assert list(game.entries.order_by("position").values_list("pen", flat=True)) == [1, 1, 1]


def test_who_takes_the_pen_on_his_phone_is_told_so(game, phone, director):
    phone.deal(game, "B")
    phone.send()
    other = Pocket(director)
    table = game.table
    address = f"/t/{table.round.event.slug}/{table.round.number}/{table.number}/pen/"
    told = other.client.post(address, {"device": other.device}, headers={"X-Outbox": "1"}).json()
    assert (told["v"], told["game"], told["epoch"], told["pen"]) == (1, game.pk, 2, "mine")
    assert phone.send(game)["games"][str(game.pk)]["pen"] == "other"
    assert other.send(game)["games"][str(game.pk)]["pen"] == "mine"


def test_a_pen_taken_by_a_form_goes_to_the_phone_of_the_same_person(evening, game, phone):
    stories.record_line(stories.table_of(evening, 1), stories.deal(stories.table_of(evening, 1), "B"), by=phone.account)
    phone.send(game)
    phone.deal(game, "D")
    phone.send()
    game.refresh_from_db()
    assert (game.pen_holder, game.pen_epoch, phone.statuses()) == (phone.device, 1, ["applied"])


def test_a_referees_code_takes_the_pen_over_without_the_network(game, phone, director):
    other = Pocket(director)
    for hand in (phone, other):
        hand.send(game)
    phone.deal(game, "B")
    phone.send()
    other.send(game)
    code = takeover_code(game.table.round.event)
    other.deal(game, "D", pen=2, holds=True, takeover=code, since=60_000, seen=True)
    other.send()
    game.refresh_from_db()
    assert (other.statuses(), game.pen_holder, game.pen_epoch) == (["applied"], other.device, 2)
    wrong = "000000" if code != "000000" else "000001"
    phone.send(game)
    phone.deal(game, "A", pen=3, holds=True, takeover=wrong, since=120_000)
    phone.send()
    assert phone.statuses() == ["applied", "maybe_duplicate"]


def test_the_code_of_a_referee_is_another_one_at_every_event(event):
    assert len(takeover_code(event)) == 6
    assert takeover_code(event) == takeover_code(event)
    assert takeover_code(event) != takeover_code(stories.an_event())


# --- Which phones there are -------------------------------------------------------------------------------------------


def test_what_a_phone_says_of_itself_holds_nothing_that_cannot_be_seen(game, phone):
    phone.post(phone.body([], game, name="Table\u202e 1\u200b", page="ta\u2066ble"))
    heard = Phone.objects.get(pk=phone.device)
    assert (heard.name, heard.page) == ("Table 1", "table")


def test_a_phone_is_heard_with_what_waits_on_it(game, phone):
    answer = phone.post(phone.body([], game, waiting={str(game.pk): 3}))
    assert answer.status_code == 200
    heard = Phone.objects.get(pk=phone.device)
    assert (heard.account, heard.name, heard.page) == (phone.account, "Test", "table")
    assert (heard.waiting, heard.heard_at is not None) == ({str(game.pk): 3}, True)


def test_who_says_the_same_within_a_minute_is_not_written_again(game, phone):
    phone.send(game)
    with CaptureQueriesContext(connection) as asked:
        phone.send(game)
    assert not [one["sql"] for one in asked.captured_queries if one["sql"].startswith(("INSERT", "UPDATE"))]


# --- A site that was restored from an older copy ----------------------------------------------------------------------


def lose(lines):
    """What an older copy of the site does not have: the rows go as no act of the house could take them."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER append_only_entry_delete")
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
        for game, length in lines.items():
            cursor.execute("DELETE FROM games_entry WHERE game_id = %s AND position > %s", [game.pk, length])
    for game, length in lines.items():
        left = list(game.entries.order_by("position"))
        state = protocol.queries.state_of(game)
        Game.objects.filter(pk=game.pk).update(
            length=length, head=left[-1].digest if left else "", state=protocol.queries.summary(state), finished=False
        )


def test_an_older_copy_asks_three_phones_for_the_twenty_deals_it_lacks():
    event = stories.an_event(players=15, status="closed")
    people = [stories.director_of(event), stories.staff_of(event, "referee"), stories.staff_of(event, "referee")]
    round_ = stories.a_running_round(event, sizes=(5, 5, 5), word="KOČIČKA")
    games = [stories.table_of(round_, number).game for number in (1, 2, 3)]
    phones = [Pocket(account) for account in people]
    tapped = {}
    for phone, game in zip(phones, games, strict=True):
        phone.send(game)
        for number in range(20):
            phone.deal(game, "ABCDE"[number % 5])
            phone.send()
        tapped[game] = log(game)
        assert len(tapped[game]) == 20
    lose(dict(zip(games, (13, 0, 19), strict=True)))
    for _ in range(3):
        for phone, game in zip(phones, games, strict=True):
            phone.send(game)
    assert {game: log(game) for game in games} == tapped
    assert Counter(Entry.objects.values_list("game", flat=True)) == {game.pk: 20 for game in games}
    assert Arrival.objects.count() == 0
    assert rebuild_event(event=event, only_check=True).differences == ()


# --- What is no exchange ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "", "[", "null", "[]", "{}", '{"v": 2}', "[" * 50_000, {"v": 1}, {"v": 1, "device": "phone"},
        {"v": 1, "device": str(uuid.uuid4()), "lines": {}}, {"v": 1, "device": str(uuid.uuid4()), "lines": [1] * 101},
        {"v": 1, "device": str(uuid.uuid4()), "games": {"x": {}}},
        {"v": 1, "device": str(uuid.uuid4()), "games": {"1": 2}},
        {"v": 1, "device": str(uuid.uuid4()), "waiting": {"1": -1}},
    ],
)  # fmt: skip
def test_what_is_no_exchange_is_answered_with_nothing(phone, body):
    assert phone.post(body).status_code == 400


def test_too_much_at_once_is_not_read(phone):
    assert phone.post(b" " * MOST_BYTES + json.dumps(phone.body([])).encode()).status_code == 413


def test_a_backlog_of_a_hundred_lines_goes_in_one_request(game, phone):
    lines = [phone.deal(game, "B", witness="B", seen=True) for _ in range(MOST_LINES)]
    body = phone.body(lines, game)
    assert len(json.dumps(body["lines"])) < MOST_BYTES / 2  # what phone/exchange.js sends at once
    assert [line["id"] for line in phone.post(body).json()["lines"]] == [line["id"] for line in lines]
    assert MOST_LINES == 100


def test_a_page_of_another_site_cannot_send_it(game, phone):
    line = phone.deal(game, "B")
    body = phone.body([line], game)
    assert phone.post(body, Origin="https://elsewhere.example").status_code == 403
    assert phone.client.post("/t/lines/", json.dumps(body), content_type="text/plain").status_code == 400
    assert log(game) == ""
    assert phone.post(body, Origin="http://testserver").status_code == 200


# --- What it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_line_costs_no_more_statements_than_a_form(game, phone):
    """From BEGIN to COMMIT and after it; the session is in the cache, and the phone was heard within the minute."""
    costs = []
    for loser in "BDA":
        phone.deal(game, loser)
        with CaptureQueriesContext(connection) as asked:
            phone.send()
        said = [query["sql"] for query in asked.captured_queries]
        costs.append(len(said) - next(place for place, sql in enumerate(said) if sql.startswith("BEGIN")))
    assert (phone.statuses(), kept(game)) == (["applied"] * 3, [])
    assert costs == [costs[0]] * 3
    assert costs[0] <= (10 if connection.features.has_select_for_update else 9)  # the lock is a statement

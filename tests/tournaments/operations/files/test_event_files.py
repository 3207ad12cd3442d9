"""Event files in and out of the database (operations/files/event_files.py)."""

import json

import pytest
from django.apps import apps

from games.models import Entry
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.exchange import played as played_from_file
from tournaments.exchange.event_file import dump, parse
from tournaments.models import Event, NickAlias, Occupant, Player, Registration, Round
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.files import event_files
from tournaments.operations.files.event_files import export_event, import_event, whole_event
from tournaments.operations.results import scoring
from tournaments.queries.documents import results_of
from tournaments.standings.results import results, results_document

pytestmark = pytest.mark.django_db

EXAMPLES = ("moor-final", "harbour-classic", "fen-evening")


def a_file(*, rounds=(), entries=(), **fields):
    """A file with eight players p1 … p8 of one club, and more `entries`."""
    eight = [{"id": f"p{n}", "nick": f"NICK{n}", "club": "PRG"} for n in range(1, 9)]
    return json.dumps(
        {
            "format": "scwu-event/1",
            "slug": "hand-made",
            "name": "Hand Made",
            "series": "friendly",
            "date": "2026-02-03",
            "clubs": [{"code": "PRG", "name": "Prague Cats", "country": "CZ"}],
            "entries": [*eight, *entries],
            "rounds": list(rounds),
            **fields,
        }
    )


def a_round(*log, number=1, kind="basic", word="KOS", **fields):
    seats = dict(zip("ABCD", ("p1", "p2", "p3", "p4"), strict=True))
    tables = [{"number": 1, "seats": seats, "log": list(log)}]
    return {"number": number, "kind": kind, "word": word, "tables": tables, **fields}


def deal(loser, **fields):
    return {"kind": "deal", "loser": loser, **fields}


STAND_IN = {"id": "p9", "nick": "NICK9", "classified": False, "earns_points": False}
FRIEND = {"id": "p10", "nick": "NICK10"}
TAKES_B = {"kind": "substitute", "seat": "B", "entry": "p9", "reason": "injury"}

HAND_MADE = {
    "nobody has played": a_file(),
    "a round without tables": a_file(rounds=[{"number": 2, "kind": "basic", "word": "KOS", "tables": []}]),
    "settings, default or not": a_file(regulations={"survivors": 3, "pooling": "mean", "percent_decimals": 2}),
    "a corrected split": a_file(rounds=[a_round(deal("A"), word="CHUCHL", letters=["CH", "U", "CH", "L"])]),
    "a caption": a_file(rounds=[a_round(word="FLICK", caption="Herr FLICK")]),
    "everything a line can say": a_file(
        rounds=[
            a_round(
                deal("A", points={"A": 20, "B": 13}, packed=True, dealer="B"),
                {"kind": "void_deal", "reason": "cards stuck"},
                {"kind": "penalty_letter", "seat": "B", "reason": "late"},
                {"kind": "amend", "position": 1, "loser": "B", "points": None},
                {"kind": "strike", "position": 4, "reason": "it was A"},
                {"kind": "withdraw", "seat": "C", "reason": "ill"},
                {"kind": "close", "reason": "venue closes"},
                deal("A"),
            )
        ]
    ),
    "a stand-in": a_file(entries=[STAND_IN], rounds=[a_round(deal("B"), TAKES_B, deal("B"))]),
    "a stand-in who goes again": a_file(
        entries=[STAND_IN],
        rounds=[a_round(deal("B"), TAKES_B, deal("B"), {**TAKES_B, "entry": "p2", "reason": "better"}, deal("B"))],
    ),
    "a stand-in who was another": a_file(
        entries=[STAND_IN, FRIEND],
        rounds=[a_round(TAKES_B, {"kind": "amend", "position": 1, "entry": "p10"}, deal("B"))],
    ),
    "a stand-in in another seat": a_file(
        entries=[STAND_IN], rounds=[a_round(TAKES_B, {"kind": "amend", "position": 1, "seat": "C"}, deal("C"))]
    ),
    "a stand-in in another seat, who comes back to it": a_file(
        entries=[STAND_IN],
        rounds=[
            a_round(
                TAKES_B,
                {"kind": "amend", "position": 1, "seat": "C"},
                {**TAKES_B, "seat": "C", "entry": "p3"},
                {**TAKES_B, "seat": "C"},
                deal("C"),
            )
        ],
    ),
    "an amended amendment": a_file(
        entries=[STAND_IN, FRIEND],
        rounds=[
            a_round(
                TAKES_B,
                {"kind": "amend", "position": 1, "reason": "late"},
                {"kind": "amend", "position": 2, "entry": "p10"},
                deal("B"),
            )
        ],
    ),
    "a stand-in that was none": a_file(
        entries=[STAND_IN],
        rounds=[a_round(TAKES_B, {"kind": "strike", "position": 1}, {**TAKES_B, "seat": "C"}, deal("C"))],
    ),
    "lines that cannot be": a_file(
        entries=[STAND_IN], rounds=[a_round(deal("G"), deal("A", bench=["B"]), {**TAKES_B, "seat": "F"})]
    ),
    "a stand-in for a seat that is not there, and then for one that is": a_file(
        entries=[STAND_IN], rounds=[a_round({**TAKES_B, "seat": "F"}, TAKES_B, deal("B"))]
    ),
    "a play-off and a final": a_file(
        rounds=[
            a_round(*[deal("A")] * 3),
            a_round(deal("D"), number=2, kind="play_off", word="X"),
            a_round(*[deal("B")] * 3, number=3, kind="final"),
        ]
    ),
}


def taken_in(text):
    return import_event(file=parse(text), by=None, now=NOW)


@pytest.mark.parametrize("text", HAND_MADE.values(), ids=HAND_MADE.keys())
def test_what_was_taken_in_goes_out_as_it_came(text):
    canonical = dump(parse(text))
    event = taken_in(text)
    assert dump(whole_event(event, now=NOW)) == canonical
    assert results_of(event) == results_document(results(played_from_file.played_event(parse(text))))
    assert scoring.order_anew(event) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_go_out_byte_by_byte_and_have_their_results(name):
    event = stories.example(name)
    given = (stories.EXAMPLES / f"{name}-2026.event.json").read_text(encoding="utf-8")
    assert dump(export_event(event)) == dump(parse(given))
    expected = json.loads((stories.EXAMPLES / f"{name}-2026.results.json").read_text(encoding="utf-8"))
    found = json.loads(json.dumps(results_of(event)))
    for line in found["standings"]:
        line.pop("why")
    for finding in found["findings"]:
        finding.pop("text")
    assert found == expected


def test_an_evening_played_here_can_be_taken_elsewhere(evening):
    """With a stand-in, and without the seats of a draw that nobody has played."""
    event, table = evening.event, stories.table_of(evening)
    stories.record_deals(table, "A B C A")
    send_in(out=stories.seats_of(table)["B"], line="GUEST", by=stories.director_of(event), now=NOW)
    stories.record_deals(table, "B")
    stories.a_drawn_round(event, word="JINAK")
    file = whole_event(event, now=NOW)
    assert [len(round_.tables) for round_ in file.rounds] == [3, 0]
    text = dump(file).replace(event.slug, "elsewhere")
    taken = taken_in(text)
    assert dump(whole_event(taken, now=NOW)) == text
    gone = taken.registrations.filter(status="withdrawn")  # who was replaced is not drawn there either
    assert [one.nick for one in gone] == [one.nick for one in event.registrations.filter(status="withdrawn")] != []


# --- All or nothing ---------------------------------------------------------------------------------------------------


def rows():
    """How many rows each table has."""
    return {
        model.__name__: model._default_manager.count()
        for app in ("games", "tournaments")
        for model in apps.get_app_config(app).get_models()
    }


@pytest.mark.parametrize("step", ["_take_entries", "_take_tables", "_status"])
def test_a_fault_in_the_middle_leaves_no_row(monkeypatch, step):
    before = rows()
    real = getattr(event_files, step)

    def fail(*args, **kwargs):
        real(*args, **kwargs)
        raise RuntimeError("power cut")

    monkeypatch.setattr(event_files, step, fail)
    with pytest.raises(RuntimeError):
        stories.example("harbour-classic")
    assert rows() == before


def test_an_event_is_not_taken_in_twice():
    stories.example("moor-final")
    before = rows()
    assert refusal(stories.example, "moor-final").code == "event_exists"
    assert rows() == before


# --- Who is who -------------------------------------------------------------------------------------------------------


def test_players_who_are_known_are_themselves_also_by_a_former_nick():
    known = PlayerFactory(nick="Nick1", nick_key="nick1")
    respelled = PlayerFactory(nick="Renamed", nick_key="renamed")
    NickAlias.objects.create(player=respelled, nick="NICK2", nick_key="nick2")
    event = taken_in(a_file())
    players = dict(event.registrations.values_list("key", "player"))
    assert (players["p1"], players["p2"]) == (known.pk, respelled.pk)
    assert event.registrations.get(key="p2").nick == "NICK2"
    assert Player.objects.count() == 8


def test_two_nicks_of_one_player_are_refused_whole():
    player = PlayerFactory(nick="NICK1", nick_key="nick1")
    NickAlias.objects.create(player=player, nick="NICK2", nick_key="nick2")
    assert refusal(taken_in, a_file()).code == "one_player_twice"
    assert (Event.objects.count(), Player.objects.count()) == (0, 1)


def test_who_brings_a_file_directs_its_event():
    account = AccountFactory()
    event = stories.example("moor-final", by=account)
    assert stories.director_of(event) == account
    assert set(Entry.objects.values_list("by", flat=True)) == {account.key}


@pytest.mark.parametrize(
    ("log", "round_status", "event_status"),
    [(3 * [deal("A")], "closed", "finished"), ([deal("A")], "running", "running"), ([], "running", "running")],
)
def test_the_states_follow_from_the_logs(log, round_status, event_status):
    event = taken_in(a_file(rounds=[a_round(*log)]))
    assert (Round.objects.get().status, event.status) == (round_status, event_status)


def test_stand_ins_sit_where_the_log_has_them_in_the_end():
    taken_in(HAND_MADE["a stand-in in another seat"])
    stand_in = Occupant.objects.get(registration__key="p9")
    assert (stand_in.seat, stand_in.active) == ("C", True)


def test_a_big_file_costs_few_statements(django_assert_max_num_queries):
    small, large = (big_file(tables) for tables in (2, 40))
    with django_assert_max_num_queries(75) as few:
        taken_in(small)
    Event.objects.update(slug="other")
    with django_assert_max_num_queries(len(few) + 10):
        taken_in(large)


def big_file(tables):
    entries = [{"id": f"x{n}", "nick": f"BIG{tables}-{n}"} for n in range(4 * tables)]
    seated = [
        {
            "number": number + 1,
            "seats": {seat: f"x{4 * number + index}" for index, seat in enumerate("ABCD")},
            "log": [deal("A"), deal("B"), deal("A")],
        }
        for number in range(tables)
    ]
    rounds = [{"number": 1, "kind": "basic", "word": "KOS", "tables": seated}]
    return a_file(entries=entries, rounds=rounds)


def test_registrations_keep_what_the_file_says_of_them():
    event = taken_in(HAND_MADE["a stand-in"])
    stand_in = Registration.objects.get(event=event, key="p9")
    assert (stand_in.classified, stand_in.earns_points, stand_in.club) == (False, False, None)

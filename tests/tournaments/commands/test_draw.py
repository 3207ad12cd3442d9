"""`manage.py draw`: a list of names becomes the tables of all rounds, without a database; sentences when it cannot."""

import json
from itertools import chain, combinations

import pytest
from django.core.management import call_command

from tournaments.draws.random_events import random_events
from tournaments.draws.seeding import VERSION
from tournaments.management.commands.draw import tried

NAMES = "\n".join(f"p{number}" for number in range(1, 17))
NEAR = [(one, other) for one, other in combinations(range(10), 2) if other // 2 - one // 2 in (0, 1, 4)]
RING = [[f"p{one + 1}", f"p{other + 1}"] for one, other in NEAR]
"""Five couples in a ring, each apart from the next: they need five tables, though no five are all apart."""
ONE_CLUB = ("ČK", "čk", "C\u030cK", "ČK  ")
TEAMS = json.dumps([{"id": f"{club}{number}", "club": club} for club in "ABCDEF" for number in (1, 2, 3)])


def apart(*pairs):
    """The sixteen, some of whom may not meet."""
    return json.dumps({"players": NAMES.split(), "apart": pairs})


@pytest.fixture
def drawn(tmp_path, capsys):
    def draw(text, *arguments):
        file = tmp_path / "players"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        call_command("draw", "--players", str(file), "--seed", "ab", *arguments)
        return capsys.readouterr().out

    return draw


def test_a_list_of_names_becomes_rounds_of_tables(drawn):
    document = json.loads(drawn(NAMES + "\n\n", "--rounds", "5", "--json"))
    assert (document["version"], document["seed"]) == (VERSION, "ab")
    for tables in (one["tables"] for one in document["rounds"]):
        assert sorted(key for table in tables for key in table["seats"].values()) == sorted(NAMES.split())
        assert all(list(table["seats"]) == list("ABCD") for table in tables)
    assert document["quality"]["coincidences"] == {"value": 0, "bound": 0, "verdict": "proved optimal"}
    assert document["quality"]["per_player"] == {}


def test_the_same_list_and_seed_give_the_same_bytes(drawn):
    names = NAMES.split()
    assert drawn(NAMES, "--rounds", "3", "--json") == drawn(json.dumps(names[::-1]), "--rounds", "3", "--json")


def test_people_read_tables_and_verdicts(drawn):
    lines = drawn(NAMES, "--rounds", "2", "--sizes", "4,4,4,4").splitlines()
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert "coincidences: 0 (proved optimal)" in lines


def test_a_draw_without_a_seed_is_another_each_time_and_its_seed_brings_it_back(tmp_path, capsys):
    file = tmp_path / "players"
    file.write_text(NAMES)

    def said(*arguments):
        call_command("draw", "--players", str(file), *arguments)
        return capsys.readouterr().out

    first, second = said(), said()
    assert first != second
    *_, version, option, seed = first.split()
    assert (version, option) == (f"{VERSION},", "--seed")
    assert said("--seed", seed) == first
    seeds = [json.loads(said("--json"))["seed"] for _ in range(2)]
    assert [len(seed) for seed in seeds] == [64, 64]
    assert seeds[0] != seeds[1]


def test_teams_have_one_of_each_club_at_every_table(drawn):
    document = json.loads(drawn(TEAMS, "--rounds", "2", "--clubs", "teams", "--json"))
    for table in (table for one in document["rounds"] for table in one["tables"]):
        assert sorted(key[0] for key in table["seats"].values()) == list("ABCDEF")


def test_a_line_is_read_as_at_the_door_and_clubs_that_stand_there_are_kept_apart(drawn):
    """`NICK` or `NICK, CLUB`: the club is no part of the name, and who writes none has none."""
    typed = [f"{club}{number}, Club {club} " for club in "ABCDE" for number in range(3)] + ["alone"]
    document = json.loads(drawn("\n".join(typed), "--rounds", "2", "--clubs", "require", "--json"))
    for one in document["rounds"]:
        seated = [list(table["seats"].values()) for table in one["tables"]]
        assert sorted(chain(*seated)) == sorted(line.partition(",")[0] for line in typed)
        assert all(len({key[0] for key in table}) == len(table) for table in seated)
    assert document["quality"]["club_pairs"]["value"] == 0
    teams = "\n".join(f"{club}{number},{club}" for club in "ABCDEF" for number in (1, 2, 3))
    assert drawn(teams, "--clubs", "teams") == drawn(TEAMS, "--clubs", "teams")


def test_countries_are_kept_apart_as_clubs_are(drawn):
    people = json.dumps([{"id": f"{land}{number}", "country": land} for land in "ABCD" for number in range(4)])
    document = json.loads(drawn(people, "--rounds", "2", "--countries", "require", "--json"))
    for table in (table for one in document["rounds"] for table in one["tables"]):
        assert sorted(key[0] for key in table["seats"].values()) == list("ABCD")
    assert document["quality"]["country_pairs"]["value"] == 0


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("a\nb\nc", [], "A table needs at least four players; here are 3."),
        ("\n".join("abcdefg"), [], "Seven players cannot be seated"),
        ("a\nb\nc\na", [], "Line 4 of the list names a, whom line 1 names already. Leave one out."),
        ("Žofie\n\nZ\u030cOFIE, PRG", [], "Line 3 of the list names Z\u030cOFIE, whom line 1 names already."),
        ('["a", "b", "c", "a"]', [], "a stands in the list twice."),
        ("a\nb\tPRG", [], "Line 2 of the list begins with a #, or holds a tab or a sign that cannot be seen. Write"),
        ("a\n# b, late", [], "Line 2 of the list begins with a #"),
        ("a\nb\u200b", [], "Line 2 of the list begins with a #, or holds a tab or a sign that cannot be seen."),
        (
            "\n".join(f"p{n}, {ONE_CLUB[n % 4] if n < 6 else 'CK'}" for n in range(8)),
            ["--clubs", "require"],
            "C\u030cK has 6 players at 2 tables",
        ),
        (b"\xff\xfe", [], "The list of players is not text in UTF-8."),
        ("a\n\n, PRG\nb", [], "Line 3 of the list names nobody. Write NICK, or NICK, CLUB."),
        ("\n".join(f"p{n}, {'A' if n < 6 else 'B'}" for n in range(8)), ["--clubs", "require"], "A has 6 players at"),
        ('[{"id": 1}]', [], "Player 1 of the list needs an “id”"),
        ('["a", "b"', [], "The list of players is no JSON list."),
        ('{"persons": []}', [], "The list of players is no JSON list."),
        ('{"players": "abcd"}', [], "The list of players is no JSON list."),
        ('{"players": []}', [], "A table needs at least four players; here are 0."),
        (apart(["p1"]), [], "Pair 1 of those who must be apart needs the names of two different players."),
        (apart(["p1", "p2"], ["p3", "p3"]), [], "Pair 2 of those who must be apart needs the names"),
        (apart(["p1", "p99"]), [], "p99, who must be apart in pair 1, is not among the players."),
        (
            apart(*combinations(["p1", "p2", "p3", "p4", "p5"], 2)),
            ["--sizes", "4,4,4,4"],
            "No two of p1, p2, p3, p4, p5 may share a table, and the number of tables is 4. Choose more tables or",
        ),
        (
            apart(*(["p1", f"p{number}"] for number in range(3, 17))),
            [],
            "p1 may not sit with 14 others, so too few are left to fill a table. Allow some of these pairs.",
        ),
        (apart(*RING), ["--rounds", "2"], "No tables were found that keep apart p1 – p2, p1 – p3, p1 – p4, p1 – p9 …"),
        (NAMES, ["--sizes", "four"], "The sizes of the tables are numbers like 5,5,4"),
        (NAMES, ["--sizes", "6,6"], "The tables have 12 seats for 16 players."),
        (NAMES, ["--seed", "seven"], "The seed of a draw is made of hexadecimal digits"),
        (NAMES, ["--rounds", "0"], "An event has at least one round."),
        (NAMES, ["--rounds", "1000"], "At most 64 rounds are drawn at once."),
        (NAMES, ["--clubs", "teams"], "One of each club at every table needs four to six clubs"),
        (TEAMS, ["--clubs", "require", "--sizes", "6,6,6", "--rounds", "65"], "At most 64 rounds"),
        (TEAMS.replace('"B"', '"A"'), ["--clubs", "require"], "A has 6 players at 3 tables"),
    ],
)
def test_what_cannot_be_drawn_ends_with_code_2_and_a_sentence(tmp_path, capsys, text, arguments, sentence):
    file = tmp_path / "players"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SystemExit) as ended:
        call_command("draw", "--players", str(file), "--seed", "00", *arguments)
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert printed.err.startswith(sentence)


def test_without_a_file_it_says_so(tmp_path, capsys):
    for arguments, sentence in ([], "Say who plays"), (["--players", str(tmp_path / "none")], str(tmp_path / "none")):
        with pytest.raises(SystemExit) as ended:
            call_command("draw", *arguments)
        assert ended.value.code == 2
        assert capsys.readouterr().err.startswith(sentence)


def test_two_thousand_small_events_have_no_fault():
    """Everybody once a round, every figure as counted a second time and none below its bound, whoever must be apart."""
    seen = [(event, tried(event)["faults"]) for event in random_events(2000, "thousands", small=True)]
    assert [faults for _, faults in seen if faults] == []
    assert {len(event.players) for event, _ in seen} == {*range(4, 21)} - {7}
    assert {event.options.clubs for event, _ in seen} == {"off", "prefer", "require"}
    assert sum(bool(event.options.apart) for event, _ in seen) > 100


def test_random_events_are_drawn_and_counted_again(capsys):
    call_command("draw", "--events", "6", "--seed", "any text")
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert printed.err == "--seed any text\n"
    assert len(lines) == 6
    assert all(line["faults"] == [] for line in lines)
    assert len({line["players"] for line in lines}) > 1

"""Letters deal by deal and places round by round (standings/courses.py)."""

from games.rules.course import course
from games.rules.game import Tally
from games.rules.notation import parse_log
from tests.tournaments.standings.events import tallies
from tournaments.facts.regulations import Regulations
from tournaments.standings.courses import left_after, places_by_round, race


def raced(text: str) -> dict[str, str]:
    """Label → "0:0 1:1 …", deal and letters."""
    found = race(course(*parse_log(text))[1])
    return {label: " ".join(f"{deal}:{letters}" for deal, letters in line) for label, line in found.items()}


def after(rounds: dict[str, str], **settings) -> dict[int, str]:
    """`rounds`: entry → "12/3 10/0", deals and letters; gives the places after each round, the best first."""
    played = {entry: list(enumerate(tallies(text), start=1)) for entry, text in rounds.items()}
    found = places_by_round(played, Regulations.from_dict(settings))
    return {number: " ".join(f"{place}:{entry}" for entry, place in places.items()) for number, places in found.items()}


def test_everybody_starts_without_a_letter():
    assert raced("KOT ABCD\nA\nB") == {
        "A1": "0:0 1:1 2:1",
        "B1": "0:0 1:0 2:1",
        "C1": "0:0 1:0 2:0",
        "D1": "0:0 1:0 2:0",
    }


def test_who_leaves_ends_there():
    assert raced("KO ABCDE\nA /E\nA /B\nB")["A1"] == "0:0 1:1 2:2"


def test_a_penalty_letter_stands_at_the_deal_before_it():
    assert raced("KOT ABCD\nA\n+B\nC")["B1"] == "0:0 1:0 1:1 2:1"


def test_a_stand_in_begins_with_the_letters_that_he_finds():
    found = raced("KOT ABCD\nA\nA>X\nB")
    assert found["A1"] == "0:0 1:1"
    assert found["X"] == "1:1 2:1"


def test_what_was_taken_back_never_happened():
    assert raced("KOT ABCD\nA\nx1\nB")["A1"] == "0:0 1:0"


def test_places_follow_what_was_done_until_then():
    rounds = {"p1": "10/1 10/9", "p2": "10/2 10/0", "p3": "10/2 10/2"}
    assert after(rounds) == {1: "1:p1 2:p2 2:p3", 2: "1:p2 2:p3 3:p1"}


def test_who_comes_in_the_second_round_has_no_place_in_the_first():
    played = {"p1": [(1, Tally(10, 1)), (2, Tally(10, 1))], "p2": [(2, Tally(10, 0))]}
    assert places_by_round(played, Regulations()) == {1: {"p1": 1}, 2: {"p2": 1, "p1": 2}}


def test_a_seat_is_left_after_the_deal_that_completed_its_word_or_before_which_it_withdrew():
    def left(text: str) -> dict[str, int]:
        return left_after(course(*parse_log(text))[1])

    assert left("KO ABCDE\nA /E\nB /A\nA /B\nB") == {"A": 3, "B": 4}
    assert left("KO ABCDE\n-E\nA\nA") == {"E": 0, "A": 2}
    assert left("KO ABCDE\nA /E") == {}

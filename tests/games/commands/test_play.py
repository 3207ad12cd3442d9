"""`manage.py play`: a person against three computer players, played by scripts and by a typist who reads the screen."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from rich.console import Console

from games.deal_texts import outcome
from games.management.faces import CZECH, FRENCH, read_card
from games.management.playing.person import Person
from games.management.playing.prompts import Left, Prompts
from games.management.playing.screen import Screen
from games.management.playing.table import Agreed, Table
from games.players.smoking_cat.deals import PLAYERS
from games.rules.cards import PACK
from games.rules.chance import Chance
from games.rules.setup import GameSetup
from games.rules.smoking_cat.notation import parse_deal
from games.rules.smoking_cat.play import deal, legal_plays
from games.rules.smoking_cat.record import replay
from games.rules.smoking_cat.ruling import adjudicate
from tests.games.rules.smoking_cat.deals import passed, played

ROOT = Path(__file__).parents[3]
WHOLE_DEAL = "1 2 3\n" + 8 * "1\n"
TIE = (
    "@A A:Ab8b7h9lOaOh7l7a>8b9l7l B:KlUh8aTbAh9a8hUa>9aUh8h C:Th8lKaOlUbAl9hAa>OlUbTh D:UlKbTaObKhTl9b7b>UlKhTa "
    "Ah8hThKh Tb9hUbAb Ul7l8lOl Tl7aKlAl Uh7b7h8b 9a9bTa8a OaUaKaOb AaKbOh9l"
)


class Typist:
    """A script that is written while it is played: three cards to pass, then always the first that may be played."""

    def __init__(self, screen):
        self.screen = screen

    def isatty(self):
        return False

    def readline(self, _limit):
        return (
            "1 2 3\n"
            if self.screen.getvalue().rstrip().endswith("(? helps):")
            and "Three cards" in self.screen.getvalue().splitlines()[-1]
            else "1\n"
        )


class Keyboard(io.StringIO):
    """A script that calls itself a terminal; its end is Ctrl-D."""

    def isatty(self):
        return True


def play(*options, answers=None, players="random,random,random", seed="7"):
    """All that is shown. Without answers a typist plays on to the end."""
    out = io.StringIO()
    script = Typist(out) if answers is None else io.StringIO(answers) if isinstance(answers, str) else answers
    call_command("play", "--seed", seed, "--players", players, *options, answers=script, stdout=out, no_color=True)
    return out.getvalue()


def deals_in(shown):
    """The deals whose notation was printed."""
    return [parse_deal(line) for line in shown.splitlines() if line.startswith("@")]


def a_table(typed, seat="A"):
    """A table at which a person types, and what he sees."""
    out = io.StringIO()
    console = Console(file=out, width=80)
    prompts = Prompts(console, io.StringIO(typed))
    screen = Screen(console, CZECH, {name: f"{name} (x)" for name in "ABCD"})
    agreed = Agreed(GameSetup(letters=("",), seats=tuple("ABCD")), deals=1, seat=seat, seed="1")
    return Table(agreed, {}, Person(prompts, screen, PLAYERS["cautious"]), prompts, screen), out


def moved(state, typed):
    """The state after the person whose turn it is has typed, and what was shown meanwhile."""
    table, out = a_table(typed, str(state.to_play))
    return table._moved(state, str(state.to_play), Chance("1")), " ".join(out.getvalue().split())


def hands_shown(shown):
    """The cards of every hand that was shown: those with a number, those without."""
    for hand in re.findall(r"Your hand:(.*?)(?:Your|Three|$)", shown):
        numbered = re.findall(r"\d (\S\S)[♥♠♣●]", hand)
        yield numbered, [card for card in re.findall(r"(\S\S)[♥♠♣●]", hand) if card not in numbered]


# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["random,random,random", "cautious,random,cautious"])
def test_a_deal_is_played_from_the_pass_to_the_loser(players):
    shown = play(answers=WHOLE_DEAL, players=players)
    [record] = deals_in(shown)
    state, ruling = replay(record), adjudicate(record)
    assert state.is_over
    assert sum(ruling.points.values()) == 33
    assert outcome(ruling) in shown
    assert len(re.findall(r"^Trick \d:.*taken by", shown, re.MULTILINE)) == len(state.tricks)
    lost = re.findall(r"^  ([A-D]) \(\w+\) +(\d) *$", shown, re.MULTILINE)
    assert lost == [(seat, "1" if seat == ruling.verdict.loser else "0") for seat in "ABCD"]


def test_the_same_seed_and_the_same_moves_give_the_same_game():
    first = play("--deals", "3", players="random,cautious,random")
    assert len(deals_in(first)) == 3
    assert play("--deals", "3", players="random,cautious,random") == first
    assert deals_in(play("--deals", "3", players="random,cautious,random", seed="8")) != deals_in(first)


def test_a_game_for_a_word_ends_with_whoever_has_all_its_letters():
    shown = play("--word", "KOČ", "--tie-without-hejma", "hejma_taker")
    deals = deals_in(shown)
    losers = [adjudicate(record, tie_without_hejma="hejma_taker").verdict.loser for record in deals]
    assert [losers.count(seat) for seat in sorted(set(losers), key=losers.count)][-1] == losers.count(losers[-1]) == 3
    assert re.findall(r"(\w) \(.*\) has the whole word KOČ and has lost the game \(rule C57\)", shown) == [losers[-1]]
    assert [record.dealer for record in deals] == ["A", *losers[:-1]]  # RULES C13, C15


def test_the_person_may_sit_anywhere_and_play_with_the_french_pack():
    shown = play("--seat", "C", "--cards", "french")
    assert "Three cards for D (random)" in shown
    assert "Deal 1: A (random) deals, B (random) leads" in shown
    assert "♦" in shown
    assert "●" not in shown


@pytest.mark.slow
def test_a_script_is_played_in_a_dumb_terminal_without_a_database():
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "play", "--seed", "7", "--players", "sharp,cautious,random"],
        input=b"?\nh\n1 2 3\n?\n" + 8 * b"h\n1\n",
        capture_output=True,
        check=False,
        env={**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3", "TERM": "dumb", "COLUMNS": "80"},
    )
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\x1b" not in shown
    assert "A cautious player would choose" in shown
    assert max(len(line) for line in shown.splitlines() if not line.startswith("@")) <= 80


# --- One move ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plays", range(32))
def test_only_what_may_be_played_has_a_number_and_a_revoke_is_answered_with_the_rule(plays):
    state = played("numbers", plays)
    legal, hand = legal_plays(state), state.hands[state.turn]
    revoke = next((card for card in hand if card not in legal), None)
    after, shown = moved(state, f"{revoke or ''}\n1\n")
    for numbered, dim in hands_shown(shown):
        assert set(numbered) == set(legal)
        assert set(dim) == set(hand) - set(legal)
    assert ("does not follow suit. Play one of these:" in shown) == (revoke is not None)
    played_card = {*hand} - {*after.hands[state.turn]}
    assert played_card <= {*legal}
    assert len(played_card) == 1


def test_a_card_can_be_named_in_either_pack():
    state, _ = passed("names")
    for spelling in (CZECH.text, FRENCH.text, lambda card: FRENCH.text(card)[:2].lower()):
        card = state.hands[state.turn][0]
        after, _ = moved(state, f"{spelling(card)}\n")
        assert after.table == (card,)


def test_no_two_cards_are_written_alike():
    for card in PACK:
        for faces in (CZECH, FRENCH):
            written = faces.text(card)
            spellings = (written, written[:2], written[0] + written[2], written.lower(), written.swapcase())
            assert {read_card(spelling) for spelling in spellings} == {card}
    assert (read_card("10d"), read_card("q♠"), read_card("1h"), read_card("")) == ("Tb", "Ol", None, None)


def test_only_three_cards_of_the_own_hand_are_passed():
    state = deal(Chance("pass"), seats="ABCD", dealer="D")
    table, out = a_table("1 2\nfoo\n1 1 2\n1 2 9\n1,2, 8\n")
    after = table._moved(state, "A", Chance("1"))
    assert len(set(after.given[0])) == 3
    assert out.getvalue().count("Seat A must pass three cards of its own hand (rule C27).") == 2
    assert out.getvalue().count("Type numbers or names of cards, such as 1 or") == 2


def test_packing_is_asked_twice_and_refused_to_whoever_cannot_lose():
    state = played("pack", 3)
    after, shown = moved(state, "p\nno\np\nP\n")
    assert after.packed_by == state.to_play
    assert shown.count("Type p once more to pack:") == 2
    late = played("late", 29)
    after, shown = moved(late, "p\np\n1\n")
    assert after.packed_by is None
    assert f"Seat {late.to_play} would not have 17 points and may not pack (rule C44)." in shown


def test_a_deal_ends_early_only_when_somebody_has_17_points():
    after, shown = moved(played("decided", 3), "e\n1\n")
    assert "Nobody has 17 points yet, so the deal goes on (rule C47)." in shown
    assert not after.ended_early
    states = (played("decided", plays) for plays in range(32))
    decided = next(state for state in states if max(state.points.values()) > 16)
    after, _ = moved(decided, "e\n")
    assert after.ended_early


def test_the_last_trick_can_be_looked_at_until_the_next_is_led_to():
    """RULES C42, C43."""
    assert "No trick has been taken yet." in moved(played("last", 2), "l\n1\n")[1]
    state = played("last", 8)
    cards = "  ".join(f"{seat} {CZECH.text(card)}" for seat, card in zip(*state.tricks[1][:2], strict=True))
    shown = moved(state, "l\n1\n")[1]
    assert f"Trick 2: {' '.join(cards.split())} taken by {state.tricks[1].taker} (x)" in shown
    shown = moved(played("last", 9), "l\n1\n")[1]
    assert "older tricks stay face down (rules C42, C43)" in shown
    assert "taken by" not in shown


def test_help_hint_and_the_table_are_shown_as_often_as_they_are_wanted():
    shown = moved(played("help", 5), "?\nh\nh\nt\n1\n")[1]
    assert "l look at the last trick" in shown
    assert shown.count("A cautious player would choose") == 2
    assert len(set(re.findall(r"would choose (\S+)\.", shown))) == 1
    assert shown.count("Points: A (x)") == 2


def test_a_tie_without_hejma_is_decided_by_the_table():
    """RULES C51."""
    ruling = adjudicate(parse_deal(TIE))
    table, out = a_table("A\nx\nc\n")
    assert table._loser_by_the_table(ruling) == "C"
    assert out.getvalue().count("Who loses? Type B, C or void:") == 3
    table, _ = a_table("void\n")
    assert table._loser_by_the_table(ruling) is None


def test_a_deal_that_the_table_makes_void_is_dealt_again_by_the_same_dealer(monkeypatch):
    """RULES C23."""
    dealers = []

    def tied(_table, _number, proposal):
        dealers.append(proposal.dealer)
        return replay(parse_deal(TIE))

    monkeypatch.setattr(Table, "_deal", tied)
    play("--deals", "2", answers="B\nvoid\nC\n")
    assert dealers == ["A", "B", "B"]


# --- Leaving the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["q\n", "1 2 3\nQuit\n", "1 2 3\n1\n", ""])
def test_leaving_is_no_error(typed):
    """By q, and by Ctrl-D, which is the end of what a keyboard gives."""
    assert play(answers=Keyboard(typed)).endswith("You leave the table. Goodbye!\n")


def test_ctrl_c_leaves_the_table_too():
    class Interrupted:
        def isatty(self):
            return True

        def readline(self, _limit):
            raise KeyboardInterrupt

    assert play(answers=Interrupted()).endswith("You leave the table. Goodbye!\n")
    with pytest.raises(Left):
        Prompts(Console(file=io.StringIO()), Interrupted()).ask("?", {})


@pytest.mark.parametrize("script", ["", "1 2 3\n1\n", "\x00\ud800\n"])
def test_a_script_that_ends_too_early_is_refused(script):
    with pytest.raises(CommandError, match="The answers ended before the game did") as refused:
        play(answers=script)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--players", "cautious"], "Name three players, separated by commas, out of random, cautious, sharp."),
        (["--players", "cautious,cautious,god"], "Name three players"),
        (["--word", "KO"], "A playing word has 3 to 12 letters."),
        (["--word", "K0CKA"], "A playing word has 3 to 12 letters."),
        (["--deals", "0"], "Play from 1 to 1000 deals."),
    ],
)
def test_wrong_options_are_refused(options, sentence):
    with pytest.raises(CommandError) as refused:
        call_command("play", *options, answers=io.StringIO(), stdout=io.StringIO())
    assert (refused.value.returncode, str(refused.value)[: len(sentence)]) == (2, sentence)

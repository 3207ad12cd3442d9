"""The rarer acts at a table: undo, void deals, penalty letters, points, the dealer, the pen."""

import pytest

from games.models import Entry
from games.rules.entries import Close
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.tableside.conftest import Hand, text_of
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player


def table_with(event, referee, **regulations) -> Hand:
    """A hand at the first table of an event with regulations of its own."""
    event.regulations = regulations
    event.save()
    return Hand(referee, stories.table_of(stories.a_running_round(event, sizes=(5, 5, 5))))


# --- Undo -------------------------------------------------------------------------------------------------------------


def test_undo_takes_the_last_line_back_and_undo_again_puts_it_back(hand, referee):
    at = hand(referee)
    at.deal("A")
    assert 'name="position" value="1"' in at.page()
    at.post("undo", position=1)
    undone = at.page()
    assert at.letters()["A"] == 0
    assert "Line 1 taken back: Deal lost by" in undone
    assert "Deal 1: who lost?" in undone
    at.post("undo", position=2)
    assert at.letters()["A"] == 1
    assert "Line 1 put back" in at.page()
    assert at.kinds() == ["deal", "strike", "strike"]


def test_undo_twice_by_an_impatient_thumb_is_one_undo(hand, referee):
    at = hand(referee)
    at.deal("A")
    form = at.form()
    for _ in range(2):
        assert at.post("undo", position=1, **form).status_code == 303
    assert at.kinds() == ["deal", "strike"]


def test_undo_of_a_line_that_is_no_longer_the_last_is_refused(hand, referee, director):
    at = hand(referee)
    at.deal("A")
    form = at.form()
    hand(director).deal("B")
    answer = at.post("undo", position=1, **form)
    assert answer.status_code == 409
    assert "You wanted:</strong> Line 1 taken back" in text_of(answer)
    assert at.kinds() == ["deal", "deal"]


def test_a_line_judge_may_take_back_his_own_last_deal_of_a_finished_game(hand, line_judge, referee):
    at = hand(line_judge, 2)
    stories.play_out(at.table)
    last = at.payloads()[-1]
    assert at.post("undo", position=len(at.kinds())).status_code == 409  # the director wrote it
    hand(referee, 2).post("undo", position=len(at.kinds()))
    at.deal(last["loser"])
    assert stories.table_of(at.table.round, 2).game.finished
    lines = len(at.kinds())
    assert f'name="position" value="{lines}"' in at.page()
    assert at.post("undo", position=lines).status_code == 303
    assert not stories.table_of(at.table.round, 2).game.finished


def test_who_cannot_undo_is_told_who_can(hand, line_judge):
    at = hand(line_judge, 2)
    stories.play_out(at.table)
    page = at.page()
    assert 'formaction="' not in page
    assert "A referee or the director can still correct it." in page


def test_people_who_come_and_go_are_not_undone_in_passing(hand, referee, director, event):
    at = hand(referee)
    out = stories.seats_of(at.table)["A"]
    withdraw_player(registration=out, by=director, now=NOW)
    page = at.page()
    assert f"{out.nick} (A) leaves the game" in page
    assert 'name="position"' not in page


def test_who_plays_a_final_is_changed_on_the_page_of_the_line_with_a_reason(evening, referee):
    at = Hand(referee, stories.a_substituted_final(evening))
    refused = at.post("lines/1/strikes", position=1, reason=".")
    assert (refused.status_code, at.kinds()) == (422, ["substitute"])
    assert "Say why somebody else takes it" in text_of(refused)
    at.post("lines/1/strikes", position=1, reason="not ill at all")
    assert at.kinds() == ["substitute", "strike"]
    page = at.page()
    assert "not ill at all" in page
    assert 'name="position"' not in page
    assert at.post("undo", position=2).status_code == 422
    at.deal("A")
    at.post("undo", position=3)
    assert at.kinds() == ["substitute", "strike", "deal", "strike"]


# --- Void deals and penalty letters -----------------------------------------------------------------------------------


def test_a_void_deal_gives_no_letter_and_the_same_dealer_deals_again(hand, referee):
    at = hand(referee)
    at.post("void-deals", bench="E", reason="misdeal")
    page = at.page()
    assert at.payloads() == [{"kind": "void_deal", "bench": ["E"], "reason": "misdeal"}]
    assert set(at.letters().values()) == {0}
    assert "Deal 1: who lost?" in page
    assert "1 void deal so far" in page


def test_the_reason_may_have_any_shape_but_not_none(hand, referee):
    at = hand(referee)
    answer = at.post("void-deals", bench="E", reason="  ")
    assert answer.status_code == 422
    assert "Say why the deal is void." in text_of(answer)
    at.post("void-deals", bench="E", reason="cards\u2028on the\x07 floor ")
    assert at.payloads() == [{"kind": "void_deal", "bench": ["E"], "reason": "cards on the floor"}]
    assert at.deal("A").status_code == 303  # and the table goes on


def test_a_penalty_letter_has_a_seat_and_a_reason(hand, referee):
    at = hand(referee)
    assert "Choose who takes the penalty letter." in text_of(at.post("penalty-letters", reason="late"))
    assert "Say what the penalty letter is for." in text_of(at.post("penalty-letters", seat="B"))
    assert at.kinds() == []
    at.post("penalty-letters", seat="B", reason="late")
    page = at.page()
    assert at.letters()["B"] == 1
    assert "Penalty letter:" in page
    assert "Deal 1: who lost?" in page


def test_a_penalty_letter_may_be_forbidden_to_complete_the_word(event, referee):
    at = table_with(event, referee, penalty_letter_completes=False)
    for _ in range(4):
        at.post("penalty-letters", seat="B", reason="late")
    answer = at.post("penalty-letters", seat="B", reason="late")
    assert answer.status_code == 422
    assert "a penalty letter may not complete the word of seat B" in text_of(answer)
    assert at.letters()["B"] == 4


# --- Points, packing, the dealer --------------------------------------------------------------------------------------


def test_points_are_optional_and_stored_with_the_deal(hand, referee):
    at = hand(referee)
    at.post("deals", loser="C", bench="E", points_C="20", points_D="13", packed="on", dealer="B")
    assert at.payloads() == [
        {
            "kind": "deal",
            "loser": "C",
            "bench": ["E"],
            "points": {"C": 20, "D": 13},
            "packed": True,
            "dealer": "B",
        }
    ]
    page = at.page()
    nick = {seat: f"{one.nick} ({seat})" for seat, one in stories.seats_of(at.table).items()}
    assert f"points: {nick['C']} 20, {nick['D']} 13" in page
    assert f"{nick['B']} dealt" in page
    assert "packed" in page


def test_points_that_do_not_add_up_can_be_recorded_as_they_are_after_a_warning(hand, referee):
    at = hand(referee)
    said = {"loser": "C", "bench": "E", "points_C": "20", "points_D": "12"}
    page = text_of(at.post("deals", **said))
    assert 'name="points_as_they_are"' in page
    at.post("deals", **said, points_as_they_are="on")
    assert at.kinds() == ["deal"]
    assert "The points add up to 32 instead of 33." in at.page()


def test_a_loser_without_the_most_points_is_recorded_and_doubted(hand, referee):
    at = hand(referee)
    at.post("deals", loser="C", bench="E", points_C="13", points_D="20")
    assert "Seat C is down as the loser but does not have the most points." in at.page()


def test_points_may_be_off_or_required(event, referee):
    off = table_with(event, referee, points_entry="off")
    assert 'name="points_A"' not in off.page()
    answer = off.post("deals", loser="C", bench="E", points_C="33")
    assert answer.status_code == 422
    assert "no points are written down" in text_of(answer)
    assert off.deal("A").status_code == 303


def test_required_points_are_asked_for(event, referee):
    at = table_with(event, referee, points_entry="required")
    assert '<details id="rare" open data-stays-open >' in at.page()
    answer = at.deal("A")
    assert answer.status_code == 422
    assert "the points of every deal are written down" in text_of(answer)
    assert at.deal("A", points_A="33").status_code == 303


def test_a_dealer_who_sits_on_the_bench_did_not_deal(hand, referee):
    at = hand(referee)
    at.post("deals", loser="C", bench="E", dealer="E")
    assert at.payloads() == [{"kind": "deal", "loser": "C", "bench": ["E"]}]


# --- The pen ----------------------------------------------------------------------------------------------------------


def test_who_records_first_holds_the_pen_and_others_are_told(hand, referee, director):
    eva, petr = hand(referee), hand(director)
    assert "records here" not in petr.page()
    eva.deal("A")
    assert "You record here." in eva.page()
    page = petr.page()
    assert "records here." in page
    assert "I record here now" in page


def test_a_line_without_the_pen_counts_and_is_marked(hand, referee, director):
    eva, petr = hand(referee), hand(director)
    eva.deal("A")
    assert petr.deal("B").status_code == 303
    assert "without the pen" in eva.page()
    assert [line.pen for line in Entry.objects.order_by("position")] == [1, 0]


def test_a_correction_is_no_line_without_the_pen(hand, referee, director):
    eva, petr = hand(referee), hand(director)
    eva.deal("A")
    petr.post("lines/1/amendments", loser="B", bench=["E"], reason="misheard")
    assert eva.kinds() == ["deal", "amend"]
    assert "without the pen" not in eva.page()
    assert "without the pen" not in text_of(petr.client.get(f"/t/{petr.table.round.event.slug}/"))


def test_the_pen_is_taken_over_by_one_tap(hand, referee, director):
    eva, petr = hand(referee), hand(director)
    eva.deal("A")
    assert petr.post("pen").status_code == 303
    assert "You record here." in petr.page()
    game = stories.table_of(eva.table.round).game
    assert (game.pen_holder, game.pen_epoch) == (director.key, 2)
    eva.deal("B", pen=1)  # her screen does not know yet
    assert "without the pen" in petr.page()


# --- When it is over --------------------------------------------------------------------------------------------------


def test_a_finished_game_shows_badges_and_who_stayed(hand, referee):
    at = hand(referee)
    stories.play_out(at.table)
    page = at.page()
    assert "Game over" in page
    assert "who lost?" not in page
    assert page.count("stayed to the end") == 3
    assert "badge, left as no. 1" in page
    assert "badge, left as no. 2" in page


def test_a_finished_final_shows_the_places(event, referee):
    final = stories.a_running_round(event, kind="final", chosen=[f"p{n}" for n in range(1, 7)], sizes=(6,))
    at = Hand(referee, stories.table_of(final))
    stories.play_out(at.table)
    page = at.page()
    order = [page.index(f"place {place}<") for place in (4, 5, 6)]
    assert order == sorted(order)
    assert "Final (round 1)" in page


def test_a_shared_place_of_a_final_is_written_as_a_range(event, referee):
    final = stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="OKO")
    at = Hand(referee, stories.table_of(final))
    stories.record_deals(at.table, "A A A")
    assert at.page().count("place 1–3<") == 3


def test_a_play_off_names_its_loser_and_no_word(event, referee):
    play_off = stories.a_running_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="")
    at = Hand(referee, stories.table_of(play_off))
    before = at.page()
    assert "Play-off (round 1)" in before
    at.deal("B")
    after = at.page()
    assert after.count("lost the play-off") == 1
    assert f"Deal 1: {stories.seats_of(at.table)['B'].nick} (B) loses" in after
    for page in (before, after):
        for words in ("<strong>X</strong>", 'class="word', "match ball", "badge, left", "own deal", " %"):
            assert words not in page, words


def test_a_table_that_was_closed_says_so(hand, referee):
    at = hand(referee)
    at.deal("A")
    stories.record_line(at.table, Close(reason="venue closes"))
    page = at.page()
    assert "The game was closed" in page
    assert "venue closes" in page


def test_a_stand_in_is_named_with_whom_he_replaced(hand, referee, director, event):
    at = hand(referee)
    at.deal("A")
    out = stories.seats_of(at.table)["A"]
    stand_in = stories.add_players(event, 1)[0]
    substitute_player(out=out, stand_in=stand_in, by=director, now=NOW, reason="ill")
    page = at.page()
    assert f"{stand_in.nick} takes seat A over from {out.nick}" in page
    assert f"Deal 1: {out.nick} (A) takes K" in page
    stories.play_out(at.table)
    assert f"before: {out.nick}" in at.page()


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_page_is_made_in_every_language(hand, referee, language):
    at = hand(referee)
    at.deal("A")
    answer = at.client.get(at.base, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in text_of(answer)

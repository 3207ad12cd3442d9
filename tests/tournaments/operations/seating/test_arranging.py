"""Seats arranged by hand before the start, and back to the draw (operations/seating/arranging.py)."""

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, a_planned_round, a_running_round, director_of, registration
from tests.refusals import refusal
from tournaments.models import JournalLine, SeatingChange, SeatSwap
from tournaments.operations.evening import substitutions
from tournaments.operations.seating import arranging, draw_inputs, seats
from tournaments.queries.seating import judged_seating, keys_of, occupants_of

pytestmark = pytest.mark.django_db


def seated(round_):
    return keys_of(occupants_of(round_))


def mark(round_):
    return judged_seating(round_).mark


def swap(round_, *swaps, **options):
    values = {"mark": mark(round_), "by": director_of(round_.event), "now": NOW, **options}
    return arranging.swap_seats(round_=round_, swaps=swaps, **values)


def restore(round_, **options):
    values = {"mark": mark(round_), "by": director_of(round_.event), "now": NOW, **options}
    return arranging.restore_draw(round_=round_, **values)


def test_several_swaps_are_done_one_after_the_other_and_each_is_kept(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    before = seated(round_)
    assert swap(round_, ("1A", "2B"), ("1A", "3C"), reason="wheelchair") == 2
    after = seated(round_)
    assert (after[1][0], after[2][1], after[3][2]) == (before[3][2], before[1][0], before[2][1])
    assert list(SeatSwap.objects.order_by("pk").values_list("first__key", "second__key", "reason")) == [
        (before[1][0], before[2][1], "wheelchair"),
        (before[2][1], before[3][2], "wheelchair"),
    ]
    assert [list(table) for table in seated(round_).values()] != round_.draws.get().tables


def test_what_is_proposed_is_what_is_judged_and_what_is_kept(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    swaps = [("1A", "2B"), ("3E", "1A")]
    proposed = judged_seating(round_, swaps)
    assert proposed.mark == mark(round_)
    swap(round_, *swaps)
    kept = judged_seating(round_)
    assert [[one.registration.pk for one in table.seats] for table in kept.tables] == [
        [one.registration.pk for one in table.seats] for table in proposed.tables
    ]
    assert (kept.rules, kept.quality) == (proposed.rules, proposed.quality)
    assert kept.mark != proposed.mark


def test_a_seating_that_another_tab_has_changed_is_refused(event):
    round_ = a_drawn_round(event)
    seen = mark(round_)
    swap(round_, ("1A", "2B"))
    after = seated(round_)
    assert refusal(swap, round_, ("1C", "2C"), mark=seen).code == "seating_changed"
    assert refusal(restore, round_, mark=seen).code == "seating_changed"
    assert seated(round_) == after


@pytest.mark.parametrize("swaps", [[], [("1A", "1A")], [("1A", "9Z")], [("", "")]])
def test_swaps_that_are_none_are_refused(event, swaps):
    round_ = a_drawn_round(event)
    assert refusal(swap, round_, *swaps).code == "nothing_swapped"


def test_nothing_is_arranged_before_the_draw_or_after_the_start(event):
    running = a_running_round(event)
    assert refusal(swap, a_planned_round(event), ("1A", "1B")).code == "round_step"
    assert refusal(swap, running, ("1A", "1B")).code == "round_step"
    assert refusal(restore, running).code == "round_step"


def test_going_back_seats_exactly_what_the_engine_drew(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    drawn = round_.draws.get()
    assert refusal(restore, round_).code == "as_drawn"
    swap(round_, ("1A", "2B"), ("3C", "1B"), ("2D", "2E"))
    assert restore(round_, reason="better as it was") == drawn
    here = [list(table) for table in seated(round_).values()]
    assert here == drawn.tables
    again = draw_inputs.drawing_of(drawn.inputs, drawn.seed)
    assert here == [list(table) for table in again.tables]
    kept = SeatingChange.objects.get()
    assert (kept.kind, kept.reason) == ("restored", "better as it was")
    assert SeatSwap.objects.count() == 3
    assert JournalLine.objects.filter(act="draw_restored").exists()


def test_nobody_who_has_left_is_brought_back_by_the_draw(event):
    round_ = a_drawn_round(event, sizes=(5, 5, 5))
    one = registration(event, "p1")
    substitutions.withdraw_player(registration=one, by=director_of(event), now=NOW)
    assert refusal(restore, round_).code == "others_were_drawn"


def test_seats_of_an_event_file_have_no_draw_to_go_back_to(event):
    round_ = a_drawn_round(event)
    round_.draws.all().delete()
    assert refusal(restore, round_).code == "nothing_drawn"


def test_the_seating_is_published_as_it_was(event):
    """A swap after publishing is seen by everybody at once: the version rises."""
    round_ = a_drawn_round(event)
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    event.refresh_from_db()
    version = event.version
    swap(round_, ("1A", "2A"))
    event.refresh_from_db()
    round_.refresh_from_db()
    assert (round_.status, event.version > version) == ("published", True)
    assert round_.draws.get().seed == stories.SEED

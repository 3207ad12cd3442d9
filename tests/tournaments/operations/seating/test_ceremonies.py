"""The public draw of a round (operations/seating): promised, frozen, opened, nothing forgotten."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, a_running_round, an_event, director_of, registration
from tests.races import race
from tests.refusals import refusal
from tournaments.ceremony.digests import commitment_to
from tournaments.ceremony.verification import STEPS, findings_of
from tournaments.models import CeremonyStep, Draw, Event, HallScreen, JournalLine, Occupant, Round, Step, StepKind
from tournaments.operations.evening import rounds
from tournaments.operations.evening.steps import run_step
from tournaments.operations.evening.substitutions import withdraw_player
from tournaments.operations.results.scoring import order_anew
from tournaments.operations.seating import ceremonies, draw_inputs, drawing, promises, seats
from tournaments.operations.upkeep.verifying import verify
from tournaments.queries.ceremonies import document_of, draws_in_public

pytestmark = pytest.mark.django_db
CARDS = "Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b"
SECRET = "ab" * 32


UNSEEN = "\u200b\u3164\u0301"
"""Nothing, a blank that is called a letter, and an accent."""


def announce(round_: Round, **options: object) -> CeremonyStep:
    values = {"round_": round_, "by": director_of(round_.event), "now": NOW, "mint": lambda: SECRET, **options}
    return promises.announce_draw(**values)


def freeze(round_: Round, **options: object) -> CeremonyStep:
    return ceremonies.freeze_draw(**{"round_": round_, "by": director_of(round_.event), "now": NOW, **options})


def open_it(round_: Round, **options: object) -> Draw:
    values = {"round_": round_, "by": director_of(round_.event), "now": NOW, "kind": "cards", "typed": CARDS, **options}
    drawn = ceremonies.open_ceremony(**values)
    assert drawn is not None, "nothing else was frozen that it could wait for"
    return drawn


def show(round_: Round, turned: str = "cards Ol 7h") -> HallScreen:
    """Bring the hall there tap by tap: what is not of it is taken back first."""
    screen = HallScreen.objects.filter(event=round_.event).first()
    shown = screen.turned if screen and screen.frozen == CeremonyStep.objects.latest("pk") else ""
    tap = {"round_": round_, "by": director_of(round_.event), "now": NOW}
    while shown and turned.split()[: len(shown.split())] != shown.split():
        back = shown.rpartition(" ")[0]
        ceremonies.show_turned(**tap, turned=back, shown=shown)
        shown = back if " " in back else ""
    return ceremonies.show_turned(**tap, turned=turned, shown=shown)


def give_up(round_: Round, reason: str = "a latecomer") -> CeremonyStep:
    return ceremonies.give_up_draw(round_=round_, by=director_of(round_.event), now=NOW, reason=reason)


def opened(round_: Round, **options: object) -> Draw:
    announce(round_)
    freeze(round_, **options)
    return open_it(round_)


def transcript(round_: Round, attempt: int = 1) -> str:
    return document_of(round_.event, round_.number, attempt, "opened")


def states(round_: Round) -> list[str]:
    return [one.state for one in draws_in_public(round_.event, round_.number)]


def seating(round_: Round) -> list[list[str]]:
    rows = Occupant.objects.filter(round=round_).order_by("table__number", "seat")
    tables: dict[int, list[str]] = {}
    for number, key in rows.values_list("table__number", "registration__key"):
        tables.setdefault(number, []).append(key)
    return list(tables.values())


# --- The whole way ----------------------------------------------------------------------------------------------------


def test_a_public_draw_seats_everybody_and_its_transcript_holds(event: Event):
    round_ = a_planned_round(event)
    record = opened(round_, sizes=(5, 5, 5))
    text = transcript(round_)
    told = json.loads(text)
    steps = (*STEPS[:3], "made", *STEPS[3:])  # a first round by this engine, which makes its plan anew
    assert [(one.step, one.holds) for one in findings_of(text)] == [(step, True) for step in steps]
    assert [[f"p{number}" for number in table] for table in told["tables"]] == seating(round_) == record.tables
    assert (told["ceremony"], told["frozen"]["announced"], told["room"]) == (True, True, f"cards {CARDS}")
    assert round_.status == "published"
    assert Event.objects.get(pk=event.pk).regulations_frozen_at == NOW


def test_a_transcript_holds_numbers_and_no_names(event: Event):
    round_ = a_planned_round(event)
    opened(round_)
    assert not [one.nick for one in event.registrations.all() if one.nick in transcript(round_)]


def test_a_later_round_knows_who_has_met(event: Event):
    stories.play_round(a_running_round(event, sizes=(5, 5, 5)))
    second = a_planned_round(event)
    record = opened(second, sizes=(5, 5, 5))
    assert all(one.holds for one in findings_of(transcript(second)))
    assert json.loads(transcript(second))["frozen"]["rounds"] == [
        [[int(key[1:]) for key in table] for table in seating(event.rounds.get(number=1))]
    ]
    assert record.quality["coincidences"] == json.loads(transcript(second))["quality"]["coincidences"]


def test_the_stored_draw_gives_the_same_tables_again(event: Event):
    round_ = a_planned_round(event)
    record = Draw.objects.get(pk=opened(round_).pk)
    assert [list(table) for table in draw_inputs.drawing_of(record.inputs, record.seed).tables] == record.tables


def test_what_was_frozen_is_drawn_whoever_has_gone_since(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    assert Event.objects.get(pk=event.pk).regulations_frozen_at == NOW
    withdraw_player(registration=registration(event, "p4"), by=director_of(event), now=NOW)
    drawn = open_it(round_)
    assert sorted(key for table in drawn.tables for key in table) == sorted(f"p{n}" for n in range(1, 16))
    assert [list(table) for table in draw_inputs.drawing_of(drawn.inputs, drawn.seed).tables] == drawn.tables


def test_whoever_was_drawn_after_he_had_gone_is_scored_as_the_logs_say(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    withdraw_player(registration=registration(event, "p4"), by=director_of(event), now=NOW)
    open_it(round_)
    assert order_anew(event) == [], "seated"
    rounds.remove_round(round_=round_, by=director_of(event), now=NOW)
    assert order_anew(event) == [], "and not any more"


def test_smear_has_its_own_pack_and_dice_do_as_well():
    event = stories.a_smear_event()
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    assert refusal(open_it, round_).code == "room_no_card"
    open_it(round_, kind="dice", typed="1234561234")
    assert json.loads(transcript(round_))["room"] == "dice 1 2 3 4 5 6 1 2 3 4"


# --- The promise ------------------------------------------------------------------------------------------------------


def test_opening_the_registration_promises_every_round_that_is_drawn_by_lot():
    event = an_event(status="announced")
    first, second = a_planned_round(event), a_planned_round(event)
    a_planned_round(event, kind="final")
    secrets = iter(("aa" * 32, "bb" * 32))
    promises.open_registration(event=event, now=NOW, mint=lambda: next(secrets))
    assert event.status == "open"
    commitments = [draws_in_public(event, one.number)[0].commitment for one in (first, second)]
    assert commitments == [
        commitment_to(f"{event.slug}/1/1", "aa" * 32),
        commitment_to(f"{event.slug}/2/1", "bb" * 32),
    ]
    assert draws_in_public(event, 3) == []


def test_where_seats_follow_the_standings_it_promises_the_first_round_alone():
    event = an_event(status="announced", regulations={"seating": "ladder"})
    for _ in range(3):
        a_planned_round(event)
    promises.open_registration(event=event, now=NOW)
    assert list(CeremonyStep.objects.values_list("kind", "round_number")) == [("announced", 1)]


def test_so_does_the_clock_and_opening_once_more_promises_nothing_anew():
    event = an_event(status="announced")
    a_planned_round(event)
    step = Step.objects.create(event=event, kind=StepKind.OPEN_REGISTRATION, due_at=NOW)
    assert run_step(step_id=step.pk, now=NOW + dt.timedelta(minutes=1))
    promised = CeremonyStep.objects.get().digest
    event.refresh_from_db()
    stories_closed = Event.objects.get(pk=event.pk)
    stories_closed.status = "closed"
    stories_closed.save()
    promises.open_registration(event=stories_closed, now=NOW)
    assert CeremonyStep.objects.get().digest == promised


def test_a_secret_is_not_told_before_the_draw_is_over(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    assert draws_in_public(event, 1)[0].told_secret == ""
    freeze(round_)
    assert draws_in_public(event, 1)[0].told_secret == ""
    assert SECRET not in document_of(event, 1, 1, "frozen")
    open_it(round_)
    assert draws_in_public(event, 1)[0].told_secret == SECRET


def test_secrets_are_made_anew_each_time():
    assert len({promises.new_secret() for _ in range(3)}) == 3


def test_the_quick_draw_uses_what_was_promised_and_says_that_there_was_no_ceremony(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    record = drawing.draw_round(round_=round_, seed="c0ffee", by=director_of(event), now=NOW)
    told = json.loads(transcript(round_))
    assert record.seed == SECRET == told["secret"] == told["seed"]
    assert (told["ceremony"], told["room"], told["frozen"]["announced"]) == (False, "none", True)
    assert all(one.holds for one in findings_of(transcript(round_)))
    assert not draws_in_public(event, 1)[0].is_public


def test_a_quick_draw_of_which_nothing_was_promised_says_that_too(event: Event):
    round_ = stories.a_drawn_round(event)
    told = json.loads(transcript(round_))
    assert (told["ceremony"], told["seed"], told["frozen"]["announced"]) == (False, stories.SEED, False)
    assert all(one.holds for one in findings_of(transcript(round_)))


# --- Again ------------------------------------------------------------------------------------------------------------


def test_a_redraw_is_another_attempt_with_a_reason_and_names_the_one_before(event: Event):
    round_ = a_planned_round(event)
    opened(round_)
    assert refusal(announce, round_).code == "reason_required"
    assert refusal(announce, round_, reason=UNSEEN).code == "reason_required"
    announce(round_, reason="the list was wrong", mint=lambda: "cd" * 32)
    freeze(round_)
    open_it(round_)
    first, second = (json.loads(transcript(round_, attempt)) for attempt in (1, 2))
    assert states(round_) == ["opened", "opened"]
    assert second["frozen"]["reason"] == "the list was wrong"
    assert second["frozen"]["earlier"] == [first["digest"]]
    assert list(round_.draws.order_by("attempt").values_list("attempt", "reason")) == [
        (1, ""),
        (2, "the list was wrong"),
    ]


def test_what_is_given_up_keeps_its_reason_and_tells_its_secret(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    assert refusal(give_up, round_, " ").code == "reason_required"
    assert refusal(give_up, round_, UNSEEN).code == "reason_required"
    give_up(round_)
    assert (states(round_), draws_in_public(event, 1)[0].told_secret) == (["given_up"], SECRET)
    announce(round_, mint=lambda: "cd" * 32)
    freeze(round_)
    open_it(round_)
    assert json.loads(transcript(round_, 2))["frozen"]["reason"] == "a latecomer"


def test_a_round_taken_out_of_the_plan_takes_no_attempt_with_it(event: Event):
    round_ = a_planned_round(event)
    opened(round_)
    rounds.remove_round(round_=round_, now=NOW)
    again = a_planned_round(event)
    assert states(again) == ["opened"]
    announce(again, reason="planned anew", mint=lambda: "cd" * 32)
    freeze(again)
    open_it(again)
    assert json.loads(transcript(again, 2))["draw_id"] == f"{event.slug}/1/2"


# --- What is refused --------------------------------------------------------------------------------------------------


def test_steps_are_taken_in_their_order_and_once(event: Event):
    round_ = a_planned_round(event)
    assert [refusal(act, round_).code for act in (freeze, open_it, give_up)] == ["ceremony_step"] * 3
    announce(round_)
    assert [refusal(act, round_).code for act in (announce, open_it)] == ["ceremony_step"] * 2
    freeze(round_)
    assert [refusal(act, round_).code for act in (announce, freeze)] == ["ceremony_step"] * 2
    open_it(round_)
    assert [refusal(act, round_).code for act in (freeze, open_it, give_up)] == ["ceremony_step"] * 3


def test_between_freezing_and_opening_nothing_else_is_drawn(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    by = director_of(event)
    assert refusal(drawing.draw_round, round_=round_, seed="ab", by=by, now=NOW).code == "ceremony_begun"
    assert refusal(rounds.remove_round, round_=round_, now=NOW).code == "ceremony_begun"
    assert refusal(rounds.change_round, round_=round_, kind="final", starts_at=None, now=NOW).code == "ceremony_begun"


def test_nor_does_the_round_begin_with_the_seating_of_an_earlier_draw(event: Event):
    """Who knows the site's secret could tell what the cards give, and choose between two seatings."""
    round_ = a_planned_round(event)
    opened(round_)
    announce(round_, reason="a latecomer")
    freeze(round_)
    assert refusal(rounds.start_round, round_=round_, now=NOW).code == "ceremony_begun"
    give_up(round_)
    rounds.start_round(round_=round_, now=NOW)
    assert round_.status == "running"


def test_nor_is_the_seating_of_an_earlier_draw_published_meanwhile(event: Event):
    round_ = stories.a_drawn_round(event)
    announce(round_, reason="a latecomer")
    assert seats.publish_seating(round_=round_, now=NOW).status == "published", "a promise alone binds nobody"
    drawing.draw_round(round_=round_, seed="ab", by=director_of(event), now=NOW, reason="a latecomer")
    announce(round_, reason="another")
    freeze(round_)
    assert refusal(seats.publish_seating, round_=round_, now=NOW).code == "ceremony_begun"
    assert refusal(rounds.start_round, round_=round_, now=NOW).code == "ceremony_begun"
    open_it(round_)
    assert (round_.status, round_.draws.count()) == ("published", 3), "the opening itself publishes"


def given_up(round_: Round, *turned: str, **options: object) -> CeremonyStep:
    """A further attempt in which the hall was shown this, and which was given up."""
    announce(round_, reason="a latecomer")
    freeze(round_, **options)
    for one in turned:
        show(round_, one)
    return give_up(round_)


def known(round_: Round) -> list[tuple[str, dict[str, object]]]:
    """How publishing, if it is a draft, and starting are refused."""
    acts = [rounds.start_round, *([seats.publish_seating] if round_.status == "drawn" else [])]
    return [(one.code, one.values) for one in (refusal(act, round_=round_, now=NOW) for act in acts)]


def test_what_the_hall_was_shown_stays_with_an_attempt_that_is_given_up(event: Event):
    """And the journal says so: a row that was changed past the site is found."""
    round_ = a_planned_round(event)
    step = given_up(round_, "cards Ol", "cards Ol 7h", "cards Ol")
    assert step.document == "cards Ol 7h", "though one was taken back"
    assert step.digest == JournalLine.objects.get(act="draw_given_up").new["digest"] != ""
    assert given_up(round_, "dice").document == given_up(round_).document == ""
    assert given_up(round_, "dice 3").document == "dice 3", "nothing of an attempt before"
    assert verify(event=event).faults == ()


def test_the_most_that_was_shown_stays_even_if_it_was_taken_back(event: Event):
    """Who has seen it could count with it; what was tapped wrongly before as many others is left out."""
    round_ = a_planned_round(event)
    first, last = f"cards {CARDS}", f"cards {CARDS[:-2]}9b"
    assert given_up(round_, first, f"cards {CARDS[:-3]}", last, "cards Ol").document == last


@pytest.mark.parametrize("is_public", [True, False])
def test_once_the_room_had_turned_and_it_was_given_up_no_earlier_seating_counts(event: Event, is_public: bool):
    """The site's secret is told then: who had it before could choose between two seatings."""
    round_ = a_planned_round(event)
    opened(round_) if is_public else drawing.draw_round(round_=round_, seed="ab", by=director_of(event), now=NOW)
    given_up(round_, f"cards {CARDS}")
    told = [("draw_known", {"attempt": 2})] * (1 if is_public else 2)
    assert known(round_) == told
    announce(round_, reason="anew")
    assert known(round_) == told, "a promise changes nothing"
    freeze(round_)
    give_up(round_)
    assert known(round_) == told, "nor does an attempt in which nothing was turned"
    announce(round_, reason="anew")
    freeze(round_)
    open_it(round_)
    assert rounds.start_round(round_=round_, now=NOW).status == "running"


def test_a_counted_draw_at_the_desk_is_a_way_out_and_where_none_is_left_the_next_in_public_is(event: Event):
    round_, by = stories.a_drawn_round(event), director_of(event)
    given_up(round_, f"cards {CARDS}")
    drawing.draw_round(round_=round_, seed="ab", by=by, now=NOW, reason="a latecomer")
    assert seats.publish_seating(round_=round_, now=NOW).status == "published"
    given_up(round_, f"dice {'1 ' * 9}1")
    again = {"round_": round_, "seed": "ab", "by": by, "now": NOW, "reason": "a latecomer"}
    assert refusal(drawing.draw_round, **again).code == "redraws_spent"
    assert [code for code, _ in known(round_)] == ["draw_known"]
    announce(round_)
    freeze(round_)
    open_it(round_)
    assert rounds.start_round(round_=round_, now=NOW).status == "running"


def test_nor_does_one_where_what_was_turned_is_kept_as_a_step(event: Event):
    round_ = stories.a_drawn_round(event)
    announce(round_, reason="a latecomer")
    freeze(round_, hall=("table 3", "ab" * 32))
    kept = {"round_": round_, "by": director_of(event), "now": NOW, "kind": "cards", "typed": CARDS}
    assert ceremonies.open_ceremony(**kept) is None
    assert give_up(round_).document == "", "it stands there already"
    assert known(round_) == [("draw_known", {"attempt": 2})] * 2


def test_one_bars_it_too_for_the_others_lie_there_before_they_are_tapped(event: Event):
    round_ = stories.a_drawn_round(event)
    given_up(round_, "cards Ol", "cards")
    assert known(round_) == [("draw_known", {"attempt": 2})] * 2


def test_where_nothing_was_turned_the_earlier_seating_stands(event: Event):
    round_ = stories.a_drawn_round(event)
    given_up(round_, "cards")
    assert seats.publish_seating(round_=round_, now=NOW).status == "published"
    assert rounds.start_round(round_=round_, now=NOW).status == "running"


def test_the_clock_does_not_start_it_either_and_says_why(event: Event):
    round_ = a_planned_round(event)
    opened(round_)
    given_up(round_, f"cards {CARDS}")
    step = Step.objects.create(event=event, round=round_, kind=StepKind.START_ROUND, due_at=NOW)
    run_step(step_id=step.pk, now=NOW)
    step.refresh_from_db()
    assert (step.status, step.reason, step.reason_numbers) == ("refused", "draw_known", {"attempt": 2})


def test_a_round_that_became_a_final_follows_the_standings_and_is_not_barred(event: Event):
    """It cannot be drawn in public any more, and nobody chooses its seats."""
    stories.play_round(a_running_round(event))
    round_ = a_planned_round(event)
    given_up(round_, f"cards {CARDS}")
    rounds.change_round(round_=round_, kind="final", starts_at=None, now=NOW)
    best = [f"p{number}" for number in range(1, 7)]
    drawing.draw_round(round_=round_, seed="", by=director_of(event), now=NOW, reason="the final", chosen=best)
    assert seats.publish_seating(round_=round_, now=NOW).status == "published"


def test_what_was_promised_for_a_round_that_runs_is_not_drawn(event: Event):
    round_ = a_planned_round(event)
    opened(round_)
    announce(round_, reason="a latecomer")
    rounds.start_round(round_=round_, now=NOW)
    assert [refusal(act, round_).code for act in (freeze, open_it, give_up)] == ["round_step"] * 3


def test_the_hall_shows_what_is_turned_only_while_the_room_turns(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    assert refusal(show, round_).code == "ceremony_step"
    freeze(round_)
    show(round_)
    assert HallScreen.objects.get(event=event).turned == "cards Ol 7h"
    show(round_, f"cards {CARDS}")
    open_it(round_)
    assert refusal(show, round_).code == "ceremony_step"


def test_what_makes_a_draw_impossible_is_refused_before_a_card_is_turned():
    round_ = a_planned_round(an_event(players=7, status="closed"))
    announce(round_)
    assert refusal(freeze, round_).code == "seven_players"
    assert states(round_) == ["announced"]


def test_so_is_what_only_the_draw_itself_finds_out():
    """Five of two clubs at two tables, and club-mates must not meet."""
    apart = {"clubs_apart": "require"}
    round_ = a_planned_round(an_event(players=10, clubs=2, status="closed", regulations=apart))
    announce(round_)
    assert refusal(freeze, round_).code == "clubs_cannot_be_apart"
    assert states(round_) == ["announced"]


def test_a_mistyped_card_is_refused_and_nothing_is_opened(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    assert refusal(open_it, round_, typed=CARDS[3:]).code == "room_needs_ten"
    assert refusal(open_it, round_, kind="drand").code == "room_needs_ten"
    assert (states(round_), round_.draws.count()) == (["frozen"], 0)


def test_nothing_is_opened_but_what_the_hall_is_shown(event: Event):
    """Two pages may be tapped at once; what was written down in the room is what the screen says."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    show(round_)
    for typed in (CARDS, "7h Ol 8h Kb Ab 9l Ta Uh Ka 7b"):
        assert refusal(open_it, round_, typed=typed).code == "room_not_shown"
    show(round_, "cards")
    assert refusal(open_it, round_, shown=f"cards {CARDS}").code == "room_not_shown", "it was taken back meanwhile"
    assert states(round_) == ["frozen"]
    show(round_, f"cards {CARDS}")
    assert open_it(round_, shown=f"cards {CARDS}").attempt == 1


@pytest.mark.parametrize(
    ("shown", "turned"),
    [
        ("", "cards Al"),
        ("cards Ol", "cards Ol Al"),
        ("cards Ol 7h 8h", "cards Ol 7h 8h Al"),
        ("cards Ol 7h 8h Kb", "cards Ol 7h 8h"),
        ("cards 7h Ol", "cards 7h Ol Al"),
        ("cards Ol 7h", "cards Ol 8h"),
        ("cards Ol 7h", "cards"),
        ("cards Ol 7h", "dice 3"),
        ("", "dice 3"),
    ],
)
def test_who_does_not_see_what_the_hall_is_shown_changes_nothing_of_it(event: Event, shown: str, turned: str):
    """Nor does who sees it lose a card of it, but the last one, which he takes back."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    show(round_, "cards Ol 7h")
    tap = {"round_": round_, "by": director_of(event), "now": NOW}
    assert refusal(ceremonies.show_turned, **tap, turned=turned, shown=shown).code == "room_not_shown"
    assert HallScreen.objects.get(event=event).turned == "cards Ol 7h"
    assert ceremonies.show_turned(**tap, turned="cards Ol", shown="cards Ol 7h").turned == "cards Ol"


def test_what_is_tapped_twice_is_turned_once(event: Event):
    """On one page by a restless finger, or on two by two people who look at the same card."""
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    tap = {"round_": round_, "by": director_of(event), "now": NOW, "shown": "dice 6", "turned": "dice 6 6"}
    show(round_, "dice 6")
    assert [ceremonies.show_turned(**tap).turned for _ in range(2)] == ["dice 6 6"] * 2
    assert JournalLine.objects.filter(act="room_turned").count() == 2


def test_ladders_and_finals_have_no_lots():
    event = an_event(players=8, status="closed", regulations={"seating": "ladder"})
    first, ladder = a_planned_round(event), a_planned_round(event)
    opened(first)
    final = a_planned_round(an_event(players=8, status="closed"), kind="final")
    assert [refusal(announce, one).code for one in (ladder, final)] == ["not_by_lot"] * 2


def test_a_round_that_runs_is_not_drawn(event: Event):
    assert refusal(announce, a_running_round(event)).code == "round_step"


def test_an_engine_of_another_version_opens_nothing(event: Event, monkeypatch: pytest.MonkeyPatch):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    monkeypatch.setattr(ceremonies, "VERSION", "scwu-draw/99")
    assert refusal(open_it, round_).code == "engine_changed"


# --- For ever ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda step: step.save(),
        lambda step: step.delete(),
        lambda _: CeremonyStep.objects.update(secret=""),
        lambda _: CeremonyStep.objects.all().delete(),
    ],
)
def test_a_step_is_never_changed_nor_deleted(event: Event, act: Callable[[CeremonyStep], object]):
    step = announce(a_planned_round(event))
    with pytest.raises(TypeError):
        act(step)


@pytest.mark.parametrize(
    "sql", ["UPDATE tournaments_ceremonystep SET secret = ''", "DELETE FROM tournaments_ceremonystep"]
)
def test_nor_past_the_model(event: Event, sql: str):
    announce(a_planned_round(event))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert CeremonyStep.objects.get().secret == SECRET


@pytest.mark.django_db(transaction=True)
def test_two_who_open_at_once_open_one_draw(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    both = [Round.objects.select_related("event").get(pk=round_.pk) for _ in range(2)]
    answers = race(*(lambda one=one: open_it(one).attempt for one in both))
    assert sorted(map(str, answers)) == ["1", "ceremony_step"]
    assert (round_.draws.count(), states(round_)) == (1, ["opened"])


def test_nor_is_a_round_frozen_that_became_a_final_after_it_was_promised(event: Event):
    round_ = a_planned_round(event)
    announce(round_)
    Round.objects.filter(pk=round_.pk).update(kind="final")
    round_.refresh_from_db()
    assert refusal(freeze, round_).code == "not_by_lot"


@pytest.mark.parametrize("is_public", [True, False])
def test_a_reason_why_it_is_drawn_again_is_taken_of_further_attempts_alone(event: Event, is_public: bool):
    """The first is not drawn again, whoever posts a reason with it."""
    round_ = a_planned_round(event)
    if is_public:
        announce(round_, reason="x")
        freeze(round_)
        open_it(round_)
    else:
        by = director_of(event)
        drawing.draw_round(round_=round_, seed="ab", by=by, now=NOW, reason="x")
    told = [json.loads(transcript(round_))["frozen"]["reason"], draws_in_public(event, 1)[0].reason]
    assert told == ["", ""]
    announce(round_, reason="y")
    assert draws_in_public(event, 1)[1].reason == "y"

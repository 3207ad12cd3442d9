"""The page of a draw: nothing before its time, everything afterwards, and the transcript as it was written."""

from __future__ import annotations

import datetime as dt
import html
import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, director_of
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.operations.seating.test_arranging import swap
from tests.tournaments.operations.seating.test_ceremonies import (
    CARDS,
    SECRET,
    announce,
    freeze,
    give_up,
    open_it,
    opened,
    show,
    transcript,
)
from tests.tournaments.public.test_query_budget import MOST, statements
from tournaments.models import Event, Round
from tournaments.operations.acting import act_on
from tournaments.operations.evening import rounds
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.events.making import change_status
from tournaments.operations.seating import ceremonies, draw_inputs, drawing, seats, second_secrets
from tournaments.queries.ceremonies import Attempt
from tournaments.texts.about_draws import NUMBERED, PLANS, REMARKS

SETTLED = "follows from the earlier rounds"
OTHERS = "7h Ol 8h Kb Ab 9l Ta Uh Ka 7b"

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(event: Event) -> Round:
    return a_planned_round(event)


def draw(round_: Round, reason: str = "") -> None:
    drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=NOW, reason=reason)


def page(client: Client, round_: Round) -> str:
    return html.unescape(client.get(f"/e/{round_.event.slug}/round/{round_.number}/draw/").content.decode())


def told_why(client: Client, round_: Round) -> bool:
    """Whether it says why a plan is not followed, and not only what the check would say."""
    return bool(re.search(r"<p>The plan that [^<]* is not followed", page(client, round_)))


def status(client: Client, round_: Round, name: str) -> int:
    return client.get(f"/e/{round_.event.slug}/round/{round_.number}/draw/{name}").status_code


def test_before_anything_is_promised_the_page_says_so(client: Client, round_):
    assert "No draw was promised yet" in page(client, round_)


def test_the_promise_is_public_and_the_secret_is_not(client: Client, round_):
    step = announce(round_)
    assert step.digest in page(client, round_)
    frozen = freeze(round_)
    shown = page(client, round_)
    assert frozen.digest in shown
    assert SECRET not in shown
    assert status(client, round_, "1/frozen.json") == 200
    assert status(client, round_, "1/scwu-draw.json") == 404


def test_a_promise_for_what_became_a_final_promises_no_lots(client: Client, round_):
    """No second secret is asked for, and nobody is told to note a commitment that will not be opened."""
    announce(round_)
    rounds.change_round(round_=round_, kind="final", starts_at=None, now=NOW)
    shown = page(client, round_)
    assert "the seats follow the qualifying rank" in shown
    assert "As things stand this round is not to be drawn any more" in shown
    assert [said in shown for said in ("the lots follow from both", "Add a second secret", "Write the commitment")] == [
        False,
        False,
        False,
    ]
    asked = client.get(f"/e/{round_.event.slug}/round/1/draw/secret/").content.decode()
    assert "No draw is promised here that is still to come" in asked


def test_who_did_not_open_is_named_and_what_was_turned_instead_is_shown(client: Client, round_):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    kept = {"round_": round_, "by": director_of(round_.event)}
    ceremonies.open_ceremony(**kept, now=NOW, kind="cards", typed=CARDS)
    assert "Under the name table 3 (nobody has verified this name) it was not opened in time" not in page(
        client, round_
    )
    assert "Under the name table 3 (nobody has verified this name); only its digest is known here" in page(
        client, round_
    )
    assert "on a phone" not in page(client, round_), "the director may have typed it"
    second_secrets.close_hall_secret(**kept, now=NOW + dt.timedelta(minutes=5))
    closed = page(client, round_)
    assert "Under the name table 3 (nobody has verified this name) it was not opened in time" in closed
    assert "Ten more were turned" not in closed, "none has been yet, and the attempt may be given up"
    ceremonies.open_ceremony(**kept, now=NOW, kind="cards", typed=OTHERS)
    shown = page(client, round_)
    assert "Ten more were turned in its place" in shown
    assert "Under the name table 3 (nobody has verified this name) it was not opened in time" in shown
    assert "The second secret under the name table 3 (nobody has verified this name) was not opened; ten" in shown
    assert f"cards {CARDS}" in shown
    assert re.search(rf"In place of the second secret</dt>\s*<dd>cards <code>{OTHERS}</code>", shown)


def test_an_opened_draw_shows_all_and_gives_the_transcript_as_it_was_written(client: Client, round_):
    announce(round_)
    freeze(round_)
    open_it(round_)
    shown = page(client, round_)
    assert SECRET in shown
    assert f"cards {CARDS}" in shown
    assert transcript(round_) in shown
    file = client.get(f"/e/{round_.event.slug}/round/1/draw/1/scwu-draw.json")
    assert file.content.decode() == transcript(round_)
    assert "attachment" in file["Content-Disposition"]


def test_what_was_changed_by_hand_after_the_draw_stands_beside_it(client: Client, round_):
    """On the draw's page and in the hall: there they sit otherwise than the lots have them. Drawn again, it stands with
    its own attempt for good, and is not told of the seating of today.
    """
    opened(round_)
    by_hand, in_its_attempt = "Changed by hand after", "Changed by hand afterwards"
    assert by_hand not in page(client, round_)
    swap(round_, ("1A", "2B"))
    assert in_its_attempt not in page(client, round_), "it is said above"
    hall = html.unescape(client.get(f"/e/{round_.event.slug}/screen/?show=draw").content.decode())
    assert [by_hand in shown for shown in (page(client, round_), hall)] == [True, True]

    def told_of_today() -> bool:
        _, first = page(client, round_).split("Attempt 1</h2>")
        assert re.search(rf"{in_its_attempt}:</p>\s*<ul>\s*<li>\s*<span class=.nick.>", first)
        return f"{by_hand} attempt" in page(client, round_)

    announce(round_, reason="wet cards")
    freeze(round_)
    assert told_of_today() is False, "it is drawn again: nobody sits there"
    give_up(round_)
    later = {"by": director_of(round_.event), "now": NOW + dt.timedelta(minutes=5)}
    drawing.draw_round(round_=round_, seed="ab", reason="wet cards", **later)
    seats.publish_seating(round_=round_, **later)
    assert told_of_today() is False, "those who sat otherwise then are drawn anew"


def test_a_later_round_stands_behind_the_rounds_that_lead_to_it(client: Client, round_):
    """Only so can anybody see that its plan is that of the first round; a round played elsewhere leads to nothing."""
    second, third = a_planned_round(round_.event), a_planned_round(round_.event)
    opened(round_)
    opened(second)
    assert f">{transcript(round_)}{transcript(second)}</textarea>" in page(client, second)
    assert f">{transcript(round_)}</textarea>" in page(client, round_)
    swap(second, ("1A", "2B"), reason="wheelchair")
    opened(third)
    assert f">{transcript(third)}</textarea>" in page(client, third)


def test_what_the_lots_cannot_change_is_said_before_the_room_turns(client: Client, round_):
    second, third = a_planned_round(round_.event), a_planned_round(round_.event)
    opened(round_)
    opened(second)
    announce(third)
    assert SETTLED not in page(client, third)
    freeze(third)
    assert SETTLED in page(client, third)
    assert "Tables of one size are numbered by lot" in page(client, third)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (9, (True, False, True, False)),  # 5 + 4: the lots have no say in it, not in the tables' numbers either
        (11, (True, False, True, False)),
        (14, (False, True, False, False)),  # 5 + 5 + 4: the two of five change places in the first round, or not
        (24, (False, False, False, False)),
    ],
)
def test_few_seatings_and_numbers_that_are_fixed_are_said_before_the_room_turns(
    client: Client, db: None, players, said
):
    event = stories.an_event(players=players, status="closed")
    first, second = a_planned_round(event), a_planned_round(event)
    opened(first)
    announce(second)
    freeze(second)
    told = (SETTLED, "Pairs that are certain to meet", "Each table has another size", "Tables of one size are numbered")
    shown = page(client, second)
    assert tuple(one in shown for one in told) == said
    desk = signed_in_as(director_of(event)).get(f"/desk/{event.slug}/round/2/ceremony/").content.decode()
    assert tuple(one in desk for one in told) == said
    assert ("Say so when you open it in public" in desk) == any(said)


def test_why_a_plan_is_not_followed_is_said_before_the_room_turns_and_stays(client: Client, round_):
    """Who knows from it with whom he is to sit, and does not like it, could add a round."""
    second = a_planned_round(round_.event)
    opened(round_)
    third = a_planned_round(round_.event)
    announce(second)
    assert not told_why(client, second)
    freeze(second)
    why = REMARKS["left_rounds"] % {"other": f"{round_.event.slug}/1/1", "then": 2, "now": 3}
    assert f"<p>{why}</p>" in page(client, second)
    open_it(second)
    assert f"<p>{why}</p>" in page(client, second)
    opened(third)
    assert not told_why(client, third), "the round before had left no plan"


def test_the_page_has_the_sentences_of_the_other_checkers(client: Client, round_):
    announce(round_)
    freeze(round_)
    open_it(round_)
    shown = html.unescape(page(client, round_))
    for name, said in {**REMARKS, "best": PLANS["best"], "open": PLANS["open"]}.items():
        assert f'data-remark="{name}" data-said="{said}"' in shown
    assert f'data-numbered="{NUMBERED}"' in shown


@pytest.mark.parametrize(
    ("players", "clubs", "rule", "said"),
    [(9, 2, "prefer", True), (9, 2, "off", False), (9, 0, "prefer", False), (8, 2, "prefer", False)],
)
def test_where_club_mates_are_apart_the_page_says_that_it_bends_who_sits_at_large_tables(
    client: Client, players, clubs, rule, said
):
    event = stories.an_event(players=players, clubs=clubs, status="closed", regulations={"clubs_apart": rule})
    round_ = a_planned_round(event)
    announce(round_)
    freeze(round_)
    open_it(round_)
    assert ("fits there more often" in page(client, round_)) == said


def test_a_draw_without_a_ceremony_is_hidden_until_its_seating_is_published(client: Client, round_):
    announce(round_)
    drawing.draw_round(round_=round_, seed="ab", by=director_of(round_.event), now=NOW)
    assert SECRET not in page(client, round_)
    assert status(client, round_, "1/scwu-draw.json") == 404
    seats.publish_seating(round_=round_, now=NOW)
    shown = page(client, round_)
    assert "Drawn without a ceremony" in shown
    assert SECRET in shown


def test_a_draft_uses_its_promise_up_and_no_page_promises_on(client: Client, round_):
    """A second secret is asked for only where it can be handed in: of two open attempts, for the second alone."""
    link, here = 'draw/secret/"', f"/e/{round_.event.slug}/"

    def second_secret() -> str:
        return client.get(f"{here}round/1/draw/secret/").content.decode()

    announce(round_)
    assert link in page(client, round_)
    assert "Whoever wants to add a second secret" in second_secret()
    draw(round_)
    shown = page(client, round_)
    assert "Drawn without a ceremony" in shown
    assert (link in shown, "Not opened yet" in shown) == (False, False)
    assert "No draw is promised here that is still to come" in second_secret()
    screens = [client.get(f"{here}screen/{asked}").content.decode() for asked in ("", "?show=before", "?show=draw")]
    assert ["The draw is promised" in one or "Next: the list" in one for one in screens] == [False] * 3
    assert "the seating is not published yet" in screens[-1]
    announce(round_, reason="a mistake")
    first, second = page(client, round_).split('class="attempt"')[:0:-1]
    assert (link in first, "Not opened yet" in first) == (False, False)
    assert (link in second, "Not opened yet" in second) == (True, True)
    assert "Whoever wants to add a second secret" in second_secret()
    assert "The draw is promised" in client.get(f"{here}screen/").content.decode()


def test_a_promise_that_the_round_has_started_without_asks_for_no_second_secret(client: Client, round_):
    here = f"/e/{round_.event.slug}/"
    announce(round_)
    freeze(round_)
    open_it(round_)
    announce(round_, reason="a mistake")
    assert 'draw/secret/"' in page(client, round_)
    rounds.set_word(round_=round_, word="KAMIL", now=NOW)
    rounds.start_round(round_=round_, now=NOW)
    shown = page(client, round_)
    assert "As things stand this round is not to be drawn any more." in shown
    assert ('draw/secret/"' in shown, "Not opened yet" in shown) == (False, False)
    secret = client.get(f"{here}round/1/draw/secret/").content.decode()
    assert "No draw is promised here that is still to come" in secret
    for asked, is_of_the_draw in (("", False), ("?show=draw", True)):
        screen = client.get(f"{here}screen/{asked}").content.decode()
        assert ("The draw is promised" in screen, "Next: the list" in screen) == (False, False), asked
        assert ("This attempt was not opened" in screen) is is_of_the_draw, "by itself it shows what is played"


def test_what_was_published_stays_while_the_round_is_drawn_again_as_a_draft(client: Client, round_):
    """And the page does not say of it that it counts."""
    void, counts = "Attempt 1 does not count any more: the round was drawn again. That draft only", "What was drawn"
    draft = "A draft that only the director sees so far"
    draw(round_)
    seats.publish_seating(round_=round_, now=NOW)
    assert (void in page(client, round_), counts in page(client, round_)) == (False, True)
    draw(round_, "a mistake")
    assert (status(client, round_, "1/scwu-draw.json"), status(client, round_, "2/scwu-draw.json")) == (200, 404)
    shown = " ".join(page(client, round_).split())
    assert (void in shown, counts in shown) == (True, False)
    assert [said in shown for said in (draft, "Nothing that was drawn so far")] == [False, False], "one text says it"
    rounds.remove_round(round_=round_, now=NOW)
    assert status(client, round_, "2/scwu-draw.json") == 200, "a draft that nobody may forget comes out"
    again = a_planned_round(round_.event)
    assert "Nothing that was drawn so far counts any more" in page(client, again)
    assert status(client, again, "2/scwu-draw.json") == 200


def test_draws_in_public_are_counted_apart_from_those_that_are_limited(client: Client, round_):
    """And a draft is counted among the attempts, though nothing else of it is told."""
    limit = "Again without a ceremony it is drawn at most once, as was stated before; the first draw and those in"
    draft, since = "A draft that only the director sees so far", "That draft only the director sees so far"

    def said() -> str:
        return " ".join(page(client, round_).split())

    draw(round_)
    assert ("Drawn once, of that without a ceremony: 1." in said(), draft in said()) == (True, True)
    seats.publish_seating(round_=round_, now=NOW)
    assert (limit in said(), draft in said(), "1 attempt" in said()) == (True, False, False)
    draw(round_, "a mistake")
    assert ("2 attempts" in said(), "Drawn 2 times, of that without a ceremony: 2." in said()) == (True, True)
    assert (draft in said(), since in said(), said().count('class="attempt"')) == (False, True, 1)
    announce(round_, reason="in public, then")
    freeze(round_)
    open_it(round_)
    assert ("3 attempts" in said(), "Drawn 3 times, of that without a ceremony: 2." in said()) == (True, True)
    assert (draft in said(), since in said(), said().count('class="attempt"')) == (False, False, 3)


def test_a_public_draw_that_is_drawn_again_as_a_draft_is_not_said_to_count(client: Client, round_):
    announce(round_)
    freeze(round_)
    open_it(round_)
    draw(round_, "a mistake")
    assert "Attempt 1 does not count any more" in page(client, round_)
    assert "What attempt 1 has drawn" in page(client, round_)


def test_who_withdrew_and_who_stood_in_before_the_start_stands_beside_the_draw(client: Client, round_):
    """They sit otherwise than the transcript says; why somebody goes is his own affair."""
    opened(round_)
    event, by = round_.event, {"by": director_of(round_.event), "now": NOW}
    large = next(one for one in round_.tables.order_by("number") if one.occupants.count() == 5)
    gone, out = (one.registration for one in large.occupants.order_by("seat")[1:3])
    stories.add_players(event, 1)
    stand_in = event.registrations.latest("pk")
    withdraw_player(registration=gone, reason="ill", **by)
    substitute_player(out=out, stand_in=stand_in, reason="ill, too", **by)
    for address in (f"/e/{event.slug}/round/1/draw/", f"/e/{event.slug}/round/1/"):
        shown = " ".join(html.unescape(client.get(address).content.decode()).split())
        assert (f"{stand_in} came instead of {out}" in shown, f"{out} left" in shown) == (True, False)
        assert re.search(rf"{gone} left\s*\(\s*3 other players changed seats", shown)
        assert "ill" not in re.findall(r"\w+", shown)


def test_the_draw_of_a_round_that_left_the_plan_is_found_from_its_event(client: Client, round_):
    """As long as the round is there its page leads to the draw; a promise alone is no draw yet."""

    def leads_there() -> bool:
        shown = client.get(f"/e/{round_.event.slug}/").content.decode()
        return "taken out of the plan. Its draw stays" in shown and f"/e/{round_.event.slug}/draws/" in shown

    later = a_planned_round(round_.event)
    announce(later)
    rounds.remove_round(round_=later, now=NOW)
    opened(round_)
    assert not leads_there()
    rounds.remove_round(round_=round_, now=NOW)
    assert leads_there()
    assert "Nothing that was drawn so far counts any more" in page(client, round_)


def test_the_attempt_before_does_not_count_while_another_is_frozen(client: Client, round_):
    """The round's page says so, and the round cannot start with it; given up before a card was turned, it can."""
    opened(round_)
    announce(round_, reason="a latecomer")
    if_it_starts, not_now = "It counts only if the round starts with it", "Its seating does not count"
    told = [[said in page(client, round_) for said in (if_it_starts, not_now)]]
    freeze(round_)
    told.append([said in page(client, round_) for said in (if_it_starts, not_now)])
    give_up(round_)
    told.append([said in page(client, round_) for said in (if_it_starts, not_now)])
    assert told == [[True, False], [False, True], [False, False]]


def test_of_a_promise_that_was_opened_the_sheet_says_nothing(client: Client, round_):
    opened(round_)
    sheet = client.get(f"/e/{round_.event.slug}/draws/").content.decode()
    assert not re.findall("given up|is lost|out of the plan|used up", sheet)


def test_a_round_that_is_not_drawn_by_lot_tells_only_how_often(client: Client, db: None):
    """There is no ceremony that it could be drawn without."""
    event = stories.an_event(players=12, status="closed", regulations={"seating": "ladder", "private_redraws": 2})
    stories.play_round(stories.a_running_round(event))
    ladder, values = a_planned_round(event), {"seed": "ab", "by": director_of(event), "now": NOW}
    drawing.draw_round(round_=ladder, **values)
    shown = " ".join(page(client, ladder).split())
    assert "Drawn once. It is drawn again at most 2 times, as was stated before." in shown
    assert "without a ceremony" not in shown
    event = stories.an_event(players=8, status="closed")
    stories.play_round(stories.a_running_round(event))
    final = a_planned_round(event, kind="final")
    for reason in ("the train leaves", "another order"):
        drawing.draw_round(round_=final, chosen=[f"p{n}" for n in range(1, 7)], reason=reason, **values)
    shown = " ".join(page(client, final).split())
    assert ("Seated 2 times." in shown, "without a ceremony" in shown) == (True, False)


def test_an_attempt_that_left_the_plan_with_its_round_is_told_as_one(client: Client, round_):
    opened(round_)
    rounds.remove_round(round_=round_, now=NOW)
    again = a_planned_round(round_.event)
    announce(again, reason="a mistake")
    freeze(again)
    open_it(again)
    shown = client.get(f"/e/{round_.event.slug}/round/1/").content.decode().partition("Every attempt at the draw")[2]
    first, second = (shown.partition(f'<li value="{number}">')[2].partition("</li>")[0] for number in (1, 2))
    gone = "taken out of the plan with the round"
    assert [(gone in one, "<code>" in one) for one in (first, second)] == [(True, False), (False, True)]


def test_a_cancelled_event_says_so_on_its_rounds_and_promises_nothing_more(client: Client, round_):
    later = a_planned_round(round_.event)
    announce(round_)
    draw(round_)
    promises = "comes out when|stands here when|appears here|is shown when"

    def shown(of: Round) -> str:
        return client.get(f"/e/{of.event.slug}/round/{of.number}/").content.decode() + page(client, of)

    assert [len(re.findall(promises, shown(one))) for one in (round_, later)] == [3, 3]
    change_status(event=round_.event, status="cancelled", now=NOW)
    for one in (round_, later):
        assert shown(one).count("This event is cancelled.") == 2
        assert not re.findall(promises, shown(one))
    assert "The seating was not published, and so no transcript." in page(client, round_)


def test_the_sheet_of_promises_says_which_hold_no_longer(client: Client, round_):
    """Given up, lost with the key of a backup, of a round that left the plan, used up by a draw without a ceremony."""
    second, third, fourth = (a_planned_round(round_.event) for _ in range(3))
    for one, secret in ((round_, SECRET), (second, SECRET), (third, ""), (fourth, SECRET)):
        announce(one, mint=lambda secret=secret: secret)
    give_up(second)
    draw(round_)
    rounds.remove_round(round_=fourth, now=NOW)
    sheet = html.unescape(client.get(f"/e/{round_.event.slug}/draws/").content.decode())
    told = [re.findall("given up|is lost|out of the plan|used up", row) for row in sheet.split("<tr>")[2:]]
    assert told == [["used up"], ["given up"], ["is lost"], ["out of the plan"]]


def test_no_draft_is_told_by_a_later_round_that_left_the_plan(client: Client, round_):
    """Its transcript holds the tables of the round before; it comes out with them."""
    later = a_planned_round(round_.event)
    draw(round_)
    draw(later)
    rounds.remove_round(round_=later, now=NOW)
    assert status(client, later, "1/scwu-draw.json") == 404
    draw(round_, "a mistake")
    assert status(client, later, "1/scwu-draw.json") == 404
    seats.publish_seating(round_=round_, now=NOW)
    told = client.get(f"/e/{round_.event.slug}/round/{later.number}/draw/1/scwu-draw.json")
    assert told.json()["frozen"]["rounds"], "the tables of the first draft, of which everybody has the transcript now"
    assert status(client, round_, "1/scwu-draw.json") == 200


def test_a_second_attempt_stands_out_and_the_first_one_stays(client: Client, round_):
    announce(round_)
    freeze(round_)
    give_up(round_, "two lists were mixed up")
    announce(round_, mint=lambda: "cd" * 32)
    shown = page(client, round_)
    assert "2 attempts" in shown
    assert "two lists were mixed up" in shown
    assert SECRET in shown
    assert "cd" * 32 not in shown


HAD_TURNED = "The room had begun to turn"


@pytest.mark.parametrize("turned", ["cards Ol 7h", f"cards {CARDS}", "dice 3 6"])
def test_what_was_turned_stays_with_an_attempt_that_is_given_up(client: Client, round_, turned):
    """With the secret beside it everybody can count what was given up."""
    announce(round_)
    freeze(round_)
    show(round_, turned)
    before = page(client, round_)
    give_up(round_)
    kind, _, words = turned.partition(" ")
    told = [page(client, round_)]
    announce(round_, mint=lambda: "cd" * 32)
    told.append(page(client, round_))
    freeze(round_)
    show(round_, "cards Ol" if kind == "cards" else "dice 1")
    told.append(page(client, round_))
    for shown in told:
        [kept] = re.findall(r"Turned until then:(.*?)</p>", shown, re.DOTALL)
        assert f"{kind} <code>{words}</code>" in kept
        assert kept.count('class="playing-card"') == before.count('class="playing-card"')
        assert shown.count('class="card-sprite"') == (kind == "cards"), "once, whatever is shown of it"
        assert HAD_TURNED in shown


def test_of_an_attempt_in_which_nothing_was_turned_nothing_is_said(client: Client, round_):
    announce(round_)
    freeze(round_)
    give_up(round_)
    shown = page(client, round_)
    assert ("Turned until then" in shown, HAD_TURNED in shown, 'class="card-sprite"' in shown) == (False,) * 3


def test_what_is_kept_as_a_step_is_said_once_and_bars_earlier_draws_too(client: Client, round_):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    by = director_of(round_.event)
    ceremonies.open_ceremony(round_=round_, by=by, now=NOW, kind="cards", typed=CARDS)
    give_up(round_)
    shown = page(client, round_)
    assert (shown.count(CARDS), "Turned until then" in shown, HAD_TURNED in shown) == (1, False, True)


def test_an_opened_attempt_does_not_count_while_it_is_drawn_again(client: Client, round_):
    """Not when the next is promised; it does when that is given up before anything was turned."""
    told, counts = "is to be drawn again", "What was drawn"
    stands = "Attempt 2 was given up before anything was turned; attempt 1 stands."
    announce(round_)
    freeze(round_)
    open_it(round_)
    assert (told in page(client, round_), counts in page(client, round_)) == (False, True)
    announce(round_, mint=lambda: "cd" * 32, reason="two lists were mixed up")
    assert (told in page(client, round_), counts in page(client, round_)) == (True, False)
    give_up(round_, "a latecomer")
    shown = page(client, round_)
    assert (told in shown, stands in shown, counts in shown) == (False, True, True)
    fragment = client.get(f"/e/{round_.event.slug}/round/1/draw/fragment/")
    assert stands in fragment.content.decode()
    again = client.get(f"/e/{round_.event.slug}/round/1/draw/fragment/", headers={"If-None-Match": fragment["ETag"]})
    assert again.status_code == 304
    round_.refresh_from_db()
    rounds.start_round(round_=round_, now=NOW)
    shown = page(client, round_)
    assert (told in shown, stands in shown, counts in shown) == (False, False, True)


def test_a_draw_without_a_ceremony_was_drawn_and_not_opened(client: Client, round_):
    draw(round_)
    seats.publish_seating(round_=round_, now=NOW)
    announce(round_, reason="a mistake")
    assert "Attempt 1 was drawn and is to be drawn again." in page(client, round_)
    freeze(round_)
    shown = page(client, round_)
    assert "Attempt 1 was drawn and is being drawn again now. Its seating does not count." in shown
    assert "Attempt 1 was opened" not in shown


def test_what_the_room_turned_stands_once_while_a_second_secret_is_asked_for(client: Client, round_):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    kept = {"round_": round_, "by": director_of(round_.event), "kind": "cards"}
    show(round_, f"cards {CARDS}")
    assert page(client, round_).count(CARDS) == 1
    ceremonies.open_ceremony(**kept, now=NOW, typed=CARDS)
    assert page(client, round_).count(CARDS) == 1
    second_secrets.close_hall_secret(round_=round_, by=director_of(round_.event), now=NOW + dt.timedelta(minutes=5))
    show(round_, "cards Ab Kb")
    shown = page(client, round_)
    assert (shown.count(CARDS), shown.count("Ab Kb")) == (1, 1), "of the other ones nothing is kept yet"


def test_what_was_drawn_for_a_round_that_was_taken_away_can_still_be_read(client: Client, round_):
    announce(round_)
    freeze(round_)
    open_it(round_)
    rounds.remove_round(round_=round_, now=NOW)
    assert SECRET in page(client, round_)
    assert client.get(f"/e/{round_.event.slug}/round/9/draw/").status_code == 404


def test_a_draft_has_no_draws(client: Client, round_):
    announce(round_)
    Event.objects.update(status="draft")
    assert client.get(f"/e/{round_.event.slug}/round/1/draw/").status_code == 404


def test_the_page_costs_the_same_for_three_hundred_players(client: Client):
    costs = set()
    for players in (15, 300):
        round_ = a_planned_round(stories.an_event(players=players, status="closed"))
        announce(round_)
        freeze(round_)
        open_it(round_)
        costs.add(statements(client, f"/e/{round_.event.slug}/round/1/draw/"))
    assert len(costs) == 1
    assert costs.pop() <= MOST + 4, "four for what was changed by hand"


def test_all_promises_stand_on_one_sheet_and_no_secret(client: Client, round_, django_assert_max_num_queries):
    second = a_planned_round(round_.event)
    digests = [announce(one).digest for one in (round_, second)]
    opened_digest = freeze(round_).digest
    open_it(round_)
    with django_assert_max_num_queries(4):
        sheet = client.get(f"/e/{round_.event.slug}/draws/").content.decode()
    assert all(digest in sheet for digest in digests)
    assert SECRET not in sheet
    assert opened_digest not in sheet


def test_the_program_can_be_fetched(client: Client):
    assert b"pub-draw/1" in client.get("/check_draw.py").content


# --- Rounds without a ceremony ----------------------------------------------------------------------------------------


def published(event: Event, *, promised: bool = True) -> Round:
    """A round whose seating is public; not `promised`: drawn as the site did it before there were transcripts."""
    if promised:
        round_ = stories.a_drawn_round(event)
    else:
        round_ = a_planned_round(event)
        inputs = draw_inputs.inputs_of(round_, now=NOW)
        drawn = draw_inputs.drawing_of(inputs, "c0ffee")
        with act_on(round_, by=director_of(event), now=NOW) as act:
            drawing.store_draw(act, round_, inputs, drawn, None, reason="")
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    return round_


def test_a_round_drawn_before_there_were_promises_says_so_and_promises_nothing(client: Client, event: Event):
    round_ = published(event, promised=False)
    shown = page(client, round_)
    assert "before draws were promised on this site" in shown
    for wrong in ("No draw was promised yet", "the site promises a secret", "Check it yourself"):
        assert wrong not in shown


def test_a_round_from_an_event_file_says_that_there_is_nothing_to_check(client: Client, event: Event):
    round_ = published(event, promised=False)
    round_.draws.all().delete()
    assert "seated without a draw of this site, or taken in from an event file" in page(client, round_)


def test_a_ladder_has_no_ceremony_and_the_page_says_why(client: Client, db: None):
    event = stories.an_event(players=12, status="closed", regulations={"seating": "ladder"})
    first, second = a_planned_round(event), a_planned_round(event)
    assert "No draw was promised yet" in page(client, first)
    shown = page(client, second)
    assert "puts neighbours in the standings at one table" in shown
    assert "No draw was promised yet" not in shown
    event = stories.an_event(players=12, status="closed")
    final = a_planned_round(event, kind="final")
    assert "follow the qualifying rank. Nothing is drawn by lot" in " ".join(page(client, final).split())


def test_a_round_of_a_plan_that_follows_says_that_its_lots_had_no_say(client: Client, db: None):
    event = stories.an_event(players=16, status="closed")
    planned = [a_planned_round(event) for _ in range(3)]
    shown = []
    for round_ in planned:
        drawing.draw_round(round_=round_, seed="c0ffee", by=director_of(event), now=NOW, sizes=(4, 4, 4, 4))
        seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
        shown.append(SETTLED in page(client, round_))
    assert shown == [False, False, True]


def test_a_draw_without_a_ceremony_says_in_words_that_nothing_was_turned(client: Client, event: Event):
    shown = page(client, published(event))
    assert "nothing was turned or thrown" in shown
    assert "<code>none</code>" not in shown


@pytest.mark.parametrize(("secret", "is_to_come"), [(SECRET, True), ("", False)])  # without one, as restore leaves it
def test_an_attempt_whose_secret_is_lost_is_not_said_to_be_opened_later(client: Client, round_, secret, is_to_come):
    announce(round_, mint=lambda: secret)
    shown = page(client, round_)
    assert ("The secret is lost" in shown) is not is_to_come
    for words in ("Not opened yet", "Write the commitment down"):
        assert (words in shown) is is_to_come


@pytest.mark.parametrize("lost", [False, True])
def test_nobody_is_called_to_open_where_the_site_has_lost_its_own_secret(
    client: Client, round_, monkeypatch: pytest.MonkeyPatch, lost: bool
):
    announce(round_)
    freeze(round_, hall=("table 3", "ab" * 32))
    by = director_of(round_.event)
    ceremonies.open_ceremony(round_=round_, by=by, now=NOW, kind="cards", typed=CARDS)
    monkeypatch.setattr(Attempt, "is_lost", lost)  # as restore leaves it
    for path, calls in {
        "round/1/draw/": "It is asked for now",
        "round/1/draw/secret/": "open your secret now",
        "screen/": "is to be opened",
    }.items():
        shown = client.get(f"/e/{round_.event.slug}/{path}").content.decode()
        assert (calls in shown, bool(re.search("[Tt]he secret (of this draw )?is lost", shown))) == (not lost, lost), (
            path
        )


@pytest.mark.parametrize("turned", ["cards", "cards Ol", f"cards {CARDS}"])
def test_an_opened_draw_does_not_count_after_another_was_given_up_that_could_be_known(client: Client, round_, turned):
    opened(round_)
    announce(round_, reason="a latecomer", mint=lambda: "cd" * 32)
    freeze(round_)
    show(round_, turned)
    give_up(round_)
    assert ("Nothing that was drawn so far counts any more" in page(client, round_)) == (turned != "cards")

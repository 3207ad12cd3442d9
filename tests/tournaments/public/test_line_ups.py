"""Whoever plays a final, or does not, though the rank does not say so, is told of to everybody, with the reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.rules.entries import Amend, Entry, Strike, Substitute, Swap
from games.rules.notation import parse_log
from tests.factories.base import NOW
from tests.factories.stories import (
    a_planned_round,
    a_running_round,
    an_event,
    deal,
    director_of,
    record_deals,
    record_line,
    registration,
    seats_of,
    table_of,
)
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tests.tournaments.public.test_query_budget import MOST, statements
from tests.tournaments.queries.test_finals import gone, ranked, seat, two_tables
from tournaments.models import Draw, Event, Occupant, Registration, Round
from tournaments.operations.evening import rounds
from tournaments.operations.evening.stand_ins import send_in
from tournaments.operations.evening.substitutions import substitute_player, withdraw_player
from tournaments.operations.events.registrations import classify
from tournaments.operations.results.publishing_standings import override_place
from tournaments.operations.seating import drawing
from tournaments.operations.seating.seats import publish_seating
from tournaments.projections import bump
from tournaments.queries.finals import final_proposal

PAGES = ("", "fragment/", "standings/", "standings/fragment/", *(f"round/2/{one}" for one in ("", "draw/")))
ABOUT = ("Who is in the final:", "Who is in the play-off:", "Who is in the small final:", "Who plays:")
SAID = {"reason": "she <won> it last year"}

pytestmark = pytest.mark.django_db
LINES = re.compile(r"(?: ?</?(?:p|ul|li)>)+ ?")


@pytest.fixture
def ten() -> Event:
    event: Event = two_tables(slug="harbour")
    return event


def pages(client: Client, names: Sequence[str] = PAGES) -> dict[str, str]:
    """What a person reads, one sentence after the other."""
    return {name: LINES.sub(" ", words_of(client.get(f"/e/harbour/{name}"))) for name in names}


def nick(event: Event, key: str) -> str:
    return registration(event, key).nick


def published(round_: Round) -> Round:
    return publish_seating(round_=round_, by=director_of(round_.event), now=NOW)


def test_who_had_not_qualified_and_who_had_stands_on_every_page_with_the_reason(client: Client, ten: Event):
    order = ranked(ten)
    final = seat(ten, "final", [*order[:5], order[9]], **SAID)
    for name, page in pages(client).items():
        assert not any(one in page for one in ABOUT), f"{name}: a draft is the director's"
    published(final)
    said = (
        f"Plays without having qualified: {nick(ten, order[9])}. "
        f"Qualified, and does not play: {nick(ten, order[5])}. "
        "The director's reason when it was seated: she <won> it last year"
    )
    for name, page in pages(client).items():
        assert said in page, name
    assert "she &lt;won&gt; it" in client.get("/e/harbour/round/2/").content.decode()


def test_where_the_rank_says_who_plays_nothing_is_said_and_no_statement_is_needed(client: Client, ten: Event):
    order = ranked(ten)
    published(seat(ten, "final"))
    by_rank = {name: statements(client, f"/e/harbour/{name}") for name in PAGES}
    for name, page in pages(client).items():
        assert not any(one in page for one in ABOUT), name
    final = Round.objects.get(event=ten, kind="final")
    again = {"seed": "", "by": director_of(ten), "now": NOW}
    drawing.draw_round(round_=final, chosen=[*order[:5], order[9]], reason="her birthday", **again)
    published(final)
    for name, before in by_rank.items():
        tells_all = name == "round/2/draw/"  # everybody by his nick, and two more ask what was changed by hand
        assert statements(client, f"/e/harbour/{name}") == before + (not tells_all) <= MOST + 2 + tells_all, name


def test_who_comes_for_somebody_after_the_draw_is_pointed_to_from_every_page(client: Client, ten: Event):
    """The draw was by rank, and so its pages said nothing."""
    order, later = ranked(ten), "Since then somebody came or went by hand: that stands at the foot of the round's page."
    published(seat(ten, "final"))
    assert not any(later in page for page in pages(client).values())
    out, stand_in = registration(ten, order[5]), registration(ten, order[9])
    at = timezone.now() + timedelta(minutes=1)
    how = {"out": out, "stand_in": stand_in, "by": director_of(ten), "now": at}
    for nothing in ("", " ", "."):
        assert refusal(substitute_player, reason=nothing, **how).code == "stand_in_reason_required"
    assert not any(later in page for page in pages(client).values())
    substitute_player(reason="her <spectacles>", **how)
    for name, page in pages(client).items():
        assert (later in page) == (name != "round/2/draw/"), name
    for name in ("round/2/", "round/2/draw/"):
        assert f"{stand_in.nick} came instead of {out.nick}: her <spectacles>" in pages(client)[name]
    assert "her &lt;spectacles>" not in client.get("/e/harbour/round/2/").content.decode()


def test_who_comes_while_a_final_is_played_is_told_of_as_who_came_before_it(client: Client, ten: Event):
    final = published(seat(ten, "final"))
    rounds.start_round(round_=final, by=director_of(ten), now=NOW)
    out, stand_in = (registration(ten, ranked(ten)[place]) for place in (5, 9))
    how = {"out": out, "stand_in": stand_in, "by": director_of(ten), "now": timezone.now() + timedelta(minutes=1)}
    assert refusal(substitute_player, **how).code == "stand_in_reason_required"
    substitute_player(reason="a broken arm", **how)
    assert "a broken arm" in words_of(client.get("/e/harbour/round/2/table/1/"))
    said = f"Plays without having qualified: {stand_in.nick}. Qualified, and does not play: {out.nick}."
    for name, page in pages(client).items():
        assert said in page, name
    for name in ("round/2/", "round/2/draw/"):
        assert f"{stand_in.nick} came instead of {out.nick}: a broken arm" in pages(client)[name], name


def by_hand(client: Client, final: Round) -> list[str]:
    """What stands at the foot of a final as changed by hand, without times; on its page as on its draw's."""
    here, told = f"/e/harbour/round/{final.number}/", []
    for address in (here, f"{here}draw/"):
        page = words_of(client.get(address)).partition("hanged by hand afterwards")[2].partition("</ul>")[0]
        lines = (one.partition('<span class="soft">')[0] for one in page.split("<li>")[1:])
        told.append([" ".join(re.sub("<[^>]*>", "", one).split()) for one in lines])
        assert " left" not in page, address
    assert told[0] == told[1]
    return told[0]


def test_a_stand_in_whose_line_was_struck_is_told_of_as_taken_back(client: Client, ten: Event):
    """As often as he comes, with the reason of the line by which the other one is back. Who takes his seat in turn came
    for him, as was said; whose that seat was really stands beside it.
    """
    final, order = published(seat(ten, "final")), ranked(ten)
    rounds.start_round(round_=final, by=director_of(ten), now=NOW)
    table = table_of(final)
    out, first, second = (registration(ten, order[place]) for place in (5, 8, 9))
    at = timezone.now()
    came = f"{first.nick} came instead of {out.nick}"
    back = f"{out.nick} came instead of {first.nick}"

    def comes(stand_in: Registration, of: Registration, minute: int) -> None:
        how = {"reason": "ill", "by": director_of(ten), "now": at + timedelta(minutes=minute)}
        substitute_player(out=of, stand_in=stand_in, **how)

    def told(*expected: str) -> None:
        assert by_hand(client, final) == list(expected)

    def corrects(entry: Entry, minute: int) -> None:
        record_line(table, entry, now=at + timedelta(minutes=minute))

    comes(first, out, 1)
    told(f"{came}: ill")
    corrects(Strike(1, f"not {first.nick}"), 2)
    told(f"{came} (taken back later): ill", f"{back}: not {first.nick}")
    corrects(Strike(2, "ill again"), 3)
    told(f"{came}: ill", f"{back} (taken back later): not {first.nick}", f"{came}: ill again")
    corrects(Strike(3, "well"), 4)
    past = (f"{came} (taken back later): ill", f"{back}: not {first.nick}", f"{came} (taken back later): ill again")
    told(*past, f"{back}: well")
    comes(first, out, 5)
    comes(second, first, 6)
    last = f"{second.nick} came instead of {first.nick}: ill"
    told(*past, f"{back}: well", f"{came}: ill", last)
    corrects(Strike(5, "no bus"), 7)  # what was played before the second one came is his who was out
    last = f"{last} · as the log reads now: {second.nick} came instead of {out.nick}"
    past = (*past, f"{back}: well", f"{came} (taken back later): ill", last)
    told(*past, f"{back} (only for what was played before): no bus")
    his = Occupant.objects.get(table=table, registration=out)
    corrects(Substitute(his.seat, his.label, "his train"), 8)
    by_the_log = f"{out.nick} came instead of {second.nick}: his train"
    told(*past, f"{back} (only for what was played before): no bus", by_the_log)


def test_finalists_who_sat_wrongly_and_whose_seat_was_taken_over_really_are_told_of(client: Client, ten: Event):
    """A take-over stays as it was said, with how it reads now; the line that moves people tells whom it moved, and each
    of its corrections.
    """
    final, order = published(seat(ten, "final")), ranked(ten)
    rounds.start_round(round_=final, by=director_of(ten), now=NOW)
    table, at = table_of(final), timezone.now()
    a, b, c = (seats_of(table)[seat].nick for seat in "ABC")
    stand_in = registration(ten, order[9])
    came = f"{stand_in.nick} came instead of"
    reads = f"· as the log reads now: {came}"

    def corrects(entry: Entry, minute: int) -> None:
        record_line(table, entry, now=at + timedelta(minutes=minute))

    corrects(Swap("A", "C", 1, "a draught"), 1)
    assert by_hand(client, final) == [f"{c} ⇄ {a}: a draught"]
    corrects(Strike(1, "no draught"), 2)
    wrongly = [f"{c} ⇄ {a} (taken back later): a draught", f"{a} ⇄ {c}: no draught"]
    assert by_hand(client, final) == wrongly
    how = {"reason": "ill", "by": director_of(ten), "now": at + timedelta(minutes=3)}
    substitute_player(out=seats_of(table)["B"], stand_in=stand_in, **how)
    assert by_hand(client, final) == [*wrongly, f"{came} {b}: ill"]
    corrects(Swap("A", "B", 1, "all evening"), 4)  # so it was the seat of A that was taken over
    swapped = [f"{b} ⇄ {a}: all evening", f"{b} came instead of {a}: all evening"]
    assert by_hand(client, final) == [*wrongly, f"{came} {b}: ill {reads} {a}", *swapped]
    corrects(Strike(4, "not at all"), 5)
    now = by_hand(client, final)
    assert now[-2:] == [f"{a} ⇄ {b}: not at all", f"{a} came instead of {b}: not at all"]
    assert now[2] == f"{came} {b}: ill"
    corrects(Amend(3, {"seat": "C"}, "a slip"), 6)
    now[2] = f"{came} {b}: ill {reads} {c}"
    assert by_hand(client, final) == [*now, f"{b} came instead of {stand_in.nick}: a slip", f"{came} {c}: a slip"]


# What is written after a deal and a take-over of seat B by Zoe, and what both pages say of these lines about seats.
CORRECTED = [
    ('A<>B:1 "draught"', ["Zoe for B, now Zoe for A", "B with A"]),
    ('A<>B:2 "draught"', ["Zoe for B, now Zoe for A", "B with A"]),
    ('A<>B:1 "draught"; x3 "none"', ["Zoe for B", "B with A, taken back"]),
    ('x2 "well again"; A<>B:1 "draught"', ["Zoe for B, taken back", "B with A"]),
    ('A<>B:3 "draught"; x2 "well again"', ["Zoe for B, taken back", "Zoe with A, now B with A"]),
    ('~2 seat=C "a slip"', ["Zoe for B, now Zoe for C"]),
    ('~2 seat=C "a slip"; A<>C:1 "draught"', ["Zoe for B, now Zoe for A", "C with A"]),
    ('A<>B:1 "draught"; A<>C:1 "draught"', ["Zoe for B, now Zoe for A", "B with A", "C with B"]),
]


@pytest.mark.parametrize(("text", "expected"), CORRECTED, ids=[row[0] for row in CORRECTED])
def test_the_log_of_the_table_and_the_foot_of_the_round_speak_of_the_same_people(
    client: Client, ten: Event, text: str, expected: list[str]
):
    """Who came for whom and who sat wrongly: as it was said, whether it counts, and as the log reads now."""
    final, zoe = published(seat(ten, "final")), registration(ten, ranked(ten)[9])
    rounds.start_round(round_=final, by=director_of(ten), now=NOW)
    table, at = table_of(final), timezone.now()
    names = {seats_of(table)[name].nick: name for name in "ABCDEF"} | {zoe.nick: "Zoe"}
    record_deals(table, "D /EF")
    how = {"reason": "ill", "by": director_of(ten), "now": at + timedelta(minutes=1)}
    substitute_player(out=seats_of(table)["B"], stand_in=zoe, **how)
    for minute, entry in enumerate(parse_log(f"WORD ABCDEF\n{text}")[1], start=2):
        record_line(table, entry, now=at + timedelta(minutes=minute))
    foot = [in_short(line, names) for line in by_hand(client, final)]
    page = words_of(client.get(f"/e/harbour/round/{final.number}/table/1/"))
    log = [in_short(line, names) for line in re.findall(r'<li[^>]* value="\d+">(.*?)</li>', page)[::-1]]
    assert [line for line in log if line] == expected
    assert [line for line in foot if line in expected] == expected


def in_short(line: str, names: dict[str, str]) -> str:
    """What either page says in a line of two people: as it was said, whether it counts, and how it reads now."""
    for nick, name in names.items():
        line = line.replace(nick, name)
    said, *reads = re.sub("<[^>]*>", "", line).split("as the log reads now: ")
    if "Line " in said:
        return ""  # a correction
    is_struck = "struck out" in said or "taken back later" in said
    found = [pair for one in (said, *reads) for pair in re.findall(ABOUT_TWO, one)]
    told = [f"{first} {'with' if how == '⇄' or 'and' in how else 'for'} {second}" for first, how, second in found]
    return ", now ".join(told) + ", taken back" * is_struck


ABOUT_TWO = r"(\w+) (came instead of|takes seat \w over from|⇄|\(\w\) and) (\w+)"


@pytest.mark.parametrize("runs", [False, True])
def test_where_two_lose_their_places_by_that_it_is_said_who_would_play_now(client: Client, ten: Event, runs: bool):
    """Else the next in rank stands above the cut, is here, and nobody says that he does not play."""
    final, order = published(seat(ten, "final")), ranked(ten)
    if runs:
        rounds.start_round(round_=final, by=director_of(ten), now=NOW)
    out, stand_in = (registration(ten, order[place]) for place in (5, 9))
    at = timezone.now() + timedelta(minutes=1)
    substitute_player(out=out, stand_in=stand_in, reason="ill", by=director_of(ten), now=at)
    equal = ", ".join(sorted(nick(ten, key) for key in order[6:8]))
    for name, page in pages(client).items():
        assert LATER in page, name
        assert (
            f"By the standings as they are now: Plays without having qualified: {stand_in.nick}. "
            f"Equal at the cut, and no play-off has decided between them: {equal}. "
            "Takes no place and is not checked in; "
            f"otherwise would have qualified or been equal at the cut: {out.nick}."
        ) in page, name


def test_where_both_keep_their_places_the_standings_are_as_they_were(client: Client, ten: Event):
    published(seat(ten, "final"))
    out, stand_in = (registration(ten, ranked(ten)[place]) for place in (5, 9))
    how = {"reason": "ill", "by": director_of(ten), "now": timezone.now() + timedelta(minutes=1)}
    substitute_player(out=out, stand_in=stand_in, keep_classified=True, **how)
    assert not any(LATER in page for page in pages(client).values())


def test_who_comes_into_a_ladder_for_somebody_changes_no_standings_that_it_follows(client: Client, ten: Event):
    seated_by_results(ten, "ladder")
    out = registration(ten, ranked(ten)[0])
    send_in(out=out, line="ZDENA", by=director_of(ten), now=timezone.now() + timedelta(minutes=1))
    assert not any(LATER in page for page in pages(client, EVERYWHERE["ladder"]).values())


def test_the_reason_of_a_new_seating_is_not_told_as_if_somebody_left_for_it(client: Client, ten: Event):
    final, order = published(seat(ten, "final")), ranked(ten)
    at = timezone.now()
    drawing.draw_round(round_=final, seed="", reason="wrong hall", by=director_of(ten), now=at)
    published(final)
    left = registration(ten, order[0])
    withdraw_player(registration=left, by=director_of(ten), now=at + timedelta(minutes=1))
    for name, page in pages(client).items():
        assert f"Qualified, and does not play: {left.nick}." in page, name
        assert "The director's reason" not in page, name
        assert ("wrong hall" in page) == name.startswith("round/"), f"{name}: it stands with its attempt"


def test_the_reason_of_a_seating_is_told_of_those_alone_for_whom_it_was_given(client: Client, ten: Event):
    """Also when one of them plays after all, and others have left by hand."""
    order = ranked(ten)
    published(seat(ten, "final", [*order[:5], order[6]], reason="she asked to"))
    sixth, seventh = (registration(ten, key) for key in order[5:7])
    about = ", ".join(sorted((sixth.nick, seventh.nick)))
    how = {"by": director_of(ten), "now": timezone.now() + timedelta(minutes=1)}
    withdraw_player(registration=registration(ten, order[4]), **how)
    said = (
        f"Qualified, and does not play: {', '.join(sorted(nick(ten, key) for key in order[4:6]))}. "
        f"The director's reason when it was seated, about {about}: she asked to."
    )
    assert all(said in page for page in pages(client).values())
    substitute_player(out=seventh, stand_in=sixth, keep_classified=True, reason="she can", **how)
    said = (
        f"Qualified, and does not play: {nick(ten, order[4])}. "
        f"The director's reason when it was seated, about {about}: she asked to."
    )
    assert all(said in page for page in pages(client).values())


def test_a_reason_why_the_basic_rounds_were_not_waited_for_is_about_nobody(client: Client, ten: Event):
    a_planned_round(ten, word="HONZA")
    final = published(seat(ten, "final", ranked(ten)[:6], reason="the last train"))
    left = registration(ten, ranked(ten)[0])
    withdraw_player(registration=left, by=director_of(ten), now=timezone.now() + timedelta(minutes=1))
    said = (
        "It was seated before the basic rounds were over. The director's reason when it was seated: the last train. "
        f"Qualified, and does not play: {left.nick}."
    )
    for name in ("", "standings/", f"round/{final.number}/", f"round/{final.number}/draw/"):
        assert said in pages(client, (name,))[name], name


def test_who_was_left_out_and_comes_in_later_is_not_said_to_be_out(client: Client, ten: Event):
    order = ranked(ten)
    published(seat(ten, "final", [*order[:5], order[9]], **SAID))
    out, stand_in = registration(ten, order[0]), registration(ten, order[5])
    later = timezone.now() + timedelta(minutes=1)
    substitute_player(out=out, stand_in=stand_in, reason="her bus", by=director_of(ten), now=later)
    for name, page in pages(client).items():
        assert f"Qualified, and does not play: {out.nick}." in page, name


def test_nobody_comes_into_a_play_off_without_a_reason_and_he_only_fills_its_table(client: Client):
    """That is told before its start, while it is played and for good, and of who left it with the final."""
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    tied, others = final_proposal(event).play_off.between, final_proposal(event).others
    published(seat(event, "play_off", [*tied, *others[:2]]))
    out, stand_in = registration(event, tied[0]), registration(event, others[3])
    how = {"out": out, "stand_in": stand_in, "by": director_of(event), "now": timezone.now() + timedelta(minutes=1)}
    assert refusal(substitute_player, **how).code == "stand_in_reason_required"
    substitute_player(reason="ill", **how)
    fill = ", ".join(sorted(nick(event, key) for key in (*others[:2], others[3])))
    said = f"Fills the table, with nothing to win: {fill}. Equal at the cut, and does not play: {out.nick}."

    def is_told() -> None:
        for name, page in pages(client).items():
            assert said in page, name
            assert ("Who is in the play-off:" in page) == (not name.startswith("round/")), name

    is_told()
    play_off = rounds.start_round(round_=event.rounds.get(number=2), by=director_of(event), now=NOW)
    is_told()
    record_deals(table_of(play_off), "A")
    rounds.close_round(round_=play_off, by=director_of(event), now=NOW)
    is_told()
    final = a_planned_round(event, kind="final")
    drawing.draw_round(round_=final, seed="", by=director_of(event), now=timezone.now() + timedelta(minutes=2))
    published(final)
    is_told()
    lost = (
        "Took no place and was not checked in or not free to play when it was seated; "
        f"otherwise would have qualified or been equal at the cut: {out.nick}."
    )
    for name, page in pages(client, ("", "standings/", "round/3/", "round/3/draw/")).items():
        assert lost in page, name


@pytest.mark.parametrize("runs", [False, True])
def test_a_play_off_tells_who_would_play_it_now_and_that_it_decides_nothing(client: Client, runs: bool):
    """Until it is over: what it has settled stays so."""
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal = final_proposal(event)
    tied, others = proposal.play_off.between, proposal.others
    play_off = published(seat(event, "play_off", [*tied, *others[1:3]]))
    if runs:
        rounds.start_round(round_=play_off, by=director_of(event), now=NOW)
    flagged(event, tied[0], takes_a_place=False)
    nothing = "By the standings as they are now nobody is equal at the cut: this play-off decides nothing."
    for name, page in pages(client).items():
        assert "As it was then: Fills the table" in page, name
        assert nothing in page, name
    flagged(event, proposal.qualified[0], takes_a_place=False)
    fill = ", ".join(sorted(nick(event, key) for key in (*tied, others[2])))
    said = (
        f"By the standings as they are now: Fills the table, with nothing to win: {fill}. "
        f"Equal at the cut, and does not play: {nick(event, others[0])}."
    )
    for name, page in pages(client).items():
        assert said in page, name
    if runs:
        record_deals(table_of(play_off), "A")
        rounds.close_round(round_=play_off, by=director_of(event), now=NOW)
        assert not any("By the standings as they are now" in page for page in pages(client).values())


def test_a_small_final_is_for_who_is_not_in_the_final_as_it_is_seated(client: Client, ten: Event):
    """Also where one of them would be in the final by the standings of now, as is told of the final."""
    published(seat(ten, "final"))
    published(seat(ten, "small_final"))
    flagged(ten, ranked(ten)[0], takes_a_place=False)
    flagged(ten, ranked(ten)[0], takes_a_place=True)
    same = "By the standings as they are now, the same players play."
    small = "It is for who is not in the final: by the standings as they are now, the same players play."
    for name, page in pages(client, ("", "standings/")).items():
        assert (same in page, small in page) == (True, True), name
    for page in pages(client, ("round/3/", "round/3/draw/")).values():
        assert (same in page, small in page) == (False, True)


def test_who_took_a_seat_of_a_basic_round_over_and_takes_a_place_is_named_in_the_final(client: Client):
    event = an_event(players=10, status="closed", series="nationals", slug="harbour")
    round_ = a_running_round(event, sizes=(5, 5))
    record_deals(table_of(round_, 1), "C C")
    stand_in = send_in(out=seats_of(table_of(round_, 1))["C"], line="ZDENA", by=director_of(event), now=NOW)
    record_deals(table_of(round_, 1), "D D E E E A A A A A B B B B B")
    record_deals(table_of(round_, 2), "C D D E E E A A A A A B B B B B")
    rounds.close_round(round_=round_, by=director_of(event), now=NOW)
    flagged(event, stand_in.key, takes_a_place=True)
    final = a_planned_round(event, kind="final")
    drawing.draw_round(round_=final, seed="ab", by=director_of(event), now=timezone.now() + timedelta(minutes=2))
    published(final)
    for name, page in pages(client).items():
        assert "Came into a basic round for somebody else, and takes a place: ZDENA." in page, name


def test_a_place_set_by_the_referee_brings_nobody_into_the_final_and_that_is_said(client: Client, ten: Event):
    """Of whom it would bring in or keep out; where it changes nothing, nothing is said."""
    order = ranked(ten)
    for key, place in ((order[1], 4), (order[5], 7), (order[8], 2), (order[9], 8)):
        override_place(registration=registration(ten, key), place=place, note="agreed", by=director_of(ten), now=NOW)
    published(seat(ten, "final"))
    nicks = ", ".join(sorted(nick(ten, key) for key in (order[5], order[8])))
    for name, page in pages(client).items():
        assert f"A place set by the referee does not count for who is in the final: {nicks}." in page, name


def test_whose_stepping_in_was_struck_has_stood_in_for_nobody(client: Client, ten: Event):
    """What such a line leaves is a row that is not active."""
    table, first = ten.rounds.get(number=1).tables.first(), registration(ten, ranked(ten)[0])
    Occupant.objects.create(table=table, round=table.round, seat="C", label="C2", registration=first, active=False)
    published(seat(ten, "final"))
    for name, page in pages(client).items():
        assert "Came into a basic round" not in page, name


def test_a_basic_round_that_is_played_after_the_final_was_seated_has_changed_its_standings(client: Client, ten: Event):
    published(seat(ten, "final"))
    last = a_planned_round(ten)
    drawing.draw_round(round_=last, seed="ab", by=director_of(ten), now=NOW, sizes=(5, 5))
    rounds.start_round(round_=published(last), by=director_of(ten), now=NOW)
    record_line(table_of(last), deal(table_of(last), "A"), now=timezone.now() + timedelta(minutes=1))
    for name, page in pages(client, EVERYWHERE["final"]).items():
        assert LATER in page, name


def test_who_is_not_here_and_who_moves_up_is_told_of_without_a_reason(client: Client, ten: Event):
    order = ranked(ten)
    gone(ten, *order[:2])
    published(seat(ten, "final", order[2:8]))
    left, came = (", ".join(sorted(nick(ten, key) for key in keys)) for keys in (order[:2], order[6:8]))
    said = (
        f"Qualified, but not checked in or not free to play when it was seated: {left}. "
        f"Next in rank, so in the final: {came}."
    )
    for name, page in pages(client).items():
        assert said in page, name
        assert "The director's reason" not in page, name


def test_who_comes_after_all_has_his_own_right_to_play(client: Client, ten: Event):
    order = ranked(ten)
    gone(ten, *order[:2])
    published(seat(ten, "final", order[2:8]))
    back, out = registration(ten, order[0]), registration(ten, order[7])
    at = timezone.now() + timedelta(minutes=1)
    substitute_player(out=out, stand_in=back, reason="her bus", keep_classified=True, by=director_of(ten), now=at)
    said = f"Qualified, but not checked in or not free to play when it was seated: {nick(ten, order[1])}."
    for name, page in pages(client).items():
        assert said in page, name
        assert "Plays without having qualified" not in page, name


@pytest.mark.parametrize("status", ["confirmed", "withdrawn"])
def test_who_neither_takes_a_place_nor_is_here_is_named_as_who_lacks_one_of_both(
    client: Client, ten: Event, status: str
):
    order = ranked(ten)
    outside, away = order[4:6]
    Registration.objects.filter(event=ten, key__in=(outside, away)).update(classified=False)
    Registration.objects.filter(event=ten, key=away).update(status=status)
    published(seat(ten, "final"))
    said = (
        f"Takes no place; with one, would have qualified or been equal at the cut: {nick(ten, outside)}. "
        "Took no place and was not checked in or not free to play when it was seated; "
        f"otherwise would have qualified or been equal at the cut: {nick(ten, away)}."
    )
    for now in (status, "checked_in"):
        Registration.objects.filter(event=ten, key=away).update(status=now)
        for name, page in pages(client).items():
            assert said in page, name


def test_so_are_both_who_lost_their_places_before_a_final_was_seated_again(client: Client, ten: Event):
    final, order = published(seat(ten, "final")), ranked(ten)
    out, stand_in = (registration(ten, order[place]) for place in (5, 6))
    how = {"by": director_of(ten), "now": timezone.now() + timedelta(minutes=1)}
    substitute_player(out=out, stand_in=stand_in, reason="ill", **how)
    again = {"by": director_of(ten), "now": timezone.now() + timedelta(minutes=2)}
    drawing.draw_round(round_=final, seed="", reason="wrong hall", **again)
    published(final)
    said = (
        f"Takes no place; with one, would have qualified or been equal at the cut: {stand_in.nick}. "
        "Took no place and was not checked in or not free to play when it was seated; "
        f"otherwise would have qualified or been equal at the cut: {out.nick}."
    )
    for name, page in pages(client).items():
        assert said in page, name


def test_who_is_equal_at_the_cut_and_not_here_is_named(client: Client):
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal = final_proposal(event)
    here, away = proposal.play_off.between
    gone(event, away)
    said = f"Equal at the cut, but not checked in or not free to play when it was seated: {nick(event, away)}."
    published(seat(event, "play_off", [here, *proposal.others[:3]]))
    for name, page in pages(client).items():
        assert said in page, name
    published(seat(event, "final", [*proposal.qualified, here]))
    for page in pages(client, ("round/3/", "round/3/draw/")).values():
        assert said in page


def test_a_tie_that_no_play_off_has_decided_is_named(client: Client):
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal = final_proposal(event)
    published(seat(event, "final", [*proposal.qualified, proposal.play_off.between[0]], reason="the last train"))
    nicks = ", ".join(sorted(nick(event, key) for key in proposal.play_off.between))
    said = (
        f"Equal at the cut, and no play-off has decided between them: {nicks}. "
        f"Of these plays here: {nick(event, proposal.play_off.between[0])}. "
        "The director's reason when it was seated: the last train"
    )
    assert all(said in page for page in pages(client).values())


def test_a_play_off_and_a_small_final_are_told_of_also_where_the_final_is(client: Client):
    event = two_tables(slug="harbour", regulations={"final_size": 5})
    proposal = final_proposal(event)
    fillers = proposal.qualified[:2]
    published(seat(event, "play_off", [*proposal.play_off.between, *fillers]))
    names = ", ".join(sorted(nick(event, key) for key in fillers))
    for name, page in pages(client).items():
        assert f"Fills the table, with nothing to win: {names}." in page, name
    small = [key for key in proposal.others if key != proposal.others[-1]]
    published(seat(event, "small_final", [*small, proposal.qualified[0]], reason="the last one has left for home"))
    said = (
        f"Plays without having missed the final: {nick(event, proposal.qualified[0])}. "
        f"Missed the final, and does not play here: {nick(event, proposal.others[-1])}."
    )
    for page in pages(client, ("round/3/", "round/3/draw/")).values():
        assert f"Who plays:</strong> {said}" in page
    for page in pages(client, ("", "standings/")).values():
        assert f"Who is in the small final:</strong> {said}" in page
        assert "Who is in the final:" not in page


def test_of_a_final_before_that_was_kept_nothing_is_said(client: Client, ten: Event):
    order = ranked(ten)
    final = seat(ten, "final", [*order[:5], order[9]], reason="her birthday")
    draw = final.draws.get()
    del draw.inputs["proposed"]
    Draw.objects.filter(pk=draw.pk).update(inputs=draw.inputs)
    published(final)
    for name, page in pages(client).items():
        assert not any(one in page for one in ABOUT), name


def test_hidden_standings_stay_hidden_beside_it(client: Client, ten: Event):
    """Who sits in the final is public; the sentence names people in the order of their nicks, with no place."""
    Event.objects.filter(pk=ten.pk).update(regulations={**ten.regulations, "hidden_from_round": 1}, status="running")
    event = Event.objects.get(pk=ten.pk)
    order = ranked(event)
    published(seat(event, "final", [*order[2:6], order[8], order[9]], reason="two are ill"))
    out = ", ".join(sorted(nick(event, key) for key in order[:2]))
    into = ", ".join(sorted(nick(event, key) for key in order[8:]))
    said = (
        f"Plays without having qualified: {into}. Qualified, and does not play: {out}. "
        "The director's reason when it was seated: two"
    )
    shown = pages(client)
    assert [name for name, page in shown.items() if said in page] == ["", "fragment/", "round/2/", "round/2/draw/"]
    assert "Standings are hidden until the end of the final." in shown[""]


def test_nobody_reads_who_would_play_by_standings_that_are_hidden(client: Client, ten: Event):
    published(seat(ten, "final"))
    flagged(ten, ranked(ten)[5], takes_a_place=False)
    said, names = "By the standings as they are now", ("", "round/2/", "round/2/draw/")
    assert [said in page for page in pages(client, names).values()] == [True] * 3
    Event.objects.filter(pk=ten.pk).update(regulations={**ten.regulations, "hidden_from_round": 1}, status="running")
    bump(Event.objects.get(pk=ten.pk))
    assert [said in page for page in pages(client, names).values()] == [False] * 3


LATER = "Results of an earlier round, or who takes a place, were changed after this round was seated"


def corrected(event: Event) -> None:
    """A line of the first round, after whatever was seated."""
    rounds.reopen_round(round_=event.rounds.get(number=1), now=NOW)
    table = event.rounds.get(number=1).tables.first()
    record_line(table, Strike(1), now=timezone.now() + timedelta(minutes=1))


def flagged(event: Event, key: str, *, takes_a_place: bool) -> None:
    one = registration(event, key)
    how = {"earns_points": one.earns_points, "by": director_of(event), "now": timezone.now() + timedelta(minutes=1)}
    classify(registration=one, classified=takes_a_place, **how)


def seated_by_results(event: Event, kind: str) -> Round:
    if kind != "ladder":
        return published(seat(event, kind))
    Event.objects.filter(pk=event.pk).update(regulations={**event.regulations, "seating": "ladder"})
    second = a_planned_round(Event.objects.get(pk=event.pk))
    drawing.draw_round(round_=second, seed="ab", by=director_of(event), now=NOW)
    return published(second)


EVERYWHERE = {
    "ladder": ("", "round/2/", "round/2/draw/", "round/2/table/1/"),
    "final": ("", "standings/", "round/2/", "round/2/draw/", "round/2/table/1/"),
}


@pytest.mark.parametrize("kind", ["ladder", "final"])
@pytest.mark.parametrize("how", ["a line", "a place"])
def test_whose_standings_were_changed_since_says_so_for_good(client: Client, kind: str, how: str, ten: Event):
    """Else results are corrected, the round is seated by them, and they are corrected back."""
    seated_by_results(ten, kind)
    assert not any(LATER in page for page in pages(client, EVERYWHERE[kind]).values())
    if how == "a line":
        corrected(ten)
    else:
        flagged(ten, "p1", takes_a_place=True)
        assert not any(LATER in page for page in pages(client, EVERYWHERE[kind]).values()), "he has one"
        flagged(ten, "p1", takes_a_place=False)
        flagged(ten, "p1", takes_a_place=True)
    for name, page in pages(client, EVERYWHERE[kind]).items():
        assert LATER in page, name
    assert LATER in words_of(signed_in_as(director_of(ten)).get("/desk/harbour/round/2/"))


def test_who_takes_no_place_while_a_final_is_seated_is_named_and_so_is_who_would_play_now(client: Client, ten: Event):
    """Else the best but one loses his place for as long as the final is seated by rank, and nobody asks why."""
    order = ranked(ten)
    flagged(ten, order[1], takes_a_place=False)
    tied = final_proposal(ten).play_off
    assert tied, "ten are equal in pairs"
    published(seat(ten, "final", [order[0], *order[2:7]], reason="the last train"))
    left, came = nick(ten, order[1]), nick(ten, order[6])
    unplaced = f"Takes no place; with one, would have qualified or been equal at the cut: {left}."
    for name, page in pages(client).items():
        assert unplaced in page, name
    flagged(ten, order[1], takes_a_place=True)
    for name, page in pages(client).items():
        assert "As it was then:" in page, name
        assert unplaced in page, name
        assert (
            "The director's reason when it was seated: the last train. By the standings as they are now: "
            f"Plays without having qualified: {came}. Qualified, and does not play: {left}."
        ) in page, name


def test_where_the_same_would_play_by_the_standings_of_now_that_is_said(client: Client, ten: Event):
    published(seat(ten, "final"))
    corrected(ten)
    for name, page in pages(client).items():
        assert "By the standings as they are now, the same players play." in page, name


def test_who_stands_at_the_end_of_a_ladder_for_want_of_a_place_is_named(client: Client, ten: Event):
    order = ranked(ten)
    flagged(ten, order[0], takes_a_place=False)
    seated_by_results(ten, "ladder")
    said = f"Took no place when it was seated, so stood behind all others: {nick(ten, order[0])}."
    for name in ("round/2/", "round/2/draw/"):
        assert said in pages(client, (name,))[name]

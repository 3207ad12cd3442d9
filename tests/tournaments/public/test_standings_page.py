"""The live standings say what the results say: places, shared ones, the cut, the reasons, overrides, pages."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from games.models import Game
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import words_of
from tests.tournaments.queries import test_finals
from tests.tournaments.queries.test_finals import seat
from tournaments.models import Event, Registration, Score, Table
from tournaments.operations.evening import rounds
from tournaments.operations.results.publishing_standings import override_place, publish_standings
from tournaments.operations.rulings.questions import answer_question
from tournaments.operations.seating.seats import publish_seating
from tournaments.projections import bump
from tournaments.queries.documents import results_of
from tournaments.queries.finals import final_proposal
from tournaments.queries.standings import standings_page
from tournaments.standings.order import OTHERS, rank_key

pytestmark = pytest.mark.django_db
tied = test_finals.tied


def scored(event: Event, *success: str) -> None:
    """Give p1, p2 … these figures of their basic round, letters/deals; `-` for no deal."""
    for number, text in enumerate(success, start=1):
        letters, deals = (0, 0) if text == "-" else map(int, text.split("/"))
        value = Fraction(deals - letters, deals) if deals else None
        Score.objects.filter(event=event, key=f"p{number}").update(
            rank_key=rank_key(OTHERS, value),
            basic_deals=deals,
            basic_letters=letters,
            deals=deals,
            letters=letters,
            rounds={"1": ["basic", deals, letters]},
        )
    bump(event)


def shown(client: Client, event: Event, after: str = "") -> list[tuple[str, str]]:
    """(place, key) of each row of a page."""
    rows = client.get(f"/e/{event.slug}/standings/", {"after": after}).context["rows"]
    return [(row["place"], row["key"]) for row in rows]


@pytest.mark.parametrize("name", ["moor-final", "harbour-classic", "fen-evening"])
def test_the_page_and_the_results_document_agree(client: Client, name):
    event = stories.example(name)
    document = results_of(event)
    rows = client.get(f"/e/{event.slug}/standings/").context["page"].rows
    assert [
        {"place": row.place, "entry": row.key, "deals": row.deals, "letters": row.letters, "success": row.success}
        for row in rows
    ] == [{key: value for key, value in one.items() if key != "why"} for one in document["standings"]]


def test_reasons_are_those_of_the_results(client: Client):
    event = stories.example("harbour-classic")
    nicks = dict(Registration.objects.filter(event=event).values_list("key", "nick"))
    why = {one["entry"]: "; ".join(one["why"]) for one in results_of(event)["standings"]}
    for row in client.get(f"/e/{event.slug}/standings/").context["rows"]:
        told, _, equal = why[row["key"]].partition("shared with ")
        assert re.findall(r"(\d+) of (\d+) deals", row["why"]) == re.findall(r"(\d+)/(\d+)", told)
        assert ("final" in row["why"]) == ("final" in told)
        assert all(nicks[key] in row["why"] for key in equal.split(", ") if key)


def test_reasons_are_words_that_somebody_who_watches_understands(client: Client):
    event = stories.example("harbour-classic")
    first, *_others, last = client.get(f"/e/{event.slug}/standings/").context["rows"]
    assert re.fullmatch(
        r"among the survivors of the final; \d+ of \d+ deals in all without a letter.*", first["why"]
    ), first["why"]
    assert re.match(r"\d+ of \d+ deals of the basic rounds without a letter", last["why"]), last["why"]


def test_shared_places_are_written_as_a_range(client: Client):
    event = stories.an_event(players=5)
    scored(event, "0/4", "1/4", "2/8", "2/4", "-")
    assert shown(client, event) == [("1", "p1"), ("2–3", "p2"), ("2–3", "p3"), ("4", "p4"), ("5", "p5")]
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert f"equal to {Registration.objects.get(event=event, key='p3').nick}" in page


def test_the_cut_and_a_tie_across_it(client: Client):
    event = stories.an_event(players=8)
    scored(event, "0/9", "1/9", "2/9", "3/9", "4/9", "5/9", "6/9", "7/9")
    rows = client.get(f"/e/{event.slug}/standings/").context["rows"]
    assert [row["key"] for row in rows if row["cut"]] == ["p6"]
    scored(event, "0/9", "1/9", "2/9", "3/9", "4/9", "6/9", "6/9", "7/9")
    response = client.get(f"/e/{event.slug}/standings/")
    assert [row["key"] for row in response.context["rows"] if row["cut"]] == ["p5"]
    assert [row["key"] for row in response.context["rows"] if row["tied"]] == ["p6", "p7"]
    assert "Tie across the cut" in response.content.decode()


def test_after_the_play_off_the_standings_say_whom_it_has_sent_to_the_final(client: Client, tied: Event):
    """One that a filler has lost leaves the tie as it was."""
    director, (one, other) = stories.director_of(tied), final_proposal(tied).play_off.between
    open_tie, settled = "If it stays so, a play-off decides", "a play-off has decided it"
    marks = (">play-off<", ">through the play-off<", ">out by the play-off<")

    def told() -> list[int]:
        page = words_of(client.get(f"/e/{tied.slug}/standings/"))
        assert (open_tie in page) is not (settled in page)
        return [settled in page, *map(page.count, marks)]

    fillers = list(final_proposal(tied).others[:2])
    for loser, after in ((fillers[0], [False, 2, 0, 0]), (one, [True, 0, 1, 1])):
        play_off = rounds.start_round(round_=seat(tied, "play_off", [one, other, *fillers]), now=NOW)
        assert told() == [False, 2, 0, 0]
        table = stories.table_of(play_off)
        stories.record_deals(table, next(letter for letter, who in stories.seats_of(table).items() if who.key == loser))
        rounds.close_round(round_=play_off, by=director, now=NOW)
        assert told() == after
    page, through = words_of(client.get(f"/e/{tied.slug}/standings/")), stories.registration(tied, other).nick
    assert through in page.partition(">through the play-off<")[0].rpartition("<tr")[2]
    publish_seating(round_=seat(tied, "final"), by=director, now=NOW)
    assert told() == [True, 0, 1, 1]


def test_where_the_final_is_seated_over_an_open_tie_no_play_off_is_announced(client: Client, tied: Event):
    proposal = final_proposal(tied)
    final = seat(tied, "final", [*proposal.qualified, proposal.play_off.between[0]], reason="the last train")
    for is_public in (False, True):
        if is_public:
            publish_seating(round_=final, by=stories.director_of(tied), now=NOW)
        page = words_of(client.get(f"/e/{tied.slug}/standings/"))
        announced = ("a play-off decides" in page, ">play-off<" in page)
        assert (*announced, "no play-off has decided" in page) == (not is_public, not is_public, is_public)


def test_an_evening_that_ended_before_its_final_sends_nobody_to_one_and_says_so(client: Client):
    event = stories.an_event(players=8, status="running")
    scored(event, "0/9", "1/9", "2/9", "3/9", "4/9", "6/9", "6/9", "7/9")
    assert "6 players go to the final" in client.get(f"/e/{event.slug}/standings/").content.decode()
    note = "The evening ended early."
    publish_standings(event=event, by=AccountFactory.create(), now=NOW, final=True, note=note)
    response = client.get(f"/e/{event.slug}/standings/")
    page = response.content.decode()
    assert note in page
    assert "go to the final" not in page
    assert "who stays longer in the final" not in page
    assert "Tie across the cut" not in page
    assert not any(row["cut"] or row["tied"] for row in response.context["rows"])


def test_a_final_that_was_ended_early_is_said_to_be_beside_its_places(client: Client):
    """Once on each page, and not while it is played."""
    event = test_finals.two_tables(slug="harbour")
    director, said = stories.director_of(event), "final was ended early: its places follow what was played of it."

    def told() -> list[str]:
        pages = [words_of(client.get(f"/e/harbour/{page}")) for page in ("", "standings/")]
        assert pages[0].count(said) == pages[1].count(said)
        return re.findall(rf"The (small )?{said}", pages[1])

    for kind, expected in (("final", [""]), ("small_final", ["", "small "])):
        before = told()
        round_ = publish_seating(round_=seat(event, kind), by=director, now=NOW)
        rounds.start_round(round_=round_, by=director, now=NOW)
        stories.record_deals(stories.table_of(round_), "A B")
        assert told() == before
        rounds.close_round(round_=round_, by=director, now=NOW, force_reason="the hall closes")
        assert told() == expected


def test_so_is_one_that_the_director_has_left_unfinished_once_he_has_said_that(client: Client):
    """After a correction that has opened its game again."""
    event = stories.example("harbour-classic")
    table = Table.objects.select_related("round").get(round__event=event, round__kind="final")

    def is_said() -> bool:
        bump(event)
        return "was ended early" in words_of(client.get(f"/e/{event.slug}/standings/"))

    assert not is_said()
    Game.objects.filter(pk=table.game_id).update(finished=False)
    asked = event.questions.create(kind="open_game", round=table.round, table=table, asked_at=NOW)
    assert not is_said()
    answer_question(question=asked, answer="leave", by=stories.staff_of(event, "director"), now=NOW)
    assert is_said()


def test_of_a_basic_round_a_game_that_was_left_unfinished_is_told_of_with_the_standings_and_its_round(client: Client):
    """Once on each page; where a game was ended by hand its table says so, and nothing is told here."""
    event = test_finals.two_tables(slug="harbour")
    first, second = event.rounds.get().tables.order_by("number")
    said = "In a basic round a game was left unfinished: what was played of it counts."
    left = "Left unfinished by the director: table 2."

    def told() -> tuple[int, ...]:
        bump(event)
        pages = {name: words_of(client.get(f"/e/harbour/{name}")) for name in ("", "standings/", "round/1/")}
        assert pages[""].count(said) == pages["standings/"].count(said)
        return pages["standings/"].count(said), pages["round/1/"].count(left)

    Game.objects.filter(pk=first.game_id).update(state=first.game.state | {"closed": True})
    assert told() == (0, 0)
    Game.objects.filter(pk=second.game_id).update(finished=False, state=second.game.state | {"finished": False})
    asked = event.questions.create(kind="open_game", round=second.round, table=second, asked_at=NOW)
    assert told() == (0, 0)
    answer_question(question=asked, answer="leave", by=stories.director_of(event), now=NOW)
    assert told() == (1, 1)


def test_a_final_ends_with_a_line(client: Client):
    event = stories.example("harbour-classic")
    rows = client.get(f"/e/{event.slug}/standings/").context["rows"]
    assert [row["place"] for row in rows if row["cut"]] == ["6"]


def test_the_caption_speaks_of_a_small_final_where_one_was_played(client: Client):
    event = stories.an_event(players=12, status="closed")
    address = f"/e/{event.slug}/standings/"
    stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"], sizes=(4,))
    page = client.get(address).content.decode()
    assert "First the final, then the others by their basic rounds" in page
    assert "a small final" not in page
    stories.a_running_round(event, kind="small_final", chosen=["p5", "p6", "p7", "p8"], sizes=(4,))
    assert "First the final, then a small final, then the others" in client.get(address).content.decode()
    behind = standings_page(event, standings_page(event, size=9).next or "", size=9)
    assert behind.has_small_final, "also where none of its players stands"


def test_a_small_final_that_begins_before_the_final_says_why_its_players_stand_first(client: Client):
    event = stories.an_event(players=12, status="closed")
    pages, said = (f"/e/{event.slug}/", f"/e/{event.slug}/standings/"), "who plays it stands first until a final starts"
    small = stories.a_running_round(event, kind="small_final", chosen=["p5", "p6", "p7", "p8"], sizes=(4,))
    stories.record_deals(stories.table_of(small), "A")
    assert [client.get(page).content.decode().count(said) for page in pages] == [1, 1]
    stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"], sizes=(4,))
    assert [client.get(page).content.decode().count(said) for page in pages] == [0, 0]


def test_who_has_no_club_has_no_dot_before_his_final(client: Client):
    event = stories.an_event(players=8, status="closed")
    stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"], sizes=(4,))
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert page.count('<span class="club">final</span>') == 4


def test_pages_follow_one_another_and_places_go_on(client: Client):
    """Every page boundary, also inside a group of equals: the same list as in one piece."""
    event = stories.an_event(players=9)
    scored(event, "0/4", "1/4", "1/4", "1/4", "2/4", "3/4", "3/4", "-", "-")
    whole = [(row.place, row.last_place, row.key) for row in standings_page(event).rows]
    assert [place for place, _, _ in whole] == [1, 2, 2, 2, 5, 6, 6, 8, 8]
    for size in range(1, 10):
        found, after = [], ""
        while True:
            page = standings_page(event, after, size=size)
            found += [(row.place, row.last_place, row.key) for row in page.rows]
            if page.next is None:
                break
            after = page.next
        assert found == whole, size


def test_who_is_equal_to_somebody_of_another_page_is_told_so_though_nobody_is_named():
    event = stories.an_event(players=4)
    scored(event, "0/4", "1/4", "1/4", "3/4")
    alone = standings_page(event, standings_page(event, size=2).next, size=1).rows[0]
    assert (alone.key, alone.why[-1].code, alone.why[-1].values) == ("p3", "shared_elsewhere", {"more": 1})


def test_an_override_stands_at_its_place_with_note_and_computed_place(client: Client):
    event = stories.an_event(players=6)
    scored(event, "0/4", "1/4", "2/4", "3/4", "4/4", "-")
    director = AccountFactory.create()
    override_place(registration=stories.registration(event, "p5"), place=2, note="walked over", by=director, now=NOW)
    assert shown(client, event) == [("1", "p1"), ("2", "p2"), ("2", "p5"), ("3", "p3"), ("4", "p4"), ("6", "p6")]
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert "Place set by the referee (computed: 5): walked over" in page
    for size in range(1, 6):
        found, after = [], ""
        while True:
            part = standings_page(event, after, size=size)
            found += [(row.official, row.key) for row in part.rows]
            if part.next is None:
                break
            after = part.next
        assert found == [(1, "p1"), (2, "p2"), (2, "p5"), (3, "p3"), (4, "p4"), (6, "p6")], size


def test_the_unclassified_are_listed_apart_without_a_place(client: Client):
    event = stories.an_event(players=5)
    scored(event, "0/4", "1/4", "2/4", "3/4", "0/5")
    Registration.objects.filter(event=event, key="p5").update(classified=False)
    Score.objects.filter(event=event, key="p5").update(rank_key="")
    context = client.get(f"/e/{event.slug}/standings/").context
    assert [row["key"] for row in context["rows"]] == ["p1", "p2", "p3", "p4"]
    assert [(row["key"], row["place"], row["deals"]) for row in context["unclassified"]] == [("p5", "", 5)]


def test_percents_are_shown_as_the_event_says(client: Client):
    event = stories.an_event(players=4, regulations={"percent_decimals": 1, "percent_mode": "half_up"})
    scored(event, "1/3", "2/3", "1/8", "-")
    rows = client.get(f"/e/{event.slug}/standings/").context["rows"]
    assert [row["success"] for row in rows] == ["87.5", "66.7", "33.3", None]


def test_provisional_and_final_are_said_clearly(client: Client):
    event = stories.example("harbour-classic")
    assert "Provisional:" in client.get(f"/e/{event.slug}/standings/").content.decode()
    publish_standings(event=event, by=None, now=NOW, final=True)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert "Final:" in page
    assert f"/e/{event.slug}/results/1/" in page
    assert "Provisional:" not in page


def test_before_the_first_deal_nobody_is_ahead(client: Client):
    event = stories.an_event(players=3)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert "No deal has been played yet" in page
    assert "Head of the standings" not in client.get(f"/e/{event.slug}/").content.decode()

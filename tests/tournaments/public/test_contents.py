"""What the pages say: tables and logs, rounds and draws, results, players and clubs."""

import json

import pytest
from django.test import Client

from games.rules.entries import Amend, Strike
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, EventFactory, PlayerFactory
from tournaments.facts.regulations import CHOICES, Regulations
from tournaments.models import Event, Membership, Registration, RegistrationStatus, Score, Season
from tournaments.operations.evening import substitutions
from tournaments.operations.events import registrations
from tournaments.operations.people.players import respell_nick
from tournaments.operations.results.publishing_standings import override_place, publish_standings
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import rule
from tournaments.operations.seating import drawing, seats
from tournaments.queries.documents import results_of
from tournaments.texts.about_regulations import BY_CHOICE, regulations_in_words

pytestmark = pytest.mark.django_db


def text(client: Client, address: str) -> str:
    """The words of a page, each run of blanks as one."""
    return " ".join(client.get(address).content.decode().split())


# --- Events -----------------------------------------------------------------------------------------------------------


def test_events_stand_under_what_they_are(client: Client):
    for status in ("announced", "open", "closed", "running", "finished", "cancelled"):
        EventFactory.create(name=f"The {status} one", status=status)
    context = client.get("/").context
    names = {part: {one["event"].name for one in context[part]} for part in ("running", "ahead", "past")}
    assert names == {
        "running": {"The running one"},
        "ahead": {"The announced one", "The open one", "The closed one"},
        "past": {"The finished one", "The cancelled one"},
    }


def test_past_events_come_in_pages(client: Client):
    for number in range(31):
        EventFactory.create(name=f"Evening No {number}", status="finished")
    assert len(client.get("/").context["past"]) == 30
    assert len(client.get("/?page=2").context["past"]) == 1


def test_times_are_those_of_the_hall_with_the_zone_where_it_differs(client: Client):
    here = EventFactory.create(starts_at=NOW)
    away = EventFactory.create(starts_at=NOW, time_zone="America/New_York")
    assert "Saturday 14 March 2026, 19:00" in text(client, f"/e/{here.slug}/")
    assert "Prague" not in text(client, f"/e/{here.slug}/")
    assert "Saturday 14 March 2026, 14:00 (America/New York)" in text(client, f"/e/{away.slug}/")


def test_who_is_in_stands_under_his_state_with_club_and_country(client: Client):
    event = stories.an_event(players=2, clubs=1)
    stories.add_players(event, 1, registered=RegistrationStatus.WAITING)
    page = client.get(f"/e/{event.slug}/")
    assert [(str(state), count) for state, count, _ in page.context["groups"]] == [
        ("checked in", 2),
        ("waiting list", 1),
    ]
    assert "Cats of" in page.content.decode()


def test_a_large_field_is_counted_and_the_rest_is_one_link_away(client: Client):
    event = stories.an_event(players=130)
    page = client.get(f"/e/{event.slug}/")
    [(_, count, shown)] = page.context["groups"]
    assert (count, len(shown)) == (130, 60)
    assert "The whole list of 130 players" in page.content.decode()
    assert len(client.get(f"/e/{event.slug}/players/?page=2").context["people"]) == 30


def test_a_finished_event_lists_who_played_and_nobody_is_here_any_more(client: Client):
    event = stories.an_event(players=4, status="closed")
    stories.play_round(stories.a_running_round(event))
    stories.add_players(event, 1)
    context = client.get(f"/e/{event.slug}/").context
    assert [str(state) for state, _, _ in context["groups"]] == ["checked in"]
    Event.objects.filter(pk=event.pk).update(status="finished", version=event.version + 100)
    address = f"/e/{event.slug}/"
    [(state, count, shown)] = client.get(address).context["groups"]
    assert (state, count, {one.key for one in shown}) == ("", 4, {"p1", "p2", "p3", "p4"})
    assert {one["key"] for one in client.get(f"{address}players/").context["people"]} == {"p1", "p2", "p3", "p4"}
    for page in (text(client, address), text(client, f"{address}players/")):
        assert "Who played" in page
        assert "hecked in" not in page


def test_regulations_are_told_whole_and_in_words():
    assert set(BY_CHOICE) == set(CHOICES) - {"qualification", "game"}
    for name, choices in CHOICES.items():
        played = {"game": "smear"} if name == "smear_variant" else {}
        told = {tuple(regulations_in_words(Regulations.from_dict({**played, name: choice}))) for choice in choices}
        assert len(told) == len(choices), name
    for setting in ({"survivors": 4}, {"final_size": 1}, {"percent_decimals": 1}, {"penalty_letter_completes": False}):
        assert regulations_in_words(Regulations.from_dict(setting)) != regulations_in_words(Regulations()), setting
    to_31 = Regulations.from_dict({"game": "smear", "smear_target": 31})
    assert "Whoever stands at 31 points or above them after a deal wins the game." in regulations_in_words(to_31)


def test_a_running_event_shows_its_tables_and_the_head_of_the_standings(client: Client, running):
    context = client.get(f"/e/{running.slug}/").context
    assert [one["table"].deals for one in context["board"]] == [5, 1, 0]
    assert len(context["top"]) == 6


def test_an_override_counts_at_the_head_of_the_standings_too(client: Client, running):
    last = Score.objects.filter(event=running).order_by("-rank_key", "-key").first()
    winner = stories.registration(running, last.key)
    override_place(registration=winner, place=1, note="agreed", by=AccountFactory.create(), now=NOW)
    top = client.get(f"/e/{running.slug}/").context["top"]
    assert ("1", winner.nick) in [(row["place"], row["nick"]) for row in top]


# --- Rounds and tables ------------------------------------------------------------------------------------------------


def test_a_round_seats_everybody_by_table_and_by_name(client: Client, running):
    context = client.get(f"/e/{running.slug}/round/1/").context
    seats = {(one["table"], one["seat"]) for one in context["by_name"]}
    assert len(context["by_name"]) == len(seats) == 15
    nicks = [one["nick"] for one in context["by_name"]]
    assert nicks == sorted(nicks)


def test_by_name_stands_who_has_the_seat_now_as_by_table(client: Client, running):
    table, [stand_in] = stories.table_of(running.rounds.get(), 2), stories.add_players(running, 1)
    out = stories.seats_of(table)["B"]

    def is_seated() -> tuple[bool, bool]:
        context = client.get(f"/e/{running.slug}/round/1/").context
        by_name = {(one["nick"], one["table"], one["seat"]) for one in context["by_name"]}
        tables = {str(one["table"].number): one["seats"] for one in context["tables"]}
        assert by_name == {(seat["nick"], number, seat["seat"]) for number, seats in tables.items() for seat in seats}
        return (out.nick, "2", "B") in by_name, (stand_in.nick, "2", "B") in by_name

    assert is_seated() == (True, False)
    substitutions.substitute_player(out=out, stand_in=stand_in, by=stories.director_of(running), now=NOW)
    assert is_seated() == (False, True)
    stories.record_line(table, Strike(stories.table_of(table.round, 2).game.length))
    assert is_seated() == (True, False)


def test_a_draw_shows_seed_attempts_reasons_and_swaps(client: Client):
    event = stories.an_event(players=10, status="closed")
    director = stories.director_of(event)
    round_ = stories.a_drawn_round(event, seed="aa11")
    drawing.draw_round(round_=round_, seed="bb22", by=director, now=NOW, reason="a latecomer")
    seats.swap_players(
        round_=round_,
        first=stories.registration(event, "p1"),
        second=stories.registration(event, "p2"),
        by=director,
        now=NOW,
        reason="a wheelchair",
    )
    seats.publish_seating(round_=round_, now=NOW)
    page = text(client, f"/e/{event.slug}/round/1/")
    for words in ("aa11", "bb22", "a latecomer", "a wheelchair", "Repeated meetings"):
        assert words in page


def test_how_good_the_draw_is_stands_only_where_it_was_drawn_from_everybody(client: Client):
    event = stories.an_event(players=10, status="closed")
    stories.play_round(stories.a_running_round(event))
    stories.a_running_round(event, kind="final", chosen=["p1", "p2", "p3", "p4"], sizes=(4,))
    basic, final = (text(client, f"/e/{event.slug}/round/{number}/") for number in (1, 2))
    for words in ("Repeated meetings", "First dealers"):
        assert words in basic
        assert words not in final
    assert "Digest of what the draw read" in final


def test_a_play_off_names_its_loser_and_no_word(client: Client):
    event = stories.an_event(players=4, status="closed")
    round_ = stories.a_running_round(event, kind="play_off", chosen=["p1", "p2", "p3", "p4"], sizes=(4,), word="")
    table, home = stories.table_of(round_), f"/e/{event.slug}/"
    addresses = (home, f"{home}round/1/", f"{home}round/1/table/1/")
    pages = [text(client, address) for address in addresses]
    stories.record_deals(table, "B")
    after = [text(client, address) for address in addresses]
    for page in (*pages, *after):
        assert "Play-off (round 1)" in page
        for words in ("laying word", ">X<", 'class="word', "match ball", "takes X", "word complete"):
            assert words not in page, words
    assert [page.count("lost the play-off") for page in after] == [1, 1, 1]
    assert f"{stories.seats_of(table)['B'].nick} (B) loses" in after[2]


def test_a_table_shows_letters_roles_and_its_log(client: Client):
    event = stories.an_event(players=5)
    round_ = stories.a_running_round(event, word="KAMIL")
    table = stories.table_of(round_)
    nick = {seat: one.nick for seat, one in stories.seats_of(table).items()}
    stories.record_deals(table, 'A /E; +B "late"; void /A "misdealt"; B /A')
    answer = client.get(f"/e/{event.slug}/round/1/table/1/")
    page = answer.content.decode()
    assert f"Deal 1: {nick['A']} (A) takes K" in page
    assert f"Penalty letter: {nick['B']} (B) takes K" in page
    assert "Void deal" in page
    assert "misdealt" in page
    assert f"Deal 2: {nick['B']} (B) takes A" in page
    seats = {seat["seat"]: seat for seat in answer.context["shown"]["seats"]}
    assert [seats[seat]["role"] for seat in "ABCDE"] == ["plays", "sits_out", "deals", "leads", "plays"]
    assert seats["B"]["word_text"] == "2 of 5 letters: K A"


def test_what_was_struck_or_cannot_be_stays_in_the_log_and_is_marked(client: Client):
    event = stories.an_event(players=4)
    table = stories.table_of(stories.a_running_round(event, word="OKO"))
    stories.record_deals(table, "A A B A")
    stories.record_line(table, Amend(position=3, changes={"loser": "A"}))
    page = text(client, f"/e/{event.slug}/round/1/table/1/")
    nick = stories.seats_of(table)["A"].nick
    assert f"Line 3 corrected: the loser is {nick} (A)" in page
    assert "does not count" in page
    assert "The game was already over." in page
    assert "1 line of the log is in doubt" in page
    stories.record_line(table, Strike(position=1))
    page = text(client, f"/e/{event.slug}/round/1/table/1/")
    assert f"Line 1 taken back: Deal lost by {nick} (A)" in page
    assert f"<s>Deal lost by {nick} (A)</s>" in page
    assert "in doubt" not in page


def test_the_club_that_a_walk_in_plays_for_stands_beside_him_among_all_players(client: Client, monkeypatch):
    """His club has not taken him yet, and the list says so."""
    monkeypatch.setattr("tournaments.public.players.timezone.localdate", lambda _at=NOW: _at.date())
    event = stories.an_event(players=5, status="closed")
    club = ClubFactory.create(code="PUB", name="Pub Cats")
    registrations.add_walk_in(event=event, line="NEWCOMER, PUB", now=NOW)
    assert f"{club.name}, not a member yet" in text(client, "/players/?q=newcomer")
    Event.objects.update(status="draft")
    assert club.name not in text(client, "/players/?q=newcomer")


def test_a_stand_in_is_named_with_whom_he_replaced(client: Client):
    event = stories.an_event(players=5, status="closed")
    round_ = stories.a_running_round(event)
    stories.record_deals(stories.table_of(round_), "A")
    newcomer = registrations.add_walk_in(event=event, line="NEWCOMER", now=NOW)
    leaver = stories.registration(event, "p2")
    seat = next(seat for seat, one in stories.seats_of(stories.table_of(round_)).items() if one == leaver)
    substitutions.substitute_player(
        out=leaver, stand_in=newcomer, by=stories.director_of(event), now=NOW, reason="injury"
    )
    page = text(client, f"/e/{event.slug}/round/1/table/1/")
    assert f"NEWCOMER takes seat {seat} over from {leaver.nick}" in page
    assert f"stand-in for {leaver.nick}" in page


def test_a_ruling_is_told_in_short_without_the_facts(client: Client):
    event = stories.an_event(players=5)
    round_ = stories.a_running_round(event)
    rule(
        by=stories.director_of(event),
        slug=event.slug,
        round_number=round_.number,
        table_number=1,
        draft=RulingDraft(
            seat="A", kind="a", facts="he peeked at his mother's cards", judged_by="referee", decision="warning"
        ),
        now=NOW,
    )
    page = text(client, f"/e/{event.slug}/round/1/table/1/")
    assert "Decision: warning (judged by: referee)." in page
    assert "mother" not in page


# --- Results ----------------------------------------------------------------------------------------------------------


def test_published_results_stay_as_they_were(client: Client, running, first_round):
    publish_standings(event=running, by=None, now=NOW, note="after five deals")
    before = text(client, f"/e/{running.slug}/results/1/")
    stories.record_deals(stories.table_of(first_round, 3), "A")
    publish_standings(event=running, by=None, now=NOW)
    assert text(client, f"/e/{running.slug}/results/1/") == before
    assert "after five deals" in before
    assert client.get(f"/e/{running.slug}/results/")["Location"] == f"/e/{running.slug}/results/2/"


def test_results_show_the_head_of_the_logs_and_official_places(client: Client):
    event = stories.example("harbour-classic")
    last = results_of(event)["standings"][-1]["entry"]
    moved = stories.registration(event, last)
    override_place(registration=moved, place=2, note="wrong card", by=AccountFactory.create(), now=NOW)
    published = publish_standings(event=event, by=None, now=NOW, final=True)
    response = client.get(f"/e/{event.slug}/results/1/")
    assert published.head in response.content.decode()
    rows = [(row["place"], row["nick"]) for row in response.context["rows"]]
    assert ("2", moved.nick) in rows[:3]
    assert "wrong card" in response.content.decode()


@pytest.mark.parametrize("name", ["moor-final", "harbour-classic", "fen-evening"])
def test_the_file_is_the_results_document_and_nothing_else(client: Client, name):
    event = stories.example(name)
    publish_standings(event=event, by=None, now=NOW)
    response = client.get(f"/e/{event.slug}/results/1/scwu-results.json")
    assert response["Content-Type"].startswith("application/json")
    assert "attachment" in response["Content-Disposition"]
    assert json.loads(response.content) == json.loads(json.dumps(results_of(event)))


def test_before_anything_is_published_the_address_leads_to_the_live_standings(client: Client, running):
    assert client.get(f"/e/{running.slug}/results/")["Location"] == f"/e/{running.slug}/standings/"
    assert client.get(f"/e/{running.slug}/results/1/").status_code == 404


# --- Players and clubs ------------------------------------------------------------------------------------------------


def test_players_are_found_without_accents_and_by_former_nicks(client: Client, time_machine):
    time_machine.move_to(NOW)
    zofie, tonda = PlayerFactory.create(nick="Žofie"), PlayerFactory.create(nick="ANTONÍN")
    respell_nick(player=tonda, nick="TONDA")
    club, season = ClubFactory.create(), Season.objects.get_or_create(year=NOW.year)[0]
    Membership.objects.create(player=zofie, club=club, season=season)

    def found(search: str) -> list[str]:
        return [one["nick"] for one in client.get("/players/", {"q": search}).context["players"]]

    assert found("ZOF") == ["Žofie"]
    assert found("antonin") == ["TONDA"]
    assert found("") == ["TONDA", "Žofie"]
    assert found("nobody") == []
    assert club.name in client.get("/players/?q=zof").content.decode()


def test_players_come_a_hundred_to_a_page(client: Client):
    stories.an_event(players=130)
    assert len(client.get("/players/").context["players"]) == 100
    assert len(client.get("/players/?page=2").context["players"]) == 30


def said(place: int, standings: list[dict]) -> str:
    """7, or 7–8 where two share it."""
    last = place + sum(one["place"] == place for one in standings) - 1
    return str(place) if last == place else f"{place}–{last}"


def test_a_player_has_clubs_events_former_nicks_and_places_once_they_are_published(client: Client):
    event = stories.example("harbour-classic")
    document = results_of(event)["standings"]
    shared = next(one for one in document if one["place"] > 6)
    player = Registration.objects.get(event=event, key=shared["entry"]).player
    Membership.objects.get_or_create(
        player=player, season=Season.objects.get_or_create(year=2020)[0], defaults={"club": ClubFactory.create()}
    )
    address = f"/players/{player.pk}/"
    assert "not published yet" in text(client, address)
    publish_standings(event=event, by=None, now=NOW, final=True)
    [row] = client.get(address).context["events"]
    assert row["place"] == said(shared["place"], document)
    assert f"/e/{event.slug}/results/1/" in text(client, address)
    assert "2020:" in text(client, address)


@pytest.mark.parametrize("place", range(15))
def test_the_place_on_a_players_page_is_that_of_the_results(client: Client, place):
    event = stories.example("harbour-classic")
    publish_standings(event=event, by=None, now=NOW, final=True)
    one = results_of(event)["standings"][place]
    player = Registration.objects.get(event=event, key=one["entry"]).player
    [row] = client.get(f"/players/{player.pk}/").context["events"]
    assert row["place"] == said(one["place"], results_of(event)["standings"])


def test_a_player_page_hides_drafts_and_withdrawals(client: Client):
    player = PlayerFactory.create()
    for status, registered in (("draft", "confirmed"), ("open", "withdrawn")):
        event = stories.an_event(players=1, status=status)
        Registration.objects.filter(event=event).update(player=player, status=registered)
    assert "In no event so far" in text(client, f"/players/{player.pk}/")


def test_a_club_lists_its_members_season_by_season(client: Client):
    club, player = ClubFactory.create(code="A/B?"), PlayerFactory.create()
    for year in (2024, 2026):
        season = Season.objects.get_or_create(year=year)[0]
        Membership.objects.create(player=player, club=club, season=season)
    listed = text(client, "/clubs/?q=a/b")
    assert "/clubs/A/B%3F/" in listed
    page = text(client, "/clubs/A/B%3F/")
    assert page.index("Season 2026") < page.index("Season 2024")
    assert player.nick in page


def test_an_event_that_is_cancelled_says_so(client: Client):
    event = EventFactory.create(status="cancelled")
    assert "This event is cancelled" in text(client, f"/e/{event.slug}/")
    assert Event.objects.get(pk=event.pk).version == event.version


def test_in_a_large_round_a_player_finds_his_table_by_the_first_letter_of_his_nick(client: Client):
    """By links alone, in the order of the language; the number of the table leads to it."""
    event = stories.an_event(players=60)
    for number, one in enumerate(event.registrations.order_by("pk")):
        nick = ("Adam", "Čenda", "Hynek", "Chroust", "Ivan")[number % 5] + f" {number}"
        Registration.objects.filter(pk=one.pk).update(nick=nick)
    round_ = stories.a_drawn_round(event)
    seats.publish_seating(round_=round_, now=NOW)
    client.cookies["django_language"] = "cs"
    answer = client.get(f"/e/{event.slug}/round/1/")
    page = answer.content.decode()
    assert [initial for initial, _ in answer.context["initials"]] == ["A", "Č", "H", "Ch", "I"]
    for _, anchor in answer.context["initials"]:
        assert f'href="#{anchor}"' in page
        assert f'id="{anchor}"' in page
    assert f'<a href="/e/{event.slug}/round/1/table/1/">1</a>' in page

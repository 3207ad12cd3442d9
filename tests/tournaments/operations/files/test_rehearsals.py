"""A rehearsal: everything can be tried in it, it is marked, and nobody finds it but by its address."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from games.rules.refusals import Refused
from tests.canaries import Content, Reader, browser, crawl, ways_of
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.models import (
    ApartPair,
    Club,
    Event,
    JournalLine,
    Player,
    RankedResult,
    Registration,
    RegistrationStatus,
    Round,
    Sanction,
    Score,
)
from tournaments.operations.evening import finals, rounds
from tournaments.operations.events import registrations
from tournaments.operations.files import rehearsals
from tournaments.operations.results.counting_feats import count_feats
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating import drawing
from tournaments.operations.seating.apart import keep_apart

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return stories.an_event(players=12, status="closed", slug="moor", clubs=2, regulations={"final_size": 5})


def rehearsed(event: Event, players: int | None = None) -> Event:
    return rehearsals.rehearse(event=event, players=players, by=stories.director_of(event), now=NOW)


def test_it_has_the_plan_the_regulations_and_the_pairs_of_the_event_and_nobody_of_its_people(event: Event) -> None:
    stories.a_planned_round(event, word="KANÁREČEK")
    one, other = Registration.objects.filter(event=event).order_by("pk")[:2]
    keep_apart(event=event, one=one, other=other, by=stories.director_of(event), now=NOW)
    copy = rehearsed(event)
    assert copy.regulations["final_size"] == 5
    assert Registration.objects.filter(event=copy, status=RegistrationStatus.CHECKED_IN).count() == 12
    assert not Registration.objects.filter(event=copy, player__is_invented=False).exists()
    assert list(copy.registrations.order_by("pk").values_list("club", flat=True)) == list(
        event.registrations.order_by("pk").values_list("club", flat=True)
    )
    assert ApartPair.objects.get(event=copy).one.player.is_invented
    assert all(round_.has_word for round_ in Round.objects.filter(event=copy))
    assert {round_.sealed_word_id for round_ in event.rounds.all()}.isdisjoint(
        round_.sealed_word_id for round_ in copy.rounds.all()
    )
    assert Registration.objects.filter(event=rehearsed(event, 8)).count() == 8
    assert Player.everyone.filter(is_invented=True).count() == 12, "all rehearsals share the invented people"


def test_a_whole_evening_is_played_in_it_and_nothing_of_it_is_in_any_list(event: Event) -> None:
    director = stories.director_of(event)
    copy = rehearsed(event)
    for round_ in Round.objects.filter(event=copy, kind="basic").order_by("number"):
        round_.event = copy
        drawing.draw_round(round_=round_, seed=stories.SEED, by=director, now=NOW)
        stories.play_round(rounds.start_round(round_=round_, by=director, now=NOW))
    stories.a_planned_round(copy, kind="final", word="VĚŽ")
    best = [f"p{number}" for number in range(1, 6)]
    told = {"seed": stories.SEED, "by": director, "now": NOW, "reason": "we try it out"}
    final = finals.seat_final(event=copy, kind="final", chosen=best, **told)
    stories.play_round(rounds.start_round(round_=final, by=director, now=NOW))
    for table in stories.Table.objects.filter(round__event=copy):
        count_feats(table)
    publish_standings(event=copy, by=director, now=NOW, final=True)
    assert Score.objects.filter(event=copy, deals__gt=0).exists()
    assert not RankedResult.objects.filter(event=copy).exists()

    def finds(content: Content) -> set[str]:
        told = [copy.slug, copy.name, "Rehearsal 1"]
        return {one for text in ways_of(content) for one in told if one in text}

    clubs = [{"code": code} for code in Club.objects.values_list("code", flat=True)]
    for reader in (Reader(asked="rehearsal", at=({}, *clubs)), Reader(AccountFactory.create(), asked="rehearsal")):
        assert crawl(event, reader, finds) == {}
    assert mail.outbox == []

    hall, invented = browser(None), Registration.objects.filter(event=copy)[0].player
    marked = {path: hall.get(path) for path in (f"/e/{copy.slug}/", f"/e/{copy.slug}/standings/")}
    assert all("Rehearsal:" in answer.content.decode() for answer in marked.values())
    of_nobody = hall.get(f"/players/{invented.pk}/").content.decode()
    assert invented.nick in of_nobody, "pages of the rehearsal lead there"
    assert copy.slug not in of_nobody, "it is found by its address alone"

    rehearsals.throw_away(event=copy, by=director, now=NOW)
    gone = {"slug": copy.slug, "pk": invented.pk, "player": invented.pk}
    for reader in (Reader(at=(gone, *clubs)), Reader(director, at=(gone,))):
        told = crawl(event, reader, lambda content: finds(content) - {copy.slug})  # an address is echoed by its 404
        assert told == {}


def test_every_page_of_it_is_marked(event: Event) -> None:
    copy = rehearsed(event)
    desk = browser(stories.director_of(event))
    for page in ("", "people/", "rounds/", "standings/", "settings/", "door/", "print/seating/", "files/", "journal/"):
        answer = desk.get(f"/desk/{copy.slug}/{page}")
        assert answer.status_code != 200 or "nothing here counts" in answer.content.decode(), page
    hall = browser(None)
    for page in ("", "standings/", "players/", "screen/", "records/", "pictures/", "rulings/", "words/"):
        assert "Rehearsal:" in hall.get(f"/e/{copy.slug}/{page}").content.decode(), page


def test_nobody_real_gets_in_and_nobody_invented_gets_out(event: Event) -> None:
    copy, director = rehearsed(event), stories.director_of(event)
    before = Player.everyone.count()
    assert refusal(registrations.add_walk_in, event=copy, line="HERON", by=director, now=NOW).code == "rehearsal"
    assert Player.everyone.count() == before
    assert (
        refusal(registrations.add_walk_in, event=copy, line=PlayerFactory.create().nick, by=director, now=NOW).code
        == "rehearsal"
    )
    assert refusal(rehearsed, copy).code == "rehearsal"
    assert (
        refusal(registrations.add_walk_in, event=event, line="Rehearsal 1", by=director, now=NOW).code == "nick_taken"
    )
    assert not Sanction.objects.exists()


def test_it_is_thrown_away_by_a_button_or_by_the_clock(event: Event) -> None:
    director = stories.director_of(event)
    desk, hall = browser(director), browser(None)
    answer = desk.post("/desk/moor/rehearse/", {"players": "8"})
    first = Event.objects.get(rehearses=event)
    assert answer["Location"] == f"/desk/{first.slug}/"
    assert "Throw the rehearsal away" in desk.get(f"/desk/{first.slug}/").content.decode()
    assert hall.get(f"/e/{first.slug}/").status_code == 200
    assert desk.post(f"/desk/{first.slug}/rehearsal/end/").status_code == 302
    assert hall.get(f"/e/{first.slug}/").status_code == 404
    assert desk.get(f"/desk/{first.slug}/").status_code in (403, 404)
    assert first.slug not in desk.get("/desk/").content.decode()

    second = rehearsed(event)
    rehearsals.throw_away_due(now=NOW + timedelta(hours=23))
    assert hall.get(f"/e/{second.slug}/").status_code == 200
    rehearsals.throw_away_due(now=NOW + timedelta(days=1))
    assert hall.get(f"/e/{second.slug}/").status_code == 404
    assert JournalLine.objects.filter(act="rehearsal_ended").count() == 2
    assert refusal(rehearsals.throw_away, event=event, by=director, now=NOW).code == "no_rehearsal"


def test_the_clock_looks_for_what_is_due(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("tournaments.operations.files.rehearsals.throw_away_due", lambda *, now: asked.append(now))
    tasks.sweep()
    assert len(asked) == 1


@pytest.mark.parametrize(("players", "code"), [(0, "rehearsal_size"), (301, "rehearsal_size"), (3, "too_few_players")])
def test_only_so_many_as_can_be_seated(players: int, code: str) -> None:
    with pytest.raises(Refused) as raised:
        rehearsed(stories.an_event(players=0, slug="fen"), players)
    assert raised.value.code == code

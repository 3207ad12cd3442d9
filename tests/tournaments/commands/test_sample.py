"""`manage.py sample`: evenings of any size, the same for the same seed, and sound in every projection."""

from __future__ import annotations

import datetime as dt
import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories.base import NOW
from tournaments.exchange.event_file import document
from tournaments.facts.nicks import nick_key
from tournaments.models import Account, Event, Player, Registration, Round, RoundStatus
from tournaments.operations.files.event_files import whole_event
from tournaments.operations.files.samples import ZONE, fitting_series, sample_evening
from tournaments.operations.upkeep.rebuilding import rebuild_event

pytestmark = pytest.mark.django_db


def sample(**options: object) -> str:
    out = io.StringIO()
    call_command("sample", stdout=out, **options)
    return out.getvalue()


def file_without_slug(event: Event) -> str:
    whole = document(whole_event(event, now=NOW))
    return json.dumps({**whole, "slug": ""})


def test_a_new_installation_has_something_on_every_page():
    says_what, *lines = sample(if_empty=True).splitlines()
    assert says_what == "Evenings to look around in, with invented players:"
    over, played, coming = Event.objects.order_by("date")
    assert [line.split()[0] for line in lines] == [f"/e/{event.slug}/" for event in (over, played, coming)]
    assert [event.status for event in (over, played, coming)] == ["finished", "running", "open"]
    assert over.publications.get().final
    assert played.registrations.count() == 15
    first, second = played.rounds.order_by("number")
    assert (first.status, second.status) == ("closed", "running")
    games = [table.game for table in second.tables.select_related("game")]
    assert all(game.state["deals"] and not game.finished for game in games)
    assert {"applied", "confirmed", "waiting"} <= set(coming.registrations.values_list("status", flat=True))


def test_where_there_is_an_event_no_other_comes_unasked(event):
    assert sample(if_empty=True) == ""
    assert Event.objects.get() == event


@pytest.mark.parametrize("until", ["registration", "drawn", "running", "finished"])
def test_the_same_seed_gives_the_same_evening_at_a_new_address(until):
    one, other = (sample_evening(players=10, seed=3, now=NOW, until=until) for _ in range(2))
    assert one.slug != other.slug
    assert file_without_slug(one) == file_without_slug(other)
    assert Player.objects.count() == 10


def test_another_seed_gives_another_evening():
    one, other = (sample_evening(players=12, seed=seed, now=NOW) for seed in (1, 2))
    assert file_without_slug(one) != file_without_slug(other)


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (6, 1), (9, 2), (11, 1), (12, 3), (14, 7), (16, 7), (17, 4)])
def test_a_finished_evening_is_sound_and_has_its_places(players, seed):
    event = sample_evening(players=players, seed=seed, now=NOW, until="finished")
    found = rebuild_event(event=event, only_check=True)
    assert (found.differences, found.broken) == ((), {})
    assert len(event.publications.get().document["standings"]) == players
    assert set(Round.objects.filter(event=event).values_list("status", flat=True)) == {RoundStatus.CLOSED}
    assert event.rounds.filter(kind="final").exists() == (players >= 8)


def test_a_drawn_evening_shows_its_seating_and_no_word():
    event = sample_evening(players=12, seed=7, now=NOW, until="drawn")
    round_ = event.rounds.get(number=1)
    assert (round_.status, round_.is_word_public, round_.tables.count()) == ("published", False, 3)


def test_nothing_of_a_sample_lies_in_the_future():
    event = sample_evening(players=12, seed=7, now=NOW, until="finished")
    moments = event.rounds.values_list("published_at", "started_at", "closed_at")
    assert all(moment is not None and moment <= NOW for row in moments for moment in row)


def test_at_tables_that_are_being_played_a_deal_was_written_just_now():
    event = sample_evening(players=15, seed=7, now=NOW)
    games = [table.game for table in event.rounds.get(status=RoundStatus.RUNNING).tables.all() if table.game]
    ages = [NOW - game.last_entry_at for game in games if game.last_entry_at and not game.finished]
    assert len(ages) > 1
    assert all(dt.timedelta(0) <= age <= dt.timedelta(minutes=15) for age in ages)


@pytest.mark.parametrize("hour", [0, 4, 12, 21])
def test_an_evening_that_is_over_began_in_the_evening(hour):
    event = sample_evening(players=4, seed=1, now=NOW.replace(hour=hour), until="finished")
    assert event.starts_at.astimezone(ZONE).hour == 18


@pytest.mark.parametrize(
    ("players", "sentence"),
    [(7, "Seven players cannot be seated"), (3, "at least four"), (-1, "at least four"), (3001, "at most 3000")],
)
def test_a_size_that_cannot_be_is_refused_before_anything_is_stored(players, sentence):
    with pytest.raises(CommandError, match=sentence):
        sample(players=players)
    assert not Event.objects.exists()
    assert not Account.objects.exists()


def test_the_series_fits_the_number():
    assert [fitting_series(n) for n in (5, 8, 11, 12, 15, 16, 30, 300)] == [
        *("friendly", "nationals", "nationals", "classic", "classic", "greenhorn", "world_series", "greenhorn")
    ]


def test_nicks_have_accents_and_differ_without_them():
    sample_evening(players=40, seed=1, now=NOW, until="registration")
    nicks = list(Registration.objects.values_list("nick", flat=True))
    assert len({nick_key(nick) for nick in nicks}) == 40
    assert sum(not nick.isascii() for nick in nicks) > 20


def test_the_director_of_samples_signs_in_by_link_only():
    sample_evening(players=4, seed=1, now=NOW)
    account = Account.objects.get(email="director@example.org")
    assert account.may_direct
    assert not account.has_usable_password()

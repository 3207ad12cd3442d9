"""Names in the order in which a reader looks them up (collation.py, texts/about_languages.py, queries/by_name.py)."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from tests.factories.tournaments import ClubFactory, EventFactory, PlayerFactory, RegistrationFactory
from tournaments.facts.collation import collation
from tournaments.models import Federation, Player
from tournaments.queries import by_name, desk, players
from tournaments.texts.about_languages import language_choices, name_order
from tournaments.union.forms import OfficeForm

CZECH = collation("a b c č d e f g h ch i j k l m n o p q r ř s š t u v w x y z ž")
ENGLISH = collation("a b c d e f g h i j k l m n o p q r s t u v w x y z")


@pytest.mark.parametrize(
    "names",
    [
        ["Cibule", "Čenda", "Dana", "Hynek", "Chroust", "Ivan", "Rz", "Řehoř", "Sova", "Šnek", "Zz", "Žába"],
        ["chrt", "CHRT"],  # one letter, however it is written
        ["Dana", "Ďas", "Dcera", "Ul", "Ůl", "Usti", "Ústí", "Utka"],  # marks that make no letter of their own
        ["novak", "Novak", "NOVAK", "novák", "Novák"],
        ["Jan Novák", "Jana", "Jana 2", "Janáček"],  # a blank is before every letter
        ["!", "2", "A", "Žába", "Кошка"],
        ["Łódka", "lodní", "Straße", "strast"],
    ],
)
def test_czech_order(names):
    backwards = names[::-1]
    assert sorted(backwards, key=CZECH) == names


def test_the_same_names_stand_elsewhere_for_an_english_reader():
    assert sorted(["Zz", "Žába", "Chroust", "Čenda", "Cibule", "Hynek"], key=ENGLISH) == [
        "Čenda", "Chroust", "Cibule", "Hynek", "Žába", "Zz",
    ]  # fmt: skip


def test_only_the_same_text_is_equal_and_a_text_may_be_written_in_parts():
    assert CZECH("Čenda") != CZECH("čenda")
    assert CZECH("C\u030cenda")[:2] == CZECH("Čenda")[:2]
    assert CZECH("")


def test_the_order_is_that_of_the_language_shown():
    with translation.override("cs"):
        assert sorted(["I", "CH", "H", "C"], key=name_order()) == ["C", "H", "CH", "I"]
    with translation.override("en"):
        assert sorted(["I", "CH", "H", "C"], key=name_order()) == ["C", "CH", "H", "I"]


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_languages_are_called_as_the_reader_calls_them(language):
    with translation.override(language):
        assert [code for code, _ in language_choices()] == [code for code, _ in settings.LANGUAGES]
        assert all(name and name != code for code, name in language_choices())
    with translation.override("cs"):
        assert ("en", "angličtina") in language_choices()


# --- Lists on pages ---------------------------------------------------------------------------------------------------

NICKS = ["Cibule", "Čenda", "Hynek", "Chroust", "Ivan"]


@pytest.fixture
def czechs(db) -> list[Player]:
    return [PlayerFactory.create(nick=nick) for nick in reversed(NICKS)]


def nicks_on(page) -> list[str]:
    return [row["nick"] for row in page]


def test_players_and_clubs_are_listed_in_the_readers_order(czechs, django_assert_num_queries):
    for nick in NICKS:
        ClubFactory.create(name=nick)
    with translation.override("cs"):
        with django_assert_num_queries(4):
            assert nicks_on(players.players_page(search="", year=2026, page=1)) == NICKS
        with django_assert_num_queries(2):
            assert [one["name"] for one in players.clubs_page(search="", year=2026, page=1)] == NICKS
    with translation.override("en"):
        assert nicks_on(players.players_page(search="", year=2026, page=1)) == [
            "Čenda", "Chroust", "Cibule", "Hynek", "Ivan",
        ]  # fmt: skip


def test_pages_of_a_sorted_list_follow_on_one_another(czechs, monkeypatch):
    monkeypatch.setattr(players, "PER_PAGE", 2)
    with translation.override("cs"):
        pages = [nicks_on(players.players_page(search="", year=2026, page=number)) for number in (1, 2, 3)]
    assert pages == [["Cibule", "Čenda"], ["Hynek", "Chroust"], ["Ivan"]]


def test_a_list_too_long_to_be_read_whole_stays_in_the_order_of_the_database(czechs, monkeypatch):
    """Then a page reads its own rows alone."""
    monkeypatch.setattr(by_name, "MOST", len(NICKS) - 1)
    monkeypatch.setattr(players, "PER_PAGE", 2)
    with translation.override("cs"):
        page = players.players_page(search="", year=2026, page=1)
    assert nicks_on(page) == ["Čenda", "Chroust"]
    assert len(page.object_list) == 2


def test_the_desk_and_its_choices_are_in_the_readers_order(czechs, director):
    event = EventFactory.create()
    event.staff.create(account=director, role="director")
    for player in czechs:
        RegistrationFactory.create(event=event, player=player, nick=player.nick)
    client = Client(headers={"Accept-Language": "cs"})
    client.force_login(director)
    page = client.get(f"/desk/{event.slug}/people/")
    assert [one.nick for one in page.context["page_obj"]] == NICKS
    page = client.get(f"/desk/{event.slug}/apart/")
    assert [label for value, label in page.context["form"].fields["one"].choices if value] == NICKS
    assert desk.people(event).count() == len(NICKS)


@pytest.mark.django_db
def test_federations_are_offered_by_the_names_that_the_reader_sees():
    for country in ("CH", "CZ", "HR", "ES"):
        Federation.objects.create(country=country, name=country)
    with translation.override("cs"):
        assert [label for _, label in OfficeForm().fields["federation"].choices] == [
            "–", "Česko", "Chorvatsko", "Španělsko", "Švýcarsko",
        ]  # fmt: skip

"""The referees' admin shows everything that was recorded and changes none of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Entry, Game
from tournaments.exchange.event_file import parse
from tournaments.models import Account, Event, JournalLine, Player, Registration, Table
from tournaments.operations.files.event_files import import_event

EXAMPLE = Path(__file__).parents[2] / "examples" / "moor-final-2026.event.json"
pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return import_event(file=parse(EXAMPLE.read_bytes()), by=None, now=timezone.now())


@pytest.fixture
def keeper(client):
    client.force_login(Account.objects.create_superuser("keeper@example.org"))
    return client


@pytest.mark.parametrize("model", list(admin.site._registry))
def test_every_list_can_be_seen_and_searched(keeper, event, model):
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")

    assert keeper.get(address).status_code == 200
    assert keeper.get(address, {"q": "moor"}).status_code == 200


@pytest.mark.parametrize("model", [Event, Game, Registration, Table])
def test_a_list_takes_as_many_statements_for_three_rows_as_for_one(
    keeper, event, model, django_assert_num_queries, django_assert_max_num_queries
):
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    keeper.get(address)
    with django_assert_max_num_queries(12) as one:
        keeper.get(address)
    for number in (2, 3):
        text = EXAMPLE.read_text().replace("moor-final-2026", f"moor-final-2026-{number}")
        import_event(file=parse(text), by=None, now=timezone.now())

    with django_assert_num_queries(len(one)):
        keeper.get(address)


@pytest.mark.parametrize("model", list(admin.site._registry))
def test_columns_and_filters_are_called_in_the_readers_language(keeper, event, model):
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    rows = admin.site._registry[model]

    def names(language: str) -> list[str]:
        with translation.override(language):
            request = RequestFactory().get(address)
            request.user = Account.objects.get(email="keeper@example.org")
            shown = rows.get_changelist_instance(request)
            heads = [label_for_field(name, model, rows) for name in rows.get_list_display(request)]
            return [*map(str, heads), *(str(one.title) for one in shown.filter_specs)]

    both = zip(names("en"), names("cs"), strict=True)
    assert [said for said, again in both if said == again and said not in ("", "e-mail")] == []


def test_a_game_shows_its_log_and_takes_nothing(keeper, event):
    game = Game.objects.get()
    address = reverse("admin:games_game_change", args=[game.pk])
    page = keeper.get(address)

    assert page.status_code == 200
    assert str(game.head) in page.content.decode()
    assert keeper.post(address, {"seats": "AB"}).status_code == 403
    assert keeper.post(reverse("admin:games_game_delete", args=[game.pk]), {"post": "yes"}).status_code == 403
    assert Entry.objects.filter(game=game).count() == 22


def test_no_page_edits_an_entry():
    assert Entry not in admin.site._registry
    assert Entry not in {inline.model for rows in admin.site._registry.values() for inline in rows.inlines}


def test_the_action_delete_selected_is_refused_for_events(keeper, event):
    address = reverse("admin:tournaments_event_changelist")
    keeper.post(address, {"action": "delete_selected", "_selected_action": [event.pk], "post": "yes"})

    assert Event.objects.filter(pk=event.pk).exists()


def test_strangers_and_players_do_not_get_in(client, event):
    assert client.get(reverse("admin:index")).status_code == 302
    client.force_login(Account.objects.create_user("player@example.org"))
    assert client.get(reverse("admin:index")).status_code == 302


def test_a_nick_is_not_respelled_past_its_alias(keeper, event):
    player = Player.objects.get(nick="HERON")
    address = reverse("admin:tournaments_player_change", args=[player.pk])
    rows = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    keeper.post(address, {"nick": "STORK", "aliases-TOTAL_FORMS": "0", "aliases-INITIAL_FORMS": "0", **rows})

    player.refresh_from_db()
    assert player.nick == "HERON"


def test_a_refused_change_is_noted_under_the_name_of_its_own_address(keeper, event):
    """Not under the pattern by which the administration's rights are told: journals hold these names for ever."""
    game = Game.objects.first()
    assert keeper.post(reverse("admin:games_game_delete", args=[game.pk]), {"post": "yes"}).status_code == 403
    assert JournalLine.objects.latest("pk").act == "admin:games_game_delete"

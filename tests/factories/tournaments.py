"""Rows of the app `tournaments`."""

from __future__ import annotations

from factory.declarations import LazyAttribute, Sequence, SubFactory

from tests.factories.base import NOW, Factory
from tests.factories.games import PlayingWordFactory
from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Account,
    Club,
    Event,
    EventStatus,
    Federation,
    Player,
    Registration,
    RegistrationStatus,
    Round,
    Staff,
    StaffRole,
)
from tournaments.operations.union.seasons import season_of, series_named


class AccountFactory(Factory[Account]):
    class Meta:
        model = Account

    email = Sequence(lambda n: f"somebody{n}@example.org")

    @classmethod
    def _create(cls, model_class: type[Account], *args: object, **fields: object) -> Account:
        return model_class.objects.create_user(*args, **fields)


class FederationFactory(Factory[Federation]):
    class Meta:
        model = Federation
        django_get_or_create = ("country",)

    country = "CZ"
    name = "Czechia"


class ClubFactory(Factory[Club]):
    class Meta:
        model = Club
        django_get_or_create = ("code",)

    code = Sequence(lambda n: f"CL{n}")
    name = LazyAttribute(lambda club: f"Cats of {club.code}")
    federation = SubFactory(FederationFactory)


class PlayerFactory(Factory[Player]):
    class Meta:
        model = Player

    nick = Sequence(lambda n: f"NICK{n}")
    nick_key = LazyAttribute(lambda player: nick_key(player.nick))
    created_at = NOW


class EventFactory(Factory[Event]):
    """An event whose registration is open; `series` is a code."""

    class Meta:
        model = Event

    class Params:
        series_code = "classic"

    slug = Sequence(lambda n: f"evening-{n}")
    name = LazyAttribute(lambda event: event.slug.replace("-", " ").title())
    date = NOW.date()
    series = LazyAttribute(lambda event: series_named(event.series_code))
    season = LazyAttribute(lambda event: season_of(event.date))
    status = EventStatus.OPEN
    created_at = NOW


class StaffFactory(Factory[Staff]):
    class Meta:
        model = Staff

    event = SubFactory(EventFactory)
    account = SubFactory(AccountFactory)
    role = StaffRole.DIRECTOR


class RegistrationFactory(Factory[Registration]):
    """A row by itself; `stories` also opens the score that belongs to it."""

    class Meta:
        model = Registration

    event = SubFactory(EventFactory)
    player = SubFactory(PlayerFactory)
    key = Sequence(lambda n: f"r{n}")
    nick = LazyAttribute(lambda registration: registration.player.nick)
    status = RegistrationStatus.CONFIRMED
    applied_at = status_at = NOW


class RoundFactory(Factory[Round]):
    class Meta:
        model = Round

    event = SubFactory(EventFactory)
    number = 1
    playing_word = SubFactory(PlayingWordFactory)

"""What the API says, noun by noun. The fields are a promise: they are pinned by tests and by docs/openapi.json.

Docstrings of classes are published in the schema; what is for us stands in comments. Nothing here is asked of the
database: views hand in rows with what they need. People are named by nick and key;
no e-mail address, no reason of a withdrawal, no word that is still secret leaves through here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Entry
from tournaments.api.fields import (
    LARGEST_INTEGER,
    InstantField,
    KnownFieldsOnly,
    LogLineField,
    StrictCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from tournaments.facts.places import place_of
from tournaments.models import (
    Event,
    EventStatus,
    Registration,
    RegistrationStatus,
    Round,
    RoundKind,
    RoundStatus,
    Table,
)

SHARED_FIELDS = ("slug", "name", "series", "season", "date", "starts_at", "time_zone", "place", "theme", "status")


class EventSerializer(serializers.ModelSerializer[Event]):
    series = serializers.CharField(source="series.code", help_text="Code of the series, such as nationals.")
    season = serializers.IntegerField(source="season.year", help_text="Calendar year.")
    starts_at = InstantField(allow_null=True, help_text="When it begins; null until that is set.")
    status = serializers.ChoiceField(
        EventStatus.choices, help_text="Where the event stands, from its draft to its end."
    )
    version = serializers.IntegerField(help_text="Goes up with every change that a visitor could see.")

    class Meta:
        model = Event
        fields = (*SHARED_FIELDS, "version")
        extra_kwargs = {
            "slug": {"help_text": "The word after `/e/` in its address; it never changes."},
            "name": {"help_text": "What the event is called."},
            "date": {"help_text": "Day of the event, in its own time zone."},
            "place": {"help_text": "Where it is played; may be empty."},
            "theme": {"help_text": "Theme of its playing words; may be empty."},
        }


class EventDetailSerializer(EventSerializer):
    registration_opens_at = InstantField(
        allow_null=True, help_text="When the registration opens; null without such a moment."
    )
    registration_closes_at = InstantField(
        allow_null=True, help_text="When the registration closes; null without such a moment."
    )
    capacity = serializers.IntegerField(
        allow_null=True, help_text="Players that there is room for; null without a limit."
    )
    regulations = serializers.DictField(help_text="Only what differs from the defaults of the regulations.")

    class Meta:
        model = Event
        fields = (
            *SHARED_FIELDS,
            *("note", "capacity", "registration_opens_at", "registration_closes_at", "regulations", "version"),
        )
        extra_kwargs = {
            **EventSerializer.Meta.extra_kwargs,
            "note": {"help_text": "What the director says to everybody; may be empty."},
        }


class ClubSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The club's code.")
    name = serializers.CharField(help_text="The club's name.")
    country = serializers.CharField(source="federation.country", help_text="ISO 3166 code.")


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    key = serializers.CharField(help_text="Id of the entry in event files and standings, such as p7.")
    player = serializers.IntegerField(source="player_id", help_text="The number in the address of the player's page.")
    club = ClubSerializer(allow_null=True, help_text="The club of the day.")
    status = serializers.ChoiceField(
        RegistrationStatus.choices, help_text="Whether the player has entered, waits, is here or has withdrawn."
    )

    class Meta:
        model = Registration
        fields = ("key", "nick", "player", "club", "status", "classified", "earns_points")
        extra_kwargs = {
            "nick": {"help_text": "Nick under which he plays."},
            "classified": {"help_text": "Whether he takes a place in the standings."},
            "earns_points": {"help_text": "Whether his place brings points for the ranking."},
        }


# Rows come `with_state`. Context `sees_drafts`: to everyone else a draw that is not published has not happened.
class RoundSerializer(serializers.ModelSerializer[Round]):
    number = serializers.IntegerField(help_text="Number of the round within its event, from 1.")
    kind = serializers.ChoiceField(RoundKind.choices, help_text="Basic round, play-off, final or small final.")
    status = serializers.SerializerMethodField(
        help_text="How far the round is; a draw that is not published counts as none."
    )
    drawn_again = serializers.SerializerMethodField(
        help_text="Whether it is drawn again: tables that were published do not count; nobody is to sit down by them."
    )
    starts_at = InstantField(allow_null=True, help_text="When it is to start; null without a plan.")
    started_at = InstantField(allow_null=True, help_text="When it was started; null until then.")
    closed_at = InstantField(allow_null=True, help_text="When it was closed; null until then.")
    word = serializers.SerializerMethodField(help_text="The playing word; null until the round starts.")
    caption = serializers.SerializerMethodField(help_text="What is said about the word; null until the round starts.")
    letters = serializers.SerializerMethodField(
        help_text="The word in the letters that are taken at the tables; null until the round starts."
    )

    class Meta:
        model = Round
        fields = (
            *("number", "kind", "status", "drawn_again", "starts_at", "started_at", "closed_at"),
            *("word", "caption", "letters"),
        )

    @extend_schema_field(serializers.ChoiceField(RoundStatus.choices))
    def get_status(self, round_: Round) -> str:
        return RoundStatus.PLANNED.value if self._is_hidden(round_) else round_.status

    def get_drawn_again(self, round_: Round) -> bool:
        sees_draft = round_.status == RoundStatus.DRAWN and not self._is_hidden(round_)
        return round_.is_drawn_again if sees_draft else round_.is_told_again

    def get_word(self, round_: Round) -> str | None:
        return round_.playing_word.word if round_.playing_word and round_.is_word_public else None

    def get_caption(self, round_: Round) -> str | None:
        return round_.playing_word.caption if round_.playing_word and round_.is_word_public else None

    @extend_schema_field({"type": ["array", "null"], "items": {"type": "string"}})
    def get_letters(self, round_: Round) -> list[str] | None:
        return list(round_.playing_word.letters) if round_.playing_word and round_.is_word_public else None

    def _is_hidden(self, round_: Round) -> bool:
        return round_.status == RoundStatus.DRAWN and not self.context.get("sees_drafts")


# --- Tables -----------------------------------------------------------------------------------------------------------


class NextDealSerializer(serializers.Serializer[Any]):
    bench = serializers.ListField(child=serializers.CharField(), help_text="Seats that sit out.")
    players = serializers.ListField(child=serializers.CharField(), help_text="Seats that play.")
    dealer = serializers.CharField(help_text="Seat that deals.")
    leader = serializers.CharField(help_text="Seat that leads to the first trick.")


class SeatStateSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(help_text="Key of the registration that sits there now.")
    letters = serializers.IntegerField(help_text="Letters on the seat, whoever took them.")
    left = serializers.IntegerField(allow_null=True, help_text="Order of leaving from 1.")
    deals = serializers.IntegerField(help_text="Own deals of who sits there now.")
    own_letters = serializers.IntegerField(help_text="Letters of who sits there now.")
    match_ball = serializers.BooleanField(help_text="One letter is missing.")


class SmearStateSerializer(serializers.Serializer[Any]):
    target = serializers.IntegerField(help_text="Points that win the game.")
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="By party, such as AC.")
    winner = serializers.CharField(allow_null=True, help_text="The party that has won the game.")


class StateSerializer(serializers.Serializer[Any]):
    deals = serializers.IntegerField(help_text="Deals played that count.")
    void_deals = serializers.IntegerField(help_text="Void deals, which do not count.")
    finished = serializers.BooleanField(help_text="Whether the game is over, played to its end or ended early.")
    closed = serializers.BooleanField(help_text="Whether the game was ended early.")
    deals_to_go = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Fewest and most deals still to come; null in a game of Smear that goes on.",
    )
    findings = serializers.IntegerField(help_text="Lines of the log that cannot be, or are odd.")
    seats = serializers.DictField(child=SeatStateSerializer(), help_text="By seat, A to F; in Smear up to H.")
    next = NextDealSerializer(allow_null=True, help_text="Proposal for the next deal; null when the game is over.")
    smear = SmearStateSerializer(required=False, help_text="Only at a table of Smear.")


class SitterSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(help_text="Key of the registration.")
    nick = serializers.CharField(help_text="Nick under which he plays.")
    club = serializers.CharField(allow_null=True, help_text="Code of the club of the day.")


# Rows come with their games and with occupants and their registrations, as `tables.with_seats` fetches them.
class TableSerializer(serializers.ModelSerializer[Table]):
    number = serializers.IntegerField(help_text="Number of the table within its round.")
    label = serializers.SerializerMethodField(  # type: ignore[assignment]  # declared fields leave the class
        help_text="What people call it, as a card beside it says; may be empty."
    )
    room = serializers.SerializerMethodField(help_text="The room in which it stands; empty where nobody has said it.")
    round = serializers.IntegerField(source="round.number", help_text="Number of the round.")
    length = serializers.SerializerMethodField(help_text="Position of the last line of the log.")
    seats = serializers.SerializerMethodField(help_text="Who sits there now, by seat.")
    state = serializers.SerializerMethodField(help_text="Null until the round starts.")

    class Meta:
        model = Table
        fields = ("round", "number", "label", "room", "length", "seats", "state")

    def get_label(self, table: Table) -> str:
        return place_of(table.round.event.places, table.number).label

    def get_room(self, table: Table) -> str:
        return place_of(table.round.event.places, table.number).room

    def get_length(self, table: Table) -> int:
        return table.game.length if table.game else 0

    @extend_schema_field(serializers.DictField(child=SitterSerializer()))
    def get_seats(self, table: Table) -> dict[str, dict[str, Any]]:
        occupants = {occupant.label: occupant for occupant in table.occupants.all()}
        drawn = {one.seat: label for label, one in sorted(occupants.items()) if one.active}
        return {seat: _sitter(occupants[label].registration) for seat, label in (_sitting(table) or drawn).items()}

    @extend_schema_field(StateSerializer(allow_null=True))
    def get_state(self, table: Table) -> dict[str, Any] | None:
        keys = {occupant.label: occupant.registration.key for occupant in table.occupants.all()}
        return state_document(table.game.state, keys) if table.game else None


def state_document(summary: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """`Game.state` for readers outside: entry keys in place of the log's labels."""
    seats = {
        seat: {
            "entry": keys[sitter["occupant"]],
            **{name: value for name, value in sitter.items() if name != "occupant"},
        }
        for seat, sitter in summary["seats"].items()
    }
    shown = {name: value for name, value in summary.items() if name not in ("seats", "to_go")}
    return {**shown, "deals_to_go": summary["to_go"], "seats": seats}


def _sitting(table: Table) -> dict[str, str]:
    """Seat → label, as the log says; empty before there is one."""
    return {seat: one["occupant"] for seat, one in table.game.state["seats"].items()} if table.game else {}


def _sitter(registration: Registration) -> dict[str, Any]:
    club = registration.club
    return {"entry": registration.key, "nick": registration.nick, "club": club.code if club else None}


# --- The log ----------------------------------------------------------------------------------------------------------


# Context `keys`: label → registration key; `sees_reasons`: a reason may be somebody's health, so staff only.
class EntrySerializer(serializers.ModelSerializer[Entry]):
    position = serializers.IntegerField(help_text="Place of the line in the log of its table, from 1.")
    payload = serializers.SerializerMethodField()
    at_device = InstantField(
        allow_null=True, help_text="When it was written by the sender's clock; null if he did not say."
    )
    at_server = InstantField(help_text="When the site took it in.")

    class Meta:
        model = Entry
        fields = ("id", "position", "kind", "payload", "at_device", "at_server")
        extra_kwargs = {
            "id": {"help_text": "Id of the line, the same for ever."},
            "kind": {"help_text": "Kind of line, as in `payload`."},
        }

    @extend_schema_field(LogLineField)
    def get_payload(self, line: Entry) -> dict[str, Any]:
        hidden = () if self.context["sees_reasons"] else ("reason",)
        shown = {name: value for name, value in line.payload.items() if name not in hidden}
        if "occupant" in shown:
            shown["entry"] = self.context["keys"][shown.pop("occupant")]
        return shown


class LineSerializer(KnownFieldsOnly):
    """A line to be recorded."""

    id = StrictUUIDField(
        help_text="Made by the sender, once per line: sent again, the line gets its first answer again."
    )
    expected_position = StrictIntegerField(
        min_value=1, max_value=LARGEST_INTEGER, help_text="Where the sender believes that it will stand: `length` + 1."
    )
    entry = LogLineField()
    pen = StrictIntegerField(
        required=False, allow_null=True, min_value=0, max_value=LARGEST_INTEGER, help_text="Epoch of the pen."
    )
    slot = StrictIntegerField(
        required=False, allow_null=True, min_value=0, max_value=LARGEST_INTEGER, help_text="Deal that the form was for."
    )
    base = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LARGEST_INTEGER,
        help_text="Last position on the screen.",
    )
    device = StrictCharField(
        required=False,
        allow_blank=True,
        max_length=64,
        default="",
        help_text="Name that the sending device gives itself; may be empty.",
    )
    counter = StrictIntegerField(
        required=False, allow_null=True, min_value=0, max_value=LARGEST_INTEGER, help_text="The device's own count."
    )
    at_device = InstantField(
        required=False, allow_null=True, help_text="When the line was written by the sender's clock."
    )


class RecordedSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Id of the line, as it was sent.")
    position = serializers.IntegerField(help_text="Where the line stands in the log, from 1.")
    length = serializers.IntegerField(help_text="Position of the last line of the log.")
    state = StateSerializer(help_text="The game after this line.")


class StaleSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Always stale_position.")
    detail = serializers.CharField(help_text="Sentence for people, in the language of Accept-Language.")
    expected_position = serializers.IntegerField(help_text="Position that the sender expected.")
    length = serializers.IntegerField(help_text="Position of the last line of the log.")
    missing = EntrySerializer(many=True, help_text="The lines from the expected position on.")
    state = StateSerializer(help_text="The game as it stands.")

"""The ranking of a season: players and clubs by points, and event by event why a player has his.

Points are exact: a whole number, or a fraction such as `11/2`. Equal points share a rank.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.models import Season
from tournaments.queries import players as player_queries
from tournaments.queries import rankings as queries

POINTS = "Exact: a whole number, or a fraction such as 11/2."
STATES = ["counted", "dropped", "no_claim", "unclassified", "no_deal", "no_table"]


class SeasonSerializer(serializers.Serializer[Season]):
    year = serializers.IntegerField(help_text="Calendar year.")


class RankedPlayerSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Rank in the season, from 1; equal points share it.")
    player = serializers.IntegerField(help_text="The number in the address of the player's page.")
    nick = serializers.CharField(help_text="Nick of the player.")
    club = serializers.CharField(allow_null=True, help_text="Code of this season's club.")
    country = serializers.CharField(allow_null=True, help_text="ISO 3166 code of his club's country.")
    points = serializers.CharField(help_text=POINTS)
    counted = serializers.IntegerField(help_text="Results that count.")
    events = serializers.IntegerField(help_text="Results that could count.")


class RankedClubSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Rank in the season, from 1; equal points share it.")
    club = serializers.CharField(help_text="The club's code.")
    name = serializers.CharField(help_text="The club's name.")
    country = serializers.CharField(help_text="ISO 3166 code of the club's country.")
    points = serializers.CharField(help_text=POINTS)
    team_points = serializers.CharField(help_text="What its teams won, as a part of `points`.")
    members = serializers.IntegerField(help_text="Players that count.")


class AwardSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(help_text="Slug of the event.")
    publication = serializers.IntegerField(help_text="Number of the publication that counts.")
    club = serializers.CharField(allow_null=True, help_text="Name of the club of that day.")
    place = serializers.IntegerField(allow_null=True, help_text="Official place in that event; null without one.")
    sharing = serializers.IntegerField(help_text="How many have this place.")
    points = serializers.CharField(help_text=POINTS)
    state = serializers.ChoiceField(STATES, help_text="Whether the result counts, or why it does not.")


class WhySerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="The number in the address of the player's page.")
    nick = serializers.CharField(help_text="Nick of the player.")
    year = serializers.IntegerField(help_text="Calendar year of the season.")
    points = serializers.CharField(help_text=POINTS)
    best_of = serializers.IntegerField(allow_null=True, help_text="How many results count at most; null: all.")
    events = AwardSerializer(many=True, help_text="Every event of the season, in the order of their days.")


class _Ranking(GenericAPIView[Season]):
    """A page of something that was counted, not fetched."""

    queryset = Season.objects.none()

    def answer(self, rows: Any, shown: Any) -> Response:
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(shown(page), many=True).data)


class Rankings(ListAPIView[Season]):
    """The seasons, newest first."""

    permission_classes = [Anyone]
    queryset = Season.objects.none()
    serializer_class = SeasonSerializer

    def get_queryset(self) -> QuerySet[Season]:
        return Season.objects.order_by("-year")

    @extend_schema(operation_id="rankings_list", responses={200: SeasonSerializer(many=True), **errors(400, 404)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class RankedPlayers(_Ranking):
    permission_classes = [Anyone]
    serializer_class = RankedPlayerSerializer

    @extend_schema(
        operation_id="ranked_players_list", responses={200: RankedPlayerSerializer(many=True), **errors(400, 404)}
    )
    def get(self, request: Request, year: int) -> Response:
        """Players with points in this season, best first."""
        season = queries.season_with(year)

        def shown(lines: Any) -> list[dict[str, Any]]:
            return [
                {
                    "rank": player.line.rank,
                    "player": player.line.player,
                    "nick": player.nick,
                    "club": player.club_code or None,
                    "country": player.country or None,
                    "points": str(player.line.points),
                    "counted": player.line.counted,
                    "events": player.line.events,
                }
                for player in queries.named_players(lines, season)
            ]

        return self.answer(queries.ranking_of(season).players, shown)


class RankedClubs(_Ranking):
    permission_classes = [Anyone]
    serializer_class = RankedClubSerializer

    @extend_schema(
        operation_id="ranked_clubs_list", responses={200: RankedClubSerializer(many=True), **errors(400, 404)}
    )
    def get(self, request: Request, year: int) -> Response:
        """Clubs with points in this season, best first."""

        def shown(lines: Any) -> list[dict[str, Any]]:
            return [
                {
                    "rank": club.line.rank,
                    "club": club.code,
                    "name": club.name,
                    "country": club.country,
                    "points": str(club.line.points),
                    "team_points": str(club.line.team_points),
                    "members": club.line.members,
                }
                for club in queries.named_clubs(lines)
            ]

        return self.answer(queries.ranking_of(queries.season_with(year)).clubs, shown)


class WhyPlayer(GenericAPIView[Season]):
    permission_classes = [Anyone]
    queryset = Season.objects.none()
    serializer_class = WhySerializer

    @extend_schema(operation_id="ranked_players_read", responses={200: WhySerializer, **errors(404)})
    def get(self, request: Request, year: int, player: int) -> Response:
        """Why a player has his points: every event, in the order of their days."""
        found = player_queries.player_with(player)
        if found.merged_into is not None:
            found = found.merged_into
        lines, points, rules = queries.why_player(queries.season_with(year), found)
        said = {
            "player": found.pk,
            "nick": found.nick,
            "year": year,
            "points": str(points),
            "best_of": rules.best_of,
            "events": [
                {
                    "event": line.event.slug,
                    "publication": line.event.publication,
                    "club": line.club or None,
                    "place": line.award.place or None,
                    "sharing": line.award.sharing,
                    "points": str(line.award.points),
                    "state": line.award.state,
                }
                for line in lines
            ],
        }
        data: Any = self.get_serializer(said).data
        return Response(data)

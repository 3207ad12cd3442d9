"""The teams of an event: places of the clubs by the success of their members (competition.md 3.10)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.rules.refusals import Refused
from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_event
from tournaments.models import hides_standings
from tournaments.queries.teams import Team, teams_of
from tournaments.standings.reasons import sentence

SUCCESS = "Percent as displayed; null without own deals."


class TeamMemberSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(help_text="Key of the registration.")
    nick = serializers.CharField(help_text="Nick under which he plays.")
    place = serializers.IntegerField(help_text="His own official place in the standings.")
    deals = serializers.IntegerField(help_text="In the basic rounds, as everything here.")
    letters = serializers.IntegerField(help_text="Letters taken in these deals.")
    success = serializers.CharField(allow_null=True, help_text=SUCCESS)


class TeamSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Place of the team, from 1; equal ones share it.")
    last_place = serializers.IntegerField(help_text="Differs from `place` where equal teams share it.")
    club = serializers.CharField(help_text="Code of the club.")
    name = serializers.CharField(help_text="Name of the club.")
    deals = serializers.IntegerField(help_text="Deals of its members in the basic rounds.")
    letters = serializers.IntegerField(help_text="Letters of its members in these deals.")
    success = serializers.CharField(allow_null=True, help_text=SUCCESS)
    why = serializers.ListField(child=serializers.CharField(), help_text="In English; clubs stand in it by code.")
    members = TeamMemberSerializer(many=True, help_text="Members who count for the team.")


class TeamsSerializer(serializers.Serializer[Any]):
    teams = TeamSerializer(many=True, help_text="The teams, the best first.")


class Teams(APIView):
    """How the clubs stand in an event."""

    permission_classes = [Anyone]

    @extend_schema(operation_id="teams_read", responses={200: TeamsSerializer, **errors(404, 422)})
    def get(self, request: Request, slug: str) -> Response:
        """The live places of the teams with their members. Empty in an event of Smear, which knows no success."""
        readable = readable_event(account_of(request), slug)
        event = readable.event
        if not readable.sees_drafts and hides_standings(event):
            raise Refused("standings_hidden")
        return Response({"teams": [_shown(team) for team in teams_of(event)]})


def _shown(team: Team) -> dict[str, Any]:
    return {
        "place": team.place,
        "last_place": team.last_place,
        "club": team.code,
        "name": team.name,
        "deals": team.deals,
        "letters": team.letters,
        "success": team.success,
        "why": [sentence(reason) for reason in team.why],
        "members": [
            {
                "entry": one.row.key,
                "nick": one.row.nick,
                "place": one.row.official,
                "deals": one.deals,
                "letters": one.letters,
                "success": one.success,
            }
            for one in team.members
        ],
    }

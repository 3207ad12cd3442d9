"""The standings as the document `scwu-results/1`, word for word what `manage.py results` prints for the event's file.

Worked out from the logs, so it is kept for as long as the event's version stands, and an ETag saves even that: who has
the version that stands gets 304 for one look at it. `why` and `text` are English, as the format says.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.rules.refusals import Refused
from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_event
from tournaments.models import Event, hides_standings
from tournaments.queries.documents import results_of

KEPT_SECONDS = 600


class PlayOffSerializer(serializers.Serializer[Any]):
    places = serializers.IntegerField(help_text="Places in the final that are left.")
    between = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the registrations that play for them."
    )


class FinalistsSerializer(serializers.Serializer[Any]):
    qualified = serializers.ListField(
        child=serializers.CharField(),
        help_text="Keys of the registrations that are in by the basic rounds alone, in the order of their ranks.",
    )
    play_off = PlayOffSerializer(
        allow_null=True,
        help_text="The tie across the cut by the basic rounds alone, also after a play-off; null if there is none.",
    )


class StandingSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Official place, from 1; equal ones share it.")
    entry = serializers.CharField(help_text="Key of the registration.")
    deals = serializers.IntegerField(help_text="Own deals in all rounds that count.")
    letters = serializers.IntegerField(help_text="Letters taken in these deals.")
    success = serializers.CharField(allow_null=True, help_text="Percent as displayed; null without own deals.")
    games_won = serializers.IntegerField(required=False, help_text="Only in an event of Smear.")
    points = serializers.IntegerField(required=False, help_text="Only in an event of Smear.")
    games = serializers.IntegerField(required=False, help_text="Only in an event of Smear.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="Reasons for the place, each a sentence in English."
    )


class ResultSeatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField(help_text="Key of the registration that sits there now.")
    deals = serializers.IntegerField(help_text="Own deals of who sits there now.")
    letters = serializers.IntegerField(help_text="Letters of who sits there now.")
    letters_on_seat = serializers.IntegerField(
        required=False, help_text="Letters on the seat, where others took some of them."
    )
    left = serializers.IntegerField(allow_null=True, help_text="Order of leaving from 1; null for who stayed.")
    match_ball = serializers.BooleanField(help_text="Whether one letter is missing.")


class ResultTableSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(help_text="Number of the round.")
    table = serializers.IntegerField(help_text="Number of the table within the round.")
    finished = serializers.BooleanField(help_text="Whether the game is over, played to its end or ended early.")
    deals = serializers.IntegerField(help_text="Deals played that count.")
    deals_to_go = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, allow_null=True, help_text="Null in Smear."
    )
    scores = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="Only in an event of Smear: by party."
    )
    winner = serializers.CharField(
        required=False, allow_null=True, help_text="Only in an event of Smear: the party that has won the game."
    )
    seats = serializers.DictField(child=ResultSeatSerializer(), help_text="By seat, A to F; in Smear up to H.")


class FindingSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(help_text="Number of the round.")
    table = serializers.IntegerField(help_text="Number of the table within the round.")
    position = serializers.IntegerField(help_text="Place of the line in the log, from 1.")
    code = serializers.CharField(help_text="Stable word for programs.")
    text = serializers.CharField(help_text="What is odd about the line, in English.")


# Describes the document for the schema; the document itself is made by `standings.results`.
class ResultsSerializer(serializers.Serializer[Any]):
    """The document `scwu-results/1`."""

    format = serializers.ChoiceField(["scwu-results/1"], help_text="Name of the format.")
    finalists = FinalistsSerializer(help_text="Who goes on to the final.")
    standings = StandingSerializer(many=True, help_text="Everybody who takes a place, the best first.")
    tables = ResultTableSerializer(many=True, help_text="Every game that was begun, in the order of rounds and tables.")
    findings = FindingSerializer(many=True, help_text="Lines of logs that cannot be, or are odd.")


class Standings(APIView):
    """The standings of an event."""

    permission_classes = [Anyone]

    @extend_schema(
        operation_id="standings_read",
        parameters=[OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="An earlier ETag.")],
        responses={
            200: ResultsSerializer,
            304: OpenApiResponse(description="Nothing has changed since that ETag."),
            **errors(404, 422),
        },
    )
    def get(self, request: Request, slug: str) -> Any:
        """The document `scwu-results/1`. Send the ETag of the last answer as If-None-Match."""
        readable = readable_event(account_of(request), slug)
        event = readable.event
        if not readable.sees_drafts and hides_standings(event):
            raise Refused("standings_hidden")
        # The version was read with the event, before the logs: a document can be newer than its ETag, never older.
        etag = f'"{event.version}"'
        response: Any = get_conditional_response(request, etag=etag)
        if response is None:
            response = Response(_document(event))
        response["ETag"] = etag
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


def _document(event: Event) -> dict[str, Any]:
    """The document of this version. One is kept per event, so that a long evening does not fill the cache."""
    key = f"results:{event.pk}:{event.created_at.timestamp()}"
    kept: Any = cache.get(key)
    if kept is not None and kept[0] == event.version:
        return dict(kept[1])
    document = results_of(event)
    cache.set(key, (event.version, document), KEPT_SECONDS)
    return document

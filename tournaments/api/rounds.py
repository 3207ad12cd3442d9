"""The rounds of an event. A word is shown from the start of its round on, to nobody earlier."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_event, readable_round
from tournaments.api.serializers import RoundSerializer
from tournaments.models import Round, with_state


@extend_schema_view(
    get=extend_schema(operation_id="rounds_list", responses={200: RoundSerializer(many=True), **errors(400, 404)})
)
class Rounds(ListAPIView[Round]):
    """The rounds in order of their numbers."""

    permission_classes = [Anyone]
    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    sees_drafts = False

    def get_queryset(self) -> QuerySet[Round]:
        readable = readable_event(account_of(self.request), self.kwargs["slug"])
        self.sees_drafts = readable.sees_drafts
        rounds = Round.objects.filter(event=readable.event).select_related("playing_word")
        return with_state(rounds).order_by("number")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "sees_drafts": self.sees_drafts}


@extend_schema_view(get=extend_schema(operation_id="rounds_read", responses={200: RoundSerializer, **errors(404)}))
class OneRound(GenericAPIView[Round]):
    """One round."""

    permission_classes = [Anyone]
    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    lookup_field = "number"

    def get(self, request: Request, slug: str, number: int) -> Response:
        round_, readable = readable_round(account_of(request), slug, number)
        context = {**self.get_serializer_context(), "sees_drafts": readable.sees_drafts}
        data: Any = RoundSerializer(round_, context=context).data
        return Response(data)

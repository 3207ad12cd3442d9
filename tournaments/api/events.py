"""Events: the list, newest first, and one event with its regulations."""

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
from tournaments.api.reading import readable_event, readable_events
from tournaments.api.serializers import EventDetailSerializer, EventSerializer
from tournaments.models import Event


@extend_schema_view(
    get=extend_schema(operation_id="events_list", responses={200: EventSerializer(many=True), **errors(400, 404)})
)
class Events(ListAPIView[Event]):
    """The events that anyone may see, newest first; besides them the drafts at which you have a role."""

    permission_classes = [Anyone]
    queryset = Event.objects.none()
    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        return readable_events(account_of(self.request))


@extend_schema_view(
    get=extend_schema(operation_id="events_read", responses={200: EventDetailSerializer, **errors(404)})
)
class OneEvent(GenericAPIView[Event]):
    """One event."""

    permission_classes = [Anyone]
    queryset = Event.objects.none()
    serializer_class = EventDetailSerializer
    lookup_field = "slug"

    def get(self, request: Request, slug: str) -> Response:
        readable = readable_event(account_of(request), slug)
        data: Any = self.get_serializer(readable.event).data
        return Response(data)

"""The tables of a round: who sits there, and the state of the game as `Game.state` has it. No log is replayed here."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.authentication import account_of
from tournaments.api.errors import errors
from tournaments.api.permissions import Anyone
from tournaments.api.reading import readable_draw
from tournaments.api.serializers import TableSerializer
from tournaments.models import Occupant, Round, Table


def with_seats(round_: Round) -> QuerySet[Table]:
    """The tables of a round with all that is said about them. Two statements."""
    seats = Prefetch("occupants", Occupant.objects.select_related("registration__club").order_by("label"))
    return (
        Table.objects.filter(round=round_)
        .select_related("game", "round__event")
        .prefetch_related(seats)
        .order_by("number")
    )


@extend_schema_view(
    get=extend_schema(operation_id="tables_list", responses={200: TableSerializer(many=True), **errors(400, 404)})
)
class Tables(ListAPIView[Table]):
    """The tables of a round whose seating is published."""

    permission_classes = [Anyone]
    queryset = Table.objects.none()
    serializer_class = TableSerializer

    def get_queryset(self) -> QuerySet[Table]:
        return with_seats(readable_draw(account_of(self.request), self.kwargs["slug"], self.kwargs["number"]))


@extend_schema_view(get=extend_schema(operation_id="tables_read", responses={200: TableSerializer, **errors(404)}))
class OneTable(GenericAPIView[Table]):
    """One table with its state."""

    permission_classes = [Anyone]
    queryset = Table.objects.none()
    serializer_class = TableSerializer
    lookup_field = "number"

    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        round_ = readable_draw(account_of(request), slug, number)
        found = with_seats(round_).filter(number=table).first()
        if found is None:
            raise Http404
        data: Any = self.get_serializer(found).data
        return Response(data)

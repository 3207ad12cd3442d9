"""The log of a table: read it, and record a line.

Recording is `rulings.correcting.record`, the same act as a tap on the table page: the sender's id makes it safe to
send a line again, the expected position keeps anybody from writing over what he has not seen. In an event file and
here a stand-in is a registration (`entry`), in the log a label; the director sends stand-ins, so only one who was
sent to the table can be named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries as game_queries
from games.models import Entry
from games.protocol import Draft
from games.rules.documents.faults import Fault
from games.rules.entries import Entry as LogEntry
from games.rules.payload import parse_entry
from games.rules.refusals import Refused
from tournaments import access
from tournaments.api.authentication import account_of
from tournaments.api.errors import errors, refusal
from tournaments.api.permissions import Anyone, SignedIn
from tournaments.api.reading import readable_draw
from tournaments.api.serializers import (
    EntrySerializer,
    LineSerializer,
    RecordedSerializer,
    StaleSerializer,
    state_document,
)
from tournaments.models import Account, Occupant, Table
from tournaments.operations.rulings import correcting

STALE = "Something else stands there already (`stale_position`): what the sender lacks, and the state."


class Entries(ListAPIView[Entry]):
    """The log of a table, and writing the next line of it."""

    queryset = Entry.objects.none()
    serializer_class = EntrySerializer

    def get_permissions(self) -> list[Any]:
        return [SignedIn()] if self.request.method == "POST" else [Anyone()]

    @extend_schema(operation_id="entries_list", responses={200: EntrySerializer(many=True), **errors(400, 404)})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The lines in order. Reasons are shown to those who may record at this table."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="entries_record",
        request=LineSerializer,
        responses={
            201: OpenApiResponse(RecordedSerializer, description="Recorded."),
            200: OpenApiResponse(RecordedSerializer, description="This very line was recorded before."),
            409: OpenApiResponse(StaleSerializer, description=STALE),
            **errors(400, 403, 404, 413, 415, 422),
        },
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Record a line: for directors and referees of the event, and for line judges of this table."""
        account: Any = account_of(request)  # signed in: the permission has seen to that
        line = LineSerializer(data=request.data)
        line.is_valid(raise_exception=True)
        given = dict(line.validated_data)
        draft = Draft(entry=_entry(account, slug, number, table, given.pop("entry")), **given)
        try:
            recorded = correcting.record(
                by=account, slug=slug, round_number=number, table_number=table, draft=draft, now=timezone.now()
            )
        except Refused as refused:
            if refused.code != "stale_position":
                raise
            return _stale(refused, account, slug, number, table, draft)
        keys = {occupant.label: occupant.registration.key for occupant in recorded.occupants}
        body = {
            "id": str(draft.id),
            "position": recorded.position,
            "length": len(recorded.log),
            "state": state_document(game_queries.summary(recorded.state), keys),
        }
        return Response(body, status=200 if recorded.repeated else 201)

    def get_queryset(self) -> QuerySet[Entry]:
        table = _readable_table(account_of(self.request), **self.kwargs)
        return Entry.objects.filter(game=table.game_id).order_by("position")

    def get_serializer_context(self) -> dict[str, Any]:
        context = super().get_serializer_context()
        if self.kwargs:  # none while the schema is made
            keys = _keys(**self.kwargs)
            context |= {"keys": keys, "sees_reasons": _may_record(account_of(self.request), **self.kwargs)}
        return context


def _readable_table(account: Account | None, slug: str, number: int, table: int) -> Table:
    found = Table.objects.filter(round=readable_draw(account, slug, number), number=table).first()
    if found is None or found.game_id is None:
        raise Http404
    return found


def _may_record(account: Account | None, slug: str, number: int, table: int) -> bool:
    if account is None:
        return False
    try:
        access.table_for_recorder(account, slug, number, table)
    except PermissionDenied:
        return False
    return True


def _keys(slug: str, number: int, table: int) -> dict[str, str]:
    """Label → registration key. One statement."""
    seats = Occupant.objects.filter(round__event__slug=slug, round__number=number, table__number=table)
    return dict(seats.values_list("label", "registration__key"))


def _entry(account: Account, slug: str, number: int, table: int, payload: Any) -> LogEntry:
    """The line as the log has it. The right is proved before anything is said about who was sent to the table."""
    if isinstance(payload, Mapping) and "occupant" in payload:
        raise Refused("malformed_entry", faults=[Fault("unknown_key", ".occupant")])
    if not isinstance(payload, Mapping) or "entry" not in payload:
        return parse_entry(payload)
    parse_entry({"occupant": payload["entry"], **{name: value for name, value in payload.items() if name != "entry"}})
    access.table_for_recorder(account, slug, number, table)
    labels = [label for label, key in _keys(slug, number, table).items() if key == payload["entry"]]
    if not labels:
        raise Refused("stand_in_unknown")
    renamed = {"occupant" if name == "entry" else name: value for name, value in payload.items()}
    return parse_entry({**renamed, "occupant": max(labels)})


def _stale(refused: Refused, account: Account, slug: str, number: int, table: int, draft: Draft) -> Response:
    """What the sender lacks, read after his attempt was taken back."""
    game = access.table_for_recorder(account, slug, number, table).game
    keys = _keys(slug, number, table)
    lines = Entry.objects.filter(game=game, position__gte=draft.expected_position).order_by("position")
    missing = EntrySerializer(lines, many=True, context={"keys": keys, "sees_reasons": True})
    return refusal(
        refused,
        expected_position=draft.expected_position,
        length=game.length,
        missing=missing.data,
        state=state_document(game.state, keys),
    )

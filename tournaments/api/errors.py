"""Every no of the API in one shape: `{"code", "detail"}`, and with the codes that need it more.

`code` is stable and for programs, `detail` is a sentence for people in the language of Accept-Language. `malformed`
and `malformed_entry` list every fault with its JSON path; `stale_position` says what the caller lacks. A refusal of
the rules is 422; only a line for a position that is taken is 409, because the caller can go on from the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse
from rest_framework import exceptions, serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler, set_rollback

from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from tournaments.api.authentication import account_of
from tournaments.api.permissions import Anyone
from tournaments.operations.refusals import FORBIDDEN, note_refused
from tournaments.texts import refusals
from tournaments.texts.about_faults import fault_text


class FaultSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="JSON path of what is wrong, such as $.entry.bench[1].")
    detail = serializers.CharField(help_text="Sentence for people, in the language of Accept-Language.")


class ErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable word for programs.")
    detail = serializers.CharField(help_text="Sentence for people, in the language of Accept-Language.")
    faults = FaultSerializer(
        many=True,
        required=False,
        help_text="With the codes `malformed` and `malformed_entry`: everything that is wrong.",
    )


DESCRIPTIONS = {
    400: "The body is not JSON (`parse_error`), or what was sent has not this shape (`malformed`).",
    401: "There is no token or session (`not_authenticated`), or it is not valid (`authentication_failed`).",
    403: "Known, but not allowed (`permission_denied`).",
    404: "There is no such thing, or nobody may know of it (`not_found`).",
    406: "Only JSON is served (`not_acceptable`).",
    413: "The body is too large (`too_large`).",
    415: "Only application/json is understood (`unsupported_media_type`).",
    422: "Understood, and refused by a rule; `code` says by which.",
    429: "Too many requests (`throttled`); Retry-After says how long to wait.",
}


def errors(*statuses: int) -> dict[int, OpenApiResponse]:
    """The error answers of an operation for the schema; those that any operation may give are added."""
    return {
        status: OpenApiResponse(ErrorSerializer, description=DESCRIPTIONS[status])
        for status in sorted({*statuses, 401, 406, 429})
    }


def answer_to(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: the one shape for every refusal. None for a bug, which crashes."""
    if isinstance(error, Refused):
        set_rollback()
        _note(error, context)
        return refusal(error)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
        _note(FORBIDDEN, context)
    if isinstance(error, exceptions.ValidationError):
        detail = gettext("The request has not the shape that is expected here.")
        faults = [{"path": path, "detail": said} for path, said in _faults(error.detail, "$")]
        response.data = {"code": "malformed", "detail": detail, "faults": faults}
    elif isinstance(error, exceptions.APIException):
        response.data = {"code": error.default_code, "detail": str(error.detail)}
    return response


def refusal(refused: Refused, **more: Any) -> Response:
    """The answer to a refusal of the rules."""
    body: dict[str, Any] = {"code": refused.code, "detail": refusals.sentence_for(refused), **more}
    faults = [{"path": f"$.entry{fault.path}", "detail": fault_text(fault)} for fault in faults_in(refused)]
    if faults:
        body["faults"] = faults
    return Response(body, status=409 if refused.code == "stale_position" else 422)


def _note(refused: Refused | str, context: dict[str, Any]) -> None:
    """The journal knows of refused acts too; what only reads is none, nor what nobody signed in for."""
    request = context.get("request")
    if request is not None and request.method not in SAFE_METHODS:
        where = request.resolver_match
        note_refused(where.view_name, refused, named=where.kwargs, by=account_of(request), now=timezone.now())


class Unknown(APIView):
    """Every address that is none: JSON, not a page. Answers all methods alike."""

    permission_classes = [Anyone]
    schema = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.http_method_not_allowed = self.not_found  # type: ignore[method-assign]  # whatever the method, it is none here
        return super().dispatch(request, *args, **kwargs)

    def not_found(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise exceptions.NotFound


def _faults(detail: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(detail, dict):
        for key, said in detail.items():
            yield from _faults(said, path if key == "non_field_errors" else f"{path}.{key}")
    elif isinstance(detail, list):
        for said in detail:
            yield from _faults(said, path)
    else:
        yield path, str(detail)

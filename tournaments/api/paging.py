"""Lists come in pages, all in the same shape: `count`, `next`, `previous`, `results`. Two statements and the rows'.

What is asked for is a whole number that a page can have; anything else is a fault of the request (400), as the document
says it. A page behind the last one is not there (404).
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.api.fields import LARGEST_INTEGER

BOUNDS = {"page": {"minimum": 1, "maximum": LARGEST_INTEGER}, "page_size": {"minimum": 1, "maximum": 500}}


class _WholeField(serializers.IntegerField):
    """Digits and nothing else: Python reads more as a number than the document calls one."""

    def to_internal_value(self, data: Any) -> int:
        if not (data.isascii() and data.isdigit()):
            self._refuse()
        return super().to_internal_value(data)

    def _refuse(self) -> NoReturn:
        self.fail("invalid")


class _AskedSerializer(serializers.Serializer[Any]):
    page, page_size = (
        _WholeField(required=False, min_value=bounds["minimum"], max_value=bounds["maximum"])
        for bounds in BOUNDS.values()
    )


class Pages(PageNumberPagination):
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = BOUNDS["page_size"]["maximum"]

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        _AskedSerializer(data=request.query_params.dict()).is_valid(raise_exception=True)
        return super().paginate_queryset(queryset, request, view)

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        return [{**one, "schema": {**one["schema"], **BOUNDS[one["name"]]}} for one in parameters]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """In the words of OpenAPI 3.1; DRF's own are those of 3.0, where null is said differently."""
        address = {"type": ["string", "null"], "format": "uri", "description": "Address of that page."}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "description": "Rows on all pages."},
                "next": address,
                "previous": address,
                "results": {**schema, "description": "Rows of this page."},
            },
        }

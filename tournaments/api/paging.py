"""Lists come in pages, all in the same shape: `count`, `next`, `previous`, `results`. Two statements and the rows'."""

from __future__ import annotations

from typing import Any

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500

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
                "results": schema,
            },
        }

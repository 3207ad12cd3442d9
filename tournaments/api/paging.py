"""Lists come in pages, all in the same shape: `count`, `next`, `previous`, `results`. Two statements and the rows'."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500

"""Pages of lists that people look names up in, in the order of the language shown.

No database that the site runs on sorts by every reader's language, so a list is sorted here, as long as reading all of
it is cheap. A longer one stays in the order of the database (nicks without case and accents), for which there is an
index: there a page of a hundred costs the same at a thousand rows and at a hundred thousand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

MOST = 500


def page_by_name(rows: QuerySet[Any, Any], order: Callable[[Any], Any], page: str | int | None, size: int) -> Page[Any]:
    """Return a page of `rows`, sorted by `order` (see `name_order`) if there are no more than MOST. Two statements."""
    paginator = Paginator(rows, size)
    if paginator.count <= MOST:
        paginator = Paginator(sorted(rows, key=order), size)
    return paginator.get_page(page)

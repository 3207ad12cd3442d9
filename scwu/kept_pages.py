"""Pages that are kept are handed out before it is looked up whose address that is, and who asks: they are for anybody.

This stands behind what says the language, refuses foreign host names, and adds headers to every answer. What stands
behind this (forms from elsewhere, accounts, logins) has nothing to do with a page that was made for nobody.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from tournaments.queries.versions import kept_answer


class KeptPages(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        return kept_answer(request)

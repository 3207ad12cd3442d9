"""No question after the "?" of an address holds a NUL: PostgreSQL would refuse the statement, not answer it.

It is left out, as if it had not been typed: nobody types one. What stands in the address itself is looked at where the
object is fetched (tournaments/access/rows.py), what is posted by the forms.
"""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils.deprecation import MiddlewareMixin


class NoNulls(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> None:
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "")
            request.GET = QueryDict(request.META["QUERY_STRING"])  # of which only this is read

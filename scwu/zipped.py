"""Pages that are somebody's own go out compressed, too. Those of events are kept compressed (queries/rendered_once.py).

What is compressed tells its length, and who can make a reader ask for pages that repeat words of his choosing could
find a secret beside them letter by letter (BREACH). Three things stand against it. Tokens of forms are masked anew for
each page, so the same letters never come twice. Django adds up to a hundred random bytes to each answer
(GZipMiddleware, "Heal The Breach"). And cookies are SameSite=Lax: a page of somebody else's can have no page of ours
fetched as its reader. Answers of the API, files and streams are left as they are; their ETags are strong ones.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class ZippedPages(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith("text/html"):
            return super().process_response(request, response)
        return response

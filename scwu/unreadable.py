"""A form in another charset than UTF-8 is answered here, with 400.

Django refuses it where its fields are first read, and reads them once more to show that refusal: a bare 500 came out.
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

FORM = "application/x-www-form-urlencoded"  # of which RFC 1866, 8.2.1 knows no other charset


class ReadableForms(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.content_type == FORM and request.encoding and request.encoding.lower() != "utf-8":
            sentence = "A form is sent in UTF-8.\n"
            return HttpResponse(sentence, status=HTTPStatus.BAD_REQUEST, content_type="text/plain; charset=utf-8")
        return None

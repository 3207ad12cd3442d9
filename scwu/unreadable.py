"""What a form brings and nobody can read is answered here, with 400.

A form in another charset than UTF-8 Django refuses where its fields are first read, and reads them once more to show
that refusal: a bare 500 came out. JSON nested deeper than Python reads is no fault that a form field of Django or
django-allauth (a passkey's answer) expects.
"""

from __future__ import annotations

import json.decoder
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

FORM = "application/x-www-form-urlencoded"  # of which RFC 1866, 8.2.1 knows no other charset


class ReadableForms(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        charset = (request.content_params or {}).get(
            "charset", "utf-8"
        )  # `encoding` leaves out what Python does not know
        if request.content_type == FORM and charset.lower() != "utf-8":
            return _unreadable("A form is sent in UTF-8.")
        return None

    def process_exception(self, _request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, RecursionError) and _raised_in(error) == json.decoder.__file__:
            return _unreadable("This is nested too deeply.")
        return None


def _raised_in(error: Exception) -> str:
    """The file of the line that raised it."""
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    return last.tb_frame.f_code.co_filename if last else ""


def _unreadable(sentence: str) -> HttpResponse:
    return HttpResponse(f"{sentence}\n", status=HTTPStatus.BAD_REQUEST, content_type="text/plain; charset=utf-8")

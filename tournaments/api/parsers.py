"""Reading the body of a request: JSON that every reader understands in the same way, and not much of it.

One line of a log is some hundred bytes; what is larger than `MOST_BYTES` is refused before it is parsed. A key that
stands twice, NaN, Infinity, numbers with thousands of digits and nesting that only serves to exhaust the parser are
no JSON here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

MOST_BYTES = 64 * 1024


class TooLarge(APIException):
    status_code = 413
    default_detail = _("The request is larger than 64 KiB.")
    default_code = "too_large"


class StrictJSONParser(JSONParser):
    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise TooLarge
        try:
            return json.loads(
                data.decode("utf-8"), object_pairs_hook=_without_doubles, parse_constant=_refuse, parse_float=_number
            )
        except (ValueError, RecursionError):  # ValueError is also what wrong UTF-8 and endless numbers raise
            raise ParseError(_("The body of the request is not JSON in UTF-8.")) from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _number(text: str) -> float | int:
    """JSON knows one kind of number, and its schemas call 2.0 an integer: so some programs write it."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)

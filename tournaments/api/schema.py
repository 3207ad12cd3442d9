"""What drf-spectacular cannot see for itself: how a token is sent, and which operations need none.

`docs/openapi.json` is made anew by
`manage.py spectacular --format openapi-json --validate --fail-on-warn --file docs/openapi.json`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from tournaments.api.fields import KnownFieldsOnly, StrictCharField
from tournaments.api.permissions import Anyone


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its registry is untyped
    target_class = "tournaments.api.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A person's token, made on the page My page."}


class Schema(AutoSchema):
    """The project's default."""

    def get_auth(self) -> list[dict[str, Any]]:
        optional = any(isinstance(permission, Anyone) for permission in self.view.get_permissions())
        found: list[dict[str, Any]] = super().get_auth()
        return [*found, {}] if optional else found

    def _map_serializer(self, serializer: Any, *args: Any, **kwargs: Any) -> Any:
        mapped: dict[str, Any] = super()._map_serializer(serializer, *args, **kwargs)  # type: ignore[no-untyped-call]
        is_closed = issubclass(serializer if isinstance(serializer, type) else type(serializer), KnownFieldsOnly)
        return {**mapped, "additionalProperties": False} if is_closed else mapped

    def _map_serializer_field(self, field: Any, *args: Any, **kwargs: Any) -> Any:
        mapped: dict[str, Any] | None = super()._map_serializer_field(field, *args, **kwargs)  # type: ignore[no-untyped-call]
        return {**mapped, "pattern": field.pattern} if mapped and isinstance(field, StrictCharField) else mapped

    def get_tags(self) -> list[str]:
        """The noun: the last word of the address that is no number."""
        words = [word for word in self.path.split("/") if word and "{" not in word]
        return [words[-1]]


def in_english(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The schema is one document for everybody; names of columns and states would follow the reader's language."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override("en"):
            return view(request, *args, **kwargs)

    return answer

"""`dumpdata` in JSON as Django's, but for times: Django cuts them to milliseconds, and digests cover microseconds."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.serializers import json
from django.core.serializers.json import Deserializer

__all__ = ["Deserializer", "Serializer"]


class WholeTimes(json.DjangoJSONEncoder):
    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class Serializer(json.Serializer):
    def _init_options(self) -> None:
        self.options.setdefault("cls", WholeTimes)
        super()._init_options()  # type: ignore[misc]  # not in its stubs

"""The one base of all factories, and the moment at which their evenings take place."""

from __future__ import annotations

import datetime as dt
from typing import TypeVar

from factory.django import DjangoModelFactory

Row = TypeVar("Row")

NOW = dt.datetime(2026, 3, 14, 18, 0, tzinfo=dt.UTC)


class Factory(DjangoModelFactory[Row]):
    """Rows are saved once, as they are given; nothing happens behind a test's back."""

    class Meta:
        abstract = True
        skip_postgeneration_save = True

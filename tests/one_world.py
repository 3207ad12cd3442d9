"""One world for all tests of a file: it is made once, and what each test does in it is taken back.

A file has both fixtures by importing `one_world` and `taken_back`; its tests ask for `world`. Nobody is throttled in
it, and what is refused fills no log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from tests.rights_world import World, build
from tournaments.public import throttle


@pytest.fixture(scope="module", name="world")
def one_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of the file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(throttle, "_count", lambda *_args: 1)
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        logging.disable(logging.CRITICAL)
        yield build()
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture(name="_django_db_helper")
def taken_back(world: World) -> Iterator[None]:
    """Instead of pytest-django's: the transaction around each test is that of the world; what it did is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)

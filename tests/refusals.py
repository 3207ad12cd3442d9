"""One way to say in a test: this is refused, and nothing of it was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from games.rules.refusals import Refused


def refusal(act: Callable[..., object], *args: Any, **kwargs: Any) -> Refused:
    """The refusal that `act` raises."""
    with pytest.raises(Refused) as refused, transaction.atomic():
        act(*args, **kwargs)
    return refused.value


def refused_code(act: Callable[..., object], *args: Any) -> str:
    """The code with which something pure is refused; needs no database."""
    with pytest.raises(Refused) as refused:
        act(*args)
    return refused.value.code

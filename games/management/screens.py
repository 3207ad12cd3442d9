"""The terminal as rich sees it: colours only where it can show them, and as wide as it is.

NO_COLOR, TERM=dumb, COLUMNS and Django's --no-color and --force-color are obeyed; what is piped away is plain text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import OutputWrapper
from rich.console import Console, RenderableType


def console_on(stream: OutputWrapper, options: Mapping[str, Any]) -> Console:
    """Where a command prints. `options`: those of the command."""
    return Console(
        file=stream,  # type: ignore[arg-type]  # a text stream in all but its stub
        force_terminal=options["force_color"] or None,
        no_color=options["no_color"] or None,
        highlight=False,
        markup=False,
        emoji=False,
    )


def as_text(renderable: RenderableType, console: Console) -> str:
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()

"""Numbers from fewest to most, as they are written."""

from __future__ import annotations


def from_to(fewest: int, most: int) -> str:
    """3–9, or 1 where there is nothing between."""
    return str(most) if fewest == most else f"{fewest}–{most}"

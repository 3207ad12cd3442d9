"""A set from which something can be taken by lot: its order follows from what was done to it, not from hashes."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Pool(Generic[Item]):
    """Adding, discarding and looking at the n-th take the same time however many there are."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._place: dict[Item, int] = {}

    def add(self, item: Item) -> None:
        if item not in self._place:
            self._place[item] = len(self.items)
            self.items.append(item)

    def discard(self, item: Item) -> None:
        place = self._place.pop(item, None)
        if place is None:
            return
        last = self.items.pop()
        if last != item:
            self.items[place] = last
            self._place[last] = place

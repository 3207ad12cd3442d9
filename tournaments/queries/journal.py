"""The journal for those who may read it: an event's for its director, all of it for the union, the newest line first.

A line names people by keys; who they are is looked up when it is shown. So somebody who was forgotten since is
forgotten here too. The cost is the same for one line and for a page full of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from tournaments.facts.masking import KEY
from tournaments.models import Club, Event, JournalLine, Player, Registration
from tournaments.queries.names import names_of

PER_PAGE = 50
ENTRY = re.compile(r"p[0-9]+")
UNION = "union"


@dataclass(frozen=True, slots=True)
class Names:
    """Who and what the keys of some lines are. `entries`: (event, key) → nick."""

    accounts: Mapping[str, str]
    players: Mapping[str, str]
    entries: Mapping[tuple[int, str], str]
    clubs: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class JournalPage:
    """`acts`: those that occur, to choose from; `names` belongs to the lines of `page`."""

    page: Page[JournalLine]
    acts: tuple[str, ...]
    names: Names


def journal_page(
    *, event: Event | None = None, chain: str = "", act: str = "", refused: bool = False, page: str | int | None = None
) -> JournalPage:
    """The lines of `event`; without one those of `chain`: an event's slug, `union`, or empty for all.

    Few statements, the same for one line and for fifty.
    """
    lines = JournalLine.objects.all()
    if event is not None:
        lines = lines.filter(chain__event=event)
    elif chain:
        lines = lines.filter(chain__event=None) if chain == UNION else lines.filter(chain__event__slug=chain)
    acts = tuple(lines.order_by("act").values_list("act", flat=True).distinct())
    if act:
        lines = lines.filter(act=act)
    if refused:
        lines = lines.exclude(refused="")
    shown = Paginator(lines.select_related("chain__event").order_by("-at", "-pk"), PER_PAGE).get_page(page)
    return JournalPage(shown, acts, _names(list(shown)))


def _names(lines: Iterable[JournalLine]) -> Names:
    lines = list(lines)
    keys = {word for line in lines for word in (line.by, *line.subject.split(), *_words(line.old), *_words(line.new))}
    keys |= {key if ":" in key else f"entry:{key}" for line in lines for key in KEY.findall(line.reason)}
    accounts = {key for key in keys if key.startswith("account:") and key[8:].isdecimal()}
    players = {int(key[7:]) for key in keys if key.startswith("player:") and key[7:].isdecimal()}
    clubs = {int(key[5:]) for key in keys if key.startswith("club:") and key[5:].isdecimal()}
    entries = {key[6:] for key in keys if key.startswith("entry:")}
    entries |= {field for line in lines for field in line.new if ENTRY.fullmatch(field)}  # who has another seat
    events = {line.chain.event_id for line in lines if line.chain.event_id}
    entered = Registration.objects.filter(event__in=events, key__in=entries)
    return Names(
        accounts=names_of(accounts),
        players={f"player:{pk}": nick for pk, nick in Player.objects.filter(pk__in=players).values_list("pk", "nick")},
        entries={(event, key): nick for event, key, nick in entered.values_list("event_id", "key", "nick")},
        clubs={f"club:{pk}": name for pk, name in Club.objects.filter(pk__in=clubs).values_list("pk", "name")},
    )


def _words(said: Mapping[str, Any]) -> Iterable[str]:
    return [value for value in said.values() if isinstance(value, str)]

"""Draws: possible tables with what they cost, the draw, and the draw again with a reason."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, reason_in, refusal_of, signed_in
from tournaments.models import RoundKind
from tournaments.operations.seating import drawing
from tournaments.projections import regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.draws import apart_pairs
from tournaments.queries.expectations import Expected
from tournaments.texts.refusals import sentence_for

SHOWN_AT_ONCE = 4
MOST_TABLES = 1000
MANY = 8  # tables whose sizes one still reads at a glance


@dataclass(frozen=True, slots=True)
class Way:
    """A way to seat the players, as a line to choose. `sizes`: 5-5-5."""

    sizes: str
    tables: int
    in_words: str
    repeats: int
    benched: int
    chosen: bool
    expected: tuple[Expected, ...] = ()


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Choose the sizes of the tables, then draw. Another draw needs a reason; every attempt is kept."""
    if request.method == "GET":
        return draw_page(request, slug, number)
    account = signed_in(request)
    round_ = access.round_for(account, slug, number, "event.draw")
    asked = request.POST.get("sizes", "").split("-")[:MOST_TABLES]
    sizes = [int(size) for size in asked if size.isdecimal() and len(size) < 3]

    def act() -> str:
        made = drawing.draw_round(
            round_=round_,
            seed=secrets.token_hex(32),
            by=account,
            now=timezone.now(),
            sizes=sizes or None,
            reason=reason_in(request),
        )
        return _("Drawn: attempt %(n)s. Only you can see it yet.") % {"n": made.attempt}

    return acted(
        request,
        act,
        to=address("round", slug, number),
        refused=lambda refused: draw_page(request, slug, number, refusal_of(refused, "draw")),
    )


def draw_page(request: HttpRequest, slug: str, number: int, refusal: Refusal | None = None) -> HttpResponse:
    round_ = access.round_for(signed_in(request), slug, number, "event.draw")
    sizes = queries.table_sizes(round_)
    ways = ways_of(sizes, request.POST.get("sizes", ""))
    values = {
        "tab": "rounds",
        "round": round_,
        "by_rank": round_.kind != RoundKind.BASIC,
        "sizes": sizes,
        "impossible": sentence_for(sizes.refused) if sizes.refused else "",
        "ways": ways[:SHOWN_AT_ONCE],
        "more_ways": ways[SHOWN_AT_ONCE:],
        "attempts": round_.draws.count(),
        "regulations": regulations_of(round_.event),
        "apart": apart_pairs(round_.event),
        "reason": reason_in(request),
    }
    return page(request, "draw", round_.event, values, refusal)


def ways_of(sizes: queries.TableSizes, asked: str) -> list[Way]:
    """The ways as lines; the best one is chosen until another was asked for."""
    texts = ["-".join(map(str, split.sizes)) for split in sizes.splits]
    chosen = asked if asked in texts else next(iter(texts), "")
    by_size = sizes.expectation.by_size if sizes.expectation else {}
    return [
        Way(
            sizes=text,
            tables=split.tables,
            in_words=" + ".join(map(str, split.sizes)) if split.tables <= MANY else _alike(split.sizes),
            repeats=split.forced_repeats(sizes.rounds),
            benched=split.benched if sizes.has_bench else 0,
            chosen=text == chosen,
            expected=tuple(by_size[size] for size in sorted(set(split.sizes), reverse=True) if size in by_size),
        )
        for text, split in zip(texts, sizes.splits, strict=True)
    ]


def _alike(sizes: tuple[int, ...]) -> str:
    """4 × 6 + 2 × 5."""
    return " + ".join(f"{sizes.count(size)} × {size}" for size in sorted(set(sizes), reverse=True))

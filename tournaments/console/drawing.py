"""Draws: possible tables with what they cost, the draw, and the draw again with a reason."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Round, RoundKind, RoundStatus
from tournaments.operations.seating import drawing
from tournaments.operations.seating.transcripts import refuse_other_seating
from tournaments.projections import TIERS, regulations_of
from tournaments.queries import desk as queries
from tournaments.queries.ceremonies import BEGUN, as_shown, draws_in_public, is_by_lot, redraws_among
from tournaments.queries.draw_history import apart_pairs, last_draw, list_as_seen
from tournaments.queries.expectations import Expected
from tournaments.texts.about_forecasts import minutes_text
from tournaments.texts.refusals import refusal_of, sentence_for

SHOWN_AT_ONCE = 4
MOST_TABLES = 1000
MANY = 8  # tables whose sizes one still reads at a glance


@dataclass(frozen=True, slots=True)
class Way:
    """A way to seat the players, as a line to choose. `sizes`: 5-5-5; `expected`: of each size, with its minutes."""

    sizes: str
    tables: int
    in_words: str
    repeats: int
    benched: int
    chosen: bool
    expected: tuple[tuple[Expected, str], ...] = ()


@desk.page("<slug:slug>/round/<int:number>/draw/", right="event.draw")
def draw(round_: Round, visit: Visit) -> HttpResponse:
    """Choose the sizes of the tables, then draw."""
    sizes, attempts = queries.table_sizes(round_), last_draw(round_)
    made = draws_in_public(round_.event, round_.number)
    values = {
        "tab": "rounds",
        "event": round_.event,
        "round": round_,
        "by_rank": round_.kind != RoundKind.BASIC,
        **ways_shown(sizes, visit),
        "attempts": attempts,
        "promised": as_shown(made),
        "listed": list_as_seen(0, sizes.players, ()),
        "redraws": redraws_among(round_, made, attempts),
        "spent": spent(round_),
        "by_lot": is_by_lot(round_),
        "begun": sentence_for(Refused("ceremony_begun")) if made and made[-1].state in BEGUN else "",
        "regulations": regulations_of(round_.event),
        "apart": apart_pairs(round_.event),
        "reason": visit.text("reason", most=500),
    }
    return visit.page("console/draw.html", values)


@desk.act(
    "<slug:slug>/round/<int:number>/draw/",
    right="event.draw",
    page=draw,
    to="round",
    wanted=_("Drawing a round"),
    done=_("Drawn: attempt %(n)s. Only you can see it yet."),
    code="desk:draw",
)
def draw_round(round_: Round, visit: Visit) -> Values:
    """Draw. Another draw needs a reason; every attempt is kept."""
    made = drawing.draw_round(
        round_=round_,
        seed=secrets.token_hex(32),
        by=visit.by,
        now=visit.now,
        sizes=sizes_in(visit),
        reason=visit.text("reason", most=500),
        attempt=visit.seen_attempt(),
        promised=visit.sent.get("promised"),
        listed=visit.sent.get("listed"),
    )
    return {"n": made.attempt}


def sizes_in(visit: Visit) -> list[int] | None:
    """The sizes of tables that were chosen, as 5-5-5 says them; None if none were."""
    asked = visit.sent.get("sizes", "").split("-")[:MOST_TABLES]
    return [int(size) for size in asked if size.isdecimal() and len(size) < 3] or None


def barred(round_: Round) -> str:
    """Why the seating that a round has may neither be published nor played now; "" if it may, or there is none."""
    if round_.status not in (RoundStatus.DRAWN, RoundStatus.PUBLISHED):
        return ""
    return refusal_of(refuse_other_seating, round_)


def spent(round_: Round) -> str:
    """Why a round is not drawn again without a ceremony, in the words in which it would be refused; "" if it may."""
    return "" if round_.kind in TIERS else refusal_of(drawing.refuse_redraw, round_)


def ways_shown(sizes: queries.TableSizes, visit: Visit) -> dict[str, Any]:
    """The ways to choose from, the best at once and the others behind them."""
    ways = ways_of(sizes, visit.sent.get("sizes", ""))
    return {
        "sizes": sizes,
        "impossible": sentence_for(sizes.refused) if sizes.refused else "",
        "ways": ways[:SHOWN_AT_ONCE],
        "more_ways": ways[SHOWN_AT_ONCE:],
    }


def ways_of(sizes: queries.TableSizes, asked: str) -> list[Way]:
    """The ways as lines; the best one is chosen until another was asked for."""
    texts = ["-".join(map(str, split.sizes)) for split in sizes.splits]
    chosen = asked if asked in texts else next(iter(texts), "")
    by_size = sizes.expectation.by_size if sizes.expectation else {}
    expected = {size: (one, minutes_text(one.minutes)) for size, one in by_size.items()}
    return [
        Way(
            sizes=text,
            tables=split.tables,
            in_words=" + ".join(map(str, split.sizes)) if split.tables <= MANY else _alike(split.sizes),
            repeats=split.forced_repeats(sizes.rounds),
            benched=split.benched if sizes.has_bench else 0,
            chosen=text == chosen,
            expected=tuple(expected[size] for size in sorted(set(split.sizes), reverse=True) if size in expected),
        )
        for text, split in zip(texts, sizes.splits, strict=True)
    ]


def _alike(sizes: tuple[int, ...]) -> str:
    """Tables of the same size counted together: 4 × 6 + 2 × 5."""
    return " + ".join(f"{sizes.count(size)} × {size}" for size in sorted(set(sizes), reverse=True))

"""All markup that is written in Python for speed: standings, boards, lists of names, cards, flags.

For each there is a template in templates/fast/ that says the same more readably; `test_fast_markup` holds the two
together, so change both. Pages use what is written here: a template is too slow for a hundred rows or sixty cards.
Links inside sentences (`rules`, `said`) are made in Python because no template looks into a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.public.shown import Shown
from tournaments.queries.events import Person, RoundLine
from tournaments.queries.smear import Party
from tournaments.templatetags.event_times import clock, moment
from tournaments.texts.about_numbers import decimal_said
from tournaments.texts.about_tables import table_name, table_room
from tournaments.texts.about_words import in_caption

LEFT = ' class="left"'
BADGE_ICONS = {"live": "play", "good": "check", "wait": "half", "off": "minus", "bad": "cross"}  # parts/badge.html


def standings_body(rows: Iterable[Shown], *, is_smear: bool = False) -> SafeString:
    """The lines of the standings, of `shown.rows_shown`, as templates/fast/standings_rows.html says them.

    This one page is asked for all evening by everybody, and its hundred rows took a template longer than all the rest
    took together. Every text goes through `escape`.
    """
    players, why = reverse("public:players"), escape(_("Why"))
    ties = {"open": _("play-off"), "through": _("through the play-off"), "out": _("out by the play-off")}
    tiers = {"": "", "final": escape(_("final")), "small_final": escape(_("small final"))}
    cut, lines = ' class="cut"', []
    for row in rows:
        nick = escape(row["nick"])
        tie = f' <span class="tag">{escape(ties[row["tied"]])}</span>' if row["tied"] else ""
        reasons = (
            f'<details data-key="why-{escape(row["key"])}"><summary>{why}<span class="hush"> – {nick}</span></summary>'
            f"<p>{escape(row['why'])}</p></details>"
        )
        lines.append(
            f'<tr{cut if row["cut"] else ""}><td class="place">{row["place"]}</td>'
            f'<th scope="row"><a class="nick" href="{players}{row["player"]:d}/">{nick}</a> '
            f'<span class="club">{_home(row, tiers[row["tier"]])}</span>{tie}{_override(row)}'
            f"{reasons if row['why'] else ''}</th>"
            f"{_figures_of_smear(row) if is_smear else _figures(row)}</tr>"
        )
    return mark_safe("\n".join(lines))  # noqa: S308 - made of numbers and of texts that were escaped above


def head_of_standings(rows: Iterable[Shown], *, is_smear: bool = False) -> SafeString:
    """The first lines of the standings without their reasons, as templates/fast/head_of_standings.html says them."""
    players, by_referee = reverse("public:players"), escape(_("place set by the referee"))
    lines = [
        f'<tr><td class="place">{row["place"]}</td>'
        f'<th scope="row"><a class="nick" href="{players}{row["player"]:d}/">{escape(row["nick"])}</a> '
        f'<span class="club">{_home(row, by_referee if row["note"] else "")}</span></th>'
        f"{_figures_of_smear(row) if is_smear else _figures(row)}</tr>"
        for row in rows
    ]
    return mark_safe("\n".join(lines))  # noqa: S308 - made of numbers and of texts that were escaped above


def _home(row: Shown, remark: str) -> str:
    """The club of a player with its country, and what is remarked beside it, markup already."""
    club, country = escape(row["club"]), escape(row["country"])
    if country:
        club = f'{club} <span class="flag">{country}</span>'
    return " · ".join(filter(None, (club, remark)))


def _figures(row: Shown) -> str:
    success = "–" if row["success"] is None else f"{decimal_said(row['success'])} %"
    return f'<td class="num">{row["deals"]:d}</td><td class="num">{row["letters"]:d}</td><td class="num">{success}</td>'


def _figures_of_smear(row: Shown) -> str:
    return (
        f'<td class="num">{row["games"]:d}</td><td class="num">{row["games_won"]:d}</td>'
        f'<td class="num">{row["points"]:d}</td>'
    )


def _override(row: Shown) -> str:
    """The note that the referee has set the place, and why; empty if he has not."""
    if not row["note"]:
        return ""
    values = {"place": row["computed"], "note": row["note"]}
    said = _("Place set by the referee (computed: %(place)s): %(note)s") % values
    return f'<p class="override">{escape(said)}</p>'


def board(tables: Iterable[Shown], event: Event, *, plain: bool = False) -> SafeString:
    """The cards of a board, of `shown.tables_shown`, as templates/fast/board.html says them.

    `plain`: on the page of a round, which need not be named again in each of them.
    """
    cards = _Cards(event, plain=plain)
    return mark_safe("\n".join(map(cards.card, tables)))  # noqa: S308 - made of numbers and of texts that are escaped


class _Cards:
    """The cards of one board. What many of them have in common, words above all, is made once."""

    def __init__(self, event: Event, *, plain: bool) -> None:
        self.event, self.plain = event, plain
        self.icon, self.word = cache(_icon), cache(_word)
        self.played, self.to_go = cache(_played), cache(_to_go)
        self.round_page = cache(_round_page)
        self.last_line = escape(_("last line"))
        ball = _("match ball")
        self.ball = f' <span class="ball">{self.icon("flame")}{escape(ball)}</span>'
        self.roles = {
            "deals": self.tag("cards", _("deals")),
            "sits_out": self.tag("chair", _("on the bench")),
            "left": self.tag("rosette", _("has left")),
            "gone": self.tag("cross", _("withdrawn")),
            "lost": self.tag("rosette", _("lost the play-off")),
        }

    def tag(self, drawn: str, text: str) -> str:
        return f' <span class="tag">{self.icon(drawn)}{escape(text)}</span>'

    def card(self, one: Shown) -> str:
        """A table: its state, who sits there or the scores of its parties, and how far it is."""
        table, (kind, drawn, state) = one["table"], one["badge"]
        beside = "" if self.plain else f' <span class="soft">{escape(one["round_title"])}</span>'
        page = f"{self.round_page(self.event.slug, table.round)}table/{table.number:d}/"
        return (
            f'<li class="card"><div class="card-head"><h3><a class="card-link" href="{page}">'
            f"{escape(table_name(self.event, table.number))}</a>{_room(self.event, table.number)}{beside}</h3>"
            f'<span class="badge {kind}">{self.icon(drawn)}{escape(state)}</span></div>'
            f"{self.scores(one['parties']) if one['parties'] else self.seats(one)}"
            f"{self.how_far(one) if table.started else ''}</li>"
        )

    def seats(self, one: Shown) -> str:
        """Who sits at a table, with the letters of each; before the game with his country."""
        lines, started = [], one["table"].started
        for seat in one["seats"]:
            has_left = seat["role"] == "left"
            role = "lost" if has_left and one["is_play_off"] and seat["complete"] else seat["role"]
            beside = f'<span class="flag">{escape(seat["country"])}</span>' if seat["country"] and not started else ""
            if started and not one["is_play_off"]:
                beside = self.word(seat["taken"], seat["missing"], seat["word_text"])
            lines.append(
                f'<li{LEFT if has_left else ""}><span class="seat-letter">{seat["seat"]}</span> '
                f'<span><span class="nick">{escape(seat["nick"])}</span>{self.ball if seat["ball"] else ""}'
                f"{self.roles.get(role, '')}</span> <span>{beside}</span></li>"
            )
        return f'<ul class="mini">{"".join(lines)}</ul>'

    def scores(self, parties: Iterable[Party]) -> str:
        """As templates/parts/scores.html."""
        won = self.tag("rosette", _("won the game"))
        lines = [
            f'<div><dt><strong>{escape(party.name)}</strong> <span class="nick">{escape(party.nicks)}</span>'
            f"{won if party.has_won else ''}</dt>"
            f'<dd data-part="score-{escape(party.name)}">{party.score:d}</dd></div>'
            for party in parties
        ]
        return f'<dl class="figures scores">{"".join(lines)}</dl>'

    def how_far(self, one: Shown) -> str:
        """How many deals were played, how many are to go, and when something was recorded last."""
        table = one["table"]
        parts = [self.played(table.deals)]
        if one["is_playing"] and not one["parties"]:
            parts.append(self.to_go(one["to_go"], one["most_to_go"]))
        if one["minutes"]:
            parts.append(escape(one["minutes"]))
        if one["is_playing"] and table.last_entry_at:
            parts.append(f"{self.last_line} {escape(clock(table.last_entry_at, self.event.time_zone))}")
        return f'<p class="soft">{" · ".join(parts)}</p>'


def _round_page(slug: str, number: int) -> str:
    return reverse("public:round", args=[slug, number])


def _icon(name: str) -> str:
    """As templates/parts/icon.html."""
    drawn = static("tournaments/icons.svg")
    return f'<svg class="icon" aria-hidden="true" focusable="false"><use href="{drawn}#{name}"/></svg>'


def _played(deals: int) -> str:
    return escape(ngettext("%(n)s deal played", "%(n)s deals played", deals) % {"n": deals})


def _to_go(deals: str, most: int) -> str:
    """`deals`: one number, or from fewest to most."""
    return escape(ngettext("%(n)s to go", "%(n)s to go", most) % {"n": deals})


def _word(taken: Iterable[str], missing: Iterable[str], text: str) -> str:
    """The boxes of a word for the eye, and what they say for those who listen."""
    full = "".join(f"<b>{escape(letter)}</b>" for letter in taken)
    empty = "".join(f"<i>{escape(letter)}</i>" for letter in missing)
    return f'<span class="word small" aria-hidden="true">{full}{empty}</span><span class="hush">{escape(text)}</span>'


def round_cards(rounds: Iterable[Shown], event: Event) -> SafeString:
    """The rounds of an event: `line`, `title` and `badge` of each, as templates/fast/round_cards.html says them."""
    icon, cards, playing = cache(_icon), [], escape(_("Playing word:"))
    for one in rounds:
        line, (kind, state), word = one["line"], one["badge"], ""
        if line.word and line.kind != "play_off":
            word = f"<p>{playing} <strong>{escape(in_caption(line.word, line.caption))}</strong></p>"
        cards.append(
            f'<li class="card"><div class="card-head"><h3><a class="card-link" '
            f'href="{_round_page(event.slug, line.number)}">{escape(one["title"])}</a></h3>'
            f'<span class="badge {kind}">{icon(BADGE_ICONS.get(kind, "ring"))}{escape(str(state))}</span></div>{word}'
            f'<p class="soft">{escape(" · ".join(_course(line, event.time_zone)))}</p></li>'
        )
    return mark_safe("\n".join(cards))  # noqa: S308 - made of numbers and of texts that were escaped above


def _course(line: RoundLine, zone: str) -> Iterator[str]:
    """When a round was, is or will be, and how many tables it has."""
    if line.closed_at:
        yield _("closed %(when)s") % {"when": moment(line.closed_at, zone)}
    elif line.started_at:
        yield _("started %(when)s") % {"when": moment(line.started_at, zone)}
    elif line.starts_at:
        yield _("starts %(when)s") % {"when": moment(line.starts_at, zone)}
    if line.tables:
        tables = [ngettext("%(n)s table", "%(n)s tables", line.tables) % {"n": line.tables}]
        if line.unfinished:
            tables.append(
                ngettext("%(n)s still playing", "%(n)s still playing", line.unfinished) % {"n": line.unfinished}
            )
        yield ", ".join(tables)


def seats_by_name(rows: Iterable[Mapping[str, Any]]) -> SafeString:
    """The lines of a seating by name, as templates/fast/seats_by_name.html says them.

    `nick`, `table` as it is called, its `room` and its address `to`, `seat`; `is_gone`: whether he has withdrawn.
    `anchor`: where an initial begins, for the links to it.
    """
    said = _("withdrawn")
    gone = f' <span class="tag">{_icon("cross")}{escape(said)}</span>'
    lines = [
        f'<tr{_id(row["anchor"])}><th scope="row"><span class="nick">{escape(row["nick"])}</span>'
        f"{gone if row['is_gone'] else ''}</th>"
        f'<td class="num"><a href="{row["to"]}">{escape(row["table"])}</a>{_soft(row["room"])}</td>'
        f"<td>{row['seat']}</td></tr>"
        for row in rows
    ]
    return mark_safe("\n".join(lines))  # noqa: S308 - made of numbers and of texts that were escaped above


def _room(event: Event, number: int) -> str:
    return _soft(table_room(event, number))


def _soft(said: str) -> str:
    return f' <span class="soft">{escape(said)}</span>' if said else ""


def _id(anchor: str) -> str:
    return f' id="{anchor}"' if anchor else ""


def names(people: Iterable[Person]) -> SafeString:
    """Who is in, with links to their pages; templates/fast/names.html."""
    players, said = reverse("public:players"), _("unclassified")
    unclassified = f" <small>({escape(said)})</small>"
    lines = [
        f'<li><a class="nick" href="{players}{one.player:d}/">{escape(one.nick)}</a>{_club(one)}'
        f"{'' if one.classified else unclassified}</li>"
        for one in people
    ]
    return mark_safe("\n".join(lines))  # noqa: S308 - made of numbers and of texts that were escaped above


def _club(one: Person) -> str:
    if not one.club:
        return ""
    return f' <span class="club">{escape(one.club)} <span class="flag">{escape(one.country or "")}</span></span>'


def drawing(kind: str, symbol: str, name: str) -> SafeString:
    """A drawing of the pack by its symbol. `name`: for those who do not see it; none where it stands beside it."""
    heard = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    return format_html('<svg class="{}" {} focusable="false"><use href="#{}"/></svg>', kind, heard, symbol)


def signs(kind: str, name: str, rank: str, suit: str) -> SafeString:
    """A card in a line of text: its rank and the drawing of its suit; a joker has neither, and its name is read."""
    if not rank:
        return format_html('<span class="{}">{}</span>', kind, name)
    seen = format_html('<span aria-hidden="true">{}</span>{}', rank, suit)
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', kind, name, seen)


def flag(code: str, name: str, drawn_at: str) -> SafeString:
    """A country's code with its name for who points at it, after its flag where there is a drawing of it."""
    picture = ""
    if drawn_at:
        picture = format_html('<svg aria-hidden="true" focusable="false"><use href="{}"></use></svg>', drawn_at)
    return format_html('<span class="flag" title="{}">{}{}</span>', name, picture, code)

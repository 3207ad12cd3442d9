"""All markup that is written in Python for speed: standings, cards, flags.

For each there is a template in templates/fast/ that says the same more readably; `test_fast_markup` holds the two
together, so change both. Pages use what is written here: a template is too slow for a hundred rows or sixty cards.
Links inside sentences (`rules`, `said`) are made in Python because no template looks into a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.public.shown import Shown


def standings_body(rows: Iterable[Shown], *, is_smear: bool = False) -> SafeString:
    """The lines of the standings, of `shown.rows_shown`, as templates/fast/standings_rows.html says them.

    This one page is asked for all evening by everybody, and its hundred rows took a template longer than all the rest
    took together. Every text goes through `escape`.
    """
    players, why, play_off = reverse("public:players"), escape(_("Why")), escape(_("play-off"))
    tiers = {"": "", "final": escape(_("final")), "small_final": escape(_("small final"))}
    cut, lines = ' class="cut"', []
    for row in rows:
        nick, country = escape(row["nick"]), escape(row["country"])
        club = f'{escape(row["club"])} <span class="flag">{country}</span>' if country else escape(row["club"])
        beside = " · ".join(filter(None, (club, tiers[row["tier"]])))
        tie = f' <span class="tag">{play_off}</span>' if row["tied"] else ""
        reasons = (
            f'<details data-key="why-{escape(row["key"])}"><summary>{why}<span class="hush"> – {nick}</span></summary>'
            f"<p>{escape(row['why'])}</p></details>"
        )
        lines.append(
            f'<tr{cut if row["cut"] else ""}><td class="place">{row["place"]}</td>'
            f'<th scope="row"><a class="nick" href="{players}{row["player"]:d}/">{nick}</a> '
            f'<span class="club">{beside}</span>{tie}{_override(row)}'
            f"{reasons if row['why'] else ''}</th>"
            f"{_figures_of_smear(row) if is_smear else _figures(row)}</tr>"
        )
    return mark_safe("\n".join(lines))  # noqa: S308 - made of numbers and of texts that were escaped above


def _figures(row: Shown) -> str:
    success = "–" if row["success"] is None else f"{row['success']} %"
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

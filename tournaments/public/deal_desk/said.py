"""Cards and rules inside sentences. Sentences come as plain text; a page draws their cards and links their rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.rules.cards import Card
from games.rules.rulebook import sentences
from tournaments.public.rules import PAGES

OPEN, CLOSE = "\ue000", "\ue001"
"""Two signs that no text has: what stands between them is a card."""
CARD = re.compile(f"{OPEN}(..){CLOSE}")
RULE = re.compile(r"\b[CS][1-9]\d*\b")


def face(card: Card) -> str:
    """The card in a sentence, still to be drawn."""
    return f"{OPEN}{card}{CLOSE}"


def marked(text: str, draw: Callable[[Card], str]) -> SafeString:
    """The sentence as markup. `draw`: the markup of a card."""
    linked = RULE.sub(lambda found: rule_link(found[0]), escape(text))
    return mark_safe(CARD.sub(lambda found: draw(found[1]), linked))  # noqa: S308 - escaped above


def rule_link(number: str) -> str:
    """The number of a rule as a link to it."""
    if number not in sentences():
        return number
    return format_html('<a href="{}#{}">{}</a>', reverse(PAGES[number[0]]), number, number)

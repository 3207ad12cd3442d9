"""The rules of both games as pages, rendered from RULES.md in the reader's language.

Every sentence keeps its number as an anchor, so that a ruling can point at it: /rules/#C36. What is drawn beside the
sentences is worked out by the rules themselves: what a card costs, who takes the example trick, who sits out.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext, to_locale
from django.utils.translation import gettext as _
from django.views.decorators.http import condition

from games.rules.rulebook import Section, Sentence, rulebook, sentences
from tournaments.public import rules_figures
from tournaments.public.card_faces import Pack
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.packs import chosen_pack

PAGES = {"C": "public:rules", "S": "public:rules_smear"}


def _etag(request: HttpRequest) -> str:
    return f'"{settings.BUILD}-{get_language()}-{chosen_pack(request)}"'


@public.view("rules/", right="public.read", name="rules")
@open_page
@condition(etag_func=_etag)
def smoking_cat(request: HttpRequest) -> HttpResponse:
    """The rules of Smoking Cat, with the cards that the reader likes."""
    return _page(request, "cat", chosen_pack(request))


@public.view("rules/smear/", right="public.read", name="rules_smear")
@open_page
@condition(etag_func=_etag)
def smear(request: HttpRequest) -> HttpResponse:
    """The rules of Smear and its variants."""
    return _page(request, "smear", "smear")


def address_of(number: str) -> str:
    """Where the sentence stands: /rules/#C36."""
    return f"{reverse(PAGES[sentences()[number].number[0]])}#{number}"


def _page(request: HttpRequest, game: str, pack: Pack) -> HttpResponse:
    first, *rest = (section for section in rulebook(to_locale(get_language() or "en")) if section.game == game)
    context = {
        "section": "rules",
        "game": game,
        "pack": pack,
        "title": printed(first.title),
        "introduction": [_marked(printed(paragraph)) for paragraph in first.paragraphs],
        "parts": [_part(section) for section in ([first] if first.sentences else []) + rest],
    }
    return render(request, "public/rules.html", context)


def _part(section: Section) -> dict[str, Any]:
    """A section as the template loops over it. Its title without the name of the game, which stands above."""
    template, figure = rules_figures.FIGURES.get(section.id, ("", dict))
    title = printed(section.title).partition(": ")
    return {
        "id": section.id,
        "title": _with_capital(title[2] or title[0]),
        "paragraphs": [_marked(printed(paragraph)) for paragraph in section.paragraphs],
        "sentences": [_sentence(sentence) for sentence in section.sentences],
        "template": template,
        "figure": figure(),
    }


def _sentence(sentence: Sentence) -> dict[str, Any]:
    notes = (
        (_("Setting"), sentence.setting),
        (_("Choice"), sentence.choice),
        (_("Not enforceable"), sentence.not_enforceable),
    )
    return {
        "number": sentence.number,
        "text": _marked(printed(sentence.text)),
        "source": _source(sentence),
        "notes": [(label, _marked(_with_capital(printed(note)))) for label, note in notes if note],
    }


def _source(sentence: Sentence) -> str:
    """The source of a sentence, without what makes it the name of a file."""
    return _quoted(sentence.source.rstrip(".").replace("formats/", "").replace(".md", ""))


def printed(text: str) -> str:
    """A text of the rules with a book's quotation marks, and the language's shortest words bound to the next."""
    short = pgettext("one-letter words that may not end a line, without blanks; - if the language minds none", "-")
    quoted = _quoted(text)
    return quoted if short == "-" else _short_words(short).sub("\\1\N{NO-BREAK SPACE}", quoted)


def _quoted(english: str) -> str:
    """With the quotation marks and apostrophes of a printed book; other languages write their own."""
    return re.sub(r'"([^"]*)"', "“\\1”", english).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@cache
def _short_words(letters: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\s(„])([{re.escape(letters)}]) ", re.IGNORECASE)


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _marked(text: str) -> SafeString:
    """The text as markup: names in the code, and links to the sentences that it refers to."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return mark_safe(re.sub(r"\b[CS][1-9]\d*\b", _link, marked))  # noqa: S308 - escaped above


def _link(found: re.Match[str]) -> str:
    number = found[0]
    return f'<a href="{address_of(number)}">{number}</a>' if number in sentences() else number

"""The rules of both games as pages, rendered from RULES.md in the reader's language.

Every sentence keeps its number as an anchor, so that a ruling can point at it: /rules/#C36. What is drawn beside the
sentences is worked out by the rules themselves: what a card costs, who takes the example trick, who sits out.
"""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition

from games.rules.rulebook import Both, Section, Sentence, rulebook, sentences
from tournaments.public import rules_figures
from tournaments.public.card_faces import Pack
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.public.packs import chosen_pack

PAGES = {"C": "public:rules", "S": "public:rules_smear"}
SHORT_WORDS = re.compile(r"(?<![^\s(„])([AIKOSUVZaikosuvz]) ")
"""Czech words of one letter; they do not stand at the end of a line."""


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
    first, *rest = (section for section in rulebook() if section.game == game)
    context = {
        "section": "rules",
        "game": game,
        "pack": pack,
        "title": _said(first.title_en, first.title_cs),
        "introduction": [_marked(_text(one)) for one in first.paragraphs],
        "parts": [_part(section) for section in ([first] if first.sentences else []) + rest],
    }
    return render(request, "public/rules.html", context)


def _part(section: Section) -> dict[str, Any]:
    """A section as the template loops over it. Its title without the name of the game, which stands above."""
    template, figure = rules_figures.FIGURES.get(section.id, ("", dict))
    title = _said(section.title_en, section.title_cs).partition(": ")
    return {
        "id": section.id,
        "title": _with_capital(title[2] or title[0]),
        "paragraphs": [_marked(_text(one)) for one in section.paragraphs],
        "sentences": [_sentence(one) for one in section.sentences],
        "template": template,
        "figure": figure(),
    }


def _sentence(one: Sentence) -> dict[str, Any]:
    notes = ((_("Setting"), one.setting), (_("Choice"), one.choice), (_("Not enforceable"), one.not_enforceable))
    return {
        "number": one.number,
        "text": _marked(_said(one.en, one.cs)),
        "source": _source(one),
        "notes": [(label, _marked(_with_capital(_text(note)))) for label, note in notes if note is not None],
    }


def _source(one: Sentence) -> str:
    """Without what makes it the name of a file."""
    return _printed(one.source.rstrip(".").replace("formats/", "").replace(".md", ""))


def _text(both: Both) -> str:
    """A setting may be a name in the code, which has no Czech twin."""
    return _said(both.en, both.cs or both.en)


def _said(en: str, cs: str) -> str:
    return SHORT_WORDS.sub("\\1\N{NO-BREAK SPACE}", cs) if get_language() == "cs" else _printed(en)


def _printed(english: str) -> str:
    """With the quotation marks and apostrophes of a printed book."""
    return re.sub(r'"([^"]*)"', "“\\1”", english).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _marked(text: str) -> SafeString:
    """The text as markup: names in the code, and links to the sentences that it refers to."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return mark_safe(re.sub(r"\b[CS][1-9]\d*\b", _link, marked))  # noqa: S308 - escaped above


def _link(found: re.Match[str]) -> str:
    number = found[0]
    return f'<a href="{address_of(number)}">{number}</a>' if number in sentences() else number

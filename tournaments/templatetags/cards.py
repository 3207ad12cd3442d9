"""Cards in templates.

    {% load cards static %}
    {% block meta %}<link rel="stylesheet" href="{% static 'tournaments/cards.css' %}">{% endblock %}
    {% block content %}{% card_sprite %} … {% card "Ol" %} … {% suit "h" %} … {% card_back %} …
    {% include "parts/pack_switch.html" %}

`{% card_sprite %}` stands once on a page and draws the pack; a card then is one small reference to it. The pack is the
one in the context under `pack`, else the reader's own choice; pages of Smear put "smear" there. Every card has its name
for those who do not see it; where the name stands beside it anyway, write `{% card "Ol" silent=True %}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.public.card_faces import Pack, cards_of, sign_of, symbols
from tournaments.public.fast_markup import drawing
from tournaments.public.packs import card_name, chosen_pack, suit_name
from tournaments.texts.about_draws import apart_of, room_told

register = template.Library()


@register.inclusion_tag("parts/card_sprite.html", takes_context=True)
def card_sprite(context: template.Context) -> dict[str, Any]:
    """The drawings of the whole pack, themselves invisible."""
    return {"symbols": mark_safe(symbols(_pack(context)))}  # noqa: S308 - our own drawings, no text of anybody


@register.simple_tag(takes_context=True)
def card(context: template.Context, code: str, *, silent: bool = False) -> SafeString:
    """One card by its text, `Ol` or `Qh`; what is no card of the pack is a mistake of ours and crashes."""
    pack = _pack(context)
    if code not in cards_of(pack):
        raise template.TemplateSyntaxError(f"{code} is no card of the {pack} pack")
    return drawing("playing-card", f"card-{code}", "" if silent else card_name(code, pack))


@register.simple_tag
def card_back() -> SafeString:
    """A card that lies face down."""
    return drawing("playing-card", "card-back", "")


@register.simple_tag(takes_context=True)
def suit(context: template.Context, code: str, *, silent: bool = False, pack: str = "") -> SafeString:
    """The sign of a suit, as high as a letter of the text around it."""
    seen: Pack = "french" if pack == "french" else "czech" if pack == "czech" else _pack(context)
    return drawing("suit-sign", f"suit-{sign_of(code, seen)}", "" if silent else suit_name(code, seen))


@register.filter
def room(told: str) -> SafeString:
    """What the room turned, "cards Ol 7h" as it is kept, with its first word in the reader's language."""
    return format_html("{} <code>{}</code>", *room_told(told))


@register.filter
def apart_told(pairs: Sequence[tuple[int, int]]) -> str:
    """How many pairs are kept off one table, and who is in most of them."""
    return apart_of(pairs)


@register.simple_tag(takes_context=True)
def name_of_card(context: template.Context, code: str) -> str:
    return card_name(code, _pack(context))


@register.simple_tag(takes_context=True)
def name_of_suit(context: template.Context, code: str) -> str:
    return suit_name(code, _pack(context))


def _pack(context: template.Context) -> Pack:
    found: Pack | None = context.get("pack")
    return found or chosen_pack(context["request"])

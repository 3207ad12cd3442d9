"""Sentences about a deal, for the templates of the deal desk."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.rules.cards import Card
from tournaments.public.card_faces import FRENCH_RANKS, JOKERS, Pack
from tournaments.public.deal_desk.said import marked
from tournaments.public.fast_markup import signs
from tournaments.public.packs import card_name, chosen_pack
from tournaments.templatetags.cards import suit

register = template.Library()


@register.simple_tag(takes_context=True)
def said(context: template.Context, text: str) -> SafeString:
    """A sentence with its cards as signs in the reader's pack and its rules linked."""
    return marked(str(text), lambda code: _signs(context, code, "chip"))


@register.simple_tag(takes_context=True)
def key(context: template.Context, code: Card) -> SafeString:
    """A card as something to tap: large signs in little room."""
    return _signs(context, code, "key")


def _signs(context: template.Context, code: Card, kind: str) -> SafeString:
    """The rank of a card and the sign of its suit, as high as the text around them."""
    pack: Pack = context.get("pack") or chosen_pack(context["request"])
    name = card_name(code, pack)
    if code in JOKERS:
        return signs(kind, name, "", "")
    rank = FRENCH_RANKS.get(code[0], code[0]) if pack == "french" else code[0]
    return signs(kind, name, "10" if rank == "T" else rank, suit(context, code[1], silent=True))

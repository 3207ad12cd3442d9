"""A rule by its number, as a link to its sentence on the rules pages: `{% load rules %}{% rule "C36" %}`."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.public.rules import address_of

register = template.Library()


@register.simple_tag
def rule(number: str) -> SafeString:
    """A number that is in no rulebook is a mistake of ours and crashes."""
    return format_html('<a class="rule-number" href="{}">{}</a>', address_of(number), number)

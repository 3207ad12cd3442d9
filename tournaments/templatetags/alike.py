"""Parts of a page that say the same to everybody, rendered once for each language."""

from __future__ import annotations

from functools import cache

from django import template
from django.template import Context, Template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag(takes_context=True)
def alike(context: Context, part: str, **values: str) -> SafeString:
    """What the template `part` says with nothing but `values`: it is given neither the page's context nor the request,
    so nothing of one reader can come to another. It is kept for good; so the values are of those that have few.
    """
    assert context.template is not None  # noqa: S101 - a tag is rendered by a template; tells the type checker
    return _rendered(context.template.engine.get_template(part), get_language(), tuple(values.items()))


@cache
def _rendered(part: Template, _language: str | None, values: tuple[tuple[str, str], ...]) -> SafeString:
    """A template that was changed while developing is another `part`."""
    return part.render(Context(dict(values)))

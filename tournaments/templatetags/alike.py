"""Parts of a page that say the same to everybody, rendered once for each language.

Head and foot of the site, and of the pages of an event: on a page that is asked for all evening they would cost as much
as what has changed.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template import Context, Template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag(takes_context=True)
def alike(context: Context, part: str, **values: str | int | None) -> SafeString:
    """What the template `part` says with nothing but `values`: it is given neither the page's context nor the request,
    so nothing of one reader can come to another.
    """
    assert context.template is not None  # noqa: S101 - a tag is rendered by a template; tells the type checker
    return _rendered(context.template.engine.get_template(part), get_language(), tuple(values.items()))


@lru_cache(1000)
def _rendered(part: Template, _language: str | None, values: tuple[tuple[str, str | int | None], ...]) -> SafeString:
    """A template that was changed while developing is another `part`."""
    return part.render(Context(dict(values)))

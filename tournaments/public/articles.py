"""The article kit: the facts of an evening in sentences, in every language of the site, copied with one button."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from tournaments import access
from tournaments.public.events import event_frame
from tournaments.public.face import public
from tournaments.queries.articles import article_facts
from tournaments.queries.versions import live_page
from tournaments.texts.about_articles import article
from tournaments.texts.about_languages import named_language


@public.view("e/<slug:slug>/article/", right="public.read")
@live_page
def article_kit(request: HttpRequest, slug: str) -> HttpResponse:
    """What a reporter writes from; pictures and records are a link away."""
    found = access.public_event_page(slug)
    facts = article_facts(found.event)
    texts = []
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            texts.append((code, article(found.event, facts)))
    shown = {"texts": [(code, named_language(code), text) for code, text in texts]}
    return render(request, "public/article.html", event_frame(found, "article") | shown)

"""The article kit: the facts of an evening in sentences, in every language of the site, copied with one button.

Plain facts in an order that makes a story. Names are never declined and nobody's sex is guessed: what a language would
change stands apart from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import access
from tournaments.models import Event, EventStatus, RoundStatus
from tournaments.public.events import event_frame, hidden_page
from tournaments.public.face import public
from tournaments.public.pictures import TITLES, drawn_of
from tournaments.public.records import holder_where
from tournaments.queries.articles import ArticleFacts, article_facts
from tournaments.queries.events import RoundLine
from tournaments.queries.feats import RecordHeld
from tournaments.queries.standing_rows import Row
from tournaments.queries.versions import live_page
from tournaments.standings.places import place_text
from tournaments.templatetags.event_times import weekday
from tournaments.texts.about_events import round_title
from tournaments.texts.about_feats import TITLES as FEATS
from tournaments.texts.about_feats import value_text
from tournaments.texts.about_languages import named_language
from tournaments.texts.about_numbers import decimal_said
from tournaments.texts.about_tables import game_where


@public.view("e/<slug:slug>/article/", right="public.read")
@live_page
def article_kit(request: HttpRequest, slug: str) -> HttpResponse:
    """What a reporter writes from; pictures and records are a link away."""
    found = access.public_event_page(slug)
    if found.hides_standings:
        return hidden_page(request, found, "article")
    facts = article_facts(found.event)
    texts = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            texts.append((code, article(found.event, facts)))
    shown = {
        "texts": [(code, named_language(code), text, text.count("\n") + 2) for code, text in texts],
        "pictures": [
            *(
                (TITLES[name], reverse("public:event_picture", args=[slug, name]))
                for name in _drawn(found.event, facts)
            ),
            *(_race(found.event, number, table) for number, table in facts.races),
        ],
    }
    return render(request, "public/article.html", event_frame(found, "article") | shown)


def _drawn(event: Event, facts: ArticleFacts) -> list[str]:
    return [name for name, picture in drawn_of(event, facts.seen, hides_standings=False).items() if picture]


def _race(event: Event, number: int, table: int) -> tuple[str, str]:
    where = game_where(event.places, number, table)
    return f"{TITLES['race']} ({where})", reverse("public:race_picture", args=[event.slug, number, table])


def article(event: Event, facts: ArticleFacts) -> str:
    """The whole text in the language of the request, a paragraph a subject."""
    head = [event.name, *_where(event)]
    if not facts.deals:
        return "\n".join(head) + "\n\n" + _("Nothing has been played yet") + "."
    parts = [
        head,
        list(_who(facts)),
        [*(_round(line, facts) for line in facts.rounds), *_rise(facts)],
        [_standing(event), *(_place(row) for row in facts.top)],
        [_record(one) for one in facts.records],
        [_rulings(facts.rulings)],
        [_quote(row) for row in facts.top[:1]],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _where(event: Event) -> Iterator[str]:
    place = f", {event.place}" if event.place else ""
    yield f"{weekday(event.date)}{place}"


def _who(facts: ArticleFacts) -> Iterator[str]:
    yield ngettext("%(n)s player took part.", "%(n)s players took part.", facts.players) % {"n": facts.players}
    if facts.clubs:
        yield _("Clubs: %(clubs)s. Countries: %(countries)s.") % {"clubs": facts.clubs, "countries": facts.countries}
    yield ngettext("%(n)s deal was played.", "%(n)s deals were played.", facts.deals) % {"n": facts.deals}


def _round(line: RoundLine, facts: ArticleFacts) -> str:
    said = round_title(line.number, line.kind)
    if line.word:
        word = _("the word %(word)s") % {"word": line.word}
        caption = f" ({line.caption})" if line.caption else ""
        said += f": {word}{caption}"
    said = f"{said}."
    if line.status != RoundStatus.CLOSED:
        said += " " + _("It is still being played.")
    if led := facts.led.get(line.number):
        said += " " + _("In the lead after it: %(nicks)s.") % {"nicks": ", ".join(led)}
    if sat := facts.finalists.get(line.number):
        said += " " + _("Seated there: %(nicks)s.") % {"nicks": ", ".join(sat)}
    return said


def _rise(facts: ArticleFacts) -> Iterator[str]:
    """Who came from furthest behind, if somebody did."""
    if facts.rise:
        yield _("The biggest rise: %(nick)s, from place %(before)s to place %(after)s.") % facts.rise._asdict()


def _standing(event: Event) -> str:
    """So that nobody prints as results what is still being played."""
    return _("Results:") if event.status == EventStatus.FINISHED else _("Standings so far:")


def _place(row: Row) -> str:
    place = place_text(row.place, row.last_place) if row.official == row.place else str(row.official)
    club = f" ({row.club})" if row.club else ""
    success = f", {decimal_said(row.success)} %" if row.success else ""
    first, _dash, last = place.partition("–")
    who = f"{row.nick}{club}{success}"
    return _("%(first)s–%(last)s. %(who)s") % {"first": first, "last": last, "who": who} if last else f"{place}. {who}"


def _record(one: RecordHeld) -> str:
    holders = [" → ".join(filter(None, (held.nick, held.other_nick))) or holder_where(held) for held in one.holders]
    more = _("and others") if one.more else ""
    is_of_tables = not (one.holders and one.holders[0].nick)  # which are named with a comma
    said = ("; " if is_of_tables else ", ").join(filter(None, (*holders, more)))
    return f"{FEATS[one.kind]}: {value_text(one.kind, one.value)} ({said})"


def _rulings(number: int) -> str:
    if not number:
        return _("Nobody was ruled against.")
    return ngettext("%(n)s ruling was given.", "%(n)s rulings were given.", number) % {"n": number}


def _quote(row: Row) -> str:
    return _("“…” %(nick)s") % {"nick": row.nick}

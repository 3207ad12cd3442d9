"""Pages for paper: the seating in large type, score sheets, badges, standings. The browser prints them."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.secret_words import Plain
from tournaments import access
from tournaments.acts.visit import Visit
from tournaments.console.face import desk, not_kept
from tournaments.models import Event, Round, RoundKind, hides_standings
from tournaments.operations.journal import head_of_journal
from tournaments.operations.words import round_words
from tournaments.queries import printing
from tournaments.queries.badges import badges_of
from tournaments.queries.events import rounds_of
from tournaments.queries.seating import seating_of
from tournaments.queries.standings import out_of_classification, whole_standings
from tournaments.standings.places import place_text
from tournaments.texts.about_reasons import reason_sentence, reasons_shown
from tournaments.texts.about_words import in_caption


@desk.page("<slug:slug>/print/seating/<int:number>/", right="event.files")
def print_seating(round_: Round, visit: Visit) -> HttpResponse:
    """Who sits where: by table and by name."""
    tables = seating_of(round_)
    values = {
        "event": round_.event,
        "round": round_,
        "tables": tables,
        "names": printing.by_name(tables),
        **printing.of_which_draw(round_),
    }
    return visit.page("console/print_seating.html", values)


@desk.page("<slug:slug>/print/sheets/<int:number>/", right="event.files")
def print_sheets(round_: Round, visit: Visit, opened: Plain | None = None) -> HttpResponse:
    """A score sheet for each table. `opened`: the word of a round to come, which is written on it."""
    sealed = None if round_.is_word_public else round_.sealed_word
    is_known = round_.is_word_public and round_.kind != RoundKind.PLAY_OFF
    word = round_.playing_word if is_known else opened
    values = {
        "event": round_.event,
        "round": round_,
        "sheets": printing.sheets_of(round_, word.letters if word else ()),
        "said": in_caption(word.word, word.caption) if word and word.caption else "",
        "is_covered": opened is not None,
        **printing.of_which_draw(round_),
        "may_choose": sealed is not None and sealed.by_hand and access.may_read_set_word(visit.by, round_.event),
    }
    return visit.page("console/print_sheets.html", values)


@desk.act(
    "<slug:slug>/print/sheets/<int:number>/word/",
    right="event.files",
    page=print_sheets,
    wanted=_("Printing the word that was set for a round"),
    code="desk:print_word",
)
def print_word(round_: Round, visit: Visit) -> HttpResponse:
    """Write the word on the sheets before the start, at the director's risk; it counts as an opening."""
    plain = round_words.open_set_word(round_=round_, by=visit.by, now=visit.now)
    return not_kept(print_sheets(round_, visit, plain))


@desk.page("<slug:slug>/print/badges/<int:number>/", right="event.files")
def print_badges(round_: Round, visit: Visit) -> HttpResponse:
    """Who gets a badge for the word of a round, to be cut out too; of a play-off and in Smear there are none."""
    if round_.event.is_smear:
        raise Http404
    is_for_badges = round_.kind != RoundKind.PLAY_OFF
    badges = badges_of(round_) if is_for_badges else []
    values = {
        "event": round_.event,
        "round": round_,
        "word": round_.playing_word if round_.is_word_public and is_for_badges else None,
        "badges": badges,
        "sheets": printing.on_sheets(badges, printing.BADGES),
    }
    return visit.page("console/print_badges.html", values)


@desk.page("<slug:slug>/print/standings/", right="event.files")
def print_standings(event: Event, visit: Visit) -> HttpResponse:
    """The standings as they are now, each place with its reason, the words that were played, and how far the journal
    goes: on paper, nobody can change it any more.
    """
    length, digest = head_of_journal(event)
    rows = [row for row, _before in whole_standings(event)]
    nicks, said = {row.key: row.nick for row in rows}, cache(reason_sentence)
    values = {
        "event": event,
        "lines": [
            {"row": row, "computed": place_text(row.place, row.last_place), "why": reasons_shown(row.why, nicks, said)}
            for row in rows
        ],
        "unclassified": out_of_classification(event),
        "words": [line for line in rounds_of(event) if line.word and line.kind != RoundKind.PLAY_OFF],
        "head": f"{event.slug} {length} {digest}",
        "hides_standings": hides_standings(event),
    }
    return visit.page("console/print_standings.html", values)

"""Everything that an evening needs on paper, on one page; and the sheets that are cut, hung up or handed out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.rules.renonc import PROPOSES_BAN, catalogue_of
from tournaments.acts.codes_shown import absolute, code_on_screen
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event, Round, StaffRole
from tournaments.queries import desk as queries
from tournaments.queries import printing
from tournaments.queries.names import shown_name
from tournaments.queries.seating import seating_of
from tournaments.queries.standing_rows import Row
from tournaments.queries.standings import whole_standings
from tournaments.templatetags.event_times import weekday
from tournaments.texts.about_rulings import DECISIONS, RENONC_KINDS

TO_CALL = (StaffRole.REFEREE, StaffRole.DIRECTOR)


@desk.page("<slug:slug>/print/", right="event.files")
def papers(event: Event, visit: Visit) -> HttpResponse:
    """What can be printed, and what each is for."""
    values = {"tab": "settings", "event": event, "rounds": queries.rounds_of(event)}
    return visit.page("console/papers.html", values)


@desk.page("<slug:slug>/print/seats/<int:number>/", right="event.files")
def print_seat_cards(round_: Round, visit: Visit) -> HttpResponse:
    """A card for each seat of a round, to be cut out and put on the tables."""
    cards = [(table.number, seat.letter, seat.registration) for table in seating_of(round_) for seat in table.seats]
    sheets = printing.on_sheets(cards, printing.CARDS)
    values = {"event": round_.event, "round": round_, "sheets": sheets, **printing.of_which_draw(round_)}
    return visit.page("console/print_seat_cards.html", values)


@desk.page("<slug:slug>/print/names/", right="event.files")
def print_name_cards(event: Event, visit: Visit) -> HttpResponse:
    """A card with nick and club for everybody who is in."""
    sheets = printing.on_sheets(printing.name_cards(event), printing.CARDS)
    return visit.page("console/print_name_cards.html", {"event": event, "sheets": sheets})


@desk.page("<slug:slug>/print/diplomas/", right="event.files")
def print_diplomas(event: Event, visit: Visit) -> HttpResponse:
    """A diploma for each of the podium, or with `who` for one other; in every language of the site."""
    who = visit.text("who")
    placed = [row for row, _before in whole_standings(event) if row.deals and row.official]
    values = {
        "event": event,
        "placed": [(row.key, row.place_text, row.nick) for row in placed],
        "who": who,
        "diplomas": [(row, _in_every_language(event, row)) for row in printing.honoured(placed, who)],
    }
    return visit.page("console/print_diplomas.html", values)


def _in_every_language(event: Event, row: Row) -> list[dict[str, str]]:
    said, (first, _dash, last) = [], row.place_text.partition("–")
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            shared = _("Shared place %(first)s–%(last)s") % {"first": first, "last": last}
            said.append(
                {
                    "language": code,
                    "title": _("Diploma"),
                    "place": shared if last else _("Place %(place)s") % {"place": first},
                    "day": weekday(event.date),
                    "signed": _("For the organisers"),
                }
            )
    return said


@desk.page("<slug:slug>/print/referee/", right="event.files")
def print_referee_page(event: Event, visit: Visit) -> HttpResponse:
    """One page for whoever judges: how a deal is recorded, what an offence costs, whom to call.

    Its code leads to the board and signs nobody in: paper lies about, and codes that sign in work once (staff.py).
    """
    values = {
        "event": event,
        "offences": [_offence(kind, *told) for kind, told in catalogue_of(is_smear=event.is_smear).items()],
        "to_call": [(shown_name(one.account), one.role) for one in queries.staff_of(event) if one.role in TO_CALL],
        **code_on_screen(absolute(visit.request, reverse("table:board", args=[event.slug]))),
    }
    return visit.page("console/print_referee_page.html", values)


def _offence(kind: str, usual: str, *others: str) -> dict[str, Any]:
    return {
        "kind": RENONC_KINDS[kind],
        "usual": DECISIONS[usual],
        "others": [DECISIONS[code] for code in others],
        "proposes_ban": kind in PROPOSES_BAN,
    }

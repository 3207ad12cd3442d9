"""They sat wrongly: the people of two seats are swapped in the log from a deal on; the deals stay as they are.

One line of the log, looked at before it is written: who then has which letters and deals. Taking the line back undoes
it like any other. For referees and the director.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries as game_queries
from games.rules.entries import Deal, SmearDeal, Swap, VoidDeal
from games.rules.possible import judged
from games.rules.refusals import Refused
from games.rules.replay import GameState
from games.rules.ruled import held_above
from tournaments import access, instances
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.models import RoundKind
from tournaments.operations.rulings.correcting import correct
from tournaments.queries.tables import TableView, table_view
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.forms import LineForm, Reason
from tournaments.tableside.shown import shown_lines
from tournaments.tableside.table_answers import (
    CONFLICT,
    UNPROCESSABLE,
    Place,
    Refusal,
    gone,
    named,
    refusal_of,
    renewed,
    wants_part,
)

PLAYED = Deal | SmearDeal | VoidDeal


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody has of a game: in which seat, how many letters lie there, his own deals and letters or points."""

    seat: str
    letters: int
    deals: int
    own: int


@dataclass(frozen=True, slots=True)
class Changed:
    """Somebody with what he has before and after."""

    nick: str
    before: Share
    after: Share


class SwapForm(LineForm):
    """Who had sat in each other's seats, and since when. Sent twice: to look (`looked`), then to write it down."""

    seat = forms.ChoiceField(label=gettext_lazy("Who sat wrongly"), widget=forms.RadioSelect)
    other = forms.ChoiceField(label=gettext_lazy("In whose seat"), widget=forms.RadioSelect)
    since = forms.TypedChoiceField(label=gettext_lazy("Since which deal"), coerce=int)
    reason = Reason(required=False)
    looked = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def __init__(self, *args: Any, view: TableView, **options: Any) -> None:
        super().__init__(*args, **options)
        people = [(seat.seat, f"{seat.seat} – {seat.nick}") for seat in view.seats]
        shown = shown_lines(view)
        deals = [(line.line.position, line.text) for line in shown if _is_deal(line.line)]
        now = [(view.length + 1, _("from the next deal on"))] if view.phase == "playing" else []
        choices: dict[str, list[tuple[Any, Any]]] = {"seat": [*people], "other": [*people], "since": [*deals, *now]}
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 – tells the type checker
            field.choices = offered
        if view.round_kind != RoundKind.BASIC:
            self.fields["reason"].required, self.fields["reason"].label = True, _("Reason, for everybody to read")

    def clean(self) -> None:
        if self.cleaned_data.get("seat") and self.cleaned_data["seat"] == self.cleaned_data.get("other"):
            self.add_error("other", _("Choose two different seats."))

    def entry(self) -> Swap:
        said = self.cleaned_data
        return Swap(said["seat"], said["other"], said["since"], said["reason"])

    @property
    def mark(self) -> str:
        """What is looked at: another choice, or a line recorded meanwhile, is looked at anew."""
        return " ".join(str(self.cleaned_data[name]) for name in ("seat", "other", "since", "expected_position"))


@tableside.view(
    f"{TABLE}sat-wrongly/",
    right="table.rule",
    methods="GET POST",
    name="sat_wrongly",
    wanted=gettext_lazy("Swapping two who sat wrongly"),
)
def sat_wrongly_page(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Ask who sat wrongly, show what it would change, write it down."""
    place, account = Place(slug, round_number, table_number), signed_in(request)
    held = access.table_for_referee(account, slug, round_number, table_number)
    view = table_view(held.table, viewer=account, is_referee=True)
    if request.method != "POST":
        return _page(request, place, view, SwapForm(view=view, initial=_fresh(view)))
    for line in view.lines:
        if str(line.id) == request.POST.get("entry_id"):  # the phone asks again
            messages.success(request, _("That is done already."))
            return gone(request, place.base, line.id)
    form = SwapForm(request.POST, view=view)
    if not form.is_valid():
        return _page(request, place, view, form, status=UNPROCESSABLE)
    try:
        found = what_changes(view, held, form.entry())
        if form.cleaned_data["looked"] != form.mark or form.cleaned_data["expected_position"] != view.length + 1:
            return _page(request, place, view, _looked(form, view), found=found)
        correct(by=account, draft=form.draft(), now=timezone.now(), **place.named())
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, place, view, form, refusal=refusal_of(refused), status=CONFLICT)
    messages.success(request, _("The log is corrected. Everything after that line was worked out again."))
    return gone(request, place.base, form.cleaned_data["entry_id"])


def what_changes(view: TableView, at: access.RecordedTable, entry: Swap) -> list[Changed]:
    """Who would have what, of those for whom it changes something.

    Raises Refused `round_not_running`, `ruling_stands`, or the code of the rule that the line would break.
    """
    before = view.state
    if before is None:
        raise Refused("round_not_running", round=view.round_number)
    log = [game_queries.parsed(line) for line in game_queries.log_of(at.game)]
    after = judged(before.setup, log, entry, held=held_above(at.game.ruled, instances.height(at.instance)))
    was, is_now = _shares(before), _shares(after)
    return [
        Changed(view.names.get(label, label), was[label], is_now[label])
        for label in was
        if label in is_now and was[label] != is_now[label]
    ]


def _shares(state: GameState) -> dict[str, Share]:
    return {
        label: Share(
            seat.seat, seat.letters if label == seat.occupant else 0, tally.deals, tally.letters or tally.points
        )
        for seat in state.seats.values()
        for label, tally in seat.tallies.items()
    }


def _is_deal(line: Any) -> bool:
    return line.is_applied and isinstance(line.entry, PLAYED)


def _fresh(view: TableView) -> dict[str, Any]:
    first = next((line.position for line in view.lines if _is_deal(line)), view.length + 1)
    return {"entry_id": uuid.uuid4(), "expected_position": view.length + 1, "base": view.length, "since": first}


def _looked(form: SwapForm, view: TableView) -> SwapForm:
    """The same form, whose mark says that this was looked at, on the log as it is now."""
    form.cleaned_data["expected_position"] = view.length + 1
    renewed(form, entry_id=uuid.uuid4(), expected_position=view.length + 1, base=view.length, looked=form.mark)
    return form


def _page(
    request: HttpRequest,
    place: Place,
    view: TableView,
    form: SwapForm,
    *,
    found: list[Changed] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"place": place, "view": view, "form": form, "found": found, "refusal": refusal}
    entry_id = form.cleaned_data.get("entry_id") if form.is_bound and wants_part(request) else None
    with timezone.override(ZoneInfo(view.zone)):
        return named(render(request, "tableside/sat_wrongly.html", context, status=status), entry_id)

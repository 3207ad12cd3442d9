"""What is done at a table: a deal, a void deal, a penalty letter, undo, the pen. One address for each.

The right is proved, and the line judged, by the operation under its lock; nothing is asked of the database before it.
A phone brings its lines by the outbox (lines.py); these are the ways of a browser that has no scripts, or no store.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils import timezone

from games.rules.refusals import Refused
from tournaments.acts.visit import signed_in
from tournaments.operations.evening import recording
from tournaments.operations.rulings import correcting
from tournaments.queries.names import shown_name
from tournaments.queries.tables import TableView
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.forms import (
    AcceptForm,
    DealForm,
    LineForm,
    PauseForm,
    PenaltyLetterForm,
    ResumeForm,
    StrikeForm,
    VoidDealForm,
)
from tournaments.tableside.sheet import choice_query, read_choice, toggled
from tournaments.tableside.shown import shown_lines
from tournaments.tableside.smear_forms import SmearDealForm
from tournaments.tableside.table_answers import (
    OUTDATED,
    UNPROCESSABLE,
    Place,
    Refusal,
    choice_of,
    fetch,
    named,
    redirected,
    refusal_of,
    show_table,
)
from tournaments.texts.about_log import wanted_text


@tableside.view(f"{TABLE}deals/", right="table.record", methods="POST", code="table:deals")
def record_deal(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Record a deal and who lost it: the two taps."""
    return _record(request, Place(slug, round_number, table_number), DealForm(request.POST))


@tableside.view(
    f"{TABLE}smear-deals/",
    right="table.record",
    methods="POST",
    code="table:smear_deals",
)
def record_smear_deal(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Record a deal of Smear: who pitched, the bid, the points of each party."""
    return _record(request, Place(slug, round_number, table_number), SmearDealForm(request.POST))


@tableside.view(
    f"{TABLE}void-deals/",
    right="table.record",
    methods="POST",
    code="table:void_deals",
)
def record_void_deal(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Record a deal that does not count, with the reason."""
    return _record(request, Place(slug, round_number, table_number), VoidDealForm(request.POST))


@tableside.view(
    f"{TABLE}penalty-letters/",
    right="table.record",
    methods="POST",
    code="table:penalty_letters",
)
def record_penalty_letter(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Record a letter without a deal, with the reason."""
    return _record(request, Place(slug, round_number, table_number), PenaltyLetterForm(request.POST))


@tableside.view(f"{TABLE}pause/", right="table.record", methods="POST", code="table:pause")
def pause(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The table stops for a while, with the reason."""
    return _record(request, Place(slug, round_number, table_number), PauseForm(request.POST))


@tableside.view(f"{TABLE}resume/", right="table.record", methods="POST", code="table:resume")
def resume(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The pause is over."""
    return _record(request, Place(slug, round_number, table_number), ResumeForm(request.POST))


@tableside.view(f"{TABLE}accept/", right="table.record", methods="POST", code="table:accept")
def accept(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Somebody at the table agrees with the result, on the phone on which it was recorded."""
    return _record(request, Place(slug, round_number, table_number), AcceptForm(request.POST))


@tableside.view(f"{TABLE}undo/", right="table.record", methods="POST")
def undo(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Takes the last line back; if that was an undo, puts back what it took."""
    return _record(request, Place(slug, round_number, table_number), StrikeForm(request.POST))


@tableside.view(f"{TABLE}pen/", right="table.record", methods="POST", code="table:pen")
def take_pen(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Take the pen over: from now on whoever asks records here, on the phone that he names if he names one."""
    place, account = Place(slug, round_number, table_number), signed_in(request)
    device = "" if (named_device := _device(request)) is None else str(named_device)
    try:
        held = recording.take_pen(by=account, now=timezone.now(), device=device, **place.named())
    except Refused as refused:
        return show_table(request, place, fetch(request, place), refusal=refusal_of(refused))
    if request.headers.get("X-Outbox") == "1":
        pen = {"epoch": held.game.pen_epoch, "pen": "mine", "holder": shown_name(account)}
        return named(JsonResponse({"v": 1, "game": held.game.pk, **pen}), None)
    return redirected(place.base)


def _device(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.POST.get("device", ""))
    except ValueError:
        return None


@tableside.view(f"{TABLE}form/", right="table.record", methods="POST", code="table:form")
def change_form(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """A tap on "sits out" or "plays": the form changes, the log does not. Only where no script does it on the phone."""
    place = Place(slug, round_number, table_number)
    view = fetch(request, place)
    choice = toggled(read_choice(request.POST, view), request.POST.get("toggle", ""), view.active)
    return HttpResponseRedirect(f"{place.base}?{choice_query(choice, base=view.length)}#deal")


def _record(request: HttpRequest, place: Place, form: LineForm) -> HttpResponse:
    if not form.is_valid():
        return _refuse(request, place, form, Refusal(form.sentences(), UNPROCESSABLE))
    try:
        correcting.record(by=signed_in(request), draft=form.draft(), now=timezone.now(), **place.named())
    except Refused as refused:
        return _refuse_line(request, place, form, refused)
    return redirected(place.base)


def _refuse_line(request: HttpRequest, place: Place, form: LineForm, refused: Refused) -> HttpResponse:
    """Nothing was stored: why, and what was recorded meanwhile beside what was wanted."""
    view = fetch(request, place)
    if refused.code not in OUTDATED or view.state is None:
        return _refuse(request, place, form, refusal_of(refused), view=view)
    refusal = refusal_of(
        refused,
        meanwhile=shown_lines(view)[form.cleaned_data["expected_position"] - 1 :],
        wanted=wanted_text(view.state, view.names, form.entry()),
    )
    return _refuse(request, place, form, refusal, view=view, is_outdated=True)


def _refuse(
    request: HttpRequest,
    place: Place,
    form: LineForm,
    refusal: Refusal,
    *,
    view: TableView | None = None,
    is_outdated: bool = False,
) -> HttpResponse:
    """The page with the reason. What was chosen stays, unless it was chosen for a deal that is over."""
    view = view or fetch(request, place)
    keeps = not is_outdated and isinstance(form, DealForm | SmearDealForm | VoidDealForm)
    return show_table(request, place, view, choice=choice_of(request.POST, view) if keeps else None, refusal=refusal)

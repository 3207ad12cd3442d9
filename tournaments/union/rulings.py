"""The union as the last instance: the rulings of all events, overruling them, and deciding on appeals."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Game
from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Appeal, Judge, Ruling
from tournaments.operations.rulings.appeals import decide_appeal, preview_decision
from tournaments.operations.rulings.overruling import may_judge_as, overrule, preview
from tournaments.queries.rulings import view_of
from tournaments.ruling_forms import AppealDecisionForm, OverruleForm, SanctionAppealForm
from tournaments.texts.about_consequences import consequence_lines
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import DECISIONS, JUDGES, OUTCOMES, RENONC_KINDS, SANCTIONS
from tournaments.union.answers import UNPROCESSABLE, address, note_refused, page, signed_in

ON_A_PAGE = 50


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """The rulings of all events, newest first."""
    access.prove(signed_in(request), "union.rule")
    found = Ruling.objects.select_related("table__round__event", "concerned", "overruled_by", "appeal")
    shown = Paginator(found.order_by("-at", "-pk"), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = [(one, RENONC_KINDS[one.kind], DECISIONS[one.decision], JUDGES[one.judged_by]) for one in shown]
    return page(request, "rulings", {"tab": "rulings", "rows": rows, "page_obj": shown})


@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """One ruling with all that is known, and the union's own in its place."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    found = get_object_or_404(Ruling.objects.select_related("table__game", "table__round__event", "concerned"), pk=pk)
    judges = [one for one in may_judge_as(account, found) if one == Judge.UNION]
    form = OverruleForm(request.POST if request.method == "POST" else None, ruling=found, judges=judges)
    if request.method != "POST":
        return _ruling_page(request, found, form)
    if not form.is_valid():
        return _ruling_page(request, found, form, status=UNPROCESSABLE)
    said = {"by": account, "ruling": found, "now": timezone.now(), **form.words()}
    try:
        if not form.is_confirmed:
            lines = consequence_lines(preview(**said))
            form.looked_at()
            return _ruling_page(request, found, form, lines=lines)
        done = overrule(**said)
    except Refused as refused:
        note_refused(request, refused)
        form.renew(_length(found))
        return _ruling_page(request, found, form, refusal=refused)
    for line in [_("The ruling is overruled."), *consequence_lines(done.consequences)]:
        messages.success(request, line)
    return HttpResponseRedirect(address("ruling", done.ruling.pk))


@require_safe
def appeals(request: HttpRequest) -> HttpResponse:
    """What is to be decided, oldest first, and what was, newest first."""
    access.prove(signed_in(request), "union.rule")
    found = Appeal.objects.select_related(
        "ruling__table__round__event", "ruling__concerned", "sanction__player", "decided_by"
    )
    decided = Paginator(found.exclude(outcome="").order_by("-decided_at", "-pk"), ON_A_PAGE)
    shown = decided.get_page(request.GET.get("page"))
    values = {
        "tab": "appeals",
        "open": [_told(one) for one in found.filter(outcome="").order_by("made_at", "pk")],
        "decided": [_told(one) for one in shown],
        "page_obj": shown,
    }
    return page(request, "appeals", values)


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """One appeal: uphold, change or lift; first what it would change, then the deed."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    related = ("ruling__table__game", "ruling__table__round__event", "ruling__concerned__player", "sanction__player")
    made = get_object_or_404(Appeal.objects.select_related(*related), pk=pk)
    form = _decision_form(request, made)
    if request.method != "POST":
        return _appeal_page(request, made, form)
    if not form.is_valid():
        return _appeal_page(request, made, form, status=UNPROCESSABLE)
    said = {"made": made, "by": account, "now": timezone.now(), **form.words()}
    try:
        if not form.is_confirmed:
            lines = consequence_lines(preview_decision(**said)) if made.ruling else form.lines()
            form.looked_at()
            return _appeal_page(request, made, form, lines=lines)
        decide_appeal(**said, public_text=form.cleaned_data.get("public_text", ""))
    except Refused as refused:
        note_refused(request, refused)
        form.renew(_length(made.ruling) if made.ruling else 0)
        return _appeal_page(request, made, form, refusal=refused)
    messages.success(request, _("The appeal is decided. The player is told."))
    return HttpResponseRedirect(address("appeals"))


def _length(found: Ruling) -> int:
    return Game.objects.values_list("length", flat=True).get(table=found.table_id)


def _decision_form(request: HttpRequest, made: Appeal) -> Any:
    data = request.POST if request.method == "POST" else None
    return AppealDecisionForm(data, ruling=made.ruling) if made.ruling else SanctionAppealForm(data)


def _ruling_page(
    request: HttpRequest,
    found: Ruling,
    form: OverruleForm,
    *,
    lines: list[str] | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    one = view_of(found)
    may = found.judged_by != Judge.UNION and not one.is_overruled
    values = {"tab": "rulings", "form": form if may else None, "found": lines, **_ruling_told(found)}
    return page(request, "ruling", values, refusal, status=status)


def _appeal_page(
    request: HttpRequest,
    made: Appeal,
    form: Any,
    *,
    lines: list[str] | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    told = _ruling_told(made.ruling) if made.ruling else {"sanction_kind": SANCTIONS[made.sanction.kind]}  # type: ignore[union-attr]  # an appeal is against one of the two
    values = {"tab": "appeals", "made": made, "form": None if made.outcome else form, "found": lines, **told}
    return page(request, "appeal", {**values, "outcome": OUTCOMES.get(made.outcome, "")}, refusal, status=status)


def _ruling_told(found: Ruling) -> dict[str, Any]:
    one = view_of(found)
    return {
        "one": one,
        "event": found.table.round.event,
        "title": round_title(one.round_number, one.round_kind),
        "kind": RENONC_KINDS[one.kind],
        "decision": DECISIONS[one.decision],
        "judge": JUDGES[one.judged_by],
    }


def _told(made: Appeal) -> dict[str, Any]:
    """An appeal in a list."""
    if made.ruling is not None:
        nick = made.ruling.concerned.nick if made.ruling.concerned else ""
        what, where = DECISIONS[made.ruling.decision], made.ruling.table.round.event.name
    else:
        assert made.sanction is not None  # noqa: S101 – it is against one of the two; tells the type checker
        nick, what, where = made.sanction.player.nick, SANCTIONS[made.sanction.kind], ""
    return {"one": made, "nick": nick, "what": what, "where": where, "outcome": OUTCOMES.get(made.outcome, "")}

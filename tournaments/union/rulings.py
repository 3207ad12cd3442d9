"""The union as the last instance: the rulings of all events, overruling them, and deciding on appeals.

Both are done in two steps: first what would change is shown, then exactly that is confirmed (`acts/ruling_forms.py`).
"""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.acts.face import Values
from tournaments.acts.ruling_forms import AppealDecisionForm, OverruleForm, PreviewedForm, SanctionAppealForm
from tournaments.acts.visit import Visit
from tournaments.models import Appeal, Judge, Ruling
from tournaments.operations.rulings import appeals as deciding
from tournaments.operations.rulings import overruling
from tournaments.queries.rulings import view_of
from tournaments.texts.about_consequences import consequence_lines
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import DECISIONS, JUDGES, OUTCOMES, RENONC_KINDS, SANCTIONS
from tournaments.texts.refusals import sentence_for
from tournaments.union.face import union

ON_A_PAGE = 50


# --- Rulings ----------------------------------------------------------------------------------------------------------


@union.page("rulings/", right="union.rule")
def rulings(visit: Visit) -> HttpResponse:
    """The rulings of all events, newest first."""
    found = Ruling.objects.select_related("table__round__event", "concerned", "overruled_by", "appeal")
    shown = Paginator(found.order_by("-at", "-pk"), ON_A_PAGE).get_page(visit.request.GET.get("page"))
    rows = [(made, RENONC_KINDS[made.kind], DECISIONS[made.decision], JUDGES[made.judged_by]) for made in shown]
    return visit.page("union/rulings.html", {"tab": "rulings", "rows": rows, "page_obj": shown})


@union.page("rulings/<int:pk>/", right="union.rule", name="ruling")
def ruling_page(visit: Visit, lines: list[str] | None = None) -> HttpResponse:
    """One ruling with all that is known, and the form for the union's own in its place."""
    ruling = _ruling(visit)
    form = visit.form if isinstance(visit.form, OverruleForm) else _overrule_form(ruling, visit)
    if visit.refusal:
        form.renew(_length(ruling))
    told = _ruling_told(ruling)
    may = bool(_judges(ruling, visit)) and not told["one"].is_overruled
    return visit.page("union/ruling.html", {"tab": "rulings", "form": form if may else None, "found": lines, **told})


@union.act(
    "rulings/<int:pk>/",
    right="union.rule",
    page=ruling_page,
    form=lambda visit: _overrule_form(_ruling(visit), visit),
    wanted=_("Overruling for the union"),
    code="union:ruling",
)
def overrule(visit: Visit) -> Values:
    """Rule anew in place of a ruling."""
    ruling, form = _ruling(visit), cast("OverruleForm", visit.form)
    said = form.draft()
    if not form.is_confirmed:
        lines = consequence_lines(overruling.preview(by=visit.by, ruling=ruling, draft=said, now=visit.now))
        form.looked_at()
        return ruling_page(visit, lines)
    overruled = overruling.overrule(by=visit.by, ruling=ruling, draft=said, now=visit.now)
    for line in [str(_("The ruling is overruled.")), *consequence_lines(overruled.consequences)]:
        messages.success(visit.request, line)
    return HttpResponseRedirect(union.address("ruling", pk=overruled.ruling.pk))


def _ruling(visit: Visit) -> Ruling:
    found = Ruling.objects.select_related("table__game", "table__round__event", "concerned")
    return get_object_or_404(found, pk=visit.address["pk"])


def _overrule_form(ruling: Ruling, visit: Visit) -> OverruleForm:
    return OverruleForm(visit.sent if visit.act else None, ruling=ruling, judges=_judges(ruling, visit))


def _judges(ruling: Ruling, visit: Visit) -> list[str]:
    """The union, if it may rule in place of this ruling."""
    return [judge for judge in overruling.may_judge_as(visit.by, ruling) if judge == Judge.UNION]


# --- Appeals ----------------------------------------------------------------------------------------------------------


@union.page("appeals/", right="union.rule")
def appeals(visit: Visit) -> HttpResponse:
    """What is to be decided, oldest first, and what was, newest first."""
    found = Appeal.objects.select_related(
        "ruling__table__round__event", "ruling__concerned", "sanction__player", "decided_by"
    )
    decided = Paginator(found.exclude(outcome="").order_by("-decided_at", "-pk"), ON_A_PAGE)
    shown = decided.get_page(visit.request.GET.get("page"))
    values = {
        "tab": "appeals",
        "open": [_told(made) for made in found.filter(outcome="").order_by("made_at", "pk")],
        "decided": [_told(made) for made in shown],
        "page_obj": shown,
    }
    return visit.page("union/appeals.html", values)


@union.page("appeals/<int:pk>/", right="union.rule", name="appeal")
def appeal_page(visit: Visit, lines: list[str] | None = None) -> HttpResponse:
    """One appeal, and the form to uphold, change or lift what it is against."""
    made = _appeal(visit)
    no = deciding.why_not_decide(made, visit.by)
    form = visit.form if isinstance(visit.form, PreviewedForm) else _decision_form(made, visit)
    if visit.refusal:
        form.renew(_length(made.ruling) if made.ruling else 0)
    told = _ruling_told(made.ruling) if made.ruling else {"sanction_kind": SANCTIONS[made.sanction.kind]}  # type: ignore[union-attr]  # an appeal is against one of the two
    values = {
        "tab": "appeals",
        "made": made,
        "form": form if no is None else None,
        "why_not": sentence_for(no) if no and not made.outcome and not visit.refusal else "",
        "found": lines,
        "outcome": OUTCOMES.get(made.outcome, ""),
        **told,
    }
    return visit.page("union/appeal.html", values)


@union.act(
    "appeals/<int:pk>/",
    right="union.rule",
    page=appeal_page,
    to="appeals",
    form=lambda visit: _decision_form(_appeal(visit), visit),
    wanted=_("Deciding an appeal"),
    done=_("The appeal is decided. The player is told."),
    code="union:appeal",
    fresh=True,  # it may lift a ban
)
def decide_appeal(visit: Visit) -> Values:
    """Uphold, change or lift."""
    made, form = _appeal(visit), cast("AppealDecisionForm | SanctionAppealForm", visit.form)
    said = form.draft()
    if not form.is_confirmed:
        if isinstance(form, SanctionAppealForm):
            lines = form.lines()
        else:
            lines = consequence_lines(deciding.preview_decision(made=made, by=visit.by, draft=said, now=visit.now))
        form.looked_at()
        return appeal_page(visit, lines)
    deciding.decide_appeal(made=made, by=visit.by, draft=said, now=visit.now)
    return None


def _appeal(visit: Visit) -> Appeal:
    related = ("ruling__table__game", "ruling__table__round__event", "ruling__concerned__player", "sanction__player")
    return get_object_or_404(Appeal.objects.select_related(*related), pk=visit.address["pk"])


def _decision_form(made: Appeal, visit: Visit) -> AppealDecisionForm | SanctionAppealForm:
    data = visit.sent if visit.act else None
    return AppealDecisionForm(data, ruling=made.ruling) if made.ruling else SanctionAppealForm(data)


# --- What is told of them ---------------------------------------------------------------------------------------------


def _length(ruling: Ruling) -> int:
    return Game.objects.values_list("length", flat=True).get(table=ruling.table_id)


def _ruling_told(made: Ruling) -> dict[str, Any]:
    ruling = view_of(made)
    return {
        "one": ruling,
        "event": made.table.round.event,
        "title": round_title(ruling.round_number, ruling.round_kind),
        "kind": RENONC_KINDS[ruling.kind],
        "decision": DECISIONS[ruling.decision],
        "judge": JUDGES[ruling.judged_by],
    }


def _told(made: Appeal) -> dict[str, Any]:
    """An appeal in a list."""
    if made.ruling is not None:
        nick = made.ruling.concerned.nick if made.ruling.concerned else ""
        what, where = DECISIONS[made.ruling.decision], made.ruling.table.round.event.name
    else:
        assert made.sanction is not None  # noqa: S101 – it is against one of the two; tells the type checker
        nick, what, where = made.sanction.player.nick, SANCTIONS[made.sanction.kind], ""
    return {"appeal": made, "nick": nick, "what": what, "where": where, "outcome": OUTCOMES.get(made.outcome, "")}

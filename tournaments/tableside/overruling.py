"""Overruling at the event: a line judge overrules the table, a referee both, and whoever gave a ruling puts it right;
first what it changes, then the deed.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.ruling_forms import OverruleForm
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.models import Judge, Ruling
from tournaments.operations.rulings.overruling import is_appealed, may_judge_as, overrule, preview
from tournaments.queries.rulings import view_of
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.table_answers import UNPROCESSABLE, Place, Refusal, gone, named, refusal_of, wants_part
from tournaments.texts.about_consequences import consequence_lines
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import DECISIONS, JUDGES, RENONC_KINDS


@tableside.view(
    f"{TABLE}rulings/<int:pk>/",
    right="table.record",
    methods="GET POST",
    name="overrule",
    wanted=gettext_lazy("Overruling a ruling"),
)
def overrule_page(request: HttpRequest, slug: str, round_number: int, table_number: int, pk: int) -> HttpResponse:
    """One ruling of this table, and a further one in its place."""
    account = signed_in(request)
    held = access.table_for_recorder(account, slug, round_number, table_number)
    ruling = get_object_or_404(Ruling.objects.select_related("concerned"), pk=pk, table=held.table)
    ruling.table = held.table
    judges = [instance for instance in may_judge_as(account, ruling) if instance != Judge.UNION]
    place = Place(slug, round_number, table_number)
    if request.method != "POST":
        form = OverruleForm(ruling=ruling, judges=judges)
        return _page(request, place, ruling, form, judges)
    form = OverruleForm(request.POST, ruling=ruling, judges=judges)
    is_said = form.is_valid()
    if not judges:  # it was opened before: answered in words, or the phone that keeps it would send it for ever
        refused = Refused("appeal_waits" if is_appealed(ruling) else "not_higher")
        note_refusal(request, refused)
        refusal = refusal_of(refused)
        return _page(request, place, ruling, form, judges, refusal=refusal, status=refusal.status)
    if not is_said:
        return _page(request, place, ruling, form, judges, status=UNPROCESSABLE)
    said, now = form.draft(), timezone.now()
    try:
        if not form.is_confirmed:
            found = consequence_lines(preview(by=account, ruling=ruling, draft=said, now=now))
            form.looked_at()
            return _page(request, place, ruling, form, judges, found=found)
        done = overrule(by=account, ruling=ruling, draft=said, now=now)
    except Refused as told:
        note_refusal(request, told)
        refusal = refusal_of(told)
        form.renew(Game.objects.values_list("length", flat=True).get(table=held.table))
        return _page(request, place, ruling, form, judges, refusal=refusal, status=refusal.status)
    said_of_it = _("The ruling is put right.") if done.ruling.is_mending else _("The ruling is overruled.")
    for line in [said_of_it, *consequence_lines(done.consequences)]:
        messages.success(request, line)
    return gone(request, reverse("table:rulings", args=[slug]), form.cleaned_data["entry_id"])


def _page(
    request: HttpRequest,
    place: Place,
    ruling: Ruling,
    form: OverruleForm,
    judges: list[str],
    *,
    found: list[str] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    view = view_of(ruling)
    context = {
        "place": place,
        "event": ruling.table.round.event,
        "one": view,
        "title": round_title(view.round_number, view.round_kind),
        "kind": RENONC_KINDS[view.kind],
        "decision": DECISIONS[view.decision],
        "judge": JUDGES[view.judged_by],
        "mending": judges == [ruling.judged_by],
        "form": form if judges and not view.is_overruled else None,
        "found": found,
        "refusal": refusal,
    }
    entry_id = form.cleaned_data.get("entry_id") if form.is_bound and wants_part(request) else None
    return named(render(request, "tableside/overrule.html", context, status=status), entry_id)

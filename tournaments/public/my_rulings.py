"""My rulings: what was ruled about me, with the facts; what the union has decided against me; and my appeals."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal
from tournaments.models import Account, Ruling, Sanction
from tournaments.operations.rulings import appeals
from tournaments.public.face import public
from tournaments.queries.rulings import rulings_of_player, sanctions_of_player
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import (
    DECISIONS,
    JUDGES,
    OUTCOMES,
    RENONC_KINDS,
    SANCTION_BADGES,
    SANCTION_STATES,
    SANCTIONS,
)
from tournaments.texts.refusals import sentence_for


class AppealForm(forms.Form):
    grounds = forms.CharField(
        label=gettext_lazy("Why the decision should not stand"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@public.view("me/rulings/", right="account.own")
@never_cache
def my_rulings(request: HttpRequest) -> HttpResponse:
    """My rulings and sanctions, newest first."""
    return _page(request)


@public.view(
    "me/rulings/<int:pk>/appeal/",
    right="account.own",
    methods="POST",
    wanted=gettext_lazy("Appealing against a ruling"),
)
@never_cache
def appeal_ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a ruling."""
    player = access.player_of(cast("Account", request.user))
    mine = [ruling for ruling in rulings_of_player(player) if ruling.pk == pk] if player else []
    return _appeal(request, mine[0] if mine else None, f"ruling-{pk}")


@public.view(
    "me/sanctions/<int:pk>/appeal/",
    right="account.own",
    methods="POST",
    wanted=gettext_lazy("Appealing against a sanction"),
)
@never_cache
def appeal_sanction(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a sanction."""
    player = access.player_of(cast("Account", request.user))
    mine = [sanction for sanction in sanctions_of_player(player) if sanction.pk == pk] if player else []
    return _appeal(request, mine[0] if mine else None, f"sanction-{pk}")


def _appeal(request: HttpRequest, against: Ruling | Sanction | None, key: str) -> HttpResponse:
    if against is None:
        raise Http404
    form = AppealForm(request.POST, auto_id=f"{key}-%s")
    if not form.is_valid():
        return _page(request, form=form, key=key, status=422)
    try:
        appeals.appeal(
            against=against,
            by=cast("Account", request.user),
            grounds=form.cleaned_data["grounds"],
            now=timezone.now(),
        )
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, form=form, key=key, refusal=sentence_for(refused), status=409)
    messages.success(request, _("Your appeal is with the union."))
    return redirect("public:my_rulings")


def _public_from(sanction: Sanction) -> datetime | None:
    """When everybody may see a ban in force; None if nobody ever does, or everybody already."""
    moment = sanction.public_from if sanction.state == "confirmed" else None
    return moment if moment and moment > timezone.now() else None


def _page(
    request: HttpRequest, *, form: AppealForm | None = None, key: str = "", refusal: str = "", status: int = 200
) -> HttpResponse:
    player = access.player_of(cast("Account", request.user))
    rulings = rulings_of_player(player) if player else []
    sanctions = sanctions_of_player(player) if player else []

    def shown(against: Ruling | Sanction, kind: str) -> dict[str, Any]:
        mine = f"{kind}-{against.pk}" == key
        may = appeals.why_no_appeal(against=against, player=player, now=timezone.now()) is None
        made = against.appeal if hasattr(against, "appeal") else None
        return {
            "one": against,
            "appeal": made,
            "outcome": OUTCOMES.get(made.outcome, "") if made else "",
            "until": appeals.last_day_of(against),
            "form": (form if mine else AppealForm(auto_id=f"{kind}-{against.pk}-%s")) if may or mine else None,
            "refusal": refusal if mine else "",
        }

    context = {
        "zone": timezone.get_default_timezone_name(),
        "section": "me",
        "player": player,
        "rulings": [
            shown(ruling, "ruling")
            | {
                "title": round_title(ruling.table.round.number, ruling.table.round.kind),
                "kind": RENONC_KINDS[ruling.kind],
                "decision": DECISIONS[ruling.decision],
                "judge": JUDGES[ruling.judged_by],
                "is_overruled": hasattr(ruling, "overruled_by"),
            }
            for ruling in rulings
        ],
        "sanctions": [
            shown(sanction, "sanction")
            | {
                "kind": SANCTIONS[sanction.kind],
                "state": SANCTION_STATES[sanction.state],
                "badge": SANCTION_BADGES[sanction.state],
                "is_replaced": hasattr(sanction, "replaced_by"),
                "public_from": _public_from(sanction),
            }
            for sanction in sanctions
        ],
    }
    return render(request, "public/my_rulings.html", context, status=status)

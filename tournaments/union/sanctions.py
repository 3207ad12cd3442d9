"""Sanctions: what referees and the union's own propose, confirmed with reasons by somebody else, declined, lifted."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Question, Sanction
from tournaments.operations.people.players import find_player
from tournaments.operations.rulings import sanctions as operations
from tournaments.ruling_forms import SanctionForm
from tournaments.texts.about_rulings import ANSWERS, DECISIONS, SANCTION_BADGES, SANCTION_STATES, SANCTIONS
from tournaments.union.answers import UNPROCESSABLE, acted, address, page, signed_in

ON_A_PAGE = 50


class ProposalForm(SanctionForm):
    """By the union's own: whom and why."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    nick = forms.CharField(
        label=gettext_lazy("Nick"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    grounds = forms.CharField(
        label=gettext_lazy("What happened"), max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )
    field_order = ("nick", "kind", "ends_on", "grounds")

    def clean_nick(self) -> Any:
        player = find_player(self.cleaned_data["nick"])
        if player is None:
            raise forms.ValidationError(_("There is no player with this nick."))
        return player


class ConfirmationForm(SanctionForm):
    """The union's own kind, which may be milder, and its reasons."""

    reasons = forms.CharField(
        label=gettext_lazy("Reasons"),
        help_text=gettext_lazy("The player is told them."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class ReasonsForm(forms.Form):
    reasons = forms.CharField(
        label=gettext_lazy("Reasons"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class LiftForm(forms.Form):
    reasons = forms.CharField(
        label=gettext_lazy("Reasons"),
        help_text=gettext_lazy("The player is told them."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@require_safe
def sanctions(request: HttpRequest) -> HttpResponse:
    """What is to be decided, oldest first, and what was decided, newest first."""
    access.prove(signed_in(request), "union.rule")
    return _list(request, ProposalForm(initial={"entry_id": uuid.uuid4()}))


@require_POST
def propose(request: HttpRequest) -> HttpResponse:
    """Propose by the union's own; somebody else of the board confirms."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=UNPROCESSABLE)
    said = form.cleaned_data

    def act() -> str:
        operations.propose_sanction(
            by=account,
            player=said["nick"],
            kind=said["kind"],
            ends_on=said["ends_on"],
            grounds=said["grounds"],
            form=said["entry_id"],
            now=timezone.now(),
        )
        return _("The proposal is recorded. Somebody else of the union has to confirm it.")

    return acted(request, act, to=address("sanctions"), refused=lambda refused: _list(request, form, refusal=refused))


@require_safe
def sanction(request: HttpRequest, pk: int) -> HttpResponse:
    """One sanction with its grounds, its ruling and what directors have answered."""
    access.prove(signed_in(request), "union.rule")
    return _page(request, _fetch(pk))


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm, with reasons; the kind may be milder than proposed."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    found, form = _fetch(pk), ConfirmationForm(request.POST)
    if not form.is_valid():
        return _page(request, found, confirmation=form, status=UNPROCESSABLE)
    said = form.cleaned_data

    def act() -> str:
        operations.confirm_sanction(
            sanction=found,
            by=account,
            kind=said["kind"],
            ends_on=said["ends_on"],
            reasons=said["reasons"],
            now=timezone.now(),
        )
        return _("The sanction is in force. The player is told, and the directors of his events are asked.")

    return acted(
        request,
        act,
        to=address("sanction", pk),
        refused=lambda refused: _page(request, _fetch(pk), confirmation=form, refusal=refused),
    )


@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Do not follow the proposal."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    reasons = request.POST.get("reasons", "").replace("\x00", "")[:2000]

    def act() -> str:
        operations.decline_sanction(sanction=_fetch(pk), by=account, reasons=reasons, now=timezone.now())
        return _("The proposal is declined.")

    return acted(
        request, act, to=address("sanction", pk), refused=lambda refused: _page(request, _fetch(pk), refusal=refused)
    )


@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a sanction back, with reasons; its row stays."""
    account = signed_in(request)
    access.prove(account, "union.rule")
    reasons = request.POST.get("reasons", "").replace("\x00", "")[:2000]

    def act() -> str:
        operations.lift_sanction(sanction=_fetch(pk), by=account, reasons=reasons, now=timezone.now())
        return _("The sanction is lifted. The player is told.")

    return acted(
        request, act, to=address("sanction", pk), refused=lambda refused: _page(request, _fetch(pk), refusal=refused)
    )


def _fetch(pk: int) -> Sanction:
    related = ("player__account", "event", "ruling__table__round__event", "proposed_by", "confirmed_by", "lifted_by")
    return get_object_or_404(Sanction.objects.select_related(*related), pk=pk)


def _list(
    request: HttpRequest, form: ProposalForm, *, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    found = Sanction.objects.select_related("player", "event")
    decided = found.exclude(pk__in=Sanction.objects.open()).order_by("-proposed_at", "-pk")
    shown = Paginator(decided, ON_A_PAGE).get_page(request.GET.get("page"))
    values = {
        "tab": "sanctions",
        "open": [
            _told(one) for one in Sanction.objects.open().select_related("player", "event").order_by("proposed_at")
        ],
        "decided": [_told(one) for one in shown],
        "page_obj": shown,
        "form": form,
    }
    return page(request, "sanctions", values, refusal, status=status)


def _page(
    request: HttpRequest,
    found: Sanction,
    *,
    confirmation: ConfirmationForm | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    asked = Question.objects.filter(sanction=found).select_related("event").order_by("pk")
    values = {
        **_told(found),
        "tab": "sanctions",
        "form": confirmation or ConfirmationForm(initial={"kind": found.kind, "ends_on": found.ends_on}),
        "lift_form": LiftForm(auto_id="lift-%s"),
        "decline_form": ReasonsForm(auto_id="decline-%s"),
        "asked": [(one, ANSWERS.get(one.answer, "")) for one in asked],
        "ruled": DECISIONS[found.ruling.decision] if found.ruling else "",
    }
    return page(request, "sanction", values, refusal, status=status)


def _told(one: Sanction) -> dict[str, Any]:
    return {
        "one": one,
        "kind": SANCTIONS[one.kind],
        "state": SANCTION_STATES[one.state],
        "badge": SANCTION_BADGES[one.state],
    }

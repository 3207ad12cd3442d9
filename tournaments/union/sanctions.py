"""Sanctions: what referees and the union's own propose, confirmed with reasons by somebody else, declined, lifted."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.timezone import get_default_timezone_name
from django.utils.translation import gettext_lazy as _

from tournaments.acts.ruling_forms import SanctionForm
from tournaments.acts.visit import Visit
from tournaments.models import Question, Sanction
from tournaments.operations.people.players import find_player
from tournaments.operations.rulings import sanctions as operations
from tournaments.texts.about_rulings import ANSWERS, DECISIONS, SANCTION_BADGES, SANCTION_STATES, SANCTIONS
from tournaments.union.face import union

ON_A_PAGE = 50
LONGEST_REASONS = 2000


class ProposalForm(SanctionForm):
    """By the union's own: whom and why."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    nick = forms.CharField(label=_("Nick"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    grounds = forms.CharField(
        label=_("What happened"), max_length=LONGEST_REASONS, widget=forms.Textarea(attrs={"rows": 4})
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
        label=_("Reasons"),
        help_text=_("The player is told them."),
        max_length=LONGEST_REASONS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class ReasonsForm(forms.Form):
    reasons = forms.CharField(
        label=_("Reasons"), max_length=LONGEST_REASONS, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class LiftForm(forms.Form):
    reasons = forms.CharField(
        label=_("Reasons"),
        help_text=_("The player is told them."),
        max_length=LONGEST_REASONS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@union.page("sanctions/", right="union.rule")
def sanctions(visit: Visit) -> HttpResponse:
    """What is to be decided, oldest first, and what was decided, newest first."""
    found, waiting = Sanction.objects.select_related("player", "event"), Sanction.objects.open()
    decided = found.exclude(pk__in=waiting).order_by("-proposed_at", "-pk")
    shown = Paginator(decided, ON_A_PAGE).get_page(visit.request.GET.get("page"))
    waiting = waiting.select_related("player", "event").order_by("proposed_at")
    values = {
        "tab": "sanctions",
        "open": [_told(sanction) for sanction in waiting],
        "decided": [_told(sanction) for sanction in shown],
        "page_obj": shown,
        "form": visit.form_of(ProposalForm, initial={"entry_id": uuid.uuid4()}),
    }
    return visit.page("union/sanctions.html", values)


@union.act(
    "sanctions/propose/",
    right="union.rule",
    page=sanctions,
    form=ProposalForm,
    wanted=_("Proposing a sanction"),
    done=_("The proposal is recorded. Somebody else of the union has to confirm it."),
)
def propose_sanction(visit: Visit) -> None:
    """Propose a sanction by the union's own; somebody else of the board confirms."""
    said = dict(visit.said)
    player, form = said.pop("nick"), said.pop("entry_id")
    operations.propose_sanction(player=player, form=form, by=visit.by, now=visit.now, **said)


@union.page("sanctions/<int:pk>/", right="union.rule", name="sanction")
def sanction_page(visit: Visit) -> HttpResponse:
    """One sanction with its grounds, its ruling and what directors have answered."""
    sanction = _sanction(visit)
    asked = Question.objects.filter(sanction=sanction).select_related("event").order_by("pk")
    values = {
        **_told(sanction),
        "tab": "sanctions",
        "now": visit.now,
        "zone": get_default_timezone_name(),
        "form": visit.form_of(ConfirmationForm, initial={"kind": sanction.kind, "ends_on": sanction.ends_on}),
        "lift_form": LiftForm(auto_id="lift-%s"),
        "decline_form": ReasonsForm(auto_id="decline-%s"),
        "asked": [(question, ANSWERS.get(question.answer, "")) for question in asked],
        "ruled": DECISIONS[sanction.ruling.decision] if sanction.ruling else "",
    }
    return visit.page("union/sanction.html", values)


@union.act(
    "sanctions/<int:pk>/confirm/",
    right="union.rule",
    page=sanction_page,
    form=ConfirmationForm,
    wanted=_("Confirming a sanction"),
    done=_("The sanction is in force. The player is told, and the directors of his events are asked."),
    fresh=True,
)
def confirm_sanction(visit: Visit) -> None:
    """Confirm a proposal, with reasons; the kind may be milder than proposed."""
    operations.confirm_sanction(sanction=_sanction(visit), by=visit.by, now=visit.now, **visit.said)


@union.act(
    "sanctions/<int:pk>/decline/",
    right="union.rule",
    page=sanction_page,
    wanted=_("Declining a sanction"),
    done=_("The proposal is declined."),
)
def decline_sanction(visit: Visit) -> None:
    """Decline to follow a proposal."""
    reasons = visit.text("reasons", most=LONGEST_REASONS)
    operations.decline_sanction(sanction=_sanction(visit), by=visit.by, reasons=reasons, now=visit.now)


@union.act(
    "sanctions/<int:pk>/lift/",
    right="union.rule",
    page=sanction_page,
    wanted=_("Lifting a sanction"),
    done=_("The sanction is lifted. The player is told."),
    fresh=True,
)
def lift_sanction(visit: Visit) -> None:
    """Take a sanction back, with reasons; its row stays."""
    reasons = visit.text("reasons", most=LONGEST_REASONS)
    operations.lift_sanction(sanction=_sanction(visit), by=visit.by, reasons=reasons, now=visit.now)


def _sanction(visit: Visit) -> Sanction:
    related = ("player__account", "event", "ruling__table__round__event", "proposed_by", "confirmed_by", "lifted_by")
    return get_object_or_404(Sanction.objects.select_related(*related), pk=visit.address["pk"])


def _told(sanction: Sanction) -> dict[str, Any]:
    return {
        "sanction": sanction,
        "kind": SANCTIONS[sanction.kind],
        "state": SANCTION_STATES[sanction.state],
        "badge": SANCTION_BADGES[sanction.state],
    }

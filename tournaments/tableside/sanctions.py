"""Proposing a sanction to the union, by a referee or director of the event: from a ruling it goes by itself."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.ruling_forms import SanctionForm
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.models import Event, Registration, Sanction
from tournaments.operations.rulings.sanctions import propose_sanction
from tournaments.tableside.face import tableside
from tournaments.tableside.table_answers import UNPROCESSABLE, gone, named, wants_part
from tournaments.texts.about_languages import ByNameField
from tournaments.texts.about_rulings import SANCTION_BADGES, SANCTION_STATES, SANCTIONS
from tournaments.texts.refusals import sentence_for


class ProposalForm(SanctionForm):
    """Whom and why."""

    entry_id = forms.UUIDField(widget=forms.HiddenInput)
    player = ByNameField(label=gettext_lazy("Player"), queryset=Registration.objects.none())
    grounds = forms.CharField(
        label=gettext_lazy("What happened"),
        help_text=gettext_lazy("For the union alone; the union tells the player its own reasons."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    field_order = ("player", "kind", "ends_on", "grounds")

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial.setdefault("entry_id", uuid.uuid4())
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 – tells the type checker
        field.queryset = Registration.objects.filter(event=event).select_related("player")


@tableside.view(
    "<slug:slug>/sanctions/",
    right="event.rule",
    methods="GET POST",
    name="sanctions",
    wanted=gettext_lazy("Proposing a sanction"),
)
def sanctions_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What was proposed at this event, with the union's answer, and one more."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.rule")
    if request.method != "POST":
        return _page(request, event, ProposalForm(event=event))
    form = ProposalForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    try:
        propose_sanction(
            by=account,
            player=said["player"].player,
            kind=said["kind"],
            ends_on=said["ends_on"],
            grounds=said["grounds"],
            event=event,
            form=said["entry_id"],
            now=timezone.now(),
        )
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, event, form, refusal=sentence_for(refused), status=UNPROCESSABLE)
    messages.success(request, _("The proposal is with the union. It takes effect when the union confirms it."))
    return gone(request, reverse("table:sanctions", args=[slug]), said["entry_id"])


def _page(
    request: HttpRequest, event: Event, form: ProposalForm, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    proposed = Sanction.objects.filter(event=event).select_related("player").order_by("-proposed_at", "-pk")
    rows = [
        (sanction, SANCTIONS[sanction.kind], SANCTION_STATES[sanction.state], SANCTION_BADGES[sanction.state])
        for sanction in proposed
    ]
    context = {"event": event, "rows": rows, "form": form, "refusal": refusal}
    entry_id = form.cleaned_data.get("entry_id") if form.is_bound and wants_part(request) else None
    return named(render(request, "tableside/sanctions.html", context, status=status), entry_id)

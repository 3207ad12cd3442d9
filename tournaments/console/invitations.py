"""Inviting by e-mail: how many would get it, the letter as they will read it, and sending it once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.letters import event_letters
from tournaments.models import Event
from tournaments.operations.events import mailings
from tournaments.texts.about_languages import language_choices


class LetterForm(forms.Form):
    """`form` is minted with the preview: pressing "send" twice sends once."""

    note = forms.CharField(
        label=_("A few words of yours"),
        max_length=2000,
        required=False,
        help_text=_("They stand in the letter as you write them, in every language."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    form = forms.UUIDField(required=False, widget=forms.HiddenInput)


@desk.page("<slug:slug>/invitations/", right="event.people")
def invitations(event: Event, visit: Visit) -> HttpResponse:
    """Who would be invited, and by which letter."""
    return visit.page("console/invitations.html", {**_shown(event, visit), "form": visit.form_of(LetterForm)})


@desk.view(
    "<slug:slug>/invitations/",
    right="event.people",
    methods="POST",
    wanted=_("Sending invitations"),
    code="desk:invitations",
)
def send_invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the letter; with `send` it goes out."""
    visit = Visit(desk, request, {"slug": slug}, act="send_invitations")
    event = access.event_for(visit.by, slug, "event.people")
    form = LetterForm(request.POST)
    if not form.is_valid():
        visit.form = form
        return invitations(event, visit)
    if "send" not in request.POST or not form.cleaned_data["form"]:
        return _preview(event, visit, form.cleaned_data["note"])
    try:
        mailings.send_invitations(event=event, by=visit.by, now=visit.now, **form.cleaned_data)
    except Refused as refused:
        visit.form = form
        visit.refuse(refused, "desk:invitations")
        return invitations(event, visit)
    messages.success(request, gettext("The invitations are on their way."))
    return HttpResponseRedirect(desk.address("invitations", slug=slug))


def _preview(event: Event, visit: Visit, note: str) -> HttpResponse:
    """The letter in every language, with a form that sends it once."""
    form = LetterForm(initial={"note": note, "form": uuid4()})
    values = {**_shown(event, visit), "form": form, "letters": _letters(event, note)}
    return visit.page("console/invitations.html", values)


def _shown(event: Event, visit: Visit) -> dict[str, Any]:
    return {
        "tab": "settings",
        "event": event,
        "audience": mailings.audience(event, now=visit.now),
        "may_send": event.status in mailings.WHILE,
        "letters": [],
        "sent": event.mailings.order_by("-at"),
    }


def _letters(event: Event, note: str) -> list[tuple[str, str, str, str]]:
    """Language, its name, subject and text of the letter, in every language that it goes out in."""
    found = []
    for code, name in language_choices():
        with override(code):
            out = gettext("(everybody’s own link)")
            text = render_to_string("mail/invitation.txt", event_letters.values_for(event, note=note, out=out)).strip()
            subject, _rest, body = text.partition("\n")
            found.append((code, name, subject.strip(), body.strip()))
    return found

"""Inviting by e-mail: how many would get it, the letter as they will read it, and sending it once."""

from __future__ import annotations

from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.letters import event_letters
from tournaments.models import Event
from tournaments.operations.events import mailings
from tournaments.texts.about_languages import language_choices

ACT = "event.people"


class LetterForm(forms.Form):
    """`form` is minted with the preview: pressing "send" twice sends once."""

    note = forms.CharField(
        label=gettext_lazy("A few words of yours"),
        max_length=2000,
        required=False,
        help_text=gettext_lazy("They stand in the letter as you write them, in every language."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    form = forms.UUIDField(required=False, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: who would be invited. POST: the letter; with `send` it goes out."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    form = LetterForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, event, form, status=422 if request.method == "POST" else 200)
    if "send" not in request.POST or not form.cleaned_data["form"]:
        preview = LetterForm(initial={"note": form.cleaned_data["note"], "form": uuid4()})
        return _page(request, event, preview, note=form.cleaned_data["note"])

    def act() -> str:
        mailings.send_invitations(event=event, by=account, now=timezone.now(), **form.cleaned_data)
        return _("The invitations are on their way.")

    return acted(
        request,
        act,
        to=address("invitations", slug),
        refused=lambda refused: _page(request, event, form, refusal=refusal_of(refused, "invitations")),
    )


def _page(
    request: HttpRequest,
    event: Event,
    form: LetterForm,
    *,
    note: str | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    values = {
        "tab": "settings",
        "form": form,
        "audience": mailings.audience(event, now=timezone.now()),
        "may_send": event.status in mailings.WHILE,
        "letters": [] if note is None else _letters(event, note),
        "sent": event.mailings.order_by("-at"),
    }
    return page(request, "invitations", event, values, refusal, status=status)


def _letters(event: Event, note: str) -> list[tuple[str, str, str, str]]:
    """Language, its name, subject and text of the letter, in every language that it goes out in."""
    found = []
    for code, name in language_choices():
        with override(code):
            out = _("(everybody’s own link)")
            text = render_to_string("mail/invitation.txt", event_letters.values_for(event, note=note, out=out)).strip()
            subject, _rest, body = text.partition("\n")
            found.append((code, name, subject.strip(), body.strip()))
    return found

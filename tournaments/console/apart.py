"""Who may not share a table: pairs of registered players, chosen by name; they count from the next draw on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.models import ApartPair, Event, Registration
from tournaments.operations.seating.apart import allow_pair, keep_apart
from tournaments.texts.about_languages import ByNameField, name_order

ACT = "event.draw"


class NickField(ByNameField):
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.nick)


class PairForm(forms.Form):
    one = NickField(label=gettext_lazy("Player"), queryset=Registration.objects.none(), empty_label="–")
    other = NickField(
        label=gettext_lazy("… may not share a table with"), queryset=Registration.objects.none(), empty_label="–"
    )

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        entered = Registration.objects.filter(event=event).playing()
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 – tells the type checker
            field.queryset = entered


@require_http_methods(["GET", "POST"])
def apart(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs of the event, and one more."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    if request.method == "GET":
        return _page(request, event)
    form = PairForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form=form, status=422)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]

    def act() -> str:
        keep_apart(event=event, one=one, other=other, by=account, now=timezone.now())
        return _("%(one)s and %(other)s share no table from the next draw on.") % {"one": one.nick, "other": other.nick}

    return acted(
        request,
        act,
        to=address("apart", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "apart"), form=form),
    )


@require_POST
def allow(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a pair off the list."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)

    def act() -> str:
        allow_pair(event=event, pair=pk, by=account, now=timezone.now())
        return _("They may share a table again.")

    return acted(
        request,
        act,
        to=address("apart", slug),
        refused=lambda refused: _page(request, event, refusal_of(refused, "apart")),
    )


def _page(
    request: HttpRequest,
    event: Event,
    refusal: Refusal | None = None,
    *,
    form: PairForm | None = None,
    status: int = 200,
) -> HttpResponse:
    pairs = ApartPair.objects.filter(event=event).select_related("one", "other").order_by("pk")
    key = name_order()
    values = {
        "tab": "settings",
        "form": form or PairForm(event=event),
        "pairs": sorted(pairs, key=lambda pair: (key(pair.one.nick), key(pair.other.nick))),
    }
    return page(request, "apart", event, values, refusal, status=status)

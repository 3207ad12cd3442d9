"""Who helps: referees and line judges by e-mail address, signed in by a code that their phone reads off the screen.

A pub has no mail server, so the director hands the one-time link over himself, as a QR code or as text. He can do so
only for accounts that hold nothing beyond his own events (`access.may_hand_link`); everybody else gets it by e-mail.
"""

from __future__ import annotations

import re
from typing import Any

import segno
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.models import Event, SignInLink, Staff, StaffRole
from tournaments.operations.accounts import sign_in_links
from tournaments.operations.events import making
from tournaments.operations.events.staffing import appoint_by_email
from tournaments.queries import desk as queries
from tournaments.texts import about_roles

MOST_TABLES = 200


class AppointForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    name = forms.CharField(label=pgettext_lazy("of a person", "Name"), max_length=80, required=False)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role, about_roles.ROLES[role]) for role in ("referee", "line_judge", "director")],
    )
    tables = forms.CharField(
        label=gettext_lazy("Tables of a line judge"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Their numbers, such as 1, 2. A referee and a director see all tables."),
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

    def clean_tables(self) -> list[int]:
        found = [word for word in re.split(r"[\s,;]+", self.cleaned_data["tables"]) if word]
        if not all(word.isdecimal() and 0 < int(word) <= MOST_TABLES for word in found):
            raise forms.ValidationError(_("Write the numbers of tables, such as 1, 2."))
        return [int(word) for word in found]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("role") == StaffRole.LINE_JUDGE and "tables" in data and not data["tables"]:
            self.add_error("tables", _("Say which tables the line judge looks after."))
        return data


@require_http_methods(["GET", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, and one more of them."""
    event = access.event_for(signed_in(request), slug, "event.staff")
    if request.method == "GET":
        return staff_page(request, event)
    form = AppointForm(request.POST)
    if not form.is_valid():
        return staff_page(request, event, form=form, status=422)

    def act() -> str:
        made = appoint_by_email(event=event, by=signed_in(request), now=timezone.now(), **form.cleaned_data)
        return _("%(who)s is %(role)s now.") % {"who": made.account, "role": about_roles.ROLES[made.role]}

    return acted(
        request,
        act,
        to=address("staff", slug),
        refused=lambda refused: staff_page(request, event, refusal_of(refused, "appoint"), form=form),
    )


def staff_page(
    request: HttpRequest,
    event: Event,
    refusal: Refusal | None = None,
    *,
    form: AppointForm | None = None,
    status: int = 200,
) -> HttpResponse:
    values = {"tab": "settings", "staff": queries.staff_of(event), "form": form or AppointForm()}
    return page(request, "staff", event, values, refusal, status=status)


@require_POST
def dismiss(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End a role at once."""
    event, one = _role(request, slug, pk)

    def act() -> str:
        making.dismiss(staff=one, by=signed_in(request), now=timezone.now())
        return _("%(who)s is no longer %(role)s.") % {"who": one.account, "role": about_roles.ROLES[one.role]}

    return acted(
        request,
        act,
        to=address("staff", slug),
        refused=lambda refused: staff_page(request, event, refusal_of(refused, "dismiss", pk)),
    )


@require_POST
def link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A one-time link: on the screen to be handed over, or by e-mail where that is not for the director to see."""
    event, one = _role(request, slug, pk)
    next_path = reverse("desk:event" if one.role == StaffRole.DIRECTOR else "table:board", args=[slug])
    by = signed_in(request)
    said: dict[str, Any] = {"account": one.account, "by": by, "now": timezone.now(), "event": event}
    said["next_path"] = next_path
    if not access.may_hand_link(by, one.account):

        def act() -> str:
            sign_in_links.have_link_sent(**said)
            sentence = _("This account has rights of its own, so its link goes to %(email)s.")
            return sentence % {"email": one.account.email}

        return acted(
            request,
            act,
            to=address("staff", slug),
            refused=lambda refused: staff_page(request, event, refusal_of(refused, "link", pk)),
        )
    made = sign_in_links.hand_out_link(**said)
    url = absolute(request, made)
    code = segno.make(url, error="m", micro=False)
    values = {"tab": "settings", "one": one, "link": made, "url": url, "code": code.svg_data_uri(scale=8, border=4)}
    answer = page(request, "staff_link", event, values)
    answer["Cache-Control"] = "no-store"
    return answer


def absolute(request: HttpRequest, link: SignInLink) -> str:
    """The link with an address that a phone can reach: the site's own, unless only this machine knows it."""
    path = reverse("sign_in_link", kwargs={"token": sign_in_links.link_token(link)})
    host = request.get_host().partition(":")[0]
    is_local = host in ("localhost", "127.0.0.1", "[")  # the last is ::1 in its brackets
    return f"{settings.SITE_URL}{path}" if is_local else request.build_absolute_uri(path)


def _role(request: HttpRequest, slug: str, pk: int) -> tuple[Event, Staff]:
    event = access.event_for(signed_in(request), slug, "event.staff")
    roles = Staff.objects.filter(event=event, ended_at=None).select_related("account")
    one = get_object_or_404(roles, pk=pk)
    one.event = event
    return event, one

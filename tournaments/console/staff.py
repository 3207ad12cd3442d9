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
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import access
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event, SignInLink, Staff, StaffRole
from tournaments.operations.accounts import sign_in_links
from tournaments.operations.events import making, staffing
from tournaments.queries import desk as queries
from tournaments.texts import about_roles

MOST_TABLES = 200


class AppointForm(forms.Form):
    email = forms.EmailField(label=_("E-mail"), max_length=254)
    name = forms.CharField(label=pgettext_lazy("of a person", "Name"), max_length=80, required=False)
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, about_roles.ROLES[role]) for role in ("referee", "line_judge", "director")],
    )
    tables = forms.CharField(
        label=_("Tables of a line judge"),
        required=False,
        max_length=200,
        help_text=_("Their numbers, such as 1, 2. A referee and a director see all tables."),
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


@desk.page("<slug:slug>/staff/", right="event.staff")
def staff(event: Event, visit: Visit) -> HttpResponse:
    """Show who has a role at the event, and a form to appoint somebody."""
    form = visit.form_of(AppointForm)
    values = {"tab": "settings", "event": event, "staff": queries.staff_of(event), "form": form}
    return visit.page("console/staff.html", values)


@desk.act(
    "<slug:slug>/staff/",
    right="event.staff",
    page=staff,
    form=AppointForm,
    wanted=_("Giving a role at the event"),
    done=_("%(who)s is %(role)s now."),
    code="desk:staff",
)
def appoint_by_email(event: Event, visit: Visit) -> Values:
    """Give somebody a role, by his e-mail address."""
    made = staffing.appoint_by_email(event=event, by=visit.by, now=visit.now, **visit.said)
    return {"who": made.account, "role": about_roles.ROLES[made.role]}


@desk.act(
    "<slug:slug>/staff/<int:pk>/dismiss/",
    right="event.staff",
    page=staff,
    wanted=_("Ending a role at the event"),
    done=_("%(who)s is no longer %(role)s."),
)
def dismiss(event: Event, visit: Visit) -> Values:
    """End a role at once."""
    role = _role(event, visit.address["pk"])
    making.dismiss(staff=role, by=visit.by, now=visit.now)
    return {"who": role.account, "role": about_roles.ROLES[role.role]}


@desk.act(
    "<slug:slug>/staff/<int:pk>/link/",
    right="event.staff",
    page=staff,
    wanted=_("Handing out a sign-in link"),
    done=_("This account has rights of its own, so its link goes to %(email)s."),
)
def staff_link(event: Event, visit: Visit) -> Values:
    """Give a one-time link: on the screen to be handed over, or by e-mail where it is not for the director to see."""
    role = _role(event, visit.address["pk"])
    next_path = reverse("desk:event" if role.role == StaffRole.DIRECTOR else "table:board", args=[event.slug])
    asked: dict[str, Any] = {"account": role.account, "event": event, "next_path": next_path}
    if access.may_hand_link(visit.by, role.account):
        return _link_on_screen(role, sign_in_links.hand_out_link(**asked, by=visit.by, now=visit.now), visit)
    sign_in_links.have_link_sent(**asked, by=visit.by, now=visit.now)
    return {"email": role.account.email}


def _link_on_screen(role: Staff, link: SignInLink, visit: Visit) -> HttpResponse:
    """The link as a code for a phone and as text; no browser keeps this page."""
    url = absolute(visit.request, link)
    code = segno.make(url, error="m", micro=False).svg_data_uri(scale=8, border=4)
    values = {"tab": "settings", "event": role.event, "one": role, "link": link, "url": url, "code": code}
    answer = visit.page("console/staff_link.html", values)
    answer["Cache-Control"] = "no-store"
    return answer


def absolute(request: HttpRequest, link: SignInLink) -> str:
    """The link with an address that a phone can reach: the site's own, unless only this machine knows it."""
    path = reverse("sign_in_link", kwargs={"token": sign_in_links.link_token(link)})
    host = request.get_host().partition(":")[0]
    is_local = host in ("localhost", "127.0.0.1", "[")  # the last is ::1 in its brackets
    return f"{settings.SITE_URL}{path}" if is_local else request.build_absolute_uri(path)


def _role(event: Event, pk: int) -> Staff:
    """A role in force at the event."""
    role = get_object_or_404(Staff.objects.filter(event=event, ended_at=None).select_related("account"), pk=pk)
    role.event = event
    return role

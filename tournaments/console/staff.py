"""Who helps: referees and line judges by e-mail address, signed in by a code that their phone reads off the screen.

A pub has no mail server, so the director hands the one-time link over himself, as a QR code or as text. He can do so
only for accounts that hold nothing beyond his own events (`access.may_hand_link`); everybody else gets it by e-mail.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.codes_shown import absolute, code_on_screen
from tournaments.acts.email_field import EmailField
from tournaments.acts.face import Values
from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event, SignInLink, Staff, StaffRole
from tournaments.operations.accounts import sign_in_links
from tournaments.operations.events import making, phones, staffing
from tournaments.queries import desk as queries
from tournaments.queries.phones import phones_of
from tournaments.texts import about_roles

MOST_TABLES = 200


class TablesField(forms.CharField):
    """Numbers of tables, as "1, 2"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **options)

    def clean(self, value: Any) -> list[int]:
        found = [word for word in re.split(r"[\s,;]+", super().clean(value)) if word]
        are_tables = all(word.isdecimal() and 0 < int(word) <= MOST_TABLES for word in found)
        if not are_tables or (self.required and not found):
            raise forms.ValidationError(_("Write the numbers of tables, such as 1, 2."))
        return list(dict.fromkeys(map(int, found)))


class PhoneForm(forms.Form):
    tables = TablesField(label=pgettext_lazy("a phone", "For the tables"), help_text=_("Their numbers, such as 3, 4."))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "phone_%s", **options})


class AppointForm(forms.Form):
    name = forms.CharField(label=pgettext_lazy("of a person", "Name"), max_length=80, required=False)
    email = EmailField(
        required=False,
        help_text=_("Who stands here needs none: the next page shows a code, and his phone reads it."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, about_roles.ROLES[role]) for role in ("referee", "line_judge", "director")],
    )
    tables = TablesField(
        label=_("Tables of a line judge"),
        required=False,
        help_text=_("Their numbers, such as 1, 2. A referee and a director see all tables."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not (data.get("email") or data.get("name") or self.errors):
            self.add_error("name", _("Without an e-mail address, say who it is."))
        if data.get("role") == StaffRole.LINE_JUDGE and "tables" in data and not data["tables"]:
            self.add_error("tables", _("Say which tables the line judge looks after."))
        return data


@desk.page("<slug:slug>/staff/", right="event.staff")
def staff(event: Event, visit: Visit) -> HttpResponse:
    """Show who has a role at the event, and a form to appoint somebody."""
    found = queries.staff_of(event)
    values = {
        "tab": "settings",
        "event": event,
        "staff": found,
        "has_one_director": sum(one.role == StaffRole.DIRECTOR for one in found) == 1,
        "form": visit.form_of(AppointForm),
        "phone_form": visit.form_of(PhoneForm),
    }
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
    if not visit.said["email"]:
        made.event = event
        return _code_of(made, visit)
    return {"who": made.account, "role": about_roles.ROLES[made.role]}


@desk.act(
    "<slug:slug>/staff/phones/",
    right="event.staff",
    page=staff,
    form=PhoneForm,
    wanted=_("Letting in a phone for tables"),
)
def enrol_phone(event: Event, visit: Visit) -> Values:
    """Make an account for a phone that stays at some tables, and show the code that signs the phone in."""
    tables = visit.said["tables"]
    name = gettext("Phone %(tables)s") % {"tables": ", ".join(map(str, tables))}
    board = reverse("table:board", args=[event.slug])
    return _link_on_screen(
        *phones.enrol_phone(event=event, name=name, tables=tables, by=visit.by, now=visit.now, next_path=board),
        visit,
    )


@desk.act(
    "<slug:slug>/phones/<uuid:phone>/revoke/",
    right="event.staff",
    page=staff,
    to=lambda event, _visit: reverse("table:board", args=[event.slug]),
    wanted=_("Taking a phone out of use"),
    done=_("%(who)s: this phone is out of use. What it still brings waits for you."),
)
def revoke_phone(event: Event, visit: Visit) -> Values:
    """Take a phone of this event out of use at once."""
    phone = get_object_or_404(phones_of(event), pk=visit.address["phone"])
    phones.revoke_phone(event=event, phone=phone, by=visit.by, now=visit.now)
    return {"who": phone.account or phone.name}


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
    return _code_of(_role(event, visit.address["pk"]), visit)


def _code_of(role: Staff, visit: Visit) -> Values:
    event = role.event
    next_path = reverse("desk:event" if role.role == StaffRole.DIRECTOR else "table:board", args=[event.slug])
    asked: dict[str, Any] = {"account": role.account, "event": event, "next_path": next_path}
    if access.may_hand_link(visit.by, role.account):
        return _link_on_screen(role, sign_in_links.hand_out_link(**asked, by=visit.by, now=visit.now), visit)
    if not (settings.MAIL_IS_SENT and role.account.has_mailbox):
        raise Refused("code_not_shown")
    sign_in_links.have_link_sent(**asked, by=visit.by, now=visit.now)
    return {"email": role.account.email}


def _link_on_screen(role: Staff, link: SignInLink, visit: Visit) -> HttpResponse:
    """The link as a code for a phone and as text; no browser keeps this page."""
    url = absolute(visit.request, reverse("sign_in_link", kwargs={"token": sign_in_links.link_token(link)}))
    back = desk.address("staff", slug=role.event.slug)
    values = {"tab": "settings", "event": role.event, "who": role.account, "until": link.expires_at, "back": back}
    answer = visit.page("console/staff_link.html", values | code_on_screen(url))
    answer["Cache-Control"] = "no-store"
    return answer


def _role(event: Event, pk: int) -> Staff:
    """A role in force at the event."""
    role = get_object_or_404(Staff.objects.filter(event=event, ended_at=None).select_related("account"), pk=pk)
    role.event = event
    return role

"""What letters about an account say: what its owner was given, and that it can be entered in a further way."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Message, Office, Staff
from tournaments.texts.about_accounts import FACTORS, RIGHTS
from tournaments.texts.about_roles import OFFICES, ROLES

KINDS = ("appointed", "key_added")


def values_of(message: Message) -> dict[str, Any] | None:
    """The words of the letter, None if what it speaks of is gone."""
    link = settings.SITE_URL + reverse("public:me")
    said = message.values
    if message.kind == "key_added":
        return {"what": FACTORS[said["factor"]], "link": link}
    words = {"is_taken_back": said.get("is_taken_back", False), "gone": said.get("email", ""), "link": link}
    if "rights" in said:
        return words | {"rights": [RIGHTS[right] for right in said["rights"]]}
    if "staff" in said:
        staff = Staff.objects.filter(pk=said["staff"], ended_at=None).select_related("event").first()
        return words | {"role": ROLES[staff.role], "event": staff.event} if staff else None
    office = Office.objects.filter(pk=said["office"], ended_at=None).select_related("club", "federation").first()
    if office is None:
        return None
    return words | {"role": OFFICES[office.role], "office": office, "last_day": office.last_moment}

"""What an address names, had only by who holds the right to it: fetching is proving (tournaments/access)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments import access, rights
from tournaments.models import Account


def proved(by: Account, right: str, address: Mapping[str, Any]) -> tuple[Any, ...]:
    """The event, round, registration, club or federation that `address` names, if `by` holds `right` there.

    Nothing where the right is of the whole union, or of one's own account. Raises PermissionDenied or Http404.
    """
    match rights.RIGHTS[right].of:
        case "event" if "number" in address:
            return (access.round_for(by, address["slug"], address["number"], right),)
        case "event" if "key" in address:
            return (access.registration_for(by, address["slug"], address["key"], right),)
        case "event":
            return (access.event_for(by, address["slug"], right),)
        case "club":
            return (access.club_for(by, address["code"], right),)
        case "federation":
            return (access.federation_for(by, address["country"], right),)
        case "account":
            return ()
        case _:
            access.prove(by, right)
            return ()

"""Which roles an account holds, and what the matrix says of them: `may`, `prove`, and conditions for statements.

`granted` and `granted_by_office` are the same question as a condition inside a larger statement, so that fetching and
proving stay one.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, Value

from tournaments import rights
from tournaments.models import Account, Club, Event, Federation, Office, OfficeRole, Staff, StaffRole

ALWAYS, NEVER = Q(Value(value=True)), Q(Value(value=False))


def flags_of(account: Account) -> frozenset[str]:
    """The roles that an account holds by itself: everybody signed in is a player. No statement."""
    flags = {"organiser": account.may_direct, "clerk": account.is_staff, "keeper": account.is_superuser}
    return frozenset({"player", *(role for role, held in flags.items() if held)}) if account.is_active else frozenset()


def may(
    account: Account,
    act: str,
    *,
    event: Event | None = None,
    club: Club | None = None,
    federation: Federation | None = None,
) -> bool:
    """Whether `account` may do `act`, at this event, in this club or federation. At most one statement.

    Without a body, a right that is held `own` counts for nothing: it has to be said of what.
    """
    if flags_of(account) & rights.anywhere(act):
        return True
    if not rights.where_held(act) & (rights.AT_EVENTS | rights.OFFICES):  # no row could give it
        return False
    ways_in = granted(account, act, event) | granted_by_office(account, act, club=club, federation=federation)
    return Account.objects.filter(ways_in, pk=account.pk, is_active=True).exists()


def prove(
    account: Account,
    act: str,
    *,
    event: Event | None = None,
    club: Club | None = None,
    federation: Federation | None = None,
) -> None:
    """Raises PermissionDenied unless `account` may do `act` there."""
    if not may(account, act, event=event, club=club, federation=federation):
        raise PermissionDenied


def roles_at(account: Account, event: Event) -> frozenset[str]:
    """The roles in force of `account` at `event`; a superuser directs everywhere. One statement."""
    roles = set(Staff.objects.filter(account=account, event=event, ended_at=None).values_list("role", flat=True))
    return frozenset(roles | {StaffRole.DIRECTOR.value} if account.is_superuser else roles)


def offices_of(account: Account) -> frozenset[str]:
    """The roles of the offices that `account` holds now, whatever their bodies. One statement."""
    roles = set(Office.objects.in_force().filter(account=account).values_list("role", flat=True))
    return frozenset(roles | {OfficeRole.UNION.value} if account.is_superuser else roles)


def owes_second_factor(account: Account) -> bool:
    """Whether `account` holds a role that needs a second factor, and has none. One statement.

    Asked only where second factors are required (`settings.SECOND_FACTOR_REQUIRED`), or to remind of them.
    """
    roles = rights.NEED_SECOND_FACTOR
    staff = Staff.objects.filter(account=account, ended_at=None, role__in=roles & rights.AT_EVENTS)
    offices = Office.objects.in_force().filter(account=account, role__in=roles & rights.OFFICES)
    held = ALWAYS if flags_of(account) & roles else Q(Exists(staff)) | Q(Exists(offices))
    factors = Authenticator.objects.filter(user=account, type__in=["totp", "webauthn"])
    return Account.objects.filter(held, ~Exists(factors), pk=account.pk).exists()


def may_create_events(account: Account) -> bool:
    """Whether `account` may make events of its own."""
    return may(account, "event.create")


def may_hand_link(by: Account, account: Account) -> bool:
    """Whether the director `by` may hand `account` a sign-in link himself, instead of having it e-mailed.

    The link is the account, so it may open nothing that `by` does not hold already: no keeper, nobody with a password,
    a player's page, an office or rights of his own, and nobody with a role at an event that `by` does not direct.
    A player whom no letter reaches gets it from who directs an event that he has entered: nothing else can let him in
    again. The keeper may for all but the commission. One statement.
    """
    if not account.is_active or account.is_superuser or account.is_staff:
        return False
    if by == account:
        return True
    if by.is_superuser:  # who reads no word does not come in as somebody who does either
        return not Office.objects.filter(account=account, role=OfficeRole.COMMISSION, ended_at=None).exists()
    if account.has_usable_password() or account.may_direct:
        return False
    directed = Staff.objects.filter(account=by, role=StaffRole.DIRECTOR, ended_at=None, event=OuterRef("event"))
    elsewhere = Staff.objects.filter(account=account, ended_at=None).exclude(Exists(directed))
    office = Office.objects.filter(account=account, ended_at=None)
    others = Account.objects.filter(pk=account.pk)
    is_player: Q = Q(player__isnull=False)
    if not (settings.MAIL_IS_SENT and account.has_mailbox):  # nothing else can let him in again
        here = Staff.objects.filter(account=by, role=StaffRole.DIRECTOR, ended_at=None)
        is_player &= ~Q(Exists(here.filter(event__registrations__player__account=OuterRef("pk"))))
    others = others.filter(Exists(elsewhere) | Exists(office) | is_player)
    return not others.exists()


def granted(account: Account, act: str, event: Event | OuterRef | None) -> Q:
    """The condition, in a statement about `event`, that `account` may do `act` there."""
    if flags_of(account) & rights.anywhere(act):
        return ALWAYS
    staff = Staff.objects.filter(account=account.pk, ended_at=None)
    ways_in = NEVER
    if (here := rights.where_held(act) & rights.AT_EVENTS) and event is not None:
        ways_in |= Q(Exists(staff.filter(Q(event=event), role__in=here)))
    if everywhere := rights.anywhere(act) & rights.AT_EVENTS:
        ways_in |= Q(Exists(staff.filter(role__in=everywhere)))
    return ways_in | granted_by_office(account, act)


def granted_by_office(
    account: Account, act: str, *, club: Club | None = None, federation: Federation | None = None
) -> Q:
    """The same for the offices of the union: a captain's club, an officer's federation, all others everywhere."""
    everywhere, here = rights.anywhere(act), rights.where_held(act)
    ways = [Q(role__in=everywhere & rights.OFFICES)] if everywhere & rights.OFFICES else []
    if club is not None and "captain" in here:
        ways.append(Q(role="captain", club=club))
    if club is not None and "officer" in here:
        ways.append(Q(role="officer", federation=club.federation_id))
    if federation is not None and "officer" in here:
        ways.append(Q(role="officer", federation=federation))
    if not ways:
        return NEVER
    return Q(Exists(Office.objects.in_force().filter(reduce(or_, ways), account=account.pk)))

"""Codes on a director's screen, by which the phone of somebody who has entered his event signs in; and their end."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import Account, ApiToken, Claim, Registration, SignInLink
from tournaments.operations.accounts.sessions import end_sessions
from tournaments.operations.acting import act_on
from tournaments.operations.people.claims import SHOWN_FOR, is_asked, offer


def show_claim(*, registration: Registration, by: Account, now: datetime) -> Claim:
    """Offer a record without an account to the phone that reads its code.

    Raises Refused `claim_settled`, or `claim_not_yours` where somebody else is asked whether it is his.
    """
    with act_on(registration, by=by, now=now, even=lifecycle.OVER) as act:
        player = registration.player
        if player.account_id is not None:
            raise Refused("claim_settled")
        if is_asked(player, now=now):
            raise Refused("claim_not_yours")
        claim = offer(player, event=registration.event, by=by, now=now, waits=SHOWN_FOR)
        act.note("code_shown", subject=f"entry:{registration.key}")
        return claim


def revoke_sign_in(*, registration: Registration, account: Account, by: Account, now: datetime) -> None:
    """Sign an account out everywhere, with every link, key and token that could let a phone in again."""
    with act_on(registration, by=by, now=now, even=lifecycle.OVER) as act:
        end_sessions(account=account, now=now)
        SignInLink.objects.filter(account=account, used_at=None).update(used_at=now)
        ApiToken.objects.filter(account=account, revoked_at=None).update(revoked_at=now)
        Claim.objects.filter(account=account).exclude(settled_at=None).delete()
        act.note("sign_in_revoked", subject=f"entry:{registration.key}")

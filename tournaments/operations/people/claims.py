"""Claims: a nick or a record waits until the owner of an account has proved that he is there.

Who registers himself, and who is registered by a captain, has his nick held for a day, public nowhere; with his proof
the player comes into being. A record that the union, its officers or a director stand for is there at once, without an
account; it is offered to the owner of an address, and to whoever reads a code from the director's screen. Nothing is
tied before he says that it is he (tying.py). What nobody has proved in its time is let go (`let_go`).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from games.rules.refusals import Refused
from tournaments.facts.nicks import nick_key, spelled
from tournaments.models import Account, Claim, Club, Event, Merge, Message, Player
from tournaments.models.merge import records_of
from tournaments.operations.accounts.empowering import is_in_other_hands, without_mailbox
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.bans.banned_identities import is_banned_email
from tournaments.operations.errands import hand_out
from tournaments.operations.journal import CLOCK, VISITOR, note, note_rest
from tournaments.operations.people.players import clean_nick, create_player, has_player, refuse_taken
from tournaments.operations.people.tying import tie

HELD_FOR = timedelta(days=1)  # a nick that nobody stands for
OFFERED_FOR = timedelta(days=30)  # a record that is there, and does not go away
SHOWN_FOR = timedelta(minutes=30)  # a code on the director's screen
SIGNER = Signer(salt="scwu.claim")


@transaction.atomic
def register_player(
    *,
    nick: str,
    club: Club | None,
    email: str,
    language: str,
    by: Account | None = None,
    now: datetime,
    next_path: str = "/me/",
    event: Event | None = None,
    network: str = "",
    behind: bool = False,
) -> Claim | None:
    """Hold a nick for whoever can read the letter to `email`, which leads on to `next_path`.

    The player comes into being with the proof, and not before; `event` is then entered as well. If the address has a
    player already, only a sign-in link is sent: the answer does not tell strangers whose address is known here. No
    letter is written `behind` a paused door (events/at_the_door.py). Returns what waits, if anything does.

    Raises Refused `nick_malformed`, `nick_taken` or `banned`.
    """
    email = email.strip().lower()
    if is_banned_email(email, now=now):
        return None  # the same answer as to everybody, and no letter
    account = Account.objects.filter(email=email).first()
    if account is not None and has_player(account):
        send_link(email=email, now=now, next_path=next_path)
        return None
    said_by = by.key if by else VISITOR
    asked: dict[str, Any] = {"club": club, "email": email, "language": language, "event": event, "next_path": next_path}
    claim = hold_nick(nick=nick, **asked, network=network, behind=behind, by=said_by, now=now)
    if not behind:
        tell(claim, now=now)
    if by is None:  # else an act of his has its line
        note_rest(by=VISITOR, now=now)
    return claim


def hold_nick(
    *,
    nick: str,
    club: Club | None,
    by: str,
    now: datetime,
    email: str = "",
    language: str = "",
    event: Event | None = None,
    next_path: str = "",
    network: str = "",
    behind: bool = False,
) -> Claim:
    """Hold a nick for a day. Behind a paused door it is remembered and not held, so it may be anybody's meanwhile.

    Raises Refused `nick_malformed`, `nick_taken` or `banned`.
    """
    nick = clean_nick(nick)
    refuse_taken(nick, now=now)
    Claim.objects.filter(nick_key=nick_key(nick), player=None, until__lte=now).delete()
    claim = Claim(
        **spelled(nick),
        club=club,
        email=email,
        language=language,
        event=event,
        next_path=next_path,
        network=network,
        behind=behind,
        by=by,
        made_at=now,
        until=now + HELD_FOR,
    )
    try:
        with transaction.atomic():
            claim.save(force_insert=True)
    except IntegrityError:  # somebody asked for it a moment ago
        raise Refused("nick_taken", nick=nick) from None
    return claim


def say_who(
    player: Player,
    *,
    club: Club | None,
    language: str,
    event: Event,
    network: str,
    behind: bool,
    by: str,
    now: datetime,
) -> Claim:
    """Remember that somebody at the door says he is this player, who has no account. The director knows, or not."""
    return Claim.objects.create(
        player=player,
        club=club,
        language=language,
        event=event,
        network=network,
        behind=behind,
        by=by,
        made_at=now,
        until=now + HELD_FOR,
    )


def offer(
    player: Player,
    *,
    by: Account,
    now: datetime,
    email: str = "",
    account: Account | None = None,
    event: Event | None = None,
    language: str = "",
    waits: timedelta = OFFERED_FOR,
) -> Claim:
    """Offer a record to the owner of `email` or of `account`; without either, to whoever reads its code.

    A former offer of the same record by such a code is void. A part of acts that note themselves.
    """
    if not email and account is None:
        Claim.objects.filter(player=player, email="", account=None, settled_at=None).delete()
    return Claim.objects.create(
        player=player,
        email=email,
        account=account,
        event=event,
        language=language,
        by=by.key,
        made_at=now,
        until=now + waits,
    )


def offer_all(addresses: Mapping[str, Player], *, by: Account, now: datetime) -> None:
    """Offer many records, each to the owner of an address, by letters in the language of `by`. Few statements."""
    claims = Claim.objects.bulk_create(
        (
            Claim(player=player, email=email, language=by.language, by=by.key, made_at=now, until=now + OFFERED_FOR)
            for email, player in addresses.items()
        ),
        batch_size=500,
    )
    Message.objects.bulk_create((_letter(claim, now) for claim in claims), batch_size=500)


def tell(claim: Claim, *, now: datetime) -> None:
    """Write to the owner of the claim's address: a way to sign in if he has an account, else the way to prove it."""
    if Account.objects.filter(email=claim.email).exists():
        send_link(email=claim.email, now=now, next_path=claim_path(claim))
        return
    message = _letter(claim, now)
    message.save()
    # Somebody waits before the screen. The sweep would find the message too, some seconds later.
    transaction.on_commit(partial(hand_out, "send_message", message_id=message.pk))


@transaction.atomic
def tell_again(*, email: str, now: datetime) -> None:
    """Send the way to prove it once more to an address that has no account, if something waits for its owner."""
    email = email.strip().lower()
    if Account.objects.filter(email=email).exists():
        return
    claim = _open(now).filter(email=email).order_by("-made_at").first()
    if claim is not None:
        tell(claim, now=now)


def _letter(claim: Claim, now: datetime) -> Message:
    return Message(
        key=f"claim:{uuid.uuid4()}", account=None, kind="claim", values={"claim": str(claim.pk)}, created_at=now
    )


def claim_token(claim: Claim) -> str:
    """Return what stands in the claim's address."""
    return SIGNER.sign(str(claim.pk))


def claim_path(claim: Claim) -> str:
    """Return the address at which it is proved, below that of the site."""
    return reverse("public:claim", args=[claim_token(claim)])


def find_claim(*, token: str, now: datetime) -> Claim:
    """The claim behind `token`. Raises Refused `claim_wrong`, `claim_settled` or `claim_over`."""
    try:
        key = UUID(SIGNER.unsign(token))
    except (BadSignature, ValueError):
        raise Refused("claim_wrong") from None
    claim = Claim.objects.select_related("player", "club", "event", "account").filter(pk=key).first()
    if claim is None or claim.declined_at is not None or claim.until <= now:
        raise Refused("claim_over")
    if claim.by == VISITOR and not claim.email and claim.account_id is None:
        raise Refused("claim_wrong")  # at a door: the director settles it
    if claim.settled_at is not None:
        raise Refused("claim_settled")
    return claim


def claims_of(account: Account, *, now: datetime) -> list[Claim]:
    """What waits for the owner of `account`, newest first. One statement."""
    his = Q(account=account) | Q(email=account.email)
    return list(_open(now).filter(his).select_related("player", "club", "event").order_by("-made_at"))


def offered(players: Iterable[Player], *, now: datetime) -> set[tuple[int, str]]:
    """Return which of these records is offered to the owner of which address. One statement."""
    found = _open(now).filter(player__in=list(players)).exclude(email="")
    return {(player, email) for player, email in found.values_list("player", "email")}


def is_for(claim: Claim, account: Account) -> bool:
    """Whether the owner of `account` is asked: by name, by his address, or because he holds its key."""
    if claim.account_id is not None:
        return claim.account_id == account.pk
    return not claim.email or claim.email == account.email


def is_asked(player: Player, *, now: datetime, but: Account | None = None) -> bool:
    """Whether the owner of an account, other than `but`, is asked by name whether this record is he.

    Somebody's record was merged into it, so it holds what he has played: nobody else is tied to it before he says no.
    """
    asked = _open(now).filter(player=player, account__isnull=False)
    return (asked.exclude(account=but) if but else asked).exists()


@transaction.atomic
def open_account(claim: Claim) -> Account:
    """Make the account of whoever has just proved the claim: at its address, or without one, for his phone alone.

    Raises Refused `claim_settled` if the address has one meanwhile: its owner signs in.
    """
    if claim.account_id is not None or Account.objects.filter(email=claim.email).exists():
        raise Refused("claim_settled")
    return new_account(email=claim.email, name="" if claim.email else str(claim), language=claim.language)


def new_account(*, email: str = "", name: str = "", language: str = "") -> Account:
    """Make an account without a password. Without `email` no letter can reach it, and links are shown to its phone."""
    return Account.objects.create_user(email or without_mailbox(), name=name[:80], language=language)


@transaction.atomic
def settle(*, claim: Claim, by: Account, now: datetime) -> Player:
    """The owner of an account, `by`, says that it is he: the player is tied to it, and made if he was not there.

    Raises Refused `claim_not_yours`, `claim_by_letter`, `claim_settled`, `account_is_player`, `nick_taken` or `banned`.
    """
    if is_in_other_hands(by):
        raise Refused("claim_by_letter")
    if not is_for(claim, by) or (claim.player is not None and is_asked(claim.player, but=by, now=now)):
        raise Refused("claim_not_yours")
    if not _open(now).filter(pk=claim.pk).update(settled_at=now, account=by):
        raise Refused("claim_settled")
    if records_of([by.pk])[by.pk] - {claim.player_id or 0}:
        raise Refused("account_is_player")
    player = claim.player or create_player(nick=claim.nick, club=claim.club, by=by, now=now)
    tie(player, owner=by, now=now)
    Merge.objects.filter(account=by, account_moved=False, undone_at=None).update(account_moved=True)
    Claim.objects.filter(player=player, settled_at=None).delete()
    return player


@transaction.atomic
def decline(*, claim: Claim, by: Account, now: datetime) -> None:
    """The owner of an account, `by`, says that it is not he: nothing is tied, a held nick is free again.

    Raises Refused `claim_not_yours`.
    """
    if not is_for(claim, by) or not (claim.email or claim.account_id):
        raise Refused("claim_not_yours")
    if _open(now).filter(pk=claim.pk).update(declined_at=now):
        subject = f"player:{claim.player_id}" if claim.player_id else ""
        note("claim_declined", by=by, now=now, subject=subject)


@transaction.atomic
def let_go(*, now: datetime) -> int:
    """Forget claims whose time is over, with what they say of people. Returns how many."""
    gone = Claim.objects.filter(until__lte=now).delete()[1].get("tournaments.Claim", 0)
    note_rest(by=CLOCK, now=now)
    return gone


def hand_on_offers(of: Player, to: Player) -> None:
    """Who was offered the one record is asked about the other, unless it is somebody's. A part of merging them."""
    offers = Claim.objects.filter(player=of, settled_at=None)
    if to.account_id is None:
        offers.update(player=to)
    else:
        offers.delete()


def _open(now: datetime) -> QuerySet[Claim]:
    return Claim.objects.filter(settled_at=None, declined_at=None, until__gt=now)

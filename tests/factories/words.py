"""Words of the commission, made by the acts of the house: proposed, voted on, sealed, given to a round."""

from __future__ import annotations

import uuid
from datetime import timedelta

from games.secret_words import Plain, plain_of
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tournaments.models import Account, Event, EventWord, Office, Round
from tournaments.operations.words import event_words, round_words


def holder_of(role: str, **fields: object) -> Account:
    """A new account with an office of the whole union, in force."""
    account = AccountFactory.create(**{"name": f"{role.title()} member", **fields})
    Office.objects.create(account=account, role=role, starts_at=NOW - timedelta(days=1))
    return account


def a_member(**fields: object) -> Account:
    """Somebody of the commission."""
    return holder_of("commission", **fields)


def a_proposer() -> Account:
    """A player of the union who is at no event."""
    account = AccountFactory.create(name="Proposer")
    PlayerFactory.create(account=account)
    return account


def a_proposal(event: Event, word: str = "FLICK", *, by: Account | None = None, **texts: str) -> EventWord:
    plain: Plain = plain_of(word, **texts)
    return event_words.propose_word(event=event, id=uuid.uuid4(), plain=plain, by=by or a_proposer(), now=NOW)


def seal(word: EventWord, *, by: tuple[Account, Account] | None = None) -> EventWord:
    """Two members approve, which is the quorum."""
    for member in by or (a_member(), a_member()):
        event_words.vote(word=word, verdict="approve", note="", by=member, now=NOW)
    return word


def a_sealed_word(event: Event, word: str = "FLICK", **texts: str) -> EventWord:
    return seal(a_proposal(event, word, **texts))


def a_round_with_sealed_word(round_: Round, word: str = "FLICK", **texts: str) -> EventWord:
    """`round_` plays for a word of the commission."""
    made = a_sealed_word(round_.event, word, **texts)
    round_words.assign_word(word=made, round_=round_, by=a_member(), now=NOW)
    return made

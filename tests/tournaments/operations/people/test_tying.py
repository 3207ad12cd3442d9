"""The one place that ties: what it refuses by itself, whoever asks it, and what is let go of when somebody is tied."""

import pytest

from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.models import Claim, Player
from tournaments.operations.people.claims import offer, settle
from tournaments.operations.people.tying import give_back, tie

pytestmark = pytest.mark.django_db


def account_of(player: Player) -> int | None:
    return Player.everyone.get(pk=player.pk).account_id


def test_who_is_a_player_is_tied_to_no_second_one():
    owner, second = AccountFactory.create(), PlayerFactory.create()
    PlayerFactory.create(account=owner)
    assert refusal(tie, second, owner=owner, now=NOW).code == "account_is_player"
    assert account_of(second) is None


def test_a_record_that_is_somebodys_is_nobody_elses():
    """Also where whoever asks looked at it before it was tied."""
    owner, other = AccountFactory.create(), AccountFactory.create()
    record = PlayerFactory.create()
    seen_before = Player.objects.get(pk=record.pk)
    tie(record, owner=owner, now=NOW)
    assert refusal(tie, seen_before, owner=other, now=NOW).code == "claim_settled"
    assert account_of(record) == owner.pk


def test_undoing_a_merge_gives_nobody_a_second_record_and_takes_none_away():
    owner, other = AccountFactory.create(), AccountFactory.create()
    free, his, taken = PlayerFactory.create(), PlayerFactory.create(account=owner), PlayerFactory.create(account=other)
    give_back(free, owner.pk)
    assert (account_of(free), account_of(his)) == (None, owner.pk)
    give_back(taken, AccountFactory.create().pk)
    assert account_of(taken) == other.pk
    third = AccountFactory.create()
    give_back(free, third.pk)
    assert account_of(free) == third.pk


def test_who_takes_a_record_ends_what_it_was_offered_by_to_others():
    """Nobody else is asked about it any more, nor finds it on his page; what was settled of others stays."""
    record, by = PlayerFactory.create(), AccountFactory.create()
    owner, other = AccountFactory.create(email="owner@example.org"), AccountFactory.create(email="other@example.org")
    elsewhere = offer(PlayerFactory.create(), email=other.email, by=by, now=NOW)
    wanted, unwanted, code = (offer(record, email=email, by=by, now=NOW) for email in (owner.email, other.email, ""))
    settle(claim=wanted, by=owner, now=NOW)
    assert set(Claim.objects.filter(pk__in=[unwanted.pk, code.pk, elsewhere.pk])) == {elsewhere}

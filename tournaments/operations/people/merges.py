"""Two records of one person become one: what would move, the merge itself, and the way back.

Everything that names the duplicate changes hands, whatever table it stands in: registrations, memberships, requests,
aliases, sanctions, and what later tables will bring. Where both have the same (a membership of one season) the
survivor's counts and the other one steps back. Two registrations for one event are two people, so that is refused.
Results keep nick, club and flag of their day; logs know only seats; draws know only keys of registrations.

An account of the duplicate's stays its owner's: whether he is the survivor too, he says himself (claims.py).

The duplicate's nick becomes an alias of the survivor, and his page leads to the survivor's. `undo_merge` brings
everything back that changed hands, and nothing else: what came to the survivor since then stays with him.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, cast

from django.core import serializers
from django.db import DatabaseError, IntegrityError, models, transaction
from django.db.models.deletion import Collector

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.facts.nicks import is_said, spelled
from tournaments.models import (
    Account,
    Claim,
    Event,
    Membership,
    Merge,
    NickAlias,
    Player,
    Registration,
)
from tournaments.operations.bans.asking import ask_about_bans_of
from tournaments.operations.holding import hold_event
from tournaments.operations.journal import note
from tournaments.operations.people.claims import hand_on_offers, offer
from tournaments.operations.people.tying import give_back, untie

FOR_EVER = timedelta(days=3650)  # somebody is asked who he is
OWN = (Claim, Merge, Player)  # offers, the merge's own records, and the row that leads to the survivor


@dataclass(frozen=True, slots=True)
class Plan:
    """What a merge would do. `digest` changes when anything of it does."""

    survivor: Player
    duplicate: Player
    registrations: list[Registration]
    memberships: list[Membership]
    stepping_back: list[Membership]
    others: dict[str, int]
    meets: list[Event]
    account_moves: bool
    account_stays: bool
    digest: str


def plan_merge(*, survivor: Player, duplicate: Player) -> Plan:
    """Work out what a merge would do. Whether both have played in one event stands in `meets`.

    Raises Refused `merge_same`.
    """
    if survivor.pk == duplicate.pk:
        raise Refused("merge_same")
    registrations = list(
        Registration.objects.filter(player=duplicate).select_related("event", "club").order_by("-event__date", "pk")
    )
    meets = Event.objects.filter(
        registrations__player=survivor, pk__in=[registration.event_id for registration in registrations]
    )
    memberships = list(
        Membership.objects.filter(player=duplicate).select_related("club", "season").order_by("-season__year", "pk")
    )
    theirs = set(Membership.objects.present().filter(player=survivor).values_list("season", flat=True))
    back = [membership for membership in memberships if membership.left_at is None and membership.season_id in theirs]
    rows = {label: list(found.values_list("pk", flat=True)) for label, _, found in _naming(duplicate)}
    account = duplicate.account_id
    said: list[Any] = [survivor.pk, survivor.account_id, duplicate.pk, duplicate.nick, account, sorted(rows.items())]
    said += [sorted(theirs), sorted(meets.values_list("pk", flat=True))]
    named = {"tournaments.registration.player", "tournaments.membership.player"}
    return Plan(
        survivor=survivor,
        duplicate=duplicate,
        registrations=registrations,
        memberships=memberships,
        stepping_back=back,
        others={label: len(keys) for label, keys in rows.items() if keys and label not in named},
        meets=list(meets.order_by("date")),
        account_moves=account is not None and survivor.account_id is None,
        account_stays=account is not None and survivor.account_id is not None,
        digest=hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest(),
    )


@transaction.atomic
def merge_players(
    *, survivor: Player, duplicate: Player, digest: str, reason: str, by: Account, now: datetime
) -> Merge:
    """Merge `duplicate` into `survivor`, exactly as the preview with this `digest` said.

    Raises Refused `merge_same`, `why_required`, `merge_changed`, `merge_meets` or `merge_conflict`.
    """
    if not is_said(reason):
        raise Refused("why_required")
    events = _held_events(duplicate)
    plan = plan_merge(survivor=survivor, duplicate=duplicate)
    if plan.meets:
        raise Refused("merge_meets", events=", ".join(event.name for event in plan.meets))
    if plan.digest != digest:
        raise Refused("merge_changed")
    merge = Merge(survivor=survivor, merged=duplicate, reason=reason.strip()[:500], by=by, at=now)
    _move(merge, survivor, duplicate)
    _ask_owner(merge, plan, by, now)
    _leave_an_address(merge, survivor, duplicate)
    merge.save()
    ask_about_bans_of(survivor, now=now)
    for event in events:
        projections.bump(event)
    new = {"into": survivor.pk, "merge": merge.pk, "moved": merge.moved, "set_aside": len(merge.set_aside)}
    note("players_merged", by=by, now=now, subject=f"player:{duplicate.pk}", new=new, reason=reason)
    return merge


@transaction.atomic
def undo_merge(*, merge: Merge, by: Account, now: datetime) -> Merge:
    """Make two records of a merged one again.

    Raises Refused `merge_undone`, `merge_not_newest`, `merge_erased` or `merge_conflict`.
    """
    merge = Merge.objects.get(pk=merge.pk)
    survivor, duplicate = (Player.everyone.get(pk=pk) for pk in (merge.survivor_id, merge.merged_id))
    if not Merge.objects.filter(pk=merge.pk, undone_at=None).update(undone_at=now, undone_by=by):
        raise Refused("merge_undone")
    later = Merge.objects.filter(undone_at=None, pk__gt=merge.pk)
    if later.filter(models.Q(survivor=survivor) | models.Q(merged=survivor)).exists():
        raise Refused("merge_not_newest")
    events = _held_events(survivor, merge.moved.get("tournaments.registration.player", []))
    _take_back_nick(merge, survivor, duplicate)
    for label, keys in merge.moved.items():
        model, column = _columns()[label]
        _rows(model).filter(pk__in=keys, **{column: survivor}).update(**{column: duplicate})
    try:
        with transaction.atomic():
            for row in serializers.deserialize("python", merge.set_aside):
                row.save()
    except IntegrityError:
        raise Refused("merge_conflict", what=Membership._meta.verbose_name) from None  # noqa: SLF001  # documented
    _hand_back_account(merge, survivor, duplicate, by=by, now=now)
    for player in (survivor, duplicate):
        ask_about_bans_of(player, now=now)
    for event in events:
        projections.bump(event)
    note("merge_undone", by=by, now=now, subject=f"player:{duplicate.pk}", old={"into": survivor.pk, "merge": merge.pk})
    return Merge.objects.get(pk=merge.pk)


def _held_events(player: Player, keys: list[int] | None = None) -> list[Event]:
    """The events that he has entered, each of them held, in the order that everybody takes."""
    registrations = Registration.objects.filter(player=player)
    if keys is not None:
        registrations = registrations.filter(pk__in=keys)
    events = list(Event.objects.filter(pk__in=registrations.values("event")).order_by("pk"))
    for event in events:
        hold_event(event)
    return events


def _move(merge: Merge, survivor: Player, duplicate: Player) -> None:
    for label, column, rows in _naming(duplicate):
        moved = [row.pk for row in rows if _changes_hands(merge, row, column, survivor)]
        if moved:
            merge.moved[label] = moved


def _changes_hands(merge: Merge, row: models.Model, column: str, survivor: Player) -> bool:
    """Give the row to the survivor; where he has the same already, it steps back, written down with all it carries."""
    try:
        with transaction.atomic():
            _rows(type(row)).filter(pk=row.pk).update(**{column: survivor})
    except IntegrityError:
        try:
            with transaction.atomic():
                merge.set_aside += _written_down(row)
                row.delete()
        except (models.ProtectedError, DatabaseError):  # a table that lets nothing go
            raise Refused("merge_conflict", what=type(row)._meta.verbose_name) from None  # noqa: SLF001  # documented
        return False
    return True


def _written_down(row: models.Model) -> list[Any]:
    """The row and those that go with it, in an order in which they can come back under their own keys."""
    collector = Collector(using=row._state.db or "default", origin=row)  # noqa: SLF001  # documented
    collector.collect([row])
    going = [other for found in (*collector.data.values(), *collector.fast_deletes) for other in found if other != row]
    written: list[Any] = serializers.serialize("python", [row, *going])
    for entry in written:
        entry["fields"] = {name: _plain(value) for name, value in entry["fields"].items()}
    return written


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _rows(model: type[models.Model]) -> models.QuerySet[Any]:
    """All of them, also those that the model's own manager hides or guards."""
    return model._base_manager.all()  # noqa: SLF001  # documented


def _ask_owner(merge: Merge, plan: Plan, by: Account, now: datetime) -> None:
    """Whose account the duplicate's was, he is asked whether he is the survivor, if that one is nobody's."""
    merge.account_id = plan.duplicate.account_id
    untie(plan.duplicate)
    hand_on_offers(plan.duplicate, plan.survivor)
    if plan.account_moves:
        offer(plan.survivor, account=merge.account, by=by, now=now, waits=FOR_EVER)


def _hand_back_account(merge: Merge, survivor: Player, duplicate: Player, *, by: Account, now: datetime) -> None:
    if merge.account_id is None:
        _ask_about_the_duplicate_again(survivor, duplicate, by=by, now=now)
        return
    if merge.account_moved and survivor.account_id == merge.account_id:
        untie(survivor)
    Claim.objects.filter(player=survivor, account=merge.account_id, settled_at=None).delete()
    give_back(duplicate, merge.account_id)


def _ask_about_the_duplicate_again(survivor: Player, duplicate: Player, *, by: Account, now: datetime) -> None:
    """Whoever was asked about the duplicate, and was handed on to the survivor by this merge, is asked as before it."""
    earlier = Merge.objects.filter(survivor=duplicate, account__isnull=False, undone_at=None)
    for before in earlier.filter(account_moved=True, account=survivor.account_id):
        untie(survivor)
        earlier.filter(pk=before.pk).update(account_moved=False)
        offer(duplicate, account=before.account, by=by, now=now, waits=FOR_EVER)
    if duplicate.account_id is None:
        waiting = earlier.filter(account_moved=False).values("account")
        Claim.objects.filter(player=survivor, account__in=waiting, settled_at=None).update(player=duplicate)


def _leave_an_address(merge: Merge, survivor: Player, duplicate: Player) -> None:
    """The row stays for its address, without a nick: that is an alias of the survivor now."""
    names = {column: getattr(duplicate, column) for column in spelled("")}
    merge.alias = NickAlias.objects.get_or_create(player=survivor, nick=names["nick"], defaults=names)[0]
    # Capital letters, so that no nick can ever have this key.
    nameless = {**spelled(""), "nick": str(duplicate.pk), "nick_key": f"MERGED {duplicate.pk}"}
    Player.everyone.filter(pk=duplicate.pk).update(**nameless, merged_into=survivor)


def _take_back_nick(merge: Merge, survivor: Player, duplicate: Player) -> None:
    alias = NickAlias.objects.filter(pk=merge.alias_id or 0, player=survivor).first()
    if alias is None:
        raise Refused("merge_erased")
    names = {column: getattr(alias, column) for column in spelled("")}
    alias.delete()
    Player.everyone.filter(pk=duplicate.pk).update(**names, merged_into=None)


def _naming(player: Player) -> list[tuple[str, str, models.QuerySet[Any]]]:
    """Every table that names players, with its rows for this one: `tournaments.registration.player`, `player`, rows."""
    return [
        (label, column, _rows(model).filter(**{column: player}).order_by("pk"))
        for label, (model, column) in _columns().items()
    ]


def _columns() -> dict[str, tuple[type[models.Model], str]]:
    relations = Player._meta.related_objects  # noqa: SLF001  # documented
    found = [(cast("type[models.Model]", relation.related_model), relation.field.name) for relation in relations]
    return {f"{model._meta.label_lower}.{name}": (model, name) for model, name in found if model not in OWN}  # noqa: SLF001  # documented

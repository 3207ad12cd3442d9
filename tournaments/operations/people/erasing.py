"""Forgetting a person: his nick becomes "Player 123" everywhere, his account is emptied, his results stay.

Logs, draws, published documents and the journal name people by keys, so not a byte of them changes and every seal still
holds. What is left of him is a number. He does it himself, or the union for him; nobody while he is registered for an
event that is not over, because its seats and its scores need somebody, nor while he is the only director of one.
The club of a result stays (competition.md 4: results keep the club of their day).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models, transaction

from games.rules.refusals import Refused
from tournaments import lifecycle, projections
from tournaments.facts.masking import without
from tournaments.facts.nicks import spelled
from tournaments.models import (
    Account,
    Appeal,
    Draw,
    Event,
    EventWord,
    HallScreen,
    Mailing,
    Membership,
    Merge,
    NickAlias,
    Office,
    PlaceOverride,
    Player,
    Publication,
    Registration,
    RegistrationStatus,
    Ruling,
    Sanction,
    SeatingChange,
    SeatSwap,
    Session,
    Staff,
    StaffRole,
)
from tournaments.operations import journal
from tournaments.operations.bans.banned_identities import keep_hashes
from tournaments.operations.holding import hold_event
from tournaments.operations.people.players import find_player
from tournaments.operations.people.tying import untie
from tournaments.queries.names import forget_name

NOBODY = "erased-{pk}@erased.invalid"

# What others have written in rows that may be changed, and where it hangs.
PROSE: tuple[tuple[type[models.Model], str, tuple[str, ...]], ...] = (
    (Ruling, "table__round__event", ("facts", "public_text")),
    (Draw, "round__event", ("reason",)),
    (SeatSwap, "round__event", ("reason",)),
    (SeatingChange, "round__event", ("reason",)),
    (PlaceOverride, "event", ("note",)),
    (Publication, "event", ("note",)),
    (Registration, "event", ("reason", "paid_note")),
    (Event, "pk", ("note",)),
    (Mailing, "event", ("note",)),
    (EventWord, "event", ("dropped_reason", "known_reason")),
    (HallScreen, "event", ("line",)),
)
OF_HIM: tuple[tuple[type[models.Model], str, tuple[str, ...]], ...] = (
    (Sanction, "player", ("grounds", "reasons", "lift_reasons")),
    (Appeal, "sanction__player", ("grounds", "reasons", "public_text")),
    (Appeal, "ruling__concerned__player", ("grounds", "reasons", "public_text")),
    (Merge, "survivor", ("reason",)),
)
KEPT: frozenset[type[models.Model]] = frozenset({Staff, Office, Membership})  # terms and seasons of "Player 123"


def label_of(player: Player) -> str:
    """Return what a forgotten player is called: the same in every language, for it stands in files and documents.

    Nobody new can be called so (facts/nicks.py); who came with a file may be, and then it is another label.
    """
    names = (f"Player {player.pk}", *(f"Player {player.pk} ({number})" for number in range(2, 10)))
    return next((name for name in names if find_player(name) in (None, player)), names[-1])


def name_after(*, account: Account, player: Player | None) -> str:
    """Return what the person will be called once forgotten."""
    return label_of(player) if player else f"Account {account.pk}"


def check_word(typed: str, word: str) -> None:
    """Check that whoever asks has typed what the person will be called. Raises Refused `erase_word_wrong`."""
    if typed.strip() != word:
        raise Refused("erase_word_wrong")


def why_not_erase(*, account: Account | None, player: Player | None) -> list[Refused]:
    """Return what has to be over first; empty if the person can be forgotten now."""
    reasons = []
    if player is not None:
        entered = Registration.objects.filter(player=player).exclude(status=RegistrationStatus.WITHDRAWN)
        ahead = entered.exclude(event__status__in=lifecycle.OVER).select_related("event").order_by("event__date", "pk")
        reasons += [Refused("erase_entered", event=registration.event.name) for registration in ahead]
    if account is not None:
        directed = Staff.objects.filter(account=account, role=StaffRole.DIRECTOR, ended_at=None)
        directed = directed.exclude(event__status__in=lifecycle.OVER)
        for role in directed.select_related("event").order_by("event__date", "pk"):
            others = Staff.objects.filter(event=role.event, role=StaffRole.DIRECTOR, ended_at=None).exclude(pk=role.pk)
            if not others.exists():
                reasons.append(Refused("erase_directs", event=role.event.name))
        if account.is_superuser and not Account.objects.filter(is_superuser=True, is_active=True).exclude(
            pk=account.pk
        ):
            reasons.append(Refused("erase_last_keeper"))
    return reasons


@transaction.atomic
def erase_person(
    *, account: Account | None = None, player: Player | None = None, by: Account | None, now: datetime, reason: str = ""
) -> None:
    """Forget a person: a player with his account, or an account that is no player.

    Raises Refused `erase_entered`, `erase_directs` or `erase_last_keeper`.
    """
    account, player = _whole(account, player)
    people = [player, *Player.everyone.filter(merged_into=player)] if player else []
    registrations = Registration.objects.filter(player__in=people)
    events = list(Event.objects.filter(pk__in=registrations.values("event")).order_by("pk"))
    for event in events:
        hold_event(event)
    for refused in why_not_erase(account=account, player=player):
        raise refused
    names = _names(account, people)
    label = label_of(player) if player else f"Account {account.pk if account else 0}"
    if player is not None:
        _keep_ban(player, account, people, now=now)
        _forget_prose(events, people, names, label)
        _forget_player(player, people, names, label)
    for event in events:
        projections.bump(event)
    if account is not None:
        _forget_account(account, people, label, now=now)
    subject = f"player:{player.pk}" if player else f"account:{account.pk if account else 0}"
    journal.note(
        "player_erased" if player else "account_erased",
        by=by,
        now=now,
        subject=subject,
        new={"events": len(events)},
        reason=without(reason, names, label),
    )
    transaction.on_commit(_overwrite, robust=True)


def _overwrite() -> None:
    """On SQLite the pages as they were lie on in the file, and in the log beside it, until its log is written back."""
    if connection.vendor == "sqlite":
        connection.write_back()  # type: ignore[attr-defined]  # scwu/sqlite/base.py


def _whole(account: Account | None, player: Player | None) -> tuple[Account | None, Player | None]:
    """The person: an account with its player, a player with his account."""
    if player is None and account is not None:
        player = Player.objects.filter(account=account).first()
    if player is not None and account is None:
        account = player.account
    return account, player


def _names(account: Account | None, people: list[Player]) -> list[str]:
    """Every word that means the person."""
    # A merged record has its number for a nick.
    names = {record.nick for record in people if not record.nick.isdecimal()}
    names |= set(NickAlias.objects.filter(player__in=people).values_list("nick", flat=True))
    names |= set(Registration.objects.filter(player__in=people).values_list("nick", flat=True))
    if account is not None:
        names |= {account.email, account.name}
    return sorted(filter(None, names))


def _keep_ban(player: Player, account: Account | None, people: list[Player], *, now: datetime) -> None:
    """Also while the union has not decided: who is forgotten before it does would come back under his name."""
    his = Sanction.objects.filter(player__in=people)
    if (his.bans_at(now) | his.open()).exists():
        nicks = [name for name in _names(None, people) if name]
        keep_hashes(player, nicks=nicks, emails=[account.email] if account else [])


# --- The player -------------------------------------------------------------------------------------------------------


def _forget_player(player: Player, people: list[Player], names: list[str], label: str) -> None:
    Registration.objects.filter(player__in=people).update(nick=label)
    for model, column in _rows_of(Player, models.CASCADE):
        if model not in KEPT and model._meta.model_name != "bannedidentity":  # noqa: SLF001 - documented
            model._base_manager.filter(**{f"{column}__in": people}).delete()  # noqa: SLF001 - documented
    for merge in Merge.objects.filter(models.Q(survivor__in=people) | models.Q(merged__in=people)):
        kept = (row for row in merge.set_aside if row.get("model") != "tournaments.nickalias")
        merge.set_aside = [{**row, "fields": _nameless(row.get("fields", {}), names, label)} for row in kept]
        merge.account = None
        merge.save(update_fields=["set_aside", "account"])
    # Capital letters, so that no nick can ever have this key.
    Player.everyone.filter(pk=player.pk).update(**spelled("") | {"nick": label, "nick_key": f"ERASED {player.pk}"})
    untie(player)


def _nameless(fields: dict[str, Any], names: list[str], label: str) -> dict[str, Any]:
    return {name: without(value, names, label) if isinstance(value, str) else value for name, value in fields.items()}


def _forget_prose(events: list[Event], people: list[Player], names: list[str], label: str) -> None:
    for model, path, fields in PROSE:
        _rewrite(model._base_manager.filter(**{f"{path}__in": [event.pk for event in events]}), fields, names, label)  # noqa: SLF001 - documented
    for model, path, fields in OF_HIM:
        _rewrite(model._base_manager.filter(**{f"{path}__in": people}), fields, names, label)  # noqa: SLF001 - documented


def _rewrite(rows: models.QuerySet[Any], fields: tuple[str, ...], names: list[str], label: str) -> None:
    """Put `label` for the names, in the rows that hold one."""
    for row in rows.only("pk", *fields).iterator(chunk_size=500):
        said = {field: without(getattr(row, field), names, label) for field in fields}
        changed = {field: text[:500] if field in ("reason", "note") else text for field, text in said.items()}
        changed = {field: text for field, text in changed.items() if text != getattr(row, field)}
        if changed:
            type(row)._base_manager.filter(pk=row.pk).update(**changed)  # noqa: SLF001 - documented


# --- The account ------------------------------------------------------------------------------------------------------


def _forget_account(account: Account, people: list[Player], label: str, *, now: datetime) -> None:
    """The row stays under its key, for what it has signed; nothing that says whose it was."""
    email, pk = account.email, account.pk
    Staff.objects.filter(account=account, ended_at=None).update(ended_at=now)
    Office.objects.filter(account=account, ended_at=None).update(ended_at=now)
    for session in _sessions(pk, email):
        Session.get_session_store_class()(session).delete()  # out of the cache as well
    for model, column in _rows_of(Account, models.CASCADE):
        if model not in KEPT:
            model._base_manager.filter(**{column: account}).delete()  # noqa: SLF001 - documented
    for model, keys in ((Account, [pk]), (Player, [record.pk for record in people])):
        about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
        about.filter(object_id__in=[str(key) for key in keys]).delete()
    account.email, account.name, account.language = NOBODY.format(pk=pk), label, ""
    account.is_active = account.is_staff = account.is_superuser = account.may_direct = False
    account.last_login = None
    account.set_unusable_password()
    account.save()
    forget_name(account.key)


def _rows_of(model: type[models.Model], on_delete: Any) -> Iterator[tuple[type[models.Model], str]]:
    """Every table whose rows belong to rows of `model`, ours and those of the libraries, with the column."""
    for other in apps.get_models(include_auto_created=True):
        for field in other._meta.concrete_fields:  # noqa: SLF001 - documented
            relation = field.remote_field
            if relation is not None and field.related_model is model and relation.on_delete is on_delete:
                yield other, field.name


def _sessions(pk: int, email: str) -> Iterable[str]:
    """The keys of the sessions that are his, or that wait for a code sent to his address."""
    for session in Session.objects.iterator(chunk_size=500):
        said = session.get_decoded()
        if session.account_id == pk or email in str(said):
            yield session.session_key

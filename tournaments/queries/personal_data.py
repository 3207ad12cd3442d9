"""Everything that the site holds about one person, as one document: `scwu-person/1`.

What is worth a name of its own has one (registrations, results, rulings); every other row that belongs to his account
or to him as a player is in `rows`, by the name of its table, so that nothing new is ever left out. Secrets are not in
it: no password, no hash of a token, no session. Neither is what the union keeps for itself about a sanction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models

from games.models import Entry, Reading, SecretWord, Vote
from tournaments.models import (
    Account,
    JournalLine,
    NickAlias,
    Occupant,
    Player,
    Publication,
    Registration,
    Session,
    hides_standings,
)
from tournaments.queries.rulings import rulings_of_player, sanctions_of_player

FORMAT = "scwu-person/1"
SECRET = frozenset({"password", "secret_hash", "secret", "data", "session_data", "session_key", "key", "png", "digest"})
NOT_HIS = frozenset({"grounds", "set_aside", "moved"})  # of the union; of a merge, which names somebody else too
TOLD_APART = frozenset(
    {"tournaments.player", "tournaments.nickalias", "tournaments.registration", "tournaments.session"}
)
Document = dict[str, Any]


def personal_data(account: Account) -> Document:
    """Collect everything about a person as one document. Some statements per event that he was at."""
    player = Player.objects.filter(account=account).first()
    people = [player, *Player.everyone.filter(merged_into=player)] if player else []
    return {
        "format": FORMAT,
        "account": _row(account),
        "sessions": Session.objects.filter(account=account).count(),
        "player": _player(player) if player else None,
        "registrations": [_registration(registration) for registration in _registrations(people)],
        "rulings": [_ruling(ruling) for person in people for ruling in rulings_of_player(person)],
        "sanctions": [_row(sanction) for person in people for sanction in sanctions_of_player(person)],
        "words": {
            "proposed": _seen(SecretWord.objects.filter(by=account.key)),
            "votes": _seen(Vote.objects.filter(by=account.key)),
            "readings": _seen(Reading.objects.filter(by=account.key)),
        },
        "recorded_lines": Entry.objects.filter(by=account.key).count(),
        "journal": [_line(line) for line in _lines(account, people)],
        "rows": {
            **_rows(Account, [account.pk], "account"),
            **_rows(Player, [record.pk for record in people], "player"),
        },
    }


def _player(player: Player) -> Document:
    aliases = NickAlias.objects.filter(player=player).order_by("nick")
    return {**_row(player), "former_nicks": list(aliases.values_list("nick", flat=True))}


def _registrations(people: Iterable[Player]) -> Iterable[Registration]:
    rows = Registration.objects.filter(player__in=people).select_related("event", "club", "score")
    return rows.order_by("event__date", "pk")


def _registration(registration: Registration) -> Document:
    """With seats, score, places set by a referee, and what was published; of hidden standings nothing."""
    seats = Occupant.objects.filter(registration=registration).order_by("round__number", "label")
    score, hidden = getattr(registration, "score", None), hides_standings(registration.event)
    return {
        **_row(registration),
        "entry": registration.key,
        "event": registration.event.slug,
        "name": registration.event.name,
        "club": registration.club.code if registration.club else None,
        "seats": list(seats.values("round__number", "table__number", "label", "active")),
        "score": _row(score) if score and not hidden else None,
        "places_set": [] if hidden else [_row(override) for override in registration.overrides.order_by("pk")],
        "published": list(_published(registration)),
    }


def _published(registration: Registration) -> Iterator[Document]:
    for publication in Publication.objects.filter(event=registration.event_id).order_by("number"):
        for line in publication.document.get("official", ()):
            if line["entry"] == registration.key:
                yield {"number": publication.number, "place": line["place"], "note": line["note"]}


def _ruling(ruling: Any) -> Document:
    """The facts and the public text: what he sees on his page of rulings."""
    place = {"event": ruling.table.round.event.slug, "round": ruling.table.round.number}
    return {**_row(ruling), **place, "table": ruling.table.number}


def _seen(rows: models.QuerySet[Any]) -> list[Document]:
    """Of words only when and which: what a word is, its sealed row does not say."""
    names = {field.name for field in rows.model._meta.concrete_fields}  # noqa: SLF001 - documented
    shown = [name for name in ("id", "word", "place", "state", "verdict", "proposed_at", "at") if name in names]
    return [{name: _plain(value) for name, value in row.items()} for row in rows.order_by("pk").values(*shown)]


def _lines(account: Account, people: Iterable[Player]) -> models.QuerySet[JournalLine]:
    about = [account.key, *(f"player:{record.pk}" for record in people)]
    rows = JournalLine.objects.filter(models.Q(by=account.key) | models.Q(subject__in=about))
    return rows.select_related("chain__event").order_by("pk")


def _line(line: JournalLine) -> Document:
    event = line.chain.event
    return {"event": event.slug if event else None, **{name: getattr(line, name) for name in ("number", "act", "at")}}


def _rows(model: type[models.Model], keys: list[int], what: str) -> dict[str, list[Document]]:
    """Every row of every table that belongs to these rows; `cascade` means "belongs to", the rest only mentions."""
    found = {}
    for other in apps.get_models(include_auto_created=True):
        label = other._meta.label_lower  # noqa: SLF001 - documented
        for field in other._meta.concrete_fields:  # noqa: SLF001 - documented
            if not field.is_relation or field.related_model is not model or label in TOLD_APART:
                continue
            if field.remote_field is not None and field.remote_field.on_delete is models.CASCADE:
                rows = other._base_manager.filter(**{f"{field.name}__in": keys})  # noqa: SLF001 - documented
                if shown := [_row(row) for row in rows.order_by("pk")]:
                    found[f"{label} ({what})"] = shown
    return found


def _row(record: models.Model) -> Document:
    """The plain columns of a row, without secrets."""
    fields = record._meta.concrete_fields  # noqa: SLF001 - documented
    return {
        field.name: _plain(field.value_from_object(record)) for field in fields if field.name not in SECRET | NOT_HIS
    }


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return None
    if isinstance(value, Mapping | list | str | int | float | bool) or value is None:
        return value
    return str(value)

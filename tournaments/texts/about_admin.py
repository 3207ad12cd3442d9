"""What the referees' admin calls the tables and their columns, in the reader's language.

Models hold no texts for people, and migrations need not know of any: the names are given to the registered models
when the admin is loaded. A column is called the same in every table, but for the few under `OWN_COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Entry, Game
from tournaments import models

TABLES: Mapping[type[Model], tuple[Any, Any]] = {
    Entry: (_("line of the log"), _("lines of the log")),
    Game: (_("game"), _("games")),
    models.Account: (_("account"), _("accounts")),
    models.Club: (_("club"), _("clubs")),
    models.Draw: (_("draw"), _("draws")),
    models.Event: (_("event"), _("events")),
    models.EventWord: (_("word of the commission"), _("words of the commission")),
    models.Federation: (_("federation"), _("federations")),
    models.JoinRequest: (_("request to join"), _("requests to join")),
    models.Membership: (_("membership"), _("memberships")),
    models.Merge: (_("merge"), _("merges")),
    models.NickAlias: (_("former nick"), _("former nicks")),
    models.Occupant: (_("occupant"), _("occupants")),
    models.Office: (_("office"), _("offices")),
    models.Player: (_("player"), _("players")),
    models.Publication: (_("publication"), _("publications")),
    models.Registration: (_("registration"), _("registrations")),
    models.Ruling: (_("ruling"), _("rulings")),
    models.Step: (_("step of the clock"), _("steps of the clock")),
    models.Table: (_("table"), _("tables")),
}
COLUMNS: Mapping[str, Any] = {
    "account": _("account"),
    "account_moved": _("account handed over"),
    "active": _("sits now"),
    "algorithm": _("algorithm"),
    "alias": _("former nick"),
    "applied_at": _("applied at"),
    "at": _("at"),
    "at_device": _("time on the device"),
    "at_server": _("time on the server"),
    "attempt": _("attempt"),
    "ban_proposed": _("ban proposed"),
    "base": _("last position shown"),
    "by": _("by"),
    "capacity": _("places"),
    "classified": _("classified"),
    "club": _("club"),
    "code": _("code"),
    "concerned": _("whom it concerns"),
    "counter": _("count of the device"),
    "country": _("country"),
    "created_at": _("made at"),
    "date": _("day"),
    "deal": _("deal"),
    "decided_at": _("decided at"),
    "decided_by": _("decided by"),
    "decision": _("decision"),
    "device": _("device"),
    "digest": _("digest"),
    "document": _("document"),
    "done_at": _("done at"),
    "dropped_at": _("swapped at"),
    "dropped_from": _("swapped out of round"),
    "dropped_reason": _("public reason"),
    "due_at": _("due at"),
    "earns_points": _("earns points"),
    "email": _("e-mail"),
    "ended_at": _("ended at"),
    "ends_at": _("ends at"),
    "entries": _("lines of the log"),
    "event": _("event"),
    "facts": _("facts"),
    "federation": _("federation"),
    "final": pgettext_lazy("results", "final"),
    "finished": _("finished"),
    "form": _("form"),
    "game": _("game"),
    "head": _("digest of the log"),
    "inputs": _("what the draw read"),
    "inputs_hash": _("digest of what the draw read"),
    "is_active": _("switched on"),
    "is_reserve": _("reserve"),
    "is_staff": _("may see the administration"),
    "is_superuser": _("may do everything"),
    "journal_head": _("seal of the journal"),
    "journal_line": _("line of the journal"),
    "judged_by": _("judged by"),
    "key": _("key in the event file"),
    "kind": _("kind"),
    "label": _("label"),
    "language": _("language"),
    "last_entry_at": _("last entry at"),
    "left_at": _("left at"),
    "length": _("length of the log"),
    "letters": _("letters"),
    "made_at": _("asked at"),
    "may_direct": _("may make events"),
    "merged": _("record taken in"),
    "merged_into": _("merged into"),
    "moved": _("what changed hands"),
    "name": _("name"),
    "nick": _("nick"),
    "nick_key": _("nick without case and accents"),
    "note": _("note"),
    "number": _("number"),
    "opened_at": _("opened at"),
    "options": _("options"),
    "overrules": _("overrules"),
    "payload": _("content"),
    "pen": _("pen"),
    "pen_epoch": _("changes of the pen"),
    "pen_holder": _("holder of the pen"),
    "place": pgettext_lazy("where an event is", "Place"),
    "player": _("player"),
    "position": _("position"),
    "public_text": _("public text"),
    "quality": _("quality"),
    "reason": _("reason"),
    "registration": _("registration"),
    "registration_closes_at": _("registration closes at"),
    "registration_opens_at": _("registration opens at"),
    "regulations": _("regulations"),
    "regulations_frozen_at": _("regulations locked at"),
    "role": _("office"),
    "round": _("round"),
    "season": _("season"),
    "seat": _("seat"),
    "seats": _("seats"),
    "seed": _("seed"),
    "series": _("series"),
    "set_aside": _("what stepped back"),
    "slot": _("number of the deal"),
    "slug": _("address"),
    "starts_at": _("starts at"),
    "state": _("state"),
    "status": _("state"),
    "status_at": _("state since"),
    "survivor": _("record that stays"),
    "table": _("table"),
    "tables": _("tables"),
    "theme": _("theme"),
    "time_zone": _("time zone"),
    "undoing": _("lines that undo"),
    "undone_at": _("undone at"),
    "undone_by": _("undone by"),
    "version": _("version"),
    "witness": _("dealer as seen"),
    "word": _("word"),
}
OWN_COLUMNS: Mapping[tuple[type[Model], str], Any] = {
    (models.Account, "name"): pgettext_lazy("of a person", "Name"),
}


def give_names() -> None:
    """Give models and fields their names in the admin, which calls this once."""
    for model, names in TABLES.items():
        meta = model._meta  # noqa: SLF001  # the way to a model's names, as documented
        meta.verbose_name, meta.verbose_name_plural = names
        for field in meta.fields:
            name = OWN_COLUMNS.get((model, field.name), COLUMNS.get(field.name))
            if name is not None:
                field.verbose_name = name

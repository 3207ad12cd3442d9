"""What the administration calls the tables, their columns and their rows, in the reader's language.

Models hold no texts for people, and migrations need not know of any: the names are given to the registered models
when the admin is loaded. A column is called the same in every table, but for the few under `OWN_COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game, SecretWord
from tournaments import models
from tournaments.texts.about_events import EVENT_STATES, REGISTRATION_STATES, ROUND_KINDS, ROUND_STATES, round_title
from tournaments.texts.about_roles import OFFICES
from tournaments.texts.about_rulings import ANSWERS, DECISIONS, JUDGES, OUTCOMES, QUESTIONS, RENONC_KINDS
from tournaments.texts.about_steps import STEP_STATES, step_text
from tournaments.texts.about_tables import table_name, table_short

TABLES: Mapping[type[Model], tuple[Any, Any]] = {
    Game: (_("game"), _("games")),
    models.Account: (_("account"), _("accounts")),
    models.Appeal: (_("appeal"), _("appeals")),
    models.Call: (_("call of the referee"), _("calls of the referee")),
    models.Club: (_("club"), _("clubs")),
    models.Draw: (_("draw"), _("draws")),
    models.Event: (_("event"), _("events")),
    models.EventWord: (_("word of the commission"), _("words of the commission")),
    models.Federation: (_("federation"), _("federations")),
    models.JoinRequest: (_("request to join"), _("requests to join")),
    models.Membership: (_("membership"), _("memberships")),
    models.Merge: (_("merge"), _("merges")),
    models.NickAlias: (_("former nick"), _("former nicks")),
    models.Office: (_("office"), _("offices")),
    models.Player: (_("player"), _("players")),
    models.Publication: (_("publication"), _("publications")),
    models.Question: (_("question to the director"), _("questions to the director")),
    models.Registration: (_("registration"), _("registrations")),
    models.Round: (_("round"), _("rounds")),
    models.Ruling: (_("ruling"), _("rulings")),
    models.Step: (_("step of the clock"), _("steps of the clock")),
    SecretWord: (_("playing word"), _("playing words")),
    models.Table: (_("table"), _("tables")),
}
COLUMNS: Mapping[str, Any] = {
    "account": _("account"),
    "account_moved": _("account handed over"),
    "algorithm": _("algorithm"),
    "alias": _("former nick"),
    "answer": _("answer"),
    "answered_at": _("answered at"),
    "answered_by": _("who came or answered"),
    "applied_at": _("applied at"),
    "asked_at": _("asked at"),
    "at": _("at"),
    "attempt": _("attempt"),
    "ban_proposed": _("ban proposed"),
    "by": _("by"),
    "by_hand": _("set by a director"),
    "capacity": _("places"),
    "classified": _("classified"),
    "closed_at": _("closed at"),
    "club": _("club"),
    "code": _("code"),
    "code_turn": _("which code for the check-in"),
    "concerned": _("whom it concerns"),
    "country": _("country"),
    "created_at": _("made at"),
    "date": _("day"),
    "deal": _("deal"),
    "decided_at": _("decided at"),
    "decided_by": _("decided by"),
    "decision": _("decision"),
    "document": _("document"),
    "done_at": _("done at"),
    "dropped_at": _("swapped at"),
    "dropped_from": _("swapped out of round"),
    "dropped_reason": _("public reason"),
    "due_at": _("due at"),
    "earns_points": _("earns points"),
    "email": _("e-mail"),
    "ended_at": _("ended at"),
    "ended_by": _("ended by"),
    "ends_at": _("ends at"),
    "entries": _("lines of the log"),
    "event": _("event"),
    "facts": _("facts"),
    "federation": _("federation"),
    "fee": _("fee"),
    "final": pgettext_lazy("results", "final"),
    "finished": _("finished"),
    "form": _("form"),
    "game": _("game"),
    "grounds": _("grounds"),
    "head": _("digest of the log"),
    "inputs": _("what the draw read"),
    "inputs_hash": _("digest of what the draw read"),
    "is_active": _("switched on"),
    "is_invented": _("invented, for rehearsals"),
    "is_reserve": _("reserve"),
    "is_staff": _("may see the administration"),
    "is_superuser": _("may do everything"),
    "journal_head": _("seal of the journal"),
    "journal_line": _("line of the journal"),
    "judged_by": _("judged by"),
    "kept": _("brought by phones beside the log"),
    "kept_head": _("seal of what phones brought"),
    "key": _("key in the event file"),
    "kind": _("kind"),
    "known_reason": _("why it was played though somebody knew it"),
    "language": _("language"),
    "last_entry_at": _("last entry at"),
    "left_at": _("left at"),
    "length": _("length of the log"),
    "letters": _("letters"),
    "look": _("what a reader sees"),
    "look_in_capitals": _("what a reader sees, in capitals"),
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
    "outcome": _("outcome"),
    "overrules": _("overrules"),
    "paid_at": _("paid at"),
    "paid_by": _("who noted the fee"),
    "paid_note": _("note about the fee"),
    "pen_by": _("whose pen it is"),
    "pen_epoch": _("changes of the pen"),
    "pen_heard_at": _("pen heard at"),
    "pen_holder": _("holder of the pen"),
    "pen_since": _("pen since line"),
    "place": pgettext_lazy("where an event is", "Place"),
    "places": _("labels and rooms of tables"),
    "player": _("player"),
    "playing_word": _("playing word"),
    "position": _("position"),
    "public_text": _("public text"),
    "published_at": _("published at"),
    "quality": _("quality"),
    "reason": _("reason"),
    "reason_numbers": _("numbers of the reason"),
    "reasons": _("reasons"),
    "registration": _("registration"),
    "registration_closes_at": _("registration closes at"),
    "registration_opens_at": _("registration opens at"),
    "regulations": _("regulations"),
    "regulations_frozen_at": _("regulations locked at"),
    "rehearsal_until": _("rehearsal until"),
    "rehearses": _("rehearsal of"),
    "role": _("office"),
    "round": _("round"),
    "ruled": _("lines that rulings hold"),
    "ruling": _("ruling"),
    "ruling_after": _("ruling in its place"),
    "sanction": _("sanction"),
    "sealed_word": _("sealed word"),
    "season": _("season"),
    "seat": _("seat"),
    "seats": _("seats"),
    "seed": _("seed"),
    "series": _("series"),
    "set_aside": _("what stepped back"),
    "slug": _("address"),
    "standings_shown_at": _("standings shown at"),
    "started_at": _("started at"),
    "removed_at": _("taken out of the plan at"),
    "starts_at": _("starts at"),
    "state": _("state"),
    "status": _("state"),
    "status_at": _("state since"),
    "survivor": _("record that stays"),
    "table": _("table"),
    "tables": _("tables"),
    "theme": _("theme"),
    "time_zone": _("time zone"),
    "timed_deals": _("deals whose time is known"),
    "timed_seconds": _("seconds that these deals took"),
    "undoing": _("lines that undo"),
    "undone_at": _("undone at"),
    "undone_by": _("undone by"),
    "version": _("version"),
    "word": _("word"),
}
OWN_COLUMNS: Mapping[tuple[type[Model], str], Any] = {
    (models.Account, "name"): pgettext_lazy("of a person", "Name"),
    (models.Question, "answered_by"): _("who answered"),
    (models.Question, "asked_at"): pgettext_lazy("of a question", "asked at"),
}
# What the codes of a column mean, in the words of the site's own pages; "" where nothing was said yet.
MEANINGS: Mapping[tuple[type[Model], str], Mapping[str, Any]] = {
    (models.Appeal, "outcome"): {"": _("not decided yet"), **OUTCOMES},
    (models.Event, "status"): EVENT_STATES,
    (models.Office, "role"): OFFICES,
    (models.Question, "answer"): {"": _("not answered yet"), **ANSWERS},
    (models.Question, "kind"): QUESTIONS,
    (models.Registration, "status"): REGISTRATION_STATES,
    (models.Round, "kind"): ROUND_KINDS,
    (models.Round, "status"): ROUND_STATES,
    (models.Ruling, "decision"): DECISIONS,
    (models.Ruling, "judged_by"): JUDGES,
    (models.Ruling, "kind"): RENONC_KINDS,
    (models.Step, "status"): {**STEP_STATES, "cancelled": _("cancelled")},
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


def called(row: Model) -> str:
    """What a row is called where it is spoken of: by its number or what it is, not by its key."""
    match row:
        case models.Round():
            return round_title(row.number, row.kind)
        case models.Table():
            return table_name(row.round.event, row.number)
        case models.Ruling() | models.Call() | models.Appeal():
            return _of_a_table(row)
        case models.Draw():
            return gettext("Attempt %(n)s") % {"n": row.attempt}
        case models.Publication():
            return gettext("Standings no. %(number)s") % {"number": row.number}
        case models.EventWord():
            return gettext("Word no. %(n)s") % {"n": row.number}
        case models.Question():
            return str(QUESTIONS[row.kind])
        case models.Step():
            return step_text(row)
        case Game():
            return gettext("Log of the seats %(seats)s") % {"seats": row.seats}
        case _:
            return str(row)


def _of_a_table(row: models.Ruling | models.Call | models.Appeal) -> str:
    if isinstance(row, models.Appeal):
        return gettext("Appeal: %(against)s") % {"against": called(row.against)}
    round_ = row.table.round
    said = {"round": called(round_), "n": table_short(round_.event, row.table.number)}
    if isinstance(row, models.Call):
        return gettext("Call: %(round)s, table %(n)s") % said
    return gettext("Ruling: %(round)s, table %(n)s, seat %(seat)s") % {**said, "seat": row.seat}

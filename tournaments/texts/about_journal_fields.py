"""What stands in a line of the journal: the names of its fields, and their values as a person reads them.

Lines hold codes, keys, and days and moments as programs write them. Those are said as on every page, on the clocks
where the site stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.facts.regulations import CHOICES
from tournaments.templatetags.event_times import day, minute
from tournaments.texts import about_accounts, about_events, about_regulations, about_roles, about_rulings
from tournaments.texts.about_draws import room_told
from tournaments.texts.about_ranking import CONDITIONS
from tournaments.texts.about_settings import LABELS, choice_words

if TYPE_CHECKING:
    from tournaments.queries.journal import Names

DAYS = {"date", "ends_on", "until"}
RULES = "regulations."  # before the name of a setting
KEYED = re.compile(r"[a-z]+:[0-9]+")
FIELDS: Mapping[str, Any] = {
    "account": _("account"),
    "added": _("added"),
    "against": _("against"),
    "answer": _("answer"),
    "attempt": _("attempt"),
    "backup": _("backup of"),
    "best_members": _("best members of a club that count"),
    "best_of": _("best results that count"),
    "capacity": _("capacity"),
    "captain": _("captain"),
    "classified": _("takes a place"),
    "close_up": _("places close up"),
    "closes": _("closed by the clock"),
    "club": _("club"),
    "code": _("code"),
    "columns": _("columns"),
    "commitment": _("commitment"),
    "conditions": _("conditions"),
    "confirmed": _("confirmed"),
    "country": _("country"),
    "cut_short": _("The evening ended early"),
    "date": _("date"),
    "decision": _("decision"),
    "digest": _("digest"),
    "document": _("digest of the document"),
    "draw_at": _("drawn at"),
    "earns_points": _("earns points"),
    "empty": _("empty chairs"),
    "ends_at": _("ends at"),
    "ends_on": _("last day"),
    "entries": _("players"),
    "entry": _("player"),
    "event": _("event"),
    "events": _("events"),
    "federation": _("federation"),
    "fee": _("fee"),
    "final": pgettext_lazy("of results", "final"),
    "final_ranking": _("order of criteria"),
    "founder": _("founder"),
    "game": pgettext_lazy("of the regulations", "game"),
    "grounds": _("grounds"),
    "into": _("into"),
    "is_staff": _("sees the administration"),
    "is_superuser": _("keeps the installation"),
    "judge": _("judge"),
    "key": _("key"),
    "kind": _("kind"),
    "letters": _("letters by e-mail"),
    "lines": _("lines of the log"),
    "logs": _("seal of the logs"),
    "mailing": _("mailing"),
    "majority": _("majority"),
    "may_direct": _("may direct events"),
    "merge": _("merge"),
    "moved": _("moved"),
    "name": _("name"),
    "not_accepted": _("nobody agreed at the tables"),
    "number": _("number"),
    "office": _("office"),
    "office_ended": _("office ended"),
    "outcome": _("outcome"),
    "paid": _("paid"),
    "phone": _("phone"),
    "place": _("place"),
    "player": _("player"),
    "players": _("players"),
    "points": _("points"),
    "publish_at": _("publish at"),
    "publishes": _("published by the clock"),
    "quorum": _("quorum"),
    "registration": _("player"),
    "registration_closes_at": _("registration closes"),
    "registration_opens_at": _("registration opens"),
    "role": _("role"),
    "round": _("round"),
    "rounds": _("rounds"),
    "rows": _("rows"),
    "ruling": _("ruling"),
    "scene": _("scene"),
    "scope": _("scope"),
    "season": _("season"),
    "seat": _("seat"),
    "seating": _("seating"),
    "seats": _("seats"),
    "series": _("series"),
    "set_aside": _("rows set aside"),
    "snapshot": _("snapshot"),
    "stand_in": _("stand-in"),
    "starts_at": _("starts"),
    "status": _("state"),
    "table": _("table"),
    "tables": _("tables"),
    "texts": _("texts"),
    "time_zone": _("time zone"),
    "turned": _("turned"),
    "unfinished": _("unfinished tables"),
    "union_head": _("seal of the union's journal"),
    "union_length": _("lines of the union's journal"),
    "verdict": _("verdict"),
    "waiting": _("waiting list"),
    "wanted": _("wants letters"),
    "word": _("word"),
    "word_at": _("reminder of the word"),
}
SUBJECTS: Mapping[str, Any] = {
    "round": _("round %(said)s"),
    "publication": _("publication %(said)s"),
    "token": _("token no. %(said)s"),
    "ruling": _("ruling no. %(said)s"),
    "sanction": _("sanction no. %(said)s"),
    "appeal": _("appeal no. %(said)s"),
    "question": _("question no. %(said)s"),
    "season": _("season %(said)s"),
    "word": _("word no. %(said)s"),
    "kind": "%(said)s",
}
VALUES: Mapping[str, Mapping[str, Any]] = {
    "answer": about_rulings.ANSWERS,
    "decision": about_rulings.DECISIONS,
    "final_ranking": about_regulations.BY_CHOICE["final_ranking"],
    "judge": about_rulings.JUDGES,
    "kind": {**about_events.ROUND_KINDS, **about_rulings.RENONC_KINDS, **about_rulings.SANCTIONS},
    "office_ended": about_roles.OFFICES,
    "outcome": about_rulings.OUTCOMES,
    "role": {**about_roles.ROLES, **about_roles.OFFICES},
    "scope": about_accounts.SCOPES,
    "seating": {"lots": _("by lot"), "rank": _("by rank"), "ladder": _("ladder")},
}


def field_text(field: str, event: int, names: Names) -> str:
    """What a field is called; the nick of the player whose key it is, where people have changed seats."""
    if field in FIELDS:
        return str(FIELDS[field])
    if field in CONDITIONS:
        return str(FIELDS["conditions"])
    if (setting := field.removeprefix(RULES)) in LABELS:
        return str(LABELS[setting][0])
    if setting in FIELDS:
        return str(FIELDS[setting])
    return names.entries.get((event, field)) or field.replace("_", " ").replace(".", ": ")


def subject_text(key: str, event: int, names: Names) -> str:
    """On whom or what something was done."""
    kind, _colon, said = key.partition(":")
    if kind == "entry":
        nick = names.entries.get((event, said))
        return f"{nick} ({said})" if nick else said
    for known in (names.accounts, names.players, names.clubs):
        if key in known:
            return known[key]
    return str(SUBJECTS[kind]) % {"said": said} if kind in SUBJECTS else key


def value_text(field: str, value: Any, event: int, names: Names) -> str:
    """A stored value as a person reads it; nothing for what was not said."""
    if isinstance(value, Mapping) and field in CONDITIONS:
        return _condition(field, value)
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(value_text(field, item, event, names) for item in value)
    text = str(value)
    if KEYED.fullmatch(text):
        return subject_text(text, event, names)
    if field == "status":
        return str(about_events.EVENT_STATES.get(text) or about_events.REGISTRATION_STATES.get(text) or text)
    if field == "turned":
        return " ".join(room_told(text)).strip()
    if isinstance(value, str) and (field.endswith("_at") or field in DAYS):
        return _when(text)
    return str(VALUES.get(field, {}).get(text) or _choice(field.removeprefix(RULES), text) or text)


def _choice(setting: str, code: str) -> Any:
    return choice_words(setting, code) if code in CHOICES.get(setting, ()) else None


def _condition(kind: str, said: Mapping[str, Any]) -> str:
    until = said.get("until", "")
    values = {"number": said.get("number", ""), "year": said.get("season", ""), "until": _when(until)}
    return str(CONDITIONS["ranking_until" if kind == "ranking" and until else kind]) % values


def _when(text: str) -> str:
    try:
        at = datetime.fromisoformat(text)
        return minute(timezone.localtime(at)) if at.tzinfo else day(at)
    except (ValueError, OverflowError):
        return text

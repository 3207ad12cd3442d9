"""The log of a table in words, as a table of the administration: what each line says, who wrote it and when."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Entry, Game
from tournaments.admin.columns import NOTHING
from tournaments.admin.rows import Part
from tournaments.models import Table
from tournaments.queries.names import names_of
from tournaments.queries.tables_public import log_of, table_now
from tournaments.templatetags.event_times import clock
from tournaments.texts.about_log import LogLine, log_lines

HEADER = ("#", _("what it says"), _("by"), _("time on the server"), _("digest"))


def log_text(game: Game) -> str:
    """What a log is called: how long it is."""
    return ngettext("log of %(n)d line", "log of %(n)d lines", game.length) % {"n": game.length}


def log_part(table: Table) -> Part | None:
    """Every line of the log, the newest last; nothing before the start."""
    log = log_of(table, table_now(table)) if table.game else None
    if log is None or table.game is None:
        return None
    stored = {line.position: line for line in Entry.objects.filter(game=table.game)}
    names = names_of({line.by for line in stored.values()})
    zone = table.round.event.time_zone
    lines = [
        (
            str(line.position),
            _said(line),
            names.get(stored[line.position].by, NOTHING),
            clock(stored[line.position].at_server, zone),
            format_html("<code>{}</code>", stored[line.position].digest[:12]),
        )
        for line in log_lines(log.state, log.names, has_letters=log.has_letters)
    ]
    return Part(_("lines of the log"), HEADER, lines, kind="log")


def _said(line: LogLine) -> str:
    reason = [gettext("reason: %(reason)s") % {"reason": line.reason}] if line.reason else []
    mark = [gettext("taken back")] if line.struck else [] if line.applied else [gettext("without effect")]
    more = " · ".join((*line.details, *reason, *line.doubts, *mark))
    text = format_html("<del>{}</del>", line.text) if line.struck else line.text
    said = format_html("{}<br><small>{}</small>", text, more) if more else text
    return format_html('<div class="sentence">{}</div>', said)

"""Which columns no digest in the journal covers, and why: the whole list, as `manage.py verify --uncovered` prints it.

Every other column of every model is covered, those of libraries and those that come later too, without a word about
them anywhere (operations/row_seals.py). What is proved in another way stands here with its proof, which `verify` asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.written import WHOLE
from tournaments.projections import TOTALS


@dataclass(frozen=True, slots=True)
class Uncovered:
    """`columns`: by their attribute names, none for all of them. `proved`: by something else, which `why` names."""

    why: Any
    columns: tuple[str, ...] = ()
    proved: bool = False


_LOG = _("proved by the chain of the table's log")
_FOLLOWS = _("follows from the logs of the tables, which are folded anew and compared")
_JOURNAL = _("the journal itself, proved by its own chain")
_KEYED = _(
    "opens nothing but by a signature for this row and its account, made with the site's secret key, "
    "which the database does not hold"
)
_DJANGO = _("names of tables and rights that the program makes anew at each upgrade; they give nobody anything")
_POST = _("what the post has done with a letter; the letter itself says nothing that its rows do not")

UNCOVERED: Mapping[str, tuple[Uncovered, ...]] = {
    "games.entry": (Uncovered(_LOG, proved=True),),
    "games.arrival": (Uncovered(_("proved by the chain of what phones brought to the table"), proved=True),),
    "games.game": (
        Uncovered(_LOG, ("length", "head"), proved=True),
        Uncovered(_FOLLOWS, ("state", "finished", "timed_deals", "timed_seconds"), proved=True),
        Uncovered(_("proved by the chain of what phones brought to the table"), ("kept", "kept_head"), proved=True),
        Uncovered(
            _("who writes at the table at this moment; each line says itself who wrote it"),
            ("pen_epoch", "pen_holder", "pen_by", "pen_since", "pen_heard_at", "last_entry_at"),
        ),
    ),
    "tournaments.score": (Uncovered(_FOLLOWS, TOTALS, proved=True),),
    "tournaments.countedtable": (Uncovered(_("says only which feats are to be counted again")),),
    "tournaments.feat": (Uncovered(_FOLLOWS, proved=True),),
    "tournaments.journalhead": (Uncovered(_JOURNAL, proved=True),),
    "tournaments.journalline": (Uncovered(_JOURNAL, proved=True),),
    "tournaments.publication": (
        Uncovered(_("compared with the line that they name"), ("journal_line", "journal_head"), proved=True),
    ),
    "tournaments.rowseal": (Uncovered(_("compared with the lines of the journal, row by row"), proved=True),),
    "tournaments.event": (Uncovered(_("counts how often open pages had to be told"), ("version",)),),
    "tournaments.account": (
        Uncovered(_("when somebody signed in last, and in which language he reads"), ("last_login", "language")),
    ),
    "mfa.authenticator": (Uncovered(_("when a second factor was used last"), ("last_used_at",)),),
    "tournaments.phone": (Uncovered(_("what a phone says of itself, every minute"), ("page", "waiting", "heard_at")),),
    "tournaments.mailing": (
        Uncovered(_("how far the post has come with its letters"), ("last_account", "written", "done_at")),
    ),
    "tournaments.message": (Uncovered(_POST),),
    "tournaments.sentform": (Uncovered(_("keeps a form from being done twice; its deed has a line")),),
    "tournaments.signinlink": (Uncovered(_KEYED),),
    "sessions.session": (Uncovered(_KEYED),),
    "tournaments.session": (Uncovered(_KEYED),),
    "admin.logentry": (Uncovered(_("a second list of what the administration did; the first is the journal")),),
    "contenttypes.contenttype": (Uncovered(_DJANGO),),
    "auth.permission": (Uncovered(_DJANGO),),
}


def left_out() -> dict[str, tuple[str, ...]]:
    """The same for games/written.py: label of a model → columns."""
    return {
        label: tuple(column for part in parts for column in part.columns or (WHOLE,))
        for label, parts in UNCOVERED.items()
    }

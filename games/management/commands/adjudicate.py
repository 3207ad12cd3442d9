"""`manage.py adjudicate FILE`: what the rules say about a recorded deal of Smoking Cat or of Smear.

An account for people, or with `--json` the ruling document of the format (formats/deal-file.md, formats/smear-file.md).
FILE is a deal file or holds a deal in one line of notation. A refused one, a missing one or a directory ends with code
2 and one line per fault, `path: sentence`, on the error stream. Needs no database.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser
from django.utils import translation
from rich.console import RenderableType

from games.management import cat_account, smear_account
from games.management.documents import DocumentCommand
from games.management.faces import CZECH
from games.management.options import add_language, add_tie_without_hejma
from games.management.screens import as_text, console_on
from games.rules.deal_documents import MOST_BYTES, Record, read_deal
from games.rules.smear.record import DealRecord as SmearRecord
from games.rules.smear.ruling import result_document, rule_on
from games.rules.smoking_cat.points import TieWithoutHejma
from games.rules.smoking_cat.ruling import adjudicate, ruling_document


class Command(DocumentCommand):
    help = "Says what the rules say about a recorded deal of Smoking Cat or of Smear. Needs no database."
    requires_system_checks: list[str] = []
    what = "the deal, as a file or as a line of notation"
    most_bytes = MOST_BYTES

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="the ruling document instead of an account for people")
        add_tie_without_hejma(parser)
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            super().handle(*args, **options)

    def answer(self, data: bytes, options: dict[str, Any]) -> str:
        record = read_deal(data)
        with translation.override(options["language"]):
            document, account = _ruling(record, options["tie_without_hejma"])
            if options["json"]:
                return json.dumps(document, indent=1, ensure_ascii=False)
            return as_text(account, console_on(self.stdout, options))


def _ruling(record: Record, tie_without_hejma: TieWithoutHejma) -> tuple[dict[str, object], RenderableType]:
    """The ruling as its document, and as an account for people."""
    if isinstance(record, SmearRecord):
        smear_ruling = rule_on(record)
        return result_document(smear_ruling), smear_account.account(smear_ruling)
    ruling = adjudicate(record, tie_without_hejma=tie_without_hejma)
    return ruling_document(ruling), cat_account.account(ruling, CZECH)

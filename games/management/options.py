"""Options that several commands have: the language in which is spoken, and who loses a tie without Hejma."""

from __future__ import annotations

from typing import get_args

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import translation

from games.rules.smoking_cat.points import TieWithoutHejma


def add_language(parser: CommandParser) -> None:
    parser.add_argument(
        "--language",
        choices=[code for code, _name in settings.LANGUAGES],
        default=translation.get_language(),
        help="the language in which is spoken (default %(default)s)",
    )


def add_tie_without_hejma(parser: CommandParser) -> None:
    """Add the option that says who loses a deal that ends 11–11–10–1 (RULES C51)."""
    parser.add_argument(
        "--tie-without-hejma",
        choices=get_args(TieWithoutHejma),
        default="ask",
        help="who loses 11–11–10–1 (rule C51; default %(default)s)",
    )

"""The catalogue of renonc: kinds, default decisions and the others allowed (competition.md 5.5, rules III).

A looked at the received cards before passing his own (RULES C60); B did not follow suit though he could, inattentively
(RULES C61) or on purpose (RULES C62); C dealt wrongly (RULES C64), which may cost a letter when repeated (RULES C24).
Other offences (out of turn, RULES C35; looking at older tricks, RULES C43) have no stated penalty (RULES C66).
What a decision does to the log is worked out by whoever rules; this is only who may decide what.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

WARNING, LOST_DEAL, PENALTY_LETTER, VOID_DEAL = "warning", "lost_deal", "penalty_letter", "void_deal"
LOST_DEAL_AND_LETTER = "lost_deal_and_letter"

# kind → decisions, the default first
CATALOGUE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "a": (WARNING, LOST_DEAL, PENALTY_LETTER, VOID_DEAL),
        "b_inattentive": (LOST_DEAL, LOST_DEAL_AND_LETTER, VOID_DEAL),
        "b_intentional": (LOST_DEAL,),
        "c": (VOID_DEAL, WARNING, PENALTY_LETTER),
        "other": (WARNING, LOST_DEAL, PENALTY_LETTER, VOID_DEAL),
    }
)
PROPOSES_BAN = frozenset({"b_intentional"})

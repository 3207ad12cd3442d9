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
LIFTED = "lifted"  # what a higher instance may say of an earlier ruling: it does not stand, and nothing takes its place

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
# Smear knows no renonc: a revoke is a fact with a warning, or the deal is dealt once more (competition.md 5.6).
SMEAR_CATALOGUE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"revoke": (WARNING, VOID_DEAL), "other": (WARNING, VOID_DEAL)}
)
PROPOSES_BAN = frozenset({"b_intentional"})
WITHOUT_PENALTY = frozenset({"other"})  # playing out of turn, looking at older tricks (competition.md 5.6, RULES C66)


def catalogue_of(*, is_smear: bool) -> Mapping[str, tuple[str, ...]]:
    """The catalogue of the game that is played."""
    return SMEAR_CATALOGUE if is_smear else CATALOGUE


def decisions_for(
    kind: str, *, is_smear: bool = False, repeated: bool = True, overruling: bool = False
) -> tuple[str, ...]:
    """What may be decided, the default first. A wrong deal costs a letter only when the same dealer repeats it in the
    same game (RULES C24); only an overruling can say that nothing stands.
    """
    allowed = catalogue_of(is_smear=is_smear).get(kind, ())
    if kind == "c" and not repeated:
        allowed = tuple(decision for decision in allowed if decision != PENALTY_LETTER)
    return (LIFTED, *allowed) if overruling and allowed else allowed

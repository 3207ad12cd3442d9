"""Invented names for sample evenings: nicks, clubs, places, themes with their playing words.

Nobody real is meant. The nicks are made of syllables with háčeks and accents, so that a page which cannot show them
is found out on the first evening; the words are real ones, of 4 to 6 letters (competition.md 6).
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws.seeding import Stream
from tournaments.facts.nicks import nick_key

BEGINNINGS = (
    *("BŘÍ", "ČMÁ", "DRÁ", "FÚ", "HŇU", "CHRO", "JEŽÍ", "KŇÚ", "LÍZ", "MŇOU", "NOR", "OSTRO", "PRŠ", "ŘÍZ", "SÁZ"),
    *("ŠKRÁ", "TLÁ", "ÚHO", "VRŇÁ", "ZUBO", "ŽMOU", "GÖR", "LØV", "MÜR"),
)
MIDDLES = ("BA", "ČI", "DO", "GU", "KÁ", "LE", "MŮ", "NĚ", "PO", "RA", "SÍ", "TU", "VÝ", "ZE")
ENDINGS = (
    *("KAL", "ŠÍK", "ČKA", "NDA", "LEK", "MIL", "ROŠ", "TKA", "VOUS", "DRAP", "SKOK", "PAC", "ŇAK", "CHŇA", "BUL"),
    *("ZEL", "PÍR", "GAŠ", "JDA", "FOUK", "HEJ", "LUMP", "NŮŽ", "OCAS"),
)

CLUBS = (
    ("MOU", "Mourovatí z Podhradí", "CZ"),
    ("KOM", "Komín Lhota", "CZ"),
    ("DYM", "Dymiaci kocúri", "SK"),
    ("KAT", "Katerklub Nebelheim", "DE"),
    ("DYK", "Dymny Kot", "PL"),
    ("GAT", "Gatos do Cais", "PT"),
)

PLACES = ("Hostinec U Tří kocourů", "Hospoda Na Komíně", "Café Štych", "Klubovna Pod Půdou", "Restaurace Zelený svršek")

THEMES = (
    ("mořští ptáci", ("RACEK", "RYBÁK", "ALKA", "BUŇÁK", "TEREJ")),
    ("stromy", ("HABR", "KAŠTAN", "OLŠE", "JAVOR", "JEDLE")),
    ("kuchyně", ("HRNEC", "MÍSA", "LŽÍCE", "PÁNEV", "TALÍŘ")),
    ("počasí", ("MLHA", "VÁNICE", "DÉŠŤ", "BOUŘE", "JÍNÍ")),
)


def nicks(number: int, stream: Stream) -> list[str]:
    """`number` different nicks, different also without case and accents; the same stream gives the same ones."""
    found: dict[str, str] = {}
    parts: Sequence[Sequence[str]] = (BEGINNINGS, ENDINGS) if number <= 200 else (BEGINNINGS, MIDDLES, ENDINGS)
    while len(found) < number:
        nick = "".join(syllables[stream.below(len(syllables))] for syllables in parts)
        found.setdefault(nick_key(nick), nick)
    return list(found.values())


def pick(items: Sequence[tuple[str, tuple[str, ...]]], stream: Stream) -> tuple[str, tuple[str, ...]]:
    """One of the themes with its words."""
    return items[stream.below(len(items))]

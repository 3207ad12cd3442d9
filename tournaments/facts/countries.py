"""The countries of the world: ISO 3166 codes, and names of countries and languages as the CLDR has them (Babel).

Founding a club is free in any country (competition.md 4), so all of them are here. Kosovo has the code that ISO leaves
to its users. No file and no address holds a name, only codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

LISTED = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA
    CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA
    GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
    KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS
    MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS
    RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW
    TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
"""
CODES = frozenset(LISTED.split())


def is_country(code: str) -> bool:
    """Whether there is a country with this code."""
    return code in CODES


def country_name(code: str, language: str) -> str:
    """The country's name; in English where the language is not known, and the code itself where the country is not."""
    return _names(language).get(code, code)


def language_name(code: str, language: str) -> str:
    """What a language is called in another; the code itself where it is not known."""
    known = _cldr(code)
    return known.get_display_name(_cldr(language)) or code if known.language == code.partition("-")[0] else code


@cache
def languages_named(language: str) -> Mapping[str, str]:
    """Codes of two letters (ISO 639-1) → what these languages are called in another one."""
    english, said = _cldr("en").languages, _cldr(language).languages
    codes = [code for code in map(str, english) if len(code) == 2]
    return {code: str(said.get(code) or english[code]) for code in codes}


@cache
def _names(language: str) -> Mapping[str, str]:
    """Read once for each language that somebody wants to see."""
    found = _cldr(language).territories
    names = {code: str(found[code]) for code in CODES if code in found}
    return names if language == "en" else {**_names("en"), **names}


def _cldr(language: str) -> Locale:
    """What the CLDR says about a language, or about English."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - 20 ms and 9 MB that most processes never need

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale("en")

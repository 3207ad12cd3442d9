"""Which nicks look alike, though they are spelled otherwise: a Cyrillic K for a K, a one for an l, a zero for an O.

Letters that cannot be told apart on a screen are brought to one of them, as Unicode Technical Standard 39, section 4,
does with its table of confusables. Ours holds the part of that table (confusables.txt of Unicode 15) that a nick can be
made of: letters of living scripts that look like a letter or a digit of ASCII. Two nicks are alike if what is left of
them is: as they are written, or in capitals, for a nick is the same one in either case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# The letter of ASCII, and what cannot be told from it. Fonts, widths and accents are taken away by NFKD before.
CONFUSABLES: dict[str, str] = {
    "a": "\u0251\u03b1\u0430",
    "b": "\u0184\u042c\u13cf",
    "c": "\u1d04\u03f2\u2ca5\u0441\uabaf",
    "d": "\u0501\u13e7\ua4d2",
    "e": "\uab32\u0435\u04bd",
    "f": "\uab35\ua799\u1e9d\u0584",
    "g": "\u0261\u1d83\u018d\u0581",
    "h": "\u04bb\u0570\u13c2",
    "i": "\u0131\u026a\u0269\u03b9\u1fbe\u037a\u0456\ua647\u04cf\uab75\u13a5",
    "j": "\u03f3\u0458",
    "l": "\u0196\u01c0\u0399\u2c92\u0406\u04c0\ua4f2",
    "n": "\u0578\u057c",
    "o": "\u1d0f\u1d11\uab3d\u03bf\u03c3\u2c9f\u043e\u10ff\u0585",
    "p": "\u03c1\u03f1\u2ca3\u0440",
    "q": "\u051b\u0563\u0566",
    "r": "\uab47\uab48\u1d26\u2c85\u0433\uab81",
    "s": "\ua731\u01bd\u0455\uabaa",
    "u": "\ua79f\u1d1c\uab4e\uab52\u028b\u03c5\u057d",
    "v": "\u1d20\u03bd\u0475\uaba9",
    "w": "\u026f\u1d21\u0461\u051d\u0561\uab83",
    "x": "\u0445",
    "y": "\u0263\u1d8c\u028f\u1eff\uab5a\u03b3\u0443\u04af\u10e7",
    "z": "\u1d22\uab93",
    "A": "\u0391\u0410\u13aa\ua4ee",
    "B": "\ua7b4\u0392\u0412\u13f4\ua4d0",
    "C": "\u03f9\u2ca4\u0421\u13df\ua4da",
    "D": "\u13a0\ua4d3",
    "E": "\u0395\u0415\u13ac\ua4f0",
    "F": "\ua798\u03dc\ua4dd",
    "G": "\u050c\u13c0\u13f3\ua4d6",
    "H": "\u0397\u2c8e\u041d\u13bb\ua4e7",
    "J": "\ua7b2\u037f\u0408\u13ab\ua4d9",
    "K": "\u039a\u2c94\u041a\u13e6\ua4d7",
    "L": "\u2cd0\u13de\ua4e1",
    "M": "\u039c\u03fa\u2c98\u041c\u13b7\ua4df",
    "N": "\u039d\u2c9a\ua4e0",
    "O": "\u039f\u2c9e\u041e\u0555\ua4f3",
    "P": "\u03a1\u2ca2\u0420\u13e2\ua4d1",
    "R": "\u01a6\u13a1\u13d2\ua4e3",
    "S": "\u0405\u054f\u13d5\u13da\ua4e2",
    "T": "\u03a4\u2ca6\u0422\u13a2\ua4d4",
    "U": "\u054d\ua4f4",
    "V": "\u0474\u13d9\ua4e6",
    "W": "\u051c\u13b3\u13d4\ua4ea",
    "X": "\ua7b3\u03a7\u2cac\u0425\ua4eb",
    "Y": "\u03a5\u03d2\u2ca8\u0423\u04ae\u13a9\u13bd\ua4ec",
    "Z": "\u0396\u13c3\ua4dc",
    "2": "\ua75a\u01a7\u03e8\ua644",
    "3": "\ua7ab\u021c\u01b7\ua76a\u2ccc\u0417\u04e0",
    "4": "\u13ce",
    "5": "\u01bc",
    "6": "\u2cd2\u0431\u13ee",
    "8": "\u0223\u0222",
    "9": "\ua76e\u2cca",
}
# Within ASCII: what stands on the left is read as what stands on the right.
ASCII = {"I": "l", "1": "l", "|": "l", "0": "O"}
_READ_AS = str.maketrans(
    {other: ASCII.get(char, char) for char, others in CONFUSABLES.items() for other in others} | ASCII
)
# Written together in one word by those who use them (Unicode Technical Standard 39, section 5.2).
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
_OF_NO_SCRIPT = frozenset({"MODIFIER", "COMBINING", "FEMININE", "MASCULINE"})
_WORD, _SIGNS = re.compile(r"[^\W\d_]+"), re.compile(r"[\W_]+")


def looks(nick: str) -> tuple[str, str]:
    """What a nick looks like as it is written, and in capitals. Only ever compared."""
    plain = _plain(nick)
    return _read(plain), _read(plain.upper())


def scripts_mixed(nick: str) -> bool:
    """Whether a word of the nick is written in two scripts, such as "Komise" with a Cyrillic K."""
    return any(not _is_one_script(word) for word in _WORD.findall(unicodedata.normalize("NFKC", nick)))


def looks_like_one_of(nick: str, words: Iterable[str]) -> bool:
    """Whether a nick reads as one of `words` in any case, but for digits and signs around it and signs in between."""
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", _plain(nick))
    found = {*looks(_SIGNS.sub("", bare)), *looks(_SIGNS.sub("", _plain(nick)))}
    joined = [_SIGNS.sub("", word) for word in words]
    return any(found & {*looks(word), *looks(word.lower()), *looks(word.title())} for word in joined)


def _plain(nick: str) -> str:
    """Without accents, fonts and widths; blanks single."""
    decomposed = unicodedata.normalize("NFKD", nick)
    return " ".join("".join(char for char in decomposed if not unicodedata.combining(char)).split())


def _read(text: str) -> str:
    return text.translate(_READ_AS).replace("rn", "m")


def _is_one_script(word: str) -> bool:
    found = {_script(char) for char in word} - _OF_NO_SCRIPT
    return len(found) < 2 or any(found <= together for together in _TOGETHER)


def _script(char: str) -> str:
    """The script of a letter: with few exceptions the first word of its name."""
    return unicodedata.name(char, "UNNAMED").split()[0]

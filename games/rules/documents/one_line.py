"""Whether a text from outside is one line that can be seen, stored and printed."""

from __future__ import annotations

import unicodedata

# Direction marks can make a text read as another one; the others cannot be seen at all.
_INVISIBLE = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
_NOT_IN_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})


def is_one_line(text: str) -> bool:
    """Whether it has no control character, line break of any script, invisible character or half a surrogate pair."""
    if text.isascii():
        return text.isprintable()
    return not any(char in _INVISIBLE or unicodedata.category(char) in _NOT_IN_A_LINE for char in text)

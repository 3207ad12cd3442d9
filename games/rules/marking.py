"""Sentences that belong to a document and to pages alike: English where the document has them, and in the catalogues.

The results document says its reasons and findings in English; pages say the same ones in the reader's language. So they
stand once, in the pure heart, and are only marked here; the faces translate them.
"""

from __future__ import annotations


def marked(sentence: str) -> str:
    """`sentence` as it is. Imported as `_`, by which the sentences for the catalogues are found in the sources."""
    return sentence

"""The digests of the public draw: every one is SHA-256 over words joined by bars, the first the name of the protocol.

JSON has many ways to write one thing; a digest needs one. Canonical here: keys in order, no blanks, everything beyond
ASCII escaped, whole numbers only.
"""

import json
from hashlib import sha256

PROTOCOL = "pub-draw/1"


def digest_of(*words: str) -> str:
    """Lower-case hex of SHA-256("pub-draw/1|" words joined by "|")."""
    return sha256("|".join((PROTOCOL, *words)).encode()).hexdigest()


def canonical(document: object) -> str:
    """The one text of a document of whole numbers, texts, lists and objects."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def commitment_to(draw_id: str, secret: str) -> str:
    """What is shown when registration opens; the secret stays with the site."""
    return digest_of("commit", draw_id, secret)


def frozen_hash_of(frozen: object) -> str:
    """What is read aloud before anybody turns a card."""
    return digest_of("frozen", canonical(frozen))

"""How a secret word is sealed: AES-GCM under a key that the database does not hold, and a commitment to it in public.

The key comes from outside (`settings.WORDS_KEY`) as a text of any length; two keys are derived from it, one to encrypt
and one for the digests by which look-alikes are found, so that neither says anything about the other. What is sealed is
bound to its row: ciphertext that was moved to another row does not open. Whoever holds the server and the key can read
every word; what he cannot do is exchange one unseen, nor its split nor its caption, because of the commitment:

    commitment = SHA-256 of "word/2|place|word|letters|caption|nonce" in UTF-8, in hex
    letters: with a space between them; nonce: 128 bits as 32 hex digits

No part but the caption can hold a bar, so no two openings are written alike. Words sealed before the split and the
caption were covered have the commitment "word/1|place|word|nonce"; it is checked as it was made.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from games.rules.refusals import Refused

IV_BYTES, NONCE_BYTES = 12, 16


@dataclass(frozen=True, slots=True)
class Key:
    """What is derived from the words key of this site. `id` names it in rows and tells nothing about it."""

    id: str
    encrypting: bytes = field(repr=False)
    comparing: bytes = field(repr=False)


def key_of(text: str) -> Key:
    """The key that a text from the environment or from its file stands for."""
    encrypting, comparing, name = (
        hmac.digest(text.strip().encode(), f"scwu-words/1|{use}".encode(), "sha256")
        for use in ("encrypt", "compare", "name")
    )
    return Key(name.hex()[:16], encrypting, comparing)


def seal(values: Mapping[str, object], *, about: str, key: Key, iv: bytes) -> bytes:
    """`values` as they are kept: the IV, then the ciphertext. `about` names the row that they belong to."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return iv + AESGCM(key.encrypting).encrypt(iv, text, about.encode())


def unseal(sealed: bytes | memoryview[int], *, about: str, key: Key) -> dict[str, object]:
    """What was sealed. Raises Refused `word_damaged` if a byte of it was changed or it belongs to another row."""
    kept = bytes(sealed)
    try:
        text = AESGCM(key.encrypting).decrypt(kept[:IV_BYTES], kept[IV_BYTES:], about.encode())
    except (InvalidTag, ValueError):
        raise Refused("word_damaged") from None
    return dict(json.loads(text))


def likeness_of(skeleton: str, *, key: Key) -> str:
    """A digest that is equal for words that look alike; without the key nobody can try words out on it."""
    return hmac.digest(key.comparing, skeleton.encode(), "sha256").hex()


def opening_of(place: str, word: str, letters: Sequence[str], caption: str, nonce: str) -> str:
    """The text whose SHA-256 is the commitment to a word that is sealed now."""
    return f"word/2|{place}|{word}|{' '.join(letters)}|{caption}|{nonce}"


def commitment_by(opening: str) -> str:
    """The commitment to a sealed word, which may be public: the SHA-256 of its opening."""
    return hashlib.sha256(opening.encode()).hexdigest()


def opening_for(commitment: str, place: str, word: str, letters: Sequence[str], caption: str, nonce: str) -> str:
    """The text whose SHA-256 is `commitment`, of this form or of the former one; empty if the word does not open it."""
    forms = (opening_of(place, word, letters, caption, nonce), f"word/1|{place}|{word}|{nonce}")
    return next((form for form in forms if commitment_by(form) == commitment), "")

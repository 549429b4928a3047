"""Keys: secret words that open a seat or the umpire's chair. Only their hashes are kept.

>>> key = new_key()
>>> fits(key, hashed(key)), fits("another", hashed(key))
(True, False)
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

KEY_BYTES: Final = 24
"""192 bits: too many to guess."""

LONGEST_KEY: Final = 100


def new_key() -> str:
    """A new random key."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_game_id() -> str:
    """A public id for a game: not secret, but not to be found by counting."""
    return secrets.token_hex(8)


def hashed(key: str) -> str:
    """The hash that is stored of a key; a key has enough random bits that a plain hash cannot be reversed."""
    return sha256(b"sandtable key:" + key.encode("utf-8", "surrogatepass")).hexdigest()


def fits(key: str, kept: str) -> bool:
    """Does a key have that hash? It takes equally long whichever part differs."""
    return hmac.compare_digest(hashed(key), kept)

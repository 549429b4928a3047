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
"""192 bits: nobody guesses one."""

LONGEST_KEY: Final = 100


def new_key() -> str:
    """A key nobody has seen."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_game_id() -> str:
    """A public name for a game: not secret, but not to be counted through either."""
    return secrets.token_hex(8)


def hashed(key: str) -> str:
    """What is kept of a key. It has so many random bits that a plain hash cannot be turned back."""
    return sha256(b"sandtable key:" + key.encode("utf-8", "surrogatepass")).hexdigest()


def fits(key: str, kept: str) -> bool:
    """Is this the key of which that hash was kept? Takes equally long whichever part differs."""
    return hmac.compare_digest(hashed(key), kept)

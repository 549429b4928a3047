"""Types made ready to be read, by one thread at a time.

msgspec finds out at its first use what a type is made of. Two threads that do so at once, even for types that
only share a part, can bring the whole process down; a type that is ready is read by any number of them.
"""

from __future__ import annotations

import threading
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

_ONE_AT_A_TIME: Final = threading.Lock()
_known: dict[object, object] = {}


def ready(kind: type[T]) -> type[T]:
    """The type itself, once msgspec knows all of it."""
    if kind not in _known:
        with _ONE_AT_A_TIME:
            _known[kind] = msgspec.json.Decoder(kind)
    return kind

"""Fair dice: nobody can foresee a throw, and afterwards everybody can check every face.

Before the battle the table picks a secret and shows everyone its *commitment*. Then each player hands in a
contribution of his own. The faces of each throw follow from the secret, the contributions, the number of the
throw and its purpose. The players cannot foresee them without the secret, and the table cannot bend them: the
secret was fixed before it knew the contributions. At the end the secret is shown and ``verify`` recomputes
every face.

A take-back past a throw begins a new *epoch*, and the number of the epoch goes into every throw after it:
what fell before the take-back says nothing about what falls after it. Epoch 0 is before any of them.

>>> from sandtable.dice.die import D6
>>> secret, contributions = bytes(range(32)), (b"heads or tails",)
>>> hand = FairHand(secret, contributions)
>>> thrown = Cast(D6, hand.cast(D6, 3, "saves"), "saves")
>>> verify(commitment(secret), secret, contributions, [thrown])
()
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count as counting
from typing import Final

from sandtable.dice.die import Die
from sandtable.dice.hand import Cast

SECRET_BYTES: Final = 32
CONTRIBUTION_BYTES: Final = range(8, 65)
"""How long a player's contribution may be."""

_COMMITMENT: Final = b"sandtable fair dice: commitment, 1"
_THROW: Final = b"sandtable fair dice: throw, 1"
_THROW_IN_EPOCH: Final = b"sandtable fair dice: throw, 2"
"""The label of every throw after a take-back past dice; the epoch follows it."""


def new_secret() -> bytes:
    """A secret nobody has seen."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of a secret at the start: it gives nothing away and fits no other secret."""
    _require_secret(secret)
    return sha256(_framed(_COMMITMENT, secret)).hexdigest()


class FairHand:
    """A hand whose faces follow from a sealed secret and the players' contributions; it counts its throws."""

    __slots__ = ("_contributions", "_epoch", "_number", "_secret")

    def __init__(
        self, secret: bytes, contributions: Iterable[bytes] = (), *, number: int = 0, epoch: int = 0
    ) -> None:
        self._secret = secret
        self._contributions = tuple(contributions)
        self._number = number
        self._epoch = epoch
        _require_secret(secret)
        for place, contribution in enumerate(self._contributions, start=1):
            if len(contribution) not in CONTRIBUTION_BYTES:
                raise ValueError(
                    f"Contribution {place} has {len(contribution)} bytes; it takes {CONTRIBUTION_BYTES[0]}"
                    f" to {CONTRIBUTION_BYTES[-1]}."
                )
        if number < 0:
            raise ValueError(f"Throws are numbered from 0, so the next cannot be number {number}.")
        if epoch < 0:
            raise ValueError(f"Epochs are numbered from 0, so there is no epoch {epoch}.")

    @property
    def number(self) -> int:
        """The number of the next throw; a hand made with this number goes on where this one stands."""
        return self._number

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces that belong to this throw and no other; no dice are no throw."""
        if count == 0:
            return ()
        sides = _sides(self._stream(die, count, purpose), len(die.faces))
        faces = tuple(die.faces[next(sides)] for _ in range(count))
        self._number += 1  # only now: the stream above is lazy and reads the number
        return faces

    def _stream(self, die: Die, count: int, purpose: str) -> Iterator[int]:
        """Endless bytes that look random to whoever lacks the secret."""
        epoch = (_THROW_IN_EPOCH, _number(self._epoch)) if self._epoch else (_THROW,)
        throw = _framed(
            *epoch,
            *(_number(value) for value in (self._number, count, len(die.faces), len(self._contributions))),
            *self._contributions,
            purpose.encode(),
        )
        for block in counting():
            yield from hmac.digest(self._secret, throw + _number(block), "sha256")


def verify(
    shown: str,
    secret: bytes,
    contributions: Iterable[bytes],
    thrown: Iterable[Cast],
    *,
    number: int = 0,
    epochs: Iterable[int] | None = None,
) -> tuple[str, ...]:
    """What is wrong with dice said to be fair, in sentences; nothing if all is as it was promised.

    *shown* is the commitment, *thrown* every throw in order, *number* that of the first, *epochs* the epoch
    of each throw (default: all fell in epoch 0).
    """
    contributions, thrown = tuple(contributions), tuple(thrown)
    epochs = (0,) * len(thrown) if epochs is None else tuple(epochs)
    try:
        FairHand(secret, contributions, number=number)
    except ValueError as refusal:
        return (str(refusal),)
    faults: list[str] = []
    if commitment(secret) != shown:
        faults.append("The secret is not the one that was committed to.")
    for at, (throw, epoch) in enumerate(zip(thrown, epochs, strict=True), start=number):
        hand = FairHand(secret, contributions, number=at, epoch=epoch)
        faces = hand.cast(throw.die, len(throw.faces), throw.purpose)
        if faces != throw.faces:
            faults.append(
                f"Throw {at} ({len(faces)}{throw.die} for {throw.purpose!r}) is recorded as"
                f" {_listed(throw.faces)}, but the secret gives {_listed(faces)}."
            )
    return tuple(faults)


def _sides(stream: Iterator[int], sides: int) -> Iterator[int]:
    """Turn endless bytes into sides, all equally likely: values past the last whole round are passed over."""
    width = ((sides - 1).bit_length() + 7) // 8
    whole_rounds = 256**width - 256**width % sides
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value < whole_rounds:
            yield value % sides


def _framed(*fields: bytes) -> bytes:
    """The fields one after another, each behind its length, so that no two lists of fields look alike."""
    return b"".join(_number(len(field)) + field for field in fields)


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def _listed(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _require_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"The secret has {len(secret)} bytes instead of {SECRET_BYTES}.")

"""Fair dice: no player can foresee a throw, and after the battle every player can check every face.

Before the battle the table picks a secret and publishes its *commitment*. Then each player sends a
contribution. The faces of each throw follow from the secret, the contributions, the number of the throw and
its purpose. Players cannot foresee them without the secret, and the table cannot influence them, because the
secret was fixed before the contributions were known. At the end the secret is published and ``verify``
recomputes every face.

A take-back past a throw begins a new *epoch*. The number of the epoch goes into every later throw, so the
faces before the take-back say nothing about those after it. The first epoch is 0.

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
"""The label of throws in epoch 1 and later; the number of the epoch follows it."""


def new_secret() -> bytes:
    """A fresh random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The hash of a secret that is published at the start: it reveals nothing and fits no other secret."""
    _require_secret(secret)
    return sha256(_framed(_COMMITMENT, secret)).hexdigest()


class FairHand:
    """A hand whose faces follow from a secret and the players' contributions; it counts its throws."""

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
                    f"Contribution {place} has {len(contribution)} bytes; it must have"
                    f" {CONTRIBUTION_BYTES[0]} to {CONTRIBUTION_BYTES[-1]}."
                )
        if number < 0:
            raise ValueError(f"Throws are numbered from 0, so the next cannot be number {number}.")
        if epoch < 0:
            raise ValueError(f"Epochs are numbered from 0, so there is no epoch {epoch}.")

    @property
    def number(self) -> int:
        """The number of the next throw; a hand made with this number continues this one."""
        return self._number

    def cast(self, die: Die, count: int, purpose: str) -> tuple[int, ...]:
        """The faces of the next throw; a cast of no dice is not counted."""
        if count == 0:
            return ()
        sides = _sides(self._stream(die, count, purpose), len(die.faces))
        faces = tuple(die.faces[next(sides)] for _ in range(count))
        self._number += 1  # only now: the stream above is lazy and reads the number
        return faces

    def _stream(self, die: Die, count: int, purpose: str) -> Iterator[int]:
        """An endless stream of bytes that is unpredictable without the secret."""
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
    """What is wrong with fair dice, in sentences; empty if every face is right.

    *shown* is the commitment, *thrown* every cast in order, *number* that of the first, *epochs* the epoch
    of each cast (default: epoch 0 for all).
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
    """Turn bytes into equally likely sides: values past the last whole multiple of *sides* are skipped."""
    width = ((sides - 1).bit_length() + 7) // 8
    whole_rounds = 256**width - 256**width % sides
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value < whole_rounds:
            yield value % sides


def _framed(*fields: bytes) -> bytes:
    """The fields joined, each after its length, so that different lists give different bytes."""
    return b"".join(_number(len(field)) + field for field in fields)


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def _listed(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _require_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"The secret has {len(secret)} bytes instead of {SECRET_BYTES}.")

"""Dice and cups: a die with its faces, and a sum of equal dice as a rule sheet writes it.

>>> str(Cup(2, D6)), str(Cup(1, D3, plus=1)), str(AVERAGE)
('2D6', 'D3+1', 'AvD')
>>> parse("AvD").die is AVERAGE
True
>>> parse_cups("AvD+2D6+3")[1]
Cup(count=2, die=Die(name='D6', faces=(1, 2, 3, 4, 5, 6)), plus=3)
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

MOST_DICE: Final = 300
"""The most dice of a throw: it bounds the arithmetic for a mistaken or hostile question."""

MOST_SIDES: Final = 1000


class Die(Struct, frozen=True, cache_hash=True):
    """A die: its name and the faces of its equally likely sides."""

    name: str
    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.faces) > MOST_SIDES or min(self.faces, default=0) == max(self.faces, default=0):
            raise ValueError(
                f"The die {self.name!r} has the faces {self.faces}: a die has up to {MOST_SIDES} sides"
                " and at least two of them differ."
            )

    def __str__(self) -> str:
        return self.name


@cache
def numbered(sides: int) -> Die:
    """The die with the faces 1 to *sides*; the same number gives the same object."""
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"There is no D{sides}: a numbered die has 2 to {MOST_SIDES} sides.")
    return Die(f"D{sides}", tuple(range(1, sides + 1)))


D3: Final = numbered(3)
D6: Final = numbered(6)
D20: Final = numbered(20)
AVERAGE: Final = Die("AvD", (2, 3, 3, 4, 4, 5))


class Cup(Struct, frozen=True, cache_hash=True):
    """A sum of equal dice and a fixed number: 2D6, 2D3, D3+1."""

    count: int
    die: Die
    plus: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_DICE:
            raise ValueError(f"A cup holds 1 to {MOST_DICE} dice, not {self.count}.")

    @property
    def low(self) -> int:
        """The smallest total the cup can show."""
        return self.count * min(self.die.faces) + self.plus

    @property
    def high(self) -> int:
        """The largest total the cup can show."""
        return self.count * max(self.die.faces) + self.plus

    def __str__(self) -> str:
        dice = f"{self.count if self.count > 1 else ''}{self.die.name}"
        return f"{dice}{self.plus:+d}" if self.plus else dice


_TERM: Final = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>[0-9]{0,3})(?P<die>AVD|D[0-9]{1,4})|(?P<fixed>[0-9]{1,6}))"
)


@lru_cache(maxsize=256)
def parse(text: str) -> Cup:
    """Read one cup, such as ``D6``, ``2D3+1`` or ``AvD-1``."""
    cups = parse_cups(text)
    if len(cups) != 1:
        raise ValueError(f"{text!r} names {len(cups)} kinds of dice where one is wanted, such as '2D3+1'.")
    return cups[0]


def parse_cups(text: str) -> tuple[Cup, ...]:
    """Read a sum of different dice, such as ``AvD+2D6+3``, into cups; fixed numbers go to the last cup."""
    dice: list[tuple[int, Die]] = []
    plus = at = 0
    squeezed = re.sub(r"\s*([+-])\s*", r"\1", text.strip()).upper()
    while at < len(squeezed):
        term = _TERM.match(squeezed, at)
        if term is None or (at > 0 and not term["sign"]) or (term["die"] and term["sign"] == "-"):
            raise _unreadable(text)
        if term["die"]:
            dice.append((int(term["count"] or 1), _named(term["die"])))
        else:
            plus += int(term["sign"] + term["fixed"])
        at = term.end()
    if not dice:
        raise _unreadable(text)
    *first, (count, die) = dice
    return (*(Cup(*lot) for lot in first), Cup(count, die, plus))


def _named(name: str) -> Die:
    return AVERAGE if name == "AVD" else numbered(int(name[1:]))


def _unreadable(text: str) -> ValueError:
    return ValueError(f"{text!r} names no dice: write them as 'D6', '2D3+1', 'AvD' or 'AvD+2D6+3'.")

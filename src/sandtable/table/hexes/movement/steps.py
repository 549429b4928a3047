"""The steps of a move on hexes: plain values that a file, an agent or a person can state.

>>> import msgspec
>>> plan = (TurnTo(600), Step(300), AboutFace())
>>> text = msgspec.json.encode(plan)
>>> text
b'[{"type":"turn-to","facing":600},{"type":"step","heading":300},{"type":"about-face"}]'
>>> msgspec.json.decode(text, type=HexPlan) == plan
True
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.table.hexes.grid import CLOCK
from sandtable.table.space.lengths import FULL_TURN


def _wants_clock(words: str, heading: int) -> None:
    if heading % CLOCK or not 0 <= heading < FULL_TURN:
        raise ValueError(
            f"{words} {heading} is none of a hex: it is a multiple of {CLOCK} tenths of a degree "
            f"from 0 to {FULL_TURN - CLOCK}"
        )


class Step(Struct, frozen=True, tag="step", omit_defaults=True):
    """Enter the hex over the side at this heading; along a road the body may come to face as is said here."""

    heading: int
    facing: int | None = None

    def __post_init__(self) -> None:
        _wants_clock("the heading of a side,", self.heading)
        if self.facing is not None:
            _wants_clock("the facing", self.facing)


class TurnTo(Struct, frozen=True, tag="turn-to"):
    """Turn on the spot to another facing."""

    facing: int

    def __post_init__(self) -> None:
        _wants_clock("the facing", self.facing)


class AboutFace(Struct, frozen=True, tag="about-face"):
    """Turn on the spot to face the other way."""


class Act(Struct, frozen=True, tag="act"):
    """Do on the spot what the system calls by this name, such as changing formation."""

    name: str


class Contact(Struct, frozen=True, tag="contact"):
    """Close with the enemy over the side at this heading: it costs what a step would, but the body stays."""

    heading: int

    def __post_init__(self) -> None:
        _wants_clock("the heading of a side,", self.heading)


HexStep = Step | TurnTo | AboutFace | Act | Contact
"""One step of a move on hexes."""

HexPlan = tuple[HexStep, ...]
"""A move on hexes, from its first step to its last."""

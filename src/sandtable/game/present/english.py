"""Numbers, lists and directions in English, for the sentences of every system.

>>> counted(1, "die"), counted(2, "die"), counted(2, "success"), counted(0, "enemy")
('1 die', '2 dice', '2 successes', '0 enemies')
>>> listed(["a", "b", "c"]), listed(["a"])
('a, b and c', 'a')
>>> compass(0), compass(1790), compass(3000)
('north', 'south', 'north-west')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.table.space import DEGREE

IRREGULAR: Final[Mapping[str, str]] = {"die": "dice", "enemy": "enemies"}
POINTS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def plural(noun: str) -> str:
    """The plural of a noun."""
    return IRREGULAR.get(noun, f"{noun}es" if noun.endswith("s") else f"{noun}s")


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"1 {noun}" if count == 1 else f"{count} {plural(noun)}"


def listed(words: Sequence[str]) -> str:
    """Words joined by commas and a final "and"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def compass(heading: int) -> str:
    """The compass point nearest to a heading in tenths of a degree; north is up the table."""
    return POINTS[round(heading / (45 * DEGREE)) % len(POINTS)]

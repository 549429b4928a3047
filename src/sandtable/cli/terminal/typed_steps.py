"""Moves on hexes as people type them.

>>> from sandtable.table.hexes import steps_in_words
>>> steps_in_words(read_steps("turn to ene, step NNE 2, about-face"))
'turn to ENE, step NNE 2, about-face'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sandtable.cli.errors import Misuse
from sandtable.table.hexes import CLOCK, COMPASS_POINTS, AboutFace, Act, Contact, HexPlan, Step, TurnTo

HOW: Final = "step NNE; step E 3; step E facing ENE; turn to ENE; about-face; close NNE"
"""How steps are written, for help and refusals."""

_WIND: Final = r"([nesw]{1,3})"


def read_steps(text: str) -> HexPlan:
    """Read steps separated by commas, semicolons or "then"."""
    parts = [part.strip() for part in re.split(r"[,;]|\bthen\b", text.lower()) if part.strip()]
    return tuple(step for part in parts for step in _steps(part))


def is_step(text: str) -> bool:
    """Does a text begin like a step?"""
    return bool(re.match(r"(step|close|turn|act|about)\b", text.strip().lower()))


def heading_of(text: str) -> int:
    """The heading of the grid that a compass point names."""
    if text.upper() not in COMPASS_POINTS:
        raise Misuse(f'"{text}" is not a direction on this grid: they are {", ".join(COMPASS_POINTS)}')
    return COMPASS_POINTS.index(text.upper()) * CLOCK


def _steps(text: str) -> HexPlan:
    for pattern, make in _FORMS:
        found = re.fullmatch(pattern, text)
        if found:
            return make(found)
    raise Misuse(f'"{text}" is not a step of a move on hexes: write {HOW}')


_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str]], HexPlan]], ...]] = (
    (
        rf"step {_WIND}(?: (\d{{1,2}}))?",
        lambda found: (Step(heading_of(found[1])),) * int(found[2] or 1),
    ),
    (
        rf"step {_WIND} facing {_WIND}",
        lambda found: (Step(heading_of(found[1]), heading_of(found[2])),),
    ),
    (rf"turn (?:to )?{_WIND}", lambda found: (TurnTo(heading_of(found[1])),)),
    (r"about[- ]?face", lambda found: (AboutFace(),)),
    (rf"close {_WIND}", lambda found: (Contact(heading_of(found[1])),)),
    (r"act (.+)", lambda found: (Act(found[1]),)),
)
"""Every way to write a step, and the steps it means."""

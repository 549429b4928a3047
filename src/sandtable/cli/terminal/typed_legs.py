"""Moves in words: the legs of a plan as people write them, and what they mean by what they write.

>>> plan = read_legs("advance 4, wheel left 30, oblique right 3")
>>> plan_in_words(plan)
'advance 4, wheel left 30, oblique right 3'
>>> plan_in_words(())
'stand still'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sandtable.cli.errors import Misuse
from sandtable.table.movement import (
    USUAL_SLANT,
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Retire,
    Shift,
    Turn,
    Wheel,
    leg_in_words,
    plan_in_words,
)
from sandtable.table.space import DEGREE, INCH

__all__ = ["HOW", "is_leg", "leg_in_words", "plan_in_words", "read_legs"]

HOW: Final = (
    "advance 4; wheel left 30; oblique right 3 (or oblique right 3 at 30); shift left 2; retire 2;"
    " turn right 90; about-face"
)
"""How legs are written, for help and refusals."""

_NUMBER: Final = r"(\d{1,6}(?:\.\d{1,6})?)(?:\s*(?:in|inch|inches|deg|degrees|\"|°))?"
_SIDE: Final = r"(left|right)"


def read_legs(text: str) -> Plan:
    """Read legs separated by commas, semicolons or "then"."""
    parts = [part.strip() for part in re.split(r"[,;]|\bthen\b", text.lower()) if part.strip()]
    return tuple(map(_leg, parts))


def is_leg(text: str) -> bool:
    """Does a text begin like a leg?"""
    return bool(re.match(r"(advance|wheel|oblique|shift|retire|turn|about)\b", text.strip().lower()))


def _leg(text: str) -> Leg:
    for pattern, make in _FORMS:
        found = re.fullmatch(pattern, text)
        if found:
            try:
                return make(found)
            except ValueError as fault:
                raise Misuse(f'"{text}": {fault}') from None
    raise Misuse(f'"{text}" is not a leg of a move: write {HOW}')


_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str]], Leg]], ...]] = (
    (rf"advance {_NUMBER}", lambda found: Advance(_hundredths(found[1]))),
    (
        rf"wheel {_SIDE} {_NUMBER}",
        lambda found: Wheel("left" if found[1] == "left" else "right", _tenths(found[2])),
    ),
    (
        rf"oblique {_SIDE} {_NUMBER}(?: at {_NUMBER})?",
        lambda found: Oblique(
            "left" if found[1] == "left" else "right",
            _tenths(found[3]) if found[3] else USUAL_SLANT,
            _hundredths(found[2]),
        ),
    ),
    (
        rf"shift {_SIDE} {_NUMBER}",
        lambda found: Shift("left" if found[1] == "left" else "right", _hundredths(found[2])),
    ),
    (
        rf"retire {_NUMBER}(?: leaning {_NUMBER} {_SIDE})?",
        lambda found: Retire(
            _hundredths(found[1]),
            (1 if found[3] == "right" else -1) * _tenths(found[2]) if found[2] else 0,
        ),
    ),
    (
        rf"turn {_SIDE} {_NUMBER}",
        lambda found: Turn((1 if found[1] == "right" else -1) * _tenths(found[2])),
    ),
    (r"about[- ]?face", lambda found: AboutFace()),
)
"""Every way to write a leg, and the leg it means."""


def _hundredths(text: str) -> int:
    return round(float(text) * INCH)


def _tenths(text: str) -> int:
    return round(float(text) * DEGREE)

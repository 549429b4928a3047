"""Moves in words: the legs of a plan as people write them.

>>> in_words((Advance(400), Wheel("left", 300)))
'advance 4, wheel left 30'
>>> in_words(())
'stand still'
"""

from __future__ import annotations

from typing import Final, assert_never

from sandtable.table.movement.legs import (
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Reform,
    Retire,
    Shift,
    Turn,
    Wheel,
)
from sandtable.table.space.lengths import DEGREE, INCH

OBLIQUE: Final = 45 * DEGREE
"""The slant of an oblique where nobody says another."""


def in_words(plan: Plan) -> str:
    """A plan as somebody would type it."""
    return ", ".join(map(leg_in_words, plan)) or "stand still"


def leg_in_words(leg: Leg) -> str:
    """One leg as somebody would type it."""
    match leg:
        case Advance():
            return f"advance {_inches(leg.distance)}"
        case Wheel():
            return f"wheel {leg.side} {_degrees(leg.turn)}"
        case Oblique():
            slant = "" if leg.angle == OBLIQUE else f" at {_degrees(leg.angle)}"
            return f"oblique {leg.side} {_inches(leg.distance)}{slant}"
        case Shift():
            return f"shift {leg.side} {_inches(leg.distance)}"
        case Retire():
            lean = f" leaning {_degrees(abs(leg.slant))} {'right' if leg.slant > 0 else 'left'}"
            return f"retire {_inches(leg.distance)}{lean if leg.slant else ''}"
        case Turn():
            return f"turn {'right' if leg.turn > 0 else 'left'} {_degrees(abs(leg.turn))}"
        case AboutFace():
            return "about-face"
        case Reform():
            shape = leg.shape
            return f"reform to {len(shape.bases)} bases, {_inches(shape.width)} by {_inches(shape.depth)}"
        case _:
            assert_never(leg)


def _inches(hundredths: int) -> str:
    return f"{hundredths / INCH:g}"


def _degrees(tenths: int) -> str:
    return f"{tenths / DEGREE:g}"

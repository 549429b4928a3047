"""Moves on hexes in words: the steps of a plan as people write them, with the twelve winds for headings.

>>> steps_in_words((TurnTo(600), Step(300), Step(300), AboutFace()))
'turn to ENE, step NNE 2, about-face'
>>> steps_in_words(())
'stand still'
"""

from __future__ import annotations

from itertools import groupby
from typing import Final, assert_never

from sandtable.table.hexes.grid import CLOCK
from sandtable.table.hexes.movement.steps import AboutFace, Act, Contact, HexPlan, HexStep, Step, TurnTo

COMPASS_POINTS: Final = ("N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW", "NNW")
"""The headings of hexes, clockwise from north: sides and corners lie at every twelfth of a turn."""


def steps_in_words(plan: HexPlan) -> str:
    """A plan as a person would type it; equal steps in a row are counted."""
    runs = ((step, len(list(run))) for step, run in groupby(plan))
    return ", ".join(_run(step, count) for step, count in runs) or "stand still"


def compass_point(heading: int) -> str:
    """The wind of a heading of the grid."""
    return COMPASS_POINTS[heading // CLOCK]


def step_in_words(step: HexStep) -> str:
    """One step as a person would type it."""
    match step:
        case Step():
            facing = "" if step.facing is None else f" facing {compass_point(step.facing)}"
            return f"step {compass_point(step.heading)}{facing}"
        case TurnTo():
            return f"turn to {compass_point(step.facing)}"
        case AboutFace():
            return "about-face"
        case Act():
            return f"act {step.name}"
        case Contact():
            return f"close {compass_point(step.heading)}"
        case _:
            assert_never(step)


def _run(step: HexStep, count: int) -> str:
    if isinstance(step, Step) and step.facing is None and count > 1:
        return f"{step_in_words(step)} {count}"
    return ", ".join([step_in_words(step)] * count)

"""A body that lies over ground by no more than the tolerance and wheels off it."""

from __future__ import annotations

import pytest

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.movement import AngleStep, BySteps, Going, LegTerms, Terms, Wheel, check
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

STREAM = Piece("stream", "stream", line=(Point(300.0, 2250.0), Point(7200.0, 2250.0)), width=100)
TERMS = Terms(
    600,
    (LegTerms("wheel", BySteps((AngleStep(450, 100),))),),
    goings=(Going("stream", multiplier=2.0),),
    outline="footprint",
)


@pytest.mark.parametrize("rear", [2199, 2201, 2202, 2203])
def test_a_wheel_off_the_brink_of_a_stream_is_judged_and_paid_for(rear: int) -> None:
    """Its rear edge lies on the bank, or in the water by a hair's breadth."""
    column = block(2, files=1, width=150, depth=150)
    body = Body(0, 0, Pose(2200, rear - 300, 1800), column)
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    found = []
    for mode in modes:
        compiled.use(mode)
        scene = Scene(Field(7200, 4800, (STREAM,)), (body,))
        found.append(check(body, (Wheel("left", 144),), TERMS, scene))
    plain, fast = found
    assert plain == fast
    assert fast.is_legal
    assert fast.cost == 100

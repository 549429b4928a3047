"""A body that lies over ground by no more than the tolerance and wheels off it."""

from __future__ import annotations

import pytest

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.check import check
from sandtable.table.ground import Field, Piece
from sandtable.table.kernels.running import Mode
from sandtable.table.legs import Wheel
from sandtable.table.pose import Point, Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import block
from sandtable.table.terms import BySteps, Going, LegTerms, Step, Terms

STREAM = Piece("stream", "stream", line=(Point(300.0, 2250.0), Point(7200.0, 2250.0)), width=100)
TERMS = Terms(
    600,
    (LegTerms("wheel", BySteps((Step(450, 100),))),),
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
        kernels.use(mode)
        scene = Scene(Field(7200, 4800, (STREAM,)), (body,))
        found.append(check(body, (Wheel("left", 144),), TERMS, scene))
    plain, compiled = found
    assert plain == compiled
    assert compiled.is_legal
    assert compiled.cost == 100

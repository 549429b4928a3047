"""The ground of a battle: which kind does what, and on which level a unit stands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.liberty.aim import aim
from sandtable.systems.liberty.movement import kinds_of_ground
from sandtable.systems.liberty.roster import ground_kinds
from sandtable.table.space import Pose
from tests.systems.liberty.parade import battle, fence, ground, unit


def test_difficult_ground_is_forest_brush_rough_ground_streams_and_houses_that_may_be_entered() -> None:
    """terrain.difficult.define, terrain.table"""
    assert kinds_of_ground("difficult") == ("forest", "brush", "rough", "stream", "house")


def test_an_obstacle_is_low_enough_to_be_seen_over() -> None:
    """terrain.obstacle.height: a fence obscures what is behind it, a building hides it."""
    by_kind = {row.kind: row.sight for row in ground_kinds()}
    assert {by_kind[kind] for kind in kinds_of_ground("obstacle")} == {"obscures"}
    near, far = unit(0, 36, 10), unit(1, 36, 22, 180, side=1)
    over_fence = aim(battle(near, far, pieces=(fence((20, 16), (52, 16)),)), near, far)
    assert over_fence is not None
    assert over_fence.obscured
    house = ground("building", (20, 15), (52, 15), (52, 17), (20, 17))
    assert aim(battle(near, far, pieces=(house,)), near, far) is None


@pytest.mark.parametrize(("y", "obscured"), [(10.0, False), (11.5, True)])
def test_a_unit_stands_on_the_level_under_its_centre(y: float, *, obscured: bool) -> None:
    """terrain.level: from a hill lower crops are seen over, but not with the centre in front of its foot."""
    hill = ground("hill", (20, 0), (52, 0), (52, 10), (20, 10), level=1)
    crops = ground("crops", (20, 14), (52, 14), (52, 17), (20, 17))
    near = replace(unit(0, 36, 10), pose=Pose(3600, round(y * 100)))
    far = unit(1, 36, 24, 180, side=1)
    seen = aim(battle(near, far, pieces=(hill, crops)), near, far)
    assert seen is not None
    assert seen.obscured is obscured

"""Footing: every body stands on the table, and none stands in another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sandtable.game.battle import Battle, scene_of
from sandtable.table.body import Body
from sandtable.table.distance import distances
from sandtable.table.measure import TOLERANCE, as_inches
from sandtable.table.plane import box_corners
from sandtable.table.scene import box
from sandtable.table.shape import parts
from tests.conformance.bout import require


def check_bodies(battle: Battle[Any]) -> None:
    """No body overlaps another or sticks out over the edge of the table, and each has its own number."""
    units: tuple[Body, ...] = battle.units
    require(
        [unit.id for unit in units] == list(range(len(units))), "a body is not at the place of its number"
    )
    present = [unit for unit in units if unit.pose is not None]
    for unit in present:
        check_on_table(unit, battle)
    gaps = distances(scene_of(battle)).gaps
    for one, other in combinations(present, 2):
        overlap = -gaps[one.id * len(units) + other.id]
        words = f"bodies {one.id} and {other.id} overlap by {as_inches(overlap)} in"
        require(overlap <= TOLERANCE, words)


def check_on_table(unit: Body, battle: Battle[Any]) -> None:
    """A body has all corners of its bases on the table; of a ragged last rank there are fewer bases."""
    assert unit.pose is not None
    for part in parts(unit.shape):
        for x, y in box_corners(box(unit.pose, part)):
            on = (
                -TOLERANCE <= x <= battle.field.width + TOLERANCE
                and -TOLERANCE <= y <= battle.field.depth + TOLERANCE
            )
            require(on, f"body {unit.id} has a corner off the table, at ({as_inches(x)}, {as_inches(y)})")

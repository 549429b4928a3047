"""Footing: every body stands on the table, and none stands in another."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any, TypeVar

from sandtable.game.battle.battle import Battle, scene_of
from sandtable.game.kit.system import System
from sandtable.table.hexes import HexField
from sandtable.table.measure import distances
from sandtable.table.space import TOLERANCE, Body, as_inches, box, box_corners, centre, parts, standing
from tests.conformance.bout import require

B = TypeVar("B", bound=Battle[Any])


def check_bodies(system: System[B], battle: B) -> None:
    """No body overlaps another or sticks out over the edge of the table, and each has its own number.

    On hexes the grid is the table: every body stands in the middle of a hex of it.
    """
    units: tuple[Body, ...] = battle.units
    require(
        [unit.id for unit in units] == list(range(len(units))), "a body is not at the place of its number"
    )
    present = [unit for unit in units if unit.pose is not None]
    hexes = system.hex_field(battle)
    for unit in present:
        if hexes is None:
            check_on_table(unit, battle)
        else:
            check_in_hex(unit, hexes)
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


def check_in_hex(unit: Body, field: HexField) -> None:
    """The middle of a body is the centre of a hex."""
    middle = centre(standing(unit), unit.shape)
    under = field.grid.under(middle)
    where = f"body {unit.id} at ({as_inches(middle.x)}, {as_inches(middle.y)})"
    require(under is not None, f"{where} stands in no hex of the grid")
    assert under is not None
    off = math.dist(field.grid.centre(under), middle)
    require(off <= TOLERANCE, f"{where} stands {as_inches(off)} in from the centre of its hex")

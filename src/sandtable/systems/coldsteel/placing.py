"""Placing: where a new footprint lies on the table's grid."""

from __future__ import annotations

from functools import lru_cache

from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.shapes import files_of, shape_of
from sandtable.systems.coldsteel.troops import Arm, Formation
from sandtable.table.room import Fronts, Place, front_at
from sandtable.table.space import (
    COSINES,
    SINES,
    Front,
    Point,
    Pose,
    Shape,
    centre,
    nearest_hundredth,
    standing,
)


def middle_of(unit: ColdSteelUnit) -> Point:
    """The middle of a unit's footprint; for a square the rounded one (geometry.precision)."""
    return unit.hub or centre(standing(unit), unit.shape)


def about(middle: Point, shape: Shape, heading: int) -> Pose:
    """The pose of a shape with its middle at a point, its front rounded to the grid (geometry.precision)."""
    ahead = shape.depth / 2
    return Pose(
        nearest_hundredth(middle.x + ahead * SINES[heading]),
        nearest_hundredth(middle.y + ahead * COSINES[heading]),
        heading,
    )


def formed(unit: ColdSteelUnit, formation: Formation) -> Shape:
    """The shape of a unit formed up with its present models (formation.change-all)."""
    return shape_of(unit.arm, formation, unit.models, files_of(unit.arm, formation, unit.models))


def reformed(unit: ColdSteelUnit, formation: Formation, heading: int) -> Place:
    """The place of a unit that turns and re-forms (formation.reform-anchor)."""
    (shape,), (ahead,), _ = fronts_of(unit, (formation,))
    return Place(front_at(middle_of(unit), ahead, heading), shape)


def fronts_of(unit: ColdSteelUnit, formations: tuple[Formation, ...]) -> Fronts:
    """A unit's shapes in some formations, and the distance from its middle to its front in each.

    It pivots about its middle, then keeps its front centre; into or out of square it keeps its middle instead
    (formation.reform-anchor).
    """
    return _fronts(unit.arm, unit.models, unit.formation, unit.shape.depth, formations)


@lru_cache(maxsize=4096)
def _fronts(
    arm: Arm, models: int, formation: Formation, depth: int, formations: tuple[Formation, ...]
) -> Fronts:
    shapes = [shape_of(arm, one, models, files_of(arm, one, models)) for one in formations]
    aheads = [
        (shape.depth if Formation.SQUARE in (formation, one) else depth) / 2
        for shape, one in zip(shapes, formations, strict=True)
    ]
    return Fronts(tuple(shapes), tuple(aheads))


def before_wall(wall: Front, shape: Shape, out: float = 0.0) -> Pose:
    """The pose of a shape facing outward from a wall, its rear at a distance from it, on the wall's midline.

    building.leave, building.retreat
    """
    x, y = wall.at(0, out + shape.depth)
    return Pose(nearest_hundredth(x), nearest_hundredth(y), wall.heading)

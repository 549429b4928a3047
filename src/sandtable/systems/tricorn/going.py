"""Going: how the ground under and in front of a unit counts in combat and morale.

terrain.in-bad-going, geometry.uphill, terrain.cover, terrain.stream-bank
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from sandtable.systems.tricorn.arcs import eye_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of, share_of
from sandtable.systems.tricorn.nearness import SLACK, TOUCH, middle_of
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, COMBAT_BAD, LAYERS, STREAM, WORKS
from sandtable.table.measure import (
    distances_to_ground,
    ground_along,
    level_at,
    nearest_of_figures,
    share_over,
)
from sandtable.table.space import (
    COSINES,
    HAIR,
    SINES,
    Body,
    Field,
    Front,
    Layers,
    Point,
    Pose,
    Shape,
    face,
    inches,
    relief,
    rings,
    standing,
)

HALF: Final = share_of("terrain.in-bad-going")
"""The share of a unit's rectangle that puts it in Bad Going (terrain.in-bad-going)."""
BANK: Final = inches(inches_of("terrain.stream-bank"))
"""How near a stream a front edge must be to defend its bank (terrain.stream-bank)."""


def in_bad_going(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Is a unit in Bad Going for combat and morale?

    Buildings do not count (terrain.in-bad-going), and a column on a road is on good ground (terrain.overlap).
    """
    if unit.is_garrison:
        return False
    layers = COLUMN_LAYERS if unit.is_column else LAYERS
    return _share_bad(battle.field, standing(unit), unit.shape, layers) >= HALF - HAIR


@lru_cache(maxsize=1024)
def _share_bad(field: Field, pose: Pose, shape: Shape, layers: Layers) -> float:
    """The share of a rectangle in bad going; cached by pose, because the ground never changes."""
    if not _near_ground(field, COMBAT_BAD, pose, shape, 0.0):
        return 0.0
    return share_over(Body(0, 0, pose, shape), field, COMBAT_BAD, layers, "footprint")


def _near_ground(field: Field, kinds: tuple[str, ...], pose: Pose, shape: Shape, reach: float) -> list[int]:
    """The pieces of these kinds that may lie this near to a rectangle, by bounding boxes; it saves exact
    measures."""
    bounds, far = relief(field).bounds, math.hypot(shape.width / 2, shape.depth) + reach + SLACK
    x, y = pose.x, pose.y
    return [
        n
        for n, piece in enumerate(field.pieces)
        if piece.kind in kinds
        and bounds[4 * n] - far <= x <= bounds[4 * n + 2] + far
        and bounds[4 * n + 1] - far <= y <= bounds[4 * n + 3] + far
    ]


def level_of(battle: TricornBattle, unit: Body) -> int:
    """The level under the centre of a unit (geometry.uphill)."""
    return level_at(battle.field, middle_of(unit))


def is_uphill(battle: TricornBattle, unit: Body, enemy: Body) -> bool:
    """Is a unit uphill of an enemy? (geometry.uphill)"""
    return level_of(battle, unit) > level_of(battle, enemy)


# --------------------------------------------------------------------- cover
def covered_from_fire(battle: TricornBattle, unit: TricornUnit, shooter: TricornUnit) -> bool:
    """Does a unit hold works, a village or a strong point against another's fire? (terrain.cover)"""
    return unit.is_garrison or holds_works(battle, unit, eye_of(shooter, unit))


def covered_in_contact(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit) -> bool:
    """Does a unit hold works, a village or a strong point against an enemy that touches it?

    terrain.cover
    """
    return unit.is_garrison or holds_works(battle, unit, middle_of(enemy))


def touches_works(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit touch the inner side of open works? (terrain.cover, morale.mod.defending-cover)"""
    return bool(_works_at(battle.field, standing(unit), unit.shape))


def holds_works(battle: TricornBattle, unit: TricornUnit, came_from: Point) -> bool:
    """Does a unit touch works that lie between it and the point an enemy comes from? (terrain.cover)"""
    works = _works_at(battle.field, standing(unit), unit.shape)
    if not works:
        return False
    return any(crossed.piece in works for crossed in ground_along(battle.field, came_from, middle_of(unit)))


@lru_cache(maxsize=1024)
def _works_at(field: Field, pose: Pose, shape: Shape) -> tuple[int, ...]:
    """The works whose inner side a rectangle touches (terrain.works, terrain.cover)."""
    lines = [n for n, piece in enumerate(field.pieces) if piece.kind == WORKS]
    if not lines:
        return ()
    body = Body(0, 0, pose, shape)
    gaps = distances_to_ground(body, field, "footprint")
    return tuple(n for n in lines if gaps[n] <= TOUCH and _is_inside(field, n, middle_of(body)))


def _is_inside(field: Field, works: int, middle: Point) -> bool:
    """Does a point lie on the inner side of works? Without a facing both sides are inner sides.

    terrain.works
    """
    piece = field.pieces[works]
    if piece.front is None:
        return True
    nearest = nearest_of_figures((middle, middle), piece.line).there
    out = (middle.x - nearest.x) * SINES[piece.front] + (middle.y - nearest.y) * COSINES[piece.front]
    return out <= 0.0


# --------------------------------------------------------------------- streams
def defends_bank(battle: TricornBattle, unit: TricornUnit, enemy: Body) -> bool:
    """Does a unit defend the bank of a stream against an enemy?

    Its front is near the stream, at most half of it stands in the stream, and the line from its centre to the
    enemy's crosses the stream or ends in it (terrain.stream-bank).
    """
    if unit.is_garrison:
        return False
    near = _streams_before(battle.field, standing(unit), unit.shape)
    if not near:
        return False
    line = ground_along(battle.field, middle_of(unit), middle_of(enemy))
    return any(crossed.piece in near for crossed in line)


@lru_cache(maxsize=1024)
def _streams_before(field: Field, pose: Pose, shape: Shape) -> tuple[int, ...]:
    """The streams whose bank a rectangle could defend (terrain.stream-bank)."""
    front = face(pose, shape, "front")
    streams = _near_ground(field, (STREAM,), pose, shape, BANK + SLACK)
    near = tuple([n for n in streams if _gap_to(field, n, front) <= BANK + SLACK])
    if near and share_over(Body(0, 0, pose, shape), field, (STREAM,), LAYERS, "footprint") > 0.5 + HAIR:
        return ()
    return near


def _gap_to(field: Field, piece: int, front: Front) -> float:
    """The distance from a front edge to a stream; 0 if any point of the edge lies in the water."""
    edge = front.left, front.right
    if any(crossed.piece == piece for crossed in ground_along(field, *edge)):
        return 0.0
    return min(nearest_of_figures(edge, ring).distance for ring in rings(field.pieces[piece]))

"""The slow twin of how a place fits: one place, measured from every body by itself."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.table.measure import gaps_to_all, ground_under, is_on_table
from sandtable.table.room import ROOM, TOO_NEAR, Demands, Place, distance_kept
from sandtable.table.room.places import OFF_TABLE, ON_GROUND, OVERLAPS
from sandtable.table.space import HAIR, TOLERANCE, Body, Scene, block


def fit_of(body: Body, place: Place, scene: Scene, demands: Demands) -> int:
    """How a body fits at a place."""
    pose, shape = place
    solid = block(1, files=1, width=shape.width, depth=shape.depth)
    if not is_on_table(Body(body.id, body.side, pose, solid), scene.field):
        return OFF_TABLE
    gaps = gaps_to_all(Body(body.id, body.side, pose, shape), scene, "footprint")
    others = [other.id for other in scene.bodies if other.id != body.id and other.pose is not None]
    if any(gaps[other] < -TOLERANCE - HAIR for other in others):
        return OVERLAPS
    keeps = _keeps(body, scene, demands)
    kept = [other for other in others if keeps.get(other, 0.0) > TOLERANCE + HAIR]
    if any(gaps[other] < keeps[other] - demands.slack for other in kept):
        return TOO_NEAR
    under = ground_under(Body(0, 0, pose, shape), scene.field, demands.layers, "footprint")
    barred = any(scene.field.pieces[number].kind in demands.barred for number in under)
    return ON_GROUND if barred else ROOM


def _keeps(body: Body, scene: Scene, demands: Demands) -> Mapping[int, float]:
    """The distance to keep from each body."""
    if isinstance(demands.keeps, Mapping):
        return demands.keeps
    gaps, keep = gaps_to_all(body, scene, "footprint"), demands.keeps
    enemies = [other.id for other in scene.bodies if other.side != body.side and other.pose is not None]
    return {enemy: distance_kept(gaps[enemy], keep, demands.slack) for enemy in enemies}

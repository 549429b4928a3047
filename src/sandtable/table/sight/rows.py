"""Rows of sight: a scene, what is looked at in it, and room to work in, as the kernels of sight read them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sandtable.table import compiled
from sandtable.table.compiled import Wholes
from sandtable.table.sight.kernels import lines as sight_kernel
from sandtable.table.sight.kernels.lines import Scratch, World
from sandtable.table.sight.kernels.target_points import Marks
from sandtable.table.sight.terms import SightTerms, veil_rows
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field
from sandtable.table.space.ground_rows import ground_rows, relief
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene, boxes
from sandtable.table.space.shape import Shape


def sight_world(scene: Scene, terms: SightTerms, see_through: Iterable[int] = ()) -> World:
    """The scene as the kernels of sight read it; bodies in *see_through* do not block."""
    return _world_of(scene, terms, tuple(see_through), compiled.now.mode)


@lru_cache(maxsize=8)
def _world_of(scene: Scene, terms: SightTerms, see_through: tuple[int, ...], mode: str) -> World:
    """Many look about in the same scene: what they have in common is laid out once."""
    bodies, pieces = len(scene.bodies), len(scene.field.pieces)
    blockers = compiled.zeros(0) if terms.bodies == "none" else scene.mirror.boxes(terms.bodies)[0]
    feet, feet_of = scene.mirror.boxes("footprint")
    ground = ground_rows(scene.field, mode)
    levels = compiled.whole_zeros(bodies), compiled.whole_zeros(bodies * pieces)
    sight_kernel.stand(feet, feet_of, ground, levels)
    solid = [1] * bodies
    for number in see_through:
        solid[number] = 0
    veils = veil_rows(scene.field, terms, mode)
    return blockers, feet, feet_of, compiled.wholes(solid), ground, veils, levels


def sight_room(scene: Scene, terms: SightTerms, eyes: int = 0) -> Scratch:
    """Room for the kernels of sight to work in, with so many eyes."""
    boxes = 0 if terms.bodies == "none" else len(scene.mirror.rows(terms.bodies).boxes) // BOX
    return room_for(scene.field, terms, boxes, eyes)


def room_for(field: Field, terms: SightTerms, boxes: int, eyes: int) -> Scratch:
    """Room to work in on a field with so many boxes that may stand in the way, and so many eyes."""
    near = 2 * len(field.pieces) + boxes
    return _room(relief(field).scratch, len(terms.veils), -(-near // ROOMY), -(-eyes // ROOMY))


ROOMY: Final = 64
"""Room for so many things is made at a time."""


class _Rooms(threading.local):
    """The room in which a thread works, by its size: the next question finds it as it was left."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, int, int, int, str], Scratch] = {}


_rooms: Final = _Rooms()


def _room(lines: int, veils: int, near: int, eyes: int) -> Scratch:
    """Room for the stretches of lines, for what is seen through, for what lies near, and for eyes."""
    key = lines, veils, near, eyes, compiled.now.mode
    found = _rooms.rooms.get(key)
    if found is None:
        if len(_rooms.rooms) > ROOMY:
            _rooms.rooms.clear()
        found = _rooms.rooms[key] = (
            compiled.zeros(lines),
            compiled.zeros(lines),
            compiled.zeros(veils),
            compiled.whole_zeros(near * ROOMY),
            compiled.whole_zeros(eyes * ROOMY),
        )
    return found


def sight_marks(scene: Scene, terms: SightTerms, arcs: Iterable[float]) -> Marks:
    """What is looked at, and the arcs, as the kernels read them."""
    boxes, starts = scene.mirror.boxes(terms.target)
    return boxes, starts, compiled.floats(list(arcs)), points_tried(terms, compiled.now.mode)


POINTS: Final = 12
"""No more points of a box are tried than this but for those along its edges."""


@lru_cache(maxsize=64)
def points_tried(terms: SightTerms, mode: str) -> Wholes:
    """Which points of a target are tried, as the kernels read it; it is not to be changed."""
    assert mode == compiled.mode()
    spacing = terms.spacing if "edges" in terms.points else 0
    tried = [int(point in terms.points) for point in ("nearest", "corners", "centre")]
    return compiled.wholes([*tried, spacing])


def most_points(scene: Scene, terms: SightTerms) -> int:
    """Room for the points of any body, two numbers each."""
    if terms.target == "footprint" and "edges" not in terms.points:
        return 2 * POINTS + 4
    return _most_points(scene, terms)


@lru_cache(maxsize=8)
def _most_points(scene: Scene, terms: SightTerms) -> int:
    shapes = {body.shape for body in scene.bodies}
    return 2 * max([points_of(shape, terms) for shape in shapes], default=0) + 4


@lru_cache(maxsize=1024)
def points_of(shape: Shape, terms: SightTerms) -> int:
    """The points of a body of this shape, at most."""
    row = boxes(Body(0, 0, Pose(0, 0), shape), terms.target)
    around = sum(4 * (row[i + 2] + row[i + 3]) for i in range(0, len(row), BOX))
    along = math.ceil(around / terms.spacing) if "edges" in terms.points else 0
    return along + POINTS * len(row) // BOX

"""A scene, what is looked at in it, and rows to work in, as the kernels of sight read them."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from sandtable.table import compiled
from sandtable.table.compiled import Wholes
from sandtable.table.sight.kernels.edges import CUTTING
from sandtable.table.sight.kernels.lines import Scratch, World, stand
from sandtable.table.sight.kernels.target_points import Marks
from sandtable.table.sight.terms import SightTerms, arc_row, veil_rows
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
    """Kept for the last scenes, because many observers look about in the same one."""
    bodies, pieces = len(scene.bodies), len(scene.field.pieces)
    blockers = compiled.zeros(0) if terms.bodies == "none" else scene.mirror.boxes(terms.bodies)[0]
    feet, feet_of = scene.mirror.boxes("footprint")
    ground = ground_rows(scene.field, mode)
    levels = compiled.whole_zeros(bodies), compiled.whole_zeros(bodies * pieces)
    stand(feet, feet_of, ground, levels)
    solid = [1] * bodies
    for number in see_through:
        solid[number] = 0
    veils = veil_rows(scene.field, terms, mode)
    return blockers, feet, feet_of, compiled.wholes(solid), ground, veils, levels


def sight_scratch(scene: Scene, terms: SightTerms) -> Scratch:
    """Rows for the kernels of sight to work in."""
    boxes = 0 if terms.bodies == "none" else len(scene.mirror.rows(terms.bodies).boxes) // BOX
    return scratch_for(scene.field, terms, boxes, 0, most_points(scene, terms))


def scratch_for(field: Field, terms: SightTerms, boxes: int, eyes: int, points: int) -> Scratch:
    """Rows to work in on a field where so many boxes may block, for so many eyes and numbers of points."""
    near = 2 * len(field.pieces) + boxes
    return _scratch(relief(field).scratch, len(terms.veils), _blocks(near), _blocks(eyes), _blocks(points))


BLOCK: Final = 64
"""Rows are made in multiples of this length, so that scenes of nearly the same size share them."""


def _blocks(count: int) -> int:
    return -(-count // BLOCK) * BLOCK


class _Rows(threading.local):
    """The rows in which a thread works, by their lengths. They save five allocations a question; two threads
    must not write into the same rows."""

    def __init__(self) -> None:
        self.by_lengths: dict[tuple[int, int, int, int, int, str], Scratch] = {}


_rows: Final = _Rows()


def _scratch(lines: int, veils: int, near: int, eyes: int, points: int) -> Scratch:
    """Rows of these lengths (see `Scratch`), the same ones each time for a thread."""
    key, kept = (lines, veils, near, eyes, points, compiled.now.mode), _rows.by_lengths
    found = kept.get(key)
    if found is None:
        if len(kept) > BLOCK:
            kept.clear()
        found = kept[key] = (
            compiled.zeros(lines),
            compiled.zeros(lines),
            compiled.zeros(veils),
            compiled.whole_zeros(near),
            compiled.whole_zeros(eyes),
            compiled.zeros(points),
            compiled.zeros(CUTTING),
        )
    return found


ALL_AROUND: Final = arc_row(None)
"""An arc all round, for observers that look in every direction."""


def sight_marks(scene: Scene, terms: SightTerms, arcs: Iterable[float]) -> Marks:
    """What is looked at, and the arcs of the observers one after another, as the kernels read them."""
    boxes, starts = scene.mirror.boxes(terms.target)
    return boxes, starts, compiled.floats(list(arcs)), points_tried(terms, compiled.now.mode)


POINTS: Final = 12
"""At most so many points of a box are tried, not counting those along its edges."""


@lru_cache(maxsize=64)
def points_tried(terms: SightTerms, mode: str) -> Wholes:
    """Which points of a target are tried, as the kernels read it; the row is shared and never changed."""
    assert mode == compiled.mode()
    spacing = terms.spacing if "edges" in terms.points else 0
    tried = [int(point in terms.points) for point in ("nearest", "corners", "centre")]
    return compiled.wholes([*tried, spacing])


def most_points(scene: Scene, terms: SightTerms) -> int:
    """The length of a row for the points of any body of a scene, two numbers each."""
    if terms.target == "footprint" and "edges" not in terms.points:
        return 2 * POINTS + 4
    return _most_points(scene, terms)


@lru_cache(maxsize=8)
def _most_points(scene: Scene, terms: SightTerms) -> int:
    shapes = {body.shape for body in scene.bodies}
    return 2 * max([points_of(shape, terms) for shape in shapes], default=0) + 4


@lru_cache(maxsize=1024)
def points_of(shape: Shape, terms: SightTerms) -> int:
    """The greatest number of points of a body of this shape."""
    row = boxes(Body(0, 0, Pose(0, 0), shape), terms.target)
    around = sum(4 * (row[i + 2] + row[i + 3]) for i in range(0, len(row), BOX))
    along = math.ceil(around / terms.spacing) if "edges" in terms.points else 0
    return along + POINTS * len(row) // BOX

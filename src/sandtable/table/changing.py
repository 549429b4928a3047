"""Changing: in which other shapes, and turned by how much, a body has room where it stands, asked at once."""

from __future__ import annotations

from functools import lru_cache

from sandtable.table import kernels
from sandtable.table.body import Body, standing
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.changing import DOUBTFUL, FREE, NEAR_ENEMY, NO_ROOM, tell_room
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape
from sandtable.table.trig import trig

__all__ = ["DOUBTFUL", "FREE", "NEAR_ENEMY", "NO_ROOM", "room_to_change"]


def room_to_change(
    body: Body, shapes: tuple[Shape, ...], turns: tuple[int, ...], scene: Scene, near: float
) -> list[int]:
    """Whether there is room for the footprint of each shape on the middle of the body's front, and for its
    own after each turn on its middle: none, free, free but nearer to an enemy than *near*, or doubtful at the
    edge of the table."""
    pose, mode, mirror = standing(body), kernels.now.mode, scene.mirror
    told = kernels.whole_zeros(len(shapes) + len(turns))
    tell_room(
        (pose.x, pose.y, pose.heading),
        _sizes(shapes, body.shape, mode),
        _turns(turns, mode),
        trig(mode),
        *mirror.boxes("footprint"),
        mirror.sides,
        body.id,
        near,
        (float(scene.field.width), float(scene.field.depth)),
        kernels.zeros(BOX),
        told,
    )
    return kernels.listed(told)


@lru_cache(maxsize=1024)
def _sizes(shapes: tuple[Shape, ...], own: Shape, mode: str) -> Floats:
    """The sizes of shapes and at last of a body's own, as a mode of the kernels wants them."""
    assert mode == kernels.mode()
    return kernels.floats([float(size) for shape in (*shapes, own) for size in (shape.width, shape.depth)])


@lru_cache(maxsize=16)
def _turns(turns: tuple[int, ...], mode: str) -> Wholes:
    assert mode == kernels.mode()
    return kernels.wholes(turns)

"""Neighbours: how near bodies of a scene are to all others, and to the nearest enemy, in one call."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.measure.distance import gaps_of
from sandtable.table.measure.kernels.neighbours import about_one, enemies_about, friends_about
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.world import set_out


class Neighbours(Struct, frozen=True, gc=False):
    """How near one body is to each by number, to the nearest other and to the nearest enemy.

    Those that overlap are minus how deep they do; nobody who is not on the table is near.
    """

    gaps: Floats
    to_other: float
    to_enemy: float


def neighbours_of(number: int, scene: Scene, outline: Outline = "bases") -> Neighbours:
    """How near one body of the scene is to all others, as `distance.gaps_of` tells it."""
    mirror, gaps = scene.mirror, compiled.zeros(len(scene.bodies))
    return Neighbours(gaps, *about_one(*mirror.boxes(outline), mirror.sides, number, gaps))


def enemies_near(scene: Scene, outline: Outline = "bases") -> list[float]:
    """How near each body of the scene, by number, is to its nearest enemy, as `neighbours_of` tells it."""
    mirror, to_enemy = scene.mirror, compiled.zeros(len(scene.bodies))
    enemies_about(*mirror.boxes(outline), mirror.sides, to_enemy)
    return compiled.listed(to_enemy)


BITS: Final = 62
"""So many bodies have a bit each in the answer of a kernel."""


def friends_within(number: int, scene: Scene, far: float) -> int:
    """A bit for each other body of the same side that is no farther from one of the scene than this, as
    `distance.gaps_of` tells it: the bodies are taken as they are set out for other questions."""
    if len(scene.bodies) <= BITS:
        return friends_about(set_out(scene).cast, number, far)
    gaps, side = gaps_of(number, scene), scene.bodies[number].side
    near = [body.id for body in scene.bodies if body.side == side and gaps[body.id] <= far]
    return sum(1 << friend for friend in near if friend != number)

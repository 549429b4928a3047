"""Neighbours: how near the bodies of a scene are to all others, and to the nearest enemy."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.measure.distance import gaps_of
from sandtable.table.measure.kernels.neighbours import about_one, enemies_about, friends_about
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.world import world_of


class Neighbours(Struct, frozen=True, gc=False):
    """The gaps of one body to each body by number, to the nearest other and to the nearest enemy.

    The gap to a body that overlaps is minus the depth of the overlap, to one off the table infinite.
    """

    gaps: Floats
    to_other: float
    to_enemy: float

    def to_each(self) -> list[float]:
        """The gaps to all bodies by number, as a list."""
        return compiled.listed(self.gaps)


def neighbours_of(number: int, scene: Scene, outline: Outline = "bases") -> Neighbours:
    """The neighbours of one body of the scene, measured as `distance.gaps_of` does."""
    mirror, gaps = scene.mirror, compiled.zeros(len(scene.bodies))
    return Neighbours(gaps, *about_one(*mirror.boxes(outline), mirror.sides, number, gaps))


def enemies_near(scene: Scene, outline: Outline = "bases") -> list[float]:
    """The gap of each body of the scene, by number, to its nearest enemy, measured as in `neighbours_of`."""
    mirror, to_enemy = scene.mirror, compiled.zeros(len(scene.bodies))
    enemies_about(*mirror.boxes(outline), mirror.sides, to_enemy)
    return compiled.listed(to_enemy)


BITS: Final = 62
"""The answer of the kernel has a bit for each of at most so many bodies."""


def friends_within(number: int, scene: Scene, far: float) -> int:
    """A bit for each other body of the same side no farther than this from a body of the scene, measured as
    `distance.gaps_of` does."""
    if len(scene.bodies) <= BITS:
        return friends_about(world_of(scene).arrays, number, far)
    gaps, side = gaps_of(number, scene), scene.bodies[number].side
    near = [body.id for body in scene.bodies if body.side == side and gaps[body.id] <= far]
    return sum(1 << friend for friend in near if friend != number)

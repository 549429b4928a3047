"""Fitting in: how near a body would come to others in places it might take up, all measured in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.table import kernels
from sandtable.table.kernels import fitting
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene, box
from sandtable.table.shape import Shape, footprint


class Berth(NamedTuple):
    """How near a place is to the nearest other body and to the nearest enemy, or minus how deep in it."""

    to_other: float
    to_enemy: float


def berths(number: int, places: Sequence[tuple[Pose, Shape]], scene: Scene) -> list[Berth]:
    """How near the footprint of a body of the scene would come to others in each of some places."""
    tried: list[float] = []
    for pose, shape in places:
        tried += box(pose, footprint(shape))
    mirror, least = scene.mirror, kernels.zeros(2 * len(places))
    fitting.least_gaps(kernels.floats(tried), *mirror.boxes("footprint"), mirror.sides(), number, least)
    found = iter(kernels.listed(least))
    return list(map(Berth, found, found))

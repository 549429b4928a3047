"""Riding: which goals a small body certainly gets to, and whether it certainly stands clear, asked at once.

What is certain is told by boxes alone; of what is doubtful whoever asks has to find out more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Body
from sandtable.table.distance import measured
from sandtable.table.kernels.riding import DOUBTFUL, OPEN, open_ways, standing_at
from sandtable.table.relief import relief
from sandtable.table.scene import Scene
from sandtable.table.swinging import of_kinds


class Goals(NamedTuple):
    """The goals to which the way is open, and those of which that is doubtful, in order."""

    open: tuple[int, ...]
    doubtful: tuple[int, ...]


class Spot(NamedTuple):
    """How a body stands somewhere: certainly clear of everybody, on the table and off barred ground; and how
    far from the nearest enemy."""

    clear: bool
    enemy: float


def goals_in_reach(
    body: Body, goals: Sequence[int], scene: Scene, rate: float, barred: tuple[str, ...]
) -> Goals:
    """Those bodies that are no farther off than *rate*: the way to one is open where no enemy and no barred
    ground lies near the straight way."""
    mirror, mode = scene.mirror, kernels.mode()
    ways = kernels.whole_zeros(len(goals))
    open_ways(
        measured(body),
        kernels.wholes(goals),
        float(rate),
        *mirror.boxes("bases"),
        *mirror.boxes("footprint"),
        mirror.sides(),
        body.side,
        relief(scene.field).ground(),
        of_kinds(scene.field, barred, mode),
        ways,
    )
    told = kernels.listed(ways)
    found = [goal for goal, way in zip(goals, told, strict=True) if way == OPEN]
    if DOUBTFUL not in told:
        return Goals(tuple(found), ())
    return Goals(
        tuple(found), tuple([goal for goal, way in zip(goals, told, strict=True) if way == DOUBTFUL])
    )


def spot_of(body: Body, scene: Scene, barred: tuple[str, ...]) -> Spot:
    """How a body of one base would stand where it is."""
    mirror, field = scene.mirror, scene.field
    clear, enemy = standing_at(
        measured(body),
        body.id,
        *mirror.boxes("bases"),
        mirror.sides(),
        body.side,
        relief(field).ground(),
        of_kinds(field, barred, kernels.mode()),
        float(field.width),
        float(field.depth),
    )
    return Spot(clear == 1, enemy)

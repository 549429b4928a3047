"""Riding: which goals a small body certainly gets to, and whether it certainly stands clear, asked at once.

What is certain is told by boxes alone; of what is doubtful whoever asks has to find out more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from sandtable.table import kernels
from sandtable.table.body import Body, standing
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.riding import DOUBTFUL, OPEN, SPOT, look_round
from sandtable.table.relief import relief
from sandtable.table.scene import Scene, boxes
from sandtable.table.swinging import of_kinds
from sandtable.table.trig import trig


class Goals(NamedTuple):
    """The goals to which the way is open, and those of which that is doubtful, in order."""

    open: tuple[int, ...]
    doubtful: tuple[int, ...]


class Spot(NamedTuple):
    """How a body stands somewhere: certainly clear of everybody, on the table and off barred ground; how far
    from the nearest enemy; and how far `step_aside` takes it at most if it does not (infinite: not known)."""

    clear: bool
    enemy: float
    aside: float


class Rider(NamedTuple):
    """A small body that would get to some others, by their numbers."""

    body: Body
    goals: Sequence[int]


class Look(NamedTuple):
    """What was found of some riders and some places, in their order."""

    goals: list[Goals]
    spots: list[Spot]


def look_about(
    riders: Sequence[Rider], places: Sequence[Body], scene: Scene, rate: float, barred: tuple[str, ...]
) -> Look:
    """Which goals riders of one base get to, and how other such bodies of their side stand in some places.

    Of goals no farther off than *rate* the way to one is open where no enemy and no barred ground lies near
    the straight way.
    """
    mirror, mode, field = scene.mirror, kernels.now.mode, scene.field
    goals = list(chain.from_iterable([rider.goals for rider in riders]))
    first = list(accumulate([len(rider.goals) for rider in riders], initial=0))
    ways, spots = kernels.whole_zeros(len(goals)), kernels.zeros(SPOT * len(places))
    look_round(
        kernels.floats(list(chain.from_iterable([boxes(rider.body) for rider in riders]))),
        kernels.wholes(first),
        kernels.wholes(goals),
        float(rate),
        kernels.floats(list(chain.from_iterable([boxes(body) for body in places]))),
        kernels.wholes(list(chain.from_iterable([_told(body) for body in places]))),
        trig(mode),
        *mirror.boxes("bases"),
        *mirror.boxes("footprint" if riders else "bases"),
        mirror.sides,
        riders[0].body.side if riders else places[0].side,
        relief(field).ground(),
        of_kinds(field, barred, mode),
        float(field.width),
        float(field.depth),
        kernels.zeros(BOX),
        ways,
        spots,
    )
    return Look(_goals(riders, first, kernels.listed(ways)), _spots(kernels.listed(spots)))


def _told(body: Body) -> tuple[int, int, int, int]:
    """A body by its number and pose."""
    pose = standing(body)
    return body.id, pose.x, pose.y, pose.heading


def _goals(riders: Sequence[Rider], first: list[int], ways: list[int]) -> list[Goals]:
    """The goals of each rider, open and doubtful."""
    found: list[Goals] = []
    for rider, start in zip(riders, first, strict=False):
        told = list(zip(rider.goals, ways[start:], strict=False))
        opened = tuple([goal for goal, way in told if way == OPEN])
        found.append(Goals(opened, tuple([goal for goal, way in told if way == DOUBTFUL])))
    return found


def _spots(told: list[float]) -> list[Spot]:
    return [Spot(told[n] == 1.0, told[n + 1], told[n + 2]) for n in range(0, len(told), SPOT)]


def goals_in_reach(
    body: Body, goals: Sequence[int], scene: Scene, rate: float, barred: tuple[str, ...]
) -> Goals:
    """Which goals one rider gets to."""
    return look_about((Rider(body, goals),), (), scene, rate, barred).goals[0]


def spot_of(body: Body, scene: Scene, barred: tuple[str, ...]) -> Spot:
    """How a body of one base would stand where it is."""
    return look_about((), (body,), scene, 0.0, barred).spots[0]

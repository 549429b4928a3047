"""Riding: which goals a small body certainly gets to, and whether it certainly stands clear, asked at once.

What is certain is told by boxes alone; of what is doubtful whoever asks has to find out more.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.room.kernels.riding import DOUBTFUL, OPEN, SPOT, look_round
from sandtable.table.room.turned_places import of_kinds
from sandtable.table.space.body import Body, standing
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.scene import Scene
from sandtable.table.space.world import world_of


class Goals(Struct, frozen=True, gc=False):
    """The goals to which the way is open, and those of which that is doubtful, in order."""

    open: tuple[int, ...]
    doubtful: tuple[int, ...]


class Spot(Struct, frozen=True, gc=False):
    """How a body stands somewhere: certainly clear of everybody, on the table and off barred ground; how far
    from the nearest enemy; and how far `step_aside` takes it at most if it does not (infinite: not known)."""

    clear: bool
    enemy: float
    aside: float


class Rider(Struct, frozen=True, gc=False):
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
    mode, field, out = compiled.now.mode, scene.field, world_of(scene)
    some, asked = places[0] if places else riders[0].body, _asked(riders, places)
    mine, way, told = _room(len(asked), mode)
    look_round(
        compiled.wholes(asked),
        len(places),
        len(riders),
        float(rate),
        (some.shape.width / 2, some.shape.depth / 2),
        out.cast,
        out.feet,
        some.side,
        ground_rows(field, mode),
        of_kinds(field, barred, mode),
        (float(field.width), float(field.depth)),
        mine,
        way,
        told,
    )
    first = SPOT * len(places)
    row = compiled.listed(told[: first + len(asked) - 4 * len(places) - 4 * len(riders)])
    spots = [Spot(row[n] == 1.0, row[n + 1], row[n + 2]) for n in range(0, first, SPOT)]
    return Look(_goals(riders, row, first), spots)


def _asked(riders: Sequence[Rider], places: Sequence[Body]) -> list[int]:
    """Some places and riders as the kernel is asked about them."""
    asked: list[int] = []
    for body in places:
        pose = standing(body)
        asked += (body.id, pose.x, pose.y, pose.heading)
    for rider in riders:
        pose = standing(rider.body)
        asked += (pose.x, pose.y, pose.heading, len(rider.goals))
    for rider in riders:
        asked += rider.goals
    return asked


def _goals(riders: Sequence[Rider], row: list[float], way: int) -> list[Goals]:
    """The goals of each rider, open and doubtful."""
    found: list[Goals] = []
    for rider in riders:
        opened, doubtful = [], []
        for goal in rider.goals:
            if row[way] == OPEN:
                opened.append(goal)
            elif row[way] == DOUBTFUL:
                doubtful.append(goal)
            way += 1
        found.append(Goals(tuple(opened), tuple(doubtful)))
    return found


class _Rooms(threading.local):
    """The room that a thread works in and writes into."""

    def __init__(self) -> None:
        self.rooms: dict[compiled.Mode, tuple[Floats, Floats, Floats]] = {}


_rooms: Final = _Rooms()


def _room(size: int, mode: compiled.Mode) -> tuple[Floats, Floats, Floats]:
    """Room for a box and for another, and for so many numbers or more."""
    found = _rooms.rooms.get(mode)
    if found is None or len(found[2]) < size:
        found = _rooms.rooms[mode] = compiled.zeros(BOX), compiled.zeros(BOX), compiled.zeros(2 * size)
    return found


def goals_in_reach(
    body: Body, goals: Sequence[int], scene: Scene, rate: float, barred: tuple[str, ...]
) -> Goals:
    """Which goals one rider gets to."""
    return look_about((Rider(body, goals),), (), scene, rate, barred).goals[0]


def spot_of(body: Body, scene: Scene, barred: tuple[str, ...]) -> Spot:
    """How a body of one base would stand where it is."""
    return look_about((), (body,), scene, 0.0, barred).spots[0]

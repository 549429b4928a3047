"""Sliding as far as it goes: what halts a body on its way, and how it gets past friends."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct

from sandtable.table import kernels
from sandtable.table.costs import inches
from sandtable.table.course import Course, stand
from sandtable.table.kernels import Floats
from sandtable.table.kernels.moving_effects import LEG, RATE
from sandtable.table.kernels.moving_rows import HAIR, Way
from sandtable.table.kernels.sliding import (
    BODY_AHEAD,
    GROUND_AHEAD,
    TOLD,
    TOO_NEAR,
    has_room,
    overlapped,
    tell_gaps,
    tell_slide,
)
from sandtable.table.kernels.striking import may_strike
from sandtable.table.legs import grid
from sandtable.table.measure import COSINES, SINES, TOLERANCE
from sandtable.table.pose import Pose

Why = Literal["body", "near", "ground", "table", "friend", "spent"]

BEYOND: Final = 3000
"""No more than 30 in beyond its distance does a body go to get clear of friends."""


class Halt(Struct, frozen=True, gc=False):
    """What halts a body: another body, a distance to keep, ground, the table's edge, a friend on whom it
    cannot end, or a distance used up by what lies on the way; and after how far."""

    why: Why
    at: float
    body: int = -1
    piece: str = ""
    kind: str = ""
    rule: str = ""

    @property
    def words(self) -> str:
        """The same as people read it."""
        after = f"after {inches(self.at)}"
        match self.why:
            case "table":
                return f"the edge of the table {after}"
            case "body":
                return f"body {self.body} {after}"
            case "near":
                return f"the distance to keep from body {self.body} {after}"
            case "ground":
                return f"the {self.kind} {after}"
            case "friend":
                return f"friends on whom it cannot end, {after}"
            case "spent":
                return f"the distance is used up by the ground {after}"
        assert_never(self.why)


class Run(NamedTuple):
    """How far a body slides, what halts it if it is less than wanted, whom it passes, and all halts ahead."""

    gone: int
    halt: Halt | None
    passed: tuple[int, ...]
    halts: tuple[Halt, ...]


Span = tuple[float, float]
"""From where to where a slide overlaps a body."""


class Slider:
    """Slides one body along ways, each as far as it goes; its facing is kept."""

    def __init__(self, course: Course) -> None:
        self.course, mode = course, kernels.now.mode
        self._leg, self._world = _leg_for(course.allowances(), mode), course.world
        self._gaps, self._told = _room(len(course.scene.bodies), len(course.scene.field.pieces), mode)

    def run(self, pose: Pose, heading: int, distance: int) -> Run:
        """Slide from a pose in a direction, as far as it goes and no farther than wanted."""
        here, world, reach = (pose.x, pose.y, pose.heading), self._world, float(distance + 2 * BEYOND)
        sine, cosine, length = SINES[heading], COSINES[heading], float(distance + BEYOND)
        way = sine, cosine, length
        paid, count, told = tell_slide(here, way, float(distance), reach, world, self._leg, self._told)
        row = kernels.listed(self._told[: told * TOLD])
        halts = self._halts(row, count) if count else ()
        gone = ends = math.floor(paid + HAIR)
        if told == count:
            return Run(ends, self._halt(ends, gone, distance, halts), (), halts)
        ahead = self._ahead(row[count * TOLD :])
        free = min(halts[0].at, length) if halts else length
        ends = self._past_friends(pose, (sine, cosine, free), gone, ahead)
        passed = [friend for friend, (enter, _) in ahead.items() if enter < ends]
        return Run(ends, self._halt(ends, gone, distance, halts), tuple(passed), halts)

    def _ahead(self, row: list[float]) -> dict[int, Span]:
        """Where a slide overlaps each friend ahead, by his number, in the order in which they are passed."""
        spans = {int(row[n]): (row[n + 1], row[n + 2]) for n in range(0, len(row), TOLD)}
        if len(spans) == 1:
            return spans
        return {friend: spans[friend] for friend in self.course.passings if friend in spans}

    def may_strike(
        self, ways: Sequence[tuple[Pose, int]], distance: int, body: int, until: float, together: float
    ) -> list[bool]:
        """Of several ways, each a pose and a direction, which may run into a body by a moment, and no later
        than so much after the first thing that halts it; `run` tells of each whether it does."""
        told = [(pose.x, pose.y, pose.heading, heading) for pose, heading in ways]
        found, rows = kernels.whole_zeros(len(ways)), kernels.wholes(list(chain.from_iterable(told)))
        may_strike(rows, float(distance + BEYOND), until, together, body, self._world, found)
        return [one == 1 for one in kernels.listed(found)]

    def leaves(self, pose: Pose, heading: int, body: int) -> float | None:
        """How far the mover would have to slide from a pose to get clear of a body that it overlaps; else
        none."""
        way = (SINES[heading], COSINES[heading], 0.0)
        enter, leave = overlapped(stand(pose), way, body, self._world)
        return leave if enter < 0.0 < leave else None

    def gap(self, pose: Pose, body: int) -> float:
        """The gap to a body if the mover stood so; minus the depth of overlap."""
        return self.gaps(pose)[body]

    def gaps(self, pose: Pose) -> list[float]:
        """The gap to every body if the mover stood so; infinite to those not on the table."""
        tell_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)
        return kernels.listed(self._gaps)[:]

    def overhang(self, pose: Pose) -> float:
        """How far the mover would stick out over the table; negative by the room that is left."""
        return tell_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)

    def has_room(self, pose: Pose, faced: Pose) -> bool:
        """Whether the mover may be set down anew, turned from one pose to another."""
        return has_room(stand(pose), stand(faced), self._world) == 1

    def _halts(self, row: list[float], count: int) -> tuple[Halt, ...]:
        """All that would halt a slide, each by itself, the nearest first."""
        halts: list[Halt] = []
        terms, field = self.course.terms, self.course.scene.field
        for n in range(0, count * TOLD, TOLD):
            what, number, at = row[n], int(row[n + 1]), row[n + 2]
            if what == BODY_AHEAD:
                halts.append(Halt("body", at, number, rule=terms.overlap_rule))
            elif what == TOO_NEAR:
                keep = next((keep for keep in terms.keeps if number in keep.bodies), None)
                halts.append(Halt("near", at, number, rule=keep.rule if keep else ""))
            elif what == GROUND_AHEAD:
                piece, going = field.pieces[number], self.course.goings[number]
                assert going is not None
                halts.append(Halt("ground", at, piece=piece.id, kind=piece.kind, rule=going.rule))
            else:
                halts.append(Halt("table", at, rule=terms.edge_rule))
        if len(halts) > 1:
            halts.sort(key=lambda halt: halt.at)
        return tuple(halts)

    def _past_friends(self, pose: Pose, way: Way, gone: int, ahead: dict[int, Span]) -> int:
        """Where a slide ends that may not end on a friend: beyond him if there is room, else short of him."""
        ends = gone
        while True:
            under = self._under(pose, way, ends, ahead)
            if not under:
                return ends
            ends = math.ceil(max([ahead[friend][1] for friend in under]) - HAIR)
            if ends > way[2]:
                break
        ends = gone
        while ends > 0:
            under = self._under(pose, way, ends, ahead)
            if not under:
                return ends
            short = math.floor(min([ahead[friend][0] for friend in under]))
            ends = min(short, ends - 1)
        return 0

    def _under(self, pose: Pose, way: Way, gone: int, ahead: dict[int, Span]) -> list[int]:
        """The friends on whom the mover would end after so far."""
        # By its rounding to the grid an end is off by less than the tolerance, so it lies on nobody else.
        near = [friend for friend, (enter, leave) in ahead.items() if enter < gone < leave]
        if not near:
            return near
        gaps = self.gaps(Pose(grid(pose.x + way[0] * gone), grid(pose.y + way[1] * gone), pose.heading))
        return [friend for friend in near if gaps[friend] < -TOLERANCE]

    def _halt(self, ends: int, gone: int, distance: int, halts: tuple[Halt, ...]) -> Halt | None:
        """What halts a slide that ends there, if it is less than wanted."""
        if ends >= distance:
            return None
        if ends != gone:
            return Halt("friend", float(ends))
        if halts and math.floor(halts[0].at) <= ends:
            return halts[0]
        return Halt("spent", float(ends))


@lru_cache(maxsize=256)
def _leg_for(allowances: tuple[int, ...], mode: kernels.Mode) -> Floats:
    """The row of a slide that is paid for inch by inch with these allowances; it is not to be changed."""
    assert mode == kernels.mode()
    row = [0.0] * LEG + [float(allowance) for allowance in allowances]
    row[RATE] = 1.0
    return kernels.floats(row)


class _Rooms(threading.local):
    """Room for gaps and for what is told of a slide, by how many bodies and pieces of ground there are."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, int, kernels.Mode], tuple[Floats, Floats]] = {}


_rooms: Final = _Rooms()


def _room(bodies: int, pieces: int, mode: kernels.Mode) -> tuple[Floats, Floats]:
    """Room that the next slide of the thread writes into again: of each body, of each piece of ground and of
    the edge at most so much is told."""
    key = bodies, pieces, mode
    found = _rooms.rooms.get(key)
    if found is None:
        found = kernels.zeros(bodies), kernels.zeros(TOLD * (1 + 3 * bodies + pieces))
        _rooms.rooms[key] = found
    return found


class _Last(threading.local):
    """The slider that a thread made last: it works in rows of its own, so no two threads share one."""

    slider: Slider | None = None
    mode: kernels.Mode | None = None


_last: Final = _Last()


def slider_of(course: Course) -> Slider:
    """The slider on a course; the last is remembered, as several ways are tried on it one after another."""
    found, mode = _last.slider, kernels.now.mode
    if found is None or found.course is not course or _last.mode != mode:
        found, _last.mode = Slider(course), mode
        _last.slider = found
    return found

"""Sliding as far as it goes: what halts a body on its way, and how it gets past friends."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from itertools import chain, compress
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct

from sandtable.table import kernels
from sandtable.table.costs import inches
from sandtable.table.course import Course, stand
from sandtable.table.kernels import Floats, Wholes
from sandtable.table.kernels.moving_effects import LEG, RATE
from sandtable.table.kernels.moving_rows import HAIR, Way
from sandtable.table.kernels.sliding import (
    MET,
    RUN,
    has_room,
    overlapped,
    run_upon,
    tell_gaps,
    tell_runs,
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
        self.course = course
        bodies = course.scene.bodies
        self._friends = [
            number
            for number in course.passings
            if number != course.body.id and bodies[number].pose is not None
        ]
        row = [0.0] * LEG + [float(allowance) for allowance in course.allowances()]
        row[RATE] = 1.0
        self._leg, self._world = kernels.floats(row), course.world
        count = len(bodies)
        self._gaps, self._met = kernels.zeros(count), kernels.zeros(count * MET)
        self._lands = kernels.zeros(len(course.scene.field.pieces))

    def run(self, pose: Pose, heading: int, distance: int) -> Run:
        """Slide from a pose in a direction, as far as it goes and no farther than wanted."""
        sine, cosine, length = SINES[heading], COSINES[heading], float(distance + BEYOND)
        headings, nobody, told = _rows_for_one()
        headings[0] = heading
        self._tell(pose, headings, distance, nobody, told)
        table, paid, _ = kernels.listed(told)
        met = kernels.listed(self._met)
        halts = self._halts(table, met, length)
        room = halts[0].at if halts else math.inf
        gone = ends = math.floor(paid + HAIR)
        leaves = met[3::MET]
        friends = [friend for friend in self._friends if leaves[friend] > 0.0]
        if not friends:
            return Run(ends, self._halt(ends, gone, distance, halts), (), halts)
        ahead = {friend: (met[friend * MET + 2], leaves[friend]) for friend in friends}
        ends = self._past_friends(pose, (sine, cosine, min(room, length)), gone, ahead)
        passed = [friend for friend, (enter, _) in ahead.items() if enter < ends]
        return Run(ends, self._halt(ends, gone, distance, halts), tuple(passed), halts)

    def clear(self, pose: Pose, headings: Sequence[int], distance: int) -> list[bool]:
        """Of slides from a pose in several directions, which are gone whole, or to the edge of the table, and
        pass nobody; `run` tells how each goes by itself."""
        told = kernels.zeros(RUN * len(headings))
        self._tell(pose, kernels.wholes(headings), distance, kernels.wholes(self._friends), told)
        return [one == 1.0 for one in kernels.listed(told)[2::RUN]]

    def _tell(self, pose: Pose, headings: Wholes, distance: int, friends: Wholes, told: Floats) -> None:
        here, far = (pose.x, pose.y, pose.heading), (float(distance), float(BEYOND))
        world, met, lands = self._world, self._met, self._lands
        tell_runs(here, headings, *far, world, self._leg, friends, met, lands, told)

    def upon(
        self, ways: Sequence[tuple[Pose, int]], distance: int, body: int, spent: Sequence[float] = ()
    ) -> list[bool]:
        """Of several ways, each a pose and a direction, which may run into a body before anything else.

        The others are halted by something else or by nothing, as `run` would tell of each by itself. *spent*
        is how much of the distance was gone before each of them.
        """
        told = [(pose.x, pose.y, pose.heading, heading) for pose, heading in ways]
        found = kernels.whole_zeros(len(ways))
        rows = kernels.wholes(list(chain.from_iterable(told)))
        until = [distance - before for before in spent] if spent else [float(distance)] * len(ways)
        run_upon(rows, float(distance + BEYOND), kernels.floats(until), body, self._world, found)
        return [one == 1 for one in kernels.listed(found)]

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

    def _halts(self, table: float, met: list[float], length: float) -> tuple[Halt, ...]:
        """All that would halt a slide of such a length, each by itself, the nearest first."""
        halts: list[Halt] = []
        if table < length:
            halts.append(Halt("table", table, rule=self.course.terms.edge_rule))
        stops = met[::MET]
        for number in compress(range(len(stops)), map(length.__gt__, stops)):
            halts += self._halts_at_body(number, stops[number], met[number * MET + 1], length)
        for at, stop in enumerate(kernels.listed(self._lands)):
            if stop < length:
                piece, going = self.course.scene.field.pieces[at], self.course.goings[at]
                assert going is not None
                halts.append(Halt("ground", stop, piece=piece.id, kind=piece.kind, rule=going.rule))
        if len(halts) > 1:
            halts.sort(key=lambda halt: halt.at)
        return tuple(halts)

    def _halts_at_body(self, number: int, stop: float, runs_into: float, length: float) -> Iterator[Halt]:
        """Where a slide runs into a body, or would come too near to it."""
        if 0.0 < runs_into < length:
            yield Halt("body", runs_into, number, rule=self.course.terms.overlap_rule)
        if stop < runs_into:
            keep = next((keep for keep in self.course.terms.keeps if number in keep.bodies), None)
            yield Halt("near", stop, number, rule=keep.rule if keep else "")

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


class _Last(threading.local):
    """The slider that a thread made last: it works in rows of its own, so no two threads share one."""

    slider: Slider | None = None
    mode: kernels.Mode | None = None
    rows: tuple[kernels.Mode, Wholes, Wholes, Floats] | None = None


_last: Final = _Last()


def _rows_for_one() -> tuple[Wholes, Wholes, Floats]:
    """Rows for one slide, which a thread fills anew for each: its direction, nobody, what is told of it."""
    rows, mode = _last.rows, kernels.now.mode
    if rows is None or rows[0] != mode:
        rows = _last.rows = mode, kernels.wholes([0]), kernels.wholes([]), kernels.zeros(RUN)
    return rows[1:]


def slider_of(course: Course) -> Slider:
    """The slider on a course; the last is remembered, as several ways are tried on it one after another."""
    found, mode = _last.slider, kernels.now.mode
    if found is None or found.course is not course or _last.mode != mode:
        found, _last.mode = Slider(course), mode
        _last.slider = found
    return found

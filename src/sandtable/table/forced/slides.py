"""Sliding as far as it goes: what halts a body on its way, and how it gets past friends."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.forced.kernels.may_strike import may_strike
from sandtable.table.forced.kernels.slides import (
    BODY_AHEAD,
    GROUND_AHEAD,
    TOLD,
    TOO_NEAR,
    has_room,
    overlapped,
    tell_gaps,
    tell_slide,
)
from sandtable.table.measure.distance import touches
from sandtable.table.movement.costs import inches
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels.effects import LEG, RATE
from sandtable.table.movement.kernels.rows import HAIR, SlideLine
from sandtable.table.movement.legs import grid
from sandtable.table.space.lengths import COSINES, GRID, SINES, TOLERANCE
from sandtable.table.space.pose import Pose

Why = Literal["body", "near", "ground", "table", "friend", "spent"]

BARRING: Final = (BODY_AHEAD, GROUND_AHEAD)
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


DRAWN_BACK: Final = 12
"""By so many hundredths at most a slide is drawn back from where it would come too near on the grid."""


class Run(NamedTuple):
    """How far a body slides, what halts it if it is less than wanted, whom it passes, and what its slider was
    told of all that would halt it."""

    gone: int
    halt: Halt | None
    passed: tuple[int, ...]
    told: list[float]


Ahead = list[tuple[int, float, float]]
"""Friends whom a slide passes in this order, and from where to where it overlaps each."""


class Slider:
    """Slides one body along ways, each as far as it goes; its facing is kept."""

    def __init__(self, course: Course) -> None:
        self.course, mode = course, compiled.now.mode
        self._leg, self._world = _leg_for(course.allowances(), mode), course.world
        self._gaps, self._told = _room(len(course.scene.bodies), len(course.scene.field.pieces), mode)

    def run(self, pose: Pose, heading: int, distance: int) -> Run:
        """Slide from a pose in a direction, as far as it goes and no farther than wanted."""
        here, reach = (pose.x, pose.y, pose.heading), float(distance + 2 * BEYOND)
        way = sine, cosine, free = SINES[heading], COSINES[heading], float(distance + BEYOND)
        paid, count, told = tell_slide(here, way, float(distance), reach, self._world, self._leg, self._told)
        row = compiled.listed(self._told[: told * TOLD])
        halts = row[: count * TOLD]
        first = _nearest(halts)
        gone = ends = math.floor(paid + HAIR)
        passed: list[int] = []
        if told > count:
            if halts:
                free = min(halts[first + 2], free)
            ahead = self._ahead(row[count * TOLD :])
            ends = self._past_friends(pose, (sine, cosine, free), gone, ahead)
            passed = [friend for friend, enter, _ in ahead if enter < ends]
        terms = self.course.terms
        drawn = 0
        if terms.keeps and terms.slack < GRID:
            kept = self._kept_off(pose, (sine, cosine, free), ends)
            gone, ends, drawn = gone + kept - ends, kept, ends - kept
        halt: Halt | None = None
        if ends != gone and ends < distance:
            halt = Halt("friend", float(ends))
        elif ends < distance:
            known = halts and math.floor(halts[first + 2]) <= ends + drawn
            halt = self._halt(halts, first) if known else Halt("spent", float(ends))
        return Run(ends, halt, tuple(passed), halts)

    def _kept_off(self, pose: Pose, way: SlideLine, gone: int) -> int:
        """Where a slide ends on the grid that keeps its distances: drawn back by a hundredth or two where the
        rounding of the end would bring it nearer than the rules allow."""
        before = self.gaps(pose)
        for ends in range(gone, max(gone - DRAWN_BACK, 0), -1):
            if self._keeps_distances(before, self.gaps(_ended(pose, way, ends))):
                return ends
        return max(gone - DRAWN_BACK, 0)

    def _keeps_distances(self, before: list[float], after: list[float]) -> bool:
        """Whether gaps keep the distances of the terms, or those there were before if these were less."""
        slack = self.course.terms.slack
        for keep in self.course.terms.keeps:
            for body in keep.bodies:
                if touches(before[body]) or after[body] >= keep.distance - slack:
                    continue
                if before[body] >= keep.distance - slack or after[body] < before[body] - GRID:
                    return False
        return True

    def _ahead(self, row: list[float]) -> Ahead:
        """The friends ahead in the order in which they may be passed, and where a slide overlaps each."""
        if len(row) == TOLD:
            return [(int(row[0]), row[1], row[2])]
        spans = {int(row[n]): (row[n + 1], row[n + 2]) for n in range(0, len(row), TOLD)}
        return [(friend, *spans[friend]) for friend in self.course.passings if friend in spans]

    def may_strike(
        self, ways: Sequence[tuple[Pose, int]], distance: int, body: int, until: float, together: float
    ) -> list[bool]:
        """Of several ways, each a pose and a direction, which may run into a body by a moment, and no later
        than so much after the first thing that halts it; `run` tells of each whether it does."""
        told = [(pose.x, pose.y, pose.heading, heading) for pose, heading in ways]
        found, rows = compiled.whole_zeros(len(ways)), compiled.wholes(list(chain.from_iterable(told)))
        may_strike(rows, float(distance + BEYOND), until, together, body, self._world, found)
        return [one == 1 for one in compiled.listed(found)]

    def leaves(self, pose: Pose, heading: int, body: int) -> float | None:
        """How far the mover would have to slide from a pose to get clear of a body that it overlaps; else
        none."""
        way = (SINES[heading], COSINES[heading], 0.0)
        enter, leave = overlapped(pose_row(pose), way, body, self._world)
        return leave if enter < 0.0 < leave else None

    def gap(self, pose: Pose, body: int) -> float:
        """The gap to a body if the mover stood so; minus the depth of overlap."""
        return self.gaps(pose)[body]

    def gaps(self, pose: Pose) -> list[float]:
        """The gap to every body if the mover stood so; infinite to those not on the table."""
        tell_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)
        return compiled.listed(self._gaps)[:]

    def overhang(self, pose: Pose) -> float:
        """How far the mover would stick out over the table; negative by the room that is left."""
        return tell_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)

    def has_room(self, pose: Pose, faced: Pose) -> bool:
        """Whether the mover may be set down anew, turned from one pose to another."""
        return has_room(pose_row(pose), pose_row(faced), self._world) == 1

    def halts(self, run: Run) -> tuple[Halt, ...]:
        """All that would halt a slide, each by itself, the nearest first."""
        halts = [self._halt(run.told, n) for n in range(0, len(run.told), TOLD)]
        return tuple(sorted(halts, key=lambda halt: halt.at))

    def _halt(self, told: list[float], n: int) -> Halt:
        """What halts a slide, as it was told."""
        what, number, at = told[n], int(told[n + 1]), told[n + 2]
        terms = self.course.terms
        if what == BODY_AHEAD:
            return Halt("body", at, number, rule=terms.overlap_rule)
        if what == TOO_NEAR:
            keep = next((keep for keep in terms.keeps if number in keep.bodies), None)
            return Halt("near", at, number, rule=keep.rule if keep else "")
        if what == GROUND_AHEAD:
            piece, going = self.course.scene.field.pieces[number], self.course.goings[number]
            assert going is not None
            return Halt("ground", at, piece=piece.id, kind=piece.kind, rule=going.rule)
        return Halt("table", at, rule=terms.edge_rule)

    def _past_friends(self, pose: Pose, way: SlideLine, gone: int, ahead: Ahead) -> int:
        """Where a slide ends that may not end on a friend: beyond him if there is room, else short of him."""
        ends = gone
        while True:
            under = self._under(pose, way, ends, ahead)
            if not under:
                return ends
            ends = math.ceil(max([leave for _, _, leave in under]) - HAIR)
            if ends > way[2]:
                break
        ends = gone
        while ends > 0:
            under = self._under(pose, way, ends, ahead)
            if not under:
                return ends
            short = math.floor(min([enter for _, enter, _ in under]))
            ends = min(short, ends - 1)
        return 0

    def _under(self, pose: Pose, way: SlideLine, gone: int, ahead: Ahead) -> Ahead:
        """The friends on whom the mover would end after so far."""
        # By its rounding to the grid an end is off by less than the tolerance, so it lies on nobody else.
        near: Ahead = []
        for friend in ahead:
            if friend[1] < gone < friend[2]:
                near.append(friend)
        if not near:
            return near
        gaps = self.gaps(_ended(pose, way, gone))
        return [friend for friend in near if gaps[friend[0]] < -TOLERANCE]


def _ended(pose: Pose, way: SlideLine, gone: int) -> Pose:
    """Where a slide ends on the grid."""
    return Pose(grid(pose.x + way[0] * gone), grid(pose.y + way[1] * gone), pose.heading)


def _nearest(told: list[float]) -> int:
    """Which of all that would halt a slide does so first."""
    first = 0
    for n in range(TOLD, len(told), TOLD):
        if told[n + 2] < told[first + 2]:
            first = n
    return first


def is_barred(run: Run, within: float) -> bool:
    """Would a slide run into a body or barred ground before it has gone so far?"""
    told = run.told
    for n in range(0, len(told), TOLD):
        what, at = told[n], told[n + 2]
        if at < within and what in BARRING:
            return True
    return False


@lru_cache(maxsize=256)
def _leg_for(allowances: tuple[int, ...], mode: compiled.Mode) -> Floats:
    """The row of a slide that is paid for inch by inch with these allowances; it is not to be changed."""
    assert mode == compiled.mode()
    row = [0.0] * LEG + [float(allowance) for allowance in allowances]
    row[RATE] = 1.0
    return compiled.floats(row)


class _Rooms(threading.local):
    """Room for gaps and for what is told of a slide, by how many bodies and pieces of ground there are."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, int, compiled.Mode], tuple[Floats, Floats]] = {}


_rooms: Final = _Rooms()


def _room(bodies: int, pieces: int, mode: compiled.Mode) -> tuple[Floats, Floats]:
    """Room that the next slide of the thread writes into again: of each body, of each piece of ground and of
    the edge at most so much is told."""
    key = bodies, pieces, mode
    found = _rooms.rooms.get(key)
    if found is None:
        found = compiled.zeros(bodies), compiled.zeros(TOLD * (1 + 3 * bodies + pieces))
        _rooms.rooms[key] = found
    return found


class _Last(threading.local):
    """The slider that a thread made last: it works in rows of its own, so no two threads share one."""

    slider: Slider | None = None
    mode: compiled.Mode | None = None


_last: Final = _Last()


def slider_of(course: Course) -> Slider:
    """The slider on a course; the last is remembered, as several ways are tried on it one after another."""
    found, mode = _last.slider, compiled.now.mode
    if found is None or found.course is not course or _last.mode != mode:
        found, _last.mode = Slider(course), mode
        _last.slider = found
    return found

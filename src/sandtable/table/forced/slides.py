"""Slides: how far a body goes in a direction with its facing kept, what halts it, how it passes friends."""

from __future__ import annotations

import math
import threading
from functools import lru_cache
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.forced.kernels.slides import (
    BODY_AHEAD,
    GROUND_AHEAD,
    ROW,
    TOO_NEAR,
    has_room,
    overlapped,
    write_gaps,
    write_slide,
)
from sandtable.table.forced.kernels.slides_back import face_about, slide_lengths, slide_through
from sandtable.table.measure.distance import touches
from sandtable.table.measure.terrain import is_on_table
from sandtable.table.movement.costs import inches
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.encounters import listed_by_survey
from sandtable.table.movement.kernels.effects import LEG, RATE
from sandtable.table.movement.kernels.rows import HAIR, NEAR, SlideLine
from sandtable.table.movement.legs import Retire, bearing
from sandtable.table.movement.terms import LegTerms, MoveMark
from sandtable.table.planning.longest import mover_leg_row, variant_of
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import COSINES, GRID, SINES, TOLERANCE, nearest_hundredth
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape

Why = Literal["body", "near", "ground", "table", "friend", "spent"]

BARRING: Final = (BODY_AHEAD, GROUND_AHEAD)
BEYOND: Final = 3000
"""How far beyond its distance a body goes at most to get clear of friends: 30 in."""


class Halt(Struct, frozen=True, gc=False):
    """What halts a slide and after how far: another body, a distance to keep, ground, the table's edge, a
    friend on whom it cannot end, or a distance used up by what lies on the way."""

    why: Why
    at: float
    body: int = -1
    piece: str = ""
    kind: str = ""
    rule: str = ""

    @property
    def words(self) -> str:
        """The same in words."""
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
                return f"friends on whom it may not end, {after}"
            case "spent":
                return f"the distance is used up by the ground {after}"
        assert_never(self.why)


DRAWN_BACK: Final = 12
"""The most hundredths by which a slide is shortened to keep its distances on the grid."""


class SlideRun(NamedTuple):
    """How far a body slides, what halts it short of what was wanted, which bodies it passes, and the rows of
    all that would halt it."""

    gone: int
    halt: Halt | None
    passed: tuple[int, ...]
    rows: list[float]


Ahead = list[tuple[int, float, float]]
"""The friends that a slide passes, in order, and the stretch on which it overlaps each."""


class Slider:
    """Slides one body along ways as far as each leads; its facing is kept."""

    def __init__(self, course: Course) -> None:
        self.course, mode = course, compiled.now.mode
        self._leg, self._world = _leg_for(course.allowances(), mode), course.world
        self._gaps, self._rows = _room(len(course.scene.bodies), len(course.scene.field.pieces), mode)

    def run(self, pose: Pose, heading: int, distance: int) -> SlideRun:
        """Slide from a pose in a direction, up to a distance."""
        here, reach = (pose.x, pose.y, pose.heading), float(distance + 2 * BEYOND)
        way = sine, cosine, free = SINES[heading], COSINES[heading], float(distance + BEYOND)
        paid, count, rows = write_slide(here, way, float(distance), reach, self._world, self._leg, self._rows)
        row = compiled.listed(self._rows[: rows * ROW])
        halts = row[: count * ROW]
        first = _nearest(halts)
        gone = ends = math.floor(paid + HAIR)
        passed: list[int] = []
        if rows > count:
            if halts:
                free = min(halts[first + 2], free)
            ahead = self._ahead(row[count * ROW :])
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
        return SlideRun(ends, halt, tuple(passed), halts)

    def _kept_off(self, pose: Pose, way: SlideLine, gone: int) -> int:
        """The length of a slide whose end on the grid keeps its distances: a hundredth or two less where
        rounding would bring it nearer than the rules allow."""
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
        """The friends ahead in the order of the terms, and the stretch on which a slide overlaps each."""
        if len(row) == ROW:
            return [(int(row[0]), row[1], row[2])]
        spans = {int(row[n]): (row[n + 1], row[n + 2]) for n in range(0, len(row), ROW)}
        return [(friend, *spans[friend]) for friend in self.course.passings if friend in spans]

    def leaves(self, pose: Pose, heading: int, body: int) -> float | None:
        """How far the mover has to slide from a pose to get clear of a body that it overlaps; none if it does
        not overlap it."""
        way = (SINES[heading], COSINES[heading], 0.0)
        enter, leave = overlapped(pose_row(pose), way, body, self._world)
        return leave if enter < 0.0 < leave else None

    def gap(self, pose: Pose, body: int) -> float:
        """The gap to a body if the mover stood so; minus the depth of overlap."""
        return self.gaps(pose)[body]

    def gaps(self, pose: Pose) -> list[float]:
        """The gap to every body if the mover stood so; infinite to those not on the table."""
        write_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)
        return compiled.listed(self._gaps)[:]

    def overhang(self, pose: Pose) -> float:
        """How far the mover would stick out over the table; negative if it is inside."""
        return write_gaps((pose.x, pose.y, pose.heading), self._world, self._gaps)

    def has_room(self, pose: Pose, faced: Pose) -> bool:
        """Whether the mover may be set down anew, turned from one pose to another."""
        return has_room(pose_row(pose), pose_row(faced), self._world) == 1

    def halts(self, run: SlideRun) -> tuple[Halt, ...]:
        """All that would halt a slide, each by itself, the nearest first."""
        halts = [self._halt(run.rows, n) for n in range(0, len(run.rows), ROW)]
        return tuple(sorted(halts, key=lambda halt: halt.at))

    def _halt(self, rows: list[float], n: int) -> Halt:
        """The halt at place *n* of the rows."""
        what, number, at = rows[n], int(rows[n + 1]), rows[n + 2]
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
        """The length of a slide that may not end on a friend: beyond it if there is room, or short of it."""
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
        """The friends on which a slide of this length would end."""
        # Rounding shifts the end by less than the tolerance, so it overlaps no other friend.
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
    return Pose(
        nearest_hundredth(pose.x + way[0] * gone), nearest_hundredth(pose.y + way[1] * gone), pose.heading
    )


def _nearest(rows: list[float]) -> int:
    """The place in the rows of what halts a slide first."""
    first = 0
    for n in range(ROW, len(rows), ROW):
        if rows[n + 2] < rows[first + 2]:
            first = n
    return first


def is_barred(run: SlideRun, within: float) -> bool:
    """Whether a slide would run into a body or barred ground within a distance."""
    rows = run.rows
    for n in range(0, len(rows), ROW):
        what, at = rows[n], rows[n + 2]
        if at < within and what in BARRING:
            return True
    return False


@lru_cache(maxsize=256)
def _leg_for(allowances: tuple[int, ...], mode: compiled.Mode) -> Floats:
    """The row of a slide that costs one for each inch, followed by allowances; callers must not change it."""
    assert mode == compiled.mode()
    row = [0.0] * LEG + [float(allowance) for allowance in allowances]
    row[RATE] = 1.0
    return compiled.floats(row)


class _Rooms(threading.local):
    """The rows of one thread for gaps and halts; kernels write into them, so threads must not share them."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, int, compiled.Mode], tuple[Floats, Floats]] = {}


_rooms: Final = _Rooms()


def _room(bodies: int, pieces: int, mode: compiled.Mode) -> tuple[Floats, Floats]:
    """Rows for the gaps and halts of a slide; the next slide of the thread overwrites them."""
    key = bodies, pieces, mode
    found = _rooms.rooms.get(key)
    if found is None:
        found = compiled.zeros(bodies), compiled.zeros(ROW * (1 + 3 * bodies + pieces))
        _rooms.rooms[key] = found
    return found


class _Last(threading.local):
    """The last slider of a thread; it works in its own rows, so threads must not share it."""

    slider: Slider | None = None
    mode: compiled.Mode | None = None


_last: Final = _Last()


def slider_of(course: Course) -> Slider:
    """The slider on a course; the last is kept, because several ways are tried one after another."""
    found, mode = _last.slider, compiled.now.mode
    if found is None or found.course is not course or _last.mode != mode:
        found, _last.mode = Slider(course), mode
        _last.slider = found
    return found


# ------------------------------------------------------------------ slides to the rear
class SlideBack(Struct, frozen=True, gc=False):
    """A slide to the rear: its course, its length, the marks it makes (one bit each), where it ends, and the
    numbers of the bodies that it passes."""

    course: Course
    goes: int
    marks: int
    end: Pose
    passed: tuple[int, ...]


def slide_back(course: Course, most: int, slant: int = 0) -> SlideBack | None:
    """The slide to the rear, up to a length, as far as it is free, paid for and may end; none if it goes
    nowhere."""
    shape, terms, at = course.body.shape, course.terms, course.pose
    row = _row(slant, terms.legs, terms.marks, terms.allowance, shape, compiled.now.mode)
    world = course.world_of(shape)
    goes, marks, count, there = slide_through((at.x, at.y, at.heading), most, world, row)
    if not goes:
        return None
    passed = tuple(listed_by_survey(world, NEAR, count)) if count else ()
    return SlideBack(course, goes, marks, Pose(*there), passed)


def lengths_back(course: Course, most: int, slants: tuple[int, ...]) -> list[int]:
    """How far `slide_back` goes at each of several slants, up to a length."""
    shape, terms, at, mode = course.body.shape, course.terms, course.pose, compiled.now.mode
    row = _row(0, terms.legs, terms.marks, terms.allowance, shape, mode).copy()
    lengths = compiled.whole_zeros(len(slants))
    here, world = (at.x, at.y, at.heading), course.world_of(shape)
    slide_lengths(here, most, world, row, _bearings(slants, mode), lengths)
    return compiled.listed(lengths)


@lru_cache(maxsize=64)
def _bearings(slants: tuple[int, ...], mode: str) -> compiled.Wholes:
    """The bearings of slides to the rear as a row."""
    assert mode == compiled.mode()
    return compiled.wholes([bearing(Retire(1, slant)) for slant in slants])


@lru_cache(maxsize=1024)
def _row(
    slant: int,
    legs: tuple[LegTerms, ...],
    marks: tuple[MoveMark, ...],
    allowance: int,
    shape: Shape,
    mode: str,
) -> compiled.Floats:
    """The row of a slide to the rear; callers must not change it."""
    return mover_leg_row(variant_of(Retire(1, slant)), legs, marks, allowance, shape, mode)


def about_turned(course: Course, at: Pose) -> Pose | None:
    """The pose of the body of a course after it has turned about on its centre; none if it would overlap a
    body there or stand over the edge of the table."""
    shape, field = course.body.shape, course.scene.field
    half, far = shape.depth / 2, shape.width + shape.depth
    free, there = face_about((at.x, at.y, at.heading), half, course.world_of(shape))
    if not free:
        return None
    pose = Pose(*there)
    inside = far <= pose.x <= field.width - far and far <= pose.y <= field.depth - far
    return pose if inside or is_on_table(Body(0, 0, pose, shape), field) else None

"""Sliding as far as it goes: what halts a body on its way, and how it gets past friends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from sandtable.table.costs import inches
from sandtable.table.course import Course, as_lists, stand
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving import NEVER, slide_span
from sandtable.table.kernels.moving_effects import LEG, MOST, RATE, slide_afforded, slide_effects
from sandtable.table.kernels.moving_rows import (
    ABSENT,
    ALL_LANDS,
    ALL_NEAR,
    BARS,
    ENDED,
    HAIR,
    LANDS,
    MINE,
    NEAR,
    ROLE,
    SPANS,
    Way,
    World,
    boxes_of,
    my_boxes,
    place,
    row_of,
    take_stand,
)
from sandtable.table.kernels.moving_runs import is_set_down_clear, list_lands, list_near
from sandtable.table.kernels.moving_stops import (
    body_slide_stop,
    gap_to,
    overhang,
    piece_slide_stop,
    side_slide_stop,
    slide_bar_stop,
)
from sandtable.table.legs import grid
from sandtable.table.measure import COSINES, SINES, TOLERANCE
from sandtable.table.pose import Pose

Why = Literal["body", "near", "ground", "table", "friend", "spent"]

BEYOND: Final = 3000
"""No more than 30 in beyond its distance does a body go to get clear of friends."""


class Halt(Struct, frozen=True):
    """What halts a body: another body, a distance to keep, ground, the table's edge, a friend on whom it
    cannot end, or a distance used up by what lies on the way; and after how far."""

    why: Why
    at: float
    words: str
    body: int = -1
    piece: str = ""
    rule: str = ""


class Run(NamedTuple):
    """How far a body slides, what halts it if it is less than wanted, whom it passes, and all halts ahead."""

    gone: int
    halt: Halt | None
    passed: tuple[int, ...]
    halts: tuple[Halt, ...]


class Slider:
    """Slides one body along ways, each as far as it goes; its facing is kept."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._world: World = as_lists(course.world)
        self._friends = [
            number
            for number in course.passings
            if self._world[0][row_of(self._world[1], number) + ROLE] > BARS
        ]

    def run(self, pose: Pose, heading: int, distance: int) -> Run:
        """Slide from a pose in a direction, as far as it goes and no farther than wanted."""
        world = self._world
        take_stand(world, stand(pose))
        for source, target, listing in ((ALL_NEAR, NEAR, list_near), (ALL_LANDS, LANDS, list_lands)):
            listing(world, pose.x, pose.y, float(distance + 2 * BEYOND), source, target)
        way = (SINES[heading], COSINES[heading], float(distance + BEYOND))
        halts = tuple(sorted(self._halts(pose, way), key=lambda halt: halt.at))
        room = halts[0].at if halts else math.inf
        gone = self._afforded(pose, way, min(float(distance), room))
        ends = self._past_friends(pose, way, gone, room)
        halt = self._halt(ends, gone, distance, halts)
        passed = [friend for friend in self._friends if self._span(way, friend)[0] < ends]
        return Run(ends, halt, tuple(friend for friend in passed if self._span(way, friend)[1] > 0.0), halts)

    def leaves(self, pose: Pose, heading: int, body: int) -> float | None:
        """How far the mover would have to slide from a pose to get clear of a body that it overlaps; else
        none."""
        take_stand(self._world, stand(pose))
        enter, leave = self._span((SINES[heading], COSINES[heading], 0.0), body)
        return leave if enter < 0.0 < leave else None

    def gap(self, pose: Pose, body: int) -> float:
        """The gap to a body if the mover stood so; minus the depth of overlap."""
        place(self._world, stand(pose), ENDED)
        return gap_to(self._world, ENDED, body)

    def overhang(self, pose: Pose) -> float:
        """How far the mover would stick out over the table; negative by the room that is left."""
        place(self._world, stand(pose), ENDED)
        return overhang(self._world, ENDED)

    def has_room(self, pose: Pose, faced: Pose) -> bool:
        """Whether the mover may be set down anew, turned from one pose to another."""
        take_stand(self._world, stand(pose))
        place(self._world, stand(faced), ENDED)
        return is_set_down_clear(self._world)

    def _halts(self, pose: Pose, way: Way) -> Iterator[Halt]:
        """All that would halt a slide, each by itself."""
        world, scene, terms = self._world, self.course.scene, self.course.terms
        stop, _ = side_slide_stop(world, way, HAIR)
        if stop < way[2]:
            yield Halt("table", stop, f"the edge of the table after {inches(stop)}", rule=terms.edge_rule)
        for number in range(len(scene.bodies)):
            if world[0][row_of(world[1], number) + ROLE] != ABSENT:
                yield from self._halts_at_body(pose, way, number)
        spans = world[1][SPANS]
        for at, going in enumerate(self.course.goings):
            if going is not None and going.entry == "barred":
                stop, _ = piece_slide_stop(world, at, way, HAIR, spans, spans)
                if stop < way[2]:
                    piece = scene.field.pieces[at]
                    words = f"the {piece.kind} after {inches(stop)}"
                    yield Halt("ground", stop, words, piece=piece.id, rule=going.rule)

    def _halts_at_body(self, pose: Pose, way: Way, number: int) -> Iterator[Halt]:
        """Where a slide runs into a body, or would come too near to it."""
        world = self._world
        stop, _ = body_slide_stop(world, way, pose.heading, number, HAIR)
        if stop >= way[2]:
            return
        bars = world[0][row_of(world[1], number) + ROLE] == BARS
        runs_into = slide_bar_stop(world, way, number, HAIR)[0] if bars else NEVER
        if runs_into > 0.0 and runs_into < way[2]:
            words = f"body {number} after {inches(runs_into)}"
            yield Halt("body", runs_into, words, number, rule=self.course.terms.overlap_rule)
        if stop < runs_into:
            keep = next((keep for keep in self.course.terms.keeps if number in keep.bodies), None)
            words = f"the distance to keep from body {number} after {inches(stop)}"
            yield Halt("near", stop, words, number, rule=keep.rule if keep else "")

    def _afforded(self, pose: Pose, way: Way, length: float) -> int:
        """How far the distance lasts with what lies on the way."""
        allowances = [float(allowance) for allowance in self.course.allowances()]
        row = [0.0] * LEG + allowances
        row[RATE], row[MOST] = 1.0, length
        found = slide_effects(self._world, stand(pose), (way[0], way[1], length), 0)
        return math.floor(slide_afforded(self._world, row, 0, length, found, 0.0, 0, LEG) + HAIR)

    def _past_friends(self, pose: Pose, way: Way, gone: int, room: float) -> int:
        """Where a slide ends that may not end on a friend: beyond him if there is room, else short of him."""
        ends = gone
        while True:
            under = self._under(pose, way, ends)
            if not under:
                return ends
            ends = math.ceil(max(self._span(way, friend)[1] for friend in under) - HAIR)
            if ends > min(room, way[2]):
                break
        ends = gone
        while ends > 0:
            under = self._under(pose, way, ends)
            if not under:
                return ends
            short = math.floor(min(self._span(way, friend)[0] for friend in under))
            ends = min(short, ends - 1)
        return 0

    def _under(self, pose: Pose, way: Way, gone: int) -> list[int]:
        """The friends on whom the mover would end after so far."""
        ended = (grid(pose.x + way[0] * gone), grid(pose.y + way[1] * gone), pose.heading)
        place(self._world, ended, ENDED)
        return [friend for friend in self._friends if gap_to(self._world, ENDED, friend) < -TOLERANCE]

    def _span(self, way: Way, body: int) -> tuple[float, float]:
        """From where to where a slide overlaps a body at all."""
        numbers, index, _ = self._world
        first, last = boxes_of(index, body)
        start, stop = my_boxes(index, MINE)
        spans = [
            slide_span(numbers, i, way[0], way[1], numbers, j, HAIR)
            for i in range(start, stop, BOX)
            for j in range(first * BOX, last * BOX, BOX)
        ]
        return min(enter for enter, _ in spans), max(leave for _, leave in spans)

    def _halt(self, ends: int, gone: int, distance: int, halts: tuple[Halt, ...]) -> Halt | None:
        """What halts a slide that ends there, if it is less than wanted."""
        if ends >= distance:
            return None
        if ends != gone:
            return Halt("friend", float(ends), f"friends on whom it cannot end, after {inches(ends)}")
        if halts and math.floor(halts[0].at) <= ends:
            return halts[0]
        return Halt("spent", float(ends), f"the distance is used up by the ground after {inches(ends)}")

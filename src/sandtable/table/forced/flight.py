"""Flight: compulsory moves away from an enemy or towards an edge, by the first way that serves.

A body slides in its shape, and ways are tried at the listed angles in order. Each leads on until something
stops it; friends may be passed, and a slide that would end on one goes on to the first clear place beyond, or
else halts short of it. The answer holds the way taken, its length, what stopped it, and the other ways.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 700), block(4, files=4, width=200, depth=200))
>>> move = flee(line, FlightTerms(1300, HALF_TURN), Scene(Field(4000, 4000), (line,)))
>>> move.taken.gone, move.taken.halt.words
(500, 'the edge of the table after 5.00 in')
>>> move.plan
(Retire(distance=500, slant=0),)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.forced.slides import Halt, Slider, is_barred, slider_of
from sandtable.table.movement.course import course_of
from sandtable.table.movement.legs import (
    LONGEST,
    Advance,
    Leg,
    Oblique,
    Plan,
    Retire,
    Shift,
    Turn,
    leg_end,
)
from sandtable.table.movement.terms import Going, Keep, Opening, Passing, Terms
from sandtable.table.space.body import Body, centre
from sandtable.table.space.lengths import (
    FULL_TURN,
    HAIR,
    HALF_TURN,
    QUARTER_TURN,
    TOLERANCE,
    turn_between,
)
from sandtable.table.space.plane import heading_between
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene

BACK: Final = 5
"""The steps in which a way that would end in another body is shortened."""

Choice = Literal["whole and clear", "whole", "free", "unblocked", "out of contact", "farthest", "any"]
"""How a way is chosen: whole without meeting a friend; whole; whole and out of contact at its end; not barred
at once; out of contact at its end; the one that leads farthest; the first."""


class FlightTerms(Struct, frozen=True, gc=False):
    """The terms of a compulsory move: its distance and heading, the angles from it at which ways are tried
    (tenths of a degree, clockwise, in that order), and the choices: the first that any way serves counts.

    *facing* says whether the body keeps its facing, turns on its centre to its way first (whatever that
    overlaps), or turns so after the move if there is room. *leave* names the bodies it must get out of
    contact with, *passable* those it may pass. A way is barred at once if within *barred_within* it would run
    into a body or barred ground. At the edge of the table the body halts or leaves it; with *edge_is_whole* a
    move that gets to the edge is whole. *slack* is by how much a distance may fall short of one to keep.
    """

    distance: int
    heading: int
    angles: tuple[int, ...] = (0,)
    choose: tuple[Choice, ...] = ("whole and clear", "whole", "unblocked")
    facing: Literal["kept", "turned first", "turned after"] = "kept"
    keeps: tuple[Keep, ...] = ()
    goings: tuple[Going, ...] = ()
    opening: Opening | None = None
    passable: tuple[int, ...] = ()
    leave: tuple[int, ...] = ()
    edge: Literal["halts", "leaves"] = "halts"
    edge_is_whole: bool = True
    barred_within: int = 400
    outline: Literal["bases", "footprint"] = "bases"
    slack: float = HAIR

    def __post_init__(self) -> None:
        if not 0 <= self.distance <= LONGEST:
            raise ValueError(
                f"a compulsory move goes 0 to {LONGEST} hundredths of an inch, not {self.distance}"
            )
        if not self.angles or not self.choose:
            raise ValueError("a compulsory move needs at least one angle and one way to choose")


class Tried(Struct, frozen=True, gc=False):
    """One way that was tried: its angle and heading, its length, what halts it (none if it is whole), which
    bodies it passes, whether it is whole, barred at once, and out of contact at its end; and that end."""

    angle: int
    heading: int
    gone: int
    halt: Halt | None
    passed: tuple[int, ...]
    whole: bool
    barred: bool
    out_of_contact: bool
    end: Pose
    plan: Plan


class CompulsoryMove(Struct, frozen=True, gc=False):
    """A compulsory move: the way taken and by which choice (none if none serves), all ways tried, the plan,
    where it ends, whether it leaves the table, and whether it began at the table's edge."""

    taken: Tried | None
    chosen: Choice | None
    tried: tuple[Tried, ...]
    plan: Plan
    end: Pose
    leaves_table: bool
    starts_at_edge: bool


class _Made(NamedTuple):
    """The last compulsory move and the question that it answers."""

    body: Body
    flight: FlightTerms
    scene: Scene
    mode: str
    move: CompulsoryMove


_last: _Made | None = None


def flee(body: Body, flight: FlightTerms, scene: Scene) -> CompulsoryMove:
    """Make a compulsory move; the last answer is kept, because a way is mostly tried and then taken."""
    global _last
    last, mode = _last, compiled.now.mode
    if last is not None and last[0] is body and last[2] is scene and (flight, mode) == (last[1], last[3]):
        return last.move
    move = _fled(body, flight, scene)
    _last = _Made(body, flight, scene, mode, move)
    return move


def trier(body: Body, flight: FlightTerms, scene: Scene) -> Callable[[int], Tried]:
    """A function that tries the way at an angle as `flee` does."""
    slider = slider_of(course_of(body, _terms(flight), scene))
    return partial(_try, slider, flight)


def _fled(body: Body, flight: FlightTerms, scene: Scene) -> CompulsoryMove:
    slider = slider_of(course_of(body, _terms(flight), scene))
    tried = _tries(slider, flight)
    chosen, taken = _choose(tried, flight)
    starts_at_edge = slider.overhang(slider.course.pose) > -TOLERANCE
    if taken is None:
        here = slider.course.pose
        return CompulsoryMove(None, None, tried, (), here, leaves_table=False, starts_at_edge=starts_at_edge)
    off = flight.edge == "leaves" and taken.halt is not None and taken.halt.why == "table"
    plan, ended = _faced(slider, flight, taken) if not off else (taken.plan, taken.end)
    return CompulsoryMove(taken, chosen, tried, plan, ended, off, starts_at_edge)


def _tries(slider: Slider, flight: FlightTerms) -> tuple[Tried, ...]:
    """All ways as far as each leads; after one that serves the first choice, no other is tried."""
    tried = []
    for angle in flight.angles:
        way = _try(slider, flight, angle)
        tried.append(way)
        if flight.choose[0] == "whole" and way.whole:
            break
    return tuple(tried)


def _terms(flight: FlightTerms) -> Terms:
    passing = (Passing(flight.passable),) if flight.passable else ()
    return Terms(
        flight.distance,
        (),
        goings=flight.goings,
        opening=flight.opening,
        keeps=flight.keeps,
        passing=passing,
        outline=flight.outline,
        slack=flight.slack,
    )


def _try(slider: Slider, flight: FlightTerms, angle: int) -> Tried:
    """Try the way at one angle as far as it leads."""
    pose, shape = slider.course.pose, slider.course.body.shape
    heading = (flight.heading + angle) % FULL_TURN
    turns: Plan = ()
    turn = turn_between(pose.heading, heading)
    if flight.facing == "turned first" and turn:
        turns = (Turn(turn),)
        pose = leg_end(turns[0], pose, shape)
    run = slider.run(pose, heading, flight.distance)
    if turns:
        run = run._replace(gone=_clear_end(slider, pose, heading, run.gone))
    leg = slide_towards(pose, heading, run.gone)
    ended = leg_end(leg, pose, shape) if leg is not None else pose
    at_edge = run.halt is not None and run.halt.why == "table"
    whole = run.gone >= flight.distance or (at_edge and flight.edge_is_whole)
    barred = is_barred(run, flight.barred_within)
    away = True
    if flight.leave:
        gaps = slider.gaps(ended)
        away = min([gaps[number] for number in flight.leave]) > TOLERANCE
    plan = (*turns, leg) if leg is not None else turns
    return Tried(angle, heading, run.gone, run.halt, run.passed, whole, barred, away, ended, plan)


def _clear_end(slider: Slider, pose: Pose, heading: int, gone: int) -> int:
    """How far a body goes that must not end in another although its first turn overlapped it."""
    shorter, number = gone, slider.course.body.id
    while shorter > 0:
        leg = slide_towards(pose, heading, shorter)
        there = leg_end(leg, pose, slider.course.body.shape) if leg is not None else pose
        gaps = slider.gaps(there)
        gaps[number] = math.inf
        deepest = min(gaps)
        if deepest >= -TOLERANCE:
            return shorter
        # A shortening by less than the depth of the overlap, less what the grid may shift, cannot part them.
        shorter -= BACK * (1 + max(int(-deepest - TOLERANCE) - 2, 0) // BACK)
    return 0


def _choose(tried: tuple[Tried, ...], flight: FlightTerms) -> tuple[Choice | None, Tried | None]:
    """The way taken, and by which choice."""
    for choice in flight.choose:
        if choice == "farthest":
            best = max(tried, key=lambda way: way.gone)
            if best.gone > 0:
                return choice, best
        for way in tried:
            if _serves(way, choice):
                return choice, way
    return None, None


def _serves(way: Tried, choice: Choice) -> bool:
    """Whether a way is of the kind that is chosen."""
    match choice:
        case "whole and clear":
            return way.whole and not way.passed
        case "whole":
            return way.whole
        case "free":
            return way.whole and way.out_of_contact
        case "unblocked":
            return not way.barred
        case "out of contact":
            return way.out_of_contact and way.gone > 0
        case "any":
            return True
        case "farthest":
            return False


def _faced(slider: Slider, flight: FlightTerms, taken: Tried) -> tuple[Plan, Pose]:
    """The plan and end of a move with the final turn, if the terms ask for it and there is room."""
    turn = turn_between(taken.end.heading, taken.heading)
    if flight.facing != "turned after" or not turn:
        return taken.plan, taken.end
    faced = leg_end(Turn(turn), taken.end, slider.course.body.shape)
    if not slider.has_room(taken.end, faced):
        return taken.plan, taken.end
    return (*taken.plan, Turn(turn)), faced


def slide_towards(pose: Pose, heading: int, distance: int) -> Leg | None:
    """The slide of a distance in a direction with the facing kept; none for no distance."""
    if distance < 1:
        return None
    bearing = (heading - pose.heading) % FULL_TURN
    if bearing == 0:
        return Advance(distance)
    if bearing in (QUARTER_TURN, FULL_TURN - QUARTER_TURN):
        return Shift("right" if bearing == QUARTER_TURN else "left", distance)
    if bearing < QUARTER_TURN:
        return Oblique("right", bearing, distance)
    if bearing > FULL_TURN - QUARTER_TURN:
        return Oblique("left", FULL_TURN - bearing, distance)
    return Retire(distance, HALF_TURN - bearing)


def heading_away(body: Body, enemy: Point) -> int:
    """The heading from a point, such as the middle of an enemy, through the middle of a body."""
    if body.pose is None:
        raise ValueError(f"body {body.id} is not on the table")
    return heading_between(enemy, centre(body.pose, body.shape))

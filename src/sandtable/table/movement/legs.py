"""Legs: the manoeuvres a move is made of, where each takes a body, and how people write them.

Lengths are whole hundredths of an inch, angles whole tenths of a degree. Every leg ends on the grid, and the
next begins there, so replaying the legs of a plan gives its end to the unit.

>>> from sandtable.table.space.shape import block
>>> line = block(4, files=4, width=200, depth=200)
>>> leg_end(Wheel("right", 900), Pose(1000, 1000), line)      # about the right front corner, at (1400, 1000)
Pose(x=1400, y=1400, heading=900)
>>> plan_end((Advance(300), AboutFace()), Pose(1000, 1000), line)
Pose(x=1000, y=1100, heading=1800)
>>> plan_in_words((Advance(400), Wheel("left", 300)))
'advance 4, wheel left 30'
>>> plan_in_words(())
'stand still'
"""

from __future__ import annotations

import math
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, assert_never

from msgspec import Meta, Struct

from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    INCH,
    QUARTER_TURN,
    RADIAN,
    SINES,
    nearest_hundredth,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape, frontage

LegSide = Literal["left", "right"]
LEG_SIDES: Final[tuple[LegSide, LegSide]] = ("left", "right")
LegKind = Literal["advance", "wheel", "oblique", "shift", "retire", "turn", "about-face", "reform"]

KINDS: Final[tuple[LegKind, ...]] = (
    "advance",
    "wheel",
    "oblique",
    "shift",
    "retire",
    "turn",
    "about-face",
    "reform",
)
LONGEST: Final = 20_000
"""No single leg is longer than 200 in."""
MOST_LEGS: Final = 48
"""No plan has more legs than this."""
MOST_BASES: Final = 200
"""A reform has at most so many bases."""
USUAL_SLANT: Final = 45 * DEGREE
"""The angle of an oblique that is written without one."""


class Manoeuvre(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="leg"):
    """The base of all legs: frozen values that carry their kind in files."""


class Advance(Manoeuvre, frozen=True, tag="advance"):
    """Straight ahead."""

    distance: int

    def __post_init__(self) -> None:
        if not 1 <= self.distance <= LONGEST:
            _length("an advance", self.distance)


class Wheel(Manoeuvre, frozen=True, tag="wheel"):
    """A turn forward about the inner front corner, to the left or right."""

    side: LegSide
    turn: int

    def __post_init__(self) -> None:
        if not 1 <= self.turn <= HALF_TURN:
            _angle("a wheel", self.turn, 1, HALF_TURN)


class Oblique(Manoeuvre, frozen=True, tag="oblique"):
    """Forward along a line slanting to the left or right, with the facing kept; measured along the slant."""

    side: LegSide
    angle: int
    distance: int

    def __post_init__(self) -> None:
        _angle("an oblique", self.angle, 1, QUARTER_TURN - 1)
        _length("an oblique", self.distance)


class Shift(Manoeuvre, frozen=True, tag="shift"):
    """Straight to one side, with the facing kept."""

    side: LegSide
    distance: int

    def __post_init__(self) -> None:
        _length("a shift", self.distance)


class Retire(Manoeuvre, frozen=True, tag="retire"):
    """Rearwards with the facing kept; a positive slant leans from straight back to the body's own right."""

    distance: int
    slant: int = 0

    def __post_init__(self) -> None:
        _length("a retirement", self.distance)
        _angle("the slant of a retirement", self.slant, 1 - QUARTER_TURN, QUARTER_TURN - 1)


class Turn(Manoeuvre, frozen=True, tag="turn"):
    """A turn on the middle of the footprint, clockwise for a positive angle."""

    turn: int

    def __post_init__(self) -> None:
        _angle("a turn", self.turn, -HALF_TURN, HALF_TURN)
        if self.turn == 0:
            raise ValueError("a turn of 0 degrees is no turn; leave the leg out")


class AboutFace(Manoeuvre, frozen=True, tag="about-face"):
    """A reversal in place: the footprint stays where it is and its rear edge becomes its front."""


class Reform(Manoeuvre, frozen=True, tag="reform"):
    """A change of shape about the middle of the footprint or of its front edge, with a turn on that point.

    With ``about="front"`` the new front may lie *aside*, to the body's right, of the old one.
    """

    shape: Shape
    about: Literal["centre", "front"] = "centre"
    turn: int = 0
    aside: int = 0

    def __post_init__(self) -> None:
        _angle("the turn of a reform", self.turn, -HALF_TURN, HALF_TURN)
        _bases(self.shape)
        if abs(self.aside) > LONGEST:
            raise ValueError(f"a reform lies at most {LONGEST} hundredths of an inch aside, not {self.aside}")


Leg: TypeAlias = Advance | Wheel | Oblique | Shift | Retire | Turn | AboutFace | Reform
Slide: TypeAlias = Advance | Oblique | Shift | Retire
Plan: TypeAlias = Annotated[tuple[Leg, ...], Meta(max_length=MOST_LEGS)]
"""A proposed move: its legs in order. The empty plan stands still."""


class ExactPose(NamedTuple):
    """A pose off the grid, as a body has it in the middle of a leg."""

    x: float
    y: float
    heading: float

    def at(self, right: float, forward: float) -> Point:
        """The point that lies *right* and *forward* of the middle of the front edge."""
        sin, cos = sine_cosine(self.heading)
        return Point(self.x + right * cos + forward * sin, self.y - right * sin + forward * cos)


def kind_of(leg: Leg | type[Leg]) -> LegKind:
    """The kind of a leg or a class of legs, by its name in files and terms."""
    kind: LegKind = leg.__struct_config__.tag  # type: ignore[assignment]  # each tag above is a LegKind
    return kind


def leg_amount(leg: Leg) -> int:
    """The amount of a leg: hundredths of a slide, tenths of a wheel; 0 if it cannot be made in part."""
    match leg:
        case Advance() | Oblique() | Shift() | Retire():
            return leg.distance
        case Wheel():
            return leg.turn
        case Turn() | AboutFace() | Reform():
            return 0
    assert_never(leg)


def shortened(leg: Leg, to: int) -> Leg | None:
    """The leg with no more than this amount; None if that is 0 or the leg cannot be made in part."""
    if to <= 0:
        return None
    match leg:
        case Advance():
            return Advance(min(to, leg.distance))
        case Wheel():
            return Wheel(leg.side, min(to, leg.turn))
        case Oblique():
            return Oblique(leg.side, leg.angle, min(to, leg.distance))
        case Shift():
            return Shift(leg.side, min(to, leg.distance))
        case Retire():
            return Retire(min(to, leg.distance), leg.slant)
        case Turn() | AboutFace() | Reform():
            return None
    assert_never(leg)


def bearing(leg: Slide) -> int:
    """The direction of a slide, clockwise from the heading of the body."""
    match leg:
        case Advance():
            return 0
        case Oblique():
            return leg.angle if leg.side == "right" else FULL_TURN - leg.angle
        case Shift():
            return QUARTER_TURN if leg.side == "right" else FULL_TURN - QUARTER_TURN
        case Retire():
            return HALF_TURN - leg.slant
    assert_never(leg)


def leg_end(leg: Leg, pose: Pose, shape: Shape) -> Pose:
    """Where the leg ends, on the grid."""
    if isinstance(leg, Slide):
        way, gone = (pose.heading + bearing(leg)) % FULL_TURN, leg.distance
        x, y = pose.x + gone * SINES[way], pose.y + gone * COSINES[way]
        return Pose(math.floor(x + 0.5), math.floor(y + 0.5), pose.heading % FULL_TURN)
    if isinstance(leg, Turn | AboutFace):
        # To the bit what `pose_along` gives, since both headings are whole tenths and so in the tables.
        here, there = pose.heading, pose.heading + (leg.turn if isinstance(leg, Turn) else HALF_TURN)
        half, way = shape.depth / 2, there % FULL_TURN
        x, y = pose.x + -half * SINES[here], pose.y + -half * COSINES[here]
        return Pose(math.floor(x + half * SINES[way] + 0.5), math.floor(y + half * COSINES[way] + 0.5), way)
    stance = pose_along(leg, pose, shape, 1.0)
    return Pose(nearest_hundredth(stance.x), nearest_hundredth(stance.y), round(stance.heading) % FULL_TURN)


def end_shape(leg: Leg, shape: Shape) -> Shape:
    """The shape in which the leg ends."""
    return leg.shape if isinstance(leg, Reform) else shape


def plan_end(plan: Plan, pose: Pose, shape: Shape) -> Pose:
    """Where a plan ends, leg by leg, on the grid."""
    for leg in plan:
        pose, shape = leg_end(leg, pose, shape), end_shape(leg, shape)
    return pose


def pose_along(leg: Leg, pose: Pose, shape: Shape, part: float) -> ExactPose:
    """Where the body is after a part (0 to 1) of the leg, not rounded to the grid.

    A turn on the centre passes through the headings between; a reform has only a start and an end.
    """
    match leg:
        case Advance() | Oblique() | Shift() | Retire():
            way = (pose.heading + bearing(leg)) % FULL_TURN
            gone = leg.distance * part
            return ExactPose(pose.x + gone * SINES[way], pose.y + gone * COSINES[way], pose.heading)
        case Wheel():
            return _wheeled(leg, pose, shape, leg.turn * part)
        case Turn():
            return _turned(pose, shape.depth / 2, leg.turn * part, shape.depth / 2)
        case AboutFace():
            return _turned(pose, shape.depth / 2, HALF_TURN * part, shape.depth / 2)
        case Reform():
            return _reformed(leg, pose, shape) if part >= 1 else ExactPose(pose.x, pose.y, pose.heading)
    assert_never(leg)


def sine_cosine(heading: float) -> tuple[float, float]:
    """Sine and cosine of a heading in tenths of a degree, whole or not, from the tables and a series."""
    whole = math.floor(heading + 0.5)
    sin, cos = SINES[whole % FULL_TURN], COSINES[whole % FULL_TURN]
    rest = (heading - whole) * RADIAN
    if rest == 0.0:
        return sin, cos
    square = rest * rest
    rest_sin = rest * (1.0 - square / 6.0)
    rest_cos = 1.0 - square / 2.0 + square * square / 24.0
    return sin * rest_cos + cos * rest_sin, cos * rest_cos - sin * rest_sin


def plan_in_words(plan: Plan) -> str:
    """A plan as a player types it."""
    return ", ".join(map(leg_in_words, plan)) or "stand still"


def leg_in_words(leg: Leg) -> str:
    """One leg as a player types it."""
    match leg:
        case Advance():
            return f"advance {_inches(leg.distance)}"
        case Wheel():
            return f"wheel {leg.side} {_degrees(leg.turn)}"
        case Oblique():
            slant = "" if leg.angle == USUAL_SLANT else f" at {_degrees(leg.angle)}"
            return f"oblique {leg.side} {_inches(leg.distance)}{slant}"
        case Shift():
            return f"shift {leg.side} {_inches(leg.distance)}"
        case Retire():
            lean = f" leaning {_degrees(abs(leg.slant))} {'right' if leg.slant > 0 else 'left'}"
            return f"retire {_inches(leg.distance)}{lean if leg.slant else ''}"
        case Turn():
            return f"turn {'right' if leg.turn > 0 else 'left'} {_degrees(abs(leg.turn))}"
        case AboutFace():
            return "about-face"
        case Reform():
            shape = leg.shape
            return f"reform to {len(shape.bases)} bases, {_inches(shape.width)} by {_inches(shape.depth)}"
        case _:
            assert_never(leg)


def _inches(hundredths: int) -> str:
    return f"{hundredths / INCH:g}"


def _degrees(tenths: int) -> str:
    return f"{tenths / DEGREE:g}"


def _wheeled(leg: Wheel, pose: Pose, shape: Shape, turn: float) -> ExactPose:
    """The pose carried round the front corner on the inside of the wheel."""
    inside = frontage(shape) / 2 if leg.side == "right" else -frontage(shape) / 2
    pivot = pose.at(inside, 0)
    heading = pose.heading + (turn if leg.side == "right" else -turn)
    sin, cos = sine_cosine(heading)
    return ExactPose(pivot.x - inside * cos, pivot.y + inside * sin, heading)


def _turned(pose: Pose, behind: float, turn: float, ahead: float) -> ExactPose:
    """The pose turned on the point that lies *behind* its front, with its new front *ahead* of that point."""
    middle = pose.at(0, -behind)
    sin, cos = sine_cosine(pose.heading + turn)
    return ExactPose(middle.x + ahead * sin, middle.y + ahead * cos, pose.heading + turn)


def _reformed(leg: Reform, pose: Pose, shape: Shape) -> ExactPose:
    """The pose of the new shape."""
    if leg.about == "centre":
        return _turned(pose, shape.depth / 2, leg.turn, leg.shape.depth / 2)
    stance = _turned(pose, 0, leg.turn, 0)
    x, y = stance.at(leg.aside, 0)
    return ExactPose(x, y, stance.heading)


def _length(what: str, distance: int) -> None:
    if not 1 <= distance <= LONGEST:
        raise ValueError(f"{what} goes 1 to {LONGEST} hundredths of an inch, not {distance}")


def _angle(what: str, angle: int, least: int, most: int) -> None:
    if not least <= angle <= most:
        raise ValueError(
            f"{what} is {least} to {most} tenths of a degree, not {angle}, so {angle / DEGREE:g} degrees"
        )


def _bases(shape: Shape) -> None:
    if not 1 <= len(shape.bases) <= MOST_BASES or shape.width < 1 or shape.depth < 1:
        raise ValueError(
            f"a body reforms into 1 to {MOST_BASES} bases with some width and depth, "
            f"not {len(shape.bases)} bases of {shape.width} by {shape.depth}"
        )

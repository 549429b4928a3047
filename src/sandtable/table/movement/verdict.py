"""Verdicts: what a plan costs, item by item, where it ends, and the obstacles to it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table.movement.legs import Plan
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

Code = Literal[
    "legs",
    "order",
    "limit",
    "allowance",
    "full",
    "overlap",
    "ends-on",
    "near",
    "ground",
    "table",
    "path",
    "zone",
]
"""The kinds of obstacles: too many legs, a leg out of order, a leg beyond its own limits, the allowance, a
move not made in full, another body in the way or under the end, a distance to keep, ground, the table edge, a
path to keep to, a zone."""


class CostItem(Struct, frozen=True, gc=False):
    """A part of the cost of a leg, in hundredths of an inch of the allowance, with its reason and rule."""

    amount: float
    words: str
    rule: str = ""


class LegCost(Struct, frozen=True, gc=False):
    """What one leg costs and the items that add up to it."""

    cost: float
    items: tuple[CostItem, ...]


class Obstacle(Struct, frozen=True, gc=False):
    """Why a plan is not legal: the rule, what was measured, the limit, by how much it fails, and where.

    Lengths are hundredths of an inch, angles tenths of a degree; *leg* is the place in the plan, *at* how far
    along that leg; *place* is where the middle of the front then is. Words that name the body are *opening*
    up to its name and *rest* after it; others are all *opening*.
    """

    code: Code
    opening: str
    rule: str = ""
    leg: int = 0
    at: float = 0.0
    measured: float = 0.0
    limit: float = 0.0
    missing: float = 0.0
    place: Point | None = None
    body: int = -1
    piece: str = ""
    rest: str | None = None

    @property
    def words(self) -> str:
        """The obstacle in words, in which the body has its number."""
        return self.words_naming(f"body {self.body}")

    def words_naming(self, name: str) -> str:
        """The obstacle in words, in which the body has a name."""
        return self.opening if self.rest is None else f"{self.opening}{name}{self.rest}"


class Verdict(Struct, frozen=True, gc=False):
    """The judgement on a plan: its costs, the allowance that holds and what is left of it, the end and the
    shape there, the obstacles, the marks made, the ground entered, the bodies passed, and the plan."""

    costs: tuple[LegCost, ...]
    allowance: int
    cost: float
    left: float
    end: Pose
    shape: Shape
    obstacles: tuple[Obstacle, ...] = ()
    marks: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    passed: tuple[int, ...] = ()
    plan: Plan = ()

    @property
    def is_legal(self) -> bool:
        """Whether the plan has no obstacles."""
        return not self.obstacles

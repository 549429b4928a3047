"""The course of one body: the body, its terms and the scene, with the rows that the kernels work on."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.movement.kernels.rows import Stand, World
from sandtable.table.movement.kernels.survey import FOUND, LAND
from sandtable.table.movement.layout import LaidWorld, goings_of, lay_out
from sandtable.table.movement.legs import Leg, Plan
from sandtable.table.movement.terms import Going, Opening, Passing, Terms, allowances_of
from sandtable.table.movement.verdict import Verdict
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

if TYPE_CHECKING:
    from sandtable.table.movement.check import LegResult


class PlanState(NamedTuple):
    """A body after some legs of a plan: pose and shape, what it has spent, and a bit for each mark made."""

    pose: Pose
    shape: Shape
    spent: float = 0.0
    marks: int = 0


class Course:
    """One body that moves under some terms in a scene, with the rows that the kernels work on.

    It keeps its verdicts and the legs it has worked out, because a plan is made first and judged later, often
    more than once.
    """

    __slots__ = (
        "_by_opening",
        "_survey_rows",
        "_worlds",
        "body",
        "leg_results",
        "longest_legs",
        "mode",
        "pose",
        "scene",
        "terms",
        "verdicts",
    )

    def __init__(self, body: Body, terms: Terms, scene: Scene) -> None:
        self._worlds: dict[Shape, LaidWorld] = {}
        if body.pose is None:
            raise ValueError(f"body {body.id} is not on the table and cannot move")
        self.body, self.terms, self.scene, self.pose = body, terms, scene, body.pose
        self.mode = compiled.now.mode
        self._survey_rows: tuple[Floats, Floats] | None = None
        self.verdicts: dict[Plan, Verdict] = {}
        self.leg_results: dict[Plan, list[LegResult]] = {}
        self.longest_legs: dict[tuple[Leg, PlanState], tuple[Leg | None, PlanState]] = {}
        self._by_opening: dict[Opening, Course] = {}

    def __del__(self) -> None:
        # Hand the rows to the next course over the same ground.
        for laid in self._worlds.values():
            laid.layout.spare.append(laid.world)

    @property
    def goings(self) -> tuple[Going | None, ...]:
        """The going of each piece of ground; None where the terms name neither it nor its kind."""
        return goings_of(self.scene.field, self.terms.goings)

    @property
    def passings(self) -> dict[int, Passing]:
        """The terms of passing by body. The dictionary is shared: do not change it."""
        return passings_of(self.terms.passing)

    @property
    def far(self) -> float:
        """The distance beyond which another body does not limit this one."""
        keeps = self.terms.keeps
        return (max([keep.distance for keep in keeps]) if keeps else 0) + TOLERANCE

    @property
    def survey_rows(self) -> tuple[Floats, Floats]:
        """The rows into which a survey writes what it finds of bodies and ground.

        All courses of a thread share them, so a survey must be read before the next is made.
        """
        if self._survey_rows is None:
            key = len(self.scene.bodies), len(self.scene.field.pieces), compiled.now.mode
            self._survey_rows = _last.survey_rows.get(key)
            if self._survey_rows is None:
                self._survey_rows = compiled.zeros(key[0] * FOUND), compiled.zeros(key[1] * LAND)
                _last.survey_rows[key] = self._survey_rows
        return self._survey_rows

    @property
    def start(self) -> PlanState:
        """The state of a plan before its first leg."""
        return PlanState(self.pose, self.body.shape)

    @property
    def world(self) -> World:
        """The rows for the body in its own shape."""
        return self.world_of(self.body.shape)

    def world_of(self, shape: Shape) -> World:
        """The rows for the body in this shape, used by no other course."""
        laid = self._worlds.get(shape)
        if laid is None:
            laid = self._worlds[shape] = lay_out(self.body, self.terms, self.scene, shape)
        return laid.world

    def through(self, opening: Opening) -> Course:
        """The course of the same body under the same terms, but with this opening; kept."""
        path = self._by_opening.get(opening)
        if path is None:
            terms = replace(self.terms, opening=opening)
            path = self._by_opening[opening] = Course(self.body, terms, self.scene)
        return path

    def allowances(self) -> tuple[int, ...]:
        """The allowance that holds for each set of marks, a bit for each mark in their order."""
        return allowances_of(self.terms.allowance, self.terms.marks)


class _Last(threading.local):
    """The last course and the survey rows of a thread; kernels write in both, so threads share neither."""

    course: Course | None = None

    def __init__(self) -> None:
        self.survey_rows: dict[tuple[int, int, compiled.Mode], tuple[Floats, Floats]] = {}


_last: Final = _Last()


def course_of(body: Body, terms: Terms, scene: Scene) -> Course:
    """The course of a body; the last one is kept, since a plan is made first and judged next."""
    last = _last.course
    if (
        last is None
        or last.body is not body
        or last.scene is not scene
        or last.mode != compiled.now.mode
        or (last.terms is not terms and last.terms != terms)
    ):
        last = _last.course = Course(body, terms, scene)
    return last


@lru_cache(maxsize=1024)
def passings_of(passing: tuple[Passing, ...]) -> dict[int, Passing]:
    """The terms of passing by body. The dictionary is shared: do not change it."""
    return {number: each for each in passing for number in each.bodies}


def pose_row(pose: Pose) -> Stand:
    """A pose as kernels read it."""
    return (pose.x, pose.y, pose.heading)

"""The passage of one leg of which it is known that nothing bars it: where it ends, through what and whom."""

from __future__ import annotations

from msgspec import Struct

from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import listed_in, way_of
from sandtable.table.movement.kernels import rows as place
from sandtable.table.movement.kernels.survey import SET_DOWN, go_through
from sandtable.table.movement.legs import Leg, Reform, amount, end
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape


class Passage(Struct, frozen=True, gc=False):
    """Where a leg ends, and what it goes through: pieces of ground, and bodies that may be passed, by their
    places in the lists of a scene."""

    end: Pose
    lands: list[int]
    bodies: list[int]


def passage(course: Course, leg: Leg, pose: Pose, shape: Shape) -> Passage | None:
    """What a leg goes through, as `meet` tells it: a turn in place through nothing; none of a reform."""
    how, inside = way_of(leg, shape)
    if how == SET_DOWN:
        return None if isinstance(leg, Reform) else Passage(end(leg, pose, shape), [], [])
    world = course.world_of(shape)
    here = (pose.x, pose.y, pose.heading)
    bodies, lands, there = go_through(how, here, inside, amount(leg), world)
    return Passage(
        Pose(*there),
        listed_in(world, place.LANDS, lands) if lands else [],
        listed_in(world, place.NEAR, bodies) if bodies else [],
    )

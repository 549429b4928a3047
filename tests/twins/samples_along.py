"""The slow twin of what a plan meets: the body is drawn at many places along its legs.

A twin answers the same question as a fast module of ``src``, in the plainest way that can be trusted and with
no regard for speed; tests compare the two. Only tests import a twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapely.geometry import Polygon

from sandtable.table.movement import Leg, Plan, Slide, Wheel, end_shape, leg_amount, leg_end, pose_along
from sandtable.table.movement.legs import ExactPose
from sandtable.table.movement.prices import length_per_unit
from sandtable.table.space import Body, Pose, Shape, standing

Outline = Callable[[Pose | ExactPose, Shape], Polygon]

SAMPLES: Final = 60
"""A slide or wheel is drawn at its start and after so many equal parts of it."""


def samples_along(outline: Outline, body: Body, plan: Plan) -> Iterator[tuple[Polygon, float]]:
    """The body drawn at many places along a plan, each with how far any part of it goes to the next place.

    A leg that sets the body down is drawn at its end only.
    """
    pose, shape = standing(body), body.shape
    for leg in plan:
        step, ended = farthest(leg, shape) / SAMPLES, leg_end(leg, pose, shape)
        if leg_amount(leg):
            for part in range(SAMPLES + 1):
                yield outline(pose_along(leg, pose, shape, part / SAMPLES), shape), step
        else:
            yield outline(ended, end_shape(leg, shape)), step
        pose, shape = ended, end_shape(leg, shape)


def farthest(leg: Leg, shape: Shape) -> float:
    """How far the corner goes that moves farthest in a slide or wheel; 0 in a leg that sets the body down."""
    if isinstance(leg, Wheel):
        return leg.turn * length_per_unit("wheel", "farthest corner", shape)
    return float(leg.distance) if isinstance(leg, Slide) else 0.0

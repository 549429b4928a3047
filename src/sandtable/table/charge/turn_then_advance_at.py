"""Lunging at somebody: whether any lunge touches one of those wanted, and how far lunges reach."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.table import compiled
from sandtable.table.charge.kernels.turn_then_advance import LUNGE
from sandtable.table.charge.kernels.turn_then_advance_at import lunge_any
from sandtable.table.charge.turn_then_advance import First, Nearness, asked_of
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.legs import RADIAN
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.shape import Shape


def can_lunge(
    course: Course,
    turns: Sequence[int],
    bodies: Sequence[int],
    wanted: Sequence[int],
    first: First,
    near: Nearness,
) -> bool:
    """Is there any of the lunges of a body (see `lunges`) that touches one of those wanted?"""
    if not turns or not wanted:
        return False
    found = lunge_any(
        pose_row(course.pose),
        compiled.wholes(turns),
        int(first == "wheel"),
        course.world,
        asked_of(course, bodies, near),
        compiled.wholes([int(body in wanted) for body in bodies]),
        compiled.zeros(2 * len(bodies)),
        compiled.zeros(len(bodies) * LUNGE),
    )
    return found == 1


def lunge_reach(shape: Shape, widest: int, allowance: float, first: First, near: Nearness) -> float:
    """Whoever is farther off than this is not touched by a lunge that opens with no wider a turn.

    A pivot takes no corner farther than the diagonal is long. A wheel costs what its outer front corner goes;
    the rear corner goes farther by as much as the diagonal is longer than the front.
    """
    diagonal = math.hypot(shape.width, shape.depth)
    beyond = diagonal if first == "pivot" else (diagonal - shape.width) * widest * RADIAN
    return allowance + beyond + near.touch + near.slack + TOLERANCE

"""Headings between units, worked out plainly."""

from __future__ import annotations

import math

from sandtable.table.space import DEGREE, FULL_TURN, Body, centre, standing


def facing_towards(one: Body, other: Body) -> int:
    """The heading from the centre of one unit to that of another."""
    here, there = centre(standing(one), one.shape), centre(standing(other), other.shape)
    return round(math.degrees(math.atan2(there.x - here.x, there.y - here.y)) * DEGREE) % FULL_TURN

"""What the ground makes of ways ahead: the kernel that tells them all against the one check."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.table.charge import prices_ahead
from sandtable.table.compiled import Mode
from sandtable.table.movement import (
    FREE,
    Advance,
    Course,
    Going,
    LegTerms,
    Opening,
    Plan,
    Terms,
    Wheel,
    check,
)
from sandtable.table.space import Scene

Scatter = Callable[[int, int, int], Scene]
WAYS = ((0, 500), (300, 400), (-250, 350), (900, 100), (-40, 0))
TERMS = Terms(
    2000,
    (LegTerms("advance"), LegTerms("wheel", FREE)),
    goings=(Going("forest", multiplier=2.0), Going("rough", toll=75), Going("hill", multiplier=1.5)),
    opening=Opening(("water",), ("forest",)),
    outline="footprint",
)


def plan_of(turn: int, length: int) -> Plan:
    wheel = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
    return (*wheel, Advance(length))


def test_ways_ahead_cost_what_the_check_says_of_each(scatter: Scatter, mode: Mode) -> None:
    dear = 0
    for seed in range(30):
        scene = scatter(seed, 3, 8)
        body = next(one for one in scene.bodies if one.pose is not None)
        prices = prices_ahead(Course(body, TERMS, scene), WAYS)
        for (turn, length), price in zip(WAYS, prices, strict=True):
            cost = check(body, plan_of(turn, length), TERMS, scene).costs[-1].cost if length else 0.0
            assert price == pytest.approx(cost, abs=1e-6)
            dear += price > length
    assert dear > 10

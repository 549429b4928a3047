"""A body whose foremost rank is narrower than itself wheels about the ends of that rank."""

from __future__ import annotations

import math

import pytest

from sandtable.table.movement import Advance, LegTerms, PerInch, Terms, Wheel, check, leg_end
from sandtable.table.planning import nearest_plan
from sandtable.table.space import Base, Body, Field, Pose, Scene, Shape, block
from sandtable.table.space.shape import frontage

WEDGE = Shape(
    (
        Base(0, 0, 150, 75),
        Base(-75, -75, 150, 75, rank=1),
        Base(75, -75, 150, 75, rank=1),
    ),
    300,
    150,
)
TERMS = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))


def scene(*others: Body) -> Scene:
    return Scene(Field(7200, 4800), (Body(0, 0, Pose(2000, 1000), WEDGE), *others))


def test_the_front_of_a_block_is_its_width_and_that_of_a_wedge_its_tip() -> None:
    assert frontage(block(5, files=2, width=200, depth=200)) == 400
    assert frontage(WEDGE) == 150


def test_a_wedge_wheels_about_an_end_of_its_tip() -> None:
    """A quarter turn about the right end of the tip, 0.75 in from its middle."""
    assert leg_end(Wheel("right", 900), Pose(2000, 1000), WEDGE) == Pose(2075, 1075, 900)


def test_the_outer_end_of_the_tip_is_what_a_wheel_of_a_wedge_is_measured_by() -> None:
    here = scene()
    verdict = check(here.bodies[0], (Wheel("left", 600),), TERMS, here)
    assert verdict.cost == pytest.approx(150 * math.pi / 3)
    assert verdict.end == leg_end(Wheel("left", 600), Pose(2000, 1000), WEDGE)


def test_a_wheel_of_a_wedge_swings_its_broad_rear() -> None:
    """A body that stands beside the rear rank is struck by it though it lies beyond the tip."""
    beside = Body(1, 1, Pose(1830, 960), block(1, files=1, width=20, depth=20))
    here = scene(beside)
    found = check(here.bodies[0], (Wheel("right", 600),), TERMS, here)
    assert [obstacle.code for obstacle in found.obstacles] == ["overlap"]


def test_a_wedge_dragged_aside_gets_a_plan_that_ends_there() -> None:
    here = scene()
    wanted = leg_end(Advance(300), leg_end(Wheel("right", 300), Pose(2000, 1000), WEDGE), WEDGE)
    found = nearest_plan(here.bodies[0], wanted, TERMS, here)
    assert found.verdict.end == wanted

"""Zones on the way of a leg, against a mover placed at many points along it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from shapely.geometry import Polygon

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    Course,
    Leg,
    LegTerms,
    Oblique,
    Plan,
    Shift,
    Terms,
    Wheel,
    Zone,
    check,
    leg_amount,
    pose_along,
)
from sandtable.table.movement.conditions import ZonesMet, zones_met
from sandtable.table.space import TOLERANCE, Body, Point, Scene, corners, standing

Scatter = Callable[[int, int, int], Scene]
Outline = Callable[..., Polygon]
LEGS: tuple[Leg, ...] = (
    Advance(300),
    Wheel("left", 400),
    Wheel("right", 150),
    Oblique("left", 300, 200),
    Shift("right", 250),
    AboutFace(),
)
SAID = (
    LegTerms("advance", FREE),
    LegTerms("wheel", FREE),
    LegTerms("oblique", FREE, widest=450),
    LegTerms("shift", FREE),
    LegTerms("about-face", FREE),
)


def before(body: Body) -> tuple[Point, ...]:
    """A square of 4 in before the front of a body."""
    pose = standing(body)
    return pose.at(-200, 0), pose.at(200, 0), pose.at(200, 400), pose.at(-200, 400)


def courses(scatter: Scatter) -> Iterator[Course]:
    """Bodies among enemies that each have a zone before their front."""
    for seed in range(6):
        scene = scatter(seed, 10, 0)
        for body in scene.bodies[:3]:
            enemies = [other for other in scene.bodies if other.side != body.side and other.pose is not None]
            zones = tuple(Zone(other.id, before(other)) for other in enemies)
            said = Terms(900, SAID, zones=zones, outline="footprint")
            yield Course(body, said, scene)


def met(course: Course, leg: Leg) -> ZonesMet:
    return zones_met(course, course.terms.zones, leg, course.pose, course.body.shape)


def test_a_leg_comes_into_zones_where_the_mover_put_down_along_it_does(
    scatter: Scatter, plain_kernels: None
) -> None:
    entered = 0
    for course in courses(scatter):
        shape, steps = course.body.shape, 12
        for leg in LEGS[:4]:
            zoned = met(course, leg)
            outlines = [
                Polygon(corners(pose_along(leg, course.pose, shape, n / steps), shape)) for n in range(steps)
            ]
            for n, zone in enumerate(course.terms.zones):
                ring = Polygon(zone.ring)
                deep = [outline.buffer(-3 * TOLERANCE).intersects(ring) for outline in outlines]
                near = [outline.buffer(2 * TOLERANCE).intersects(ring) for outline in outlines]
                assert deep[0] <= zoned.inside[n] <= near[0]
                if not zoned.inside[n] and any(deep):
                    assert zoned.entries[n] <= leg_amount(leg) * deep.index(True) / steps
                    entered += 1
                if not any(near):
                    assert zoned.entries[n] > leg_amount(leg) * (steps - 1) / steps
    assert entered > 5


def test_a_body_that_is_set_down_enters_no_zone_on_its_way(scatter: Scatter, plain_kernels: None) -> None:
    for course in courses(scatter):
        assert all(entry == inf for entry in met(course, AboutFace()).entries)


def test_compiled_and_plain_zones_are_the_same_to_the_bit(scatter: Scatter, plain_kernels: None) -> None:
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    found = []
    for each in modes:
        compiled.use(each)
        found.append([met(course, leg) for course in courses(scatter) for leg in LEGS])
    assert found[0] == found[1]


def test_zones_bind_some_plans_and_not_others(scatter: Scatter, plain_kernels: None) -> None:
    plans: tuple[Plan, ...] = ((Advance(300), Wheel("left", 400)), (Wheel("right", 200), LEGS[3]))
    verdicts = [
        check(course.body, plan, course.terms, course.scene) for course in courses(scatter) for plan in plans
    ]
    bound = [one for one in verdicts if any(found.code == "zone" for found in one.obstacles)]
    assert 0 < len(bound) < len(verdicts)

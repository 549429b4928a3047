"""Stepping aside: the first clear place on every way, by the slow way of small steps."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from sandtable.table.compiled import Mode
from sandtable.table.forced import step_aside
from sandtable.table.forced.making_way import (
    _clear_after,
    _first_clear,
    _headings,
    _nearest_clear,
    _overlapped,
    is_clear,
)
from sandtable.table.measure import gap, gaps_to_all
from sandtable.table.space import HAIR, TOLERANCE, Body, Field, Pose, Scene, block

MakeScene = Callable[[int, int, int], Scene]
RIDER = block(1, files=1, width=100, depth=200)


def with_rider(scene: Scene, pose: Pose) -> Scene:
    return Scene(scene.field, (*scene.bodies, Body(len(scene.bodies), 0, pose, RIDER)))


def test_who_steps_aside_stands_clear_and_no_nearer_place_on_any_way_is_clear(
    random_scene: MakeScene, mode: Mode
) -> None:
    moved = 0
    for seed in range(12):
        scene = with_rider(random_scene(seed, 10, 0), Pose(1500, 1500, seed * 100))
        rider = scene.bodies[-1]
        assert rider.pose is not None
        there = step_aside(rider, scene)
        far = math.hypot(there.x - rider.pose.x, there.y - rider.pose.y)
        assert far == 0 or is_clear(Body(rider.id, 0, there, RIDER), scene)
        moved += far > 0
        for degree in range(0, 360, 15):
            way = math.sin(math.radians(degree)), math.cos(math.radians(degree))
            for step in range(0, int(far) - 3, 5):
                pose = Pose(
                    round(rider.pose.x + step * way[0]),
                    round(rider.pose.y + step * way[1]),
                    rider.pose.heading,
                )
                tried = Body(rider.id, 0, pose, RIDER)
                others = (other for other in scene.bodies[:-1] if other.pose is not None)
                assert any(gap(tried, other) < 0 for other in others), (seed, degree, step)
    assert moved


def test_places_near_by_are_those_of_all_places_that_are_near(random_scene: MakeScene, mode: Mode) -> None:
    near = 0
    for seed in range(12):
        scene = with_rider(random_scene(seed, 14, 0), Pose(1500, 1500, seed * 100))
        ways = [5, 777, 1234, 3599]
        everywhere = _clear_after(scene.bodies[-1], ways, scene, math.inf)
        for most in (50.0, 400.0, 900.0):
            found = _clear_after(scene.bodies[-1], ways, scene, most)
            assert found == [length if length <= most else math.inf for length in everywhere]
            near += sum(0 < length <= most for length in found)
    assert near > 100


def test_a_rider_over_the_edge_comes_back_onto_the_table(mode: Mode) -> None:
    scene = with_rider(Scene(Field(3000, 3000), ()), Pose(1000, 150))
    assert step_aside(scene.bodies[0], scene) == Pose(1000, 200)


def test_a_rider_between_two_lines_passes_the_thinner_way_out(mode: Mode) -> None:
    """The two lines leave no gap between them, and together they are 8 in wide and 4 in deep."""
    line = block(4, files=4, width=200, depth=200)
    front, rear = Body(0, 0, Pose(1500, 1700), line), Body(1, 0, Pose(1500, 1500), line)
    scene = with_rider(Scene(Field(3000, 3000), (front, rear)), Pose(1500, 1550))
    assert step_aside(scene.bodies[2], scene) == Pose(1500, 1300)


@pytest.mark.parametrize("where", [Pose(1500, 1500), Pose(300, 300, 450)])
def test_who_stands_clear_stays(where: Pose, mode: Mode) -> None:
    scene = with_rider(Scene(Field(3000, 3000), ()), where)
    assert step_aside(scene.bodies[0], scene) == where


def test_the_nearest_place_is_the_first_of_all_that_are_tried(random_scene: MakeScene, mode: Mode) -> None:
    """Differential: all ways are listed, and places are tried in order of distance."""
    found = 0
    for seed in range(60):
        edge = seed % 3 == 0
        pose = Pose(60 if edge else 1500, 1500, seed * 59 % 3600)
        scene = with_rider(random_scene(seed, 14, 0), pose)
        rider = scene.bodies[-1]
        overlapped = _overlapped(rider, scene)
        gaps = gaps_to_all(rider, scene)
        assert overlapped == [n for n in range(len(gaps) - 1) if -gaps[n] > TOLERANCE + HAIR]
        more = _headings(rider, scene, overlapped)
        there = _nearest_clear(rider, more, scene)
        if there is not None:
            found += 1
            assert there == _first_clear(rider, more, scene, ())
    assert found > 40

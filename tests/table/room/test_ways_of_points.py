"""Straight ways of points: what boxes alone settle, against the slow questions."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.compiled import Mode
from sandtable.table.forced import Rectangle, is_way_free
from sandtable.table.measure import distance_to_point, nearest_to_point
from sandtable.table.room import bodies_near_points, reach_of_points
from sandtable.table.space import Point, Scene, corners

MakeScene = Callable[[int, int, int], Scene]

LIMIT, ROOM = 1200.0, 100.0


def test_a_way_that_is_called_open_is_free_and_each_goal_in_reach_is_named(
    random_scene: MakeScene, mode: Mode
) -> None:
    found = {"open": 0, "doubtful": 0}
    for seed in range(40):
        scene, place = random_scene(seed, 9, 5), Point(300.0 + 60 * seed, 1400.0)
        here = [body for body in scene.bodies if body.pose is not None]
        told = reach_of_points((place,), 0, scene, LIMIT, ROOM, ())[0]
        friends = [body for body in here if body.side == 0]
        near = [one.id for one in friends if distance_to_point(one, place, "footprint") <= LIMIT]
        assert sorted((*told.open, *told.doubtful)) == near
        enemies = [corners(foe.pose, foe.shape) for foe in here if foe.side == 1 and foe.pose is not None]
        for goal in told.open:
            there = nearest_to_point(scene.bodies[goal], place, "footprint")
            assert is_way_free(place, there, enemies, ROOM), seed
        lengths = [distance_to_point(foe, place, "footprint") for foe in here if foe.side == 1]
        assert told.enemy == min(lengths)
        found["open"] += len(told.open)
        found["doubtful"] += len(told.doubtful)
    assert min(found.values()) > 20


def test_what_is_told_of_several_places_at_once_is_told_of_each(random_scene: MakeScene, mode: Mode) -> None:
    for seed in range(10):
        scene = random_scene(seed, 9, 5)
        places = [Point(300.0 + 400 * number, 1400.0 + 90 * seed) for number in range(4)]
        bars = [Rectangle(900.0, 1200.0, 1500.0, 1500.0)]
        each = [reach_of_points((place,), 1, scene, LIMIT, ROOM, bars)[0] for place in places]
        assert reach_of_points(places, 1, scene, LIMIT, ROOM, bars) == each


def test_closed_ground_across_the_way_makes_it_doubtful(random_scene: MakeScene, mode: Mode) -> None:
    scene, place = random_scene(3, 9, 0), Point(2000.0, 1400.0)
    everywhere = [Rectangle(0.0, 0.0, 7200.0, 4800.0)]
    plain = reach_of_points((place,), 0, scene, LIMIT, ROOM, ())[0]
    closed = reach_of_points((place,), 0, scene, LIMIT, ROOM, everywhere)[0]
    assert plain.open
    assert not closed.open
    assert closed.doubtful == sorted((*plain.open, *plain.doubtful))


def test_the_bodies_near_some_places_are_those_within_the_distance(
    random_scene: MakeScene, mode: Mode
) -> None:
    for seed in range(30):
        scene = random_scene(seed, 12, 4)
        places = [Point(200.0 * seed, 900.0 + 70 * seed), Point(4000.0 - 90 * seed, 2500.0)][: 1 + seed % 2]
        for side in (0, 1):
            bodies = [body for body in scene.bodies if body.side == side and body.pose is not None]
            near = {one.id for one in bodies for at in places if distance_to_point(one, at) <= 800.0}
            assert bodies_near_points(places, side, scene, 800.0) == near
    assert bodies_near_points((), 0, scene, 800.0) == frozenset()

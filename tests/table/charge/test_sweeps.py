"""Sweeps: whom a slide comes over, told by sides, against the figure that is swept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.table.charge import (
    Figure,
    bodies_in,
    bodies_on_ways,
    corridors,
    ground_in,
    interior,
    is_ground_on_way,
)
from sandtable.table.compiled import Mode
from sandtable.table.forced import slide_towards
from sandtable.table.measure.terrain import ALL
from sandtable.table.movement import leg_end
from sandtable.table.space import Layers, Scene, corners, hull, standing

LAYERS = Layers(covering=("road", "house"), under=("hill",))
MakeScene = Callable[[int, int, int], Scene]


def test_whom_a_slide_comes_over_lies_inside_of_the_figure_that_it_sweeps(
    random_scene: MakeScene, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Figure] = []

    def looked(figure: Figure) -> Figure:
        looked_at.append(figure)
        return interior(figure)

    monkeypatch.setattr(corridors, "interior", looked)
    met = ways_made = 0
    for seed in range(12):
        scene = random_scene(seed, 10, 3)
        here = [body for body in scene.bodies if body.pose is not None]
        numbers = [body.id for body in here]
        for body in here[::3]:
            pose, shape = standing(body), body.shape
            legs = [slide_towards(pose, heading, 40 + 90 * seed) for heading in range(0, 3600, 450)]
            ways = [(pose, leg_end(leg, pose, shape)) for leg in legs if leg is not None]
            for way, found in zip(ways, bodies_on_ways(ways, shape, numbers, scene), strict=True):
                figure = interior(hull((*corners(way[0], shape), *corners(way[1], shape))))
                assert sorted(found) == sorted(bodies_in(figure, scene))
                met += len(found)
            ways_made += len(ways)
    assert met > 100
    assert len(looked_at) < ways_made / 4, "most is told by sides alone"


def test_without_ways_or_bodies_nobody_is_met(random_scene: MakeScene, mode: Mode) -> None:
    scene = random_scene(1, 4, 0)
    body = next(one for one in scene.bodies if one.pose is not None)
    way = (standing(body), standing(body))
    assert bodies_on_ways((), body.shape, (0,), scene) == []
    assert bodies_on_ways((way,), body.shape, (), scene) == [()]


def test_ground_lies_on_a_way_if_it_lies_inside_of_the_figure_that_is_swept(
    random_scene: MakeScene, mode: Mode
) -> None:
    told = {True: 0, False: 0}
    for seed in range(20):
        scene = random_scene(seed, 5, 6)
        for body in scene.bodies:
            if body.pose is None:
                continue
            for turn, far in ((0, 700), (0, 1), (450, 300)):
                leg = slide_towards(body.pose, (body.pose.heading + turn) % 3600, far)
                assert leg is not None
                way = body.pose, leg_end(leg, body.pose, body.shape)
                figure = interior(hull((*corners(way[0], body.shape), *corners(way[1], body.shape))))
                for kinds in (("wood",), ("house", "wood"), ("river",), ()):
                    for layers in (ALL, LAYERS):
                        found = is_ground_on_way(way, body.shape, scene.field, kinds, layers)
                        assert found is bool(ground_in(figure, scene.field, kinds, layers)), (seed, body.id)
                        told[found] += 1
    assert min(told.values()) > 100

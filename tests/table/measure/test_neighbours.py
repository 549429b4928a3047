"""Neighbours: measured together, bodies are as near to one another as each pair by itself."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.measure import distances, enemies_near, friends_within, neighbours, neighbours_of
from sandtable.table.measure.distance import gaps_of
from sandtable.table.space import Outline, Scene

MakeScene = Callable[[int, int, int], Scene]
OUTLINES: tuple[Outline, ...] = ("bases", "footprint")


def test_the_nearest_enemies_are_those_of_all_pairs(random_scene: MakeScene, mode: Mode) -> None:
    overlapping = 0
    for seed, outline in zip(range(12), OUTLINES * 6, strict=True):
        scene = random_scene(seed, 12, 0)
        to_enemy, slow = enemies_near(scene, outline), distances(scene, outline)
        for body in scene.bodies:
            enemies = [other for other in scene.bodies if other.side != body.side]
            assert to_enemy[body.id] == min((slow.gap(body.id, one.id) for one in enemies), default=math.inf)
        overlapping += min(to_enemy) < 0.0
    assert overlapping


def test_one_body_is_as_near_to_all_as_measured_from_where_it_stands(
    random_scene: MakeScene, mode: Mode
) -> None:
    for seed in range(6):
        scene = random_scene(seed, 9, 0)
        for body in scene.bodies:
            found = neighbours_of(body.id, scene, "footprint")
            gaps, to_other, to_enemy = found.gaps, found.to_other, found.to_enemy
            slow = gaps_of(body.id, scene, "footprint")
            slow[body.id] = 0.0
            assert compiled.listed(gaps) == slow
            others = [other for other in scene.bodies if other.id != body.id]
            assert to_other == min((slow[other.id] for other in others), default=math.inf)
            enemies = [other for other in others if other.side != body.side]
            assert to_enemy == min((slow[other.id] for other in enemies), default=math.inf)


def test_friends_within_a_distance_are_those_measured_so_near(
    random_scene: MakeScene, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for seed in range(12):
        monkeypatch.setattr(neighbours, "BITS", 62 if seed % 3 else 3)
        scene = random_scene(seed, 12, 0)
        for body in scene.bodies:
            gaps = gaps_of(body.id, scene)
            for far in (0.0, 400.0, min(sorted(gaps)[4], 900.0), 9000.0):
                near = [
                    other.id
                    for other in scene.bodies
                    if other.side == body.side and other is not body and gaps[other.id] <= far
                ]
                assert friends_within(body.id, scene, far) == sum(1 << friend for friend in near)
                found.add(len(near))
    assert len(found) > 4

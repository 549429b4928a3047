"""Fitting in: places tried together are as near to others as each by itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from sandtable.table.body import Body
from sandtable.table.distance import gaps_to_all
from sandtable.table.fitting import berths
from sandtable.table.kernels.running import Mode
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import block

MakeScene = Callable[[int, int, int], Scene]
SHAPES = tuple(block(6, files=files, width=100, depth=100) for files in (1, 2, 6))


def test_places_tried_together_are_as_near_to_others_as_each_alone(
    random_scene: MakeScene, mode: Mode
) -> None:
    for seed in range(6):
        scene, dice = random_scene(seed, 10, 0), Random(seed)
        number = dice.randrange(10)
        places = [
            (Pose(dice.randrange(3000), dice.randrange(3000), dice.randrange(3600)), shape)
            for shape in SHAPES
        ]
        found = berths(number, places, scene)
        for (pose, shape), (to_other, to_enemy) in zip(places, found, strict=True):
            gaps = gaps_to_all(Body(number, 0, pose, shape), scene, "footprint")
            others = [body for body in scene.bodies if body.id != number]
            enemies = [body for body in others if body.side != scene.bodies[number].side]
            assert to_other == min((gaps[body.id] for body in others), default=math.inf)
            assert to_enemy == min((gaps[body.id] for body in enemies), default=math.inf)

"""Standing room: what one call tells of all places is what the general question of room tells of them."""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.table.compiled.running import Mode
from sandtable.table.measure.distance import gaps_to_all
from sandtable.table.measure.terrain import ALL
from sandtable.table.room.places import Demands, Place, have_room
from sandtable.table.room.standing_room import standing_room
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import block

MakeScene = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=100, depth=100)
COLUMN = block(4, files=2, width=100, depth=100)
SOLID = ("house", "wood")


def test_a_body_has_room_where_the_general_question_finds_it(random_scene: MakeScene, mode: Mode) -> None:
    rng, told = random.Random(5), {True: 0, False: 0}
    for seed in range(50):
        scene = random_scene(seed, 7, 3)
        mover = next((body for body in scene.bodies if body.pose is not None), None)
        if mover is None:
            continue
        apart = rng.choice((0, 100, 400))
        places = [
            Place(
                Pose(rng.randrange(scene.field.width), rng.randrange(scene.field.depth), rng.randrange(3600)),
                rng.choice((LINE, COLUMN, mover.shape)),
            )
            for _ in range(8)
        ]
        gaps = gaps_to_all(mover, scene, "footprint")
        enemies = [body.id for body in scene.bodies if body.side != mover.side and body.pose is not None]
        keeps = {enemy: min(float(apart), max(gaps[enemy], 0.0)) for enemy in enemies}
        free = standing_room(mover, places, scene, SOLID, ALL, apart)
        assert free == have_room(mover, places, scene, Demands(SOLID, ALL, keeps)), seed
        for one in free:
            told[one] += 1
    assert min(told.values()) > 60

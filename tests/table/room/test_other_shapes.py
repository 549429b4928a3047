"""Changing: places tried together have as much room as each by itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.table.compiled.running import Mode
from sandtable.table.measure.distance import gaps_to_all
from sandtable.table.measure.terrain import is_on_table
from sandtable.table.movement.legs import Turn, end
from sandtable.table.room.other_shapes import DOUBTFUL, FREE, NEAR_ENEMY, NO_ROOM, room_to_change
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, block

MakeScene = Callable[[int, int, int], Scene]
SHAPES = tuple(block(6, files=files, width=100, depth=100) for files in (1, 2, 6))
TURNS = (900, -900, 1800, 450)
NEAR = 300.0


def room(scene: Scene, number: int, pose: Pose, shape: Shape) -> int:
    """What `room_to_change` should tell of one place, measured from everybody."""
    side = scene.bodies[number].side
    gaps = gaps_to_all(Body(number, side, pose, shape), scene, "footprint")
    others = [body for body in scene.bodies if body.id != number and body.pose is not None]
    solid = block(1, files=1, width=shape.width, depth=shape.depth)
    if not is_on_table(Body(number, side, pose, solid), scene.field):
        return NO_ROOM
    if any(gaps[body.id] < -TOLERANCE for body in others):
        return NO_ROOM
    near = any(gaps[body.id] < NEAR for body in others if body.side != side)
    return NEAR_ENEMY if near else FREE


def test_places_tried_together_have_as_much_room_as_each_alone(random_scene: MakeScene, mode: Mode) -> None:
    told: list[int] = []
    for seed in range(12):
        scene, dice = random_scene(seed, 14, 0), Random(seed)
        here = [body for body in scene.bodies if body.pose is not None]
        body = here[dice.randrange(len(here))]
        assert body.pose is not None
        poses = [end(Turn(turn), body.pose, body.shape) for turn in TURNS]
        slow = [room(scene, body.id, body.pose, shape) for shape in SHAPES]
        slow += [room(scene, body.id, pose, body.shape) for pose in poses]
        found = room_to_change(body, SHAPES, TURNS, scene, NEAR)
        assert [one for one, slowly in zip(found, slow, strict=True) if one not in (slowly, DOUBTFUL)] == []
        told += found
    assert {NO_ROOM, FREE, NEAR_ENEMY} == set(told)


def test_at_the_edge_of_the_table_there_is_room_up_to_it(mode: Mode) -> None:
    """A line 6 in wide with its front 3 in from the edge: turned by a quarter it just lies on the table"""
    line = block(6, files=6, width=100, depth=100)
    for aside, turned in ((50, FREE), (47, NO_ROOM), (48, DOUBTFUL)):
        body = Body(0, 0, Pose(3000, aside + 300), line)
        scene = Scene(Field(6000, 4000), (body,))
        assert room_to_change(body, (), (900,), scene, NEAR) == [FREE if aside == 50 else turned]

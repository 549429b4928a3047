"""Bodies that a kernel sets out lie where the mirror of their scene shows them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.sight import SightTerms
from sandtable.table.sight.rows import sight_world
from sandtable.table.space import Pose, Scene
from sandtable.table.space.world import world_of

MakeScene = Callable[[int, int, int], Scene]


def assert_set_out_as_mirrored(scene: Scene) -> None:
    out = world_of(scene)
    boxes, starts = scene.mirror.boxes("bases")
    assert compiled.listed(out.arrays[0]) == compiled.listed(boxes)
    assert compiled.listed(out.arrays[1]) == compiled.listed(starts)
    feet, feet_of = scene.mirror.boxes("footprint")
    assert compiled.listed(out.feet[0])[: len(feet)] == compiled.listed(feet)
    assert compiled.listed(out.feet[1]) == compiled.listed(feet_of)
    levels, under = sight_world(scene, SightTerms())[6]
    assert compiled.listed(out.standing[0]) == compiled.listed(levels)
    pieces = len(scene.field.pieces)
    for body in scene.bodies:
        if body.pose is not None:
            told = slice(body.id * pieces, (body.id + 1) * pieces)
            assert compiled.listed(out.standing[1][told]) == compiled.listed(under[told])


def test_bodies_are_set_out_as_the_mirror_shows_them(random_scene: MakeScene, mode: Mode) -> None:
    for seed in range(20):
        assert_set_out_as_mirrored(random_scene(seed, 12, 6))


def test_bodies_are_set_out_again_after_others_were_in_line(random_scene: MakeScene, mode: Mode) -> None:
    one, other = random_scene(1, 9, 4), random_scene(2, 9, 4)
    before = compiled.listed(world_of(one).arrays[2])[:]
    assert compiled.listed(world_of(other).arrays[2]) != before
    assert compiled.listed(world_of(one).arrays[2]) == before
    assert other.mirror.boxes("bases")
    assert_set_out_as_mirrored(one)
    assert compiled.listed(world_of(one).arrays[2]) == before


def test_bodies_that_move_change_sides_leave_and_come_back_are_set_out_anew(random_scene: MakeScene) -> None:
    random, scene = Random(3), random_scene(3, 12, 6)
    shapes = [body.shape for body in scene.bodies]
    for _ in range(60):
        body = scene.bodies[random.randrange(12)]
        pose = None if random.random() < 0.2 else Pose(random.randrange(3000), random.randrange(3000), 1200)
        changed = replace(body, pose=pose, shape=random.choice(shapes), side=random.randrange(2))
        scene = scene.replaced(changed)
        assert_set_out_as_mirrored(scene)
        rows = compiled.listed(world_of(scene).arrays[2])
        assert pose is None or rows[5 * body.id : 5 * body.id + 4] == [
            pose.x,
            pose.y,
            pose.heading,
            changed.side,
        ]

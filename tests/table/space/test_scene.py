"""Scenes, their mirrors, and the parts that shapes are made of."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

import msgspec
import pytest
from shapely import box as rectangle
from shapely import unary_union
from shapely.affinity import rotate, translate

from sandtable.table.compiled import listed
from sandtable.table.space import (
    Base,
    Body,
    Field,
    Outline,
    Pose,
    Scene,
    Shape,
    block,
    boxes,
    footprint,
    parts,
)
from sandtable.table.space.shape import Part

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(5, files=2, width=200, depth=200)
MakeScene = Callable[[int, int, int], Scene]


def numbers(scene: Scene, outline: Outline) -> tuple[list[float], list[int]]:
    found, starts = scene.mirror.boxes(outline)
    return listed(found), listed(starts)


def stood(body: Body, outline: Outline) -> list[float]:
    """How a body stands, told by its boxes one after another, or by the rectangle round several."""
    if body.pose is None:
        return [0.0] * 5
    row = boxes(body, outline)
    if len(row) == 8:
        return [1.0, body.pose.heading, row[0], row[1], row[6]]
    middle = body.pose.at(0, -body.shape.depth / 2)
    return [1.0, body.pose.heading, *middle, math.hypot(body.shape.width, body.shape.depth) / 2]


def assert_mirrored(scene: Scene, outline: Outline) -> None:
    """The mirror shows each body by its own boxes, and nothing else."""
    found, starts = numbers(scene, outline)
    each = [boxes(body, outline) for body in scene.bodies]
    assert found == [number for row in each for number in row]
    assert starts == list(accumulate([len(row) // 8 for row in each], initial=0))
    stands = listed(scene.mirror.rows(outline).stands)
    assert stands == [number for body in scene.bodies for number in stood(body, outline)]
    assert listed(scene.mirror.sides) == [body.side for body in scene.bodies]
    for body, row in zip(scene.bodies, each, strict=True):
        assert listed(scene.mirror.rows(outline).of_one(body.id)) == list(row)


def test_a_full_block_is_one_part_and_equals_its_footprint() -> None:
    assert parts(block(8, files=4, width=150, depth=100)) == (Part(0.0, -100.0, 300.0, 100.0, 0),)
    odd = block(8, files=4, width=75, depth=75)
    assert parts(odd) == (footprint(odd),)


def test_a_ragged_last_rank_is_a_part_of_its_own() -> None:
    assert parts(COLUMN) == (Part(0.0, -200.0, 200.0, 200.0, 0), Part(0.0, -500.0, 100.0, 100.0, 0))


def test_a_turned_base_is_a_part_of_its_own() -> None:
    shape = Shape((Base(0, 0, 200, 100), Base(0, -300, 200, 100, turn=1800)), 200, 300)
    upright, turned = parts(shape)
    assert upright == Part(0.0, -50.0, 100.0, 50.0, 0)
    assert turned == pytest.approx((0.0, -250.0, 100.0, 50.0, 1800))


def test_parts_cover_exactly_what_the_bases_cover(random_scene: MakeScene) -> None:
    for seed in range(60):
        for body in random_scene(seed, 6, 0).bodies:
            bases = [
                translate(
                    rotate(rectangle(-b.width / 2, -b.depth, b.width / 2, 0), -b.turn / 10, origin=(0, 0)),
                    b.x,
                    b.y,
                )
                for b in body.shape.bases
            ]
            filled = [
                translate(
                    rotate(rectangle(-p.half_width, -p.half_depth, p.half_width, p.half_depth), -p.turn / 10),
                    p.x,
                    p.y,
                )
                for p in parts(body.shape)
            ]
            # bases of odd width are placed to the nearest hundredth, so they miss or overlap by one at a seam
            odd = unary_union(bases).symmetric_difference(unary_union(filled))
            assert odd.buffer(-0.6).is_empty


def test_an_absent_body_has_no_boxes(mode: str) -> None:
    scene = Scene(Field(3000, 3000), (Body(0, 0, None, LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    found, starts = numbers(scene, "bases")
    assert starts == [0, 0, 1]
    assert found == [500.0, 400.0, 400.0, 100.0, 0.0, 1.0, pytest.approx(412.31, abs=0.01), 1.0]


@pytest.mark.parametrize("outline", ["bases", "footprint"])
def test_a_scene_in_which_some_bodies_changed_mirrors_as_if_made_anew(
    mode: str, outline: Outline, random_scene: MakeScene
) -> None:
    rng = random.Random(5)
    scene = random_scene(1, 12, 0)
    for step in range(60):
        changed = [
            msgspec.structs.replace(
                scene.bodies[number],
                pose=None
                if rng.random() < 0.1
                else Pose(rng.randrange(3000), rng.randrange(3000), rng.randrange(3600)),
                shape=rng.choice((LINE, COLUMN)) if step % 3 == 0 else scene.bodies[number].shape,
                side=rng.randrange(2) if step % 5 == 0 else scene.bodies[number].side,
            )
            for number in rng.sample(range(12), rng.randint(0, 3))
        ]
        scene = scene.replaced(*changed)
        if step % 4:
            assert_mirrored(scene, outline)


def test_a_changed_body_leaves_the_mirror_of_the_scene_before_as_it_was(mode: str) -> None:
    before = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    kept = numbers(before, "bases")
    after = before.replaced(Body(0, 0, Pose(900, 900, 450), LINE))
    numbers(after, "bases")
    assert numbers(before, "bases") == kept


@pytest.mark.parametrize("outline", ["bases", "footprint"])
def test_a_scene_that_more_bodies_joined_mirrors_as_if_made_anew(
    random_scene: MakeScene, mode: str, outline: Outline
) -> None:
    for seed in range(20):
        before, other = random_scene(seed, 5, 0), random_scene(seed + 100, 8, 0)
        absent = msgspec.structs.replace(other.bodies[5], pose=None)
        joined = before.joined(absent, *other.bodies[6:])
        assert joined.bodies == (*before.bodies, absent, *other.bodies[6:])
        assert_mirrored(before, outline)
        assert_mirrored(joined, outline)


def test_every_thread_lines_bodies_up_by_itself(random_scene: MakeScene) -> None:
    scenes = [random_scene(seed, 9, 0) for seed in range(8)]
    turns = threading.Barrier(4)

    def look(first: int) -> None:
        for turn in range(40):
            turns.wait()
            scene = scenes[(first + turn) % len(scenes)]
            assert_mirrored(Scene(scene.field, scene.bodies), "bases")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(look, range(4)))


def test_the_same_bodies_on_other_ground_have_the_same_mirror(mode: str) -> None:
    here = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    assert Scene(Field(4000, 4000), here.bodies).mirror is not Scene(here.field, here.bodies[:1]).mirror
    assert here.mirror is Scene(Field(4000, 4000), here.bodies).mirror


def test_importing_the_table_imports_neither_numba_nor_shapely() -> None:
    modules = "space.scene measure.distance measure.contact measure.arcs measure.terrain sight.lines"
    lines = [f"import sandtable.table.{name}" for name in modules.split()]
    check = "import sys; print(sorted({'numba', 'shapely'} & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-c", "\n".join([*lines, check])], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"

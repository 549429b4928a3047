"""Scenes, their mirrors, and the parts that shapes are made of."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable

import msgspec
import pytest
from shapely import box as rectangle
from shapely import unary_union
from shapely.affinity import rotate, translate

from sandtable.table.body import Body
from sandtable.table.ground import Field
from sandtable.table.kernels import listed
from sandtable.table.pose import Pose
from sandtable.table.scene import Outline, Rows, Scene, boxes
from sandtable.table.shape import Base, Part, Shape, block, footprint, parts

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(5, files=2, width=200, depth=200)
MakeScene = Callable[[int, int, int], Scene]


def numbers(scene: Scene, outline: Outline) -> tuple[list[float], list[int]]:
    found, starts = scene.mirror.boxes(outline)
    return listed(found), listed(starts)


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
        numbers(scene, outline)
        changed = [
            msgspec.structs.replace(
                scene.bodies[number],
                pose=None
                if rng.random() < 0.1
                else Pose(rng.randrange(3000), rng.randrange(3000), rng.randrange(3600)),
                shape=rng.choice((LINE, COLUMN)) if step % 3 == 0 else scene.bodies[number].shape,
            )
            for number in rng.sample(range(12), rng.randint(0, 3))
        ]
        scene = scene.replaced(*changed)
        anew = Rows(scene.bodies, outline)
        assert numbers(scene, outline) == (listed(anew.boxes), listed(anew.starts))
        assert listed(scene.mirror.rows(outline).stands) == listed(anew.stands)
        assert scene.mirror.rows(outline).of_body == [boxes(body, outline) for body in scene.bodies]


def test_a_changed_body_leaves_the_mirror_of_the_scene_before_as_it_was(mode: str) -> None:
    before = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    kept = numbers(before, "bases")
    after = before.replaced(Body(0, 0, Pose(900, 900, 450), LINE))
    numbers(after, "bases")
    assert numbers(before, "bases") == kept


def test_rows_of_unchanged_bodies_are_taken_over(mode: str) -> None:
    before = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    numbers(before, "bases")
    after = before.replaced(Body(0, 0, Pose(900, 900, 450), LINE))
    assert after.mirror.rows("bases").of_body[1] is before.mirror.rows("bases").of_body[1]


def test_a_scene_with_more_bodies_than_the_one_before_mirrors_as_if_made_anew(
    random_scene: MakeScene, mode: str
) -> None:
    for seed in range(20):
        before, other = random_scene(seed, 5, 0), random_scene(seed + 100, 7, 0)
        assert numbers(before, "bases")[1] != numbers(other, "bases")[1]
        wider = Scene(before.field, (*before.bodies, *other.bodies[5:]), earlier=before)
        assert numbers(wider, "bases") == numbers(Scene(wider.field, wider.bodies), "bases")
        assert numbers(wider, "bases")[0] == [part for body in wider.bodies for part in boxes(body)]


@pytest.mark.parametrize("outline", ["bases", "footprint"])
def test_a_scene_that_more_bodies_joined_mirrors_as_if_made_anew(
    random_scene: MakeScene, mode: str, outline: Outline
) -> None:
    for seed in range(20):
        before, other = random_scene(seed, 5, 0), random_scene(seed + 100, 8, 0)
        absent = msgspec.structs.replace(other.bodies[5], pose=None)
        joined = before.joined(absent, *other.bodies[6:])
        anew = Rows((*before.bodies, absent, *other.bodies[6:]), outline)
        assert joined.bodies == anew.bodies
        assert numbers(joined, outline) == (listed(anew.boxes), listed(anew.starts))
        assert listed(joined.mirror.rows(outline).stands) == listed(anew.stands)
        assert joined.mirror.rows(outline).of_body == anew.of_body


def test_rows_are_taken_over_from_the_last_scene_with_as_many_bodies(mode: str) -> None:
    line, extra = Body(0, 0, Pose(1000, 1000), LINE), Body(1, 0, Pose(2000, 1000), LINE)
    field = Field(6000, 6000)
    small, wide = Scene(field, (line,)), Scene(field, (line, extra))
    alone, first = small.mirror.rows("bases"), wide.mirror.rows("bases")
    moved = Scene(field, (line, Body(1, 0, Pose(2500, 1000), LINE)), earlier=small)
    assert len(alone.of_body) == 1
    assert moved.mirror.rows("bases").starts is first.starts
    assert moved.mirror.rows("bases").of_body[1] == boxes(moved.bodies[1])


def test_a_chain_of_scenes_nobody_measured_still_takes_over_the_last_mirror() -> None:
    first = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    numbers(first, "bases")
    third = first.replaced(Body(0, 0, Pose(1, 1, 0), LINE)).replaced(Body(0, 0, Pose(2, 2, 0), LINE))
    assert third.mirror.rows("bases").of_body[1] is first.mirror.rows("bases").of_body[1]
    assert third.mirror.rows("bases").of_body[0] == boxes(third.bodies[0])


def test_the_same_bodies_on_other_ground_have_the_same_mirror(mode: str) -> None:
    here = Scene(Field(3000, 3000), (Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 0, Pose(500, 500, 0), LINE)))
    assert Scene(Field(4000, 4000), here.bodies).mirror is not Scene(here.field, here.bodies[:1]).mirror
    assert here.mirror is Scene(Field(4000, 4000), here.bodies).mirror


def test_importing_the_table_imports_neither_numba_nor_shapely() -> None:
    modules = "scene distance contact arcs terrain sight faults"
    lines = [f"import sandtable.table.{name}" for name in modules.split()]
    check = "import sys; print(sorted({'numba', 'shapely'} & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-c", "\n".join([*lines, check])], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"

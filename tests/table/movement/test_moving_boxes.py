"""The closed forms under all movement, held against shapely."""

from __future__ import annotations

import math
import random

import pytest
from shapely.affinity import rotate, translate
from shapely.geometry import Polygon

from sandtable.table.movement import Course, Terms
from sandtable.table.movement.kernels.ground_crossed import lies_over, slide_piece_spans, turn_piece_span
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_near, slide_span, turn_span
from sandtable.table.movement.kernels.rows import MINE, SPANS, take_stand
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

Row = list[float]


def _box(rng: random.Random, spread: float) -> Row:
    x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
    wide, deep, turn = rng.uniform(50, 400), rng.uniform(30, 200), rng.uniform(0, 2 * math.pi)
    return [x, y, wide, deep, math.sin(turn), math.cos(turn), math.hypot(wide, deep), 0.0]


def _drawn(row: Row) -> Polygon:
    x, y, wide, deep, sin, cos = row[:6]
    corners = ((-wide, deep), (wide, deep), (wide, -deep), (-wide, -deep))
    return Polygon([(x + a * cos + b * sin, y - a * sin + b * cos) for a, b in corners])


def _angle(chord: float) -> float:
    return 2 * math.asin(min(math.sqrt(chord) / 2, 1)) if chord < NEVER else math.pi


@pytest.mark.parametrize("seed", range(60))
def test_a_sliding_box_overlaps_another_just_within_its_span(seed: int) -> None:
    rng = random.Random(seed)
    mover, other, way = _box(rng, 0), _box(rng, 900), rng.uniform(0, 2 * math.pi)
    ux, uy = math.cos(way), math.sin(way)
    enter, leave = slide_span(mover, 0, ux, uy, other, 0, 0.0)
    for gone in (rng.uniform(-1500, 1500) for _ in range(8)):
        moved = translate(_drawn(mover), ux * gone, uy * gone)
        if min(abs(gone - enter), abs(gone - leave)) > 1e-6:
            assert (moved.intersection(_drawn(other)).area > 0) == (enter < gone < leave)


@pytest.mark.parametrize("seed", range(60))
def test_a_sliding_box_comes_within_a_reach_just_when_told(seed: int) -> None:
    rng = random.Random(seed)
    mover, other, way, reach = _box(rng, 0), _box(rng, 900), rng.uniform(0, 2 * math.pi), rng.uniform(1, 400)
    if _drawn(mover).distance(_drawn(other)) <= reach:
        return
    ux, uy = math.cos(way), math.sin(way)
    first = slide_near(mover, 0, ux, uy, other, 0, reach)
    far = min(first, 2000.0)
    for part in range(50):
        gone = far * part / 50
        assert translate(_drawn(mover), ux * gone, uy * gone).distance(_drawn(other)) >= reach - 1e-6
    if first < NEVER:
        moved = translate(_drawn(mover), ux * first, uy * first)
        assert moved.distance(_drawn(other)) == pytest.approx(reach)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("near", [0, 1])
def test_a_turning_box_comes_within_a_reach_just_when_told(seed: int, near: int) -> None:
    rng = random.Random(seed)
    mover, other, reach = _box(rng, 0), _box(rng, 900), near * rng.uniform(1, 400)
    if _drawn(mover).distance(_drawn(other)) <= reach:
        return
    sense = rng.choice((1.0, -1.0))
    px, py = _drawn(mover).exterior.coords[rng.randrange(4)]
    first, _ = turn_span(mover, 0, px, py, sense, other, 0, 0.0, reach)
    for part in range(60):
        turn = -sense * math.degrees(_angle(first)) * part / 60
        turned = rotate(_drawn(mover), turn, origin=(px, py))
        assert turned.distance(_drawn(other)) >= reach - 1e-6
    if first < NEVER:
        turned = rotate(_drawn(mover), -sense * math.degrees(_angle(first)), origin=(px, py))
        assert turned.distance(_drawn(other)) == pytest.approx(reach, abs=1e-6)


def _on_ground(seed: int) -> tuple[random.Random, Course, Polygon, Polygon]:
    """A body and a piece of ground with a ragged outline."""
    rng = random.Random(seed)
    corners = rng.randint(3, 9)
    x, y, size = rng.uniform(1500, 2500), rng.uniform(1500, 2500), rng.uniform(100, 900)
    ring = tuple(
        Point(
            x + size * rng.uniform(0.3, 1) * math.cos(2 * math.pi * corner / corners),
            y + size * rng.uniform(0.3, 1) * math.sin(2 * math.pi * corner / corners),
        )
        for corner in range(corners)
    )
    shape = block(4, files=rng.choice((1, 2, 4)), width=rng.randint(50, 200), depth=rng.randint(50, 200))
    body = Body(0, 0, Pose(2000, 2000, rng.randrange(3600)), shape)
    field = Field(4000, 4000, (Piece("wood", "wood", polygon=ring),))
    course = Course(body, Terms(0, ()), Scene(field, (body,)))
    assert body.pose is not None
    front = [body.pose.at(shape.width / 2 * side, 0) for side in (-1, 1)]
    rear = [body.pose.at(shape.width / 2 * side, -shape.depth) for side in (1, -1)]
    return rng, course, Polygon([*front, *rear]), Polygon(ring)


@pytest.mark.parametrize("seed", range(60))
def test_a_slide_lies_over_ground_just_within_its_spans(seed: int) -> None:
    rng, course, mover, ground = _on_ground(seed)
    world = course.world
    take_stand(world, (2000, 2000, course.pose.heading))
    way = rng.uniform(0, 2 * math.pi)
    ux, uy, spans = math.cos(way), math.sin(way), world[1][SPANS]
    end = slide_piece_spans(world, 0, MINE, (ux, uy, 1500.0), 0.0, spans)
    told = [(world[0][at], world[0][at + 1]) for at in range(spans, end, 2)]
    assert told == sorted(told)
    for gone in (rng.uniform(0, 1500) for _ in range(10)):
        if all(abs(gone - edge) > 1e-6 for span in told for edge in span):
            over = translate(mover, ux * gone, uy * gone).intersection(ground).area > 0
            assert over == any(start < gone < stop for start, stop in told)


@pytest.mark.parametrize("seed", range(60))
def test_a_turn_comes_upon_ground_just_when_told(seed: int) -> None:
    rng, course, mover, ground = _on_ground(seed)
    world = course.world
    take_stand(world, (2000, 2000, course.pose.heading))
    assert lies_over(world, 0, MINE, 0.0) == (mover.intersection(ground).area > 0)
    if mover.distance(ground) == 0:
        return
    sense = rng.choice((1.0, -1.0))
    px, py = mover.exterior.coords[1 if sense > 0 else 0]
    first, _ = turn_piece_span(world, 0, (px, py, sense), 4.0, 0.0)
    for part in range(60):
        turned = rotate(mover, -sense * math.degrees(_angle(first)) * part / 60, origin=(px, py))
        assert turned.intersection(ground).area < 1e-3
    if first < NEVER:
        turned = rotate(mover, -sense * math.degrees(_angle(first)), origin=(px, py))
        assert turned.distance(ground) < 1e-6

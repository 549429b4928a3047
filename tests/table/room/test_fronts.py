"""Fronting: all shapes and headings before one point at once, against each place asked for by itself."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.compiled import Mode
from sandtable.table.measure import distances_from
from sandtable.table.room import (
    Demands,
    Fronts,
    Place,
    distance_kept,
    front_at,
    have_fronts,
    have_room,
    have_some_fronts,
)
from sandtable.table.space import (
    HAIR,
    Body,
    Field,
    Layers,
    Piece,
    Point,
    Pose,
    Scene,
    block,
    centre,
    standing,
)

MakeScene = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)
FRONTS = Fronts((LINE, COLUMN), (75.0, 200.0))
HEADINGS = (5, 137, 450, 900, 1333, 1800, 2222, 2700, 3599)
LAYERS = Layers(covering=("road",), under=("hill",))
KEEP = 400.0
DEMANDS = Demands(("house", "wood"), LAYERS, KEEP)


def one_by_one(body: Body, scene: Scene) -> list[bool]:
    """What the question about many places says of each shape and heading."""
    far, middle = distances_from(body, scene, "footprint"), centre(standing(body), body.shape)
    enemies = [other for other in scene.bodies if other.side != body.side and other.pose is not None]
    keeps = {enemy.id: distance_kept(far[enemy.id], KEEP, HAIR) for enemy in enemies}
    places = [
        Place(front_at(middle, ahead, heading), shape)
        for shape, ahead in zip(FRONTS.shapes, FRONTS.aheads, strict=True)
        for heading in HEADINGS
    ]
    return have_room(body, places, scene, Demands(DEMANDS.barred, DEMANDS.layers, keeps))


def test_a_front_has_room_where_its_place_has(random_scene: MakeScene, mode: Mode) -> None:
    told = {True: 0, False: 0}
    for seed in range(20):
        scene = random_scene(seed, 6, 6)
        for body in [body for body in scene.bodies if body.pose is not None]:
            middle = centre(standing(body), body.shape)
            found = have_fronts(body, middle, FRONTS, HEADINGS, scene, DEMANDS)
            assert found == one_by_one(body, scene), (seed, body.id)
            for most in (1, 2, 9):
                if have_some_fronts(body, middle, FRONTS, HEADINGS, scene, DEMANDS, most=most):
                    assert found.count(True) >= most
            for free in found:
                told[free] += 1
    assert min(told.values()) > 100


def test_on_open_ground_it_is_certain_that_there_is_room(mode: Mode) -> None:
    here = Body(0, 0, Pose(3000, 1000, 0), LINE)
    scene, middle = Scene(Field(7200, 4800), (here,)), Point(3000, 900)
    assert have_some_fronts(here, middle, FRONTS, HEADINGS, scene, DEMANDS, most=18)
    assert not have_some_fronts(here, middle, FRONTS, HEADINGS, scene, DEMANDS, most=19)


def test_a_front_lies_so_far_from_the_point_and_on_the_grid_halves_going_up() -> None:
    assert front_at(Point(1000.5, 1000.0), 75.0, 0) == Pose(1001, 1075, 0)
    assert front_at(Point(1000.0, 1000.5), 75.0, 900) == Pose(1075, 1001, 900)


def test_ground_that_is_covered_bars_no_front(mode: Mode) -> None:
    square = (Point(2000, 500), Point(4000, 500), Point(4000, 1500), Point(2000, 1500))
    marsh, causeway = Piece("m", "marsh", polygon=square), Piece("c", "road", polygon=square)
    here, demands = Body(0, 0, Pose(3000, 1000, 0), LINE), Demands(("marsh",), LAYERS)
    fronts, middle = Fronts((LINE,), (100.0,)), Point(3000, 900)
    for pieces, free in (((marsh,), False), ((marsh, causeway), True)):
        scene = Scene(Field(7200, 4800, pieces), (here,))
        assert have_fronts(here, middle, fronts, (0, 900), scene, demands) == [free, free]

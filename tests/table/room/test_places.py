"""Room: which of many places a body could stand at, against another library."""

from __future__ import annotations

import random
from collections.abc import Callable

from shapely import Polygon, box

from sandtable.table.compiled import Mode
from sandtable.table.measure.terrain import ALL
from sandtable.table.movement import Turn, leg_end
from sandtable.table.room import ROOM, TOO_NEAR, Demands, Place, about_centre, fits_of, have_room, with_room
from sandtable.table.room.places import OFF_TABLE, OVERLAPS
from sandtable.table.space import TOLERANCE, Body, Field, Layers, Piece, Point, Pose, Scene, block, corners
from tests.twins.places import fit_of

MakeScene = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)
SOLID = ("house", "wood")


def outline(place: Place) -> Polygon:
    return Polygon(corners(place.pose, place.shape))


def has_room(place: Place, mover: int, scene: Scene, keep: float) -> bool | None:
    """Whether there is room, by shapely; None where it is too close to call within the tolerance."""
    figure, verdict = outline(place), True
    margins = [figure.difference(box(0, 0, scene.field.width, scene.field.depth)).area]
    if margins[0] > 0:
        return None if margins[0] < 4 * TOLERANCE * (LINE.width + LINE.depth) else False
    for other in scene.bodies:
        if other.pose is None or other.id == mover:
            continue
        there = Polygon(corners(other.pose, other.shape))
        gap = figure.distance(there)
        if abs(gap - keep) < 2 * TOLERANCE:
            return None
        verdict = verdict and gap > keep
    return verdict


def test_places_have_room_where_another_library_finds_them_clear(random_scene: MakeScene) -> None:
    rng, told = random.Random(3), {True: 0, False: 0}
    for seed in range(120):
        scene = random_scene(seed, 6, 0)
        mover = next((body for body in scene.bodies if body.pose is not None), None)
        if mover is None:
            continue
        keep = rng.choice((100.0, 400.0))
        places = [
            Place(
                Pose(rng.randrange(scene.field.width), rng.randrange(scene.field.depth), rng.randrange(3600)),
                rng.choice((LINE, COLUMN)),
            )
            for _ in range(12)
        ]
        keeps = {body.id: keep for body in scene.bodies}
        found = with_room(mover, places, scene, Demands(keeps=keeps))
        for place in places:
            expected = has_room(place, mover.id, scene, keep)
            if expected is not None:
                told[expected] += 1
                assert (place in found) is expected, (seed, place)
    assert min(told.values()) > 50


def test_bodies_may_touch_but_not_overlap() -> None:
    here = Body(0, 0, Pose(1000, 1000, 0), LINE)
    other = Body(1, 0, Pose(3000, 1000, 0), LINE)
    scene = Scene(Field(7200, 4800), (here, other))
    touching, over = Place(Pose(2200, 1000, 0), LINE), Place(Pose(2205, 1000, 0), LINE)
    assert with_room(here, (touching, over), scene, Demands()) == (touching,)


def test_of_each_place_it_is_told_in_order_whether_there_is_room() -> None:
    here, other = Body(0, 0, Pose(1000, 1000, 0), LINE), Body(1, 0, Pose(3000, 1000, 0), LINE)
    scene = Scene(Field(7200, 4800), (here, other))
    free, taken, off = (Place(Pose(x, 1000, 0), LINE) for x in (5000, 3100, 7100))
    assert have_room(here, (taken, free, off, free, taken), scene, Demands()) == [
        False,
        True,
        False,
        True,
        False,
    ]


def test_of_places_all_off_the_table_none_has_room_and_of_no_places_nothing_is_told() -> None:
    here = Body(0, 0, Pose(1000, 1000, 0), LINE)
    scene = Scene(Field(7200, 4800), (here,))
    off = [Place(Pose(x, 1000, 0), LINE) for x in (7100, -300)]
    assert have_room(here, off, scene, Demands()) == [False, False]
    assert have_room(here, [], scene, Demands()) == []


def test_a_body_is_never_in_its_own_way() -> None:
    here = Body(0, 0, Pose(1000, 1000, 0), LINE)
    turned = Place(about_centre(here, COLUMN, 900), COLUMN)
    assert with_room(here, (turned,), Scene(Field(7200, 4800), (here,)), Demands()) == (turned,)


def test_the_centre_stays_where_it_was() -> None:
    """An 8 x 2 line at (10, 10) has its centre at (10, 9); a 4 x 4 column has it 2 in behind its front."""
    here = Body(0, 0, Pose(1000, 1000, 0), LINE)
    assert about_centre(here, COLUMN, 900) == Pose(1200, 900, 900)


def test_barred_ground_leaves_no_room_except_where_it_is_covered() -> None:
    square = tuple(Point(x, y) for x, y in ((2000, 0), (3000, 0), (3000, 2000), (2000, 2000)))
    pieces = (Piece("lake", "lake", square), Piece("causeway", "road", square[:2] + square[2:]))
    here, there = Body(0, 0, Pose(1000, 1000, 0), LINE), Place(Pose(2500, 1000, 0), LINE)
    wet = Scene(Field(7200, 4800, pieces[:1]), (here,))
    bridged = Scene(Field(7200, 4800, pieces), (here,))
    demands = Demands(("lake",), Layers(covering="later"))
    assert with_room(here, (there,), wet, demands) == ()
    assert with_room(here, (there,), bridged, demands) == (there,)


def test_nobody_stands_over_the_edge() -> None:
    here = Body(0, 0, Pose(1000, 1000, 0), LINE)
    inside, outside = Place(Pose(400, 200, 0), LINE), Place(Pose(395, 200, 0), LINE)
    scene = Scene(Field(7200, 4800), (here,))
    assert with_room(here, (inside, outside), scene, Demands()) == (inside,)


def test_places_asked_for_together_fit_as_each_does_alone(random_scene: MakeScene, mode: Mode) -> None:
    rng, found = random.Random(5), dict.fromkeys((OVERLAPS, ROOM, TOO_NEAR, OFF_TABLE), 0)
    for seed in range(50):
        scene = random_scene(seed, 7, 3)
        mover = next((body for body in scene.bodies if body.pose is not None), None)
        if mover is None:
            continue
        demands = Demands(SOLID, ALL, rng.choice((0.0, 100.0, 400.0, {0: 300.0, 3: 50.0})))
        places = [
            Place(
                Pose(rng.randrange(scene.field.width), rng.randrange(scene.field.depth), rng.randrange(3600)),
                rng.choice((LINE, COLUMN, mover.shape)),
            )
            for _ in range(8)
        ]
        fits = fits_of(mover, places, scene, demands)
        assert fits == [fit_of(mover, place, scene, demands) for place in places], seed
        for fit in fits:
            found[fit] = found.get(fit, 0) + 1
    assert min(found.values()) > 5


def test_at_the_edge_of_the_table_there_is_room_up_to_it(mode: Mode) -> None:
    """A line 6 in wide turns by a quarter about its middle: it reaches 3 in from there to either side"""
    line = block(6, files=6, width=100, depth=100)
    for middle, turned in ((300, ROOM), (297, OFF_TABLE)):
        body = Body(0, 0, Pose(3000, middle + 50), line)
        scene, there = Scene(Field(6000, 4000), (body,)), leg_end(Turn(900), Pose(3000, middle + 50), line)
        assert fits_of(body, (Place(there, line),), scene, Demands()) == [turned]

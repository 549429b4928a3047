"""Swinging: all shapes and headings about one middle at once, against each place asked for by itself."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from sandtable.table.compiled import Mode
from sandtable.table.measure import distances_from
from sandtable.table.room import (
    Demands,
    Place,
    distance_kept,
    facing_about,
    have_turns,
    turns_to_face,
    with_room,
)
from sandtable.table.space import (
    DEGREE,
    FULL_TURN,
    HAIR,
    Body,
    Field,
    Layers,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    apart,
    block,
    centre,
    standing,
)

MakeScene = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)
KEEP = 400.0
HEADINGS = (5, 137, 450, 900, 1333, 1800, 2222, 2700, 3599)
LAYERS = Layers(covering=("road",), under=("hill",))


def one_by_one(body: Body, shapes: list[Shape], scene: Scene, demands: Demands) -> list[bool]:
    """What the question about many places says of each shape and heading."""
    far, middle = distances_from(body, scene, "footprint"), centre(standing(body), body.shape)
    enemies = [other for other in scene.bodies if other.side != body.side and other.pose is not None]
    keeps = {enemy.id: distance_kept(far[enemy.id], KEEP, HAIR) for enemy in enemies}
    places = [Place(facing_about(middle, shape, heading), shape) for shape in shapes for heading in HEADINGS]
    free = with_room(body, places, scene, Demands(demands.barred, demands.layers, keeps))
    return [place in free for place in places]


def test_a_swing_has_room_where_its_place_has(random_scene: MakeScene, mode: Mode) -> None:
    told = {True: 0, False: 0}
    demands = Demands(("house", "wood"), LAYERS, KEEP)
    for seed in range(25):
        scene = random_scene(seed, 6, 6)
        for body in scene.bodies:
            if body.pose is None:
                continue
            found = have_turns(body, [LINE, COLUMN], HEADINGS, scene, demands)
            assert found == one_by_one(body, [LINE, COLUMN], scene, demands), (seed, body.id)
            for free in found:
                told[bool(free)] += 1
    assert min(told.values()) > 100


def headings_found_closely(body: Body, scene: Scene, sight: float) -> list[int]:
    """The heading of a body, and that to the middle of each enemy who is no farther off, each once."""
    here, found = centre(standing(body), body.shape), [standing(body).heading]
    for other in scene.bodies:
        if other.side != body.side and other.pose is not None:
            there = centre(other.pose, other.shape)
            if apart(here, there) <= sight:
                angle = math.degrees(math.atan2(there.x - here.x, there.y - here.y))
                found.append(round(angle * DEGREE) % FULL_TURN)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("sight", [0.0, 1500.0, 4000.0])
def test_a_body_may_swing_to_face_the_enemies_in_sight(
    random_scene: MakeScene, mode: Mode, sight: float
) -> None:
    demands, told = Demands(("house", "wood"), LAYERS, KEEP), 0
    for seed in range(25):
        scene = random_scene(seed, 6, 6)
        for body in scene.bodies:
            if body.pose is None:
                continue
            close = headings_found_closely(body, scene, sight)
            steps = (*HEADINGS, close[-1])  # what is named already is not told of again
            facings, free = turns_to_face(body, (LINE, COLUMN), steps, scene, demands, sight)
            assert facings == close, (seed, body.id)
            wanted = have_turns(body, [LINE, COLUMN], [*close, *HEADINGS, close[-1]], scene, demands)
            named = [step in close for step in steps]
            twice = 2 * [*[False] * len(close), *named]
            assert free == [0 if again else one for one, again in zip(wanted, twice, strict=True)]
            told += len(facings) > 1
    assert bool(told) is bool(sight)


def test_two_enemies_on_one_line_are_faced_by_one_heading(mode: Mode) -> None:
    here, enemy = Body(0, 0, Pose(3000, 1000, 0), LINE), Body(1, 1, Pose(4000, 800, 1800), LINE)
    behind, friend = Body(2, 1, Pose(4500, 800, 1800), LINE), Body(3, 0, Pose(3000, 2000, 0), LINE)
    scene = Scene(Field(7200, 4800), (here, enemy, behind, friend))
    assert turns_to_face(here, (LINE,), (), scene, Demands(), 4000.0)[0] == [0, 900]


def test_who_stands_near_an_enemy_swings_no_nearer(mode: Mode) -> None:
    """Two lines of 8 in by 2 in look at each other 3 in apart. About that middle, a column of 4 in by 4 in
    would come an inch nearer, and the line swung by a quarter turn 3 in."""
    here, enemy = Body(0, 0, Pose(3000, 1000, 0), LINE), Body(1, 1, Pose(3000, 1300, 1800), LINE)
    scene = Scene(Field(7200, 4800), (here, enemy))
    about, column = have_turns(here, [LINE, COLUMN], (1800,), scene, Demands(keeps=KEEP))
    assert (about, column) == (True, False)
    assert have_turns(here, [LINE], (900,), scene, Demands(keeps=KEEP)) == [False]
    assert have_turns(here, [COLUMN], (0,), scene, Demands()) == [True]


def test_ground_that_is_covered_bars_no_swing(mode: Mode) -> None:
    square = (Point(2000, 500), Point(4000, 500), Point(4000, 1500), Point(2000, 1500))
    marsh, causeway = Piece("m", "marsh", polygon=square), Piece("c", "road", polygon=square)
    here = Body(0, 0, Pose(3000, 1000, 0), LINE)
    bare, covered = Field(7200, 4800, (marsh,)), Field(7200, 4800, (marsh, causeway))
    demands = Demands(("marsh",), LAYERS)
    assert have_turns(here, [LINE], (0, 900), Scene(bare, (here,)), demands) == [False, False]
    assert have_turns(here, [LINE], (0, 900), Scene(covered, (here,)), demands) == [True, True]

"""Straight ways of small bodies: what boxes alone settle, against the slow questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sandtable.table.compiled import Mode
from sandtable.table.forced import is_way_free, step_aside
from sandtable.table.forced.making_way import is_clear
from sandtable.table.measure import distance, is_within, nearest
from sandtable.table.room import Errand, ReachedGoals, StandingRoom, reached_goals, standing_rooms
from sandtable.table.space import (
    Body,
    Field,
    Piece,
    Point,
    Pose,
    Scene,
    block,
    centre,
    corners,
    rings,
    standing,
)

MakeScene = Callable[[int, int, int], Scene]

RIDER = block(1, files=1, width=100, depth=150)
LINE = block(4, files=4, width=200, depth=200)
SOLID = ("house", "wood")
RATE = 1200.0


def goals_of(
    body: Body, goals: Sequence[int], scene: Scene, rate: float, barred: tuple[str, ...]
) -> ReachedGoals:
    return reached_goals((Errand(body, goals),), scene, rate, barred)[0]


def standing_of(body: Body, scene: Scene, barred: tuple[str, ...]) -> StandingRoom:
    return standing_rooms((body,), scene, barred)[0]


def is_straight_way_free(rider: Body, goal: Body, scene: Scene) -> bool:
    """Does the middle of a rider keep half the width of his base from all enemies and solid ground?"""
    enemies = [corners(foe.pose, foe.shape) for foe in scene.bodies if foe.side != rider.side and foe.pose]
    ground = [ring[:-1] for piece in scene.field.pieces if piece.kind in SOLID for ring in rings(piece)]
    here, near = centre(standing(rider), rider.shape), nearest(rider, goal)
    there = Point(here.x + near.there.x - near.here.x, here.y + near.there.y - near.here.y)
    return is_way_free(here, there, [*enemies, *ground], rider.shape.width / 2)


def test_a_way_that_is_called_open_is_free_and_each_goal_in_reach_is_named(
    random_scene: MakeScene, mode: Mode
) -> None:
    found = {"open": 0, "doubtful": 0}
    for seed in range(40):
        scene = random_scene(seed, 9, 5)
        rider = Body(len(scene.bodies), 0, Pose(300 + 60 * seed, 1400, 80 * seed), RIDER)
        friends = [body.id for body in scene.bodies if body.side == 0 and body.pose is not None]
        goals = goals_of(rider, friends, scene, RATE, SOLID)
        near = [number for number in friends if is_within(distance(rider, scene.bodies[number]), RATE)]
        assert sorted((*goals.open, *goals.doubtful)) == near
        assert all(is_straight_way_free(rider, scene.bodies[goal], scene) for goal in goals.open), seed
        found["open"] += len(goals.open)
        found["doubtful"] += len(goals.doubtful)
    assert min(found.values()) > 20


def test_an_enemy_beside_the_way_leaves_it_open_and_one_across_it_is_doubtful(mode: Mode) -> None:
    rider, goal = Body(2, 0, Pose(1000, 1000, 0), RIDER), Body(0, 0, Pose(2500, 2700, 0), LINE)
    beside, across = Body(1, 1, Pose(2500, 1300, 450), LINE), Body(1, 1, Pose(1700, 1800, 450), LINE)
    field = Field(7200, 4800)
    assert goals_of(rider, (0,), Scene(field, (goal, beside)), 2400, ()).open == (0,)
    assert goals_of(rider, (0,), Scene(field, (goal, across)), 2400, ()).doubtful == (0,)


def test_solid_ground_beside_the_way_leaves_it_open_and_who_rides_off_or_through_it_is_in_doubt(
    mode: Mode,
) -> None:
    rider, goal = Body(1, 0, Pose(1000, 1000, 0), RIDER), Body(0, 0, Pose(1500, 2400, 450), LINE)
    for left, low, way in ((1250, 1000, "open"), (1200, 1300, "doubtful"), (900, 800, "doubtful")):
        corners = ((left, low), (left + 200, low), (left + 200, low + 200), (left, low + 200))
        house = Piece("h", "house", polygon=tuple(Point(x, y) for x, y in corners))
        goals = goals_of(rider, (0,), Scene(Field(7200, 4800, (house,)), (goal,)), 2400, SOLID)
        assert getattr(goals, way) == (0,)


def test_who_is_called_clear_is_clear_and_the_nearest_enemy_is_measured(
    random_scene: MakeScene, mode: Mode
) -> None:
    clear, aside = {True: 0, False: 0}, 0
    for seed in range(60):
        scene = random_scene(seed, 8, 4)
        rider = Body(len(scene.bodies), 1, Pose(100 + 50 * seed, 3000 - 45 * seed, 50 * seed), RIDER)
        spot = standing_of(rider, scene, SOLID)
        enemies = [distance(rider, foe) for foe in scene.bodies if foe.side == 0 and foe.pose is not None]
        assert spot.enemy == min(enemies, default=math.inf)
        assert is_clear(rider, scene, SOLID) or not spot.clear, seed
        clear[spot.clear] += 1
        there, here = step_aside(rider, scene, SOLID), standing(rider)
        assert math.hypot(there.x - here.x, there.y - here.y) <= spot.aside + 1, seed
        aside += 0 < spot.aside < math.inf
    assert min(clear.values()) > 5
    assert aside > 5


def test_what_is_asked_of_many_riders_and_places_is_what_is_asked_of_each(
    random_scene: MakeScene, mode: Mode
) -> None:
    for seed in range(20):
        scene = random_scene(seed, 9, 5)
        bodies = [
            Body(len(scene.bodies) + n, 0, Pose(300 + 60 * seed, 700 * n, 80 * seed), RIDER)
            for n in (1, 2, 3)
        ]
        friends = [body.id for body in scene.bodies if body.side == 0 and body.pose is not None]
        riders = [Errand(body, friends[n:]) for n, body in enumerate(bodies)]
        alone = [goals_of(rider.body, rider.goals, scene, RATE, SOLID) for rider in riders]
        assert reached_goals(riders, scene, RATE, SOLID) == alone
        assert standing_rooms(bodies[1:], scene, SOLID) == [
            standing_of(body, scene, SOLID) for body in bodies[1:]
        ]
    assert reached_goals((), scene, RATE, SOLID) == []
    assert standing_rooms((), scene, SOLID) == []


def test_ground_near_by_makes_it_uncertain_who_stands_clear(mode: Mode) -> None:
    house = Piece("h", "house", polygon=(Point(500, 500), Point(900, 500), Point(900, 900)))
    rider = Body(0, 0, Pose(600, 850, 0), RIDER)
    assert standing_of(rider, Scene(Field(3000, 3000), ()), SOLID).clear
    assert not standing_of(rider, Scene(Field(3000, 3000, (house,)), ()), SOLID).clear
    assert is_clear(rider, Scene(Field(3000, 3000, (house,)), ()), SOLID)


def test_who_hangs_over_the_edge_is_led_no_farther_aside_than_told(
    random_scene: MakeScene, mode: Mode
) -> None:
    told = 0
    for seed in range(60):
        scene = random_scene(seed, 8, 4)
        along, beyond = 50 * seed, -150 + 8 * seed
        here = (
            Pose(along, beyond, 59 * seed) if seed % 2 else Pose(scene.field.width - beyond, along, 57 * seed)
        )
        rider = Body(len(scene.bodies), 1, here, RIDER)
        there, aside = step_aside(rider, scene, SOLID), standing_of(rider, scene, SOLID).aside
        assert math.hypot(there.x - here.x, there.y - here.y) <= aside + 1, seed
        told += 0 < aside < math.inf
    assert told > 20

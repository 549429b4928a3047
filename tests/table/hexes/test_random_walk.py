"""Moves on hexes drawn by chance."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.hexes import (
    Hex,
    HexBody,
    HexField,
    HexPlan,
    HexPose,
    HexScene,
    HexStep,
    HexTerms,
    Step,
    TurnTo,
    check,
    distance,
    random_plan,
    reach,
)
from sandtable.table.hexes.movement.entering import crossing, entering
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.walk import bend_facings, entered, fan, opening
from tests.table.hexes.test_reach import ALL_ROUND, LARGE, WHEEL, small_scenes, small_terms


def plan_by_checking(body: HexBody, terms: HexTerms, scene: HexScene, dice: Random) -> HexPlan:
    """The same move with the same draws, found by checking every step that might come next."""

    def drawn(plan: HexPlan, steps: list[HexStep]) -> HexPlan:
        legal = [step for step in steps if may_follow(plan, step)]
        return (*plan, legal[dice.randrange(len(legal))]) if legal else plan

    def may_follow(plan: HexPlan, step: HexStep) -> bool:
        found = check(body, (*plan, step), terms, scene).obstacles
        return all(obstacle.code == "stack" for obstacle in found)

    def turned(plan: HexPlan) -> HexPlan:
        if not dice.randrange(2):
            return plan
        here = check(body, plan, terms, scene).end.facing
        return drawn(plan, [TurnTo(facing) for facing in grid.facings(terms.facing) if facing != here])

    def nearer(plan: HexPlan) -> HexPlan:
        pose, steps = check(body, plan, terms, scene).end, list[HexStep]()
        for heading in grid.sides:
            if distance(grid.neighbour(pose.hex, heading), goal) < distance(pose.hex, goal):
                along = bend_facings(mover, pose, heading)
                steps += [Step(heading), *(Step(heading, one) for one in along if one != pose.facing)]
        return drawn(plan, steps)

    mover, grid = Mover(body, terms, scene), scene.grid
    if check(body, (TurnTo(body.facing),), terms, scene).obstacles[0].code == "keep-off":
        return ()
    radius = dice.randrange(terms.allowance + 1)
    ring = grid.ring(mover.origin, radius) if radius else ()
    goal = ring[dice.randrange(len(ring))] if ring else mover.origin
    plan = turned(())
    while (onward := nearer(plan)) != plan:
        plan = onward
    plan = turned(plan)
    while not check(body, plan, terms, scene).is_legal:
        plan = plan[:-1]
    return plan


@given(small_scenes(), small_terms, st.integers(0, 1000))
@settings(max_examples=150, deadline=None)
def test_the_move_drawn_is_the_one_that_the_same_draws_find_by_checking_every_step(
    scene: HexScene, terms: HexTerms, seed: int
) -> None:
    plan = random_plan(scene.bodies[0], terms, scene, Random(seed).randrange)
    assert plan == plan_by_checking(scene.bodies[0], terms, scene, Random(seed))


@given(small_scenes(), small_terms)
@settings(max_examples=60, deadline=None)
def test_a_way_of_the_fan_is_open_where_nothing_is_found_in_the_way_of_entering(
    scene: HexScene, terms: HexTerms
) -> None:
    mover = Mover(scene.bodies[0], terms, scene)
    pose = HexPose(mover.origin, mover.body.facing)
    all_found = [entering(mover, crossing(mover, pose, heading)) for heading in mover.grid.sides]
    openings = [opening(mover, pose, way) for way in fan(mover, pose)]
    assert [way for way in openings if way] == [found for found in all_found if not found.obstacles]


@given(small_scenes(), small_terms, st.integers(0, 1000))
@settings(max_examples=100, deadline=None)
def test_a_move_drawn_by_chance_always_passes_the_check(scene: HexScene, terms: HexTerms, seed: int) -> None:
    plan = random_plan(scene.bodies[0], terms, scene, Random(seed).randrange)
    assert check(scene.bodies[0], plan, terms, scene).is_legal


@given(small_scenes(), small_terms)
@settings(max_examples=60, deadline=None)
def test_entering_a_hex_costs_the_same_as_if_nobody_had_entered_it_before(
    scene: HexScene, terms: HexTerms
) -> None:
    for mover in (Mover(scene.bodies[0], terms, scene), Mover(scene.bodies[0], terms, HexScene(scene.field))):
        for heading in mover.grid.sides:
            pose = HexPose(mover.origin, mover.body.facing)
            assert entered(mover, pose, heading) == entering(mover, crossing(mover, pose, heading))


def test_on_open_ground_chance_comes_to_every_hex_in_reach() -> None:
    """19 hexes lie within 2 of the middle of the grid."""
    body = HexBody(0, 0, LARGE.hex(4, 4), LARGE.facings("corner")[0])
    scene, terms = HexScene(HexField(LARGE), (body,)), HexTerms(allowance=2, entries=ALL_ROUND)
    dice = Random(5)
    plans = [random_plan(body, terms, scene, dice.randrange) for _ in range(400)]
    ends: set[Hex] = {check(body, plan, terms, scene).end.hex for plan in plans}
    assert ends == {end.hex for end in reach(body, terms, scene).ends}
    assert len(ends) == 19


def test_who_may_only_turn_is_turned_or_left_alone() -> None:
    body = HexBody(0, 0, LARGE.hex(4, 4), LARGE.facings("corner")[0])
    scene, terms = HexScene(HexField(LARGE), (body,)), HexTerms(allowance=1, entries=(), changes=(WHEEL,))
    dice = Random(5)
    facings = {
        check(body, random_plan(body, terms, scene, dice.randrange), terms, scene).end.facing
        for _ in range(60)
    }
    assert len(facings) == 3

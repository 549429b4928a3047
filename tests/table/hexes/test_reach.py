"""Reach, shortest plans and the nearest legal plan on hexes."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.hexes import (
    AboutFace,
    Act,
    Barrier,
    Change,
    Closed,
    Contact,
    Entry,
    Going,
    Hex,
    HexBody,
    HexField,
    HexGrid,
    HexGround,
    HexPlan,
    HexPose,
    HexReach,
    HexScene,
    HexStep,
    HexTerms,
    Link,
    Passing,
    Penalties,
    Reached,
    Road,
    Step,
    TurnTo,
    Zone,
    cheapest_contact,
    check,
    distance,
    nearest_plan,
    reach,
    shortest_plan,
)
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.walk import OVER, Progress, begin, bend_facings, end_obstacles, take

ALL_ROUND = (Entry("front"), Entry("flank"), Entry("rear"))
WHEEL = Change("wheel", (600,), price=1, start=1, end=1)
FACE = Change("facing change", (1200, 1800), extra=1, start=1, end=1, end_near=0)
GREATEST = Penalties("greatest", "greatest", "greatest", "greatest")
NO_SUMS = Penalties("greatest", "sum", "greatest", "greatest")
SMALL = HexGrid(4, 4, "north-south", 600)
LARGE = HexGrid(9, 9, "east-west", 600)

small_terms = st.builds(
    HexTerms,
    allowance=st.integers(0, 3),
    entries=st.sampled_from(((Entry("front"),), (Entry("front"), Entry("rear", 1)), ALL_ROUND)),
    changes=st.sampled_from(((), (WHEEL,), (FACE,), (WHEEL, FACE))),
    ground=st.just((Going("rough", 1), Going("lake", is_closed=True), Going("ford", stops=True))),
    barriers=st.just((Going("hedge", 1), Going("river", is_closed=True))),
    road=st.sampled_from((None, Road(1, ignores_ground=True, follows_bends=True, bonus=1))),
    friends=st.sampled_from((None, Passing(1))),
    zone=st.sampled_from((None, Zone(), Zone(arcs=("front",), stops=False, holds=True, leaving=1))),
    keep_off=st.sampled_from((0, 0, 1)),
    near=st.integers(0, 2),
    closes=st.booleans(),
    penalties=st.sampled_from((Penalties(), NO_SUMS, GREATEST)),
)


@st.composite
def small_scenes(draw: st.DrawFn) -> HexScene:
    """A scene of sixteen hexes with all sorts of ground, a few bodies and the mover as body 0."""
    kinds = draw(st.lists(st.sampled_from(("", "", "", "rough", "lake", "ford")), min_size=16, max_size=16))
    ground = tuple(HexGround(hex_, kind) for hex_, kind in zip(SMALL.hexes, kinds, strict=True) if kind)
    sides = list(
        dict.fromkeys(
            SMALL.side_between(hex_, other) for hex_ in SMALL.hexes for other in SMALL.neighbours(hex_)
        )
    )
    barriers = tuple(
        Barrier(side, draw(st.sampled_from(("hedge", "river"))), is_open=draw(st.booleans()))
        for side in draw(st.lists(st.sampled_from(sides), max_size=4, unique=True))
    )
    links = tuple(
        Link(side, "road") for side in draw(st.lists(st.sampled_from(sides), max_size=5, unique=True))
    )
    stands = draw(st.lists(st.sampled_from(SMALL.hexes), min_size=1, max_size=4, unique=True))
    bodies = tuple(
        HexBody(
            number,
            side=0 if number == 0 else draw(st.integers(0, 1)),
            hex=hex_,
            facing=draw(st.sampled_from(SMALL.facings("corner"))),
            weight=draw(st.sampled_from((1, 1, 0))),
        )
        for number, hex_ in enumerate(stands)
    )
    return HexScene(HexField(SMALL, ground, barriers, links), bodies)


def all_plans(body: HexBody, terms: HexTerms, scene: HexScene, longest: int) -> Iterator[tuple[HexPlan, int]]:
    """Every plan up to a length whose steps are all allowed, with its cost: found by trying everything."""
    steps: list[HexStep] = [Step(heading) for heading in SMALL.sides]
    if terms.road:
        steps += [Step(heading, (heading + turn) % 3600) for heading in SMALL.sides for turn in (300, 3300)]
    if terms.changes:
        steps += [TurnTo(facing) for facing in SMALL.facings("corner")]
    if terms.closes:
        steps += [Contact(heading) for heading in SMALL.sides]
    waiting: list[HexPlan] = [()]
    while waiting:
        plan = waiting.pop()
        verdict = check(body, plan, terms, scene)
        if verdict.is_legal:
            yield plan, verdict.cost
        if len(plan) < longest and all(obstacle.code == "stack" for obstacle in verdict.obstacles):
            waiting += [(*plan, step) for step in steps]


@given(small_scenes(), small_terms)
@settings(max_examples=100, deadline=None)
def test_reach_finds_the_cheapest_of_all_plans_there_are(scene: HexScene, terms: HexTerms) -> None:
    body = scene.bodies[0]
    found = reach(body, terms, scene)
    ends: dict[tuple[Hex, int], int] = {}
    contacts: dict[Hex, int] = {}
    for plan, cost in all_plans(body, terms, scene, longest=3):
        end = check(body, plan, terms, scene).end
        if plan and isinstance(plan[-1], Contact):
            target = SMALL.neighbour(end.hex, plan[-1].heading)
            contacts[target] = min(cost, contacts.get(target, cost))
        else:
            ends[end] = min(cost, ends.get(end, cost))
    reached = {(end.hex, end.facing): end.cost for end in found.ends}
    closed = {contact.target: contact.cost for contact in found.contacts}
    # Plans of up to three steps were tried; longer ones may only add ends or find them cheaper.
    assert all(reached[end] <= cost for end, cost in ends.items())
    assert all(closed[target] <= cost for target, cost in contacts.items())
    short = {(end.hex, end.facing): end.cost for end in found.ends if len(end.plan) <= 3}
    assert all(ends[end] == cost for end, cost in short.items())


def reach_by_trying(body: HexBody, terms: HexTerms, scene: HexScene) -> HexReach:
    """All places in reach, found by taking every step from every walk, the cheapest first."""
    mover, seen, number = Mover(body, terms, scene), set[Progress](), 0
    ends, contacts = dict[HexPose, Reached](), dict[Hex, Closed]()
    queue: list[tuple[int, int, int, Progress, HexPlan]] = [(terms.spot, 0, 0, begin(mover), ())]
    while queue:
        cost, length, _, progress, plan = heapq.heappop(queue)
        state, pose, closes = progress._replace(price=0), progress.pose, progress.moment == OVER
        if state in seen and not closes:
            continue
        seen.add(state)
        if not end_obstacles(mover, progress):
            if closes and isinstance(plan[-1], Contact):
                target = scene.grid.neighbour(pose.hex, plan[-1].heading)
                contacts.setdefault(target, Closed(target, *pose, cost, plan))
            else:
                ends.setdefault(pose, Reached(*pose, cost, plan))
        for step in () if mover.is_kept_off(mover.origin) else every_step(mover, pose):
            taken = take(mover, progress, step)
            if not taken.obstacles:
                number += 1
                dearer = taken.after.cost(terms.penalties)
                heapq.heappush(queue, (dearer, length + 1, number, taken.after, (*plan, step)))
    return HexReach(tuple(ends.values()), tuple(contacts.values()))


def every_step(mover: Mover, pose: HexPose) -> list[HexStep]:
    """Every step there is, allowed or not, in the order in which they are to be tried."""
    steps: list[HexStep] = []
    for heading in mover.grid.sides:
        along = [facing for facing in bend_facings(mover, pose, heading) if facing != pose.facing]
        steps += [Contact(heading), Step(heading), *(Step(heading, facing) for facing in along)]
    return steps + [TurnTo(facing) for facing in mover.grid.facings("corner")]


@given(small_scenes(), small_terms)
@settings(max_examples=100, deadline=None)
def test_reach_has_the_plans_that_are_found_by_trying_every_step(scene: HexScene, terms: HexTerms) -> None:
    assert reach(scene.bodies[0], terms, scene) == reach_by_trying(scene.bodies[0], terms, scene)


@given(small_scenes(), small_terms)
@settings(max_examples=60, deadline=None)
def test_the_shortest_plan_to_a_hex_is_that_of_the_whole_reach(scene: HexScene, terms: HexTerms) -> None:
    body = scene.bodies[0]
    found = reach(body, terms, scene)
    for hex_ in scene.grid.hexes:
        for facing in (None, 0, 1800):
            end = found.to(hex_, facing)
            plan = shortest_plan(body, hex_, terms, scene, facing=facing)
            assert plan == (None if end is None else end.plan)


@given(small_scenes(), small_terms)
@settings(max_examples=80, deadline=None)
def test_every_plan_of_the_reach_passes_the_check_at_its_cost_and_ends_where_it_says(
    scene: HexScene, terms: HexTerms
) -> None:
    body = scene.bodies[0]
    found = reach(body, terms, scene)
    assert found.ends[0].plan == ()
    for end in found.ends:
        verdict = check(body, end.plan, terms, scene)
        assert verdict.is_legal
        assert (verdict.end.hex, verdict.end.facing, verdict.cost) == (end.hex, end.facing, end.cost)
    for contact in found.contacts:
        verdict = check(body, contact.plan, terms, scene)
        assert verdict.is_legal
        assert (verdict.end.hex, verdict.cost) == (contact.hex, contact.cost)
        assert any(
            other.hex == contact.target for other in scene.bodies if other.id in verdict.traces[-1].met
        )
    costs = [end.cost for end in found.ends]
    assert costs == sorted(costs)


@given(small_scenes(), small_terms)
@settings(max_examples=40, deadline=None)
def test_more_movement_points_never_reach_less(scene: HexScene, terms: HexTerms) -> None:
    body = scene.bodies[0]
    less = reach(body, terms, scene)
    more = reach(body, msgspec.structs.replace(terms, allowance=terms.allowance + 1), scene)
    farther = {(end.hex, end.facing): end.cost for end in more.ends}
    assert all(farther[end.hex, end.facing] <= end.cost for end in less.ends)


@given(small_scenes(), small_terms)
@settings(max_examples=30, deadline=None)
def test_reach_is_the_same_every_time_and_after_saving_and_loading(scene: HexScene, terms: HexTerms) -> None:
    body = scene.bodies[0]
    found = reach(body, terms, scene)
    loaded = msgspec.json.decode(msgspec.json.encode(terms), type=HexTerms)
    field = msgspec.json.decode(msgspec.json.encode(scene.field), type=HexField)
    again = reach(body, loaded, HexScene(field, scene.bodies))
    assert again == found
    assert msgspec.json.decode(msgspec.json.encode(found), type=HexReach) == found


def costs_by_spreading(grid: HexGrid, start: Hex, entering: dict[Hex, int]) -> dict[Hex, int]:
    """The least cost of every hex where each has a price for entering it: plain uniform cost search."""
    costs: dict[Hex, int] = {}
    waiting = [(0, start)]
    while waiting:
        cost, hex_ = heapq.heappop(waiting)
        if hex_ in costs:
            continue
        costs[hex_] = cost
        for other in grid.neighbours(hex_):
            if other in entering:
                heapq.heappush(waiting, (cost + entering[other], other))
    return costs


@given(
    st.lists(st.sampled_from(("", "", "rough", "marsh", "lake")), min_size=81, max_size=81), st.integers(0, 9)
)
@settings(max_examples=25, deadline=None)
def test_moving_freely_costs_what_spreading_from_hex_to_hex_finds(kinds: list[str], allowance: int) -> None:
    ground = tuple(HexGround(hex_, kind) for hex_, kind in zip(LARGE.hexes, kinds, strict=True))
    goings = (Going("rough", 1), Going("marsh", 2), Going("lake", is_closed=True))
    body = HexBody(0, 0, LARGE.hex(4, 4), facing=300)
    found = reach(
        body,
        HexTerms(allowance, entries=ALL_ROUND, ground=goings),
        HexScene(HexField(LARGE, ground), (body,)),
    )
    prices = {"": 1, "rough": 2, "marsh": 3}
    entering = {entry.hex: prices[entry.kind] for entry in ground if entry.kind in prices}
    expected = costs_by_spreading(LARGE, LARGE.hex(4, 4), entering)
    assert found.costs() == {hex_: cost for hex_, cost in expected.items() if cost <= allowance}


def open_scene(*others: HexBody, facing: int = 0) -> tuple[HexBody, HexScene]:
    grid = HexGrid(9, 9, "north-south", 600)
    body = HexBody(0, 0, grid.hex(4, 4), facing)
    return body, HexScene(HexField(grid), (body, *others))


def test_a_body_that_moves_only_to_the_front_reaches_a_widening_wedge() -> None:
    body, scene = open_scene()
    found = reach(body, HexTerms(3), scene)
    by_cost = [sum(1 for cost in found.costs().values() if cost == points) for points in range(4)]
    assert by_cost == [1, 2, 3, 4]
    assert all(end.facing == 0 for end in found.ends)


def test_a_wheel_at_the_start_or_end_is_found_and_priced() -> None:
    body, scene = open_scene()
    found = reach(body, HexTerms(2, changes=(WHEEL,)), scene)
    grid = scene.grid
    to_right = grid.neighbour(grid.hex(4, 4), 900)
    assert found.to(to_right) is not None
    wheeled = found.to(to_right, 600)
    assert wheeled is not None
    assert (wheeled.cost, wheeled.plan) == (2, (TurnTo(600), Step(900)))
    assert found.to(to_right, 0) is None
    assert found.to(grid.hex(0, 0)) is None


def test_of_equally_cheap_plans_the_one_with_fewer_steps_is_taken() -> None:
    free = Change("turn", (600, 1200, 1800), start=9, between=9, end=9)
    body, scene = open_scene()
    found = reach(body, HexTerms(1, changes=(free,)), scene)
    turned = found.to(scene.grid.hex(4, 4), 1800)
    assert turned is not None
    assert turned.plan == (TurnTo(1800),)


def test_the_enemies_a_charge_may_close_with_are_listed_with_their_cost() -> None:
    grid = HexGrid(9, 9, "north-south", 600)
    ahead, beyond = grid.hex(4, 6), grid.hex(4, 8)
    body, scene = open_scene(HexBody(1, 1, ahead, 1800), HexBody(2, 1, beyond, 1800))
    found = reach(body, HexTerms(3, closes=True), scene)
    assert [(contact.target, contact.cost) for contact in found.contacts] == [(ahead, 2)]
    assert found.contacts[0].plan == (Step(300), Contact(3300))
    assert reach(body, HexTerms(3), scene).contacts == ()


def test_two_enemies_in_front_can_both_be_closed_with_from_the_same_hex() -> None:
    grid = HexGrid(9, 9, "north-south", 600)
    left, right = (grid.neighbour(grid.hex(4, 4), heading) for heading in (3300, 300))
    body, scene = open_scene(HexBody(1, 1, left), HexBody(2, 1, right))
    found = reach(body, HexTerms(1, closes=True), scene)
    assert sorted(contact.target for contact in found.contacts) == sorted((left, right))


def test_a_body_too_near_an_enemy_for_this_kind_of_move_can_only_stand() -> None:
    grid = HexGrid(9, 9, "north-south", 600)
    body, scene = open_scene(HexBody(1, 1, grid.hex(4, 2)))
    found = reach(body, HexTerms(9, keep_off=3), scene)
    assert [end.plan for end in found.ends] == [()]


def test_a_move_can_be_gone_on_with_from_its_first_steps() -> None:
    deploy = Change("deploy", extra=1, start=1)
    body, scene = open_scene()
    terms = HexTerms(2, changes=(deploy, FACE))
    found = reach(body, terms, scene, after=(Act("deploy"), AboutFace()))
    assert all(end.plan[:2] == (Act("deploy"), AboutFace()) for end in found.ends)
    assert {end.cost for end in found.ends} == {2}
    with pytest.raises(ValueError, match="steps that are not legal: the move would cost 3"):
        reach(body, terms, scene, after=(Act("deploy"), AboutFace(), Step(1500)))


@settings(deadline=None, max_examples=40)
@given(scene=small_scenes(), terms=small_terms)
def test_the_cheapest_contact_is_that_of_the_whole_reach(scene: HexScene, terms: HexTerms) -> None:
    body, closing = scene.bodies[0], msgspec.structs.replace(terms, road=None, closes=True)
    plans = {contact.target: contact.plan for contact in reach(body, closing, scene).contacts}
    for hex_ in scene.grid.hexes:
        assert cheapest_contact(body, hex_, closing, scene) == plans.get(hex_)


def test_a_search_for_contact_refuses_steps_that_may_cost_nothing() -> None:
    body, scene = open_scene()
    with pytest.raises(ValueError, match="steps that cost 1 or more"):
        cheapest_contact(body, scene.grid.hex(4, 6), HexTerms(3, step=0), scene)


def test_a_shortest_plan_goes_round_what_bars_the_way() -> None:
    body, scene = open_scene()
    grid = scene.grid
    wall = tuple(
        Barrier(grid.side_between(grid.hex(column, 4), other), "wall")
        for column in range(2, 7)
        for other in grid.neighbours(grid.hex(column, 4))
        if grid.place(other).row == 5
    )
    field = HexField(grid, barriers=wall)
    terms = HexTerms(99, entries=ALL_ROUND, barriers=(Going("wall", is_closed=True),))
    plan = shortest_plan(body, grid.hex(4, 6), terms, HexScene(field, (body,)))
    assert plan is not None
    assert len(plan) == 7  # three to the end of the wall, one round it, three back
    assert shortest_plan(body, grid.hex(4, 6), terms, scene) == (Step(300), Step(3300))
    assert shortest_plan(body, grid.hex(4, 6), HexTerms(1), scene) is None
    turned = shortest_plan(body, grid.hex(4, 6), HexTerms(3, changes=(WHEEL,)), scene, facing=600)
    assert turned == (Step(300), Step(3300), TurnTo(600))


def test_the_nearest_plan_to_a_hex_out_of_reach_comes_as_near_as_it_can() -> None:
    body, scene = open_scene()
    grid = scene.grid
    wanted = grid.hex(4, 8)
    suggestion = nearest_plan(body, wanted, HexTerms(3), scene)
    assert suggestion.verdict.is_legal
    assert suggestion.miss == 1
    assert distance(suggestion.verdict.end.hex, wanted) == 1
    exact = nearest_plan(body, grid.hex(4, 6), HexTerms(3), scene)
    assert (exact.miss, exact.plan) == (0, (Step(300), Step(3300)))
    behind = nearest_plan(body, grid.hex(4, 0), HexTerms(3), scene)
    assert (behind.plan, behind.miss) == ((), 4)


def test_the_nearest_plan_comes_as_near_to_a_facing_as_it_can() -> None:
    body, scene = open_scene()
    wanted = scene.grid.hex(4, 6)
    faced = nearest_plan(body, wanted, HexTerms(3, changes=(WHEEL,)), scene, facing=600)
    assert (faced.miss, faced.turn_missed) == (0, 0)
    half = nearest_plan(body, wanted, HexTerms(3, changes=(WHEEL,)), scene, facing=1200)
    assert (half.miss, half.turn_missed, half.verdict.end.facing) == (0, 600, 600)
    short = nearest_plan(body, wanted, HexTerms(2, changes=(WHEEL,)), scene, facing=600)
    assert (short.miss, short.turn_missed) == (0, 600)


@given(small_scenes(), small_terms, st.sampled_from(SMALL.hexes))
@settings(max_examples=40, deadline=None)
def test_a_suggestion_is_legal_and_no_reachable_hex_is_nearer(
    scene: HexScene, terms: HexTerms, wanted: Hex
) -> None:
    body = scene.bodies[0]
    suggestion = nearest_plan(body, wanted, terms, scene)
    assert check(body, suggestion.plan, terms, scene) == suggestion.verdict
    assert suggestion.verdict.is_legal
    assert suggestion.miss == min(distance(end.hex, wanted) for end in reach(body, terms, scene).ends)

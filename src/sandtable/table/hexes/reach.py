"""Where a body can go on hexes, at what cost, and by which plan: the cheapest plans first.

Of plans that cost the same the one with fewer steps is taken, and of these the one that was found first,
trying steps before turns, each clockwise from north. Every plan given here passes ``check``.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from sandtable.table.hexes.check import MOST_STEPS, check
from sandtable.table.hexes.entering import Entering, keep_off
from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex, distance
from sandtable.table.hexes.mover import Mover
from sandtable.table.hexes.steps import Contact, HexPlan, HexStep, Step, TurnTo
from sandtable.table.hexes.terms import HexTerms
from sandtable.table.hexes.verdict import HexPose, HexVerdict
from sandtable.table.hexes.walk import (
    ENDING,
    OVER,
    Progress,
    begin,
    bend_facings,
    end_obstacles,
    opening,
    take,
    turns_open,
)
from sandtable.table.measure import turn_between


class Reached(Struct, frozen=True):
    """A hex and facing where a move may end, with its least cost and the plan that has it."""

    hex: Hex
    facing: int
    cost: int
    plan: HexPlan


class Closed(Struct, frozen=True):
    """An enemy's hex with which a move may close, from where, at what least cost, by which plan."""

    target: Hex
    hex: Hex
    facing: int
    cost: int
    plan: HexPlan


class HexReach(Struct, frozen=True):
    """All hexes and facings where a move may end, and all enemies it may close with, the cheapest first."""

    ends: tuple[Reached, ...]
    contacts: tuple[Closed, ...] = ()

    def to(self, hex_: Hex, facing: int | None = None) -> Reached | None:
        """The cheapest way to a hex, with any facing or this one; None if it is out of reach."""
        for end in self.ends:
            if end.hex == hex_ and facing in (None, end.facing):
                return end
        return None

    def costs(self) -> dict[Hex, int]:
        """The least cost of each hex in reach, whatever the facing there."""
        costs: dict[Hex, int] = {}
        for end in self.ends:
            costs.setdefault(end.hex, end.cost)
        return costs


class HexSuggestion(Struct, frozen=True):
    """The legal plan that comes nearest to what was wanted, and the hexes and the turn by which it misses."""

    plan: HexPlan
    verdict: HexVerdict
    miss: int
    turn_missed: int = 0


class _Walked(NamedTuple):
    """A walk found by the search."""

    progress: Progress
    cost: int
    plan: HexPlan


def reach(body: HexBody, terms: HexTerms, scene: HexScene, *, after: HexPlan = ()) -> HexReach:
    """All places where a move may end that begins with the steps *after*, which must be legal."""
    mover = Mover(body, terms, scene)
    ends: dict[tuple[Hex, int], Reached] = {}
    contacts: dict[Hex, Closed] = {}
    for progress, cost, plan in _walks(mover, after):
        hex_, facing = progress.pose
        if end_obstacles(mover, progress):
            continue
        if progress.moment == OVER and plan and isinstance(plan[-1], Contact):
            target = mover.grid.neighbour(hex_, plan[-1].heading)
            contacts.setdefault(target, Closed(target, hex_, facing, cost, plan))
        else:
            ends.setdefault((hex_, facing), Reached(hex_, facing, cost, plan))
    return HexReach(tuple(ends.values()), tuple(contacts.values()))


def shortest_plan(
    body: HexBody, goal: Hex, terms: HexTerms, scene: HexScene, *, facing: int | None = None
) -> HexPlan | None:
    """The cheapest plan to a hex, with any facing there or this one; None if it is out of reach."""
    mover = Mover(body, terms, scene)
    for progress, _, plan in _walks(mover, ()):
        at_goal = progress.pose.hex == goal and facing in (None, progress.pose.facing)
        if at_goal and progress.moment != OVER and not end_obstacles(mover, progress):
            return plan
    return None


def cheapest_contact(body: HexBody, target: Hex, terms: HexTerms, scene: HexScene) -> HexPlan | None:
    """The cheapest plan that closes with whoever is in a hex; None if that is out of reach.

    It is the plan that ``reach`` has for the hex, found without looking where else the move might go. Steps
    must cost something, so that no way leads farther than its allowance.
    """
    if terms.step < 1 or terms.road is not None:
        raise ValueError("a search for contact needs steps that cost 1 or more, whether or not along a road")
    mover = Mover(body, terms, scene)
    for progress, _, plan in _walks(mover, (), toward=target):
        if progress.moment == OVER and plan and isinstance(plan[-1], Contact):
            at_target = mover.grid.neighbour(progress.pose.hex, plan[-1].heading) == target
            if at_target and not end_obstacles(mover, progress):
                return plan
    return None


def nearest_plan(
    body: HexBody,
    wanted: Hex,
    terms: HexTerms,
    scene: HexScene,
    *,
    facing: int | None = None,
    after: HexPlan = (),
) -> HexSuggestion:
    """The legal plan that ends nearest to a hex, there nearest to a facing, and of these the cheapest."""
    found = reach(body, terms, scene, after=after)

    def turn_missed(end: Reached) -> int:
        return 0 if facing is None else abs(turn_between(end.facing, facing))

    if not found.ends:
        raise ValueError("no legal move begins with these steps: it could end nowhere")
    best = min(
        found.ends, key=lambda end: (distance(end.hex, wanted), turn_missed(end), end.cost, len(end.plan))
    )
    verdict = check(body, best.plan, terms, scene)
    return HexSuggestion(best.plan, verdict, distance(best.hex, wanted), turn_missed(best))


def _walks(mover: Mover, after: HexPlan, *, toward: Hex | None = None) -> Iterator[_Walked]:
    """All walks that differ in what may follow, in the order of their cost.

    With a hex to go *toward* those are left out that could not enter it at a step's price for each hex.
    """
    first = _walked(mover, after)
    queue = [(first.cost, len(after), 0, first)]
    seen: set[Progress] = set()
    number = 0
    if not after and mover.is_kept_off(mover.origin):
        yield first
        return
    while queue:
        _, _, _, walked = heapq.heappop(queue)
        state = walked.progress._replace(price=0)
        if state in seen:
            continue
        # Two walks that closed with different enemies are in the same state: each of them is an end.
        if walked.progress.moment != OVER:
            seen.add(state)
        yield walked
        if len(walked.plan) == MOST_STEPS:
            continue
        for step in _steps(mover, walked, toward):
            taken = take(mover, walked.progress, step)
            if not taken.obstacles:
                number += 1
                cost = taken.after.cost(mover.terms.penalties)
                if toward is not None and not _may_enter(mover, taken.after, cost, toward):
                    continue
                plan = (*walked.plan, step)
                heapq.heappush(queue, (cost, len(plan), number, _Walked(taken.after, cost, plan)))


def _may_enter(mover: Mover, progress: Progress, cost: int, goal: Hex) -> bool:
    """Is enough of the allowance left to enter a hex over open ground, or to have closed with it?"""
    steps = distance(progress.pose.hex, goal) - (progress.moment == OVER)
    return cost + steps * mover.terms.step <= mover.terms.allowance


def _walked(mover: Mover, plan: HexPlan) -> _Walked:
    """The walk that a plan begins with."""
    progress = begin(mover)
    obstacles = list(keep_off(mover, mover.origin)) if plan else []
    for step in plan:
        taken = take(mover, progress, step)
        progress = taken.after
        obstacles += taken.obstacles
    if obstacles:
        raise ValueError(f"a move cannot go on from steps that are not legal: {obstacles[0].words}")
    return _Walked(progress, progress.cost(mover.terms.penalties), plan)


def _steps(mover: Mover, walked: _Walked, toward: Hex | None) -> Iterator[HexStep]:
    """The steps worth trying next: into every hex around, closing with every enemy, and all turns.

    With a hex to go *toward* those sides are left out from whose far hex it could surely not be entered.
    """
    progress = walked.progress
    if progress.moment < ENDING:
        grid, price, here = mover.grid, mover.terms.step, progress.pose.hex
        left = mover.terms.allowance - walked.cost
        for heading in grid.sides:
            if toward is None or price * distance(grid.neighbour(here, heading), toward) <= left - price:
                yield from steps_over(mover, progress, heading)
    yield from turns_by(mover, progress.pose.facing, turns_open(mover, progress))


def turns_by(mover: Mover, facing: int, turns: Collection[int]) -> list[HexStep]:
    """The turns from a facing by these angles, clockwise from north."""
    found: list[HexStep] = []
    if turns:
        for other in mover.grid.facings(mover.terms.facing):
            if abs(turn_between(facing, other)) in turns:
                found.append(_turn_to(other))
    return found


def steps_over(mover: Mover, progress: Progress, heading: int) -> Iterator[HexStep]:
    """The steps over one side of a hex that are worth trying: into the hex beyond, or closing with it."""
    pose = progress.pose
    if mover.terms.closes and mover.foes_in(mover.grid.neighbour(pose.hex, heading)):
        yield Contact(heading)
    found = opening(mover, pose, heading)
    if found is not None:
        yield from steps_into(mover, pose, found)


def steps_into(mover: Mover, pose: HexPose, found: Entering) -> Sequence[Step]:
    """The steps into a hex that may be entered: straight ahead, and with each facing along a road."""
    way = found.crossing
    if not way.bends:
        return _ahead(way.heading)
    along = bend_facings(mover, pose, way.heading)
    return [*_ahead(way.heading), *[Step(way.heading, facing) for facing in along if facing != pose.facing]]


@cache
def _ahead(heading: int) -> tuple[Step]:
    """The step over a side; it is tried again and again, and is always the same."""
    return (Step(heading),)


@cache
def _turn_to(facing: int) -> TurnTo:
    """A turn to a facing; it is tried again and again, and is always the same."""
    return TurnTo(facing)

"""Where a body can go on hexes, at what cost, and by which plan: the cheapest plans first.

Of plans with the same cost the one with fewer steps is taken, and of these the first found,
trying steps before turns, each clockwise from north. Every plan given here passes ``check``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex, distance
from sandtable.table.hexes.movement.check import check
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.steps import Contact, HexPlan
from sandtable.table.hexes.movement.terms import HexTerms
from sandtable.table.hexes.movement.verdict import HexPose, HexVerdict
from sandtable.table.hexes.movement.walk import OVER, end_obstacles
from sandtable.table.hexes.movement.walks import Toward, walks
from sandtable.table.space.lengths import turn_between

DETOUR: Final = 2
"""A way to a hex is first looked for among those that are no dearer than the straight one, or by this."""


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


def reach(body: HexBody, terms: HexTerms, scene: HexScene, *, after: HexPlan = ()) -> HexReach:
    """All places where a move may end that begins with the steps *after*, which must be legal."""
    mover = Mover(body, terms, scene)
    ends: dict[HexPose, Reached] = {}
    contacts: dict[Hex, Closed] = {}
    for progress, cost, plan in walks(mover, after):
        hex_, facing = pose = progress.pose
        if progress.moment == OVER and plan and isinstance(plan[-1], Contact):
            target = mover.grid.neighbour(hex_, plan[-1].heading)
            if target not in contacts and not end_obstacles(mover, progress):
                contacts[target] = Closed(target, hex_, facing, cost, plan)
        elif pose not in ends and not end_obstacles(mover, progress):
            ends[pose] = Reached(hex_, facing, cost, plan)
    return HexReach(tuple(ends.values()), tuple(contacts.values()))


def shortest_plan(
    body: HexBody, goal: Hex, terms: HexTerms, scene: HexScene, *, facing: int | None = None
) -> HexPlan | None:
    """The cheapest plan to a hex, with any facing there or this one; None if it is out of reach."""
    mover = Mover(body, terms, scene)
    for bound in _bounds(mover, goal):
        for progress, _, plan in walks(mover, (), toward=bound):
            at_goal = progress.pose.hex == goal and facing in (None, progress.pose.facing)
            if at_goal and progress.moment != OVER and not end_obstacles(mover, progress):
                return plan
    return None


def _bounds(mover: Mover, goal: Hex) -> Iterator[Toward | None]:
    """What a way to a hex may cost, first little, then more: a lower limit leaves fewer ways to search.

    The cheapest way is the same whatever more it might have cost. Where a step may cost nothing, or a road
    adds to the allowance, all ways are looked at.
    """
    terms = mover.terms
    if terms.step < 1 or terms.road is not None:
        yield None
        return
    straight = terms.spot + terms.step * distance(mover.origin, goal)
    for most in (straight, straight + DETOUR):
        if most < terms.allowance:
            yield Toward(goal, most)
    yield Toward(goal, terms.allowance)


def cheapest_contact(body: HexBody, target: Hex, terms: HexTerms, scene: HexScene) -> HexPlan | None:
    """The cheapest plan that closes with the enemy in a hex; None if that is out of reach.

    It is the plan that ``reach`` has for the hex, found without looking where else the move might go. Steps
    must cost something, so that no way leads farther than its allowance.
    """
    if terms.step < 1 or terms.road is not None:
        raise ValueError("a search for contact needs steps that cost 1 or more, whether or not along a road")
    mover = Mover(body, terms, scene)
    for progress, _, plan in walks(mover, (), toward=Toward(target, terms.allowance)):
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

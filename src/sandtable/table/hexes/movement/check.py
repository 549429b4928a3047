"""The one check of a move on hexes, for people, agents and files alike."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.movement.entering import keep_off
from sandtable.table.hexes.movement.mover import mover_of
from sandtable.table.hexes.movement.steps import HexPlan
from sandtable.table.hexes.movement.terms import HexTerms
from sandtable.table.hexes.movement.verdict import HexObstacle, HexTrace, HexVerdict
from sandtable.table.hexes.movement.walk import allowance, begin, end_obstacles, take, trace

MOST_STEPS: Final = 500
"""No move has more steps; a longer plan is a mistake or worse."""


def check(body: HexBody, plan: HexPlan, terms: HexTerms, scene: HexScene) -> HexVerdict:
    """Judge a move: its cost step by step and all that stands in its way; standing still is always legal."""
    mover = mover_of(body, terms, scene)
    progress = begin(mover)
    cost = progress.cost(terms.penalties)
    traces: list[HexTrace] = []
    obstacles: list[HexObstacle] = []
    if len(plan) > MOST_STEPS:
        words = f"a plan of {len(plan)} steps is longer than any move; {MOST_STEPS} are allowed"
        obstacles.append(HexObstacle("too-long", words, measured=len(plan), limit=MOST_STEPS))
        plan = ()
    if plan:
        obstacles += keep_off(mover, mover.origin)
    for number, step in enumerate(plan):
        taken = take(mover, progress, step)
        progress, before = taken.after, cost
        cost = progress.cost(terms.penalties)
        traces.append(trace(mover, taken, cost - before))
        if taken.obstacles:
            obstacles += [replace(obstacle, step=number) for obstacle in taken.obstacles]
    obstacles += end_obstacles(mover, progress)
    limit = allowance(mover, progress)
    return HexVerdict(tuple(traces), cost, limit, progress.pose, tuple(obstacles))


def longest_legal(body: HexBody, plan: HexPlan, terms: HexTerms, scene: HexScene) -> HexPlan:
    """The plan cut back to its last step after which the move is legal."""
    mover = mover_of(body, terms, scene)
    progress, legal = begin(mover), 0
    if mover.is_kept_off(mover.origin):
        return ()
    for number, step in enumerate(plan[:MOST_STEPS], start=1):
        taken = take(mover, progress, step)
        if taken.obstacles:
            break
        progress = taken.after
        if not end_obstacles(mover, progress):
            legal = number
    return plan[:legal]

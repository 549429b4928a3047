"""One legal move on hexes drawn by chance, without looking at all the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.table.hexes.check import MOST_STEPS
from sandtable.table.hexes.entering import keep_off
from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex, distance
from sandtable.table.hexes.mover import Mover, mover_of
from sandtable.table.hexes.reach import steps_over, turns_to
from sandtable.table.hexes.steps import HexPlan, HexStep, Step
from sandtable.table.hexes.terms import HexTerms
from sandtable.table.hexes.walk import Progress, begin, end_obstacles, take

Draw = Callable[[int], int]
"""Draws one of so many."""


class _Stage(NamedTuple):
    """How far a wandering has come."""

    plan: HexPlan
    progress: Progress


def any_plan(body: HexBody, terms: HexTerms, scene: HexScene, draw: Draw) -> HexPlan:
    """A plan that passes ``check``: it turns or not, goes towards some hex as long as it may, turns or not.

    It closes with nobody; where the last hexes may not be ended in, it ends before them.
    """
    mover = mover_of(body, terms, scene)
    stages = [_Stage((), begin(mover))]
    if any(True for _ in keep_off(mover, mover.origin)):
        return ()
    goal = _goal(mover, draw)
    stages += _turned(mover, stages[-1], draw)
    while len(stages) < MOST_STEPS and (onward := _nearer(mover, stages[-1], goal, draw)):
        stages += onward
    stages += _turned(mover, stages[-1], draw)
    return next(stage.plan for stage in reversed(stages) if not end_obstacles(mover, stage.progress))


def _goal(mover: Mover, draw: Draw) -> Hex:
    """A hex of the grid no farther than the move goes over open ground, or the hex where it begins."""
    farthest = mover.terms.allowance // max(mover.terms.step, 1)
    radius = draw(farthest + 1)
    ring = mover.grid.ring(mover.origin, radius) if radius else ()
    return ring[draw(len(ring))] if ring else mover.origin


def _nearer(mover: Mover, stage: _Stage, goal: Hex, draw: Draw) -> list[_Stage]:
    """One more step that brings it nearer to a hex, if one is allowed."""
    progress, grid, steps = stage.progress, mover.grid, list[HexStep]()
    here = progress.pose.hex
    now = distance(here, goal)
    for heading in grid.sides:
        if distance(grid.neighbour(here, heading), goal) < now:
            steps += [step for step in steps_over(mover, progress, heading) if isinstance(step, Step)]
    return _drawn(mover, stage, steps, draw)


def _turned(mover: Mover, stage: _Stage, draw: Draw) -> list[_Stage]:
    """A turn, as often as not, if one is allowed."""
    return _drawn(mover, stage, turns_to(mover, stage.progress), draw) if draw(2) else []


def _drawn(mover: Mover, stage: _Stage, steps: Iterable[HexStep], draw: Draw) -> list[_Stage]:
    taken = [(step, take(mover, stage.progress, step)) for step in steps]
    legal = [(step, one) for step, one in taken if not one.obstacles]
    if not legal:
        return []
    step, one = legal[draw(len(legal))]
    return [_Stage((*stage.plan, step), one.after)]

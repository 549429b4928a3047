"""One legal move on hexes drawn by chance, without looking at all the others.

Of the steps that might come next it is only asked whether they are allowed; the one that was drawn is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.hexes.check import MOST_STEPS
from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex
from sandtable.table.hexes.mover import Mover, mover_of
from sandtable.table.hexes.reach import steps_into, turns_by
from sandtable.table.hexes.steps import HexPlan, HexStep
from sandtable.table.hexes.terms import HexTerms
from sandtable.table.hexes.walk import (
    ENDING,
    Progress,
    affords_change,
    affords_step,
    begin,
    end_obstacles,
    opening,
    take,
    turns_open,
)

Draw = Callable[[int], int]
"""Draws one of so many."""


class _Wandering:
    """A move that is being drawn: the steps taken so far, and how far it had come before and after each."""

    __slots__ = ("draw", "mover", "stages", "steps")

    def __init__(self, mover: Mover, draw: Draw) -> None:
        self.mover = mover
        self.draw = draw
        self.steps: list[HexStep] = []
        self.stages: list[Progress] = [begin(mover)]

    def take_any(self, steps: list[HexStep]) -> bool:
        """Take one of some steps that are all allowed, if there are any."""
        if not steps:
            return False
        step = steps[self.draw(len(steps))]
        self.stages.append(take(self.mover, self.stages[-1], step).after)
        self.steps.append(step)
        return True

    def plan(self) -> HexPlan:
        """The steps up to the last hex in which the move may end."""
        for number in range(len(self.steps), 0, -1):
            if not end_obstacles(self.mover, self.stages[number]):
                return tuple(self.steps[:number])
        return ()


def any_plan(body: HexBody, terms: HexTerms, scene: HexScene, draw: Draw) -> HexPlan:
    """A plan that passes ``check``: it turns or not, goes towards some hex as long as it may, turns or not.

    It closes with nobody; where the last hexes may not be ended in, it ends before them.
    """
    mover = mover_of(body, terms, scene)
    if mover.is_kept_off(mover.origin):
        return ()
    wandering = _Wandering(mover, draw)
    goal = _goal(mover, draw)
    if draw(2):
        wandering.take_any(_turns(mover, wandering.stages[-1]))
    while len(wandering.stages) < MOST_STEPS and wandering.take_any(
        _nearer(mover, wandering.stages[-1], goal)
    ):
        pass
    if draw(2):
        wandering.take_any(_turns(mover, wandering.stages[-1]))
    return wandering.plan()


def _goal(mover: Mover, draw: Draw) -> Hex:
    """A hex of the grid no farther than the move goes over open ground, or the hex where it begins."""
    farthest = mover.terms.allowance // max(mover.terms.step, 1)
    radius = draw(farthest + 1)
    ring = mover.grid.ring(mover.origin, radius) if radius else ()
    return ring[draw(len(ring))] if ring else mover.origin


def _nearer(mover: Mover, progress: Progress, goal: Hex) -> list[HexStep]:
    """The steps allowed now that bring it nearer to a hex."""
    steps: list[HexStep] = []
    if progress.moment < ENDING:
        pose = progress.pose
        for heading in mover.grid.headings_toward(pose.hex, goal):
            found = opening(mover, pose, heading)
            if found is not None and affords_step(mover, progress, found):
                steps += steps_into(mover, pose, found)
    return steps


def _turns(mover: Mover, progress: Progress) -> list[HexStep]:
    """The turns allowed now."""
    turns = turns_open(mover, progress)
    if not turns:
        return []
    affordable = [turn for turn, change in turns.items() if affords_change(mover, progress, change)]
    return turns_by(mover, progress.pose.facing, affordable)

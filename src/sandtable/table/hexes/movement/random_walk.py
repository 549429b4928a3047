"""One legal move on hexes drawn by chance, without looking at all the others.

Possible next steps are only checked for being allowed; only the one that is drawn is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.hexes.field import HexBody, HexScene
from sandtable.table.hexes.grid import Hex
from sandtable.table.hexes.movement.check import MOST_STEPS
from sandtable.table.hexes.movement.entering import Entering
from sandtable.table.hexes.movement.mover import Mover, mover_of
from sandtable.table.hexes.movement.steps import HexPlan, Step
from sandtable.table.hexes.movement.terms import HexTerms
from sandtable.table.hexes.movement.walk import (
    ENDING,
    Progress,
    Taken,
    affords_change,
    begin,
    end_obstacles,
    fan,
    opening,
    step_cost,
    take,
    take_open,
    turns_open,
)
from sandtable.table.hexes.movement.walks import steps_into, turns_by

Draw = Callable[[int], int]
"""Draws one of so many."""


def random_plan(body: HexBody, terms: HexTerms, scene: HexScene, draw: Draw) -> HexPlan:
    """A plan that passes ``check``: it turns or not, goes towards some hex as long as it may, turns or not.

    It closes with no enemy; if it may not end in its last hexes, it ends before them.
    """
    mover = mover_of(body, terms, scene)
    if mover.is_kept_off(mover.origin):
        return ()
    goal = _goal(mover, draw)
    way: list[Taken] = []
    now = begin(mover)
    if draw(2):
        now = _turned(mover, now, way, draw)
    while len(way) < MOST_STEPS - 1 and (step := _nearer(mover, now, goal, draw)) is not None:
        way.append(step)
        now = step.after
    if draw(2):
        now = _turned(mover, now, way, draw)
    while way and end_obstacles(mover, way[-1].after):
        del way[-1]
    return tuple([taken.step for taken in way])


def _goal(mover: Mover, draw: Draw) -> Hex:
    """A hex of the grid no farther than the move goes over open ground, or the hex where it begins."""
    farthest = mover.terms.allowance // max(mover.terms.step, 1)
    radius = draw(farthest + 1)
    ring = mover.grid.ring(mover.origin, radius) if radius else ()
    return ring[draw(len(ring))] if ring else mover.origin


def _nearer(mover: Mover, progress: Progress, goal: Hex, draw: Draw) -> Taken | None:
    """A step that brings it nearer to a hex, of all that are allowed now, if any is."""
    if progress.moment >= ENDING:
        return None
    pose, open_to = progress.pose, list[tuple[Step, Entering]]()
    headings = mover.grid.headings_toward(pose.hex, goal)
    for way in fan(mover, pose) if headings else ():
        crossing = way.crossing
        if crossing.heading in headings:
            found = way if mover.is_plain and crossing.hex not in mover.held else opening(mover, pose, way)
            if found is not None and step_cost(mover, progress, found) is not None:
                for step in steps_into(mover, pose, found):
                    open_to.append((step, found))
    if not open_to:
        return None
    return take_open(mover, progress, *open_to[draw(len(open_to))])


def _turned(mover: Mover, progress: Progress, way: list[Taken], draw: Draw) -> Progress:
    """How far the move has come after any turn that is allowed now; the turn goes on the way."""
    turns = turns_open(mover, progress)
    if not turns:
        return progress
    affordable = [turn for turn, change in turns.items() if affords_change(mover, progress, change)]
    steps = turns_by(mover, progress.pose.facing, affordable)
    if not steps:
        return progress
    way.append(take(mover, progress, steps[draw(len(steps))]))
    return way[-1].after

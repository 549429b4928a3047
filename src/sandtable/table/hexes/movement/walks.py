"""All walks of a body on hexes, the cheapest first: what ``reach`` and the search for one place stand on."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from sandtable.table.hexes.grid import Hex, distance
from sandtable.table.hexes.movement.check import MOST_STEPS
from sandtable.table.hexes.movement.entering import Entering, keep_off
from sandtable.table.hexes.movement.mover import Mover
from sandtable.table.hexes.movement.steps import Contact, HexPlan, HexStep, Step, TurnTo
from sandtable.table.hexes.movement.verdict import HexPose
from sandtable.table.hexes.movement.walk import (
    ENDING,
    OVER,
    Progress,
    begin,
    bend_facings,
    come_into,
    fan,
    opening,
    step_cost,
    take,
    turns_open,
)
from sandtable.table.space.lengths import turn_between

State = tuple[object, ...]
"""The progress of a walk without its price: equal states may be followed by the same steps."""


class Walked(NamedTuple):
    """A walk found by the search."""

    progress: Progress
    cost: int
    plan: HexPlan


class Toward(NamedTuple):
    """A hex to go toward, and what the whole way into it may cost; each step costs 1 or more."""

    hex: Hex
    most: int


def walks(mover: Mover, after: HexPlan, *, toward: Toward | None = None) -> Iterator[Walked]:
    """All walks that differ in what may follow, in the order of their cost, beginning with *after*.

    With a hex to go *toward* those are left out that could not enter it at a step's price for each hex.
    """
    walked = _walked(mover, after)
    search = _Search(mover, walked, toward)
    stands = not after and mover.is_kept_off(mover.origin)
    while True:
        yield walked
        if not stands and len(walked.plan) < MOST_STEPS:
            search.spread(walked)
        following = search.next()
        if following is None:
            return
        walked = following


class _Search:
    """The walks that were found and are to be gone on with, and the best of each state so far.

    Of walks that come to the same state only the cheapest is gone on with, of these the shortest, of these
    the first. Walks that closed with different enemies are in the same state: each of them is an end. Of a
    body that neither acts on the spot nor follows roads the hex alone is the state, unless penalties were
    paid.
    """

    __slots__ = ("_best", "_entered", "_is_told_by_hex", "_mover", "_number", "_queue", "_toward")

    def __init__(self, mover: Mover, first: Walked, toward: Toward | None) -> None:
        self._mover, self._toward, self._number = mover, toward, 0
        self._is_told_by_hex = not mover.terms.changes and mover.terms.road is None
        self._entered: dict[Hex, tuple[int, int]] = {}
        self._best: dict[State, tuple[int, int]] = {_state(first.progress): (first.cost, len(first.plan))}
        self._queue: list[tuple[int, int, int, State, Progress, HexPlan, HexStep]] = []

    def next(self) -> Walked | None:
        """The cheapest walk not returned yet."""
        while self._queue:
            cost, length, _, state, progress, plan, step = heapq.heappop(self._queue)
            if progress.moment == OVER or self._best[state] == (cost, length):
                return Walked(progress, cost, (*plan, step))
        return None

    def spread(self, walked: Walked) -> None:
        """Find all walks that go one step on: into every hex around, closing with every enemy, and turns."""
        mover, progress = self._mover, walked.progress
        pose = progress.pose
        if progress.moment < ENDING:
            if mover.terms.closes:
                self._close(walked)
            for way in fan(mover, pose):
                free = mover.is_plain and way.crossing.hex not in mover.held
                found = way if free else opening(mover, pose, way)
                if found is not None:
                    cost = step_cost(mover, progress, found)
                    if cost is not None and self._may_enter(walked, found, cost):
                        for step in steps_into(mover, pose, found):
                            self._offer(walked, step, come_into(mover, progress, step, found), cost)
        for turn in turns_by(mover, pose.facing, turns_open(mover, progress)):
            self._try(walked, turn)

    def _close(self, walked: Walked) -> None:
        """Close with every enemy around, or with the one to go toward."""
        mover, here, toward = self._mover, walked.progress.pose.hex, self._toward
        if toward is not None and distance(here, toward.hex) != 1:
            return
        for heading in mover.grid.sides:
            there = mover.grid.neighbour(here, heading)
            if (toward is None or toward.hex == there) and mover.foes_in(there):
                self._try(walked, Contact(heading))

    def _try(self, walked: Walked, step: HexStep) -> None:
        taken = take(self._mover, walked.progress, step)
        after = taken.after
        if not taken.obstacles:
            cost = after.cost(self._mover.terms.penalties)
            if after.moment == OVER or self._leads_on(after.pose.hex, cost):
                self._offer(walked, step, after, cost)

    def _may_enter(self, walked: Walked, found: Entering, cost: int) -> bool:
        """Whether to enter a hex at a cost: it leads on, and no walk as good has entered it."""
        hex_ = found.crossing.hex
        if not self._leads_on(hex_, cost):
            return False
        if not self._is_told_by_hex or found.extras or found.stops or walked.progress.hex_extra:
            return True
        known, now = self._entered.get(hex_), (cost, len(walked.plan) + 1)
        if known is not None and known <= now:
            return False
        self._entered[hex_] = now
        return True

    def _leads_on(self, hex_: Hex, cost: int) -> bool:
        """Whether a walk that has cost this much here may still reach the hex to go toward."""
        toward = self._toward
        return toward is None or cost + distance(hex_, toward.hex) * self._mover.terms.step <= toward.most

    def _offer(self, walked: Walked, step: HexStep, after: Progress, cost: int) -> None:
        """Queue a walk with one more step, unless one as good has come to the same state."""
        length, state = len(walked.plan) + 1, _state(after)
        if after.moment != OVER:
            known = self._best.get(state)
            if known is not None and known <= (cost, length):
                return
            self._best[state] = cost, length
        self._number += 1
        heapq.heappush(self._queue, (cost, length, self._number, state, after, walked.plan, step))


def _state(progress: Progress) -> State:
    """All of a progress but its price."""
    return progress[:3], progress[4:]


def _walked(mover: Mover, plan: HexPlan) -> Walked:
    """The walk that a plan begins with."""
    progress = begin(mover)
    obstacles = list(keep_off(mover, mover.origin)) if plan else []
    for step in plan:
        taken = take(mover, progress, step)
        progress = taken.after
        obstacles += taken.obstacles
    if obstacles:
        raise ValueError(f"a move cannot go on from steps that are not legal: {obstacles[0].words}")
    return Walked(progress, progress.cost(mover.terms.penalties), plan)


# Steps worth trying


def turns_by(mover: Mover, facing: int, turns: Collection[int]) -> list[HexStep]:
    """The turns from a facing by these angles, clockwise from north."""
    found: list[HexStep] = []
    if turns:
        for other in mover.grid.facings(mover.terms.facing):
            if abs(turn_between(facing, other)) in turns:
                found.append(_turn_to(other))
    return found


def steps_into(mover: Mover, pose: HexPose, found: Entering) -> Sequence[Step]:
    """The steps into a hex that may be entered: straight ahead, and with each facing along a road."""
    way = found.crossing
    if not way.bends:
        return _ahead(way.heading)
    along = bend_facings(mover, pose, way.heading)
    return [*_ahead(way.heading), *[Step(way.heading, facing) for facing in along if facing != pose.facing]]


@cache
def _ahead(heading: int) -> tuple[Step]:
    """The step over a side, kept because it is tried again and again."""
    return (Step(heading),)


@cache
def _turn_to(facing: int) -> TurnTo:
    """A turn to a facing, kept because it is tried again and again."""
    return TurnTo(facing)

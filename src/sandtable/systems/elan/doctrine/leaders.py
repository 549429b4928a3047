"""Commanders: near their brigades, with units that must rally, away from the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.systems.elan.attaching import DETACH, STAY, ChooseAttachment
from sandtable.systems.elan.battle import ElanBattle, Rank
from sandtable.systems.elan.doctrine.ends import End, ends, straight_to
from sandtable.systems.elan.doctrine.lie import apart, middle, plan_inches
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.leading import command_of, whereabouts
from sandtable.systems.elan.movement_decisions import Go
from sandtable.systems.elan.plan_decisions import PlanHexRide, PlanRide
from sandtable.systems.elan.shapes import solid
from sandtable.table.space import Point

POINT: Final = solid(2, 2)
"""The shape of a commander: a point."""
CLOSE: Final = 4.0
"""Within this many inches of where he is wanted a commander does not ride."""
SAFE: Final = 8.0
"""A commander alone is in danger this near to an enemy."""
RISK: Final = 2.0
"""The cost, in inches of way, of each inch that he is too near."""


def attach(battle: ElanBattle, question: ChooseAttachment) -> object:
    """A commander joins a unit that must rally, and leaves a unit when others are out of his reach."""
    leader = battle.leaders[question.leader]
    if leader.attached_to is not None:
        needed = battle.units[leader.attached_to].retreating
        return DETACH if DETACH in question.options and not needed else STAY
    beaten = [one for one in question.options if one.unit is not None and battle.units[one.unit].retreating]
    return beaten[0] if beaten and leader.leadership else STAY


# ----------------------------------------------------------------------- riding
def next_ride(battle: ElanBattle, rides: Sequence[Go]) -> Go | None:
    """The commander farthest from where he is wanted, at the march rate if he may."""
    found: dict[int, Go] = {}
    for go in rides:
        found[go.number] = go
    wanted = [(_misplaced(battle, number), number) for number in found]
    far, number = max(wanted, default=(0.0, -1))
    return found[number] if far > CLOSE else None


def _misplaced(battle: ElanBattle, number: int) -> float:
    post = wanted_at(battle, number)
    return 0.0 if post is None else apart(battle, whereabouts(battle, number), post)


def wanted_at(battle: ElanBattle, number: int) -> Point | None:
    """Where a commander is wanted: amid his brigade, or with the brigadier nearest to the enemy."""
    leader = battle.leaders[number]
    if leader.rank is not Rank.BRIGADE:
        return _with_brigadier(battle, number)
    units = [battle.units[unit] for unit in command_of(battle, leader)]
    steady = [unit for unit in units if not unit.retreating] or units
    if not steady:
        return None
    return amid(battle, tuple(middle(unit) for unit in steady))


def amid(battle: ElanBattle, points: tuple[Point, ...]) -> Point:
    """The place from which a commander reaches most of these units; their middle if it is as good."""
    count, reach = len(points), plan_inches(battle, battle.figures.command)
    middle_of_all = Point(sum(point.x for point in points) / count, sum(point.y for point in points) / count)

    def reached(place: Point) -> int:
        return sum(apart(battle, place, point) <= reach for point in points)

    return max((middle_of_all, *points), key=reached)


def _with_brigadier(battle: ElanBattle, number: int) -> Point | None:
    """The place of the brigade commander whose units are nearest to the enemy."""
    side, ground = battle.leaders[number].side, ground_of(battle)
    best: tuple[float, int] | None = None
    for one, leader in enumerate(battle.leaders):
        if leader.side != side or leader.rank is not Rank.BRIGADE or not leader.is_present:
            continue
        near = min((ground.closest(unit) for unit in command_of(battle, leader)), default=None)
        if near is not None and (best is None or (near, one) < best):
            best = near, one
    return None if best is None else whereabouts(battle, best[1])


def ride(battle: ElanBattle, question: PlanRide | PlanHexRide) -> object:
    """The way that ends nearest to where a commander is wanted, away from enemies."""
    post = wanted_at(battle, question.leader)
    if post is None:
        return ()
    foes = [middle(foe) for foe in battle.enemies_of(question.seat)]

    def exposed(here: Point) -> float:
        near = min((apart(battle, here, foe) for foe in foes), default=SAFE)
        return max(SAFE - near, 0.0)

    def cost(end: End) -> float:
        here = Point(end.pose.x, end.pose.y)
        return apart(battle, here, post) + RISK * exposed(here)

    plan = None if exposed(post) else straight_to(question, post)
    if plan is not None:
        return plan
    return min(ends(question, POINT, (post,)), key=cost).plan

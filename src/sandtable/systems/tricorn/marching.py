"""Marching: a move that has been planned is made, and what it touches on the way gives way or is taken."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn import officers, removing
from sandtable.systems.tricorn.battle import Removal, TricornBattle, TricornUnit
from sandtable.systems.tricorn.events import UnitMoved
from sandtable.systems.tricorn.movement import formed_friends
from sandtable.systems.tricorn.rates import rate, used
from sandtable.systems.tricorn.shapes import solid
from sandtable.table.forced.making_way import is_swept
from sandtable.table.movement.check import Verdict
from sandtable.table.movement.legs import Plan, Wheel, along, amount, end, end_shape, grid
from sandtable.table.space.body import Body, standing
from sandtable.table.space.lengths import DEGREE, FULL_TURN
from sandtable.table.space.pose import Pose

ARC: Final = 15 * DEGREE
"""The way of a wheel is told in such steps."""


async def make_move(
    battle: TricornBattle,
    mover: TricornUnit,
    verdict: Verdict,
    *,
    to: Pose | None = None,
    sidestepped: tuple[int, ...] = (),
    forced: int = 0,
) -> TricornBattle:
    """A unit makes the move that was planned from where it stands and ends at *to*, or where the plan ends.

    turn.one-action; formed friends it went through count as having moved (movement.pass-through.both-moved),
    abandoned enemy guns it touched are taken (artillery.abandoned), and officers of the enemy make off
    (leaders.contacted)
    """
    formed = formed_friends(battle, mover) if verdict.passed else ()
    through = tuple(friend for friend in verdict.passed if friend in formed)
    way = swept(mover, verdict.plan, to)
    battle = await tell(
        battle,
        UnitMoved(
            mover.id,
            verdict.plan,
            to or verdict.end,
            verdict.shape,
            mover.formation,
            sidestepped=sidestepped,
            through=through,
            forced=forced,
            share=used(rate(mover), verdict.cost),
        ),
    )
    return await come_upon(battle, mover.id, way)


async def come_upon(battle: TricornBattle, unit: int, way: tuple[Body, ...]) -> TricornBattle:
    """What a unit touched on its way: abandoned guns are taken, officers make off.

    artillery.abandoned, leaders.contacted
    """
    for gun in guns_touched(battle, battle.units[unit], way):
        battle = await removing.remove(battle, gun, Removal.CAPTURED)
    return await officers.give_way(battle, unit, way)


def guns_touched(battle: TricornBattle, unit: TricornUnit, way: tuple[Body, ...]) -> tuple[int, ...]:
    """The abandoned enemy guns that a Foot or Mounted unit touches on its way (artillery.abandoned)."""
    if unit.is_artillery:
        return ()
    guns = battle.abandoned(1 - unit.side)
    return tuple([gun.id for gun in guns if is_touched(_whole(gun), way)])


def _whole(guns: TricornUnit) -> Body:
    """Guns as they are touched: in a redoubt by its outline (geometry.distance)."""
    return Body(guns.id, guns.side, guns.pose, solid(guns.shape.width, guns.shape.depth))


def is_touched(body: Body, way: tuple[Body, ...]) -> bool:
    """Does a body that goes this way touch another?"""
    ends = zip(way, way[1:] or way, strict=False)
    return any(
        is_swept(body, standing(here), here.shape, standing(there), there.shape) for here, there in ends
    )


def swept(unit: TricornUnit, plan: Plan, to: Pose | None = None) -> tuple[Body, ...]:
    """A unit at the start, wherever its legs end, along its wheels, and where it comes to lie at last."""
    bodies = [Body(unit.id, unit.side, standing(unit), unit.shape), *_along(unit, plan)]
    if to is not None:
        bodies.append(Body(unit.id, unit.side, to, bodies[-1].shape))
    return tuple(bodies)


def _along(unit: TricornUnit, plan: Plan) -> Iterator[Body]:
    pose, shape = standing(unit), unit.shape
    for leg in plan:
        steps = math.ceil(amount(leg) / ARC) if isinstance(leg, Wheel) else 1
        for step in range(1, steps):
            stance = along(leg, pose, shape, step / steps)
            there = Pose(grid(stance.x), grid(stance.y), round(stance.heading) % FULL_TURN)
            yield Body(unit.id, unit.side, there, shape)
        pose, shape = end(leg, pose, shape), end_shape(leg, shape)
        yield Body(unit.id, unit.side, pose, shape)

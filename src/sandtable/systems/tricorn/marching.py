"""Marching: a planned move is made, and abandoned guns and officers on its path are taken or give way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn import officers, removing
from sandtable.systems.tricorn.battle import Removal, TricornBattle, TricornUnit
from sandtable.systems.tricorn.movement import formed_friends
from sandtable.systems.tricorn.movement_events import UnitMoved
from sandtable.systems.tricorn.rates import rate, used
from sandtable.systems.tricorn.shapes import solid
from sandtable.table.forced import is_swept
from sandtable.table.movement import Plan, Verdict, Wheel, end_shape, leg_amount, leg_end, pose_along
from sandtable.table.space import DEGREE, FULL_TURN, Body, Pose, nearest_hundredth, standing

ARC: Final = 15 * DEGREE
"""The step in which the path of a wheel is recorded."""


async def make_move(
    battle: TricornBattle,
    mover: TricornUnit,
    verdict: Verdict,
    *,
    to: Pose | None = None,
    sidestepped: tuple[int, ...] = (),
    forced: int = 0,
) -> TricornBattle:
    """A unit makes its planned move and ends at *to*, or where the plan ends.

    Formed friends it went through count as having moved (movement.pass-through.both-moved), abandoned enemy
    guns it touched are taken (artillery.abandoned), and enemy officers escape (leaders.contacted).

    turn.one-action
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
    """Settle what a unit touched on its path: abandoned guns are taken, officers escape.

    artillery.abandoned, leaders.contacted
    """
    for gun in guns_touched(battle, battle.units[unit], way):
        battle = await removing.remove(battle, gun, Removal.CAPTURED)
    return await officers.give_way(battle, unit, way)


def guns_touched(battle: TricornBattle, unit: TricornUnit, way: tuple[Body, ...]) -> tuple[int, ...]:
    """The abandoned enemy guns that a Foot or Mounted unit touches on its path (artillery.abandoned)."""
    if unit.is_artillery:
        return ()
    guns = battle.abandoned(1 - unit.side)
    return tuple([gun.id for gun in guns if is_touched(_whole(gun), way)])


def _whole(guns: TricornUnit) -> Body:
    """The body by which guns are touched: in a redoubt its outline (geometry.distance)."""
    return Body(guns.id, guns.side, guns.pose, solid(guns.shape.width, guns.shape.depth))


def is_touched(body: Body, way: tuple[Body, ...]) -> bool:
    """Does a body touch another one along this path?"""
    ends = zip(way, way[1:] or way, strict=False)
    return any(
        is_swept(body, standing(here), here.shape, standing(there), there.shape) for here, there in ends
    )


def swept(unit: TricornUnit, plan: Plan, to: Pose | None = None) -> tuple[Body, ...]:
    """A unit at its start, at the end of each leg, along its wheels, and at its final pose."""
    bodies = [Body(unit.id, unit.side, standing(unit), unit.shape), *_along(unit, plan)]
    if to is not None:
        bodies.append(Body(unit.id, unit.side, to, bodies[-1].shape))
    return tuple(bodies)


def _along(unit: TricornUnit, plan: Plan) -> Iterator[Body]:
    pose, shape = standing(unit), unit.shape
    for leg in plan:
        steps = math.ceil(leg_amount(leg) / ARC) if isinstance(leg, Wheel) else 1
        for step in range(1, steps):
            stance = pose_along(leg, pose, shape, step / steps)
            there = Pose(
                nearest_hundredth(stance.x), nearest_hundredth(stance.y), round(stance.heading) % FULL_TURN
            )
            yield Body(unit.id, unit.side, there, shape)
        pose, shape = leg_end(leg, pose, shape), end_shape(leg, shape)
        yield Body(unit.id, unit.side, pose, shape)

"""Losses on the table: disorder points, bases, units destroyed and eliminated, and the shock to friends.

Every chapter that disorders a unit or costs it bases calls this module, so that each point is taken by one
rule (morale.threshold) and its effects follow at once (turn.combat.dp-at-once).
"""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle import disorder as rules
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.contact import bounded, engaged_bases, outlined
from sandtable.systems.eagle.disorder import Fate, bereft, take
from sandtable.systems.eagle.engagements import Shock
from sandtable.systems.eagle.events import (
    BasesLost,
    Disordered,
    ShocksArose,
    ShockWorkedOff,
    UnitRemoved,
    UnitRouted,
)
from sandtable.systems.eagle.leader_losses import (
    leaders_routed,
    lost_with_unit,
    risk_of_leaders,
    without_unit,
)
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Cause, Removal
from sandtable.systems.eagle.shapes import Layout, fewer, shape_of
from sandtable.systems.eagle.shocks import unit_shock
from sandtable.systems.eagle.troops import Formation
from sandtable.table.measure import gap
from sandtable.table.space import TOLERANCE, Body, Pose, Shape, Side, standing

PARTED: Final = 2 * TOLERANCE
"""Units in contact that are farther apart than this after closing up no longer touch."""


def order_of(unit: EagleUnit) -> rules.Order:
    """The order of a unit, for the rules of disorder."""
    return rules.Order(bases=unit.bases, lines=unit.lines, dp=unit.dp, shaken=unit.shaken)


# --------------------------------------------------------------------- disorder and casualties
async def disorder(battle: EagleBattle, unit: int, points: int, cause: Cause, rule: str) -> EagleBattle:
    """A unit takes disorder points one by one; beyond its threshold they cost it bases.

    morale.threshold, morale.three-cap.detail, morale.shaken.base-loss; routers take none (morale.dp.who)
    """
    one = battle.units[unit]
    if points < 1 or one.routing or one.pose is None:
        return battle
    before = order_of(one)
    after = take(before, points, cause, one_base_an_event=battle.is_other(Reading.FURTHER_DISORDER))
    if (after.dp, after.shaken) != (before.dp, before.shaken) and not after.is_destroyed:
        taken = after.dp - before.dp
        battle = await tell(battle, Disordered(unit, taken, cause, rule, after.dp, after.shaken))
    return await _fewer_bases(battle, unit, before.bases - after.bases, after, rule)


async def casualties(battle: EagleBattle, unit: int, count: int, rule: str) -> EagleBattle:
    """A unit loses bases (troops.casualty, result.defeat, after.free-hack)."""
    one = battle.units[unit]
    if count < 1 or one.pose is None:
        return battle
    before = order_of(one)
    after = bereft(before, count)
    return await _fewer_bases(battle, unit, before.bases - after.bases, after, rule)


async def lines_changed(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit in fewer lines than before may be shaken by the points it has (morale.threshold.change)."""
    one = battle.units[unit]
    most = rules.threshold(one.lines).whole
    if one.dp < most or (one.shaken and one.dp == most):
        return battle
    rule = "morale.threshold.change"
    return await tell(battle, Disordered(unit, 0, Cause.MANOEUVRE, rule, most, shaken=True))


async def _fewer_bases(
    battle: EagleBattle, unit: int, lost: int, after: rules.Order, rule: str
) -> EagleBattle:
    """Bases are removed and the rest closes up; a unit without bases is destroyed (troops.casualty)."""
    if lost < 1:
        return battle
    if after.is_destroyed:
        return await destroy(battle, unit)
    layout, shape, pose = closed_up(battle, battle.units[unit], lost)
    parted = out_of_touch(battle, battle.units[unit], layout, shape, pose)
    lines = layout.lines
    assert lines == after.lines, f"{layout} has {lines} lines, its order {after.lines}"
    return await tell(
        battle,
        BasesLost(
            unit, lost, rule, layout.formation, layout.ranks, after.dp, after.shaken, shape, pose, parted
        ),
    )


def closed_up(battle: EagleBattle, unit: EagleUnit, lost: int) -> tuple[Layout, Shape, Pose]:
    """How a unit stands that has lost bases: those that touch an enemy stay in contact as far as they can.

    troops.casualty, formation.multi-line
    """
    layout, shape, pose = unit.layout, unit.shape, standing(unit)
    engaged = engaged_bases(battle, unit.id, battle.foes_of(unit.id))
    sides = struck_sides(battle, unit)
    for _ in range(lost):
        smaller = fewer(layout)
        narrower = shape_of(unit.troop_class, smaller.formation, smaller.ranks)
        right, back = _kept(layout, shape, narrower, engaged, sides)
        pose = pose.shifted(right, back)
        if _is_one_rank(layout) and right > 0:
            engaged = tuple(place - 1 for place in engaged if place > 0)
        layout, shape = smaller, narrower
    return layout, shape, pose


def _kept(
    layout: Layout, shape: Shape, narrower: Shape, engaged: tuple[int, ...], sides: tuple[Side, ...]
) -> tuple[float, float]:
    """How far the front middle of a unit shifts to its right and forward when it loses one base.

    troops.casualty: a single rank loses the rightmost base that touches no enemy, or else its right-hand one
    """
    half, shallower = (shape.width - narrower.width) / 2, shape.depth - narrower.depth
    back = -shallower if "rear" in sides and "front" not in sides else 0
    if _is_one_rank(layout):
        last = layout.bases - 1
        free = [place for place in range(layout.bases) if place not in engaged]
        return (half if free and last in engaged else -half), back
    if "left" in sides and "right" not in sides:
        return -half, back
    return (half if "right" in sides and "left" not in sides else 0), back


def _is_one_rank(layout: Layout) -> bool:
    return layout.formation is Formation.LINE and len(layout.ranks) == 1


def struck_sides(battle: EagleBattle, unit: EagleUnit) -> tuple[Side, ...]:
    """The sides on which a unit touches unbroken enemies (charge.face)."""
    sides: list[Side] = []
    for contact in battle.contacts:
        if contact.joins(unit.id) and not battle.units[contact.other(unit.id)].routing:
            sides.append("front" if contact.striker == unit.id else contact.face)
    return tuple(dict.fromkeys(sides))


def out_of_touch(
    battle: EagleBattle, unit: EagleUnit, layout: Layout, shape: Shape, pose: Pose
) -> tuple[int, ...]:
    """The enemies in contact with a unit that it would no longer touch in this position (melee.contact)."""
    touched = battle.touching(unit.id)
    if not touched:
        return ()
    there = outlined(Body(unit.id, unit.side, pose, shape), layout.formation)
    return tuple(foe for foe in touched if gap(there, bounded(battle.units[foe])) > PARTED)


# --------------------------------------------------------------------- units lost
async def destroy(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit loses its last base: its leaders look for another, and friends are shocked.

    troops.casualty, leaders.unit-destroyed, leaders.routed, morale.dp.once
    """
    one = battle.units[unit]
    if one.routing:
        battle = await lost_with_unit(battle, unit)
        return await tell(battle, UnitRemoved(unit, Removal.DESTROYED))
    shock, outermost = unit_shock(battle, one, Fate.LOST), not battle.shocks
    battle = await without_unit(battle, unit)
    battle = await tell(battle, UnitRemoved(unit, Removal.DESTROYED))
    battle = await _arise(battle, shock)
    # Otherwise an outer call resolves the shocks, in the order in which they arise.
    return await settle(battle) if outermost else battle


async def eliminate(battle: EagleBattle, unit: int, how: Removal) -> EagleBattle:
    """Routers are removed with their leaders, without a second shock.

    rout.eliminate, movement.table-edge, leaders.routed, morale.dp.once
    """
    battle = await lost_with_unit(battle, unit)
    return await tell(battle, UnitRemoved(unit, how))


# --------------------------------------------------------------------- shocks to friends
async def rout_begins(battle: EagleBattle, unit: int, spared: tuple[int, ...] = ()) -> EagleBattle:
    """A unit begins to rout: friends near it are shocked by that and by the rout of its leaders.

    rout.state, morale.dp.unit-lost, morale.dp.legion-lost, leaders.routed, morale.dp.when; ``spared`` are
    units of the same combat that retire or rout with it (morale.dp.same-combat)
    """
    shock = unit_shock(battle, battle.units[unit], Fate.LOST, spared)
    battle = await tell(battle, UnitRouted(unit))
    battle = await _arise(battle, shock)
    return await settle(await leaders_routed(battle, unit))


async def retire_begins(battle: EagleBattle, unit: int, spared: tuple[int, ...] = ()) -> EagleBattle:
    """A unit begins to retire by a combat result: friends near it are shocked.

    morale.dp.hi-retiring, morale.dp.mi-retiring, morale.dp.when, morale.dp.same-combat
    """
    return await settle(await _arise(battle, unit_shock(battle, battle.units[unit], Fate.RETIRES, spared)))


async def leaders_at_risk(battle: EagleBattle, unit: int) -> EagleBattle:
    """The leaders with a unit that was shot at or fought take their risk rolls, with their effects.

    leaders.risk.when, leaders.risk.timing, morale.dp.leader-lost
    """
    return await settle(await risk_of_leaders(battle, unit))


async def _arise(battle: EagleBattle, shock: Shock | None) -> EagleBattle:
    """A shock to friends arises and waits its turn (morale.dp.chain)."""
    return battle if shock is None else await tell(battle, ShocksArose((shock,)))


async def settle(battle: EagleBattle) -> EagleBattle:
    """Resolve all shocks, and those that arise from them (morale.dp.chain)."""
    while battle.shocks:
        battle = await work_off(battle)
    return battle


async def work_off(battle: EagleBattle) -> EagleBattle:
    """The shock that arose first strikes its units, the nearest first (morale.dp.chain, morale.dp.who)."""
    shock = battle.shocks[0]
    for unit, points in shock.struck:
        battle = await disorder(battle, unit, points, Cause.MORALE, shock.rule)
    return await tell(battle, ShockWorkedOff())

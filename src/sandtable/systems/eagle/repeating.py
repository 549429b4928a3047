"""Units that repeat their last move, against their player's will (control.repeat).

All dice are rolled anew and used; the unit goes the full distance unless something stops it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.arcs import ahead_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, turn_of
from sandtable.systems.eagle.charge_rights import Charged, Charger, can_charge
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.events import UnitActed
from sandtable.systems.eagle.flight import roll_move
from sandtable.systems.eagle.movement import (
    Pace,
    free_legs,
    may_march,
    move_terms,
    scene_for,
)
from sandtable.systems.eagle.moving import complete, dice_of, dice_pace, march_pace
from sandtable.systems.eagle.nearness import enemies_within, nearest_foes, nearest_of
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Control, Flight, Record
from sandtable.table.measure import nearest_to_point
from sandtable.table.movement import Advance, Leg, Oblique, Plan, Terms, Turn
from sandtable.table.planning import farthest_legal
from sandtable.table.space import FULL_TURN, HALF_TURN, Point, heading_between, standing, turn_between

CHARGING: Final = (Record.CHARGE, Record.COUNTER_CHARGE, Record.FOLLOW_UP, Record.PASS_THROUGH)
"""The last moves that are repeated as a charge (control.repeat)."""

STANDING: Final = (Record.STAND, Record.FALL_BACK, Record.LOOT)
"""The last moves that are repeated by standing (control.repeat)."""

FLEEING: Final = (Record.EVADE, Record.RETIRE)
"""The last moves that are repeated by retiring (control.repeat)."""


def is_standing(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Does a unit repeat its last move by standing, so that it may redress or shoot?

    control.repeat, command.steady.limits; a shaken unit that would have to go nearer to the enemy stands
    """
    if unit.steadied or unit.last in STANDING:
        return True
    if unit.last in CHARGING:
        return unit.shaken or could_charge(battle, unit)
    return unit.last is Record.ADVANCE and unit.shaken


async def repeat_move(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit repeats its last move in the Manoeuvre phase (control.repeat)."""
    one = battle.units[unit]
    assert not is_standing(battle, one), f"{one.name} repeats its last move by standing"
    if one.last in FLEEING:
        return await _retire_again(battle, unit)
    pace = await _pace(battle, one)
    battle = await _go(battle, unit, pace, ways(battle, one, pace.left))
    if battle.units[unit].pose is None:
        return battle
    return await tell(battle, UnitActed(unit, None if battle.units[unit].record else Record.STAND))


async def _retire_again(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit retires again, directly away from the nearest enemy and without a head start.

    control.repeat, morale.dp.once
    """
    enemies = nearest_foes(battle, battle.units[unit])
    heading = fleeing.away_from(battle, unit, enemies[0] if enemies else None)
    battle = await fleeing.run_on(battle, unit, Flight.RETIRE, heading)
    if battle.units[unit].pose is None:
        return battle
    return await tell(battle, UnitActed(unit))


async def _pace(battle: EagleBattle, unit: EagleUnit) -> Pace:
    """A march move beyond 8 in of the enemy, else all dice (control.repeat)."""
    if may_march(battle, unit):
        return march_pace(unit)
    return dice_pace(await do(roll_move, dice_of(unit, all_dice=True)))


async def _go(battle: EagleBattle, unit: int, pace: Pace, plan: Plan) -> EagleBattle:
    """A unit goes along a plan until something stops it (control.repeat, control.last-move)."""
    one = battle.units[unit]
    terms = repeat_terms(battle, one, pace)
    verdict = farthest_legal(one, plan, terms, scene_for(battle, one, terms.allowance))
    record = Record.WITHDRAW if one.last is Record.WITHDRAW else Record.ADVANCE
    return await complete(battle, unit, verdict, terms, pace, record)


def repeat_terms(battle: EagleBattle, unit: EagleUnit, pace: Pace) -> Terms:
    """The terms of a repeated move; a withdrawal turns to its way first (control.repeat)."""
    terms = move_terms(battle, unit, pace)
    return replace(terms, legs=free_legs()) if unit.last is Record.WITHDRAW else terms


# --------------------------------------------------------------------- which way
def ways(battle: EagleBattle, unit: EagleUnit, far: int) -> Plan:
    """The full way of a repeated move (control.repeat)."""
    if unit.last is Record.WITHDRAW:
        return _away(battle, unit, far)
    if unit.last in CHARGING:
        return _towards(battle, unit, far)
    return (Advance(far),)


def _away(battle: EagleBattle, unit: EagleUnit, far: int) -> Plan:
    """Directly away from the nearest enemy, ending with that facing (control.repeat)."""
    enemies = nearest_foes(battle, unit)
    heading = fleeing.away_from(battle, unit.id, enemies[0]) if enemies else standing(unit).heading
    return (*_turn(unit, heading), Advance(far))


def _towards(battle: EagleBattle, unit: EagleUnit, far: int) -> Plan:
    """Towards the nearest enemy ahead as far as its facing limits allow; straight ahead if there is none.

    control.repeat, movement.deviation
    """
    ahead = nearest_of(battle, unit.id, ahead_of(unit, battle.unbroken(1 - unit.side)))
    if not ahead:
        return (Advance(far),)
    pose = standing(unit)
    here = Point(float(pose.x), float(pose.y))
    heading = heading_between(here, nearest_to_point(battle.units[ahead[0]], here))
    if unit.turns_freely:
        return (*_turn(unit, heading), Advance(far))
    off = turn_between(pose.heading, heading)
    slant = min(abs(off), turn_of("movement.deviation"))
    leg: Leg = Oblique("right" if off > 0 else "left", slant, far) if slant else Advance(far)
    return (leg,)


def _turn(unit: EagleUnit, heading: int) -> Plan:
    """A turn on the spot to a heading; empty if the unit already faces it."""
    turn = turn_between(standing(unit).heading, heading % FULL_TURN)
    return (Turn(min(turn, HALF_TURN)),) if turn else ()


def could_charge(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Could a unit legally charge an enemy from where it stands? (control.repeat, charge.path)"""
    charger = charger_of(battle, unit)
    return any(
        can_charge(charger, charged_of(battle.units[foe])) and way_to(battle, unit, foe) is not None
        for foe in enemies_within(battle, unit, reach_of("charge.range"))
    )


def charger_of(battle: EagleBattle, unit: EagleUnit) -> Charger:
    """The facts of a unit that repeats a charge, for the rights to charge: it is not halted."""
    return Charger(
        troop_class=unit.troop_class,
        grade=unit.grade,
        formed=unit.formed,
        formation=unit.formation,
        shaken=unit.shaken,
        routing=unit.routing,
        engaged=battle.is_engaged(unit.id),
        reformed=unit.reformed,
        lights_barred=battle.is_other(Reading.BARS_ON_LIGHTS),
    )


def charged_of(unit: EagleUnit) -> Charged:
    """The facts of a charged unit, for the rights to charge."""
    return Charged(troop_class=unit.troop_class, formed=unit.formed, routing=unit.routing)


def must_charge(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Must a unit charge the nearest enemy that it can charge, if there is any? (control.repeat)"""
    del battle
    return unit.control is Control.REPEATS and unit.last in CHARGING

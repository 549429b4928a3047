"""Actions that a player might expect among the options, with the rule that bars each.

Only near enemies are named: those within reach of the weapon or the charge, or a little farther.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from sandtable.game.ask.faces import Missing
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import charge_ways
from sandtable.systems.liberty.aim import Aim
from sandtable.systems.liberty.approach import potential
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.charging import Charge
from sandtable.systems.liberty.ordering import OFFERED, Command, standing
from sandtable.systems.liberty.orders import obstacles, order_row
from sandtable.systems.liberty.painting.looking import hidden_by, looks_at
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.measure import distances_from
from sandtable.table.space import INCH, as_inches

MOST: Final = 60
"""The most entries that are shown."""
NEAREST: Final = 3
"""For how many of the nearest enemies a unit's missing actions are explained."""
A_LITTLE_MORE: Final = 1.5
"""How many times as far as its reach a unit's enemies are looked for."""


def missing(battle: LibertyBattle, question: Decision[Any]) -> tuple[Missing, ...]:
    """What a decision does not offer, and why."""
    if not isinstance(question, Choose):
        return ()
    match question.decision:
        case "order-give":
            found = _orders(battle, question)
        case "shoot":
            found = _shots(battle, question)
        case "charge-declare" if not question.about:
            found = _charges(battle, question)
        case _:
            return ()
    return tuple(islice(found, MOST))


# --------------------------------------------------------------------- orders
def _orders(battle: LibertyBattle, question: Choose[Any]) -> Iterator[Missing]:
    """The orders of step f that a unit may not be given, and units that can have none (orders.by-type)."""
    asked = dict.fromkeys(one.unit for one in question.options if isinstance(one, Command))
    for number in asked:
        for order in OFFERED:
            for barred in obstacles(order, standing(battle, battle.units[number]))[:1]:
                yield Missing(order.value.capitalize(), number, barred.words, barred.rule)
    for unit in battle.on_table(battle.active):
        if unit.id not in asked:
            yield _no_order(battle, unit)


def _no_order(battle: LibertyBattle, unit: Regiment) -> Missing:
    """Why a unit is given no order in step f (turn.command.one-order, turn.command.no-order)."""
    if unit.order is not None:
        words = f"it has already been given {unit.order} this turn"
        return Missing("Any order", unit.id, words, "turn.command.one-order")
    barred = obstacles(OFFERED[0], standing(battle, unit))
    return Missing("Any order", unit.id, barred[0].words, barred[0].rule)


# --------------------------------------------------------------------- shots
def _shots(battle: LibertyBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units do not shoot at enemies near them (shooting.who, shooting.target.free)."""
    offered = {(one.unit, one.target) for one in question.options if isinstance(one, Aim)}
    for unit in battle.on_table(battle.active):
        if not unit.may_shoot:
            yield _silent(battle, unit)
            continue
        reach = unit.profile.long_max * INCH
        for enemy in _near(battle, unit, reach):
            if (unit.id, enemy.id) not in offered:
                yield _no_shot(battle, unit, enemy)


def _silent(battle: LibertyBattle, unit: Regiment) -> Missing:
    """Why a unit does not shoot at all (shooting.who.orders)."""
    rule = "shooting.who.orders"
    if unit.arm is Arm.LIMBERED:
        words, rule = "limbered guns do not shoot", "combatdice.limbered"
    elif battle.is_engaged(unit.id):
        words, rule = "a unit in melee does not shoot", "shooting.who"
    elif unit.disorder or unit.routing:
        words, rule = f"it is {'ROUTING' if unit.routing else 'DISORDERED'}", "shooting.who"
    elif unit.order is not None and not order_row(unit.order).shoot:
        words = f"a unit given {unit.order} does not shoot this turn"
    elif unit.changed:
        words, rule = "guns that have just unlimbered do not shoot", "movement.unlimber.no-shoot"
    else:
        words = "it has already shot, or its order does not let it shoot"
    return Missing("Fire", unit.id, words, rule)


def _no_shot(battle: LibertyBattle, unit: Regiment, enemy: Regiment) -> Missing:
    """Why a unit that may shoot does not shoot at an enemy."""
    if battle.is_engaged(enemy.id):
        words, rule = f"{enemy.name} is in melee", "shooting.target.free"
    else:
        words, rule = hidden_by(battle, unit, enemy)
    return Missing(f"Fire at {enemy.name}", unit.id, words, rule)


# --------------------------------------------------------------------- charges
def _charges(battle: LibertyBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units do not charge enemies near them (charge.may.range, charge.may.path, charge.may.extra)."""
    offered = {(one.unit, one.target) for one in question.options if isinstance(one, Charge)}
    for unit in battle.on_table(battle.active):
        barred = charge_ways.bars(battle, unit)
        if barred:
            yield Missing("Charge", unit.id, barred[0].words, barred[0].rule)
            continue
        reach = _reach(battle, unit)
        for enemy in _near(battle, unit, reach * INCH):
            if (unit.id, enemy.id) not in offered:
                yield _no_charge(battle, unit, enemy, reach)


def _reach(battle: LibertyBattle, unit: Regiment) -> float:
    """How far a unit could charge over open ground, in inches (charge.range.potential)."""
    for enemy in battle.on_table(1 - unit.side)[:1]:
        way = charge_ways.measured(scene_of(battle), unit.id, enemy.id, "front")
        return potential(charge_ways.move_facts(battle, way, under_fire=unit.under_fire)).total
    return 0


def _no_charge(battle: LibertyBattle, unit: Regiment, enemy: Regiment, reach: float) -> Missing:
    """Why a unit that may charge does not charge an enemy."""
    scene = scene_of(battle)
    side = charge_ways.sides(scene, unit.id, enemy.id)[0]
    far = as_inches(charge_ways.charge_line(scene, unit.id, enemy.id, side).distance)
    title = f"Charge {enemy.name}"
    seen = looks_at(battle, unit, (enemy.id,))[0]
    if not seen.sees:
        words, rule = hidden_by(battle, unit, enemy)
        return Missing(title, unit.id, words, rule if rule != "weapons.ranges" else "charge.may.extra")
    if far > reach:
        words = f"it is {far:.1f} in away; the charge can go {reach:g} in at most"
        return Missing(title, unit.id, words, "charge.range.potential")
    way = charge_ways.survey(scene, unit.id, enemy.id, side)
    if way is None:
        words = "the way is blocked, or there is no room to make contact"
        return Missing(title, unit.id, words, "charge.path.corridor")
    words = f"the ground on the way makes the charge shorter than {far:.1f} in"
    return Missing(title, unit.id, words, "charge.may.range")


def _near(battle: LibertyBattle, unit: Regiment, reach: float) -> tuple[Regiment, ...]:
    """The nearest enemies within reach or little farther."""
    far = distances_from(unit, scene_of(battle))
    enemies = (enemy for enemy in battle.on_table(1 - unit.side) if far[enemy.id] <= reach * A_LITTLE_MORE)
    return tuple(sorted(enemies, key=lambda enemy: (far[enemy.id], enemy.id)))[:NEAREST]

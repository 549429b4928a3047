"""Options that a player might expect and does not get, with the rule that forbids them.

Only the nearest enemies within reach of the weapon or charge, or a little beyond, are explained.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.game.ask.faces import Missing
from sandtable.game.ask.questions import Choose, Decision
from sandtable.systems.elan.aim import has_line_of_fire
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.charge_ways import may_be_charged_by, reach_of
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.movement import may_act
from sandtable.systems.elan.painting.parties import named
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.weapons import Band, band, is_artillery, name_of, reach
from sandtable.systems.elan.wording.names import length

NEAREST: Final = 3
"""For how many of the nearest enemies the reason is given."""
A_LITTLE_MORE: Final = 1.5
"""Enemies beyond this multiple of a unit's reach are ignored."""


def missing(battle: ElanBattle, question: Decision[Any]) -> tuple[Missing, ...]:
    """What a question does not offer, and why."""
    if not isinstance(question, Choose):
        return ()
    match question.decision:
        case "fire.target":
            return tuple(_shots(battle, question))
        case "charge.declare":
            return tuple(_charges(battle, question))
        case "move.order":
            return tuple(_stuck(battle))
        case _:
            return ()


# --------------------------------------------------------------------- shots and charges
def _shots(battle: ElanBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not fire at enemies near it (shooting.target)."""
    firer = battle.units[named(question)]
    for enemy in _near(battle, firer, battle.figures.span(reach(firer.weapon, battle.scale))):
        if enemy.id not in question.options:
            words, rule = _no_shot(battle, firer, enemy)
            yield Missing(f"Fire at {enemy.name}", firer.id, words, rule)


def _no_shot(battle: ElanBattle, firer: ElanUnit, enemy: ElanUnit) -> tuple[str, str]:
    ground = ground_of(battle)
    span = ground.fire_range(firer.id, enemy.id)
    if battle.is_in_contact(enemy.id):
        return f"{enemy.name} is in melee", "shooting.no-melee-fire"
    if band(firer.weapon, battle.scale, battle.figures.written(span)) is Band.BEYOND:
        return (
            f"it is {length(battle, round(span))} away, beyond the range of {name_of(firer.weapon)}",
            "shooting.band",
        )
    if not ground.is_in_arc(firer.id, enemy.id):
        return "it is not in the arc of fire", "geometry.fire-arc"
    if not has_line_of_fire(battle, firer.id, enemy.id):
        hidden = surface_of(battle).hidden(battle, firer, enemy)
        return ("it is hidden", "geometry.los") if hidden is None else (hidden[1], "geometry.los")
    if is_artillery(firer.weapon):
        return "guns must fire at enemies at close range", "shooting.target"
    return "another enemy is nearer", "shooting.target"


def _charges(battle: ElanBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not charge enemies near it (charge.declare, charge.distance, charge.path)."""
    charger = battle.units[named(question)]
    for enemy in _near(battle, charger, reach_of(battle, charger.id)):
        if enemy.id not in question.options:
            words, rule = _no_charge(battle, charger, enemy)
            yield Missing(f"Charge {enemy.name}", charger.id, words, rule)


def _no_charge(battle: ElanBattle, charger: ElanUnit, enemy: ElanUnit) -> tuple[str, str]:
    ground, far = ground_of(battle), reach_of(battle, charger.id)
    gap = ground.gap(charger.id, enemy.id)
    if not may_be_charged_by(charger, enemy):
        return "skirmishers do not charge formed units", "charge.who"
    if not ground.is_within(gap, far):
        words = f"it is {length(battle, round(gap))} away; the charge can go {length(battle, far)} at most"
        return words, "charge.distance"
    if not ground.sees(charger.id, enemy.id):
        hidden = surface_of(battle).hidden(battle, charger, enemy)
        return ("it is not in sight" if hidden is None else hidden[1]), "charge.declare"
    return "there is no way to it: the wheel is too wide, the way blocked, or no room", "charge.path"


# --------------------------------------------------------------------- moves
def _stuck(battle: ElanBattle) -> Iterator[Missing]:
    """Why units of the acting side may not move (troops.halt, movement.once)."""
    for unit in battle.on_table(battle.active):
        if unit.id in battle.done or may_act(battle, unit):
            continue
        if unit.halted:
            words, rule = "it is marked Halt", "troops.halt"
        elif unit.retreating:
            words, rule = "it is in retreat", "troops.retreat-state"
        elif battle.is_in_contact(unit.id):
            words, rule = "it is in contact with the enemy", "geometry.contact"
        else:
            words, rule = "it has already moved this turn", "movement.once"
        yield Missing("Move", unit.id, words, rule)


def _near(battle: ElanBattle, unit: ElanUnit, far: float) -> tuple[ElanUnit, ...]:
    """The nearest enemies within reach or a little beyond."""
    gaps = ground_of(battle).gaps(unit.id)
    enemies = (one for one in battle.enemies_of(unit.side) if gaps[one.id] <= far * A_LITTLE_MORE)
    return tuple(sorted(enemies, key=lambda one: (gaps[one.id], one.id)))[:NEAREST]

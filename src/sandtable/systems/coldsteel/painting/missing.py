"""Options that a player might look for but does not find, with the rule that forbids each.

Only the nearest enemies within or slightly beyond reach are explained.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.present.painting import Missing
from sandtable.systems.coldsteel import charging
from sandtable.systems.coldsteel.aim import barred, objections
from sandtable.systems.coldsteel.arcs import is_in_arc
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.manoeuvres import Kind, units_open
from sandtable.systems.coldsteel.nearness import distances, enemies_of
from sandtable.systems.coldsteel.painting.parties import named
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.sight import sees_in_arc
from sandtable.table.space.lengths import INCH

NEAREST: Final = 3
"""The number of nearest enemies that are explained."""
SMALL_ARMS: Final = 36 * INCH
"""The distance beyond which a missing shot is not explained."""
A_LITTLE_MORE: Final = 1.5
"""The multiple of the charge distance beyond which a missing charge is not explained."""


def missing(battle: ColdSteelBattle, question: Decision[Any]) -> tuple[Missing, ...]:
    """The options that a question does not offer, and why."""
    if not isinstance(question, Choose):
        return ()
    match question.decision:
        case "shooting.pick-target":
            return tuple(_shots(battle, question))
        case "shooting.pick-unit":
            return tuple(_silent(battle, question))
        case "manoeuvre.choose-kind":
            return tuple(_charges(battle, question))
        case "manoeuvre.pick-unit":
            return tuple(_stuck(battle))
        case _:
            return ()


# --------------------------------------------------------------------- shots
def _shots(battle: ColdSteelBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not shoot at the nearest enemy that is not offered (shooting.one-target)."""
    unit = battle.units[named(question)]
    for enemy in _near(battle, unit, SMALL_ARMS):
        reasons = objections(battle, unit, enemy)
        if enemy.id not in question.options and reasons:
            yield Missing(f"Fire at {enemy.name}", unit.id, reasons[0].words, reasons[0].rule)
            return


def _silent(battle: ColdSteelBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why units of the acting side may not shoot (shooting.who)."""
    for unit in battle.on_table(battle.active):
        if unit.id in question.options or unit.named:
            continue
        reasons = barred(battle, unit)
        if reasons:
            yield Missing("Shoot", unit.id, reasons[0].words, reasons[0].rule)
            continue
        near = _near(battle, unit, SMALL_ARMS)[:1]
        against = objections(battle, unit, near[0]) if near else ()
        words = f"{near[0].name}: {against[0].words}" if against else "no enemy is near"
        yield Missing("Shoot", unit.id, words, against[0].rule if against else "shooting.who")


# --------------------------------------------------------------------- charges and manoeuvres
def _charges(battle: ColdSteelBattle, question: Choose[Any]) -> Iterator[Missing]:
    """Why a unit may not charge at all, or not the nearest enemy (charge.who, charge.reachable-only)."""
    unit = battle.units[named(question)]
    bars = charging.bars(battle, unit)
    if bars:
        yield Missing("Charge", unit.id, bars[0].words, bars[0].rule)
        return
    if any(option.kind is Kind.CHARGE for option in question.options):
        return
    far = allowance(pace_of(battle, unit, charging=True)).whole
    for enemy in _near(battle, unit, far * INCH * A_LITTLE_MORE)[:1]:
        words, rule = _no_charge(battle, unit, enemy, far)
        yield Missing("Charge", unit.id, f"{enemy.name}: {words}", rule)


def _no_charge(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: ColdSteelUnit, far: int
) -> tuple[str, str]:
    (gap,) = distances(battle, unit.id, (enemy.id,))
    if unit.is_cavalry and enemy.is_garrison:
        return "cavalry does not charge a building", "charge.target"
    if gap > far * INCH:
        return f"it is {gap / INCH:.3g} in away; its charge can go {far} in at most", "charge.distance"
    if not is_in_arc(unit, enemy):
        return "it is not in its front arc", "charge.target"
    if not sees_in_arc(battle, unit, (enemy.id,)):
        return "it is out of its sight", "charge.target"
    return "there is no way to it: the wheel is too wide, or the way blocked", "charge.path"


def _stuck(battle: ColdSteelBattle) -> Iterator[Missing]:
    """Why units of the acting side may not manoeuvre (morale.status, movement.engaged)."""
    open_to = units_open(battle)
    for unit in battle.on_table(battle.active):
        if unit.id in open_to or unit.named:
            continue
        if unit.failed:
            yield Missing("Manoeuvre", unit.id, "it has failed its latest morale test", "morale.status")
        else:
            yield Missing("Manoeuvre", unit.id, "it is engaged in melee", "movement.engaged")


def _near(battle: ColdSteelBattle, unit: ColdSteelUnit, far: float) -> tuple[ColdSteelUnit, ...]:
    """The nearest enemies within a distance."""
    enemies = enemies_of(battle, unit)
    gaps = zip(distances(battle, unit.id, enemies), enemies, strict=True)
    return tuple(battle.units[enemy] for gap, enemy in sorted(gaps) if gap <= far)[:NEAREST]

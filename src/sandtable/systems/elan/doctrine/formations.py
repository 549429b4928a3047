"""Formations: line to fire, column to march and storm, square against cavalry, guns deployed in range."""

from __future__ import annotations

from typing import Final

from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.doctrine.goals import goals
from sandtable.systems.elan.doctrine.lie import apart, middle, plan_inches
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.troops import Formation, Quality
from sandtable.systems.elan.weapons import is_smoothbore, reach

FAR: Final = 24.0
"""Beyond this many inches from the enemy a unit need not be ready to fight."""
HALF_A_MOVE: Final = 4.0
"""Infantry forms line this far beyond the range of its arms, since a half move then brings it in range."""
TWO_MOVES: Final = 18.0
"""This much farther off it forms column, since each change costs half a move."""
A_WAY: Final = 14.0
"""A goal this far off is worth forming column for."""
UNSURE: Final = (Quality.D, Quality.E)
"""The classes of infantry that should form square before they are charged."""
TIMELY: Final = 9.0
"""With enemy infantry or guns this near no unit forms square in advance."""
CHANGED: Final = (Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON)


def wanted(battle: ElanBattle, unit: ElanUnit) -> Formation:
    """The formation a unit should have; its present one if there is no reason for another."""
    if unit.formation in CHANGED:
        return unit.formation
    near = plan_inches(battle, ground_of(battle).closest(unit.id))
    if unit.is_artillery:
        return unit.formation
    if unit.is_cavalry:
        on_the_way = unit.formation is Formation.MARCH_COLUMN and near < 2 * FAR
        return _first(unit, Formation.LINE, Formation.COLUMN) if on_the_way else unit.formation
    return _of_foot(battle, unit, near)


def _of_foot(battle: ElanBattle, unit: ElanUnit, near: float) -> Formation:
    if _fears_horse(battle, unit):
        return _first(unit, Formation.SQUARE)
    if unit.formation is Formation.COLUMN and _is_in_bad_going(battle, unit):
        return unit.formation
    fire = plan_inches(battle, battle.figures.span(reach(unit.weapon, battle.scale)))
    deploys = max(fire + HALF_A_MOVE, 12.0)
    if near <= deploys:
        return _first(unit, Formation.LINE)
    goal = goals(battle, unit.side).get(unit.id)
    far = goal is not None and apart(battle, middle(unit), goal.point) - goal.near > A_WAY
    if near > deploys + TWO_MOVES and far and unit.formation is not Formation.MARCH_COLUMN:
        return _first(unit, Formation.COLUMN)
    if unit.formation is Formation.SQUARE or (unit.formation is Formation.MARCH_COLUMN and near <= FAR):
        return _first(unit, Formation.COLUMN, Formation.LINE)
    return unit.formation


def _is_in_bad_going(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Does a unit stand in ground where a line is slow, sees nothing and is disordered?"""
    return any(effect_on(battle, unit, kind).disorders for kind in ground_of(battle).kinds_under(unit.id))


def _first(unit: ElanUnit, *wishes: Formation) -> Formation:
    """The first of these formations that a unit may use, or its present one."""
    return next((wish for wish in wishes if wish in unit.profile.formations), unit.formation)


def _fears_horse(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Is infantry that may fail to form square in reach of cavalry, with no other enemy near?"""
    if not is_smoothbore(unit.weapon) or unit.quality not in UNSURE:
        return False
    ground = ground_of(battle)
    gaps = ground.gaps(unit.id)
    foes = [foe for foe in battle.enemies_of(unit.side) if not foe.retreating]
    others = [foe for foe in foes if not foe.is_cavalry]
    if any(plan_inches(battle, gaps[foe.id]) <= TIMELY for foe in others):
        return False
    horse = [foe for foe in foes if foe.is_cavalry and not foe.halted]
    return any(
        ground.is_within(gaps[foe.id], rate(foe.profile, foe.formation, battle.scale).span)
        and ground.is_in_arc(foe.id, unit.id)
        for foe in horse
    )

"""Formations: line to fire, column to march and to storm, square against horse, guns in action in range."""

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
"""Beyond so many inches from the enemy nobody need be ready to fight."""
HALF_A_MOVE: Final = 4.0
"""So much beyond the range of its arms infantry forms line: it comes into range as it does."""
TWO_MOVES: Final = 18.0
"""So much farther off it forms column, since each change costs half a move."""
A_WAY: Final = 14.0
"""A goal so far off is worth a column."""
UNSURE: Final = (Quality.D, Quality.E)
"""Infantry that had better be in square before it is charged."""
TIMELY: Final = 9.0
"""With enemy foot or guns so near nobody forms square in advance."""
CHANGED: Final = (Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON)


def wanted(battle: ElanBattle, unit: ElanUnit) -> Formation:
    """The formation in which a unit had better be, the one it has if there is no reason for another."""
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
    """Does a unit stand where lines are slow, see nothing and are disordered?"""
    return any(effect_on(battle, unit, kind).disorders for kind in ground_of(battle).kinds_under(unit.id))


def _first(unit: ElanUnit, *wishes: Formation) -> Formation:
    """The first of some formations that a unit has, or the one it is in."""
    return next((wish for wish in wishes if wish in unit.profile.formations), unit.formation)


def _fears_horse(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Can horse charge smoothbores that may not form square in time, with nobody near to fire on a square?"""
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

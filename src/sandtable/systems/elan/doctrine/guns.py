"""Guns: in action within range, turned to the best target, limbered and brought up when there is none."""

from __future__ import annotations

from typing import Final

from sandtable.game.hex_moves import PlanHexMove
from sandtable.game.moves import PlanMove
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.doctrine.ends import ends
from sandtable.systems.elan.doctrine.lie import apart, middle
from sandtable.systems.elan.doctrine.outlook import best_shot, outlook, place_worth
from sandtable.systems.elan.forms import formations
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.movement import Action, What
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits

WORTH_A_SHOT: Final = 0.05
LAST_TURNS: Final = 2
"""So near the end nobody limbers any more."""


def kind(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action | None:
    """What guns do: fire on, turn, come into action, or limber; nothing said if they are to drive on."""
    if unit.formation is Formation.DEPLOYED:
        return _in_action(battle, unit, offered)
    if wanted(battle, unit) is Formation.DEPLOYED and What.CHANGE in offered:
        return offered[What.CHANGE]
    return None


def _in_action(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action:
    """Guns in action stay while they have a target, turn to one, or limber where there is none in range."""
    if best_shot(outlook(battle, unit)) > WORTH_A_SHOT:
        return offered[What.STAY]
    if targets_around(battle, unit, Band.LONG) and What.TURN in offered:
        return offered[What.TURN]
    late = battle.turn_limit - battle.turn < LAST_TURNS
    can = What.CHANGE in offered and Formation.LIMBERED in formations(battle, unit)
    return offered[What.CHANGE] if can and not late else offered[What.STAY]


def wanted(battle: ElanBattle, unit: ElanUnit) -> Formation:
    """In action as soon as an enemy is in sight within effective range, limbered when none is in range."""
    band = Band.LONG if unit.formation is Formation.DEPLOYED else Band.EFFECTIVE
    return Formation.DEPLOYED if targets_around(battle, unit, band) else Formation.LIMBERED


def targets_around(battle: ElanBattle, unit: ElanUnit, within: Band) -> bool:
    """Is an enemy in sight within a band of range, whichever way the guns face?"""
    spans = dict(limits(unit.weapon, battle.scale))
    limit = spans.get(within, 0)
    ground, written = ground_of(battle), battle.figures.written
    gaps = ground.gaps(unit.id)
    near = sorted((written(gaps[foe.id]), foe.id) for foe in battle.enemies_of(unit.side))
    return any(ground.sees(unit.id, foe) for span, foe in near if span <= limit)


def turn(battle: ElanBattle, unit: ElanUnit, question: PlanMove | PlanHexMove) -> object:
    """The way to face by which a unit stands best."""
    here = middle(unit)
    foes = sorted(battle.enemies_of(unit.side), key=lambda foe: apart(battle, here, middle(foe)))
    found = ends(question, unit.shape, tuple(middle(foe) for foe in foes[:4]))
    view = outlook(battle, unit)
    return max(found, key=lambda end: place_worth(view, end.pose, unit.shape)).plan

"""Guns: deployed in range, turned to the best target, limbered and moved up when there is none.

They avoid melee: without a friend in front they limber away from an enemy that could charge them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.charge_ways import NEVER
from sandtable.systems.elan.doctrine.ends import ends
from sandtable.systems.elan.doctrine.lie import apart, middle, off_course
from sandtable.systems.elan.doctrine.outlook import best_shot, outlook, place_worth
from sandtable.systems.elan.forms import openings
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.movement_decisions import Action, What
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.space import FULL_TURN, Pose, standing

WORTH_A_SHOT: Final = 0.05
LAST_TURNS: Final = 2
"""This many turns before the end guns no longer limber."""
SPARE: Final = 1.0
"""How much farther than a charger's reach, in inches or hexes, guns want to be."""


def kind(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action | None:
    """What guns do: fire on, turn, deploy, or limber; None if they should move."""
    if unit.formation is Formation.DEPLOYED:
        return _in_action(battle, unit, offered)
    if wanted(battle, unit) is Formation.DEPLOYED and What.CHANGE in offered:
        return offered[What.CHANGE]
    return None


def _in_action(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action:
    """Deployed guns give way to chargers, stay while they have a target, turn to one, or limber."""
    can = What.CHANGE in offered and Formation.LIMBERED in openings(battle, unit).formations
    if can and gives_way(battle, unit):
        return offered[What.CHANGE]
    if best_shot(outlook(battle, unit)) > WORTH_A_SHOT:
        return offered[What.STAY]
    if targets_around(battle, unit, Band.LONG) and What.TURN in offered:
        return offered[What.TURN]
    late = battle.turn_limit - battle.turn < LAST_TURNS
    return offered[What.CHANGE] if can and not late else offered[What.STAY]


def wanted(battle: ElanBattle, unit: ElanUnit) -> Formation:
    """Deployed if an enemy is in sight in range, limbered otherwise or if one may charge.

    Effective range brings guns into action; once deployed, long range keeps them there.
    """
    if gives_way(battle, unit):
        return Formation.LIMBERED
    band = Band.LONG if unit.formation is Formation.DEPLOYED else Band.EFFECTIVE
    return Formation.DEPLOYED if targets_around(battle, unit, band) else Formation.LIMBERED


def targets_around(battle: ElanBattle, unit: ElanUnit, within: Band) -> bool:
    """Is an enemy in sight within a range band, whichever way the guns face?"""
    spans = dict(limits(unit.weapon, battle.scale))
    limit = spans.get(within, 0)
    ground, written = ground_of(battle), battle.figures.written
    gaps = ground.gaps(unit.id)
    near = sorted((written(gaps[foe.id]), foe.id) for foe in battle.enemies_of(unit.side))
    return any(ground.sees(unit.id, foe) for span, foe in near if span <= limit)


# ----------------------------------------------------------------------- giving way
def gives_way(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Can an enemy charge unscreened guns, and would limbering now take them out of reach of all such?"""
    chargers = _chargers(battle, unit)
    if not chargers:
        return False
    ground, written = ground_of(battle), battle.figures.written
    gaps, pace = ground.gaps(unit.id), rate(unit.profile, Formation.LIMBERED, battle.scale).span
    way = written(pace if unit.formation is Formation.LIMBERED else battle.figures.half(pace))
    return all(written(gaps[foe.id]) + way >= _charge(battle, foe) + SPARE for foe in chargers)


def _chargers(battle: ElanBattle, unit: ElanUnit) -> tuple[ElanUnit, ...]:
    """The enemies that could charge the guns, with no friend nearer to them than the guns are."""
    ground, written = ground_of(battle), battle.figures.written
    gaps = ground.gaps(unit.id)
    return tuple(
        foe
        for foe in battle.enemies_of(unit.side)
        if written(gaps[foe.id]) <= _charge(battle, foe)
        and ground.is_in_arc(foe.id, unit.id)
        and not _is_screened(battle, unit, foe, gaps[foe.id])
    )


def _charge(battle: ElanBattle, foe: ElanUnit) -> float:
    """How far an enemy can charge, in inches or hexes; 0 if it may not."""
    if foe.is_artillery or foe.formation in NEVER or foe.halted or foe.retreating:
        return -1.0
    return battle.figures.written(rate(foe.profile, foe.formation, battle.scale).span)


def _is_screened(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit, gap: float) -> bool:
    """Is a friend that can fight nearer to an enemy than the guns?"""
    gaps = ground_of(battle).gaps(foe.id)
    friends = (one for one in battle.on_table(unit.side) if not one.is_artillery and not one.retreating)
    return any(gaps[friend.id] < gap for friend in friends)


def away(battle: ElanBattle, unit: ElanUnit, turns: Sequence[int]) -> int:
    """The turn by which limbered guns face away from the nearest possible charger; 0 without one."""
    chargers = _chargers(battle, unit)
    if not chargers:
        return 0
    here, pose = middle(unit), standing(unit)
    near = min(chargers, key=lambda foe: (apart(battle, here, middle(foe)), foe.id))

    def off(turn: int) -> int:
        faced = Pose(pose.x, pose.y, (pose.heading + turn) % FULL_TURN)
        return off_course(faced, here, middle(near))

    return max((0, *turns), key=off)


# ----------------------------------------------------------------------- facing
def turn(battle: ElanBattle, unit: ElanUnit, question: PlanMove | PlanHexMove) -> object:
    """The best way for a unit to face."""
    here = middle(unit)
    foes = sorted(battle.enemies_of(unit.side), key=lambda foe: apart(battle, here, middle(foe)))
    found = ends(question, unit.shape, tuple(middle(foe) for foe in foes[:4]))
    view = outlook(battle, unit)
    return max(found, key=lambda end: place_worth(view, end.pose, unit.shape)).plan

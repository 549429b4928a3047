"""Guns: in action within range, turned to the best target, limbered and brought up when there is none.

They are kept from melee: with nobody before them they limber away from whoever could charge them.
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
from sandtable.systems.elan.movement import Action, What
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.space.body import standing
from sandtable.table.space.lengths import FULL_TURN
from sandtable.table.space.pose import Pose

WORTH_A_SHOT: Final = 0.05
LAST_TURNS: Final = 2
"""So near the end nobody limbers any more."""
SPARE: Final = 1.0
"""So much farther than a charger goes, as people write it, guns want to get."""


def kind(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action | None:
    """What guns do: fire on, turn, come into action, or limber; nothing said if they are to drive on."""
    if unit.formation is Formation.DEPLOYED:
        return _in_action(battle, unit, offered)
    if wanted(battle, unit) is Formation.DEPLOYED and What.CHANGE in offered:
        return offered[What.CHANGE]
    return None


def _in_action(battle: ElanBattle, unit: ElanUnit, offered: dict[What, Action]) -> Action:
    """Guns in action give way to chargers, stay while they have a target, turn to one, or limber."""
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
    """In action with an enemy in sight within effective range, limbered when none is, or when one charges."""
    if gives_way(battle, unit):
        return Formation.LIMBERED
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


# ----------------------------------------------------------------------- out of the way
def gives_way(battle: ElanBattle, unit: ElanUnit) -> bool:
    """Can somebody charge guns that stand alone, and do they get away from all such if they limber now?"""
    chargers = _chargers(battle, unit)
    if not chargers:
        return False
    ground, written = ground_of(battle), battle.figures.written
    gaps, pace = ground.gaps(unit.id), rate(unit.profile, Formation.LIMBERED, battle.scale).span
    way = written(pace if unit.formation is Formation.LIMBERED else battle.figures.half(pace))
    return all(written(gaps[foe.id]) + way >= _charge(battle, foe) + SPARE for foe in chargers)


def _chargers(battle: ElanBattle, unit: ElanUnit) -> tuple[ElanUnit, ...]:
    """The enemies who could charge guns where they stand, with no friend nearer to them than the guns."""
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
    """How far an enemy can charge, as people write it; not at all if he may not."""
    if foe.is_artillery or foe.formation in NEVER or foe.halted or foe.retreating:
        return -1.0
    return battle.figures.written(rate(foe.profile, foe.formation, battle.scale).span)


def _is_screened(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit, gap: float) -> bool:
    """Stands a friend who can fight nearer to an enemy than the guns do?"""
    gaps = ground_of(battle).gaps(foe.id)
    friends = (one for one in battle.on_table(unit.side) if not one.is_artillery and not one.retreating)
    return any(gaps[friend.id] < gap for friend in friends)


def away(battle: ElanBattle, unit: ElanUnit, turns: Sequence[int]) -> int:
    """The turn by which limbered guns face away from the nearest who could charge them; none is 0."""
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
    """The way to face by which a unit stands best."""
    here = middle(unit)
    foes = sorted(battle.enemies_of(unit.side), key=lambda foe: apart(battle, here, middle(foe)))
    found = ends(question, unit.shape, tuple(middle(foe) for foe in foes[:4]))
    view = outlook(battle, unit)
    return max(found, key=lambda end: place_worth(view, end.pose, unit.shape)).plan

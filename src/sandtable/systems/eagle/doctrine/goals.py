"""The aim of each side, read from the objectives: ground to take or to hold, or an army to break."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.battle.by_identity import by_identity
from sandtable.game.files.scenario_rows import outline
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.doctrine.chances import middle, onset
from sandtable.systems.eagle.doctrine.routes import way_round
from sandtable.systems.eagle.doctrine.worth import hit_worth
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.victory import army, holds
from sandtable.table.forced import is_point_inside
from sandtable.table.space import INCH, Point, Pose, apart, heading_between

Bids = tuple[tuple[int, float], ...]
"""Units and the distance of each from an enemy."""

AHEAD: Final = 0.15
"""A side whose enemy has lost this much more may rest, if losses decide at the turn limit."""


class Posture(StrEnum):
    """What a side has to do to win."""

    HOLD = "hold"
    TAKE = "take ground"
    ATTACK = "attack"


class Goal(NamedTuple):
    """What a side has to do, and the area concerned, if any, in hundredths of an inch."""

    posture: Posture
    area: tuple[Point, ...] = ()
    classes: tuple[TroopClass, ...] = ()


@by_identity(most=4)
def goals(battle: EagleBattle) -> tuple[Goal, Goal]:
    """What each side has to do to win."""
    return _goal(battle, 0), _goal(battle, 1)


def _goal(battle: EagleBattle, side: int) -> Goal:
    """Objectives in their order: the first that holds at the turn limit decides (army.scenario)."""
    for objective in battle.objectives:
        ours = objective.winner == battle.camps[side].id
        if objective.kind == "otherwise":
            return Goal(Posture.HOLD if ours else Posture.ATTACK)
        held = holds(battle, objective)
        if ours:
            return _about(objective, Posture.HOLD if held else Posture.TAKE)
        if held:
            return _about(objective, Posture.ATTACK)
    ahead = float(army(battle, 1 - side).share - army(battle, side).share)
    return Goal(Posture.HOLD if ahead >= AHEAD else Posture.ATTACK)


def _about(objective: Objective, posture: Posture) -> Goal:
    assert objective.area is not None
    return Goal(posture, outline(objective.area), objective.classes)


def is_there(goal: Goal, point: Point) -> bool:
    """Does a point lie in the area of a goal? If the goal has none, every point does."""
    return not goal.area or is_point_inside(point, goal.area)


# ----------------------------------------------------------------------- enemies to attack
FAR_OFF: Final = 10.0
"""An enemy outside the area that matters counts as this many inches farther."""
WEAK: Final = 3.0
"""A shaken enemy counts as this many inches nearer."""
EASE: Final = 6.0
"""How many inches nearer an enemy counts for each point that a charge at it is worth."""
TAKEN_ON: Final = 2.0
"""An enemy counts as this many inches farther for each friend that already fights it."""
SHUT_OFF: Final = 6.0
"""An enemy counts as this many inches farther for each friend in the way."""
MARK: Final = 12.0
"""How many inches nearer an enemy counts to shooters, for each point that a hit would cost it."""
LIGHT: Final = 6.0
"""Lights, which evade, count as this many inches farther to units that cannot catch them."""


def prey(battle: EagleBattle, unit: EagleUnit) -> EagleUnit | None:
    """The enemy that a unit makes for: near, weak, and on the ground that matters."""
    return next(iter(preys(battle, unit)), None)


def preys(battle: EagleBattle, unit: EagleUnit) -> tuple[EagleUnit, ...]:
    """The enemies of a unit, in the order in which it would make for them."""
    goal = goals(battle)[unit.side]
    foes = battle.unbroken(1 - unit.side)
    return tuple(sorted(foes, key=lambda foe: (_reluctance(battle, unit, foe, goal), foe.id)))


def _reluctance(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit, goal: Goal) -> float:
    away = _way(battle, unit, foe) / INCH
    off = 0.0 if is_there(goal, middle(foe)) else FAR_OFF
    if unit.is_light:
        return away + off - _mark(foe)
    runs = LIGHT if foe.is_light and unit.troop_class.is_infantry else 0.0
    ease = EASE * onset(battle, unit, foe).net
    taken = TAKEN_ON * (len(battle.foes_of(foe.id)) + _rivals(battle, unit, foe))
    shut = SHUT_OFF * _in_the_way(battle, unit, foe)
    return away + off + runs + taken + shut - ease - (WEAK if foe.shaken else 0.0)


def _in_the_way(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit) -> int:
    """The number of friends, lights excepted, in the way of a unit that goes straight at an enemy."""
    here, there = middle(unit), middle(foe)
    way = Pose(round(here.x), round(here.y), heading_between(here, there))
    far = apart(here, there)
    comrades = (one for one in battle.unbroken(unit.side) if not one.is_light and one.id != unit.id)
    spots = ((way.local(middle(one)), one.shape.width) for one in comrades)
    return sum(0 < spot.y < far and abs(spot.x) < (width + unit.shape.width / 2) / 2 for spot, width in spots)


def _rivals(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit) -> int:
    """The number of friends nearer to an enemy, and to no other enemy as near: they will reach it first."""
    away = apart(middle(unit), middle(foe))
    bids = bidders(battle)[unit.side].get(foe.id, ())
    return sum(length < away for other, length in bids if other != unit.id)


@by_identity(most=4)
def bidders(battle: EagleBattle) -> tuple[dict[int, Bids], dict[int, Bids]]:
    """For each side, by enemy: its free units to which that enemy is the nearest, and their distances."""
    return _bidders(battle, 0), _bidders(battle, 1)


def _bidders(battle: EagleBattle, side: int) -> dict[int, Bids]:
    found: dict[int, Bids] = {}
    foes = [(foe.id, middle(foe)) for foe in battle.unbroken(1 - side)]
    for unit in battle.unbroken(side):
        if unit.is_light or unit.shaken or not foes or battle.is_engaged(unit.id):
            continue
        here = middle(unit)
        length, foe = min((apart(here, there), foe) for foe, there in foes)
        found[foe] = (*found.get(foe, ()), (unit.id, length))
    return found


def _way(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit) -> float:
    room = unit.shape.width / 2
    return way_round(battle.field, barred_kinds(battle, unit), middle(unit), middle(foe), room)


def _mark(foe: EagleUnit) -> float:
    """How good a target for missiles an enemy is: nearly broken, and neither armoured nor scattered.

    shooting.half
    """
    full = MARK * hit_worth(foe, order_of(foe))
    return full / 2 if foe.troop_class in (TroopClass.HI, TroopClass.LI) else full

"""What a battle is about, read from its objectives: ground to take or to hold, or an army to break."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.entries import outline
from sandtable.game.kept import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.doctrine.chances import middle, onset
from sandtable.systems.eagle.roster import Objective
from sandtable.systems.eagle.troops import TroopClass
from sandtable.systems.eagle.victory import army, holds
from sandtable.table.detours import is_inside
from sandtable.table.measure import INCH
from sandtable.table.plane import apart
from sandtable.table.pose import Point

AHEAD: Final = 0.15
"""Whose enemy has lost so much more may rest where the turn limit is decided by losses."""


class Posture(StrEnum):
    """What a side has to do to win."""

    HOLD = "hold"
    TAKE = "take ground"
    ATTACK = "attack"


class Goal(NamedTuple):
    """What a side has to do, and the ground that it is about, if any, in hundredths of an inch."""

    posture: Posture
    area: tuple[Point, ...] = ()
    classes: tuple[TroopClass, ...] = ()


@by_identity(most=4)
def goals(battle: EagleBattle) -> tuple[Goal, Goal]:
    """What each side has to do."""
    return _goal(battle, 0), _goal(battle, 1)


def _goal(battle: EagleBattle, side: int) -> Goal:
    """Read from top to bottom: the first objective that holds at the turn limit decides (army.scenario)."""
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
    """Does a point lie on the ground that a goal is about? Without any, everywhere does."""
    return not goal.area or is_inside(point, goal.area)


# ----------------------------------------------------------------------- whom to attack
FAR_OFF: Final = 10.0
"""An enemy off the ground that matters counts as so many inches farther."""
WEAK: Final = 3.0
"""A shaken enemy counts as so many inches nearer."""
EASE: Final = 6.0
"""What a charge at him is worth brings an enemy nearer by so many inches a point."""
LIGHT: Final = 6.0
"""Lights, who run, count as so many inches farther to those who cannot catch them."""


def prey(battle: EagleBattle, unit: EagleUnit) -> EagleUnit | None:
    """The enemy that a unit makes for: near, weak, and on the ground that matters."""
    goal = goals(battle)[unit.side]
    foes = battle.unbroken(1 - unit.side)
    return min(foes, key=lambda foe: _reluctance(battle, unit, foe, goal), default=None)


def _reluctance(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit, goal: Goal) -> float:
    away = apart(middle(unit), middle(foe)) / INCH
    off = 0.0 if is_there(goal, middle(foe)) else FAR_OFF
    runs = LIGHT if foe.is_light and unit.troop_class.is_infantry and not unit.is_light else 0.0
    ease = EASE * onset(battle, unit, foe).net
    return away + off + runs - ease - (WEAK if foe.shaken else 0.0)

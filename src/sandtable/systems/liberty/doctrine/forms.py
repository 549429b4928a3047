"""Formations and facings: form line towards the enemy, keep the guns unlimbered in range."""

from __future__ import annotations

from typing import Final

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.ground import FAR, apart, facing, heading_to, middle
from sandtable.systems.liberty.doctrine.outlook import fighting_shape, goals_near, outlook, place_worth
from sandtable.systems.liberty.forms import FormUp, Stance
from sandtable.systems.liberty.forms_decisions import Limber, MountOrDismount, Riders, Unlimber
from sandtable.systems.liberty.profiles import Formation
from sandtable.table.space import turn_between

LINES: Final = (Formation.LINE, Formation.UNLIMBERED_LINE, Formation.LIMBERED_LINE)


def stance(battle: LibertyBattle, question: FormUp) -> object:
    """In line, facing the enemy against which the unit stands best."""
    unit = battle.units[question.body.id]
    assert unit.pose is not None
    stances = list(question.stances)
    lines = [one for one in stances if one.formation in LINES] or stances
    view, here, pose = outlook(battle, unit), middle(unit), unit.pose
    wanted = dict.fromkeys(_towards(lines, heading_to(here, goal)) for goal in goals_near(view))
    shape = fighting_shape(unit)
    best = max(
        wanted or lines[:1],
        key=lambda one: place_worth(view, facing(pose, unit.shape, one.heading), shape),
    )
    return question.plan_to(best)


def _towards(stances: list[Stance], heading: int) -> Stance:
    """The stance that faces a heading most nearly."""
    return min(stances, key=lambda one: abs(turn_between(one.heading, heading)))


def limber(battle: LibertyBattle, question: Limber) -> object:
    """Guns limber only when no enemy is in range."""
    unit = battle.units[question.unit]
    return None if _nearest(battle, unit) <= unit.profile.effective_max else question.options[0]


def unlimber(battle: LibertyBattle, question: Unlimber) -> object:
    """Guns unlimber towards the nearest enemy as soon as it is in range."""
    unit = battle.units[question.unit]
    here = middle(unit)
    foes = sorted(battle.on_table(1 - unit.side), key=lambda foe: apart(here, middle(foe)))
    if not foes or _nearest(battle, unit) > unit.profile.effective_max:
        return None
    heading = heading_to(here, middle(foes[0]))
    headings = [option for option in question.options if option is not None]
    return min(headings, key=lambda one: abs(turn_between(one, heading)))


def horses(battle: LibertyBattle, question: MountOrDismount) -> object:
    """Cavalry fights mounted."""
    del battle
    return Riders.MOUNT if Riders.MOUNT in question.options else Riders.STAY


def _nearest(battle: LibertyBattle, unit: Regiment) -> float:
    """The inches to the nearest enemy."""
    here = middle(unit)
    return min((apart(here, middle(foe)) for foe in battle.on_table(1 - unit.side)), default=FAR)

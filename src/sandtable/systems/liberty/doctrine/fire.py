"""Which unit to shoot at: the one that the volley brings nearest to breaking, by exact odds."""

from __future__ import annotations

from sandtable.systems.liberty.aim import Aim, aim
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Regiment
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.doctrine.chances import volley_gain
from sandtable.systems.liberty.doctrine.tasks import stake
from sandtable.systems.liberty.morale import Cause, Nerve
from sandtable.systems.liberty.shooting_decisions import Shoot
from sandtable.systems.liberty.stakes import nameless


def shoot(battle: LibertyBattle, question: Shoot) -> object:
    """The best shot of the first unit; each unit sees the losses so far, so the fire concentrates."""
    shots = [option for option in question.options if option is not None]
    shooter = shots[0].unit
    own = [shot for shot in shots if shot.unit == shooter]
    return max(own, key=lambda shot: shot_worth(battle, shot))


def shot_worth(battle: LibertyBattle, shot: Aim) -> float:
    """The worth of a volley; more if the target must already test, as the volley weakens it for that."""
    target = battle.units[shot.target]
    fire = aim(battle, battle.units[shot.unit], target)
    if fire is None:
        return 0.0
    due = DueTest(target.id, Cause.SHOOTING) in battle.tests_due
    gain = volley_gain(fire, target.wear, target.hits, _nerve(battle, target), due=due)
    return gain * stake(battle, target)


def _nerve(battle: LibertyBattle, target: Regiment) -> Nerve:
    return nameless(nerve_of(battle, target))

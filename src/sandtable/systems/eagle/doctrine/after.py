"""After combat: halting, following up, relief of ranks, pursuits, and minor choices of a fight."""

from __future__ import annotations

from typing import Final

from sandtable.systems.eagle.after_decisions import FollowWhom, HaltOrFollow, NextUnit, PursueWhom
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.combat_events import aftermath_of
from sandtable.systems.eagle.control import ControlTest, added, die
from sandtable.systems.eagle.control_decisions import LeaderModifier, Leash, StopPursuit
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.doctrine.worth import value_of
from sandtable.systems.eagle.due import way_of
from sandtable.systems.eagle.fighting import LeadUnit
from sandtable.systems.eagle.fleeing import SwingAside
from sandtable.systems.eagle.holding_ground import Relief, RelieveRanks
from sandtable.systems.eagle.records import AfterMove
from sandtable.systems.eagle.supports import CountSupport

STOPS: Final = 4
"""The highest score at which a pursuit can be stopped (control.pursuit-choice)."""


def halt_or_follow(battle: EagleBattle, question: HaltOrFollow) -> object:
    """Follow up an enemy that falls back; let routers run, since they are lost anyway (rout.eliminate)."""
    unit = question.unit
    found = aftermath_of(battle, unit)
    foes = () if found is None else found.opponents
    here = [foe for foe in foes if battle.units[foe].pose is not None]
    if AfterMove.HALT not in question.options:
        return question.options[0]
    presses = bool(here) and all(way_of(battle, foe) is AfterMove.FOLLOW_UP for foe in here)
    onward = [option for option in question.options if option is not AfterMove.HALT]
    worn = battle.units[unit].dp >= 3
    return onward[0] if presses and onward and not worn else AfterMove.HALT


def whom_to_follow(battle: EagleBattle, question: FollowWhom) -> object:
    """Follow an enemy that stays near, so that the unit keeps its order; of several the most valuable."""
    return max(
        question.options,
        key=lambda foe: (way_of(battle, foe) is AfterMove.FOLLOW_UP, value_of(battle.units[foe])),
    )


def quarry(battle: EagleBattle, question: PursueWhom) -> object:
    """Pursue the most valuable fleeing enemy."""
    return max(question.options, key=lambda foe: value_of(battle.units[foe]))


def relieve(battle: EagleBattle, question: RelieveRanks) -> object:
    """A Legion relieves its ranks whenever it may, because that keeps its ground."""
    del battle
    return Relief.STAY if Relief.STAY in question.options else Relief.RELIEVE


def first(battle: EagleBattle, question: LeadUnit | NextUnit) -> object:
    """The first option, where the order matters little."""
    del battle
    return question.options[0]


def count_support(battle: EagleBattle, question: CountSupport) -> object:
    """Do not count support: its one die is worth less than the points that the supporter would share."""
    del battle
    return None if None in question.options else question.options[0]


def swing(battle: EagleBattle, question: SwingAside) -> object:
    """Swing past an obstacle in the direction that leads farthest."""
    del battle
    return max(question.options, key=lambda option: (option.distance, -abs(option.angle)))


# ----------------------------------------------------------------------- pursuits
def stop_pursuit(battle: EagleBattle, question: StopPursuit) -> object:
    """Stop a pursuit as soon as possible: the army wants its units formed."""
    del battle
    return Leash.TEST if Leash.TEST in question.options else Leash.STOP


def leader_modifier(battle: EagleBattle, question: LeaderModifier) -> object:
    """Choose the modifier with the best chance to stop a pursuer, and then to have it free."""
    unit = battle.units[question.unit]

    def chance(change: int) -> tuple[float, float]:
        return _stopped(trial_of(battle, unit, change))

    return max(question.options, key=chance)


def _stopped(test: ControlTest) -> tuple[float, float]:
    """The chance that a unit stops, and the chance that it is also free."""
    scores = [face + added(test).whole for face in die(test).faces]
    stops = sum(score <= STOPS for score in scores) / len(scores)
    return stops, sum(3 <= score <= STOPS for score in scores) / len(scores)

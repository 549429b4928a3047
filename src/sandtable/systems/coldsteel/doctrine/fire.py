"""Fire: which unit shoots next and at which target, by the losses and the loss of nerve that it causes."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.doctrine.chances import Mark, shot_gain, test_cost, volley_gain
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.shooting_decisions import PickFace, PickShooter, PickTarget
from sandtable.systems.coldsteel.troops import Trait

FOULING: Final = 0.3
"""The cost of a volley with Dirty Muskets: the volley of next turn is likely lost."""
ON_A_PRIZE: Final = 0.1
"""The additional worth of shooting at the garrison of an objective."""


class Aim(NamedTuple):
    """A unit, its target, and the worth of the shot."""

    worth: float
    unit: int
    target: int | None


def pick_unit(battle: ColdSteelBattle, question: PickShooter) -> object:
    """The unit with the best shot; None if no shot is worth anything."""
    able = [number for number in question.options if number is not None]
    best = max((best_aim(battle, battle.units[number]) for number in able), key=lambda aim: aim.worth)
    return None if best.target is None else best.unit


def pick_target(battle: ColdSteelBattle, question: PickTarget) -> object:
    """The target with the highest worth; None, to hold fire, if no shot is worth anything."""
    return best_aim(battle, battle.units[question.unit]).target


def pick_face(battle: ColdSteelBattle, question: PickFace) -> object:
    """The first face: both see the target and have the same number of models (geometry.face-choice)."""
    del battle
    return question.options[0]


def best_aim(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Aim:
    """The best shot of a unit, without a target if none is worth anything."""
    best = Aim(0.0, unit.id, None)
    for number in targets(battle, unit):
        worth = aim_worth(battle, unit, battle.units[number])
        if worth > best.worth:
            best = Aim(worth, unit.id, number)
    return best


def aim_worth(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> float:
    """The worth of a shot: the target's losses and loss of nerve, less the cost of Dirty Muskets."""
    mark = Mark(target.models, target.profile.models)
    if unit.is_artillery:
        worth = shot_gain(shot_at(battle, unit, target), mark)
    else:
        worth = volley_gain(volley_at(battle, unit, target), mark)
    worth += _nerve(battle, unit, target)
    if any(prize.building == target.building != "" for prize in battle.prizes):
        worth += ON_A_PRIZE
    return worth - FOULING if unit.trait is Trait.DIRTY_MUSKETS else worth


def _nerve(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> float:
    """What being shot at adds to the cost of the target's next test; each kind of fire counts once.

    morale.mod.fired, morale.mod.fired-artillery
    """
    if target.guns_now if unit.is_artillery else target.muskets_now:
        return 0.0
    facts = replace(
        facts_of(battle, target),
        by_muskets=target.muskets_now,
        by_guns=target.guns_now,
        rerolled=False,
        luck_spent=False,
    )
    shot = replace(facts, by_guns=True) if unit.is_artillery else replace(facts, by_muskets=True)
    return test_cost(shot) - test_cost(facts)

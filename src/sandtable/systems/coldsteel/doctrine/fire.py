"""Fire: who shoots next, and at whom: where the volley costs the enemy most by loss and by nerve."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.systems.coldsteel.aim import shot_at, targets, volley_at
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.doctrine.chances import Mark, shot_gain, test_cost, volley_gain
from sandtable.systems.coldsteel.trials import facts_of
from sandtable.systems.coldsteel.troops import Trait
from sandtable.table.space.body import Side

FOULING: Final = 0.3
"""What a volley of Dirty Muskets costs: most likely the better one of next turn."""
ON_A_PRIZE: Final = 0.1
"""What it is worth besides to shoot at a unit that holds an objective."""


class Aim(NamedTuple):
    """A unit, its target, and what the shot is worth."""

    worth: float
    unit: int
    target: int | None


def pick_unit(battle: ColdSteelBattle, question: Choose[int | None]) -> object:
    """Whoever has the best shot; when none is worth anything fire ceases."""
    able = [number for number in question.options if number is not None]
    best = max((best_aim(battle, battle.units[number]) for number in able), key=lambda aim: aim.worth)
    return None if best.target is None else best.unit


def pick_target(battle: ColdSteelBattle, question: Choose[int | None]) -> object:
    """The target at which a shot is worth most; fire is held if it is worth nothing."""
    number = question.about[0]
    assert isinstance(number, int)
    return best_aim(battle, battle.units[number]).target


def pick_face(battle: ColdSteelBattle, question: Choose[Side]) -> object:
    """Either face will do: both see the target and have the same men (geometry.face-choice)."""
    del battle
    return question.options[0]


def best_aim(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Aim:
    """The best shot of a unit; no target if none is worth anything."""
    best = Aim(0.0, unit.id, None)
    for number in targets(battle, unit):
        worth = aim_worth(battle, unit, battle.units[number])
        if worth > best.worth:
            best = Aim(worth, unit.id, number)
    return best


def aim_worth(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit) -> float:
    """What a shot is worth: the models it costs, the nerve of who is left, less what dirty muskets cost."""
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
    """What being shot at adds to what the next test costs the target; a kind of fire counts once.

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

"""Tests, ties, re-rolls, losses and blows: small decisions, each by its expected cost."""

from __future__ import annotations

import math
from typing import Final

from sandtable.dice import Total
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.blows import blow_at, role_of
from sandtable.systems.coldsteel.casualties import LEAST_MISSED, FigureFalls
from sandtable.systems.coldsteel.doctrine.chances import Mark, blow_gain, cost_of
from sandtable.systems.coldsteel.doctrine.lie import apart, middle
from sandtable.systems.coldsteel.doctrine.worth import GONE, toll
from sandtable.systems.coldsteel.luck import LuckyFace, LuckyPick
from sandtable.systems.coldsteel.melee_decisions import PickFight, PickFoe
from sandtable.systems.coldsteel.morale import DICE, Again, LuckyTestDie, OfficerReroll, modifiers, outcome
from sandtable.systems.coldsteel.morale_decisions import GarrisonTie, PickTester, RetreatTie, WallTie
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.troops import Figure, Trait
from sandtable.table.space import INCH, Point

BACK: Final = 6 * INCH
"""The typical length of a retreat."""
OFF_TABLE: Final = -99.0


# ----------------------------------------------------------------------- tests
def pick_tester(battle: ColdSteelBattle, question: PickTester) -> object:
    """The unit farthest from the enemy first, so that it is in its final place when others fall back."""
    return max(question.options, key=lambda number: (_room(battle, battle.units[number]), -number))


def _room(battle: ColdSteelBattle, unit: ColdSteelUnit) -> float:
    """The distance to the nearest enemy."""
    return _clear_of(battle, 1 - unit.side, middle(unit))


def _clear_of(battle: ColdSteelBattle, side: int, point: Point) -> float:
    """The distance from a point to the nearest unit of a side; off the table is worst."""
    if not (0 <= point.x <= battle.field.width and 0 <= point.y <= battle.field.depth):
        return OFF_TABLE
    return min((apart(point, middle(foe)) for foe in battle.on_table(side)), default=0.0)


def officer_reroll(battle: ColdSteelBattle, question: OfficerReroll) -> object:
    """Re-roll both dice if that costs less on average than keeping them or re-rolling the lucky die."""
    unit, modifier, shown = _test_of(battle, question.unit, question.shown)
    costs = [_cost(battle, unit, sum(shown) + modifier)]
    if unit.plays(Trait.LUCKY_OFFICER) and not unit.lucky_used:
        costs.append(min(_lucky_cost(battle, unit, sum(shown) + modifier, face) for face in shown))
    again = sum(
        chance * _cost(battle, unit, thrown + modifier) for thrown, chance in Total(DICE).odds().items()
    )
    return Again.BOTH if again < min(costs) else Again.KEEP


def lucky_reroll(battle: ColdSteelBattle, question: LuckyPick | LuckyFace) -> object:
    """The first option: a miss or a low die."""
    del battle
    return question.options[0]


def lucky_test(battle: ColdSteelBattle, question: LuckyTestDie) -> object:
    """In a test, the die that helps most."""
    unit, modifier, shown = _test_of(battle, question.unit, question.faces)
    first = sum(shown) + modifier

    def cost(face: int | None) -> tuple[float, bool]:
        if face is None:
            return _cost(battle, unit, first), False
        return _lucky_cost(battle, unit, first, face), True

    return min(question.options, key=cost)


def _test_of(
    battle: ColdSteelBattle, number: int, shown: tuple[int, ...]
) -> tuple[ColdSteelUnit, int, tuple[int, ...]]:
    """The unit of a test, its modifier, and the dice."""
    unit = battle.units[number]
    return unit, modifiers(facts_of(battle, unit)).whole, shown


def _lucky_cost(battle: ColdSteelBattle, unit: ColdSteelUnit, first: int, face: int) -> float:
    return sum(
        chance * _cost(battle, unit, first - face + thrown) for thrown, chance in Total(1).odds().items()
    )


def _cost(battle: ColdSteelBattle, unit: ColdSteelUnit, total: int) -> float:
    """The cost of a test's total to a unit."""
    rest = GONE - toll(unit.profile.models - unit.models, unit.profile.models)
    return cost_of(outcome(facts_of(battle, unit), total), rest)


# ----------------------------------------------------------------------- ties
def retreat_tie(battle: ColdSteelBattle, question: RetreatTie | GarrisonTie) -> object:
    """Of equally near enemies, the one whose retreat ends at the safest place."""
    unit = battle.units[question.unit]
    here = middle(unit)

    def safety(foe: int) -> float:
        there = middle(battle.units[foe])
        long = max(math.hypot(here.x - there.x, here.y - there.y), 1.0)
        share = 1.0 + BACK / long
        end = Point(there.x + (here.x - there.x) * share, there.y + (here.y - there.y) * share)
        return _clear_of(battle, 1 - unit.side, end)

    return max(question.options, key=safety)


def wall_tie(battle: ColdSteelBattle, question: WallTie) -> object:
    """Of equally far walls, the one with the safest place outside."""
    unit = battle.units[question.unit]
    home = battle.building(unit.building)

    def safety(heading: int) -> float:
        x, y = home.wall(heading).at(0, BACK)
        return _clear_of(battle, 1 - unit.side, Point(x, y))

    return max(question.options, key=safety)


# ----------------------------------------------------------------------- losses
def command_model(battle: ColdSteelBattle, question: FigureFalls) -> object:
    """The least useful figure: the musician first; a Drill Sergeant not yet used after the standard."""
    number = question.unit
    drilled = number >= 0 and battle.units[number].plays(Trait.VETERAN_DRILL_SERGEANT)
    order = (Figure.MUSICIAN, Figure.STANDARD, Figure.SERGEANT, Figure.OFFICER) if drilled else LEAST_MISSED
    return min(question.options, key=order.index)


# ----------------------------------------------------------------------- melee
def pick_fight(battle: ColdSteelBattle, question: PickFight) -> object:
    """The fight with the most units first, because it frees the most."""
    del battle
    return max(question.options, key=lambda fight: (len(fight), tuple(-unit for unit in fight)))


def pick_foe(battle: ColdSteelBattle, question: PickFoe) -> object:
    """The enemy to which the blow costs most."""
    unit = battle.units[question.unit]

    def worth(foe: int) -> float:
        target = battle.units[foe]
        blow = blow_at(battle, unit, target, role_of(battle, unit))
        return blow_gain(blow, Mark(target.models, target.profile.models))

    return max(question.options, key=worth)

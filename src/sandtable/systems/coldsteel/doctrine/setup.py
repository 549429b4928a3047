"""Before the battle: which units to choose, which edge, and where each unit begins."""

from __future__ import annotations

from typing import Final

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.deployment import ChooseEdge, Placement, PlaceUnit, ordinary
from sandtable.systems.coldsteel.doctrine.intents import wants
from sandtable.systems.coldsteel.forces import ChooseForce
from sandtable.systems.coldsteel.troops import Formation

WISHES: Final = (
    "foot-battery",
    "foot-battery",
    "guard-battalion",
    "guard-battalion",
    "light-battalion",
    "light-battalion",
    "light-battalion",
    "grenadier-battalion",
)
"""Guns, the best muskets, and steady grenadiers; there is no points limit (setup.forces)."""


def choose_force(battle: ColdSteelBattle, question: ChooseForce) -> object:
    """The next unit of the wish list that may still be chosen."""
    mine = list(battle.picks[question.seat])
    for wish in WISHES:
        if wish in mine:
            mine.remove(wish)
        elif wish in question.options:
            return wish
    return (
        next((one for one in ("light-battalion", "line-battalion") if one in question.options), None)
        or (question.options[0])
    )


def choose_edge(battle: ColdSteelBattle, question: ChooseEdge) -> object:
    """The edge with more of the buildings that are objectives; the first on a tie."""
    depth = battle.field.depth
    houses = [prize.point.y for prize in battle.prizes if prize.building]
    low = sum(y < depth / 2 for y in houses)
    return question.options[0] if 2 * low >= len(houses) else question.options[-1]


def place_unit(battle: ColdSteelBattle, question: PlaceUnit) -> object:
    """Guns first, then infantry, then cavalry, each at the ordinary place that suits it best."""
    for number in sorted(question.waiting, key=lambda one: _rank(battle.units[one])):
        found = ordinary(battle, number)
        if found:
            return min(found, key=lambda one: _unfit(battle, battle.units[number], one))
    return question.sensible()[0]


def _rank(unit: ColdSteelUnit) -> tuple[int, int]:
    """The order of placing: guns, infantry, cavalry."""
    return (0 if unit.is_artillery else 2 if unit.is_cavalry else 1), unit.id


def _unfit(battle: ColdSteelBattle, unit: ColdSteelUnit, placed: Placement) -> float:
    """How badly a place suits a unit: best is line, well forward, in the middle or for cavalry on a flank."""
    if placed.building:
        return -1000.0 if wants(battle, placed.building) else 1000.0
    field = battle.field
    middle = abs(placed.to.x - field.width / 2)
    forward = abs(placed.to.y - field.depth / 2)
    aside = -middle if unit.is_cavalry else middle
    return aside + 2 * forward + (0.0 if placed.formation is Formation.LINE else 2000.0)

"""Morale in words: tests, re-rolls and retreats."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.morale_events import GarrisonDrivenOut, RetreatBarred, SoldiersMutinied
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, name, place


def _pick(battle: ColdSteelBattle, question: Any) -> Prompt:
    labels = tuple(name(battle, unit) for unit in question.options)
    words = "Which unit tests its morale next?"
    return Prompt(words, "morale.every-unit", labels)


def _again(battle: ColdSteelBattle, question: Any) -> Prompt:
    unit, modifier, shown = question.about
    dice = " and ".join(str(face) for face in shown)
    words = (
        f"{name(battle, unit)} threw {dice}, a total of {sum(shown) + modifier} with its modifiers:"
        " does its Officer make it test again?"
    )
    return Prompt(words, "leaders.officer-reroll", tuple(str(option) for option in question.options))


def _from_whom(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    words = f"{name(battle, unit)} falls back: which of the equally near enemies counts as the nearest?"
    labels = tuple(name(battle, enemy) for enemy in question.options)
    return Prompt(words, "morale.retreat.direction", labels)


def _nearest_to_building(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    home = battle.building(battle.units[unit].building)
    words = f"{name(battle, unit)} is driven out of {home.name}: which enemy counts as the nearest?"
    return Prompt(words, "building.retreat", tuple(name(battle, enemy) for enemy in question.options))


def _by_which_wall(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    home = battle.building(battle.units[unit].building)
    labels = tuple(f"by the {home.wall_name(heading)} wall" for heading in question.options)
    return Prompt(
        f"{name(battle, unit)} is driven out of {home.name}: which way?", "building.retreat", labels
    )


# --------------------------------------------------------------------- events
def _tested(battle: ColdSteelBattle, event: events.MoraleTested) -> str:
    again = ", tested again by its Officer" if event.rerolled else ""
    result = "passes" if event.passed else "fails"
    return f"{name(battle, event.unit)} {result} its morale test with {event.total}{again}"


def _held_back(battle: ColdSteelBattle, event: events.UnitHeldBack) -> str:
    return f"The Cowardly Officer of {name(battle, event.unit)} keeps it from advancing"


def _retreated(battle: ColdSteelBattle, event: events.UnitRetreated) -> str:
    return f"{name(battle, event.unit)} falls back to {place(event.to)}"


def _driven_out(battle: ColdSteelBattle, event: GarrisonDrivenOut) -> str:
    home = battle.building(event.building).name
    return f"{name(battle, event.unit)} is driven out of {home} in column, its front at {place(event.to)}"


def _barred(battle: ColdSteelBattle, event: RetreatBarred) -> str:
    return f"{name(battle, event.unit)} should fall back, but cannot"


def _mutinied(battle: ColdSteelBattle, event: SoldiersMutinied) -> str:
    who = f"The flogged soldiers of {name(battle, event.unit)}"
    return f"{who} murder their officer" if event.officer else f"{who} will stand no more"


PROMPTS: Final[dict[str, Prompter]] = {
    "morale.pick-unit": _pick,
    "morale.officer-reroll": _again,
    "morale.retreat-tie": _from_whom,
    "building.retreat-enemy-tie": _nearest_to_building,
    "building.retreat-wall-tie": _by_which_wall,
}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {
    events.MoraleTested: _tested,
    events.UnitHeldBack: _held_back,
    events.UnitRetreated: _retreated,
    SoldiersMutinied: _mutinied,
    GarrisonDrivenOut: _driven_out,
    RetreatBarred: _barred,
}

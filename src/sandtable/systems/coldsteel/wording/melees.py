"""Melees in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import ColdSteelEvent, FightFought
from sandtable.systems.coldsteel.melee_events import UnitStruck
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, name, names


def _fight(battle: ColdSteelBattle, question: Any) -> Prompt:
    labels = tuple(names(battle, units) for units in question.options)
    return Prompt("Which fight is fought next?", "melee.order", labels)


def _target(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(name(battle, target) for target in question.options)
    return Prompt(f"Which enemy does {name(battle, unit)} strike?", "melee.target-choice", labels)


def _struck(battle: ColdSteelBattle, event: UnitStruck) -> str:
    who, whom = name(battle, event.unit), name(battle, event.target)
    return f"{who} strikes {whom} with {counted(event.dice, 'die')}: {counted(event.wounds, 'wound')}"


def _fought(battle: ColdSteelBattle, event: FightFought) -> str:
    return f"{names(battle, event.units)} have fought"


PROMPTS: Final[dict[str, Prompter]] = {"melee.pick-fight": _fight, "melee.pick-target": _target}
SENTENCES: Final[dict[type[ColdSteelEvent], Teller]] = {UnitStruck: _struck, FightFought: _fought}

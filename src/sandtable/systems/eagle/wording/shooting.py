"""Shooting in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.eagle.aim import Aim, dice_at
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.shooting_events import UnitShot
from sandtable.systems.eagle.volleys import DECISION, TakeAim
from sandtable.systems.eagle.wording.names import Prompter, Teller, name, points
from sandtable.table.space import standing


def _aim(battle: EagleBattle, question: TakeAim) -> Prompt:
    unit = battle.units[question.unit]
    labels = tuple(_label(battle, question.unit, option) for option in question.options)
    return Prompt(f"At which enemy does {unit.name} shoot?", "shooting.target", labels)


def _label(battle: EagleBattle, unit: int, aim: Aim | None) -> str:
    if aim is None:
        return "Do not shoot"
    one = battle.units[unit]
    turned = "" if aim.heading == standing(one).heading else f", turning to {aim.heading / 10:g}°"
    return f"{name(battle, aim.target)}: {counted(dice_at(battle, one, aim), 'die')}{turned}"


def _shot(battle: EagleBattle, event: UnitShot) -> str:
    told = f"{name(battle, event.unit)} shoots at {name(battle, event.target)} with"
    struck = "without effect" if not event.points else f"for {points(event.points)}"
    return f"{told} {counted(event.dice, 'die')}, {struck}"


PROMPTS: Final[dict[str, Prompter]] = {DECISION: _aim}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {UnitShot: _shot}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {UnitShot: ("shooting.hit", "shooting.sequence")}
"""The rules of this chapter's events."""

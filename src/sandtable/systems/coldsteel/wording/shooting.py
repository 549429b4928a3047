"""Shooting in words: shooters, targets, results, and lucky re-rolls."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.kit.system import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.aim import shot_at, volley_at
from sandtable.systems.coldsteel.artillery import need as need_of_guns
from sandtable.systems.coldsteel.artillery import wound_dice
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Phase
from sandtable.systems.coldsteel.dice import Pick
from sandtable.systems.coldsteel.shooting import dice, need
from sandtable.systems.coldsteel.wording.names import Prompter, Teller, name
from sandtable.table.space.body import Side

FACES: Final[dict[Side, str]] = {"front": "front", "right": "right", "rear": "rear", "left": "left"}
PICKS: Final = {
    None: "leave the dice as they lie",
    Pick.MISS: "throw one missed die again",
    Pick.HIT: "throw one die that scored again",
    Pick.SIX: "throw a six again",
}


def _unit(battle: ColdSteelBattle, question: Any) -> Prompt:
    labels = tuple("all others hold fire" if one is None else name(battle, one) for one in question.options)
    return Prompt("Which unit shoots next?", "shooting.each-unit", labels)


def _target(battle: ColdSteelBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple("hold fire" if one is None else at(battle, unit, one) for one in question.options)
    return Prompt(f"At which enemy does {name(battle, unit)} shoot?", "shooting.one-target", labels)


def at(battle: ColdSteelBattle, unit: int, target: int) -> str:
    """A target, with the dice thrown at it and what they need."""
    shooter, enemy = battle.units[unit], battle.units[target]
    if shooter.is_artillery:
        shot = shot_at(battle, shooter, enemy)
        return (
            f"{enemy.name}: hits on {need_of_guns(shot).shown} (2D6), {wound_dice(shot).shown}D6 casualties"
        )
    fire = volley_at(battle, shooter, enemy)
    return f"{enemy.name}: {counted(dice(fire).whole, 'die')}, hits on {need(fire).shown}"


def _face(battle: ColdSteelBattle, question: Any) -> Prompt:
    unit, target = question.about
    words = f"From which face does {name(battle, unit)} shoot at {name(battle, target)}?"
    return Prompt(words, "geometry.face-choice", tuple(FACES[face] for face in question.options))


def _lucky(battle: ColdSteelBattle, question: Any) -> Prompt:
    """The prompt for a lucky re-roll: by kind of die for separate dice, by face for dice added."""
    unit, purpose, *_ = question.about
    words = f"{name(battle, unit)}, {purpose}: does the Lucky Officer have one die thrown again?"
    labels = tuple(
        PICKS[one] if one is None or isinstance(one, Pick) else f"throw the {one} again"
        for one in question.options
    )
    return Prompt(words, "cards.lucky-officer", labels)


def _shot(battle: ColdSteelBattle, event: events.UnitShot) -> str:
    who, whom = name(battle, event.unit), name(battle, event.target)
    if event.artillery:
        lost = "1 casualty" if event.hits == 1 else f"{event.hits} casualties"
        return f"{who} shells {whom}: {lost if event.hits else 'missed'}"
    return f"{who} fires at {whom} with {counted(event.dice, 'die')}: {counted(event.hits, 'hit')}"


def _fouled(battle: ColdSteelBattle, event: events.MusketsFouled) -> str:
    return f"The dirty muskets of {name(battle, event.unit)} are fouled: it may not shoot next turn"


def _reroll(battle: ColdSteelBattle, event: events.LuckyRerollUsed) -> str:
    return f"The Lucky Officer of {name(battle, event.unit)} has one die thrown again"


def _held(battle: ColdSteelBattle, event: events.UnitHeld) -> str:
    held = "holds its fire" if battle.step.phase is Phase.SHOOTING else "stands where it is"
    return f"{name(battle, event.unit)} {held}"


PROMPTS: Final[dict[str, Prompter]] = {
    "shooting.pick-unit": _unit,
    "shooting.pick-target": _target,
    "shooting.pick-face": _face,
    "cards.lucky-reroll": _lucky,
}
SENTENCES: Final[dict[type[events.ColdSteelEvent], Teller]] = {
    events.UnitShot: _shot,
    events.MusketsFouled: _fouled,
    events.LuckyRerollUsed: _reroll,
    events.UnitHeld: _held,
}

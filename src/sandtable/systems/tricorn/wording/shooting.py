"""Firing in words: shooters, targets, supports, and the result."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.tricorn import fire_events
from sandtable.systems.tricorn.aim import fire_of, target_of
from sandtable.systems.tricorn.battle import Shot, TricornBattle
from sandtable.systems.tricorn.declaring import DECLARE, EQUALLY_NEAR, SUPPORT, Declaration
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.shooting import value
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name, names


def _declare(battle: TricornBattle, question: Any) -> Prompt:
    labels = tuple(_option(battle, option) for option in question.options)
    return Prompt("Which unit fires next, and at which enemy?", "shooting.simultaneous", labels)


def _support(battle: TricornBattle, question: Any) -> Prompt:
    labels = tuple(_option(battle, option) for option in question.options)
    return Prompt("Which unit fires or supports next?", "shooting.support.condition", labels)


def _option(battle: TricornBattle, option: Declaration | None) -> str:
    if option is None:
        return "No more fire"
    unit = name(battle, option.unit)
    if option.supports is not None:
        return f"{unit} supports {name(battle, option.supports)}"
    if option.target is None:
        return f"{unit} fires at the nearest enemy"
    return f"{unit} fires at {at(battle, option.unit, option.target)}"


def at(battle: TricornBattle, unit: int, target: int) -> str:
    """A target with the Combat Value of a unit's shot at it without support, and whether the range is
    long."""
    fire = fire_of(battle, Shot(unit, target))
    worth = value(fire, target_of(battle, target)).shown
    far = ", long range" if fire.is_long else ""
    return f"{name(battle, target)}: Combat Value {worth}{far}"


def _nearest(battle: TricornBattle, question: Any) -> Prompt:
    (unit,) = question.about
    labels = tuple(at(battle, unit, target) for target in question.options)
    words = f"Enemies equally near to {name(battle, unit)}: which is the target?"
    return Prompt(words, "shooting.target", labels)


def _declared(battle: TricornBattle, event: fire_events.FireDeclared) -> str:
    return f"{name(battle, event.unit)} declares fire at {name(battle, event.target)}"


def _supports(battle: TricornBattle, event: fire_events.SupportDeclared) -> str:
    return f"{name(battle, event.unit)} supports the fire of {name(battle, event.shooter)}"


def _fired(battle: TricornBattle, event: fire_events.UnitFired) -> str:
    who, whom = name(battle, event.unit), name(battle, event.target)
    how = " at long range" if event.long else ""
    came = counted(event.hits, "hit") if event.hits else "missed"
    return f"{who} fires at {whom}{how} with Combat Value {event.value}: {came}"


def _tested(battle: TricornBattle, event: fire_events.LongRangeTested) -> str:
    unit, shooter = name(battle, event.unit), name(battle, event.target)
    hits = counted(event.hits, "hit")
    came = "is shaken" if event.gained else "stands firm"
    return f"{unit} takes a Morale Test ({hits} by {shooter} at long range) and {came}"


def _ended(battle: TricornBattle, event: fire_events.FireEnded) -> str:
    if not event.dues:
        return "The fire ends; no unit has to consult the morale table"
    units = tuple(due.unit for due in event.dues)
    return f"{names(battle, units)} must consult the morale table"


PROMPTS: Final[dict[str, Prompter]] = {
    DECLARE: _declare,
    SUPPORT: _support,
    EQUALLY_NEAR: _nearest,
}
SENTENCES: Final[dict[type[TricornEvent], Teller]] = {
    fire_events.FireDeclared: _declared,
    fire_events.SupportDeclared: _supports,
    fire_events.UnitFired: _fired,
    fire_events.LongRangeTested: _tested,
    fire_events.FireEnded: _ended,
}

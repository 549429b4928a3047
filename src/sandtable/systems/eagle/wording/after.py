"""Routs and pursuits in words."""

from __future__ import annotations

from typing import Final

from sandtable.game.present.english import counted
from sandtable.systems.eagle import flight_events as told
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.wording.names import Prompter, Teller, name


def _goes_on(battle: EagleBattle, event: told.PursuitGoesOn) -> str:
    return f"{name(battle, event.unit)} catches no enemy and keeps pursuing"


def _caught(battle: EagleBattle, event: told.QuarryCaught) -> str:
    return f"{name(battle, event.unit)} catches {name(battle, event.quarry)}"


def _hacked(battle: EagleBattle, event: told.HackStruck) -> str:
    lost = counted(event.lost, "base") if event.lost else "no base"
    struck = f"{name(battle, event.unit)} strikes at {name(battle, event.quarry)}"
    return f"{struck}: {counted(event.dice, 'die')}, {lost} lost"


def _met(battle: EagleBattle, event: told.PursuerMet) -> str:
    return f"{name(battle, event.unit)} runs into {name(battle, event.target)}"


def _resumed(battle: EagleBattle, event: told.RoutResumed) -> str:
    return f"{name(battle, event.unit)} runs on"


PROMPTS: Final[dict[str, Prompter]] = {}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {
    told.PursuitGoesOn: _goes_on,
    told.QuarryCaught: _caught,
    told.HackStruck: _hacked,
    told.PursuerMet: _met,
    told.RoutResumed: _resumed,
}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    told.PursuitGoesOn: ("after.pursue.detail",),
    told.QuarryCaught: ("after.caught",),
    told.HackStruck: ("after.free-hack",),
    told.PursuerMet: ("after.pursue.new-enemy",),
    told.RoutResumed: ("rout.continue",),
}
"""The rules of this chapter's events."""

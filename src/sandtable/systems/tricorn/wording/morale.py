"""Morale, recoils and the risk of officers in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.present.english import counted
from sandtable.systems.tricorn import morale_events as told
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.consulting import MORALE_ORDER
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.morale import Effect, Occasion
from sandtable.systems.tricorn.recoiling import EQUAL_FRIENDS
from sandtable.systems.tricorn.wording.names import Prompter, Teller, name, officer_name, place

REASONS: Final = {
    Occasion.CONSULTATION: "",
    Occasion.LONG_RANGE: " under artillery fire from long range",
    Occasion.BREAK_OFF: " to break off",
    Occasion.CHARGE_MOUNTED: " to close with Mounted",
    Occasion.REMOVAL: " to remove Disorder",
    Occasion.RECOILED_INTO: " as friends run into it",
}
"""The occasions of tests, in words."""

EFFECTS: Final = {
    Effect.NONE: "stands",
    Effect.RECOIL: "must recoil",
    Effect.WITHDRAW: "must recoil and withdraw",
    Effect.ABANDON: "abandons its guns",
    Effect.ELIMINATED: "breaks up",
}
"""The results of the table, in words."""


# --------------------------------------------------------------------- questions
def _order(battle: TricornBattle, question: Any) -> Prompt:
    labels = tuple(
        f"{name(battle, unit)}, {counted(battle.units[unit].markers, 'marker')}" for unit in question.options
    )
    return Prompt("Which unit consults the morale table next?", "shooting.resolution-order", labels)


def _friend(battle: TricornBattle, question: Any) -> Prompt:
    (unit,) = question.about
    words = f"{name(battle, unit)} runs into friends equally near: which tests its morale first?"
    return Prompt(words, "recoil.order", tuple(name(battle, friend) for friend in question.options))


# --------------------------------------------------------------------- events
def _tested(battle: TricornBattle, event: told.MoraleTested) -> str:
    result = "passes" if event.passed else "fails"
    words = f"{name(battle, event.unit)} {result} its Morale Test{REASONS[event.occasion]}"
    return f"{words} ({event.target} or less)"


def _began(battle: TricornBattle, event: told.ConsultationBegan) -> str:
    return f"{name(battle, event.unit)} consults the morale table after the fire"


def _consulted(battle: TricornBattle, event: told.TableConsulted) -> str:
    unit, effect = (
        f"{name(battle, event.unit)}, with {counted(event.markers, 'marker')},",
        EFFECTS[event.effect],
    )
    if event.passed is None:
        return f"{unit} {effect} without a test"
    result = "passes" if event.passed else "fails"
    return f"{unit} {result} its Morale Test ({event.target} or less) and {effect}"


def _run_into(battle: TricornBattle, event: told.FriendRunInto) -> str:
    return f"{name(battle, event.by)} runs into {name(battle, event.unit)}"


def _barred(battle: TricornBattle, event: told.GroundBarred) -> str:
    markers = counted(event.markers, "Disorder Marker")
    return f"{name(battle, event.unit)} has no room to recoil and takes {markers}"


def _driven_out(battle: TricornBattle, event: told.GarrisonDrivenOut) -> str:
    held = battle.stronghold(event.place).name
    return f"{name(battle, event.unit)} is driven out of {held} to {place(event.to)}"


def _spared(battle: TricornBattle, event: told.OfficerSpared) -> str:
    return f"{officer_name(battle, event.officer)} is unhurt"


PROMPTS: Final[dict[str, Prompter]] = {MORALE_ORDER: _order, EQUAL_FRIENDS: _friend}
SENTENCES: Final[dict[type[TricornEvent], Teller]] = {
    told.MoraleTested: _tested,
    told.ConsultationBegan: _began,
    told.TableConsulted: _consulted,
    told.FriendRunInto: _run_into,
    told.GroundBarred: _barred,
    told.GarrisonDrivenOut: _driven_out,
    told.OfficerSpared: _spared,
}

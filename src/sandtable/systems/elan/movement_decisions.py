"""The decisions of the Movement phase: what moves next, what it does, and whether it goes through friends."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, NamedTuple, assert_never

from sandtable.game.ask.faces import Face, Missing
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import forms
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.forms_decisions import forming_face, to_form
from sandtable.systems.elan.rates import leader_rate, rate
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import (
    asked,
    begun,
    formation_name,
    length,
    name,
    names,
    sector_name,
    the,
    token_id,
)


# --------------------------------------------------------------------- what moves next
class Go(NamedTuple):
    """What moves next: a unit, a detached commander at his rate or the march rate, or no further one."""

    who: Literal["unit", "commander", "nobody"]
    number: int = -1
    march: bool = False


NOBODY: Final = Go("nobody")


class PickGo(Choose[Go], frozen=True, kw_only=True):
    """Choose the unit or commander that moves next, or end the moves of a side (turn.movement)."""

    decision: str = "move.order"
    rule = "turn.movement"
    title = "Who moves?"

    def words(self, battle: ElanBattle) -> str:
        del battle
        return "Who moves next?"

    def label(self, battle: ElanBattle, option: Go) -> str:
        match option.who:
            case "unit":
                return begun(name(battle, option.number))
            case "commander":
                gait = ", at the march rate" if option.march else ""
                return begun(f"{battle.leaders[option.number].name}{gait}")
            case "nobody":
                return "No more moves"
            case _:
                assert_never(option.who)

    def face(self, battle: ElanBattle, option: Go) -> Face:
        """A unit or commander, and how far it can move."""
        match option.who:
            case "unit":
                unit = battle.units[option.number]
                pace = rate(unit.profile, unit.formation, battle.scale).span
                formation = formation_name(unit.formation)
                note = f"{formation}, {length(battle, pace)}" if pace else formation
                return Face("Move", note, option.number)
            case "commander":
                pace, times = leader_rate(battle.scale).span, leader_rate(battle.scale).march
                title = "March" if option.march else "Ride"
                note = f"up to {length(battle, pace * times if option.march else pace)}"
                return Face(title, note, token_id(option.number))
            case "nobody":
                return Face("No more moves")

    def missing(self, battle: ElanBattle) -> tuple[Missing, ...]:
        """Why other units of the side may not move."""
        others = [unit for unit in battle.on_table(battle.active) if unit.id not in battle.done]
        return tuple(_stuck(battle, unit) for unit in others if not may_act(battle, unit))


def may_act(battle: ElanBattle, unit: ElanUnit) -> bool:
    """May a unit act in the Movement phase?

    troops.halt, troops.retreat-state, movement.once, geometry.contact
    """
    return unit.is_ready and not battle.is_in_contact(unit.id)


def _stuck(battle: ElanBattle, unit: ElanUnit) -> Missing:
    """Why a unit may not move (troops.halt, movement.once)."""
    if unit.halted:
        words, rule = "it is marked Halt", "troops.halt"
    elif unit.retreating:
        words, rule = "it is in retreat", "troops.retreat-state"
    elif battle.is_in_contact(unit.id):
        words, rule = "it is in contact with the enemy", "geometry.contact"
    else:
        words, rule = "it has already moved this turn", "movement.once"
    return Missing("Move", unit.id, words, rule)


# --------------------------------------------------------------------- what it does
class What(StrEnum):
    """The kinds of action of a unit in the Movement phase (move.kind)."""

    STAY = "no move"
    MOVE = "tactical move"
    CHANGE = "change formation or facing, then move"
    ROAD = "tactical move along the road"
    MARCH = "march move"
    ROAD_MARCH = "march move along the road"
    RECOVER = "recover from disorder"
    FORM = "form with the whole move"
    ENTER = "garrison a sector"
    LEAVE = "leave the sector"
    MANHANDLE = "manhandle the guns"
    TURN = "turn the guns"


class Action(NamedTuple):
    """A unit's action, with the formation or sector of a whole-move action."""

    what: What
    formation: Formation | None = None
    sector: str = ""


LABELS: Final = {
    What.STAY: "Do not move",
    What.MOVE: "Make a tactical move",
    What.CHANGE: "Change formation or facing first, then move",
    What.ROAD: "Make a tactical move along the road",
    What.MARCH: "Make a march move",
    What.ROAD_MARCH: "Make a march move along the road",
    What.RECOVER: "Recover from disorder with the whole move",
    What.FORM: "Form with the whole move",
    What.ENTER: "Garrison a sector with the whole move",
    What.LEAVE: "Leave the sector with the whole move",
    What.MANHANDLE: "Manhandle the guns",
    What.TURN: "Turn the guns",
}
TITLES: Final = {
    What.STAY: "Stay",
    What.MOVE: "Move",
    What.CHANGE: "Change, then move",
    What.ROAD: "Move by road",
    What.MARCH: "March",
    What.ROAD_MARCH: "March by road",
    What.RECOVER: "Recover",
    What.LEAVE: "Leave the sector",
    What.MANHANDLE: "Manhandle",
    What.TURN: "Turn the guns",
}


class ChooseAction(Choose[Action], frozen=True, kw_only=True):
    """Choose what a unit does in the Movement phase (movement.optional)."""

    decision: str = "move.kind"
    rule = "movement.optional"
    title = "What does it do?"

    unit: int

    def words(self, battle: ElanBattle) -> str:
        return asked(battle, self.unit, "What", "do")

    def label(self, battle: ElanBattle, option: Action) -> str:
        if option.formation is not None:
            return f"{to_form(option.formation)} with the whole move"
        if option.sector:
            return f"Garrison {sector_name(battle, option.sector)} with the whole move"
        return LABELS[option.what]

    def face(self, battle: ElanBattle, option: Action) -> Face:
        """An action: how far it takes the unit, or what it costs."""
        unit = battle.units[self.unit]
        if option.formation is not None:
            return forming_face(battle, unit, option.formation, "the whole move")
        if option.sector:
            found = next(one for one in forms.sectors_open(battle, unit) if one.sector == option.sector)
            title = f"Garrison {sector_name(battle, option.sector)}"
            return Face(title, "the whole move", unit.id, place=found.to, shape=found.shape)
        return Face(TITLES[option.what], _costs(battle, unit, option.what), unit.id)


def _costs(battle: ElanBattle, unit: ElanUnit, what: What) -> str:
    """How far an action takes a unit, or what it costs."""
    pace, bonus = rate(unit.profile, unit.formation, battle.scale), battle.figures.road_bonus
    match what:
        case What.MOVE:
            return length(battle, pace.span)
        case What.ROAD:
            return length(battle, pace.span + bonus)
        case What.MARCH:
            return length(battle, pace.span * pace.march)
        case What.ROAD_MARCH:
            return length(battle, pace.span * pace.march + bonus)
        case What.CHANGE:
            return "formation or facing"
        case What.MANHANDLE:
            return f"{length(battle, battle.figures.manhandle)}, disorders"
        case What.RECOVER | What.LEAVE:
            return "the whole move"
        case What.TURN:
            return "may still fire"
        case _:
            return ""


# --------------------------------------------------------------------- friends in the way
class Passage(StrEnum):
    """What a unit does when its path crosses a friend (move.interpenetrate)."""

    THROUGH = "go through"
    ROUND = "go round, or stop"


class ChoosePassage(Choose[Passage], frozen=True, kw_only=True):
    """Choose whether a unit goes through friends or around them (movement.action.interpenetrate)."""

    decision: str = "move.interpenetrate"
    rule = "movement.action.interpenetrate"
    title = "Go through friends?"

    unit: int
    passed: tuple[int, ...]

    def words(self, battle: ElanBattle) -> str:
        way = f"The way of {the(battle, self.unit)} leads through {names(battle, self.passed)}"
        return f"{way}: what does it do?"

    def label(self, battle: ElanBattle, option: Passage) -> str:
        del battle
        return "Go through" if option is Passage.THROUGH else "Go round, or stop in front"

    def face(self, battle: ElanBattle, option: Passage) -> Face:
        if option is Passage.THROUGH:
            return Face("Go through", f"{names(battle, self.passed)} may be disordered", self.unit)
        return Face("Go round", "or stop before", self.unit)

"""Options of the Movement phase: what moves, what it does, formations, friends in the way, sectors."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import compass
from sandtable.systems.elan import forms
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.forms import Change, Sortie
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.movement import Action, Go, Passage, What
from sandtable.systems.elan.painting.parties import named
from sandtable.systems.elan.rates import leader_rate, rate
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.wording.leaders import token_id
from sandtable.systems.elan.wording.names import formation_name, length, names, sector
from sandtable.table.space import DEGREE, FULL_TURN, HALF_TURN, standing

Question = Choose[Any]


def _one(battle: ElanBattle, question: Question) -> ElanUnit:
    """The unit that a question is about."""
    return battle.units[named(question)]


# --------------------------------------------------------------------- who, and what
def go(battle: ElanBattle, question: object, option: Go, label: str) -> Face:
    """A unit or commander that moves next, and how far it can (turn.movement)."""
    del question
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


def kind(battle: ElanBattle, question: Question, option: Action, label: str) -> Face:
    """An action of a unit in the Movement phase: how far, or what it costs (move.kind)."""
    del label
    unit = _one(battle, question)
    match option:
        case Action(What.FORM, formation) if formation is not None:
            stance = ground_of(battle).stance(unit.id, formation)
            return _stance(unit, stance, forming(unit, formation), "the whole move")
        case Action(What.ENTER):
            found = next(one for one in forms.sectors_open(battle, unit) if one.sector == option.sector)
            return _stance(unit, found, f"Garrison {sector(battle, option.sector)}", "the whole move")
        case _:
            return Face(TITLES[option.what], _costs(battle, unit, option.what), unit.id)


FORMING: Final = {
    Formation.SKIRMISH: "Skirmish",
    Formation.DISMOUNTED: "Dismount",
    Formation.DEPLOYED: "Unlimber",
    Formation.LIMBERED: "Limber up",
}
"""The words for formations that are not said to be formed."""


def forming(unit: ElanUnit, formation: Formation) -> str:
    """Taking up a formation, in a word or two (formation.list)."""
    if unit.formation is Formation.DISMOUNTED:
        return f"Mount, {formation_name(formation)}"
    return FORMING.get(formation, f"Form {formation_name(formation)}")


def _stance(unit: ElanUnit, stance: Stance, title: str, note: str) -> Face:
    return Face(title, note, unit.id, place=stance.to, shape=stance.shape)


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


# --------------------------------------------------------------------- formations
def change(battle: ElanBattle, question: Question, option: Change, label: str) -> Face:
    """A formation or facing before or after a move (movement.change-inside, geometry.turning)."""
    unit, ground = _one(battle, question), ground_of(battle)
    note = "" if forms.is_free(unit, option) else "half the move"
    if option.formation is not None:
        stance = ground.stance(unit.id, option.formation)
        return _stance(unit, stance, forming(unit, option.formation), note)
    if not option.turn:
        return Face(label, subject=unit.id)
    place = ground.turned(unit.id, (standing(unit).heading + option.turn) % FULL_TURN)
    hand = "right" if option.turn > 0 else "left"
    about = abs(option.turn) == HALF_TURN
    title = "Face about" if about else f"Turn {hand} {abs(option.turn) / DEGREE:g}°"
    return Face(title, note or "free", unit.id, place=place)


def passage(battle: ElanBattle, question: Question, option: Passage, label: str) -> Face:
    """Through friends, or around them (movement.action.interpenetrate)."""
    unit, passed = named(question), question.about[1]
    assert isinstance(passed, tuple)
    if option is Passage.THROUGH:
        return Face(label, f"{names(battle, passed)} may be disordered", unit)
    return Face("Go round", "or stop before", unit)


def sortie(battle: ElanBattle, question: Question, option: Sortie, label: str) -> Face:
    """Where and in which formation a garrison leaves its sector (formation.garrison-exit)."""
    del label
    unit = _one(battle, question)
    ways = forms.sorties(battle, unit)
    stance = next(one for one in ways if (one.formation, one.to) == tuple(option))
    title = formation_name(option.formation).capitalize()
    return _stance(unit, stance, title, f"facing {compass(option.to.heading)}")

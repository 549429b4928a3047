"""The words of the Movement phase: moves, formations, turns, garrisons."""

from __future__ import annotations

from typing import assert_never

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import forms_events
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.forms import Change, Moment, Sortie
from sandtable.systems.elan.movement import Action, Go, Passage, What
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.wording.leaders import leader_name
from sandtable.systems.elan.wording.names import (
    Prompter,
    Teller,
    as_many,
    asked,
    begun,
    facing,
    formation_name,
    formed,
    name,
    names,
    place,
    sector,
    the,
    told,
)
from sandtable.table.space import DEGREE, HALF_TURN

DOES = {
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


# --------------------------------------------------------------------- questions
def _order(battle: ElanBattle, question: Choose[Go]) -> Prompt:
    words = "Who moves next?"
    return Prompt(words, "turn.movement", tuple(_go(battle, option) for option in question.options))


def _go(battle: ElanBattle, option: Go) -> str:
    match option.who:
        case "unit":
            return name(battle, option.number)
        case "commander":
            gait = ", at the march rate" if option.march else ""
            return f"{leader_name(battle, option.number)}{gait}"
        case "nobody":
            return "No more moves"
        case _:
            assert_never(option.who)


def _kind(battle: ElanBattle, question: Choose[Action]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(_action(battle, option) for option in question.options)
    return Prompt(asked(battle, unit, "What", "do"), "movement.optional", labels)


def _action(battle: ElanBattle, option: Action) -> str:
    if option.formation is not None:
        return f"{_to_form(option.formation)} with the whole move"
    if option.sector:
        return f"Garrison {sector(battle, option.sector)} with the whole move"
    return DOES[option.what]


def _to_form(formation: Formation) -> str:
    return begun(as_many(formed(formation)))


def _formation(battle: ElanBattle, question: Choose[Change]) -> Prompt:
    unit, moment = question.about
    assert isinstance(unit, int)
    when = "before moving" if moment == Moment.START else "after moving"
    rule = "movement.change-inside" if moment == Moment.START else "movement.change-outside"
    labels = tuple(_change(option) for option in question.options)
    return Prompt(begun(asked(battle, unit, "", f"change formation or facing {when}")), rule, labels)


def _change(option: Change) -> str:
    if option.formation is not None:
        return _to_form(option.formation)
    if not option.turn:
        return "No change"
    if abs(option.turn) == HALF_TURN:
        return "Face about"
    return f"Turn {abs(option.turn) / DEGREE:g}° to the {'right' if option.turn > 0 else 'left'}"


def _path(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    unit = battle.units[question.body.id]
    if unit.formation is Formation.DEPLOYED and not question.terms.allowance:
        return Prompt(f"Which way do the guns of {the(battle, unit.id)} turn?", "movement.gun-turn")
    return Prompt(asked(battle, unit.id, "Where", "go"), "movement.rates")


def _interpenetrate(battle: ElanBattle, question: Choose[Passage]) -> Prompt:
    unit, passed = question.about
    assert isinstance(unit, int)
    assert isinstance(passed, tuple)
    words = f"The way of {the(battle, unit)} leads through {names(battle, passed)}: what does it do?"
    labels = ("Go through", "Go round, or stop in front")
    return Prompt(words, "movement.action.interpenetrate", labels)


def _exit(battle: ElanBattle, question: Choose[Sortie]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(
        f"In {formation_name(option.formation)} at {place(battle, option.to)}, "
        f"facing {facing(battle, option.to.heading)}"
        for option in question.options
    )
    return Prompt(asked(battle, unit, "Where", "leave the sector"), "formation.garrison-exit", labels)


# --------------------------------------------------------------------- events
def _reformed(battle: ElanBattle, event: forms_events.UnitReformed) -> str:
    if event.formation is Formation.GARRISON:
        return told(battle, event.unit, f"garrisons {sector(battle, event.sector)}")
    left = event.rule == "movement.action.garrison"
    if left and event.formation is Formation.DISMOUNTED:
        return told(battle, event.unit, "leaves the sector on foot")
    forms = formed(event.formation)
    return told(battle, event.unit, *(("leaves the sector", forms) if left else (forms,)))


def _turned(battle: ElanBattle, event: forms_events.UnitTurned) -> str:
    return told(battle, event.unit, f"turns to face {facing(battle, event.to.heading)}")


PROMPTS: dict[str, Prompter] = {
    "move.order": _order,
    "move.kind": _kind,
    "move.formation": _formation,
    "move.path": _path,
    "move.interpenetrate": _interpenetrate,
    "move.garrison-exit": _exit,
}
SENTENCES: dict[type[ElanEvent], Teller] = {
    forms_events.UnitReformed: _reformed,
    forms_events.UnitTurned: _turned,
}

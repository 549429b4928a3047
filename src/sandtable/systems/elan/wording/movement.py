"""The words of the Movement phase: moves, formations, turns, garrisons."""

from __future__ import annotations

from typing import assert_never

from sandtable.game.hex_moves import PlanHexMove
from sandtable.game.moves import PlanMove
from sandtable.game.questions import Choose
from sandtable.game.system import Prompt
from sandtable.systems.elan import forms_events
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.forms import Change, Moment, Sortie
from sandtable.systems.elan.movement import Action, Go, Passage, What
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.wording.leaders import leader_name
from sandtable.systems.elan.wording.names import Prompter, Teller, name, names, place
from sandtable.table.measure import DEGREE, HALF_TURN

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
            return "Nobody else"
        case _:
            assert_never(option.who)


def _kind(battle: ElanBattle, question: Choose[Action]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(_action(option) for option in question.options)
    return Prompt(f"What does {name(battle, unit)} do?", "movement.optional", labels)


def _action(option: Action) -> str:
    if option.formation is not None:
        return f"Form {formation_name(option.formation)} with the whole move"
    if option.sector:
        return f"Garrison {option.sector} with the whole move"
    return DOES[option.what]


def formation_name(formation: Formation) -> str:
    """A formation as people say it."""
    return formation.replace("-", " ")


def _formation(battle: ElanBattle, question: Choose[Change]) -> Prompt:
    unit, moment = question.about
    assert isinstance(unit, int)
    when = "before it moves" if moment == Moment.START else "at the end of its move"
    rule = "movement.change-inside" if moment == Moment.START else "movement.change-outside"
    labels = tuple(_change(option) for option in question.options)
    return Prompt(f"Does {name(battle, unit)} change formation or facing {when}?", rule, labels)


def _change(option: Change) -> str:
    if option.formation is not None:
        return f"Form {formation_name(option.formation)}"
    if not option.turn:
        return "No change"
    if abs(option.turn) == HALF_TURN:
        return "Face about"
    return f"Turn {abs(option.turn) / DEGREE:g} degrees to the {'right' if option.turn > 0 else 'left'}"


def _path(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    unit = battle.units[question.body.id]
    if unit.formation is Formation.DEPLOYED and not question.terms.allowance:
        return Prompt(f"Which way do the guns of {unit.name} turn?", "movement.gun-turn")
    return Prompt(f"Where does {unit.name} go?", "movement.rates")


def _interpenetrate(battle: ElanBattle, question: Choose[Passage]) -> Prompt:
    unit, passed = question.about
    assert isinstance(unit, int)
    assert isinstance(passed, tuple)
    words = f"{name(battle, unit)} would pass through {names(battle, passed)}"
    labels = ("Go through", "Go round, or stop before")
    return Prompt(words, "movement.action.interpenetrate", labels)


def _exit(battle: ElanBattle, question: Choose[Sortie]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(
        f"In {formation_name(option.formation)} at {place(battle, option.to)}, "
        f"facing {option.to.heading / DEGREE:g} degrees"
        for option in question.options
    )
    return Prompt(f"Where does {name(battle, unit)} leave its sector?", "formation.garrison-exit", labels)


# --------------------------------------------------------------------- events
def _reformed(battle: ElanBattle, event: forms_events.UnitReformed) -> str:
    who = name(battle, event.unit)
    if event.formation is Formation.GARRISON:
        return f"{who} garrisons {event.sector}"
    left = battle.units[event.unit].formation is Formation.GARRISON
    if event.formation is Formation.DISMOUNTED:
        return f"{who} leaves its sector on foot" if left else f"{who} dismounts"
    return f"{who} {'leaves its sector and ' if left else ''}forms {formation_name(event.formation)}"


def _turned(battle: ElanBattle, event: forms_events.UnitTurned) -> str:
    return f"{name(battle, event.unit)} turns to face {event.to.heading / DEGREE:g} degrees"


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

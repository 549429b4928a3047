"""The words of command: commanders who join and leave, brigades and units that test, forced moves."""

from __future__ import annotations

from typing import Any

from sandtable.game.hex_moves import PlanHexMove
from sandtable.game.moves import PlanMove
from sandtable.game.placing import PlacePoint
from sandtable.game.questions import Choose
from sandtable.game.system import Prompt
from sandtable.systems.elan import command_events
from sandtable.systems.elan.activation import HEADINGS
from sandtable.systems.elan.attaching import Change
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.leader_casualties import Casualty
from sandtable.systems.elan.wording.leaders import leader_name
from sandtable.systems.elan.wording.names import Prompter, Teller, name

STRUCK = {
    Casualty.KILLED: "is killed",
    Casualty.MORTAL_OR_NOT: "is carried off, and nobody knows whether he will live",
    Casualty.OUT_FOR_THE_DAY: "is wounded and out for the day",
    Casualty.WOUNDED: "is wounded, but stays in command",
    Casualty.SCRATCH: "has a scratch and leaves his unit",
    Casualty.HEROISM: "inspires all around him",
}


# --------------------------------------------------------------------- questions
def _attach(battle: ElanBattle, question: Choose[Change] | PlacePoint) -> Prompt:
    if isinstance(question, PlacePoint):
        return _place(battle, question)
    (number,) = question.about
    assert isinstance(number, int)
    labels = tuple(_change(battle, number, change) for change in question.options)
    return Prompt(f"What does {leader_name(battle, number)} do?", "leaders.attach-range", labels)


def _change(battle: ElanBattle, number: int, change: Change) -> str:
    host = battle.leaders[number].attached_to
    match change.what:
        case "stay":
            return "Stay" if host is None else f"Stay with {name(battle, host)}"
        case "attach":
            assert change.unit is not None
            return f"Join {name(battle, change.unit)}"
        case "detach":
            assert host is not None
            return f"Leave {name(battle, host)}"


def _place(battle: ElanBattle, question: PlacePoint) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    words = f"Where does {leader_name(battle, number)} stand beside {name(battle, question.near.id)}?"
    return Prompt(words, PLACED_BY[question.decision])


PLACED_BY = {
    "attach.change": "leaders.attach-range",
    "leader.detach-place": "leaders.casualty.scratch",
    "leader.displaced": "leaders.unattached-safe",
}


def _brigades(battle: ElanBattle, question: Choose[int]) -> Prompt:
    labels = tuple(battle.brigades[number].name for number in question.options)
    words = "Which brigade tests next?"
    return Prompt(words, "command.activation.every-brigade", labels)


def _rally_order(battle: ElanBattle, question: Choose[int]) -> Prompt:
    words = "Which unit tries to rally next?"
    return Prompt(words, "rally.test", tuple(name(battle, unit) for unit in question.options))


def _morale_order(battle: ElanBattle, question: Choose[int]) -> Prompt:
    words = "Which unit tests its morale next?"
    return Prompt(words, "morale.test", tuple(name(battle, unit) for unit in question.options))


def _face(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    return Prompt(f"Which way does {name(battle, question.body.id)} face, now rallied?", "rally.face")


def _ride(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    return Prompt(f"Where does {leader_name(battle, number)} ride?", "leaders.movement")


def _tie(battle: ElanBattle, question: Choose[Any]) -> Prompt:
    match question.about:
        case ("order",):
            labels = tuple(name(battle, unit) for unit in question.options)
            return Prompt("Equally near their own edge: who goes first?", "command.unsteady.order", labels)
        case (int(unit), "enemy"):
            labels = tuple(name(battle, enemy) for enemy in question.options)
            words = f"Which of the equally near enemies counts for {name(battle, unit)}?"
            return Prompt(words, "compulsory.direction", labels)
        case (int(unit), "facing"):
            labels = tuple(f"{heading / 10:g} degrees" for heading in question.options)
            return Prompt(f"Which way does {name(battle, unit)} face?", "compulsory.ends-turn", labels)
        case (int(unit),):
            labels = tuple(f"Hex {column}, {row}" for column, row in question.options)
            return Prompt(f"Where does {name(battle, unit)} go?", "compulsory.hex", labels)
        case _:
            raise AssertionError(f"nobody has put a tie about {question.about} into words")


# --------------------------------------------------------------------- events
def _brigade(battle: ElanBattle, event: command_events.BrigadeTested) -> str:
    return f"{battle.brigades[event.brigade].name}: {HEADINGS[event.result]}"


def _tested(battle: ElanBattle, event: command_events.MoraleTested | command_events.RallyTested) -> str:
    what = "morale" if isinstance(event, command_events.MoraleTested) else "rally"
    return f"{name(battle, event.unit)} takes a {what} test and {event.result}"


def _struck(battle: ElanBattle, event: command_events.LeaderStruck) -> str:
    return f"{leader_name(battle, event.leader)} {STRUCK[event.casualty]}"


def _settled(battle: ElanBattle, event: command_events.WoundedSettled) -> str:
    del battle
    return f"{event.name} {'recovers from' if event.lives else 'dies of'} his wounds"


PROMPTS: dict[str, Prompter] = {
    "attach.change": _attach,
    "leader.detach-place": _place,
    "leader.displaced": _place,
    "command.order": _brigades,
    "rally.order": _rally_order,
    "rally.face": _face,
    "morale.order": _morale_order,
    "compulsory.tie": _tie,
    "move.commander": _ride,
}
SENTENCES: dict[type[ElanEvent], Teller] = {
    command_events.BrigadeTested: _brigade,
    command_events.MoraleTested: _tested,
    command_events.RallyTested: _tested,
    command_events.LeaderStruck: _struck,
    command_events.WoundedSettled: _settled,
}

"""The words of command: commanders who join and leave, brigades and units that test, forced moves."""

from __future__ import annotations

from typing import Any

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan import command_events
from sandtable.systems.elan.activation import HEADINGS
from sandtable.systems.elan.attaching import Change
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.leader_casualties import Casualty
from sandtable.systems.elan.wording.leaders import the_leader, titled
from sandtable.systems.elan.wording.names import Prompter, Teller, asked, facing, name, the, told

STRUCK = {
    Casualty.KILLED: "is killed",
    Casualty.MORTAL_OR_NOT: "is carried off, badly wounded, and may die",
    Casualty.OUT_FOR_THE_DAY: "is wounded and out for the day",
    Casualty.WOUNDED: "is wounded, but stays in command",
    Casualty.SCRATCH: "is scratched and leaves his unit",
    Casualty.HEROISM: "inspires all around him",
}


# --------------------------------------------------------------------- questions
def _attach(battle: ElanBattle, question: Choose[Change] | PlacePoint) -> Prompt:
    if isinstance(question, PlacePoint):
        return _place(battle, question)
    (number,) = question.about
    assert isinstance(number, int)
    labels = tuple(_change(battle, number, change) for change in question.options)
    return Prompt(f"What does {the_leader(battle, number)} do?", "leaders.attach-range", labels)


def _change(battle: ElanBattle, number: int, change: Change) -> str:
    host = battle.leaders[number].attached_to
    match change.what:
        case "stay":
            return "Stay" if host is None else f"Stay with {the(battle, host)}"
        case "attach":
            assert change.unit is not None
            return f"Join {the(battle, change.unit)}"
        case "detach":
            assert host is not None
            return f"Leave {the(battle, host)}"


def _place(battle: ElanBattle, question: PlacePoint) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    words = f"Where does {the_leader(battle, number)} stand beside {the(battle, question.near.id)}?"
    return Prompt(words, question.rule)


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
    return Prompt(asked(battle, question.body.id, "Which way", "face after rallying"), "rally.face")


def _ride(battle: ElanBattle, question: PlanMove | PlanHexMove) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    return Prompt(f"Where does {the_leader(battle, number)} ride?", "leaders.movement")


def _tie(battle: ElanBattle, question: Choose[Any]) -> Prompt:
    match question.about:
        case ("order",):
            labels = tuple(name(battle, unit) for unit in question.options)
            words = "Equally near their own edge: which unit goes first?"
            return Prompt(words, "command.unsteady.order", labels)
        case (int(unit), "enemy"):
            labels = tuple(name(battle, enemy) for enemy in question.options)
            words = f"Enemies equally near to {the(battle, unit)}: which counts as the nearest?"
            return Prompt(words, "compulsory.direction", labels)
        case (int(unit), "facing"):
            labels = tuple(facing(battle, heading) for heading in question.options)
            return Prompt(asked(battle, unit, "Which way", "face"), "compulsory.ends-turn", labels)
        case (int(unit),):
            labels = tuple(f"hex ({column}, {row})" for column, row in question.options)
            return Prompt(asked(battle, unit, "Where", "go"), "compulsory.hex", labels)
        case _:
            raise AssertionError(f"a tie about {question.about} has no prompt")


# --------------------------------------------------------------------- events
def _brigade(battle: ElanBattle, event: command_events.BrigadeTested) -> str:
    return f"{battle.brigades[event.brigade].name}: {HEADINGS[event.result]}"


def _tested(battle: ElanBattle, event: command_events.MoraleTested | command_events.RallyTested) -> str:
    what = "morale" if isinstance(event, command_events.MoraleTested) else "rally"
    return told(battle, event.unit, f"takes a {what} test", event.result)


def _struck(battle: ElanBattle, event: command_events.LeaderStruck) -> str:
    return f"{the_leader(battle, event.leader)} {STRUCK[event.casualty]}"


def _settled(battle: ElanBattle, event: command_events.WoundedSettled) -> str:
    del battle
    return f"{titled(event.name)} {'recovers from' if event.lives else 'dies of'} his wounds"


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

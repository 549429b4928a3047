"""Movement in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.systems.tricorn import events
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.choices import OFFICER, Action, Kind
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.forming import Form
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.wording.names import FORMATIONS, Prompter, Teller, name, officer_name, place


# --------------------------------------------------------------------- questions
def _order(battle: TricornBattle, question: Choose[int | str | None]) -> Prompt:
    labels = tuple(_picked(battle, option) for option in question.options)
    return Prompt("Who acts next?", "turn.one-action", labels)


def _picked(battle: TricornBattle, option: int | str | None) -> str:
    if option is None:
        return "No more actions"
    if option == OFFICER:
        assert battle.activation is not None
        return officer_name(battle, battle.activation.officer)
    assert isinstance(option, int)
    return name(battle, option)


def _action(battle: TricornBattle, question: Choose[Action]) -> Prompt:
    labels = tuple(_done(battle, option) for option in question.options)
    return Prompt(f"What does {_who(battle, question)} do?", "turn.move-or-remove", labels)


def _done(battle: TricornBattle, action: Action) -> str:
    words = action.kind.value[0].upper() + action.kind.value[1:]
    if action.kind is Kind.ATTACK:
        return f"{words} {name(battle, action.target)}"
    if action.kind is Kind.ENTER:
        return f"{words} {battle.stronghold(action.place).name}"
    return words


def _who(battle: TricornBattle, question: Any) -> str:
    return name(battle, question.about[0])


def _path(rule: str, words: str) -> Prompter:
    """The prompt of a move, by the rule of its gait."""

    def ask(battle: TricornBattle, question: PlanMove) -> Prompt:
        return Prompt(f"{words} {_who(battle, question)}", rule)

    return ask


def _attack(battle: TricornBattle, question: PlanMove) -> Prompt:
    who, target = question.about
    assert isinstance(who, int)
    assert isinstance(target, int)
    rule = (
        "movement.muskets-v-mounted.order"
        if question.decision == "move.charge-mounted"
        else "movement.contact"
    )
    return Prompt(f"Plan the attack of {name(battle, who)} on {name(battle, target)}", rule)


def _formation(battle: TricornBattle, question: Choose[Form | None]) -> Prompt:
    labels = tuple(_form(option) for option in question.options)
    return Prompt(f"Which formation does {_who(battle, question)} take up?", "formation.change", labels)


def _form(form: Form | None) -> str:
    if form is None:
        return "No change"
    side = "left" if form.aside < 0 else "right"
    if form.formation is Formation.COLUMN:
        return f"Road/March Column behind the {side} base"
    if form.formation is Formation.LINE:
        return f"Line to the {side}"
    return "Limber" if form.formation is Formation.LIMBERED else "Unlimber"


def _garrison(battle: TricornBattle, question: Choose[Exit | str | None]) -> Prompt:
    labels = tuple(_door(battle, option) for option in question.options)
    return Prompt(f"Where does {_who(battle, question)} go?", "terrain.garrison", labels)


def _door(battle: TricornBattle, option: Exit | str | None) -> str:
    if option is None:
        return "Stay outside"
    if isinstance(option, str):
        return f"Garrison {battle.stronghold(option).name}"
    return f"Come out on the {battle.stronghold(option.place).side_name(option.heading)} side"


def _answer(battle: TricornBattle, question: Choose[Answer]) -> Prompt:
    labels = tuple(
        "Try to break off" if option is Answer.BREAK_OFF else "Stay" for option in question.options
    )
    words = f"Foot has closed with {_who(battle, question)}: break off?"
    return Prompt(words, "movement.muskets-v-mounted.break-off", labels)


def _follow_up(battle: TricornBattle, question: Choose[int | None]) -> Prompt:
    labels = tuple(
        "Stay" if one is None else f"Follow up into {name(battle, one)}" for one in question.options
    )
    return Prompt(f"Does {_who(battle, question)} follow up?", "movement.follow-up", labels)


# --------------------------------------------------------------------- events
def _stood(battle: TricornBattle, event: events.UnitStood) -> str:
    return f"{name(battle, event.unit)} stands where it is"


def _moved(battle: TricornBattle, event: events.UnitMoved) -> str:
    words = f"{name(battle, event.unit)} moves to {place(event.to)}"
    return f"{words} by a Forced March" if event.forced else words


def _formed(battle: TricornBattle, event: events.UnitFormed) -> str:
    match event.formation:
        case Formation.UNLIMBERED:
            words = "unlimbers"
        case Formation.LIMBERED:
            words = "limbers"
        case _:
            words = f"forms {FORMATIONS[event.formation]}"
    return f"{name(battle, event.unit)} {words}"


def _garrisoned(battle: TricornBattle, event: events.UnitGarrisoned) -> str:
    return f"{name(battle, event.unit)} garrisons {battle.stronghold(event.place).name}"


def _came_out(battle: TricornBattle, event: events.UnitCameOut) -> str:
    return f"{name(battle, event.unit)} comes out of {battle.stronghold(event.place).name}"


def _placed(battle: TricornBattle, event: events.UnitPlaced) -> str:
    return f"{name(battle, event.unit)} stands at {place(event.to)}, {FORMATIONS[event.formation]}"


def _tried(battle: TricornBattle, event: events.BreakOffTried) -> str:
    return f"{name(battle, event.unit)} {'manages to break off' if event.passed else 'fails to break off'}"


def _broke_off(battle: TricornBattle, event: events.UnitBrokeOff) -> str:
    return f"{name(battle, event.unit)} breaks off and goes back to {place(event.to)}"


def _followed(battle: TricornBattle, event: events.UnitFollowedUp) -> str:
    return f"{name(battle, event.unit)} follows up into {name(battle, event.target)}"


PROMPTS: Final[dict[str, Prompter]] = {
    "move.order": _order,
    "move.action": _action,
    "move.path": _path("movement.allowance", "Plan the move for"),
    "move.through-friend": _path("movement.pass-through", "Plan the move through friends for"),
    "move.forced-march": _path("movement.forced-march", "Plan the Forced March for"),
    "move.start-melee": _attack,
    "move.charge-mounted": _attack,
    "move.formation": _formation,
    "move.garrison": _garrison,
    "react.mounted-break-off": _answer,
    "react.break-off-distance": _path("movement.break-off.pass", "Choose how far back to move"),
    "arrive.enter": _path("setup.arrivals", "Bring on"),
    "melee.follow-up": _follow_up,
}
SENTENCES: Final[dict[type[events.TricornEvent], Teller]] = {
    events.UnitStood: _stood,
    events.UnitMoved: _moved,
    events.UnitFormed: _formed,
    events.UnitGarrisoned: _garrisoned,
    events.UnitCameOut: _came_out,
    events.UnitPlaced: _placed,
    events.BreakOffTried: _tried,
    events.UnitBrokeOff: _broke_off,
    events.UnitFollowedUp: _followed,
}

"""Leader actions and control in words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Prompt
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle import control_events, leader_events
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.controlling import CONFORM, LEADER, ORDER, STOP, Leash
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.leader_moves import RIDE
from sandtable.systems.eagle.leading import ACT, Deed, Order
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.wording import losses
from sandtable.systems.eagle.wording.names import Prompter, Teller, leader_name, name, points, side
from sandtable.table.space import Point, as_inches

LEASHES: Final = {
    Leash.TEST: "Take a control test to stop it",
    Leash.LET_RUN: "Let the pursuit run on",
    Leash.STOP: "Stop the pursuit",
}
SETTLED: Final = {
    Control.FREE: "is under control",
    Control.LIGHT: "is under control as light troops near the line",
    Control.HALTED: "halts",
    Control.REPEATS: "repeats its last move",
    Control.RUNS_ON: "runs on",
    Control.EXEMPT: "takes no control test",
    Control.WAITS: "waits where it is",
}


# --------------------------------------------------------------------- questions
def _act(battle: EagleBattle, question: PlacePoint | Choose[Any]) -> Prompt:
    if isinstance(question, PlacePoint):
        return _ride(battle, question)
    if question.about:
        return _which_unit(battle, question)
    labels = tuple("No more actions" if one is None else _order(battle, one) for one in question.options)
    return Prompt(
        f"What do the leaders of the {side(battle, question.seat)} do?", "command.actions.number", labels
    )


def _order(battle: EagleBattle, order: Order) -> str:
    leader = battle.leaders[order.leader]
    match order.deed:
        case Deed.RIDE:
            return f"{leader.name} rides to a point"
        case Deed.JOIN:
            assert order.unit is not None
            return f"{leader.name} joins {name(battle, order.unit)}"
        case Deed.STEADY:
            assert leader.attached is not None
            return f"{leader.name} steadies {name(battle, leader.attached)}"
        case Deed.INSPIRE:
            assert leader.attached is not None
            return f"{leader.name} inspires {name(battle, leader.attached)}"


def _which_unit(battle: EagleBattle, question: Choose[int]) -> Prompt:
    number, rule = question.about
    if rule != "leaders.replacement.place":
        return losses.PROMPTS[ACT](battle, question)
    assert isinstance(number, int)
    words = f"With which unit does the second in command of {leader_name(battle, number)} appear?"
    return Prompt(words, rule, tuple(f"with {name(battle, unit)}" for unit in question.options))


def _ride(battle: EagleBattle, question: PlacePoint) -> Prompt:
    (number,) = question.about
    assert isinstance(number, int)
    places = [place for place in question.sensible() if isinstance(place, Point)]
    labels = tuple(f"to ({as_inches(at.x):g}, {as_inches(at.y):g})" for at in places)
    return Prompt(f"Where does {leader_name(battle, number)} ride?", "command.leader.move-rules", labels)


def _order_of_control(battle: EagleBattle, question: Choose[int]) -> Prompt:
    labels = tuple(name(battle, unit) for unit in question.options)
    return Prompt("Which unit's control is tested next?", "control.order", labels)


def _conform(battle: EagleBattle, question: Choose[int | None]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(
        "Take a control test" if guide is None else f"Conform to {name(battle, guide)}"
        for guide in question.options
    )
    words = f"Does {name(battle, unit)} conform to another unit, or take a control test?"
    return Prompt(words, "control.conform", labels)


def _leash(battle: EagleBattle, question: Choose[Leash]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(LEASHES[option] for option in question.options)
    return Prompt(f"{name(battle, unit)} is pursuing: does it go on?", "control.pursuit-choice", labels)


def _leader(battle: EagleBattle, question: Choose[int]) -> Prompt:
    (unit,) = question.about
    assert isinstance(unit, int)
    labels = tuple(
        "leave the die as it is" if not one else f"{one:+d} to the die" for one in question.options
    )
    return Prompt(
        f"How does the leader with {name(battle, unit)} change its control die?", "control.mod.leader", labels
    )


# --------------------------------------------------------------------- events
def _rode(battle: EagleBattle, event: leader_events.LeaderRode) -> str:
    at = f"({as_inches(event.place.x):g}, {as_inches(event.place.y):g})"
    return f"{leader_name(battle, event.leader)} rides to {at}"


def _joined(battle: EagleBattle, event: leader_events.LeaderJoined) -> str:
    return f"{leader_name(battle, event.leader)} joins {name(battle, event.unit)}"


def _steadied(battle: EagleBattle, event: leader_events.UnitSteadied) -> str:
    left = "no disorder points left" if event.dp == 0 else f"{points(event.dp)} left"
    rallied = " and rallies it" if event.rallied else ""
    return f"{leader_name(battle, event.leader)} steadies {name(battle, event.unit)}{rallied}: {left}"


def _inspired(battle: EagleBattle, event: leader_events.UnitInspired) -> str:
    return f"{leader_name(battle, event.leader)} inspires {name(battle, event.unit)}"


def _succeeded(battle: EagleBattle, event: leader_events.LeaderSucceeded) -> str:
    if event.unit is None:
        return f"No unit is left for {event.name} to lead"
    return f"{event.name} takes over, with {name(battle, event.unit)}"


def _tested(battle: EagleBattle, event: control_events.ControlTested) -> str:
    return f"{name(battle, event.unit)} takes a control test"


def _settled(battle: EagleBattle, event: control_events.ControlSettled) -> str:
    unit = name(battle, event.unit)
    if event.control is Control.CONFORMS and event.guide is not None:
        return f"{unit} conforms to {name(battle, event.guide)}"
    if event.control is Control.FOLLOWS and event.guide is not None:
        return f"{unit} follows the Eagle of {name(battle, event.guide)}"
    return f"{unit} {SETTLED[event.control]}"


PROMPTS: Final[dict[str, Prompter]] = {
    ACT: _act,
    RIDE: _ride,
    ORDER: _order_of_control,
    CONFORM: _conform,
    STOP: _leash,
    LEADER: _leader,
}
SENTENCES: Final[dict[type[EagleEvent], Teller]] = {
    leader_events.LeaderRode: _rode,
    leader_events.LeaderJoined: _joined,
    leader_events.UnitSteadied: _steadied,
    leader_events.UnitInspired: _inspired,
    leader_events.LeaderSucceeded: _succeeded,
    control_events.ControlTested: _tested,
    control_events.ControlSettled: _settled,
}
CITED: Final[dict[type[EagleEvent], tuple[str, ...]]] = {
    leader_events.LeaderRode: ("command.move",),
    leader_events.LeaderJoined: ("command.move", "command.attach"),
    leader_events.UnitSteadied: ("command.steady",),
    leader_events.UnitInspired: ("command.inspire",),
    leader_events.LeaderSucceeded: ("leaders.second-in-command",),
    control_events.ControlTested: ("control.order",),
}
"""The rules of this chapter's events."""

"""Options of the Command phase: leaders' actions, control, and pursuits that may be stopped."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose
from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import added, die
from sandtable.systems.eagle.controlling import Leash, trial_of
from sandtable.systems.eagle.dice import AVERAGE
from sandtable.systems.eagle.leader_moves import REACH
from sandtable.systems.eagle.leading import Deed, Order
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.painting.parties import named
from sandtable.systems.eagle.rallying import steadied
from sandtable.systems.eagle.roster import MARKER
from sandtable.systems.eagle.victory import Resolve
from sandtable.systems.eagle.wording.names import name
from sandtable.table.space import INCH, Point, Pose

Question = Choose[Any]


# --------------------------------------------------------------------- leaders
def act(battle: EagleBattle, question: Any, option: Order | Point | int | None, label: str) -> Face:
    """An action of a leader, where he rides, or the unit that a leader without one joins.

    command.actions.number, command.move, leaders.replacement.place
    """
    if isinstance(option, Point):
        return ride(battle, question, option, label)
    if option is None:
        return Face("No more actions", "unused actions are lost")
    if not isinstance(option, Order):
        return Face(name(battle, option), "he joins it", target=option)
    leader = battle.leaders[option.leader]
    left = f"{counted(leader.left, 'action')} left"
    match option.deed:
        case Deed.RIDE:
            return Face("Ride", f"up to {REACH / INCH:g} in, {left}", leader.key)
        case Deed.JOIN:
            assert option.unit is not None
            return Face(f"Join {name(battle, option.unit)}", left, leader.key, option.unit)
        case Deed.STEADY:
            unit = _unit(leader.attached)
            return Face(f"Steady {name(battle, unit)}", _steadied(battle, unit), leader.key)
        case Deed.INSPIRE:
            note = f"one more die in combat, {left}"
            return Face(f"Inspire {name(battle, _unit(leader.attached))}", note, leader.key)


def ride(battle: EagleBattle, question: PlacePoint, option: Point, label: str) -> Face:
    """An ordinary place to which a leader rides (command.leader.move-rules)."""
    (number,) = question.about
    assert isinstance(number, int)
    leader = battle.leaders[number]
    there = Pose(round(option.x), round(option.y) + MARKER.depth // 2)
    return Face("Ride here", label, leader.key, place=there)


def _unit(unit: int | None) -> int:
    assert unit is not None, "a leader who steadies or inspires is with a unit"
    return unit


def _steadied(battle: EagleBattle, unit: int) -> str:
    """What steadying does to a unit (command.steady)."""
    before = order_of(battle.units[unit])
    after = steadied(before)
    rallied = ", no longer shaken" if before.shaken and not after.shaken else ""
    return f"disorder {before.dp} to {after.dp}{rallied}; he rides no more"


# --------------------------------------------------------------------- control
def settle(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """The unit whose control is settled next, with the modifier of its die (control.order)."""
    del question, label
    return Face("Test its control", _die(battle, option), option)


def _die(battle: EagleBattle, unit: int, change: int = 0) -> str:
    """The die of a control test and its modifier."""
    test = trial_of(battle, battle.units[unit], change)
    modifier = added(test).whole
    thrown = "AvD" if die(test) is AVERAGE else "D6"
    return f"{thrown} {modifier:+d}" if modifier else thrown


def conform(battle: EagleBattle, question: Question, option: int | None, label: str) -> Face:
    """A unit that conforms to another, or tests (control.conform)."""
    del label
    unit = named(question)
    if option is None:
        return Face("Test", _die(battle, unit), unit)
    return Face(f"Conform to {name(battle, option)}", "no test; it moves as its guide does", unit, option)


def leader_change(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """What a leader does to a control die (control.mod.leader)."""
    del label
    unit = named(question)
    title = f"{option:+d}" if option else "Leave the die"
    return Face(title, _die(battle, unit, option), unit)


LEASHES: Final = {
    Leash.TEST: ("Test to stop it", "a control test"),
    Leash.LET_RUN: ("Let it run", "the pursuit goes on"),
    Leash.STOP: ("Stop it", "it is under control"),
}


def leash(battle: EagleBattle, question: Question, option: Leash, label: str) -> Face:
    """Stop a pursuit, or not (control.pursuit-choice)."""
    del label
    title, note = LEASHES[option]
    unit = named(question)
    return Face(title, _die(battle, unit) if option is Leash.TEST else note, unit)


# --------------------------------------------------------------------- the battle
def concede(battle: EagleBattle, question: object, option: Resolve, label: str) -> Face:
    """Fight on, or give the battle up (victory.concede)."""
    del battle, question, label
    return Face("Fight on") if option is Resolve.PLAY_ON else Face("Concede", "the battle is lost")

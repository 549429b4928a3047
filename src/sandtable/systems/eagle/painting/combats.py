"""Options of charges, combats and the moves after them."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.answering import Late, Said
from sandtable.systems.eagle.arriving import Follow, landing
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.charge_ways import ChargeWay, way_to
from sandtable.systems.eagle.closing import Halt
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.flight import Run, distance_dice
from sandtable.systems.eagle.holding_ground import Relief
from sandtable.systems.eagle.painting.parties import named
from sandtable.systems.eagle.records import AfterMove, Flight
from sandtable.systems.eagle.supports import Backing
from sandtable.systems.eagle.wording.charges import STRUCK
from sandtable.systems.eagle.wording.combats import DOES
from sandtable.systems.eagle.wording.names import name
from sandtable.table.space import INCH, Pose

Question = Choose[Any]


# --------------------------------------------------------------------- charges
def charge(battle: EagleBattle, question: Question, option: int | None, label: str) -> Face:
    """A charge at an enemy: the side struck, the distance, and where it would end (turn.charge.declare)."""
    del label
    unit = named(question)
    if option is None:
        return Face("No charge", subject=unit)
    way = way_to(battle, battle.units[unit], option)
    note = "" if way is None else f"{way.distance / INCH:.3g} in{STRUCK[way.side]}"
    return Face(f"Charge {name(battle, option)}", note, unit, option, _contact(battle, unit, way))


def _contact(battle: EagleBattle, unit: int, way: ChargeWay | None) -> Pose | None:
    """Where a charger would lie (charge.contact)."""
    return None if way is None else landing(battle, battle.units[unit], way).to


def answer(battle: EagleBattle, question: Question, option: Said, label: str) -> Face:
    """Answer a charge (charge.response.stand, charge.response.evade, charge.response.counter)."""
    del label
    unit = named(question)
    match option.answer:
        case Answer.STAND:
            return Face("Stand", "receives the charge", unit)
        case Answer.EVADE:
            return Face("Evade", _flight(battle, unit), unit)
        case Answer.COUNTER:
            assert option.against is not None
            return Face("Counter-charge", name(battle, option.against), unit, option.against)


def _flight(battle: EagleBattle, unit: int) -> str:
    """How far an evade goes, in dice (movement.unformed-move)."""
    runner = Run(mounted=battle.units[unit].is_mounted, flight=Flight.EVADE)
    ways = distance_dice(runner).ways()
    return f"{min(ways)} to {max(ways)} in back"


def late(battle: EagleBattle, question: Question, option: Late, label: str) -> Face:
    """Evade a passing enemy, or not (charge.response.evade)."""
    del label
    unit, comer = named(question), named(question, 1)
    if option is Late.EVADE:
        return Face("Evade", _flight(battle, unit), unit)
    return Face("Stand", f"receives {name(battle, comer)}", unit, comer)


def halt(battle: EagleBattle, question: Question, option: Halt, label: str) -> Face:
    """Hold back a charge whose target has gone, or make it all the same (charge.evaded.halt)."""
    del label
    unit = named(question)
    if option is Halt.STAY:
        return Face("Stay", "where it is", unit)
    return Face("Go on", "its whole charge move", unit)


def follow(battle: EagleBattle, question: Question, option: Follow, label: str) -> Face:
    """A unit behind one that went forward moves up with it, or stays (charge.support.follow)."""
    del label
    unit, front = named(question), named(question, 1)
    if option is Follow.STAY:
        return Face("Stay", "where it is", unit)
    return Face("Move up", f"behind {name(battle, front)}", unit)


def repeated(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """The enemy that a unit must charge (control.repeat)."""
    unit = named(question)
    way = way_to(battle, battle.units[unit], option)
    return Face(f"Charge {label}", "equally near", unit, option, _contact(battle, unit, way))


# --------------------------------------------------------------------- combats
def support(battle: EagleBattle, question: Question, option: Backing | None, label: str) -> Face:
    """A unit behind that is counted, or none (melee.supported.detail)."""
    del question, label
    if option is None:
        return Face("Count none", "and none is bound by the result")
    note = f"behind {name(battle, option.supported)}; it shares the result"
    return Face(f"Count {name(battle, option.supporter)}", note, option.supporter)


def lead(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """The unit by whose troops a side hits (melee.multi.hit)."""
    del question, label
    unit = battle.units[option]
    return Face("It leads", f"{unit.troop_class} of grade {unit.grade}", option)


# --------------------------------------------------------------------- after combat
NOTES: Final = {
    AfterMove.HALT: "stays where it is",
    AfterMove.FOLLOW_UP_OR_PURSUE: "as the enemy falls back or flees",
    AfterMove.FOLLOW_UP: "keeps contact",
    AfterMove.PURSUE: "runs after the enemy",
}


def won(battle: EagleBattle, question: Question, option: AfterMove, label: str) -> Face:
    """What a winner does (result.victory, result.success.others)."""
    del battle, label
    return Face(DOES[option].capitalize(), NOTES.get(option, ""), named(question))


def opponent(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """The enemy that a unit follows or pursues (after.follow-up.which, after.pursue.detail)."""
    del battle
    return Face(f"After {label}", "", named(question), option)


RELIEFS: Final = {
    Relief.NONE: ("Do not relieve", "the front line stays"),
    Relief.RELIEVE: ("Relieve ranks", "a fresh line to the front"),
    Relief.STAY: ("Relieve and stay", "a fresh line, and no move"),
}


def relief(battle: EagleBattle, question: Question, option: Relief, label: str) -> Face:
    """Relieve the ranks of a Legion, or not (after.relieve.who)."""
    del battle, label
    return Face(*RELIEFS[option], named(question))


ORDERS: Final = {"after": "Move next", "charge": "Charge next", "pursuit": "Run next"}


def order(battle: EagleBattle, question: Question, option: int, label: str) -> Face:
    """Which of several units goes next (after.order, charge.order, pursuit.order)."""
    del battle
    return Face(ORDERS[str(question.about[0])], label, option)

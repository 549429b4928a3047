"""The marks of a unit of eagle after an outcome; the move that follows is given in words only.

If an outcome holds the `Order` of a unit, that is marked; flights apply the events of the table.
"""

from __future__ import annotations

from typing import Final

from msgspec import structs

from sandtable.systems.eagle.disorder import Onlooker, Order, bereft, settled, take
from sandtable.systems.eagle.events import RecordWritten, UnitFled, UnitRouted
from sandtable.systems.eagle.flight import DiceMove, Moved, Run
from sandtable.systems.eagle.hacking import HackFacts, Pursued, PursuitFacts
from sandtable.systems.eagle.leader_risk import AtRisk, Harm, actions_after
from sandtable.systems.eagle.melee_facts import Duel
from sandtable.systems.eagle.paper.units import HERE, UNIT, Marks, after, ordered
from sandtable.systems.eagle.rallying import Redress
from sandtable.systems.eagle.records import AfterMove, Cause, Flight, Record, Role
from sandtable.systems.eagle.results import Ended, Fought
from sandtable.systems.eagle.shooting import ShootingFacts

MOST_ROUNDS: Final = 11


# --------------------------------------------------------------------- order
def looked_on(facts: Onlooker, order: Order, marks: Marks) -> Marks:
    """The unit affected by a friend's fate (morale.dp.who)."""
    del facts
    return ordered(marks, settled(order))


def redressed(facts: Redress, order: Order, marks: Marks) -> Marks:
    """The unit that redressed, which counts as standing (rally.redress.table)."""
    del facts
    return ordered(marks, order)


def shot_at(facts: ShootingFacts, order: Order, marks: Marks) -> Marks:
    """The unit that was shot at (shooting.hit)."""
    del facts
    return ordered(marks, settled(order))


def harmed(facts: AtRisk, harm: Harm, marks: Marks) -> Marks:
    """The leader with a unit: wounded, crippled or dead (leaders.risk.table)."""
    if harm is Harm.KILLED:
        return structs.replace(marks, leader=0, actions=0, crippled=False)
    crippled = marks.crippled or harm is Harm.CRIPPLED
    return structs.replace(marks, actions=actions_after(facts, harm), crippled=crippled)


# --------------------------------------------------------------------- moves
def moved(facts: DiceMove, outcome: Moved, marks: Marks) -> Marks:
    """The unit that made a dice move, with its fatigue (movement.fatigue)."""
    del facts
    return ordered(marks, take(marks.order, outcome.dp, Cause.FATIGUE))


def ran(facts: Run, inches: int, marks: Marks) -> Marks:
    """A unit ends an unformed move unformed (movement.unformed-move.state)."""
    del inches
    return _fled(facts.flight, marks)


def _fled(flight: Flight, marks: Marks) -> Marks:
    """An unformed move ends all combat of a unit (movement.unformed-move.state, after.pinned)."""
    routed = (UnitRouted(UNIT),) if flight is Flight.ROUT else ()
    gone = after(marks, *routed, UnitFled(UNIT, flight, HERE, heading=0, distance=0))
    return _parted(gone)


def _parted(marks: Marks) -> Marks:
    """A unit no longer in combat (melee.round)."""
    return structs.replace(marks, rounds=0, charged_in=False)


def pursued(facts: PursuitFacts, outcome: Pursued, marks: Marks) -> Marks:
    """The quarry: it ran, and lost bases if it was caught (after.free-hack)."""
    return _hacked(outcome.lost, _fled(facts.chase.quarry.flight, marks))


def pursues(facts: PursuitFacts, outcome: Pursued, marks: Marks) -> Marks:
    """The pursuer ends its move unformed (movement.unformed-move.state)."""
    del facts, outcome
    return _fled(Flight.PURSUE, marks)


def hacked(facts: HackFacts, lost: int, marks: Marks) -> Marks:
    """The unit that was caught loses bases (after.free-hack, troops.casualty)."""
    del facts
    return _hacked(lost, marks)


def _hacked(lost: int, marks: Marks) -> Marks:
    return ordered(marks, bereft(marks.order, lost)) if lost else marks


# --------------------------------------------------------------------- combat
WRITES: Final = {
    AfterMove.HALT: Record.STAND,
    AfterMove.FOLLOW_UP: Record.FOLLOW_UP,
    AfterMove.FALL_BACK: Record.FALL_BACK,
    AfterMove.PASS_THROUGH: Record.PASS_THROUGH,
}
"""The record of a unit that keeps its order (control.last-move)."""

FLEES: Final = {
    AfterMove.RETIRE: Flight.RETIRE,
    AfterMove.ROUT: Flight.ROUT,
    AfterMove.PURSUE: Flight.PURSUE,
}
"""The unformed moves after combat (movement.unformed-move)."""


def fought_first(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The first of two units after a round of combat."""
    del facts
    return _fought(outcome.first, marks)


def fought_second(facts: Duel, outcome: Fought, marks: Marks) -> Marks:
    """The second of two units after a round of combat."""
    del facts
    return _fought(outcome.second, marks)


def _fought(ended: Ended, marks: Marks) -> Marks:
    """Its order after the round, and its move where the result leaves no choice.

    result.table, melee.role, control.last-move; its inspiration is spent (command.inspire.when)
    """
    left = ordered(marks, settled(ended.order))
    if left.removed:
        return _parted(left)
    left = structs.replace(
        left,
        role=Role.STAND,
        charged_in=marks.has_charged_in,
        inspired=0,
        rounds=min(marks.rounds + 1, MOST_ROUNDS),
    )
    if len(ended.options) != 1:
        return left
    (move,) = ended.options
    if move in FLEES:
        return _fled(FLEES[move], left)
    left = after(left, RecordWritten(UNIT, WRITES[move]))
    if move is AfterMove.PASS_THROUGH:
        return _parted(left)
    return structs.replace(left, role=Role.FOLLOW_UP) if move is AfterMove.FOLLOW_UP else left

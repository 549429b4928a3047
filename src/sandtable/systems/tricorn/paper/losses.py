"""The marks of a unit after an outcome; the move of a recoil or withdrawal is only described.

Each outcome applies the same events as the table.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import structs

from sandtable.systems.tricorn.battle import Removal
from sandtable.systems.tricorn.casualties import Attached, Peril
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.disorder_events import GunsAbandoned, MarkersGained, UnitRemoved
from sandtable.systems.tricorn.melee import Fate, Fought
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.morale import Consulted, Effect, Occasion, Trial
from sandtable.systems.tricorn.movement_events import DisorderRemovalTried
from sandtable.systems.tricorn.paper.units import UNIT, Marks, after
from sandtable.systems.tricorn.rally import Rallied, Rally
from sandtable.systems.tricorn.shooting import Struck, Volley

ELIMINATED: Final = UnitRemoved(UNIT, Removal.ELIMINATED)
CAPTURED: Final = UnitRemoved(UNIT, Removal.CAPTURED)


def _suffered(effect: Effect, marks: Marks) -> Marks:
    """Apply the result of the morale table (morale.row.1, morale.row.2, morale.row.3, morale.row.4)."""
    match effect:
        case Effect.NONE | Effect.RECOIL:
            return marks
        case Effect.WITHDRAW:
            return _withdrew(marks)
        case Effect.ABANDON:
            return after(marks, GunsAbandoned(UNIT))
        case Effect.ELIMINATED:
            return after(marks, ELIMINATED)
        case _:
            assert_never(effect)


def _withdrew(marks: Marks) -> Marks:
    """The permanent marker of a withdrawal; at 4 markers the unit is eliminated.

    morale.row.2.permanent, disorder.max
    """
    left = after(marks, MarkersGained(UNIT, 1, permanent=1))
    return after(left, ELIMINATED) if left.markers >= LAST_ROW else left


def _gained(count: int, marks: Marks, *, fell: bool) -> Marks:
    """Apply the markers of a combat, and the loss of its officer (shooting.hit, leaders.casualty.roll)."""
    left = after(marks, MarkersGained(UNIT, count)) if count else marks
    return structs.replace(left, attached=Attached.NOBODY) if fell else left


# --------------------------------------------------------------------- fire and melee
def fired_at(facts: Volley, outcome: Struck, marks: Marks) -> Marks:
    """A unit after all fire at it in a step, its officer's check, and the table."""
    del facts
    return _capped(_suffered(outcome.effect, _gained(outcome.gained, marks, fell=outcome.fell)))


def fought_one(facts: Melee, outcome: Fought, marks: Marks) -> Marks:
    """The primary of the active side after a melee."""
    del facts
    return _fate(outcome.one, marks)


def fought_other(facts: Melee, outcome: Fought, marks: Marks) -> Marks:
    """The primary of the other side after a melee."""
    del facts
    return _fate(outcome.other, marks)


def _fate(fate: Fate, marks: Marks) -> Marks:
    """Apply markers, officer, table, and captured guns (melee.sequence, artillery.abandoned)."""
    left = _suffered(fate.effect, _gained(fate.gained, marks, fell=fate.fell))
    return _capped(after(left, CAPTURED) if fate.captured else left)


def _capped(marks: Marks) -> Marks:
    """Limit the markers of a lost unit to the last row of the table (disorder.max)."""
    return structs.replace(marks, markers=min(marks.markers, LAST_ROW)) if marks.removed else marks


# --------------------------------------------------------------------- morale
def tested(facts: Trial, outcome: Consulted, marks: Marks) -> Marks:
    """A unit after a Morale Test on any occasion (morale.mod.scope)."""
    match facts.occasion:
        case Occasion.CONSULTATION | Occasion.RECOILED_INTO:
            return _capped(_suffered(outcome.effect, marks))
        case Occasion.LONG_RANGE:
            return marks if outcome.passed else after(marks, MarkersGained(UNIT, 1))
        case Occasion.REMOVAL:
            removable = marks.markers > marks.permanent
            return after(marks, DisorderRemovalTried(UNIT, bool(outcome.passed) and removable))
        case Occasion.BREAK_OFF | Occasion.CHARGE_MOUNTED:
            return marks
        case _:
            assert_never(facts.occasion)


def rallied(facts: Rally, outcome: Rallied, marks: Marks) -> Marks:
    """A unit that tried to remove Disorder: a marker less, or the crew back (rally.test)."""
    gone = outcome.left != facts.disorder or facts.abandoned
    return after(marks, DisorderRemovalTried(UNIT, outcome.passed and gone))


def officer(facts: Peril, fell: object, marks: Marks) -> Marks:
    """The marks after the officer's check (leaders.casualty.roll)."""
    del facts
    return structs.replace(marks, attached=Attached.NOBODY) if fell else marks

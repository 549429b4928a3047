"""Engagements: contacts, charges and combats of the turn, and their results.

They are plain data of a battle; events change them.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from sandtable.systems.eagle.records import AfterMove, Flight, Row
from sandtable.table.movement import Plan
from sandtable.table.space import Point, Pose, Side


class Contact(Struct, frozen=True):
    """Two enemy units that touch: the striker, the struck unit and its side, and the turn.

    charge.contact, charge.face: the side is judged when the move to contact begins
    """

    striker: int
    struck: int
    face: Side
    turn: int

    def other(self, unit: int) -> int:
        """The other unit of the contact."""
        return self.striker + self.struck - unit

    def joins(self, unit: int) -> bool:
        """Is a unit part of the contact?"""
        return unit in (self.striker, self.struck)


class Answer(StrEnum):
    """What a charged unit does (charge.response.evade, charge.response.counter, charge.response.stand)."""

    STAND = "stand"
    EVADE = "evade"
    COUNTER = "counter-charge"


class Charge(Struct, frozen=True):
    """A declared charge: unit, target, side struck, heading, and whether it has been made.

    turn.charge.declare, charge.path, charge.face
    """

    unit: int
    target: int
    face: Side
    heading: int
    done: bool = False


class Reply(Struct, frozen=True):
    """The answer of a charged unit, the charger that it counter-charges, and whether it has been carried out.

    charge.order, charge.counter
    """

    unit: int
    answer: Answer
    against: int | None = None
    done: bool = False


class Combat(Struct, frozen=True):
    """One combat of the phase: the engaged units of both sides, its place, and whether it was fought.

    turn.combat.component, turn.combat.position: its place is in whole hundredths of an inch; ``supports`` are
    the pairs of counted supporter and supported unit
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    place: Point
    fought: bool = False
    supports: tuple[tuple[int, int], ...] = ()

    def side_of(self, unit: int) -> int | None:
        """The side on which a unit fights in it; none if it does not."""
        return next((side for side in (0, 1) if unit in self.sides[side]), None)


class Aftermath(Struct, frozen=True):
    """The result of a combat for one unit, and whether it has been carried out.

    ``combat`` is the place of the combat in the order of the phase, ``options`` the moves open to the unit
    and ``move`` the one chosen; ``opponents`` are the enemies of its combat that it touched, ``lengths`` the
    edge shared with each in whole hundredths of an inch; ``supports`` is the unit it supported
    (result.supporters.move).
    """

    unit: int
    combat: int
    row: Row
    options: tuple[AfterMove, ...]
    opponents: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    supports: int | None = None
    move: AfterMove | None = None
    relieved: bool = False
    done: bool = False


class Track(Struct, frozen=True):
    """The way a unit fled in this phase: its start, heading, and the distance it actually went.

    after.pursue.detail
    """

    unit: int
    how: Flight
    start: Pose
    heading: int
    distance: int


class March(Struct, frozen=True):
    """A voluntary move of this phase: its legs and the dice rolled for them.

    control.conform: units that conform repeat its legs and use its dice. ``average`` is 0 for a march, which
    has no dice.
    """

    unit: int
    legs: Plan
    average: int = 0
    d6s: tuple[int, ...] = ()

    @property
    def is_march(self) -> bool:
        """Was it made without dice? (movement.march)"""
        return self.average == 0


class Shock(Struct, frozen=True):
    """A cause of morale points still to be resolved: its rule, its words, the units struck and the points.

    morale.dp.when, morale.dp.chain: distances are those of the moment it arose; the nearest unit comes first
    """

    rule: str
    words: str
    struck: tuple[tuple[int, int], ...]

"""Engagements: who touches whom, charges and combats of the turn, and what comes of them.

They are plain data of a battle; events change them.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from sandtable.systems.eagle.records import AfterMove, Flight, Row
from sandtable.table.movement.legs import Plan
from sandtable.table.space.body import Side
from sandtable.table.space.pose import Point, Pose


class Contact(Struct, frozen=True):
    """Two enemy units that touch: who came up to whom, along which side of him, and in which turn.

    charge.contact, charge.face: the side is judged when the move to contact begins
    """

    striker: int
    struck: int
    face: Side
    turn: int

    def other(self, unit: int) -> int:
        """The unit at the other end."""
        return self.striker + self.struck - unit

    def joins(self, unit: int) -> bool:
        """Is a unit one of the two?"""
        return unit in (self.striker, self.struck)


class Answer(StrEnum):
    """What a charged unit does (charge.response.evade, charge.response.counter, charge.response.stand)."""

    STAND = "stand"
    EVADE = "evade"
    COUNTER = "counter-charge"


class Charge(Struct, frozen=True):
    """A declared charge: who, at whom, on which side of him, along which heading, and whether it was made.

    turn.charge.declare, charge.path, charge.face
    """

    unit: int
    target: int
    face: Side
    heading: int
    done: bool = False


class Reply(Struct, frozen=True):
    """What a charged unit said it would do, against whom it counter-charges, and whether it was done.

    charge.order, charge.counter
    """

    unit: int
    answer: Answer
    against: int | None = None
    done: bool = False


class Combat(Struct, frozen=True):
    """One combat of the phase: the engaged units of both sides, its place, and whether it was fought.

    turn.combat.component, turn.combat.position: its place is whole hundredths of an inch; ``supports``
    are the pairs of counted supporter and supported
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    place: Point
    fought: bool = False
    supports: tuple[tuple[int, int], ...] = ()

    def side_of(self, unit: int) -> int | None:
        """The side on which a unit fights in it; none if it does not."""
        return next((side for side in (0, 1) if unit in self.sides[side]), None)


class Aftermath(Struct, frozen=True):
    """What a combat result has a unit do, and whether it has been done.

    ``combat`` is the place of the combat in the order of the phase, ``options`` the moves open to it and
    ``move`` the one chosen; ``opponents`` are the enemies of its combat that it touched, ``lengths`` the edge
    shared with each in whole hundredths of an inch; ``supports`` is the unit it supported
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
    """The way a unit fled in this phase: from where, along which heading, and how far it really went.

    after.pursue.detail
    """

    unit: int
    how: Flight
    start: Pose
    heading: int
    distance: int


class March(Struct, frozen=True):
    """A voluntary move that a unit made in this phase: its legs and the dice it rolled for them.

    control.conform: those who conform to it repeat its legs and use its dice. ``average`` is 0 of a march,
    for which no dice are rolled.
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
    """A cause of morale points still to be worked off: its rule, its words, whom it strikes and how hard.

    morale.dp.when, morale.dp.chain: distances are those of the instant it arose, the nearest comes first
    """

    rule: str
    words: str
    struck: tuple[tuple[int, int], ...]

"""The values that rules and ground exchange: leaves, treks, charges, flights and places.

Lengths are spans, in the unit of the set in play (see ``figures``); places are poses on both grounds. Pieces
of ground are named by id, kinds of ground by kind.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from msgspec import Struct

from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Hex
from sandtable.table.movement import Plan
from sandtable.table.space import Point, Pose, Shape, TableSide, heading_between


class Gait(StrEnum):
    """The kinds of voluntary move: tactical, at the march rate, or guns pushed by hand."""

    TACTICAL = "tactical move"
    MARCH = "march move"
    MANHANDLE = "manhandling"


class Sight(IntEnum):
    """How a firer sees a target: not at all, clearly, or hidden only by friends (weapons.overhead)."""

    HIDDEN = 0
    CLEAR = 1
    BEHIND_FRIENDS = 2


class Leave(Struct, frozen=True, kw_only=True):
    """The permission for one voluntary move of a unit.

    ``span`` is the whole rate in its present formation, multiplied for a march, without the road bonus; the
    ground adds the bonus and takes the half. ``halved`` says that an action before or after the move costs
    half of it. ``by_road`` asks for a move along the road, for its bonus, ``around`` for one that goes round
    friends or stops before them.
    """

    unit: int
    span: int
    gait: Gait = Gait.TACTICAL
    halved: bool = False
    by_road: bool = False
    around: bool = False


class Trek(Struct, frozen=True, kw_only=True):
    """A voluntary move that was made: its end, its length, and the length left.

    ``halved`` says that something on the way cost half the move. ``disordering`` are the kinds of ground that
    disorder the unit, ``passed`` the friends it passed through; ``plan`` or ``hexes`` is the way itself, in
    inches or on hexes.
    """

    to: Pose
    gone: Span
    left: Span = 0
    halved: bool = False
    disordering: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    passed: tuple[int, ...] = ()
    met: tuple[int, ...] = ()
    plan: Plan = ()
    hexes: tuple[Hex, ...] = ()


class Openings(Struct, frozen=True, gc=False):
    """The formations a unit may take up where it stands, and its turns in place, clockwise."""

    formations: tuple[Formation, ...]
    turns: tuple[int, ...]


def line_between(before: Pose, to: Pose) -> int:
    """The heading from one pose straight to another; the facing if they are the same place."""
    here, there = Point(before.x, before.y), Point(to.x, to.y)
    return to.heading if here == there else heading_between(here, there)


class Onset(Struct, frozen=True, kw_only=True):
    """A way to charge: the poses along it, from its start to contact with the target.

    ``wheel`` is the cost of the wheel it begins with, ``cost`` that of the whole way, ``reach`` what it may
    cost at most; ``halved`` says that something on the way has halved that. ``disordering`` are the kinds of
    ground that disorder the charger, ``crossed`` the linear pieces it crosses.
    """

    charger: int
    target: int
    path: tuple[Pose, ...]
    wheel: Span
    cost: Span
    reach: Span
    halved: bool = False
    disordering: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()

    @property
    def start(self) -> Pose:
        """Where it begins, before any wheel."""
        return self.path[0]

    @property
    def to(self) -> Pose:
        """Where the charger touches its target."""
        return self.path[-1]

    @property
    def line(self) -> int:
        """The heading along which it reaches its target; on an incline it differs from the facing."""
        return line_between(self.path[-2:][0], self.to)


class Closing(Struct, frozen=True):
    """A charger in contact: where it lies, and all enemies it touches there, its target first."""

    to: Pose
    touched: tuple[int, ...]


class Clash(Struct, frozen=True, kw_only=True):
    """A charger and a countercharger that meet: where each lies, and what disorders each.

    ``crossed`` are the linear pieces that either crossed, ``charger_touches`` and ``other_touches`` the
    further enemies that each touches there (charge.incidental).
    """

    charger: Pose
    other: Pose
    charger_disordering: tuple[str, ...] = ()
    other_disordering: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    charger_touches: tuple[int, ...] = ()
    other_touches: tuple[int, ...] = ()


class Facing(StrEnum):
    """How a unit faces in a compulsory move: away along the move, or towards the enemy.

    compulsory.facing
    """

    AWAY = "away"
    KEPT = "kept"


class Flight(Struct, frozen=True, kw_only=True):
    """A compulsory or evade move: how far, away from which enemy, and how the unit faces.

    Without a ``threat`` it goes straight to its own edge. With ``homeward`` it does so, too, where moving
    away from the threat would lead away from home (compulsory.direction); an evade goes directly away from
    the charger (charge.evade). ``beaten`` says that the unit is disordered or removed anyway, so that the
    disorder of the ground need not be found.
    """

    unit: int
    span: int
    threat: int | None
    facing: Facing
    homeward: bool = True
    beaten: bool = False


class Flown(Struct, frozen=True, kw_only=True):
    """A compulsory or evade move that was made: its end, its length, and what it met.

    ``left`` says that it left the table.
    """

    to: Pose
    gone: Span
    span: int
    left: bool = False
    disordering: tuple[str, ...] = ()
    passed: tuple[int, ...] = ()

    @property
    def is_cut_off(self) -> bool:
        """Did it cover less than half of its distance? (compulsory.blocked, compulsory.hex)"""
        return not self.left and 2 * self.gone < self.span


class Stance(Struct, frozen=True):
    """A formation with its shape and pose on the ground, and the sector it garrisons, if any."""

    formation: Formation
    shape: Shape
    to: Pose
    sector: str = ""


class Entrance(Struct, frozen=True):
    """Where reinforcements enter: the edge of the table and a point of it."""

    edge: TableSide
    point: Point

"""What rules and ground tell one another: moves given leave to, treks made, charges, flights and places.

Lengths are spans, in the unit of the set that is played (see ``figures``); places are poses, whatever the
ground. Pieces of ground are named by their ids, kinds of ground by their kinds.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from msgspec import Struct

from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.troops import Formation
from sandtable.table.forced.flight import heading_between
from sandtable.table.hexes.grid import Hex
from sandtable.table.movement.legs import Plan
from sandtable.table.space.ground import TableSide
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape


class Gait(StrEnum):
    """The kinds of voluntary move: tactical, at the march rate, or guns pushed by hand."""

    TACTICAL = "tactical move"
    MARCH = "march move"
    MANHANDLE = "manhandling"


class Sight(IntEnum):
    """How a firer sees a target: not at all, clearly, or hidden by nothing but friends (weapons.overhead)."""

    HIDDEN = 0
    CLEAR = 1
    BEHIND_FRIENDS = 2


class Leave(Struct, frozen=True, kw_only=True):
    """The leave given to a unit for one voluntary move.

    ``span`` is the whole rate in its present formation, multiplied for a march, without the road bonus; the
    ground adds the bonus and takes the half. ``halved`` says that something done on the spot before or after
    the move costs half of it. ``by_road`` asks for a move along the road, for its bonus, ``around`` for one
    that goes round friends or stops before them.
    """

    unit: int
    span: int
    gait: Gait = Gait.TACTICAL
    halved: bool = False
    by_road: bool = False
    around: bool = False


class Trek(Struct, frozen=True, kw_only=True):
    """A voluntary move that was made: where it ends, how far it went and how far it might have gone on.

    ``halved`` says that something on the way cost half the move. ``disordering`` are the kinds of ground that
    disorder the unit, ``passed`` the friends it passed through; ``plan`` or ``hexes`` are the way itself, as
    the ground of the set that is played has it.
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
    """The heading along which a body came from one pose straight to another; where it faces if it stayed."""
    here, there = Point(before.x, before.y), Point(to.x, to.y)
    return to.heading if here == there else heading_between(here, there)


class Onset(Struct, frozen=True, kw_only=True):
    """A way to charge: the poses along it, from where it begins to where the charger touches its target.

    ``wheel`` is the cost of the wheel it begins with, ``cost`` that of all, ``reach`` what it may cost at
    most; ``halved`` says that something on the way has halved that. ``disordering`` are the kinds of ground
    that disorder the charger, ``crossed`` the linear pieces it crosses.
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
        """The heading along which it comes upon its target; inclined it is not where it faces."""
        return line_between(self.path[-2:][0], self.to)


class Closing(Struct, frozen=True):
    """A charger in contact: where it lies, and all the enemies it touches there, its target first."""

    to: Pose
    touched: tuple[int, ...]


class Clash(Struct, frozen=True, kw_only=True):
    """Two horsemen who meet: where the charger and the countercharger lie, and what disorders either.

    ``crossed`` are the linear pieces that either crossed, ``charger_touches`` and ``other_touches`` the
    further enemies that either touches there (charge.incidental).
    """

    charger: Pose
    other: Pose
    charger_disordering: tuple[str, ...] = ()
    other_disordering: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    charger_touches: tuple[int, ...] = ()
    other_touches: tuple[int, ...] = ()


class Facing(StrEnum):
    """How a unit that must move faces: away along its move, or kept towards the enemy (compulsory.facing)."""

    AWAY = "away"
    KEPT = "kept"


class Flight(Struct, frozen=True, kw_only=True):
    """A move that must be made: how far, away from whom, and how the unit faces.

    Without a ``threat`` it goes straight to its own edge. With ``homeward`` it does so too where the way from
    the threat would lead away from home (compulsory.direction); an evade goes directly away from the charger
    (charge.evade). Who is ``beaten`` is disordered anyway, or gone: what the ground does to him is not asked.
    """

    unit: int
    span: int
    threat: int | None
    facing: Facing
    homeward: bool = True
    beaten: bool = False


class Flown(Struct, frozen=True, kw_only=True):
    """A move that had to be made: where it ends, how far it went of what it had to, and what it met.

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
        """Could it not go half of its distance? (compulsory.blocked, compulsory.hex)"""
        return not self.left and 2 * self.gone < self.span


class Stance(Struct, frozen=True):
    """A formation with the shape and pose it has on the ground, and the sector it garrisons, if any."""

    formation: Formation
    shape: Shape
    to: Pose
    sector: str = ""


class Entrance(Struct, frozen=True):
    """Where reinforcements come on: the edge of the table and the point of it."""

    edge: TableSide
    point: Point

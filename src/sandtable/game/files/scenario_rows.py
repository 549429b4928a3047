"""The rows of a scenario file and the scenario they make, as far as all systems have them in common.

A system subclasses those to which it adds keys of its own. Lengths in a file are inches, with the origin at
the bottom left of the table, x to the right and y up; facings are degrees clockwise from "up the table". A
place is the middle of a front edge.

A file may state a battle in the middle: ``situation`` says how far it has come, units say what has become of
them and whom they touch. ``game.situation`` works out what follows from that.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from sandtable.game.battle.by_identity import the_same
from sandtable.table.space import body
from sandtable.table.space.ground import Edge, Field, Piece
from sandtable.table.space.lengths import degrees, exact, inches, is_exact
from sandtable.table.space.pose import Point, Pose

Inches = Annotated[float, Meta(ge=-1000, le=1000)]
ExactInches = Annotated[float, Meta(ge=-1000, le=1000), exact(0.01)]
"""Inches that a battle keeps as the file gives them: no more than two decimals."""
Length = Annotated[float, Meta(gt=0, le=1000)]
Facing = Annotated[float, Meta(ge=0, lt=360)]
Id = Annotated[str, Meta(min_length=1)]
ScenarioId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
"""The id of a scenario, which is also a name for files."""
Level = Annotated[int, Meta(ge=-100, le=100)]
Spot = tuple[Inches, Inches]
Outline = tuple[Spot, ...]
ExactOutline = tuple[tuple[ExactInches, ExactInches], ...]

EDGES: Final = {
    "bottom": "bottom",
    "top": "top",
    "left": "left",
    "right": "right",
    "south": "bottom",
    "north": "top",
    "west": "left",
    "east": "right",
    "low-y": "bottom",
    "high-y": "top",
}
"""The words by which scenarios call the edges of the table, and the table's own names for them."""


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the table in inches."""

    width: Length
    depth: Length


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: its commander, the lists its units come from, its own edge and the zone it deploys in."""

    id: Id
    name: str = ""
    edge: str
    commander: str = ""
    lists: tuple[str, ...] = ()
    zone: Outline = ()


class Ground(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of ground: a polygon, or a polyline with its full width (0 for an obstacle)."""

    id: Id
    kind: str
    name: str = ""
    level: Level = 0
    polygon: Outline = ()
    polyline: Outline = ()
    width: Inches = 0

    def piece(self) -> Piece:
        """The same on the grid of the table."""
        return Piece(
            id=self.id,
            kind=self.kind,
            polygon=outline(self.polygon),
            line=outline(self.polyline),
            width=inches(self.width),
            level=self.level,
        )


class PlacedEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What stands somewhere on the table; without x and y it does not, or not yet.

    Without a name it goes by its id. What is not said is not written down in a record either.
    """

    id: Id
    side: str
    name: str = ""
    brigade: str = ""
    x: Inches | None = None
    y: Inches | None = None
    facing: Facing = 0

    def pose(self) -> Pose | None:
        """Its pose on the grid of the table."""
        if self.x is None or self.y is None:
            return None
        return Pose(inches(self.x), inches(self.y), degrees(self.facing))


class UnitEntry(PlacedEntry, frozen=True, kw_only=True):
    """A unit: its profile, its formation and where it begins.

    ``touches`` are the enemies it has come up to. With no place of its own it is laid against the first of
    them, the middle of its front upon the middle of the edge that ``touches_at`` names.
    """

    profile: str
    formation: str = ""
    touches: tuple[str, ...] = ()
    touches_at: body.Side = "front"

    @property
    def is_gone(self) -> bool:
        """Has it left the table for good before the battle begins? Systems whose units may say so say how."""
        return False


class LeaderEntry(PlacedEntry, frozen=True, kw_only=True):
    """A leader: whom he commands and the unit he is attached to, if any."""

    profile: str = ""
    attached_to: str = ""

    @property
    def is_gone(self) -> bool:
        """Is he lost before the battle begins? Systems whose leaders may be say how."""
        return False


class Brigade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command within a side, for systems whose scenarios list them."""

    id: Id
    side: str
    name: str = ""
    commander: str = ""


class Arrival(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit or a whole brigade that comes on later: the turn, the edge and the point of it."""

    turn: int
    unit: str = ""
    brigade: str = ""
    edge: str = ""
    x: Inches | None = None
    y: Inches | None = None


class Objective(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something worth points: in words, and where it is (an area or a point) if it is a place."""

    id: Id
    name: str = ""
    text: str = ""
    area: ExactOutline | None = None
    x: ExactInches | None = None
    y: ExactInches | None = None

    def __post_init__(self) -> None:
        for given in (self.x, self.y, *[number for spot in self.area or () for number in spot]):
            if given is not None and not is_exact(given, 0.01):
                raise ValueError(f"an objective lies on whole hundredths of an inch, not at {given}")


class Special(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule that holds in this scenario only, and the units it is about where it is not about all."""

    id: Id
    text: str
    units: tuple[str, ...] = ()


class Situation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far a battle has come where a scenario begins it: the turn, and what a system adds to it."""

    turn: Annotated[int, Meta(ge=1)] = 1


SIDES: Final = (Side(id="a", name="A", edge="bottom"), Side(id="b", name="B", edge="top"))
"""The sides of a scenario that names none."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle before it begins, or in the middle: where ``situation`` is said, it begins there.

    ``profiles`` are troops of its own that no army list has, in systems that say what theirs are. Without a
    name it goes by its id; without ``first_player`` the first of its sides begins.
    """

    id: ScenarioId = "situation"
    name: str = ""
    date: str = ""
    place: str = ""
    history: str = ""
    caution: str = ""
    orientation: str = ""
    table: Table = Table(72, 48)
    turn_limit: int = 10
    first_player: str = ""
    first_deploy: str = ""
    situation: Situation | None = None
    profiles: Annotated[tuple[Any, ...], Meta(max_length=0)] = ()
    sides: tuple[Side, ...] = SIDES
    terrain: tuple[Ground, ...] = ()
    brigades: tuple[Brigade, ...] = ()
    leaders: tuple[LeaderEntry, ...] = ()
    units: tuple[UnitEntry, ...]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()
    special: tuple[Special, ...] = ()

    def field(self) -> Field:
        """The table with its ground, and whose its edges are; the very same for all battles on it."""
        field = Field(
            width=inches(self.table.width),
            depth=inches(self.table.depth),
            pieces=tuple(ground.piece() for ground in self.terrain),
            edges=tuple(Edge(EDGES[side.edge], side.id) for side in self.sides if side.edge in EDGES),
        )
        return the_same(field)

    def arrives(self, unit: UnitEntry) -> bool:
        """Does the unit come on later, itself or with its brigade?"""
        return any(
            arrival.unit == unit.id or (arrival.brigade != "" and arrival.brigade == unit.brigade)
            for arrival in self.arrivals
        )

    def deploys(self, unit: UnitEntry) -> bool:
        """Is the unit placed by its player before the first turn? Systems whose players deploy say which."""
        del unit
        return False

    @property
    def is_under_way(self) -> bool:
        """Does the battle begin in the middle, so that nothing is left to deploy?"""
        return self.situation is not None or any(unit.touches for unit in self.units)


def outline(spots: Outline) -> tuple[Point, ...]:
    """Points in inches as points on the grid of the table; floats, as a file brings them back."""
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in spots)

"""The rows of a scenario file and the scenario they make, as far as all systems share them.

A system subclasses those to which it adds keys. Lengths in a file are inches, with the origin at the bottom
left of the table, x to the right and y up; facings are degrees clockwise from "up the table". A place is the
middle of a front edge.

A file may begin in mid-battle: ``situation`` says how far the battle has come, and units say what has
happened to them and which enemies they touch. ``files.situation`` completes such a scenario.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from sandtable.game.battle.by_identity import the_same
from sandtable.table import space
from sandtable.table.space import Edge, Field, Piece, Point, Pose, degrees, exact, inches, is_exact

Inches = Annotated[float, Meta(ge=-1000, le=1000)]
ExactInches = Annotated[float, Meta(ge=-1000, le=1000), exact(0.01)]
"""Inches with at most two decimals, which a battle keeps without rounding."""
Length = Annotated[float, Meta(gt=0, le=1000)]
Facing = Annotated[float, Meta(ge=0, lt=360)]
Id = Annotated[str, Meta(min_length=1)]
ScenarioId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
"""The id of a scenario, which is also a file name."""
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
"""The words for the edges of the table in scenarios, and the table's own names for them."""


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the table in inches."""

    width: Length
    depth: Length


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: its commander, its army lists, its table edge and its deployment zone."""

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
        """The ground as a piece of the table, in hundredths of an inch."""
        return Piece(
            id=self.id,
            kind=self.kind,
            polygon=outline(self.polygon),
            line=outline(self.polyline),
            width=inches(self.width),
            level=self.level,
        )


class PlacedEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit or leader with its place; without x and y it is not on the table, or not yet.

    Without a name it is called by its id. Values that are not given are not written to a record either.
    """

    id: Id
    side: str
    name: str = ""
    brigade: str = ""
    x: Inches | None = None
    y: Inches | None = None
    facing: Facing = 0

    def pose(self) -> Pose | None:
        """Its pose on the table, in hundredths of an inch."""
        if self.x is None or self.y is None:
            return None
        return Pose(inches(self.x), inches(self.y), degrees(self.facing))


class UnitEntry(PlacedEntry, frozen=True, kw_only=True):
    """A unit: its profile, its formation and where it begins.

    ``touches`` are the enemies it is in contact with. Without a place of its own it is put against the first
    of them, the middle of its front on the middle of the edge that ``touches_at`` names.
    """

    profile: str
    formation: str = ""
    touches: tuple[str, ...] = ()
    touches_at: space.Side = "front"

    @property
    def is_gone(self) -> bool:
        """Has it left the table for good before the battle begins? A system overrides it."""
        return False


class LeaderEntry(PlacedEntry, frozen=True, kw_only=True):
    """A leader: his profile and the unit he is attached to, if any."""

    profile: str = ""
    attached_to: str = ""

    @property
    def is_gone(self) -> bool:
        """Is he lost before the battle begins? A system overrides it."""
        return False


class Brigade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command within a side."""

    id: Id
    side: str
    name: str = ""
    commander: str = ""


class Arrival(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit or a brigade that arrives later: the turn, the edge and the point on it."""

    turn: int
    unit: str = ""
    brigade: str = ""
    edge: str = ""
    x: Inches | None = None
    y: Inches | None = None


class Objective(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective: in words, and its area or point if it is a place."""

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
    """A rule of this scenario only, and the units it applies to if not to all."""

    id: Id
    text: str
    units: tuple[str, ...] = ()


class Situation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far the battle has come when the scenario begins: the turn, and what a system adds."""

    turn: Annotated[int, Meta(ge=1)] = 1


SIDES: Final = (Side(id="a", name="A", edge="bottom"), Side(id="b", name="B", edge="top"))
"""The sides of a scenario that lists none."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle before it begins, or in mid-battle if ``situation`` is given.

    ``profiles`` are troops that no army list has, in systems that allow them. Without a name the scenario is
    called by its id; without ``first_player`` the first of its sides begins.
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
        """The table with its ground and the owners of its edges; equal fields are the same object."""
        field = Field(
            width=inches(self.table.width),
            depth=inches(self.table.depth),
            pieces=tuple(ground.piece() for ground in self.terrain),
            edges=tuple(Edge(EDGES[side.edge], side.id) for side in self.sides if side.edge in EDGES),
        )
        return the_same(field)

    def arrives(self, unit: UnitEntry) -> bool:
        """Does the unit arrive later, alone or with its brigade?"""
        return any(
            arrival.unit == unit.id or (arrival.brigade != "" and arrival.brigade == unit.brigade)
            for arrival in self.arrivals
        )

    def deploys(self, unit: UnitEntry) -> bool:
        """Does a player place the unit before the first turn? A system overrides it."""
        del unit
        return False

    @property
    def is_under_way(self) -> bool:
        """Does the scenario begin in mid-battle, so that nothing is deployed?"""
        return self.situation is not None or any(unit.touches for unit in self.units)


def outline(spots: Outline) -> tuple[Point, ...]:
    """Points in inches as points of the table, in whole hundredths; floats, as when read from a record."""
    return tuple(Point(float(inches(x)), float(inches(y))) for x, y in spots)

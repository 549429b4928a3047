"""Profiles: a unit or leader as its roster entry defines it."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct, field

from sandtable.systems.eagle.book import table, values
from sandtable.systems.eagle.shapes import Layout, Ranks, shape_of
from sandtable.systems.eagle.troops import Formation, Grade, Nation, TroopClass
from sandtable.table.space import Shape

InRank = Annotated[int, Meta(ge=1, le=12)]


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of the roster: nation, class and grade, and its default formation and ranks.

    ``legion`` marks units of a Legion, which alone stand in several lines (troops.legion).
    """

    id: str
    name: str
    nation: Nation
    troop_class: TroopClass = field(name="class")
    grade: Grade
    formation: Formation
    ranks: Annotated[tuple[InRank, ...], Meta(min_length=1, max_length=12)]
    legion: bool = False

    @property
    def layout(self) -> Layout:
        """Its usual formation."""
        return Layout(self.formation, self.ranks)

    @property
    def bases(self) -> int:
        """How many bases it usually has."""
        return sum(self.ranks)

    def shape(self, formation: Formation, ranks: Ranks) -> Shape:
        """Its bases in a formation (troops.bases)."""
        return shape_of(self.troop_class, formation, ranks)


class LeaderProfile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader of the roster and his actions (command.actions.number)."""

    id: str
    name: str
    actions: Annotated[int, Meta(ge=1, le=3)]


# --------------------------------------------------------------------- points and sizes
class _PointsRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"troop_class": "class"}):
    troop_class: TroopClass
    points: int


class _LeaderPoints(Struct, frozen=True):
    leader: int
    general: int
    army: int


GRADE_POINTS = 2
"""The points of each step of grade, for each base (army.points)."""


@cache
def _base_points() -> dict[TroopClass, int]:
    return {row.troop_class: row.points for row in table("army.points", _PointsRow)}


def unit_points(profile: Profile, bases: int) -> int:
    """The cost of a unit of this many bases in a free battle (army.points)."""
    return bases * (_base_points()[profile.troop_class] + GRADE_POINTS * profile.grade.worth)


def leader_points(profile: LeaderProfile, *, general: bool) -> int:
    """The cost of a leader in a free battle (army.points)."""
    costs = values("army.points", _LeaderPoints)
    return costs.leader * profile.actions + (costs.general if general else 0)


def army_points() -> int:
    """The points of a standard army (army.points)."""
    return values("army.points", _LeaderPoints).army


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """The fewest and most bases of a kind of unit (army.size)."""

    troops: str
    least: int
    most: int


@cache
def size_of(profile: Profile) -> Size:
    """How large a unit of this profile may be (army.size)."""
    return next(row for row in table("army.size", Size) if row.troops == _kind(profile))


def _kind(profile: Profile) -> str:
    """The kind of a unit in the table of sizes; HI outside a Legion count as one (army.size)."""
    if profile.troop_class is TroopClass.HI:
        return "legion"
    if profile.troop_class is TroopClass.MI:
        return "warband" if profile.nation is Nation.BRITISH else "auxiliary"
    return profile.troop_class.value

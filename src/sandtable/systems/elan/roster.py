"""The roster of elan: profiles and scenarios, loaded from the files beside this module and checked.

>>> roster().profile("fr-line-1815").fire_dice[Formation.COLUMN]
2
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from sandtable.game.files import scenario as game
from sandtable.game.files.profiles import Profiles, read_profiles
from sandtable.game.files.scenario_rows import Facing, Inches, Spot, outline
from sandtable.game.files.typed_files import Source
from sandtable.systems.elan import order_of_battle
from sandtable.systems.elan.book import PACKAGE
from sandtable.systems.elan.figures import Scale, figures_of
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.sectors import Sector, sector_of
from sandtable.systems.elan.terrain import LAYERS, kinds
from sandtable.systems.elan.troops import Arm, Formation
from sandtable.table.hexes import Corners
from sandtable.table.space import Layers, Piece, Shape, as_inches, degrees, inches

ROAD: Final = as_inches(figures_of(Scale.LARGE).road)
"""The width of a road on a plan, in inches (terrain.path)."""


# --------------------------------------------------------------------- scenarios
class Side(game.Side, frozen=True, kw_only=True):
    """An army: attacker or defender, and its own table edge (setup.table, setup.deploy)."""

    role: Literal["attacker", "defender"]


SIDES: Final = (
    Side(id="a", name="A", edge="bottom", role="attacker"),
    Side(id="b", name="B", edge="top", role="defender"),
)
"""The sides of a scenario that names none."""


class Ground(game.Ground, frozen=True, kw_only=True):
    """A piece of ground; a work has the direction of its front, an opening is a point (setup.plan)."""

    front: Facing | None = None
    point: Spot | None = None

    def piece(self) -> Piece:
        """The same on the table: a road gets its width, an opening that width in both directions.

        terrain.path
        """
        side = self.width or ROAD
        if self.point is not None:
            x, y, half = *self.point, side / 2
            spots = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            return Piece(self.id, self.kind, outline(spots))
        return Piece(
            id=self.id,
            kind=self.kind,
            polygon=outline(self.polygon),
            line=outline(self.polyline),
            width=inches(side) if self.kind == "road" else 0,
            level=self.level,
            front=None if self.front is None else degrees(self.front),
        )


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario, and the sector it garrisons, if any (setup.plan)."""

    formation: Formation
    sector: str = ""


class LeaderEntry(game.LeaderEntry, frozen=True, kw_only=True):
    """A commander of the army, of a division or of a brigade (command.brigade, leaders.leadership).

    In a battle under way he may have ``changed`` his unit in this Attach phase, or have ``moved`` this turn.
    """

    rank: Literal["army", "division", "brigade"]
    leadership: Annotated[int, Meta(ge=0, le=2)] = 0
    changed: bool = False
    moved: bool = False


class Brigade(game.Brigade, frozen=True, kw_only=True):
    """A brigade and its commander (command.brigade)."""

    commander: str


class Arrival(game.Arrival, frozen=True, kw_only=True):
    """A brigade that arrives later, and its entry point (setup.arrivals)."""

    brigade: str
    edge: str
    x: Inches
    y: Inches


class Objective(game.Objective, frozen=True, kw_only=True):
    """A point worth holding, its value, and who holds it at the start (victory.points, victory.hold)."""

    x: Inches
    y: Inches
    points: Annotated[int, Meta(ge=0)]
    holder: str = ""


class Special(game.Special, frozen=True, kw_only=True):
    """A special rule of a scenario; it may open kinds of ground to units they are closed to.

    ``to`` are the arms it opens them to, ``units`` the units if not all of these (terrain.ssr-opens).
    """

    opens: tuple[str, ...] = ()
    to: tuple[Arm, ...] = (Arm.CAVALRY, Arm.ARTILLERY)

    def is_about(self, unit: str, arm: Arm) -> bool:
        """Does it apply to the unit with this id?"""
        return unit in self.units if self.units else arm in self.to


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of elan, written in large inches whatever set it is played in.

    setup.plan, scale.scenario
    """

    inches: Literal["large", "small"] = "large"
    hex_corners: Corners = "north-south"
    turn_limit: int = 12
    profiles: tuple[Profile, ...] = ()
    sides: tuple[Side, ...] = SIDES
    terrain: tuple[Ground, ...] = ()
    brigades: tuple[Brigade, ...] = ()
    leaders: tuple[LeaderEntry, ...] = ()
    units: tuple[UnitEntry, ...]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()
    special: tuple[Special, ...] = ()

    @property
    def scale(self) -> Scale:
        """The set of its lengths."""
        return Scale(self.inches)

    def opened_to(self, unit: str, arm: Arm) -> tuple[str, ...]:
        """The kinds of ground that special rules open to the unit with this id (terrain.ssr-opens)."""
        return tuple(kind for one in self.special if one.is_about(unit, arm) for kind in one.opens)

    def sector(self, id: str) -> Sector | None:
        """The sector with this id on the table; None if there is no such sector."""
        for ground in self.terrain:
            if ground.id == id:
                return sector_of(ground.piece())
        return None


def commanded(scenario: Scenario) -> Scenario:
    """The scenario with a brigade and commanders for each side, if it names none (command.brigade).

    The commanders stand where the side's first unit stands and add nothing to any roll.
    """
    if scenario.brigades or scenario.leaders or any(unit.brigade for unit in scenario.units):
        return scenario
    sides = [side.id for side in scenario.sides]
    return replace(
        scenario,
        brigades=tuple(
            Brigade(id=f"brigade {side}", name=f"brigade {side}", side=side, commander=f"brigadier {side}")
            for side in sides
        ),
        leaders=tuple(leader for side in sides for leader in _commanders(scenario, side)),
        units=tuple(replace(unit, brigade=f"brigade {unit.side}") for unit in scenario.units),
    )


def _commanders(scenario: Scenario, side: str) -> tuple[LeaderEntry, LeaderEntry]:
    at = next((unit for unit in scenario.units if unit.side == side and unit.x is not None), None)
    x, y = (None, None) if at is None else (at.x, at.y)
    general, brigadier = f"general {side}", f"brigadier {side}"
    return (
        LeaderEntry(id=general, name=general, side=side, rank="army", x=x, y=y),
        LeaderEntry(
            id=brigadier, name=brigadier, side=side, rank="brigade", brigade=f"brigade {side}", x=x, y=y
        ),
    )


# --------------------------------------------------------------------- the roster
class Roster(Profiles[Profile], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The profiles, and what a scenario is checked against."""

    @property
    def profile_ids(self) -> tuple[str, ...]:
        return self.unit_ids

    @property
    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of ground (terrain.types)."""
        return tuple(kinds())

    @property
    def impassable(self) -> tuple[str, ...]:
        """The kinds of area that no unit enters (terrain.types)."""
        return tuple(one.kind for one in kinds().values() if one.closed_to_all and not one.is_line)

    @property
    def layers(self) -> Layers:
        """The order in which overlapping ground counts."""
        return LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """A scenario always names the side that acts first (setup.plan)."""
        return ()

    def footprint(self, scenario: Scenario, unit: UnitEntry) -> Shape | None:
        """The bases of a unit in its formation, or the sector it fills (setup.plan, terrain.sector)."""
        return order_of_battle.footprint(unit, scenario, self)

    def standing(self, scenario: Scenario) -> Iterator[game.StandingEntry]:
        """The units in their formations; a commander is a point that blocks nothing (scale.measuring)."""
        for place, unit in enumerate(scenario.units):
            if unit.profile in self.profile_ids and not scenario.arrives(unit):
                yield from order_of_battle.standing(f"units[{place}]", unit, scenario, self)

    def completed(self, scenario: Scenario) -> Scenario:
        """A scenario without brigades gets one brigade a side, with commanders of leadership 0."""
        return commanded(scenario)

    def contradictions(self, profile: Profile) -> Iterator[tuple[str, str]]:
        return order_of_battle.contradictions(profile)

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        yield from order_of_battle.complaints(scenario, self)


# --------------------------------------------------------------------- loading
@cache
def roster() -> Roster:
    """The profiles that come with the system."""
    return read_roster(files(PACKAGE) / "profiles.toml")


def read_roster(source: Source) -> Roster:
    """Read profiles from a file; a repeated or contradictory profile is refused."""
    return read_profiles(source, Roster)

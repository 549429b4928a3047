"""The roster of tricorn: profiles and scenarios, loaded from the files beside this module and checked.

>>> roster().profile("heavy24-elite").quality.value
'elite'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from sandtable.game.files import scenario as game
from sandtable.game.files.profiles import Profiles, read_profiles
from sandtable.game.files.scenario_rows import Facing, Inches
from sandtable.game.files.typed_files import Source
from sandtable.systems.tricorn import order_of_battle
from sandtable.systems.tricorn.book import PACKAGE
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.strongholds import Stronghold, stronghold_of
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, HILL, IMPASSABLE, kinds
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import INCH, Layers, Piece, Shape, as_inches, degrees

BY_CARD: Final = "by card"
"""How a scenario states the first side: the first card turned decides (setup.first-turn)."""

Points = Annotated[int, Meta(ge=0, le=100)]

BEHIND: Final = 3 * INCH
"""How far behind the front of a unit a General stands if the scenario does not place one."""


# --------------------------------------------------------------------- scenarios
class Side(game.Side, frozen=True, kw_only=True):
    """An army; its break point, if the scenario prints one, and the points it begins with.

    army.break-point, victory.points
    """

    break_point: Annotated[int, Meta(ge=1)] | None = None
    start_points: Points = 0


SIDES: Final = (Side(id="a", name="A", edge="bottom"), Side(id="b", name="B", edge="top"))
"""The sides of a scenario that names none."""


class Ground(game.Ground, frozen=True, kw_only=True):
    """A piece of ground; works may say which side they face, and a hill is at least of level 1.

    terrain.works, geometry.uphill
    """

    faces: Facing | None = None

    def piece(self) -> Piece:
        piece = super().piece()
        if self.kind == HILL and piece.level == 0:
            piece = replace(piece, level=1)
        return piece if self.faces is None else replace(piece, front=degrees(self.faces))


class LeaderEntry(game.LeaderEntry, frozen=True, kw_only=True):
    """An officer: his rating, and whether he is the Commander in Chief.

    command.rating, command.organisation; ``brigade`` is the command he leads; a Commander in Chief may have
    none (setup.data). ``lost`` says that he has fallen (leaders.casualty.roll).
    """

    rating: Rating = Rating.AVERAGE
    chief: bool = False
    lost: bool = False

    @property
    def is_gone(self) -> bool:
        """Has he fallen?"""
        return self.lost


class Brigade(game.Brigade, frozen=True, kw_only=True):
    """A command and its leader (command.organisation).

    In a battle under way it may be ``demoralized``, or may start no melee in the rest of this turn
    (army.demoralized, command.poor.no-melee).
    """

    demoralized: bool = False
    no_melee: bool = False


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario: its command, its formation and the place it garrisons, if any (setup.data).

    A scenario may say that it has been Forced Marched for the whole battle (movement.forced-march).
    """

    formation: Formation = Formation.LINE
    garrison: str = ""
    forced_marched: bool = False


class Arrival(game.Arrival, frozen=True, kw_only=True):
    """A command that arrives later; its units' places are their entry points (setup.arrivals)."""

    brigade: str


class Objective(game.Objective, frozen=True, kw_only=True):
    """An objective: its place, its value at the end, and its first holder (victory.objective)."""

    x: Inches
    y: Inches
    points: Points
    holder: str = ""


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of tricorn; the table has a default size (setup.table, geometry.table)."""

    table: game.Table = game.Table(72, 48)
    first_player: str = BY_CARD
    profiles: tuple[Profile, ...] = ()
    sides: tuple[Side, ...] = SIDES
    terrain: tuple[Ground, ...] = ()
    brigades: tuple[Brigade, ...] = ()
    leaders: tuple[LeaderEntry, ...] = ()
    units: tuple[UnitEntry, ...]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()

    def arrival_of(self, command: str) -> int:
        """The turn in which a command arrives; 0 if it is present from the start (setup.arrivals)."""
        return next((arrival.turn for arrival in self.arrivals if arrival.brigade == command), 0)

    def stronghold(self, id: str) -> Stronghold | None:
        """The village, strong point or redoubt with this id, or None."""
        for ground in self.terrain:
            if ground.id == id:
                return stronghold_of(ground.piece(), ground.name)
        return None


def commanded(scenario: Scenario) -> Scenario:
    """The scenario with a command and its General for each side, if it names none (command.organisation).

    Each General is also the Commander in Chief and stands behind the first unit of his side.
    """
    if scenario.brigades or scenario.leaders or any(unit.brigade for unit in scenario.units):
        return scenario
    sides = [side.id for side in scenario.sides]
    return replace(
        scenario,
        brigades=tuple(
            Brigade(id=f"command {side}", side=side, commander=f"general {side}") for side in sides
        ),
        leaders=tuple(_general(scenario, side) for side in sides),
        units=tuple(replace(unit, brigade=f"command {unit.side}") for unit in scenario.units),
    )


def _general(scenario: Scenario, side: str) -> LeaderEntry:
    name, at = f"general {side}", None
    for unit in scenario.units:
        if unit.side == side and (pose := unit.pose()) is not None:
            at = pose.shifted(0, -BEHIND)
            break
    x, y = (0.0, 0.0) if at is None else (as_inches(at.x), as_inches(at.y))
    x, y = min(max(x, 0.0), scenario.table.width), min(max(y, 0.0), scenario.table.depth)
    return LeaderEntry(id=name, name=name, side=side, brigade=f"command {side}", chief=True, x=x, y=y)


# --------------------------------------------------------------------- the roster
class Roster(Profiles[Profile], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every profile, and what a scenario is checked against."""

    @property
    def profile_ids(self) -> tuple[str, ...]:
        """The profiles of units; officers have ratings instead (command.rating)."""
        return self.unit_ids

    @property
    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of ground (terrain.types)."""
        return tuple(kinds())

    @property
    def impassable(self) -> tuple[str, ...]:
        """The kinds of ground that no unit enters (terrain.types)."""
        return IMPASSABLE

    @property
    def layers(self) -> Layers:
        """Which ground counts where pieces overlap, bridges and fords included (terrain.overlap)."""
        return COLUMN_LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """The first card decides (setup.first-turn)."""
        return (BY_CARD,)

    def footprint(self, scenario: Scenario, unit: UnitEntry) -> Shape | None:
        """A unit in its formation, or the place it fills (formation.bases, terrain.garrison)."""
        if unit.profile not in self.profile_ids:
            return None
        if unit.garrison or unit.formation is Formation.GARRISON:
            return next((one.shape for one in order_of_battle.standing("", unit, scenario, self)), None)
        return self.profile(unit.profile).shape(unit.formation)

    def standing(self, scenario: Scenario) -> Iterator[game.StandingEntry]:
        """The units in their formations; a garrison fills its place (terrain.garrison)."""
        for place, unit in enumerate(scenario.units):
            if unit.profile in self.profile_ids and not scenario.arrives(unit):
                yield from order_of_battle.standing(f"units[{place}]", unit, scenario, self)

    def completed(self, scenario: Scenario) -> Scenario:
        """Give a scenario without commands and officers one command for each side, under an Average
        General."""
        return commanded(scenario)

    def contradictions(self, profile: Profile) -> Iterator[tuple[str, str]]:
        return order_of_battle.contradictions(profile)

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        yield from order_of_battle.complaints(scenario, self)


# --------------------------------------------------------------------- loading
@cache
def roster() -> Roster:
    """The profiles of the system."""
    return read_roster(files(PACKAGE) / "profiles.toml")


def read_roster(source: Source) -> Roster:
    """Read profiles from a file; duplicates and contradictions to the tables are refused."""
    return read_profiles(source, Roster)

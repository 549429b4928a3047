"""The roster of liberty: army lists and scenarios, loaded from the files beside this module and checked.

>>> regiment = roster().profile("continental.continental-regiment")
>>> regiment.size(4).wear
Wear(worn=8, shaken=16, broken=24)
>>> column = regiment.shape(5, Formation.COLUMN)
>>> column.width, column.depth
(400, 600)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.battle.by_identity import the_same
from sandtable.game.files import scenario as game
from sandtable.game.files.profiles import Profiles, read_profiles
from sandtable.game.files.scenario_rows import Inches
from sandtable.game.files.typed_files import Source
from sandtable.systems.liberty import order_of_battle
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.profiles import (
    Bases,
    Dismounted,
    Formation,
    General,
    Limbered,
    Profile,
    SpecialRule,
    UnitType,
)
from sandtable.systems.liberty.states import State
from sandtable.table.space import Field, Layers, Shape, TableSide

PACKAGE: Final = "sandtable.systems.liberty"

ROLL: Final = "roll"
"""The value of a scenario's opening for a rolled initiative (turn.initiative.method)."""

LAYERS: Final = Layers(covering="later", under=("hill",))
"""Where pieces overlap the one listed later counts; hills lie under all (deploy.scenario-data)."""


# --------------------------------------------------------------------- scenarios
class Side(game.Side, frozen=True, kw_only=True):
    """An army; its edge is the one to which its routers run (deploy.scenario-data)."""

    edge: TableSide


SIDES: Final = (Side(id="a", name="A", edge="bottom"), Side(id="b", name="B", edge="top"))
"""The sides of a scenario that names none."""


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario; ``disorder`` is the markers it begins with (deploy.scenario-data).

    ``bases`` are those of the list; with detached grenadiers it has one fewer. ``special`` are rules that no
    list gives (special.unlisted); ``can_dismount`` overrides whether the list designates it to dismount
    (movement.mount.rate). ``dismounted`` says that it fights on foot (movement.mount).
    """

    bases: Bases
    formation: Formation
    disorder: Annotated[int, Meta(ge=0, le=2)] = 0
    grenadiers_detached: bool = False
    special: tuple[SpecialRule, ...] = ()
    can_dismount: bool | None = None
    dismounted: bool = False

    @property
    def strength(self) -> int:
        """The bases it fights with (army.grenadiers-detached)."""
        return self.bases - self.grenadiers_detached


class LeaderEntry(game.LeaderEntry, frozen=True, kw_only=True):
    """A General of a scenario, and the brigade he commands (command.assign)."""

    profile: str
    brigade: str


class Arrival(game.Arrival, frozen=True, kw_only=True):
    """A unit or brigade that enters later, and its entry point (deploy.reserve)."""

    edge: str
    x: Inches
    y: Inches


class Objective(game.Objective, frozen=True, kw_only=True):
    """Points of a scenario, judged when the game ends, in one of four forms (victory.objectives)."""

    side: str
    vp: int
    kind: Literal["hold", "deny", "majority", "each"]
    whose: Literal["own", "enemy"] = "enemy"
    types: tuple[UnitType, ...] = ()
    state_at_least: State = State.STEADY
    sound: bool = False


Gift = Literal["cover", "fortified", "obstacle"]
"""What a building gives to units in it (terrain.buildings.entered)."""

BUILDING: Final = "building"
HOUSE: Final = "house"
"""The kind of ground of a building that may be entered (terrain.buildings.entered)."""


class Building(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A building that may be entered: its piece of ground, how many units it holds, and what it gives.

    terrain.buildings.entered
    """

    ground: str
    units: Annotated[int, Meta(ge=1)]
    gives: tuple[Gift, ...] = ("cover",)


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of liberty; table and turn limit have defaults (deploy.table, victory.turn-limit).

    Players deploy the brigades without places (deploy.order). In a ``free`` battle the armies are chosen from
    the lists, within the limits of army.choice.
    """

    table: game.Table = game.Table(72, 48)
    turn_limit: int = 10
    profiles: tuple[Profile, ...] = ()
    first_player: str = ROLL
    sides: tuple[Side, ...] = SIDES
    units: tuple[UnitEntry, ...]
    leaders: tuple[LeaderEntry, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()
    buildings: tuple[Building, ...] = ()
    free: bool = False

    def field(self) -> Field:
        """The table with its ground; buildings that may be entered have a kind of their own."""
        field, entered = super().field(), [building.ground for building in self.buildings]
        if not entered:
            return field
        pieces = [replace(one, kind=HOUSE) if one.id in entered else one for one in field.pieces]
        return the_same(replace(field, pieces=tuple(pieces)))

    def deploys(self, unit: game.UnitEntry) -> bool:
        """Does its player place a unit before the first turn? (deploy.order)"""
        settled = unit.touches or unit.is_gone or self.arrives(unit)
        return unit.x is None and unit.y is None and not settled


class GroundKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground and its effects (terrain.table)."""

    kind: str
    covers: str
    move: str
    cover: bool
    sight: str


@cache
def ground_kinds() -> tuple[GroundKind, ...]:
    """The kinds of ground a scenario may use (terrain.table)."""
    return table("terrain.table", GroundKind)


# --------------------------------------------------------------------- the roster
class Roster(Profiles[Profile], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every profile of the army lists, its replacements when limbered or dismounted, and the General."""

    limbered: Limbered
    dismounted: Dismounted
    general: General

    # what a scenario is checked against
    @property
    def profile_ids(self) -> tuple[str, ...]:
        """The profiles of units, and the General's."""
        return (*self.unit_ids, self.general.id)

    @property
    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of ground (terrain.table); a house is a building that the scenario lets units enter."""
        return tuple(row.kind for row in ground_kinds() if row.kind != HOUSE)

    @property
    def impassable(self) -> tuple[str, ...]:
        """The kinds of ground no unit enters (terrain.impassable, terrain.buildings)."""
        return tuple(row.kind for row in ground_kinds() if row.move == "impassable")

    @property
    def layers(self) -> Layers:
        """Which ground counts where pieces overlap (deploy.scenario-data)."""
        return LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """Instead of a side a scenario may name a rolled initiative (turn.initiative.method)."""
        return (ROLL,)

    def footprint(self, scenario: Scenario, unit: UnitEntry) -> Shape | None:
        """The bases of a unit in its formation, or on foot (troops.size-by-bases, movement.mount.rate)."""
        del scenario
        if unit.profile not in self.unit_ids:
            return None
        if unit.dismounted:
            return self.dismounted.shape(unit.bases) if self.dismounted.has_size(unit.bases) else None
        return self.profile(unit.profile).shape(unit.strength, unit.formation)

    def standing(self, scenario: Scenario) -> Iterator[game.StandingEntry]:
        """Units in their formations and Generals not attached (leaders.attach.place)."""
        for place, leader in enumerate(scenario.leaders):
            pose = leader.pose()
            if pose is not None and not leader.attached_to:
                yield game.StandingEntry(f"leaders[{place}]", leader.name, pose, self.general.shape())
        for place, unit in enumerate(scenario.units):
            pose, shape = unit.pose(), self.footprint(scenario, unit)
            if pose is not None and shape is not None and not scenario.arrives(unit):
                yield game.StandingEntry(f"units[{place}]", unit.name, pose, shape)

    def contradictions(self, profile: Profile) -> Iterator[tuple[str, str]]:
        """A profile's usual size must be one of its sizes."""
        if all(size.bases != profile.default_bases for size in profile.sizes):
            yield (
                "default_bases",
                f"{profile.default_bases} is not one of its sizes; {profile.sizes_in_words}",
            )

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        """Units, Generals and objectives that the army lists and rules do not allow."""
        yield from order_of_battle.complaints(scenario, self)


# --------------------------------------------------------------------- loading
@cache
def roster() -> Roster:
    """The army lists that come with the system."""
    return read_roster(files(PACKAGE) / "profiles.toml")


def read_roster(source: Source) -> Roster:
    """Read army lists from a file; a duplicate profile or one with inconsistent sizes is refused."""
    return read_profiles(source, Roster)

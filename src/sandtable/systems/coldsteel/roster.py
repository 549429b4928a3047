"""The roster of coldsteel: profiles and scenarios, loaded from files and checked.

>>> roster().profile("guard-battalion").troop_class.value
'elite'
>>> len(scenario("hougoumont").units)
19
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
from sandtable.game.files.scenario_rows import Inches
from sandtable.game.files.typed_files import Source
from sandtable.systems.coldsteel import order_of_battle
from sandtable.systems.coldsteel.book import PACKAGE
from sandtable.systems.coldsteel.buildings import CAPACITY, Building, building_of
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.shapes import shape_of
from sandtable.systems.coldsteel.terrain import HILL, LAYERS, STEEP_HILL, Going, kinds, kinds_of_going
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.space import Layers, Piece, Shape

INITIATIVE: Final = "initiative"
"""The value of ``first_player``: the initiative is thrown for every turn (turn.initiative.every-turn)."""

CardMode = Literal["dealt", "assigned", "none"]
"""How units get their trait cards (cards.modes)."""

Points = Annotated[int, Meta(ge=0, le=100)]


# --------------------------------------------------------------------- scenarios
class Ground(game.Ground, frozen=True, kw_only=True):
    """A piece of ground; a building may give its capacity, and a hill may be steep.

    building.who, terrain.types
    """

    capacity: Annotated[int, Meta(ge=1)] = CAPACITY
    steep: bool = False

    def piece(self) -> Piece:
        """The piece on the table; hills are raised (geometry.los-hill)."""
        piece = super().piece()
        if self.kind != HILL:
            return piece
        return replace(piece, kind=STEEP_HILL if self.steep else HILL, level=1)


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario: its card, and the building it garrisons, if any.

    A brigade is a label without effect (setup.brigades). ``models`` and ``command`` are the living ones,
    ``files`` those it formed with; without them it is at full strength (formation.shrink).

    cards.modes, setup.deploy
    """

    formation: Formation = Formation.LINE
    card: Trait | None = None
    building: str = ""
    models: Annotated[int, Meta(ge=1)] | None = None
    command: tuple[Figure, ...] | None = None
    files: Annotated[int, Meta(ge=1)] | None = None

    def models_of(self, profile: Profile) -> int:
        """Its living models."""
        return profile.models if self.models is None else self.models

    def files_of(self, profile: Profile) -> int:
        """The files it formed up with (formation.line and the rules after it)."""
        return profile.files(self.formation) if self.files is None else self.files

    def shape(self, profile: Profile) -> Shape:
        """Its models in its formation, outside a building (formation.shrink, formation.footprint)."""
        return shape_of(profile.arm, self.formation, self.models_of(profile), self.files_of(profile))


class Arrival(game.Arrival, frozen=True, kw_only=True):
    """A unit that arrives later, and its entry point (setup.reinforcements)."""

    unit: str
    edge: str
    x: Inches
    y: Inches


class Objective(game.Objective, frozen=True, kw_only=True):
    """A point or building to hold at the end, and its points (victory.points, victory.objective)."""

    kind: Literal["point", "building"] = "point"
    building: str = ""
    x: Inches
    y: Inches
    points: Points


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of coldsteel; table and turn limit have defaults (setup.table-size, victory.turn-limit).

    Places are in inches from the south-west corner (geometry.table). In a ``free`` battle, a pick-up game,
    the players choose units, edges and places, and the entries give only the number of units of each side
    (setup.forces, setup.deploy).
    """

    table: game.Table = game.Table(72, 48)
    turn_limit: int = 10
    first_player: str = INITIATIVE
    cards: CardMode = "none"
    free: bool = False
    profiles: tuple[Profile, ...] = ()
    terrain: tuple[Ground, ...] = ()
    units: tuple[UnitEntry, ...]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()

    def deploys(self, unit: game.UnitEntry) -> bool:
        """Does a player place the unit before the first turn? (setup.deploy)"""
        return self.free and not self.arrives(unit)

    def building(self, id: str) -> Building | None:
        """The building with this id as it stands on the table; None if there is none."""
        for ground in self.terrain:
            if ground.id == id:
                return building_of(ground.piece(), ground.name, ground.capacity)
        return None


# --------------------------------------------------------------------- the roster
class Roster(Profiles[Profile], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The profiles, and the facts that a scenario is checked against."""

    @property
    def profile_ids(self) -> tuple[str, ...]:
        """The profiles of units; there are no generals (leaders.no-transfer)."""
        return self.unit_ids

    @property
    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of ground (terrain.types)."""
        return tuple(kinds())

    @property
    def impassable(self) -> tuple[str, ...]:
        """The kinds of impassable ground; buildings are checked separately (movement.impassable)."""
        return kinds_of_going(Going.IMPASSABLE)

    @property
    def layers(self) -> Layers:
        """Where pieces of ground overlap, all of them count (terrain.overlapping)."""
        return LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """The initiative is thrown for every turn (turn.initiative.every-turn)."""
        return (INITIATIVE,)

    def footprint(self, scenario: Scenario, unit: UnitEntry) -> Shape | None:
        """The footprint of a unit in its formation, or of the building it fills (formation.footprint)."""
        stands = next(order_of_battle.standing("", unit, scenario, self), None)
        if stands is not None or unit.profile not in self.profile_ids:
            return None if stands is None else stands.shape
        return None if unit.formation is Formation.GARRISON else unit.shape(self.profile(unit.profile))

    def standing(self, scenario: Scenario) -> Iterator[game.StandingEntry]:
        """The units in their formations; a garrison fills its building (formation.garrison)."""
        for place, unit in enumerate(scenario.units):
            here = unit.profile in self.profile_ids and not scenario.arrives(unit)
            if here and not scenario.deploys(unit):
                yield from order_of_battle.standing(f"units[{place}]", unit, scenario, self)

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
    """Read profiles from a file; a duplicate or contradictory profile is refused."""
    return read_profiles(source, Roster)


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system, by its id."""
    return game.load_scenario(game.scenario_file(PACKAGE, id), Scenario, roster())

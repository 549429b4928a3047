"""The roster of tricorn: profiles and scenarios, loaded from the files beside this module and checked.

>>> roster().profile("heavy24-elite").quality.value
'elite'
>>> len(scenario("blenheim-1704").units)
28
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from sandtable.game import scenario as game
from sandtable.game.entries import Facing, Inches
from sandtable.game.files import Source
from sandtable.game.profiles import Profiles, read_profiles
from sandtable.systems.tricorn import order_of_battle
from sandtable.systems.tricorn.book import PACKAGE
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.strongholds import Stronghold, stronghold_of
from sandtable.systems.tricorn.terrain import COLUMN_LAYERS, HILL, IMPASSABLE, kinds
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.ground import Layers, Piece
from sandtable.table.measure import degrees

BY_CARD: Final = "by card"
"""What a scenario says of who begins: whoever's card is turned first (setup.first-turn)."""

Points = Annotated[int, Meta(ge=0, le=100)]


# --------------------------------------------------------------------- scenarios
class Side(game.Side, frozen=True, kw_only=True):
    """An army; its break point, if the scenario prints one, and the points it begins with.

    army.break-point, victory.points
    """

    break_point: Annotated[int, Meta(ge=1)] | None = None
    start_points: Points = 0


class Ground(game.Ground, frozen=True, kw_only=True):
    """A piece of ground; works may say to which side they look, and a hill is at least of level 1.

    terrain.works, geometry.uphill
    """

    faces: Facing | None = None

    def piece(self) -> Piece:
        """The same on the table."""
        piece = super().piece()
        if self.kind == HILL and piece.level == 0:
            piece = replace(piece, level=1)
        return piece if self.faces is None else replace(piece, front=degrees(self.faces))


class LeaderEntry(game.LeaderEntry, frozen=True, kw_only=True):
    """An officer: his rating, and whether he is the Commander in Chief.

    command.rating, command.organisation; ``brigade`` is the command he leads, and a Commander in Chief
    without one has none of his own (setup.data).
    """

    rating: Rating
    chief: bool = False


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario: its command, its formation and the place it garrisons, if any (setup.data).

    A scenario may say that it has been Forced Marched for the whole battle (movement.forced-march).
    """

    formation: Formation
    garrison: str = ""
    forced_marched: bool = False


class Arrival(game.Arrival, frozen=True, kw_only=True):
    """A command that comes on later; its units' places are their entry points (setup.arrivals)."""

    brigade: str


class Objective(game.Objective, frozen=True, kw_only=True):
    """A place worth holding at the end, its value, and who holds it at first (victory.objective)."""

    x: Inches
    y: Inches
    points: Points
    holder: str = ""


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of tricorn; the table has a default size (setup.table, geometry.table)."""

    table: game.Table = game.Table(72, 48)
    first_player: str = BY_CARD
    sides: tuple[Side, ...]
    terrain: tuple[Ground, ...] = ()
    leaders: tuple[LeaderEntry, ...] = ()
    units: tuple[UnitEntry, ...]
    arrivals: tuple[Arrival, ...] = ()
    objectives: tuple[Objective, ...] = ()

    def arrival_of(self, command: str) -> int:
        """The turn in which a command comes on; 0 if it is there from the start (setup.arrivals)."""
        return next((arrival.turn for arrival in self.arrivals if arrival.brigade == command), 0)

    def stronghold(self, id: str) -> Stronghold | None:
        """The village, strong point or redoubt with this id; none if there is no such place."""
        for ground in self.terrain:
            if ground.id == id:
                return stronghold_of(ground.piece(), ground.name)
        return None


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
        """The kinds of ground that nobody enters (terrain.types)."""
        return IMPASSABLE

    @property
    def layers(self) -> Layers:
        """Which ground counts where pieces overlap, bridges and fords included (terrain.overlap)."""
        return COLUMN_LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """The first card decides (setup.first-turn)."""
        return (BY_CARD,)

    def standing(self, scenario: Scenario) -> Iterator[game.Standing]:
        """The units in their formations; a garrison fills its place (terrain.garrison)."""
        for place, unit in enumerate(scenario.units):
            if unit.profile in self.profile_ids and not scenario.arrives(unit):
                yield from order_of_battle.standing(f"units[{place}]", unit, scenario, self)

    def contradictions(self, profile: Profile) -> Iterator[tuple[str, str]]:
        """What in a profile contradicts the tables."""
        return order_of_battle.contradictions(profile)

    def complaints(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        """What of the scenario the rules do not allow."""
        yield from order_of_battle.complaints(scenario, self)


# --------------------------------------------------------------------- loading
@cache
def roster() -> Roster:
    """The profiles that come with the system."""
    return read_roster(files(PACKAGE) / "profiles.toml")


def read_roster(source: Source) -> Roster:
    """Read profiles from a file; one that stands twice or contradicts the tables is refused."""
    return read_profiles(source, Roster)


@cache
def scenario(id: str) -> Scenario:
    """A scenario that comes with the system, by its id."""
    return game.load_scenario(game.scenario_file(PACKAGE, id), Scenario, roster())

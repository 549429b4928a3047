"""The roster of eagle: profiles and scenarios, loaded from the files beside this module and checked.

>>> roster().profile("legion").troop_class.value
'HI'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from sandtable.game.files import scenario as game
from sandtable.game.files.profiles import NotOnRoster, Profiles, read_profiles
from sandtable.game.files.typed_files import Source, suggest
from sandtable.systems.eagle import order_of_battle
from sandtable.systems.eagle.book import PACKAGE, turns_of
from sandtable.systems.eagle.camps import camp_outline
from sandtable.systems.eagle.profiles import InRank, LeaderProfile, Profile
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.terrain import CAMP, LAYERS, impassable_kinds, kinds
from sandtable.systems.eagle.troops import Formation, Nation, TroopClass
from sandtable.table.space import Field, Layers, Piece, Shape, block

ROLL: Final = "roll"
"""The value in a scenario that has the first initiative thrown for (army.scenario)."""

MARKER: Final = block(1, files=1, width=100, depth=100)
"""The square around the marker of a leader (troops.bases)."""


# --------------------------------------------------------------------- scenarios
class Side(game.Side, frozen=True, kw_only=True):
    """An army; ``camp`` says that it has one even if the scenario does not draw it (army.camp)."""

    nation: Nation
    role: Literal["attacker", "defender", ""] = ""
    camp: bool = False


SIDES: Final = (
    Side(id="a", name="A", edge="bottom", nation=Nation.ROMAN),
    Side(id="b", name="B", edge="top", nation=Nation.BRITISH),
)
"""The sides of a scenario that names none."""


class Ground(game.Ground, frozen=True, kw_only=True):
    """A piece of ground; ``camp_of`` names the side whose camp or baggage it is (army.camp)."""

    camp_of: str = ""


class UnitEntry(game.UnitEntry, frozen=True, kw_only=True):
    """A unit of a scenario: its ranks or lines, its Legion, and whether it carries the Eagle.

    army.scenario, troops.legion; a brigade is a label without effect. ``ranks`` are its present ones; if it
    ``began`` with more bases, it has lost the others (troops.casualty).
    """

    formation: Formation
    ranks: Annotated[tuple[InRank, ...], Meta(min_length=1, max_length=12)]
    legion: str = ""
    eagle: bool = False
    began: Annotated[int, Meta(ge=1, le=100)] | None = None

    @property
    def bases_at_first(self) -> int:
        """The bases with which it began."""
        return sum(self.ranks) if self.began is None else self.began

    @property
    def layout(self) -> Layout:
        """How it stands."""
        return Layout(self.formation, self.ranks)


class LeaderEntry(game.LeaderEntry, frozen=True, kw_only=True):
    """A leader of a scenario; each army has one General (leaders.general)."""

    profile: str
    general: bool = False


class Objective(game.Objective, frozen=True, kw_only=True):
    """A condition that decides a battle when its turns are over: the first that holds names the winner.

    army.scenario: a number of units of a side, of some classes, shaken or not, in an area wholly or by half
    """

    when: Literal["turn-limit"]
    winner: str
    kind: Literal["units-in-area", "otherwise"]
    side: str = ""
    count: Annotated[int, Meta(ge=0)] = 0
    classes: tuple[TroopClass, ...] = ()
    shaken: bool = True
    inside: Literal["wholly", "half"] = "half"


class Scenario(game.Scenario, frozen=True, kw_only=True):
    """A scenario of eagle; table and turn limit have defaults.

    army.table, victory.turn-limit, army.scenario. In a ``free`` battle the players have chosen their armies
    within the limits of army.points, and place them (army.deployment).
    """

    table: game.Table = game.Table(72, 48)
    turn_limit: int = turns_of("victory.turn-limit")
    first_player: str = ROLL
    free: bool = False
    profiles: tuple[Profile, ...] = ()
    sides: tuple[Side, ...] = SIDES
    terrain: tuple[Ground, ...] = ()
    units: tuple[UnitEntry, ...]
    leaders: tuple[LeaderEntry, ...] = ()
    objectives: tuple[Objective, ...] = ()

    def deploys(self, unit: game.UnitEntry) -> bool:
        """Does its player place a unit before the first turn? (army.deployment)"""
        return self.free and unit.x is None and unit.y is None

    def field(self) -> Field:
        """The table with its ground, and the camps that the scenario does not draw."""
        field = super().field()
        return replace(field, pieces=(*field.pieces, *self._camps()))

    def _camps(self) -> Iterator[Piece]:
        """The camps of sides that have one but none drawn (army.camp)."""
        for side in self.sides:
            if side.camp and not any(ground.camp_of == side.id for ground in self.terrain):
                yield Piece(f"camp-{side.id}", CAMP, polygon=camp_outline(side.zone, side.edge, self.table))

    def camp_of(self, side: str) -> str:
        """The id of the ground that is the camp of a side; none if it has no camp (army.camp)."""
        drawn = next((ground.id for ground in self.terrain if ground.camp_of == side), "")
        has = any(one.id == side and one.camp for one in self.sides)
        return drawn or (f"camp-{side}" if has else "")


# --------------------------------------------------------------------- the roster
class Roster(Profiles[Profile], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every profile, and what a scenario is checked against."""

    leaders: tuple[LeaderProfile, ...] = field(name="leader", default=())

    def leader(self, id: str) -> LeaderProfile:
        """The profile of a leader."""
        for profile in self.leaders:
            if profile.id == id:
                return profile
        raise NotOnRoster(f'there is no leader "{id}"; {suggest(id, self.leader_ids)}')

    @property
    def leader_ids(self) -> tuple[str, ...]:
        """The ids of the profiles of leaders."""
        return tuple(profile.id for profile in self.leaders)

    @property
    def profile_ids(self) -> tuple[str, ...]:
        """The ids of the profiles of units and of leaders."""
        return (*self.unit_ids, *self.leader_ids)

    @property
    def ground_kinds(self) -> tuple[str, ...]:
        """The kinds of ground (terrain.types)."""
        return tuple(kinds())

    @property
    def impassable(self) -> tuple[str, ...]:
        """The kinds of ground that no unit enters (terrain.types)."""
        return impassable_kinds()

    @property
    def layers(self) -> Layers:
        """Which ground counts where pieces overlap: all of it (terrain.overlap)."""
        return LAYERS

    @property
    def openings(self) -> tuple[str, ...]:
        """The value for a thrown initiative, besides the sides (army.scenario)."""
        return (ROLL,)

    def footprint(self, scenario: Scenario, unit: UnitEntry) -> Shape | None:
        """The bases of a unit in its formation (troops.bases)."""
        del scenario
        if unit.profile not in self.unit_ids or min(unit.ranks) <= 0:
            return None
        return self.profile(unit.profile).shape(unit.formation, unit.ranks)

    def standing(self, scenario: Scenario) -> Iterator[game.StandingEntry]:
        """The units in their formations; leaders block nothing (troops.bases)."""
        for place, unit in enumerate(scenario.units):
            pose = unit.pose()
            if pose is not None and unit.profile in self.unit_ids and min(unit.ranks) > 0:
                shape = self.profile(unit.profile).shape(unit.formation, unit.ranks)
                yield game.StandingEntry(f"units[{place}]", unit.name, pose, shape)

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
    """Read profiles from a file; duplicates and contradictions of the rules are refused."""
    return read_profiles(source, Roster)

"""A battle of liberty: regiments with hits and markers, Generals, and where in the turn it stands."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from sandtable.game.battle import Battle
from sandtable.game.rulebook import Readings
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.profiles import Formation, Profile, SpecialRule, UnitType
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State, Wear
from sandtable.table.body import Body
from sandtable.table.pose import Pose


class Order(StrEnum):
    """The orders a unit may be given; DISORDERED and ROUTE are results (orders.data, orders.target-free)."""

    HOLD = "HOLD"
    REFORM = "REFORM"
    ADVANCE = "ADVANCE"
    RETIRE = "RETIRE"
    RUN = "RUN"
    RETREAT = "RETREAT"
    CHARGE = "CHARGE"
    RALLY = "RALLY"


class Step(StrEnum):
    """Where in a player turn the battle stands (turn.phases)."""

    INITIATIVE = "initiative"
    ORDERS = "orders"
    SHOOTING = "shooting"
    TESTS = "tests"
    END = "end"


class Regiment(Body, frozen=True, kw_only=True):
    """A unit on the table: who it is, how it stands, what it has suffered and what it did this turn."""

    key: str
    name: str
    profile_id: str
    bases: int
    formation: Formation
    brigade: str
    hits: int = 0
    disorder: int = 0
    under_fire: int = 0
    order: Order | None = None
    may_shoot: bool = False
    broken: bool = False

    @property
    def profile(self) -> Profile:
        """Its line in the army list."""
        return _profile(self.profile_id)

    @property
    def wear(self) -> Wear:
        """Its WORN/SHAKEN/AUTO BROKEN values, by its number of bases (troops.size-by-bases)."""
        return _wear(self.profile_id, self.bases)

    @property
    def state(self) -> State:
        """STEADY, WORN or SHAKEN by its hits (states.extra)."""
        return self.wear.state(self.hits)

    @property
    def arm(self) -> Arm:
        """Its row in the Combat Dice table."""
        match self.profile.type:
            case UnitType.INFANTRY:
                return Arm.INFANTRY
            case UnitType.CAVALRY:
                return Arm.MOUNTED
            case UnitType.SKIRMISHERS:
                return Arm.SKIRMISHERS
            case UnitType.ARTILLERY:
                return Arm.UNLIMBERED if self.formation is Formation.UNLIMBERED_LINE else Arm.LIMBERED

    def has(self, special: SpecialRule) -> bool:
        """Does it have this special rule?"""
        return self.profile.has(special)


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


@cache
def _wear(profile_id: str, bases: int) -> Wear:
    return _profile(profile_id).size(bases).wear


class General(Struct, frozen=True):
    """The General of a brigade: not a unit (leaders.table-presence), but its units look to him."""

    name: str
    side: int
    brigade: str
    pose: Pose
    attached_to: int | None = None


class DueTest(Struct, frozen=True):
    """A MORALE test that a unit still has to take, and its cause."""

    unit: int
    cause: Cause


class Camp(Struct, frozen=True):
    """One side of the battle: its id and name, and the table edge it calls its own."""

    id: str
    name: str
    edge: str


class LibertyBattle(Battle[Regiment], frozen=True, kw_only=True):
    """A battle of liberty between two procedures."""

    scenario: str
    turn_limit: int
    camps: tuple[Camp, Camp]
    generals: tuple[General, ...]
    first: int = 0
    readings: Readings = Readings()
    step: Step = Step.ORDERS
    tests_due: tuple[DueTest, ...] = ()

    def on_table(self, side: int) -> tuple[Regiment, ...]:
        """The units of a side that stand on the table."""
        return tuple(unit for unit in self.units if unit.side == side and unit.pose is not None)

"""A battle of liberty as a value: regiments with hits and markers, Generals, and the step of the turn."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle.battle import Battle, changed_since, exchanged, stood_still
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.command_points import CommandPoints
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.profiles import Formation, Profile, SpecialRule, UnitType
from sandtable.systems.liberty.roster import Building, Objective, roster
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import STEADY, State, Wear
from sandtable.table.space import Body, Point, Pose, TableSide


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
    """The steps of a battle and of its player turns, in order.

    turn.phases, turn.command.start, turn.command.a and those after it, turn.shooting.a, turn.shooting.b,
    turn.melee.a
    """

    INITIATIVE = "initiative"
    POINTS = "command points"
    DEPLOYMENT = "deployment"
    OPENING = "opening"
    ATTACHING = "attaching"
    RALLYING = "rallying"
    ROUTING = "routing"
    CHARGING = "charging"
    ORDERS = "orders"
    SHOOTING = "shooting"
    TESTS = "tests"
    MELEES = "melees"
    END = "end"

    @property
    def phase(self) -> str:
        return PHASE_OF[self]


PHASE_OF: Final = dict.fromkeys(Step, "Command") | {
    Step.SHOOTING: "Shooting",
    Step.TESTS: "Shooting",
    Step.MELEES: "Melee",
    Step.END: "Melee",
}
"""The phase of the player turn to which each step belongs."""


class Regiment(Body, frozen=True, kw_only=True):
    """A unit on the table: what it is, where it stands, what it has suffered and what it did this turn.

    Hits are counted; its bases stay until all are removed together (troops.no-removal). A scenario may add
    ``special`` and ``can_dismount`` to its list entry (special.unlisted, movement.mount.rate).

    * ``bases``: those it stands on now, fewer on foot than mounted;
    * ``charging``: from the contact of its charge to the end of the next Melee phase;
    * ``changed``: it limbered, unlimbered, mounted or dismounted this turn;
    * ``fired``: it gave its defensive volley in this enemy turn;
    * ``ran``: it made its rout move of this Command phase;
    * ``mounted_hits``: its hits when it dismounted, until it recovers any;
    * ``may_leave``: the table edge over which a scenario lets it withdraw.
    """

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
    withdrawn: bool = False
    routing: bool = False
    charging: bool = False
    dismounted: bool = False
    mounted_hits: int = 0
    changed: bool = False
    fired: bool = False
    broke_through: bool = False
    ran: bool = False
    may_leave: str = ""
    special: tuple[SpecialRule, ...] = ()
    can_dismount: bool | None = None

    @property
    def profile(self) -> Profile:
        """Its line in the army list."""
        return _profile(self.profile_id)

    @property
    def wear(self) -> Wear:
        """Its WORN/SHAKEN/AUTO BROKEN values, by its number of bases (troops.size-by-bases)."""
        return _wear(self.profile_id, self.bases, self.dismounted)

    @property
    def state(self) -> State:
        """STEADY, WORN or SHAKEN by its hits (states.extra); without any it is STEADY (states.steady)."""
        hits = self.hits
        return _state(self.profile_id, self.bases, self.dismounted, hits) if hits else STEADY

    @property
    def arm(self) -> Arm:
        """Its row in the Combat Dice table."""
        found = _only_arm.get(self.profile_id)
        return _arm(self.profile_id, self.formation, self.dismounted) if found is None else found

    @property
    def specials(self) -> frozenset[SpecialRule]:
        """Its special rules, by its list entry or by the scenario."""
        return _specials(self.profile_id, self.special)

    def has(self, special: SpecialRule) -> bool:
        """Does it have this special rule, by its list entry or by the scenario?"""
        return special in _specials(self.profile_id, self.special)

    @property
    def is_designated(self) -> bool:
        """May it mount and dismount, as the scenario or else its list entry says? (movement.mount.rate)"""
        return self.profile.can_dismount if self.can_dismount is None else self.can_dismount


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


@cache
def _specials(profile_id: str, more: tuple[SpecialRule, ...]) -> frozenset[SpecialRule]:
    return frozenset((*_profile(profile_id).special, *more))


_only_arm: Final[dict[str, Arm]] = {}
"""The arms of infantry and skirmishers by list entry; these do not depend on the formation."""


@cache
def _arm(profile_id: str, formation: Formation, dismounted: bool) -> Arm:  # noqa: FBT001 - as a unit has it
    match _profile(profile_id).type:
        case UnitType.INFANTRY:
            return _only_arm.setdefault(profile_id, Arm.INFANTRY)
        case UnitType.CAVALRY:
            return Arm.DISMOUNTED if dismounted else Arm.MOUNTED
        case UnitType.SKIRMISHERS:
            return _only_arm.setdefault(profile_id, Arm.SKIRMISHERS)
        case UnitType.ARTILLERY:
            return Arm.UNLIMBERED if formation is Formation.UNLIMBERED_LINE else Arm.LIMBERED


@cache
def _state(profile_id: str, bases: int, dismounted: bool, hits: int) -> State:  # noqa: FBT001 - the same
    return _wear(profile_id, bases, dismounted).state(hits)


@cache
def _wear(profile_id: str, bases: int, dismounted: bool) -> Wear:  # noqa: FBT001 - the same
    """The values of a list entry, or those of dismounted cavalry (movement.mount.rate)."""
    if dismounted:
        return next(size.wear for size in roster().dismounted.sizes if size.bases == bases)
    return _profile(profile_id).size(bases).wear


class General(Struct, frozen=True):
    """The General of a brigade; he is not a unit (leaders.table-presence).

    He has no place once he is killed or taken off. ``moved`` says that he made his one move of the turn;
    ``detached`` that he left a unit this turn and must end the phase clear of the enemy
    (leaders.detach.later).
    """

    name: str
    side: int
    brigade: str
    pose: Pose | None
    attached_to: int | None = None
    moved: bool = False
    detached: bool = False


class DueTest(Struct, frozen=True):
    """A MORALE test that is due, and its cause."""

    unit: int
    cause: Cause


class Camp(Struct, frozen=True):
    """One side of the battle: its id and name, its table edge, its Command Points, whether its player
    conceded, and its deployment zone (None is the usual one, deploy.zones).

    Its commander-in-chief is not on the table (army.cinc).
    """

    id: str
    name: str
    edge: TableSide
    points: CommandPoints = CommandPoints(0)
    conceded: bool = False
    zone: tuple[Point, ...] = ()


class Reserve(Struct, frozen=True):
    """A unit or General still off the table: the turn, the edge and the place of its arrival."""

    turn: int
    edge: TableSide
    x: int
    y: int
    unit: int | None = None
    general: int | None = None


Pair = tuple[int, int]
"""Two units of different sides in contact, the lower number first."""


class LibertyBattle(Battle[Regiment], frozen=True, kw_only=True):
    """A battle of liberty between two procedures.

    ``engagements`` are the pairs of units in melee; ``fought`` the units that have had their round of this
    Melee phase or came too late for it; ``buildings`` those that may be entered; ``specials`` the ids of the
    scenario's own rules; ``deployed`` the sides that placed a brigade, in order. Both players see all of it
    (umpire.hidden).
    """

    scenario: str
    turn_limit: int
    camps: tuple[Camp, Camp]
    generals: tuple[General, ...]
    first: int = 0
    readings: Readings = Readings()
    step: Step = Step.OPENING
    tests_due: tuple[DueTest, ...] = ()
    engagements: tuple[Pair, ...] = ()
    fought: tuple[int, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    objectives: tuple[Objective, ...] = ()
    buildings: tuple[Building, ...] = ()
    specials: tuple[str, ...] = ()
    deployed: tuple[int, ...] = ()

    def with_unit(self, unit: Regiment) -> Self:
        """The battle with one unit changed; the roll call is carried over where it still holds."""
        global _last_roll
        before, (counted, roll) = self.units, _last_roll
        after = exchanged(before, unit)
        if counted is before:
            was = before[unit.id]
            # The roll call changes if the unit came, went or broke.
            if unit.pose and was.pose and unit.broken is was.broken and unit.side == was.side:
                _last_roll = after, roll
        return replace(self, units=after)

    def with_units(self, units: tuple[Regiment, ...]) -> Self:
        """The battle with units changed, none of which came, went or moved: the scene is carried over."""
        global _last_roll
        before, (counted, roll) = self.units, _last_roll
        if counted is before:
            _last_roll = units, roll
        stood_still(before, units)
        return replace(self, units=units)

    def on_table(self, side: int) -> tuple[Regiment, ...]:
        """The units of a side that stand on the table."""
        units, (asked, found) = self.units, _last_asked[side]
        if asked is not units:
            found = roll_call(units).take[side](units)
            _last_asked[side] = units, found
        return found

    def numbers_on_table(self, side: int) -> tuple[int, ...]:
        """The numbers of the units of a side that stand on the table."""
        counted, roll = _last_roll
        if counted is not self.units:
            roll = roll_call(self.units)
        return roll.numbers[side]

    def is_decided(self) -> bool:
        """Has either army reached its break point or been given up? (victory.break-point, umpire.concede)"""
        counted, roll = _last_roll
        if counted is not self.units:
            roll = roll_call(self.units)
        one, other = self.camps
        return roll.decided or one.conceded or other.conceded

    def foes_of(self, unit: int) -> tuple[int, ...]:
        """The enemies a unit is engaged with (melee.engaged)."""
        return tuple(one + other - unit for one, other in self.engagements if unit in (one, other))

    def is_engaged(self, unit: int) -> bool:
        """Is a unit engaged in melee? (melee.engaged)"""
        return unit in self.engaged

    @property
    def engaged(self) -> frozenset[int]:
        """All units that are engaged in melee (melee.engaged)."""
        global _last_engaged
        pairs, (known, engaged) = self.engagements, _last_engaged
        if known is not pairs:
            engaged = frozenset(chain.from_iterable(pairs))
            _last_engaged = pairs, engaged
        return engaged


_last_engaged: tuple[tuple[Pair, ...], frozenset[int]] = (), frozenset()
"""The last pairs in melee and all units in them; the pairs are compared by identity."""


Take = Callable[[tuple[Regiment, ...]], tuple[Regiment, ...]]
"""Selects from all units those of one side on the table."""


class RollCall(Struct, frozen=True, gc=False):
    """A count of the units: the numbers and a selector of those of each side on the table, the lost of each
    side, and whether a side has lost half of its army.
    """

    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    take: tuple[Take, Take]
    lost: tuple[int, int]
    decided: bool


def half_of_army(units: tuple[Regiment, ...], side: int) -> int:
    """Half of an army's units, rounded up (victory.break-point)."""
    return -(-[unit.side for unit in units].count(side) // 2)


def roll_call(units: tuple[Regiment, ...]) -> RollCall:
    """The roll call of the units of a battle; the last one is kept, as most questions ask for it again."""
    global _last_roll
    before, roll = _last_roll
    if before is not units:
        if not _are_all_there(before, units):
            roll = _counted(units)
        _last_roll = units, roll
    return roll


def _are_all_there(before: tuple[Regiment, ...], units: tuple[Regiment, ...]) -> bool:
    """Did no unit come, go, break or change sides between these two?"""
    if len(before) != len(units):
        return False
    for number in changed_since(before, units):
        unit, was = units[number], before[number]
        if (
            unit.broken is not was.broken
            or unit.side != was.side
            or (unit.pose is None) is not (was.pose is None)
        ):
            return False
    return True


def _counted(units: tuple[Regiment, ...]) -> RollCall:
    here: tuple[list[int], list[int]] = ([], [])
    armies, lost = [0, 0], [0, 0]
    for unit in units:
        side = unit.side
        armies[side] += 1
        if unit.pose is not None:
            here[side].append(unit.id)
        if unit.broken:
            lost[side] += 1
    first, second = tuple(here[0]), tuple(here[1])
    # Compares twice the lost with all, as half of an odd number of units is rounded up.
    decided = 2 * lost[0] >= armies[0] or 2 * lost[1] >= armies[1]
    return RollCall((first, second), (_taking(first), _taking(second)), (lost[0], lost[1]), decided)


@lru_cache(maxsize=256)
def _taking(numbers: tuple[int, ...]) -> Take:
    """Selects the units with these numbers; itemgetter returns no tuple for fewer than two."""
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return lambda units: tuple([units[number] for number in numbers])


_last_roll: tuple[tuple[Regiment, ...], RollCall] = (), _counted(())
"""The last counted units and their roll call; the units are compared by identity."""

_last_asked: Final[list[tuple[tuple[Regiment, ...], tuple[Regiment, ...]]]] = [((), ()), ((), ())]
"""For each side, the last units asked about and those of them on the table; compared by identity."""

"""A battle of eagle: its units with their disorder, its leaders, and the current step of the turn."""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from itertools import compress
from operator import is_not
from typing import Final, TypeVar

from msgspec import Struct

from sandtable.game.battle.battle import Battle
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.engagements import (
    Aftermath,
    Charge,
    Combat,
    Contact,
    March,
    Reply,
    Shock,
    Track,
)
from sandtable.systems.eagle.options import Reading, is_other
from sandtable.systems.eagle.profiles import Profile
from sandtable.systems.eagle.records import Control, Record, Removal, Role
from sandtable.systems.eagle.roster import Objective, roster
from sandtable.systems.eagle.shapes import Layout, Ranks
from sandtable.systems.eagle.troops import LIGHT, MOUNTED, Formation, Grade, Nation, TroopClass
from sandtable.table.space import Body, Point, Pose, TableSide, hundredths, standing

T = TypeVar("T")


# --------------------------------------------------------------------- the turn
class Phase(StrEnum):
    """The five phases of a turn, and what lies before, between and after them (turn.phases)."""

    SETUP = "setup"
    INITIATIVE = "initiative"
    COMMAND = "command"
    MANOEUVRE = "manoeuvre and shooting"
    CHARGE = "charge"
    COMBAT = "combat resolution"
    AFTER = "after combat moves"
    END = "end of turn"


class Step(StrEnum):
    """The steps of a battle and of a turn, in the order in which they are taken.

    turn.phases, turn.command.order, turn.initiative.use, turn.activation, turn.end
    """

    DEPLOYMENT = "deployment"
    INITIATIVE = "initiative"
    FIRST_LEADERS = "first leader actions"
    FIRST_CONTROL = "first control tests"
    SECOND_LEADERS = "second leader actions"
    SECOND_CONTROL = "second control tests"
    PURSUITS = "continued routs and pursuits"
    SIDE_FIRST = "which side goes first"
    FIRST_MANOEUVRES = "first manoeuvres"
    SECOND_MANOEUVRES = "second manoeuvres"
    FIRST_CHARGES = "first charges"
    SECOND_CHARGES = "second charges"
    FIRST_ANSWERS = "first responses"
    SECOND_ANSWERS = "second responses"
    CHARGE_MOVES = "charge moves"
    COMBATS = "combats"
    AFTER_MOVES = "after combat moves"
    END = "end of turn"

    @property
    def phase(self) -> Phase:
        """Its phase."""
        return PHASES[self]


PHASES: Final = {
    Step.DEPLOYMENT: Phase.SETUP,
    Step.INITIATIVE: Phase.INITIATIVE,
    Step.FIRST_LEADERS: Phase.COMMAND,
    Step.FIRST_CONTROL: Phase.COMMAND,
    Step.SECOND_LEADERS: Phase.COMMAND,
    Step.SECOND_CONTROL: Phase.COMMAND,
    Step.PURSUITS: Phase.MANOEUVRE,
    Step.SIDE_FIRST: Phase.MANOEUVRE,
    Step.FIRST_MANOEUVRES: Phase.MANOEUVRE,
    Step.SECOND_MANOEUVRES: Phase.MANOEUVRE,
    Step.FIRST_CHARGES: Phase.CHARGE,
    Step.SECOND_CHARGES: Phase.CHARGE,
    Step.FIRST_ANSWERS: Phase.CHARGE,
    Step.SECOND_ANSWERS: Phase.CHARGE,
    Step.CHARGE_MOVES: Phase.CHARGE,
    Step.COMBATS: Phase.COMBAT,
    Step.AFTER_MOVES: Phase.AFTER,
    Step.END: Phase.END,
}
"""The phase of each step (turn.phases)."""


# --------------------------------------------------------------------- units
class EagleUnit(Body, frozen=True, kw_only=True):
    """A unit: its identity, how it stands, what it has suffered, and what it did lately.

    ``began`` is the number of bases with which it began, ``ranks`` those in each of its ranks or lines now.
    ``formed`` is never true of LI, LC and CH (formation.unformed). ``last`` is its record of the turn before,
    ``record`` its record of this turn (control.last-move). ``control`` and ``guide`` say how it acts this
    turn, once its control is settled. ``pursuing``: it pursues, ``quarry`` if there is one; ``caught``: it
    routs with a pursuer upon it; ``looting``: the ground that it loots.

    For this turn: ``steadied`` and ``inspired`` are what leaders did for it, ``taken`` that it had its
    activity, ``moved`` that it is no longer stationary in this phase (movement.passage.detail), ``reformed``
    that it re-formed, ``rode`` that it changed place by an inch or more and ``rode_before`` that it did so in
    the turn before (movement.cavalry.moved-before). ``owed`` are the units that take a point for a passage if
    it still moves, ``crossed`` that it has had its point for passages this turn. ``rounds`` counts its rounds
    of combat, ``fought`` are the enemies it touched in the last of them (melee.round), ``role`` is its role
    in the next (melee.role), ``charged_in`` that it charged into the combat it fights (melee.british.detail).
    A unit without a pose that is not ``removed`` has not been placed yet.
    """

    key: str
    name: str
    profile_id: str
    command: str
    legion: str
    eagle: bool
    began: int
    formation: Formation
    ranks: Ranks
    formed: bool
    dp: int = 0
    shaken: bool = False
    routing: bool = False
    removed: Removal | None = None
    last: Record = Record.STAND
    record: Record | None = None
    control: Control | None = None
    guide: int | None = None
    pursuing: bool = False
    quarry: int | None = None
    caught: bool = False
    looting: str = ""
    steadied: bool = False
    inspired: int = 0
    taken: bool = False
    moved: bool = False
    reformed: bool = False
    rode: bool = False
    rode_before: bool = False
    owed: tuple[int, ...] = ()
    crossed: bool = False
    rounds: int = 0
    fought: tuple[int, ...] = ()
    role: Role = Role.STAND
    charged_in: bool = False

    @property
    def profile(self) -> Profile:
        """Its profile in the roster."""
        return _profile(self.profile_id)

    @property
    def troop_class(self) -> TroopClass:
        """Its class (troops.classes)."""
        return _profile(self.profile_id).troop_class

    @property
    def grade(self) -> Grade:
        """Its grade (troops.grades)."""
        return _profile(self.profile_id).grade

    @property
    def nation(self) -> Nation:
        """Its nation (army.nations)."""
        return _profile(self.profile_id).nation

    @property
    def is_legion(self) -> bool:
        """Is it a unit of a Legion? (troops.legion)"""
        return bool(self.legion)

    @property
    def layout(self) -> Layout:
        """Its formation and ranks."""
        return Layout(self.formation, self.ranks)

    @property
    def bases(self) -> int:
        """The number of bases it has left."""
        return sum(self.ranks)

    @property
    def lines(self) -> int:
        """The lines in which it stands; one unless it is multi-line (formation.multi-line)."""
        return len(self.ranks) if self.formation is Formation.MULTI_LINE else 1

    @property
    def is_light(self) -> bool:
        """Is it light troops? (troops.classes)"""
        return _profile(self.profile_id).troop_class in LIGHT

    @property
    def is_mounted(self) -> bool:
        """Does it count as cavalry? (movement.classes)"""
        return _profile(self.profile_id).troop_class in MOUNTED

    @property
    def turns_freely(self) -> bool:
        """Does it turn on the spot and move in any direction? (movement.wheel.detail, formation.unformed)"""
        return not self.formed


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


# --------------------------------------------------------------------- leaders
class Leader(Struct, frozen=True, kw_only=True):
    """A leader: not a unit, but a marker that blocks nothing (troops.bases).

    ``start`` are the actions he came with, ``actions`` those he has, ``left`` those not yet spent this turn
    (command.actions.number); a ``crippled`` leader can only move (leaders.wound.reconcile). He stands at
    ``place``, or with the unit to which he is ``attached`` (command.attach). ``steadied`` says that he may
    not move again this turn, ``inspired`` how often he has inspired the unit he is with, ``rode`` that he has
    made his free move (command.move.manoeuvre). ``lost_in`` is the turn in which he was lost, ``fell_at`` and
    ``fell_with`` are the place and the unit; ``second`` marks a second in command, ``post_lost`` that his
    post has been lost once (victory.value).
    """

    id: int
    key: str
    name: str
    side: int
    general: bool
    start: int
    actions: int
    place: Point | None = None
    attached: int | None = None
    left: int = 0
    crippled: bool = False
    steadied: bool = False
    inspired: int = 0
    rode: bool = False
    lost_in: int = 0
    fell_at: Point | None = None
    fell_with: int | None = None
    second: bool = False
    post_lost: bool = False

    @property
    def is_present(self) -> bool:
        """Is he alive and on the table?"""
        return self.place is not None or self.attached is not None


# --------------------------------------------------------------------- sides
class Camp(Struct, frozen=True):
    """One side of the battle: its id and name, nation, table edge and zone, and its camp or baggage.

    ``baggage`` is the id of the ground that is its camp (army.camp), ``looters`` the enemy units that have
    looted it since before this turn began, ``baggage_lost`` that it is lost; ``conceded`` that its player
    gave the battle up (victory.concede).
    """

    id: str
    name: str
    nation: Nation
    edge: TableSide
    zone: tuple[Point, ...] = ()
    role: str = ""
    baggage: str = ""
    looters: tuple[int, ...] = ()
    baggage_lost: bool = False
    conceded: bool = False


# --------------------------------------------------------------------- the battle
class EagleBattle(Battle[EagleUnit], frozen=True, kw_only=True):
    """A battle of eagle between two procedures; all of it is open to both players.

    ``holder`` is the side with the initiative this turn, ``opening`` the side that has it in turn 1 without a
    throw. ``contacts`` are changed by events only. ``charges`` and ``replies`` are those of this Charge
    phase, ``combats`` those of this Combat Resolution phase in the order in which they are settled,
    ``aftermaths`` their results, ``tracks`` the flights and ``marches`` the voluntary moves of this phase.
    ``shocks`` are resolved before anything else goes on. ``specials`` are the ids of the scenario's own
    rules.

    Before the battle ``deploys_first`` is the side that places first, once that is known, and ``divided`` are
    the Legions whose owner has decided how they stand (army.deployment, troops.legion).
    """

    scenario: str
    turn_limit: int
    camps: tuple[Camp, Camp]
    leaders: tuple[Leader, ...]
    readings: Readings = Readings()
    step: Step = Step.INITIATIVE
    holder: int = 0
    opening: int | None = None
    contacts: tuple[Contact, ...] = ()
    charges: tuple[Charge, ...] = ()
    replies: tuple[Reply, ...] = ()
    combats: tuple[Combat, ...] = ()
    aftermaths: tuple[Aftermath, ...] = ()
    tracks: tuple[Track, ...] = ()
    marches: tuple[March, ...] = ()
    shocks: tuple[Shock, ...] = ()
    objectives: tuple[Objective, ...] = ()
    specials: tuple[str, ...] = ()
    deploys_first: int | None = None
    divided: tuple[int, ...] = ()

    def is_other(self, rule: Reading) -> bool:
        """Is a rule with two readings played by the second?"""
        return is_other(self.readings, rule)

    def has(self, special: str) -> bool:
        """Does the scenario have a rule of its own with this id?"""
        return special in self.specials

    def on_table(self, side: int) -> tuple[EagleUnit, ...]:
        """The units of a side on the table, routers included."""
        return roll_call(self.units).on_table(side)

    def numbers_on_table(self, side: int) -> tuple[int, ...]:
        """The numbers of the units of a side on the table, routers included."""
        return roll_call(self.units).numbers_on_table[side]

    def unbroken(self, side: int) -> tuple[EagleUnit, ...]:
        """The units of a side on the table that do not rout (morale.broken)."""
        return roll_call(self.units).unbroken(side)

    def numbers_unbroken(self, side: int) -> tuple[int, ...]:
        """The numbers of the units of a side on the table that do not rout (morale.broken)."""
        return roll_call(self.units).numbers[side]

    def routers(self, side: int) -> tuple[EagleUnit, ...]:
        """The routing units of a side (rout.state)."""
        told = roll_call(self.units)
        if told.numbers_on_table[side] is told.numbers[side]:
            return ()
        return tuple([unit for unit in told.on_table(side) if unit.routing])

    def touching(self, unit: int) -> tuple[int, ...]:
        """All enemies that a unit touches, routers included (melee.contact)."""
        found: list[int] = []
        for contact in self.contacts:
            if contact.striker == unit:
                found.append(contact.struck)
            elif contact.struck == unit:
                found.append(contact.striker)
        return tuple(found)

    def foes_of(self, unit: int) -> tuple[int, ...]:
        """The unbroken enemies that a unit touches; none if it routs itself (melee.contact)."""
        if not self.contacts or self.units[unit].routing:
            return ()
        units = self.units
        return tuple([foe for foe in self.touching(unit) if not units[foe].routing])

    def is_engaged(self, unit: int) -> bool:
        """Is a unit in combat: does it touch an enemy that does not rout? (melee.contact)"""
        contacts, units = self.contacts, self.units
        if not contacts or units[unit].routing:
            return False
        for contact in contacts:
            striker, struck = contact.striker, contact.struck
            if (striker == unit and not units[struck].routing) or (
                struck == unit and not units[striker].routing
            ):
                return True
        return False

    def engaged(self) -> set[int]:
        """All units in combat, by the same rule as `is_engaged` (melee.contact)."""
        units, found = self.units, set[int]()
        for contact in self.contacts:
            striker, struck = contact.striker, contact.struck
            if not units[striker].routing and not units[struck].routing:
                found.add(striker)
                found.add(struck)
        return found

    def attached_to(self, unit: int) -> tuple[Leader, ...]:
        """The leaders with a unit (command.attach)."""
        return tuple(leader for leader in self.leaders if leader.attached == unit)

    def leaders_of(self, side: int) -> tuple[Leader, ...]:
        """The leaders of a side that are on the table."""
        return present(self.leaders)[side]

    def general_of(self, side: int) -> Leader | None:
        """The General of a side, if he is on the table (leaders.general)."""
        for leader in self.leaders_of(side):
            if leader.general:
                return leader
        return None

    def place_of(self, leader: Leader) -> Point:
        """The place of a leader's marker; with a unit, the middle of its front rank (command.attach)."""
        if leader.attached is None:
            assert leader.place is not None, f"{leader.name} is not on the table"
            return leader.place
        unit = self.units[leader.attached]
        return _in_front_rank(standing(unit), unit.troop_class)

    def charge_of(self, unit: int) -> Charge | None:
        """The charge that a unit has declared this turn."""
        return next((charge for charge in self.charges if charge.unit == unit), None)

    def reply_of(self, unit: int) -> Reply | None:
        """The answer of a unit to the charges against it this turn."""
        return next((reply for reply in self.replies if reply.unit == unit), None)

    def march_of(self, unit: int) -> March | None:
        """The voluntary move of a unit in this phase (control.conform)."""
        for march in self.marches:
            if march.unit == unit:
                return march
        return None

    def track_of(self, unit: int) -> Track | None:
        """The last flight of a unit in this phase."""
        if not self.tracks:
            return None
        return next((track for track in reversed(self.tracks) if track.unit == unit), None)


@lru_cache(maxsize=1024)
def _in_front_rank(pose: Pose, troop_class: TroopClass) -> Point:
    """The middle of the front rank of a unit, where a leader's marker stands, to the hundredth.

    Cached, because it is needed for every leader and every unit that he may be near.
    """
    x, y = pose.at(0, -troop_class.depth / 2)
    return Point(float(hundredths(x)), float(hundredths(y)))


Sides = tuple[T, T]
"""One value for each side."""


class RollCall(Struct, frozen=True):
    """A cache: the numbers of the units of each side on the table, and of the unbroken ones.

    If no unit of a side routs, both are the same tuple. ``here`` and ``standing`` are the units themselves,
    filled in on demand and kept as long as no unit of the side changes.
    """

    units: tuple[EagleUnit, ...]
    numbers_on_table: Sides[tuple[int, ...]]
    numbers: Sides[tuple[int, ...]]
    here: list[tuple[EagleUnit, ...] | None]
    standing: list[tuple[EagleUnit, ...] | None]

    def on_table(self, side: int) -> tuple[EagleUnit, ...]:
        """The units of a side on the table."""
        found = self.here[side]
        if found is None:
            units = self.units
            found = self.here[side] = tuple([units[one] for one in self.numbers_on_table[side]])
        return found

    def unbroken(self, side: int) -> tuple[EagleUnit, ...]:
        """The units of a side that do not rout; the same tuple as `on_table` if none routs."""
        found = self.standing[side]
        if found is None:
            if self.numbers[side] is self.numbers_on_table[side]:
                found = self.on_table(side)
            else:
                units = self.units
                found = tuple([units[one] for one in self.numbers[side]])
            self.standing[side] = found
        return found


_last: RollCall = RollCall((), ((), ()), ((), ()), [None, None], [None, None])
"""The last count, kept because the next battle differs in a few units only; units are immutable."""


def roll_call(units: tuple[EagleUnit, ...]) -> RollCall:
    """The count of the units, kept while the tuple of units is the same object."""
    global _last
    last = _last
    if last.units is units:
        return last
    _last = found = recounted(last, units) or counted(units)
    return found


def counted(units: tuple[EagleUnit, ...]) -> RollCall:
    """A new count of all units."""
    here = [unit for unit in units if unit.pose is not None]
    one, other = [tuple([unit.id for unit in here if unit.side == side]) for side in (0, 1)]
    first, second = one, other
    if any(unit.routing for unit in here):
        first, second = [_those_that_stand(side, units) for side in (one, other)]
    return RollCall(units, (one, other), (first, second), [None, None], [None, None])


def _those_that_stand(numbers: tuple[int, ...], units: tuple[EagleUnit, ...]) -> tuple[int, ...]:
    """The numbers of the unbroken units; the same tuple if none routs."""
    unbroken = tuple([number for number in numbers if not units[number].routing])
    return numbers if len(unbroken) == len(numbers) else unbroken


def recounted(last: RollCall, units: tuple[EagleUnit, ...]) -> RollCall | None:
    """The last count with changed units replaced; None if any came, left, broke, rallied or changed side."""
    if len(last.units) != len(units):
        return None
    known, here, standing = last.units, last.here.copy(), last.standing.copy()
    for number in compress(range(len(units)), map(is_not, known, units)):
        before, unit = known[number], units[number]
        if before.routing is not unit.routing:
            return None
        if before.pose is not unit.pose and (before.pose is None or unit.pose is None):
            return None
        side = unit.side
        if before.side != side:
            return None
        here[side] = standing[side] = None
    return RollCall(units, last.numbers_on_table, last.numbers, here, standing)


@by_identity(most=64)
def present(leaders: tuple[Leader, ...]) -> tuple[tuple[Leader, ...], tuple[Leader, ...]]:
    """The leaders of each side on the table, kept while the tuple of leaders is the same object."""
    here = [leader for leader in leaders if leader.is_present]
    return tuple([one for one in here if not one.side]), tuple([one for one in here if one.side])

"""The state of a tricorn battle: units and their disorder, officers, commands, the deck, and the place in the
turn."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.dice.deck import Deck
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.options import Reading, is_other
from sandtable.systems.tricorn.profiles import Profile
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.roster import roster
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.troops import (
    NO_VALUE,
    Category,
    CombatValue,
    Formation,
    Quality,
    TroopType,
    limbered_value,
)
from sandtable.table.room import Place
from sandtable.table.space import Body, Point, Pose, TableSide, hundredths, standing

RESHUFFLE: Final = "Re-Shuffle"
"""What is printed on the two Re-Shuffle Cards (cards.reshuffle.count)."""


# --------------------------------------------------------------------- the turn
class Phase(StrEnum):
    """The numbered steps of an activation, and the phases before and after them (turn.sequence)."""

    SETUP = "setup"
    CARD = "card"
    MOVEMENT = "movement"
    FIRING = "firing"
    MELEE = "melee"
    END = "end of turn"


class Step(StrEnum):
    """The steps of a battle and of an activation, in the order they are taken.

    turn.sequence; firing is declared by the active side and then by the other, resolved for all, and then the
    units hit consult the morale table (shooting.simultaneous, shooting.resolution-order).
    """

    DEPLOYMENT = "deployment"
    CARD = "card"
    MOVEMENT = "movement"
    FIRE = "fire"
    RETURN_FIRE = "return fire"
    VOLLEY = "volley"
    CONSULT = "morale after fire"
    MELEE = "melee"
    END = "end of turn"

    @property
    def phase(self) -> Phase:
        """The phase that the step belongs to."""
        return PHASES[self]


PHASES: Final = {
    Step.DEPLOYMENT: Phase.SETUP,
    Step.CARD: Phase.CARD,
    Step.MOVEMENT: Phase.MOVEMENT,
    Step.FIRE: Phase.FIRING,
    Step.RETURN_FIRE: Phase.FIRING,
    Step.VOLLEY: Phase.FIRING,
    Step.CONSULT: Phase.FIRING,
    Step.MELEE: Phase.MELEE,
    Step.END: Phase.END,
}
"""The phase of each step (turn.sequence)."""
PHASE_NAMES: Final = {step: phase.value for step, phase in PHASES.items()}
"""The name of the phase of each step, as a battle keeps it."""


class Allowance(StrEnum):
    """How much of a move the active General's units have: none if he declined, half or all by his roll.

    turn.passed-move, turn.initiative.pass, turn.initiative.fail.half-move
    """

    NONE = "none"
    HALF = "half"
    FULL = "full"


class Activation(Struct, frozen=True):
    """The active officer, his command (None for a Commander in Chief without one) and side.

    ``in_command`` are the units within his Command Radius when he rolled (command.radius.measure);
    ``officer_moved`` that he has made his own move (leaders.move); ``by_chief`` the Commander in Chief who
    gave up his card for him (cards.cc.transfer).
    """

    officer: int
    command: int | None
    side: int
    allowance: Allowance
    in_command: tuple[int, ...] = ()
    officer_moved: bool = False
    by_chief: int | None = None


# --------------------------------------------------------------------- units
# Aliases of enumeration members: attribute lookup on the class is slower than a module global.
FOOT: Final = Category.FOOT
MOUNTED: Final = Category.MOUNTED
ARTILLERY: Final = Category.ARTILLERY
COLUMNS: Final = tuple(formation for formation in Formation if formation.is_column)
"""Formations that count as Road/March Column (formation.column, formation.limbered)."""
ABANDONED: Final = Formation.ABANDONED
"""The formation of guns whose crews have left them (artillery.abandoned)."""


class Removal(StrEnum):
    """How a unit left play; each counts as lost (army.loss-count)."""

    ELIMINATED = "eliminated"
    CAPTURED = "captured"
    OFF_TABLE = "off the table"


class TricornUnit(Body, frozen=True, kw_only=True):
    """A unit: its identity, its place and formation, its Disorder Markers, and what it did in this
    activation.

    ``markers`` are all its markers, ``permanent`` those among them that cannot be removed
    (disorder.permanent). ``garrison`` is the stronghold it holds: its body is then the outline, and
    ``emplaced`` is the place and facing of a battery in a redoubt (terrain.garrison, terrain.redoubt).
    ``sidestepped`` are the enemies that it reached by a Side Step (geometry.edge-contact). ``forced_until``
    is the last turn in which it counts as Forced Marched, 0 if it does not (movement.forced-march). ``entry``
    is where it enters, if it has not arrived (setup.arrivals): a unit that has neither a pose nor been
    ``removed`` is not on the table yet.

    Of this activation: ``moved`` and ``rallied`` (shooting.cv.moved.detail), ``broke_off`` that it tried to
    (movement.break-off.once), ``passed`` that a formed friend went through it
    (movement.pass-through.whole-move). ``named`` says that it has acted in this step, ``withdrew`` that it
    withdrew in it (withdraw.later). Of this step: ``spent`` is the part of a Full Move that it has used
    (movement.allowance), ``began`` is where its move began, once part of it is made
    (geometry.flank-zone.contact).
    """

    key: str
    name: str
    profile_id: str
    command: int
    formation: Formation
    markers: int = 0
    permanent: int = 0
    garrison: str = ""
    emplaced: Pose | None = None
    sidestepped: tuple[int, ...] = ()
    forced_until: int = 0
    entry: Pose | None = None
    moved: bool = False
    rallied: bool = False
    broke_off: bool = False
    passed: bool = False
    named: bool = False
    withdrew: bool = False
    spent: int = 0
    began: Place | None = None
    removed: Removal | None = None

    @property
    def start(self) -> Place:
        """Where its move began; its present place if it has not moved yet."""
        return self.began or Place(standing(self), self.shape)

    @property
    def profile(self) -> Profile:
        """Its line of the roster."""
        return _profile(self.profile_id)

    @property
    def type(self) -> TroopType:
        """Its troop type within its category."""
        return self.profile.type

    @property
    def category(self) -> Category:
        """Foot, Mounted or Artillery (troops.categories)."""
        return _category(self.profile_id)

    @property
    def quality(self) -> Quality:
        """Its quality (troops.quality)."""
        return self.profile.quality

    @property
    def is_foot(self) -> bool:
        """Is it Foot?"""
        return _category(self.profile_id) is FOOT

    @property
    def is_mounted(self) -> bool:
        """Is it Mounted?"""
        return _category(self.profile_id) is MOUNTED

    @property
    def is_artillery(self) -> bool:
        """Is it Artillery?"""
        return _category(self.profile_id) is ARTILLERY

    @property
    def is_formed(self) -> bool:
        """Is it formed? Light Infantry is not (troops.light-infantry)."""
        return _is_formed(self.profile_id)

    @property
    def is_column(self) -> bool:
        """Is it in Road/March Column, or limbered? (formation.column, formation.limbered)"""
        return self.formation in COLUMNS

    @property
    def is_garrison(self) -> bool:
        """Does it hold a stronghold, as Foot or as guns in a redoubt? (terrain.garrison, terrain.redoubt)"""
        return bool(self.garrison)

    @property
    def is_abandoned(self) -> bool:
        """Have its crews left the guns? (artillery.abandoned)"""
        return self.formation is ABANDONED

    @property
    def removable(self) -> int:
        """The number of markers that can still be removed (rally.once, disorder.permanent)."""
        return self.markers - self.permanent

    @property
    def value(self) -> CombatValue:
        """Its Combat Value in its present formation: limbered or abandoned guns have another.

        troops.combat-values
        """
        if self.formation is Formation.LIMBERED:
            return limbered_value()
        return NO_VALUE if self.is_abandoned else self.profile.value


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


@cache
def _category(profile_id: str) -> Category:
    return _profile(profile_id).category


@cache
def _is_formed(profile_id: str) -> bool:
    return _profile(profile_id).is_formed


# --------------------------------------------------------------------- commands and officers
class Officer(Struct, frozen=True):
    """A General or Commander in Chief: his card, rating and command, and where he is.

    ``card`` is what his Command Card says; it stays the same when another takes over the command. ``place``
    is the centre of his base, ``attached`` the unit he is with instead (leaders.attach); with neither he is
    off the table or ``lost``. ``entry`` is where he enters (setup.arrivals). ``command`` is None for a
    Commander in Chief without units of his own (cards.cc.no-command).
    """

    id: int
    side: int
    name: str
    card: str
    rating: Rating
    command: int | None
    chief: bool = False
    place: Point | None = None
    attached: int | None = None
    entry: Point | None = None
    lost: bool = False

    @property
    def is_free_chief(self) -> bool:
        """Is he a Commander in Chief without a command of his own? (morale.mod.cc-attached)"""
        return self.chief and self.command is None

    @property
    def is_here(self) -> bool:
        """Is he on the table, by himself or with a unit?"""
        return self.place is not None or self.attached is not None


class Command(Struct, frozen=True):
    """A command: its leader, how many units it began with, and when it arrives.

    ``demoralized`` is set at the end of a turn (army.demoralized); ``no_melee`` is the turn in which it may
    start no more melees, or 0 (command.poor.no-melee).
    """

    key: str
    side: int
    officer: int
    began: int
    arrives: int = 0
    demoralized: bool = False
    no_melee: int = 0


class Camp(Struct, frozen=True):
    """One side of the battle: its id and name, its table edge, the zone it deploys in, its break point.

    army.break-point; ``points`` are those it begins with (victory.points), ``chief_lost`` counts in its
    losses (leaders.casualty.cc), ``generals_lost`` in the enemy's points; ``conceded`` ends the battle
    (victory.break).
    """

    id: str
    name: str
    edge: TableSide
    zone: tuple[Point, ...]
    break_point: int
    points: int = 0
    chief_lost: bool = False
    generals_lost: int = 0
    conceded: bool = False


class Prize(Struct, frozen=True):
    """An objective: its place, its value if held at the end, and its holder (victory.objective)."""

    key: str
    name: str
    point: Point
    points: int
    holder: int | None = None


# --------------------------------------------------------------------- fire and its consequences
class Shot(Struct, frozen=True):
    """A declared shot: the shooter, the target, and the supporting units (shooting.simultaneous)."""

    shooter: int
    target: int
    supporters: tuple[int, ...] = ()


class Due(Struct, frozen=True):
    """A unit that gained markers by fire and has to consult the morale table (shooting.resolution-order).

    ``shooters`` are all enemies that fired at it in this step; ``in_flank`` and ``by_guns`` that any of them
    fired into its flank or rear, or was artillery at short range, hit or miss (morale.mod.scope). ``nearest``
    is the nearest that hit, ``aside`` says that it fired into flank or rear (shooting.recoil-direction),
    ``origin`` is its centre when it fired. ``cover``, ``uphill`` and ``stream`` held against any of the
    shooters (morale.mod.scope, morale.mod.defending-cover).
    """

    unit: int
    shooters: tuple[int, ...]
    nearest: int
    aside: bool = False
    in_flank: bool = False
    by_guns: bool = False
    cover: bool = False
    uphill: bool = False
    stream: bool = False
    origin: Point = Point(0.0, 0.0)


def whole(point: Point) -> Point:
    """A computed point rounded to the nearest hundredth of an inch, as a battle stores it.

    geometry.table
    """
    return Point(float(hundredths(point.x)), float(hundredths(point.y)))


# --------------------------------------------------------------------- the battle
class TricornBattle(Battle[TricornUnit], frozen=True, kw_only=True):
    """The state of a battle between two procedures.

    ``deck`` holds the cards left, in alphabetical order, and those turned this turn. The order of drawing
    is not stored, so the next card is unknown (cards.shuffle, setup.information). ``activated`` are the
    officers who have had their activation this turn, by their own card or through the Commander in Chief
    (turn.once-each), ``declined`` those among them who did not move (turn.passed-move).

    ``shots`` and ``dues`` are those of this firing step. ``fought`` have been a primary in this melee step,
    ``supported`` have given their support (melee.primary, melee.support-once), ``followed`` have followed up
    in this activation (movement.follow-up.detail). Of the combat that is being settled, ``recoiled`` are the
    units that gave ground (melee.one-recoil), ``blocked`` those with a marker for it (recoil.blocked), and
    ``jostled`` the pairs of a unit that checked and the one that ran into it (morale.recoiled-into.once).
    With free deployment ``deploys_first`` is the side that places a command first, once that is known
    (setup.deployment).
    """

    scenario: str
    turn_limit: int
    camps: tuple[Camp, Camp]
    commands: tuple[Command, ...]
    officers: tuple[Officer, ...]
    deck: Deck
    readings: Readings = Readings()
    step: Step = Step.CARD
    activation: Activation | None = None
    activated: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    shots: tuple[Shot, ...] = ()
    dues: tuple[Due, ...] = ()
    fought: tuple[int, ...] = ()
    supported: tuple[int, ...] = ()
    followed: tuple[int, ...] = ()
    recoiled: tuple[int, ...] = ()
    blocked: tuple[int, ...] = ()
    jostled: tuple[tuple[int, int], ...] = ()
    strongholds: tuple[Stronghold, ...] = ()
    prizes: tuple[Prize, ...] = ()
    deploys_first: int | None = None

    def is_other(self, rule: Reading) -> bool:
        """Is a rule with two readings played by its second reading?"""
        return is_other(self.readings, rule)

    def on_table(self, side: int) -> tuple[TricornUnit, ...]:
        """The units of a side on the table, including abandoned guns."""
        return roll_call(self.units).on_table[side]

    def enemies_of(self, side: int) -> tuple[TricornUnit, ...]:
        """The enemy units of a side on the table, except abandoned guns, which cannot be fought.

        artillery.abandoned, rally.conditions
        """
        return roll_call(self.units).able[1 - side]

    def waiting(self) -> tuple[TricornUnit, ...]:
        """The units that are neither on the table nor lost (setup.arrivals)."""
        return roll_call(self.units).waiting

    def lost(self, side: int) -> tuple[TricornUnit, ...]:
        """The units that a side has lost, including abandoned guns (army.loss-count)."""
        return roll_call(self.units).lost[side]

    def abandoned(self, side: int) -> tuple[TricornUnit, ...]:
        """The guns of a side that stand on the table without their crews (artillery.abandoned)."""
        lost = roll_call(self.units).lost[side]
        return tuple([one for one in lost if one.pose is not None]) if lost else ()

    def units_of(self, command: int) -> tuple[TricornUnit, ...]:
        """The units of a command that are not lost, including those still to arrive."""
        known = roll_call(self.units).commands
        found = known.get(command)
        if found is None:
            mine = [unit for unit in self.units if unit.command == command and unit.removed is None]
            found = known[command] = tuple(mine)
        return found

    def officer_with(self, unit: int) -> Officer | None:
        """The officer attached to a unit, or None (leaders.attach)."""
        return next((one for one in self.officers if one.attached == unit), None)

    def officer_on(self, card: str) -> Officer | None:
        """The officer of a card; None for a Re-Shuffle Card (cards.deck)."""
        return next((one for one in self.officers if one.card == card), None)

    def general_of(self, unit: TricornUnit) -> Officer:
        """The officer who leads a unit's command (command.organisation)."""
        return self.officers[self.commands[unit.command].officer]

    def chief(self, side: int) -> Officer | None:
        """The Commander in Chief that a side began with; None once a General has succeeded him.

        command.organisation, leaders.casualty.cc
        """
        return next((one for one in self.officers if one.side == side and one.chief), None)

    def is_active(self, unit: TricornUnit) -> bool:
        """Does a unit belong to the active command, in or out of the Command Radius, even if its General is
        lost?

        turn.active-units, turn.active-general-lost
        """
        return self.activation is not None and self.activation.command == unit.command

    def is_in_command(self, unit: TricornUnit) -> bool:
        """Was it within the active General's Command Radius when he rolled? (command.radius.measure)"""
        return self.activation is not None and unit.id in self.activation.in_command

    def active_units(self) -> tuple[TricornUnit, ...]:
        """The units of the active command on the table (turn.active-units)."""
        if self.activation is None or self.activation.command is None:
            return ()
        known, command = roll_call(self.units).arrived, self.activation.command
        found = known.get(command)
        if found is None:
            here = self.on_table(self.activation.side)
            found = known[command] = tuple([unit for unit in here if unit.command == command])
        return found

    def stronghold(self, piece: str) -> Stronghold:
        """The stronghold on a piece of ground."""
        return next(place for place in self.strongholds if place.piece == piece)

    def garrison_of(self, piece: str) -> TricornUnit | None:
        """The unit that holds a stronghold, or None (terrain.garrison)."""
        return self.garrisons.get(piece)

    @property
    def garrisons(self) -> dict[str, TricornUnit]:
        """The units that hold strongholds, by the piece of ground (terrain.garrison)."""
        return roll_call(self.units).garrisons


class RollCall(NamedTuple):
    """The units of a battle grouped once: by side those on the table, able to fight and lost; garrisons by
    stronghold; and those still to arrive.

    ``commands`` (not lost) and ``arrived`` (on the table) are filled on first use.
    """

    on_table: tuple[tuple[TricornUnit, ...], tuple[TricornUnit, ...]]
    able: tuple[tuple[TricornUnit, ...], tuple[TricornUnit, ...]]
    lost: tuple[tuple[TricornUnit, ...], tuple[TricornUnit, ...]]
    garrisons: dict[str, TricornUnit]
    waiting: tuple[TricornUnit, ...]
    commands: dict[int, tuple[TricornUnit, ...]]
    arrived: dict[int, tuple[TricornUnit, ...]]


_last: tuple[tuple[TricornUnit, ...], RollCall] | None = None
"""The last roll call and its units: it saves the cache lookup while the tuple of units is the same object."""


def roll_call(units: tuple[TricornUnit, ...]) -> RollCall:
    """The units of a battle by side, state and command (army.loss-count, artillery.abandoned)."""
    global _last
    last = _last
    if last is None or last[0] is not units:
        last = _last = units, _counted(units)
    return last[1]


@by_identity(most=64)
def _counted(units: tuple[TricornUnit, ...]) -> RollCall:
    """Group the units for `roll_call`."""
    here = [unit for unit in units if unit.pose is not None]
    lost = [unit for unit in units if unit.removed is not None or unit.formation is ABANDONED]
    garrisons = {unit.garrison: unit for unit in here if unit.garrison}
    sides, absent = _by_side(here), len(units) - len(here)
    waiting = tuple([one for one in units if one.pose is None and one.removed is None]) if absent else ()
    if not lost:
        return RollCall(sides, sides, ((), ()), garrisons, waiting, {}, {})
    able = [unit for unit in here if unit.formation is not ABANDONED]
    return RollCall(sides, _by_side(able), _by_side(lost), garrisons, waiting, {}, {})


def _by_side(units: list[TricornUnit]) -> tuple[tuple[TricornUnit, ...], tuple[TricornUnit, ...]]:
    return tuple([unit for unit in units if not unit.side]), tuple([unit for unit in units if unit.side])

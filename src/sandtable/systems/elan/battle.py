"""A battle of elan: its units, brigades and commanders, what they did this turn, and the current step."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from operator import is_
from typing import Final

from msgspec import Struct

from sandtable.game.battle.battle import Battle, changed_since
from sandtable.game.battle.roll_call import RollCall
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.figures import Figures, Scale, figures_of
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.terrain import TroopClass
from sandtable.systems.elan.troops import Arm, Formation, Losses, Quality, Weapon, Weight, losses_of
from sandtable.table.hexes import Corners
from sandtable.table.space import Body, Point, Pose, TableSide


class Phase(StrEnum):
    """The ten phases of a turn in order, and deployment before the first turn (turn.sequence)."""

    SETUP = "setup"
    ATTACH = "attach"
    INITIATIVE = "initiative"
    COMMAND = "command"
    CHARGE = "charge"
    RALLY = "rally"
    MOVEMENT = "movement"
    FIRING = "firing"
    MORALE = "morale"
    MELEE = "melee"
    END_TURN = "end-turn"


class Step(StrEnum):
    """The steps of a turn in order; each belongs to a phase.

    turn.sequence, turn.charge (two steps; reactions are part of the charges), shooting.declare, turn.end
    """

    DEPLOYMENT = "deployment"
    ATTACHING = "attaching"
    INITIATIVE = "initiative"
    COMMAND = "command"
    DECLARING = "declaring charges"
    CHARGING = "charging"
    RALLYING = "rallying"
    MOVING = "moving"
    AIMING = "naming targets"
    FIRING = "firing"
    MORALE = "morale"
    MELEES = "melees"
    ARRIVALS = "arrivals"
    ARMY_MORALE = "army morale"
    TIME = "time"

    @property
    def phase(self) -> Phase:
        """The phase to which the step belongs."""
        return PHASES[self]


PHASES: Final = {
    Step.DEPLOYMENT: Phase.SETUP,
    Step.ATTACHING: Phase.ATTACH,
    Step.INITIATIVE: Phase.INITIATIVE,
    Step.COMMAND: Phase.COMMAND,
    Step.DECLARING: Phase.CHARGE,
    Step.CHARGING: Phase.CHARGE,
    Step.RALLYING: Phase.RALLY,
    Step.MOVING: Phase.MOVEMENT,
    Step.AIMING: Phase.FIRING,
    Step.FIRING: Phase.FIRING,
    Step.MORALE: Phase.MORALE,
    Step.MELEES: Phase.MELEE,
    Step.ARRIVALS: Phase.END_TURN,
    Step.ARMY_MORALE: Phase.END_TURN,
    Step.TIME: Phase.END_TURN,
}
"""The phase of each step (turn.sequence)."""


class Removal(StrEnum):
    """How a unit left play; in every case it counts as routed and lost.

    command.routed-count, army.break-count
    """

    ROUTED = "routed"
    DESTROYED = "destroyed"
    LEFT = "left the table"
    SURRENDERED = "surrendered"


class ElanUnit(Body, frozen=True, kw_only=True):
    """A unit: its identity, position, losses and deeds of this turn.

    ``lost`` are strength points; its bases stay until it is removed (troops.strength). ``brigade`` is the
    number of its brigade, ``sector`` the piece of ground it garrisons. ``removed`` says how it left play; a
    unit with neither ``removed`` nor a pose has not arrived yet.

    Deeds of this turn: ``moved`` in the Movement phase, ``marched`` at the march rate, ``unlimbered``,
    ``fired`` (also in reaction), ``tried_square``, ``charged`` and ``countercharged`` (also if it stopped
    short), ``evaded``, ``fled`` in a compulsory move, ``broke_through``; ``hit`` means that enemy fire cost
    it strength.
    """

    key: str
    name: str
    profile_id: str
    brigade: int
    formation: Formation
    lost: int = 0
    disordered: bool = False
    halted: bool = False
    retreating: bool = False
    sector: str = ""
    removed: Removal | None = None
    moved: bool = False
    marched: bool = False
    unlimbered: bool = False
    fired: bool = False
    tried_square: bool = False
    charged: bool = False
    countercharged: bool = False
    evaded: bool = False
    fled: bool = False
    broke_through: bool = False
    hit: bool = False

    @property
    def profile(self) -> Profile:
        """Its profile in the roster."""
        return _profile(self.profile_id)

    @property
    def arm(self) -> Arm:
        """Infantry, cavalry or artillery."""
        return _profile(self.profile_id).arm

    @property
    def quality(self) -> Quality:
        """Its class, which never changes in a battle (elan.no-other-mods)."""
        return _profile(self.profile_id).cls

    @property
    def weapon(self) -> Weapon:
        """Its weapon."""
        return _profile(self.profile_id).weapon

    @property
    def bases(self) -> int:
        """The number of its bases, which stay until it is removed (troops.strength)."""
        return _profile(self.profile_id).bases

    @property
    def strength(self) -> int:
        """Its strength points before any loss (troops.strength)."""
        return _profile(self.profile_id).strength

    @property
    def losses(self) -> Losses:
        """The threshold that its losses have reached (troops.one-third)."""
        return losses_of(self.lost, self.strength)

    @property
    def is_spent(self) -> bool:
        """Has it lost two thirds or more? (troops.spent)"""
        return self.losses.is_spent

    @property
    def is_mounted(self) -> bool:
        """Does it move as mounted troops: mounted cavalry or horse artillery? (troops.arms)"""
        return self.profile.mounted and not self.is_afoot

    @property
    def is_afoot(self) -> bool:
        """Is it cavalry on foot: dismounted, or in garrison? (formation.dismount)"""
        return self.arm is Arm.CAVALRY and self.formation in (Formation.DISMOUNTED, Formation.GARRISON)

    @property
    def is_cavalry(self) -> bool:
        """Does it count as cavalry, that is, is it mounted cavalry?

        shooting.mounted-target, formation.dismount
        """
        return _profile(self.profile_id).arm is Arm.CAVALRY and not self.is_afoot

    @property
    def is_infantry(self) -> bool:
        """Does it count as infantry, that is, is it infantry or cavalry on foot? (formation.dismount)"""
        return self.arm is Arm.INFANTRY or self.is_afoot

    @property
    def is_artillery(self) -> bool:
        """Is it artillery?"""
        return _profile(self.profile_id).arm is Arm.ARTILLERY

    @property
    def troop_class(self) -> TroopClass:
        """Its column of the terrain table (terrain.table, formation.dismount)."""
        return troop_class_in(self.profile_id, self.formation)

    @property
    def is_ready(self) -> bool:
        """May it still act: neither halted nor retreating, and without a move this turn?

        troops.halt, troops.retreat-state
        """
        return not (
            self.halted
            or self.retreating
            or self.moved
            or self.charged
            or self.countercharged
            or self.evaded
            or self.fled
        )

    @property
    def has_acted(self) -> bool:
        """Has it made a move this turn that bars another? (movement.once, charge.after)"""
        return self.moved or self.charged or self.countercharged or self.evaded or self.fled


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


@cache
def troop_class_in(profile_id: str, formation: Formation) -> TroopClass:
    """The column of the terrain table for a unit in a formation (terrain.table, formation.dismount)."""
    profile = _profile(profile_id)
    match formation:
        case Formation.DISMOUNTED:
            return TroopClass.SKIRMISHERS
        case Formation.SKIRMISH:
            cavalry = profile.arm is Arm.CAVALRY
            return TroopClass.MOUNTED_SKIRMISHERS if cavalry else TroopClass.SKIRMISHERS
        case _:
            if profile.arm is not Arm.INFANTRY:
                return TroopClass.CAVALRY_ARTILLERY
            light = profile.grade is Weight.LIGHT
            return TroopClass.LIGHT_INFANTRY if light else TroopClass.HEAVY_INFANTRY


# --------------------------------------------------------------------- commanders and brigades
class Rank(StrEnum):
    """What a commander commands (command.brigade)."""

    ARMY = "army"
    DIVISION = "division"
    BRIGADE = "brigade"


class Fate(StrEnum):
    """How a commander left play.

    leaders.casualty.results, leaders.unattached-safe, leaders.lost-unit, leaders.gone-brigade
    """

    KILLED = "killed"
    MORTAL = "carried off, alive or not"
    OUT = "out for the day"
    CAPTURED = "captured"
    GONE = "left with nothing to command"


class Leader(Struct, frozen=True, kw_only=True):
    """A commander: a point without size that blocks nothing.

    While attached he has no pose of his own: he is where his unit is. ``changed`` is his one change of the
    Attach phase, ``moved`` his move. ``last`` is where he was when he was lost, until he is replaced
    (scale.measuring).
    """

    key: str
    name: str
    side: int
    rank: Rank
    brigade: int | None
    leadership: int
    pose: Pose | None = None
    attached_to: int | None = None
    changed: bool = False
    moved: bool = False
    fate: Fate | None = None
    last: Pose | None = None

    @property
    def is_present(self) -> bool:
        """Is he on the table, attached or not?"""
        return self.pose is not None or self.attached_to is not None


class Brigade(Struct, frozen=True, kw_only=True):
    """A brigade: its units and its commander, by number (command.brigade)."""

    key: str
    name: str
    side: int
    units: tuple[int, ...]
    commander: int


class Camp(Struct, frozen=True, kw_only=True):
    """A side: its role, home edge, deployment zone and army commander, and whether it conceded or broke.

    setup.table, setup.deploy, victory.end, army.break-fail
    """

    id: str
    name: str
    role: str
    edge: TableSide
    commander: int
    zone: tuple[Point, ...] = ()
    conceded: bool = False
    broken: bool = False


# --------------------------------------------------------------------- contacts, charges, shots, arrivals
Pair = tuple[int, int]
"""Two units of different sides, the lower number first."""


class Engagement(Struct, frozen=True, kw_only=True):
    """Two enemy units in contact, and how they came into contact.

    ``edges`` are the sides on which each unit of the pair is engaged, ``charging`` those of the two that
    charged, countercharged or broke through into it (melee.halt). A caught evader is engaged in the rear and
    is not charging (charge.evade-pursuit). ``crossed`` are the linear pieces of ground that were crossed to
    make contact (terrain.cover-applies, terrain.disordering). Contact itself: geometry.contact, hex.contact.
    """

    pair: Pair
    edges: tuple[Edge, Edge] = (Edge.FRONT, Edge.FRONT)
    charging: tuple[int, ...] = ()
    crossed: tuple[str, ...] = ()


class Charge(Struct, frozen=True):
    """A charge declared this turn; ``begun`` once it is being carried out (charge.declare)."""

    charger: int
    target: int
    begun: bool = False


class Shot(Struct, frozen=True):
    """A declared shot; it is rolled once all targets are named (shooting.declare)."""

    firer: int
    target: int


class Reserve(Struct, frozen=True):
    """A brigade, or part of one, that has not arrived: its turn, edge and entry point (setup.arrivals)."""

    brigade: int
    turn: int
    edge: TableSide
    point: Point


class Prize(Struct, frozen=True):
    """An objective: its place, value and holder (victory.points, victory.hold)."""

    id: str
    name: str
    point: Point
    points: int
    holder: int | None = None


class Opened(Struct, frozen=True):
    """Ground opened by a special rule of the scenario: its kinds, and the units it is open to.

    terrain.ssr
    """

    kinds: tuple[str, ...]
    units: tuple[int, ...]


# --------------------------------------------------------------------- the battle
class ElanBattle(Battle[ElanUnit], frozen=True, kw_only=True):
    """A battle of elan between two procedures; both players see all of it.

    ``first`` is the 1st side of this turn; before the initiative roll it is that of the last turn. ``done``
    are the numbers of the units, brigades or commanders (as the step says) that have acted in this step and
    side; ``due`` the units that must still test, fixed when the step began (turn.fixed-lists). ``waiting``
    are the pairs in contact whose melee is still to be fought in this phase (melee.finish). ``carried_off``
    are the names of commanders whose fate is rolled at the end of the battle. ``specials`` are the ids of the
    scenario's own rules, ``opened`` the ground they open to units; ``sectors`` are its built-up sectors by id
    and name (setup.information).
    """

    scenario: str
    turn_limit: int
    scale: Scale
    corners: Corners
    camps: tuple[Camp, Camp]
    brigades: tuple[Brigade, ...]
    leaders: tuple[Leader, ...]
    readings: Readings = Readings()
    first: int = 0
    step: Step = Step.ATTACHING
    done: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    charges: tuple[Charge, ...] = ()
    shots: tuple[Shot, ...] = ()
    engagements: tuple[Engagement, ...] = ()
    waiting: tuple[Pair, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    prizes: tuple[Prize, ...] = ()
    deployed: tuple[int, ...] = ()
    carried_off: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    opened: tuple[Opened, ...] = ()
    sectors: tuple[tuple[str, str], ...] = ()

    @property
    def figures(self) -> Figures:
        """The distances of the set in play (scale.sets)."""
        return figures_of(self.scale)

    def opened_to(self, unit: int) -> tuple[str, ...]:
        """The kinds of ground that special rules open to a unit (terrain.ssr-opens)."""
        return tuple(dict.fromkeys(kind for one in self.opened if unit in one.units for kind in one.kinds))

    def on_table(self, side: int) -> tuple[ElanUnit, ...]:
        """The units of a side that stand on the table."""
        units, last = self.units, _last_roll
        return (last[1] if last[0] is units else roll_call(units)).on_table[side]

    def enemies_of(self, side: int) -> tuple[ElanUnit, ...]:
        """The units of the other side that stand on the table."""
        units, last = self.units, _last_roll
        return (last[1] if last[0] is units else roll_call(units)).on_table[1 - side]

    def numbers_on_table(self, side: int) -> tuple[int, ...]:
        """The numbers of the units of a side that stand on the table."""
        units, last = self.units, _last_roll
        return (last[1] if last[0] is units else roll_call(units)).numbers[side]

    def foes_of(self, unit: int) -> tuple[int, ...]:
        """The enemies in contact with a unit (geometry.contact)."""
        if not self.engagements:
            return ()
        return tuple([sum(one.pair) - unit for one in self.engagements if unit in one.pair])

    def is_in_contact(self, unit: int) -> bool:
        """Is a unit in contact with an enemy? (geometry.contact)"""
        return bool(self.engagements) and any(unit in one.pair for one in self.engagements)

    def attached_to(self, unit: int) -> tuple[int, ...]:
        """The commanders attached to a unit."""
        return tuple([number for number, one in enumerate(self.leaders) if one.attached_to == unit])

    def leadership_with(self, unit: int) -> int:
        """What attached commanders add to a unit's élan tests (leaders.elan-bonus, leaders.elan-best)."""
        return max((self.leaders[number].leadership for number in self.attached_to(unit)), default=0)


_last_roll: tuple[tuple[ElanUnit, ...], RollCall[ElanUnit]] = (), RollCall(((), ()), ((), ()), (0, 0), (0, 0))
"""The last units passed to `roll_call`, and its answer."""


def roll_call(units: tuple[ElanUnit, ...]) -> RollCall[ElanUnit]:
    """The units of a battle, counted by side.

    Remembered by the identity of *units*. A side without any changed unit keeps its tuple, so caches keyed by
    that tuple's identity stay valid while the other side acts (army.break-count).
    """
    global _last_roll
    last = _last_roll
    if last[0] is units:
        return last[1]
    found = _counted_on(units, *last) or _counted(units, last[1])
    _last_roll = units, found
    return found


def _counted_on(
    units: tuple[ElanUnit, ...], before: tuple[ElanUnit, ...], last: RollCall[ElanUnit]
) -> RollCall[ElanUnit] | None:
    """The last count with changed units replaced; None if a unit came, went or changed sides."""
    if len(units) != len(before):
        return None
    (ours, theirs), numbers, lost, began = last
    changed = [False, False]
    for number in changed_since(before, units):
        unit, was = units[number], before[number]
        side = unit.side
        if (unit.pose is None) is not (was.pose is None) or unit.removed is not was.removed:
            return None
        if side != was.side:  # the last count was of another battle
            return None
        if unit.pose is not None:
            changed[side] = True
    if changed[0]:
        ours = tuple([units[number] for number in numbers[0]])
    if changed[1]:
        theirs = tuple([units[number] for number in numbers[1]])
    return RollCall((ours, theirs), numbers, lost, began)


def _counted(units: tuple[ElanUnit, ...], last: RollCall[ElanUnit]) -> RollCall[ElanUnit]:
    """All units, counted afresh; a tuple of numbers equal to the last one is reused."""
    here = [unit for unit in units if unit.pose is not None]
    ours = _as_before(tuple([unit for unit in here if not unit.side]), last.on_table[0])
    theirs = _as_before(tuple([unit for unit in here if unit.side]), last.on_table[1])
    numbers, before = (tuple([one.id for one in ours]), tuple([one.id for one in theirs])), last.numbers
    lost = [unit.side for unit in units if unit.removed is not None]
    sides = [unit.side for unit in units]
    return RollCall(
        (ours, theirs),
        before if numbers == before else numbers,
        (lost.count(0), lost.count(1)),
        (sides.count(0), sides.count(1)),
    )


def _as_before(units: tuple[ElanUnit, ...], before: tuple[ElanUnit, ...]) -> tuple[ElanUnit, ...]:
    """The units of a side on the table; the last tuple is reused if it holds the same objects."""
    return before if len(units) == len(before) and all(map(is_, units, before)) else units

"""A battle of coldsteel: its units, its engagements, and where in the turn it stands."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.game.battle.battle import Battle
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.battle.roll_call import call_the_roll
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.buildings import Building
from sandtable.systems.coldsteel.cards import works
from sandtable.systems.coldsteel.options import Reading, is_other
from sandtable.systems.coldsteel.profiles import Profile
from sandtable.systems.coldsteel.roster import CardMode, roster
from sandtable.systems.coldsteel.troops import Arm, Figure, Formation, Trait, TroopClass
from sandtable.table.space import Body, Point, TableSide


class Phase(StrEnum):
    """What is done in a step, for either player; setup comes before the first turn (turn.sequence)."""

    SETUP = "setup"
    INITIATIVE = "initiative"
    MORALE = "morale"
    MANOEUVRES = "manoeuvres"
    SHOOTING = "shooting"
    MELEE = "melee"
    END = "end of turn"


class Step(StrEnum):
    """The steps of a battle in order: setup, then the steps of each game turn.

    Forces, cards, edges and places come before the first turn; the end of the turn is checked after the
    eighth step.

    turn.sequence, setup.forces, cards.deal, setup.deploy, turn.end-check
    """

    FORCES = "choosing forces"
    CARDS = "dealing cards"
    EDGES = "choosing edges"
    DEPLOYMENT = "deployment"
    INITIATIVE = "initiative"
    FIRST_MORALE = "first morale"
    FIRST_MANOEUVRES = "first manoeuvres"
    FIRST_SHOOTING = "first shooting"
    SECOND_MORALE = "second morale"
    SECOND_MANOEUVRES = "second manoeuvres"
    SECOND_SHOOTING = "second shooting"
    MELEE = "melee"
    END = "end of turn"

    @property
    def phase(self) -> Phase:
        """The phase it belongs to."""
        return PHASES[self]


PHASES: Final = {
    Step.FORCES: Phase.SETUP,
    Step.CARDS: Phase.SETUP,
    Step.EDGES: Phase.SETUP,
    Step.DEPLOYMENT: Phase.SETUP,
    Step.INITIATIVE: Phase.INITIATIVE,
    Step.FIRST_MORALE: Phase.MORALE,
    Step.FIRST_MANOEUVRES: Phase.MANOEUVRES,
    Step.FIRST_SHOOTING: Phase.SHOOTING,
    Step.SECOND_MORALE: Phase.MORALE,
    Step.SECOND_MANOEUVRES: Phase.MANOEUVRES,
    Step.SECOND_SHOOTING: Phase.SHOOTING,
    Step.MELEE: Phase.MELEE,
    Step.END: Phase.END,
}
"""The phase of each step (turn.sequence)."""


class Removal(StrEnum):
    """How a unit left play; each way counts as lost (turn.remove-at-once)."""

    DESTROYED = "destroyed"
    ROUTED = "routed"
    OVERRUN = "overrun"
    LEFT = "left the table"


class ColdSteelUnit(Body, frozen=True, kw_only=True):
    """A unit: its profile, its place and formation, its living models, and what happened to it lately.

    ``files`` are those it formed up with, ``models`` the living ones including the ``command`` figures
    (formation.shrink, shooting.command-shoot). ``hub`` is the point about which a square shrinks
    (formation.shrink-square); ``building`` is the piece of ground that it garrisons. A unit without a pose
    that is not ``removed`` has yet to be placed or to arrive.

    ``failed`` is its latest morale result (morale.status); ``held_back`` says that its Cowardly Officer keeps
    it from advancing until the next test. ``named`` says that it has acted in this step, ``manoeuvred`` that
    it did so in its side's latest Manoeuvres step (artillery.manoeuvre-scope). ``muskets_now`` and
    ``guns_now`` mark fire received this turn, ``muskets_before`` and ``guns_before`` last turn
    (turn.last-turn). ``charged`` is the enemy it charged this turn, ``charged_by`` are the enemies that
    charged it (charge.charged-status); ``was_engaged`` says that it was engaged when the latest enemy
    Manoeuvres step began (charge.defender-fire). ``rerolled`` and ``lucky_used`` say that it has used its
    re-rolls of this turn; ``fouled`` is the turn in which Dirty Muskets keep it from shooting.
    """

    key: str
    name: str
    profile_id: str
    brigade: str
    formation: Formation
    files: int
    models: int
    command: tuple[Figure, ...] = ()
    trait: Trait | None = None
    trait_spent: bool = False
    building: str = ""
    hub: Point | None = None
    failed: bool = False
    held_back: bool = False
    named: bool = False
    manoeuvred: bool = False
    muskets_now: bool = False
    guns_now: bool = False
    muskets_before: bool = False
    guns_before: bool = False
    charged: int | None = None
    charged_by: tuple[int, ...] = ()
    was_engaged: bool = False
    rerolled: bool = False
    lucky_used: bool = False
    fouled: int = 0
    removed: Removal | None = None

    @property
    def profile(self) -> Profile:
        """Its line of the roster."""
        return _profile(self.profile_id)

    @property
    def arm(self) -> Arm:
        """Infantry, cavalry or artillery."""
        return _arm(self.profile_id)

    @property
    def troop_class(self) -> TroopClass:
        """Its class within its arm (troops.one-class)."""
        return _profile(self.profile_id).troop_class

    @property
    def is_infantry(self) -> bool:
        """Is it infantry?"""
        return _arm(self.profile_id) is Arm.INFANTRY

    @property
    def is_cavalry(self) -> bool:
        """Is it cavalry, lancers included?"""
        return _arm(self.profile_id) is Arm.CAVALRY

    @property
    def is_artillery(self) -> bool:
        """Is it artillery?"""
        return _arm(self.profile_id) is Arm.ARTILLERY

    @property
    def is_light(self) -> bool:
        """Is it Light Infantry?"""
        return _profile(self.profile_id).troop_class is TroopClass.LIGHT

    @property
    def ordinary(self) -> int:
        """Its living models that are not command figures (casualties.rank-and-file-first)."""
        return self.models - len(self.command)

    def has(self, figure: Figure) -> bool:
        """Is this command figure alive in it? (leaders.alive-only)"""
        return figure in self.command

    def plays(self, trait: Trait) -> bool:
        """Has it this card in effect: not spent, and the figure it is named after alive?

        cards.person-alive, cards.permanent
        """
        return self.trait is trait and not self.trait_spent and works(trait, self.command)

    @property
    def is_below_half(self) -> bool:
        """Is it below half of its original models? (morale.half-means)"""
        return 2 * self.models < self.profile.models

    @property
    def is_garrison(self) -> bool:
        """Does it hold a building? (formation.garrison)"""
        return self.formation is Formation.GARRISON


@cache
def _profile(profile_id: str) -> Profile:
    return roster().profile(profile_id)


@cache
def _arm(profile_id: str) -> Arm:
    return _profile(profile_id).arm


class Link(Struct, frozen=True):
    """Two units engaged with each other: the charger, the charged, and the turn of the charge.

    charge.engagement-persists
    """

    charger: int
    charged: int
    turn: int

    def other(self, unit: int) -> int:
        """The unit at the other end."""
        return self.charger + self.charged - unit


class Camp(Struct, frozen=True):
    """One side of the battle; ``conceded`` says that its player gave up (victory.concede)."""

    id: str
    name: str
    edge: TableSide
    zone: tuple[Point, ...] = ()
    conceded: bool = False


class Reserve(Struct, frozen=True):
    """A unit that has yet to arrive: its turn, table edge and entry point (setup.reinforcements)."""

    unit: int
    turn: int
    edge: TableSide
    point: Point


class Prize(Struct, frozen=True):
    """An objective: a point or a building, and its victory points (victory.points)."""

    key: str
    name: str
    point: Point
    points: int
    building: str = ""


class ColdSteelBattle(Battle[ColdSteelUnit], frozen=True, kw_only=True):
    """The state of a battle between two procedures.

    ``first`` is the side that is Player 1 this turn, ``links`` are the engagements, ``fought`` the units
    whose fight of this Melee step is over. In a ``free`` battle ``picks`` are the profiles that each side has
    chosen, hidden from the other until both are done (setup.forces). Everything else is open to both players
    (setup.open-information).
    """

    scenario: str
    turn_limit: int
    camps: tuple[Camp, Camp]
    first: int = 0
    readings: Readings = Readings()
    step: Step = Step.INITIATIVE
    links: tuple[Link, ...] = ()
    fought: tuple[int, ...] = ()
    buildings: tuple[Building, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    prizes: tuple[Prize, ...] = ()
    card_mode: CardMode = "none"
    free: bool = False
    picks: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def is_other(self, rule: Reading) -> bool:
        """Is a rule with two readings played by its second one?"""
        return is_other(self.readings, rule)

    def on_table(self, side: int) -> tuple[ColdSteelUnit, ...]:
        """The units of a side on the table."""
        return roll_call(self.units).on_table[side]

    def numbers_on_table(self, side: int) -> tuple[int, ...]:
        """The numbers of a side's units on the table."""
        return roll_call(self.units).numbers[side]

    def foes_of(self, unit: int) -> tuple[int, ...]:
        """The enemies a unit is engaged with (charge.engagement-persists)."""
        if not self.links:
            return ()
        return tuple([link.other(unit) for link in self.links if unit in (link.charger, link.charged)])

    def is_engaged(self, unit: int) -> bool:
        """Is a unit engaged in melee? (charge.engagement-persists)"""
        return bool(self.links) and unit in engaged(self.links)

    @property
    def fighting(self) -> frozenset[int]:
        """All units that are engaged (charge.engagement-persists)."""
        return engaged(self.links) if self.links else NOBODY

    def is_locked(self, unit: int) -> bool:
        """Has it been engaged since an earlier turn? (morale.overrun-when)"""
        if not self.links or unit not in engaged(self.links):
            return False
        return any(unit in (link.charger, link.charged) and link.turn < self.turn for link in self.links)

    def are_linked(self, unit: int, other: int) -> bool:
        """Are two units engaged with each other?"""
        return bool(self.links) and other in self.foes_of(unit)

    def building(self, piece: str) -> Building:
        """The building that stands on a piece of ground."""
        return next(building for building in self.buildings if building.piece == piece)

    def garrison_of(self, piece: str) -> ColdSteelUnit | None:
        """The unit that holds a building, if any (building.who)."""
        return next((unit for unit in self.units if unit.building == piece), None)

    def coming(self, side: int) -> tuple[Reserve, ...]:
        """The units of a side that have yet to arrive (setup.reinforcements)."""
        return tuple([reserve for reserve in self.reserves if self.units[reserve.unit].side == side])


NOBODY: Final[frozenset[int]] = frozenset()


@by_identity(most=16)
def engaged(links: tuple[Link, ...]) -> frozenset[int]:
    """All units in some engagements (charge.engagement-persists)."""
    return frozenset([unit for link in links for unit in (link.charger, link.charged)])


class RollCall(Struct, frozen=True):
    """For each side: its units on the table, their numbers, how many it lost and how many it began with."""

    on_table: tuple[tuple[ColdSteelUnit, ...], tuple[ColdSteelUnit, ...]]
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    lost: tuple[int, int]
    began: tuple[int, int]


_last: tuple[tuple[ColdSteelUnit, ...], RollCall] | None = None
"""The units counted last and their roll; it saves a full count, because most events change one unit."""


@by_identity(most=16)
def roll_call(units: tuple[ColdSteelUnit, ...]) -> RollCall:
    """The roll call of a battle's units, kept for the same tuple (turn.remove-at-once, victory.break)."""
    global _last
    last = _last
    call = None if last is None or len(last[0]) != len(units) else _recounted(*last, units)
    if call is None:
        call = RollCall(*call_the_roll(units, lambda unit: unit.removed is not None))
    _last = units, call
    return call


def _recounted(
    before: tuple[ColdSteelUnit, ...], call: RollCall, units: tuple[ColdSteelUnit, ...]
) -> RollCall | None:
    """The roll with changed units replaced; None if a unit came, left or was lost."""
    on_table = [list(side) for side in call.on_table]
    for one, other in zip(before, units, strict=True):
        if one is other:
            continue
        is_here = one.pose is not None
        if is_here is (other.pose is None) or one.removed is not other.removed or one.id != other.id:
            return None
        if one.side != other.side:
            return None
        if is_here:
            on_table[one.side][call.numbers[one.side].index(one.id)] = other
    ours, theirs = on_table
    return RollCall((tuple(ours), tuple(theirs)), call.numbers, call.lost, call.began)

"""The events of eagle that several chapters share; every change of a battle is an event.

Events of one chapter alone are in a module of their own beside it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.eagle.battle import PHASES, Camp, EagleBattle, EagleUnit, Leader, Phase, Step
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.engagements import Contact, March, Shock, Track
from sandtable.systems.eagle.records import Cause, Flight, Record, Removal, Role
from sandtable.systems.eagle.shapes import Ranks
from sandtable.systems.eagle.troops import Formation
from sandtable.table.space import TOLERANCE, Pose, Shape, apart, centre

STRIDE: Final = reach_of("movement.cavalry.moved-before")
"""The distance that counts as having changed place (movement.cavalry.moved-before)."""


class EagleEvent(Event[EagleBattle], frozen=True, tag=True):
    """An event in a battle of eagle."""

    reveals: ClassVar[bool] = False


# --------------------------------------------------------------------- the turn
class InitiativeWon(EagleEvent, frozen=True):
    """A side holds the initiative for this turn; ``thrown`` unless the scenario gives it.

    turn.initiative.roll, army.scenario
    """

    side: int
    thrown: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The side holds the initiative until the next turn begins."""
        return replace(battle, holder=self.side)


class StepBegan(EagleEvent, frozen=True):
    """The next step of the turn began; ``active`` is the side whose step it is (turn.initiative.use)."""

    step: Step
    active: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """A new phase clears all that counts for one phase only."""
        phase = PHASES[self.step]
        if phase is PHASES[battle.step]:
            return replace(battle, step=self.step, active=self.active)
        units = _all_at_phase(battle.units)
        changed = replace(
            battle,
            units=units,
            step=self.step,
            phase=phase.value,
            active=self.active,
            tracks=(),
            marches=(),
        )
        return _at_charges(changed) if phase is Phase.CHARGE else changed


def _all_at_phase(units: tuple[EagleUnit, ...]) -> tuple[EagleUnit, ...]:
    """All units at the start of a phase; the same tuple if none changes."""
    for unit in units:
        if unit.moved or unit.owed:
            return tuple([_at_phase(one) if one.moved or one.owed else one for one in units])
    return units


def _at_phase(unit: EagleUnit) -> EagleUnit:
    """A unit at the start of a phase is stationary again."""
    return replace(unit, moved=False, owed=())


def _at_charges(battle: EagleBattle) -> EagleBattle:
    return replace(battle, charges=(), replies=())


class TurnBegan(EagleEvent, frozen=True):
    """A new turn began (turn.end)."""

    turn: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """All that counts for one turn is cleared; the record of this turn becomes the last move.

        control.last-move, command.actions.number, movement.cavalry.moved-before
        """
        step = Step.INITIATIVE
        return replace(
            battle,
            units=tuple([_at_turn(unit) for unit in battle.units]),
            leaders=tuple([_leader_at_turn(leader) for leader in battle.leaders]),
            turn=self.turn,
            step=step,
            phase=step.phase.value,
            charges=(),
            replies=(),
            combats=(),
            aftermaths=(),
            tracks=(),
            marches=(),
        )


def _at_turn(unit: EagleUnit) -> EagleUnit:
    """A unit at the start of a turn; if it has no record it has stood.

    control.last-move; a charge counts only in the turn in which it was made (melee.role)
    """
    if unit.pose is None:
        return unit
    return replace(
        unit,
        last=unit.record or Record.STAND,
        record=None,
        control=None,
        guide=None,
        steadied=False,
        inspired=0,
        taken=False,
        moved=False,
        reformed=False,
        rode=False,
        rode_before=unit.rode,
        owed=(),
        crossed=False,
        role=Role.STAND if unit.role is Role.CHARGE else unit.role,
    )


def _leader_at_turn(leader: Leader) -> Leader:
    """A leader at the start of a turn, with all his actions to spend (command.actions.number)."""
    if not leader.is_present:
        return leader
    return replace(leader, left=leader.actions, steadied=False, inspired=0, rode=False)


class Conceded(EagleEvent, frozen=True):
    """A player gave the battle up (victory.concede)."""

    side: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts as his army breaking."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


def with_camp(battle: EagleBattle, side: int, camp: Camp) -> EagleBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


class BattleEnded(EagleEvent, frozen=True):
    """The battle ended (turn.end, victory.break, victory.turn-limit)."""

    outcome: Outcome

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The battle has its outcome."""
        return replace(battle, outcome=self.outcome)


# --------------------------------------------------------------------- order and losses
class Disordered(EagleEvent, frozen=True):
    """A unit took disorder points: how many, the cause, the rule, and its order after them.

    morale.threshold, morale.three-cap.detail
    """

    unit: int
    points: int
    cause: Cause
    rule: str
    dp: int
    shaken: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The points are marked at once (turn.combat.dp-at-once)."""
        return battle.with_unit(replace(battle.units[self.unit], dp=self.dp, shaken=self.shaken))


class OrderRestored(EagleEvent, frozen=True):
    """A unit lost disorder points by redressing, by a leader or by relief; ``rallied`` if it was shaken.

    rally.redress.table, rally.shaken.redress, command.steady, after.relieve
    """

    unit: int
    rule: str
    dp: int
    rallied: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The unit has the points that are left."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, dp=self.dp, shaken=unit.shaken and not self.rallied))


class BasesLost(EagleEvent, frozen=True):
    """A unit lost bases and closed up: how many, and how the rest stands.

    troops.casualty, formation.multi-line, morale.threshold.change
    """

    unit: int
    lost: int
    rule: str
    formation: Formation
    ranks: Ranks
    dp: int
    shaken: bool
    shape: Shape
    to: Pose
    out_of_touch: tuple[int, ...] = ()

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Fewer lines may shake it; contacts out of its reach end (morale.threshold.change)."""
        unit = replace(
            battle.units[self.unit],
            formation=self.formation,
            ranks=self.ranks,
            dp=self.dp,
            shaken=self.shaken,
            shape=self.shape,
            pose=self.to,
        )
        battle = battle.with_unit(unit)
        if not self.out_of_touch:
            return battle
        kept = tuple(
            one
            for one in battle.contacts
            if not one.joins(self.unit) or one.other(self.unit) not in self.out_of_touch
        )
        return replace(battle, contacts=kept)


class UnitRemoved(EagleEvent, frozen=True):
    """A unit was taken off the table: destroyed, eliminated as a router, or over the table edge.

    troops.casualty, rout.eliminate, movement.table-edge
    """

    unit: int
    how: Removal

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its contacts end, and its pursuers have no quarry."""
        unit = battle.units[self.unit]
        removed = replace(unit, pose=None, removed=self.how, caught=False, pursuing=False, quarry=None)
        battle = parted(battle.with_unit(removed), self.unit)
        hunters = [one for one in battle.units if one.quarry == self.unit]
        for hunter in hunters:
            battle = battle.with_unit(replace(hunter, quarry=None))
        return battle


class ShocksArose(EagleEvent, frozen=True):
    """The fate of a unit or leader affects friends near by (morale.dp.when)."""

    shocks: tuple[Shock, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Shocks are resolved in the order in which they arose (morale.dp.chain)."""
        return replace(battle, shocks=(*battle.shocks, *self.shocks))


class ShockWorkedOff(EagleEvent, frozen=True):
    """All units that a shock strikes have taken their points (morale.dp.chain)."""

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The shock leaves the queue."""
        return replace(battle, shocks=battle.shocks[1:])


# --------------------------------------------------------------------- places
def placed(unit: EagleUnit, pose: Pose, shape: Shape) -> EagleUnit:
    """A unit at another place; whether it changed place this turn is kept (movement.cavalry.moved-before)."""
    return replace(unit, pose=pose, shape=shape, rode=has_ridden(unit, pose, shape))


def has_ridden(unit: EagleUnit, to: Pose, shape: Shape) -> bool:
    """Has a unit changed place this turn, or does this move make it so? (movement.cavalry.moved-before)"""
    if unit.rode or unit.pose is None:
        return unit.rode
    return apart(centre(unit.pose, unit.shape), centre(to, shape)) >= STRIDE


def parted(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with all contacts of a unit removed."""
    if not any(contact.joins(unit) for contact in battle.contacts):
        return battle
    return replace(battle, contacts=tuple(one for one in battle.contacts if not one.joins(unit)))


def left_camp(battle: EagleBattle, unit: int) -> EagleBattle:
    """The battle with a unit no longer looting; if it comes back, it begins anew.

    control.loot, army.camp
    """
    one = battle.units[unit]
    if not one.looting:
        return battle
    camp = battle.camps[1 - one.side]
    looters = tuple(looter for looter in camp.looters if looter != unit)
    battle = battle.with_unit(replace(one, looting=""))
    return with_camp(battle, 1 - one.side, replace(camp, looters=looters))


class UnitMoved(EagleEvent, frozen=True):
    """A unit made a voluntary move or manoeuvre, and how it stands after it (movement.measure).

    ``record`` is its record as a last move (control.last-move); ``stationary`` says that it only turned on
    the spot, which is no move (movement.passage.detail). ``march`` gives legs and dice to units that conform
    to it (control.conform).
    """

    unit: int
    to: Pose
    record: Record
    formation: Formation
    ranks: Ranks
    shape: Shape
    stationary: bool = False
    march: March | None = None

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stands there in that formation."""
        unit, units = battle.units[self.unit], list(battle.units)
        units[self.unit] = replace(
            unit,
            pose=self.to,
            shape=self.shape,
            rode=has_ridden(unit, self.to, self.shape),
            formation=self.formation,
            ranks=self.ranks,
            record=self.record,
            moved=unit.moved or not self.stationary,
        )
        if self.march is None:
            return replace(battle, units=tuple(units))
        return replace(battle, units=tuple(units), marches=(*battle.marches, self.march))


class UnitShifted(EagleEvent, frozen=True):
    """A unit went along with others, was pushed, or gave ground; its record does not change.

    control.last-move, movement.lights-fall-back.detail, charge.support.follow, after.fall-back.blocked
    """

    unit: int
    to: Pose
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It stands there, no longer stationary unless it only turned (movement.passage.detail)."""
        unit = battle.units[self.unit]
        shifted = placed(unit, self.to, unit.shape)
        moved = unit.moved or _changes_place(unit, self.to)
        return battle.with_unit(replace(shifted, moved=True) if moved else shifted)


def _changes_place(unit: EagleUnit, to: Pose) -> bool:
    """Does the middle of a unit move? A turn on the spot shifts it by rounding to the grid only."""
    assert unit.pose is not None
    return apart(centre(unit.pose, unit.shape), centre(to, unit.shape)) > 2 * TOLERANCE


class UnitActed(EagleEvent, frozen=True):
    """A unit has had its activity of the Manoeuvre and Shooting phase (turn.activation).

    ``record`` is what it records; none if another event has recorded it already.
    """

    unit: int
    record: Record | None = None

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It does not act again this turn."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, taken=True, record=self.record or unit.record))


class RecordWritten(EagleEvent, frozen=True):
    """The record of a unit as its last move (control.last-move)."""

    unit: int
    record: Record

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts in the control test of the next turn."""
        return battle.with_unit(replace(battle.units[self.unit], record=self.record))


class UnitFled(EagleEvent, frozen=True):
    """A unit made an unformed move: it evaded, retired, routed or pursued (movement.unformed-move).

    It went ``distance`` along ``heading`` and breaks all its contacts (after.pinned); it ends unformed
    (movement.unformed-move.state).
    """

    unit: int
    how: Flight
    to: Pose
    heading: int
    distance: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Its track is kept for its pursuers (after.pursue.detail)."""
        unit = battle.units[self.unit]
        assert unit.pose is not None
        track = Track(self.unit, self.how, unit.pose, self.heading, self.distance)
        fled = replace(
            placed(unit, self.to, unit.shape),
            formed=False,
            record=FLIGHT_RECORDS[self.how],
            role=Role.STAND,
            moved=True,
        )
        battle = replace(battle.with_unit(fled), tracks=(*battle.tracks, track))
        return parted(left_camp(battle, self.unit), self.unit)


FLIGHT_RECORDS: Final = {
    Flight.EVADE: Record.EVADE,
    Flight.RETIRE: Record.RETIRE,
    Flight.ROUT: Record.ROUT,
    Flight.PURSUE: Record.PURSUE,
}
"""The record of each unformed move (control.last-move)."""


class UnitRouted(EagleEvent, frozen=True):
    """A unit began to rout (rout.state, after.rout, morale.shaken.broken)."""

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It counts as broken and shaken, and stops pursuing and looting."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                routing=True,
                shaken=True,
                formed=False,
                pursuing=False,
                quarry=None,
                looting="",
                record=Record.ROUT,
            )
        )


# --------------------------------------------------------------------- contact
class ContactMade(EagleEvent, frozen=True):
    """A unit came up to enemies and lies against them (charge.contact)."""

    contacts: tuple[Contact, ...]

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The contacts are recorded, each pair once."""
        known = {(contact.striker, contact.struck) for contact in battle.contacts}
        known |= {(struck, striker) for striker, struck in known}
        new = tuple(one for one in self.contacts if (one.striker, one.struck) not in known)
        return replace(battle, contacts=(*battle.contacts, *new))


class ContactsBroken(EagleEvent, frozen=True):
    """A unit left all enemies that it touched (after.pinned)."""

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It is out of combat."""
        return parted(battle, self.unit)

"""The events of a tricorn battle: every change of its state is one of these or an event of a chapter."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sandtable.dice.deck import Deck
from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.tricorn.battle import (
    PHASE_NAMES,
    Activation,
    Camp,
    Command,
    Officer,
    Removal,
    Step,
    TricornBattle,
    TricornUnit,
    whole,
)
from sandtable.systems.tricorn.rates import CHANGE, GARRISON
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.movement import Plan
from sandtable.table.space import Point, Pose, Shape


class TricornEvent(Event[TricornBattle], frozen=True, tag=True):
    """Something that happened in a battle of tricorn."""

    reveals: ClassVar[bool] = False


def with_officer(battle: TricornBattle, officer: Officer) -> TricornBattle:
    """The battle with one officer replaced; his place is stored as floats, as a file restores it."""
    officers, place = battle.officers, officer.place
    if place is not None:
        officer = replace(officer, place=Point(float(place.x), float(place.y)))
    return replace(battle, officers=(*officers[: officer.id], officer, *officers[officer.id + 1 :]))


def with_command(battle: TricornBattle, number: int, command: Command) -> TricornBattle:
    """The battle with one command replaced."""
    commands = battle.commands
    return replace(battle, commands=(*commands[:number], command, *commands[number + 1 :]))


def with_camp(battle: TricornBattle, side: int, camp: Camp) -> TricornBattle:
    """The battle with one camp replaced."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- the turn
class CardTurned(TricornEvent, frozen=True):
    """The top card of the command deck was turned (turn.draw)."""

    reveals: ClassVar[bool] = True

    card: str

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The card leaves those that are left, and its officer's side acts (cards.deck, turn.draw)."""
        sides = [officer.side for officer in battle.officers if officer.card == self.card]
        return replace(battle, deck=battle.deck.after(self.card), active=sides[0] if sides else battle.active)


class ActivationBegan(TricornEvent, frozen=True):
    """An officer became active, with the move that he chose or rolled (turn.draw, turn.pass-or-roll).

    An activation handed over by the Commander in Chief spends the activations of both
    (cards.cc.transfer.cost).
    """

    activation: Activation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No unit has acted in it yet (turn.once-each)."""
        chief = self.activation.by_chief
        spent = (self.activation.officer,) if chief is None else (chief, self.activation.officer)
        return replace(
            battle,
            units=_all_fresh(battle.units),
            activation=self.activation,
            active=self.activation.side,
            activated=tuple(dict.fromkeys((*battle.activated, *spent))),
            followed=(),
        )


def _all_fresh(units: tuple[TricornUnit, ...]) -> tuple[TricornUnit, ...]:
    """Units at the start of an activation; the same object if no unit changes, so that caches by identity
    hold."""
    tired = [
        unit
        for unit in units
        if unit.moved or unit.rallied or unit.broke_off or unit.passed or unit.named or unit.withdrew
    ]
    if not tired:
        return units
    fresh = list(units)
    for unit in tired:
        fresh[unit.id] = _fresh(unit)
    return tuple(fresh)


def _fresh(unit: TricornUnit) -> TricornUnit:
    """A unit at the start of an activation."""
    return replace(step_over(unit), moved=False, rallied=False, broke_off=False, passed=False, withdrew=False)


def step_over(unit: TricornUnit) -> TricornUnit:
    """A unit that has not acted in a step yet; the same object if nothing changes."""
    return replace(unit, named=False, spent=0, began=None) if unit.named else unit


def _with_no_part(units: tuple[TricornUnit, ...]) -> tuple[TricornUnit, ...]:
    """Units that have not acted in a step yet; the same object if no unit changes."""
    if True not in [unit.named for unit in units]:
        return units
    return tuple([step_over(unit) if unit.named else unit for unit in units])


class StepBegan(TricornEvent, frozen=True):
    """The next step of an activation began (turn.sequence)."""

    step: Step

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No unit has acted in it yet; the state of the last step is cleared."""
        return replace(
            combat_settled(battle),
            units=_with_no_part(battle.units),
            step=self.step,
            phase=PHASE_NAMES[self.step],
            fought=(),
            supported=(),
        )


def combat_settled(battle: TricornBattle) -> TricornBattle:
    """The battle with the state of a combat cleared (melee.one-recoil, morale.recoiled-into.once)."""
    if not (battle.recoiled or battle.blocked or battle.jostled):
        return battle
    return replace(battle, recoiled=(), blocked=(), jostled=())


class ActivationEnded(TricornEvent, frozen=True):
    """The active officer's activation is over (turn.draw)."""

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The next card is turned."""
        step = Step.CARD
        return replace(
            combat_settled(battle), activation=None, shots=(), dues=(), step=step, phase=PHASE_NAMES[step]
        )


class TurnBegan(TricornEvent, frozen=True):
    """A new turn began with a new deck (turn.end.reshuffle, turn.end.order)."""

    turn: int
    deck: Deck

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No officer has been active in it (turn.once-each)."""
        step = Step.CARD
        return replace(
            battle,
            turn=self.turn,
            deck=self.deck,
            step=step,
            phase=PHASE_NAMES[step],
            activation=None,
            activated=(),
            declined=(),
        )


class Conceded(TricornEvent, frozen=True):
    """A player gave the battle up (victory.break)."""

    side: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The army counts as broken."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


class BattleEnded(TricornEvent, frozen=True):
    """The battle ended (victory.break, victory.points)."""

    outcome: Outcome

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No event follows."""
        return replace(battle, outcome=self.outcome)


# --------------------------------------------------------------------- units that act
class UnitStood(TricornEvent, frozen=True):
    """A unit stood still in step 2 (turn.one-action)."""

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It has acted in the step."""
        return battle.with_unit(replace(battle.units[self.unit], named=True))


class UnitMoved(TricornEvent, frozen=True):
    """A unit moved: its legs, its new place and its formation (turn.one-action).

    ``sidestepped`` are the enemies it reached by a Side Step (geometry.edge-contact), ``through`` the formed
    friends it went through, who count as having moved too (movement.pass-through.both-moved). ``forced`` is
    the last turn in which it counts as Forced Marched, 0 if it made no Forced March (movement.forced-march),
    ``share`` the part of a Full Move that it used (movement.allowance).
    """

    unit: int
    legs: Plan
    to: Pose
    shape: Shape
    formation: Formation
    sidestepped: tuple[int, ...] = ()
    through: tuple[int, ...] = ()
    forced: int = 0
    share: int = 0

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands at its new place and has moved (shooting.cv.moved.detail)."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(
            replace(
                unit,
                pose=self.to,
                shape=self.shape,
                formation=self.formation,
                garrison="",
                emplaced=None,
                sidestepped=self.sidestepped,
                forced_until=max(unit.forced_until, self.forced),
                entry=None,
                moved=True,
                named=True,
                spent=unit.spent + self.share,
                began=unit.start if unit.pose is not None else None,
            )
        )
        for friend in self.through:
            battle = battle.with_unit(replace(battle.units[friend], passed=True))
        return battle


class UnitFormed(TricornEvent, frozen=True):
    """A unit changed its formation (formation.change)."""

    unit: int
    formation: Formation
    to: Pose
    shape: Shape

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It counts as moving (formation.change)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                formation=self.formation,
                pose=self.to,
                shape=self.shape,
                moved=True,
                named=True,
                spent=unit.spent + CHANGE,
                began=unit.start,
            )
        )


class UnitCameOut(TricornEvent, frozen=True):
    """A garrison came out of the place it held (terrain.garrison, terrain.redoubt)."""

    unit: int
    place: str
    to: Pose
    shape: Shape
    formation: Formation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands before the outline, facing outward; it counts as moving."""
        return battle.with_unit(
            replace(
                battle.units[self.unit],
                pose=self.to,
                shape=self.shape,
                formation=self.formation,
                garrison="",
                emplaced=None,
                moved=True,
                named=True,
                spent=GARRISON,
            )
        )


class UnitGarrisoned(TricornEvent, frozen=True):
    """A Foot unit moved into a stronghold (terrain.garrison)."""

    unit: int
    place: str
    heading: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Its body becomes the outline of the stronghold."""
        return battle.with_unit(
            replace(housed(battle, battle.units[self.unit], self.place, self.heading), moved=True, named=True)
        )


def housed(battle: TricornBattle, unit: TricornUnit, place: str, heading: int) -> TricornUnit:
    """A Foot unit turned into the garrison of a stronghold (terrain.garrison)."""
    held = battle.stronghold(place)
    return replace(
        unit,
        pose=held.pose(heading),
        shape=held.shape(heading),
        formation=Formation.GARRISON,
        garrison=place,
        sidestepped=(),
        entry=None,
    )


class UnitPlaced(TricornEvent, frozen=True):
    """A unit was placed without a move of its own (terrain.garrison.recoil, setup.deployment)."""

    unit: int
    to: Pose
    shape: Shape
    formation: Formation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands there; its contacts by Side Step are cleared."""
        return battle.with_unit(
            replace(
                battle.units[self.unit],
                pose=self.to,
                shape=self.shape,
                formation=self.formation,
                garrison="",
                emplaced=None,
                sidestepped=(),
            )
        )


class DisorderRemovalTried(TricornEvent, frozen=True):
    """A unit tested to remove Disorder, or a crew to come back to its guns (rally.test, artillery.recrew)."""

    unit: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """If it passed, one marker is removed or the crew returns; either way it has tried.

        shooting.cv.moved.detail
        """
        unit = replace(battle.units[self.unit], rallied=True, named=True)
        if self.passed and unit.is_abandoned:
            unit = replace(unit, formation=Formation.UNLIMBERED)
        elif self.passed:
            unit = replace(unit, markers=unit.markers - 1)
        return battle.with_unit(unit)


class BreakOffTried(TricornEvent, frozen=True):
    """A unit in contact tried to Break Off (movement.break-off.test)."""

    unit: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It may try once in an activation; an active unit has acted in the step.

        movement.break-off.once, movement.break-off.fail
        """
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, broke_off=True, named=unit.named or battle.is_active(unit)))


class UnitFollowedUp(TricornEvent, frozen=True):
    """A Mounted unit followed up into a further melee (movement.follow-up)."""

    unit: int
    target: int
    to: Pose
    sidestepped: tuple[int, ...] = ()

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It may do so once in an activation; this is not a move of step 2 (movement.follow-up.detail)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=self.sidestepped)
        return replace(battle.with_unit(unit), followed=(*battle.followed, self.unit))


class UnitBrokeOff(TricornEvent, frozen=True):
    """A unit went straight back out of contact (movement.break-off.pass)."""

    unit: int
    to: Pose

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It keeps its facing; an active unit has made its move."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(unit, pose=self.to, sidestepped=(), moved=unit.moved or battle.is_active(unit))
        )


# --------------------------------------------------------------------- disorder and its results
class MarkersGained(TricornEvent, frozen=True):
    """A unit gained Disorder Markers, some of them perhaps permanent (shooting.hit, melee.hit).

    ``converted`` is the number of its present markers that become permanent (morale.row.2.permanent.adds, the
    other reading).
    """

    unit: int
    count: int
    permanent: int = 0
    converted: int = 0

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """They are counted without limit (disorder.max)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                markers=unit.markers + self.count,
                permanent=unit.permanent + self.permanent + self.converted,
            )
        )


class UnitRecoiled(TricornEvent, frozen=True):
    """A unit recoiled: how far, and where it stands now (melee.recoil.distance, recoil.path)."""

    unit: int
    to: Pose
    distance: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """A recoil does not count as a move; the unit has recoiled in this combat.

        recoil.counts, melee.one-recoil
        """
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=())
        recoiled = tuple(dict.fromkeys((*battle.recoiled, self.unit)))
        return replace(battle.with_unit(unit), recoiled=recoiled)


class UnitWithdrew(TricornEvent, frozen=True):
    """A unit withdrew with its back to the enemy (morale.row.2.distance, withdraw.path)."""

    unit: int
    to: Pose
    distance: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It no longer fires in this step (withdraw.later)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=(), withdrew=True)
        return battle.with_unit(unit)


class GunsAbandoned(TricornEvent, frozen=True):
    """The crews of a battery left their guns (morale.row.2.artillery)."""

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The guns stay and do nothing; an attached officer is detached.

        artillery.abandoned, leaders.fate.detail
        """
        left = replace(battle.units[self.unit], formation=Formation.ABANDONED)
        officer = battle.officer_with(self.unit)
        battle = battle.with_unit(left)
        if officer is None or left.pose is None:
            return battle
        place = whole(left.pose.at(0, -left.shape.depth / 2))
        return with_officer(battle, replace(officer, attached=None, place=place))


class UnitRemoved(TricornEvent, frozen=True):
    """A unit left play (army.loss-count)."""

    unit: int
    how: Removal

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It leaves the table whole (troops.strength)."""
        unit = replace(
            battle.units[self.unit], pose=None, removed=self.how, garrison="", emplaced=None, sidestepped=()
        )
        return replace(
            battle.with_unit(unit), dues=tuple(due for due in battle.dues if due.unit != self.unit)
        )


# --------------------------------------------------------------------- officers
class OfficerMoved(TricornEvent, frozen=True):
    """An officer moved, and stands by himself or is attached to a unit (leaders.move, leaders.attach)."""

    officer: int
    place: Point | None
    attached: int | None = None

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """An officer moves once in an activation (leaders.move)."""
        battle = with_officer(
            battle,
            replace(battle.officers[self.officer], place=self.place, attached=self.attached, entry=None),
        )
        if battle.activation is None or battle.activation.officer != self.officer:
            return battle
        return replace(battle, activation=replace(battle.activation, officer_moved=True))


class OfficerEscaped(TricornEvent, frozen=True):
    """An unattached officer escaped from an enemy to the nearest friends (leaders.contacted)."""

    officer: int
    place: Point
    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """He stands beside them, unattached; this does not count as his move."""
        officer = battle.officers[self.officer]
        return with_officer(battle, replace(officer, place=self.place, attached=None))


class OfficerLost(TricornEvent, frozen=True):
    """An officer was killed, wounded or captured.

    leaders.casualty.roll, leaders.fate.detail, leaders.contacted
    """

    officer: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """His card stays in the deck; the loss of a Commander in Chief counts in the army's losses.

        cards.lost-general, leaders.casualty.cc, victory.points
        """
        officer = battle.officers[self.officer]
        camp = battle.camps[officer.side]
        camp = (
            replace(camp, chief_lost=True)
            if officer.chief
            else replace(camp, generals_lost=camp.generals_lost + 1)
        )
        battle = with_officer(battle, replace(officer, place=None, attached=None, lost=True))
        return with_camp(battle, officer.side, camp)

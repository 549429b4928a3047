"""What can happen to a battle of tricorn: every change of it is one of these or of a chapter's own events."""

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
from sandtable.table.movement.legs import Plan
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape


class TricornEvent(Event[TricornBattle], frozen=True, tag=True):
    """Something that happened in a battle of tricorn."""

    reveals: ClassVar[bool] = False


def with_officer(battle: TricornBattle, officer: Officer) -> TricornBattle:
    """The battle with one officer changed; his place is kept in floats, as a file brings it back."""
    officers, place = battle.officers, officer.place
    if place is not None:
        officer = replace(officer, place=Point(float(place.x), float(place.y)))
    return replace(battle, officers=(*officers[: officer.id], officer, *officers[officer.id + 1 :]))


def with_command(battle: TricornBattle, number: int, command: Command) -> TricornBattle:
    """The battle with one command changed."""
    commands = battle.commands
    return replace(battle, commands=(*commands[:number], command, *commands[number + 1 :]))


def with_camp(battle: TricornBattle, side: int, camp: Camp) -> TricornBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


# --------------------------------------------------------------------- the turn
class CardTurned(TricornEvent, frozen=True):
    """The top card of the command deck was turned (turn.draw)."""

    reveals: ClassVar[bool] = True

    card: str

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It is no longer among those left, and its officer's side acts (cards.deck, turn.draw)."""
        sides = [officer.side for officer in battle.officers if officer.card == self.card]
        return replace(battle, deck=battle.deck.after(self.card), active=sides[0] if sides else battle.active)


class ActivationBegan(TricornEvent, frozen=True):
    """An officer became active, with the move that he chose or threw for (turn.draw, turn.pass-or-roll).

    An activation handed over by the Commander in Chief spends both (cards.cc.transfer.cost).
    """

    activation: Activation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Nobody has done anything in it yet (turn.once-each)."""
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
    """Units at the start of an activation; the very same if nothing of any changes."""
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
    """A unit that has had no part in a step yet; the very same if it had none in the last."""
    return replace(unit, named=False, spent=0, began=None) if unit.named else unit


def _with_no_part(units: tuple[TricornUnit, ...]) -> tuple[TricornUnit, ...]:
    """Units that have had no part in a step yet; the very same if nobody had any in the last."""
    if True not in [unit.named for unit in units]:
        return units
    return tuple([step_over(unit) if unit.named else unit for unit in units])


class StepBegan(TricornEvent, frozen=True):
    """The next step of an activation began (turn.sequence)."""

    step: Step

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Nobody has had his part in it yet; what the last one settled is forgotten."""
        return replace(
            combat_settled(battle),
            units=_with_no_part(battle.units),
            step=self.step,
            phase=PHASE_NAMES[self.step],
            fought=(),
            supported=(),
        )


def combat_settled(battle: TricornBattle) -> TricornBattle:
    """The battle with nothing of a combat left to remember (melee.one-recoil, morale.recoiled-into.once)."""
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
    """A new turn began with a deck made afresh (turn.end.reshuffle, turn.end.order)."""

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
        """It counts as a broken army."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


class BattleEnded(TricornEvent, frozen=True):
    """The battle ended (victory.break, victory.points)."""

    outcome: Outcome

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)


# --------------------------------------------------------------------- units that act
class UnitStood(TricornEvent, frozen=True):
    """A unit did nothing in step 2 (turn.one-action)."""

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It has had its part in the step."""
        return battle.with_unit(replace(battle.units[self.unit], named=True))


class UnitMoved(TricornEvent, frozen=True):
    """A unit moved: its legs, and where it stands now and in which formation (turn.one-action).

    ``sidestepped`` are the enemies it reached by a Side Step (geometry.edge-contact), ``through`` the formed
    friends it went through, who count as having moved too (movement.pass-through.both-moved). ``forced`` is
    the last turn in which a Forced March tells on it, 0 if it made none (movement.forced-march), ``share``
    the parts of a Full Move that it used up (movement.allowance).
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
        """Where it came to stand; it has moved (shooting.cv.moved.detail)."""
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
        """It stands on no rectangle of its own, but on the outline."""
        return battle.with_unit(
            replace(housed(battle, battle.units[self.unit], self.place, self.heading), moved=True, named=True)
        )


def housed(battle: TricornBattle, unit: TricornUnit, place: str, heading: int) -> TricornUnit:
    """A Foot unit as the garrison of a stronghold (terrain.garrison)."""
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
    """A unit was put somewhere without a move of its own (terrain.garrison.recoil, setup.deployment)."""

    unit: int
    to: Pose
    shape: Shape
    formation: Formation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands there; what it had reached by a Side Step it has left."""
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
        """Passed, one marker goes, or the crew is back; tried is tried (shooting.cv.moved.detail)."""
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
        """It tries once in an activation; an active unit has had its part in the step.

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
        """Once in an activation; it is no move of step 2 (movement.follow-up.detail)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=self.sidestepped)
        return replace(battle.with_unit(unit), followed=(*battle.followed, self.unit))


class UnitBrokeOff(TricornEvent, frozen=True):
    """A unit went straight back out of contact (movement.break-off.pass)."""

    unit: int
    to: Pose

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It keeps its facing; for an active unit it is its move."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(unit, pose=self.to, sidestepped=(), moved=unit.moved or battle.is_active(unit))
        )


# --------------------------------------------------------------------- disorder and its results
class MarkersGained(TricornEvent, frozen=True):
    """A unit gained Disorder Markers, some of them perhaps permanent (shooting.hit, melee.hit).

    ``converted`` markers it had become permanent (morale.row.2.permanent.adds, the other reading).
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
        """It is no move (recoil.counts); it has recoiled from this combat (melee.one-recoil)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=())
        recoiled = tuple(dict.fromkeys((*battle.recoiled, self.unit)))
        return replace(battle.with_unit(unit), recoiled=recoiled)


class UnitWithdrew(TricornEvent, frozen=True):
    """A unit withdrew with its back to the enemy (morale.row.2.distance, withdraw.path)."""

    unit: int
    to: Pose
    distance: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It does not fire in this step any more (withdraw.later)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=(), withdrew=True)
        return battle.with_unit(unit)


class GunsAbandoned(TricornEvent, frozen=True):
    """The crews of a battery left their guns (morale.row.2.artillery)."""

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The guns stay and do nothing; an officer with them is merely detached.

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
        """One move in an activation (leaders.move)."""
        battle = with_officer(
            battle,
            replace(battle.officers[self.officer], place=self.place, attached=self.attached, entry=None),
        )
        if battle.activation is None or battle.activation.officer != self.officer:
            return battle
        return replace(battle, activation=replace(battle.activation, officer_moved=True))


class OfficerEscaped(TricornEvent, frozen=True):
    """An officer by himself made off before an enemy to the nearest friends (leaders.contacted)."""

    officer: int
    place: Point
    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """He stands by them, unattached; it is no move of his."""
        officer = battle.officers[self.officer]
        return with_officer(battle, replace(officer, place=self.place, attached=None))


class OfficerLost(TricornEvent, frozen=True):
    """An officer was killed, wounded or taken.

    leaders.casualty.roll, leaders.fate.detail, leaders.contacted
    """

    officer: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """His card stays in the deck; the loss of a Commander in Chief tells on the army.

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

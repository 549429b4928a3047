"""What can happen to a battle of coldsteel. Every change of it is one of these."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.coldsteel.battle import (
    Camp,
    ColdSteelBattle,
    ColdSteelUnit,
    Link,
    Phase,
    Removal,
    Step,
)
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.table.movement.legs import grid
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape


class ColdSteelEvent(Event[ColdSteelBattle], frozen=True, tag=True):
    """Something that happened in a battle of coldsteel."""

    reveals: ClassVar[bool] = False


# --------------------------------------------------------------------- the turn
class InitiativeWon(ColdSteelEvent, frozen=True):
    """A side threw higher and is Player 1 for this turn (turn.initiative.winner)."""

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The other is Player 2."""
        return replace(battle, first=self.side, active=self.side)


class StepBegan(ColdSteelEvent, frozen=True):
    """The next step of the turn began; ``active`` is the side whose step it is (turn.sequence)."""

    step: Step
    active: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Nobody has had his part in it yet; who is engaged as manoeuvres begin is noted.

        turn.unit-order, charge.defender-fire, artillery.manoeuvre-scope
        """
        if self.step.phase is Phase.MANOEUVRES:
            units = tuple([_at_manoeuvres(battle, unit, self.active) for unit in battle.units])
        else:
            units = tuple([replace(unit, named=False) if unit.named else unit for unit in battle.units])
        return replace(
            battle, units=units, step=self.step, phase=self.step.phase.value, active=self.active, fought=()
        )


def _at_manoeuvres(battle: ColdSteelBattle, unit: ColdSteelUnit, active: int) -> ColdSteelUnit:
    """A unit at the start of a Manoeuvres step; the very same if nothing of it changes."""
    if unit.side == active:
        if not unit.named and not unit.manoeuvred:
            return unit
        return replace(unit, named=False, manoeuvred=False)
    engaged = battle.is_engaged(unit.id)
    if not unit.named and unit.was_engaged == engaged:
        return unit
    return replace(unit, named=False, was_engaged=engaged)


class TurnBegan(ColdSteelEvent, frozen=True):
    """A new game turn began (turn.end-check)."""

    turn: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """All that counts for one turn is forgotten; fire of this turn becomes that of the last.

        turn.last-turn, charge.charged-status, leaders.officer-reroll, cards.lucky-scope, and morale.status by
        its other reading
        """
        freed = battle.is_other(Reading.FAILURE_BINDS)
        units = tuple([_at_turn(unit, freed=freed) for unit in battle.units])
        step = Step.INITIATIVE
        return replace(battle, units=units, turn=self.turn, step=step, phase=step.phase.value)


def _at_turn(unit: ColdSteelUnit, *, freed: bool) -> ColdSteelUnit:
    """A unit at the start of a turn; the very same if nothing of it changes."""
    after = replace(
        unit,
        muskets_before=unit.muskets_now,
        guns_before=unit.guns_now,
        muskets_now=False,
        guns_now=False,
        charged=None,
        charged_by=(),
        rerolled=False,
        lucky_used=False,
        failed=unit.failed and not freed,
    )
    return unit if after == unit else after


class Conceded(ColdSteelEvent, frozen=True):
    """A player gave the battle up (victory.concede)."""

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The other wins."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


def with_camp(battle: ColdSteelBattle, side: int, camp: Camp) -> ColdSteelBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


class BattleEnded(ColdSteelEvent, frozen=True):
    """The battle ended (turn.end-check, victory.annihilation, victory.concede)."""

    outcome: Outcome

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)


# --------------------------------------------------------------------- units
def named(unit: ColdSteelUnit) -> ColdSteelUnit:
    """The unit once it has had its part in a step (turn.unit-order)."""
    return replace(unit, named=True)


def parted(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A unit engaged with nobody any more (charge.engagement-persists)."""
    if not battle.is_engaged(unit):
        return battle
    links = tuple(link for link in battle.links if unit not in (link.charger, link.charged))
    return replace(battle, links=links)


def hub_of(formation: Formation, to: Pose, shape: Shape) -> Point | None:
    """The middle about which a square shrinks; none of another formation (geometry.precision).

    The front of a square is rounded up from its middle, so its middle is rounded down from its front.
    """
    if formation is not Formation.SQUARE:
        return None
    x, y = to.at(0, -shape.depth / 2)
    return Point(float(-grid(-x)), float(-grid(-y)))


class UnitHeld(ColdSteelEvent, frozen=True):
    """A unit stood where it was, or held its fire, when its player named it (turn.may-decline)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It is not named again in this step."""
        return battle.with_unit(named(battle.units[self.unit]))


class UnitMoved(ColdSteelEvent, frozen=True):
    """A unit advanced or wheeled, and ended its manoeuvre somewhere else (movement.segments)."""

    unit: int
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = battle.units[self.unit]
        hub = hub_of(unit.formation, self.to, unit.shape)
        return battle.with_unit(replace(unit, pose=self.to, hub=hub, manoeuvred=True, named=True))


class UnitFormed(ColdSteelEvent, frozen=True):
    """A unit took up a formation or facing, or left its building, which is named, for one.

    formation.change, building.leave
    """

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose
    building: str = ""

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = replace(battle.units[self.unit], manoeuvred=True)
        return battle.with_unit(named(stood(unit, self.formation, self.files, self.shape, self.to)))


class UnitEntered(ColdSteelEvent, frozen=True):
    """A unit went into an empty building and is its garrison now (building.enter)."""

    unit: int
    building: str
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Its manoeuvre is over."""
        unit = stood(battle.units[self.unit], Formation.GARRISON, self.files, self.shape, self.to)
        return battle.with_unit(named(replace(unit, building=self.building, manoeuvred=True)))


def stood(unit: ColdSteelUnit, formation: Formation, files: int, shape: Shape, to: Pose) -> ColdSteelUnit:
    """A unit in a formation outside buildings, at a place."""
    hub = hub_of(formation, to, shape)
    return replace(unit, formation=formation, files=files, shape=shape, pose=to, hub=hub, building="")


class UnitArrived(ColdSteelEvent, frozen=True):
    """A unit came on over the edge of the table, in column (setup.reinforcements)."""

    unit: int
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """That is its whole manoeuvre; it counts as passed and tests from the next turn on."""
        unit = stood(battle.units[self.unit], Formation.COLUMN, self.files, self.shape, self.to)
        reserves = tuple(reserve for reserve in battle.reserves if reserve.unit != self.unit)
        battle = replace(battle, reserves=reserves)
        return battle.with_unit(named(replace(unit, manoeuvred=True, failed=False)))


class UnitRetreated(ColdSteelEvent, frozen=True):
    """A unit that failed its morale test fell back; a garrison did so in column (morale.retreat.direction).

    ``formation``, ``files`` and ``shape`` are those in which it stands now.
    """

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """A retreat of any length ends all its engagements, and is no manoeuvre.

        charge.engagement-persists, movement.counts-as-manoeuvre
        """
        unit = stood(battle.units[self.unit], self.formation, self.files, self.shape, self.to)
        return parted(battle.with_unit(unit), self.unit)


class UnitCharged(ColdSteelEvent, frozen=True):
    """A unit charged into contact with its target and with whatever else it touches (charge.contact)."""

    unit: int
    target: int
    touched: tuple[int, ...]
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It is engaged with all of them, and all count as charged this turn."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(named(replace(unit, pose=self.to, charged=self.target, manoeuvred=True)))
        links = battle.links
        for enemy in self.touched:
            struck = battle.units[enemy]
            battle = battle.with_unit(replace(struck, charged_by=(*struck.charged_by, self.unit)))
            links = (*links, Link(self.unit, enemy, battle.turn))
        return replace(battle, links=links)


class TraitSpent(ColdSteelEvent, frozen=True):
    """A unit used its card, which works once a battle (cards.permanent)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It is spent."""
        return battle.with_unit(replace(battle.units[self.unit], trait_spent=True))


class LuckyRerollUsed(ColdSteelEvent, frozen=True):
    """A Lucky Officer had one die thrown again (cards.lucky-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Not again this turn."""
        return battle.with_unit(replace(battle.units[self.unit], lucky_used=True))


# --------------------------------------------------------------------- morale
class MoraleTested(ColdSteelEvent, frozen=True):
    """A unit took its morale test of the turn; ``rerolled`` that its Officer had it taken again.

    morale.every-unit, leaders.officer-reroll
    """

    unit: int
    total: int
    passed: bool
    rerolled: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The result governs what it may do until its next test (morale.status)."""
        unit = battle.units[self.unit]
        again = unit.rerolled or self.rerolled
        tested = replace(unit, failed=not self.passed, held_back=False, rerolled=again, named=True)
        return battle.with_unit(tested)


class UnitHeldBack(ColdSteelEvent, frozen=True):
    """A Cowardly Officer keeps his unit from advancing until its next test (cards.cowardly-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It may re-form, turn and shoot."""
        return battle.with_unit(replace(battle.units[self.unit], held_back=True))


# --------------------------------------------------------------------- shooting and losses
class UnitShot(ColdSteelEvent, frozen=True):
    """A unit fired; its target is marked as fired at, hit or not (morale.fired-means, shooting.sequence)."""

    unit: int
    target: int
    dice: int
    hits: int
    artillery: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Both marks of the target stand until the end of the next turn (turn.last-turn)."""
        battle = battle.with_unit(named(battle.units[self.unit]))
        target = battle.units[self.target]
        if self.artillery:
            return battle.with_unit(replace(target, guns_now=True))
        return battle.with_unit(replace(target, muskets_now=True))


class MusketsFouled(ColdSteelEvent, frozen=True):
    """Dirty Muskets: the unit threw a 1 and may not shoot in the next turn (cards.dirty-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Not in the Shooting step of its side in the turn after this."""
        return battle.with_unit(replace(battle.units[self.unit], fouled=battle.turn + 1))


class ModelsLost(ColdSteelEvent, frozen=True):
    """Models of a unit fell: ordinary ones and command figures; ``left`` are alive, in ``shape`` at ``to``.

    casualties.one-wound, casualties.six, formation.shrink, formation.shrink-square
    """

    unit: int
    ordinary: int
    command: tuple[Figure, ...]
    left: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The files it formed with stay; men behind step forward."""
        unit = battle.units[self.unit]
        alive = tuple(figure for figure in unit.command if figure not in self.command)
        return battle.with_unit(
            replace(unit, models=self.left, command=alive, shape=self.shape, pose=self.to)
        )


class UnitsRemoved(ColdSteelEvent, frozen=True):
    """Units were taken off at the same instant, never to come back (turn.remove-at-once)."""

    units: tuple[int, ...]
    how: Removal

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """They count as lost; nobody is engaged with them any more."""
        for number in self.units:
            unit = replace(battle.units[number], pose=None, removed=self.how, building="", hub=None)
            battle = parted(battle.with_unit(unit), number)
        return battle


# --------------------------------------------------------------------- melee
class FightFought(ColdSteelEvent, frozen=True):
    """All units of a fight have struck, or had nobody left to strike (melee.order, melee.one-round)."""

    units: tuple[int, ...]

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The fight is not resolved again in this step."""
        return replace(battle, fought=tuple(sorted({*battle.fought, *self.units})))

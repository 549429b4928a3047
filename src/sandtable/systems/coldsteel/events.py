"""The events of coldsteel: every change of a battle is one of these."""

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
from sandtable.table.space import Point, Pose, Shape, nearest_hundredth


class ColdSteelEvent(Event[ColdSteelBattle], frozen=True, tag=True):
    """An event in a battle of coldsteel."""

    reveals: ClassVar[bool] = False


# --------------------------------------------------------------------- the turn
class InitiativeWon(ColdSteelEvent, frozen=True):
    """A side won the initiative and is Player 1 this turn (turn.initiative.winner)."""

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, first=self.side, active=self.side)


class StepBegan(ColdSteelEvent, frozen=True):
    """The next step of the turn began; ``active`` is its side (turn.sequence)."""

    step: Step
    active: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """No unit has acted in the step yet; at Manoeuvres, record which units are engaged.

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
    """A unit at the start of a Manoeuvres step; the same object if nothing changes."""
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
        """Clear what counts for one turn; fire received this turn becomes last turn's.

        By the other reading of morale.status, units that failed are free again.

        turn.last-turn, charge.charged-status, leaders.officer-reroll, cards.lucky-scope
        """
        freed = battle.is_other(Reading.FAILURE_BINDS)
        units = tuple([_at_turn(unit, freed=freed) for unit in battle.units])
        step = Step.INITIATIVE
        return replace(battle, units=units, turn=self.turn, step=step, phase=step.phase.value)


def _at_turn(unit: ColdSteelUnit, *, freed: bool) -> ColdSteelUnit:
    """A unit at the start of a turn; the same object if nothing changes."""
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
    """A player conceded (victory.concede)."""

    side: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


def with_camp(battle: ColdSteelBattle, side: int, camp: Camp) -> ColdSteelBattle:
    """The battle with one camp replaced."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


class BattleEnded(ColdSteelEvent, frozen=True):
    """The battle ended (turn.end-check, victory.annihilation, victory.concede)."""

    outcome: Outcome

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, outcome=self.outcome)


# --------------------------------------------------------------------- units
def named(unit: ColdSteelUnit) -> ColdSteelUnit:
    """A unit that has acted in this step (turn.unit-order)."""
    return replace(unit, named=True)


def parted(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """The battle without the engagements of a unit (charge.engagement-persists)."""
    if not battle.is_engaged(unit):
        return battle
    links = tuple(link for link in battle.links if unit not in (link.charger, link.charged))
    return replace(battle, links=links)


def hub_of(formation: Formation, to: Pose, shape: Shape) -> Point | None:
    """The middle about which a square shrinks; None for other formations (geometry.precision).

    The front of a square is rounded up from its middle, so the middle is rounded down from the front.
    """
    if formation is not Formation.SQUARE:
        return None
    x, y = to.at(0, -shape.depth / 2)
    return Point(float(-nearest_hundredth(-x)), float(-nearest_hundredth(-y)))


class UnitHeld(ColdSteelEvent, frozen=True):
    """A named unit stood still or held its fire (turn.may-decline)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(named(battle.units[self.unit]))


class UnitMoved(ColdSteelEvent, frozen=True):
    """A unit advanced or wheeled (movement.segments)."""

    unit: int
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = battle.units[self.unit]
        hub = hub_of(unit.formation, self.to, unit.shape)
        return battle.with_unit(replace(unit, pose=self.to, hub=hub, manoeuvred=True, named=True))


class UnitFormed(ColdSteelEvent, frozen=True):
    """A unit took up a formation or facing, or left its ``building`` for one.

    formation.change, building.leave
    """

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose
    building: str = ""

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit has manoeuvred (movement.counts-as-manoeuvre)."""
        unit = replace(battle.units[self.unit], manoeuvred=True)
        return battle.with_unit(named(stood(unit, self.formation, self.files, self.shape, self.to)))


class UnitEntered(ColdSteelEvent, frozen=True):
    """A unit entered an empty building as its garrison (building.enter)."""

    unit: int
    building: str
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        unit = stood(battle.units[self.unit], Formation.GARRISON, self.files, self.shape, self.to)
        return battle.with_unit(named(replace(unit, building=self.building, manoeuvred=True)))


def stood(unit: ColdSteelUnit, formation: Formation, files: int, shape: Shape, to: Pose) -> ColdSteelUnit:
    """A unit at a place in a formation, outside buildings."""
    hub = hub_of(formation, to, shape)
    return replace(unit, formation=formation, files=files, shape=shape, pose=to, hub=hub, building="")


class UnitArrived(ColdSteelEvent, frozen=True):
    """A unit entered over the table edge in column (setup.reinforcements)."""

    unit: int
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """This is its whole manoeuvre; it counts as passed until its test of the next turn."""
        unit = stood(battle.units[self.unit], Formation.COLUMN, self.files, self.shape, self.to)
        reserves = tuple(reserve for reserve in battle.reserves if reserve.unit != self.unit)
        battle = replace(battle, reserves=reserves)
        return battle.with_unit(named(replace(unit, manoeuvred=True, failed=False)))


class UnitRetreated(ColdSteelEvent, frozen=True):
    """A unit that failed its test fell back; a garrison did so in column (morale.retreat.direction).

    ``formation``, ``files`` and ``shape`` are the new ones.
    """

    unit: int
    formation: Formation
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """A retreat of any length ends all engagements of the unit, and is no manoeuvre.

        charge.engagement-persists, movement.counts-as-manoeuvre
        """
        unit = stood(battle.units[self.unit], self.formation, self.files, self.shape, self.to)
        return parted(battle.with_unit(unit), self.unit)


class UnitCharged(ColdSteelEvent, frozen=True):
    """A unit charged into contact with its target and every other enemy it touches (charge.contact)."""

    unit: int
    target: int
    touched: tuple[int, ...]
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The charger is engaged with all of them, and all of them count as charged this turn."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(named(replace(unit, pose=self.to, charged=self.target, manoeuvred=True)))
        links = battle.links
        for enemy in self.touched:
            struck = battle.units[enemy]
            battle = battle.with_unit(replace(struck, charged_by=(*struck.charged_by, self.unit)))
            links = (*links, Link(self.unit, enemy, battle.turn))
        return replace(battle, links=links)


class TraitSpent(ColdSteelEvent, frozen=True):
    """A unit used up a card that works once a battle (cards.permanent)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], trait_spent=True))


class LuckyRerollUsed(ColdSteelEvent, frozen=True):
    """A Lucky Officer re-rolled one die (cards.lucky-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], lucky_used=True))


# --------------------------------------------------------------------- morale
class MoraleTested(ColdSteelEvent, frozen=True):
    """A unit took its morale test; ``rerolled`` says that its Officer repeated it.

    morale.every-unit, leaders.officer-reroll
    """

    unit: int
    total: int
    passed: bool
    rerolled: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The result governs the unit until its next test (morale.status)."""
        unit = battle.units[self.unit]
        again = unit.rerolled or self.rerolled
        tested = replace(unit, failed=not self.passed, held_back=False, rerolled=again, named=True)
        return battle.with_unit(tested)


class UnitHeldBack(ColdSteelEvent, frozen=True):
    """A Cowardly Officer keeps his unit from advancing until its next test (cards.cowardly-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit may still re-form, turn and shoot."""
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
        """The target's mark lasts until the end of the next turn (turn.last-turn)."""
        battle = battle.with_unit(named(battle.units[self.unit]))
        target = battle.units[self.target]
        if self.artillery:
            return battle.with_unit(replace(target, guns_now=True))
        return battle.with_unit(replace(target, muskets_now=True))


class MusketsFouled(ColdSteelEvent, frozen=True):
    """A unit with Dirty Muskets threw a 1 and may not shoot next turn (cards.dirty-scope)."""

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return battle.with_unit(replace(battle.units[self.unit], fouled=battle.turn + 1))


class ModelsLost(ColdSteelEvent, frozen=True):
    """A unit lost ordinary models and command figures; ``left`` remain, in ``shape`` at ``to``.

    casualties.one-wound, casualties.six, formation.shrink, formation.shrink-square
    """

    unit: int
    ordinary: int
    command: tuple[Figure, ...]
    left: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The unit keeps the files it formed with."""
        unit = battle.units[self.unit]
        alive = tuple(figure for figure in unit.command if figure not in self.command)
        return battle.with_unit(
            replace(unit, models=self.left, command=alive, shape=self.shape, pose=self.to)
        )


class UnitsRemoved(ColdSteelEvent, frozen=True):
    """Units were removed together and do not come back (turn.remove-at-once)."""

    units: tuple[int, ...]
    how: Removal

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """They count as lost, and their engagements end."""
        for number in self.units:
            unit = replace(battle.units[number], pose=None, removed=self.how, building="", hub=None)
            battle = parted(battle.with_unit(unit), number)
        return battle


# --------------------------------------------------------------------- melee
class FightFought(ColdSteelEvent, frozen=True):
    """All units of a fight have struck, or had no enemy left to strike (melee.order, melee.one-round)."""

    units: tuple[int, ...]

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        return replace(battle, fought=tuple(sorted({*battle.fought, *self.units})))

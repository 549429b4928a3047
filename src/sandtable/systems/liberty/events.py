"""The events of a battle of liberty; every change of a battle is one of these."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.systems.liberty.actions import Action, CommandPoints, Phase, Use
from sandtable.systems.liberty.battle import (
    PHASE_OF,
    Camp,
    DueTest,
    LibertyBattle,
    Order,
    Regiment,
    Step,
)
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.systems.liberty.profiles import Formation
from sandtable.table.space import Pose, Shape

OPENING, MELEES, SHOOTING = Step.OPENING, Step.MELEES, Cause.SHOOTING
# These names save the look-up of an enumeration's member, which costs as much as a call.


class LibertyEvent(Event[LibertyBattle], frozen=True, tag=True):
    """An event of a battle of liberty."""

    reveals: ClassVar[bool] = False


class InitiativeWon(LibertyEvent, frozen=True):
    """A side took the initiative for the whole game (turn.initiative)."""

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It acts first in every turn."""
        return replace(battle, first=self.side, active=self.side)


class StepBegan(LibertyEvent, frozen=True):
    """The acting player went on to the next step of the turn."""

    step: Step

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only the step changes; at the start of the melees no unit has fought yet."""
        return replace(battle, step=self.step, phase=PHASE_OF[self.step], fought=())


class MarkersTaken(LibertyEvent, frozen=True):
    """One disorder marker came off each of the acting player's units that carried any (turn.command.b)."""

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One marker fewer, never below none."""
        for unit in battle.on_table(battle.active):
            if unit.disorder:
                battle = battle.with_unit(replace(unit, disorder=unit.disorder - 1))
        return battle


class OrderCarriedOut(LibertyEvent, frozen=True):
    """A unit succeeded with its order; its under-fire markers come off (underfire.remove)."""

    unit: int
    order: Order
    may_shoot: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It has had its order for this turn."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=self.may_shoot, under_fire=0))


class OrderFailed(LibertyEvent, frozen=True):
    """A unit failed its ORDER test and does not carry out the order (orders.fail.disordered)."""

    unit: int
    order: Order

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The order is used up, and its under-fire markers come off."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=False, under_fire=0))


class UnitMoved(LibertyEvent, frozen=True):
    """A unit ended a move at another place."""

    unit: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It stands there, out of contact; a General attached to it moves along.

        leaders.attach.how, leaders.attach.place, leaders.unit-routs, melee.engaged
        """
        moved = stood(battle, replace(battle.units[self.unit], pose=self.to))
        return parted(moved, self.unit) if battle.engagements else moved


class UnitFormed(LibertyEvent, frozen=True):
    """A unit took a formation, perhaps on other bases and with other hits, where it stood or nearby."""

    unit: int
    formation: Formation
    shape: Shape
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its place is the middle of its new front edge."""
        unit = replace(battle.units[self.unit], formation=self.formation, shape=self.shape, pose=self.to)
        return stood(battle, unit)


def stood(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """The battle with a unit at its new place; its General touches the middle of its rear edge."""
    assert unit.pose is not None
    moved, number, leaders = battle.with_unit(unit), unit.id, battle.generals
    for general in leaders:
        if general.attached_to == number:
            behind = unit.pose.shifted(0, -unit.shape.depth)
            along = [replace(one, pose=behind) if one.attached_to == number else one for one in leaders]
            return replace(moved, generals=tuple(along))
    return moved


def parted(battle: LibertyBattle, unit: int) -> LibertyBattle:
    """The battle with a unit no longer engaged (melee.engaged)."""
    if not battle.is_engaged(unit):
        return battle
    return replace(battle, engagements=tuple(pair for pair in battle.engagements if unit not in pair))


class UnitsEngaged(LibertyEvent, frozen=True):
    """A unit came into contact with enemies; ``charging`` says that it counts as charging.

    charge.contact.unintended, melee.dice.charging.first, breakthrough.join
    """

    unit: int
    enemies: tuple[int, ...]
    charging: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They are engaged until a result parts them; in a Melee phase the newcomer fights in the next."""
        pairs = tuple((min(self.unit, enemy), max(self.unit, enemy)) for enemy in self.enemies)
        new = tuple(pair for pair in pairs if pair not in battle.engagements)
        battle = battle.with_unit(replace(battle.units[self.unit], charging=self.charging, may_shoot=False))
        late = (self.unit,) if battle.step is MELEES else ()
        return replace(battle, engagements=battle.engagements + new, fought=battle.fought + late)


class UnitShot(LibertyEvent, frozen=True):
    """A unit fired its volley of this turn."""

    unit: int
    target: int
    dice: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It shoots once a turn."""
        return battle.with_unit(replace(battle.units[self.unit], may_shoot=False))


class UnitHit(LibertyEvent, frozen=True):
    """A volley hit a unit: an under-fire marker, the unsaved hits, and a test if one is due.

    underfire.gain, underfire.detail, morale.trigger.count
    """

    unit: int
    lost: int
    tests: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """All the shooting of a phase causes one test."""
        unit = battle.units[self.unit]
        hit = replace(unit, hits=unit.hits + self.lost, under_fire=unit.under_fire + 1)
        due = DueTest(self.unit, SHOOTING)
        if self.tests and due not in battle.tests_due:
            battle = replace(battle, tests_due=(*battle.tests_due, due))
        return battle.with_unit(hit)


class HitsChanged(LibertyEvent, frozen=True):
    """A unit lost hits in melee or by failing to rally, or recovered some (a negative number).

    orders.rally.ok.other, orders.rally.fail.routing, melee.multiple.hits
    """

    unit: int
    by: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Hits recovered on foot do not come back when the unit mounts (movement.mount.hits)."""
        unit = battle.units[self.unit]
        mounted = 0 if self.by < 0 else unit.mounted_hits
        return battle.with_unit(replace(unit, hits=unit.hits + self.by, mounted_hits=mounted))


class UnitDisordered(LibertyEvent, frozen=True):
    """A unit was disordered: one marker in its own turn, two in the enemy's, never more.

    disorder.own-phase, disorder.enemy-phase, disorder.enemy-phase.meaning, disorder.markers.cap
    """

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Markers do not add up."""
        unit = battle.units[self.unit]
        markers = 1 if unit.side == battle.active else 2
        return battle.with_unit(replace(unit, disorder=max(unit.disorder, markers), may_shoot=False))


class DisorderCleared(LibertyEvent, frozen=True):
    """All disorder markers came off a unit (special.veterans, action.reform-the-ranks)."""

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It may be ordered again."""
        return battle.with_unit(replace(battle.units[self.unit], disorder=0))


class UnitRouted(LibertyEvent, frozen=True):
    """A unit began to ROUTE; it is ROUTING until it rallies or breaks (rout.immediate)."""

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its disorder markers come off (disorder.rout-clears)."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, routing=True, disorder=0, may_shoot=False, charging=False))


class UnitRallied(LibertyEvent, frozen=True):
    """A ROUTING unit stopped (orders.rally.ok.routing)."""

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It is no longer ROUTING."""
        return battle.with_unit(replace(battle.units[self.unit], routing=False))


class UnitsBroken(LibertyEvent, frozen=True):
    """Units were BROKEN at the same instant and removed; friends near any of them test once.

    states.broken, morale.trigger.broken, morale.trigger.count
    """

    units: tuple[int, ...]
    witnesses: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Their own tests are dropped; the tests they cause are added."""
        for number in self.units:
            unit = battle.units[number]
            gone = replace(unit, pose=None, broken=True, may_shoot=False, charging=False)
            battle = parted(battle.with_unit(gone), number)
        due = tuple(due for due in battle.tests_due if due.unit not in self.units)
        due += tuple(DueTest(friend, Cause.FRIEND_BROKEN) for friend in self.witnesses)
        return replace(battle, tests_due=due)


class UnitsToTest(LibertyEvent, frozen=True):
    """A unit was passed through, and both units must test for it (movement.interpenetrate.test)."""

    units: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The unit passed through tests first, then the mover."""
        due = tuple(DueTest(unit, Cause.PASSED_THROUGH) for unit in self.units)
        return replace(battle, tests_due=(*battle.tests_due, *due))


class MoraleTested(LibertyEvent, frozen=True):
    """A unit took a test that was due."""

    due: DueTest
    result: Result

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The test is struck off; it never repeats for the same cause (morale.no-chain-limit)."""
        at = battle.tests_due.index(self.due)
        return replace(battle, tests_due=battle.tests_due[:at] + battle.tests_due[at + 1 :])


class CommandPhaseEnded(LibertyEvent, frozen=True):
    """The acting player's Command phase ended; units without an order count as activated.

    turn.command.no-order, underfire.remove
    """

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Their under-fire markers come off too."""
        for unit in battle.on_table(battle.active):
            if unit.under_fire:
                battle = battle.with_unit(replace(unit, under_fire=0))
        return battle


class MeleesEnded(LibertyEvent, frozen=True):
    """All melees of a phase were fought; chargers have had their first round (melee.dice.charging.first)."""

    fresh: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only units that came into contact in this phase still count as charging."""
        for unit in battle.units:
            if unit.charging and unit.id not in self.fresh:
                battle = battle.with_unit(replace(unit, charging=False))
        return battle


class PointsGained(LibertyEvent, frozen=True):
    """An army got its Command Points for the whole game (cp.generate)."""

    side: int
    points: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They are shown openly (cp.display)."""
        return with_points(battle, self.side, CommandPoints(self.points))


class PointSpent(LibertyEvent, frozen=True):
    """A Command Point bought an action for a unit; Generals have the numbers -1, -2 and so on (cp.once)."""

    side: int
    action: Action
    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One point fewer, and the same action not again on this unit this turn (cp.same-action)."""
        points = battle.camps[self.side].points
        use = Use(action=self.action, unit=self.unit, phase=Phase(battle.phase))
        return with_points(battle, self.side, points.after(use))


def with_points(battle: LibertyBattle, side: int, points: CommandPoints) -> LibertyBattle:
    """The battle with the Command Points of one side changed."""
    return with_camp(battle, side, replace(battle.camps[side], points=points))


def with_camp(battle: LibertyBattle, side: int, camp: Camp) -> LibertyBattle:
    """The battle with one camp changed."""
    return replace(battle, camps=(camp, battle.camps[1]) if side == 0 else (battle.camps[0], camp))


def _rested(units: tuple[Regiment, ...], side: int) -> tuple[Regiment, ...]:
    """The units at the start of a side's player turn; the same tuple if nothing changes."""
    found = [*units]
    for unit in units:
        if (
            (unit.side == side and unit.order is not None)
            or unit.may_shoot
            or unit.changed
            or unit.fired
            or unit.broke_through
            or unit.ran
        ):
            order = None if unit.side == side else unit.order
            found[unit.id] = replace(
                unit, order=order, may_shoot=False, changed=False, fired=False, broke_through=False, ran=False
            )
    return tuple(found)


class PlayerTurnBegan(LibertyEvent, frozen=True):
    """A player turn began: its units may be given orders again (turn.players, turn.word-turn)."""

    side: int
    turn: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Everything that counts once a turn is reset."""
        generals = [*battle.generals]
        for number, general in enumerate(battle.generals):
            if general.moved or general.detached:
                generals[number] = replace(general, moved=False, detached=False)
        first, second = battle.camps
        if first.points.used or second.points.used:
            first, second = (replace(camp, points=camp.points.next_turn()) for camp in battle.camps)
        return replace(
            battle.with_units(_rested(battle.units, self.side)),
            generals=tuple(generals),
            camps=(first, second),
            active=self.side,
            turn=self.turn,
            step=OPENING,
            phase=PHASE_OF[OPENING],
        )


class Conceded(LibertyEvent, frozen=True):
    """A player conceded: the army counts as having reached its break point (umpire.concede)."""

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The battle is decided."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))


class BattleEnded(LibertyEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)

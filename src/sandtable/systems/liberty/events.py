"""The events of a battle of liberty; every change of a battle is one of these."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.battle.battle import Outcome
from sandtable.game.present.english import counted
from sandtable.systems.liberty.actions import RULES, Action, CommandPoints, Phase, Use
from sandtable.systems.liberty.battle import (
    PHASE_OF,
    Camp,
    DueTest,
    LibertyBattle,
    Order,
    Regiment,
    Step,
)
from sandtable.systems.liberty.morale import BECOMES, Cause, Result
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.words import army_name, moved, name, names, who_name
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape

OPENING, MELEES, SHOOTING = Step.OPENING, Step.MELEES, Cause.SHOOTING
# These names save the look-up of an enumeration's member, which costs as much as a call.


NAMING: Final = ("unit", "pursuer", "target", "enemy", "router", "chargers", "enemies", "units")
"""The fields in which events name units, the acting one first."""

STEP_NAMES: Final = {
    Step.INITIATIVE: "Initiative",
    Step.POINTS: "Command Points",
    Step.DEPLOYMENT: "Deployment",
    Step.OPENING: "The Command phase opens",
    Step.ATTACHING: "Generals attach and detach",
    Step.RALLYING: "Units rally",
    Step.ROUTING: "Routing units run on",
    Step.CHARGING: "Charges",
    Step.ORDERS: "Orders",
    Step.SHOOTING: "Shooting",
    Step.TESTS: "Morale tests",
    Step.MELEES: "Melees",
    Step.END: "End of the turn",
}


class LibertyEvent(Event[LibertyBattle], frozen=True, tag=True):
    """An event of a battle of liberty."""

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first; negative numbers stand for Generals."""
        found: list[int | None] = []
        for field in NAMING:
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else (named,)
        return tuple(unit for unit in found if unit is not None and unit >= 0)


class InitiativeWon(LibertyEvent, frozen=True):
    """A side took the initiative for the whole game (turn.initiative)."""

    rules = ("turn.initiative.method",)

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It acts first in every turn."""
        return replace(battle, first=self.side, active=self.side)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{army_name(after, self.side)} takes the initiative"


class StepBegan(LibertyEvent, frozen=True):
    """The acting player went on to the next step of the turn."""

    rules = ("turn.phases",)
    is_detail = True

    step: Step

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only the step changes; at the start of the melees no unit has fought yet."""
        return replace(battle, step=self.step, phase=PHASE_OF[self.step], fought=())

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return STEP_NAMES[self.step]


class MarkersTaken(LibertyEvent, frozen=True):
    """One disorder marker came off each of the acting player's units that carried any (turn.command.b)."""

    rules = ("turn.command.b",)

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One marker fewer, never below none."""
        for unit in battle.on_table(battle.active):
            if unit.disorder:
                battle = battle.with_unit(replace(unit, disorder=unit.disorder - 1))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "A disorder marker comes off each disordered unit"


class OrderCarriedOut(LibertyEvent, frozen=True):
    """A unit succeeded with its order; its under-fire markers come off (underfire.remove)."""

    rules = ("orders.issue",)

    unit: int
    order: Order
    may_shoot: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It has had its order for this turn."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=self.may_shoot, under_fire=0))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} carries out {self.order}"


class OrderFailed(LibertyEvent, frozen=True):
    """A unit failed its ORDER test and does not carry out the order (orders.fail.disordered)."""

    rules = ("orders.fail.disordered",)

    unit: int
    order: Order

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The order is used up, and its under-fire markers come off."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=False, under_fire=0))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} fails its {self.order} test"


class UnitMoved(LibertyEvent, frozen=True):
    """A unit ended a move at another place."""

    rules = ("movement.rates",)
    is_detail = True

    unit: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It stands there, out of contact; a General attached to it moves along.

        leaders.attach.how, leaders.attach.place, leaders.unit-routs, melee.engaged
        """
        moved = stood(battle, replace(battle.units[self.unit], pose=self.to))
        return parted(moved, self.unit) if battle.engagements else moved

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        start = before.units[self.unit].pose
        assert start is not None
        return f"{name(after, self.unit)} {moved(start, self.to)}"


class UnitFormed(LibertyEvent, frozen=True):
    """A unit took a formation, perhaps on other bases and with other hits, where it stood or nearby."""

    rules = ("formation.legal",)

    unit: int
    formation: Formation
    shape: Shape
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its place is the middle of its new front edge."""
        unit = replace(battle.units[self.unit], formation=self.formation, shape=self.shape, pose=self.to)
        return stood(battle, unit)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} forms {self.formation.replace('-', ' ')}"


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

    rules = ("melee.engaged",)

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

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} is in melee with {names(after, self.enemies)}"


class UnitShot(LibertyEvent, frozen=True):
    """A unit fired its volley of this turn."""

    rules = ("shooting.sequence",)

    unit: int
    target: int
    dice: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It shoots once a turn."""
        return battle.with_unit(replace(battle.units[self.unit], may_shoot=False))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} shoots at {name(after, self.target)} with {self.dice} dice"


class UnitHit(LibertyEvent, frozen=True):
    """A volley hit a unit: an under-fire marker, the unsaved hits, and a test if one is due.

    underfire.gain, underfire.detail, morale.trigger.count
    """

    rules = ("underfire.gain",)

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

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} is hit and loses {self.lost}"


class HitsChanged(LibertyEvent, frozen=True):
    """A unit lost hits in melee or by failing to rally, or recovered some (a negative number).

    orders.rally.ok.other, orders.rally.fail.routing, melee.multiple.hits
    """

    rules = ("states.extra",)

    unit: int
    by: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Hits recovered on foot do not come back when the unit mounts (movement.mount.hits)."""
        unit = battle.units[self.unit]
        mounted = 0 if self.by < 0 else unit.mounted_hits
        return battle.with_unit(replace(unit, hits=unit.hits + self.by, mounted_hits=mounted))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} {'loses' if self.by > 0 else 'recovers'} {abs(self.by)}"


class UnitDisordered(LibertyEvent, frozen=True):
    """A unit was disordered: one marker in its own turn, two in the enemy's, never more.

    disorder.own-phase, disorder.enemy-phase, disorder.enemy-phase.meaning, disorder.markers.cap
    """

    rules = ("disorder.effect",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Markers do not add up."""
        unit = battle.units[self.unit]
        markers = 1 if unit.side == battle.active else 2
        return battle.with_unit(replace(unit, disorder=max(unit.disorder, markers), may_shoot=False))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} is disordered"


class DisorderCleared(LibertyEvent, frozen=True):
    """All disorder markers came off a unit (special.veterans, action.reform-the-ranks)."""

    rules = ("disorder.effect",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It may be ordered again."""
        return battle.with_unit(replace(battle.units[self.unit], disorder=0))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} is in good order again"


class UnitRouted(LibertyEvent, frozen=True):
    """A unit began to ROUTE; it is ROUTING until it rallies or breaks (rout.immediate)."""

    rules = ("rout.immediate", "disorder.rout-clears")

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its disorder markers come off (disorder.rout-clears)."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, routing=True, disorder=0, may_shoot=False, charging=False))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} routs"


class UnitRallied(LibertyEvent, frozen=True):
    """A ROUTING unit stopped (orders.rally.ok.routing)."""

    rules = ("orders.rally.ok.routing",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It is no longer ROUTING."""
        return battle.with_unit(replace(battle.units[self.unit], routing=False))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} rallies"


class UnitsBroken(LibertyEvent, frozen=True):
    """Units were BROKEN at the same instant and removed; friends near any of them test once.

    states.broken, morale.trigger.broken, morale.trigger.count
    """

    rules = ("states.broken", "morale.trigger.broken")

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

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{names(after, self.units)} {'are' if len(self.units) > 1 else 'is'} broken"


class UnitsToTest(LibertyEvent, frozen=True):
    """A unit was passed through, and both units must test for it (movement.interpenetrate.test)."""

    rules = ("movement.interpenetrate.test",)
    is_detail = True

    units: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The unit passed through tests first, then the mover."""
        due = tuple(DueTest(unit, Cause.PASSED_THROUGH) for unit in self.units)
        return replace(battle, tests_due=(*battle.tests_due, *due))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{names(after, self.units)} have to test for passing through"


class MoraleTested(LibertyEvent, frozen=True):
    """A unit took a test that was due."""

    rules = ("morale.result.data",)

    due: DueTest
    result: Result

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The test is struck off; it never repeats for the same cause (morale.no-chain-limit)."""
        at = battle.tests_due.index(self.due)
        return replace(battle, tests_due=battle.tests_due[:at] + battle.tests_due[at + 1 :])

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.due.unit)} tests for {self.due.cause} and {BECOMES[self.result]}"


class CommandPhaseEnded(LibertyEvent, frozen=True):
    """The acting player's Command phase ended; units without an order count as activated.

    turn.command.no-order, underfire.remove
    """

    rules = ("turn.command.no-order",)
    is_detail = True

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Their under-fire markers come off too."""
        for unit in battle.on_table(battle.active):
            if unit.under_fire:
                battle = battle.with_unit(replace(unit, under_fire=0))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "The Command phase ends"


class MeleesEnded(LibertyEvent, frozen=True):
    """All melees of a phase were fought; chargers have had their first round (melee.dice.charging.first)."""

    rules = ("melee.dice.charging.first",)
    is_detail = True

    fresh: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only units that came into contact in this phase still count as charging."""
        for unit in battle.units:
            if unit.charging and unit.id not in self.fresh:
                battle = battle.with_unit(replace(unit, charging=False))
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return "The melees are fought"


class PointsGained(LibertyEvent, frozen=True):
    """An army got its Command Points for the whole game (cp.generate)."""

    rules = ("cp.generate",)

    side: int
    points: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They are shown openly (cp.display)."""
        return with_points(battle, self.side, CommandPoints(self.points))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{army_name(after, self.side)} has {counted(self.points, 'Command Point')}"


class PointSpent(LibertyEvent, frozen=True):
    """A Command Point bought an action for a unit; Generals have the numbers -1, -2 and so on (cp.once)."""

    rules = ("cp.once",)
    is_detail = True

    side: int
    action: Action
    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One point fewer, and the same action not again on this unit this turn (cp.same-action)."""
        points = battle.camps[self.side].points
        use = Use(action=self.action, unit=self.unit, phase=Phase(battle.phase))
        return with_points(battle, self.side, points.after(use))

    def cites(self) -> tuple[str, ...]:
        """The rule of the action too."""
        return (RULES[self.action][0], *self.rules)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{self.action} A Command Point is spent on {who_name(after, self.unit)}"


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

    rules = ("turn.players",)

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

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"Turn {self.turn}: {army_name(after, self.side)}"


class Conceded(LibertyEvent, frozen=True):
    """A player conceded: the army counts as having reached its break point (umpire.concede)."""

    rules = ("umpire.concede",)

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The battle is decided."""
        return with_camp(battle, self.side, replace(battle.camps[self.side], conceded=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"The {army_name(after, self.side)} player concedes"


class BattleEnded(LibertyEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)

    def cites(self) -> tuple[str, ...]:
        return (self.outcome.rule,) if self.outcome.rule else ()

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return self.outcome.words

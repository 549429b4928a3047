"""What all events of liberty have in common, and the events of units: orders, moves, hits, tests, routs."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Event
from sandtable.game.present.english import counted
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.morale import BECOMES, Cause, Result
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.words import moved, name, names
from sandtable.table.space import Pose, Shape

MELEES, SHOOTING = Step.MELEES, Cause.SHOOTING
# These names save the look-up of an enumeration's member, which costs as much as a call.

NAMING: Final = ("unit", "pursuer", "target", "enemy", "router", "chargers", "enemies", "units")
"""The fields in which events name units, the acting one first."""


class LibertyEvent(Event[LibertyBattle], frozen=True, tag=True):
    """An event of a battle of liberty."""

    def parties(self) -> tuple[int, ...]:
        """The units in its fields, the acting one first; negative numbers stand for Generals."""
        found: list[int | None] = []
        for field in NAMING:
            named = getattr(self, field, ())
            found += named if isinstance(named, tuple) else (named,)
        return tuple(unit for unit in found if unit is not None and unit >= 0)


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
        return f"{name(after, self.unit)} takes {counted(self.lost, 'hit')}"


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
        verb = "takes" if self.by > 0 else "recovers"
        return f"{name(after, self.unit)} {verb} {counted(abs(self.by), 'hit')}"


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
        return f"{names(after, self.units)} must take a morale test (passing through)"


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
        unit = name(after, self.due.unit)
        return f"{unit} takes a morale test ({self.due.cause}) and {BECOMES[self.result]}"

"""What can happen in a Melee phase only: rounds, scores, pursuits, breakthroughs."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import DueTest, LibertyBattle
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.pursuit import Catch


class MeleeBegan(LibertyEvent, frozen=True):
    """A melee is fought: the units of both sides, the acting player's first, and the dice each of them rolls.

    melee.all-phases: once in every Melee phase
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[tuple[int, ...], tuple[int, ...]]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They have their round of this phase."""
        return replace(battle, fought=(*battle.fought, *self.sides[0], *self.sides[1]))


class MeleeScored(LibertyEvent, frozen=True):
    """A round of melee was decided: the scores, the side that won, and the losing units that have to test.

    melee.winner, melee.loser.each, morale.trigger.melee
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    scores: tuple[int, int]
    winner: int | None
    losers: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Who charged has had his first round and charges no more (melee.dice.charging.first)."""
        for number in (*self.sides[0], *self.sides[1]):
            if battle.units[number].charging:
                battle = battle.with_unit(replace(battle.units[number], charging=False))
        due = tuple(DueTest(loser, Cause.LOST_MELEE) for loser in self.losers)
        return replace(battle, tests_due=(*battle.tests_due, *due))


class FreeRoundBegan(LibertyEvent, frozen=True):
    """A pursuer fights the router it has caught, each with so many dice (pursuit.free-round)."""

    pursuer: int
    router: int
    dice: tuple[int, int]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing has changed yet."""
        return battle


class UnitPursued(LibertyEvent, frozen=True):
    """A unit was free to pursue a router: it holds, falls short, or catches it (pursuit.roll)."""

    unit: int
    router: int
    catch: Catch

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """What it does to both follows."""
        return battle


class PursuitTurned(LibertyEvent, frozen=True):
    """A pursuer met another enemy on its way and charges that (pursuit.new-enemy)."""

    unit: int
    enemy: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The charge follows."""
        return battle


class UnitBrokeThrough(LibertyEvent, frozen=True):
    """A unit breaks through and charges on at an enemy; without one it holds (breakthrough.roll)."""

    unit: int
    target: int | None

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It does so once a turn (breakthrough.limit)."""
        return battle.with_unit(replace(battle.units[self.unit], broke_through=True))

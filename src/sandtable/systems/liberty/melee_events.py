"""The events of a Melee phase: rounds, scores, pursuits, breakthroughs."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import DueTest, LibertyBattle
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.pursuit import Catch


class MeleeBegan(LibertyEvent, frozen=True):
    """A melee is fought: the units of both sides, the acting player's first, and the dice of each.

    melee.all-phases: once in every Melee phase
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[tuple[int, ...], tuple[int, ...]]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They have had their round of this phase."""
        return replace(battle, fought=(*battle.fought, *self.sides[0], *self.sides[1]))


class MeleeScored(LibertyEvent, frozen=True):
    """A round of melee was decided: the scores, the winning side, and the losing units that must test.

    melee.winner, melee.loser.each, morale.trigger.melee
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    scores: tuple[int, int]
    winner: int | None
    losers: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Chargers have had their first round and no longer count as charging (melee.dice.charging.first)."""
        for number in (*self.sides[0], *self.sides[1]):
            if battle.units[number].charging:
                battle = battle.with_unit(replace(battle.units[number], charging=False))
        due = tuple(DueTest(loser, Cause.LOST_MELEE) for loser in self.losers)
        return replace(battle, tests_due=(*battle.tests_due, *due))


class FreeRoundBegan(LibertyEvent, frozen=True):
    """A pursuer fights the router it has caught; the dice of each (pursuit.free-round)."""

    pursuer: int
    router: int
    dice: tuple[int, int]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing changes yet."""
        return battle


class UnitPursued(LibertyEvent, frozen=True):
    """A unit that could pursue a router holds, falls short, or catches it (pursuit.roll)."""

    unit: int
    router: int
    catch: Catch

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The moves and hits follow by later events."""
        return battle


class PursuitTurned(LibertyEvent, frozen=True):
    """A pursuer met another enemy on its way and charges it (pursuit.new-enemy)."""

    unit: int
    enemy: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The charge follows."""
        return battle


class UnitBrokeThrough(LibertyEvent, frozen=True):
    """A unit breaks through and charges an enemy, or holds without one (breakthrough.roll)."""

    unit: int
    target: int | None

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It does so once a turn (breakthrough.limit)."""
        return battle.with_unit(replace(battle.units[self.unit], broke_through=True))

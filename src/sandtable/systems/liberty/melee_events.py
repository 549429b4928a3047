"""The events of a Melee phase: rounds, scores, pursuits, breakthroughs."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.battle import DueTest, LibertyBattle
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.morale import Cause
from sandtable.systems.liberty.pursuit import Catch
from sandtable.systems.liberty.words import name, names

CATCHES: Final = {
    Catch.HOLDS: "holds and does not pursue {}",
    Catch.FALLS_SHORT: "pursues {} but does not catch it",
    Catch.CATCHES: "pursues {} and catches it",
}


class MeleeBegan(LibertyEvent, frozen=True):
    """A melee is fought: the units of both sides, the acting player's first, and the dice of each.

    melee.all-phases: once in every Melee phase
    """

    rules = ("melee.dice.order",)

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[tuple[int, ...], tuple[int, ...]]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """They have had their round of this phase."""
        return replace(battle, fought=(*battle.fought, *self.sides[0], *self.sides[1]))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        own, other = (names(after, units) for units in self.sides)
        ours, theirs = (sum(dice) for dice in self.dice)
        verb = "fight" if len(self.sides[0]) > 1 else "fights"
        return f"{own} {verb} {other}: {ours} dice against {theirs}"


class MeleeScored(LibertyEvent, frozen=True):
    """A round of melee was decided: the scores, the winning side, and the losing units that must test.

    melee.winner, melee.loser.each, morale.trigger.melee
    """

    rules = ("melee.winner",)

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

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        if self.winner is None:
            return f"The melee is undecided, {self.scores[0]} to {self.scores[1]}"
        first = 0 if after.units[self.sides[0][0]].side == self.winner else 1
        winners, (won, lost) = self.sides[first], (self.scores[first], self.scores[1 - first])
        return f"{names(after, winners)} {'win' if len(winners) > 1 else 'wins'} the melee, {won} to {lost}"


class FreeRoundBegan(LibertyEvent, frozen=True):
    """A pursuer fights the router it has caught; the dice of each (pursuit.free-round)."""

    rules = ("pursuit.free-round",)

    pursuer: int
    router: int
    dice: tuple[int, int]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing changes yet."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        pursuer, router = name(after, self.pursuer), name(after, self.router)
        return f"{pursuer} attacks {router} from behind: {self.dice[0]} dice against {self.dice[1]}"


class UnitPursued(LibertyEvent, frozen=True):
    """A unit that could pursue a router holds, falls short, or catches it (pursuit.roll)."""

    rules = ("pursuit.roll",)

    unit: int
    router: int
    catch: Catch

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The moves and hits follow by later events."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} {CATCHES[self.catch].format(name(after, self.router))}"


class PursuitTurned(LibertyEvent, frozen=True):
    """A pursuer met another enemy on its way and charges it (pursuit.new-enemy)."""

    rules = ("pursuit.new-enemy",)

    unit: int
    enemy: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The charge follows."""
        return battle

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} meets {name(after, self.enemy)} in its pursuit and charges it"


class UnitBrokeThrough(LibertyEvent, frozen=True):
    """A unit breaks through and charges an enemy, or holds without one (breakthrough.roll)."""

    rules = ("breakthrough.roll",)

    unit: int
    target: int | None

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It does so once a turn (breakthrough.limit)."""
        return battle.with_unit(replace(battle.units[self.unit], broke_through=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        onward = "holds" if self.target is None else f"charges {name(after, self.target)}"
        return f"{name(after, self.unit)} breaks through and {onward}"

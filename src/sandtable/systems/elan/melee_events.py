"""Events of the Melee phase: melees picked, rounds judged, units beaten."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Pair
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.melee import Both
from sandtable.systems.elan.words import begun, counted, names, side_name, told

BEATEN: Final = {
    "melee.result.rout": "routs",
    "melee.result.fall-back": "falls back",
    "melee.result.retreat": "retreats",
}


class MeleesFixed(ElanEvent, frozen=True):
    """The contacts to be fought next were fixed; contacts made by breakthroughs come after them.

    melee.group, melee.breakthrough-how
    """

    rules = ("melee.group",)
    is_detail = True

    pairs: tuple[Pair, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put them in the list of melees to fight (melee.finish)."""
        return replace(battle, waiting=self.pairs)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        pairs = counted(len(self.pairs), "pair")
        return begun(f"{pairs} of units {'is' if len(self.pairs) == 1 else 'are'} in contact")


class MeleeBegan(ElanEvent, frozen=True):
    """A melee began: the units of the 1st side, their enemies, and the dice of each (melee.sequence)."""

    rules = ("melee.sequence",)

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    dice: Both

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes yet."""
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        ours, theirs = (sum(dice) for dice in self.dice)
        own, other = names(after, self.units), names(after, self.enemies)
        return f"Melee: {own} against {other}, {counted(ours, 'die')} against {theirs}"


class RoundJudged(ElanEvent, frozen=True):
    """A round was judged by the hits that each side caused, the 1st side's first.

    melee.winner, melee.multiple-winner, melee.draw, melee.destroyed; without a *winner* the round is drawn,
    or no unit is left
    """

    rules = ("melee.winner", "melee.draw")

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    caused: tuple[int, int]
    winner: int | None
    drawn: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events carry out the losers' results, and the winners stay.

        melee.winner-stays
        """
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        first, second = self.caused
        if self.drawn:
            return f"The round is drawn, {first} to {second}, and fought again"
        if self.winner is None:
            return "No unit is left in the melee"
        won, lost = (first, second) if self.winner == after.first else (second, first)
        return f"The {side_name(after, self.winner)} win the melee, {counted(won, 'hit')} to {lost}"


class UnitBeaten(ElanEvent, frozen=True):
    """A unit lost a melee and takes the result of the rule named.

    melee.result.rout, melee.result.fall-back, melee.result.retreat
    """

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events move the unit."""
        return battle

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "is beaten", BEATEN[self.rule])

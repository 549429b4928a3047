"""Events of the Melee phase: melees picked, rounds judged, units beaten."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Pair
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.melee import Both


class MeleesFixed(ElanEvent, frozen=True):
    """The contacts to be fought next were fixed; contacts made by breakthroughs come after them.

    melee.group, melee.breakthrough-how
    """

    pairs: tuple[Pair, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put them in the list of melees to fight (melee.finish)."""
        return replace(battle, waiting=self.pairs)


class MeleeBegan(ElanEvent, frozen=True):
    """A melee began: the units of the 1st side, their enemies, and the dice of each (melee.sequence)."""

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    dice: Both

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes yet."""
        return battle


class RoundJudged(ElanEvent, frozen=True):
    """A round was judged by the hits that each side caused, the 1st side's first.

    melee.winner, melee.multiple-winner, melee.draw, melee.destroyed; without a *winner* the round is drawn,
    or no unit is left
    """

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


class UnitBeaten(ElanEvent, frozen=True):
    """A unit lost a melee and takes the result of the rule named.

    melee.result.rout, melee.result.fall-back, melee.result.retreat
    """

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events move the unit."""
        return battle

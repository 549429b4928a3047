"""What can happen in a Melee phase only: melees picked, rounds judged, units beaten."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Pair
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.melee import Both


class MeleesFixed(ElanEvent, frozen=True):
    """It was settled which contacts are fought out next; those a breakthrough makes come after them.

    melee.group, melee.breakthrough-how
    """

    pairs: tuple[Pair, ...]

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """They wait for their turn (melee.finish)."""
        return replace(battle, waiting=self.pairs)


class MeleeBegan(ElanEvent, frozen=True):
    """A melee is fought: the units of the 1st side, their enemies, and the dice of each of them.

    melee.sequence
    """

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    dice: Both

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing has changed yet."""
        return battle


class RoundJudged(ElanEvent, frozen=True):
    """A round of a melee was judged by the hits that either side caused, the 1st side's first.

    melee.winner, melee.multiple-winner, melee.draw, melee.destroyed; without a *winner* it is drawn, or
    nobody is left
    """

    units: tuple[int, ...]
    enemies: tuple[int, ...]
    caused: tuple[int, int]
    winner: int | None
    drawn: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """What the beaten do follows; the winners stay as they are (melee.winner-stays)."""
        return battle


class UnitBeaten(ElanEvent, frozen=True):
    """A unit lost a melee and must do what the rule named says.

    melee.result.rout, melee.result.fall-back, melee.result.retreat
    """

    unit: int
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Its move follows."""
        return battle

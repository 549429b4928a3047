"""Events of the melee step: a melee begins, and is fought."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, combat_settled


class MeleeBegan(TricornEvent, frozen=True):
    """Two primaries were named: the active side's and the enemy's, or a unit that followed up and the enemy
    it met.

    melee.primary
    """

    unit: int
    target: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """A new combat begins, in which no unit has recoiled yet (melee.one-recoil)."""
        return combat_settled(battle)


class MeleeFought(TricornEvent, frozen=True):
    """Both primaries rolled: the Combat Values, hits and markers of each, and the loser.

    ``helpers`` are the units that gave overlap or flank support (melee.support-once).
    """

    unit: int
    target: int
    values: tuple[int, int]
    hits: tuple[int, int]
    markers: tuple[int, int]
    loser: int | None
    helpers: tuple[int, ...] = ()

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Both have been primaries in this step, and their helpers have given their support.

        melee.primary
        """
        fought = tuple(dict.fromkeys((*battle.fought, self.unit, self.target)))
        supported = tuple(dict.fromkeys((*battle.supported, *self.helpers)))
        return replace(battle, fought=fought, supported=supported)

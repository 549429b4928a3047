"""What happens in the melee step: a melee begins, and is fought."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, combat_settled


class MeleeBegan(TricornEvent, frozen=True):
    """Two primaries were named: the active side's and the enemy's, or whoever followed up and whom he met.

    melee.primary
    """

    unit: int
    target: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """A combat of its own: nobody has recoiled from it yet (melee.one-recoil)."""
        return combat_settled(battle)


class MeleeFought(TricornEvent, frozen=True):
    """Both primaries rolled: their Combat Values, hits and markers, in the order of the two, and who lost.

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
        """Both have been primaries in this step, their helpers have helped (melee.primary)."""
        fought = tuple(dict.fromkeys((*battle.fought, self.unit, self.target)))
        supported = tuple(dict.fromkeys((*battle.supported, *self.helpers)))
        return replace(battle, fought=fought, supported=supported)

"""Events of the melee step: a melee begins, and is fought."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, combat_settled
from sandtable.systems.tricorn.words import name, names


class MeleeBegan(TricornEvent, frozen=True):
    """Two primaries were named: the active side's and the enemy's, or a unit that followed up and the enemy
    it met.

    melee.primary
    """

    rules = ("melee.primary",)
    is_detail = True

    unit: int
    target: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """A new combat begins, in which no unit has recoiled yet (melee.one-recoil)."""
        return combat_settled(battle)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"Melee: {name(after, self.unit)} against {name(after, self.target)}"


class MeleeFought(TricornEvent, frozen=True):
    """Both primaries rolled: the Combat Values, hits and markers of each, and the loser.

    ``helpers`` are the units that gave overlap or flank support (melee.support-once).
    """

    rules = ("melee.result.fewest-recoils",)

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

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        first, second = (self._effort(after, number) for number in (0, 1))
        end = "neither loses" if self.loser is None else f"{name(after, self.loser)} loses"
        return f"{first}, {second}: {end}"

    def _effort(self, battle: TricornBattle, number: int) -> str:
        """How a primary fought, and its helpers."""
        unit = battle.units[(self.unit, self.target)[number]]
        helpers = tuple(one for one in self.helpers if battle.units[one].side == unit.side)
        helped = f", helped by {names(battle, helpers)}," if helpers else ""
        scored = counted(self.hits[number], "hit") if self.hits[number] else "no hit"
        return f"{unit.name}{helped} scores {scored} with Combat Value {self.values[number]}"

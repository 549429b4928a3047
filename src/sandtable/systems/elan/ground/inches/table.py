"""The open table of one battle: what all inch answers start from."""

from __future__ import annotations

from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Leader
from sandtable.systems.elan.figures import Figures, Span, figures_of
from sandtable.systems.elan.ground.inches.measured import EQUAL, FAR, FOOTPRINT, SLACK, Measured, measured_of
from sandtable.table.space import Field, Point, Scene, centre, standing

__all__ = ["EQUAL", "FAR", "FOOTPRINT", "InchTable", "spot"]


_NOTHING: Final = Scene(Field(0, 0), ())
_last: tuple[tuple[ElanUnit, ...], Scene, Measured] = (), _NOTHING, Measured(_NOTHING)
"""The last units, with their scene and measurements: battles with the same units share them."""


class InchTable:
    """The battle, its scene and its figures; each subclass answers one kind of question."""

    __slots__ = ("battle", "figures", "measured", "scene")

    battle: ElanBattle
    figures: Figures
    scene: Scene
    measured: Measured

    def __init__(self, battle: ElanBattle) -> None:
        self.battle = battle
        self.figures = figures_of(battle.scale)
        global _last
        units, scene, measured = _last
        if units is not battle.units or scene.field is not battle.field:
            scene = scene_of(battle)
            measured = measured_of(scene)
            _last = battle.units, scene, measured
        self.scene = scene
        self.measured = measured

    def unit(self, number: int) -> ElanUnit:
        """A unit by its number."""
        return self.battle.units[number]

    def middle(self, number: int) -> Point:
        """The middle of a unit's footprint."""
        return _middle(self.battle.units[number])

    def enemies(self, number: int) -> tuple[int, ...]:
        """The enemies of a unit that stand on the table."""
        return self.battle.numbers_on_table(1 - self.unit(number).side)

    def friends(self, number: int) -> tuple[int, ...]:
        """The other units of a unit's side that stand on the table."""
        ours = self.battle.numbers_on_table(self.battle.units[number].side)
        return tuple([one for one in ours if one != number])

    def host(self, leader: Leader) -> ElanUnit | None:
        """The unit a commander is attached to and measured as (scale.measuring)."""
        return None if leader.attached_to is None else self.unit(leader.attached_to)

    def is_within(self, span: Span, limit: Span) -> bool:
        """Is a distance no more than a limit? (scale.tolerance)"""
        return span <= limit + SLACK


@by_identity(most=512)
def _middle(unit: ElanUnit) -> Point:
    return centre(standing(unit), unit.shape)


def spot(leader: Leader) -> Point:
    """The middle of the marker of a commander who is not attached (scale.measuring)."""
    if leader.pose is None:
        raise ValueError(f"{leader.name} is not on the table: there is no place to measure from")
    return tuple.__new__(Point, (leader.pose.x, leader.pose.y))

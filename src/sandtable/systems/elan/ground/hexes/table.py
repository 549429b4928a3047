"""The hexes of one battle: what all hex answers start from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Final

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Figures, Span, figures_of
from sandtable.systems.elan.ground.hexes.plan import HexPlace, hex_field, hex_of, pose_in, spots
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Corners, Hex, HexBody, HexField, HexGrid, HexScene
from sandtable.table.space import Field, Pose

FAR: Final = math.inf

ALL_ROUND: Final = (Formation.SQUARE, Formation.SKIRMISH, Formation.DISMOUNTED, Formation.GARRISON)
"""The formations that fire in any direction (geometry.fire-arc)."""


def _body(unit: ElanUnit, grid: HexGrid) -> HexBody:
    """A unit on its hex (hex.grid)."""
    if unit.pose is None:
        return HexBody(unit.id, unit.side, None)
    return HexBody(unit.id, unit.side, hex_of(grid, unit), unit.pose.heading)


class Measured:
    """The measurements of a scene, valid as long as no unit changes its hex.

    ``gaps`` are the distances from a unit to all; ``onsets`` are the ways of charges, by charger, target,
    reach and formation of the charger. ``spots`` are the hexes of places.
    """

    __slots__ = ("gaps", "onsets", "scene", "spots")

    def __init__(self, scene: HexScene) -> None:
        self.scene = scene
        self.spots = spots(scene.grid)
        self.gaps: dict[int, Sequence[Span]] = {}
        self.onsets: dict[tuple[int, int, int, Formation], Onset | None] = {}

    def measure(self, unit: int) -> Sequence[Span]:
        """Count the steps from a unit to all others (hex.distance)."""
        bodies = self.scene.bodies
        here = bodies[unit].hex
        if here is None:
            raise ValueError(f"unit {unit} is not on the table: it stands in no hex")
        grid = self.scene.grid
        spans, numbers, number = grid.spans, grid.numbers, grid.numbers[here]
        found = [FAR if body.hex is None else spans[numbers[body.hex] - number] for body in bodies]
        self.gaps[unit] = found
        return found


measured_of: Final = by_identity(most=8)(Measured)
"""The measurements of a scene; those of the last eight scenes are kept."""


_last: tuple[tuple[ElanUnit, ...], Field, Corners, Measured] | None = None
"""The last units, field and corners laid on hexes, with their measurements."""


def laid(battle: ElanBattle) -> Measured:
    """The measurements of a battle's units on hexes; the same as before if no unit changed its hex."""
    global _last
    last, units = _last, battle.units
    if last is not None and last[1] is battle.field and last[2] == battle.corners:
        before, _, _, known = last
        if before is units:
            return known
        if len(before) == len(units):
            scene = _carried_on(units, before, known.scene)
            found = known if scene is known.scene else measured_of(scene)
            _last = units, battle.field, battle.corners, found
            return found
    field = hex_field(battle.field, battle.corners)
    found = measured_of(HexScene(field, tuple(_body(unit, field.grid) for unit in units)))
    _last = units, battle.field, battle.corners, found
    return found


def _carried_on(units: tuple[ElanUnit, ...], before: tuple[ElanUnit, ...], scene: HexScene) -> HexScene:
    """The scene with changed bodies replaced; the same scene if none changed."""
    for number in compress(range(len(units)), map(is_not, units, before)):
        unit, same = units[number], before[number]
        if unit.pose is not same.pose or unit.shape is not same.shape:
            body = _body(unit, scene.field.grid)
            if body != scene.bodies[number]:
                scene = scene.with_changed(number, body)
    return scene


class HexTable:
    """The battle, its hexes and its figures; each subclass answers one kind of question."""

    __slots__ = ("battle", "field", "figures", "grid", "measured", "scene")

    battle: ElanBattle
    figures: Figures
    grid: HexGrid
    field: HexField
    scene: HexScene
    measured: Measured

    def __init__(self, battle: ElanBattle) -> None:
        measured = laid(battle)
        scene = measured.scene
        self.battle = battle
        self.figures = figures_of(battle.scale)
        self.measured = measured
        self.scene = scene
        self.field = scene.field
        self.grid = scene.field.grid

    def unit(self, number: int) -> ElanUnit:
        """A unit by its number."""
        return self.battle.units[number]

    def body(self, number: int) -> HexBody:
        """A unit on its hex."""
        return self.scene.bodies[number]

    def hex(self, number: int) -> Hex:
        """The hex in which a unit stands."""
        found = self.scene.bodies[number].hex
        if found is None:
            raise ValueError(f"unit {number} is not on the table: it stands in no hex")
        return found

    def leader_hex(self, leader: int) -> Hex:
        """The hex of a commander: that of his unit while attached (scale.measuring)."""
        one = self.battle.leaders[leader]
        if one.attached_to is not None:
            return self.hex(one.attached_to)
        if one.pose is None:
            raise ValueError(f"{one.name} is not on the table: he stands in no hex")
        return self.measured.spots[one.pose.x, one.pose.y]

    def pose(self, number: int, hex_: Hex, facing: int) -> Pose:
        """The pose of a unit in a hex."""
        return pose_in(self.grid, HexPlace(hex_, facing), self.unit(number).shape)

    def enemies(self, number: int) -> tuple[int, ...]:
        """The enemies of a unit that stand on the table."""
        return self.battle.numbers_on_table(1 - self.unit(number).side)

    def friends(self, number: int) -> tuple[int, ...]:
        """The other units of a unit's side that stand on the table."""
        ours = self.battle.numbers_on_table(self.battle.units[number].side)
        return tuple([one for one in ours if one != number])

    def is_within(self, span: Span, limit: Span) -> bool:
        """Is a distance no more than a limit? (scale.tolerance)"""
        return span <= limit

    def kinds(self) -> tuple[str, ...]:
        """The kinds of ground on the table that affect movement."""
        return _kinds(self.battle.field)


@lru_cache(maxsize=64)
def _kinds(field: Field) -> tuple[str, ...]:
    found = dict.fromkeys(piece.kind for piece in field.pieces)
    return tuple(kind for kind in found if kind_of(kind).row or kind_of(kind).closed_to_all)

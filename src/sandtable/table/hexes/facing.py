"""Front, flank and rear on hexes, by the angle between a facing and the direction to another hex.

A body that faces a corner has two neighbours in each arc; one that faces a side has, with the same angles,
three in front, two to its flanks and one behind.

>>> grid = HexGrid(5, 5, "north-south", 600)
>>> middle = grid.hex(2, 2)
>>> [grid.place(hex_) for hex_ in arc_neighbours(grid, middle, 0, "front")]
[Place(column=2, row=3), Place(column=1, row=3)]
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.table.hexes.grid import SIXTH, Hex, HexGrid
from sandtable.table.space.lengths import HALF_TURN, turn_between

Arc = Literal["front", "flank", "rear"]
"""Where a direction lies as seen from a facing."""


class HexArcs(Struct, frozen=True):
    """How far from the facing the front reaches, then the flanks; a direction on a limit lies inside it."""

    front: int = SIXTH
    flank: int = 2 * SIXTH

    def __post_init__(self) -> None:
        if not 0 <= self.front <= self.flank <= HALF_TURN:
            raise ValueError(
                f"arcs of {self.front} and {self.flank} tenths of a degree are out of order: "
                f"front, then flank, each from 0 to {HALF_TURN}"
            )

    def of(self, facing: int, heading: int) -> Arc:
        """The arc in which a direction lies."""
        turn = abs(turn_between(facing, heading))
        if turn <= self.front:
            return "front"
        return "flank" if turn <= self.flank else "rear"


SIXTHS = HexArcs()
"""The front 60 degrees to either side of the facing, each flank 60 degrees more, the rest behind."""


def arc_to(grid: HexGrid, hex_: Hex, facing: int, other: Hex, arcs: HexArcs = SIXTHS) -> Arc:
    """The arc of a body in which the centre of another hex lies."""
    return arcs.of(facing, grid.bearing(hex_, other))


def arc_neighbours(
    grid: HexGrid, hex_: Hex, facing: int, arc: Arc, arcs: HexArcs = SIXTHS
) -> tuple[Hex, ...]:
    """The neighbours of a body on the grid that lie in one of its arcs, clockwise by the sides of its hex."""
    headings = (side for side in grid.sides if arcs.of(facing, side) == arc)
    return tuple(other for side in headings if (other := grid.neighbour(hex_, side)) in grid)


def cone(
    grid: HexGrid, hex_: Hex, facing: int, arc: Arc, reach: int, arcs: HexArcs = SIXTHS
) -> tuple[Hex, ...]:
    """The hexes of the grid in one arc of a body out to a distance, from the inside outwards."""
    around = grid.within(hex_, reach)[1:] if hex_ in grid else grid.within(hex_, reach)
    return tuple(other for other in around if arc_to(grid, hex_, facing, other, arcs) == arc)
